//! Traces: written as ever, and compared to the letter.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tablee_core::Game;
use tablee_games::kumata::Kumata;
use tablee_games::options::{complete, standard_set};
use tablee_games::trace::{VerifyError, dice, verify, write};
use tablee_games::{GameId, with_game};

fn trace_of<G: Game>(values: &tablee_core::OptionValues, seed: &str) -> String {
    let options = complete::<G>(values, standard_set::<G>()).unwrap();
    let mut out = Vec::new();
    write::<G>(&options, &mut dice(seed, 0), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn kumata() -> String {
    trace_of::<Kumata>(&Kumata::samples()[0], "a test")
}

/// One game of every sample, kept as text. A change of the rules that is meant is written with `cargo xtask golden`,
/// and read in the diff.
#[test]
fn golden_traces_do_not_change() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for game in GameId::ALL {
        with_game!(game, G => {
            for values in G::samples() {
                let name = values.iter().map(|(name, value)| format!("{name}-{value}")).collect::<Vec<_>>().join("-");
                let path = folder.join(format!("{game}-{name}.jsonl"));
                let trace = trace_of::<G>(&values, "golden");
                if std::env::var_os("TABLEE_GOLDEN").is_some() {
                    fs::write(&path, &trace).unwrap();
                }
                let golden = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}; see `cargo xtask golden`", path.display()));
                let differs = golden.lines().zip(trace.lines()).position(|(old, new)| old != new);
                assert_eq!(differs.map(|line| line + 1), None, "{} differs, first at this line", path.display());
                assert_eq!(golden.lines().count(), trace.lines().count(), "{} has another length", path.display());
                let proof = verify(golden.as_bytes(), None).unwrap().unwrap();
                assert_eq!((proof.games, proof.plies), (1, golden.lines().count() - 2));
            }
        });
    }
}

#[test]
fn a_trace_has_the_form_that_the_rules_give() {
    let text = kumata();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["trace"], 1);
    assert_eq!(
        lines[0]["options"].to_string(),
        r#"{"players":2,"clans":["hippos","crocodiles"],"layout":"square","teams":false,"youngest":[0,1],"set":"kumata-house-1"}"#
    );
    assert_eq!(lines[0]["setup"]["parcels"].as_object().unwrap().len(), 36);
    assert!(lines[0]["setup"]["tiles"]["a1"].is_u64());
    for (ply, line) in lines[1..lines.len() - 1].iter().enumerate() {
        assert_eq!(line["ply"], ply);
        let legal: Vec<_> = line["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert!(!legal.is_empty() && legal.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()));
        assert!(legal.contains(&line["play"].as_str().unwrap()));
        assert_eq!(line["score"].as_array().unwrap().len(), 2);
    }
    assert!(text.starts_with(r#"{"trace":1,"game":"kumata","options":{"#));
    assert!(text.lines().nth(1).unwrap().starts_with(r#"{"ply":0,"turn":"chance","legal":["+0-0","+1-0","#));
    assert!(text.lines().last().unwrap().starts_with(r#"{"outcome":{"score":["#));
}

#[test]
fn seeds_tell_games_apart() {
    let options = complete::<Kumata>(&Kumata::samples()[0], standard_set::<Kumata>()).unwrap();
    let game = |seed, number| {
        let mut out = Vec::new();
        write::<Kumata>(&options, &mut dice(seed, number), &mut out).unwrap();
        out
    };
    assert_eq!(game("1", 0), game("1", 0));
    assert_ne!(game("1", 0), game("1", 1));
    assert_ne!(game("1", 0), game("2", 0));
}

#[test]
fn several_games_in_one_file_are_all_compared() {
    let two = kumata() + "\n" + &trace_of::<Kumata>(&Kumata::samples()[4], "another");
    assert_eq!(verify(two.as_bytes(), None).unwrap().unwrap().games, 2);
}

/// What is said of a trace that was changed at one place, and whether it could be read at all.
fn changed(line: usize, change: impl FnOnce(&mut Value)) -> (bool, String) {
    let text = kumata();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut value = serde_json::from_str(&lines[line - 1]).unwrap();
    change(&mut value);
    lines[line - 1] = value.to_string();
    said(&lines.join("\n"))
}

fn said(text: &str) -> (bool, String) {
    match verify(text.as_bytes(), None).unwrap().expect_err("the trace should not be accepted") {
        VerifyError::Differs(error) => (true, error.to_string()),
        VerifyError::Unreadable(error) => (false, error.to_string()),
    }
}

#[test]
fn the_first_line_that_differs_is_named_and_how() {
    let differs = |line, expected: &str, change: &dyn Fn(&mut Value)| {
        let (readable, said) = changed(line, change);
        assert!(readable && said.starts_with(&format!("line {line}: {expected}")), "{said}");
    };
    differs(2, "ply: the trace has 7, our rules say 0", &|line| line["ply"] = 7.into());
    differs(2, "turn: the trace has 0, our rules say \"chance\"", &|line| line["turn"] = 0.into());
    differs(9, "score: the trace has [0,0], our rules say [", &|line| line["score"] = vec![0, 0].into());
    differs(2, "legal: +0-0 is missing (the trace has 14 moves, we have 15)", &|line| {
        drop(line["legal"].as_array_mut().unwrap().remove(0))
    });
    differs(2, "legal: \"+7-7\" is not a legal move by our rules", &|line| {
        line["legal"].as_array_mut().unwrap().push("+7-7".into())
    });
    differs(2, "legal: the moves are not in ascending byte order", &|line| line["legal"].as_array_mut().unwrap().swap(0, 1));
    differs(2, "play: \"3-2:c4d4\" is not legal: first", &|line| line["play"] = "3-2:c4d4".into());
    differs(2, "\"castles\" is not a move", &|line| line["play"] = "castles".into());
    let last = kumata().lines().count();
    differs(last, "outcome: the trace has ", &|line| line["outcome"]["score"][0] = 99.into());
    differs(5, "the game is not over here: ply 3 is due", &|line| *line = serde_json::json!({ "outcome": {} }));
    differs(last, "the game is over here, and the outcome is due", &|line| *line = serde_json::json!({ "ply": 99 }));
}

#[test]
fn what_is_no_trace_is_refused_with_the_line() {
    let refused = |line, expected: &str, change: &dyn Fn(&mut Value)| {
        let (readable, said) = changed(line, change);
        assert!(!readable && said.starts_with(&format!("line {line}: {expected}")), "{said}");
    };
    refused(1, "this trace is of version 2", &|line| line["trace"] = 2.into());
    refused(1, "there is no game \"chess\"", &|line| line["game"] = "chess".into());
    refused(1, "option players: \"5\" is not a number from 2 to 4", &|line| line["options"]["players"] = 5.into());
    refused(1, "the set \"mine\" is not available here", &|line| line["options"]["set"] = "mine".into());
    refused(1, "the setup has no tiles", &|line| drop(line["setup"].as_object_mut().unwrap().remove("tiles")));
    refused(1, "tiles: a1 cannot be", &|line| line["setup"]["tiles"]["a1"] = 12.into());
    refused(1, "parcels: a1 cannot be", &|line| line["setup"]["parcels"]["a1"] = "dragons 2".into());
    refused(1, "the parcels of tile", &|line| line["setup"]["parcels"] = swapped(&line["setup"]["parcels"]));
    refused(3, "this is not a JSON object", &|line| *line = 3.into());
    assert_eq!(said(""), (false, "line 1: this is not a trace".to_owned()));
    assert!(said("{\"trace\":1,").1.starts_with("line 1: this is not valid JSON"));
    let cut: String = kumata().lines().take(20).map(|line| format!("{line}\n")).collect();
    assert_eq!(said(&cut), (false, "line 20: the trace is cut off: ply 19 or the outcome is missing".to_owned()));
}

/// Every hippo a crocodile and the other way round.
fn swapped(parcels: &Value) -> Value {
    let text = parcels.to_string().replace("hippos", "HIPPOS").replace("crocodiles", "hippos").replace("HIPPOS", "crocodiles");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn other_spellings_of_a_played_move_are_accepted() {
    let text = kumata();
    let line = text.lines().position(|line| line.contains("\"turn\":0") && line.contains(":")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut value: Value = serde_json::from_str(&lines[line]).unwrap();
    value["play"] = value["play"].as_str().unwrap().to_uppercase().into();
    lines[line] = value.to_string();
    verify(lines.join("\n").as_bytes(), None).unwrap().unwrap();
}
