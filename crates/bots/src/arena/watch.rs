//! Watching a run while it goes on, to end it as soon as a test decides.

use std::collections::BTreeMap;

use super::estimate::Observed;
use super::game::Played;
use super::schedule::Schedule;
use super::sprt::{Sprt, Verdict};
use super::summary::share_of_deal;

/// Takes games as they end and judges deals in their order. So the verdict is the same however many games are played at once.
#[derive(Clone, Debug)]
pub struct Watch<'a> {
    schedule: &'a Schedule,
    test: Sprt,
    /// Games of deals whose turn has not come.
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

    /// One more game. What comes after the decision changes nothing.
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

    /// How the test stands.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}
