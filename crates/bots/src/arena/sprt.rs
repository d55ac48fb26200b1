//! The sequential probability ratio test: it ends a run when there are enough games.

use super::estimate::Observed;

/// The error rate of the test, in both directions.
const ERROR: f64 = 0.05;

/// Tests whether the first bot's share is at least `p1`, or at most `p0`.
///
/// After each deal it compares how likely the results are if the share is `p1` and if it is `p0`, and decides when the
/// ratio is 19 to 1. The results of deals are taken as normally distributed with an unknown variance, so that each pair
/// of mirrored games counts as one result (the generalized test, in the form of Van den Bergh).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The share at most, if the answer is no.
    pub p0: f64,
    /// The share at least, if the answer is yes.
    pub p1: f64,
}

/// The state of the test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// The number of deals.
    pub deals: u32,
    /// The decision, if there is one: yes for `p1`, no for `p0`.
    pub answer: Option<bool>,
}

impl Sprt {
    /// The bounds of the logarithm of the likelihood ratio. Between them, nothing is decided.
    pub fn bounds() -> (f64, f64) {
        ((ERROR / (1.0 - ERROR)).ln(), ((1.0 - ERROR) / ERROR).ln())
    }

    /// The state of the test after these results.
    pub fn judge(&self, results: &Observed) -> Verdict {
        let (_, variance) = results.shrunk();
        // The likelihood of a normal distribution with a given mean, at the variance under which it is greatest.
        let around = |p: f64| variance + (results.mean() - p).powi(2);
        let llr = f64::from(results.count) / 2.0 * (around(self.p0) / around(self.p1)).ln();
        let (lower, upper) = Sprt::bounds();
        let answer = if llr >= upper {
            Some(true)
        } else if llr <= lower {
            Some(false)
        } else {
            None
        };
        Verdict { llr, deals: results.count, answer }
    }

    /// The first verdict that decides, else the last one, of results in the order of their deals.
    pub fn follow(&self, results: impl IntoIterator<Item = f64>) -> Verdict {
        let mut observed = Observed::default();
        let mut verdict = self.judge(&observed);
        for result in results {
            observed.push(result);
            verdict = self.judge(&observed);
            if verdict.answer.is_some() {
                break;
            }
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { p0: 0.6, p1: 0.75 };

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (lower, upper) = Sprt::bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn a_known_ratio() {
        // 30 deals won, 10 lost, and the two that are always added: mean 31/42, variance 31·11/42².
        let results: Observed = (0..40).map(|deal| f64::from(deal < 30)).collect();
        let verdict = TEST.judge(&results);
        let variance: f64 = 31.0 * 11.0 / 1764.0;
        let expected = 20.0 * ((variance + 0.15 * 0.15) / variance).ln();
        assert!((verdict.llr - expected).abs() < 1e-9, "{verdict:?}");
        assert_eq!(verdict.answer, None);
    }

    #[test]
    fn it_stops_as_soon_as_it_is_certain() {
        let yes = TEST.follow(std::iter::repeat_n(1.0, 1000));
        assert!(yes.answer == Some(true) && yes.deals < 12, "{yes:?}");
        let no = TEST.follow(std::iter::repeat_n(0.25, 1000));
        assert!(no.answer == Some(false) && no.deals < 12, "{no:?}");
        assert_eq!(TEST.follow([]).answer, None);
    }

    /// With the true share at either end, the test errs in no more than 5 % of the runs.
    #[test]
    fn it_errs_as_seldom_as_it_says() {
        let mut dice = fastrand::Rng::with_seed(1);
        for (share, right) in [(0.6, false), (0.75, true)] {
            let mut wrong = 0;
            let mut deals = 0;
            for _ in 0..2000 {
                let game = |dice: &mut fastrand::Rng| f64::from(dice.f64() < share);
                let verdict = TEST.follow((0..5000).map(|_| (game(&mut dice) + game(&mut dice)) / 2.0));
                wrong += usize::from(verdict.answer != Some(right));
                deals += verdict.deals;
            }
            assert!(wrong <= 100, "share {share}: {wrong} of 2000 wrong");
            assert!(deals / 2000 < 80, "share {share}: {} deals", deals / 2000);
        }
    }
}
