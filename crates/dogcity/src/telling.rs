//! Moves in words, what they bring, and what everyone should notice.

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::naming::slot;
use tablee_core::scene::Area;
use tablee_core::telling::Announcement;
use tablee_core::{Label, Lang, Position as _, Seat, SeatCount, Text, Turn, text};

use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::open_table::Round;
use crate::placement::CORNERS;
use crate::position::{Drawing, End, Position, SEATS};
use crate::score::round_points;
use crate::set::{Animal, CORNER_NAMES, Colour, Domino, DominoNumber, HAND, Set};

/// The name of each seat: its emblem.
const SEAT_NAMES: [Label; SEATS] =
    [Label::new("bone", "os"), Label::new("ball", "balle"), Label::new("paw", "patte"), Label::new("bowl", "gamelle")];

/// The name of a seat, as it stands on its own.
pub(crate) fn seat_name(seat: Seat) -> Label {
    SEAT_NAMES[seat.number() % SEATS]
}

/// A move as people at the table say it.
pub(crate) fn tell(position: &Position, mv: Move) -> Text {
    match (mv, position.turn()) {
        (Move::Draw(_), _) => match position.drawing() {
            Some((seat, _)) => {
                let Text { en, fr } = slot(&[seat], ["you draw", "# draws"], ["vous piochez", "# pioche"]);
                text!("{en} a domino", "{fr} un domino")
            }
            None => text!("a domino is drawn", "on pioche un domino"),
        },
        (Move::Lay(lay), _) => tell_lay(position, lay),
        (Move::Swap, Turn::Seat(seat)) => match position.hand(seat).len() {
            4 => text!("exchanges all four dominoes", "échange ses quatre dominos"),
            3 => text!("exchanges all three dominoes", "échange ses trois dominos"),
            2 => text!("exchanges both dominoes", "échange ses deux dominos"),
            _ => text!("exchanges the only domino", "échange son seul domino"),
        },
        (Move::Swap, _) => text!("exchanges the hand", "échange sa main"),
        (Move::Pass, _) => text!("passes", "passe"),
    }
}

/// The label of the button of a move that lays nothing.
pub(crate) fn act_label(position: &Position, mv: Move) -> Text {
    match mv {
        Move::Swap => text!("Exchange the hand", "Échanger la main"),
        Move::Pass => text!("Pass", "Passer"),
        Move::Lay(_) | Move::Draw(_) => tell(position, mv),
    }
}

fn tell_lay(position: &Position, lay: Lay) -> Text {
    if position.table.is_bare() {
        return text!("lays the first domino", "pose le premier domino");
    }
    let rounds: Vec<Round> = completed(position, lay).into_iter().map(|(round, _)| round).collect();
    if !rounds.is_empty() {
        let Text { en, fr } = rounds_by_colour(&rounds);
        return text!("lays a domino, completing {en}", "pose un domino, ce qui complète {fr}");
    }
    let set = &position.options().set;
    let Some(domino) = set.domino(lay.domino) else { return text!("lays a domino", "pose un domino") };
    let animals = counted(domino.corners.map(|corner| corner.animal));
    if animals.is_empty() {
        return text!("lays a domino without animals", "pose un domino sans animaux");
    }
    let Text { en, fr } = animals_in_words(set, &animals);
    text!("lays a domino with {en}", "pose un domino avec {fr}")
}

/// The rounds that a laying completes (D9), with the animals on them; none if it is not legal.
fn completed(position: &Position, lay: Lay) -> Vec<(Round, [Option<Animal>; 4])> {
    let Turn::Seat(seat) = position.turn() else { return Vec::new() };
    let mut after = position.clone();
    if position.check(Move::Lay(lay)).is_err() || !after.put(seat, lay) {
        return Vec::new();
    }
    let fresh = after.rounds().filter(|round| !position.rounds().any(|known| known.at == round.at));
    fresh.map(|round| (round, after.animals_on(&round))).collect()
}

/// "a red round and two blue rounds".
fn rounds_by_colour(rounds: &[Round]) -> Text {
    let group = |colour: Colour, lang: Lang| {
        let (count, name) = (rounds.iter().filter(|round| round.colour == colour).count(), colour.label().say(lang));
        match (count, lang) {
            (0, _) => None,
            (1, Lang::En) => Some(format!("a {name} round")),
            (1, Lang::Fr) => Some(format!("un rond {name}")),
            (_, Lang::En) => Some(format!("{} {name} rounds", number(count, lang))),
            (_, Lang::Fr) => Some(format!("{} ronds {name}s", number(count, lang))),
        }
    };
    let list = |lang| listed(&Colour::ALL.into_iter().filter_map(|colour| group(colour, lang)).collect::<Vec<_>>(), lang);
    Text { en: list(Lang::En), fr: list(Lang::Fr) }
}

/// The animals of some corners with their numbers: dogs by colour, then cats.
fn counted(animals: [Option<Animal>; 4]) -> Vec<(Animal, usize)> {
    let mut kinds: Vec<Animal> = animals.into_iter().flatten().collect();
    kinds.sort_unstable();
    let mut counted: Vec<(Animal, usize)> = Vec::new();
    for animal in kinds {
        match counted.last_mut() {
            Some((known, count)) if *known == animal => *count += 1,
            _ => counted.push((animal, 1)),
        }
    }
    counted
}

/// "two brown dogs and a cat".
fn animals_in_words(set: &Set, animals: &[(Animal, usize)]) -> Text {
    let list = |lang| {
        let words = animals.iter().map(|(animal, count)| animal_in_words(set, *animal, *count, lang));
        listed(&words.collect::<Vec<_>>(), lang)
    };
    Text { en: list(Lang::En), fr: list(Lang::Fr) }
}

fn animal_in_words(set: &Set, animal: Animal, count: usize, lang: Lang) -> String {
    let (name, many) = (set.animal_name(animal, lang), number(count, lang));
    match (animal, lang, count) {
        (Animal::Cat, Lang::En, 1) => "a cat".to_owned(),
        (Animal::Cat, Lang::Fr, 1) => "un chat".to_owned(),
        (Animal::Cat, Lang::En, _) => format!("{many} cats"),
        (Animal::Cat, Lang::Fr, _) => format!("{many} chats"),
        (Animal::Dog(_), Lang::En, 1) if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name} dog"),
        (Animal::Dog(_), Lang::En, 1) => format!("a {name} dog"),
        (Animal::Dog(_), Lang::En, _) => format!("{many} {name} dogs"),
        (Animal::Dog(_), Lang::Fr, 1) => format!("un chien {name}"),
        // Colours named after things, such as marron, have no plural.
        (Animal::Dog(_), Lang::Fr, _) if name == "blanc" => format!("{many} chiens blancs"),
        (Animal::Dog(_), Lang::Fr, _) => format!("{many} chiens {name}"),
    }
}

/// A number of animals or rounds: at most four.
fn number(number: usize, lang: Lang) -> &'static str {
    match number {
        0 | 1 => lang.pick("one", "un"),
        2 => lang.pick("two", "deux"),
        3 => lang.pick("three", "trois"),
        _ => lang.pick("four", "quatre"),
    }
}

/// "a, b and c".
fn listed(words: &[String], lang: Lang) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} {} {last}", before.join(", "), lang.pick("and", "et")),
        _ => words.concat(),
    }
}

/// The animals of each round that a move completes, and what they are worth: "two brown dogs and a cat: 3 − 2".
pub(crate) fn why_points(position: &Position, mv: Move) -> Option<Text> {
    let Move::Lay(lay) = mv else { return None };
    let rounds = completed(position, lay);
    let set = &position.options().set;
    let bearing: Vec<_> = rounds.iter().map(|(_, animals)| counted(*animals)).filter(|animals| !animals.is_empty()).collect();
    if bearing.is_empty() {
        return match rounds.len() {
            0 => None,
            1 => Some(text!("a round without animals", "un rond sans animaux")),
            _ => Some(text!("rounds without animals", "des ronds sans animaux")),
        };
    }
    let phrases = bearing.iter().map(|animals| {
        let (Text { en, fr }, sum) = (animals_in_words(set, animals), sum(animals));
        text!("{en}: {sum}", "{fr} : {sum}")
    });
    let join = |text: Text, more: Text| Text { en: text.en + "; " + &more.en, fr: text.fr + " ; " + &more.fr };
    phrases.reduce(join)
}

/// The points of animals on a round, as a sum: dogs of one colour together (D15), less the cats (D16).
fn sum(animals: &[(Animal, usize)]) -> String {
    let mut sum = String::new();
    for (animal, count) in animals {
        let mut alike = [None; 4];
        alike.iter_mut().take(*count).for_each(|slot| *slot = Some(*animal));
        let points = round_points(alike);
        sum += match (sum.is_empty(), points < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        sum += &points.unsigned_abs().to_string();
    }
    sum
}

/// What everyone should notice: an exchange, the end of the draw pile, the end.
pub(crate) fn announce(before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
    if let Some(end) = after.end() {
        return vec![game_ends(after, end)];
    }
    match (mv, before.turn()) {
        (Move::Swap, Turn::Seat(seat)) => {
            let title = match before.hand(seat).len() {
                1 => slot(
                    &[seat],
                    ["You exchange your only domino", "# exchanges their only domino"],
                    ["Vous échangez votre seul domino", "# échange son seul domino"],
                ),
                _ => slot(
                    &[seat],
                    ["You exchange all your dominoes", "# exchanges all their dominoes"],
                    ["Vous échangez tous vos dominos", "# échange tous ses dominos"],
                ),
            };
            vec![Announcement::new(title)]
        }
        (Move::Draw(_), _) if !before.pile().is_empty() && after.pile().is_empty() => {
            let title = text!("The draw pile is empty", "La pioche est vide");
            vec![Announcement::new(title).with_note(text!(
                "Nobody draws any more. The first to lay their last domino ends the game.",
                "On ne pioche plus. La partie finit dès que quelqu’un pose son dernier domino."
            ))]
        }
        _ => Vec::new(),
    }
}

fn game_ends(after: &Position, end: End) -> Announcement {
    let columns = vec![
        text!("rounds", "ronds"),
        text!("dogs in hand", "chiens en main"),
        text!("cats in hand", "chats en main"),
        text!("total", "total"),
    ];
    let row = |count: &SeatCount| {
        let parts = count.parts.iter().map(|part| part.points);
        (count.seat, parts.chain([count.total()]).collect())
    };
    Announcement::new(text!("The game is over", "La partie est finie"))
        .with_note(why_it_ended(end))
        .with_table(columns, after.unfolded().iter().map(row).collect())
}

/// Why the game ended, as a sentence.
fn why_it_ended(end: End) -> Text {
    match end {
        End::LastDomino(seat) => {
            let you = ["You have laid your last domino", "Vous avez posé votre dernier domino"];
            let other = ["# has laid their last domino", "# a posé son dernier domino"];
            let Text { en, fr } = slot(&[seat], [you[0], other[0]], [you[1], other[1]]);
            text!("{en}.", "{fr}.")
        }
        End::AllPassed => text!("Everyone has passed.", "Tout le monde a passé."),
        End::NothingFits => text!("No domino fits anywhere any more.", "Plus aucun domino ne peut être posé."),
    }
}

/// What is to be done now.
pub(crate) fn todo(position: &Position) -> Text {
    if let Some((seat, drawing)) = position.drawing() {
        return todo_draw(position, seat, drawing);
    }
    match (position.end(), position.turn()) {
        (None, Turn::Seat(seat)) => todo_turn(position, seat),
        (end, _) => {
            let Text { en, fr } = end.map_or_else(|| text!("", ""), why_it_ended);
            text!("The game is over. {en}", "La partie est finie. {fr}")
        }
    }
}

fn todo_draw(position: &Position, seat: Seat, drawing: Drawing) -> Text {
    let number = position.hand(seat).len() + 1;
    let Text { en: draws, fr: pioche } = slot(&[seat], ["You draw", "# draws"], ["Vous piochez", "# pioche"]);
    match drawing {
        Drawing::Deal => text!("{draws}: domino {number} of {HAND}.", "{pioche} : domino {number} sur {HAND}."),
        Drawing::Refill { again: false } => text!("{draws} a domino.", "{pioche} un domino."),
        Drawing::Refill { again: true } => {
            let Text { en, fr } = slot(&[seat], ["play", "plays"], ["rejouez", "rejoue"]);
            text!("{draws} a domino and {en} again.", "{pioche} un domino et {fr}.")
        }
        Drawing::Swap => {
            let count = position.aside().len();
            let Text { en, fr } = slot(
                &[seat],
                ["You exchange your hand", "# exchanges their hand"],
                ["Vous échangez votre main", "# échange sa main"],
            );
            text!("{en}: domino {number} of {count}.", "{fr} : domino {number} sur {count}.")
        }
    }
}

fn todo_turn(position: &Position, seat: Seat) -> Text {
    if position.table.is_bare() {
        text!("Lay any of your dominoes: the city begins with it.", "Posez un de vos dominos : la ville commence par lui.")
    } else if position.check(Move::Pass).is_err() {
        text!(
            "Lay a domino beside another: corners that meet have the same colour.",
            "Posez un domino à côté d’un autre : les coins qui se touchent sont de la même couleur."
        )
    } else if position.idle_moves(seat).contains(&Move::Swap) {
        text!(
            "None of your dominoes fits: exchange them all, or pass.",
            "Aucun de vos dominos ne convient : échangez-les tous, ou passez."
        )
    } else {
        text!(
            "None of your dominoes fits, and the draw pile is too small for an exchange: pass.",
            "Aucun de vos dominos ne convient, et la pioche est trop petite pour un échange : passez."
        )
    }
}

/// Why a domino in the hand of the player to move fits nowhere.
pub(crate) fn fits_nowhere(position: &Position, domino: Option<DominoNumber>) -> Text {
    let Turn::Seat(seat) = position.turn() else { return text!("it is nobody’s turn", "ce n’est le tour de personne") };
    let held = domino.filter(|domino| position.hand(seat).contains(*domino));
    let Some(printed) = held.and_then(|domino| position.options().set.domino(domino)) else {
        return text!("it is not in hand", "ce domino n’est pas en main");
    };
    if matches_an_edge(position, printed) {
        text!(
            "where one of its edges matches, another corner does not",
            "là où l’un de ses bords convient, un autre coin ne convient pas"
        )
    } else {
        text!("none of its edges matches a free edge", "aucun de ses bords ne convient à un bord libre")
    }
}

/// Whether some edge of a domino has the colours of an edge with an empty place beside it.
fn matches_an_edge(position: &Position, domino: Domino) -> bool {
    position.table.spots().iter().any(|spot| {
        let wanted = spot.wanted();
        // The neighbour at the north asks for the two northern corners, and so on.
        let sides = [Point::new(0, 1), Point::new(1, 0), Point::new(0, -1), Point::new(-1, 0)];
        (0..4).zip(sides).any(|(side, step)| {
            let fits = |turns: &QuarterTurns| {
                let corners = domino.turned(*turns).corners;
                [side, (side + 1) % 4].iter().all(|corner| wanted.colour(*corner) == Some(corners[*corner].colour))
            };
            position.domino_at(spot.at() + step).is_some() && QuarterTurns::ALL.iter().any(fits)
        })
    })
}

/// What is in the way of a move: a domino, or the corners with which one would meet.
pub(crate) fn offending(position: &Position, illegal: &Illegal) -> Vec<Area> {
    match *illegal {
        Illegal::Taken { at, .. } => vec![Area::of_cell([at.x.into(), at.y.into()])],
        Illegal::OtherColour { corner, at, .. } => {
            let Some(corner) = CORNER_NAMES.iter().position(|name| *name == corner) else { return Vec::new() };
            let point = at + Point::new(CORNERS[corner].0, CORNERS[corner].1);
            let quarter = |(x, y): (i16, i16)| {
                let place = point - Point::new(x, y);
                let at = [(place.x, x), (place.y, y)].map(|(place, corner)| f32::from(place) + f32::from(corner) / 2.0);
                position.domino_at(place).map(|_| Area { at, size: [0.5; 2] })
            };
            CORNERS.into_iter().filter_map(quarter).collect()
        }
        _ => Vec::new(),
    }
}
