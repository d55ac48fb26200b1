//! Opening tables. A rematch is decided by the old table, and opened here.

use tablee_core::{Seat, text};
use tablee_games::shuffle::Salt;
use tablee_games::{GameId, plan};
use tablee_protocol::{Event, NewTable, Opened, Person, Problem, SeatPlan, Series, Summary, TableOpened, Who};
use tokio::sync::oneshot;

use super::{Hub, invalid, unreachable_table};
use crate::people::Authenticated;
use crate::secrets;
use crate::store::NewTableRow;
use crate::table::aggregate::TableAggregate;
use crate::table::decide::{check_bot, check_name, require_account};
use crate::table::{TableTask, now};

/// A table to be opened.
pub struct NewTablePlan {
    host: Person,
    request: NewTable,
    /// The seats, each with the id of the person it is kept for.
    seats: Vec<(SeatPlan, Option<String>)>,
    /// The games of the same people before this one.
    series: Option<Series>,
}

impl NewTablePlan {
    /// The table that a person asks for.
    fn new(host: Person, request: NewTable) -> NewTablePlan {
        let seats = request.seats.iter().map(|plan| (plan.clone(), None)).collect();
        NewTablePlan { host, request, seats, series: None }
    }

    /// The same game again, for the same people, who each move on by one seat.
    pub fn again(host: &Person, summary: Summary, series: Series) -> NewTablePlan {
        let mut seats: Vec<_> = summary
            .seats
            .into_iter()
            .map(|seat| match seat.who {
                Some(Who::Person(person)) if person.id == host.id => (SeatPlan::Me, None),
                Some(Who::Person(person)) => (SeatPlan::Reserved(person.name), Some(person.id)),
                Some(Who::Bot(bot)) => (SeatPlan::Bot(bot), None),
                None => (SeatPlan::Open, None),
            })
            .collect();
        seats.rotate_right(1);
        let request = NewTable {
            game: summary.game,
            options: summary.options,
            clock: summary.clock,
            public: summary.public,
            rated: summary.rated && !host.guest,
            seats: Vec::new(),
            salt: None,
        };
        NewTablePlan { host: host.clone(), request, seats, series: Some(series) }
    }

    /// The events that fill the seats.
    fn seat_events(self, game: GameId) -> Result<Vec<Event>, Problem> {
        let NewTablePlan { host, request, seats, .. } = self;
        let salt = request.salt;
        let mut events = Vec::new();
        let mut seated = false;
        for (seat, (plan, person)) in Seat::all(seats.len()).zip(seats) {
            events.push(match plan {
                SeatPlan::Open => continue,
                SeatPlan::Me if seated => {
                    return Err(invalid(text!("one person can take only one seat", "une personne ne peut prendre qu’une place")));
                }
                SeatPlan::Me => {
                    seated = true;
                    if let Some(word) = &salt {
                        Salt::new(seat, word).map_err(invalid)?;
                    }
                    Event::Sat { seat, who: Who::Person(host.clone()), salt: salt.clone() }
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
}

impl Hub {
    /// Opens a table.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub async fn open(&self, by: &Authenticated, request: NewTable) -> Result<TableOpened, Problem> {
        self.open_as(&secrets::ordered_id(now()), NewTablePlan::new(by.person(), request)).await
    }

    /// Opens a table with this id.
    ///
    /// # Errors
    /// What is wrong with the plan, or that the id is taken.
    pub async fn open_as(&self, table: &str, new: NewTablePlan) -> Result<TableOpened, Problem> {
        let game = GameId::read(&new.request.game).map_err(invalid)?;
        new.request.clock.check().map_err(invalid)?;
        if new.request.rated {
            require_account(&new.host)?;
        }
        let options: Vec<_> = new.request.options.clone().into_iter().collect();
        let plan = plan(game, &options).map_err(invalid)?;
        let (wanted, here) = (plan.seats, new.seats.len());
        if wanted != here {
            return Err(invalid(text!(
                "there are {wanted} seats, and {here} are given",
                "il y a {wanted} places, et {here} sont indiquées"
            )));
        }
        let seed = plan.chance.then(secrets::random_seed);
        let opened = Opened {
            game: new.request.game.clone(),
            options: plan.options,
            seats: plan.seats as u8,
            host: new.host.clone(),
            clock: new.request.clock,
            public: new.request.public,
            rated: new.request.rated,
            commitment: seed.map(|seed| seed.commitment().to_string()),
            series: new.series.clone(),
        };
        let (now, invite) = (now(), secrets::random_secret());
        let mut state = TableAggregate::open(table, seed, invite.clone(), Event::Opened(opened), now).map_err(invalid)?;
        for event in new.seat_events(game)? {
            state.apply_new(event, now).map_err(invalid)?;
        }
        let row = NewTableRow {
            table: table.to_owned(),
            seed,
            invite: invite.clone(),
            events: state.pending_rows(),
            summary: state.shared().summary(),
        };
        let (task, requests) = TableTask::channel();
        // The channel is there before the table is stored, so that notes about newer events wait in it.
        self.registry().insert(table, task);
        let (reply, stored) = oneshot::channel();
        TableTask::open(self.clone(), state, row, requests, reply);
        stored.await.map_err(|_| unreachable_table())??;
        Ok(TableOpened { table: table.to_owned(), invite })
    }
}
