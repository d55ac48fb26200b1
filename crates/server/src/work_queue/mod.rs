//! The work queue: jobs that workers lease, do and complete.
//!
//! A lease belongs to one worker. If the worker falls silent, the queue leases the job to another one. So a job may be
//! done twice, and every job is idempotent.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the jobs, the trait `JobQueue`, leases |
//! | `local.rs` | a queue in memory, for a single server |
//! | `nats.rs` | a queue in NATS, for workers on several machines |
//! | `jetstream.rs` | the queue of bytes in NATS JetStream below it, which tournaments use too |

pub mod jetstream;
pub mod local;
pub mod nats;

use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tablee_core::{Text, text};

use crate::causes::nats_detail;
use crate::cores::Payer;

/// After how long without a renewal a lease ends, and the job goes to another worker.
pub const LEASE_TIMEOUT: Duration = Duration::from_secs(3);

/// A job for a worker. It may be done twice, if a worker or the queue dies at the wrong moment, so it must be
/// idempotent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Job {
    /// A bot is to move.
    Think {
        /// The id of the table where the bot plays.
        table: String,
        /// The version of the last ply. The move is dropped if there is a later one.
        played: u32,
        /// Who the thinking time is counted for.
        #[serde(flatten)]
        payer: Payer,
        /// The game and the bot, such as `kumata level3`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        kind: String,
        /// The node that waits for it, in a cluster: it is notified of the move, and notifies the others.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        node: String,
    },
    /// A game is over, and is to be rated.
    Rate {
        /// The id of the table.
        table: String,
        /// The node that waits for it, in a cluster.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        node: String,
    },
    /// A finished game is to be analysed, move by move.
    Analyse {
        /// The id of the table.
        table: String,
        /// Who the thinking time is counted for.
        #[serde(flatten)]
        payer: Payer,
        /// Whether a player of the game asks. Such analyses come first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_player: bool,
    },
}

impl Job {
    /// The analysis of a game. Requests of different people for the same game are one job.
    pub fn analyse(table: &str) -> Job {
        Job::Analyse { table: table.to_owned(), payer: Payer::default(), by_player: false }
    }

    /// Jobs with the same id are the same job. Who asks, and where, makes no difference.
    pub fn id(&self) -> String {
        let mut job = self.clone();
        match &mut job {
            Job::Think { payer, node, .. } => (*payer, *node) = (Payer::default(), String::new()),
            Job::Rate { node, .. } => node.clear(),
            Job::Analyse { payer, by_player, .. } => (*payer, *by_player) = (Payer::default(), false),
        }
        job.encode()
    }

    /// The job in JSON.
    fn encode(&self) -> String {
        serde_json::to_string(self).expect("jobs can be written as JSON")
    }
}

/// A queue of jobs. A job is leased to one worker at a time, and stays in the queue until it is completed.
#[async_trait]
pub trait JobQueue: Send + Sync + 'static {
    /// Adds a job. If the same job is in the queue, or was added within the last seconds, nothing changes.
    async fn push(&self, job: &Job) -> Result<(), QueueError>;

    /// Whether a job is in the queue, waiting or leased.
    async fn contains(&self, job: &Job) -> Result<bool, QueueError>;

    /// The number of jobs in the queue, waiting and leased.
    async fn count(&self) -> Result<u64, QueueError>;

    /// Leases the next job. Waits for one, and for the end of an outage of the queue.
    async fn lease(&self) -> Result<LeasedJob, QueueError>;
}

/// Why a job cannot be added, leased or completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueueError {
    /// An outage of the queue.
    Unavailable(String),
    /// The queue is full.
    Full,
}

impl From<QueueError> for Text {
    fn from(error: QueueError) -> Text {
        match error {
            QueueError::Unavailable(why) => {
                let Text { en, fr } = nats_detail(&why);
                text!("the work queue cannot be reached: {en}", "la file de travail est injoignable : {fr}")
            }
            QueueError::Full => text!("the work queue is full", "la file de travail est pleine"),
        }
    }
}

/// A job with its lease, which is renewed while this value lives. If it is dropped, as by a panic, the job is leased
/// again after [`LEASE_TIMEOUT`].
#[derive(Debug)]
#[must_use = "a job that is dropped is leased again"]
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
    /// Completes the job: the queue removes it.
    ///
    /// # Errors
    /// If the queue does not confirm it. The job may be leased again then.
    pub async fn complete(self) -> Result<(), QueueError> {
        match self.lease {
            Lease::Local(lease) => lease.complete(),
            Lease::Nats(lease) => lease.complete().await?,
        }
        Ok(())
    }

    /// Returns the job, to be retried after a while.
    ///
    /// # Errors
    /// If the queue does not confirm it. The job may be leased earlier then.
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
        let payer = |address: &str, person: &str| Payer { address: address.to_owned(), person: person.to_owned() };
        let think = |payer, kind: &str| {
            let (table, kind) = ("abc".to_owned(), kind.to_owned());
            Job::Think { table, played: 7, payer, kind, node: String::new() }
        };
        let jobs = [
            (think(Payer::default(), ""), r#"{"do":"think","table":"abc","played":7}"#),
            (
                think(payer("x", "p"), "kumata level3"),
                r#"{"do":"think","table":"abc","played":7,"address":"x","person":"p","kind":"kumata level3"}"#,
            ),
            (Job::Rate { table: "abc".to_owned(), node: String::new() }, r#"{"do":"rate","table":"abc"}"#),
            (Job::analyse("abc"), r#"{"do":"analyse","table":"abc"}"#),
            (
                Job::Analyse { table: "abc".to_owned(), payer: payer("x", "p"), by_player: true },
                r#"{"do":"analyse","table":"abc","address":"x","person":"p","by_player":true}"#,
            ),
        ];
        assert_eq!(jobs[4].0.id(), jobs[3].0.id(), "requests of different people are one analysis");
        assert_ne!(jobs[0].0.id(), jobs[1].0.id());
        let of_node = |payer| {
            let (table, kind) = ("abc".to_owned(), "kumata level3".to_owned());
            Job::Think { table, played: 7, payer, kind, node: "n".to_owned() }
        };
        assert_eq!(of_node(payer("y", "p")).id(), jobs[1].0.id(), "two nodes push the same job");
        let written = r#"{"do":"think","table":"abc","played":7,"kind":"kumata level3","node":"n"}"#;
        assert_eq!(serde_json::to_string(&of_node(Payer::default())).unwrap(), written);
        for (job, written) in jobs {
            assert_eq!(serde_json::to_string(&job).unwrap(), written);
            assert_eq!(serde_json::from_str::<Job>(written).unwrap(), job);
        }
    }
}
