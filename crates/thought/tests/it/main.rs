//! Bots asked about records of every game.

use tablee_core::chance::TestDice;
use tablee_core::{Game, Play, Position, Turn};
use tablee_games::options::{complete, standard_set};
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{GameId, GameInProgress, Player, Settled, with_game};
use tablee_thought::{Question, RecordedGame, Stop, think};

/// A random game of a sample, to its end or for this many plies.
fn played<G: Game>(most: usize) -> GameInProgress<G> {
    let options = complete::<G>(&G::samples()[0], standard_set::<G>()).unwrap();
    let players = G::option_values(&options).number("players", 2) as usize;
    let players = vec![Player::Human("Anne".to_owned()); players];
    let shuffle = Shuffle::revealed(Bytes32::from_words("thought"), Vec::new());
    let mut game = GameInProgress::<G>::begin(options, players, Some(shuffle), Settled::Shuffled).unwrap();
    let mut dice = TestDice::new(3);
    while !game.position().is_over() && game.past().len() < most {
        if game.draw().is_none() {
            let mv = game.position().pick(&mut dice, &mut Vec::new()).expect("the game is not over");
            game.play(mv).expect("a picked move is legal");
        }
    }
    game
}

fn question(bot: &str) -> Question {
    Question { bot: bot.to_owned(), seed: 7, with_reasons: true }
}

/// The analysis of a finished game says at each ply what a bot says that was asked when the game was there.
#[test]
fn a_question_about_a_ply_is_the_question_about_the_game_up_to_there() {
    fn compare<G: Game>() {
        let whole = RecordedGame::read(&played::<G>(usize::MAX).record().to_string()).unwrap();
        for plies in [0, 1, 9, 20].into_iter().filter(|plies| *plies <= whole.plies()) {
            let part = played::<G>(plies);
            assert_eq!(whole.turn(plies), Some(part.position().turn()), "{} {plies}", G::ID);
            let Turn::Seat(_) = part.position().turn() else { continue };
            let now = think(&part.record().to_string(), &question("search:40"), &Stop::new()).unwrap();
            assert_eq!(whole.think(plies, &question("search:40"), &Stop::new()), Ok(now), "{} {plies}", G::ID);
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => compare::<G>());
    }
}

#[test]
fn a_thought_is_a_legal_move_with_what_was_asked_for() {
    fn ask<G: Game>() {
        let mut game = played::<G>(9);
        while !matches!(game.position().turn(), Turn::Seat(_)) {
            game.draw().expect("the seed is known");
        }
        let record = game.record().to_string();
        let seats = game.position().seats();
        let searched = think(&record, &question("search:40"), &Stop::new()).unwrap();
        assert_eq!((searched.win.len(), searched.points.len()), (seats, seats), "{}", G::ID);
        let bare = Question { with_reasons: false, ..question("level1") };
        let quick = think(&record, &bare, &Stop::new()).unwrap();
        assert!(quick.reasons.is_empty() && quick.win.is_empty() && quick.points.is_empty(), "{quick:?}");
        for thought in [searched, quick] {
            assert!(!thought.what.en.is_empty() && !thought.what.fr.is_empty());
            let mv = G::read_move(game.position(), &thought.mv).unwrap();
            assert!(game.position().is_legal(mv), "{} {thought:?}", G::ID);
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => ask::<G>());
    }
}

#[test]
fn plies_are_told_as_they_were_played() {
    let game = played::<tablee_games::kumata::Kumata>(usize::MAX);
    let record = game.record();
    let read = RecordedGame::read(&record.to_string()).unwrap();
    assert_eq!(read.plies(), record.plies.len());
    for (ply, written) in record.plies.iter().enumerate() {
        assert_eq!(read.played(ply).as_deref(), Some(written.value.spelling.as_str()));
    }
    assert_eq!((read.played(read.plies()), read.turn(read.plies())), (None, Some(Turn::Over)));
    assert_eq!(read.turn(read.plies() + 1), None);
}

#[test]
fn a_search_that_is_stopped_still_has_a_move() {
    let stop = Stop::new();
    stop.call();
    let record = played::<tablee_games::rumis::Rumis>(4).record().to_string();
    assert!(think(&record, &question("search:3600s"), &stop).is_ok());
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let over = played::<tablee_games::rumis::Rumis>(usize::MAX).record().to_string();
    let refused = |record: &str, bot: &str| think(record, &question(bot), &Stop::new()).unwrap_err().en;
    assert_eq!(refused(&over, "greedy"), "it is nobody's turn");
    let record = played::<tablee_games::rumis::Rumis>(4).record().to_string();
    assert!(refused(&record, "deep").starts_with("there is no bot \"deep\""));
    assert!(refused(&record.replace("game rumis", "game chess"), "greedy").starts_with("line 2: "));
    let illegal = record.replace("\n1 ", "\n1 1 I2:a1.9,b1.9\n#");
    assert!(refused(&illegal, "greedy").contains("is not legal"), "{}", refused(&illegal, "greedy"));
    let short = RecordedGame::read(&record).unwrap();
    assert_eq!(short.think(99, &question("greedy"), &Stop::new()).unwrap_err().en, "the game has only 4 plies");
    // The level of a seated bot may be gone: then the best one left plays.
    assert!(think(&record, &Question { with_reasons: false, ..question("level9") }, &Stop::new()).is_ok());
}

#[test]
fn reasons_say_you_and_the_names_of_the_others() {
    let record =
        "tablee record 1\ngame rumis\noption players 2\nseat 0 bot level2\nseat 1 human Ada\n0 0 T4:b2.1,c2.1,c3.1,d2.1\nend\n";
    let thought = think(record, &question("greedy"), &Stop::new()).unwrap();
    let said: Vec<_> = thought.reasons.iter().map(|reason| reason.en.as_str()).collect();
    let felix = tablee_thought::BOT_NAMES[1][0];
    assert!(said.iter().any(|reason| reason.starts_with("you +")), "{said:?}");
    assert!(said.iter().all(|reason| !reason.contains("yellow") && !reason.contains("Ada")), "{said:?}");
    assert!(said.iter().any(|reason| reason.contains(felix)), "{said:?}");
}
