//! `core::Knowledge` for Dog City Domino: what bots know beyond the rules.

use tablee_core::{BySeat, Dice, Knowledge, Lang, Level, Position as _, Seat, Style, Text, Thinking, text};

use crate::moves::{Lay, Move};
use crate::nook::{Nook, corners_towards};
use crate::open_table::Spot;
use crate::placement::{Fingers, Wanted};
use crate::position::{Drawing, Phase, Position};
use crate::rating::Hands;

impl Knowledge for Position {
    const STYLE: Style = Style {
        safe_lead: 20.0,
        win_weight: 0.3,
        curiosity: 0.8,
        rating_scale: 2.0,
        rave: 0.0,
        expand_after: 2,
        width: 32,
        horizon: 8,
    };

    const LEVELS: &'static [Level] = &[
        Level { thinking: Thinking::Random, slips: 0, elo: 0 },
        Level { thinking: Thinking::Greedy, slips: 86, elo: 220 },
        Level { thinking: Thinking::Greedy, slips: 68, elo: 371 },
        Level { thinking: Thinking::Greedy, slips: 50, elo: 579 },
        Level { thinking: Thinking::Greedy, slips: 31, elo: 796 },
        Level { thinking: Thinking::Greedy, slips: 12, elo: 964 },
        Level { thinking: Thinking::Playouts(100), slips: 0, elo: 1189 },
        Level { thinking: Thinking::Millis(3000), slips: 0, elo: 1430 },
    ];

    fn rate(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        self.rate_moves(moves, ratings);
    }

    #[inline]
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        self.choose_fast(dice, scratch)
    }

    #[inline]
    fn expected_points(&self) -> BySeat<f32> {
        let seats = self.options.players;
        let first = match self.phase {
            Phase::Turn(seat) => seat,
            Phase::Draw(seat, Drawing::Refill { again: false } | Drawing::Swap) => seat.next(seats),
            Phase::Draw(seat, _) => seat,
            Phase::Over(_) => return self.score().map(|points| points as f32),
        };
        let (placements, hands) = (self.placements(), Hands::new(self));
        let mut points = self.won.map(f32::from);
        for (spot, nook) in self.nooks(|_| true) {
            let gains = hands.gains(placements, spot.wanted(), &nook);
            hands.share_out(&gains, first.number(), |seat, likely| points[seat] += likely);
        }
        BySeat::from_fn(seats, |seat| {
            let held = self.hand(seat).filter_map(|domino| self.options.set.domino(domino));
            let cost: i32 = held.map(|domino| self.options.cost_in_hand(domino)).sum();
            points[seat.number()] - self.cost_of_holding() * cost as f32
        })
    }

    fn openings(&self, seat: Seat) -> Option<u32> {
        let (placements, hand) = (self.placements(), Fingers::new(self.hand(seat)));
        Some(self.table.spots().iter().map(|spot| placements.count(spot.wanted(), hand)).sum())
    }

    fn remarks(&self, mv: Move) -> Vec<Text> {
        match (self.phase, mv) {
            (Phase::Turn(seat), Move::Lay(lay)) => self.remarks_on(seat, lay),
            (Phase::Turn(_), Move::Swap | Move::Pass) => {
                vec![text!("nothing in hand fits anywhere", "aucun domino en main ne va nulle part")]
            }
            _ => Vec::new(),
        }
    }
}

impl Position {
    /// The empty places where a domino completes a round, filtered by what they ask for.
    #[inline]
    pub(crate) fn nooks(&self, interesting: impl Fn(Wanted) -> bool) -> impl Iterator<Item = (Spot, Nook)> {
        let spots = self.table.spots().iter().copied();
        spots.filter(move |spot| spot.wanted().asks_for_three() && interesting(spot.wanted())).filter_map(|spot| {
            let nook = Nook::at(&self.table, self.placements(), spot.at());
            (nook.corners_with(3) > 0).then_some((spot, nook))
        })
    }

    /// The part of the cost of a hand (D20, D21) that its owner is likely to pay at the end. As long as there is
    /// something to draw, most of the hand can still be laid.
    #[inline]
    pub(crate) fn cost_of_holding(&self) -> f32 {
        0.5 / (1.0 + 0.3 * self.pile.len() as f32)
    }

    /// Arguments for laying a domino.
    fn remarks_on(&self, seat: Seat, lay: Lay) -> Vec<Text> {
        let mut after = self.clone();
        after.play_unchecked(Move::Lay(lay));
        let mut remarks = Vec::new();
        let completed = (after.rounds().count() - self.rounds().count()) as i64;
        if completed > 0 {
            let (rounds, ronds) = (Lang::En.plural(completed, "round", "rounds"), Lang::Fr.plural(completed, "rond", "ronds"));
            remarks.push(text!("it completes {completed} {rounds}", "il complète {completed} {ronds}"));
            // Without a draw before it, the next turn is plain to see.
            if !matches!(after.phase, Phase::Over(_) | Phase::Turn(_)) {
                remarks.push(text!("it gives another turn", "il donne un autre tour"));
            }
        }
        // What is laid costs nothing at the end (D20, D21), which is near once the draw pile is low.
        let cost = self.options.set.domino(lay.domino).map_or(0, |domino| self.options.cost_in_hand(domino));
        if cost > 0 && self.pile.len() < 2 * self.options.players {
            let [point, points] = Lang::ALL.map(|lang| lang.plural(cost.into(), "point", "points"));
            remarks.push(text!(
                "still in hand at the end, it would cost {cost} {point}",
                "encore en main à la fin, il coûterait {cost} {points}"
            ));
        }
        // The places where a round lacks one domino because of this one.
        let made: Vec<_> = after
            .nooks(|_| true)
            .filter(|(spot, nook)| nook.corners_with(3) & corners_towards(lay.at - spot.at()) > 0)
            .map(|(spot, _)| spot)
            .collect();
        let rivals = || Seat::all(self.options.players).filter(|rival| *rival != seat);
        if !made.is_empty() && !made.iter().any(|spot| rivals().any(|rival| after.can_fill(rival, *spot))) {
            let own = made.iter().any(|spot| after.can_fill(seat, *spot));
            remarks.push(if own {
                text!(
                    "no other hand can complete the round that it prepares",
                    "aucune autre main ne peut compléter le rond qu’il prépare"
                )
            } else {
                text!("no hand can complete the round that it prepares", "aucune main ne peut compléter le rond qu’il prépare")
            });
        }
        let left_to_rivals =
            |position: &Position| position.nooks(|_| true).any(|(spot, _)| rivals().any(|rival| position.can_fill(rival, spot)));
        if left_to_rivals(self) && !left_to_rivals(&after) {
            remarks.push(text!("no opponent can complete a round then", "aucun adversaire ne peut alors compléter de rond"));
        }
        remarks
    }

    /// Whether a seat has a domino that fits somewhere.
    fn can_fill(&self, seat: Seat, spot: Spot) -> bool {
        self.hand(seat).any(|domino| self.placements().fits(spot.wanted(), domino))
    }
}
