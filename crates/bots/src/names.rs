//! First names of bots, by level and seat.
//!
//! A bot of a level has the same name in the browser, in the terminal, at shared tables and in replays, because the name
//! follows from its level and its seat alone. Records do not contain it: they say `level3`.

use tablee_core::{MAX_SEATS, Seat};

use crate::spec::MOST_LEVELS;

/// The names by level and seat. They read well in English and in French, and begin with different letters within a level.
pub const BOT_NAMES: [[&str; MAX_SEATS]; MOST_LEVELS] = [
    ["Lily", "Oscar", "Zoé", "Tom", "Nina", "Hugo"],
    ["Margot", "Felix", "Iris", "Jules", "Rosa", "Leo"],
    ["Clara", "Theo", "Mila", "Bruno", "Alice", "Kim"],
    ["Max", "Louise", "Simon", "Emma", "Gabriel", "Jade"],
    ["Flora", "Samuel", "Olga", "Arthur", "Lucia", "Victor"],
    ["Omar", "Agnès", "Martin", "Vera", "Edgar", "Paula"],
    ["Selma", "Anton", "Camille", "Pablo", "Dora", "Hector"],
    ["Marcel", "Inès", "Conrad", "Ada", "Ravi", "Sofia"],
    ["Minerva", "Otto", "Blanche", "Virgil", "Athena", "Igor"],
];

/// The name of the bot of a level, counted from 1, on a seat; none for a level that no game has.
pub fn bot_name(level: usize, seat: Seat) -> Option<&'static str> {
    Some(BOT_NAMES.get(level.checked_sub(1)?)?[seat.number()])
}

/// The level that a bot's name in a record says: 3 for `level3`; none for other bots.
pub fn level_of(bot: &str) -> Option<usize> {
    let digits = bot.strip_prefix("level")?;
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_occurs_once() {
        let names: BTreeSet<_> = BOT_NAMES.iter().flatten().collect();
        assert_eq!(names.len(), MOST_LEVELS * MAX_SEATS);
    }

    #[test]
    fn names_of_a_level_begin_with_different_letters() {
        for names in BOT_NAMES {
            let letters: BTreeSet<_> = names.iter().map(|name| name.chars().next()).collect();
            assert_eq!(letters.len(), MAX_SEATS, "{names:?}");
        }
    }

    #[test]
    fn names_are_short_and_can_stand_in_a_record() {
        for name in BOT_NAMES.into_iter().flatten() {
            assert!((3..=7).contains(&name.chars().count()), "{name}");
            assert!(name.chars().all(char::is_alphabetic), "{name}");
        }
    }

    /// People remember them: a name must not move to another level or seat.
    #[test]
    fn names_are_stable() {
        assert_eq!(bot_name(1, Seat::new(0)), Some("Lily"));
        assert_eq!(bot_name(2, Seat::new(1)), Some("Felix"));
        assert_eq!(bot_name(4, Seat::new(3)), Some("Emma"));
        assert_eq!(bot_name(9, Seat::new(5)), Some("Igor"));
        assert_eq!(bot_name(0, Seat::new(0)), None);
        assert_eq!(bot_name(10, Seat::new(0)), None);
    }

    #[test]
    fn only_levels_have_a_level() {
        assert_eq!(level_of("level3"), Some(3));
        for other in ["level", "level+3", "level3 ", "greedy", "search:200", "Level3"] {
            assert_eq!(level_of(other), None, "{other}");
        }
    }
}
