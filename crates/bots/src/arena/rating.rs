//! The strength of several bots that met each other: Elo by the model of Bradley and Terry.

use super::estimate::Estimate;

/// The number of bootstrap samples.
const RESAMPLES: usize = 400;

/// The results of bots against each other: `won(a, b)` counts how often `a` finished ahead of `b`; equal places count
/// half.
#[derive(Clone, PartialEq, Debug)]
pub struct Crosstable {
    bots: usize,
    won: Vec<f64>,
}

impl Crosstable {
    /// No results.
    pub fn new(bots: usize) -> Crosstable {
        Crosstable { bots, won: vec![0.0; bots * bots] }
    }

    /// Adds wins of `a` over `b`.
    pub fn add(&mut self, a: usize, b: usize, won: f64) {
        self.won[a * self.bots + b] += won;
    }

    /// The wins of `a` over `b`.
    pub fn won(&self, a: usize, b: usize) -> f64 {
        self.won[a * self.bots + b]
    }

    /// How often the two met.
    pub fn met(&self, a: usize, b: usize) -> f64 {
        self.won(a, b) + self.won(b, a)
    }

    /// The sum of several results.
    pub fn sum(bots: usize, tables: &[Crosstable]) -> Crosstable {
        let mut all = Crosstable::new(bots);
        tables.iter().for_each(|table| all.add_all(table));
        all
    }

    fn add_all(&mut self, other: &Crosstable) {
        self.won.iter_mut().zip(&other.won).for_each(|(sum, won)| *sum += won);
    }

    /// The most likely ratings, in Elo, with their mean at 0. Bots that met get one more draw, so that a bot that won
    /// every time is not infinitely strong.
    fn ratings(&self) -> Vec<f64> {
        let met = |a: usize, b: usize| if a != b && self.met(a, b) > 0.0 { self.met(a, b) + 1.0 } else { 0.0 };
        let won: Vec<f64> =
            (0..self.bots).map(|a| (0..self.bots).filter(|b| met(a, *b) > 0.0).map(|b| self.won(a, b) + 0.5).sum()).collect();
        let mut strength = vec![1.0; self.bots];
        for _ in 0..2000 {
            // Zermelo's iteration: it needs only the results, and always converges.
            let mut change: f64 = 0.0;
            for a in 0..self.bots {
                let against: f64 = (0..self.bots).map(|b| met(a, b) / (strength[a] + strength[b])).sum();
                if against > 0.0 {
                    let new = won[a] / against;
                    change = change.max((new / strength[a] - 1.0).abs());
                    strength[a] = new;
                }
            }
            if change < 1e-7 {
                break;
            }
        }
        let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
        let mean = elo.iter().sum::<f64>() / self.bots as f64;
        elo.iter().map(|elo| elo - mean).collect()
    }
}

/// The ratings of bots from their results in each deal. The intervals come from resampling the deals with replacement
/// (bootstrap).
pub fn ratings(bots: usize, deals: &[Crosstable]) -> Vec<Estimate> {
    // A fixed seed: the same games must give the same report.
    let mut dice = fastrand::Rng::with_seed(1);
    let mut samples = vec![Vec::with_capacity(RESAMPLES); bots];
    for _ in 0..RESAMPLES {
        let mut again = Crosstable::new(bots);
        deals.iter().for_each(|_| again.add_all(&deals[dice.usize(..deals.len())]));
        for (samples, rating) in samples.iter_mut().zip(again.ratings()) {
            samples.push(rating);
        }
    }
    Crosstable::sum(bots, deals)
        .ratings()
        .into_iter()
        .zip(samples)
        .map(|(rating, samples)| Estimate::from_samples(rating, samples))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals of three bots with these strengths, who all meet in each.
    fn deals(strengths: [f64; 3], count: usize) -> Vec<Crosstable> {
        let mut dice = fastrand::Rng::with_seed(5);
        let deal = |_| {
            let mut deal = Crosstable::new(3);
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let expected = 1.0 / (1.0 + 10f64.powf((strengths[b] - strengths[a]) / 400.0));
                let won = dice.f64() < expected;
                deal.add(if won { a } else { b }, if won { b } else { a }, 1.0);
            }
            deal
        };
        (0..count).map(deal).collect()
    }

    #[test]
    fn known_strengths_are_found_again() {
        let found = ratings(3, &deals([150.0, 0.0, -150.0], 2000));
        for (found, true_one) in found.iter().zip([150.0, 0.0, -150.0]) {
            assert!(found.holds(true_one) && (found.value - true_one).abs() < 25.0, "{found:?} {true_one}");
            assert!(found.high - found.low < 40.0, "{found:?}");
        }
    }

    #[test]
    fn a_bot_that_won_every_time_is_not_infinitely_strong() {
        let mut deal = Crosstable::new(3);
        deal.add(0, 1, 2.0);
        deal.add(1, 2, 2.0);
        let found = ratings(3, &vec![deal; 10]);
        assert!(found[0].value > found[1].value && found[1].value > found[2].value);
        assert!(found.iter().all(|rating| rating.value.is_finite()));
    }
}
