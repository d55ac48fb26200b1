//! Previews of finished random games, for every game and every number of players. They stay in `target/tmp/previews`, to
//! be looked at.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tablee_core::Dice;
use tablee_core::chance::TestDice;
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{AnyGame, GameId, NewGame, Player, Settled, begin, open, plan, with_game};
use tablee_picture::{Preview, SIZE};

type Options = Vec<(String, String)>;

/// One sample of options for each number of seats, and one with teams.
fn samples(game: GameId) -> Vec<Options> {
    let samples: Vec<Options> = with_game!(game, G => <G as tablee_core::Game>::samples()
        .iter()
        .map(|values| values.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect())
        .collect());
    let mut seen = BTreeSet::new();
    let kind = |options: &Options| {
        let game = new_game(game, options);
        (game.sides().len(), game.sides().as_slice().iter().collect::<BTreeSet<_>>().len())
    };
    samples.into_iter().filter(|options| seen.insert(kind(options))).collect()
}

fn new_game(game: GameId, options: &Options) -> Box<dyn AnyGame> {
    let seats = plan(game, options).expect("samples go together").seats;
    let players = (0..seats).map(|_| Player::Bot("random".to_owned())).collect();
    let shuffle = Some(Shuffle::revealed(Bytes32([seats as u8; 32]), Vec::new()));
    begin(NewGame { game, options, set: None, players, shuffle, settled: Settled::Shuffled }).expect("it begins")
}

/// Plays at random, until the game is over or this many plies are played.
fn play(game: &mut dyn AnyGame, plies: usize) {
    let mut dice = TestDice::new(5);
    while game.plies() < plies {
        if game.draw().is_some() {
            continue;
        }
        let (count, moves) = game.legal_moves(usize::MAX);
        if count == 0 {
            break;
        }
        let mv = moves[dice.below(count as u32) as usize].0.clone();
        game.play(&mv).expect("it is legal");
    }
}

/// Width and height of a PNG, as its first chunk says.
fn size_of(png: &[u8]) -> [u32; 2] {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png[12..16] == *b"IHDR");
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

#[test]
fn every_game_has_a_preview_for_every_number_of_players() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("previews");
    fs::create_dir_all(&folder).unwrap();
    for game in GameId::ALL {
        for (number, options) in samples(game).iter().enumerate() {
            let mut finished = new_game(game, options);
            play(&mut *finished, usize::MAX);
            let preview = Preview::of(&*finished);
            let sides = finished.sides();
            let sides: BTreeSet<_> = sides.as_slice().iter().collect();
            assert_eq!(preview.plaques.len(), sides.len(), "{} {options:?}", game.name());
            assert!(preview.plaques[0].winner && preview.plaques.iter().all(|plaque| plaque.points.is_some() && !plaque.turn));
            let png = preview.png();
            assert_eq!(size_of(&png), SIZE);
            // Messengers refuse large pictures.
            assert!(png.len() < 600_000, "{} {options:?}: {} bytes", game.name(), png.len());
            fs::write(folder.join(format!("{}-{number}.png", game.name())), &png).unwrap();
            // The same game gives the same picture, however it was opened.
            if number == 0 {
                let again = open(&finished.record()).unwrap();
                assert!(Preview::of(&*again).png() == png, "{}: another picture of the same game", game.name());
            }
        }
    }
}

#[test]
fn the_plaques_of_a_game_that_is_on_say_whose_turn_it_is() {
    for game in GameId::ALL {
        let mut begun = new_game(game, &samples(game)[0]);
        let before = Preview::of(&*begun);
        assert!(before.plaques.iter().all(|plaque| plaque.points.is_none() && !plaque.winner));
        play(&mut *begun, 12);
        let after = Preview::of(&*begun);
        assert!(after.plaques.iter().all(|plaque| plaque.points.is_some() && !plaque.winner));
        assert!(after.plaques.iter().filter(|plaque| plaque.turn).count() <= 1);
        // A game may end before the position does: somebody resigns.
        let mut ended = after.clone();
        let seats = begun.sides().len();
        let places: Vec<u8> = (1..=seats as u8).rev().collect();
        ended.end(&places, &vec![7; seats]);
        assert!(ended.plaques[0].winner && ended.plaques.iter().all(|plaque| plaque.points == Some(7) && !plaque.turn));
        assert_eq!(ended.plaques[0].emblems, after.plaques[seats - 1].emblems);
        // A table with nothing on it has a picture too.
        assert_eq!(size_of(&before.png()), SIZE);
    }
}

#[test]
fn a_team_has_one_plaque_with_all_its_emblems_and_points() {
    for game in GameId::ALL {
        let is_team = |options: &&Options| {
            let sides = new_game(game, options).sides();
            sides.as_slice().iter().collect::<BTreeSet<_>>().len() < sides.len()
        };
        let samples = samples(game);
        let Some(options) = samples.iter().find(is_team) else { continue };
        let mut finished = new_game(game, options);
        play(&mut *finished, usize::MAX);
        let preview = Preview::of(&*finished);
        assert!(preview.plaques.iter().all(|plaque| plaque.emblems.len() > 1));
        let total: i32 = preview.plaques.iter().filter_map(|plaque| plaque.points).sum();
        assert_eq!(total, finished.outcome().score.as_slice().iter().sum::<i32>());
    }
}
