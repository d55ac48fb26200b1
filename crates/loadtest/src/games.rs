//! Random games prepared beforehand, so that generating load costs little.

use tablee_bots::FastDice;
use tablee_core::{Dice, Game, Position, Setup, Turn};
use tablee_games::options::{complete, standard_set};
use tablee_games::{GameId, with_game};

/// The id of the game that is played: Rumis, in which nothing depends on chance after the setup.
pub const GAME: &str = "rumis";

/// A game: the seat and the notation of each ply.
pub type Script = Vec<(usize, String)>;

/// Prepares random games for two.
pub fn prepare(count: usize) -> Vec<Script> {
    let game = GameId::from_name(GAME).expect("the game is in the catalogue");
    with_game!(game, G => (0..count).map(|seed| random_game::<G>(seed as u64)).collect())
}

fn random_game<G: Game>(seed: u64) -> Script {
    let options = complete::<G>(&Default::default(), standard_set::<G>()).expect("the defaults are valid");
    let mut dice = FastDice::new(seed);
    let mut position = G::start(&options, &G::Setup::random(&options, &mut dice));
    let (mut script, mut moves) = (Script::new(), Vec::new());
    while let Turn::Seat(seat) = position.turn() {
        position.moves(&mut moves);
        let mv = moves[dice.below(moves.len() as u32) as usize];
        script.push((seat.number(), G::write_move(&position, mv)));
        position.play_unchecked(mv);
    }
    script
}
