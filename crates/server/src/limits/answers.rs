//! Bytes of answers, per address and network.
//!
//! How long an answer is, is known only when it is made. So it is charged afterwards, and may put its address into debt: then
//! nothing more is answered until the debt is paid off.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tablee_protocol::Problem;

use super::Address;
use super::counter::{Usage, over_limit};
use super::settings::Rate;

/// The name of the limit, among nodes.
const NAME: &str = "answers_of_address";

/// The longest debt.
const LONGEST_DEBT: Duration = Duration::from_secs(60);

/// The bytes that were sent to each address and network.
pub(super) struct Answers {
    of_address: Option<Rate>,
    of_network: Option<Rate>,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    /// When the bytes of each are paid off, if no others follow (the generic cell rate algorithm).
    of_address: HashMap<Address, Instant>,
    of_network: HashMap<Address, Instant>,
    /// Bytes that the other nodes do not know of yet, in a cluster.
    unreported: Option<HashMap<Address, u32>>,
}

impl Answers {
    pub fn new(rate: Option<Rate>, factor: Option<NonZeroU32>) -> Answers {
        let of_network = factor.and_then(|factor| rate.map(|rate| rate.times(factor)));
        Answers { of_address: rate, of_network, counted: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that an address and its network are not in debt.
    ///
    /// # Errors
    /// If one of them is.
    pub fn check(&self, address: Address) -> Result<(), Problem> {
        let counted = self.lock();
        let of_address = debt(self.of_address, counted.of_address.get(&address));
        let of_network = debt(self.of_network, counted.of_network.get(&address.network()));
        match of_address.max(of_network) {
            Some(wait) => Err(over_limit(wait)),
            None => Ok(()),
        }
    }

    /// Charges the bytes of an answer.
    pub fn charge(&self, address: Address, bytes: u64) {
        let mut counted = self.lock();
        self.count(&mut counted, address, bytes);
        if let Some(unreported) = &mut counted.unreported {
            let sent = unreported.entry(address).or_insert(0);
            *sent = sent.saturating_add(u32::try_from(bytes).unwrap_or(u32::MAX));
        }
    }

    fn count(&self, counted: &mut Counted, address: Address, bytes: u64) {
        count(self.of_address, &mut counted.of_address, address, bytes);
        count(self.of_network, &mut counted.of_network, address.network(), bytes);
    }

    /// Keeps usage for [`Answers::take_usage`] from now on.
    pub fn report_usage(&self) {
        self.lock().unreported = Some(HashMap::new());
    }

    /// The bytes that this node sent since the last call.
    pub fn take_usage(&self) -> Vec<Usage> {
        let usage = self.lock().unreported.as_mut().map(std::mem::take).unwrap_or_default();
        usage.into_iter().map(|(who, times)| Usage { what: NAME.to_owned(), who: who.to_string(), times }).collect()
    }

    /// Counts bytes that another node sent.
    pub fn add(&self, Usage { what, who, times }: &Usage) {
        if let (NAME, Ok(address)) = (what.as_str(), who.parse()) {
            self.count(&mut self.lock(), address, u64::from(*times));
        }
    }

    /// Frees the memory of addresses that were sent nothing lately.
    pub fn evict_idle(&self) {
        let (now, mut counted) = (Instant::now(), self.lock());
        counted.of_address.retain(|_, until| *until > now);
        counted.of_network.retain(|_, until| *until > now);
    }
}

/// The time that so many bytes count.
fn time_of(rate: Rate, bytes: u64) -> Duration {
    Duration::from_secs_f64(bytes as f64 * 60.0 / f64::from(rate.per_minute.get()))
}

/// How long somebody is still in debt.
fn debt(rate: Option<Rate>, until: Option<&Instant>) -> Option<Duration> {
    let rate = rate?;
    let paid_at = until?.checked_duration_since(Instant::now() + time_of(rate, rate.burst.get().into()))?;
    Some(paid_at).filter(|wait| !wait.is_zero())
}

fn count(rate: Option<Rate>, paid: &mut HashMap<Address, Instant>, who: Address, bytes: u64) {
    let Some(rate) = rate else { return };
    let now = Instant::now();
    let most = now + time_of(rate, rate.burst.get().into()) + LONGEST_DEBT;
    let until = paid.entry(who).or_insert(now);
    *until = ((*until).max(now) + time_of(rate, bytes).min(most - now)).min(most);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::of(text.parse().unwrap(), 64)
    }

    #[test]
    fn an_address_in_debt_gets_no_answer_and_others_do() {
        let answers = Answers::new(Rate::new(1000, 60), NonZeroU32::new(2));
        let [one, other, neighbour] = ["192.0.2.1", "198.51.100.1", "192.0.2.2"].map(address);
        answers.charge(one, 900);
        assert_eq!(answers.check(one), Ok(()));
        // The last answer may be longer than what is left.
        answers.charge(one, 300);
        let problem = answers.check(one).expect_err("it is in debt");
        assert!(problem.wait.is_some_and(|wait| (60..=61).contains(&wait)), "a debt is never long: {problem:?}");
        assert!(answers.check(other).is_ok() && answers.check(neighbour).is_ok());
        // The network has the budget of two.
        answers.charge(neighbour, 950);
        assert!(answers.check(neighbour).is_err() && answers.check(other).is_ok());
    }

    #[test]
    fn a_debt_is_paid_off_and_forgotten() {
        let answers = Answers::new(Rate::new(1000, 600_000), None);
        let one = address("2001:db8::1");
        answers.charge(one, 1010);
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(answers.check(one), Ok(()), "10 bytes are paid off in a millisecond");
        std::thread::sleep(Duration::from_millis(110));
        answers.evict_idle();
        assert!(answers.lock().of_address.is_empty());
    }

    #[test]
    fn bytes_of_one_node_count_on_all() {
        let [one, other] = [(); 2].map(|()| Answers::new(Rate::new(1000, 1), None));
        one.report_usage();
        one.charge(address("192.0.2.1"), 1200);
        one.take_usage().iter().for_each(|usage| other.add(usage));
        assert!(other.check(address("192.0.2.1")).is_err() && one.take_usage().is_empty());
    }
}
