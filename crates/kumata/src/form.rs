//! The options in words.

use tablee_core::{Forms, Label, Text, text};

use crate::Kumata;
use crate::set::{Clan, Set};

impl Forms for Kumata {
    fn title(option: &str) -> Label {
        match option {
            "clans" => Label::new("Clan", "Clan"),
            "layout" => Label::new("Board", "Plateau"),
            "teams" => Label::new("Two teams", "Deux équipes"),
            "youngest" => Label::new("Youngest player", "Plus jeune joueur"),
            _ => Label::new("Players", "Joueurs"),
        }
    }

    fn words(_: &Set, option: &str) -> Vec<(String, Text)> {
        match option {
            "clans" => Clan::ALL.iter().map(|clan| (clan.name().to_owned(), clan.label().into())).collect(),
            "layout" => {
                vec![("square".to_owned(), text!("square", "carré")), ("maze".to_owned(), text!("maze", "dédale"))]
            }
            _ => Vec::new(),
        }
    }
}
