//! Random games as JSON lines, to compare our rules with other implementations. `docs/trace.md` specifies the format.

mod verify;

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use tablee_core::{Dice, Fact, Facts, Game, Outcome, Play, Position, Setup, Turn};

use crate::game_in_progress::spelled_moves;
use crate::options::{all_values, to_json};
use crate::shuffle::{Bytes32, FairDice};

pub use verify::{TraceProof, VerifyError, verify};

/// The version of the format.
pub const VERSION: u64 = 1;

/// The dice of the n-th game of a run with this seed.
pub fn dice(seed: &str, game: u64) -> FairDice {
    FairDice::new(&Bytes32::from_words(&format!("tablee trace {seed} {game}")), &[])
}

/// Plays a game with uniformly random moves, and writes its trace.
///
/// # Errors
/// If writing fails.
pub fn write<G: Game>(options: &G::Options, dice: &mut FairDice, out: &mut impl Write) -> io::Result<()> {
    let setup = G::Setup::random(options, dice);
    let mut position = G::start(options, &setup);
    write_line(out, &header::<G>(options, &setup))?;
    for ply in 0.. {
        let legal = spelled_moves::<G>(&position);
        if legal.is_empty() {
            break;
        }
        let (spelling, mv) = &legal[dice.below(legal.len() as u32) as usize];
        write_line(
            out,
            &json!({
                "ply": ply,
                "turn": turn_to_json(position.turn()),
                "legal": legal.iter().map(|(spelling, _)| spelling.as_str()).collect::<Vec<_>>(),
                "play": spelling,
                "score": position.score().as_slice(),
            }),
        )?;
        position.play_unchecked(*mv);
    }
    write_line(out, &json!({ "outcome": outcome_to_json(&position.outcome()) }))
}

fn write_line(out: &mut impl Write, line: &Value) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

fn header<G: Game>(options: &G::Options, setup: &G::Setup) -> Value {
    json!({
        "trace": VERSION,
        "game": G::ID,
        "options": to_json(&all_values::<G>(options)),
        "setup": facts_to_json(&setup.facts(options)),
    })
}

fn turn_to_json(turn: Turn) -> Value {
    match turn {
        Turn::Seat(seat) => Value::from(seat.number()),
        Turn::Chance => Value::from("chance"),
        Turn::Over => Value::from("over"),
    }
}

/// The outcome as JSON. Version 1 of the format calls the lists `score` and `place`.
fn outcome_to_json(outcome: &Outcome) -> Value {
    json!({ "score": outcome.score.as_slice(), "place": outcome.place.as_slice() })
}

fn facts_to_json(facts: &Facts) -> Value {
    let fact = |fact: &Fact| match fact {
        Fact::Text(text) => Value::from(text.as_str()),
        Fact::Number(number) => Value::from(*number),
    };
    let list = |list: &Vec<(String, Fact)>| Value::Object(list.iter().map(|(name, value)| (name.clone(), fact(value))).collect());
    Value::Object(facts.iter().map(|(name, facts)| (name.clone(), list(facts))).collect())
}

fn facts_from_json(json: &Map<String, Value>) -> Option<Facts> {
    let fact = |value: &Value| match value {
        Value::String(text) => Some(Fact::Text(text.clone())),
        Value::Number(number) => number.as_i64().map(Fact::Number),
        _ => None,
    };
    let list = |value: &Value| -> Option<Vec<(String, Fact)>> {
        value.as_object()?.iter().map(|(name, value)| Some((name.clone(), fact(value)?))).collect()
    };
    json.iter().map(|(name, value)| Some((name.clone(), list(value)?))).collect()
}
