//! How often a refused act has the store read, in a cluster.
//!
//! A node may refuse an act because its copy of the table is old. So it reads the store before it refuses. People whose acts
//! are refused again and again know that by now, and do not cost a read each.

use std::num::NonZeroU32;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Reads for one person: so many at once, and then so many a minute.
const OF_PERSON: [u32; 2] = [10, 30];

/// Reads for all people of one address.
const OF_ADDRESS: [u32; 2] = [60, 300];

/// How many people or addresses are remembered before those that asked for nothing lately are forgotten.
const MOST_REMEMBERED: usize = 10_000;

/// Counts the reads of the store that refused acts cause.
pub struct Resyncs {
    of_person: DefaultKeyedRateLimiter<String>,
    of_address: DefaultKeyedRateLimiter<String>,
}

impl Default for Resyncs {
    fn default() -> Resyncs {
        Resyncs { of_person: limiter(OF_PERSON), of_address: limiter(OF_ADDRESS) }
    }
}

impl Resyncs {
    /// Counts a read for a person, at an address of which a hash is known; returns whether the store may be read.
    pub fn allow(&self, person: &str, address: &str) -> bool {
        allow(&self.of_person, person) && allow(&self.of_address, address)
    }
}

fn limiter([burst, per_minute]: [u32; 2]) -> DefaultKeyedRateLimiter<String> {
    let [burst, per_minute] = [burst, per_minute].map(|number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN));
    RateLimiter::keyed(Quota::per_minute(per_minute).allow_burst(burst))
}

fn allow(limiter: &DefaultKeyedRateLimiter<String>, who: &str) -> bool {
    if limiter.len() > MOST_REMEMBERED {
        limiter.retain_recent();
    }
    limiter.check_key(&who.to_owned()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_who_is_refused_again_and_again_costs_few_reads() {
        let resyncs = Resyncs::default();
        let reads = |person: &str, address: &str| (0..100).filter(|_| resyncs.allow(person, address)).count();
        assert_eq!(reads("anna", "a"), 10);
        assert_eq!(reads("bob", "b"), 10);
        let of_one_address: usize = (0..20).map(|guest| reads(&format!("guest {guest}"), "a")).sum();
        assert_eq!(of_one_address, 50);
    }
}
