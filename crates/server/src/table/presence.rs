//! Presence: who is connected to a table, and how often that is broadcast.

use std::time::Duration;

use tablee_protocol::Person;
use tokio::time::Instant;

use crate::limits::{MessageLimiter, Rate};

/// The shortest time between two broadcasts of presence at a table. Changes in between are broadcast together.
const BROADCAST_EVERY: Duration = Duration::from_millis(250);

/// How often players may come and go with everybody notified at once.
const AT_ONCE: Option<Rate> = Rate::new(20, 60);

/// How many spectators are named. The host sees no more of them at once, and no message gets longer.
const MOST_NAMED: usize = 50;

/// The people connected to a table, on one node or on all.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Presence {
    /// The ids of seated people.
    pub people: Vec<String>,
    /// The number of other connections.
    pub watchers: u32,
    /// The people of those connections, each once; the first of them if they are many.
    pub spectators: Vec<Person>,
}

impl Presence {
    /// The presence of these connections: the person of each, if it has one.
    pub fn of<'a>(connections: impl Iterator<Item = Option<&'a Person>>, seated: impl Fn(&Person) -> bool) -> Presence {
        let mut presence = Presence::default();
        for person in connections {
            match person {
                Some(person) if seated(person) => presence.add_player(&person.id),
                Some(person) => {
                    presence.watchers += 1;
                    presence.add_spectator(person);
                }
                None => presence.watchers += 1,
            }
        }
        presence
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.watchers == 0
    }

    /// Adds the presence on another node.
    pub fn add(&mut self, other: &Presence) {
        other.people.iter().for_each(|person| self.add_player(person));
        self.watchers += other.watchers;
        other.spectators.iter().for_each(|person| self.add_spectator(person));
    }

    fn add_player(&mut self, id: &str) {
        if !self.people.iter().any(|known| known == id) {
            self.people.push(id.to_owned());
        }
    }

    fn add_spectator(&mut self, person: &Person) {
        if self.spectators.len() < MOST_NAMED && !self.spectators.iter().any(|known| known.id == person.id) {
            self.spectators.push(person.clone());
        }
    }
}

/// When presence is broadcast: at once if the table was quiet or a player comes or goes, otherwise together with later
/// changes. So spectators who come and go all the time do not flood the others.
pub(super) struct PresencePace {
    /// When it was last broadcast.
    last: Option<Instant>,
    /// Whether it has changed since.
    changed: bool,
    /// Whether it has changed on this node, so that the others are to know.
    changed_here: bool,
    players: MessageLimiter,
}

impl Default for PresencePace {
    fn default() -> PresencePace {
        PresencePace { last: None, changed: false, changed_here: false, players: MessageLimiter::new(AT_ONCE) }
    }
}

impl PresencePace {
    /// Notes a change on this node or on another one. Returns whether it is to be broadcast now.
    pub fn on_change(&mut self, here: bool, of_player: bool) -> bool {
        self.changed = true;
        self.changed_here |= here;
        let quiet = self.last.is_none_or(|last| last.elapsed() >= BROADCAST_EVERY);
        quiet || (of_player && self.players.check().is_ok())
    }

    /// Notes that presence is broadcast. Returns whether the other nodes are to know.
    pub fn on_broadcast(&mut self) -> bool {
        (self.last, self.changed) = (Some(Instant::now()), false);
        std::mem::take(&mut self.changed_here)
    }

    /// When the changes since the last broadcast are due.
    pub fn due(&self) -> Option<Instant> {
        self.last.filter(|_| self.changed).map(|last| last + BROADCAST_EVERY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes changes, 10 ms apart. Returns how many were broadcast at once.
    async fn change(pace: &mut PresencePace, times: u32, of_player: bool) -> u32 {
        let mut broadcasts = 0;
        for _ in 0..times {
            tokio::time::advance(Duration::from_millis(10)).await;
            if pace.on_change(true, of_player) {
                assert!(pace.on_broadcast(), "other nodes are notified");
                broadcasts += 1;
            }
        }
        broadcasts
    }

    #[tokio::test(start_paused = true)]
    async fn changes_are_broadcast_at_once_if_the_table_was_quiet_and_together_otherwise() {
        let mut pace = PresencePace::default();
        assert!(pace.due().is_none());
        assert_eq!(change(&mut pace, 1, false).await, 1);
        assert!(pace.due().is_none(), "everybody knows");
        let begin = Instant::now();
        assert_eq!(change(&mut pace, 10, false).await, 0);
        assert_eq!(pace.due(), Some(begin + BROADCAST_EVERY));
        // Changes on other nodes are not sent back to them.
        tokio::time::advance(BROADCAST_EVERY).await;
        pace.on_broadcast();
        assert!(!pace.on_change(false, false) && !pace.on_broadcast());
        // A thousand changes in ten seconds are forty broadcasts.
        assert_eq!(change(&mut pace, 1000, false).await, 40);
    }

    #[tokio::test(start_paused = true)]
    async fn players_who_come_and_go_are_broadcast_at_once_but_not_without_end() {
        let mut pace = PresencePace::default();
        assert_eq!(change(&mut pace, 1, false).await, 1);
        assert_eq!(change(&mut pace, 5, true).await, 5);
        // The limit is counted by the real clock, in which almost no time passes here.
        assert!((19..100).contains(&change(&mut pace, 1000, true).await));
    }

    fn person(id: &str) -> Person {
        Person { id: id.to_owned(), name: id.to_uppercase(), guest: true }
    }

    fn presence(connections: &[Option<&str>]) -> Presence {
        let people: Vec<_> = connections.iter().map(|id| id.map(person)).collect();
        Presence::of(people.iter().map(Option::as_ref), |person| person.id == "ada")
    }

    #[test]
    fn people_count_once_and_other_connections_each() {
        let here = presence(&[Some("ada"), Some("zoe"), None, Some("ada"), Some("zoe")]);
        assert_eq!(here, Presence { people: vec!["ada".to_owned()], watchers: 3, spectators: vec![person("zoe")] });
        let mut all = here.clone();
        all.add(&presence(&[Some("ada"), Some("zoe"), Some("max")]));
        assert_eq!(all, Presence { people: vec!["ada".to_owned()], watchers: 5, spectators: vec![person("zoe"), person("max")] });
    }

    #[test]
    fn the_names_are_bounded_and_the_number_is_not() {
        let many: Vec<_> = (0..2 * MOST_NAMED).map(|number| number.to_string()).collect();
        let mut here = presence(&many.iter().map(|id| Some(id.as_str())).collect::<Vec<_>>());
        here.add(&presence(&[Some("zoe")]));
        assert_eq!((here.watchers, here.spectators.len()), (2 * MOST_NAMED as u32 + 1, MOST_NAMED));
    }
}
