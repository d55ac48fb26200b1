//! Rematches: the table where the same people play again.
//!
//! A rematch concerns two tables, so the hub handles it. It asks the old table for a [`RematchPlan`], opens the new
//! table, and sets it as the rematch of the old one. If two nodes do this at once, the store accepts one of them.

use std::sync::Arc;

use tablee_core::text;
use tablee_protocol::{Code, Event, Person, Problem, SeatPlan, Summary, TableStatus, Who};

use super::TableTask;
use super::aggregate::TableAggregate;
use super::decide::Decided;
use crate::connection::Connection;

/// Where the rematch takes place.
pub enum RematchAnswer {
    /// At this table, which is open already.
    At(String),
    /// At a table that is still to be opened.
    Plan(Box<RematchPlan>),
}

/// A new table for the same people.
pub struct RematchPlan {
    /// The summary of the old table, for its game and options.
    pub summary: Summary,
    /// The seats, each with the id of the person it is kept for.
    pub seats: Vec<(SeatPlan, Option<String>)>,
}

impl TableTask {
    /// Plans the rematch. Everyone moves on by one seat, so that another player begins.
    pub(super) fn plan_rematch(&self, by: &Person) -> Result<RematchAnswer, Problem> {
        let shared = self.state.shared();
        if let Some(table) = shared.rematch() {
            return Ok(RematchAnswer::At(table.to_owned()));
        }
        let summary = shared.summary();
        let played = summary.seats.iter().any(|seat| matches!(&seat.who, Some(Who::Person(person)) if person.id == by.id));
        if !played {
            return Err(Problem::new(
                Code::NotSeated,
                text!("you have no seat at this table", "vous n’avez pas de place à cette table"),
            ));
        }
        if summary.state != TableStatus::Over {
            return Err(Problem::new(Code::NotBegun, text!("the game is not over yet", "la partie n’est pas encore finie")));
        }
        let seats = summary.seats.iter().map(|seat| match &seat.who {
            Some(Who::Person(person)) if person.id == by.id => (SeatPlan::Me, None),
            Some(Who::Person(person)) => (SeatPlan::Reserved(person.name.clone()), Some(person.id.clone())),
            Some(Who::Bot(bot)) => (SeatPlan::Bot(bot.clone()), None),
            None => (SeatPlan::Open, None),
        });
        let mut seats: Vec<_> = seats.collect();
        seats.rotate_right(1);
        Ok(RematchAnswer::Plan(Box::new(RematchPlan { summary, seats })))
    }

    /// Sets the table of the rematch, unless another one was set before. Returns the table that is set.
    pub(super) async fn set_rematch(
        &mut self,
        table: String,
        connection: Option<(Arc<Connection>, u32)>,
    ) -> Result<String, Problem> {
        if let Some(there) = self.state.shared().rematch() {
            return Ok(there.to_owned());
        }
        self.decide_and_append(connection, |state, now| set_rematch(state, &table, now)).await?;
        // After a conflict it is the other node's table.
        Ok(self.state.shared().rematch().map_or(table, str::to_owned))
    }
}

fn set_rematch(state: &mut TableAggregate, table: &str, now: u64) -> Decided {
    if state.shared().rematch().is_none() {
        state.apply_new(Event::Rematch { table: table.to_owned() }, now).map_err(|why| Problem::new(Code::Unavailable, why))?;
    }
    Ok(None)
}
