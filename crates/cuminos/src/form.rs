//! The options in words.

use tablee_core::{Forms, Label, Text, text};

use crate::Cuminos;
use crate::set::Set;

impl Forms for Cuminos {
    fn title(option: &str) -> Label {
        match option {
            "teams" => Label::new("Teams", "Équipes"),
            _ => Label::new("Players", "Joueurs"),
        }
    }

    fn words(_: &Set, option: &str) -> Vec<(String, Text)> {
        let word = |word: &str, label: Text| (word.to_owned(), label);
        match option {
            "teams" => vec![
                word("none", text!("everyone for themselves", "chacun pour soi")),
                word("pairs", text!("teams of two", "équipes de deux")),
                word("triples", text!("teams of three", "équipes de trois")),
            ],
            _ => Vec::new(),
        }
    }
}
