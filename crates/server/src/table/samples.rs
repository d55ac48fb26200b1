//! Tables for the tests of decisions.

use tablee_core::Seat;
use tablee_protocol::{Clock, Code, Command, Event, Opened, Person, Problem, Who};

use super::aggregate::TableAggregate;
use super::decide::{Known, decide};

pub fn person(name: &str) -> Person {
    Person { id: name.to_owned(), name: name.to_owned(), guest: false }
}

/// An open table of Rumis, whose host is Anna, with these on its seats: `bot` is a bot, and an empty name a free seat.
pub fn open(names: &[&str], clock: Clock, public: bool) -> TableAggregate {
    let options = [("players".to_owned(), names.len().to_string())];
    let plan = tablee_games::plan(tablee_games::GameId::Rumis, &options).expect("they can play it");
    let opened = Opened {
        game: "rumis".to_owned(),
        options: plan.options,
        seats: names.len() as u8,
        host: person("anna"),
        clock,
        public,
        rated: false,
        commitment: None,
        series: None,
    };
    let mut state = TableAggregate::open("table", None, "word".to_owned(), Event::Opened(opened), 0).expect("it opens");
    for (seat, name) in Seat::all(names.len()).zip(names).filter(|(_, name)| !name.is_empty()) {
        let who = if *name == "bot" { Who::Bot("level1".to_owned()) } else { Who::Person(person(name)) };
        state.apply_new(Event::Sat { seat, who, salt: None }, 0).expect("the seat is free");
    }
    state
}

/// The same with its game begun, at time 0.
pub fn begun(names: &[&str], clock: Clock) -> TableAggregate {
    let mut state = open(names, clock, true);
    state.begin(0).expect("all seats are taken");
    state
}

/// A person acts at a time. Returns the events that follow.
pub fn act(state: &mut TableAggregate, by: &str, command: Command, now: u64) -> Result<Vec<Event>, Code> {
    let known = state.shared().version();
    let decided = decide(state, &person(by), command, Known::default(), now);
    decided.map_err(|Problem { code, .. }| code)?;
    Ok(state.events_after(known).iter().map(|numbered| numbered.event.clone()).collect())
}
