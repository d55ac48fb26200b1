//! How many connections may watch a table without a seat there: every one of them gets every message.

use std::sync::Arc;

use tablee_core::text;
use tablee_protocol::{Code, Problem};

use super::TableTask;
use crate::connection::Connection;
use crate::limits::{Address, SpectatorCaps};

/// When a spectator may ask again.
const RETRY_AFTER: u32 = 30;

impl TableTask {
    /// Checks that a connection may watch the table. Players and the host always may.
    ///
    /// # Errors
    /// If too many others watch it, all together or from the same address.
    pub(super) fn require_place_to_watch(&self, connection: &Connection, invite: Option<&str>) -> Result<(), Problem> {
        if !self.is_spectator(connection) {
            return Ok(());
        }
        let is_another = |other: &&Arc<Connection>| !other.is_closed() && other.id() != connection.id();
        let spectators = self.subscribers.iter().filter(is_another).filter(|other| self.is_spectator(other));
        let invited = invite.is_some_and(|invite| self.state.invitation(invite).is_some());
        check(self.hub.spectator_caps(), spectators.map(|other| other.address()), connection.address(), invited)
    }

    /// Whether a connection is neither that of a player nor that of the host.
    fn is_spectator(&self, connection: &Connection) -> bool {
        let host = &self.state.shared().opened().host.id;
        !self.is_player(connection) && connection.person().is_none_or(|person| person.id != *host)
    }
}

/// Checks a further spectator against the caps. People with an invitation are to sit down here, so they find a place
/// however many others watch.
fn check(caps: SpectatorCaps, spectators: impl Iterator<Item = Address>, address: Address, invited: bool) -> Result<(), Problem> {
    let (mut all, mut of_address) = (0, 0);
    for other in spectators {
        all += 1;
        of_address += u32::from(other == address);
    }
    if caps.of_address.is_some_and(|most| of_address >= most.get()) {
        return Err(too_many(text!(
            "{of_address} connections from your network watch this table already",
            "{of_address} connexions de votre réseau regardent déjà cette table"
        )));
    }
    if !invited && caps.of_table.is_some_and(|most| all >= most.get()) {
        return Err(too_many(text!(
            "{all} connections watch this table already: try again later",
            "{all} connexions regardent déjà cette table : réessayez plus tard"
        )));
    }
    Ok(())
}

fn too_many(why: tablee_core::Text) -> Problem {
    Problem { wait: Some(RETRY_AFTER), ..Problem::new(Code::TooMuch, why) }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn spectators_are_capped_per_table_and_per_address() {
        let caps = SpectatorCaps { of_table: NonZeroU32::new(5), of_address: NonZeroU32::new(3) };
        let address = |last: u8| Address([192, 0, 2, last].into());
        let from = |spectators: &[u8], asking: u8, invited| {
            check(caps, spectators.iter().map(|last| address(*last)), address(asking), invited).map_err(|problem| problem.why.en)
        };
        assert_eq!(from(&[1, 1, 2, 2], 1, false), Ok(()));
        assert!(from(&[1, 1, 1, 2], 1, true).is_err_and(|why| why.starts_with("3 connections from your network")));
        assert_eq!(from(&[1, 1, 1, 2], 3, false), Ok(()));
        assert!(from(&[1, 1, 1, 2, 2], 3, false).is_err_and(|why| why.starts_with("5 connections watch")));
        assert_eq!(from(&[1, 1, 1, 2, 2], 3, true), Ok(()));
        let none = SpectatorCaps { of_table: None, of_address: None };
        assert!(check(none, std::iter::repeat_n(address(1), 10_000), address(1), false).is_ok());
    }
}
