//! Everything that a request may need.

use std::sync::Arc;

use crate::hub::Hub;
use crate::limits::Limits;
use crate::people::People;
use crate::store::Store;

/// The whole house: what is kept, who there is, the tables, and how much anyone may ask for.
pub struct AppState {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Who somebody is.
    pub people: People,
    /// The tables.
    pub hub: Hub,
    /// How much anyone may ask for.
    pub limits: Limits,
}
