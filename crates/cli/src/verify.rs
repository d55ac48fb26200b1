//! `tablee verify`: proves or refutes records and traces.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tablee_core::data::{DataError, Item};
use tablee_core::{Game, Lang, Outcome, Text, text};
use tablee_games::lines::FILE_LIMIT;
use tablee_games::record::{self, Proof};
use tablee_games::trace::{self, TraceProof, VerifyError};
use tablee_games::{DepartureReason, with_game};

use crate::arguments::{OutputFormat, output_format, output_format_from, path_argument};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::files::{is_standard_input, read_text_file, shown};
use crate::game_arguments::{set_file, set_path};
use crate::rows::RowWriter;
use crate::show::print_line;

const FILES: &str = "files";

/// The columns of `--csv`.
const COLUMNS: &[&str] =
    &["file", "ok", "kind", "game", "games", "plies", "scores", "places", "shuffle", "readable", "line", "problem", "ended_by"];

/// The arguments of `tablee verify`.
pub struct Verify {
    files: Vec<PathBuf>,
    set: Option<PathBuf>,
    format: OutputFormat,
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
                "Verify records and traces: every move, every draw and the final count",
                "Vérifier des parties enregistrées et des traces : chaque coup, chaque tirage, le décompte",
            ))
            .arg(path_argument(FILES, lang).num_args(1..).help(say(
                "records or traces; `-` is standard input",
                "des parties enregistrées ou des traces ; `-` est l’entrée standard",
            )))
            .arg(set_file(lang))
            .args(output_format(lang))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Verify, Failure> {
        Ok(Verify {
            files: matches.get_many(FILES).expect("a file is required").cloned().collect(),
            set: set_path(matches),
            format: output_format_from(matches),
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let set = self.set.as_deref().map(read_text_file).transpose()?;
        let mut rows = RowWriter::new(self.format, COLUMNS);
        let mut failures = Vec::new();
        for file in &self.files {
            match verify(file, set.as_deref(), rows.as_mut(), lang) {
                Ok(()) => (),
                Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
                Err(failure) => failures.push(failure),
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(Failure::Several(failures)) }
    }
}

/// Verifies one file, and reports it: in a row, or in a sentence.
fn verify(path: &Path, set: Option<&str>, rows: Option<&mut RowWriter>, lang: Lang) -> Result<(), Failure> {
    let input: Box<dyn Read> = if is_standard_input(path) {
        Box::new(stdin())
    } else {
        Box::new(File::open(path).map_err(|error| Failure::file(path, &error))?)
    };
    let finding = examine(BufReader::new(input), set).map_err(|error| Failure::file(path, &error))?;
    let name = shown(path);
    match (rows, &finding) {
        (Some(rows), finding) => rows.write(&row(&name, finding, rows.format(), lang))?,
        (None, Ok(finding)) => print_line(report(finding).after(&name).say(lang))?,
        (None, Err(_)) => (),
    }
    match finding {
        Ok(_) => Ok(()),
        Err(VerifyError::Unreadable(error)) => Err(Failure::Usage(error.text().after(&name))),
        Err(VerifyError::Differs(error)) => Err(Failure::CheckFailed(error.text().after(&name))),
    }
}

/// A trace is JSON, so it begins with a brace; everything else should be a record.
fn examine(mut input: impl BufRead, set: Option<&str>) -> std::io::Result<Result<Finding, VerifyError>> {
    let start = input.fill_buf()?;
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    if start.trim_ascii_start().starts_with(b"{") {
        return Ok(trace::verify(input, set)?.map(Finding::Trace));
    }
    let mut bytes = Vec::new();
    input.take(FILE_LIMIT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(match record::read(&bytes) {
        Ok(mut record) => {
            // The designer's own set, which does not travel in the record.
            if let (None, Some(set)) = (&record.set, set) {
                record.set = Some(Item { value: set.to_owned(), line: 1 });
            }
            record::prove(&record).map(Finding::Record).map_err(VerifyError::Differs)
        }
        Err(error) => Err(VerifyError::Unreadable(error)),
    })
}

fn report(finding: &Finding) -> Text {
    match finding {
        Finding::Trace(TraceProof { games, plies, draws }) => {
            let (one_en, one_fr) =
                (Lang::En.plural(*games as i64, "game", "games"), Lang::Fr.plural(*games as i64, "partie", "parties"));
            let Text { en, fr } = plies_in_words(*plies, *draws);
            text!(
                "the trace agrees with our rules: {games} {one_en}, {en}",
                "cette trace est conforme à nos règles : {games} {one_fr}, {fr}"
            )
        }
        Finding::Record(Proof { game, plies, draws, outcome, ended_by, shuffle }) => {
            let end = match outcome {
                Some(outcome) => final_count(outcome, *ended_by),
                None => text!("the game is not over", "la partie n’est pas finie"),
            };
            let name = with_game!(*game, G => G::NAME);
            let (shuffle, Text { en: played_en, fr: played_fr }) = (shuffle.text(), plies_in_words(*plies, *draws));
            let (end_en, end_fr, shuffle_en, shuffle_fr) = (end.en, end.fr, shuffle.en, shuffle.fr);
            let legal = match plies {
                0 => text!("", ""),
                1 => text!(", legal", ", permis"),
                _ => text!(", all legal", ", tous permis"),
            };
            let (legal_en, legal_fr) = (legal.en, legal.fr);
            text!(
                "a record of {name}: {played_en}{legal_en}; {end_en}. {shuffle_en}",
                "une partie de {name} : {played_fr}{legal_fr} ; {end_fr}. {shuffle_fr}"
            )
        }
    }
}

/// The result in words: by points, or, if players left, by place.
fn final_count(outcome: &Outcome, ended_by: Option<DepartureReason>) -> Text {
    let listed = |numbers: Vec<String>| (Lang::En.list(&numbers), Lang::Fr.list(&numbers));
    let (scores_en, scores_fr) = listed(outcome.score.iter().map(|(_, points)| points.to_string()).collect());
    let Some(why) = ended_by else {
        return text!("the final scores are {scores_en}", "les points sont {scores_fr}");
    };
    let (places_en, places_fr) = listed(outcome.place.iter().map(|(_, place)| place.to_string()).collect());
    let Text { en, fr } = why.ending();
    text!(
        "{en}, with the places {places_en} and the scores {scores_en}",
        "{fr}, avec les places {places_fr} et les points {scores_fr}"
    )
}

/// Moves and draws, each if there are any: "90 moves and 6 draws".
fn plies_in_words(plies: usize, draws: usize) -> Text {
    let moves = plies - draws;
    let counted = |lang: Lang| {
        let (one_move, moves_of) = lang.pick(("move", "moves"), ("coup", "coups"));
        let (one_draw, draws_of) = lang.pick(("draw", "draws"), ("tirage", "tirages"));
        let moves_said = format!("{moves} {}", lang.plural(moves as i64, one_move, moves_of));
        let draws_said = format!("{draws} {}", lang.plural(draws as i64, one_draw, draws_of));
        match (moves, draws) {
            (0, 0) => lang.pick("no moves yet", "aucun coup pour l’instant").to_owned(),
            (_, 0) => moves_said,
            (0, _) => draws_said,
            _ => lang.list(&[moves_said, draws_said]),
        }
    };
    Text { en: counted(Lang::En), fr: counted(Lang::Fr) }
}

fn outcome_to_json(outcome: &Outcome) -> Value {
    json!({ "scores": outcome.score.as_slice(), "places": outcome.place.as_slice() })
}

/// A file as a row. In CSV scores and places are separate columns.
fn row(file: &str, finding: &Result<Finding, VerifyError>, format: OutputFormat, lang: Lang) -> Value {
    let refused = |readable: bool, error: &DataError| json!({ "ok": false, "readable": readable, "line": error.line, "problem": error.problem.say(lang) });
    let mut row = match finding {
        Ok(Finding::Trace(proof)) => json!({ "ok": true, "kind": "trace", "games": proof.games, "plies": proof.plies }),
        Ok(Finding::Record(proof)) => json!({
            "ok": true,
            "kind": "record",
            "game": proof.game.name(),
            "plies": proof.plies,
            "outcome": proof.outcome.as_ref().map(outcome_to_json),
            "ended_by": proof.ended_by.map(DepartureReason::word),
            "shuffle": proof.shuffle,
        }),
        Err(VerifyError::Unreadable(error)) => refused(false, error),
        Err(VerifyError::Differs(error)) => refused(true, error),
    };
    row["file"] = file.into();
    if format == OutputFormat::Csv
        && let Some(outcome) = row["outcome"].as_object().cloned()
    {
        row.as_object_mut().expect("a row is an object").extend(outcome);
    }
    row
}
