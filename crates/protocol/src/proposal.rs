//! Proposals that others must agree to: swapping seats, a pause, the return of a player. And what else people settle around
//! a game: being ready, changing places.

use serde::{Deserialize, Serialize};
use tablee_core::{Seat, Text};

use crate::{Event, Progress, Shared, Who};

/// What a player proposes to others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Proposal {
    /// To swap seats with another player, who must agree.
    Swap {
        /// The seat of the other player.
        with: Seat,
    },
    /// To pause the game. All other people who play must agree.
    Pause,
    /// To play on instead of the bot that has one's seat. All other people who play must agree.
    Return,
}

/// A proposal that is not decided yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenProposal {
    /// The seat that proposed it.
    pub seat: Seat,
    /// What is proposed.
    pub what: Proposal,
    /// When it was proposed, in milliseconds since 1970.
    pub at: u64,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
}

/// What people are about to settle at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Unsettled {
    /// When the game begins by itself.
    pub begins: Option<u64>,
    /// The open proposal.
    pub proposal: Option<OpenProposal>,
    /// Whether the game is paused.
    pub paused: bool,
}

impl Shared {
    /// When the game begins by itself, in milliseconds since 1970; none unless a count-down runs.
    pub fn begins(&self) -> Option<u64> {
        self.unsettled.begins.filter(|_| self.progress() == Progress::Open)
    }

    /// The open proposal.
    pub fn proposal(&self) -> Option<&OpenProposal> {
        self.unsettled.proposal.as_ref()
    }

    /// Whether the game is paused.
    pub fn is_paused(&self) -> bool {
        self.unsettled.paused && self.progress() == Progress::Playing
    }

    /// The seats whose players must agree to the open proposal, and have not.
    pub fn still_to_agree(&self) -> Vec<Seat> {
        let Some(open) = self.proposal() else { return Vec::new() };
        let mut seats = match open.what {
            Proposal::Swap { with } => vec![with],
            Proposal::Pause | Proposal::Return => self.must_agree(open.seat),
        };
        seats.retain(|seat| !open.agreed.contains(seat));
        seats
    }

    /// Whether the game may begin by itself: all seats are taken, at least two of them by people, and nobody asks to wait.
    pub fn may_begin_by_itself(&self) -> bool {
        let people = self.chairs().iter().filter(|(_, chair)| matches!(chair.who, Some(Who::Person(_)))).count();
        let all = self.chairs().iter().all(|(_, chair)| chair.who.is_some() && chair.ready != Some(false));
        self.progress() == Progress::Open && people >= 2 && all
    }

    /// Whether all people at the table have said that they are ready.
    pub fn are_all_ready(&self) -> bool {
        self.chairs().iter().all(|(_, chair)| chair.ready == Some(true) || !matches!(chair.who, Some(Who::Person(_))))
    }

    /// Applies an event about what people settle around the game.
    pub(crate) fn apply_settling(&mut self, at: u64, event: &Event) -> Result<(), Text> {
        match event {
            Event::Starting { begins } => self.unsettled.begins = Some(*begins),
            Event::Ready { seat, yes } => {
                let chair = self.chair_mut(*seat)?;
                chair.ready = Some(*yes);
                chair.requests += 1;
                if !yes {
                    self.unsettled.begins = None;
                }
            }
            Event::Swapped { seat, with } => {
                let (mut one, mut other) = (self.chair_mut(*seat)?.clone(), self.chair_mut(*with)?.clone());
                one.requests += 1;
                (one.ready, other.ready) = (None, None);
                (*self.chair_mut(*seat)?, *self.chair_mut(*with)?) = (other, one);
                self.seats_changed();
            }
            Event::Proposed { seat, what } => {
                self.chair_mut(*seat)?.requests += 1;
                self.unsettled.proposal = Some(OpenProposal { seat: *seat, what: *what, at, agreed: Vec::new() });
            }
            Event::Agreed { seat, yes: true } => {
                self.unsettled.proposal.iter_mut().for_each(|open| open.agreed.push(*seat));
            }
            Event::Agreed { yes: false, .. } => self.unsettled.proposal = None,
            Event::Paused => {
                if let (Some(seat), Some(clocks)) = (self.seat_to_move(), self.clocks_mut()) {
                    clocks.left[seat] = clocks.left_now(seat, at);
                    (clocks.since, clocks.stand) = (at, true);
                }
                (self.unsettled.paused, self.unsettled.proposal) = (true, None);
            }
            Event::Resumed { .. } => {
                if let Some(clocks) = self.clocks_mut() {
                    (clocks.since, clocks.stand) = (at, false);
                }
                self.unsettled.paused = false;
            }
            Event::Given { seat, ms, .. } => {
                self.chair_mut(*seat)?;
                if let Some(clocks) = self.clocks_mut() {
                    clocks.left[*seat] = clocks.left[*seat].saturating_add(*ms);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The seats are others: a count-down ends, and so does a proposal to swap.
    pub(crate) fn seats_changed(&mut self) {
        (self.unsettled.begins, self.unsettled.proposal) = (None, None);
    }
}
