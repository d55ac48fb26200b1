//! The count, its order, and the places.

use std::cmp::Reverse;

use tablee_core::outcome::rank_teams;
use tablee_core::{BySeat, Clause, CountItem, CountPart, Label, Lang, Seat, SeatCount, Text, text};

use crate::board::PARCELS;
use crate::position::Position;
use crate::scene::id;
use crate::solids::cell;

impl Position {
    /// The points of each seat as if the game ended now (K28–K31).
    pub(crate) fn points(&self) -> BySeat<i32> {
        BySeat::from_fn(self.options().players, |seat| {
            let hand = &self.hands[seat.number()];
            let totems: i32 = hand.totem_levels.iter().map(|level| i32::from(*level)).sum();
            i32::from(hand.table_points) + i32::from(hand.reserve_points) + totems - i32::from(hand.totems_left)
        })
    }

    /// The place of each seat, or of its team (K32–K34, K36).
    pub(crate) fn ranking(&self) -> BySeat<u8> {
        let (points, team) = (self.points(), self.options().team());
        let of_team = |number: u8| team.iter().filter(move |(_, team)| **team == number).map(|(seat, _)| seat);
        let total = |number: u8| of_team(number).map(|seat| points[seat]).sum::<i32>();
        let highest_totem = |number: u8| of_team(number).flat_map(|seat| self.totem_levels(seat)).max().unwrap_or(0);
        let teams = 1 + team.as_slice().iter().copied().max().unwrap_or(0);
        let most = (0..teams).map(total).max().unwrap_or(0);
        // The totem decides the victory only; lower places are simply shared.
        let deciding = (0..teams).filter(|number| total(*number) == most).map(highest_totem).max().unwrap_or(0);
        rank_teams(&team, |number| (total(number), total(number) == most && highest_totem(number) == deciding))
    }

    /// The count unfolded, beginning with the player whose turn ended the game; the parcels of each row by row (K38).
    pub(crate) fn unfolded(&self) -> Vec<SeatCount> {
        let players = self.options().players;
        let first = self.ended_by().unwrap_or(Seat::new(0));
        std::iter::successors(Some(first), |seat| Some(seat.next(players)))
            .take(players)
            .map(|seat| SeatCount {
                seat,
                parts: vec![self.table_part(seat), self.reserve_part(seat), self.totem_part(seat), self.unplayed_part(seat)],
            })
            .collect()
    }

    /// What is visible, by value; the parcels of each value row by row.
    fn table_part(&self, seat: Seat) -> CountPart {
        let mut parcels: Vec<usize> =
            (0..PARCELS).filter(|parcel| self.owner(*parcel) == Some(seat) && self.value(*parcel) > 0).collect();
        let square = |parcel: usize| self.board().parcels()[parcel].square;
        // In reading order: rows from the north, each from the west.
        parcels.sort_by_key(|parcel| (Reverse(square(*parcel).row), square(*parcel).col));
        parcels.sort_by_key(|parcel| Reverse(self.value(*parcel)));
        let alike = parcels.chunk_by(|a, b| self.value(*a) == self.value(*b));
        let items = alike.map(|parcels| {
            CountItem::new(showing(parcels.len(), self.value(parcels[0]))).on(parcels.iter().map(|parcel| cell(square(*parcel))))
        });
        CountPart {
            clause: Clause("K28"),
            what: text!("visible on the table", "visible sur la table"),
            points: parcels.iter().map(|parcel| i32::from(self.value(*parcel))).sum(),
            items: items.collect(),
        }
    }

    fn reserve_part(&self, seat: Seat) -> CountPart {
        let visible: Vec<_> = self.piles(seat).filter_map(|pile| pile.top).collect();
        CountPart {
            clause: Clause("K29"),
            what: text!("visible in the reserve", "visible dans la réserve"),
            points: visible.iter().map(|domino| domino.points()).sum(),
            items: visible.iter().map(|domino| CountItem::new(text!("{domino}", "{domino}")).with([id(seat, *domino)])).collect(),
        }
    }

    fn totem_part(&self, seat: Seat) -> CountPart {
        let item = |level: u8| {
            let bears = |parcel: &usize| self.bears_totem(*parcel) && self.level(*parcel) == level;
            let dominoes = (0..PARCELS).filter(bears).filter_map(|parcel| self.domino_at(parcel));
            let mut pieces: Vec<String> =
                dominoes.filter(|(owner, _)| *owner == seat).map(|(owner, domino)| id(owner, domino)).collect();
            pieces.dedup();
            CountItem::new(text!("level {level}", "niveau {level}")).with(pieces)
        };
        CountPart {
            clause: Clause("K30"),
            what: text!("height of the totems", "hauteur des totems"),
            points: self.totem_levels(seat).map(i32::from).sum(),
            items: self.totem_levels(seat).map(item).collect(),
        }
    }

    fn unplayed_part(&self, seat: Seat) -> CountPart {
        let left = self.totems_left(seat);
        let items = (0..left).map(|_| CountItem::new(text!("one totem", "un totem"))).collect();
        CountPart {
            clause: Clause("K31"), what: text!("totems not played", "totems non joués"), points: -i32::from(left), items
        }
    }
}

/// "three 4s".
fn showing(number: usize, value: u8) -> Text {
    const WORDS: [Label; 5] = [
        Label::new("one", "un"),
        Label::new("two", "deux"),
        Label::new("three", "trois"),
        Label::new("four", "quatre"),
        Label::new("five", "cinq"),
    ];
    let [en, fr] = Lang::ALL.map(|lang| {
        let word = number.checked_sub(1).and_then(|at| WORDS.get(at)).map(|word| word.say(lang).to_owned());
        word.unwrap_or_else(|| number.to_string())
    });
    let more = if number == 1 { "" } else { "s" };
    text!("{en} {value}{more}", "{fr} {value}")
}
