//! What a laid block is worth, the count, and the places.

use tablee_core::outcome::rank_teams;
use tablee_core::scene::Past;
use tablee_core::{BySeat, Clause, CountItem, CountPart, Label, Play, Seat, SeatCount, Text, Turn, text};

use crate::game::Cuminos;
use crate::moves::{Lay, Move};
use crate::open_table::Laid;
use crate::position::Position;
use crate::scene::id;
use crate::telling::start_of_round;

/// The kinds of laid blocks that count (C18); a block standing on the first rank counts nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    FirstLying,
    Second,
    ThirdLying,
    ThirdStanding,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::FirstLying, Kind::Second, Kind::ThirdLying, Kind::ThirdStanding];

    #[inline]
    fn of(rank: u8, stands: bool) -> Option<Kind> {
        match (rank, stands) {
            (1, true) => None,
            (1, false) => Some(Kind::FirstLying),
            (2, _) => Some(Kind::Second),
            (_, false) => Some(Kind::ThirdLying),
            (_, true) => Some(Kind::ThirdStanding),
        }
    }

    const fn points(self) -> i32 {
        match self {
            Kind::FirstLying => 1,
            Kind::Second => 2,
            Kind::ThirdStanding => 3,
            Kind::ThirdLying => 4,
        }
    }

    const fn label(self) -> Label {
        match self {
            Kind::FirstLying => Label::new("first rank, lying", "premier rang, couché"),
            Kind::Second => Label::new("second rank", "deuxième rang"),
            Kind::ThirdLying => Label::new("third rank, lying", "troisième rang, couché"),
            Kind::ThirdStanding => Label::new("third rank, standing", "troisième rang, debout"),
        }
    }
}

/// How many times a block counts, by the faces that it touches (C19, C20).
#[inline]
const fn times(faces_touched: usize) -> usize {
    match faces_touched {
        0..=2 => 1,
        3 => 2,
        _ => 3,
    }
}

/// The points of a block when it is laid (C18–C20).
#[inline]
pub(crate) fn worth(rank: u8, stands: bool, faces_touched: usize) -> i32 {
    Kind::of(rank, stands).map_or(0, |kind| kind.points() * times(faces_touched) as i32)
}

/// Numbers of faces from three on, in words.
const FACES: [Label; 7] = [
    Label::new("three", "trois"),
    Label::new("four", "quatre"),
    Label::new("five", "cinq"),
    Label::new("six", "six"),
    Label::new("seven", "sept"),
    Label::new("eight", "huit"),
    Label::new("nine", "neuf"),
];

/// What a block is worth its points for: "second rank, four faces, ×3"; none if it is worth nothing.
pub(crate) fn why_worth(rank: u8, stands: bool, faces_touched: usize) -> Option<Text> {
    let (Label { en, fr }, times) = (Kind::of(rank, stands)?.label(), times(faces_touched));
    let Some(Label { en: faces, fr: nombre }) = faces_touched.checked_sub(3).and_then(|more| FACES.get(more)) else {
        return Some(text!("{en}", "{fr}"));
    };
    Some(text!("{en}, {faces} faces, ×{times}", "{fr}, {nombre} faces, ×{times}"))
}

/// What one seat has counted in all rounds so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally {
    /// How many laid blocks counted once, twice and three times, by kind: first rank lying, second rank, third rank
    /// lying, third rank standing.
    pub counted: [[u16; 4]; 3],
    /// The points for ending rounds (C21).
    pub ends: u16,
}

impl Tally {
    /// Counts a laid block (C18–C20).
    #[inline]
    pub(crate) fn count(&mut self, rank: u8, stands: bool, faces_touched: usize) {
        let Some(kind) = Kind::of(rank, stands) else { return };
        let counted = &mut self.counted[times(faces_touched) - 1][kind as usize];
        *counted = counted.saturating_add(1);
    }

    /// The sum of all parts.
    pub fn points(&self) -> i32 {
        (1..=3).map(|times| self.points_counted(times)).sum::<i32>() + i32::from(self.ends)
    }

    /// The points of the blocks that counted once, twice or three times.
    fn points_counted(&self, times: usize) -> i32 {
        let of_kind = |kind: Kind| i32::from(self.counted[times - 1][kind as usize]) * kind.points() * times as i32;
        Kind::ALL.into_iter().map(of_kind).sum()
    }
}

impl Position {
    /// What each seat has counted.
    pub(crate) fn points(&self) -> BySeat<i32> {
        BySeat::from_fn(self.options().players, |seat| self.tally(seat).points())
    }

    /// The place of each seat, or of its team (C22–C24).
    pub(crate) fn ranking(&self) -> BySeat<u8> {
        let (points, team) = (self.points(), self.team());
        let total = |number: u8| points.iter().filter(|(seat, _)| team[*seat] == number).map(|(_, points)| points).sum::<i32>();
        rank_teams(team, total)
    }

    /// Whether two players, or two teams, are first (C23).
    pub(crate) fn is_tied(&self) -> bool {
        let (places, team) = (self.ranking(), self.team());
        let mut first = places.iter().filter(|(_, place)| **place == 1).map(|(seat, _)| team[seat]);
        let one = first.next();
        first.any(|other| Some(other) != one)
    }

    /// The count unfolded, seat by seat.
    pub(crate) fn unfolded(&self) -> Vec<SeatCount> {
        Seat::all(self.options().players)
            .map(|seat| {
                let tally = self.tally(seat);
                let parts = vec![
                    blocks_part(tally, 1, "C18", text!("blocks laid", "blocs posés")),
                    blocks_part(tally, 2, "C19", text!("touching three faces, doubled", "au contact de trois faces, doublés")),
                    blocks_part(
                        tally,
                        3,
                        "C20",
                        text!("touching four or more, tripled", "au contact de quatre ou plus, triplés"),
                    ),
                    ends_part(tally),
                ];
                SeatCount { seat, parts }
            })
            .collect()
    }
}

/// The count with the blocks that still lie there. A position keeps sums only, so the round is played again.
pub(crate) fn counts(position: &Position, past: Past<Cuminos>) -> Vec<SeatCount> {
    let mut counts = position.unfolded();
    let Some((mut round, plies)) = start_of_round(past, position) else { return counts };
    for (turn, mv) in plies {
        if let (Turn::Seat(seat), Move::Lay(lay)) = (*turn, *mv)
            && position.laid().contains(&Laid { lay, seat })
            && let Some(item) = item_of(&mut counts, position.tally(seat), seat, &round, lay)
        {
            item.pieces.push(id(seat, lay.block()));
        }
        if round.play(*mv).is_err() {
            break;
        }
    }
    counts
}

/// The item that counts a block about to be laid; none if it counts nothing.
fn item_of<'a>(counts: &'a mut [SeatCount], tally: &Tally, seat: Seat, before: &Position, lay: Lay) -> Option<&'a mut CountItem> {
    let times = times(before.table.faces_touched(lay.cubes()));
    let kind = Kind::of(before.table.rank_at(lay.cubes()), lay.stands())?;
    // What was not counted has no item.
    let counted = Kind::ALL.into_iter().filter(|kind| tally.counted[times - 1][*kind as usize] > 0);
    let number = counted.take_while(|other| *other != kind).count();
    counts.get_mut(seat.number())?.parts.get_mut(times - 1)?.items.get_mut(number)
}

/// The number of blocks that counted once, twice or three times.
fn blocks_part(tally: &Tally, times: usize, clause: &'static str, what: Text) -> CountPart {
    let counted = |kind: &Kind| tally.counted[times - 1][*kind as usize];
    let items = Kind::ALL.into_iter().filter(|kind| counted(kind) > 0).map(|kind| {
        let (number, each) = (counted(&kind), kind.points() * times as i32);
        let Label { en, fr } = kind.label();
        CountItem::new(text!("{en}: {number} × {each}", "{fr} : {number} × {each}"))
    });
    CountPart { clause: Clause(clause), what, points: tally.points_counted(times), items: items.collect() }
}

fn ends_part(tally: &Tally) -> CountPart {
    CountPart {
        clause: Clause("C21"),
        what: text!("left in the opponents' hands at the end of a round", "restés aux adversaires en fin de manche"),
        points: i32::from(tally.ends),
        items: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_faces_says_what_it_is_worth() {
        let why = |rank, stands, faces| why_worth(rank, stands, faces).map(|Text { en, fr }| (en, fr));
        let said = |en: &str, fr: &str| Some((en.to_owned(), fr.to_owned()));
        assert_eq!(why(1, true, 9), None);
        assert_eq!(why(1, false, 2), said("first rank, lying", "premier rang, couché"));
        assert_eq!(why(2, false, 3), said("second rank, three faces, ×2", "deuxième rang, trois faces, ×2"));
        assert_eq!(why(3, false, 8), said("third rank, lying, eight faces, ×3", "troisième rang, couché, huit faces, ×3"));
        // No block touches more: four faces of the upper half, and five of the lower.
        assert_eq!(why(3, true, 9), said("third rank, standing, nine faces, ×3", "troisième rang, debout, neuf faces, ×3"));
    }
}
