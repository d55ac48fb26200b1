//! The counter behind one rate limit.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

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
    /// Uses that the other nodes do not know of yet, in a cluster.
    unreported: OnceLock<Mutex<HashMap<K, u32>>>,
}

impl<K: Clone + Eq + Hash + ToString + FromStr> Counter<K> {
    pub fn new(rate: Option<Rate>) -> Counter<K> {
        let burst = rate.map_or(u32::MAX, |rate| rate.burst.get());
        Counter { limiter: rate.map(|rate| RateLimiter::keyed(rate.quota())), burst, unreported: OnceLock::new() }
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
            return Err(over_limit(early.wait_time_from(DefaultClock::default().now())));
        }
        if let Some(unreported) = self.unreported.get() {
            let mut unreported = unreported.lock().unwrap_or_else(PoisonError::into_inner);
            let used = unreported.entry(who.clone()).or_insert(0);
            *used = used.saturating_add(times.get());
        }
        Ok(())
    }

    /// The usage on this node since the last call.
    pub fn take_usage(&self, what: &str) -> Vec<Usage> {
        let Some(unreported) = self.unreported.get() else { return Vec::new() };
        let usage = std::mem::take(&mut *unreported.lock().unwrap_or_else(PoisonError::into_inner));
        usage.into_iter().map(|(who, times)| Usage { what: what.to_owned(), who: who.to_string(), times }).collect()
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
        let limiter = self.limiter.get_or_insert_with(|| Box::new(RateLimiter::direct(rate.quota())));
        limiter.check().map_err(|early| over_limit(early.wait_time_from(DefaultClock::default().now())))
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
