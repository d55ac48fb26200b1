//! Bodies of requests and answers of the HTTP API.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tablee_core::Seat;

use crate::{Clock, Event, How, Numbered, Person, Progress, QuickWord, Who};

/// The person that a key belongs to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The public id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether the person has an account, with a passphrase to sign in from another device.
    pub account: bool,
    /// The scopes of the key that was sent.
    pub scopes: Vec<Scope>,
}

/// A permission of a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Opening tables, sitting down, playing.
    Play,
    /// Chat.
    Chat,
    /// Reading one's own games and data.
    Read,
    /// Changing name, account and keys, and erasing everything. Only the key of a browser has it.
    Manage,
}

/// A request for a guest, who has no account yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// The name that others see.
    #[cfg_attr(feature = "openapi", schema(max_length = 24))]
    pub name: String,
}

/// The answer to signing in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignedIn {
    /// The key. It is sent once; the server keeps only its hash.
    pub key: String,
    /// The person that the key belongs to.
    pub me: Me,
}

/// A name and a passphrase: to create an account, or to sign in to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    #[cfg_attr(feature = "openapi", schema(max_length = 24))]
    pub name: String,
    /// The passphrase.
    #[cfg_attr(feature = "openapi", schema(min_length = 10, max_length = 200))]
    pub phrase: String,
}

/// A request for a key for a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// A label for the list of keys.
    #[cfg_attr(feature = "openapi", schema(max_length = 24))]
    pub label: String,
    /// The scopes of the key.
    pub scopes: Vec<Scope>,
}

/// A key in the list of one's keys.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeyView {
    /// The id of the key, which is not its secret.
    pub id: String,
    /// The label; empty for the key of a browser.
    pub label: String,
    /// The scopes of the key.
    pub scopes: Vec<Scope>,
    /// When it was created, in milliseconds since 1970.
    pub made: u64,
    /// Whether this request was made with it.
    pub this: bool,
}

/// A key that was created for a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenMade {
    /// The key itself. It is sent once.
    pub key: String,
    /// The key as the list shows it.
    pub view: KeyView,
}

/// What to do with a seat of a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatPlan {
    /// Leave it open.
    Open,
    /// The host sits down there.
    Me,
    /// A bot sits there, such as `level3`.
    Bot(String),
    /// It is reserved; the seat shows this name.
    Reserved(String),
}

/// A request for a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Options by name; every value is a string. An option that is left out has its default.
    #[serde(default)]
    #[cfg_attr(feature = "wire", tsify(type = "Record<string, string>"))]
    pub options: BTreeMap<String, String>,
    /// The time control.
    #[serde(default)]
    pub clock: Clock,
    /// Whether anyone may find the table, sit down and watch.
    pub public: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// The seats, as many as the options have players.
    pub seats: Vec<SeatPlan>,
    /// The host's salt for the shuffle, if the host sits down.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub salt: Option<String>,
}

/// The answer to opening a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableOpened {
    /// The id of the table.
    pub table: String,
    /// The secret of the invitation: with it, anyone may sit down and watch.
    pub invite: String,
}

/// A game to be shared by a short link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewShare {
    /// The record of the game, as `docs/record.md` specifies it.
    pub record: String,
}

/// The answer to sharing a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShareMade {
    /// The id. It follows from the record, so the same game always has the same id.
    pub id: String,
    /// The path of the page with the game, on this server.
    pub url: String,
}

/// The analysis of a finished game, move by move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The bot that analysed it, such as `search:2000`.
    pub bot: String,
    /// The moves of the game, without the draws.
    pub moves: Vec<Judged>,
}

/// A move of a game, and how a bot evaluates the position before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Judged {
    /// The seat that made it.
    pub seat: Seat,
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The move that the bot prefers.
    pub best: String,
    /// By seat: the probability of winning after that move, from 0 to 1.
    pub win: Vec<f32>,
    /// By seat: the expected score after that move.
    pub points: Vec<f32>,
}

/// A seat in a [`Summary`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatSummary {
    /// The person or the bot on it; null if it is free.
    pub who: Option<Who>,
    /// The name that it is reserved for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserved: Option<String>,
    /// The final place; 1 for the winners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// The final score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

/// A table in short, as lists show it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    /// The id of the table.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Every option with its value.
    #[cfg_attr(feature = "wire", tsify(type = "Record<string, string>"))]
    pub options: BTreeMap<String, String>,
    /// The progress of the table.
    pub state: Progress,
    /// The person who opened it.
    pub host: Person,
    /// The players of the seats, in order.
    pub seats: Vec<SeatSummary>,
    /// The time control.
    pub clock: Clock,
    /// Whether anyone may find the table, sit down and watch.
    pub public: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
    /// When a seat last changed, or the game began or ended, in milliseconds since 1970.
    pub changed: u64,
    /// The seat to move; absent in lists of tables, and unless the game is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// How the game ended; absent unless it is over, and for games that ended before 0.2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
    /// When the game begins by itself, in milliseconds since 1970; absent unless a count-down runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<u64>,
}

/// A page of a list of tables, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tables {
    /// The tables of this page.
    pub tables: Vec<Summary>,
    /// When the last of them changed; absent on the last page. Tables that changed at the same time may be left out by
    /// `before`; `next` leaves none out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// The value of `next` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A table in full.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableView {
    /// The table in short, with whose turn it is.
    pub summary: Summary,
    /// The events of the table after the version that was asked for: a page of them.
    pub events: Vec<Numbered>,
    /// The value of `from` for the next page of events; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
    /// The latest lines of chat, oldest first; only with the first page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", tsify(optional))]
    pub chat: Vec<ChatLine>,
    /// The secret of the invitation; only people with a seat and the host get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The secret of the watch-only link, if there is one; only people with a seat and the host get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<String>,
}

/// A line of chat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// The number of the line. It grows from line to line, with gaps.
    pub n: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The person who wrote it.
    pub by: Person,
    /// The text of the line.
    pub text: String,
    /// The quick word that it is: pages show it in their reader's language instead of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<QuickWord>,
    /// The earlier table of the series where it was written; absent for lines of this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// A line of chat in the export of the person who wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnLine {
    /// The id of the table.
    pub table: String,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The text of the line.
    pub text: String,
}

/// The answer to an act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Acted {
    /// The events that followed from it.
    pub events: Vec<Numbered>,
    /// The secret of an invitation, or the id of the table of a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The seat to move after it; absent unless the game is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}

/// The legal moves of the seat to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMoves {
    /// The version of the table; a move sends it back as `v`.
    pub v: u32,
    /// The seat to move.
    pub seat: Seat,
    /// The number of legal moves. If it is greater than the length of `moves`, the list was cut.
    pub total: u32,
    /// The moves, ascending by spelling.
    pub moves: Vec<LegalMove>,
}

/// A legal move, with the score after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move, in its canonical spelling.
    pub mv: String,
    /// By seat: the score if the game ended right after the move.
    pub scores: Vec<i32>,
}

/// The rating of a person or a bot at a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingView {
    /// The person or the bot.
    pub who: Who,
    /// The game's id.
    pub game: String,
    /// The estimated strength; 1500 is where everyone begins.
    pub rating: f64,
    /// The uncertainty of the rating: its standard deviation.
    pub uncertainty: f64,
    /// The number of rated games.
    pub games: u32,
    /// Whether it is provisional, after few games. The list of the best has no such ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// How one game changed a rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// When the game was rated, in milliseconds since 1970.
    pub at: u64,
    /// The table of the game.
    pub table: String,
    /// The rating before the game.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
}

/// A page of the history of a rating, latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// The rating after each game, latest first.
    pub points: Vec<RatingPoint>,
    /// The value of `next` for the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// All data that the server stores about a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Export {
    /// The person.
    pub me: Me,
    /// When the person first came, in milliseconds since 1970.
    pub since: u64,
    /// The keys, without their secrets.
    pub keys: Vec<KeyView>,
    /// One for each game with rated games.
    pub ratings: Vec<RatingView>,
    /// The tables, with all their events.
    pub tables: Vec<TableView>,
    /// The person's lines of chat, oldest first.
    #[serde(default)]
    pub chat: Vec<OwnLine>,
}

impl Event {
    /// Whether the event changes the [`Summary`] of its table.
    pub const fn changes_summary(&self) -> bool {
        matches!(
            self,
            Event::Opened(_)
                | Event::Sat { .. }
                | Event::Reserved { .. }
                | Event::Left { .. }
                | Event::Begun { .. }
                | Event::Ended { .. }
                | Event::Aborted { .. }
                | Event::Closed
                | Event::Starting { .. }
                | Event::Ready { .. }
                | Event::Swapped { .. }
        )
    }
}
