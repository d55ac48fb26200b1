//! Runs bots: at most as many think at once as there are cores, the others wait for their turn.

use std::num::NonZero;
use std::time::Duration;

use tablee_core::{Text, text};
use tablee_thought::{Question, Stop, Thought, think};

use crate::cores::{Core, CoreRequest, Cores};
use crate::secrets;

/// The bots of this process. Clones share its cores.
#[derive(Clone, Debug)]
pub struct Bots {
    cores: Cores,
    /// The analyses that run at once. Those of players come first, and each payer has a fair share.
    analyses: Cores,
    pace: Duration,
}

impl Bots {
    /// Bots that take at least this long per move.
    pub fn new(pace: Duration) -> Bots {
        let analyses = Cores::slots(std::thread::available_parallelism().map_or(1, NonZero::get));
        Bots { cores: Cores::default(), analyses, pace }
    }

    /// Waits until an analysis may begin. The next one begins when the value is dropped.
    pub async fn analysis_slot(&self, request: CoreRequest) -> Core {
        self.analyses.acquire(request).await
    }

    /// Waits for a core to think on.
    pub async fn core(&self, request: CoreRequest) -> Core {
        self.cores.acquire(request).await
    }

    /// Asks a bot about the position where a record ends.
    ///
    /// # Errors
    /// If the record is wrong, no seat is to move, or there is no such bot.
    pub async fn think(&self, core: Core, record: String, bot: String) -> Result<Thought, Text> {
        let question = Question { bot, seed: secrets::random_u64(), with_reasons: false };
        compute(core, move || think(&record, &question, &Stop::new())).await
    }

    /// How long a bot takes at least per move, so that people can follow.
    pub fn pace(&self) -> Duration {
        self.pace
    }
}

/// Runs a computation on a blocking thread. The core is free afterwards.
///
/// # Errors
/// The error of the computation, or that it panicked.
pub async fn compute<T: Send + 'static>(
    core: Core,
    compute: impl FnOnce() -> Result<T, Text> + Send + 'static,
) -> Result<T, Text> {
    let computed = tokio::task::spawn_blocking(move || {
        let computed = compute();
        drop(core);
        computed
    });
    computed.await.unwrap_or_else(|_| Err(text!("the bot crashed", "le robot a rencontré une erreur")))
}
