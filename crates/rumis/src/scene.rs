//! The table as the pages show it. The boxes are in `solids.rs`, the words about moves in `telling.rs`.
//!
//! Paints: yellow, red, blue, green, violet, orange; wood, paper, paper-dark, line, red-line, blue-line, ivory.
//! Drawings: yellow, red, blue, green, violet, orange (emblems); 1 to 8.

use tablee_core::geometry::{Point, Square};
use tablee_core::scene::{Area, Cell, Hand, Held, Past, Piece, SeatLook, Shown, ShownLay, Tabletop};
use tablee_core::telling::{Announcement, differences};
use tablee_core::{BySeat, Lang, Position as _, Scenic, Seat, Text, Turn, text};

use crate::board::Sector;
use crate::game::Rumis;
use crate::illegal::Illegal;
use crate::moves::{Cube, Lay, Move};
use crate::options::{Options, Rules};
use crate::position::Position;
use crate::solids::{self, Corner};
use crate::stone::{Pose, Stone};
use crate::telling::{self, acting, coloured};

impl Scenic for Rumis {
    fn looks(options: &Options) -> Vec<SeatLook> {
        let look = |seat: Seat| {
            let colour = options.colour(seat);
            SeatLook { name: colour.label().into(), paint: colour.name(), emblem: colour.name(), team: seat.number() as u8 }
        };
        Seat::all(options.players).map(look).collect()
    }

    /// The position knows every stone, so the past is not needed.
    fn tabletop(position: &Position, _: Past<Rumis>) -> Tabletop {
        let mut stones: Vec<_> = position.stones().collect();
        stones.sort_by_key(|(_, lay)| lay.first_cube().height);
        Tabletop {
            board: solids::board(position.options(), position.board()),
            pieces: stones.into_iter().map(|(seat, lay)| laid_piece(position, seat, lay)).collect(),
            hands: Seat::all(position.seats()).map(|seat| hand(position, seat)).collect(),
            stock: Vec::new(),
        }
    }

    fn show(position: &Position, mv: Move) -> Shown {
        let seat = acting(position);
        let taken = |from| position.stone_at(from).map(|(owner, lay)| id(owner, lay.stone()));
        match mv {
            Move::Lay(lay) => Shown::Lay(shown_lay(position, seat, lay, id(seat, lay.stone()))),
            Move::Carry { to, from } => {
                let piece = taken(from).unwrap_or_else(|| id(seat, to.stone()));
                Shown::Lay(shown_lay(position, seat, to, piece))
            }
            Move::SetAside { from } => Shown::Act { piece: taken(from) },
        }
    }

    fn tell(position: &Position, mv: Move) -> Text {
        telling::tell(position, mv)
    }

    fn act_label(position: &Position, mv: Move) -> Text {
        telling::act_label(position, mv)
    }

    fn todo(position: &Position) -> Text {
        match (position.turn(), position.sector()) {
            (Turn::Seat(seat), Sector::First) => todo_first(position, seat),
            (Turn::Seat(_), Sector::Second) if position.lays.count() == 0 => text!(
                "None of your free stones fits outside the red line: set one aside.",
                "Aucune de vos pierres libres ne tient hors de la ligne rouge : mettez-en une de côté."
            ),
            (Turn::Seat(_), Sector::Second) => text!(
                "Take one of your free stones, and lay it outside the red line, against one of your colour.",
                "Prenez une de vos pierres libres et posez-la hors de la ligne rouge, contre une de votre couleur."
            ),
            (Turn::Chance | Turn::Over, _) => {
                text!("The game is over: nobody can play any more.", "La partie est finie : plus personne ne peut jouer.")
            }
        }
    }

    fn cell_name(cell: Cell) -> String {
        square(cell).map_or_else(|| format!("{}, {}", cell[0], cell[1]), |square| square.to_string())
    }

    fn as_if_turn_of(position: &Position, seat: Seat) -> Option<Position> {
        position.with_turn_of(seat)
    }

    fn fits_nowhere(position: &Position, piece: &str) -> Text {
        telling::fits_nowhere(position, piece)
    }

    /// The count of the first sector is kept; nothing else is won before the end (R19).
    fn won(position: &Position) -> Option<BySeat<i32>> {
        let interim = |seat: Seat| position.interim.get(seat.number()).copied().unwrap_or(0).into();
        (position.sector() == Sector::Second).then(|| BySeat::from_fn(position.seats(), interim))
    }

    /// The change of the count. The ply that ends the first sector is compared with the count of that sector: the stones
    /// to be moved do not cost anything yet.
    fn gains(before: &Position, after: &Position) -> BySeat<i32> {
        let now = match (before.sector(), Rumis::won(after)) {
            (Sector::First, Some(counted)) => counted,
            _ => after.score(),
        };
        differences(&before.score(), &now)
    }

    fn why_points(position: &Position, mv: Move) -> Option<Text> {
        telling::why_points(position, mv)
    }

    fn announce(_: Past<Rumis>, before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
        telling::announce(before, mv, after)
    }

    fn offending(position: &Position, mv: Move, illegal: &Illegal) -> Vec<Area> {
        telling::offending(position, mv, illegal)
    }

    fn laid(_: &Position, by: Seat, mv: Move) -> Option<String> {
        match mv {
            Move::Lay(lay) | Move::Carry { to: lay, .. } => Some(id(by, lay.stone())),
            Move::SetAside { .. } => None,
        }
    }

    /// Every pose of the stone with each of its columns on the cell. If some have room and ground there, the others are
    /// left out.
    fn tries(position: &Position, piece: &str, cell: Cell, out: &mut Vec<Move>) {
        let (seat, Some(square)) = (acting(position), square(cell)) else { return };
        let sector = position.sector();
        let taken = position.laid(seat).find(|lay| sector == Sector::Second && id(seat, lay.stone()) == piece);
        let held = position.hand(seat).find(|stone| sector == Sector::First && id(seat, *stone) == piece);
        let Some(stone) = held.or(taken.map(Lay::stone)) else { return };
        let ground = Cube::new(square, position.height(square).saturating_add(1)).point();
        let mut tries: Vec<Lay> = Vec::new();
        for pose in Pose::all().filter(|pose| pose.stone() == stone) {
            let feet = pose.columns().iter().map(|column| [column.east, column.north, column.rise].map(i32::from));
            let feet = feet.filter_map(|step| Cube::from_point(std::array::from_fn(|axis| ground[axis] - step[axis])));
            tries.extend(feet.filter_map(|foot| Lay::new(pose, foot)));
        }
        if tries.iter().any(|lay| position.check_ground(*lay, sector).is_ok()) {
            tries.retain(|lay| position.check_ground(*lay, sector).is_ok());
        }
        out.extend(tries.into_iter().map(|to| match taken {
            None => Move::Lay(to),
            Some(taken) => Move::Carry { to, from: taken.first_cube() },
        }));
    }
}

/// The id of a stone in scenes, for the whole game.
pub(crate) fn id(seat: Seat, stone: Stone) -> String {
    format!("{seat}:{stone}")
}

fn square([x, y]: Cell) -> Option<Square> {
    Square::from_point(Point::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?))
}

pub(crate) fn cell(square: Square) -> Cell {
    [i32::from(square.col), i32::from(square.row)]
}

/// The cubes of a stone on the board, its foot first: it is turned around that.
fn corners(lay: Lay) -> Vec<Corner> {
    let mut cubes: Vec<Cube> = lay.cubes().collect();
    cubes.sort_by_key(|cube| *cube != lay.foot());
    cubes.into_iter().map(|cube| cube.point()).map(|[east, north, up]| [east, north, up - 1]).collect()
}

fn shown_lay(position: &Position, seat: Seat, lay: Lay, piece: String) -> ShownLay {
    let corners = corners(lay);
    let mut cells: Vec<Cell> = Vec::new();
    for cell in corners.iter().map(|[east, north, _]| [*east, *north]) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let solids = solids::laid(position.options().colour(seat), &corners);
    ShownLay { piece, cells, pose: lay.pose().number(), tip: lay.pose().tip(), solids, extra: None }
}

fn laid_piece(position: &Position, seat: Seat, lay: Lay) -> Piece {
    let colour = position.options().colour(seat);
    Piece {
        id: id(seat, lay.stone()),
        solids: solids::laid(colour, &corners(lay)),
        what: coloured(colour, lay.stone()),
        place: Some(place(lay)),
        seat: Some(seat),
    }
}

/// Where a stone lies, level by level: "on a1 and b1 at height 1, on b1 at heights 2 to 3".
fn place(lay: Lay) -> Text {
    let cubes: Vec<Cube> = lay.cubes().collect();
    let squares_at = |height| -> Vec<String> {
        cubes.iter().filter(|cube| cube.height == height).map(|cube| cube.square.to_string()).collect()
    };
    // By squares, the lowest and the highest of the levels at which it lies on them.
    let mut levels: Vec<(Vec<String>, u8, u8)> = Vec::new();
    for height in cubes.iter().map(|cube| cube.height) {
        let squares = squares_at(height);
        match levels.last_mut() {
            Some((below, _, top)) if *below == squares => *top = height,
            _ => levels.push((squares, height, height)),
        }
    }
    let told = |lang: Lang| {
        let level = |(squares, low, high): &(Vec<String>, u8, u8)| {
            let squares = listed(squares, lang);
            if low == high {
                lang.pick(format!("on {squares} at height {low}"), format!("en {squares} à la hauteur {low}"))
            } else {
                lang.pick(format!("on {squares} at heights {low} to {high}"), format!("en {squares} aux hauteurs {low} à {high}"))
            }
        };
        levels.iter().map(level).collect::<Vec<_>>().join(", ")
    };
    Text { en: told(Lang::En), fr: told(Lang::Fr) }
}

/// "a1, b1 and c1".
fn listed(items: &[String], lang: Lang) -> String {
    match items {
        [before @ .., last] if !before.is_empty() => format!("{} {} {last}", before.join(", "), lang.pick("and", "et")),
        _ => items.concat(),
    }
}

fn todo_first(position: &Position, seat: Seat) -> Text {
    if position.is_bare() {
        return match position.options().line() {
            None => {
                text!("Lay any of your stones anywhere on the board.", "Posez une de vos pierres où vous voulez sur le plateau.")
            }
            Some(_) => text!(
                "Lay any of your stones anywhere inside the line.",
                "Posez une de vos pierres où vous voulez à l’intérieur de la ligne."
            ),
        };
    }
    if position.is_first_stone(seat) {
        return if position.options().corners_only() && position.has_corner_places(seat) {
            text!(
                "Lay your first stone on the board, corner to corner with another.",
                "Posez votre première pierre sur le plateau, coin contre coin avec une autre."
            )
        } else {
            text!(
                "Lay your first stone on the board, against a stone of another colour.",
                "Posez votre première pierre sur le plateau, contre une pierre d’une autre couleur."
            )
        };
    }
    match position.options().rules {
        Rules::Standard | Rules::TwoSector => text!(
            "Lay a stone against one of your own, beside it or on top, with nothing hollow below.",
            "Posez une pierre contre une des vôtres, à côté ou dessus, sans laisser de vide dessous."
        ),
        Rules::Inverse => text!(
            "Lay a stone away from your own, with nothing hollow below.",
            "Posez une pierre à l’écart des vôtres, sans laisser de vide dessous."
        ),
    }
}

/// The stones that a seat can still lay. Those left when the second sector began are put away (R19).
fn hand(position: &Position, seat: Seat) -> Hand {
    let colour = position.options().colour(seat);
    let held = |stone| {
        let solids = solids::held(colour, &solids::usual_pose(stone));
        Held {
            piece: Piece { id: id(seat, stone), solids, what: coloured(colour, stone), place: None, seat: Some(seat) },
            hidden: 0,
            place: None,
        }
    };
    let mut hand = Hand { pieces: Vec::new(), notes: Vec::new() };
    match position.sector() {
        Sector::First => hand.pieces.extend(position.hand(seat).map(held)),
        Sector::Second => second_sector_notes(position, seat, &mut hand.notes),
    }
    // At the end nobody can build any more, the winner neither.
    if position.is_out(seat) && position.turn() != Turn::Over {
        hand.notes.push(text!("out", "hors jeu"));
    }
    hand
}

fn second_sector_notes(position: &Position, seat: Seat, notes: &mut Vec<Text>) {
    let points = i64::from(position.interim.get(seat.number()).copied().unwrap_or(0));
    let [en, fr] = Lang::ALL.map(|lang| lang.plural(points, "point", "points"));
    notes.push(text!("first sector: {points} {en}", "premier secteur : {points} {fr}"));
    let named = |stones: &[Stone], lang| stones.iter().map(|stone| stone.label().say(lang)).collect::<Vec<_>>().join(", ");
    let aside: Vec<Stone> = position.set_aside(seat).collect();
    if !aside.is_empty() {
        let [en, fr] = Lang::ALL.map(|lang| named(&aside, lang));
        notes.push(text!("set aside: {en}", "de côté : {fr}"));
    }
    // Both players see what can be taken (R30).
    let free: Vec<Stone> = position.removable(seat).map(Lay::stone).collect();
    if !free.is_empty() {
        let [en, fr] = Lang::ALL.map(|lang| named(&free, lang));
        notes.push(text!("free to take: {en}", "à prendre : {fr}"));
    }
}
