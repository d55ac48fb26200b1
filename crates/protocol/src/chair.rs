//! A seat of a table: its player, and the person for whom it is reserved.

use tablee_core::Seat;

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
    /// The seat where it was reserved, before it was swapped: the secret of the reservation is of that seat.
    pub reserved_at: Option<Seat>,
    /// Whether its player is ready for the game to begin; `Some(false)` asks the others to wait.
    pub ready: Option<bool>,
    /// How often its player has said so, changed places or proposed something, in this part of the game.
    pub requests: u32,
    /// The player's salt for the shuffle.
    pub salt: Option<String>,
    /// The version at which its player resigned or ran out of time.
    pub out: Option<u32>,
}

impl Chair {
    /// Somebody takes it.
    pub(crate) fn take(&mut self, who: &Who, salt: Option<&str>) {
        self.who = Some(who.clone());
        (self.reserved, self.awaited, self.reserved_at, self.ready) = (None, None, None, None);
        if let Some(salt) = salt {
            self.salt = Some(salt.to_owned());
        }
    }

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
