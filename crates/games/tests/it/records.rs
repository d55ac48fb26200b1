//! Records: one spelling out, many in, and nothing wrong gets through.

use tablee_core::chance::TestDice;
use tablee_core::{Game, Play, Position, Seat, Turn};
use tablee_games::dogcity::DogCity;
use tablee_games::kumata::Kumata;
use tablee_games::options::{complete, standard_set};
use tablee_games::record::{ShuffleProof, prove, read, replay};
use tablee_games::rumis::Rumis;
use tablee_games::shuffle::{Bytes32, Salt, Shuffle};
use tablee_games::{GameId, GameInProgress, Player, Settled, with_game};

/// A game of these options, played at random to its end or for so many plies.
fn played<G: Game>(options: G::Options, plies: usize) -> GameInProgress<G> {
    let players = G::option_values(&options).number("players", 2) as usize;
    let names = (0..players)
        .map(|seat| if seat == 0 { Player::Human("Anne Élise".to_owned()) } else { Player::Bot("random".to_owned()) });
    let salts = vec![Salt::new(Seat::new(0), "pepper").unwrap()];
    let shuffle = Shuffle::revealed(Bytes32::from_words("a test"), salts);
    let mut game = GameInProgress::<G>::begin(options, names.collect(), Some(shuffle), Settled::Shuffled).unwrap();
    let mut dice = TestDice::new(3);
    while !game.position().is_over() && game.past().len() < plies {
        if game.position().turn() == Turn::Chance {
            game.draw().expect("the seed is known");
        } else {
            let mv = game.position().pick(&mut dice, &mut Vec::new()).expect("the game is not over");
            game.play(mv).expect("a picked move is legal");
        }
    }
    game
}

fn kumata(plies: usize) -> String {
    let options = complete::<Kumata>(&Kumata::samples()[0], standard_set::<Kumata>()).unwrap();
    played::<Kumata>(options, plies).record().to_string()
}

/// The refusal of a text that is not a valid record.
fn complaint(text: &str) -> String {
    match read(text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(record) => prove(&record).expect_err("the record should be wrong").to_string(),
    }
}

/// The number of the first line that begins like this, and the text with that line replaced.
fn replaced(text: &str, start: &str, by: &str) -> (usize, String) {
    let line = text.lines().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no line begins with {start:?}"));
    let lines: Vec<_> = text.lines().enumerate().map(|(number, old)| if number == line { by } else { old }).collect();
    (line + 1, lines.join("\n") + "\n")
}

#[test]
fn a_game_of_every_sample_round_trips_and_is_proven() {
    for game in GameId::ALL {
        with_game!(game, G => {
            for values in G::samples() {
                for plies in [0, 20, usize::MAX] {
                    let options = complete::<G>(&values, standard_set::<G>()).unwrap();
                    let game = played::<G>(options, plies);
                    let text = game.record().to_string();
                    let record = read(text.as_bytes()).unwrap();
                    assert_eq!(record.to_string(), text);
                    let proof = prove(&record).unwrap();
                    assert_eq!(proof.shuffle, ShuffleProof::Proven);
                    assert_eq!(proof.plies, game.past().len());
                    assert_eq!(proof.outcome.is_some(), game.position().is_over());
                    let again = replay::<G>(&record).unwrap();
                    assert_eq!(again.position(), game.position());
                }
            }
        });
    }
}

#[test]
fn the_reader_forgives_what_cannot_be_mistaken() {
    let text = kumata(usize::MAX);
    let canonical = read(text.as_bytes()).unwrap().to_string();
    let loose: String = text
        .lines()
        .map(|line| match line.split_once(' ') {
            // No seat before a move, a dot after the number, capitals, spaces inside.
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                let spelling = rest.split_once(' ').unwrap().1;
                format!("  {number}.   {}\r\n", spelling.to_uppercase().replace(':', " : "))
            }
            Some((key, rest)) => format!("\t{}  {rest} \r\n\r\n# a remark\r\n", key.to_uppercase()),
            None => format!("{line}\r\n"),
        })
        .collect();
    let record = read(format!("\u{feff}{loose}").as_bytes()).unwrap();
    prove(&record).unwrap();
    let again = replay::<Kumata>(&record).unwrap().record().to_string();
    assert_eq!(again, canonical);
}

#[test]
fn a_set_of_ones_own_travels_with_the_record() {
    let source = Kumata::STANDARD_SET.replace("kumata-house-1", "my-box").replace("hippos 1", "hippos 3");
    let set = std::sync::Arc::new(Kumata::read_set(&source).unwrap());
    let options = complete::<Kumata>(&Kumata::samples()[0], set).unwrap();
    let text = played::<Kumata>(options, usize::MAX).record().to_string();
    assert!(text.contains("set my-box\n| id = \"my-box\"\n"));
    prove(&read(text.as_bytes()).unwrap()).unwrap();

    // What is wrong inside it is reported with the line of the record.
    let (line, broken) = replaced(&text, "| number = 7", "| number = 17");
    assert_eq!(complaint(&broken), format!("line {line}: tile 17: a set has nine tiles, 1 to 9"));
    // Without the file there is no such set.
    let bare: String = text.lines().filter(|line| !line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    assert!(complaint(&bare).contains("the set \"my-box\" is not available here"));
}

#[test]
fn what_is_no_record_is_refused_with_the_line() {
    assert_eq!(complaint(""), "line 1: this is not a game record: this line does not begin with \"tablee record\"");
    let after_comments = complaint("# a\n# b\n\nhello\n");
    assert!(
        after_comments.starts_with("line 4: ") && after_comments.contains("this line does not begin with"),
        "{after_comments}"
    );
    assert!(complaint("hello\n").starts_with("line 1: this is not a game record"));
    assert_eq!(complaint("tablee record 3\n"), "line 1: this record is of version 3, and only versions 1 to 2 are known here");
    assert_eq!(complaint("tablee record 1\nend\n"), "line 2: the record names no game");
    let checks = [
        ("game ", "game chess", "there is no game \"chess\" (the games are "),
        ("option players", "option players five", "option players: \"five\" is not a number from 2 to 4"),
        ("option layout", "option colour red", "Kumata has no option \"colour\""),
        ("option teams", "option players 2", "players is given twice"),
        ("seat 1", "seat 2 human Bob", "seat \"2\" comes where seat 1 should"),
        ("seat 1", "seat 1 human \u{1b}[31mEve", "\"\\u{1b}[31mEve\" is not a name"),
        ("seat 1", "seat 1 cat Tom", "\"cat\" is neither human nor bot"),
        (
            "seat 1",
            &format!("seat 1 human {}", "x".repeat(81)),
            "\"xxxxxxxxxxxxxxxxxxxxxxxx…\" is not a name of at most 80 letters",
        ),
        ("commitment", "commitment 12", "the commitment is not 64 hexadecimal digits"),
        ("salt", "salt 9 x", "there is no seat \"9\""),
        ("salt", "salt 0 two words", "the salt of seat 0 is not one word"),
        ("reveal", "reveal zz", "the reveal is not 64 hexadecimal digits"),
        ("3 chance", "4 chance +0-0", "ply 4 comes where ply 3 should"),
        ("3 chance", "3 chance", "ply 3 has no move"),
        ("score", "score many", "this is not one number per seat"),
        ("place", "colour red", "\"colour\" begins no line of a record"),
    ];
    let text = kumata(usize::MAX);
    for (start, by, expected) in checks {
        let (line, broken) = replaced(&text, start, by);
        let said = complaint(&broken);
        assert!(said.starts_with(&format!("line {line}: {expected}")), "{by:?}: {said}");
    }
    assert!(complaint(&(text.clone() + "1 2 3\n")).contains("there is something after the end"));
    let (_, no_place) = replaced(&text, "place", "");
    assert!(complaint(&no_place).contains("score and place do not each have one number per seat"));
    let (_, no_commitment) = replaced(&text, "commitment", "");
    assert!(complaint(&no_commitment).contains("there is a salt or a reveal, but no commitment"));
}

#[test]
fn a_record_cut_off_anywhere_is_refused() {
    let text = kumata(usize::MAX);
    for end in (0..text.len() - 4).filter(|end| text.is_char_boundary(*end)) {
        let error = read(&text.as_bytes()[..end]).expect_err("a record that is cut off is refused");
        assert!(error.line <= text[..end].lines().count().max(1), "{error}");
    }
    let half: String = text.lines().take(30).map(|line| format!("{line}\n")).collect();
    assert_eq!(complaint(&half), "line 30: the record is cut off: nothing after this line, and no \"end\"");
}

#[test]
fn hostile_bytes_are_refused() {
    assert!(read(&[b'x'; 10 << 20]).unwrap_err().to_string().contains("the file is longer than 1 MiB"));
    let mut bytes = kumata(20).into_bytes();
    bytes.extend(b"\xff\xfe");
    assert!(read(&bytes).unwrap_err().to_string().ends_with("this is not UTF-8 text"));
    let long_line = format!("tablee record 1\ngame {}\nend\n", "k".repeat(500_000));
    assert!(complaint(&long_line).starts_with("line 2:"));
}

#[test]
fn every_move_is_checked_with_its_clause() {
    let text = kumata(usize::MAX);
    let (line, early) = replaced(&text, "0 chance", "0 chance 3-2:c4d4");
    assert_eq!(
        complaint(&early),
        format!("line {line}: \"3-2:c4d4\" is not legal: first the next domino of seat 0 is revealed (K12)")
    );

    let first = text.lines().find(|line| line.starts_with("6 ")).unwrap();
    let seat: usize = first.split(' ').nth(1).unwrap().parse().unwrap();
    let (line, out_of_turn) = replaced(&text, "6 ", &first.replacen(&format!("6 {seat}"), &format!("6 {}", 1 - seat), 1));
    assert_eq!(complaint(&out_of_turn), format!("line {line}: seat {} moves here, but it is the turn of seat {seat}", 1 - seat));
    let (_, chance) = replaced(&text, "6 ", "6 chance +0-0");
    assert!(complaint(&chance).contains("chance moves here, but it is the turn of seat"));
    let (_, diagonal) = replaced(&text, "6 ", "6 0-0:a1b2");
    assert!(complaint(&diagonal).ends_with("(K10)") || complaint(&diagonal).ends_with("(K13)"));
    let (_, nonsense) = replaced(&text, "6 ", "6 castles");
    assert!(complaint(&nonsense).contains("\"castles\" is not a move"));
    let (_, impossible) =
        replaced(&text, "1 chance", &text.lines().find(|line| line.starts_with("0 chance")).unwrap().replacen('0', "1", 1));
    assert!(complaint(&impossible).ends_with("(K6)"));

    let last: usize = text.lines().filter_map(|line| line.split(' ').next()?.parse().ok()).next_back().unwrap();
    let (line, after_end) = replaced(&text, "score", &format!("{} 0 3-2:c4d4", last + 1));
    let said = complaint(&after_end.replace("\nplace", "\n# place"));
    assert!(
        said.starts_with(&format!("line {line}: \"3-2:c4d4\" is not legal: the game is over")) && said.contains("(K2"),
        "{said}"
    );
}

#[test]
fn the_final_count_is_checked() {
    let text = kumata(usize::MAX);
    let (line, wrong) = replaced(&text, "score", "score 99 0");
    assert!(complaint(&wrong).starts_with(&format!("line {line}: the final count differs: `score ")));
    let stripped = replaced(&replaced(&text, "score", "").1, "place", "").1;
    assert!(complaint(&stripped).ends_with("the game is over here, and the result is missing"));
    let unfinished = kumata(20).replace("\nreveal", "\nscore 1 2\nplace 2 1\nreveal");
    assert!(complaint(&unfinished).ends_with("there is a result, but the game is not over"));
}

#[test]
fn the_shuffle_is_proven_or_disproven() {
    let text = kumata(usize::MAX);
    // Another seed than was committed to.
    let (_, other_seed) = replaced(&text, "reveal", &format!("reveal {}", Bytes32::from_words("another")));
    assert!(complaint(&other_seed).ends_with("the seed revealed at the end is not the one committed to: its SHA-256 differs"));
    // Another salt than was played with: everything would have been drawn otherwise.
    let (_, other_salt) = replaced(&text, "salt", "salt 0 sugar");
    assert!(complaint(&other_salt).contains("the shuffle gives another setup"));
    // Other tiles.
    let setup = text.lines().find(|line| line.starts_with("setup")).unwrap();
    let turned = match setup.strip_suffix("r0") {
        Some(rest) => format!("{rest}r1"),
        None => format!("{}r0", &setup[..setup.len() - 2]),
    };
    assert!(complaint(&replaced(&text, "setup", &turned).1).contains("the shuffle gives another setup"));
    // A draw that was possible, but is not the one drawn.
    let drawn = text.lines().find(|line| line.starts_with("0 chance")).unwrap();
    let other = if drawn.ends_with("+0-0") { "+1-0" } else { "+0-0" };
    let (line, forged) = replaced(&text, "0 chance", &format!("0 chance {other}"));
    assert_eq!(
        complaint(&forged),
        format!("line {line}: the shuffle draws {} here, not {other}", drawn.rsplit(' ').next().unwrap())
    );
    // While the seed is secret nothing can be said, and without a shuffle there is nothing to say.
    let unfinished = replaced(&kumata(20), "reveal", "").1;
    assert_eq!(prove(&read(unfinished.as_bytes()).unwrap()).unwrap().shuffle, ShuffleProof::NotRevealed);
    let secret = replaced(&text, "reveal", "").1;
    assert!(complaint(&secret).ends_with("the game is over, and the seed of the shuffle is not revealed"));
    let entered = replaced(&replaced(&secret, "commitment", "").1, "salt", "").1;
    assert_eq!(prove(&read(entered.as_bytes()).unwrap()).unwrap().shuffle, ShuffleProof::Entered);
    // A salt of nobody.
    assert!(complaint(&replaced(&text, "salt", "salt 5 pepper").1).ends_with("there is a salt for seat 5, but no such seat"));
}

/// JSON of the terminal and of the pages: other programs read these names.
#[test]
fn each_proof_of_a_shuffle_has_one_name_and_one_sentence() {
    let proofs = [
        (ShuffleProof::NoDraws, "no_draws", "Nothing is drawn"),
        (ShuffleProof::Entered, "entered", "The players entered the draws"),
        (ShuffleProof::NotRevealed, "not_revealed", "The seed of the shuffle is not revealed yet"),
        (ShuffleProof::Proven, "proven", "The shuffle is proven"),
    ];
    for (proof, name, sentence) in proofs {
        assert_eq!(serde_json::to_value(proof).unwrap(), name);
        assert!(proof.text().en.starts_with(sentence), "{proof:?}");
    }
    let options = complete::<Rumis>(&Rumis::samples()[0], standard_set::<Rumis>()).unwrap();
    let players = vec![Player::Human("Anne".to_owned()); 2];
    let game = GameInProgress::<Rumis>::begin(options, players, None, Settled::Shuffled).unwrap();
    assert_eq!(prove(&game.record()).unwrap().shuffle, ShuffleProof::NoDraws);
}

#[test]
fn taking_back_and_playing_again_draws_the_same() {
    let options = complete::<Kumata>(&Kumata::samples()[0], standard_set::<Kumata>()).unwrap();
    let mut game = played::<Kumata>(options, 40);
    let (before, record) = (game.position().clone(), game.record());
    let undone: Vec<_> = std::iter::from_fn(|| game.undo()).take(25).collect();
    for mv in undone.into_iter().rev() {
        match game.position().turn() {
            Turn::Chance => assert_eq!(game.draw(), Some(mv)),
            _ => game.play(mv).unwrap(),
        }
    }
    assert_eq!(game.position(), &before);
    assert_eq!(game.record(), record);
}

/// A draw of Dog City is a number with a plus, which is neither a seat nor a number in a list.
#[test]
fn a_draw_is_not_taken_for_a_seat() {
    let options = complete::<DogCity>(&DogCity::samples()[0], standard_set::<DogCity>()).unwrap();
    let text = played::<DogCity>(options, usize::MAX).record().to_string();
    let bare = text.replace(" chance +", " +");
    assert_ne!(bare, text);
    prove(&read(bare.as_bytes()).unwrap()).unwrap();
}

/// A sample of every released version of the format: it must be read for ever.
#[test]
fn version_1_is_still_read() {
    let text = include_str!("../samples/record-1.tablee");
    let proof = prove(&read(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(proof.shuffle, ShuffleProof::Proven);
    assert_eq!(proof.outcome.unwrap().score.as_slice(), [36, 65]);
}
