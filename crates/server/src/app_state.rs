//! The state that all requests share, as axum's `State`.

use std::sync::Arc;

use tablee_protocol::{Act, Command, Problem, Who};
use tokio::sync::Notify;

use crate::erased_list::ErasedList;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::people::People;
use crate::previews::Previews;
use crate::ratings::LATELY;
use crate::shares::Shares;
use crate::store::Store;
use crate::table::now;

/// The state of a server.
pub struct AppState {
    /// Tables and people.
    pub store: Arc<dyn Store>,
    /// The same, over separate connections: for export and erasure.
    pub long_work: Arc<dyn Store>,
    /// The list of erased people outside of the database.
    pub erased_list: ErasedList,
    /// Somebody was erased, and there are remains of what was deleted.
    pub remains: Notify,
    /// Keys, accounts and guests.
    pub people: People,
    /// The tables in memory, and the connections.
    pub hub: Hub,
    /// The rate limits.
    pub limits: Limits,
    /// Games that were shared by a short link.
    pub shares: Arc<Shares>,
    /// The previews of links.
    pub previews: Previews,
}

impl AppState {
    /// Checks that a person may open another table, with bots or without.
    ///
    /// # Errors
    /// If they or their address have too many unfinished ones, or the address too many with bots, or the store does not answer.
    pub async fn may_open(&self, person: &str, with_bots: bool) -> Result<(), Problem> {
        let unfinished = self.store.unfinished_of(person, self.limits.most_tables()).await?;
        self.limits.unfinished_tables(unfinished.len())?;
        self.may_have_tables(person).await?;
        if with_bots { self.may_have_bots(person).await } else { Ok(()) }
    }

    /// Checks what an act requires apart from its table.
    ///
    /// # Errors
    /// If it needs one more table, or one more with bots, and there are too many.
    pub async fn may_act(&self, person: &str, table: &str, act: &Act) -> Result<(), Problem> {
        let has_bots = async || {
            let seats = self.hub.summary(table).await?.seats;
            Ok::<_, Problem>(seats.iter().any(|seat| matches!(seat.who, Some(Who::Bot(_)))))
        };
        match act {
            Act::Rematch => self.may_open(person, has_bots().await?).await,
            Act::Command(Command::Bot { .. }) if !has_bots().await? => self.may_have_bots(person).await,
            Act::Command(_) => Ok(()),
        }
    }

    /// Checks that there may be another table for the address from which a person came last.
    async fn may_have_tables(&self, person: &str) -> Result<(), Problem> {
        let address = self.hub.addresses().of(person);
        let Some(most) = self.limits.most_tables_of_address().filter(|_| !address.is_empty()) else { return Ok(()) };
        let since = now().saturating_sub(LATELY.as_millis() as u64);
        self.limits.tables_of_address(self.store.tables_from(&address, since, most).await?)
    }

    /// Checks that there may be another table with bots for the address from which a person came last.
    async fn may_have_bots(&self, person: &str) -> Result<(), Problem> {
        let address = self.hub.addresses().of(person);
        let Some(most) = self.limits.most_bot_tables().filter(|_| !address.is_empty()) else { return Ok(()) };
        let since = now().saturating_sub(LATELY.as_millis() as u64);
        self.limits.bot_tables(self.store.tables_with_bots_from(&address, since, most).await?)
    }
}
