//! Compares a trace of any program with our rules, and finds the first line that differs.

use std::io::{self, BufRead};
use std::sync::Arc;

use serde_json::{Map, Value};
use tablee_core::data::DataError;
use tablee_core::lang::quote;
use tablee_core::{Game, Play, Position, Setup, Text, Turn, text};

use super::{VERSION, facts_from_json, outcome_to_json, turn_to_json};
use crate::game_in_progress::{refusal, spelled_moves};
use crate::lines::Lines;
use crate::options::{complete, from_json, standard_set};
use crate::{GameId, with_game};

/// Why a trace is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// It is not a readable trace.
    Unreadable(DataError),
    /// It is readable, and differs from our rules.
    Differs(DataError),
}

/// What was checked in a trace file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TraceProof {
    /// The number of games.
    pub games: usize,
    /// The number of plies of all games.
    pub plies: usize,
    /// How many of them are draws.
    pub draws: usize,
}

/// Compares every line of a trace with our rules. The trace may have several games, one after the other. `set` is a set
/// file to use instead of the one that comes with the game.
///
/// # Errors
/// The outer error is of the stream itself; the inner one is the first line that differs, and how.
pub fn verify(input: impl BufRead, set: Option<&str>) -> io::Result<Result<TraceProof, VerifyError>> {
    let mut reader = Reader { lines: Lines::new(input), last: 1, proof: TraceProof::default() };
    loop {
        let header = match reader.next()? {
            Ok(Some(header)) => header,
            Ok(None) if reader.proof.games > 0 => return Ok(Ok(reader.proof)),
            Ok(None) => {
                return Ok(Err(VerifyError::Unreadable(reader.error(text!("this is not a trace", "ce n’est pas une trace")))));
            }
            Err(verdict) => return Ok(Err(verdict)),
        };
        let game = match read_game(&header) {
            Ok(game) => game,
            Err(problem) => return Ok(Err(VerifyError::Unreadable(reader.error(problem)))),
        };
        if let Err(verdict) = with_game!(game, G => reader.game::<G>(&header, set))? {
            return Ok(Err(verdict));
        }
    }
}

fn read_game(header: &Map<String, Value>) -> Result<GameId, Text> {
    let Some(version) = header.get("trace") else {
        return Err(text!("a trace begins with a line that has \"trace\"", "une trace commence par une ligne qui a « trace »"));
    };
    if version.as_u64() != Some(VERSION) {
        let version = shown(version);
        return Err(text!(
            "this trace is of version {version}, and only {VERSION} is known here",
            "cette trace est en version {version}, et seule la {VERSION} est connue ici"
        ));
    }
    GameId::read(header.get("game").and_then(Value::as_str).unwrap_or(""))
}

struct Reader<R> {
    lines: Lines<R>,
    last: usize,
    proof: TraceProof,
}

type Object = Map<String, Value>;

impl<R: BufRead> Reader<R> {
    fn error(&self, problem: Text) -> DataError {
        DataError { line: self.last, problem }
    }

    /// The next line, which must be a JSON object.
    fn next(&mut self) -> io::Result<Result<Option<Object>, VerifyError>> {
        let (line, content) = match self.lines.next_line()? {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(VerifyError::Unreadable(error))),
        };
        self.last = line;
        Ok(match serde_json::from_str(&content) {
            Ok(Value::Object(object)) => Ok(Some(object)),
            Ok(_) => Err(VerifyError::Unreadable(self.error(text!("this is not a JSON object", "ce n’est pas un objet JSON")))),
            Err(error) => {
                let column = error.column();
                let problem = text!("this is not valid JSON: {error}", "ce n’est pas du JSON valide (colonne {column})");
                Err(VerifyError::Unreadable(self.error(problem)))
            }
        })
    }

    /// One game, whose header has been read.
    fn game<G: Game>(&mut self, header: &Object, set: Option<&str>) -> io::Result<Result<(), VerifyError>> {
        let mut position = match start::<G>(header, set) {
            Ok(position) => position,
            Err(problem) => return Ok(Err(VerifyError::Unreadable(self.error(problem)))),
        };
        for ply in 0.. {
            let line = match self.next()? {
                Ok(Some(line)) => line,
                Ok(None) => {
                    let problem = text!(
                        "the trace is cut off: ply {ply} or the outcome is missing",
                        "la trace est coupée : il manque le coup ou tirage {ply}, ou l’issue"
                    );
                    return Ok(Err(VerifyError::Unreadable(self.error(problem))));
                }
                Err(verdict) => return Ok(Err(verdict)),
            };
            let (over, draw) = (position.is_over(), position.turn() == Turn::Chance);
            let compared = if over { compare_outcome(&line, &position) } else { compare_ply::<G>(&line, ply, &mut position) };
            if let Err(problem) = compared {
                return Ok(Err(VerifyError::Differs(self.error(problem))));
            }
            if over {
                break;
            }
            self.proof.plies += 1;
            self.proof.draws += usize::from(draw);
        }
        self.proof.games += 1;
        Ok(Ok(()))
    }
}

fn start<G: Game>(header: &Object, set: Option<&str>) -> Result<G::Position, Text> {
    let object = |key: &str| {
        header.get(key).and_then(Value::as_object).ok_or_else(|| {
            let key = quote(key);
            text!("{key} is missing or is not an object", "{key} manque ou n’est pas un objet")
        })
    };
    let set = match set {
        None => standard_set::<G>(),
        Some(source) => Arc::new(G::read_set(source).map_err(|error| error.text())?),
    };
    let options = complete::<G>(&from_json::<G>(object("options")?)?, set)?;
    let facts = facts_from_json(object("setup")?)
        .ok_or_else(|| text!("the setup is not lists of facts", "la mise en place n’est pas faite de listes de faits"))?;
    let setup = G::Setup::from_facts(&options, &facts)?;
    Ok(G::start(&options, &setup))
}

fn compare_ply<G: Game>(line: &Object, ply: usize, position: &mut G::Position) -> Result<(), Text> {
    if line.contains_key("outcome") {
        return Err(text!(
            "the game is not over here: ply {ply} is due",
            "la partie n’est pas finie ici : on attend le coup ou tirage {ply}"
        ));
    }
    compare(line, "ply", &Value::from(ply))?;
    compare(line, "turn", &turn_to_json(position.turn()))?;
    let legal: Vec<_> = spelled_moves::<G>(position).into_iter().map(|(spelling, _)| spelling).collect();
    compare_legal(line.get("legal"), &legal)?;
    compare(line, "score", &Value::from(position.score().as_slice()))?;
    let play = line.get("play").and_then(Value::as_str).ok_or_else(|| text!("\"play\" is missing", "« play » manque"))?;
    let mv = G::read_move(position, play)?;
    position.play(mv).map_err(|illegal| {
        let (play, Text { en, fr }) = (quote(play), refusal(&illegal));
        text!("play: {play} is not legal: {en}", "play : {play} n’est pas permis : {fr}")
    })
}

fn compare_outcome(line: &Object, position: &impl Position) -> Result<(), Text> {
    if !line.contains_key("outcome") {
        return Err(text!("the game is over here, and the outcome is due", "la partie est finie ici, et l’issue est attendue"));
    }
    compare(line, "outcome", &outcome_to_json(&position.outcome()))
}

fn compare(line: &Object, key: &str, ours: &Value) -> Result<(), Text> {
    let theirs = line.get(key).unwrap_or(&Value::Null);
    if theirs == ours {
        return Ok(());
    }
    let theirs = shown(theirs);
    Err(text!("{key}: the trace has {theirs}, our rules say {ours}", "{key} : la trace a {theirs}, nos règles disent {ours}"))
}

/// A value of a trace, shortened to fit in a sentence.
fn shown(value: &Value) -> String {
    let whole = value.to_string();
    if whole.len() > 120 { quote(&whole) } else { whole }
}

/// The first difference between two lists of moves: one too many, one missing, or the order.
fn compare_legal(theirs: Option<&Value>, ours: &[String]) -> Result<(), Text> {
    let theirs: Option<Vec<&str>> = theirs.and_then(Value::as_array).and_then(|list| list.iter().map(Value::as_str).collect());
    let Some(theirs) = theirs else {
        return Err(text!("\"legal\" is not a list of moves", "« legal » n’est pas une liste de coups"));
    };
    if theirs == ours {
        return Ok(());
    }
    let (count, our_count) = (theirs.len(), ours.len());
    if let Some(extra) = theirs.iter().find(|mv| ours.binary_search_by(|ours| ours.as_str().cmp(mv)).is_err()) {
        let extra = quote(extra);
        return Err(text!(
            "legal: {extra} is not a legal move by our rules (the trace has {count} moves, we have {our_count})",
            "legal : {extra} n’est pas un coup permis selon nos règles (la trace a {count} coups, nous {our_count})"
        ));
    }
    if let Some(missing) = ours.iter().find(|mv| !theirs.contains(&mv.as_str())) {
        return Err(text!(
            "legal: {missing} is missing (the trace has {count} moves, we have {our_count})",
            "legal : il manque {missing} (la trace a {count} coups, nous {our_count})"
        ));
    }
    Err(text!(
        "legal: the moves are not in ascending byte order, or one is listed twice",
        "legal : les coups ne sont pas en ordre croissant des octets, ou l’un figure deux fois"
    ))
}
