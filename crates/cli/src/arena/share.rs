//! What is said between who hands out the games of a run (`hand_out.rs`) and who plays them (`worker.rs`), over NATS.
//!
//! A piece of work is a deal. It waits in a queue, goes to one worker, and comes again if that worker is gone. The worker asks the run
//! whether it is still wanted, plays it, and only lets go of it once the run has said that it kept the games.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The queue of deals: the stream is `tablee_arena`.
pub const QUEUE: &str = "arena";

/// A piece of work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// The run that wants it.
    pub run: String,
    /// What is to be played.
    pub deal: u32,
}

/// What a worker says to a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "lowercase")]
pub enum Question {
    /// What are you about?
    About,
    /// I have this deal: which of its games do you want?
    Begin { deal: u32 },
    /// These games were played, each as a line of the journal has it.
    Played { games: Vec<Value> },
}

/// What the run answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "lowercase")]
pub enum Answer {
    /// The settings as a journal has them, and the set of the game.
    About { settings: Value, set: String },
    /// The games of the deal that are wanted, if any.
    Play { rotations: Vec<u32> },
    /// They are written down.
    Kept,
}

/// Where a run listens.
pub fn subject(run: &str) -> String {
    format!("tablee.arena-run.{run}")
}

/// As it is sent.
pub fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("what is said has a form in JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_said_is_read_as_it_is_written() {
        let asked = [Question::About, Question::Begin { deal: 7 }, Question::Played { games: vec![Value::Null] }];
        for question in asked {
            assert_eq!(serde_json::from_slice::<Question>(&write(&question)).unwrap(), question);
        }
        let about = Answer::About { settings: Value::Null, set: "a set".to_owned() };
        for answer in [about, Answer::Play { rotations: vec![0, 1] }, Answer::Kept] {
            assert_eq!(serde_json::from_slice::<Answer>(&write(&answer)).unwrap(), answer);
        }
    }
}
