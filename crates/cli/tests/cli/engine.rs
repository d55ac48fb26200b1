//! The engine protocol, from both sides: `tablee bot`, and external engines at our tables.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::{Folder, Run, tablee};

/// The engine that comes with the project, as a command.
fn python_engine() -> String {
    format!("engine:python3 {}/../../examples/engine.py", env!("CARGO_MANIFEST_DIR"))
}

/// Says these lines to `tablee bot` and gives its answers: one for each command, with the lines before it.
fn bot(name: &str, commands: &[&str]) -> Vec<String> {
    let run: Run = tablee(&["bot", name], &(commands.join("\n") + "\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    let mut answers = vec![String::new()];
    for line in run.out.lines() {
        let answer = answers.last_mut().unwrap();
        answer.push_str(line);
        answer.push('\n');
        if line.starts_with(['=', '?']) {
            answers.push(String::new());
        }
    }
    assert_eq!(answers.pop().as_deref(), Some(""), "an answer has no end: {}", run.out);
    answers
}

#[test]
fn a_bot_introduces_itself_and_plays() {
    let answers = bot("level2", &["tablee 1", "game rumis", "option players 3", "turn", "go 0", "quit"]);
    assert_eq!(answers[..4], ["name Tablée level2\n= tablee 1\n", "=\n", "=\n", "= 0\n"]);
    let mv = answers[4].trim().strip_prefix("= ").expect("a move");
    let played = bot("level2", &["game rumis", "option players 3", &format!("play 0 {mv}"), "turn", "undo", "turn", "score"]);
    assert_eq!(played[2..], ["=\n", "= 1\n", "=\n", "= 0\n", "= -11 -11 -11\n"]);
}

#[test]
fn a_version_to_come_is_answered_with_ours() {
    assert_eq!(bot("random", &["tablee 7"]), ["name Tablée random\n= tablee 1\n"]);
    assert!(bot("random", &["tablee 0"])[0].starts_with("? "));
    assert!(bot("random", &["tablee"])[0].starts_with("? "));
}

#[test]
fn the_rules_can_be_left_to_it() {
    let answers = bot("random", &["game rumis", "moves", "board"]);
    assert!(answers[1].ends_with("= 687\n"), "{}", answers[1]);
    assert_eq!(answers[1].lines().filter(|line| line.starts_with("move ")).count(), 687);
    assert!(answers[2].lines().filter(|line| line.starts_with("board ")).count() > 8, "{}", answers[2]);
}

#[test]
fn a_search_says_what_it_expects_and_why() {
    let answers = bot("search:200", &["game rumis", "go 0", "why"]);
    assert!(answers[1].starts_with("info playouts 200 win 0."), "{}", answers[1]);
    assert!(answers[2].contains("reason yellow +") && answers[2].contains("reason expects yellow"), "{}", answers[2]);
}

/// What a bot answers first, with nothing else said meanwhile: the end of the input would stop its thinking.
fn first_choice(name: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablee"))
        .args(["bot", name])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"game rumis\ngo 0\n").unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let choice = lines.filter(|line| line.starts_with('=')).nth(1).expect("an answer to each of the two");
    drop(stdin);
    child.wait().unwrap();
    choice
}

#[test]
fn the_same_seed_plays_the_same() {
    let choice = first_choice("search:300");
    assert!(choice.len() > 2, "{choice}");
    assert_eq!(choice, first_choice("search:300"));
}

/// A search of an hour, of which only `stop` and the end of the input know better.
#[test]
fn stop_is_heard_while_it_thinks() {
    let answers = bot("search:3600s", &["game rumis", "go 0", "stop", "turn"]);
    assert!(answers[1].lines().last().is_some_and(|line| line.starts_with("= ")), "{answers:?}");
    assert_eq!(answers[2], "= 0\n");
    let answers = bot("search:3600s", &["game rumis", "go 0 seconds 0.05", "quit"]);
    assert_eq!(answers.len(), 3, "{answers:?}");
}

#[test]
fn invalid_commands_are_refused_and_change_nothing() {
    let answers = bot(
        "random",
        &[
            "moves",
            "game chess",
            "game rumis",
            "option players 9",
            "option colour red",
            "castle",
            "play 1 I2:a1.1,b1.1",
            "play 0 I2:z9.1,b1.1",
            "play 0",
            "undo",
            "go soon",
            "turn",
            "option players 3",
            "score",
        ],
    );
    let refused: Vec<_> = answers.iter().map(|answer| answer.starts_with("? ")).collect();
    let wanted = [true, true, false, true, true, true, true, true, true, true, true, false, true, false];
    assert_eq!(refused, wanted, "{answers:#?}");
    assert_eq!(answers[0], "? say first which game: `game kumata`\n");
    let early = bot("random", &["movs", "scroe", "hnit", "score", "| id = 1"]);
    assert_eq!(early[0], "? there is no command \"movs\"; did you mean \"moves\"?\n");
    assert_eq!(early[1], "? there is no command \"scroe\"; did you mean \"score\"?\n");
    assert_eq!(early[2], "? there is no command \"hnit\"\n");
    assert!(early[3..].iter().all(|answer| answer.starts_with("? say first which game")), "{early:?}");
    assert_eq!(answers[11], "= 0\n");
    assert_eq!(answers[12], "? the game has begun: say `game` to begin another\n");
    assert_eq!(answers[13], "= -11 -11\n");
}

#[test]
fn mistyped_words_get_a_suggestion() {
    let commands =
        ["game rumi", "game rumis", "option boards pisac", "option rules invers", "option board pissac", "turn", "undoo"];
    let meant = [Some("rumis"), None, Some("board"), Some("inverse"), None, Some("pisac"), Some("undo")];
    for (answer, meant) in bot("random", &commands).iter().zip(meant) {
        match meant {
            Some(meant) => assert!(answer.ends_with(&format!("; did you mean {meant:?}?\n")), "{answer}"),
            None => assert_eq!(answer, "=\n"),
        }
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_refused_alone() {
    let long = "x".repeat(70_000);
    let answers = bot("random", &[&long, "game kumata"]);
    assert_eq!(answers, ["? the line is longer than 64 KiB\n", "=\n"]);
}

#[test]
fn a_bot_that_does_not_exist_is_refused_at_once() {
    let run = tablee(&["bot", "level77"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("there is no bot \"level77\""), "{}", run.err);
}

#[test]
fn the_engine_in_python_beats_a_bot_that_does_not_think() {
    for game in [&["kumata"][..], &["rumis", "--players", "3"], &["dogcity"], &["cuminos"]] {
        let bots = format!("random,{}", python_engine());
        let arguments = [&["arena"], game, &["--bots", &bots, "--games", "8", "--jobs", "1", "--seed", "a", "--json"]].concat();
        let run = tablee(&arguments, "");
        assert_eq!(run.code, 0, "{game:?}: {}", run.err);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(report["forfeits"], serde_json::json!([]), "{game:?}: {report:#}");
        let shares: Vec<_> = report["bots"].as_array().unwrap().iter().map(|bot| bot["won"]["value"].as_f64().unwrap()).collect();
        assert!(shares[1] > shares[0], "{game:?}: {report:#}");
    }
}

#[test]
fn the_engine_in_python_sits_at_a_table_and_forgets_undone_moves() {
    let seats = format!("Anne,{}", python_engine());
    let run = tablee(&["play", "rumis", "--seats", &seats], "1\nundo\n1\nwhy\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(" points; you −"), "it says why:\n{}", run.out);
    assert!(run.out.contains("▶ 0 Anne (yellow)") && run.out.contains("  1 engine (red)"), "the table has names:\n{}", run.out);
    assert!(!run.out.contains("engine.py"), "an engine is not called by its command:\n{}", run.out);
}

#[test]
fn an_engine_that_fails_is_named_with_the_reason() {
    let folder = Folder::new();
    let silent = folder.file("silent.py", "pass\n");
    let rude = folder.file(
        "rude.py",
        "import sys\nfor line in sys.stdin:\n    print('= tablee 1' if line.startswith('tablee') else '= resign' if line.startswith('go') else '=', flush=True)\n",
    );
    let played = |command: &str| tablee(&["play", "rumis", "--seats", &format!("engine:{command},Anne")], "1\n");
    let missing = played("no-such-program");
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("the engine \"no-such-program\" cannot be started"), "{}", missing.err);
    let ended = played(&format!("python3 {silent}"));
    assert!(ended.code == 2 && ended.err.contains("the engine has ended"), "{}", ended.err);
    let illegal = played(&format!("python3 {rude}"));
    assert!(illegal.code == 2 && illegal.err.contains("resign"), "{}", illegal.err);
    let bots = format!("random,engine:python3 {rude}");
    let arena = tablee(&["arena", "rumis", "--bots", &bots, "--games", "2", "--seed", "a"], "");
    assert!(arena.code == 0 && arena.out.contains("resign"), "a forfeit is reported: {}{}", arena.out, arena.err);
}

/// A dialogue of `docs/engine-protocol.md`, counted from 0.
fn documented_dialogue(number: usize) -> Vec<&'static str> {
    let page = include_str!("../../../../docs/engine-protocol.md");
    let block = page.split("```text\n").nth(number + 1).and_then(|rest| rest.split("```").next()).expect("a dialogue");
    block.lines().collect()
}

#[test]
fn the_documented_dialogue_with_tablee_bot_is_what_it_says() {
    let dialogue = documented_dialogue(1);
    let sent: Vec<_> = dialogue.iter().filter_map(|line| line.strip_prefix("> ")).collect();
    let expected: Vec<_> = dialogue.iter().filter_map(|line| line.strip_prefix("< ")).collect();
    let answers = bot("greedy", &sent).concat();
    assert_eq!(answers.lines().collect::<Vec<_>>(), expected);
}

/// The engine of the examples, with everything that it reads and writes noted in a file.
const NOTING_ENGINE: &str = "
import subprocess, sys, threading
log = open(sys.argv[1], 'a')
engine = subprocess.Popen(['python3', sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def answers():
    for line in engine.stdout:
        log.write('< ' + line)
        log.flush()
        print(line, end='', flush=True)
thread = threading.Thread(target=answers)
thread.start()
for line in sys.stdin:
    log.write('> ' + line)
    log.flush()
    engine.stdin.write(line)
    engine.stdin.flush()
engine.stdin.close()
thread.join()
";

#[test]
fn the_documented_game_of_an_engine_is_what_the_arena_sends() {
    let folder = Folder::new();
    let (script, log) = (folder.file("noting.py", NOTING_ENGINE), folder.path("log"));
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engine.py");
    let bots = format!("random,engine:python3 {script} {log} {example}");
    let run = tablee(&["arena", "dogcity", "--bots", &bots, "--games", "2", "--jobs", "1", "--seed", "m"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    let log = std::fs::read_to_string(log).unwrap();
    let games: Vec<Vec<&str>> =
        log.split("> tablee 1\n").skip(1).map(|game| std::iter::once("> tablee 1").chain(game.lines()).collect()).collect();
    assert_eq!(games.len(), 3, "the engine is tried once, then plays two games:\n{log}");
    // Each part between two `…` stands in the game as it is, and in this order.
    let mut rest = &games[1][..];
    for part in documented_dialogue(0).split(|line| *line == "…") {
        let at = rest.windows(part.len()).position(|lines| lines == part);
        rest = &rest[at.unwrap_or_else(|| panic!("{part:#?} is not in the game:\n{log}")) + part.len()..];
    }
    assert!(rest.is_empty(), "the dialogue ends with the game: {rest:?}");
}
