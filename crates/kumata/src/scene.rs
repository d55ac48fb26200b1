//! The table as the pages show it. The boxes are in `solids.rs`, the words for moves in `telling.rs`.
//!
//! Paints: monkeys, snakes, toucans, tigers, hippos, crocodiles; monkeys-pale, snakes-pale, toucans-pale, tigers-pale, hippos-pale, crocodiles-pale (print); wood, ivory, back, totem.
//! Drawings: monkeys, snakes, toucans, tigers, hippos, crocodiles (emblems); 1 to 4.

use std::cmp::Ordering;

use tablee_core::geometry::{Point, Square};
use tablee_core::scene::{Area, Cell, Hand, Held, Past, Piece, SeatLook, Shown, ShownLay, Solid, Tabletop};
use tablee_core::telling::Announcement;
use tablee_core::{Label, Lang, Position as _, Scenic, Seat, Text, Turn, text};

use crate::board::PARCELS;
use crate::game::Kumata;
use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::position::{Phase, Position};
use crate::set::{Clan, Domino};
use crate::solids::{self, Half, cell};
use crate::telling;

const WITH_TOTEM: Label = Label::new("with a totem", "avec un totem");

impl Scenic for Kumata {
    fn looks(options: &crate::Options) -> Vec<SeatLook> {
        let team = options.team();
        let look = |seat: Seat| {
            let clan = options.clans[seat.number()];
            SeatLook { name: clan.label().into(), paint: clan.name(), emblem: clan.name(), team: team[seat] }
        };
        Seat::all(options.players).map(look).collect()
    }

    fn tabletop(position: &Position, past: Past<Kumata>) -> Tabletop {
        Tabletop {
            board: solids::board(position.board()),
            pieces: pieces(position, past),
            hands: Seat::all(position.seats()).map(|seat| hand(position, seat)).collect(),
            stock: Vec::new(),
        }
    }

    fn show(position: &Position, mv: Move) -> Shown {
        let (seat, pile) = acting(position);
        match mv {
            Move::Lay(lay) => {
                // One that cannot be laid shows each half on what is there, so that both ends can be asked about.
                let level = |square| position.board().parcel_at(square).map_or(0, |parcel| position.level(parcel));
                let laid = LaidDomino { seat, lay, on: lay.squares().map(level) };
                Shown::Lay(ShownLay {
                    piece: id(seat, lay.domino()),
                    cells: lay.squares().map(cell).to_vec(),
                    pose: pose(lay),
                    tip: 0,
                    solids: laid.solids(clan(position, seat)),
                    extra: lay.totem().then_some(WITH_TOTEM),
                })
            }
            Move::NewPile(_) => Shown::Act { piece: None },
            Move::Draw(domino) => Shown::Draw(held(position, seat, domino, pile)),
        }
    }

    fn tell(position: &Position, mv: Move) -> Text {
        telling::tell(position, mv)
    }

    fn act_label(position: &Position, mv: Move) -> Text {
        telling::act_label(position, mv)
    }

    fn todo(position: &Position) -> Text {
        telling::todo(position)
    }

    fn cell_name(cell: Cell) -> String {
        square(cell).map_or_else(|| format!("{}, {}", cell[0], cell[1]), |square| square.to_string())
    }

    /// None for a seat that can lay nothing: there is no place to show.
    fn as_if_turn_of(position: &Position, seat: Seat) -> Option<Position> {
        if seat.number() >= position.seats() || position.turn() == Turn::Over {
            return None;
        }
        position.can_lay(seat).map(|_| Position { phase: Phase::Turn(seat), ..position.clone() })
    }

    fn fits_nowhere(position: &Position, piece: &str) -> Text {
        telling::fits_nowhere(position, piece)
    }

    fn why_points(position: &Position, mv: Move) -> Option<Text> {
        telling::why_points(position, mv)
    }

    fn announce(_: Past<Kumata>, before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
        telling::announce(before, mv, after)
    }

    fn offending(position: &Position, mv: Move, illegal: &Illegal) -> Vec<Area> {
        telling::offending(position, mv, illegal)
    }

    fn laid(_: &Position, by: Seat, mv: Move) -> Option<String> {
        match mv {
            Move::Lay(lay) => Some(id(by, lay.domino())),
            Move::NewPile(_) | Move::Draw(_) => None,
        }
    }

    fn drawn(position: &Position, mv: Move) -> Option<String> {
        match mv {
            Move::Draw(domino) => Some(id(acting(position).0, domino)),
            Move::Lay(_) | Move::NewPile(_) => None,
        }
    }

    /// A domino has eight ways to lie on a parcel: towards each neighbour, and either way round. Where there is level
    /// ground, neighbours of another height are left out.
    fn tries(position: &Position, piece: &str, cell: Cell, out: &mut Vec<Move>) {
        let (seat, _) = acting(position);
        let mut tops = position.piles(seat).filter_map(|pile| pile.top);
        let (Some(here), Some(domino)) = (square(cell), tops.find(|top| id(seat, *top) == piece)) else { return };
        let neighbours = [[0, 1], [1, 0], [0, -1], [-1, 0]]
            .map(|[east, north]| square([cell[0].saturating_add(east), cell[1].saturating_add(north)]));
        let mut tries: Vec<Lay> = Vec::new();
        for there in neighbours.into_iter().flatten() {
            tries.extend([(here, there), (there, here)].map(|(high, low)| Lay::new(domino, high, low, false)));
        }
        if tries.iter().any(|lay| position.check_ground(*lay).is_ok()) {
            tries.retain(|lay| position.check_ground(*lay).is_ok());
        }
        out.extend(tries.into_iter().map(Move::Lay));
    }
}

/// The id of a domino in scenes, for the whole game.
pub(crate) fn id(seat: Seat, domino: Domino) -> String {
    format!("{seat}:{domino}")
}

pub(crate) fn clan(position: &Position, seat: Seat) -> Clan {
    position.options().clans[seat.number()]
}

fn square([x, y]: Cell) -> Option<Square> {
    Square::from_point(Point::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?))
}

/// The seat that a sentence is about: the one to move, the one whose pile (of this number) is revealed, or the one that
/// ended the game.
pub(crate) fn acting(position: &Position) -> (Seat, u8) {
    match (position.turn(), position.revealing()) {
        (Turn::Seat(seat), _) => (seat, 0),
        (_, Some(revealing)) => revealing,
        (..) => (position.ended_by().unwrap_or(Seat::new(0)), 0),
    }
}

/// The end of a sentence about a domino, in English and in French.
fn and_totem(lay: Lay) -> [&'static str; 2] {
    if lay.totem() { [", with a totem", ", avec un totem"] } else { [""; 2] }
}

/// In which direction its lower half lies, clockwise from the east.
fn pose(lay: Lay) -> u32 {
    let [first, second] = lay.squares();
    match (second.col.cmp(&first.col), second.row.cmp(&first.row)) {
        (Ordering::Greater, _) => 0,
        (Ordering::Equal, Ordering::Less) => 1,
        (Ordering::Less, _) => 2,
        (Ordering::Equal, _) => 3,
    }
}

/// A domino that lies on the table, and the levels on which its halves lie.
struct LaidDomino {
    seat: Seat,
    lay: Lay,
    on: [u8; 2],
}

impl LaidDomino {
    fn solids(&self, clan: Clan) -> Vec<Solid> {
        let LaidDomino { lay, on, .. } = self;
        let cells = lay.squares().map(cell);
        let mut solids = solids::domino(clan, &Half::both(lay.domino(), cells, *on));
        if lay.totem() {
            solids.extend(solids::totem(clan, cells, on[0].max(on[1])));
        }
        solids
    }

    fn piece(&self, position: &Position) -> Piece {
        let LaidDomino { seat, lay, on: [on, _] } = self;
        let (clan, domino, [first, second], level) = (clan(position, *seat), lay.domino(), lay.squares(), on + 1);
        let Label { en, fr } = clan.label();
        let [with_en, with_fr] = and_totem(*lay);
        Piece {
            id: id(*seat, domino),
            solids: self.solids(clan),
            what: text!("{domino} of the {en}, level {level}{with_en}", "{domino} des {fr}, niveau {level}{with_fr}"),
            place: Some(text!("on {first} and {second}", "en {first} et {second}")),
            seat: Some(*seat),
        }
    }
}

/// The dominoes on the table, from below.
///
/// A position knows only what is visible. So this goes backwards through the past, from the levels that the position
/// knows down to the board. Dominoes that no move of the past laid were there before, and are shown as far as they are
/// visible.
fn pieces(position: &Position, past: Past<Kumata>) -> Vec<Piece> {
    let mut levels: [u8; PARCELS] = std::array::from_fn(|parcel| position.level(parcel));
    let mut laid: Vec<(u8, Piece)> = Vec::new();
    for (turn, mv) in past.iter().rev() {
        let (Turn::Seat(seat), Move::Lay(lay)) = (*turn, *mv) else { continue };
        let [Some(first), Some(second)] = lay.squares().map(|square| position.board().parcel_at(square)) else { continue };
        // A move of another table says nothing about this one.
        if levels[first] < 2 || levels[first] != levels[second] || seat.number() >= position.seats() {
            continue;
        }
        levels[first] -= 1;
        levels[second] -= 1;
        laid.push((levels[first], LaidDomino { seat, lay, on: [levels[first]; 2] }.piece(position)));
    }
    // Oldest first, and then from below.
    laid.reverse();
    let mut pieces = older_pieces(position, &mut levels);
    pieces.append(&mut laid);
    pieces.sort_by_key(|(level, _)| *level);
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// The dominoes that lay there before the past began, each with its level: those that are partly visible, and plain
/// bodies under them.
fn older_pieces(position: &Position, levels: &mut [u8; PARCELS]) -> Vec<(u8, Piece)> {
    let mut pieces = Vec::new();
    for parcel in 0..PARCELS {
        let Some((seat, domino)) = position.domino_at(parcel).filter(|_| levels[parcel] == position.level(parcel)) else {
            continue;
        };
        let other = (parcel + 1..PARCELS).find(|other| position.same_domino(parcel, *other) && levels[*other] == levels[parcel]);
        let on = levels[parcel] - 1;
        let at = |parcel: usize| position.board().parcels()[parcel].square;
        let piece = match other {
            Some(other) => {
                let (high, low) = if position.value(parcel) < position.value(other) { (other, parcel) } else { (parcel, other) };
                let lay = Lay::new(domino, at(high), at(low), position.bears_totem(parcel));
                levels[other] = on;
                LaidDomino { seat, lay, on: [on; 2] }.piece(position)
            }
            // Something covers its other half, and nobody knows where that is.
            None => {
                let (clan, square, level) = (clan(position, seat), at(parcel), on + 1);
                let Label { en, fr } = clan.label();
                Piece {
                    id: id(seat, domino),
                    solids: solids::domino(clan, &[Half { value: position.value(parcel), cell: cell(square), on }]),
                    what: text!(
                        "{domino} of the {en}, half covered, level {level}",
                        "{domino} des {fr}, à moitié recouvert, niveau {level}"
                    ),
                    place: Some(text!("on {square}", "en {square}")),
                    seat: Some(seat),
                }
            }
        };
        levels[parcel] = on;
        pieces.push((on, piece));
    }
    for (parcel, highest) in position.board().parcels().iter().zip(levels).filter(|(_, highest)| **highest > 1) {
        let square = parcel.square;
        let piece = Piece {
            id: format!("under:{square}"),
            solids: solids::unknown(cell(square), *highest),
            what: text!("covered dominoes", "dominos recouverts"),
            place: Some(text!("on {square}", "en {square}")),
            seat: None,
        };
        pieces.push((1, piece));
    }
    pieces
}

/// A visible domino of a pile.
fn held(position: &Position, seat: Seat, domino: Domino, pile: u8) -> Piece {
    let clan = clan(position, seat);
    let Label { en, fr } = clan.label();
    Piece {
        id: id(seat, domino),
        solids: solids::domino(clan, &Half::both(domino, [[0, 0], [1, 0]], [0; 2])),
        what: text!("{domino} of the {en}, pile {pile}", "{domino} des {fr}, pile {pile}"),
        place: None,
        seat: Some(seat),
    }
}

fn hand(position: &Position, seat: Seat) -> Hand {
    let mut pieces = Vec::new();
    // A pile keeps its place, whatever lies on top and however many others are empty.
    for (number, pile) in (1..).zip(position.piles(seat)) {
        let place = Some(u32::from(number) - 1);
        match (pile.top, pile.hidden.checked_sub(1)) {
            (Some(top), _) => pieces.push(Held { piece: held(position, seat, top, number), hidden: pile.hidden, place }),
            (None, Some(hidden)) => {
                let Label { en, fr } = clan(position, seat).label();
                let piece = Piece {
                    id: format!("{seat}:pile{number}"),
                    solids: solids::face_down(),
                    what: text!("pile {number} of the {en}, face down", "pile {number} des {fr}, face cachée"),
                    place: None,
                    seat: Some(seat),
                };
                pieces.push(Held { piece, hidden, place });
            }
            (None, None) => {}
        }
    }
    let note = match i64::from(position.totems_left(seat)) {
        0 => text!("no totem left", "plus de totem"),
        left => {
            let [en, fr] = Lang::ALL.map(|lang| lang.plural(left, "totem", "totems"));
            text!("{left} {en} left", "{left} {fr} à jouer")
        }
    };
    Hand { pieces, notes: vec![note] }
}
