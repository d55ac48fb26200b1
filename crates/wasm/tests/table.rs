//! What the page calls, without a browser: whole games, records, bots, refusals and lessons.

use std::collections::BTreeMap;

use tablee_core::chance::TestDice;
use tablee_core::lesson::Goal;
use tablee_core::{Dice, Text};
use tablee_games::record::ShuffleProof;
use tablee_wasm::{
    AnyGame, GameRequest, PlayerRequest, TurnView, begin, catalogue, lesson, lesson_table, open, record_options, record_setup,
    think, with_players,
};

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn request(game: &str) -> GameRequest {
    let player = |name: &str, bot: Option<&str>| PlayerRequest { name: name.to_owned(), bot: bot.map(str::to_owned) };
    GameRequest {
        game: game.to_owned(),
        options: BTreeMap::new(),
        players: vec![player("Anne", None), player("", Some("level2"))],
        seed: Some(SEED.to_owned()),
        setup: None,
        set: None,
    }
}

fn sit(game: &str) -> Box<dyn AnyGame> {
    begin(&request(game)).unwrap_or_else(|problem| panic!("{game}: {problem}"))
}

fn games() -> Vec<&'static str> {
    catalogue().into_iter().map(|card| card.id).collect()
}

fn is_said(text: &Text) -> bool {
    !text.en.trim().is_empty() && !text.fr.trim().is_empty()
}

fn one_of<'a, T>(things: &'a [T], dice: &mut TestDice) -> &'a T {
    &things[dice.below(things.len() as u32) as usize]
}

/// A move as a player finds it: a button, or a piece, a place and a way; now and then with an extra.
fn find_move(table: &dyn AnyGame, dice: &mut TestDice) -> String {
    let scene = table.view(None).scene;
    let pieces: Vec<_> = scene.playable.iter().filter(|playable| playable.ways > 0).collect();
    if pieces.is_empty() || !scene.acts.is_empty() && dice.below(8) == 0 {
        return one_of(&scene.acts, dice).mv.clone();
    }
    let targets = table.targets(&one_of(&pieces, dice).piece);
    let way = one_of(&one_of(&targets, dice).ways, dice);
    match &way.extra {
        Some(extra) if dice.below(4) == 0 => extra.mv.clone(),
        _ => way.mv.clone(),
    }
}

/// Plays one ply; none once the game is over.
fn play_on(table: &mut dyn AnyGame, dice: &mut TestDice) -> Option<()> {
    match table.view(None).turn {
        TurnView::Over => return None,
        TurnView::Chance => assert!(table.draw().is_some(), "the shuffle does not draw"),
        TurnView::Seat { .. } => {
            let mv = find_move(table, dice);
            table.play(&mv).unwrap_or_else(|problem| panic!("{mv} was offered and is refused: {problem}"));
        }
    }
    Some(())
}

/// A view as text: views do not implement `PartialEq`.
fn seen(table: &dyn AnyGame, ply: Option<usize>) -> String {
    format!("{:?}", table.view(ply))
}

#[test]
fn a_whole_game_of_each_is_played_by_what_the_table_offers() {
    for card in catalogue() {
        let (mut table, mut dice, mut views) = (sit(card.id), TestDice::new(5), Vec::new());
        loop {
            views.push(seen(&*table, None));
            if play_on(&mut *table, &mut dice).is_none() {
                break;
            }
        }
        let plies = table.history(0);
        assert_eq!(plies.len() + 1, views.len(), "{}", card.id);
        assert!(plies.iter().all(|ply| is_said(&ply.what)), "{}: a ply is not told", card.id);
        for (ply, view) in views.iter().enumerate() {
            assert_eq!(seen(&*table, Some(ply)), *view, "{}: the table after {ply} plies was another", card.id);
        }
        let end = table.view(None);
        assert!(end.places.contains(&1) && end.counts.len() == end.scores.len(), "{}", card.id);

        let proof = table.prove().expect("a game that was played can be proven");
        let shuffle = if card.chance { ShuffleProof::Proven } else { ShuffleProof::NoDraws };
        assert_eq!((proof.plies, proof.shuffle), (plies.len(), shuffle), "{}", card.id);
        assert!(is_said(&proof.what));

        let again = open(&table.record()).expect("its own record can be opened");
        assert_eq!(again.record(), table.record());
        assert_eq!(seen(&*again, None), seen(&*table, None));
    }
}

#[test]
fn a_table_says_what_is_played_and_by_whom() {
    for card in catalogue() {
        let info = sit(card.id).info();
        assert_eq!((info.game, info.name), (card.id, card.name));
        assert_eq!(info.commitment.is_some(), card.chance, "{}: a commitment goes with chance", card.id);
        assert_eq!((info.looks.len(), info.players.len()), (2, 2));
        assert_eq!((info.players[0].name.as_str(), info.players[1].bot.as_deref()), ("Anne", Some("level2")));
        assert!(info.options.iter().all(|option| is_said(&option.title) && is_said(&option.label)), "{}", card.id);
    }
}

#[test]
fn undone_draws_come_again() {
    let (mut table, mut dice) = (sit("dogcity"), TestDice::new(1));
    for _ in 0..12 {
        play_on(&mut *table, &mut dice);
    }
    let record = table.record();
    let moves: Vec<_> = table.history(0).split_off(6).into_iter().map(|ply| (ply.seat, ply.mv)).collect();
    for _ in &moves {
        assert!(table.undo());
    }
    for (seat, mv) in moves {
        match seat {
            None => assert!(table.draw().is_some()),
            Some(_) => drop(table.play(&mv).expect("it was legal before")),
        }
    }
    assert_eq!(table.record(), record);
    while table.undo() {}
    assert!(table.history(0).is_empty());
}

#[test]
fn a_bot_finds_a_legal_move_and_says_why() {
    for game in games() {
        let (mut table, mut dice) = (sit(game), TestDice::new(3));
        // Past the opening, where there is something to speak for a move.
        let seat_to_move = |table: &dyn AnyGame| matches!(table.view(None).turn, TurnView::Seat { .. });
        let turns = |table: &dyn AnyGame| table.history(0).iter().filter(|ply| ply.seat.is_some()).count();
        while turns(&*table) < 4 || !seat_to_move(&*table) {
            play_on(&mut *table, &mut dice).expect("no game is as short as that");
        }
        let thought = think(&table.record(), "level2", 7).unwrap_or_else(|problem| panic!("{game}: {problem}"));
        assert!(is_said(&thought.what), "{game}");
        assert!(!thought.reasons.is_empty() && thought.reasons.iter().all(is_said), "{game}: {thought:?}");
        table.play(&thought.mv).expect("a bot plays legal moves");
    }
}

/// The sentence with which something is refused.
fn refused<T>(answer: Result<T, Text>) -> Text {
    let text = answer.err().expect("this is refused");
    assert!(is_said(&text) && text.en != text.fr, "{text:?} is not said in both languages");
    text
}

#[test]
fn refusals_are_sentences_in_both_languages() {
    assert_eq!(refused(begin(&request("chess"))).fr, "il n’y a pas de jeu « chess »");
    assert!(refused(begin(&GameRequest { seed: Some("12".to_owned()), ..request("kumata") })).en.contains("64"));
    let mut alone = request("rumis");
    alone.players.pop();
    assert_eq!(refused(begin(&alone)).en, "there are 2 seats and 1 players");
    let mut crowded = request("kumata");
    crowded.options.insert("players".to_owned(), "7".to_owned());
    assert!(refused(begin(&crowded)).en.contains("players"));

    let mut table = sit("rumis");
    let before = table.record();
    refused(table.play("nonsense"));
    // The first stone hangs in the air.
    assert!(refused(table.play("I2:a1.2,b1.2")).en.contains("(R9)"));
    assert_eq!(table.record(), before, "a refusal changed something");

    let wrong = before.replace("game rumis", "game chess");
    assert!(refused(open(&wrong)).en.starts_with("line 2: "));
    assert!(refused(open(&wrong)).fr.starts_with("ligne 2 : "));
    refused(think(&wrong, "level2", 1));
    refused(think(&before, "nobody", 1));
    refused(lesson("chess"));
    refused(lesson_table("rumis", 99));
}

#[test]
fn a_place_where_nothing_fits_says_why() {
    let table = lesson_table("kumata", 1).expect("there is such a step");
    let piece = table.view(None).scene.playable[0].piece.clone();
    let why = (0..6).flat_map(|x| (0..6).map(move |y| [x, y])).find_map(|cell| table.why_not(&piece, cell, None));
    assert!(is_said(&why.expect("a domino does not fit everywhere").text));
}

#[test]
fn every_step_of_a_lesson_lays_its_table() {
    for game in games() {
        for (number, step) in lesson(game).expect("every game has a lesson").iter().enumerate() {
            let mut table = lesson_table(game, number).unwrap_or_else(|problem| panic!("{game} {number}: {problem}"));
            assert!(matches!(table.view(None).turn, TurnView::Seat { .. }), "{game} {number}: it is nobody's turn");
            assert_eq!(table.history(0).len(), step.moves().count());
            assert!(table.info().players.iter().all(|player| player.bot.is_none()));
            let Goal::Moves { moves, .. } = step.goal else { continue };
            for mv in moves {
                let before = seen(&*table, None);
                table.play(mv).unwrap_or_else(|problem| panic!("{game} {number} {mv}: {problem}"));
                assert!(table.undo());
                assert_eq!(seen(&*table, None), before, "{game} {number}: undo leads elsewhere");
            }
        }
    }
}

#[test]
fn options_and_setup_of_a_record() {
    let mut asked = request("rumis");
    asked.options.insert("board".to_owned(), "pisac".to_owned());
    let record = begin(&asked).expect("the request is right").record();
    let options = record_options(&record).expect("the record is right");
    assert_eq!(options["board"], "pisac");
    assert_eq!(options["players"], "2", "defaults are there too");
    assert!(!options.contains_key("set"));
    assert_eq!(record_setup(&record).expect("the record is right"), "", "nothing is settled beforehand");
    let again = begin(&GameRequest { options, ..request("rumis") }).expect("the options can be asked for again");
    assert_eq!(again.record(), record);

    let laid = sit("kumata").record();
    let setup = record_setup(&laid).expect("the record is right");
    assert!(laid.contains(&format!("setup {setup}\n")), "{setup}");
    let record =
        begin(&GameRequest { setup: Some(setup.clone()), seed: None, ..request("kumata") }).expect("it can be laid").record();
    assert_eq!(record_setup(&record), Ok(setup));
    refused(record_options("tablee record 99"));
    refused(record_setup(""));
}

#[test]
fn a_record_with_other_players() {
    let (mut table, mut dice) = (sit("cuminos"), TestDice::new(3));
    for _ in 0..12 {
        play_on(&mut *table, &mut dice);
    }
    let person = |name: &str| PlayerRequest { name: name.to_owned(), bot: None };
    let record = with_players(&table.record(), &[PlayerRequest { bot: Some("level1".to_owned()), ..person("") }, person("Zoé")]);
    let changed = open(&record.expect("the names are right")).expect("it is still a record");
    let players: Vec<_> = changed.info().players.into_iter().map(|player| (player.name, player.bot)).collect();
    assert_eq!(players, [(String::new(), Some("level1".to_owned())), ("Zoé".to_owned(), None)]);
    let moves = |table: &dyn AnyGame| table.history(0).into_iter().map(|ply| ply.mv).collect::<Vec<_>>();
    assert_eq!(moves(&*changed), moves(&*table));
    refused(with_players(&table.record(), &[person("two\nlines")]));
}
