//! What happens at a table, told to people: what a move brings, what it starts or ends, and why a piece does not fit.

use crate::game::MoveOf;
use crate::scene::{Area, Cell, Past, Piece, Shown, Tabletop, is_over, top_of};
use crate::{BySeat, Clause, Position, Refusal, Scenic, Seat, Text, Turn};

/// The points that a move brings or costs, and what they are for.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Effect {
    /// By seat: the points that the move brings or costs.
    pub gains: Vec<i32>,
    /// What the points are for, as a phrase: "second rank, four faces, ×3".
    pub why: Option<Text>,
}

/// Something that everyone at the table should notice: a round ends, a player can build no more.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Announcement {
    /// The headline, as a sentence without a full stop: "Round 2 of 3 ends".
    pub title: Text,
    /// What else there is to say, as a sentence.
    pub note: Option<Text>,
    /// The headings of a table of points; none if there is no table.
    pub columns: Vec<Text>,
    /// The table of points, one row for each seat that it names.
    pub rows: Vec<PointsRow>,
    /// Whether it belongs to the count of the game, as how a tie was decided: pages that count step by step tell it
    /// after that.
    pub after_count: bool,
}

impl Announcement {
    /// A headline without a table.
    pub fn new(title: Text) -> Announcement {
        Announcement { title, note: None, columns: Vec::new(), rows: Vec::new(), after_count: false }
    }

    /// The same with one more sentence.
    #[must_use]
    pub fn with_note(self, note: Text) -> Announcement {
        Announcement { note: Some(note), ..self }
    }

    /// The same, told after the count.
    #[must_use]
    pub fn after_count(self) -> Announcement {
        Announcement { after_count: true, ..self }
    }

    /// The same with a table of points: one row for each seat, with one figure for each column.
    #[must_use]
    pub fn with_table(self, columns: Vec<Text>, rows: Vec<(Seat, Vec<i32>)>) -> Announcement {
        let rows = rows.into_iter().map(|(seat, points)| PointsRow { seat, points }).collect();
        Announcement { columns, rows, ..self }
    }
}

/// A row of a table of points.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct PointsRow {
    /// The seat that gets the points.
    pub seat: Seat,
    /// A figure for each column.
    pub points: Vec<i32>,
}

/// Why a piece does not fit somewhere.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct WhyNot {
    /// The reason, as a sentence, lower-case and without a full stop.
    pub text: Text,
    /// The clause that the move would break.
    pub clause: Clause,
    /// The parts of the table that are in the way, such as the half whose value differs.
    pub offending: Vec<Area>,
}

/// What a legal move brings.
pub fn effect<G: Scenic>(position: &G::Position, mv: MoveOf<G>) -> Effect {
    let mut after = position.clone();
    after.play_unchecked(mv);
    Effect { gains: G::gains(position, &after).as_slice().to_vec(), why: G::why_points(position, mv) }
}

/// The table at the end of a round, with the piece that ended it, if a ply clears it at once for the next round: people
/// want to see that piece lie there. The past is all that was played before the ply.
pub fn finished_table<G: Scenic>(past: Past<G>, before: &G::Position, mv: MoveOf<G>, after: &G::Position) -> Option<Tabletop> {
    let (Turn::Seat(seat), Shown::Lay(lay)) = (before.turn(), G::show(before, mv)) else { return None };
    let since: Vec<_> = past.iter().copied().chain([(before.turn(), mv)]).collect();
    if G::tabletop(after, &since).pieces.iter().any(|piece| piece.id == lay.piece) {
        return None;
    }
    let mut table = G::tabletop(before, past);
    let hand = &mut table.hands.get_mut(seat.number())?.pieces;
    let held = hand.iter().position(|held| held.piece.id == lay.piece)?;
    let piece = hand.remove(held).piece;
    table.pieces.push(Piece { solids: lay.solids, what: G::tell(before, mv), place: None, ..piece });
    Some(table)
}

/// By how much each seat's figure changes.
pub fn differences(before: &BySeat<i32>, after: &BySeat<i32>) -> BySeat<i32> {
    let (before, after) = (before.as_slice(), after.as_slice());
    BySeat::from_fn(after.len(), |seat| after[seat.number()] - before.get(seat.number()).copied().unwrap_or(0))
}

/// No print on a board is as thick as this, and no piece as thin: beside the print, a piece still rests on the board.
const PRINT: f32 = 0.05;

/// Why a piece cannot be laid on a cell, with the clause; none if it can, or if it is nobody's turn.
///
/// Each way to turn the piece may have its own reason. Of the ways in which the piece would rest on the cell, this
/// gives the most frequent reason.
pub fn why_not<G: Scenic>(position: &G::Position, past: Past<G>, piece: &str, cell: Cell) -> Option<WhyNot> {
    why_not_posed::<G>(position, past, piece, cell, None)
}

/// Why a piece cannot be laid on a cell as it is turned now: the same as [`why_not`], but of the reasons, those for this
/// pose come first, and there is one as well where the piece only fits turned.
pub fn why_not_posed<G: Scenic>(
    position: &G::Position,
    past: Past<G>,
    piece: &str,
    cell: Cell,
    pose: Option<u32>,
) -> Option<WhyNot> {
    let Turn::Seat(_) = position.turn() else { return None };
    let top = top_of(&G::tabletop(position, past), cell);
    let mut tries = Vec::new();
    G::tries(position, piece, cell, &mut tries);
    let mut refusals: Vec<Tried<G>> = Vec::new();
    for mv in tries {
        let Shown::Lay(lay) = G::show(position, mv) else { continue };
        let mut over = lay.solids.iter().filter(|solid| is_over(solid, cell));
        if lay.piece != piece || !over.any(|solid| (solid.at[2] - top).abs() < PRINT) {
            continue;
        }
        let posed = pose == Some(lay.pose);
        match position.check(mv) {
            Ok(()) if posed || pose.is_none() => return None,
            // It fits there, but not as it is turned.
            Ok(()) => {}
            Err(refusal) => {
                match refusals.iter_mut().find(|known| known.posed == posed && known.refusal.clause() == refusal.clause()) {
                    Some(known) => known.count += 1,
                    None => refusals.push(Tried { mv, refusal, posed, count: 1 }),
                }
            }
        }
    }
    // The first of the most frequent, so that the answer is always the same.
    let most = refusals.iter().map(|tried| (tried.posed, tried.count)).max()?;
    let Tried { mv, refusal, .. } = refusals.into_iter().find(|tried| (tried.posed, tried.count) == most)?;
    let offending = G::offending(position, mv, &refusal);
    Some(WhyNot { text: refusal.text(), clause: refusal.clause(), offending })
}

/// An illegal move that was tried: the first of those with one reason.
struct Tried<G: Scenic> {
    mv: MoveOf<G>,
    refusal: <G::Position as Position>::Illegal,
    /// Whether the piece is turned as it was asked about.
    posed: bool,
    /// How many were refused for the same reason.
    count: usize,
}
