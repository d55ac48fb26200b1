//! The arena, run as people and programs run it.

use serde_json::Value;

use crate::common::{Folder, Run, plain, tablee};

/// A small run with these arguments besides.
fn arena(more: &[&str]) -> Run {
    let run = tablee(&[&["arena", "kumata", "--bots", "random,greedy", "--games", "20", "--seed", "m"], more].concat(), "");
    assert!(run.code == 0, "{more:?}: {}", run.err);
    run
}

#[test]
fn a_run_says_the_same_twice_and_with_any_number_of_jobs() {
    let once = arena(&["--jobs", "1"]).out;
    // Two that know nothing of the game: what is known of it may change, the report should not.
    let strangers = tablee(&["arena", "kumata", "--bots", "random,random", "--games", "20", "--seed", "m"], "").out;
    insta::assert_snapshot!("arena", strangers);
    assert_eq!(arena(&["--jobs", "1"]).out, once);
    assert_eq!(arena(&["--jobs", "4"]).out, once);
    let searching = |jobs| tablee(&["arena", "kumata", "--bots", "search:20,uct:20", "--games", "6", "--jobs", jobs], "").out;
    assert_eq!(searching("1"), searching("3"));
}

#[test]
fn every_game_has_its_arena_in_both_languages() {
    for game in ["kumata", "rumis", "dogcity", "cuminos"] {
        let run = tablee(&["--lang", "fr", "arena", game, "--bots", "random,greedy,level1", "--games", "6", "--json"], "");
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{game}: {error} {}", run.err));
        assert_eq!(report["bots"].as_array().unwrap().len(), 3, "{game}");
        assert_eq!(report["forfeits"].as_array().unwrap().len(), 0, "{game}: {}", report["forfeits"]);
        assert_eq!(report["games"], 6, "{game}");
    }
    let french = tablee(&["--lang", "fr", "arena", "kumata", "--bots", "random", "--games", "30", "--players", "3"], "");
    insta::assert_snapshot!("balance-fr", plain(&french.out));
}

#[test]
fn json_has_the_same_figures() {
    let report: Value = serde_json::from_str(&arena(&["--json"]).out).unwrap();
    assert_eq!((&report["games"], &report["deals"], &report["seed"]), (&20.into(), &10.into(), &"m".into()));
    let won = |bot: usize| report["bots"][bot]["won"]["value"].as_f64().unwrap();
    assert!((won(0) + won(1) - 1.0).abs() < 1e-6 && won(1) > 0.5);
    assert_eq!(report["options"]["players"], 2);
    assert_eq!(report["sprt"], Value::Null);
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    let whole = arena(&["--resume", &journal, "--jobs", "1"]).out;
    assert_eq!(whole, arena(&[]).out);
    let written = std::fs::read(&journal).unwrap();
    let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(lines(&written), 21);
    // Stopped after a line, in the middle of one, in the middle of the settings, and before anything.
    let after_five = written.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(5).unwrap().0 + 1;
    for cut in [after_five, after_five + 30, 40, 0] {
        std::fs::write(&journal, &written[..cut]).unwrap();
        assert_eq!(arena(&["--resume", &journal, "--jobs", "1"]).out, whole, "cut at {cut}");
        assert_eq!(std::fs::read(&journal).unwrap(), written, "cut at {cut}");
    }
    // Two journals put together: a game counts once.
    let twice = [&written[..], &written[after_five..]].concat();
    std::fs::write(&journal, &twice).unwrap();
    assert_eq!(arena(&["--resume", &journal]).out, whole);
    std::fs::write(&journal, &written).unwrap();
    // A longer run keeps the games that there are; a shorter one looks at the first of them.
    let longer = ["arena", "kumata", "--bots", "random,greedy", "--seed", "m", "--resume", &journal, "--games"];
    assert!(tablee(&[&longer[..], &["30"]].concat(), "").out.contains("30 games in 15 deals"));
    assert_eq!(lines(&std::fs::read(&journal).unwrap()), 31);
    assert!(tablee(&[&longer[..], &["8"]].concat(), "").out.contains("8 games in 4 deals"));
    assert_eq!(lines(&std::fs::read(&journal).unwrap()), 31);
}

#[test]
fn a_file_of_another_run_or_of_no_run_is_refused_and_left_alone() {
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    arena(&["--resume", &journal]);
    let written = std::fs::read_to_string(&journal).unwrap();
    let refused = |arguments: &[&str], file: &str, expected: &str| {
        let before = std::fs::read(file).unwrap();
        let run = tablee(&[arguments, &["--resume", file]].concat(), "");
        assert!(run.code == 2 && run.err.contains(expected), "{expected}: {} {}", run.code, run.err);
        assert_eq!(std::fs::read(file).unwrap(), before);
    };
    let same = ["arena", "kumata", "--bots", "random,greedy", "--seed", "m"];
    refused(
        &["arena", "kumata", "--bots", "random,greedy", "--seed", "n"],
        &journal,
        "these games were played with other settings: seed is \"m\" there and \"n\" here",
    );
    refused(
        &["arena", "kumata", "--bots", "random,level1", "--seed", "m"],
        &journal,
        "bots is random,greedy there and random,level1 here",
    );
    refused(&[&same[..], &["--layout", "maze"]].concat(), &journal, "layout is \"square\" there and \"maze\" here");
    refused(
        &["arena", "rumis", "--bots", "random,greedy", "--seed", "m"],
        &journal,
        "game is \"kumata\" there and \"rumis\" here",
    );
    refused(
        &same,
        &folder.file("letter.txt", "Dear Anne,\nall is well.\n"),
        "line 1: this is not a file of `tablee arena --resume`",
    );
    refused(&same, &folder.file("word.txt", "hello"), "line 1: this is not a file of `tablee arena --resume`");
    refused(&same, &folder.file("binary", b"\xff\xfe\n"), "line 1: this is not a file of");
    refused(&same, &folder.file("json", "{}\n"), "this is not a file of");
    for (old, new) in [
        ("\"deal\":1", "\"deal\":-1"),
        ("\"rotation\":1", "\"rotation\":2"),
        ("\"bots\":[0,1]", "\"bots\":[0,0]"),
        ("\"places\":[", "\"places\":[7,"),
        ("\"first\":", "\"first\":7"),
        ("\"scores\":[", "\"scores\":[99999999999,"),
    ] {
        refused(&same, &folder.file("changed.jsonl", written.replacen(old, new, 1)), "this is not a game of this run");
    }
    let newer = folder.file("newer.jsonl", written.replacen("\"arena\":2", "\"arena\":3", 1));
    refused(&same, &newer, "this file is of version 3, and only versions 1 to 2 are known here");
}

#[test]
fn a_file_of_version_1_is_read_and_continued_in_its_version() {
    let folder = Folder::new();
    let journal = folder.path("new.jsonl");
    let whole = arena(&["--resume", &journal, "--jobs", "1"]).out;
    let written = std::fs::read_to_string(&journal).unwrap();
    assert!(written.starts_with("{\"arena\":2,") && written.contains("\"scores\":["), "{written}");
    let as_version_1 = written
        .replacen("\"arena\":2", "\"arena\":1", 1)
        .replace("\"scores\":", "\"score\":")
        .replace("\"places\":", "\"place\":");
    // Stopped in the settings, and in the middle of the fourth line.
    let in_the_fourth = as_version_1.match_indices('\n').nth(2).unwrap().0 + 30;
    let old = folder.file("old.jsonl", &as_version_1[..in_the_fourth]);
    assert_eq!(arena(&["--resume", &old, "--jobs", "1"]).out, whole);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), as_version_1);
    let begun = folder.file("begun.jsonl", &as_version_1[..40]);
    assert_eq!(arena(&["--resume", &begun, "--jobs", "1"]).out, whole);
    assert_eq!(std::fs::read_to_string(&begun).unwrap(), written);
}

#[test]
fn a_test_ends_as_soon_as_it_is_certain() {
    let test = |bots: &str, more: &[&str]| {
        tablee(&[&["arena", "kumata", "--bots", bots, "--games", "400", "--sprt", "0.55:0.75"], more].concat(), "")
    };
    let yes = test("greedy,random", &["--jobs", "1"]);
    assert!(yes.code == 0 && yes.out.contains("greedy wins more than 55.0 %, tested against 75.0 %: certain"), "{}", yes.out);
    assert!(!yes.out.contains("400 games"));
    assert_eq!(test("greedy,random", &["--jobs", "4"]).out, yes.out);
    // A run that had been decided is decided when it is read again, and plays nothing more.
    let folder = Folder::new();
    let journal = folder.path("games.jsonl");
    for _ in 0..2 {
        assert_eq!(test("greedy,random", &["--jobs", "1", "--resume", &journal]).out, yes.out);
    }
    let no = test("random,greedy", &[]);
    assert!(no.code == 1 && no.err.contains("random wins less than 75.0 %"), "{}", no.err);
    let open = test("random,random", &["--games", "2"]);
    assert_eq!(open.code, 2, "twice --games is refused");
    let open = tablee(&["arena", "kumata", "--bots", "random,random", "--games", "2", "--sprt", "0.55:0.56", "--json"], "");
    assert!(open.code == 1 && open.err.contains("is not certain after 1 deal "), "{}", open.err);
    assert_eq!(serde_json::from_str::<Value>(&open.out).unwrap()["sprt"]["answer"], Value::Null);
}

#[test]
fn the_balance_lab_goes_through_all_samples() {
    let all = tablee(&["arena", "kumata", "--bots", "random", "--balance", "--all-options", "--games", "4"], "");
    assert!(all.code == 0 && all.out.lines().count() == 9, "{}{}", all.out, all.err);
    let three = ["arena", "kumata", "--bots", "random", "--all-options", "--games", "4", "--players", "3", "--json"];
    let some = tablee(&three, "");
    assert!(some.out.lines().count() >= 1);
    for line in some.out.lines() {
        let report: Value = serde_json::from_str(line).unwrap();
        assert_eq!((report["options"]["players"].as_i64(), report["seats"].as_array().unwrap().len()), (Some(3), 3));
    }
}

#[test]
fn the_drawing_is_well_formed() {
    let folder = Folder::new();
    let path = folder.path("plot.svg");
    arena(&["--svg", &path]);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert_well_formed(&svg);
    assert!(svg.contains(">random</text>") && svg.contains("prefers-color-scheme:dark") && !svg.contains("NaN"));
    let nowhere = tablee(&["arena", "kumata", "--bots", "random", "--games", "1", "--svg", &folder.path("no/where.svg")], "");
    assert!(nowhere.code == 2 && nowhere.err.contains("there is no such folder"), "{}", nowhere.err);
}

/// Every element is closed, in order, and attributes are in quotes.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        assert!(tag.matches('"').count() % 2 == 0, "{tag}");
        let name = |tag: &str| tag.split([' ', '/']).next().unwrap_or_default().to_owned();
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop().as_deref(), Some(closed)),
            None if tag.ends_with('/') => (),
            None => open.push(name(tag)),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for entity in xml.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)), "&{entity}");
    }
}

#[test]
fn invalid_arguments_are_refused_in_a_sentence() {
    for (arguments, expected) in [
        (&["--bots", "foo,random"][..], "there is no bot \"foo\"; there are random, greedy, level1 to level"),
        (&["--bots", ""], "there is no bot \"\""),
        (&["--bots", "level0"], "there is no bot \"level0\": the levels are level1 to level"),
        (&["--bots", "search:soon"], "\"soon\" is neither a number of playouts"),
        (&["--bots", "random,random", "--balance"], "--balance takes one bot"),
        (&["--bots", "random", "--sprt", "0.5:0.6"], "--sprt takes two bots; --bots names 1"),
        (
            &["--bots", "random,random", "--sprt", "0.6"],
            "--sprt needs two shares between 0 and 1, the smaller first, such as 0.60:0.75; not \"0.6\"",
        ),
        (&["--bots", "random", "--games", "0"], "\"0\" is not a number from 1 to 10000000"),
        (&["--bots", "random", "--jobs", "0"], "\"0\" is not a number from 1 to 1024"),
        (&["--bots", &["random"; 17].join(",")], "--bots names 17 bots, and at most 16 can play"),
        (&[], "--bots"),
        (&["--bots", "random", "--players", "7"], "--players <N>: \"7\" is not a number from 2 to 4"),
        (&["--bots", "random", "--resume", "/"], "this is a folder"),
    ] {
        let run = tablee(&[&["arena", "kumata"], arguments].concat(), "");
        assert!(run.code == 2 && run.err.contains(expected), "{arguments:?}: {} {}", run.code, run.err);
        assert!(run.out.is_empty(), "{arguments:?}: {}", run.out);
    }
    let french = tablee(&["--lang", "fr", "arena", "kumata", "--bots", "foo"], "");
    assert!(plain(&french.err).contains("il n'y a pas de robot"), "{}", french.err);
}
