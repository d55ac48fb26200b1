//! A move is read once and a draw is thrown once, on every path.

use tablee_core::{Seat, Turn};
use tablee_games::{Counts, GameId, plan};
use tablee_protocol::{Clock, Code, Command, Event, Numbered, Opened, Person, Progress};

use super::aggregate::TableAggregate;
use super::decide::{Known, decide, play_bot};
use crate::secrets;
use crate::store::StoredTable;

const HOST: Seat = Seat::new(0);

fn anna() -> Person {
    Person { id: "anna".to_owned(), name: "Anna".to_owned(), guest: false }
}

/// A table where Anna plays against a bot.
fn open(game: GameId) -> TableAggregate {
    let plan = plan(game, &[("players".to_owned(), "2".to_owned())]).expect("two can play it");
    let seed = plan.chance.then(secrets::random_seed);
    let opened = Opened {
        game: game.name().to_owned(),
        options: plan.options,
        seats: 2,
        host: anna(),
        clock: Clock::None,
        public: true,
        rated: false,
        commitment: seed.map(|seed| seed.commitment().to_string()),
        series: None,
    };
    let mut state = TableAggregate::open("table", seed, String::new(), Event::Opened(opened), 0).expect("it opens");
    let sit = Command::Sit { seat: Some(HOST), salt: Some("pepper".to_owned()), invite: None };
    decide(&mut state, &anna(), sit, Known::default(), 1).expect("the seat is free");
    decide(&mut state, &anna(), Command::Bot { seat: HOST.next(2), bot: "level1".to_owned() }, Known::default(), 2)
        .expect("so is the other");
    state
}

/// Does something, and counts what that takes.
fn count<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    let before = Counts::of_this_thread();
    let done = work();
    let after = Counts::of_this_thread();
    (done, Counts { read: after.read - before.read, thrown: after.thrown - before.thrown })
}

/// What these events need: every move and draw is read once; every draw, and the setup, is thrown once.
fn needed(events: &[Numbered], has_seed: bool) -> Counts {
    let of = |is: fn(&Event) -> bool| events.iter().filter(|numbered| is(&numbered.event)).count();
    let moves = of(|event| matches!(event, Event::Move { .. }));
    let draws = of(|event| matches!(event, Event::Drawn { .. }));
    let setups = of(|event| matches!(event, Event::Begun { .. }));
    Counts { read: moves + draws, thrown: draws + if has_seed { setups } else { 0 } }
}

/// Decides something, and checks what it took against the events that followed.
fn decided_once<T>(state: &mut TableAggregate, decide: impl FnOnce(&mut TableAggregate) -> T) -> T {
    let known = state.shared().version();
    let (done, counts) = count(|| decide(state));
    let events = state.events_after(known);
    assert_eq!(counts, needed(events, state.seed().is_some()), "{events:?}");
    done
}

/// Plays a game to its end with the first of the legal moves.
fn play_out(state: &mut TableAggregate) {
    while state.shared().progress() == Progress::Playing {
        let (_, moves) = state.shared().table().expect("the game is on").legal_moves(1);
        // In another spelling, which is read no more often.
        let (mv, v, played) = (format!(" {} ", moves[0].0), state.shared().version(), state.shared().played());
        match state.shared().seat_to_move() {
            Some(HOST) => decided_once(state, |state| decide(state, &anna(), Command::Move { v, mv }, Known::default(), 4)),
            _ => decided_once(state, |state| play_bot(state, played, &mv, 4)),
        }
        .expect("it is legal");
    }
}

#[test]
fn a_move_is_read_once_and_a_draw_thrown_once() {
    for game in GameId::ALL {
        let mut state = open(game);
        decided_once(&mut state, |state| decide(state, &anna(), Command::Begin, Known::default(), 3))
            .expect("all seats are taken");
        play_out(&mut state);
        assert_eq!(state.shared().table().map(|table| table.turn()), Some(Turn::Over), "{game}");

        // The same events, read from the store.
        let (events, seed) = (state.events_after(0).to_vec(), state.seed());
        let needed = |events: &[Numbered]| needed(events, seed.is_some());
        assert!(needed(&events).read > 10 && (needed(&events).thrown > 0) == seed.is_some(), "{game}: {:?}", needed(&events));
        let stored = |events| StoredTable { seed, invite: String::new(), events };
        let (loaded, counts) = count(|| TableAggregate::load("table", stored(events.clone())));
        assert_eq!((loaded.expect("they fit").shared().hash(), counts), (state.shared().hash(), needed(&events)), "{game}");

        // The same events one by one, as they come from another node or a worker.
        let mut copy = TableAggregate::load("table", stored(events[..1].to_vec())).expect("it opens");
        for numbered in &events[1..] {
            let (applied, counts) = count(|| copy.apply(numbered.clone()));
            assert_eq!((applied, counts), (Ok(()), needed(std::slice::from_ref(numbered))), "{game}: {numbered:?}");
        }
    }
}

#[test]
fn a_move_that_is_refused_is_read_at_most_once() {
    let mut state = open(GameId::Rumis);
    decide(&mut state, &anna(), Command::Begin, Known::default(), 3).expect("all seats are taken");
    let v = state.shared().version();
    let mut refuse = |mv: &str, v: u32| {
        let (refused, counts) =
            count(|| decide(&mut state, &anna(), Command::Move { v, mv: mv.to_owned() }, Known::default(), 4));
        (refused.expect_err("it is not legal").code, counts.read)
    };
    assert_eq!(refuse("nonsense", v), (Code::Illegal, 1));
    assert_eq!(refuse("I2:a1.9,b1.9", v), (Code::Illegal, 1));
    assert_eq!(refuse("nonsense", v - 1), (Code::Stale, 0));
    let (dropped, counts) = count(|| play_bot(&mut state, v - 1, "nonsense", 4));
    assert_eq!((dropped, counts), (Ok(None), Counts::default()), "a bot's move for an older position");
}
