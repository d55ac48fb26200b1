//! Absence: how long the player to move has been disconnected. Others may claim the game after a while.
//!
//! The time counts from when this node first saw it, in this turn. So nobody is away because of a restart, an outage, or
//! because they left before it was their turn. It is never stored.

use std::time::Duration;

use tablee_protocol::{Clock, Person};
use tokio::time::Instant;

use super::ending::Away;
use super::{TableTask, now};
use crate::cluster::TableNote;

/// How many times longer a player may be away in a game without a clock.
const WITHOUT_CLOCK: u32 = 5;

/// A player who sends requests over HTTP is there. The time does not begin again with each of them, but only after this
/// part of it.
const SEEN_PART: u32 = 6;

/// Since when the player to move is away.
#[derive(Clone, Copy, Debug)]
pub(super) struct AwaySince {
    /// The version of the last ply: this is about the turn after it.
    played: u32,
    since: Instant,
}

/// How long the player to move must be away before others may claim; `None` in a game of days.
pub(super) fn time_to_claim(clock: Clock, claim_after: Duration) -> Option<Duration> {
    match clock {
        Clock::None => Some(claim_after * WITHOUT_CLOCK),
        Clock::Move { .. } | Clock::Game { .. } => Some(claim_after),
        Clock::Days { .. } => None,
    }
}

impl TableTask {
    fn time_to_claim(&self) -> Option<Duration> {
        time_to_claim(self.state.shared().opened().clock, self.hub.claim_after())
    }

    /// Notes whether the player to move is there, and says so if that has changed. Done after every request, because each
    /// may change it.
    pub(super) fn track_away(&mut self) {
        let played = self.state.shared().played();
        let paused = self.state.shared().is_paused();
        let is_away = !paused && self.state.person_to_move().is_some_and(|person| !self.is_present(person));
        let before = self.away.map(|away| away.played);
        let after = (is_away && self.time_to_claim().is_some()).then_some(played);
        if after != before {
            self.away = after.map(|played| AwaySince { played, since: Instant::now() });
            self.on_claim_change();
        }
    }

    /// Whether a person is connected to the table, on any node.
    pub(super) fn is_present(&self, person: &Person) -> bool {
        self.is_present_here(person) || self.remote_presence.values().any(|there| there.people.contains(&person.id))
    }

    /// Whether a person is connected to the table on this node.
    pub(super) fn is_present_here(&self, person: &Person) -> bool {
        let is_theirs = |other: &Person| other.id == person.id;
        self.subscribers.iter().any(|subscriber| !subscriber.is_closed() && subscriber.person().is_some_and(is_theirs))
    }

    /// How long the player to move has been away.
    pub(super) async fn away(&mut self) -> Away {
        // Nobody is away because of an outage, also of the whole machine: the heartbeat notes it.
        self.hub.wait_for_heartbeat().await;
        let began = self.away.map(|away| now().saturating_sub(away.since.elapsed().as_millis() as u64));
        if began.is_some_and(|began| self.hub.outage_after(began)) {
            self.away = self.away.map(|away| AwaySince { since: Instant::now(), ..away });
        }
        // Without the bus, nobody here knows who is connected to other nodes.
        let knows_all = self.hub.cluster().is_none_or(|cluster| cluster.is_connected());
        let needed = self.time_to_claim();
        match self.away.filter(|_| knows_all) {
            Some(AwaySince { played, since }) => Away { played, time: Some(since.elapsed()), needed },
            None => Away { played: self.state.shared().played(), time: None, needed },
        }
    }

    /// In how many milliseconds others may claim the game; `None` if the player to move is there.
    pub(super) fn claim_in(&self) -> Option<u64> {
        let left = self.time_to_claim()?.saturating_sub(self.away?.since.elapsed());
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    /// The time that the player to move was away does not count: there was an outage, or notes were lost.
    pub(super) fn forget_away(&mut self) {
        self.away = None;
    }

    /// A person has sent a request over HTTP, so they are there.
    pub(super) fn on_seen(&mut self, person: &str) {
        let is_to_move = self.state.person_to_move().is_some_and(|to_move| to_move.id == person);
        let (Some(away), Some(needed)) = (self.away, self.time_to_claim()) else { return };
        if is_to_move && away.since.elapsed() > needed / SEEN_PART {
            self.forget_away();
            if let Some(cluster) = self.hub.cluster() {
                cluster.send_table_note(&self.peers, &self.id, &TableNote::Seen { person: person.to_owned() });
            }
        }
    }

    /// The person has sent a request to another node.
    pub(super) fn on_seen_elsewhere(&mut self, person: &str) {
        if self.state.person_to_move().is_some_and(|to_move| to_move.id == person) {
            self.forget_away();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_clock_there_is_more_time_and_with_days_only_the_clock_decides() {
        let after = Duration::from_secs(60);
        assert_eq!(time_to_claim(Clock::Move { seconds: 5 }, after), Some(after));
        assert_eq!(time_to_claim(Clock::Game { seconds: 900, increment: 0 }, after), Some(after));
        assert_eq!(time_to_claim(Clock::None, after), Some(Duration::from_secs(300)));
        assert_eq!(time_to_claim(Clock::Days { days: 1 }, after), None);
    }
}
