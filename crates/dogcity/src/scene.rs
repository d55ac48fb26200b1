//! The table as the pages show it.
//!
//! Paints: paper, line, ink, ivory, red, blue, yellow, brown, white, grey, green, violet, orange, pink
//! Drawings: quarter, flower, fountain, paving, cat, dog-brown, dog-white, dog-grey, dog-1, dog-2, dog-3, dog-4, dog-5, dog-6, dog-7, dog-8, bone, ball, paw, bowl, 1 to 60
//!
//! A `quarter` is that of a disc whose centre is the upper left corner of the drawing; `dog-1` to `dog-8` are dogs of
//! other colours, each by its place in the set.

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::scene::{Cell, Hand, Held, Past, Piece, SeatLook, Shown, ShownLay, Stock, Tabletop};
use tablee_core::{Label, Lang, Position as _, Scenic, Seat, Text, Turn, text};

use crate::game::DogCity;
use crate::moves::{Lay, Move};
use crate::open_table::Round;
use crate::options::Options;
use crate::position::{Drawing, End, Position, SEATS};
use crate::set::{Animal, Corner, DominoNumber, HAND, Set};
use crate::sketch::SEAT_NAME;
use crate::solids::{tile, tile_at, token};

/// The colour and the emblem of each seat, and the emblem's name; no colour is one of rounds or dogs.
const LOOKS: [(&str, &str, Label); SEATS] = [
    ("green", "bone", Label::new("bone", "os")),
    ("violet", "ball", Label::new("ball", "balle")),
    ("orange", "paw", Label::new("paw", "patte")),
    ("pink", "bowl", Label::new("bowl", "gamelle")),
];

impl Scenic for DogCity {
    fn looks(options: &Options) -> Vec<SeatLook> {
        let look = |seat: Seat| {
            let (paint, emblem, name) = LOOKS[seat.number() % SEATS];
            SeatLook { name: name.into(), paint, emblem, team: seat.number() as u8 }
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
        match mv {
            Move::Draw(domino) => text!("draws domino {domino}", "pioche le domino {domino}"),
            Move::Lay(lay) => tell_lay(position, lay),
            Move::Swap => text!("Exchange the hand", "Échanger la main"),
            Move::Pass => text!("Pass", "Passer"),
        }
    }

    fn todo(position: &Position) -> Text {
        if let Some((seat, drawing)) = position.drawing() {
            return todo_draw(position, seat, drawing);
        }
        match (position.end(), position.turn()) {
            (None, Turn::Seat(seat)) => todo_turn(position, seat),
            (Some(End::LastDomino(seat)), _) => {
                let Text { en, fr } = player(seat);
                text!(
                    "The game is over: {en} has laid their last domino.",
                    "La partie est finie : le {fr} a posé son dernier domino."
                )
            }
            (Some(End::AllPassed), _) => {
                text!("The game is over: everyone has passed.", "La partie est finie : tout le monde a passé.")
            }
            _ => text!(
                "The game is over: no domino fits anywhere any more.",
                "La partie est finie : plus aucun domino ne va nulle part."
            ),
        }
    }

    fn cell_name([x, y]: Cell) -> String {
        format!("{x},{y}")
    }

    fn as_if_turn_of(_position: &Position, _seat: Seat) -> Option<Position> {
        None
    }

    fn fits_nowhere(_position: &Position, _piece: &str) -> Text {
        text!("it fits nowhere now", "pas de place pour l’instant")
    }

    fn tries(_: &Position, piece: &str, [x, y]: Cell, out: &mut Vec<Move>) {
        let number = piece.strip_prefix('d').and_then(|number| number.parse().ok());
        if let (Some(number), Ok(x), Ok(y)) = (number, x.try_into(), y.try_into()) {
            let (at, domino) = (Point::new(x, y), DominoNumber::new(number));
            out.extend(QuarterTurns::ALL.map(|turns| Move::Lay(Lay { at, domino, turns })));
        }
    }
}

fn id(domino: DominoNumber) -> String {
    format!("d{domino}")
}

/// People count seats from 1.
fn player(seat: Seat) -> Text {
    let (en, fr, number) = (SEAT_NAME.en, SEAT_NAME.fr, seat.number() + 1);
    text!("{en} {number}", "{fr} {number}")
}

fn laid_piece(position: &Position, domino: DominoNumber, at: Point, turns: QuarterTurns) -> Piece {
    let Text { en, fr } = corners(position, domino, turns);
    Piece {
        id: id(domino),
        solids: vec![tile(position, domino, at, turns)],
        what: text!("domino {domino} on {at}: {en}", "domino {domino} en {at} : {fr}"),
        seat: None,
    }
}

fn held_piece(position: &Position, domino: DominoNumber, seat: Seat) -> Piece {
    let unturned = QuarterTurns::default();
    let (Text { en, fr }, Text { en: owner, fr: joueur }) = (corners(position, domino, unturned), player(seat));
    Piece {
        id: id(domino),
        solids: vec![tile_at(&position.options().set, domino, [0.0; 3], unturned)],
        what: text!("domino {domino} of {owner}: {en}", "domino {domino} du {joueur} : {fr}"),
        seat: Some(seat),
    }
}

/// A token in the colours of the seat that completed the round, where the four dominoes meet.
fn round_piece(position: &Position, round: &Round) -> Piece {
    let (at, colour, (paint, emblem, _)) = (round.at, round.colour.label(), LOOKS[round.seat.number() % SEATS]);
    let bears_animals = position.animals_on(round).iter().any(Option::is_some);
    let Text { en, fr } = if bears_animals {
        position.round_item(round)
    } else {
        let (red, rouge) = (colour.en, colour.fr);
        text!("{red} round south-west of {at}, without animals", "rond {rouge} au sud-ouest de {at}, sans animaux")
    };
    let Text { en: who, fr: qui } = player(round.seat);
    Piece {
        id: format!("round:{at}"),
        solids: vec![token(at, paint, emblem)],
        what: text!("{en} (completed by {who})", "{fr} (complété par le {qui})"),
        seat: Some(round.seat),
    }
}

fn hand(position: &Position, seat: Seat) -> Hand {
    let pieces = position.hand(seat).map(|domino| Held { piece: held_piece(position, domino, seat), hidden: 0 });
    let note = match position.drawing() {
        Some((drawer, Drawing::Swap)) if drawer == seat => Some(text!("exchanges the hand", "échange sa main")),
        Some((drawer, Drawing::Refill { again: true })) if drawer == seat => Some(text!("plays again", "rejoue")),
        _ => None,
    };
    Hand { pieces: pieces.collect(), notes: note.into_iter().collect() }
}

fn stock(position: &Position) -> Vec<Stock> {
    let mut stock = vec![Stock { what: text!("draw pile", "pioche"), count: position.pile().len() as u32, back: Vec::new() }];
    let aside = position.aside().len() as u32;
    if aside > 0 {
        stock.push(Stock { what: text!("being exchanged", "en cours d’échange"), count: aside, back: Vec::new() });
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

fn tell_lay(position: &Position, lay: Lay) -> Text {
    let Lay { at, domino, turns } = lay;
    let Text { en, fr } = match turns.number() {
        0 => text!("", ""),
        1 => text!(", turned a quarter to the right", ", tourné d’un quart vers la droite"),
        2 => text!(", turned upside down", ", tourné d’un demi-tour"),
        _ => text!(", turned a quarter to the left", ", tourné d’un quart vers la gauche"),
    };
    let Text { en: then, fr: puis } = completing(position, lay).unwrap_or_else(|| text!("", ""));
    text!("lays domino {domino} on {at}{en}{then}", "pose le domino {domino} en {at}{fr}{puis}")
}

/// The rounds that a laying completes, and what they bring (D9 to D11); none if it completes none, or is not legal.
fn completing(position: &Position, lay: Lay) -> Option<Text> {
    let Turn::Seat(seat) = position.turn() else { return None };
    position.check(Move::Lay(lay)).ok()?;
    let mut after = position.clone();
    if !after.put(seat, lay) {
        return None;
    }
    let rounds = after.rounds().count() - position.rounds().count();
    let points = after.won[seat.number()] - position.won[seat.number()];
    let (sign, size) = (["−", "", "+"][(1 + points.signum()) as usize], points.unsigned_abs());
    let (round, rond) = if rounds == 1 {
        ("a round".to_owned(), "un rond".to_owned())
    } else {
        (format!("{rounds} rounds"), format!("{rounds} ronds"))
    };
    let unit = |lang: Lang| lang.plural(points.into(), "point", "points");
    let (en, fr) = (unit(Lang::En), unit(Lang::Fr));
    Some(text!(", and completes {round} ({sign}{size} {en})", ", et complète {rond} ({sign}{size} {fr})"))
}

fn todo_draw(position: &Position, seat: Seat, drawing: Drawing) -> Text {
    let (Text { en, fr }, number) = (player(seat), position.hand(seat).len() + 1);
    match drawing {
        Drawing::Deal => {
            text!("Domino {number} of {HAND} is drawn for {en}.", "On pioche le domino {number} sur {HAND} du {fr}.")
        }
        Drawing::Refill { again: false } => text!("A domino is drawn for {en}.", "On pioche un domino pour le {fr}."),
        Drawing::Refill { again: true } => {
            text!("A domino is drawn for {en}, who plays again.", "On pioche un domino pour le {fr}, qui rejoue.")
        }
        Drawing::Swap => {
            let count = position.aside().len();
            text!(
                "New domino {number} of {count} is drawn for {en}, who exchanges the hand.",
                "On pioche le nouveau domino {number} sur {count} du {fr}, qui échange sa main."
            )
        }
    }
}

fn todo_turn(position: &Position, seat: Seat) -> Text {
    let can_pass = position.check(Move::Pass).is_ok();
    if position.table.is_bare() {
        text!(
            "Lay one of your dominoes: it is the first on the table.",
            "Posez un de vos dominos : c’est le premier sur la table."
        )
    } else if !can_pass {
        text!(
            "Lay a domino beside another: corners that meet have the same colour.",
            "Posez un domino à côté d’un autre : les coins qui se touchent sont de la même couleur."
        )
    } else if position.idle_moves(seat).contains(&Move::Swap) {
        text!(
            "None of your dominoes fits: exchange them all, or pass.",
            "Aucun de vos dominos ne va : échangez-les tous, ou passez."
        )
    } else {
        text!(
            "None of your dominoes fits, and the draw pile is too small to exchange them: pass.",
            "Aucun de vos dominos ne va, et la pioche est trop petite pour les échanger : passez."
        )
    }
}
