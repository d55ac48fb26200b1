//! Messages over NATS between a run (`hand_out.rs`) and its workers (`worker.rs`).
//!
//! A job is a deal. It waits in a queue, goes to one worker, and is delivered again if that worker is gone. The worker
//! asks the run whether the deal is still wanted, plays it, and completes it once the run has stored the games.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The queue of deals: the stream is `tablee_arena`.
pub const QUEUE: &str = "arena";

/// A job: one deal of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealJob {
    /// The run that wants it.
    pub run: String,
    /// The number of the deal.
    pub deal: u32,
}

/// A request of a worker to a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "lowercase")]
pub enum RunRequest {
    /// Asks for the settings and the set.
    About,
    /// The worker has this deal: which of its games are wanted?
    Begin { deal: u32 },
    /// These games were played, each as a line of the journal has it.
    Played { games: Vec<Value> },
}

/// The answer of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "lowercase")]
pub enum RunAnswer {
    /// The settings as a journal has them, and the set of the game.
    About {
        settings: Value,
        set: String,
    },
    /// The games of the deal that are wanted, if any.
    Play {
        rotations: Vec<u32>,
    },
    Kept,
}

/// The subject on which a run listens.
pub fn subject(run: &str) -> String {
    format!("tablee.arena-run.{run}")
}

/// A message in JSON.
pub fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("what is said has a form in JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_a_round_trip() {
        let asked = [RunRequest::About, RunRequest::Begin { deal: 7 }, RunRequest::Played { games: vec![Value::Null] }];
        for question in asked {
            assert_eq!(serde_json::from_slice::<RunRequest>(&write(&question)).unwrap(), question);
        }
        let about = RunAnswer::About { settings: Value::Null, set: "a set".to_owned() };
        for answer in [about, RunAnswer::Play { rotations: vec![0, 1] }, RunAnswer::Kept] {
            assert_eq!(serde_json::from_slice::<RunAnswer>(&write(&answer)).unwrap(), answer);
        }
    }
}
