//! The rules and the bots for the browser.
//!
//! The engine of the pages: games and their options, tables, legal moves, records, shared tables, and bots. All types
//! that cross the border are declared in Rust; the TypeScript declarations are generated from them.
//!
//! | file | what is in it |
//! |---|---|
//! | `catalogue.rs` | the games, their options as forms, their rules pages |
//! | `request.rs` | a request for a new game; reading values from JavaScript |
//! | `lesson.rs` | the first lesson of each game |
//! | `thought.rs` | what a bot would do, and why |
//! | `reading.rs` | the methods that both kinds of table have, local and shared |
//! | `record.rs` | lines of a record that the page asks for or changes |
//! | `shared.rs` | a shared table: a copy that applies the server's events |
//! | this file | the functions that the page calls |

mod catalogue;
mod lesson;
mod reading;
mod record;
mod request;
mod shared;
mod thought;

use serde::Serialize;
use tablee_core::{Lang, Seat, Text};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

pub use catalogue::{GameCard, catalogue};
pub use lesson::{lesson, lesson_table, tips};
pub use record::{record_options, record_setup, with_players};
pub use request::{GameRequest, PlayerRequest, begin};
pub use shared::{
    ChairView, ClocksView, InvitationView, MovePreview, SharedTable, SharedView, UndoView, see_shared, shared_view,
};
pub use tablee_games::{AnyGame, open};
pub use tablee_games::{Departure, DepartureReason, GameInfo, OptionView, PlayerView, PlyView, ProofView, TurnView, View};
pub use tablee_thought::Thought;
pub use thought::think;

/// Converts a value for JavaScript. Maps become objects, as in JSON. The types of this crate never fail to convert.
fn to_js(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
}

/// An error as JavaScript throws it: the sentence in both languages.
fn thrown(text: Text) -> JsValue {
    to_js(&text)
}

/// The version of Tablée that this is.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The catalogue of games.
#[wasm_bindgen(js_name = catalogue, unchecked_return_type = "GameCard[]")]
pub fn js_catalogue() -> JsValue {
    to_js(&catalogue())
}

/// The first names of bots, by level and seat.
#[wasm_bindgen(js_name = botNames, unchecked_return_type = "string[][]")]
pub fn js_bot_names() -> JsValue {
    to_js(&tablee_thought::BOT_NAMES)
}

/// The options of a game as a form. `values` are those chosen so far, `changed` the one that was chosen last: if they
/// conflict, that one is kept and others go back to their defaults.
///
/// # Errors
/// Why there is no such form.
#[wasm_bindgen(js_name = optionForm, unchecked_return_type = "Field[]")]
pub fn js_form(
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] values: JsValue,
    changed: &str,
) -> Result<JsValue, JsValue> {
    let values = request::pairs(values).map_err(thrown)?;
    catalogue::option_form(game, &values, changed).map(|form| to_js(&form)).map_err(thrown)
}

/// The rules of a game, in Markdown.
///
/// # Errors
/// If there is no such game.
#[wasm_bindgen(js_name = rulesPage)]
pub fn js_rules(game: &str, lang: &str) -> Result<String, JsValue> {
    let lang = Lang::from_code(lang).unwrap_or_default();
    catalogue::game(game).map(|game| tablee_games::rules_page(game, lang).to_owned()).map_err(thrown)
}

/// The steps of a game's first lesson. [`LocalTable::lesson`] sets each of them up.
///
/// # Errors
/// If there is no such game.
#[wasm_bindgen(js_name = lesson, unchecked_return_type = "Step[]")]
pub fn js_lesson(game: &str) -> Result<JsValue, JsValue> {
    lesson(game).map(|steps| to_js(&steps)).map_err(thrown)
}

/// What to tell someone during their first moves in a real game, one text for each move.
///
/// # Errors
/// If there is no such game.
#[wasm_bindgen(js_name = tips, unchecked_return_type = "Text[]")]
pub fn js_tips(game: &str) -> Result<JsValue, JsValue> {
    tips(game).map(|texts| to_js(&texts)).map_err(thrown)
}

/// Every option of a recorded game with its value.
///
/// # Errors
/// The first line that is not right, and why.
#[wasm_bindgen(js_name = recordOptions, unchecked_return_type = "Record<string, string>")]
pub fn js_record_options(record: &str) -> Result<JsValue, JsValue> {
    record_options(record).map(|options| to_js(&options)).map_err(thrown)
}

/// The setup of a recorded game; empty if the game has none.
///
/// # Errors
/// The first line that is not right, and why.
#[wasm_bindgen(js_name = recordSetup)]
pub fn js_record_setup(record: &str) -> Result<String, JsValue> {
    record_setup(record).map_err(thrown)
}

/// The same record with other players.
///
/// # Errors
/// The first line that is not right, or the first name that cannot stand in a record.
#[wasm_bindgen(js_name = withPlayers)]
pub fn js_with_players(
    record: &str,
    #[wasm_bindgen(unchecked_param_type = "PlayerRequest[]")] players: JsValue,
) -> Result<String, JsValue> {
    let players: Vec<PlayerRequest> = request::from_js(players).map_err(thrown)?;
    with_players(record, &players).map_err(thrown)
}

/// The move that a bot chooses in the last position of a record. It blocks while the bot thinks: call it in a worker.
///
/// # Errors
/// If the record is wrong, the game is over, or there is no such bot.
#[wasm_bindgen(js_name = think, unchecked_return_type = "Thought")]
pub fn js_think(record: &str, bot: &str, seed: u32) -> Result<JsValue, JsValue> {
    think(record, bot, seed.into()).map(|thought| to_js(&thought)).map_err(thrown)
}

/// A table on this device: a game being played, or replayed.
#[wasm_bindgen]
pub struct LocalTable(Box<dyn AnyGame>);

#[wasm_bindgen]
impl LocalTable {
    /// Begins a new game.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn begin(#[wasm_bindgen(unchecked_param_type = "GameRequest")] request: JsValue) -> Result<LocalTable, JsValue> {
        let request = request::from_js(request).map_err(thrown)?;
        begin(&request).map(LocalTable).map_err(thrown)
    }

    /// Opens a record, and proves all that it says.
    ///
    /// # Errors
    /// The first line that is not right, and why.
    pub fn open(record: &str) -> Result<LocalTable, JsValue> {
        open(record).map(LocalTable).map_err(thrown)
    }

    /// Sets up a step of a game's lesson, counted from 0.
    ///
    /// # Errors
    /// If there is no such game or step.
    pub fn lesson(game: &str, step: u32) -> Result<LocalTable, JsValue> {
        lesson_table(game, step as usize).map(LocalTable).map_err(thrown)
    }

    /// Plays a move, in any of its spellings; a draw too, if people enter them.
    ///
    /// # Errors
    /// Why it is refused. Nothing has changed then.
    pub fn play(&mut self, mv: &str) -> Result<(), JsValue> {
        self.0.play(mv).map(drop).map_err(thrown)
    }

    /// Draws as the shuffle says; returns whether there was anything to draw.
    pub fn draw(&mut self) -> bool {
        self.0.draw().is_some()
    }

    /// Undoes the last ply; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }
}

impl LocalTable {
    fn table(&self) -> Result<&dyn AnyGame, Text> {
        Ok(&*self.0)
    }

    fn see(&self, table: &dyn AnyGame, ply: Option<usize>) -> View {
        table.view(ply)
    }
}

reading::readings!(LocalTable);
