//! The options in words.

use tablee_core::{Forms, Label, Text};

use crate::DogCity;
use crate::set::Set;

impl Forms for DogCity {
    fn title(option: &str) -> Label {
        match option {
            "youngest" => Label::new("Youngest player, who begins", "Plus jeune joueur, qui commence"),
            "cat_in_hand" => Label::new("A black cat in hand costs", "Un chat noir en main coûte"),
            _ => Label::new("Players", "Joueurs"),
        }
    }

    fn words(_: &Set, _: &str) -> Vec<(String, Text)> {
        Vec::new()
    }
}
