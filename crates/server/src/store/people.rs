//! What a store of people does: people, their keys, accounts and ratings.

use async_trait::async_trait;
use tablee_protocol::Scope;

use super::StoreError;

/// People, the keys by which they are known, and how good they are.
#[async_trait]
pub trait PeopleStore: Send + Sync + 'static {
    /// Keeps somebody new, with their first key.
    async fn add_person(&self, person: &PersonRow, key: &KeyRow) -> Result<(), StoreError>;

    /// Somebody.
    async fn person(&self, id: &str) -> Result<Option<PersonRow>, StoreError>;

    /// Gives somebody another name, and with `account` also the name by which their account is found. A conflict if that is another's.
    async fn rename(&self, id: &str, name: &str, account: Option<&str>) -> Result<(), StoreError>;

    /// Makes a guest an account. A conflict if the name is another's, or there is an account already.
    async fn make_account(&self, id: &str, account: &AccountRow) -> Result<(), StoreError>;

    /// The account of this name: whose it is, and the hash of the pass phrase.
    async fn account(&self, account: &str) -> Result<Option<(PersonRow, String)>, StoreError>;

    /// Keeps a key.
    async fn add_key(&self, key: &KeyRow) -> Result<(), StoreError>;

    /// A key, and whose it is.
    async fn key(&self, id: &str) -> Result<Option<(KeyRow, PersonRow)>, StoreError>;

    /// Somebody's keys, the oldest first.
    async fn keys_of(&self, person: &str) -> Result<Vec<KeyRow>, StoreError>;

    /// Forgets a key of somebody's; whether they had it.
    async fn drop_key(&self, person: &str, id: &str) -> Result<bool, StoreError>;

    /// What these are rated at a game; who has not been rated yet is left out.
    async fn ratings(&self, game: &str, subjects: &[String]) -> Result<Vec<RatingRow>, StoreError>;

    /// The best at a game, the best first.
    async fn best(&self, game: &str, most: u32) -> Result<Vec<RatingRow>, StoreError>;

    /// What somebody is rated at all games.
    async fn ratings_of(&self, subject: &str) -> Result<Vec<RatingRow>, StoreError>;

    /// The ids of tables that somebody opened or sits at and whose game is not over, the latest first.
    async fn unfinished_of(&self, person: &str) -> Result<Vec<String>, StoreError>;

    /// The ids of all tables where somebody ever did or said anything. It goes through all events: for exporting and erasing.
    async fn tables_naming(&self, person: &str) -> Result<Vec<String>, StoreError>;

    /// Forgets somebody, their keys and ratings.
    async fn erase(&self, person: &str) -> Result<(), StoreError>;
}

/// Somebody.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonRow {
    /// Their id, which is public.
    pub id: String,
    /// Their name.
    pub name: String,
    /// Whether there is an account.
    pub account: bool,
    /// Since when, in thousandths of a second since 1970.
    pub made: u64,
}

/// An account.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// The name that others see.
    pub name: String,
    /// The name by which it is found.
    pub account: String,
    /// The hash of the pass phrase, in the PHC string format.
    pub phrase: String,
}

/// A key. Its secret is not kept.
#[derive(Clone, PartialEq, Debug)]
pub struct KeyRow {
    /// Its id, which is the part of it that is no secret.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// The SHA-256 of the secret.
    pub hash: [u8; 32],
    /// What it is for, in words; empty for a browser's.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made, in thousandths of a second since 1970.
    pub made: u64,
}

/// What somebody is rated at a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// The game's id.
    pub game: String,
    /// A person's id, or `bot:level3`.
    pub subject: String,
    /// The person's name; empty for a bot.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// Its uncertainty.
    pub uncertainty: f64,
    /// After how many games.
    pub games: u32,
}
