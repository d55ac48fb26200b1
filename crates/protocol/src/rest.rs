//! What is asked and told over HTTP.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Clock, Event, Numbered, Person, Who};

/// Who one is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// One's id, which is public.
    pub id: String,
    /// One's name.
    pub name: String,
    /// Whether there is an account: a pass phrase with which to come back from another device.
    pub account: bool,
    /// What the key that one came with may be used for.
    pub scopes: Vec<Scope>,
}

/// What a key may be used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Open tables, sit down, play.
    Play,
    /// Talk.
    Chat,
    /// See one's own games and data.
    Read,
    /// Change who one is: name, account, keys, erasing it all. Only a browser's key has it.
    Manage,
}

/// Somebody new.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// The name that others see.
    pub name: String,
}

/// Somebody is signed in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignedIn {
    /// The secret that proves it. It is said once; the browser keeps it.
    pub key: String,
    /// Who.
    pub me: Me,
}

/// A name and a pass phrase: to make an account, or to come back to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// The pass phrase.
    pub phrase: String,
}

/// A key that is asked for, for a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, in words.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
}

/// A key that one has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeyView {
    /// Its id.
    pub id: String,
    /// What it is for, in words; empty for a browser's.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made, in thousandths of a second since 1970.
    pub made: u64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A key that was made for a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenMade {
    /// The secret. It is said once.
    pub key: String,
    /// The key.
    pub view: KeyView,
}

/// Who is to sit on a seat of a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatPlan {
    /// Whoever comes.
    Open,
    /// Who opens the table.
    Me,
    /// A bot.
    Bot(String),
    /// Somebody for whom it is kept.
    Reserved(String),
}

/// A table that somebody wants to open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Its options, as people write them; what is not named has its default.
    #[serde(default)]
    #[cfg_attr(feature = "wire", tsify(type = "Record<string, string>"))]
    pub options: BTreeMap<String, String>,
    /// How long people may think.
    #[serde(default)]
    pub clock: Clock,
    /// Whether anyone may find it.
    pub public: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Who is to sit where; as many as the options have players.
    pub seats: Vec<SeatPlan>,
    /// The word that who opens it adds to the shuffle, if they sit down.
    #[serde(default)]
    pub salt: Option<String>,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableOpened {
    /// Its id.
    pub table: String,
    /// The secret of the invitation: whoever has it may sit down and watch.
    pub invite: String,
}

/// A finished game, looked at move by move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The bot that looked at it, such as `search:2000`.
    pub bot: String,
    /// The moves of the game, draws left out.
    pub moves: Vec<Judged>,
}

/// A move of a game, and what a bot thinks of the position before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Judged {
    /// Who made it.
    pub seat: u8,
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The move that the bot would have made.
    pub best: String,
    /// By seat: how likely it is to win if that is made, from 0 to 1.
    pub win: Vec<f32>,
    /// By seat: the points it may expect then.
    pub points: Vec<f32>,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TableStatus {
    /// People are still sitting down.
    Open,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
    /// It was closed before its game began.
    Closed,
}

/// A seat, in a list of tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatSummary {
    /// Who has it.
    pub who: Option<Who>,
    /// For whom it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserved: Option<String>,
    /// The place in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// The points in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// A table, in a list of tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    /// Its id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Every option with its value.
    #[cfg_attr(feature = "wire", tsify(type = "Record<string, string>"))]
    pub options: BTreeMap<String, String>,
    /// How far it is.
    pub state: TableStatus,
    /// Who opened it.
    pub host: Person,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// How long people may think.
    pub clock: Clock,
    /// Whether anyone may find it.
    pub public: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// When it was opened.
    pub opened: u64,
    /// When somebody last sat down, or it began or ended.
    pub changed: u64,
    /// Whose turn it is, where that is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
}

/// A page of a list of tables, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tables {
    /// The tables.
    pub tables: Vec<Summary>,
    /// What to ask for as `before` to go on; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// A table in full.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableView {
    /// In short.
    pub summary: Summary,
    /// Everything that happened there.
    pub events: Vec<Numbered>,
    /// The secret of the invitation, for those who have a seat and for who opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// The answer to a command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Acted {
    /// What happened because of it.
    pub events: Vec<Numbered>,
    /// What else it brought: the secret of an invitation, or the table to meet again at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// How good somebody is at a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingView {
    /// Who.
    pub who: Who,
    /// The game's id.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub uncertainty: f64,
    /// After how many games.
    pub games: u32,
}

/// Somebody, with what is public about them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// Whether there is an account.
    pub account: bool,
    /// How good they are.
    pub ratings: Vec<RatingView>,
}

/// Everything that is kept about somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Export {
    /// Who.
    pub me: Me,
    /// Since when, in thousandths of a second since 1970.
    pub since: u64,
    /// Their keys, without the secrets.
    pub keys: Vec<KeyView>,
    /// Their ratings.
    pub ratings: Vec<RatingView>,
    /// Their tables, with all that happened there.
    pub tables: Vec<TableView>,
}

impl Event {
    /// Whether lists of tables show it.
    pub const fn changes_summary(&self) -> bool {
        matches!(
            self,
            Event::Opened(_)
                | Event::Sat { .. }
                | Event::Reserved { .. }
                | Event::Left { .. }
                | Event::Begun { .. }
                | Event::Ended { .. }
                | Event::Closed
        )
    }
}
