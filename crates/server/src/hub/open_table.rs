//! Opening tables and rematches.

use std::sync::Arc;

use tablee_core::{Seat, text};
use tablee_games::shuffle::Salt;
use tablee_games::{GameId, plan};
use tablee_protocol::{Event, NewTable, Opened, Person, Problem, SeatPlan, TableOpened, Who};
use tokio::sync::oneshot;

use super::{Hub, invalid, lock, unreachable_table};
use crate::connection::Connection;
use crate::people::Authenticated;
use crate::secrets;
use crate::store::NewTableRow;
use crate::table::aggregate::TableAggregate;
use crate::table::decide::{check_bot, check_name, require_account};
use crate::table::{RematchAnswer, Request, TableTask, now};

/// The seats of a new table, each with the id of the person it is kept for.
type Seats = Vec<(SeatPlan, Option<String>)>;

impl Hub {
    /// Opens a table.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub async fn open(&self, by: &Authenticated, request: NewTable) -> Result<TableOpened, Problem> {
        let seats = request.seats.iter().map(|plan| (plan.clone(), None)).collect();
        self.open_for(&by.person(), request, seats).await
    }

    /// Finds or opens the table of a rematch. `connection` asked for it, with the id of its request.
    ///
    /// # Errors
    /// If the game is not over, or the person did not play.
    pub async fn rematch(&self, table: &str, by: &Person, connection: Option<(Arc<Connection>, u32)>) -> Result<String, Problem> {
        let asking = by.clone();
        let plan = match self.request(table, |reply| Request::PlanRematch { by: asking, reply }).await?? {
            RematchAnswer::At(there) => return Ok(there),
            RematchAnswer::Plan(plan) => plan,
        };
        let request = NewTable {
            game: plan.summary.game,
            options: plan.summary.options,
            clock: plan.summary.clock,
            public: plan.summary.public,
            rated: plan.summary.rated && !by.guest,
            seats: Vec::new(),
            salt: None,
        };
        let opened = self.open_for(by, request, plan.seats).await?;
        self.request(table, |reply| Request::SetRematch { table: opened.table, connection, reply }).await?
    }

    /// Opens a table whose seats may be kept for people by their ids.
    async fn open_for(&self, host: &Person, request: NewTable, seats: Seats) -> Result<TableOpened, Problem> {
        let game = GameId::read(&request.game).map_err(invalid)?;
        request.clock.check().map_err(invalid)?;
        if request.rated {
            require_account(host)?;
        }
        let options: Vec<_> = request.options.into_iter().collect();
        let plan = plan(game, &options).map_err(invalid)?;
        let (wanted, here) = (plan.seats, seats.len());
        if wanted != here {
            return Err(invalid(text!(
                "there are {wanted} seats, and {here} are planned",
                "il y a {wanted} places, et {here} sont prévues"
            )));
        }
        let seed = plan.chance.then(secrets::random_seed);
        let opened = Opened {
            game: request.game,
            options: plan.options,
            seats: plan.seats as u8,
            host: host.clone(),
            clock: request.clock,
            public: request.public,
            rated: request.rated,
            commitment: seed.map(|seed| seed.commitment().to_string()),
        };
        let now = now();
        let (table, invite) = (secrets::ordered_id(now), secrets::random_secret());
        let mut state = TableAggregate::open(&table, seed, invite.clone(), Event::Opened(opened), now).map_err(invalid)?;
        for event in seat_events(game, host, request.salt.as_deref(), seats)? {
            state.apply_new(event, now).map_err(invalid)?;
        }
        let row = NewTableRow {
            table: table.clone(),
            seed,
            invite: invite.clone(),
            events: state.pending_rows(),
            summary: state.shared().summary(),
        };
        let (task, requests) = TableTask::channel();
        // The channel is there before the table is stored, so that notes about newer events wait in it.
        lock(&self.0.tables).insert(table.clone(), task);
        let (reply, stored) = oneshot::channel();
        TableTask::open(self.clone(), state, row, requests, reply);
        stored.await.map_err(|_| unreachable_table())??;
        Ok(TableOpened { table, invite })
    }
}

/// The events that fill the seats of a new table.
fn seat_events(game: GameId, host: &Person, salt: Option<&str>, seats: Seats) -> Result<Vec<Event>, Problem> {
    let mut events = Vec::new();
    let mut seated = false;
    for (seat, (plan, person)) in (0_u8..).zip(seats) {
        events.push(match plan {
            SeatPlan::Open => continue,
            SeatPlan::Me if seated => {
                return Err(invalid(text!("one person can take only one seat", "une personne ne peut prendre qu’une place")));
            }
            SeatPlan::Me => {
                seated = true;
                if let Some(word) = salt {
                    Salt::new(Seat::new(seat.into()), word).map_err(invalid)?;
                }
                Event::Sat { seat, who: Who::Person(host.clone()), salt: salt.map(str::to_owned) }
            }
            SeatPlan::Bot(bot) => {
                check_bot(game, &bot).map_err(invalid)?;
                Event::Sat { seat, who: Who::Bot(bot), salt: None }
            }
            SeatPlan::Reserved(name) => Event::Reserved { seat, name: check_name(&name)?, person },
        });
    }
    Ok(events)
}
