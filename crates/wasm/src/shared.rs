//! A table that people share, as the sum of its events.

use serde::Serialize;
use tablee_core::{Text, text};
use tablee_games::{AnyGame, PlyView, TurnView, View};
use tablee_protocol::{How, Numbered, Opened, Phase, Shared, Who};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{reading, request, thrown, to_js};

/// A shared table, but for the game itself.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct SharedView {
    /// Its id.
    pub id: String,
    /// How it was opened.
    pub opened: Opened,
    /// How many events there were.
    pub version: u32,
    /// The position as a number, once the game has begun.
    pub hash: Option<u32>,
    /// The seats.
    pub chairs: Vec<ChairView>,
    /// How far it is.
    pub phase: PhaseView,
    /// The seat on turn, while the game is on.
    pub turn: Option<u8>,
    /// The clocks, if there are any and the game is on.
    pub clocks: Option<ClocksView>,
    /// Who would like to take back.
    pub undo: Option<UndoView>,
    /// Where the same people meet again.
    pub rematch: Option<String>,
}

/// A seat of a shared table.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ChairView {
    /// Who has it now.
    pub who: Option<Who>,
    /// Who had it when the game began.
    pub player: Option<Who>,
    /// For whom it is kept, in words.
    pub reserved: Option<String>,
    /// The id of the person for whom it is kept, if it is a known one.
    pub awaited: Option<String>,
    /// Whether its player has given up or run out of time.
    pub out: bool,
    /// How many plies would be left if it took its last move back; none if it cannot.
    pub undo_to: Option<u32>,
}

/// How far a shared table is.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PhaseView {
    /// People are still sitting down.
    Open,
    /// The game is on.
    Playing,
    /// The game is over.
    Over {
        /// How it ended.
        how: How,
    },
    /// It was closed before its game began.
    Closed,
}

/// The clocks of a shared table.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ClocksView {
    /// By seat: thousandths of a second, as of the beginning of its turn.
    pub left: Vec<u64>,
    /// When the turn began, in thousandths of a second since 1970, by the server's clock.
    pub since: u64,
}

/// Somebody would like to take back.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct UndoView {
    /// Who.
    pub seat: u8,
    /// Who has still to agree.
    pub waiting: Vec<u8>,
}

/// The table as it will be once a move has been told.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Foreseen {
    /// What is to be seen then.
    pub view: View,
    /// Every ply, that one included.
    pub history: Vec<PlyView>,
}

/// A shared table as the page sees it.
pub fn shared_view(shared: &Shared) -> SharedView {
    let chairs = shared.chairs().iter().enumerate().map(|(seat, chair)| ChairView {
        who: chair.who.clone(),
        player: chair.player.clone(),
        reserved: chair.reserved.clone(),
        awaited: chair.awaited.clone(),
        out: chair.out.is_some(),
        undo_to: shared.undo_to(seat as u8),
    });
    SharedView {
        id: shared.id().to_owned(),
        opened: shared.opened().clone(),
        version: shared.version(),
        hash: shared.hash(),
        chairs: chairs.collect(),
        phase: match shared.phase() {
            Phase::Open => PhaseView::Open,
            Phase::Playing => PhaseView::Playing,
            Phase::Over { how, .. } => PhaseView::Over { how: *how },
            Phase::Closed => PhaseView::Closed,
        },
        turn: shared.on_turn(),
        clocks: shared.clocks().map(|clocks| ClocksView { left: clocks.left.clone(), since: clocks.since }),
        undo: shared.undo().map(|undo| UndoView {
            seat: undo.seat,
            waiting: shared.must_agree(undo.seat).into_iter().filter(|seat| !undo.agreed.contains(seat)).collect(),
        }),
        rematch: shared.rematch().map(str::to_owned),
    }
}

/// What is to be seen at a shared table. A game that ended before it could be counted is over too, with the places that this left.
pub fn see_shared(shared: &Shared, table: &dyn AnyGame, ply: Option<usize>) -> View {
    let view = table.view(ply);
    match shared.phase() {
        Phase::Over { places, scores, .. } if view.ply == table.plies() => {
            View { turn: TurnView::Over, places: places.clone(), scores: scores.clone(), ..view }
        }
        _ => view,
    }
}

/// The version of the live protocol that this speaks.
#[wasm_bindgen(js_name = protocolVersion)]
#[must_use]
pub fn protocol_version() -> u32 {
    tablee_protocol::VERSION
}

/// A table that people share.
#[wasm_bindgen]
pub struct SharedTable(Shared);

#[wasm_bindgen]
impl SharedTable {
    /// A table from its events, the first of them included.
    ///
    /// # Errors
    /// The first event that does not follow from those before it.
    pub fn open(id: &str, #[wasm_bindgen(unchecked_param_type = "Numbered[]")] events: JsValue) -> Result<SharedTable, JsValue> {
        let events: Vec<Numbered> = request::from_js(events).map_err(thrown)?;
        Shared::from_events(id, &events).map(SharedTable).map_err(thrown)
    }

    /// Adds the next events.
    ///
    /// # Errors
    /// The first that does not follow from those before it: the table has gone astray then, and has to be opened anew.
    pub fn add(&mut self, #[wasm_bindgen(unchecked_param_type = "Numbered[]")] events: JsValue) -> Result<(), JsValue> {
        let events: Vec<Numbered> = request::from_js(events).map_err(thrown)?;
        events.iter().try_for_each(|event| self.0.apply(event)).map_err(thrown)
    }

    /// Everything but the game itself.
    #[wasm_bindgen(unchecked_return_type = "SharedView")]
    pub fn state(&self) -> JsValue {
        to_js(&shared_view(&self.0))
    }

    /// The table as it will be once this move has been told. Nothing changes.
    ///
    /// # Errors
    /// Why the move would be refused.
    #[wasm_bindgen(unchecked_return_type = "Foreseen")]
    pub fn foresee(&mut self, mv: &str) -> Result<JsValue, JsValue> {
        let seen = self.0.foresee(mv, |table| Foreseen { view: table.view(None), history: table.history() });
        seen.map(|seen| to_js(&seen)).map_err(thrown)
    }
}

impl SharedTable {
    fn table(&self) -> Result<&dyn AnyGame, Text> {
        self.0.table().ok_or_else(|| text!("the game has not begun", "la partie n’a pas commencé"))
    }

    fn see(&self, table: &dyn AnyGame, ply: Option<usize>) -> View {
        see_shared(&self.0, table, ply)
    }
}

reading::readings!(SharedTable);
