//! The options in words.

use tablee_core::{Forms, Label, Text, text};

use crate::Rumis;
use crate::options::{Options, Rules};
use crate::set::Set;

impl Forms for Rumis {
    fn title(option: &str) -> Label {
        match option {
            "board" => Label::new("Board", "Plateau"),
            "rules" => Label::new("Rules", "Règles"),
            "sector_end" => Label::new("The first sector ends", "Le premier secteur finit"),
            _ => Label::new("Players", "Joueurs"),
        }
    }

    fn words(set: &Set, option: &str) -> Vec<(String, Text)> {
        let word = |word: &str, label: Text| (word.to_owned(), label);
        match option {
            "board" => set
                .boards
                .iter()
                .map(|board| (board.id.clone(), Text { en: board.name.clone(), fr: board.name.clone() }))
                .collect(),
            "rules" => vec![
                word("standard", text!("standard", "classiques")),
                word("inverse", text!("inverse", "inversées")),
                word("two-sector", text!("two sectors", "deux secteurs")),
            ],
            "sector_end" => vec![
                word("first-blocked", text!("when one player is blocked", "quand un joueur est bloqué")),
                word("all-blocked", text!("when both are blocked", "quand les deux sont bloqués")),
            ],
            _ => Vec::new(),
        }
    }

    fn matters(options: &Options, option: &str) -> bool {
        option != "sector_end" || options.rules == Rules::TwoSector
    }
}
