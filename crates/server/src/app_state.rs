//! The state that all requests share, as axum's `State`.

use std::sync::Arc;

use tablee_protocol::Problem;
use tokio::sync::Notify;

use crate::erased_list::ErasedList;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::people::People;
use crate::previews::Previews;
use crate::shares::Shares;
use crate::store::Store;

/// The state of a server.
pub struct AppState {
    /// Tables and people.
    pub store: Arc<dyn Store>,
    /// The same, over connections of its own: for export and erasure.
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
    /// Checks that a person may open another table.
    ///
    /// # Errors
    /// If they have too many unfinished ones, or the store does not answer.
    pub async fn may_open(&self, person: &str) -> Result<(), Problem> {
        let unfinished = self.store.unfinished_of(person, self.limits.most_tables()).await?;
        self.limits.unfinished_tables(unfinished.len())
    }
}
