//! The bots in all four games.

use tablee_bots::{Bot, Budget, FastDice, Greedy, Search, Stop, bot_of_level};
use tablee_core::contract::sample_options;
use tablee_core::{Game, Knowledge, Play, Position, Setup, Turn};
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{GameId, GameInProgress, Settled, with_game};

/// Games of each player with each sample of options: some two thousand in all.
const GAMES: u64 = 20;

/// Plays a game with one player in all seats; every move is checked.
fn play_whole_game<G: Game>(options: &G::Options, player: &mut dyn Bot<G::Position>, seed: u64) {
    let mut dice = FastDice::new(seed);
    let setup = G::Setup::random(options, &mut dice);
    let mut position = G::start(options, &setup);
    loop {
        let mv = match position.turn() {
            Turn::Over => return,
            Turn::Chance => position.pick(&mut dice, &mut Vec::new()).expect("something can be drawn"),
            Turn::Seat(_) => player.choose(&position, &Stop::new()).expect("a seat is to move").mv,
        };
        let spelling = G::write_move(&position, mv);
        position.play(mv).unwrap_or_else(|illegal| panic!("{spelling} is not legal: {illegal}\n{position:?}"));
    }
}

fn every_option<G: Game<Position: Knowledge>>() {
    for values in G::samples() {
        let options = sample_options::<G>(&values);
        for seed in 0..GAMES {
            play_whole_game::<G>(&options, &mut Greedy(FastDice::new(seed)), seed);
            play_whole_game::<G>(&options, &mut Search::new(Budget::playouts(6), G::Position::STYLE, seed), seed);
        }
    }
}

#[test]
fn no_bot_ever_plays_an_illegal_move_of_kumata() {
    every_option::<tablee_games::kumata::Kumata>();
}

#[test]
fn no_bot_ever_plays_an_illegal_move_of_rumis() {
    every_option::<tablee_games::rumis::Rumis>();
}

#[test]
fn no_bot_ever_plays_an_illegal_move_of_dog_city() {
    every_option::<tablee_games::dogcity::DogCity>();
}

#[test]
fn no_bot_ever_plays_an_illegal_move_of_cuminos() {
    every_option::<tablee_games::cuminos::Cuminos>();
}

/// The levels that count playouts play whole games too; those that go by the clock are the same search.
#[test]
fn every_level_plays() {
    fn levels<G: Game<Position: Knowledge>>() {
        let options = sample_options::<G>(&G::samples()[0]);
        let levels = G::Position::LEVELS;
        assert!((5..=9).contains(&levels.len()), "{} has {} levels", G::ID, levels.len());
        // The strong ones take their time, and are the same search with more of it.
        for (number, level) in levels.iter().enumerate().take(5) {
            play_whole_game::<G>(&options, &mut *bot_of_level(*level, 1, std::num::NonZero::<usize>::MIN), number as u64);
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => levels::<G>());
    }
}

/// Ratings of people rest on these figures.
#[test]
fn the_strength_of_each_level_is_the_measured_one() {
    fn elos<G: Game<Position: Knowledge>>() -> Vec<u16> {
        G::Position::LEVELS.iter().map(|level| level.elo).collect()
    }
    let measured = include_str!("../../../../docs/strength.md");
    for game in GameId::ALL {
        let (name, elos) = with_game!(game, G => (G::NAME, elos::<G>()));
        let section = measured.split("\n### ").find(|section| section.starts_with(name)).expect("its levels were measured");
        // The last level was measured apart.
        for (number, elo) in elos.iter().enumerate().take(elos.len() - 1).skip(1) {
            let row = section.lines().find(|line| line.starts_with(&format!("| {} |", number + 1))).expect("a row");
            assert!(row.contains(&format!("| {elo} ±")), "{name}: {row}");
        }
        assert!(elos[0] == 0 && elos.is_sorted(), "{name}: {elos:?}");
    }
}

/// A shuffle knows what comes next; a bot must not. So it chooses the same at a table where the same was played, but
/// people draw.
#[test]
fn what_the_shuffle_will_draw_does_not_change_a_choice() {
    fn same_choice<G: Game<Position: Knowledge>>() {
        let options = sample_options::<G>(&G::samples()[0]);
        let players = vec![
            tablee_games::Player::Human("Anne".to_owned());
            G::start(&options, &G::Setup::random(&options, &mut FastDice::new(1))).seats()
        ];
        let shuffle = Shuffle::revealed(Bytes32::from_words("peek"), Vec::new());
        let mut dealt = GameInProgress::<G>::begin(options.clone(), players.clone(), Some(shuffle), Settled::Shuffled).unwrap();
        let mut entered = GameInProgress::<G>::begin(options, players, None, Settled::Laid(dealt.setup().clone())).unwrap();
        let mut greedy = Greedy(FastDice::new(3));
        for ply in 0..40 {
            let mv = match dealt.position().turn() {
                Turn::Over => break,
                Turn::Chance => dealt.draw().expect("the seed is known"),
                Turn::Seat(_) => {
                    let choose = |position: &G::Position| {
                        Search::new(Budget::playouts(60), G::Position::STYLE, ply).choose(position, &Stop::new()).unwrap()
                    };
                    assert_eq!(choose(dealt.position()), choose(entered.position()), "{} ply {ply}", G::ID);
                    let mv = greedy.choose(dealt.position(), &Stop::new()).unwrap().mv;
                    dealt.play(mv).unwrap();
                    mv
                }
            };
            entered.play(mv).unwrap();
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => if G::CHANCE { same_choice::<G>() });
    }
}
