//! Numbers with confidence intervals.

/// The standard deviations within which 95 % of a normal distribution lie.
const Z: f64 = 1.959_963_984_540_054;

/// A number with its 95 % interval: the interval contains the true value in 95 of 100 runs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The estimate: what the results suggest.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

impl Estimate {
    /// Whether the interval contains this number.
    pub fn holds(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// Applies an increasing function to the number and both ends.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }

    /// The middle 95 % of these values, around a value.
    pub(crate) fn from_samples(value: f64, mut samples: Vec<f64>) -> Estimate {
        samples.sort_by(f64::total_cmp);
        let at = |part: f64| samples.get(((samples.len() as f64 - 1.0) * part).round() as usize).copied().unwrap_or(value);
        Estimate { value, low: at(0.025), high: at(0.975) }
    }
}

/// A sample: one observed value per deal.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Observed {
    /// The number of deals.
    pub count: u32,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
}

impl Observed {
    /// Adds a value.
    pub fn push(&mut self, value: f64) {
        (self.least, self.most) = if self.count == 0 { (value, value) } else { (self.least.min(value), self.most.max(value)) };
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Their mean; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.count).max(1.0)
    }

    /// Their standard deviation.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = f64::from(self.count);
        ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0).sqrt()
    }

    /// The least of them.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// The greatest of them.
    pub fn most(&self) -> f64 {
        self.most
    }

    /// Their mean with its error, for values without bounds, such as points.
    pub fn average(&self) -> Estimate {
        let (mean, error) = (self.mean(), Z * self.deviation() / f64::from(self.count).max(1.0).sqrt());
        Estimate { value: mean, low: mean - error, high: mean + error }
    }

    /// Their mean with its error, for shares from 0 to 1: Wilson's interval for an effective number of independent
    /// games.
    ///
    /// If every deal is simply won or lost, this is Wilson's interval as in any book. Mirrored deals are often split
    /// evenly; they vary less, and count as more than the same number of games with independent luck.
    pub fn share(&self) -> Estimate {
        if self.count == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let (p, (p_shrunk, variance)) = (self.mean(), self.shrunk());
        let n = f64::from(self.count) * p_shrunk * (1.0 - p_shrunk) / variance;
        let z2 = Z * Z / n;
        let centre = (p + z2 / 2.0) / (1.0 + z2);
        let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n)).max(0.0).sqrt() / (1.0 + z2);
        Estimate { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }

    /// Mean and variance of shares with two more deals added, one won and one lost, so that a few equal results do not
    /// look certain.
    pub(crate) fn shrunk(&self) -> (f64, f64) {
        let n = f64::from(self.count) + 2.0;
        let mean = (self.sum + 1.0) / n;
        (mean, ((self.squares + 1.0) / n - mean * mean).max(1e-9))
    }
}

impl FromIterator<f64> for Observed {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Observed {
        let mut observed = Observed::default();
        values.into_iter().for_each(|value| observed.push(value));
        observed
    }
}

/// The difference in Elo at which a bot is expected to score this share: +190.8 for three quarters.
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4 * b.abs().max(1.0)
    }

    #[test]
    fn elo_of_known_shares() {
        assert!(near(elo(0.75), 190.848), "{}", elo(0.75));
        assert!(near(elo(0.5), 0.0));
        assert!(near(elo(0.1), -elo(0.9)));
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    #[test]
    fn a_share_of_won_and_lost_deals_has_the_interval_of_wilson() {
        let won = |won: usize, all: usize| (0..all).map(|deal| f64::from(deal < won)).collect::<Observed>().share();
        let share = won(75, 100);
        // As any table of Wilson's interval has it.
        assert!(near(share.value, 0.75) && near(share.low, 0.656_955) && near(share.high, 0.824_5), "{share:?}");
        let all = won(10, 10);
        assert!(near(all.low, 0.722_5) && all.high == 1.0, "{all:?}");
    }

    #[test]
    fn mirrored_deals_shrink_the_error() {
        // The same 60 of 100 games: each on its own, and as 50 pairs of which 40 were split.
        let games: Observed = (0..100).map(|game| f64::from(game < 60)).collect();
        let pairs: Observed = (0..50).map(|deal| if deal < 40 { 0.5 } else { 1.0 }).collect();
        let (games, pairs) = (games.share(), pairs.share());
        assert_eq!(games.value, pairs.value);
        assert!(pairs.high - pairs.low < 0.7 * (games.high - games.low), "{games:?} {pairs:?}");
    }

    #[test]
    fn a_few_equal_results_are_not_certain() {
        let even: Observed = std::iter::repeat_n(0.5, 4).collect();
        assert!(even.share().low < 0.35 && even.share().high > 0.65, "{:?}", even.share());
        let even: Observed = std::iter::repeat_n(0.5, 1000).collect();
        assert!(even.share().low > 0.49);
    }

    #[test]
    fn averages_have_known_errors() {
        let points: Observed = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
        let average = points.average();
        assert!(near(average.value, 3.0) && near(average.high - 3.0, 1.385_9), "{average:?}");
        assert_eq!((points.least(), points.most()), (1.0, 5.0));
    }

    /// The interval contains the true value as often as it says.
    #[test]
    fn ninety_five_of_a_hundred_intervals_hold_the_truth() {
        let mut dice = fastrand::Rng::with_seed(1);
        let held = (0..2000)
            .filter(|_| {
                // Pairs whose two games share their luck.
                let deals = (0..60).map(|_| {
                    let luck = dice.f64();
                    let game = |dice: &mut fastrand::Rng, p: f64| f64::from(dice.f64() < p);
                    (game(&mut dice, 0.3 + 0.6 * luck) + game(&mut dice, 0.9 - 0.6 * luck)) / 2.0
                });
                deals.collect::<Observed>().share().holds(0.6)
            })
            .count();
        assert!((1860..=1960).contains(&held), "{held} of 2000");
    }
}
