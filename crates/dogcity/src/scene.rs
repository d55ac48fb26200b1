//! The table as the pages show it. The boxes are in `solids.rs`, the words about moves in `telling.rs`.
//!
//! Paints: back, paper, line, ink, ivory, red, blue, yellow, brown, white, grey, green, violet, orange, pink
//! Drawings: quarter, flower, fountain, paving, cat, dog-brown, dog-white, dog-grey, dog-1, dog-2, dog-3, dog-4, dog-5, dog-6, dog-7, dog-8, bone, ball, paw, bowl, 1 to 60
//!
//! A `quarter` is that of a disc whose centre is the upper left corner of the drawing; `dog-1` to `dog-8` are dogs of
//! other colours, each by its place in the set.

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::naming::names;
use tablee_core::scene::{Area, Cell, Hand, Held, Past, Piece, SeatLook, Shown, ShownLay, Stock, Tabletop};
use tablee_core::telling::Announcement;
use tablee_core::{BySeat, Label, Lang, Position as _, Scenic, Seat, Text, text};

use crate::game::DogCity;
use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::open_table::Round;
use crate::options::Options;
use crate::position::{Drawing, Position, SEATS};
use crate::set::{Animal, Corner, DominoNumber, Set};
use crate::solids::{back, tile, tile_at, token};
use crate::telling::{self, seat_name};

/// The colour and the emblem of each seat; no colour is one of rounds or dogs.
const LOOKS: [(&str, &str); SEATS] = [("green", "bone"), ("violet", "ball"), ("orange", "paw"), ("pink", "bowl")];

impl Scenic for DogCity {
    const LAYERED: bool = false;

    fn looks(options: &Options) -> Vec<SeatLook> {
        let look = |seat: Seat| {
            let (paint, emblem) = LOOKS[seat.number() % SEATS];
            SeatLook { name: seat_name(seat).into(), paint, emblem, team: seat.number() as u8 }
        };
        Seat::all(options.players).map(look).collect()
    }

    fn tabletop(position: &Position, _: Past<DogCity>) -> Tabletop {
        let dominoes = position.laid().map(|(domino, place)| laid_piece(position, domino, place.at, place.turns));
        let rounds = position.rounds().map(|round| round_piece(position, &round));
        Tabletop {
            board: Vec::new(),
            pieces: dominoes.chain(rounds).collect(),
            hands: Seat::all(position.options().players).map(|seat| hand(position, seat)).collect(),
            stock: stock(position),
        }
    }

    fn show(position: &Position, mv: Move) -> Shown {
        match mv {
            Move::Draw(domino) => {
                // If nothing is to be drawn, any seat will do.
                let seat = position.drawing().map_or(Seat::new(0), |(seat, _)| seat);
                Shown::Draw(held_piece(position, domino, seat))
            }
            Move::Lay(Lay { at, domino, turns }) => Shown::Lay(ShownLay {
                piece: id(domino),
                cells: vec![[at.x.into(), at.y.into()]],
                pose: turns.number().into(),
                tip: 0,
                solids: vec![tile(position, domino, at, turns)],
                extra: None,
            }),
            Move::Swap | Move::Pass => Shown::Act { piece: None },
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

    fn cell_name([x, y]: Cell) -> String {
        format!("{x},{y}")
    }

    fn as_if_turn_of(position: &Position, seat: Seat) -> Option<Position> {
        position.with_turn_of(seat)
    }

    fn fits_nowhere(position: &Position, piece: &str) -> Text {
        telling::fits_nowhere(position, number(piece))
    }

    /// The points of complete rounds (D11). What is in hand costs something only at the end.
    fn won(position: &Position) -> Option<BySeat<i32>> {
        Some(BySeat::from_fn(position.seats(), |seat| position.won[seat.number()].into()))
    }

    fn gains(before: &Position, after: &Position) -> BySeat<i32> {
        let won = |position: &Position, seat: Seat| i32::from(position.won[seat.number()]);
        BySeat::from_fn(after.seats(), |seat| won(after, seat) - won(before, seat))
    }

    fn why_points(position: &Position, mv: Move) -> Option<Text> {
        telling::why_points(position, mv)
    }

    fn announce(_: Past<DogCity>, before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
        telling::announce(before, mv, after)
    }

    fn offending(position: &Position, _: Move, illegal: &Illegal) -> Vec<Area> {
        telling::offending(position, illegal)
    }

    fn tries(_: &Position, piece: &str, [x, y]: Cell, out: &mut Vec<Move>) {
        if let (Some(domino), Ok(x), Ok(y)) = (number(piece), x.try_into(), y.try_into()) {
            let at = Point::new(x, y);
            out.extend(QuarterTurns::ALL.map(|turns| Move::Lay(Lay { at, domino, turns })));
        }
    }
}

/// The id of a domino in scenes, for the whole game.
pub(crate) fn id(domino: DominoNumber) -> String {
    format!("d{domino}")
}

/// The domino of an id.
fn number(piece: &str) -> Option<DominoNumber> {
    piece.strip_prefix('d')?.parse().ok().map(DominoNumber::new)
}

fn laid_piece(position: &Position, domino: DominoNumber, at: Point, turns: QuarterTurns) -> Piece {
    let Text { en, fr } = corners(position, domino, turns);
    let Text { en: beside, fr: voisins } = beside(position, at);
    Piece {
        id: id(domino),
        solids: vec![tile(position, domino, at, turns)],
        what: text!("domino {domino}{beside}: {en}", "domino {domino}{voisins} : {fr}"),
        place: None,
        seat: None,
    }
}

/// The dominoes beside a place: ", with 5 to the north and 9 to the east".
fn beside(position: &Position, at: Point) -> Text {
    let sides = [
        ((0, 1), Label::new("to the north", "au nord")),
        ((1, 0), Label::new("to the east", "à l’est")),
        ((0, -1), Label::new("to the south", "au sud")),
        ((-1, 0), Label::new("to the west", "à l’ouest")),
    ];
    let list = |lang: Lang| {
        let found = sides.iter().filter_map(|((x, y), side)| {
            let domino = position.domino_at(at + Point::new(*x, *y))?;
            Some(lang.pick(format!("{domino} {}", side.en), format!("le {domino} {}", side.fr)))
        });
        lang.list(&found.collect::<Vec<_>>())
    };
    match (list(Lang::En), list(Lang::Fr)) {
        (en, _) if en.is_empty() => text!("", ""),
        (en, fr) => text!(", with {en}", ", avec {fr}"),
    }
}

fn held_piece(position: &Position, domino: DominoNumber, seat: Seat) -> Piece {
    let unturned = QuarterTurns::default();
    let Text { en, fr } = corners(position, domino, unturned);
    Piece {
        id: id(domino),
        solids: vec![tile_at(&position.options().set, domino, [0.0; 3], unturned)],
        what: text!("domino {domino}: {en}", "domino {domino} : {fr}"),
        place: None,
        seat: Some(seat),
    }
}

/// A token in the colours of the seat that completed the round, where the four dominoes meet.
fn round_piece(position: &Position, round: &Round) -> Piece {
    let (at, (paint, emblem)) = (round.at, LOOKS[round.seat.number() % SEATS]);
    let (colour, Text { en, fr }) = (round.colour.label(), position.round_value(round));
    let (red, rouge, Text { en: who, fr: qui }) = (colour.en, colour.fr, names(&[round.seat]));
    let around = [(-1, 0), (0, 0), (0, -1), (-1, -1)].map(|(x, y)| at + Point::new(x, y));
    let dominoes: Vec<String> =
        around.into_iter().filter_map(|place| position.domino_at(place)).map(|domino| domino.to_string()).collect();
    let [between, entre] = Lang::ALL.map(|lang| lang.list(&dominoes));
    Piece {
        id: format!("round:{at}"),
        solids: vec![token(at, paint, emblem)],
        what: text!(
            "{red} round between dominoes {between}: {en} (completed by {who})",
            "rond {rouge} entre les dominos {entre} : {fr} (complété par {qui})"
        ),
        place: None,
        seat: Some(round.seat),
    }
}

fn hand(position: &Position, seat: Seat) -> Hand {
    let pieces = position.hand(seat).map(|domino| Held { piece: held_piece(position, domino, seat), hidden: 0, place: None });
    let note = match position.drawing() {
        Some((drawer, Drawing::Swap)) if drawer == seat => Some(text!("exchanges the hand", "échange sa main")),
        Some((drawer, Drawing::Refill { again: true })) if drawer == seat => Some(text!("plays again", "rejoue")),
        _ => None,
    };
    Hand { pieces: pieces.collect(), notes: note.into_iter().collect() }
}

fn stock(position: &Position) -> Vec<Stock> {
    let pile = |what, count: usize| Stock { what, count: count as u32, back: vec![back()] };
    let mut stock = vec![pile(text!("draw pile", "pioche"), position.pile().len())];
    let aside = position.aside().len();
    if aside > 0 {
        stock.push(pile(text!("being exchanged", "en cours d’échange"), aside));
    }
    stock
}

/// The corners of a domino as it lies.
fn corners(position: &Position, domino: DominoNumber, turns: QuarterTurns) -> Text {
    let set = &position.options().set;
    let Some(printed) = set.domino(domino) else { return text!("unknown", "inconnu") };
    let list = |lang| printed.turned(turns).corners.map(|corner| corner_words(set, corner, lang)).join(", ");
    let (en, fr) = (list(Lang::En), list(Lang::Fr));
    text!("{en} (clockwise from the north-west)", "{fr} (dans le sens horaire depuis le nord-ouest)")
}

fn corner_words(set: &Set, corner: Corner, lang: Lang) -> String {
    let colour = corner.colour.label().say(lang);
    let Some(animal) = corner.animal else { return colour.to_owned() };
    let name = set.animal_name(animal, lang);
    match (animal, lang) {
        (Animal::Cat, Lang::En) => format!("{colour} with a black cat"),
        (Animal::Cat, Lang::Fr) => format!("{colour} avec un chat noir"),
        (Animal::Dog(_), Lang::En) if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("{colour} with an {name} dog"),
        (Animal::Dog(_), Lang::En) => format!("{colour} with a {name} dog"),
        (Animal::Dog(_), Lang::Fr) => format!("{colour} avec un chien {name}"),
    }
}
