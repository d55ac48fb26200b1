//! How good moves look without looking ahead.
//!
//! The weights were learned, to predict which moves a long search prefers, from some ten thousand positions of games
//! that it played against itself. Doubled, they are about points.

use tablee_core::{Position as _, Seat, Turn};

use crate::board::Board;
use crate::hand::Hand;
use crate::moves::{Lay, Move};
use crate::placement::Top;
use crate::position::{Position, SEATS};
use crate::set::{Domino, Face};

/// By the values of two parcels: the dominoes that fit on them, one way round or the other (K14–K16).
const FITTING: [[u16; 5]; 5] = {
    let mut table = [[0; 5]; 5];
    let mut index = 0;
    while index < 15 {
        let domino = Domino::from_index(index);
        let (a, b) = (domino.high(), domino.low());
        let mut one = 0;
        while one < 5 {
            let mut other = 0;
            while other < 5 {
                if takes(one, a) && takes(other, b) || takes(one, b) && takes(other, a) {
                    table[one as usize][other as usize] |= 1 << index;
                }
                other += 1;
            }
            one += 1;
        }
        index += 1;
    }
    table
};

/// Whether a parcel of this value takes a half of that one.
const fn takes(value: u8, half: u8) -> bool {
    value == 0 || half == 0 || value == half
}

/// The worth of a place on which a domino may still be laid. It is a threat if that would cost our own side points,
/// else a prospect. Our side is that of the player to move.
#[derive(Clone, Copy)]
struct Stakes {
    /// A point that rivals could cover with a domino of their reserves, or only with one that is still hidden.
    threat: [f32; 2],
    /// A point of rivals that our side could cover: with a domino of its reserve, or only with a hidden one.
    prospect: [f32; 2],
}

/// The weights of the features of a lay.
#[derive(Clone, Copy)]
struct Weights {
    /// A point of our own side, or of a rival, that is covered.
    own_covered: f32,
    rival_covered: f32,
    /// The places beside it where nothing fits any more, because they are no longer level.
    closed: Stakes,
    /// The places beside it where something fits now.
    opened: Stakes,
    /// A point on the domino: as long as it lies in the reserve, nobody can cover it.
    point: f32,
    /// An empty half, which would go anywhere.
    blank: f32,
    /// A domino hidden under it, which becomes visible.
    reveals: f32,
    /// A totem on it, each level of that, each point that it keeps from being covered, and whether another one is left.
    totem: f32,
    level: f32,
    kept: f32,
    spare: f32,
}

/// The weights at the end of a game, and what each domino that is left adds to them: earlier in the game a good place
/// counts more, and its surroundings less.
struct Learned {
    end: Weights,
    early: Weights,
}

impl Learned {
    fn with_left(&self, left: u32) -> Weights {
        // They were learned with fifteen dominoes as the unit.
        let share = left as f32 / 15.0;
        let add = |end: f32, early: f32| end + share * early;
        let two = |end: [f32; 2], early: [f32; 2]| [add(end[0], early[0]), add(end[1], early[1])];
        let stakes = |end: Stakes, early: Stakes| Stakes {
            threat: two(end.threat, early.threat),
            prospect: two(end.prospect, early.prospect),
        };
        let (end, early) = (&self.end, &self.early);
        Weights {
            own_covered: add(end.own_covered, early.own_covered),
            rival_covered: add(end.rival_covered, early.rival_covered),
            closed: stakes(end.closed, early.closed),
            opened: stakes(end.opened, early.opened),
            point: add(end.point, early.point),
            blank: add(end.blank, early.blank),
            reveals: add(end.reveals, early.reveals),
            totem: add(end.totem, early.totem),
            level: add(end.level, early.level),
            kept: add(end.kept, early.kept),
            spare: add(end.spare, early.spare),
        }
    }
}

static TWO_SEATS: Learned = Learned {
    end: Weights {
        own_covered: -0.221,
        rival_covered: 0.129,
        closed: Stakes { threat: [0.461, 0.321], prospect: [-0.321, -0.272] },
        opened: Stakes { threat: [-0.335, -0.176], prospect: [0.218, 0.031] },
        point: 0.082,
        blank: -0.042,
        reveals: 0.435,
        totem: -2.976,
        level: 1.025,
        kept: -0.229,
        spare: 0.0,
    },
    early: Weights {
        own_covered: -0.298,
        rival_covered: 0.784,
        closed: Stakes { threat: [-0.347, -0.244], prospect: [0.128, 0.085] },
        opened: Stakes { threat: [-0.013, 0.026], prospect: [0.120, 0.247] },
        point: -0.381,
        blank: -0.732,
        reveals: 0.058,
        totem: -3.181,
        level: -0.405,
        kept: 1.116,
        spare: 1.156,
    },
};

static MORE_SEATS: Learned = Learned {
    end: Weights {
        own_covered: -0.233,
        rival_covered: 0.152,
        closed: Stakes { threat: [0.594, 0.409], prospect: [-0.225, -0.175] },
        opened: Stakes { threat: [-0.309, -0.123], prospect: [0.159, 0.058] },
        point: -0.110,
        blank: -0.090,
        reveals: 0.683,
        totem: -5.295,
        level: 1.499,
        kept: -0.022,
        spare: 0.0,
    },
    early: Weights {
        own_covered: -0.942,
        rival_covered: 0.828,
        closed: Stakes { threat: [-0.493, -0.329], prospect: [-0.081, -0.129] },
        opened: Stakes { threat: [-0.437, -0.433], prospect: [-0.050, -0.064] },
        point: -0.210,
        blank: -0.714,
        reveals: -0.866,
        totem: -6.680,
        level: 0.002,
        kept: 1.970,
        spare: 0.0,
    },
};

/// Rates the moves of one position, for the seat whose turn it is.
pub(crate) struct MoveRater<'a> {
    position: &'a Position,
    board: &'a Board,
    seat: Seat,
    hand: &'a Hand,
    /// The dominoes in the reserves of the rivals, and their hidden ones.
    rivals: [u16; 2],
    weights: Weights,
}

impl<'a> MoveRater<'a> {
    pub(crate) fn new(position: &'a Position, seat: Seat) -> MoveRater<'a> {
        let mut rivals = [0; 2];
        for rival in Seat::all(position.options().players.min(SEATS)).filter(|other| !position.allied(seat, *other)) {
            let hand = position.hand(rival);
            rivals = [rivals[0] | hand.reserve, rivals[1] | hand.hidden];
        }
        let hand = position.hand(seat);
        let learned = match position.options().face() {
            Face::TwoColour => &TWO_SEATS,
            Face::FourColour => &MORE_SEATS,
        };
        MoveRater { position, board: position.board(), seat, hand, rivals, weights: learned.with_left(hand.left()) }
    }

    /// How good a lay looks, in points: without a totem on it, and with one.
    #[inline]
    pub(crate) fn rate(&self, lay: Lay) -> [f32; 2] {
        let weights = &self.weights;
        let tops = &self.position.tops;
        let parcels = lay.squares().map(|square| self.board.parcel_at(square).unwrap_or(0));
        let level = tops[parcels[0]].ground + 1;
        let own = [self.hand.reserve & !(1 << lay.domino.index()), self.hand.hidden];
        let (mut covered, mut closed, mut opened) = (0.0, 0.0, 0.0);
        for (parcel, half) in parcels.into_iter().zip([lay.domino.high(), lay.domino.low()]) {
            let under = tops[parcel];
            let gain = self.position.gain_on(self.seat, under);
            covered += f32::from(gain) * if gain < 0 { -weights.own_covered } else { weights.rival_covered };
            let over = Top { value: half, owner: self.seat.number() as u8, ground: level, piece: under.piece };
            for beside in &self.board.beside[parcel] {
                let other = tops[beside.parcel as usize];
                // The place itself is open too; its worth is already in `covered`.
                if parcels.contains(&(beside.parcel as usize)) {
                    continue;
                }
                if self.position.fits.open >> beside.place & 1 == 1 {
                    closed += self.worth(&weights.closed, own, under, other);
                } else if other.ground == level {
                    opened += self.worth(&weights.opened, own, over, other);
                }
            }
        }
        let points = lay.domino.points() as f32;
        let blanks = u8::from(lay.domino.high() == 0) + u8::from(lay.domino.low() == 0);
        let pile = usize::from(self.hand.pile_of[lay.domino.index()]);
        let reveals = if self.hand.hidden_in.get(pile).is_some_and(|hidden| *hidden > 0) { weights.reveals } else { 0.0 };
        let anyway = covered + closed + reveals + points * weights.point + f32::from(blanks) * weights.blank;
        let spare = if self.hand.totems_left > 1 { weights.spare } else { 0.0 };
        let totem = weights.totem + f32::from(level) * weights.level + points * weights.kept + spare;
        [2.0 * (anyway + opened), 2.0 * (anyway + totem)]
    }

    /// The worth of two parcels on which a domino may be laid.
    #[inline(always)]
    fn worth(&self, stakes: &Stakes, own: [u16; 2], a: Top, b: Top) -> f32 {
        let gain = self.position.gain_on(self.seat, a) + self.position.gain_on(self.seat, b);
        let fitting = FITTING[usize::from(a.value.min(4))][usize::from(b.value.min(4))];
        let ([now, later], [weight_now, weight_later]) =
            if gain < 0 { (self.rivals, stakes.threat) } else { (own, stakes.prospect) };
        let weight = if fitting & now != 0 {
            weight_now
        } else if fitting & later != 0 {
            weight_later
        } else {
            0.0
        };
        f32::from(gain.abs()) * weight
    }
}

impl Position {
    /// Rates the moves of the seat whose turn it is, in points.
    pub(crate) fn rate_moves(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        ratings.clear();
        let Turn::Seat(seat) = self.turn() else { return };
        let rater = MoveRater::new(self, seat);
        // The same lay follows with a totem, if there is one left: both ratings are computed at once.
        let mut with_totem = 0.0;
        ratings.extend(moves.iter().map(|mv| match mv {
            Move::Lay(lay) if !lay.totem => {
                let rating;
                [rating, with_totem] = rater.rate(*lay);
                rating
            }
            Move::Lay(_) => with_totem,
            // It hardly matters which pile gives its top.
            Move::NewPile(_) | Move::Draw(_) => 0.0,
        }));
    }
}
