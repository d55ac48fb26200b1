//! Moves in words, what they bring, and what everyone should notice.

use tablee_core::geometry::Square;
use tablee_core::naming::{names, slot};
use tablee_core::scene::Area;
use tablee_core::telling::Announcement;
use tablee_core::{Lang, Position as _, Seat, Text, Turn, text};

use crate::board::Sector;
use crate::illegal::Illegal;
use crate::moves::{Cube, Lay, Move};
use crate::options::{Rules, SectorEnd};
use crate::position::Position;
use crate::scene::id;
use crate::set::Colour;
use crate::stone::{Pose, Stone};

/// Numbers as words, as far as a building or a hand goes.
const NUMBERS: [[&str; 2]; 12] = [
    ["no", "aucune"],
    ["one", "une"],
    ["two", "deux"],
    ["three", "trois"],
    ["four", "quatre"],
    ["five", "cinq"],
    ["six", "six"],
    ["seven", "sept"],
    ["eight", "huit"],
    ["nine", "neuf"],
    ["ten", "dix"],
    ["eleven", "onze"],
];

/// The levels of a building.
const LEVELS: [[&str; 2]; 9] = [
    ["", ""],
    ["first", "premier"],
    ["second", "deuxième"],
    ["third", "troisième"],
    ["fourth", "quatrième"],
    ["fifth", "cinquième"],
    ["sixth", "sixième"],
    ["seventh", "septième"],
    ["eighth", "huitième"],
];

/// A move as people at the table say it.
pub(crate) fn tell(position: &Position, mv: Move) -> Text {
    match mv {
        Move::Lay(lay) => {
            let (Text { en, fr }, Text { en: the, fr: la }) = (place(position, lay), the(lay.stone()));
            if stands(lay) { text!("stands {the} {en}", "dresse {la} {fr}") } else { text!("lays {the} {en}", "pose {la} {fr}") }
        }
        Move::Carry { to, .. } => {
            let (Text { en, fr }, Text { en: the, fr: la }) = (place(position, to), the(to.stone()));
            let it = if to.stone().is_feminine() { "la" } else { "le" };
            if stands(to) {
                text!("takes {the} to stand it {en}", "prend {la} pour {it} dresser {fr}")
            } else {
                text!("takes {the} to lay it {en}", "prend {la} pour {it} poser {fr}")
            }
        }
        Move::SetAside { from } => {
            let Text { en, fr } = taken(position, from);
            text!("sets {en} aside", "met {fr} de côté")
        }
    }
}

/// The label of the button that sets a stone aside.
pub(crate) fn act_label(position: &Position, mv: Move) -> Text {
    let Move::SetAside { from } = mv else { return tell(position, mv) };
    let Text { en, fr } = taken(position, from);
    text!("Set {en} aside", "Mettre {fr} de côté")
}

/// The stone that a cube is part of.
fn taken(position: &Position, from: Cube) -> Text {
    position.stone_at(from).map_or_else(|| text!("a stone", "une pierre"), |(_, lay)| the(lay.stone()))
}

/// A stone with its article: "the bar".
pub(crate) fn the(stone: Stone) -> Text {
    let (name, la) = (stone.label(), if stone.is_feminine() { "la" } else { "le" });
    let (en, fr) = (name.en, name.fr);
    text!("the {en}", "{la} {fr}")
}

/// A stone with its colour: "red bar".
pub(crate) fn coloured(colour: Colour, stone: Stone) -> Text {
    let (name, red) = (stone.label(), colour.label());
    let (en, fr, red, rouge) = (name.en, name.fr, red.en, red.fr);
    let agrees = match (stone.is_feminine(), colour) {
        (true, Colour::Blue | Colour::Green) => "e",
        (true, Colour::Violet) => "te",
        _ => "",
    };
    text!("{red} {en}", "{fr} {rouge}{agrees}")
}

/// A stone that could lie flat and does not.
fn stands(lay: Lay) -> bool {
    lay.stone().is_flat() && lay.pose().levels() > 1
}

/// Where a stone goes: on the ground beside others, or over those on which it rests.
fn place(position: &Position, lay: Lay) -> Text {
    let top = lay.cubes().map(|cube| cube.height).max().unwrap_or(1);
    let (seat, below) = (acting(position), below(position, lay));
    if below.is_empty() {
        let (Text { en, fr }, levels) = (beside(position, seat, lay), lay.pose().levels());
        let [high, niveaux] = number(levels.into());
        return if stands(lay) {
            text!("on the ground{en}, {high} high", "au sol{fr}, sur {niveaux} niveaux")
        } else {
            text!("on the ground{en}", "au sol{fr}")
        };
    }
    // What is built over one's own colour needs no word, if there is another.
    let mut others = below.clone();
    others.retain(|owner| *owner != seat);
    let Text { en, fr } = match others.is_empty() {
        true => slot(&below, ["your own stones", "their own stones"], ["vos propres pierres", "ses propres pierres"]),
        false => stones_of(&others),
    };
    let ([high, _], [level, niveau]) = (number(top.into()), level(top));
    match (lay.pose().levels(), stands(lay)) {
        (1, _) => text!("over {en}, at the {level} level", "par-dessus {fr}, au {niveau} niveau"),
        (_, true) => text!("on {en}, {high} high", "sur {fr}, jusqu’au {niveau} niveau"),
        (_, false) => text!("over {en}, {high} high", "par-dessus {fr}, jusqu’au {niveau} niveau"),
    }
}

/// "your stones and Margot’s".
fn stones_of(seats: &[Seat]) -> Text {
    let phrases = seats.iter().enumerate().map(|(number, seat)| match number {
        0 => slot(&[*seat], ["your stones", "#’s stones"], ["vos pierres", "les pierres de #"]),
        _ => slot(&[*seat], ["yours", "#’s"], ["les vôtres", "celles de #"]),
    });
    let phrases: Vec<Text> = phrases.collect();
    let [en, fr] = Lang::ALL.map(|lang| lang.list(&phrases.iter().map(|phrase| phrase.say(lang)).collect::<Vec<_>>()));
    Text { en, fr }
}

/// The seats on whose stones a stone would rest.
fn below(position: &Position, lay: Lay) -> Vec<Seat> {
    let lowest = lay.cubes().filter(|cube| !lay.cubes().any(|own| own == Cube::new(cube.square, cube.height.saturating_sub(1))));
    unique(lowest.filter(|cube| cube.height > 1).filter_map(|cube| position.top(cube.square)))
}

/// The others that a stone on the ground touches, as the end of a sentence.
fn beside(position: &Position, seat: Seat, lay: Lay) -> Text {
    let others = |seats: Vec<Seat>| -> Vec<Seat> { seats.into_iter().filter(|owner| *owner != seat).collect() };
    let touched = others(unique(position.faces(lay).map(|(owner, _)| owner)));
    if !touched.is_empty() {
        let (Text { en, .. }, fr) = (names(&touched), listed(&touched, Lang::Fr, of));
        return text!(" beside {en}", " à côté {fr}");
    }
    let cornered = others(unique(position.corners(lay).map(|(owner, _)| owner)));
    if !position.is_first_stone(seat) || cornered.is_empty() {
        return text!("", "");
    }
    let Text { en, fr } = names(&cornered);
    text!(", corner to corner with {en}", ", coin contre coin avec {fr}")
}

fn unique(seats: impl Iterator<Item = Seat>) -> Vec<Seat> {
    let mut seats: Vec<Seat> = seats.collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}

/// « de vous », « d’Anne ».
fn of(seat: Seat) -> String {
    slot(&[seat], ["#"; 2], ["de vous", "de #"]).fr
}

/// "red, blue and green".
fn listed<T: Copy>(items: &[T], lang: Lang, word: impl Fn(T) -> String) -> String {
    let words: Vec<String> = items.iter().map(|item| word(*item)).collect();
    match &words[..] {
        [before @ .., last] if !before.is_empty() => format!("{} {} {last}", before.join(", "), lang.pick("and", "et")),
        _ => words.concat(),
    }
}

fn number(number: usize) -> [String; 2] {
    NUMBERS.get(number).map_or_else(|| [number.to_string(), number.to_string()], |words| words.map(str::to_owned))
}

fn level(height: u8) -> [String; 2] {
    LEVELS
        .get(usize::from(height))
        .map_or_else(|| [format!("{height}th"), format!("{height}e")], |words| words.map(str::to_owned))
}

/// The seat whose turn it is; any seat once the game is over.
pub(crate) fn acting(position: &Position) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat::new(0),
    }
}

/// What the points of a move are for: squares, a stone less that costs a point, and what it covers.
pub(crate) fn why_points(position: &Position, mv: Move) -> Option<Text> {
    let (lay, Text { en: less, fr: moins }) = match mv {
        Move::Lay(lay) => (lay, text!("one stone less in hand", "une pierre de moins en main")),
        Move::Carry { to, .. } => (to, text!("one stone less inside the line", "une pierre de moins à l’intérieur de la ligne")),
        Move::SetAside { .. } => return None,
    };
    let seat = acting(position);
    let mut squares: Vec<Square> = lay.cubes().map(|cube| cube.square).collect();
    squares.sort_unstable();
    squares.dedup();
    let tops: Vec<Option<Seat>> = squares.into_iter().map(|square| position.top(square)).collect();
    let covered = |owner: Seat| tops.iter().filter(|top| **top == Some(owner)).count();
    let gained = tops.len() - covered(seat);
    let squares = |lang: Lang| {
        let [en, fr] = number(gained);
        let unit = lang.plural(gained as i64, lang.pick("square", "case"), lang.pick("squares", "cases"));
        if gained == 0 { String::new() } else { format!("{} {unit} {} ", lang.pick(en, fr), lang.pick("and", "et")) }
    };
    let others: Vec<Seat> = Seat::all(position.seats()).filter(|owner| *owner != seat && covered(*owner) > 0).collect();
    let taken = |lang: Lang| {
        let taken = listed(&others, lang, |owner| {
            let ([en, fr], one) = (number(covered(owner)), covered(owner) == 1);
            let of = match one {
                true => slot(&[owner], ["of yours", "of #’s"], ["de vos cases", "case de #"]),
                false => slot(&[owner], ["of yours", "of #’s"], ["de vos cases", "cases de #"]),
            };
            lang.pick(format!("{en} {}", of.en), format!("{fr} {}", of.fr))
        });
        if others.is_empty() { taken } else { lang.pick(format!("; covers {taken}"), format!(" ; recouvre {taken}")) }
    };
    let (squares, cases, taken, prises) = (squares(Lang::En), squares(Lang::Fr), taken(Lang::En), taken(Lang::Fr));
    Some(text!("{squares}{less}{taken}", "{cases}{moins}{prises}"))
}

/// What everyone should notice: a player is out, the second sector begins, the end.
/// Players who can build no more are announced one by one, but for the ply that ends a sector or the game: its own
/// announcement says so, as it says why that ends.
pub(crate) fn announce(before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
    let mut announcements = Vec::new();
    let begins = (before.sector(), after.sector()) == (Sector::First, Sector::Second);
    if begins {
        announcements.push(second_sector_begins(before, after));
    }
    if after.turn() == Turn::Over {
        announcements.push(end(after));
    } else if !begins {
        let out = Seat::all(after.seats()).filter(|seat| after.is_out(*seat) && !before.is_out(*seat));
        announcements.extend(out.map(|seat| is_out(before, mv, after, seat)));
    }
    announcements
}

fn is_out(before: &Position, mv: Move, after: &Position, seat: Seat) -> Announcement {
    let Text { en, fr } = slot(&[seat], ["You can", "# can"], ["Vous ne pouvez", "# ne peut"]);
    let announcement = Announcement::new(text!("{en} build no more", "{fr} plus bâtir"));
    if after.sector() == Sector::Second {
        return announcement.with_note(match mv {
            Move::SetAside { from } if before.turn() == Turn::Seat(seat) => {
                let Text { en, fr } = taken(before, from);
                text!("There is no room outside the red line for {en}.", "Pas de place hors de la ligne rouge pour {fr}.")
            }
            _ => {
                let Text { en, fr } = slot(&[seat], ["your", "their"], ["vos", "ses"]);
                text!("None of {en} stones can be taken.", "Aucune de {fr} pierres ne peut être prise.")
            }
        });
    }
    let Text { en, fr } = kept(after, seat);
    if after.options().rules == Rules::TwoSector {
        let Text { en: back, fr: retour } = slot(&[seat], ["You play", "# plays"], ["Vous rejouez", "# rejoue"]);
        announcement.with_note(text!("{en} {back} again in the second sector.", "{fr} {retour} dans le second secteur."))
    } else {
        announcement.with_note(Text { en, fr })
    }
}

/// The stones that stay in a hand; a long list is only counted.
fn kept(position: &Position, seat: Seat) -> Text {
    let stones: Vec<Stone> = position.hand(seat).collect();
    let [en, fr] = number(stones.len());
    match stones.len() {
        0 => text!("All eleven stones are laid.", "Les onze pierres sont posées."),
        1..=4 => {
            let name = |lang: Lang| listed(&stones, lang, |stone| the(stone).say(lang).to_owned());
            let (en, fr) = (name(Lang::En), name(Lang::Fr));
            text!("Still in hand: {en}.", "Encore en main : {fr}.")
        }
        _ => text!("Still in hand: {en} stones.", "Encore en main : {fr} pierres."),
    }
}

/// Who could build no more, so that the first sector has ended (R18).
fn who_was_blocked(before: &Position) -> Text {
    match (before.options().sector_end, before.turn()) {
        (SectorEnd::FirstBlocked, Turn::Seat(mover)) => {
            let blocked = mover.next(before.options().players);
            let Text { en, fr } = slot(&[blocked], ["You can", "# can"], ["Vous ne pouvez", "# ne peut"]);
            text!("{en} build no more in the first sector.", "{fr} plus bâtir dans le premier secteur.")
        }
        _ => text!("Nobody can build in the first sector any more.", "Plus personne ne peut bâtir dans le premier secteur."),
    }
}

fn second_sector_begins(before: &Position, after: &Position) -> Announcement {
    let title = text!("The second sector begins", "Le second secteur commence");
    let score = |seat: Seat| {
        let (squares, left) = (after.seen(seat, Sector::First), after.hand(seat).count() as i32);
        (seat, vec![squares, -left, squares - left])
    };
    let columns = vec![
        text!("squares on top", "cases au sommet"),
        text!("stones left", "pierres restantes"),
        text!("so far", "score intermédiaire"),
    ];
    let table = Announcement::new(title).with_table(columns, Seat::all(after.seats()).map(score).collect());
    let Turn::Seat(first) = after.turn() else { return table };
    let you = [
        "You begin: take one of your free stones, and lay it outside the red line",
        "À vous de commencer : prenez une de vos pierres libres et posez-la hors de la ligne rouge",
    ];
    let other = [
        "# begins: from now on everyone moves their free stones outside the red line",
        "# commence : chacun déplace maintenant ses pierres libres hors de la ligne rouge",
    ];
    let Text { en, fr } = slot(&[first], [you[0], other[0]], [you[1], other[1]]);
    table.with_note(who_was_blocked(before).followed_by(&format!("{en}."), &format!("{fr}.")))
}

fn end(after: &Position) -> Announcement {
    let score = after.score();
    let (columns, figures): (Vec<Text>, &dyn Fn(Seat) -> Vec<i32>) = match after.sector() {
        Sector::First => (vec![text!("squares on top", "cases au sommet"), text!("stones left", "pierres restantes")], &|seat| {
            vec![after.seen(seat, Sector::First), -(after.hand(seat).count() as i32)]
        }),
        Sector::Second => (
            vec![
                text!("first sector", "premier secteur"),
                text!("squares on top", "cases au sommet"),
                text!("stones lost", "pierres perdues"),
            ],
            &|seat| {
                let lost = after.set_aside(seat).count() + after.left_inside(seat).count();
                vec![i32::from(after.interim[seat.number()]), after.seen(seat, Sector::Second), -(lost as i32)]
            },
        ),
    };
    let columns = columns.into_iter().chain([text!("total", "total")]).collect();
    let row = |seat| (seat, figures(seat).into_iter().chain([score[seat]]).collect());
    Announcement::new(text!("The game is over", "La partie est finie"))
        .with_note(text!("Nobody can build any more.", "Plus personne ne peut bâtir."))
        .with_table(columns, Seat::all(after.seats()).map(row).collect())
}

/// Why a stone of the player to move fits nowhere.
pub(crate) fn fits_nowhere(position: &Position, piece: &str) -> Text {
    let (seat, sector) = (acting(position), position.sector());
    if sector == Sector::Second {
        return stays(position, seat, piece);
    }
    let Some(stone) = position.hand(seat).find(|stone| id(seat, *stone) == piece) else {
        return text!("it is not in hand", "cette pierre n’est pas en main");
    };
    let mut too_high = false;
    for pose in Pose::all().filter(|pose| pose.stone() == stone) {
        for square in position.board().squares() {
            let Some(lay) = Lay::new(pose, Cube::new(square, position.height(square) + 1)) else { continue };
            match position.check(Move::Lay(lay)) {
                Err(Illegal::NotBesideOwn { .. }) => {
                    return text!(
                        "where there is room for it, it does not touch your colour",
                        "là où il y a de la place, elle ne touche pas votre couleur"
                    );
                }
                Err(Illegal::BesideOwn { .. }) => {
                    return text!(
                        "wherever there is room for it, it touches your own colour",
                        "partout où il y a de la place, elle touche votre couleur"
                    );
                }
                Err(
                    Illegal::FirstAlone | Illegal::FirstOffBoard | Illegal::FirstSharesFace { .. } | Illegal::FirstNotAtCorner,
                ) => {
                    return text!(
                        "where there is room for it, it does not touch the others as a first stone must",
                        "là où il y a de la place, elle ne touche pas les autres comme le doit une première pierre"
                    );
                }
                Err(Illegal::TooHigh { .. }) => too_high |= is_level(position, lay, sector),
                _ => {}
            }
        }
    }
    if too_high {
        text!("wherever it could stand, it would be too high", "partout où elle tiendrait, elle serait trop haute")
    } else {
        text!("no place is wide and level enough for it", "aucune place n’est assez large et plane pour elle")
    }
}

/// Whether a stone would rest on something everywhere, however high.
fn is_level(position: &Position, lay: Lay, sector: Sector) -> bool {
    lay.cubes().all(|cube| {
        let own_below = lay.cubes().any(|own| own == Cube::new(cube.square, cube.height - 1));
        let rests = own_below || cube.height == position.height(cube.square) + 1;
        rests && position.board().sector(cube.square) == Some(sector)
    })
}

/// Why a stone on the table stays where it is, in the second sector.
fn stays(position: &Position, seat: Seat, piece: &str) -> Text {
    match position.laid(seat).find(|lay| id(seat, lay.stone()) == piece) {
        Some(lay) if position.sector_of(lay) == Sector::Second => {
            text!("it already lies outside the red line", "elle est déjà hors de la ligne rouge")
        }
        Some(lay) if position.covered(lay).is_some() => text!("another stone rests on it", "une autre pierre repose dessus"),
        _ => text!("there is no place for it outside the red line", "il n’y a pas de place pour elle hors de la ligne rouge"),
    }
}

/// The squares that are in the way of a move.
pub(crate) fn offending(position: &Position, mv: Move, illegal: &Illegal) -> Vec<Area> {
    let (lay, from) = match mv {
        Move::Lay(lay) => (Some(lay), None),
        Move::Carry { to, from } => (Some(to), Some(from)),
        Move::SetAside { from } => (None, Some(from)),
    };
    let laid = || lay.into_iter().flat_map(Lay::cubes);
    let taken = || from.and_then(|from| position.stone_at(from)).map(|(_, lay)| lay);
    let own = |cube: Cube| laid().any(|own| own == cube);
    let touched = |owner: Seat| {
        let near = lay.into_iter().flat_map(|lay| position.touching(lay));
        near.filter(|(other, _)| *other == owner).map(|(_, cube)| cube).collect::<Vec<_>>()
    };
    let height = |cube: &Cube| position.height(cube.square);
    let limit = |cube: &Cube| position.board().limit(cube.square);
    let sector = |cube: &Cube| position.board().sector(cube.square);
    let cubes: Vec<Cube> = match *illegal {
        Illegal::NoSquare { .. } | Illegal::OutsideLine { .. } => laid().filter(|cube| limit(cube).is_none()).collect(),
        Illegal::OutsideFirstSector { .. } => laid().filter(|cube| sector(cube) == Some(Sector::Second)).collect(),
        Illegal::OutsideSecondSector { .. } => laid().filter(|cube| sector(cube) == Some(Sector::First)).collect(),
        Illegal::TooHigh { .. } => laid().filter(|cube| limit(cube).is_some_and(|limit| cube.height > limit)).collect(),
        Illegal::Occupied { .. } => laid().filter(|cube| cube.height <= height(cube)).collect(),
        Illegal::Floating { .. } => {
            let floats = |cube: &Cube| cube.height > height(cube) + 1 && !own(Cube::new(cube.square, cube.height - 1));
            laid().filter(floats).collect()
        }
        Illegal::FirstSharesFace { seat } | Illegal::BesideOwn { seat } => touched(seat),
        Illegal::NotOwnStone { .. } | Illegal::AlreadyCarried { .. } => taken().into_iter().flat_map(Lay::cubes).collect(),
        Illegal::Covered { .. } => {
            let stone = taken();
            let top =
                |cube: &Cube| stone.is_some_and(|lay| !lay.cubes().any(|own| own == Cube::new(cube.square, cube.height + 1)));
            let covered = |cube: &Cube| top(cube) && height(cube) > cube.height;
            stone.into_iter().flat_map(Lay::cubes).filter(covered).collect()
        }
        _ => Vec::new(),
    };
    let mut squares: Vec<_> = cubes.iter().map(|cube| [i32::from(cube.square.col), i32::from(cube.square.row)]).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.into_iter().map(Area::of_cell).collect()
}
