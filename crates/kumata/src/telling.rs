//! What happens at the table, in words: moves as people tell them, what they bring, and what everyone should notice.

use tablee_core::naming::{names, slot};
use tablee_core::scene::Area;
use tablee_core::telling::Announcement;
use tablee_core::{BySeat, Label, Lang, Position as _, Seat, Text, Turn, text};

use crate::board::PARCELS;
use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::position::Position;
use crate::scene::{acting, id};
use crate::set::{Clan, Face};
use crate::solids::cell;

/// A move as people at the table say it.
pub(crate) fn tell(position: &Position, mv: Move) -> Text {
    let (seat, _) = acting(position);
    match mv {
        Move::Lay(lay) => tell_lay(position, lay),
        Move::NewPile(pile) => match top_of_pile(position, seat, pile) {
            Some(top) => text!("opens a new pile with the {top}", "ouvre une nouvelle pile avec le {top}"),
            None => text!("opens a new pile", "ouvre une nouvelle pile"),
        },
        Move::Draw(domino) => {
            let Text { en, fr } = slot(&[seat], ["you turn up", "# turns up"], ["vous découvrez", "# découvre"]);
            text!("{en} the {domino}", "{fr} le {domino}")
        }
    }
}

/// The label of the button for a new pile.
pub(crate) fn act_label(position: &Position, mv: Move) -> Text {
    let (seat, _) = acting(position);
    match mv {
        Move::NewPile(pile) => match top_of_pile(position, seat, pile) {
            Some(top) => text!("New pile with the {top}", "Nouvelle pile avec le {top}"),
            None => text!("New pile", "Nouvelle pile"),
        },
        Move::Lay(_) | Move::Draw(_) => tell(position, mv),
    }
}

fn top_of_pile(position: &Position, seat: Seat, pile: u8) -> Option<crate::Domino> {
    position.piles(seat).nth(usize::from(pile).wrapping_sub(1)).and_then(|pile| pile.top)
}

fn tell_lay(position: &Position, lay: Lay) -> Text {
    let domino = lay.domino();
    let [Some(first), Some(second)] = lay.squares().map(|square| position.board().parcel_at(square)) else {
        return text!("lays the {domino}", "pose le {domino}");
    };
    let (Text { en: over, fr: sur }, Text { en: place, fr: lieu }) =
        (covered(position, [first, second]), height(position.level(first) + 1));
    // A totem nearby tells where it is, unless enough has been said.
    let said = !place.is_empty() || two_clans(position, [first, second]);
    let Text { en: more, fr: plus } = match totem_beside(position, [first, second]) {
        _ if lay.totem() => text!(", with a totem", ", avec un totem"),
        Some(whose) if !said => {
            let Text { en, fr } = match whose {
                Whose::Mover(seat) => {
                    slot(&[seat], ["your own", "their own"], ["de votre", "de son"]).followed_by("totem", "totem")
                }
                Whose::Other(seat) => slot(&[seat], ["your totem", "#’s totem"], ["de votre totem", "du totem de #"]),
                Whose::Nobody(clan) => {
                    let Label { en, fr } = clan.label();
                    text!("the {en}’ totem", "du totem des {fr}")
                }
            };
            text!(", beside {en}", ", près {fr}")
        }
        _ => text!("", ""),
    };
    text!("lays the {domino} over {over}{place}{more}", "pose le {domino} sur {sur}{lieu}{plus}")
}

/// The level of a domino that lies on others.
fn height(level: u8) -> Text {
    if level > 2 { text!(", on level {level}", ", au niveau {level}") } else { text!("", "") }
}

/// Whose a value or a totem is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Of the player who moves.
    Mover(Seat),
    /// Of another player.
    Other(Seat),
    /// Of a clan that nobody plays.
    Nobody(Clan),
}

fn whose(position: &Position, parcel: usize) -> Whose {
    match position.owner(parcel) {
        Some(seat) if seat == acting(position).0 => Whose::Mover(seat),
        Some(seat) => Whose::Other(seat),
        None => Whose::Nobody(position.board().parcels()[parcel].printed.clan),
    }
}

impl Whose {
    /// One value: "your 3", "Margot’s 3", "the tigers’ 3".
    fn value(self, value: u8) -> Text {
        match self {
            Whose::Mover(seat) => {
                let value = value.to_string();
                slot(&[seat], ["your own", "their own"], ["votre propre", "son propre"]).followed_by(&value, &value)
            }
            Whose::Other(seat) => {
                let [your, theirs, votre, leur] =
                    [format!("your {value}"), format!("#’s {value}"), format!("votre {value}"), format!("le {value} de #")];
                slot(&[seat], [&your, &theirs], [&votre, &leur])
            }
            Whose::Nobody(clan) => {
                let Label { en, fr } = clan.label();
                text!("the {en}’ {value}", "le {value} des {fr}")
            }
        }
    }

    /// Two values of one owner: "your 3 and 2", "two of your 3s".
    fn values(self, value: u8, second: u8) -> Text {
        let alike = value == second;
        let (en, fr) = match (self, alike) {
            (Whose::Mover(_), true) => {
                (["two of your own {v}s", "two of their own {v}s"], ["deux de vos {v}", "deux de ses {v}"])
            }
            (Whose::Mover(_), false) => {
                (["your own {v} and {w}", "their own {v} and {w}"], ["votre {v} et votre {w}", "son {v} et son {w}"])
            }
            (Whose::Other(_), true) => (["two of your {v}s", "two of #’s {v}s"], ["deux de vos {v}", "deux {v} de #"]),
            (Whose::Other(_), false) => {
                (["your {v} and {w}", "#’s {v} and {w}"], ["votre {v} et votre {w}", "le {v} et le {w} de #"])
            }
            (Whose::Nobody(clan), _) => {
                let Label { en, fr } = clan.label();
                return match alike {
                    true => text!("two {value}s of the {en}", "deux {value} des {fr}"),
                    false => text!("the {en}’ {value} and {second}", "le {value} et le {second} des {fr}"),
                };
            }
        };
        let (Whose::Mover(seat) | Whose::Other(seat)) = self else { return text!("", "") };
        let with_values = |words: &str| words.replace("{v}", &value.to_string()).replace("{w}", &second.to_string());
        let (en, fr) = (en.map(with_values), fr.map(with_values));
        slot(&[seat], [&en[0], &en[1]], [&fr[0], &fr[1]])
    }
}

/// What two parcels show: "your 3 and an empty parcel".
fn covered(position: &Position, parcels: [usize; 2]) -> Text {
    let [(one, value), (other, second)] = parcels.map(|parcel| (whose(position, parcel), position.value(parcel)));
    // Both parcels are of one height: both are bare, or both show a domino.
    let bare = position.domino_at(parcels[0]).is_none();
    let empty =
        if bare { Label::new("an empty parcel", "une parcelle vide") } else { Label::new("an empty half", "une moitié vide") };
    let Label { en: nothing, fr: vide } = empty;
    match (value, second) {
        (0, 0) if bare => text!("two empty parcels", "deux parcelles vides"),
        (0, 0) => text!("two empty halves", "deux moitiés vides"),
        (value, 0) => {
            let Text { en, fr } = one.value(value);
            text!("{en} and {nothing}", "{fr} et {vide}")
        }
        (0, value) => {
            let Text { en, fr } = other.value(value);
            text!("{nothing} and {en}", "{vide} et {fr}")
        }
        _ if one == other => one.values(value, second),
        _ => {
            let (Text { en, fr }, Text { en: and, fr: et }) = (one.value(value), other.value(second));
            text!("{en} and {and}", "{fr} et {et}")
        }
    }
}

/// Whether two parcels show values of two clans.
fn two_clans(position: &Position, [one, other]: [usize; 2]) -> bool {
    position.value(one) > 0 && position.value(other) > 0 && whose(position, one) != whose(position, other)
}

/// Whose totem stands beside one of two parcels.
fn totem_beside(position: &Position, parcels: [usize; 2]) -> Option<Whose> {
    let beside = parcels.into_iter().flat_map(|parcel| position.board().beside[parcel].map(|beside| usize::from(beside.parcel)));
    let mut totems = beside.filter(|other| !parcels.contains(other) && position.bears_totem(*other));
    totems.next().map(|parcel| whose(position, parcel))
}

/// What the player to move has to do.
pub(crate) fn todo(position: &Position) -> Text {
    let (seat, pile) = acting(position);
    match position.turn() {
        Turn::Seat(seat) if position.can_lay(seat).is_some() => text!(
            "Lay a domino, each half on its own value, at one height. Empty goes with anything.",
            "Posez un domino, chaque moitié sur sa valeur, à hauteur égale. Le vide va avec tout."
        ),
        Turn::Seat(_) => text!(
            "None of your dominoes fits: open a new pile with the top of another.",
            "Aucun de vos dominos ne convient : ouvrez une nouvelle pile avec le dessus d’une autre."
        ),
        Turn::Chance => {
            let Text { en, fr } = slot(&[seat], ["You turn up", "# turns up"], ["Vous découvrez", "# découvre"]);
            text!("{en} the next domino of pile {pile}.", "{fr} le prochain domino de la pile {pile}.")
        }
        Turn::Over => {
            let Text { en, fr } = why_over(position, seat);
            text!("The game is over: {en}.", "La partie est finie : {fr}.")
        }
    }
}

/// Why the game ended in the turn of this seat (K26, K27).
fn why_over(position: &Position, seat: Seat) -> Text {
    if position.hand(seat).reserve == 0 {
        slot(&[seat], ["you have", "# has"], ["vous n’avez", "# n’a"]).followed_by("no domino left", "plus de domino")
    } else {
        slot(&[seat], ["you can", "# can"], ["vous ne pouvez", "# ne peut"])
            .followed_by("neither lay a domino nor open a new pile", "ni poser de domino ni ouvrir de nouvelle pile")
    }
}

/// Why a domino of the player to move fits nowhere.
pub(crate) fn fits_nowhere(position: &Position, piece: &str) -> Text {
    let (seat, _) = acting(position);
    let mut tops = position.piles(seat).filter_map(|pile| pile.top);
    let Some(domino) = tops.find(|top| id(seat, *top) == piece) else {
        return text!("it is not on top of a pile", "il n’est pas sur le dessus d’une pile");
    };
    let (high, low) = (domino.high(), domino.low());
    if position.fits.open == 0 {
        return text!(
            "no two free parcels of one height are side by side any more",
            "il ne reste pas deux parcelles libres côte à côte à la même hauteur"
        );
    }
    match (position.fits.takes_half(high), position.fits.takes_half(low)) {
        (false, false) if high != low => text!(
            "there is no {high}, no {low} and no empty parcel to cover",
            "il n’y a ni {high}, ni {low}, ni parcelle vide à recouvrir"
        ),
        (false, _) => text!("there is no {high} and no empty parcel to cover", "il n’y a ni {high} ni parcelle vide à recouvrir"),
        (_, false) => text!("there is no {low} and no empty parcel to cover", "il n’y a ni {low} ni parcelle vide à recouvrir"),
        _ if high == low => text!(
            "no two neighbouring parcels of one height take two {high}s",
            "aucune paire de parcelles voisines de même hauteur n’accepte deux {high}"
        ),
        _ => text!(
            "no two neighbouring parcels of one height take a {high} and a {low}",
            "aucune paire de parcelles voisines de même hauteur n’accepte un {high} et un {low}"
        ),
    }
}

/// What the points of a move are for.
pub(crate) fn why_points(position: &Position, mv: Move) -> Option<Text> {
    match mv {
        Move::Lay(lay) => why_lay(position, lay),
        Move::NewPile(_) => None,
        Move::Draw(domino) if domino.points() == 0 => None,
        Move::Draw(domino) => Some(text!("the {domino} is turned up", "le {domino} se découvre")),
    }
}

fn why_lay(position: &Position, lay: Lay) -> Option<Text> {
    let [Some(first), Some(second)] = lay.squares().map(|square| position.board().parcel_at(square)) else { return None };
    let mut lost = BySeat::from_fn(position.seats(), |_| 0);
    for parcel in [first, second] {
        if let Some(seat) = position.owner(parcel) {
            lost[seat] += i64::from(position.value(parcel));
        }
    }
    let losers: Vec<_> = lost.iter().filter(|(_, points)| **points > 0).collect();
    let list = |lang: Lang| {
        let of = |(number, (seat, points)): (usize, &(Seat, &i64))| {
            let own = matches!(position.turn(), Turn::Seat(mover) if mover == *seat);
            let unit = lang.plural(**points, "point", "points");
            // Those of one other player alone: beside the points stands whose they are.
            if losers.len() == 1 && !own {
                return format!("{points} {unit}");
            }
            let (theirs, leurs) = (["of yours", "of #’s"], [String::from("de vos points"), format!("{unit} de #")]);
            let words = match own {
                true => slot(&[*seat], ["of your own", "of their own"], ["de vos points", "de ses propres points"]),
                false => slot(&[*seat], theirs, [&leurs[0], &leurs[1]]),
            };
            // French needs the unit each time: « 2 de vos points et 3 points de Felix ».
            let unit = if number == 0 && lang == Lang::En { format!(" {unit}") } else { String::new() };
            format!("{points}{unit} {}", words.say(lang))
        };
        lang.list(&losers.iter().enumerate().map(of).collect::<Vec<_>>())
    };
    let (en, fr, level) = (list(Lang::En), list(Lang::Fr), position.level(first) + 1);
    match (losers.is_empty(), lay.totem()) {
        (true, false) => None,
        (true, true) => {
            Some(text!("totem on level {level}, plus 1 for playing it", "totem au niveau {level}, plus 1 pour l’avoir joué"))
        }
        (false, false) => Some(text!("covers {en}", "recouvre {fr}")),
        (false, true) => Some(text!(
            "covers {en}, totem on level {level}, plus 1 for playing it",
            "recouvre {fr}, totem au niveau {level}, plus 1 pour l’avoir joué"
        )),
    }
}

/// What everyone should notice about a ply: a last totem, a last domino, the end.
pub(crate) fn announce(before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
    let mut announcements = Vec::new();
    if let (Turn::Seat(seat), Move::Lay(lay)) = (before.turn(), mv) {
        if lay.totem() && after.totems_left(seat) == 0 {
            let level = after.totem_levels(seat).last().unwrap_or(0);
            let title = match after.options().face() {
                Face::TwoColour => slot(
                    &[seat],
                    ["You play your last totem", "# plays their last totem"],
                    ["Vous jouez votre dernier totem", "# joue son dernier totem"],
                ),
                Face::FourColour => {
                    slot(&[seat], ["You play your totem", "# plays their totem"], ["Vous jouez votre totem", "# joue son totem"])
                }
            };
            let note = text!(
                "It stands on level {level} and counts {level} points.",
                "Il est au niveau {level} et compte {level} points."
            );
            announcements.push(Announcement::new(title).with_note(note));
        }
        if after.hand(seat).left() == 0 && after.turn() != Turn::Over {
            let title = slot(
                &[seat],
                ["You lay your last domino", "# lays their last domino"],
                ["Vous posez votre dernier domino", "# pose son dernier domino"],
            );
            let Text { en, fr } = slot(&[seat], ["your", "their"], ["votre", "son"]);
            let note = text!(
                "The game ends on {en} next turn at the latest.",
                "La partie s’arrêtera au plus tard à {fr} prochain tour."
            );
            announcements.push(Announcement::new(title).with_note(note));
        }
    }
    if before.turn() != Turn::Over
        && let Some(seat) = after.ended_by()
    {
        announcements.extend(tie(after));
        announcements.push(the_end(after, seat));
    }
    announcements
}

/// Who won, why the game ended, and the count (K26–K34, K36, K38).
fn the_end(position: &Position, ended_by: Seat) -> Announcement {
    let (places, team) = (position.places(), position.options().team());
    let winners: Vec<Seat> = places.iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect();
    let shared = winners.iter().any(|seat| team[*seat] != team[winners[0]]);
    let Text { en, fr } = match (shared, winners.len()) {
        (true, _) => slot(&winners, ["# share the victory"; 2], ["# partagez la victoire", "# se partagent la victoire"]),
        (false, 1) => slot(&winners, ["# win", "# wins"], ["# gagnez", "# gagne"]),
        (false, _) => slot(&winners, ["# win"; 2], ["# gagnez", "# gagnent"]),
    };
    let title = text!("Game over: {en}", "Partie finie : {fr}");
    let Text { en, fr } = why_over(position, ended_by);
    let mut note = text!("The game ends because {en}.", "La partie s’arrête : {fr}.");
    if let Some(more) = teams(position) {
        note = Text { en: format!("{} {}", note.en, more.en), fr: format!("{} {}", note.fr, more.fr) };
    }
    let columns = vec![text!("table", "table"), text!("reserve", "réserve"), text!("totems", "totems"), text!("total", "total")];
    let rows = position.unfolded().into_iter().map(|count| {
        let [table, reserve, played, unplayed] = &count.parts[..] else { return (count.seat, vec![0, 0, 0, count.total()]) };
        (count.seat, vec![table.points, reserve.points, played.points + unplayed.points, count.total()])
    });
    Announcement::new(title).with_note(note).with_table(columns, rows.collect())
}

/// Each team with its seats and its points; the same as the seats without teams.
fn sides(position: &Position) -> Vec<(Vec<Seat>, i32)> {
    let (points, team) = (position.score(), position.options().team());
    let mut sides: Vec<(Vec<Seat>, i32)> = Vec::new();
    for seat in Seat::all(position.seats()) {
        match sides.iter_mut().find(|(seats, _)| team[seats[0]] == team[seat]) {
            Some((seats, total)) => {
                seats.push(seat);
                *total += points[seat];
            }
            None => sides.push((vec![seat], points[seat])),
        }
    }
    sides
}

/// How a tie for the first place is decided (K33, K34).
fn tie(position: &Position) -> Option<Announcement> {
    let (sides, places) = (sides(position), position.places());
    let most = sides.iter().map(|(_, total)| *total).max()?;
    let tied: Vec<_> = sides.iter().filter(|(_, total)| *total == most).collect();
    if tied.len() < 2 {
        return None;
    }
    let winners = || tied.iter().filter(|(seats, _)| places[seats[0]] == 1);
    let level = winners().flat_map(|(seats, _)| seats).flat_map(|seat| position.totem_levels(*seat)).max().unwrap_or(0);
    let [point, points] = Lang::ALL.map(|lang| lang.plural(most.into(), "point", "points"));
    Some(if winners().count() < tied.len() {
        Announcement::new(text!(
            "A tie at {most} {point}: the highest totem decides",
            "Égalité à {most} {points} : le plus haut totem l’emporte"
        ))
        .with_note(text!("It stands on level {level}.", "Il est au niveau {level}."))
        .after_count()
    } else {
        Announcement::new(text!(
            "A tie at {most} {point}: the totems do not decide it",
            "Égalité à {most} {points} : les totems ne les départagent pas"
        ))
        .after_count()
    })
}

/// The points of the teams, if there are any (K36).
fn teams(position: &Position) -> Option<Text> {
    if !position.options().teams {
        return None;
    }
    let list = |lang: Lang| {
        let side = |(seats, total): &(Vec<Seat>, i32)| format!("{} {total}", names(seats).say(lang));
        sides(position).iter().map(side).collect::<Vec<_>>().join(", ")
    };
    let [en, fr] = Lang::ALL.map(list);
    Some(text!("Together: {en}.", "Ensemble : {fr}."))
}

/// The parcels that are in the way of a move.
pub(crate) fn offending(position: &Position, mv: Move, illegal: &Illegal) -> Vec<Area> {
    let Move::Lay(lay) = mv else { return Vec::new() };
    let squares = match *illegal {
        Illegal::Void { square } | Illegal::OtherValue { square, .. } => vec![square],
        Illegal::NotBeside { first, second } | Illegal::OtherHeight { first, second, .. } => vec![first, second],
        Illegal::SameDomino => lay.squares().to_vec(),
        // The whole domino under the totem, as far as it is visible.
        Illegal::Totem { square } => match position.board().parcel_at(square) {
            None => vec![square],
            Some(parcel) => {
                let halves = (0..PARCELS).filter(|other| position.same_domino(parcel, *other));
                halves.map(|half| position.board().parcels()[half].square).collect()
            }
        },
        _ => Vec::new(),
    };
    squares.into_iter().map(|square| Area::of_cell(cell(square))).collect()
}

#[cfg(test)]
mod tests {
    use tablee_core::chance::TestDice;
    use tablee_core::contract::sample_options;
    use tablee_core::{Game, Play};

    use super::*;
    use crate::Kumata;

    #[test]
    fn where_no_place_is_open_nothing_fits() {
        let (options, mut dice) = (sample_options::<Kumata>(&Kumata::samples()[0]), TestDice::new(1));
        let mut position = Kumata::start(&options, &crate::Layout::random(options.layout, &mut dice));
        while let (Turn::Chance, Some(mv)) = (position.turn(), position.pick(&mut dice, &mut Vec::new())) {
            position.play(mv).expect("a draw");
        }
        let (seat, _) = acting(&position);
        let top = position.piles(seat).find_map(|pile| pile.top).expect("a reserve");
        position.fits.open = 0;
        let why = fits_nowhere(&position, &id(seat, top));
        assert_eq!(why.en, "no two free parcels of one height are side by side any more");
        assert_eq!(why.fr, "il ne reste pas deux parcelles libres côte à côte à la même hauteur");
    }
}
