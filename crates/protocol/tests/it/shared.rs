//! A table as the sum of its events: whole games of every kind, refusals, and the places after somebody resigns.

use std::collections::BTreeMap;

use tablee_core::chance::TestDice;
use tablee_core::{Dice, Seat, Turn};
use tablee_games::record::prove;
use tablee_games::shuffle::{Bytes32, FairDice, Salt};
use tablee_games::{DepartureReason, GameId, fair_setup, plan, read_record};
use tablee_protocol::{Clock, Event, How, Numbered, Opened, Person, Progress, Shared, Who};

const SEED: Bytes32 = Bytes32([7; 32]);

/// A table, and all that happened there.
struct Trial {
    shared: Shared,
    events: Vec<Numbered>,
}

fn person(name: &str) -> Person {
    Person { id: name.to_owned(), name: name.to_uppercase(), guest: false }
}

impl Trial {
    fn open(game: GameId, options: &[(&str, &str)], clock: Clock) -> Trial {
        let pairs: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let plan = plan(game, &pairs).expect("these options go together");
        let opened = Opened {
            game: game.to_string(),
            options: plan.options,
            seats: plan.seats as u8,
            host: person("anna"),
            clock,
            public: true,
            rated: true,
            commitment: plan.chance.then(|| SEED.commitment().to_string()),
            series: None,
        };
        let first = Numbered { v: 1, at: 1000, event: Event::Opened(opened) };
        Trial { shared: Shared::open("table", &first).expect("it opens"), events: vec![first] }
    }

    fn apply(&mut self, event: Event) {
        let v = self.shared.version() + 1;
        let numbered = Numbered { v, at: 1000 + u64::from(v), event };
        self.shared.apply(&numbered).expect("it can happen");
        self.events.push(numbered);
    }

    fn begin(&mut self) -> FairDice {
        for (seat, name) in self.shared.chairs().seats().zip(["anna", "bob", "carl", "dora", "emil", "fred"]) {
            self.apply(Event::Sat { seat, who: Who::Person(person(name)), salt: Some(format!("salt{seat}")) });
        }
        let mut dice = FairDice::new(&SEED, &self.shared.salts().expect("they are words"));
        let options: Vec<_> = self.shared.opened().options.clone().into_iter().collect();
        let setup = fair_setup(self.shared.game(), &options, &mut dice).expect("the options are right");
        self.apply(Event::Begun { setup });
        dice
    }

    /// One ply, drawn or any that is legal; none once the game is over.
    fn ply(&mut self, fair: &mut FairDice, dice: &mut TestDice) -> Option<()> {
        let table = self.shared.table().expect("the game is on");
        let event = match table.turn() {
            Turn::Over => return None,
            Turn::Chance => Event::Drawn { mv: table.fair_draw(fair)? },
            Turn::Seat(seat) => {
                let scene = table.view(None).scene;
                let pieces: Vec<_> = scene.playable.iter().filter(|piece| piece.ways > 0).collect();
                let mv = if pieces.is_empty() {
                    scene.acts[dice.below(scene.acts.len() as u32) as usize].mv.clone()
                } else {
                    let targets = table.targets(&pieces[dice.below(pieces.len() as u32) as usize].piece);
                    targets[dice.below(targets.len() as u32) as usize].ways[0].mv.clone()
                };
                Event::Move { seat, mv, ms: None }
            }
        };
        self.apply(event);
        Some(())
    }

    fn end(&mut self) {
        let result = self.shared.result().expect("it has begun");
        let (places, scores) = (result.place.as_slice().to_vec(), result.score.as_slice().to_vec());
        let seed = self.shared.opened().commitment.is_some().then(|| SEED.to_string());
        self.apply(Event::Ended { how: How::Counted, places, scores, seed });
    }
}

#[test]
fn a_new_move_is_checked_and_spelled_when_it_is_applied() {
    let mut trial = Trial::open(GameId::Rumis, &[("players", "2")], Clock::None);
    trial.begin();
    let (_, all) = trial.shared.table().expect("the game is on").legal_moves(1);
    let (seat, version, hash) = (trial.shared.seat_to_move().unwrap(), trial.shared.version(), trial.shared.hash());
    let mv = |mv: &str| Event::Move { seat, mv: mv.to_owned(), ms: None };
    for wrong in ["", "nonsense", "I2:a1.9,b1.9"] {
        assert!(trial.shared.apply_new(7, mv(wrong)).is_err(), "{wrong}");
        assert_eq!((trial.shared.version(), trial.shared.hash()), (version, hash), "nothing has changed");
    }
    let spelled = &all[0].0;
    let applied = trial.shared.apply_new(7, mv(&format!(" {spelled} "))).expect("it is legal");
    assert_eq!(applied, Numbered { v: version + 1, at: 7, event: mv(spelled) });
    assert_eq!(trial.shared.version(), version + 1);
}

#[test]
fn legal_moves_come_with_the_scores_after_them() {
    for (number, game) in GameId::ALL.into_iter().enumerate() {
        let mut trial = Trial::open(game, &[("players", "3")], Clock::None);
        let (mut fair, mut dice) = (trial.begin(), TestDice::new(number as u64));
        let mut most = 0;
        loop {
            let table = trial.shared.table().expect("the game is on");
            if let Turn::Seat(_) = table.turn() {
                let (total, all) = table.legal_moves(usize::MAX);
                assert_eq!(table.legal_moves(3), (total, all[..total.min(3)].to_vec()), "{game}: the first of them");
                assert!(total == all.len() && all.is_sorted() && total > 0, "{game}");
                most = most.max(total);
                let (mv, scores) = all[dice.below(total as u32) as usize].clone();
                let after = trial.shared.preview(&mv, |table| table.outcome().score.as_slice().to_vec());
                assert_eq!(after, Ok(scores), "{game}: {mv}");
            }
            if trial.ply(&mut fair, &mut dice).is_none() {
                break;
            }
        }
        eprintln!("{game}: at most {most} legal moves");
        assert!(most < 10_000, "{game}: the server would cut the list");
    }
}

#[test]
fn a_game_played_through_events_is_proven_by_its_record() {
    for (number, game) in GameId::ALL.into_iter().enumerate() {
        let mut trial = Trial::open(game, &[("players", "3")], Clock::None);
        let (mut fair, mut dice) = (trial.begin(), TestDice::new(number as u64));
        while trial.ply(&mut fair, &mut dice).is_some() {}
        let before = trial.shared.table().expect("it was played").record();
        assert!(!before.contains(&SEED.to_string()), "{game}: the seed is revealed too early");
        trial.end();
        let table = trial.shared.table().expect("it was played");
        table.prove().unwrap_or_else(|problem| panic!("{game}: {problem}"));
        assert!(table.record().contains("salt2") || trial.shared.opened().commitment.is_none(), "{game}");

        let again = Shared::from_events("table", &trial.events).expect("the same events make the same table");
        assert_eq!((again.hash(), again.version()), (trial.shared.hash(), trial.shared.version()));
        assert_eq!(again.summary(), trial.shared.summary());
        assert_eq!((again.progress(), again.ending()), (Progress::Over, trial.shared.ending()));
        assert_eq!(again.ending().map(|ending| ending.how), Some(How::Counted));
    }
}

#[test]
fn a_seed_that_was_not_committed_to_is_found_out() {
    let mut trial = Trial::open(GameId::Kumata, &[], Clock::None);
    trial.begin();
    let v = trial.shared.version() + 1;
    let ended =
        Event::Ended { how: How::Counted, places: vec![1, 2], scores: vec![0, 0], seed: Some(Bytes32([8; 32]).to_string()) };
    assert!(trial.shared.apply(&Numbered { v, at: 0, event: ended }).is_err());
}

#[test]
fn what_cannot_have_happened_is_refused() {
    let mut trial = Trial::open(GameId::Rumis, &[], Clock::None);
    let wrong = [
        (2, Event::Move { seat: Seat::new(0), mv: "x".to_owned(), ms: None }),
        (2, Event::Sat { seat: Seat::new(5), who: Who::Bot("level1".to_owned()), salt: None }),
        (2, Event::Drawn { mv: "x".to_owned() }),
        (2, Event::Clock { ms: vec![1, 2, 3] }),
        (2, Event::Ended { how: How::Counted, places: vec![1], scores: vec![0, 0], seed: None }),
        (2, Event::Ended { how: How::Counted, places: vec![1, 2], scores: vec![0; 7], seed: None }),
        (3, Event::Closed),
        (1, Event::Closed),
        (2, trial.events[0].event.clone()),
    ];
    for (v, event) in wrong {
        assert!(trial.shared.apply(&Numbered { v, at: 0, event: event.clone() }).is_err(), "{event:?}");
        assert_eq!(trial.shared.version(), 1);
    }
    assert!(Shared::from_events("table", &[]).is_err());
    assert!(Shared::from_events("table", &[Numbered { v: 1, at: 0, event: Event::Closed }]).is_err());
}

#[test]
fn a_move_is_taken_back_up_to_the_last_draw() {
    let mut trial = Trial::open(GameId::Rumis, &[], Clock::None);
    let (mut fair, mut dice) = (trial.begin(), TestDice::new(3));
    assert_eq!((trial.shared.undo_to(Seat::new(0)), trial.shared.undo_to(Seat::new(1))), (None, None));
    let start = trial.shared.hash();
    trial.ply(&mut fair, &mut dice);
    let after_one = trial.shared.hash();
    trial.ply(&mut fair, &mut dice);
    assert_eq!((trial.shared.undo_to(Seat::new(0)), trial.shared.undo_to(Seat::new(1))), (Some(0), Some(1)));
    trial.apply(Event::Asked { seat: Seat::new(1), plies: 1 });
    assert_eq!(trial.shared.must_agree(Seat::new(1)), [Seat::new(0)]);
    trial.apply(Event::Answered { seat: Seat::new(0), yes: true });
    trial.apply(Event::Undone { plies: 1 });
    assert_eq!(trial.shared.hash(), after_one);
    trial.apply(Event::Undone { plies: 0 });
    assert_eq!((trial.shared.hash(), trial.shared.undone()), (start, true));

    let mut trial = Trial::open(GameId::Cuminos, &[], Clock::None);
    let (mut fair, mut dice) = (trial.begin(), TestDice::new(3));
    while trial.shared.table().is_some_and(|table| table.turn() == Turn::Chance) {
        trial.ply(&mut fair, &mut dice);
    }
    let drawn = |trial: &Trial| matches!(trial.events.last(), Some(Numbered { event: Event::Drawn { .. }, .. }));
    for _ in 0..200 {
        if trial.ply(&mut fair, &mut dice).is_none() {
            break;
        }
        if drawn(&trial) {
            assert!(Seat::all(2).all(|seat| trial.shared.undo_to(seat).is_none()), "a draw would be undone");
        }
    }
}

#[test]
fn a_player_who_resigns_comes_last_and_the_last_side_wins() {
    let mut trial = Trial::open(GameId::Rumis, &[("players", "3"), ("board", "chullpa")], Clock::None);
    trial.begin();
    trial.apply(Event::Resigned { seat: Seat::new(1) });
    assert_eq!(trial.shared.last_side(), None);
    trial.apply(Event::Sat { seat: Seat::new(1), who: Who::Bot("level3".to_owned()), salt: None });
    assert_eq!(trial.shared.chairs()[Seat::new(1)].player, Some(Who::Person(person("bob"))), "for whom the game counts");
    assert_eq!(trial.shared.result().unwrap().place.as_slice()[1], 3);
    trial.apply(Event::Flagged { seat: Seat::new(0) });
    assert_eq!(trial.shared.last_side(), Some(2));
    assert_eq!(trial.shared.result().unwrap().place.as_slice(), [2, 3, 1], "who held out longer comes before");
    trial.end();
    let record = trial.shared.table().unwrap().record();
    assert!(record.contains("\nout 1 resigned level3\nout 0 time\nscore ") && record.contains("\nplace 2 3 1\n"), "{record}");
    let proof = prove(&read_record(&record).unwrap()).unwrap();
    assert_eq!(proof.ended_by, Some(DepartureReason::Time), "the record proves it");
}

#[test]
fn a_team_is_out_when_all_of_it_is() {
    let mut trial = Trial::open(GameId::Kumata, &[("players", "4"), ("teams", "true")], Clock::None);
    trial.begin();
    let sides = trial.shared.table().unwrap().sides();
    trial.apply(Event::Resigned { seat: Seat::new(0) });
    assert_eq!(trial.shared.last_side(), None);
    let partner = Seat::all(4).skip(1).find(|seat| sides[*seat] == sides[Seat::new(0)]).expect("there is a partner");
    trial.apply(Event::Resigned { seat: partner });
    assert_eq!(trial.shared.last_side(), Some(1 - sides[Seat::new(0)]));
    let places = trial.shared.result().unwrap().place;
    for (seat, place) in places.iter() {
        assert_eq!(*place, if sides[seat] == sides[Seat::new(0)] { 2 } else { 1 });
    }
}

#[test]
fn clocks_run_from_the_last_change_of_the_position() {
    let mut trial = Trial::open(GameId::Rumis, &[], Clock::Game { seconds: 60, increment: 5 });
    assert!(trial.shared.clocks().is_none());
    let (mut fair, mut dice) = (trial.begin(), TestDice::new(1));
    let since = trial.shared.clocks().unwrap().since;
    assert_eq!(trial.shared.clocks().unwrap().left_now(Seat::new(0), since + 1500), 58_500);
    assert_eq!(trial.shared.clocks().unwrap().left_now(Seat::new(0), since + 99_000), 0);
    trial.apply(Event::Said { by: person("bob"), text: "hello".to_owned() });
    assert_eq!(trial.shared.clocks().unwrap().since, since, "talking does not stop a clock");
    trial.ply(&mut fair, &mut dice);
    assert!(trial.shared.clocks().unwrap().since > since);
    trial.apply(Event::Clock { ms: vec![10, 20] });
    assert_eq!(trial.shared.clocks().unwrap().left.as_slice(), [10, 20]);
    assert_eq!(Clock::Game { seconds: 60, increment: 5 }.after_move(1000), 6000);
    assert_eq!(Clock::Move { seconds: 60 }.after_move(1000), 60_000);
    assert_eq!(Clock::Days { days: 2 }.after_move(1000), 172_800_000);
    for wrong in [Clock::Move { seconds: 0 }, Clock::Game { seconds: 60, increment: 9999 }, Clock::Days { days: 31 }] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
}

#[test]
fn a_seat_is_kept_for_somebody_until_they_come_or_it_is_freed() {
    let mut trial = Trial::open(GameId::Rumis, &[], Clock::None);
    trial.apply(Event::Reserved { seat: Seat::new(1), name: "Zoé".to_owned(), person: Some("zoe".to_owned()) });
    assert_eq!(trial.shared.chairs()[Seat::new(1)].awaited.as_deref(), Some("zoe"));
    trial.apply(Event::Sat { seat: Seat::new(1), who: Who::Person(person("zoe")), salt: None });
    let chair = &trial.shared.chairs()[Seat::new(1)];
    assert_eq!(
        (chair.reserved.as_deref(), chair.awaited.as_deref(), trial.shared.seat_of("zoe")),
        (None, None, Some(Seat::new(1)))
    );
    trial.apply(Event::Left { seat: Seat::new(1) });
    assert_eq!(trial.shared.seat_of("zoe"), None);
    let bad = Salt::new(Seat::new(0), "two words");
    assert!(bad.is_err());
    assert_eq!(trial.shared.summary().options, BTreeMap::from_iter(trial.shared.opened().options.clone()));
}

#[test]
fn a_game_may_be_aborted_until_every_side_has_moved() {
    for (number, game) in GameId::ALL.into_iter().enumerate() {
        for players in ["2", "3", "4"] {
            let mut trial = Trial::open(game, &[("players", players)], Clock::None);
            assert!(!trial.shared.may_be_aborted(), "{game}: it has not begun");
            let (mut fair, mut dice) = (trial.begin(), TestDice::new(number as u64));
            let table = |trial: &Trial| trial.shared.table().expect("the game is on").sides();
            let (sides, mut movers) = (table(&trial), Vec::new());
            while trial.shared.may_be_aborted() {
                let table = trial.shared.table().expect("the game is on");
                if let Turn::Seat(seat) = table.turn() {
                    movers.push(sides[seat]);
                }
                trial.ply(&mut fair, &mut dice).expect("no game is over so soon");
            }
            let all_moved = sides.iter().all(|(_, side)| movers.contains(side));
            assert!(all_moved || movers.len() == sides.len(), "{game} for {players}: {movers:?}");
            let all_but_last = &movers[..movers.len() - 1];
            assert!(sides.iter().any(|(_, side)| !all_but_last.contains(side)), "{game} for {players}: {movers:?}");
        }
    }
}

#[test]
fn an_aborted_game_is_over_without_a_result_and_its_draws_are_proven() {
    let mut trial = Trial::open(GameId::Kumata, &[("players", "2")], Clock::Game { seconds: 60, increment: 0 });
    let mut fair = trial.begin();
    trial.ply(&mut fair, &mut TestDice::new(1)).expect("the game is on");
    let aborted = |seed: &Bytes32| Event::Aborted { seat: Some(Seat::new(1)), seed: Some(seed.to_string()) };
    let v = trial.shared.version() + 1;
    let mut other = Shared::from_events("table", &trial.events).expect("the same table");
    assert!(other.apply(&Numbered { v, at: 1, event: aborted(&Bytes32([8; 32])) }).is_err(), "another seed");
    trial.apply(aborted(&SEED));
    let shared = &trial.shared;
    assert_eq!((shared.progress(), shared.how(), shared.ending()), (Progress::Over, Some(How::Aborted), None));
    assert!(shared.seat_to_move().is_none() && shared.clocks().is_none() && !shared.may_be_aborted());
    let summary = shared.summary();
    assert_eq!((summary.state, summary.how, summary.changed), (Progress::Over, Some(How::Aborted), 1000 + u64::from(v)));
    assert!(summary.seats.iter().all(|seat| seat.place.is_none() && seat.score.is_none()));
    assert!(shared.table().expect("it was played").record().contains(&SEED.to_string()));
}

#[test]
fn a_player_who_was_away_comes_last() {
    let mut trial = Trial::open(GameId::Rumis, &[("players", "3")], Clock::None);
    trial.begin();
    trial.apply(Event::Claimed { seat: Seat::new(0), by: Seat::new(2) });
    assert!(trial.shared.chairs()[Seat::new(0)].out.is_some());
    assert_eq!(trial.shared.result().expect("it has begun").place[Seat::new(0)], 3);
    trial.apply(Event::Claimed { seat: Seat::new(1), by: Seat::new(2) });
    assert_eq!(trial.shared.result().expect("it has begun").place.as_slice(), [3, 2, 1]);
    assert_eq!(trial.shared.last_side(), trial.shared.table().map(|table| table.sides()[Seat::new(2)]));
}
