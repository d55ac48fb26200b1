//! A request for a new game; reading values from JavaScript.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, de::DeserializeOwned};
use tablee_core::{Text, text};
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{AnyGame, NewGame, Player, Settled, check_name};
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::catalogue::{Pairs, game};

/// A request for a new game.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct GameRequest {
    /// The game's id.
    pub game: String,
    /// Its options, as people write them; what is not named has its default.
    #[tsify(type = "Record<string, string>")]
    pub options: BTreeMap<String, String>,
    /// The players, by seat.
    pub players: Vec<PlayerRequest>,
    /// The seed of the shuffle, as 64 hexadecimal digits; without it all draws are entered by the players.
    pub seed: Option<String>,
    /// The setup, if the players laid it themselves.
    pub setup: Option<String>,
    /// A set file to play with, instead of ours.
    pub set: Option<String>,
}

/// The player of a seat.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct PlayerRequest {
    /// The person's name; empty for a bot.
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

/// Begins a new game.
///
/// # Errors
/// A sentence that says why the request is refused.
pub fn begin(request: &GameRequest) -> Result<Box<dyn AnyGame>, Text> {
    let options: Pairs = request.options.clone().into_iter().collect();
    let seed = request.seed.as_deref().map(read_seed).transpose()?;
    tablee_games::begin(NewGame {
        game: game(&request.game)?,
        options: &options,
        set: request.set.as_deref(),
        players: request.players.iter().map(PlayerRequest::player).collect::<Result<_, _>>()?,
        shuffle: seed.map(|seed| Shuffle::revealed(seed, Vec::new())),
        settled: request.setup.as_deref().map_or(Settled::Shuffled, Settled::Laid),
    })
}

fn read_seed(seed: &str) -> Result<Bytes32, Text> {
    Bytes32::from_str(seed)
        .map_err(|()| text!("the seed is not 64 hexadecimal digits", "la graine n’est pas faite de 64 chiffres hexadécimaux"))
}

/// Reads a request from JavaScript.
pub(crate) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, Text> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        let error = error.to_string();
        text!("this request cannot be read: {error}", "cette demande est illisible : {error}")
    })
}

/// Options by name from JavaScript.
pub(crate) fn pairs(values: JsValue) -> Result<Pairs, Text> {
    from_js::<BTreeMap<String, String>>(values).map(|values| values.into_iter().collect())
}
