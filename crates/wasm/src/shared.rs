//! A shared table in the browser: a copy that applies the server's events, and what the page reads of it.

use serde::Serialize;
use tablee_core::{Seat, Text, text};
use tablee_games::{AnyGame, PlyView, TurnView, View};
use tablee_protocol::{Ending, How, Invitations, Numbered, Opened, Progress, Proposal, SeriesScore, Shared, Who};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{reading, request, thrown, to_js};

/// A shared table without the game itself.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct SharedView {
    /// The id of the table, as in its address.
    pub id: String,
    /// The event that opened the table, with game, options and clock.
    pub opened: Opened,
    /// The number of its last event.
    pub version: u32,
    /// The hash of the position, once the game has begun. It must equal the server's.
    pub hash: Option<u32>,
    /// The seats with their players, in order.
    pub chairs: Vec<ChairView>,
    /// How far the table is: open, playing, over or closed.
    pub progress: Progress,
    /// How the game ended, if it is over.
    pub how: Option<How>,
    /// Whether the game may still be aborted.
    pub may_abort: bool,
    /// The seat whose turn it is, while the game is on.
    pub turn: Option<Seat>,
    /// The clocks, if there are any and the game is on.
    pub clocks: Option<ClocksView>,
    /// A request for an undo, if there is one.
    pub undo: Option<UndoView>,
    /// The id of the rematch's table.
    pub rematch: Option<String>,
    /// The invitation.
    pub invitation: InvitationView,
    /// When the game begins by itself, in milliseconds since 1970, by the server's clock; none unless a count-down runs.
    pub begins: Option<u64>,
    /// Whether the game is paused.
    pub paused: bool,
    /// What a player proposes to others, if there is something.
    pub proposal: Option<ProposalView>,
    /// What each person has reached in the series, with this table's game once it has a result.
    pub series: Vec<SeriesScore>,
}

/// A seat of a shared table.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ChairView {
    /// The player on the seat; none if it is free.
    pub who: Option<Who>,
    /// Its player when the game began.
    pub player: Option<Who>,
    /// The name for which it is reserved.
    pub reserved: Option<String>,
    /// The id of the person for whom it is reserved, if that is known.
    pub awaited: Option<String>,
    /// Whether its player is ready for the game to begin; false asks the others to wait.
    pub ready: Option<bool>,
    /// Whether its player has resigned, run out of time or been away for too long.
    pub out: bool,
    /// How many plies would be left after an undo of its last move; none if it cannot.
    pub undo_to: Option<u32>,
}

/// The invitation to a shared table.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct InvitationView {
    /// How often it was renewed or revoked: a secret of an earlier generation is no longer valid.
    pub generation: u32,
    /// Whether it was revoked, and not renewed since.
    pub revoked: bool,
    /// Whether there is a watch-only link.
    pub watch: bool,
    /// How often the watch-only link was renewed or revoked.
    pub watch_generation: u32,
}

/// The clocks of a shared table.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ClocksView {
    /// Milliseconds by seat, as of the beginning of the turn.
    pub left: Vec<u64>,
    /// When the turn began, in milliseconds since 1970, by the server's clock.
    pub since: u64,
}

/// A request for an undo.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct UndoView {
    /// The seat that asks.
    pub seat: Seat,
    /// The seats that have not agreed yet.
    pub waiting: Vec<Seat>,
}

/// A proposal that is not decided yet.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ProposalView {
    /// The seat that proposed it.
    pub seat: Seat,
    /// What is proposed.
    pub what: Proposal,
    /// When it was proposed, in milliseconds since 1970.
    pub at: u64,
    /// The seats that have not agreed yet.
    pub waiting: Vec<Seat>,
}

/// The table after a move that the server has not confirmed: what an optimistic update shows.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct MovePreview {
    /// The view after the move.
    pub view: View,
    /// The ply itself.
    pub history: Vec<PlyView>,
}

/// The view of a shared table for the page.
pub fn shared_view(shared: &Shared) -> SharedView {
    let chairs = shared.chairs().iter().map(|(seat, chair)| ChairView {
        who: chair.who.clone(),
        player: chair.player.clone(),
        reserved: chair.reserved.clone(),
        awaited: chair.awaited.clone(),
        ready: chair.ready,
        out: chair.out.is_some(),
        undo_to: shared.undo_to(seat),
    });
    SharedView {
        id: shared.id().to_owned(),
        opened: shared.opened().clone(),
        version: shared.version(),
        hash: shared.hash(),
        chairs: chairs.collect(),
        progress: shared.progress(),
        how: shared.how(),
        may_abort: shared.may_be_aborted(),
        turn: shared.seat_to_move(),
        clocks: shared.clocks().map(|clocks| ClocksView { left: clocks.left.as_slice().to_vec(), since: clocks.since }),
        undo: shared.undo().map(|undo| UndoView {
            seat: undo.seat,
            waiting: shared.must_agree(undo.seat).into_iter().filter(|seat| !undo.agreed.contains(seat)).collect(),
        }),
        rematch: shared.rematch().map(str::to_owned),
        invitation: invitation_view(shared),
        begins: shared.begins(),
        paused: shared.is_paused(),
        proposal: shared.proposal().map(|open| ProposalView {
            seat: open.seat,
            what: open.what,
            at: open.at,
            waiting: shared.still_to_agree(),
        }),
        series: shared.series_score(),
    }
}

fn invitation_view(shared: &Shared) -> InvitationView {
    let Invitations { generation, revoked, watch, watch_generation } = shared.invitation();
    InvitationView { generation, revoked, watch, watch_generation }
}

/// The view of the game at a shared table. A game that was resigned, or lost on time, is over too, with the places that
/// the server gave.
pub fn see_shared(shared: &Shared, table: &dyn AnyGame, ply: Option<usize>) -> View {
    let view = table.view(ply);
    if shared.how() == Some(How::Aborted) && view.ply == table.plies() {
        return View { turn: TurnView::Over, ..view };
    }
    match shared.ending() {
        Some(Ending { places, scores, .. }) if view.ply == table.plies() => {
            View { turn: TurnView::Over, places: places.as_slice().to_vec(), scores: scores.as_slice().to_vec(), ..view }
        }
        _ => view,
    }
}

/// The version of the live protocol.
#[wasm_bindgen(js_name = protocolVersion)]
#[must_use]
pub fn protocol_version() -> u32 {
    tablee_protocol::VERSION
}

/// The copy of a shared table.
#[wasm_bindgen]
pub struct SharedTable(Shared);

#[wasm_bindgen]
impl SharedTable {
    /// Opens a table from its events, beginning with the first.
    ///
    /// # Errors
    /// The first event that does not follow from those before it.
    pub fn open(id: &str, #[wasm_bindgen(unchecked_param_type = "Numbered[]")] events: JsValue) -> Result<SharedTable, JsValue> {
        let events: Vec<Numbered> = request::from_js(events).map_err(thrown)?;
        Shared::from_events(id, &events).map(SharedTable).map_err(thrown)
    }

    /// Applies the next events.
    ///
    /// # Errors
    /// The first that does not follow from those before it. The copy is then wrong, and has to be opened again.
    pub fn apply(&mut self, #[wasm_bindgen(unchecked_param_type = "Numbered[]")] events: JsValue) -> Result<(), JsValue> {
        let events: Vec<Numbered> = request::from_js(events).map_err(thrown)?;
        events.iter().try_for_each(|event| self.0.apply(event)).map_err(thrown)
    }

    /// Everything but the game itself.
    #[wasm_bindgen(unchecked_return_type = "SharedView")]
    pub fn state(&self) -> JsValue {
        to_js(&shared_view(&self.0))
    }

    /// The table after this move, for an optimistic update. The copy does not change.
    ///
    /// # Errors
    /// Why the move would be refused.
    #[wasm_bindgen(unchecked_return_type = "MovePreview")]
    pub fn preview(&mut self, mv: &str) -> Result<JsValue, JsValue> {
        let seen = self
            .0
            .preview(mv, |table| MovePreview { view: table.view(None), history: table.history(table.plies().saturating_sub(1)) });
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
