//! Caps of the unfinished tables of a person and of an address, and of those with bots from one address.

use std::num::NonZeroU32;

use tablee_core::text;
use tablee_protocol::{Code, Problem};

use super::Limits;

impl Limits {
    /// How many unfinished tables of a person to look for.
    pub fn most_tables(&self) -> u32 {
        self.most_tables.map_or(0, NonZeroU32::get)
    }

    /// Checks that a person with this many unfinished tables may open another one.
    ///
    /// # Errors
    /// If they have too many.
    pub fn unfinished_tables(&self, count: usize) -> Result<(), Problem> {
        match self.most_tables {
            Some(most) if count >= most.get() as usize => Err(Problem::new(
                Code::TooMuch,
                text!(
                    "you have {count} unfinished tables: finish or close one first",
                    "vous avez {count} tables en cours : terminez-en une ou fermez-en une d’abord"
                ),
            )),
            _ => Ok(()),
        }
    }

    /// How many unfinished tables of an address to look for; none if there is no limit.
    pub fn most_tables_of_address(&self) -> Option<u32> {
        self.most_tables_of_address.map(NonZeroU32::get)
    }

    /// Checks that from an address with this many unfinished tables another one may be opened.
    ///
    /// # Errors
    /// If there are too many.
    pub fn tables_of_address(&self, count: u32) -> Result<(), Problem> {
        match self.most_tables_of_address {
            Some(most) if count >= most.get() => Err(Problem::new(
                Code::TooMuch,
                text!(
                    "people on your network have {count} unfinished tables: finish or close one first",
                    "il y a {count} tables en cours sur votre réseau : terminez-en une ou fermez-en une d’abord"
                ),
            )),
            _ => Ok(()),
        }
    }

    /// How many unfinished tables with bots of an address to look for; none if there is no limit.
    pub fn most_bot_tables(&self) -> Option<u32> {
        self.most_bot_tables.map(NonZeroU32::get)
    }

    /// Checks that from an address with this many unfinished tables with bots another one may be opened.
    ///
    /// # Errors
    /// If there are too many.
    pub fn bot_tables(&self, count: u32) -> Result<(), Problem> {
        match self.most_bot_tables {
            Some(most) if count >= most.get() => Err(Problem::new(
                Code::TooMuch,
                text!(
                    "people on your network have {count} unfinished tables with bots: finish or close one first",
                    "il y a {count} tables avec robots en cours sur votre réseau : terminez-en une ou fermez-en une d’abord"
                ),
            )),
            _ => Ok(()),
        }
    }
}
