//! Applies the sequential test while a run goes on, to end it as soon as the test decides.

use std::collections::BTreeMap;

use super::estimate::Observed;
use super::game::Played;
use super::schedule::Schedule;
use super::sprt::{Sprt, Verdict};
use super::summary::share_of_deal;

/// Collects games as they end, and tests deals in their order, so that the verdict does not depend on how many games
/// are played at once.
#[derive(Clone, Debug)]
pub struct Watch<'a> {
    schedule: &'a Schedule,
    test: Sprt,
    /// Games of deals that are not tested yet.
    waiting: BTreeMap<u32, Vec<Played>>,
    judged: Observed,
    verdict: Verdict,
}

impl<'a> Watch<'a> {
    /// A test of the first bot's share.
    pub fn new(schedule: &'a Schedule, test: Sprt) -> Watch<'a> {
        let judged = Observed::default();
        Watch { schedule, test, waiting: BTreeMap::new(), judged, verdict: test.judge(&judged) }
    }

    /// Adds a game. After the decision, nothing changes.
    pub fn push(&mut self, played: &Played) {
        self.waiting.entry(played.slot.deal).or_default().push(played.clone());
        while self.verdict.answer.is_none() {
            let next = self.judged.count;
            if self.waiting.get(&next).is_none_or(|deal| (deal.len() as u32) < self.schedule.games_a_deal()) {
                return;
            }
            let deal = self.waiting.remove(&next).unwrap_or_default();
            self.judged.push(share_of_deal(self.schedule, &deal, 0).unwrap_or_default());
            self.verdict = self.test.judge(&self.judged);
        }
    }

    /// The current verdict.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}
