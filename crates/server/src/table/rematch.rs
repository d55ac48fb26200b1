//! Rematches: the table where the same people play again.
//!
//! The old table is the only place where a rematch is decided. It stores the id of the new table first, then the new
//! table is created, then the event is broadcast. So requests at the same moment, on any nodes, lead to one table: the
//! store accepts one of their events, and no other table was created. If the server dies in between, the next request
//! creates the table that the event names.

use std::sync::Arc;

use tablee_core::text;
use tablee_protocol::{Code, Event, Person, Problem, Progress, Who};

use super::{ATTEMPTS, TableTask, now};
use crate::connection::Connection;
use crate::hub::NewTablePlan;
use crate::secrets;
use crate::store::StoreError;

impl TableTask {
    /// Finds or opens the table of the rematch, for a player of this game. `connection` asked for it, with the id of
    /// its request.
    pub(super) async fn rematch(&mut self, by: &Person, connection: Option<(Arc<Connection>, u32)>) -> Result<String, Problem> {
        for _ in 0..ATTEMPTS {
            let plan = self.plan_rematch(by)?;
            if let Some(table) = self.state.shared().rematch().map(str::to_owned) {
                self.create_missing(&table, plan).await?;
                return Ok(table);
            }
            let now = now();
            let table = secrets::ordered_id(now);
            let event = Event::Rematch { table: table.clone() };
            self.state.apply_new(event, now).map_err(|why| Problem::new(Code::Unavailable, why))?;
            match self.append(Vec::new()).await {
                Ok(rows) => {
                    let created = self.create(&table, plan).await;
                    // The event is stored, so it is broadcast in any case.
                    self.broadcast_stored(connection, &rows);
                    return created.map(|()| table);
                }
                Err(StoreError::Conflict) => self.reload().await,
                Err(unavailable) => {
                    self.reload().await;
                    return Err(unavailable.into());
                }
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Creates the table that an earlier request has set as the rematch, if that request ended before it was created.
    async fn create_missing(&self, table: &str, plan: NewTablePlan) -> Result<(), Problem> {
        if self.is_missing(table).await? { self.create(table, plan).await } else { Ok(()) }
    }

    /// Creates the table of the rematch. As soon as the event is stored, another node may create it as well.
    async fn create(&self, table: &str, plan: NewTablePlan) -> Result<(), Problem> {
        match self.hub.open_as(table, plan).await {
            Err(problem) if self.is_missing(table).await? => Err(problem),
            _ => Ok(()),
        }
    }

    async fn is_missing(&self, table: &str) -> Result<bool, Problem> {
        Ok(self.hub.store().versions(&[table.to_owned()]).await?.is_empty())
    }

    /// The new table: the same game for the same people. Everyone moves on by one seat, so that another player begins.
    fn plan_rematch(&self, by: &Person) -> Result<NewTablePlan, Problem> {
        let summary = self.state.shared().summary();
        let played = summary.seats.iter().any(|seat| matches!(&seat.who, Some(Who::Person(person)) if person.id == by.id));
        if !played {
            let why = text!("you have no seat at this table", "vous n’avez pas de place à cette table");
            return Err(Problem::new(Code::NotSeated, why));
        }
        if summary.state != Progress::Over {
            return Err(Problem::new(Code::NotBegun, text!("the game is not over yet", "la partie n’est pas encore finie")));
        }
        Ok(NewTablePlan::again(by, summary, self.state.shared().next_series()))
    }
}
