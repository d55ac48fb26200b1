//! Bots at shared tables, and what they think of finished games: as many think at once as there are cores, the others wait.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use tablee_bots::{BotSpec, Stop};
use tablee_core::{Game, Knowledge, Text, text};
use tablee_games::record::{Record, replay};
use tablee_games::{read_record, with_game};
use tokio::sync::Semaphore;

use crate::secrets;

/// Where bots think.
#[derive(Clone, Debug)]
pub struct Bots {
    cores: Arc<Semaphore>,
    pace: Duration,
}

impl Bots {
    /// Bots that take at least so long for a move.
    pub fn new(pace: Duration) -> Bots {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Bots { cores: Arc::new(Semaphore::new(cores)), pace }
    }

    /// What a bot plays in the position where a record ends.
    ///
    /// # Errors
    /// If the record is not right, nobody is on turn, or there is no such bot.
    pub async fn think(&self, record: String, bot: String) -> Result<String, Text> {
        self.on_a_core(move || choose(&record, &bot, secrets::random_u64())).await
    }

    /// Thinks about something, as soon as a core is free.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub async fn on_a_core<T: Send + 'static>(
        &self,
        think: impl FnOnce() -> Result<T, Text> + Send + 'static,
    ) -> Result<T, Text> {
        let _core = self.cores.acquire().await;
        let thought = tokio::task::spawn_blocking(think).await;
        thought.unwrap_or_else(|_| Err(text!("the bot fell over", "le robot est tombé")))
    }

    /// How long a bot takes at least, so that people can follow.
    pub fn pace(&self) -> Duration {
        self.pace
    }
}

fn choose(record: &str, bot: &str, seed: u64) -> Result<String, Text> {
    let record = read_record(record)?;
    with_game!(record.game, G => choose_in::<G>(&record, bot, seed))
}

fn choose_in<G: Game<Position: Knowledge>>(record: &Record, bot: &str, seed: u64) -> Result<String, Text> {
    let game = replay::<G>(record).map_err(|error| error.problem)?;
    let position = game.position();
    // One core each: others are playing too.
    let mut bot = BotSpec::read_seated::<G::Position>(bot)?.bot::<G::Position>(seed, NonZero::<usize>::MIN)?;
    let choice = bot.choose(position, &Stop::new())?;
    Ok(G::write_move(position, choice.mv))
}
