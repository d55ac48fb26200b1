//! The bots at the table, our own and external engines.

use std::num::NonZero;
use std::thread;

use tablee_bots::{BotSpec, Choice, FastDice, Stop, reasons};
use tablee_core::game::MoveOf;
use tablee_core::{Dice, Game, Knowledge, Scenic, Seat, Setup, Text};
use tablee_games::shuffle::FairDice;
use tablee_games::{GameInProgress, Player};

use crate::bot_names::{read_bot, suggestion};
use crate::engine::{ENGINE, ExternalEngine};

/// The default bot: easy to beat.
pub const GENTLE: &str = "level3";

/// How many seconds an external engine has for a move.
const ENGINE_SECONDS: f64 = 5.0;

/// Whether a name at the table is a bot's; people may have any other.
///
/// # Errors
/// If it looks like a bot's name but is none: a typo must not become a person.
pub fn is_bot_name<P: Knowledge>(name: &str) -> Result<bool, Text> {
    let level = name.strip_prefix("level").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    // `levl3` is not a person, but `Max` may be one.
    let mistyped = name.contains(|letter: char| letter.is_ascii_digit() || letter == ':') && suggestion::<P>(name).is_some();
    let looks_like_one = level || mistyped || ["search:", "uct:"].iter().any(|start| name.starts_with(start));
    match read_bot::<P>(name) {
        Err(problem) if looks_like_one => Err(problem),
        known => Ok(known.is_ok() || name.starts_with(ENGINE)),
    }
}

/// Starts each external engine once, so that one that cannot start is refused before the shuffle is announced.
///
/// # Errors
/// If an engine does not start.
pub fn check_engines<G: Game>(players: &[Player], options: &G::Options) -> Result<(), Text> {
    // Any setup will do.
    let setup = G::Setup::random(options, &mut FastDice::new(0)).write(options);
    for player in players {
        if let Player::Bot(name) = player
            && let Some(command) = name.strip_prefix(ENGINE)
        {
            ExternalEngine::<G>::start(command, ENGINE_SECONDS, options, &setup)?;
        }
    }
    Ok(())
}

/// The bots of a game by seat; none where a person sits.
pub struct Bots<G: Game> {
    seats: Vec<Option<Box<dyn tablee_bots::Bot<G::Position>>>>,
    dice: FairDice,
}

impl<G: Scenic<Position: Knowledge>> Bots<G> {
    /// Seats the bots of a game, and shows them what has been played.
    ///
    /// # Errors
    /// If there is no such bot, or an engine does not start.
    pub fn seat(game: &GameInProgress<G>, mut dice: FairDice) -> Result<Bots<G>, Text> {
        let mut seats = Vec::new();
        for player in game.players() {
            seats.push(match player {
                Player::Human(_) => None,
                Player::Bot(name) => Some(bot_named::<G>(name, game, &mut dice)?),
            });
        }
        let mut bots = Bots { seats, dice };
        for (mv, before) in game.past() {
            bots.saw(before, mv);
        }
        Ok(bots)
    }

    /// Seats the same bots again: after an undo.
    ///
    /// # Errors
    /// If an engine does not start any more.
    pub fn seat_again(&mut self, game: &GameInProgress<G>) -> Result<(), Text> {
        *self = Bots::seat(game, self.dice.clone())?;
        Ok(())
    }

    /// Lets the bot of a seat choose.
    ///
    /// # Errors
    /// If it is an engine that fails.
    pub fn choose(&mut self, seat: Seat, position: &G::Position) -> Option<Result<Choice<MoveOf<G>>, Text>> {
        self.seats[seat.number()].as_mut().map(|bot| bot.choose(position, &Stop::new()))
    }

    /// Shows the bots a ply that was played.
    pub fn saw(&mut self, before: &G::Position, mv: MoveOf<G>) {
        for bot in self.seats.iter_mut().flatten() {
            bot.saw(before, mv);
        }
    }

    /// A good move for the seat to move, and why.
    ///
    /// # Errors
    /// If no seat is to move.
    pub fn hint(position: &G::Position) -> Result<(MoveOf<G>, Vec<reasons::Reason>), Text> {
        // The second-strongest level counts playouts: good enough, quick, and the same hint when asked again.
        let levels = G::Position::LEVELS;
        let mut bot = tablee_bots::bot_of_level::<G::Position>(levels[levels.len().saturating_sub(2)], 1, NonZero::<usize>::MIN);
        let choice = bot.choose(position, &Stop::new())?;
        Ok((choice.mv, reasons::reasons(position, choice.mv, G::gains, choice.evaluation.as_ref())))
    }
}

fn bot_named<G: Game<Position: Knowledge>>(
    name: &str,
    game: &GameInProgress<G>,
    dice: &mut FairDice,
) -> Result<Box<dyn tablee_bots::Bot<G::Position>>, Text> {
    if let Some(command) = name.strip_prefix(ENGINE) {
        return Ok(Box::new(ExternalEngine::<G>::start(
            command,
            ENGINE_SECONDS,
            game.options(),
            &game.setup().write(game.options()),
        )?));
    }
    let seed = u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
    let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    BotSpec::read_seated::<G::Position>(name)?.bot(seed, threads)
}
