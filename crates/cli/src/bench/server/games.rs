//! Games prepared beforehand, so that loading costs little.

use tablee_bots::FastDice;
use tablee_core::{Dice, Game, Position, Setup, Turn};
use tablee_games::options::{complete, house_set};
use tablee_games::{GameId, with_game};

/// The game that is played.
pub const GAME: &str = "rumis";

/// A game: for each ply the seat and the command that plays it, but for the version, which is not known before.
pub type Script = Vec<(usize, String)>;

/// Random games for two, nothing of which depends on chance.
pub fn prepare(count: usize) -> Vec<Script> {
    let game = GameId::from_name(GAME).expect("it is one of ours");
    with_game!(game, G => (0..count).map(|seed| random_game::<G>(seed as u64)).collect())
}

fn random_game<G: Game>(seed: u64) -> Script {
    let options = complete::<G>(&Default::default(), house_set::<G>()).expect("the defaults are options");
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
