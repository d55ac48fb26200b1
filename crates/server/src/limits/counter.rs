//! The counter behind one rate limit.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, RateLimiter};
use serde::{Deserialize, Serialize};
use tablee_core::text;
use tablee_protocol::{Code, Problem};

use super::settings::Rate;

/// How much of a limit one client has used on a node. The other nodes count it too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// The name of the limit.
    pub what: String,
    /// The address, person or account that used it.
    pub who: String,
    /// The number of uses.
    pub times: u32,
}

/// Counts the uses of one limit, by address, person or account.
pub(super) struct Counter<K: Clone + Eq + Hash> {
    pub limiter: Option<DefaultKeyedRateLimiter<K>>,
    /// How many uses are allowed at once.
    burst: u32,
    /// After how long one more use is allowed again.
    interval: Duration,
    /// Uses that the other nodes do not know of yet, in a cluster.
    unreported: OnceLock<Mutex<HashMap<K, Unreported>>>,
}

/// Uses that the other nodes do not know of yet.
struct Unreported {
    times: u32,
    since: Instant,
}

/// A node reports usage from this part of a burst on. Most clients use much less of their limits, and work for their
/// usage would grow with the number of nodes.
const REPORTED_PART: u32 = 16;

impl<K: Clone + Eq + Hash + ToString + FromStr> Counter<K> {
    pub fn new(rate: Option<Rate>) -> Counter<K> {
        let burst = rate.map_or(u32::MAX, |rate| rate.burst.get());
        let interval = rate.map_or(Duration::ZERO, |rate| rate.quota().replenish_interval());
        let limiter = rate.map(|rate| RateLimiter::keyed(rate.quota()));
        Counter { limiter, burst, interval, unreported: OnceLock::new() }
    }

    /// Keeps usage for [`Counter::take_usage`] from now on.
    pub fn report_usage(&self) {
        self.unreported.get_or_init(Mutex::default);
    }

    /// Counts one use.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn check(&self, who: &K) -> Result<(), Problem> {
        self.check_many(who, 1)
    }

    /// Counts several uses, or bytes: all or none.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn check_many(&self, who: &K, times: u32) -> Result<(), Problem> {
        // More than a burst is never allowed, and costs a whole one.
        let (Some(limiter), Some(times)) = (&self.limiter, NonZeroU32::new(times.min(self.burst))) else { return Ok(()) };
        if let Ok(Err(early)) = limiter.check_key_n(who, times) {
            return Err(over_limit(early.wait_time_from(CLOCK.now())));
        }
        if let Some(unreported) = self.unreported.get() {
            let mut unreported = unreported.lock().unwrap_or_else(PoisonError::into_inner);
            let used = unreported.entry(who.clone()).or_insert_with(|| Unreported { times: 0, since: Instant::now() });
            used.times = used.times.saturating_add(times.get());
        }
        Ok(())
    }

    /// The usage on this node that was not reported before, of clients who have used a notable part of their limit. What
    /// they have used less of is forgotten as soon as the limit has given it back.
    pub fn take_usage(&self, what: &str) -> Vec<Usage> {
        let Some(unreported) = self.unreported.get() else { return Vec::new() };
        let mut usage = Vec::new();
        unreported.lock().unwrap_or_else(PoisonError::into_inner).retain(|who, used| {
            let notable = used.times >= self.burst.div_ceil(REPORTED_PART);
            if notable {
                usage.push(Usage { what: what.to_owned(), who: who.to_string(), times: used.times });
            }
            !notable && used.since.elapsed() < self.interval.saturating_mul(used.times)
        });
        usage
    }

    /// Counts uses on another node, until the limit is reached.
    pub fn add(&self, who: &str, times: u32) {
        let (Some(limiter), Ok(who)) = (&self.limiter, who.parse()) else { return };
        let mut left = times.min(self.burst);
        let mut step = left;
        // If not all fit, halves are tried, until nothing more fits.
        while let Some(times) = NonZeroU32::new(step.min(left)) {
            match limiter.check_key_n(&who, times) {
                Ok(Ok(())) => left -= times.get(),
                _ => step = times.get() / 2,
            }
        }
    }

    /// Frees the memory of clients that have not used the limit lately.
    pub fn evict_idle(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// The clock of all limits. Making one asks the processor what it can do, which takes long in a virtual machine.
static CLOCK: LazyLock<DefaultClock> = LazyLock::new(DefaultClock::default);

/// The rate limit of the messages over one socket, or at one table. Most sockets and tables are silent, so the counter and
/// its clock are made for the first message.
pub struct MessageLimiter {
    rate: Option<Rate>,
    limiter: Option<Box<DefaultDirectRateLimiter>>,
}

impl MessageLimiter {
    /// A separate limiter for this rate.
    pub fn new(rate: Option<Rate>) -> MessageLimiter {
        MessageLimiter { rate, limiter: None }
    }

    /// Counts one message.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn check(&mut self) -> Result<(), Problem> {
        let Some(rate) = self.rate else { return Ok(()) };
        let limiter = self.limiter.get_or_insert_with(|| Box::new(RateLimiter::direct_with_clock(rate.quota(), CLOCK.clone())));
        limiter.check().map_err(|early| over_limit(early.wait_time_from(CLOCK.now())))
    }
}

/// The refusal of a client over the limit: 429 with `Retry-After`.
pub(super) fn over_limit(wait: Duration) -> Problem {
    let seconds = wait.as_secs() + 1;
    Problem {
        wait: Some(u32::try_from(seconds).unwrap_or(u32::MAX)),
        ..Problem::new(Code::TooMuch, text!("too many requests: wait {seconds} s", "trop de requêtes : attendez {seconds} s"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(usage: &[Usage]) -> u32 {
        usage.iter().map(|usage| usage.times).sum()
    }

    #[test]
    fn a_node_reports_usage_from_a_part_of_the_limit_on() {
        // One more per minute: nothing is given back here.
        let counter = Counter::<String>::new(Rate::new(160, 1));
        counter.report_usage();
        let anna = "anna".to_owned();
        counter.check_many(&anna, 9).unwrap();
        assert_eq!(times(&counter.take_usage("x")), 0);
        counter.check(&anna).unwrap();
        assert_eq!(times(&counter.take_usage("x")), 10);
        assert_eq!(times(&counter.take_usage("x")), 0);
        // What the limit has given back is forgotten. Otherwise it would be 18.
        let counter = Counter::<String>::new(Rate::new(160, 60_000_000));
        counter.report_usage();
        for _ in 0..2 {
            counter.check_many(&anna, 9).unwrap();
            std::thread::sleep(Duration::from_millis(1));
            assert_eq!(times(&counter.take_usage("x")), 0);
        }
    }
}
