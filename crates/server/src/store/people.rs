//! The store of people: their keys, accounts and ratings.

use async_trait::async_trait;
use tablee_protocol::Scope;

use super::StoreError;

/// People, with their keys, accounts and ratings.
#[async_trait]
pub trait PeopleStore: Send + Sync + 'static {
    /// Stores a new person with their first key.
    async fn add_person(&self, person: &PersonRow, key: &KeyRow) -> Result<(), StoreError>;

    /// A person by id.
    async fn person(&self, id: &str) -> Result<Option<PersonRow>, StoreError>;

    /// Changes a person's name, and the keys of their account if they are given. A conflict if one of them is taken.
    async fn rename(&self, id: &str, name: &str, keys: Option<&AccountKeys>) -> Result<(), StoreError>;

    /// Creates an account for a guest. A conflict if the key is taken, or there is an account already.
    async fn make_account(&self, id: &str, account: &AccountRow) -> Result<(), StoreError>;

    /// The account with this key: its person, and the hash of the passphrase.
    async fn account(&self, account: &str) -> Result<Option<(PersonRow, String)>, StoreError>;

    /// The id of the person whose account has a name that looks so.
    async fn account_that_looks(&self, looks: &str) -> Result<Option<String>, StoreError>;

    /// Id and name of accounts from before looks were compared, at most this many.
    async fn accounts_without_looks(&self, most: u32) -> Result<Vec<(String, String)>, StoreError>;

    /// Stores a new key of a person.
    async fn add_key(&self, key: &KeyRow) -> Result<(), StoreError>;

    /// A key by id, and its person.
    async fn key(&self, id: &str) -> Result<Option<(KeyRow, PersonRow)>, StoreError>;

    /// A person's keys, oldest first.
    async fn keys_of(&self, person: &str) -> Result<Vec<KeyRow>, StoreError>;

    /// Deletes a person's key; returns whether there was one.
    async fn drop_key(&self, person: &str, id: &str) -> Result<bool, StoreError>;

    /// The ratings of these subjects at a game. Subjects without a rating are left out.
    async fn ratings(&self, game: &str, subjects: &[String]) -> Result<Vec<RatingRow>, StoreError>;

    /// The best ratings at a game, best first. Those after fewer than ten games are provisional, and left out.
    async fn best(&self, game: &str, most: u32) -> Result<Vec<RatingRow>, StoreError>;

    /// A subject's ratings at all games.
    async fn ratings_of(&self, subject: &str) -> Result<Vec<RatingRow>, StoreError>;

    /// Deletes a person with their keys and ratings.
    async fn erase(&self, person: &str) -> Result<(), StoreError>;
}

/// A person, as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonRow {
    /// The id, which is public.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether they have an account.
    pub account: bool,
    /// When they were created, in milliseconds since 1970.
    pub made: u64,
}

/// A new account.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// The name that others see.
    pub name: String,
    /// The keys of its name.
    pub keys: AccountKeys,
    /// The hash of the passphrase, in the PHC string format.
    pub phrase: String,
}

/// The keys of an account's name; see `validation.rs`.
#[derive(Clone, PartialEq, Debug)]
pub struct AccountKeys {
    /// The key by which the account is found.
    pub account: String,
    /// What the name looks like. No two accounts look alike.
    pub looks: String,
}

/// A key, as stored: without its secret.
#[derive(Clone, PartialEq, Debug)]
pub struct KeyRow {
    /// The id, which is the public part of the key.
    pub id: String,
    /// The id of its person.
    pub person: String,
    /// The SHA-256 of the secret.
    pub hash: [u8; 32],
    /// A label for people; empty for a browser's key.
    pub label: String,
    /// The permissions of the key.
    pub scopes: Vec<Scope>,
    /// When it was created, in milliseconds since 1970.
    pub made: u64,
    /// When it was last used, to the day.
    pub used: u64,
}

/// A rating, as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// The game's id.
    pub game: String,
    /// A person's id, or `bot:level3`.
    pub subject: String,
    /// The person's name; empty for a bot.
    pub name: String,
    /// The estimated strength.
    pub rating: f64,
    /// The standard deviation of the estimate.
    pub uncertainty: f64,
    /// The number of rated games.
    pub games: u32,
}

/// The statements, the same in both databases.
pub(super) mod sql {
    pub const KEYS_OF: &str = "SELECT id, person, hash, label, scopes, made, used FROM keys WHERE person = $1 ORDER BY made, id";

    macro_rules! ratings {
        ($condition:literal) => {
            concat!(
                "SELECT game, subject, coalesce(name, '') AS name, rating, uncertainty, games
                FROM ratings LEFT JOIN people ON people.id = subject WHERE ",
                $condition
            )
        };
    }
    pub(in crate::store) use ratings;

    /// A game that ends after a person was erased may leave a rating without a person, which is not shown.
    pub const BEST: &str = ratings!(
        "(people.id IS NOT NULL OR subject LIKE 'bot:%') AND game = $1 AND games >= 10
        ORDER BY rating DESC, subject DESC LIMIT $2"
    );

    pub const RATINGS_OF: &str = ratings!("(people.id IS NOT NULL OR subject LIKE 'bot:%') AND subject = $1 ORDER BY game");
}
