//! Attempts to sign in to an account: wrong passphrases are counted, right ones are not.
//!
//! They are counted per account and address, so that nobody can lock others out of their accounts. The network of an address
//! has a few times its attempts, and all addresses together have a far higher limit, against guessing from many of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tablee_protocol::Problem;

use super::counter::{Usage, over_limit};
use super::settings::{LimitSettings, Rate};
use super::{Address, Limits};
use crate::validation::account_key_from_input;

/// The names of the limits, among nodes.
const FROM_ONE: &str = "wrong_phrases_from_address";
const FROM_NETWORK: &str = "wrong_phrases_from_network";
const IN_ALL: &str = "wrong_phrases";

/// The wrong passphrases of all accounts.
pub(super) struct SignIns {
    /// By account and address.
    from_one: Failures,
    /// By account and network.
    from_network: Failures,
    /// By account.
    in_all: Failures,
}

impl SignIns {
    pub fn new(settings: &LimitSettings) -> SignIns {
        SignIns {
            from_one: Failures::new(settings.sign_ins_of_account),
            from_network: Failures::new(
                settings.sign_ins_of_account.zip(settings.network_factor).map(|(rate, factor)| rate.times(factor)),
            ),
            in_all: Failures::new(settings.sign_ins_of_account_in_all),
        }
    }

    fn named(&self) -> [(&'static str, &Failures); 3] {
        [(FROM_ONE, &self.from_one), (FROM_NETWORK, &self.from_network), (IN_ALL, &self.in_all)]
    }

    /// Keeps usage for [`SignIns::take_usage`] from now on.
    pub fn report_usage(&self) {
        self.named().into_iter().for_each(|(_, failures)| failures.lock().unreported = Some(HashMap::new()));
    }

    /// The failures on this node since the last call.
    pub fn take_usage(&self) -> Vec<Usage> {
        self.named().into_iter().flat_map(|(what, failures)| failures.take_usage(what)).collect()
    }

    /// Counts failures on another node.
    pub fn add(&self, Usage { what, who, times }: &Usage) {
        if let Some((_, failures)) = self.named().into_iter().find(|(name, _)| name == what) {
            failures.add(who, *times);
        }
    }

    /// Frees the memory of accounts at which nobody failed lately.
    pub fn evict_idle(&self) {
        let now = Instant::now();
        self.named().into_iter().for_each(|(_, failures)| failures.lock().spent_until.retain(|_, until| *until > now));
    }
}

impl Limits {
    /// Counts an attempt to sign in to an account from an address.
    ///
    /// # Errors
    /// If the address is over its limit.
    pub fn sign_in(&self, address: Address, account: &str) -> Result<SignIn<'_>, Problem> {
        self.sign_ins_of_address.check(&address)?;
        // Spaces and capitals do not make another account, and so give no further attempts.
        let account = account_key_from_input(account);
        let from = format!("{address} {account}");
        self.sign_ins.from_one.charge(&from)?;
        let from_network = format!("{} {account}", address.network());
        if let Err(too_many) = self.sign_ins.from_network.charge(&from_network) {
            // It is not verified.
            self.sign_ins.from_one.refund(&from);
            return Err(too_many);
        }
        Ok(SignIn { limits: self, from, from_network, account, counts_in_all: false, failed: true })
    }
}

/// An attempt to sign in. It counts as a failure unless [`SignIn::refund`] is called.
pub struct SignIn<'a> {
    limits: &'a Limits,
    /// The address and the account.
    from: String,
    /// The network and the account.
    from_network: String,
    account: String,
    /// Whether it counts for all addresses together.
    counts_in_all: bool,
    failed: bool,
}

impl SignIn<'_> {
    /// Counts it for all addresses together as well.
    ///
    /// # Errors
    /// If there were too many wrong passphrases for this account, from any address.
    pub fn count_in_all(&mut self) -> Result<(), Problem> {
        self.limits.sign_ins.in_all.charge(&self.account)?;
        self.counts_in_all = true;
        Ok(())
    }

    /// Does not count it after all: the passphrase was right, or was not verified.
    pub fn refund(mut self) {
        self.failed = false;
    }
}

impl Drop for SignIn<'_> {
    fn drop(&mut self) {
        let SignIns { from_one, from_network, in_all } = &self.limits.sign_ins;
        let in_all = self.counts_in_all.then_some((in_all, &self.account));
        for (failures, who) in
            [Some((from_one, &self.from)), Some((from_network, &self.from_network)), in_all].into_iter().flatten()
        {
            if self.failed {
                failures.report(who);
            } else {
                failures.refund(who);
            }
        }
    }
}

/// A rate limit that is charged before it is known whether something fails, and given back if it does not.
struct Failures {
    rate: Option<Rate>,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    /// When the last failure of each is forgotten, if no other one follows (the generic cell rate algorithm).
    spent_until: HashMap<String, Instant>,
    /// Failures that the other nodes do not know of yet, in a cluster.
    unreported: Option<HashMap<String, u32>>,
}

impl Failures {
    fn new(rate: Option<Rate>) -> Failures {
        Failures { rate, counted: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time that one failure counts.
    fn interval(rate: Rate) -> Duration {
        Duration::from_secs(60) / rate.per_minute.get()
    }

    fn charge(&self, who: &str) -> Result<(), Problem> {
        let Some(rate) = self.rate else { return Ok(()) };
        let (now, interval) = (Instant::now(), Failures::interval(rate));
        let mut counted = self.lock();
        let until = counted.spent_until.get(who).copied().unwrap_or(now).max(now) + interval;
        if let Some(wait) = until.checked_duration_since(now + interval * rate.burst.get()).filter(|wait| !wait.is_zero()) {
            return Err(over_limit(wait));
        }
        counted.spent_until.insert(who.to_owned(), until);
        Ok(())
    }

    fn refund(&self, who: &str) {
        let Some(rate) = self.rate else { return };
        if let Some(until) = self.lock().spent_until.get_mut(who) {
            *until = until.checked_sub(Failures::interval(rate)).unwrap_or(*until);
        }
    }

    fn report(&self, who: &str) {
        if let Some(unreported) = &mut self.lock().unreported {
            *unreported.entry(who.to_owned()).or_insert(0) += 1;
        }
    }

    fn take_usage(&self, what: &str) -> Vec<Usage> {
        let usage = self.lock().unreported.as_mut().map(std::mem::take).unwrap_or_default();
        usage.into_iter().map(|(who, times)| Usage { what: what.to_owned(), who, times }).collect()
    }

    fn add(&self, who: &str, times: u32) {
        let Some(rate) = self.rate else { return };
        let (now, interval) = (Instant::now(), Failures::interval(rate));
        let most = now + interval * rate.burst.get();
        let mut counted = self.lock();
        let until = counted.spent_until.get(who).copied().unwrap_or(now).max(now);
        counted.spent_until.insert(who.to_owned(), (until + interval * times.min(rate.burst.get())).min(most));
    }
}

#[cfg(test)]
mod tests {
    use super::super::ProxySettings;
    use super::*;

    fn address(last: u8) -> Address {
        Address([192, 0, 2, last].into())
    }

    fn limits(from_one: Option<Rate>, in_all: Option<Rate>) -> Limits {
        let settings =
            LimitSettings { sign_ins_of_account: from_one, sign_ins_of_account_in_all: in_all, ..LimitSettings::none() };
        Limits::new(settings, ProxySettings::default())
    }

    /// Whether a wrong passphrase is verified.
    fn fail(limits: &Limits, from: u8, name: &str) -> bool {
        limits.sign_in(address(from), name).and_then(|mut attempt| attempt.count_in_all()).is_ok()
    }

    #[test]
    fn spaces_and_capitals_give_no_further_sign_ins() {
        let limits = limits(Rate::new(3, 1), None);
        let tried = ["Anna", " anna", "ANNA  ", "anNa"].map(|name| fail(&limits, 1, name));
        assert_eq!(tried, [true, true, true, false]);
    }

    #[test]
    fn wrong_phrases_from_one_address_lock_nobody_else_out() {
        let limits = limits(Rate::new(3, 1), Rate::new(100, 1));
        assert_eq!((0..10).filter(|_| fail(&limits, 1, "Anna")).count(), 3);
        let problem = limits.sign_in(address(1), "Anna").err().expect("the address is over the limit");
        assert!((1..=61).contains(&problem.wait.unwrap_or(0)), "{problem:?}");
        assert!(fail(&limits, 2, "Anna") && fail(&limits, 1, "Bob"));
    }

    #[test]
    fn a_whole_network_has_the_attempts_of_few_addresses() {
        let settings = LimitSettings {
            sign_ins_of_account: Rate::new(3, 1),
            network_factor: std::num::NonZeroU32::new(4),
            ..LimitSettings::none()
        };
        let limits = Limits::new(settings, ProxySettings::default());
        assert_eq!((0..100).filter(|attempt| fail(&limits, *attempt, "Anna")).count(), 12);
        assert!(fail(&limits, 101, "Bob"), "other accounts are not concerned");
        assert!(limits.sign_in(Address([198, 51, 100, 1].into()), "Anna").is_ok());
    }

    #[test]
    fn right_phrases_do_not_count() {
        let limits = limits(Rate::new(3, 1), Rate::new(3, 1));
        for _ in 0..20 {
            let mut attempt = limits.sign_in(address(1), "Anna").expect("none has failed");
            attempt.count_in_all().expect("none has failed");
            attempt.refund();
        }
        assert_eq!((0..10).filter(|_| fail(&limits, 1, "Anna")).count(), 3);
    }

    #[test]
    fn attempts_at_the_same_time_count_before_they_are_verified() {
        let limits = limits(Rate::new(3, 1), None);
        let attempts: Vec<_> = (0..10).filter_map(|_| limits.sign_in(address(1), "Anna").ok()).collect();
        assert_eq!(attempts.len(), 3);
    }

    #[test]
    fn all_addresses_together_have_a_limit() {
        let limits = limits(None, Rate::new(20, 1));
        assert_eq!((0..100).filter(|from| fail(&limits, *from, "Anna")).count(), 20);
        assert!(fail(&limits, 1, "Bob"));
    }

    #[test]
    fn failures_on_one_node_count_on_all_and_are_forgotten() {
        let [one, other] = [(); 2].map(|()| limits(Rate::new(3, 1), Rate::new(5, 600_000)).shared());
        assert_eq!((0..2).filter(|_| fail(&one, 1, "Anna")).count(), 2);
        one.sign_in(address(1), "Anna").expect("the third").refund();
        let usage = one.take_local_usage();
        assert_eq!((usage.len(), one.take_local_usage()), (3, Vec::new()), "{usage:?}");
        other.add_remote_usage(&usage);
        assert!(fail(&other, 1, "Anna") && !fail(&other, 1, "Anna"));
        other.add_remote_usage(&[Usage { what: FROM_ONE.to_owned(), who: "192.0.2.7 anna".to_owned(), times: u32::MAX }]);
        assert!(!fail(&other, 7, "Anna"));
        // The other limit allows ten thousand in a second.
        std::thread::sleep(Duration::from_millis(20));
        other.evict_idle();
        assert!(other.sign_ins.in_all.lock().spent_until.is_empty() && !other.sign_ins.from_one.lock().spent_until.is_empty());
    }
}
