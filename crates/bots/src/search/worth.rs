//! The value of the end of a playout, by seat.

use tablee_core::knowledge::lead;
use tablee_core::{BySeat, Knowledge, Style, Turn};

/// The end of a playout: by seat.
pub(crate) struct Worth {
    /// How good it is, from 0 to 1. The search maximises this.
    pub(crate) value: BySeat<f32>,
    /// Its share of the victory.
    pub(crate) win: BySeat<f32>,
    /// Its expected points.
    pub(crate) points: BySeat<f32>,
}

/// The value of a position where the game is over, or where the playout was cut short.
#[inline]
pub(crate) fn worth<P: Knowledge>(position: &P, style: &Style) -> Worth {
    let over = position.turn() == Turn::Over;
    let points = if over { position.score().map(|points| points as f32) } else { position.expected_points() };
    let lead = BySeat::from_fn(points.len(), |seat| likely(lead(position, seat, &points) / style.safe_lead));
    if !over {
        return Worth { value: lead, win: lead, points };
    }
    let win = wins(position);
    let weight = style.win_weight;
    let value = BySeat::from_fn(points.len(), |seat| weight * win[seat] + (1.0 - weight) * lead[seat]);
    Worth { value, win, points }
}

/// Each seat's share of the victory: 1 for the side that wins, a half each if two sides share it.
pub(crate) fn wins<P: Knowledge>(position: &P) -> BySeat<f32> {
    let places = position.places();
    let winners = places.iter().filter(|(_, place)| **place == 1).fold(0u32, |sides, (seat, _)| sides | 1 << position.side(seat));
    let part = 1.0 / winners.count_ones().max(1) as f32;
    places.map(|place| if place == 1 { part } else { 0.0 })
}

/// Maps a lead, in units of safe leads, to an estimated chance of winning: steep around 0, flat far from it.
#[inline]
fn likely(lead: f32) -> f32 {
    0.5 + 0.5 * lead / (0.35 + lead.abs())
}
