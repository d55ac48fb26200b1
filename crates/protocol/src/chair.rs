//! A seat of a table: its player, and the person for whom it is reserved.

use crate::Who;

/// A seat of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chair {
    /// The person or the bot that has it now.
    pub who: Option<Who>,
    /// The person or the bot that had it when the game began: the result counts for them.
    pub player: Option<Who>,
    /// The name that it is reserved for.
    pub reserved: Option<String>,
    /// The id of the person that it is reserved for, if it is known.
    pub awaited: Option<String>,
    /// The player's salt for the shuffle.
    pub salt: Option<String>,
    /// The version at which its player resigned or ran out of time.
    pub out: Option<u32>,
}

impl Chair {
    /// Whether this person has it.
    pub fn belongs_to(&self, person: &str) -> bool {
        matches!(&self.who, Some(Who::Person(who)) if who.id == person)
    }

    /// The bot on it, if it is one.
    pub fn bot(&self) -> Option<&str> {
        match &self.who {
            Some(Who::Bot(bot)) => Some(bot),
            _ => None,
        }
    }
}
