//! Players who leave a game before its end: the result, and records of version 2.

use tablee_core::{Game, OptionValue, OptionValues, Play, Seat, Turn};
use tablee_games::options::{complete, standard_set};
use tablee_games::record::{prove, read};
use tablee_games::rumis::Rumis;
use tablee_games::{DepartureReason, GameInProgress, Player, Settled, open};

const ANNA: Seat = Seat::new(0);
const BOB: Seat = Seat::new(1);
const ZOE: Seat = Seat::new(2);

fn for_three() -> <Rumis as Game>::Options {
    let values = OptionValues::new().with("players", OptionValue::Number(3));
    complete::<Rumis>(&values, standard_set::<Rumis>()).unwrap()
}

/// A game of Rumis for three people, after so many plies.
fn three(plies: usize) -> GameInProgress<Rumis> {
    let players = ["Anna", "Bob", "Zoé"].map(|name| Player::Human(name.to_owned())).to_vec();
    let mut game = GameInProgress::<Rumis>::begin(for_three(), players, None, Settled::Shuffled).unwrap();
    for _ in 0..plies {
        let mv = game.position().legal_moves()[0];
        game.play(mv).unwrap();
    }
    game
}

/// Bob resigns after two plies, a bot plays on for him, and Anna runs out of time after four.
fn ended_early() -> GameInProgress<Rumis> {
    let mut game = three(2);
    game.leave(BOB, DepartureReason::Resigned).unwrap();
    assert!(!game.is_over() && game.replace(BOB, "level3"));
    for _ in 0..2 {
        let mv = game.position().legal_moves()[0];
        game.play(mv).unwrap();
    }
    game.leave(ANNA, DepartureReason::Time).unwrap();
    game
}

/// The refusal of a record, with its line.
fn complaint(text: &str) -> String {
    match read(text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(record) => prove(&record).expect_err("the record should be wrong").to_string(),
    }
}

#[test]
fn whoever_leaves_first_comes_last_and_the_last_one_wins() {
    let game = ended_early();
    assert!(game.is_over() && !game.position().is_over());
    assert_eq!(game.outcome().place.as_slice(), [2, 3, 1]);
    assert_eq!(game.outcome().score, game.position().outcome().score, "points stay what they are");
    assert_eq!(game.departures_until(1), []);
    assert_eq!(game.departures_until(2).len(), 1);
}

#[test]
fn nobody_leaves_twice_or_after_the_end() {
    let mut game = ended_early();
    let before = game.departures().to_vec();
    assert!(game.leave(BOB, DepartureReason::Time).is_err(), "Bob has left");
    assert!(game.leave(ZOE, DepartureReason::Time).is_err(), "the game is over");
    assert!(game.leave(Seat::new(3), DepartureReason::Time).is_err(), "there is no fourth seat");
    assert!(!game.replace(ZOE, "level3"));
    assert_eq!(game.departures(), before);
}

#[test]
fn a_game_ends_when_only_bots_are_left() {
    let bot = |name: &str| Player::Bot(name.to_owned());
    let players = vec![Player::Human("Anna".to_owned()), bot("level2"), bot("level3")];
    let mut game = GameInProgress::<Rumis>::begin(for_three(), players, None, Settled::Shuffled).unwrap();
    assert!(!game.is_over());
    game.leave(ANNA, DepartureReason::Resigned).unwrap();
    assert!(game.is_over());
    assert_eq!(game.outcome().place[ANNA], 3);
}

#[test]
fn a_team_plays_on_without_one_of_its_players() {
    let mut game = open(
        "tablee record 1\ngame kumata\noption players 4\noption teams true\nset kumata-house-1\n\
         seat 0 human A\nseat 1 human B\nseat 2 human C\nseat 3 human D\n\
         setup 1@e5r3 2@a3r0 3@c5r2 4@c1r1 5@a1r0 6@e3r1 7@c3r2 8@a5r0 9@e1r3\nend\n",
    )
    .unwrap();
    game.leave(Seat::new(1), DepartureReason::Away).unwrap();
    assert!(!game.is_over());
    game.leave(Seat::new(3), DepartureReason::Resigned).unwrap();
    assert!(game.is_over());
    assert_eq!(game.outcome().place.as_slice(), [1, 2, 1, 2]);
}

#[test]
fn a_record_of_version_2_says_who_left_and_is_proven() {
    let text = ended_early().record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "tablee record 2");
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start} in {text}"));
    assert!(at("1 1 ") + 1 == at("out 1 resigned level3") && at("out 1") + 1 == at("2 2 "), "{text}");
    assert!(at("3 0 ") + 1 == at("out 0 time") && at("out 0") + 1 == at("score "), "{text}");
    assert_eq!(lines[at("place ")], "place 2 3 1");

    let record = read(text.as_bytes()).unwrap();
    assert_eq!(record.to_string(), text);
    let proof = prove(&record).unwrap();
    assert_eq!((proof.plies, proof.ended_by), (4, Some(DepartureReason::Time)));
    assert_eq!(proof.outcome.unwrap().place.as_slice(), [2, 3, 1]);
    let again = open(&text).unwrap();
    assert_eq!((again.record(), again.is_over()), (text, true));
    assert_eq!(again.departures(), ended_early().departures());
}

#[test]
fn a_game_without_departures_is_still_of_version_1() {
    let text = three(3).record().to_string();
    assert!(text.starts_with("tablee record 1\n"));
    assert_eq!(read(text.as_bytes()).unwrap().to_string(), text);
    // The other way round: version 2 is read, and written as what it is.
    let newer = text.replace("record 1", "record 2");
    assert_eq!(read(newer.as_bytes()).unwrap().to_string(), text);
}

#[test]
fn wrong_departures_are_refused_with_their_line() {
    let text = ended_early().record().to_string();
    let line = |start: &str| text.lines().position(|line| line.starts_with(start)).unwrap() + 1;
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        complaint(&text.replacen(from, to, 1))
    };
    let out = line("out 1");
    assert!(changed("out 1 resigned", "out 7 resigned").contains("7"), "a seat that does not exist");
    assert!(changed("out 1 resigned", "out 4 resigned").starts_with(&format!("line {out}")));
    assert!(changed("out 1 resigned", "out 1 bored").starts_with(&format!("line {out}")));
    assert!(changed("tablee record 2", "tablee record 1").contains("out"), "version 1 has no such line");
    // Anna moves next, and then it is the turn of Bob, for whom nobody plays.
    assert!(changed("out 1 resigned level3\n", "out 2 resigned\n").contains("no bot"), "nobody plays for seat 2");
    assert!(changed("out 0 time", "out 1 time").starts_with(&format!("line {}", line("out 0"))), "nobody leaves twice");
    assert!(changed("place 2 3 1", "place 1 3 2").starts_with(&format!("line {}", line("score"))), "the places are proven");
    assert!(complaint(&text.replace("out 0 time\n", "")).contains("not over"));
    // A ply after the end.
    let last = text.lines().find(|line| line.starts_with("3 0 ")).unwrap();
    let early = text.replace("out 0 time\n", "").replace(last, &format!("out 0 time\n{last}"));
    assert!(complaint(&early).contains("too few players"), "{early}");
}

#[test]
fn an_undo_keeps_who_left() {
    let mut game = three(4);
    game.leave(BOB, DepartureReason::Resigned).unwrap();
    game.replace(BOB, "level3");
    game.undo();
    game.undo();
    assert_eq!(game.departures()[0].after, 2);
    let text = game.record().to_string();
    assert_eq!(open(&text).unwrap().record(), text);
}

#[test]
fn a_view_of_the_end_is_over_and_has_its_places() {
    let game = open(&ended_early().record().to_string()).unwrap();
    let end = game.view(None);
    assert_eq!((end.turn, end.places), (tablee_games::TurnView::Over, vec![2, 3, 1]));
    let before = game.view(Some(3));
    assert!(matches!(before.turn, tablee_games::TurnView::Seat { .. }));
    assert_eq!(game.turn(), Turn::Seat(BOB), "by the rules alone it goes on");
}

/// A sample of every released version of the format: it must be read for ever.
#[test]
fn version_2_is_read() {
    let text = include_str!("../samples/record-2.tablee");
    let proof = prove(&read(text.as_bytes()).unwrap()).unwrap();
    assert_eq!((proof.plies, proof.ended_by), (4, Some(DepartureReason::Time)));
    assert_eq!(proof.outcome.unwrap().place.as_slice(), [2, 3, 1]);
}
