//! The boxes of the scene: dominoes with everything drawn on them, and the tokens on complete rounds.

use tablee_core::Lang;
use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::scene::{Area, Face, Mark, Solid};

use crate::position::Position;
use crate::set::{Animal, Colour, Corner, DominoNumber, MAX_DOMINOES, Set};

/// How wide a domino is: its neighbours are a narrow gap away.
const WIDTH: f32 = 0.97;
const HEIGHT: f32 = 0.12;
/// The radius of a round: two quarters along one edge do not meet.
const RADIUS: f32 = 0.47;
/// How wide an animal is: as wide as its quarter allows, so that it can be told at the size of a finger's nail.
const ANIMAL: f32 = 0.34;
/// How wide the token on a complete round is.
const TOKEN: f32 = 0.22;

/// Dogs of other colours than brown, white and grey.
const OTHER_DOGS: [&str; 8] = ["dog-1", "dog-2", "dog-3", "dog-4", "dog-5", "dog-6", "dog-7", "dog-8"];

/// The number of each domino, as it is drawn on it.
const NUMBERS: [&str; MAX_DOMINOES] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22",
    "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43",
    "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "60",
];

/// The token on a complete round, where the four dominoes meet.
pub(crate) fn token(at: Point, paint: &'static str, emblem: &'static str) -> Solid {
    let corner = [f32::from(at.x) - TOKEN / 2.0, f32::from(at.y) - TOKEN / 2.0, HEIGHT];
    Solid::new(corner, [TOKEN, TOKEN, 0.08], paint).with(Mark::new(Face::Top, emblem, "ivory", 0.17))
}

/// Where the round is whose middle is this point.
pub(crate) fn round_area(at: Point) -> Area {
    Area { at: [at.x, at.y].map(|middle| f32::from(middle) - RADIUS), size: [2.0 * RADIUS; 2] }
}

/// A domino on a place; if another lies there already, on top of it, to show a move that is not legal.
pub(crate) fn tile(position: &Position, domino: DominoNumber, at: Point, turns: QuarterTurns) -> Solid {
    let is_taken = position.domino_at(at).is_some_and(|there| there != domino);
    let place = [at.x.into(), at.y.into(), if is_taken { HEIGHT } else { 0.0 }];
    tile_at(&position.options().set, domino, place, turns)
}

pub(crate) fn tile_at(set: &Set, domino: DominoNumber, [x, y, z]: [f32; 3], turns: QuarterTurns) -> Solid {
    let margin = (1.0 - WIDTH) / 2.0;
    Solid { marks: print(set, domino, turns), ..Solid::new([x + margin, y + margin, z], [WIDTH, WIDTH, HEIGHT], "paper") }
}

/// The back of a domino, face down at the origin: the corners without their colours.
pub(crate) fn back() -> Solid {
    let margin = (1.0 - WIDTH) / 2.0;
    let quarter = |corner: u8| {
        let at = from_corner(RADIUS / 2.0, RADIUS / 2.0, corner);
        Mark { at, turns: corner, ..Mark::new(Face::Top, "quarter", "line", RADIUS) }
    };
    let solid = Solid::new([margin, margin, 0.0], [WIDTH, WIDTH, HEIGHT], "back");
    Solid { marks: (0..4).map(quarter).collect(), ..solid }
}

/// Everything drawn on a domino, turned with it.
fn print(set: &Set, number: DominoNumber, turns: QuarterTurns) -> Vec<Mark> {
    let Some(domino) = set.domino(number) else { return Vec::new() };
    let mut marks = Vec::new();
    for (corner, Corner { colour, animal }) in (0..).zip(domino.corners) {
        let round_the_tile = corner + turns.number();
        let at = |east, south| from_corner(east, south, round_the_tile);
        let mark = |drawing, ink, at, size| Mark { at, turns: turns.number(), ..Mark::new(Face::Top, drawing, ink, size) };
        let quarter = mark("quarter", colour.name(), at(RADIUS / 2.0, RADIUS / 2.0), RADIUS);
        marks.push(Mark { turns: round_the_tile % 4, ..quarter });
        // The middle of the quarter is for the animal; what grows or stands there makes room for it.
        let (drawing, ink) = ground(colour);
        match animal {
            None => marks.push(mark(drawing, ink, at(0.19, 0.19), 0.2)),
            Some(animal) => {
                marks.push(mark(drawing, ink, at(0.415, 0.07), 0.1));
                let (drawing, ink) = animal_drawing(set, animal);
                marks.push(mark(drawing, ink, at(0.2, 0.2), ANIMAL));
            }
        }
    }
    if let Some(digits) = NUMBERS.get(number.index()) {
        marks.push(Mark { turns: turns.number(), ..Mark::new(Face::Top, digits, "line", 0.12) });
    }
    marks
}

/// The point this far east and south of the north-west corner, after the domino is turned clockwise about its middle.
fn from_corner(east: f32, south: f32, turns: u8) -> [f32; 2] {
    (0..turns % 4).fold([east / WIDTH, 1.0 - south / WIDTH], |[x, y], _| [y, 1.0 - x])
}

/// A drawing that tells the colour of a round without its colour (D1).
fn ground(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Red => ("flower", "ivory"),
        Colour::Blue => ("fountain", "ivory"),
        Colour::Yellow => ("paving", "ink"),
    }
}

fn animal_drawing(set: &Set, animal: Animal) -> (&'static str, &'static str) {
    let Animal::Dog(colour) = animal else { return ("cat", "ink") };
    match set.animal_name(animal, Lang::En) {
        "brown" => ("dog-brown", "brown"),
        "white" => ("dog-white", "white"),
        "grey" => ("dog-grey", "grey"),
        _ => (OTHER_DOGS[colour as usize % OTHER_DOGS.len()], "ink"),
    }
}
