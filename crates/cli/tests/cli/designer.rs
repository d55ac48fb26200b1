//! What the designer of a set runs into: set files, typos, results for spreadsheets, interrupted runs.

use crate::common::{Folder, plain, tablee};

#[test]
fn several_set_files_are_checked_at_once() {
    let folder = Folder::new();
    let ours = tablee(&["sets", "show", "rumis"], "").out;
    let good = folder.file("good.toml", ours.replace("\"rumis-1\"", "\"mine\""));
    let bad = folder.file("bad.toml", ours.replace("id = ", "ide = "));
    let missing = folder.path("goood.toml");
    let both = tablee(&["sets", "check", &bad, &good], "");
    assert!(both.code == 1 && both.out.contains("a valid set of rumis, id mine"), "{}{}", both.out, both.err);
    assert!(both.err.contains("bad.toml, as a set of rumis: line 7: "), "{}", both.err);
    let all = tablee(&["sets", "check", &missing, &bad, &good], "");
    assert_eq!(all.code, 2);
    assert_eq!((all.out.lines().count(), all.err.lines().count()), (1, 2), "{}{}", all.out, all.err);
    assert!(all.err.contains(&format!("there is no such file; did you mean {good:?}?")), "{}", all.err);
    let json = tablee(&["sets", "check", "--json", &bad, &good], "");
    let rows: Vec<serde_json::Value> = json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows[0]["ok"].as_bool(), rows[0]["line"].as_i64(), rows[1]["id"].as_str()), (Some(false), Some(7), Some("mine")));
    let csv = tablee(&["sets", "check", "--csv", &good], "").out;
    assert_eq!(csv, format!("file,ok,game,id,line,problem,warning\n{good},true,rumis,mine,,,\n"));
}

#[test]
fn a_changed_set_that_keeps_our_id_is_warned_about() {
    let folder = Folder::new();
    let ours = tablee(&["sets", "show", "kumata"], "").out;
    let changed = folder.file("changed.toml", ours.replace("hippos 1", "hippos 3"));
    let warning = "warning: ";
    let played = tablee(&["trace", "kumata", "--seed", "1", "--set", &changed], "");
    assert!(
        played.code == 0 && played.err.contains(warning) && played.err.contains("the same id \"kumata-house-1\""),
        "{}",
        played.err
    );
    let checked = tablee(&["--lang", "fr", "sets", "check", &changed], "");
    assert!(checked.code == 0 && plain(&checked.err).contains("attention : "), "{}", checked.err);
    let same = folder.file("same.toml", &ours);
    assert_eq!(tablee(&["trace", "kumata", "--seed", "1", "--set", &same], "").err, "");
    let renamed = folder.file("renamed.toml", ours.replace("hippos 1", "hippos 3").replace("kumata-house-1", "mine"));
    assert_eq!(tablee(&["trace", "kumata", "--seed", "1", "--set", &renamed], "").err, "");
}

#[test]
fn a_set_of_another_game_is_named_as_such() {
    let folder = Folder::new();
    let rumis = folder.file("rumis.toml", tablee(&["sets", "show", "rumis"], "").out);
    for command in [&["trace", "kumata", "--seed", "1", "--set"][..], &["sets", "check", "--game", "kumata"]] {
        let run = tablee(&[command, &[&rumis]].concat(), "");
        assert!(run.code != 0 && run.err.contains("this is a set of Rumis, not of Kumata"), "{command:?}: {}", run.err);
    }
}

#[test]
fn typos_get_a_suggestion() {
    for (arguments, meant) in [
        (&["paly", "kumata"][..], "play"),
        (&["play", "kumta"], "kumata"),
        (&["rules", "rumi"], "rumis"),
        (&["play", "kumata", "--playres", "3"], "--players"),
        (&["play", "kumata", "--layout", "mazes"], "maze"),
        (&["play", "kumata", "--clans", "hippos,crocodile"], "crocodiles"),
        (&["play", "rumis", "--board", "chulpa"], "chullpa"),
        (&["arena", "rumis", "--bots", "random", "--board", "Pisac"], "pisac"),
        (&["trace", "rumis", "--seed", "1", "--rules", "two"], "two-sector"),
        (&["perft", "cuminos", "--teams", "piars"], "pairs"),
        (&["serve", "--metrics", "loca"], "local"),
        (&["arena", "kumata", "--bots", "levle3,random"], "level3"),
        (&["arena", "kumata", "--bots", "serach:200,random"], "search:200"),
        (&["arena", "kumata", "--bots", "gredy"], "greedy"),
        (&["bot", "radnom"], "random"),
        (&["play", "kumata", "--seats", "Anne,levl3"], "level3"),
        (&["sets", "chek", "x"], "check"),
    ] {
        let run = tablee(arguments, "");
        assert!(run.code == 2 && run.err.contains(&format!("did you mean {meant:?}?")), "{arguments:?}: {}", run.err);
        let french = tablee(&[&["--lang", "fr"], arguments].concat(), "");
        assert!(plain(&french.err).contains(&format!("vouliez-vous dire « {meant} » ?")), "{arguments:?}: {}", french.err);
    }
}

#[test]
fn system_errors_are_in_the_language_of_the_reader() {
    let folder = Folder::new();
    let file = folder.file("file", "");
    for (path, said) in [
        (folder.path("nothing"), "ce fichier n'existe pas"),
        (folder.path("no/where"), "/no : ce dossier n'existe pas"),
        (folder.path(""), "c'est un dossier"),
        (format!("{file}/below"), "une partie du chemin n'est pas un dossier"),
    ] {
        let run = tablee(&["--lang", "fr", "resume", &path], "");
        assert!(run.code == 2 && plain(&run.err).contains(said) && !run.err.contains("os error"), "{path}: {}", run.err);
    }
    let engine = tablee(&["--lang", "fr", "play", "rumis", "--seats", "Anne,engine:no-such-program"], "");
    assert!(plain(&engine.err).contains("ne démarre pas : ce fichier n'existe pas"), "{}", engine.err);
    let journal = folder.path("no/games.jsonl");
    let arena = tablee(&["--lang", "fr", "arena", "kumata", "--bots", "random", "--resume", &journal], "");
    assert!(arena.code == 2 && plain(&arena.err).contains("/no : ce dossier n'existe pas"), "{}", arena.err);
}

#[test]
fn a_run_that_cannot_end_well_fails_before_its_first_game() {
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    // More games than could be played in the time of a test.
    let long = ["arena", "kumata", "--bots", "level5,level5", "--games", "100000", "--resume", &journal];
    for (more, said) in [
        (&["--svg", &folder.path("no/where.svg")][..], "there is no such folder"),
        (&["--svg", &folder.path("")], "this is a folder"),
    ] {
        let run = tablee(&[&long[..], more].concat(), "");
        assert!(run.code == 2 && run.err.contains(said), "{more:?}: {} {}", run.code, run.err);
        assert!(!std::path::Path::new(&journal).exists(), "nothing was played");
    }
    let engine = tablee(&["arena", "kumata", "--bots", "random,engine:no-such-program", "--games", "4"], "");
    assert!(engine.code == 2 && engine.err.contains("the engine \"no-such-program\" cannot be started"), "{}", engine.err);
    assert_eq!(engine.out, "");
    let mute = tablee(&["arena", "kumata", "--bots", "random,engine:true", "--games", "4"], "");
    assert!(mute.code == 2 && mute.err.contains("engine:true: the engine has ended"), "{}", mute.err);
}

/// Ctrl-C shows what is known, says how to continue, and ends with the exit code that shells expect.
#[test]
#[cfg(unix)]
fn an_interrupted_run_shows_what_is_known_and_how_to_continue() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    let arguments = ["arena", "kumata", "--bots", "random,greedy", "--games", "1000000", "--resume", &journal];
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.args(arguments).env("TABLEE_LANG", "en").env("NO_COLOR", "1").stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = command.spawn().unwrap();
    let lines = || std::fs::read(&journal).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count());
    while lines() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let ended = run.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(ended.stdout).unwrap(), String::from_utf8(ended.stderr).unwrap());
    assert_eq!(ended.status.code(), Some(130), "{err}");
    assert!(out.contains("greedy") && out.contains(" deals, seed 1"), "{out}");
    assert!(err.starts_with("tablee: interrupted after ") && err.contains(" of 1000000 games"), "{err}");
    assert!(err.contains(&format!("the same command continues from {journal}")), "{err}");
    // The games that were finished are kept.
    let kept = lines() - 1;
    let shorter = tablee(&["arena", "kumata", "--bots", "random,greedy", "--games", "10", "--resume", &journal], "");
    assert!(shorter.code == 0 && kept >= 19, "{}", shorter.err);
}

#[test]
fn tables_are_written_as_csv_too() {
    let perft = tablee(&["perft", "kumata", "--depth", "2", "--csv"], "");
    assert_eq!(perft.out, "game,seed,skip,depth,lines\nkumata,1,0,1,15\nkumata,1,0,2,210\n");
    let bench = tablee(&["bench", "kumata", "--seconds", "0.002", "--repeats", "1", "--csv"], "").out;
    let columns = |line: &str| line.matches(',').count();
    assert!(bench.starts_with("game,options,playouts_per_second,") && bench.lines().count() == 9, "{bench}");
    let arena = tablee(&["arena", "kumata", "--bots", "random,greedy", "--games", "4", "--csv"], "").out;
    let lines: Vec<_> = arena.lines().collect();
    assert_eq!(lines.len(), 5, "a header, two bots, two seats: {arena}");
    assert!(lines[1].contains(",bot,random,4,") && lines[3].contains(",seat,0,4,"), "{arena}");
    let games = tablee(&["games", "--csv"], "").out;
    assert!(games.contains("\nrumis,board,"), "{games}");
    let both = tablee(&["perft", "kumata", "--csv", "--json"], "");
    assert!(both.code == 2 && both.err.contains("conflicts with another option"), "{}", both.err);
    // Cells with commas are in quotes, so that rows without them have as many as the header.
    let plain_rows = lines.iter().filter(|line| !line.contains('"'));
    assert!(plain_rows.clone().all(|line| columns(line) == columns(lines[0])), "{arena}");
}

#[test]
fn long_names_do_not_break_tables() {
    let script = format!("engine:python3 {}/../../examples/engine.py", env!("CARGO_MANIFEST_DIR"));
    let run = tablee(&["arena", "rumis", "--bots", &format!("random,{script}"), "--games", "2"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(&format!("  2 {script}\n")), "the full name is listed: {}", run.out);
    let rows: Vec<_> = run.out.lines().filter(|line| line.starts_with("1 random") || line.starts_with("2 engine")).collect();
    assert_eq!(rows.len(), 2, "{}", run.out);
    let column = |row: &str| row.chars().take_while(|letter| *letter != '%').count();
    assert_eq!(column(rows[0]), column(rows[1]), "{}", run.out);
    let name = "Maximilienne-Charlotte-Eugénie de Beauharnais";
    let game = tablee(&["play", "rumis", "--seats", &format!("{name},level1")], "1\nquit\n").out;
    let moves = game.lines().filter(|line| line.starts_with("  0 Maximi") || line.starts_with("  1 Oscar, level 1"));
    let told: Vec<_> = moves.filter(|line| line.contains(':')).collect();
    let move_at = |line: &str| line.chars().position(|letter| letter == ':').unwrap();
    assert!(told.len() >= 2 && told.iter().all(|line| move_at(line) == move_at(told[0])), "{told:?}");
    assert!(
        game.lines().any(|line| line.contains("Maximilienne-Charlotte-Eugéni… ")),
        "a name that is cut keeps a space: {game}"
    );
}

#[test]
fn numbers_out_of_range_say_the_range() {
    for (arguments, said) in [
        (&["perft", "kumata", "--depth", "0"][..], "--depth <N>: \"0\" is not a number from 1 to 12"),
        (&["bench", "--repeats", "many"], "--repeats <N>: \"many\" is not a number from 1 to 1000"),
        (&["arena", "kumata", "--bots", "random", "--engine-seconds", "0"], "is not a number from 0.01 to 3600"),
        (&["play", "kumata", "--players", "5"], "is not a number from 2 to 4"),
        (&["bot", "--seed", "-1"], "is not a number from 0 to 18446744073709551615"),
    ] {
        let run = tablee(arguments, "");
        assert!(run.code == 2 && run.err.contains(said), "{arguments:?}: {}", run.err);
    }
    let french = tablee(&["--lang", "fr", "bench", "--seconds", "0"], "");
    assert!(plain(&french.err).contains("n'est pas un nombre de 0,001 à 3600"), "{}", french.err);
}
