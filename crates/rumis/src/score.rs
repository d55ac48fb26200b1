//! The count and the places.

use tablee_core::outcome::rank;
use tablee_core::scene::Cell;
use tablee_core::{BySeat, Clause, CountItem, CountPart, Lang, Seat, SeatCount, Text, text};

use crate::board::Sector;
use crate::moves::Lay;
use crate::position::Position;
use crate::scene::{cell, id};
use crate::stone::Stone;

impl Position {
    /// The points of each seat as if the game ended now (R13, R28, R29).
    pub(crate) fn points(&self) -> BySeat<i32> {
        BySeat::from_fn(self.options().players, |seat| match self.sector() {
            Sector::First => self.seen(seat, Sector::First) - self.hand(seat).count() as i32,
            Sector::Second => {
                let lost = self.set_aside(seat).count() + self.left_inside(seat).count();
                i32::from(self.interim[seat.number()]) + self.seen(seat, Sector::Second) - lost as i32
            }
        })
    }

    /// The place of each seat (R14).
    pub(crate) fn ranking(&self) -> BySeat<u8> {
        rank(&self.points())
    }

    /// How many squares of a sector show the colour of a seat on top.
    pub(crate) fn seen(&self, seat: Seat, sector: Sector) -> i32 {
        self.tops(seat, sector).count() as i32
    }

    /// The stones of a seat that still lie inside the red line (R29).
    pub(crate) fn left_inside(&self, seat: Seat) -> impl Iterator<Item = Lay> {
        self.laid(seat).filter(|lay| self.sector_of(*lay) == Sector::First)
    }

    /// The count unfolded, seat by seat.
    pub(crate) fn unfolded(&self) -> Vec<SeatCount> {
        let parts = |seat| match self.sector() {
            Sector::First => vec![self.tops_part(seat, "R13"), self.hand_part(seat)],
            Sector::Second => {
                vec![self.interim_part(seat), self.tops_part(seat, "R28"), self.aside_part(seat), self.inside_part(seat)]
            }
        };
        Seat::all(self.options().players).map(|seat| SeatCount { seat, parts: parts(seat) }).collect()
    }

    fn tops_part(&self, seat: Seat, clause: &'static str) -> CountPart {
        CountPart {
            clause: Clause(clause),
            what: text!("squares on top", "cases vues du haut"),
            points: self.seen(seat, self.sector()),
            items: self.top_items(seat),
        }
    }

    /// The squares on top, by the stones that lie there.
    fn top_items(&self, seat: Seat) -> Vec<CountItem> {
        let on_top = |lay: &Lay| -> Vec<Cell> {
            let cubes = lay.cubes().filter(|cube| self.height(cube.square) == cube.height);
            cubes.map(|cube| cell(cube.square)).collect()
        };
        let stones = self.laid(seat).filter(|lay| self.sector_of(*lay) == self.sector());
        let item = |lay: Lay| {
            let (cells, name) = (on_top(&lay), lay.stone().label());
            let (number, [en, fr]) = (cells.len(), Lang::ALL.map(|lang| name.say(lang)));
            (number > 0).then(|| CountItem::new(text!("{en}: {number}", "{fr} : {number}")).on(cells))
        };
        stones.filter_map(item).collect()
    }

    fn hand_part(&self, seat: Seat) -> CountPart {
        lost("R13", text!("stones not laid", "pierres non posées"), seat, self.hand(seat))
    }

    fn interim_part(&self, seat: Seat) -> CountPart {
        let points = i32::from(self.interim[seat.number()]);
        CountPart { clause: Clause("R19"), what: text!("intermediate score", "score intermédiaire"), points, items: Vec::new() }
    }

    fn aside_part(&self, seat: Seat) -> CountPart {
        lost("R29", text!("stones set aside", "pierres mises de côté"), seat, self.set_aside(seat))
    }

    fn inside_part(&self, seat: Seat) -> CountPart {
        let what = text!("stones left inside the red line", "pierres restées à l’intérieur de la ligne rouge");
        lost("R29", what, seat, self.left_inside(seat).map(Lay::stone))
    }
}

/// A point lost for each of these stones.
fn lost(clause: &'static str, what: Text, seat: Seat, stones: impl Iterator<Item = Stone>) -> CountPart {
    let items: Vec<_> = stones.map(|stone| CountItem::new(stone.label()).with([id(seat, stone)])).collect();
    CountPart { clause: Clause(clause), what, points: -(items.len() as i32), items }
}
