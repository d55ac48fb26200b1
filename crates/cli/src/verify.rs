//! `tablee verify`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};

use clap::ArgMatches;
use serde_json::{Value, json};
use tablee_core::data::{DataError, Item};
use tablee_core::{Game, Lang, Text, text};
use tablee_games::lines::FILE_LIMIT;
use tablee_games::record::{self, Proof, ShuffleProof};
use tablee_games::trace::{self, TraceProof, Verdict, outcome_to_json};
use tablee_games::with_game;

use crate::failure::Failure;
use crate::request::read_text_file;
use crate::show::print_line;

/// What a file turned out to be, and what of it holds.
enum Finding {
    Record(Proof),
    Trace(TraceProof),
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = matches.get_one::<String>("file").expect("clap asks for a file").as_str();
    let set = matches.get_one::<String>("set").map(|path| read_text_file(path)).transpose()?;
    let input: Box<dyn Read> = match path {
        "-" => Box::new(stdin()),
        _ => Box::new(File::open(path).map_err(|error| Failure::file(path, &error))?),
    };
    let finding = examine(BufReader::new(input), set.as_deref()).map_err(|error| Failure::file(path, &error))?;
    if matches.get_flag("json") {
        print_line(report_json(&finding, lang))?;
    } else if let Ok(finding) = &finding {
        print_line(report(finding).after(path).say(lang))?;
    }
    match finding {
        Ok(_) => Ok(()),
        Err(Verdict::Unreadable(error)) => Err(Failure::Usage(error.text().after(path))),
        Err(Verdict::Differs(error)) => Err(Failure::Wrong(error.text().after(path))),
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
            text!(
                "this trace agrees with our rules: {games} {one_en}, {plies} plies",
                "cette trace s'accorde avec nos règles : {games} {one_fr}, {plies} coups"
            )
        }
        Finding::Record(Proof { game, plies, outcome, shuffle }) => {
            let end = match outcome {
                Some(outcome) => {
                    let score = outcome.score;
                    text!("the final count is {score:?}", "le décompte final est {score:?}")
                }
                None => text!("the game is not over", "la partie n'est pas finie"),
            };
            let draws = match shuffle {
                ShuffleProof::Proven => text!("the shuffle is proven", "le mélange est prouvé"),
                ShuffleProof::NotRevealed => {
                    text!("the seed of the shuffle is not revealed yet", "la graine du mélange n'est pas encore révélée")
                }
                ShuffleProof::Entered if !with_game!(*game, G => G::CHANCE) => {
                    text!("nothing is drawn in this game", "rien n'est tiré au sort dans ce jeu")
                }
                ShuffleProof::Entered => {
                    text!("the draws were entered by the players", "les pioches ont été saisies par les joueurs")
                }
            };
            let (end_en, end_fr, draws_en, draws_fr) = (end.en, end.fr, draws.en, draws.fr);
            text!(
                "a record of {game}: all {plies} plies are legal; {end_en}; {draws_en}",
                "une partie de {game} : les {plies} coups sont permis ; {end_fr} ; {draws_fr}"
            )
        }
    }
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
            "shuffle": match proof.shuffle {
                ShuffleProof::Proven => "proven",
                ShuffleProof::NotRevealed => "not revealed",
                ShuffleProof::Entered => "entered",
            },
        }),
        Err(Verdict::Unreadable(error)) => refused(false, error),
        Err(Verdict::Differs(error)) => refused(true, error),
    }
}
