//! Work that is done elsewhere, or later: the queue of jobs.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the jobs, and what a queue of them does |
//! | `local.rs` | the queue of a server that is alone |
//! | `nats.rs` | the queue that workers on other machines share |
//! | `jetstream.rs` | any queue of work in NATS JetStream, for jobs and tournaments alike |

pub mod jetstream;
pub mod local;
pub mod nats;

use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tablee_core::{Text, text};

/// How soon work comes again if whoever lease it is gone.
pub const LEASE_TIMEOUT: Duration = Duration::from_secs(3);

/// Something to be done. It may be done twice, when a worker or the queue dies at the wrong moment, and must do no harm then.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Job {
    /// A bot is on turn.
    Think {
        /// At this table.
        table: String,
        /// After this version, the last that a move there must know of.
        played: u32,
    },
    /// A game is over, and changes the ratings.
    Rate {
        /// At this table.
        table: String,
    },
    /// A game is to be looked at, move by move.
    Analyse {
        /// At this table.
        table: String,
    },
}

/// A queue of jobs. Each is for one worker only, and is in the queue until it is done.
#[async_trait]
pub trait JobQueue: Send + Sync + 'static {
    /// Asks for something to be done. The same thing asked for again before it is done, or within some seconds, is done once.
    async fn push(&self, job: &Job) -> Result<(), QueueError>;

    /// The next job for who works; waits for one, and for the queue if that is away.
    async fn lease(&self) -> Result<LeasedJob, QueueError>;
}

/// Why a job cannot be asked for, taken or given back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueueError {
    /// The queue cannot be reached, or is broken.
    Unavailable(String),
    /// Too much waits already.
    Full,
}

impl From<QueueError> for Text {
    fn from(error: QueueError) -> Text {
        match error {
            QueueError::Unavailable(why) => {
                text!("the work queue cannot be reached: {why}", "la file de travail est injoignable : {why}")
            }
            QueueError::Full => text!("the work queue is full", "la file de travail est pleine"),
        }
    }
}

/// A job that is ours for as long as this lives. Dropped without a word, as by a panic, it comes again [soon](LEASE_TIMEOUT).
#[derive(Debug)]
#[must_use = "a job that is dropped comes again"]
pub struct LeasedJob {
    /// What is to be done.
    pub job: Job,
    lease: Lease,
}

#[derive(Debug)]
enum Lease {
    Local(local::Lease),
    Nats(Box<jetstream::Lease>),
}

impl LeasedJob {
    /// It is done, for good.
    ///
    /// # Errors
    /// If the queue did not hear of it: then it may come again.
    pub async fn complete(self) -> Result<(), QueueError> {
        match self.lease {
            Lease::Local(lease) => lease.complete(),
            Lease::Nats(lease) => lease.complete().await?,
        }
        Ok(())
    }

    /// It cannot be done now, and comes again after a while.
    ///
    /// # Errors
    /// If the queue did not hear of it: then it may come sooner.
    pub async fn retry_after(self, after: Duration) -> Result<(), QueueError> {
        match self.lease {
            Lease::Local(lease) => lease.retry_after(after),
            Lease::Nats(lease) => lease.retry_after(after).await?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_written_as_they_always_were() {
        let jobs = [
            (Job::Think { table: "abc".to_owned(), played: 7 }, r#"{"do":"think","table":"abc","played":7}"#),
            (Job::Rate { table: "abc".to_owned() }, r#"{"do":"rate","table":"abc"}"#),
            (Job::Analyse { table: "abc".to_owned() }, r#"{"do":"analyse","table":"abc"}"#),
        ];
        for (job, written) in jobs {
            assert_eq!(serde_json::to_string(&job).unwrap(), written);
            assert_eq!(serde_json::from_str::<Job>(written).unwrap(), job);
        }
    }
}
