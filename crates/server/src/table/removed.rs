//! Guests who come back after the host has removed them: under another name, but from the same address.
//!
//! The events of a table name the person who was removed, and no address. Where somebody came from is known as a keyed hash: in
//! the memory of the server, and in the store (`addresses`), which forgets it after a few days. So a table looks it up when it
//! is needed, and nothing more is stored.
//!
//! Others at the same address may be innocent. They can take part with an account, or with an invitation to a seat.

use std::collections::HashSet;

use tablee_core::text;
use tablee_protocol::{Code, Person, Problem};

use super::TableTask;
use super::aggregate::Invitation;

/// The addresses from which removed people came, as hashes.
#[derive(Default)]
pub(super) struct RemovedAddresses {
    /// How many of the removed people were looked up.
    looked_up: usize,
    addresses: HashSet<String>,
}

impl TableTask {
    /// Checks that a guest is not somebody whom the host has removed, as far as the address says it. People with a seat or a
    /// seat kept for them are known here.
    ///
    /// # Errors
    /// If somebody at their address was removed.
    pub(super) async fn check_not_back(&mut self, person: &Person, invite: Option<&str>) -> Result<(), Problem> {
        let shared = self.state.shared();
        if !person.guest || shared.removed().is_empty() {
            return Ok(());
        }
        let has_place = |id: &str| shared.chairs().iter().any(|(_, chair)| chair.awaited.as_deref() == Some(id));
        let known = shared.opened().host.id == person.id || shared.seat_of(&person.id).is_some() || has_place(&person.id);
        let to_a_seat = |word| matches!(self.state.invitation(word), Some(Invitation::Seat(_)));
        if known || invite.is_some_and(to_a_seat) {
            return Ok(());
        }
        let addresses = self.hub.addresses();
        addresses.recall(self.hub.store(), &person.id).await;
        let address = addresses.of(&person.id);
        if address.is_empty() || addresses.is_local(&address) {
            return Ok(());
        }
        self.look_up_removed().await;
        if !self.removed.addresses.contains(&address) {
            return Ok(());
        }
        let why = text!(
            "the host has removed a guest of your network from this table: sign in to an account, or ask the host for a seat",
            "l’hôte a exclu de cette table un invité de votre réseau : connectez-vous à un compte, ou demandez une place à l’hôte"
        );
        Err(Problem::new(Code::Removed, why))
    }

    /// Looks up from where people came whom the host has removed since the last time.
    pub(super) async fn look_up_removed(&mut self) {
        for person in &self.state.shared().removed()[self.removed.looked_up.min(self.state.shared().removed().len())..] {
            let addresses = self.hub.addresses();
            addresses.recall(self.hub.store(), person).await;
            let address = addresses.of(person);
            if !address.is_empty() {
                self.removed.addresses.insert(address);
            }
            self.removed.looked_up += 1;
        }
    }
}
