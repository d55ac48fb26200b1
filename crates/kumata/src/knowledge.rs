//! `core::Knowledge` for Kumata: what bots know beyond the rules.

use tablee_core::{Dice, Knowledge, Lang, Level, Play as _, Position as _, Seat, Style, Text, Thinking, Turn, text};

use crate::board::PARCELS;
use crate::hand::dominoes;
use crate::moves::{Lay, Move};
use crate::placement::{NOBODY, Top};
use crate::position::Position;

impl Knowledge for Position {
    const STYLE: Style = Style {
        safe_lead: 20.0,
        win_weight: 0.3,
        curiosity: 0.5,
        rating_scale: 3.0,
        rave: 1000.0,
        expand_after: 4,
        width: 64,
        // No game is that long, so playouts always go to the end.
        horizon: 1000,
    };

    const LEVELS: &'static [Level] = &[
        Level { thinking: Thinking::Random, slips: 0, elo: 0 },
        Level { thinking: Thinking::Greedy, slips: 70, elo: 222 },
        Level { thinking: Thinking::Greedy, slips: 45, elo: 384 },
        Level { thinking: Thinking::Greedy, slips: 17, elo: 622 },
        Level { thinking: Thinking::Playouts(60), slips: 0, elo: 892 },
        Level { thinking: Thinking::Playouts(300), slips: 0, elo: 1087 },
        Level { thinking: Thinking::Playouts(3_000), slips: 0, elo: 1238 },
        Level { thinking: Thinking::Millis(3_000), slips: 0, elo: 1365 },
    ];

    fn rate(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        self.rate_moves(moves, ratings);
    }

    #[inline(always)]
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        self.choose_fast(dice, scratch)
    }

    fn openings(&self, seat: Seat) -> Option<u32> {
        let ways = |domino| self.fits.of(domino).iter().map(|places| places.count_ones()).sum::<u32>();
        Some(dominoes(self.hand(seat).reserve).map(ways).sum())
    }

    fn remarks(&self, mv: Move) -> Vec<Text> {
        let Turn::Seat(seat) = self.turn() else { return Vec::new() };
        let mut after = self.clone();
        after.play_unchecked(mv);
        let mut remarks = Vec::new();
        match mv {
            Move::Lay(lay) => {
                remarks.extend(after.shelter(seat, lay));
                let saved = self.saved(seat, &after);
                if saved > 0 {
                    let [en, fr] = Lang::ALL.map(|lang| lang.plural(saved.into(), "point", "points"));
                    remarks.push(text!(
                        "it puts {saved} {en} of its own side out of the opponents' reach",
                        "il met {saved} {fr} de son camp hors de portée des adversaires"
                    ));
                }
            }
            Move::NewPile(_) => remarks.push(text!("a hidden domino comes into view", "un domino caché devient visible")),
            Move::Draw(_) => {}
        }
        if after.is_over() {
            remarks.push(text!("the game ends with it", "la partie s’arrête là"));
        }
        remarks
    }
}

impl Position {
    /// Whether two seats play for the same side (K36).
    #[inline(always)]
    pub(crate) fn allied(&self, a: Seat, b: Seat) -> bool {
        self.side(a) == self.side(b)
    }

    /// The points that a seat's side gains on its rivals by covering a parcel. Apart from totems and revealed dominoes,
    /// a lay changes nothing else in the count, whichever domino it is.
    #[inline(always)]
    pub(crate) fn gain_on(&self, seat: Seat, top: Top) -> i8 {
        let value = top.value as i8;
        // Seats of one team are an even number apart.
        let differing = if self.options().teams { 1 } else { u8::MAX };
        if (top.owner ^ seat.number() as u8) & differing == 0 {
            -value
        } else if top.owner == NOBODY {
            0
        } else {
            value
        }
    }

    /// A remark if few dominoes, or none, can cover the domino that was just laid.
    fn shelter(&self, seat: Seat, lay: Lay) -> Option<Text> {
        if lay.totem {
            return Some(text!("nothing can be laid on it any more", "rien ne pourra plus le recouvrir"));
        }
        let parcels = lay.squares.map(|square| self.board().parcel_at(square).unwrap_or(0));
        let on_it = parcels.map(|parcel| self.board().low_on[parcel] | self.board().high_on[parcel]);
        let open = self.fits.open & (on_it[0] | on_it[1]);
        if open == 0 {
            Some(text!("nothing can be laid on it for now", "rien ne peut le recouvrir pour l’instant"))
        } else if open & self.in_reach_of_rivals(seat) == 0 {
            Some(text!(
                "no domino in the opponents' reserves can be laid on it",
                "aucun domino des réserves adverses ne peut le recouvrir"
            ))
        } else {
            None
        }
    }

    /// The points of a seat's side that rivals could cover with their reserves before a move, but not after it.
    fn saved(&self, seat: Seat, after: &Position) -> u8 {
        let (before, afterwards) = (self.in_reach_of_rivals(seat), after.in_reach_of_rivals(seat));
        (0..PARCELS)
            .filter(|parcel| {
                let on_it = self.board().low_on[*parcel] | self.board().high_on[*parcel];
                let own = self.gain_on(seat, self.tops[*parcel]) < 0;
                own && self.tops[*parcel] == after.tops[*parcel] && before & on_it != 0 && afterwards & on_it == 0
            })
            .map(|parcel| self.value(parcel))
            .sum()
    }

    /// The places where the rivals of a seat could lay something of their reserves.
    fn in_reach_of_rivals(&self, seat: Seat) -> u64 {
        Seat::all(self.seats())
            .filter(|other| !self.allied(seat, *other))
            .flat_map(|rival| dominoes(self.hand(rival).reserve))
            .flat_map(|domino| self.fits.of(domino))
            .fold(0, |all, places| all | places)
    }
}

#[cfg(test)]
mod tests {
    use tablee_core::chance::TestDice;
    use tablee_core::contract::sample_options;
    use tablee_core::{Game, Setup};

    use super::*;
    use crate::Kumata;
    use crate::position::Phase;

    /// How far a seat's side is ahead of all others together.
    fn ahead(position: &Position, seat: Seat) -> i32 {
        position.score().iter().map(|(other, points)| if position.allied(seat, other) { *points } else { -points }).sum()
    }

    #[test]
    fn what_a_lay_covers_is_what_it_changes_in_the_count() {
        for values in Kumata::samples() {
            let options = sample_options::<Kumata>(&values);
            for seed in 0..5 {
                let mut dice = TestDice::new(seed);
                let mut position = Kumata::start(&options, &Setup::random(&options, &mut dice));
                while let Some(next) = position.pick(&mut dice, &mut Vec::new()) {
                    let Phase::Turn(seat) = position.phase else {
                        position.play_unchecked(next);
                        continue;
                    };
                    for mv in position.legal_moves() {
                        let Move::Lay(lay) = mv else { continue };
                        let tops = lay.squares.map(|square| position.tops[position.board().parcel_at(square).unwrap()]);
                        let covered: i8 = tops.into_iter().map(|top| position.gain_on(seat, top)).sum();
                        let totem = if lay.totem { i32::from(tops[0].ground) + 2 } else { 0 };
                        let mut after = position.clone();
                        after.play_unchecked(mv);
                        let change = ahead(&after, seat) - ahead(&position, seat);
                        assert_eq!(i32::from(covered) + totem, change, "{mv:?}\n{position:?}");
                    }
                    position.play_unchecked(next);
                }
            }
        }
    }
}
