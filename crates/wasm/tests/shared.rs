//! Shared tables as the page reads them, without a browser.

use std::collections::BTreeMap;

use tablee_core::{Seat, Text};
use tablee_games::TurnView;
use tablee_protocol::{Clock, Event, How, Numbered, Opened, Person, Progress, Shared, Who};
use tablee_wasm::{see_shared, shared_view};

fn person(name: &str) -> Person {
    Person { id: name.to_lowercase(), name: name.to_owned(), guest: false }
}

fn opened(clock: Clock) -> Event {
    Event::Opened(Opened {
        game: "rumis".to_owned(),
        options: BTreeMap::from([("players".to_owned(), "2".to_owned())]),
        seats: 2,
        host: person("Ada"),
        clock,
        public: true,
        rated: false,
        commitment: None,
        series: None,
    })
}

fn sat(seat: Seat, name: &str) -> Event {
    Event::Sat { seat, who: Who::Person(person(name)), salt: None }
}

/// A table and its events, one second apart.
struct Told {
    shared: Shared,
    version: u32,
}

impl Told {
    fn open(clock: Clock) -> Told {
        let first = Numbered { v: 1, at: 1000, event: opened(clock) };
        Told { shared: Shared::open("t1", &first).expect("a table opens"), version: 1 }
    }

    fn tell(&mut self, event: Event) -> Result<(), Text> {
        self.version += 1;
        self.shared.apply(&Numbered { v: self.version, at: 1000 * u64::from(self.version), event })
    }

    fn begun(clock: Clock) -> Told {
        let mut told = Told::open(clock);
        for event in [sat(Seat::new(0), "Ada"), sat(Seat::new(1), "Ben"), Event::Begun { setup: String::new() }] {
            told.tell(event).expect("the game begins");
        }
        told
    }

    /// A legal move of the seat whose turn it is.
    fn offered(&self) -> String {
        let table = self.shared.table().expect("a game");
        let scene = table.view(None).scene;
        let piece = scene.playable.iter().find(|playable| playable.ways > 0).expect("a piece that fits");
        table.targets(&piece.piece)[0].ways[0].mv.clone()
    }

    fn play(&mut self) {
        let (mv, seat) = (self.offered(), self.shared.seat_to_move().expect("it is someone's turn"));
        self.tell(Event::Move { seat, mv, ms: None }).expect("the move is legal");
    }
}

#[test]
fn before_the_game_the_seats_are_told() {
    let mut told = Told::open(Clock::None);
    told.tell(sat(Seat::new(0), "Ada")).expect("Ada sits down");
    told.tell(Event::Reserved { seat: Seat::new(1), name: "Ben".to_owned(), person: None }).expect("a seat is kept");
    let view = shared_view(&told.shared);
    assert!(view.progress == Progress::Open && view.how.is_none());
    assert_eq!((view.version, view.hash, view.turn), (3, None, None));
    assert_eq!(view.chairs[0].who, Some(Who::Person(person("Ada"))));
    assert_eq!(view.chairs[1].reserved.as_deref(), Some("Ben"));
    assert_eq!((view.invitation.generation, view.invitation.revoked), (0, false));
    told.tell(Event::Revoked { watch: false }).expect("the invitation ends");
    told.tell(Event::Renewed { watch: false }).expect("there is another");
    told.tell(Event::Revoked { watch: false }).expect("it ends too");
    let view = shared_view(&told.shared);
    assert_eq!((view.invitation.generation, view.invitation.revoked), (3, true));
}

#[test]
fn a_move_can_be_seen_before_it_is_told_and_nothing_has_changed() {
    let mut told = Told::begun(Clock::None);
    let (mv, before) = (told.offered(), told.shared.hash());
    let plies = told.shared.preview(&mv, |table| table.plies()).expect("the move is legal");
    assert_eq!(plies, 1);
    assert_eq!(told.shared.table().map(tablee_wasm::AnyGame::plies), Some(0));
    assert_eq!(told.shared.hash(), before);
    assert!(told.shared.preview("nonsense", |_| ()).is_err());
    assert_eq!(told.shared.hash(), before);
}

#[test]
fn clocks_and_what_can_be_taken_back_are_told_by_seat() {
    let mut told = Told::begun(Clock::Game { seconds: 60, increment: 0 });
    let view = shared_view(&told.shared);
    let clocks = view.clocks.expect("clocks");
    assert_eq!((clocks.left, clocks.since), (vec![60_000, 60_000], 4000));
    assert_eq!(view.chairs[0].undo_to, None);
    told.play();
    let view = shared_view(&told.shared);
    assert_eq!(view.clocks.expect("clocks").since, 5000);
    assert_eq!((view.chairs[0].undo_to, view.chairs[1].undo_to), (Some(0), None));
    told.tell(Event::Asked { seat: Seat::new(0), plies: 0 }).expect("asks");
    let undo = shared_view(&told.shared).undo.expect("somebody asks");
    assert_eq!((undo.seat, undo.waiting), (Seat::new(0), vec![Seat::new(1)]));
}

#[test]
fn a_game_that_somebody_gave_up_is_seen_as_over_with_the_places_that_this_left() {
    let mut told = Told::begun(Clock::None);
    told.play();
    told.tell(Event::Resigned { seat: Seat::new(0) }).expect("gives up");
    told.tell(Event::Ended { how: How::Resigned, places: vec![2, 1], scores: vec![3, 1], seed: None }).expect("ends");
    let table = told.shared.table().expect("a game");
    let now = see_shared(&told.shared, table, None);
    assert_eq!((now.turn, now.places, now.scores), (TurnView::Over, vec![2, 1], vec![3, 1]));
    // Earlier moments are as they were.
    assert_ne!(see_shared(&told.shared, table, Some(0)).turn, TurnView::Over);
    let view = shared_view(&told.shared);
    assert!(view.progress == Progress::Over && view.how == Some(How::Resigned));
    assert!(view.chairs[0].out && !view.chairs[1].out && view.turn.is_none() && view.clocks.is_none());
}

#[test]
fn an_aborted_game_is_seen_as_over_without_a_result() {
    let mut told = Told::begun(Clock::None);
    told.play();
    assert!(shared_view(&told.shared).may_abort);
    told.tell(Event::Aborted { seat: Some(Seat::new(1)), seed: None }).expect("it may be aborted");
    let view = shared_view(&told.shared);
    assert!(view.progress == Progress::Over && view.how == Some(How::Aborted) && !view.may_abort && view.turn.is_none());
    let table = told.shared.table().expect("a game");
    assert_eq!(see_shared(&told.shared, table, None).turn, TurnView::Over);
    assert_ne!(see_shared(&told.shared, table, Some(0)).turn, TurnView::Over);
}
