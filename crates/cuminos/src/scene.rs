//! The table as the pages show it. The words for moves are in `telling.rs`.
//!
//! Paints: red, blue, yellow, green, violet, orange, white, black, brown, pink, ink, ivory
//! Drawings: mark-1, mark-2, mark-3, mark-4, mark-5, mark-6, red, blue, yellow, green, violet, orange, white, black, brown, pink
//!
//! The drawing with the name of a colour is the emblem of the seat of that colour.

use tablee_core::naming::names;
use tablee_core::scene::{Area, Cell, Hand, Held, Past, Piece, SeatLook, Shown, ShownLay, Stock, Tabletop};
use tablee_core::telling::Announcement;
use tablee_core::{BySeat, Label, Lang, Position as _, Scenic, Seat, SeatCount, Text, Turn, text};

use crate::block::{BLOCKS, Block};
use crate::game::Cuminos;
use crate::illegal::Illegal;
use crate::moves::{Cube, Lay, Move};
use crate::open_table::{Foot, Laid};
use crate::options::{Options, Teams};
use crate::position::{Phase, Position};
use crate::score;
use crate::solids::{directions, half_solid, solids};
use crate::telling;

impl Scenic for Cuminos {
    fn looks(options: &Options) -> Vec<SeatLook> {
        let team = options.team();
        let look = |seat| {
            let colour = options.colour(seat);
            SeatLook { name: colour.label().into(), paint: colour.name(), emblem: colour.name(), team: team[seat] }
        };
        Seat::all(options.players).map(look).collect()
    }

    fn tabletop(position: &Position, _: Past<Cuminos>) -> Tabletop {
        let mut laid = position.laid().to_vec();
        laid.sort_by_key(|laid| laid.lay.bottom());
        Tabletop {
            board: Vec::new(),
            pieces: laid.into_iter().map(|laid| laid_piece(position, laid)).collect(),
            hands: Seat::all(position.options().players).map(|seat| hand(position, seat)).collect(),
            stock: position.drawing().map(|seat| bag(position, seat)).into_iter().collect(),
        }
    }

    fn show(position: &Position, mv: Move) -> Shown {
        match mv {
            Move::Draw(block) => Shown::Draw(held_piece(position, block, seat_to_act(position))),
            Move::Lay(lay) => {
                let seat = seat_to_act(position);
                let mut cells = lay.cubes().map(cell).to_vec();
                cells.dedup();
                let solids = solids(position.options().colour(seat), lay);
                Shown::Lay(ShownLay { piece: id(seat, lay.block()), cells, pose: pose(lay), tip: tip(lay), solids, extra: None })
            }
            Move::Pass => Shown::Act { piece: None },
        }
    }

    fn tell(position: &Position, mv: Move) -> Text {
        telling::tell(position, mv)
    }

    fn act_label(position: &Position, mv: Move) -> Text {
        match mv {
            Move::Pass => text!("Pass", "Passer"),
            Move::Draw(_) | Move::Lay(_) => telling::tell(position, mv),
        }
    }

    fn todo(position: &Position) -> Text {
        telling::todo(position)
    }

    fn cell_name([x, y]: Cell) -> String {
        format!("{x},{y}")
    }

    /// Before the source stands, only the opener has a place for a block (C4).
    /// A block's points are won when it is laid (C18 to C21).
    fn won(position: &Position) -> Option<BySeat<i32>> {
        Some(position.score())
    }

    fn as_if_turn_of(position: &Position, seat: Seat) -> Option<Position> {
        let Turn::Seat(_) = position.turn() else { return None };
        let lays = seat.number() < position.seats() && (!position.table.is_bare() || seat == position.opener());
        lays.then(|| {
            let mut other = position.clone();
            other.phase = Phase::Turn(seat);
            other
        })
    }

    fn fits_nowhere(position: &Position, piece: &str) -> Text {
        telling::fits_nowhere(position, piece)
    }

    fn why_points(position: &Position, mv: Move) -> Option<Text> {
        telling::why_points(position, mv)
    }

    fn counts(position: &Position, past: Past<Cuminos>) -> Vec<SeatCount> {
        score::counts(position, past)
    }

    fn announce(past: Past<Cuminos>, before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
        telling::announce(past, before, mv, after)
    }

    fn offending(_: &Position, _: Move, illegal: &Illegal) -> Vec<Area> {
        telling::offending(illegal)
    }

    fn laid(_: &Position, by: Seat, mv: Move) -> Option<String> {
        match mv {
            Move::Lay(lay) => Some(id(by, lay.block())),
            Move::Draw(_) | Move::Pass => None,
        }
    }

    fn tries(position: &Position, piece: &str, [x, y]: Cell, out: &mut Vec<Move>) {
        let (Some(block), Ok(x), Ok(y)) = (block_of(piece), i16::try_from(x), i16::try_from(y)) else { return };
        let Some(ground) = Cube::new(x, y, 1) else { return };
        // Whatever comes to rest here rests on top of the column.
        let z = position.table.column_at(ground.spot()).height + 1;
        let Some(here) = Cube::new(x, y, z) else { return };
        let beside = ground.point().beside().map(|point| Cube::new(point.x, point.y, z));
        for there in beside.into_iter().chain([Cube::new(x, y, z + 1)]).flatten() {
            out.push(Move::Lay(Lay::new(block, here, there)));
            if !block.is_double() {
                out.push(Move::Lay(Lay::new(block, there, here)));
            }
        }
    }
}

/// The id of a block in scenes, for the whole game.
pub(crate) fn id(seat: Seat, block: Block) -> String {
    format!("{seat}:{block}")
}

/// The block of a piece, by its id.
pub(crate) fn block_of(id: &str) -> Option<Block> {
    let (_, block) = id.split_once(':')?;
    let (high, low) = block.split_once('-')?;
    Block::new(high.parse().ok()?, low.parse().ok()?)
}

/// The seat whose turn it is, or for which chance draws; any seat after the end.
pub(crate) fn seat_to_act(position: &Position) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        _ => position.drawing().unwrap_or(Seat::new(0)),
    }
}

pub(crate) fn cell(cube: Cube) -> Cell {
    [cube.point().x.into(), cube.point().y.into()]
}

/// In which direction the lower mark is, seen from the higher.
fn pose(lay: Lay) -> u32 {
    match directions(lay)[0] {
        [1, 0, 0] => 0,
        [0, 1, 0] => 1,
        [-1, 0, 0] => 2,
        [0, -1, 0] => 3,
        [0, 0, 1] => 4,
        _ => 5,
    }
}

/// Lying, standing on its higher mark, or on its lower.
fn tip(lay: Lay) -> u32 {
    match pose(lay) {
        4 => 1,
        5 => 2,
        _ => 0,
    }
}

fn laid_piece(position: &Position, laid: Laid) -> Piece {
    let Laid { lay, seat } = laid;
    let colour = position.options().colour(seat);
    let (label, block, rank) = (colour.label(), lay.block(), rank_name(position.rank(laid)));
    let (Text { en: lies, fr: est }, Text { en: grows, fr: pousse }) = (pose_in_words(lay), growth(position, lay));
    let (en, fr) = (label.en, label.fr);
    let (on, sur) = (rank.en, rank.fr);
    Piece {
        id: id(seat, block),
        solids: solids(colour, lay),
        what: text!("{en} block {block}, {on}, {lies}{grows}", "bloc {fr} {block}, {sur}, {est}{pousse}"),
        place: Some(place(position, lay)),
        seat: Some(seat),
    }
}

/// Lying, with its halves to the east.
fn held_piece(position: &Position, block: Block, seat: Seat) -> Piece {
    let colour = position.options().colour(seat);
    let (en, fr) = (colour.label().en, colour.label().fr);
    let halves = [(0.0, block.high(), [1, 0, 0]), (1.0, block.low(), [-1, 0, 0])];
    Piece {
        id: id(seat, block),
        solids: halves.map(|(x, mark, other)| half_solid(colour, [x, 0.0, 0.0], mark, other)).to_vec(),
        what: text!("{en} block {block}, in hand", "bloc {fr} {block}, en main"),
        place: None,
        seat: Some(seat),
    }
}

fn hand(position: &Position, seat: Seat) -> Hand {
    let pieces =
        position.hand(seat).map(|block| Held { piece: held_piece(position, block, seat), hidden: 0, place: None }).collect();
    let mut notes = Vec::new();
    if position.options().teams != Teams::None {
        notes.push(team_note(position, seat));
    }
    if position.opener() == seat {
        let Text { en, fr } = round_name(position);
        notes.push(text!("opens {en}", "ouvre la {fr}"));
    }
    if position.has_passed(seat) {
        notes.push(text!("has passed in this round", "a passé dans cette manche"));
    }
    Hand { pieces, notes }
}

/// The partners of a seat, and their points together (C24).
fn team_note(position: &Position, seat: Seat) -> Text {
    let (options, team, points) = (position.options(), position.team(), position.score());
    let in_team = || Seat::all(options.players).filter(|other| team[*other] == team[seat]);
    let partners: Vec<Seat> = in_team().filter(|other| *other != seat).collect();
    let together: i32 = in_team().map(|other| points[other]).sum();
    let (Text { en, fr }, [point, points]) =
        (names(&partners), Lang::ALL.map(|lang| lang.plural(together.into(), "point", "points")));
    text!("with {en}: {together} {point} together", "avec {fr} : {together} {points} ensemble")
}

/// The bag of a seat (C3). A bag is not a pile: nothing of it is seen.
fn bag(position: &Position, seat: Seat) -> Stock {
    let colour = position.options().colour(seat).label();
    let (en, fr) = (colour.en, colour.fr);
    Stock { what: text!("{en} bag", "sac {fr}"), count: (BLOCKS - position.hand(seat).count()) as u32, back: Vec::new() }
}

pub(crate) fn round_name(position: &Position) -> Text {
    let (round, players) = (position.round(), position.options().players);
    match round.checked_sub(players) {
        None | Some(0) => text!("round {round} of {players}", "manche {round} sur {players}"),
        Some(extra) => text!("extra round {extra}", "manche supplémentaire {extra}"),
    }
}

pub(crate) fn rank_name(rank: u8) -> Label {
    match rank {
        1 => Label::new("first rank", "premier rang"),
        2 => Label::new("second rank", "deuxième rang"),
        _ => Label::new("third rank", "troisième rang"),
    }
}

/// How a block is laid.
fn pose_in_words(lay: Lay) -> Text {
    let ([first, second], [high, low]) = (lay.cubes(), lay.marks());
    if !lay.stands() {
        return text!("lying", "couché");
    }
    let bottom = if first.z() < second.z() { high } else { low };
    text!("standing with the {bottom} below", "debout avec le {bottom} en bas")
}

/// Where the marks of a block are, and the end at which its branch can go on.
fn place(position: &Position, lay: Lay) -> Text {
    let ([first, second], [high, low]) = (lay.cubes(), lay.marks());
    let (at, other) = (first.point(), second.point());
    let open = lay.cubes().into_iter().find(|cube| foot(position, *cube) == Foot::OpenEnd).map(|cube| cube.point());
    let (end, fin) = match open {
        Some(open) if !lay.stands() => (format!(", open end on {open}"), format!(", extrémité libre en {open}")),
        _ => Default::default(),
    };
    if lay.stands() {
        return text!("on {at}", "en {at}");
    }
    text!("the {high} on {at} and the {low} on {other}{end}", "le {high} en {at} et le {low} en {other}{fin}")
}

fn foot(position: &Position, cube: Cube) -> Foot {
    if cube.z() == 1 { position.table.column_at(cube.spot()).foot } else { Foot::Bare }
}

/// What the round grows from: the source, or a block with an end at which its branch can go on (C10).
fn growth(position: &Position, lay: Lay) -> Text {
    let feet = lay.cubes().map(|cube| foot(position, cube));
    if feet.contains(&Foot::Source) {
        text!(", the source", ", la source")
    } else if feet.contains(&Foot::OpenEnd) {
        text!(", with an open end", ", avec une extrémité libre")
    } else {
        text!("", "")
    }
}
