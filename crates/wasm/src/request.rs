//! A table that somebody asks for.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};
use tablee_core::{Text, text};
use tablee_games::{Player, check_name};
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::catalogue::Pairs;

/// A table that somebody asks for.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Its options, as people write them; what is not named has its default.
    #[tsify(type = "Record<string, string>")]
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub players: Vec<PlayerRequest>,
    /// The seed of the shuffle, as 64 hexadecimal digits; without it all draws are entered by the players.
    pub seed: Option<String>,
    /// The setup, if the players laid it themselves.
    pub setup: Option<String>,
    /// A set file of one's own.
    pub set: Option<String>,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct PlayerRequest {
    /// A person's name.
    pub name: String,
    /// The bot that plays instead of a person, such as `level3`.
    pub bot: Option<String>,
}

impl PlayerRequest {
    pub(crate) fn player(&self) -> Result<Player, Text> {
        match &self.bot {
            Some(bot) => Ok(Player::Bot(check_name(bot)?.to_owned())),
            None => Ok(Player::Human(check_name(&self.name)?.to_owned())),
        }
    }
}

/// Reads a request from JavaScript.
pub(crate) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, Text> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        let error = error.to_string();
        text!("this request cannot be read: {error}", "cette demande ne peut être lue : {error}")
    })
}

/// Options by name from JavaScript.
pub(crate) fn pairs(values: JsValue) -> Result<Pairs, Text> {
    from_js::<BTreeMap<String, String>>(values).map(|values| values.into_iter().collect())
}
