//! Permits to push jobs: how many jobs one person, and one address, may have in the work queue at once.
//!
//! The work queue is first come, first served, and workers share their cores fairly only between the jobs that they have
//! leased. So nobody may fill the queue: a table waits for a permit before it pushes a bot's job, and returns the permit
//! when it no longer waits for the job. The people of an address get permits in turn.
//!
//! Each node has permits of its own. What waits for one is bounded by the tables in memory, and lost with them: a table
//! that is loaded again asks again.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::cores::Payer;

/// How many permits an address may hold. Enough to keep dozens of cores busy, and few enough that a worker leases the
/// jobs of many addresses at once.
const MOST_OF_ADDRESS: usize = 64;

/// How many of them a person may hold.
const MOST_OF_PERSON: usize = 16;

/// The permits of a node. Clones share them.
#[derive(Clone, Default, Debug)]
pub struct JobPermits(Arc<Mutex<HashMap<String, OfAddress>>>);

/// The permits of an address.
#[derive(Default, Debug)]
struct OfAddress {
    held: usize,
    /// The people who hold permits or wait for one.
    people: HashMap<String, OfPerson>,
    /// The people who wait, each once. The first of them who may have one more gets the next permit, and goes to the end.
    next: VecDeque<String>,
}

/// The permits of a person at an address.
#[derive(Default, Debug)]
struct OfPerson {
    held: usize,
    waiting: VecDeque<watch::Sender<bool>>,
}

/// A permit, or the place of one who waits for it. Dropping it gives it back.
#[derive(Debug)]
pub struct JobPermit {
    permits: JobPermits,
    payer: Payer,
    granted: watch::Receiver<bool>,
}

impl JobPermits {
    fn by_address(&self) -> MutexGuard<'_, HashMap<String, OfAddress>> {
        // A panic cannot leave the counts half changed, so a poisoned lock is usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for a permit. It is granted at once or later. People whose address is not known share one.
    pub fn request(&self, payer: &Payer) -> JobPermit {
        let (sender, granted) = watch::channel(false);
        let mut by_address = self.by_address();
        let of_address = by_address.entry(payer.address.clone()).or_default();
        let of_person = of_address.people.entry(payer.person.clone()).or_default();
        if of_person.waiting.is_empty() {
            of_address.next.push_back(payer.person.clone());
        }
        of_person.waiting.push_back(sender);
        of_address.grant();
        JobPermit { permits: self.clone(), payer: payer.clone(), granted }
    }
}

impl OfAddress {
    /// Hands free permits to the requests that wait.
    fn grant(&mut self) {
        while self.held < MOST_OF_ADDRESS {
            let people = &self.people;
            let may_have_more = |person: &String| people.get(person).is_some_and(|person| person.held < MOST_OF_PERSON);
            let Some(person) = self.next.iter().position(may_have_more).and_then(|index| self.next.remove(index)) else { return };
            let Some(of_person) = self.people.get_mut(&person) else { continue };
            let Some(waiting) = of_person.waiting.pop_front() else { continue };
            waiting.send_replace(true);
            of_person.held += 1;
            self.held += 1;
            if !of_person.waiting.is_empty() {
                self.next.push_back(person);
            }
        }
    }

    /// Takes back a permit, or the place of one who has not got it yet.
    fn take_back(&mut self, person: &str, granted: &watch::Receiver<bool>) {
        let Some(of_person) = self.people.get_mut(person) else { return };
        if *granted.borrow() {
            of_person.held -= 1;
            self.held -= 1;
        } else {
            of_person.waiting.retain(|waiting| !waiting.subscribe().same_channel(granted));
            if of_person.waiting.is_empty() {
                self.next.retain(|waiting| waiting != person);
            }
        }
        if of_person.held == 0 && of_person.waiting.is_empty() {
            self.people.remove(person);
        }
        self.grant();
    }
}

impl JobPermit {
    /// Whether it is granted.
    pub fn is_granted(&self) -> bool {
        *self.granted.borrow()
    }

    /// Whether it is granted, and the change. The channel closes if the permit is dropped before.
    pub fn granted(&self) -> watch::Receiver<bool> {
        self.granted.clone()
    }
}

impl Drop for JobPermit {
    fn drop(&mut self) {
        let mut by_address = self.permits.by_address();
        let Some(of_address) = by_address.get_mut(&self.payer.address) else { return };
        of_address.take_back(&self.payer.person, &self.granted);
        if of_address.people.is_empty() {
            by_address.remove(&self.payer.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(address: &str, person: &str) -> Payer {
        Payer { address: address.to_owned(), person: person.to_owned() }
    }

    fn granted(permits: &[JobPermit]) -> usize {
        permits.iter().filter(|permit| permit.is_granted()).count()
    }

    #[test]
    fn an_address_and_a_person_hold_a_bounded_number() {
        let permits = JobPermits::default();
        let of_one: Vec<_> = (0..50).map(|_| permits.request(&payer("a", "greedy"))).collect();
        assert_eq!(granted(&of_one), MOST_OF_PERSON);
        let of_many: Vec<_> = (0..500).map(|guest| permits.request(&payer("a", &format!("guest {}", guest % 60)))).collect();
        assert_eq!(granted(&of_one) + granted(&of_many), MOST_OF_ADDRESS);
        assert!(permits.request(&payer("b", "patient")).is_granted(), "another address has its own");
    }

    #[test]
    fn those_of_an_address_get_them_in_turn() {
        let permits = JobPermits::default();
        let mut held: VecDeque<_> =
            (0..1200).map(|number| permits.request(&payer("a", &format!("guest {}", number % 4)))).collect();
        let patient = permits.request(&payer("a", "patient"));
        assert!(!patient.is_granted());
        let mut returned = 0;
        while !patient.is_granted() {
            drop(held.pop_front());
            returned += 1;
        }
        assert!(returned <= 5, "{returned}");
    }

    #[test]
    fn all_are_granted_in_the_end_and_nothing_is_left() {
        let permits = JobPermits::default();
        let mut waiting: VecDeque<_> = (0..300).map(|number| permits.request(&payer("a", &format!("{}", number % 7)))).collect();
        // Some give up before they get one.
        let mut number = 0;
        waiting.retain(|permit| {
            number += 1;
            permit.is_granted() || number % 3 != 0
        });
        let (mut done, all) = (0, waiting.len());
        while let Some(index) = waiting.iter().position(JobPermit::is_granted) {
            drop(waiting.remove(index));
            done += 1;
        }
        assert_eq!(done, all);
        assert!(waiting.is_empty() && permits.by_address().is_empty());
    }

    #[tokio::test]
    async fn a_permit_that_is_dropped_is_never_granted() {
        let permits = JobPermits::default();
        let held: Vec<_> = (0..MOST_OF_PERSON).map(|_| permits.request(&payer("a", "anna"))).collect();
        let [gone, next] = [(); 2].map(|()| permits.request(&payer("a", "anna")));
        let (mut of_gone, mut of_next) = (gone.granted(), next.granted());
        drop(gone);
        assert!(of_gone.wait_for(|granted| *granted).await.is_err());
        drop(held);
        assert!(of_next.wait_for(|granted| *granted).await.is_ok());
    }
}
