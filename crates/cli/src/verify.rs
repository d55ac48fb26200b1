//! `tablee verify`: proves or refutes records and traces.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::PathBuf;

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tablee_core::data::{DataError, Item};
use tablee_core::{Lang, Text, text};
use tablee_games::lines::FILE_LIMIT;
use tablee_games::record::{self, Proof};
use tablee_games::trace::{self, TraceProof, Verdict, outcome_to_json};

use crate::arguments::{JSON, json as json_flag, path_argument, required};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::files::{is_standard_input, read_text_file, shown};
use crate::game_arguments::{set_file, set_path};
use crate::show::print_line;

const FILE: &str = "file";

/// The arguments.
pub struct Verify {
    file: PathBuf,
    set: Option<PathBuf>,
    json: bool,
}

/// A file that was verified.
enum Finding {
    Record(Proof),
    Trace(TraceProof),
}

impl CliCommand for Verify {
    const NAME: &'static str = "verify";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        command
            .about(say(
                "Verify a record or a trace: every move, every draw, the count",
                "Vérifier une partie enregistrée ou une trace : chaque coup, chaque tirage, le décompte",
            ))
            .arg(path_argument(FILE, lang).help(say(
                "a record or a trace; `-` is standard input",
                "une partie enregistrée ou une trace ; `-` est l’entrée standard",
            )))
            .arg(set_file(lang))
            .arg(json_flag(lang))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Verify, Failure> {
        Ok(Verify { file: required(matches, FILE), set: set_path(matches), json: matches.get_flag(JSON) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let path = &self.file;
        let set = self.set.as_deref().map(read_text_file).transpose()?;
        let input: Box<dyn Read> = if is_standard_input(path) {
            Box::new(stdin())
        } else {
            Box::new(File::open(path).map_err(|error| Failure::file(path, &error))?)
        };
        let finding = examine(BufReader::new(input), set.as_deref()).map_err(|error| Failure::file(path, &error))?;
        let name = shown(path);
        if self.json {
            print_line(report_json(&finding, lang))?;
        } else if let Ok(finding) = &finding {
            print_line(report(finding).after(&name).say(lang))?;
        }
        match finding {
            Ok(_) => Ok(()),
            Err(Verdict::Unreadable(error)) => Err(Failure::Usage(error.text().after(&name))),
            Err(Verdict::Differs(error)) => Err(Failure::CheckFailed(error.text().after(&name))),
        }
    }
}

/// A trace is JSON, so it begins with a brace; everything else should be a record.
fn examine(mut input: impl BufRead, set: Option<&str>) -> std::io::Result<Result<Finding, Verdict>> {
    let start = input.fill_buf()?;
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    if start.trim_ascii_start().starts_with(b"{") {
        return Ok(trace::verify(input, set)?.map(Finding::Trace));
    }
    let mut bytes = Vec::new();
    input.take(FILE_LIMIT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(match record::read(&bytes) {
        Ok(mut record) => {
            // A set of one's own that does not travel in the record.
            if let (None, Some(set)) = (&record.set, set) {
                record.set = Some(Item { value: set.to_owned(), line: 1 });
            }
            record::prove(&record).map(Finding::Record).map_err(Verdict::Differs)
        }
        Err(error) => Err(Verdict::Unreadable(error)),
    })
}

fn report(finding: &Finding) -> Text {
    match finding {
        Finding::Trace(TraceProof { games, plies }) => {
            let (one_en, one_fr) =
                (Lang::En.plural(*games as i64, "game", "games"), Lang::Fr.plural(*games as i64, "partie", "parties"));
            let (ply_en, ply_fr) = plies_in_words(*plies);
            text!(
                "the trace agrees with our rules: {games} {one_en}, {plies} {ply_en}",
                "cette trace s’accorde avec nos règles : {games} {one_fr}, {plies} {ply_fr}"
            )
        }
        Finding::Record(Proof { game, plies, outcome, shuffle }) => {
            let end = match outcome {
                Some(outcome) => {
                    let score = outcome.score;
                    text!("the final score is {score:?}", "les points sont {score:?}")
                }
                None => text!("the game is not over", "la partie n’est pas finie"),
            };
            let draws = shuffle.text();
            let (ply_en, ply_fr) = plies_in_words(*plies);
            let (end_en, end_fr, draws_en, draws_fr) = (end.en, end.fr, draws.en, draws.fr);
            text!(
                "a record of {game}: {plies} legal {ply_en}; {end_en}. {draws_en}",
                "une partie de {game} : {plies} {ply_fr}, tous permis ; {end_fr}. {draws_fr}"
            )
        }
    }
}

fn plies_in_words(plies: usize) -> (&'static str, &'static str) {
    (Lang::En.plural(plies as i64, "ply", "plies"), Lang::Fr.plural(plies as i64, "coup", "coups"))
}

fn report_json(finding: &Result<Finding, Verdict>, lang: Lang) -> Value {
    let refused = |readable: bool, error: &DataError| json!({ "ok": false, "readable": readable, "line": error.line, "problem": error.problem.say(lang) });
    match finding {
        Ok(Finding::Trace(proof)) => json!({ "ok": true, "kind": "trace", "games": proof.games, "plies": proof.plies }),
        Ok(Finding::Record(proof)) => json!({
            "ok": true,
            "kind": "record",
            "game": proof.game.name(),
            "plies": proof.plies,
            "outcome": proof.outcome.as_ref().map(outcome_to_json),
            "shuffle": proof.shuffle,
        }),
        Err(Verdict::Unreadable(error)) => refused(false, error),
        Err(Verdict::Differs(error)) => refused(true, error),
    }
}
