//! Everything that the pages need to show a table and to let people play at it, without knowing the game.
//!
//! A game says what lies where ([`Scenic::tabletop`]) and what a move looks like ([`Scenic::show`]). This module
//! derives the rest, the same way for all games: which pieces can be picked up, and where they fit (`targets.rs`). Why
//! they do not fit elsewhere, and what a move brings, is in `telling.rs`. The browser only draws; it knows no rule.
//!
//! Space is measured in cells: x to the east, y to the north, z upwards from the surface of the table. The cell `[2,
//! -1]` is the square from (2, -1) to (3, 0).

use std::collections::HashSet;

use crate::game::MoveOf;
pub use crate::targets::{Extra, Target, Way, targets};
use crate::telling::{Announcement, differences};
use crate::{BySeat, Game, Label, Play, Position, Seat, SeatCount, Text, Turn};

/// A square of the plane, by its south-west corner.
pub type Cell = [i32; 2];

/// What lies on a table, what may be done, and what to say about it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Scene {
    /// The board, the pieces and the hands.
    pub table: Tabletop,
    /// What the player to move has to do, as one sentence.
    pub todo: Text,
    /// The pieces that the player to move can pick up.
    pub playable: Vec<Playable>,
    /// The legal moves that lay no piece.
    pub acts: Vec<ButtonMove>,
    /// The possible draws, if chance is to move: people who draw at a real table choose the one that came.
    pub draws: Vec<Draw>,
    /// The pieces that the last turn laid.
    pub fresh: Vec<String>,
}

/// Everything that lies on a table.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Tabletop {
    /// The board, before any piece is laid. Only parts on which nothing can be built lie below z = 0.
    pub board: Vec<Solid>,
    /// The pieces on it, from below.
    pub pieces: Vec<Piece>,
    /// The hand of each seat, in the order of the seats.
    pub hands: Vec<Hand>,
    /// Common stock, such as a draw pile.
    pub stock: Vec<Stock>,
}

/// A piece: a thing that is laid as a whole.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Piece {
    /// Its id for the whole game, wherever it lies, so that a page can show how it moves.
    pub id: String,
    /// The boxes that it is made of. In a hand it lies at the origin, in its usual pose.
    pub solids: Vec<Solid>,
    /// What it is, in words without coordinates.
    pub what: Text,
    /// Where it lies on the table, by coordinates if need be: for screen readers only. None in a hand, and where `what`
    /// says it.
    pub place: Option<Text>,
    /// Whose it is; none if it is nobody's.
    pub seat: Option<Seat>,
}

/// A box with rounded edges.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Solid {
    /// Its corner to the south-west and below.
    pub at: [f32; 3],
    /// How far it reaches to the east, to the north and upwards.
    pub size: [f32; 3],
    /// The name of its colour in the palette.
    pub paint: &'static str,
    /// What is drawn on it.
    pub marks: Vec<Mark>,
}

impl Solid {
    /// A box without marks on its sides.
    pub fn new(at: [f32; 3], size: [f32; 3], paint: &'static str) -> Solid {
        Solid { at, size, paint, marks: Vec::new() }
    }

    /// The same with a drawing on it.
    #[must_use]
    pub fn with(mut self, mark: Mark) -> Solid {
        self.marks.push(mark);
        self
    }

    /// The same solid, moved by a distance.
    #[must_use]
    pub fn moved(mut self, by: [f32; 3]) -> Solid {
        self.at = std::array::from_fn(|axis| self.at[axis] + by[axis]);
        self
    }

    fn top(&self) -> f32 {
        self.at[2] + self.size[2]
    }
}

/// Whether a box stands over the middle of a cell.
pub(crate) fn is_over(solid: &Solid, cell: Cell) -> bool {
    (0..2).all(|axis| {
        let middle = cell[axis] as f32 + 0.5;
        solid.at[axis] < middle && middle < solid.at[axis] + solid.size[axis]
    })
}

/// A rectangle of the plane, in cells.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Area {
    /// Its south-west corner.
    pub at: [f32; 2],
    /// How far it reaches to the east and to the north.
    pub size: [f32; 2],
}

impl Area {
    /// A whole cell.
    pub fn of_cell([x, y]: Cell) -> Area {
        Area { at: [x as f32, y as f32], size: [1.0; 2] }
    }
}

/// A side of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Face {
    /// Seen from above.
    Top,
    /// Seen from the north.
    North,
    /// Seen from the east.
    East,
    /// Seen from the south.
    South,
    /// Seen from the west.
    West,
}

impl Face {
    /// All that can be seen of a box that stands on something.
    pub const ALL: [Face; 5] = [Face::Top, Face::North, Face::East, Face::South, Face::West];
}

/// A drawing on a side of a box.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Mark {
    /// The side of the solid that bears the mark.
    pub face: Face,
    /// The name of the drawing; a number is drawn as itself.
    pub drawing: &'static str,
    /// The name of its colour in the palette.
    pub ink: &'static str,
    /// Where its middle is on that side, from (0, 0) to (1, 1). On top: from the west to the east, and from the south
    /// to the north. On the others, seen from there: from the left to the right, and upwards.
    pub at: [f32; 2],
    /// How wide it is, in cells.
    pub size: f32,
    /// By how many quarter turns it is turned clockwise, as one looks at that side.
    pub turns: u8,
}

impl Mark {
    /// A drawing in the middle of a side.
    pub fn new(face: Face, drawing: &'static str, ink: &'static str, size: f32) -> Mark {
        Mark { face, drawing, ink, at: [0.5, 0.5], size, turns: 0 }
    }
}

/// The hand of a seat.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Hand {
    /// The pieces of the hand, in the order of the rack.
    pub pieces: Vec<Held>,
    /// More to know about the seat: totems left, that it has passed.
    pub notes: Vec<Text>,
}

/// A piece in a hand.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Held {
    /// The piece; one that nobody has seen yet shows its back.
    pub piece: Piece,
    /// How many lie hidden under it.
    pub hidden: u8,
    /// Its place in the hand, from 0, if the game has fixed ones, such as piles; none: the page finds it one.
    pub place: Option<u32>,
}

/// Something that lies ready for everyone.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Stock {
    /// What lies there, in words.
    pub what: Text,
    /// How many pieces it has.
    pub count: u32,
    /// One of its pieces as it lies there, face down; empty if it is not a pile.
    pub back: Vec<Solid>,
}

/// A piece that can be picked up.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Playable {
    /// The id of the piece, which lies in the hand of the player to move, or on the table.
    pub piece: String,
    /// In how many ways it can be laid.
    pub ways: u32,
    /// On how many different places it can lie, however it is turned there.
    pub places: u32,
}

/// A move that lays nothing: the page shows a button for it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct ButtonMove {
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The piece that has to be picked up first; none if it can be done at once.
    pub piece: Option<String>,
    /// The label of a button that does it.
    pub what: Text,
}

/// A draw that may come.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Draw {
    /// The draw, in its canonical spelling.
    pub mv: String,
    /// The piece that is drawn, as it lies in a hand.
    pub piece: Piece,
}

/// The looks of a seat.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct SeatLook {
    /// Its name: its clan, its colour.
    pub name: Text,
    /// The name of its colour in the palette.
    pub paint: &'static str,
    /// The name of the drawing that stands for it.
    pub emblem: &'static str,
    /// Its team; without teams everyone is their own.
    pub team: u8,
}

/// The looks of a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    /// A piece is laid.
    Lay(ShownLay),
    /// Something else is done, with a piece that is picked up first or without.
    Act {
        /// The piece's id.
        piece: Option<String>,
    },
    /// Chance draws this piece.
    Draw(Piece),
}

/// The looks of a move that lays a piece.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownLay {
    /// The piece's id, where it lies now.
    pub piece: String,
    /// The cells it will cover; it begins with the first.
    pub cells: Vec<Cell>,
    /// How it is turned, as in [`Way::pose`].
    pub pose: u32,
    /// On which side it lies, as in [`Way::tip`]; 0 for pieces that only lie flat.
    pub tip: u32,
    /// The piece as it will lie.
    pub solids: Vec<Solid>,
    /// Something that the move adds, such as a totem; the same move without it is then legal too.
    pub extra: Option<Label>,
}

/// The plies so far, oldest first, each with the turn in which it was played.
pub type Past<'a, G> = &'a [(Turn, MoveOf<G>)];

/// A game that can be shown.
pub trait Scenic: Game {
    /// Whether pieces are laid on others, so that it makes sense to look into the layers of what is built.
    const LAYERED: bool = true;

    /// The looks of each seat.
    fn looks(options: &Self::Options) -> Vec<SeatLook>;

    /// Everything that lies on the table. The past is for games that show covered pieces, which the position does not
    /// keep.
    fn tabletop(position: &Self::Position, past: Past<Self>) -> Tabletop;

    /// The looks of a move in a position. The move need not be legal.
    fn show(position: &Self::Position, mv: MoveOf<Self>) -> Shown;

    /// A move in words as people at a table say it, without a subject and without coordinates: "lays the 3-2 over your
    /// 4, with a totem". Only the first word agrees with the subject, so that pages can say "you lay". A draw, which
    /// nobody makes, has its subject: "Margot turns up the 3-2". Players are named by slots ([`crate::naming`]).
    fn tell(position: &Self::Position, mv: MoveOf<Self>) -> Text;

    /// The label of the button of a move that lays no piece, in the imperative: "Pass".
    fn act_label(position: &Self::Position, mv: MoveOf<Self>) -> Text {
        Self::tell(position, mv)
    }

    /// What the player to move has to do, as one sentence.
    fn todo(position: &Self::Position) -> Text;

    /// The name of a cell.
    fn cell_name(cell: Cell) -> String;

    /// The same position with the turn of another seat, to show where its pieces could go; none if that makes no sense,
    /// as after the end. It is only looked at, never played on.
    fn as_if_turn_of(position: &Self::Position, seat: Seat) -> Option<Self::Position>;

    /// Why a piece in the hand of the player to move fits nowhere, as a sentence, lower-case and without a full stop.
    fn fits_nowhere(position: &Self::Position, piece: &str) -> Text;

    /// The points that are won for good; none if nothing is won before the end.
    fn won(_position: &Self::Position) -> Option<BySeat<i32>> {
        None
    }

    /// What a move brought to each seat, from the positions before and after it.
    fn gains(before: &Self::Position, after: &Self::Position) -> BySeat<i32> {
        differences(&before.score(), &after.score())
    }

    /// The count unfolded as pages show it, with what is seen of it. The past is for games whose position keeps sums
    /// only.
    fn counts(position: &Self::Position, _past: Past<Self>) -> Vec<SeatCount> {
        Self::count(position)
    }

    /// What the points of a legal move are for, as a phrase.
    fn why_points(_position: &Self::Position, _mv: MoveOf<Self>) -> Option<Text> {
        None
    }

    /// What everyone should notice about a ply: a round that ends, a player who is out. The past is all that was played
    /// before it, for games that have to say what happened in a round; it may be incomplete.
    fn announce(_past: Past<Self>, _before: &Self::Position, _mv: MoveOf<Self>, _after: &Self::Position) -> Vec<Announcement> {
        Vec::new()
    }

    /// The parts of the table that are in the way of an illegal move.
    fn offending(_position: &Self::Position, _mv: MoveOf<Self>, _illegal: &<Self::Position as Position>::Illegal) -> Vec<Area> {
        Vec::new()
    }

    /// The id of the piece that a played move laid; none if it laid nothing. `position` is the one after the move, so
    /// it no longer tells who made it: a game whose ids depend on the seat uses `by`.
    fn laid(position: &Self::Position, _by: Seat, mv: MoveOf<Self>) -> Option<String> {
        match Self::show(position, mv) {
            Shown::Lay(lay) => Some(lay.piece),
            Shown::Act { .. } | Shown::Draw(_) => None,
        }
    }

    /// The id of the piece that a draw brings into sight in a hand; none for other moves. `position` is the one before.
    fn drawn(_position: &Self::Position, _mv: MoveOf<Self>) -> Option<String> {
        None
    }

    /// Appends the moves, legal or not, that would lay a piece over a cell, for [`why_not`] to explain. Other moves may
    /// be among them; but a game with many conceivable moves should list only these, since a player waits for the
    /// answer.
    ///
    /// [`why_not`]: crate::telling::why_not
    fn tries(position: &Self::Position, _piece: &str, _cell: Cell, out: &mut Vec<MoveOf<Self>>) {
        Self::conceivable(position, out);
    }
}

/// The scene of a position.
pub fn scene<G: Scenic>(position: &G::Position, past: Past<G>) -> Scene {
    let mut scene = Scene {
        table: G::tabletop(position, past),
        todo: G::todo(position),
        playable: Vec::new(),
        acts: Vec::new(),
        draws: Vec::new(),
        fresh: Vec::new(),
    };
    let mut places: HashSet<(String, Vec<Cell>)> = HashSet::new();
    for mv in position.legal_moves() {
        let spelling = || G::write_move(position, mv);
        match G::show(position, mv) {
            Shown::Lay(lay) => {
                let mut place = (lay.piece.clone(), lay.cells);
                place.1.sort_unstable();
                let (way, place) = (u32::from(lay.extra.is_none()), u32::from(places.insert(place)));
                match scene.playable.iter_mut().find(|playable| playable.piece == lay.piece) {
                    Some(playable) => {
                        playable.ways += way;
                        playable.places += place;
                    }
                    None => scene.playable.push(Playable { piece: lay.piece, ways: way, places: place }),
                }
            }
            Shown::Act { piece } => {
                if let Some(piece) = &piece
                    && !scene.playable.iter().any(|playable| playable.piece == *piece)
                {
                    scene.playable.push(Playable { piece: piece.clone(), ways: 0, places: 0 });
                }
                scene.acts.push(ButtonMove { mv: spelling(), piece, what: G::act_label(position, mv) });
            }
            Shown::Draw(piece) => scene.draws.push(Draw { mv: spelling(), piece }),
        }
    }
    let by_seat = |(turn, mv): &(Turn, MoveOf<G>)| match turn {
        Turn::Seat(seat) => Some((*seat, *mv)),
        Turn::Chance | Turn::Over => None,
    };
    let last = past.iter().rev().find_map(by_seat).and_then(|(seat, mv)| G::laid(position, seat, mv));
    // The table may have been cleared since.
    scene.fresh.extend(last.filter(|laid| scene.table.pieces.iter().any(|piece| piece.id == *laid)));
    scene
}

/// The height of what stands on a cell.
pub(crate) fn top_of(table: &Tabletop, cell: Cell) -> f32 {
    let solids = table.pieces.iter().flat_map(|piece| &piece.solids).chain(&table.board);
    solids.filter(|solid| is_over(solid, cell)).map(Solid::top).fold(0.0, f32::max)
}
