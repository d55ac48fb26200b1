//! Presence: who is connected to a table.

use tablee_protocol::Person;

/// How many spectators are named. The host sees no more of them at once, and no message gets longer.
const MOST_NAMED: usize = 50;

/// Who is connected to a table, on one node or on all.
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

#[cfg(test)]
mod tests {
    use super::*;

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
