//! Runs bots: at most as many think at once as there are cores, the others wait.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use tablee_core::{Text, text};
use tablee_thought::{Question, Stop, Thought, think};
use tokio::sync::Semaphore;

use crate::secrets;

/// The bots of this process.
#[derive(Clone, Debug)]
pub struct Bots {
    cores: Arc<Semaphore>,
    pace: Duration,
}

impl Bots {
    /// Bots that take at least this long per move.
    pub fn new(pace: Duration) -> Bots {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Bots { cores: Arc::new(Semaphore::new(cores)), pace }
    }

    /// Asks a bot about the position where a record ends.
    ///
    /// # Errors
    /// If the record is wrong, no seat is to move, or there is no such bot.
    pub async fn think(&self, record: String, bot: String) -> Result<Thought, Text> {
        let question = Question { bot, seed: secrets::random_u64(), with_reasons: false };
        self.on_a_core(move || think(&record, &question, &Stop::new())).await
    }

    /// Runs a computation on a blocking thread, as soon as a core is free.
    ///
    /// # Errors
    /// The error of the computation, or that it panicked.
    pub async fn on_a_core<T: Send + 'static>(
        &self,
        compute: impl FnOnce() -> Result<T, Text> + Send + 'static,
    ) -> Result<T, Text> {
        let _core = self.cores.acquire().await;
        let result = tokio::task::spawn_blocking(compute).await;
        result.unwrap_or_else(|_| Err(text!("the bot crashed", "le robot a rencontré une erreur")))
    }

    /// How long a bot takes at least per move, so that people can follow.
    pub fn pace(&self) -> Duration {
        self.pace
    }
}
