//! The commands trace, verify, perft, bench, rules, games and sets.

use crate::common::{Folder, plain, tablee};

#[test]
fn a_trace_is_verified_from_a_pipe_and_from_a_file() {
    let trace = tablee(&["trace", "kumata", "--players", "3", "--layout", "maze", "--seed", "7", "--games", "3"], "");
    assert_eq!(trace.code, 0, "{}", trace.err);
    let piped = tablee(&["verify", "-"], &trace.out);
    assert!(piped.code == 0 && piped.out.contains("3 games"), "{}{}", piped.out, piped.err);
    let folder = Folder::new();
    let file = folder.file("games.jsonl", trace.out.replacen("\"ply\":9", "\"ply\":8", 1));
    let changed = tablee(&["verify", &file], "");
    assert_eq!(changed.code, 1);
    assert!(changed.err.contains("line 11: ply: the trace has 8, our rules say 9"), "{}", changed.err);
    let french = tablee(&["--lang", "fr", "verify", &file], "");
    assert!(plain(&french.err).contains("ligne 11 : ply : la trace a 8, nos règles disent 9"), "{}", french.err);
    let json = tablee(&["verify", "--json", &file], "");
    assert!(json.code == 1 && json.out.starts_with(r#"{"ok":false,"readable":true,"line":11,"#), "{}", json.out);
}

#[test]
fn a_game_that_ended_because_players_left_is_proven() {
    let record = include_str!("../../../games/tests/samples/record-2.tablee");
    let said = tablee(&["verify", "-"], record);
    assert!(said.out.contains("the game ended because a player ran out of time, with the places 2, 3 and 1"), "{}", said.out);
    assert!(said.out.contains("a record of "), "{}", said.out);
    let french = tablee(&["--lang", "fr", "verify", "-"], record);
    assert!(french.out.contains("la partie s’est terminée au temps"), "{}", french.out);
    let json: serde_json::Value = serde_json::from_str(&tablee(&["verify", "--json", "-"], record).out).unwrap();
    assert_eq!((json["ended_by"].as_str(), &json["outcome"]["places"]), (Some("time"), &serde_json::json!([2, 3, 1])));
    let wrong = tablee(&["verify", "-"], &record.replace("place 2 3 1", "place 1 2 3"));
    assert_eq!(wrong.code, 1, "{}", wrong.out);
}

#[test]
fn moves_and_draws_are_counted_apart() {
    let trace = tablee(&["trace", "kumata", "--players", "2", "--seed", "7"], "").out;
    let draws = trace.matches("\"turn\":\"chance\"").count();
    let moves = trace.matches("\"ply\":").count() - draws;
    assert!(moves > 1 && draws > 1);
    let said = tablee(&["verify", "-"], &trace).out;
    assert!(said.contains(&format!("1 game, {moves} moves and {draws} draws")), "{said}");
    let french = tablee(&["--lang", "fr", "verify", "-"], &trace).out;
    assert!(french.contains(&format!("1 partie, {moves} coups et {draws} tirages")), "{french}");
    // A record without a ply, one with both, and one without draws.
    let folder = Folder::new();
    let begun = folder.path("begun.tablee");
    tablee(&["play", "kumata", "--seed", "a", "--seats", "Anne,Zoé", "--save", &begun], "quit\n");
    let french = plain(&tablee(&["--lang", "fr", "verify", &begun], "").out);
    assert!(french.contains("une partie de Kumata : aucun coup pour l'instant ; "), "{french}");
    let both = folder.path("both.tablee");
    tablee(&["play", "kumata", "--seed", "a", "--save", &both], "1\nquit\n");
    let french = plain(&tablee(&["--lang", "fr", "verify", &both], "").out);
    assert!(french.contains(" coups et ") && french.contains(" tirages, tous permis ; "), "{french}");
    let stones = folder.path("stones.tablee");
    tablee(&["play", "rumis", "--save", &stones], "1\nquit\n");
    let said = tablee(&["verify", &stones], "").out;
    assert!(said.contains("a record of Rumis: 2 moves, all legal; the game is not over."), "{said}");
}

#[test]
fn several_files_are_verified_at_once_with_a_row_for_each() {
    let folder = Folder::new();
    let record = folder.path("a, b.tablee");
    tablee(&["play", "rumis", "--save", &record], "1\nquit\n");
    let whole = folder.path("whole.tablee");
    tablee(&["play", "dogcity", "--seed", "a", "--save", &whole], &"1\n".repeat(200));
    let trace = tablee(&["trace", "kumata", "--seed", "7", "--games", "2"], "").out;
    let (good, bad) = (folder.file("good.jsonl", &trace), folder.file("bad.jsonl", trace.replacen("\"ply\":9", "\"ply\":8", 1)));
    let empty = folder.file("empty", "");
    let csv = tablee(&["verify", "--csv", &record, &whole, &good, &bad, &empty], "");
    assert_eq!(csv.code, 2, "{}", csv.err);
    let rows: Vec<_> = csv.out.lines().collect();
    assert_eq!(rows[0], "file,ok,kind,game,games,plies,scores,places,shuffle,readable,line,problem,ended_by");
    assert_eq!(rows[1], format!("\"{record}\",true,record,rumis,,2,,,no_draws,,,,"));
    let score = rows[2].strip_prefix(&format!("{whole},true,record,dogcity,,")).unwrap();
    let cells: Vec<_> = score.split(',').collect();
    assert!(cells[0].parse::<u32>().is_ok() && cells[1].split(' ').all(|points| points.parse::<i32>().is_ok()), "{score}");
    assert!(["1 2", "2 1", "1 1"].contains(&cells[2]) && cells[3..] == ["proven", "", "", "", ""], "{score}");
    assert!(rows[3].starts_with(&format!("{good},true,trace,,2,")) && rows[3].ends_with(",,,,,,,"), "{}", rows[3]);
    assert_eq!(rows[4], format!("{bad},false,,,,,,,,true,11,\"ply: the trace has 8, our rules say 9\","));
    assert!(rows[5].starts_with(&format!("{empty},false,,,,,,,,false,1,")), "{}", rows[5]);
    assert_eq!((rows.len(), csv.err.lines().count()), (6, 2), "{}", csv.err);
    let json = tablee(&["verify", "--json", &whole, &good], "");
    let rows: Vec<serde_json::Value> = json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((json.code, rows[0]["file"].as_str(), rows[1]["games"].as_u64()), (0, Some(&*whole), Some(2)));
    assert!(rows[0]["outcome"]["scores"].is_array() && rows[0].get("scores").is_none(), "{}", rows[0]);
}

#[test]
fn every_command_knows_every_game() {
    let games = tablee(&["games", "--json"], "").out;
    let ids: Vec<_> = games.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    assert_eq!(ids, ["kumata", "rumis", "dogcity", "cuminos"]);
    let folder = Folder::new();
    for id in ids {
        let trace = tablee(&["trace", id, "--seed", "7"], "");
        assert_eq!(tablee(&["verify", "-"], &trace.out).code, 0, "{id}");
        assert_eq!(tablee(&["perft", id, "--depth", "2"], "").code, 0, "{id}");
        assert_eq!(tablee(&["bench", id, "--seconds", "0.002", "--repeats", "1"], "").code, 0, "{id}");
        assert!(tablee(&["--lang", "fr", "rules", id], "").out.starts_with("# "), "{id}");
        let set = folder.file("set.toml", tablee(&["sets", "show", id], "").out);
        let checked = tablee(&["sets", "check", &set], "");
        assert!(checked.out.contains(&format!("a valid set of {id}, id {id}-")), "{id}: {}{}", checked.out, checked.err);
    }
}

#[test]
fn files_that_cannot_be_read_are_refused_with_the_line_and_code_2() {
    let folder = Folder::new();
    let refused = |content: &[u8], expected: &str| {
        let run = tablee(&["verify", &folder.file("file", content)], "");
        assert!(run.code == 2 && run.err.contains(expected), "{expected}: {} {}", run.code, run.err);
    };
    refused(b"", "line 1: this is not a game record");
    refused(b"tablee record 9\n", "line 1: this record is of version 9");
    refused(b"tablee record 1\ngame kumata\n", "line 2: the record is cut off");
    refused(b"tablee record 1\n\xff\n", "line 2: this is not UTF-8 text");
    refused(&[b'x'; 10 << 20], "the file is longer than 1 MiB");
    refused(&[&b"{"[..], &[b'x'; 10 << 20]].concat(), "line 1: the line is longer than 1 MiB");
    refused(b"{\"trace\":1", "line 1: this is not valid JSON");
    refused(b"{\"trace\":1,\"game\":\"kumata\"}", "line 1: \"options\" is missing");
    assert!(tablee(&["verify", &folder.path("nothing")], "").err.contains("there is no such file"));
    assert_eq!(tablee(&["verify", &folder.path("")], "").code, 2);
}

#[test]
fn a_set_file_is_checked_with_line_and_tile() {
    let folder = Folder::new();
    let house = tablee(&["sets", "show", "kumata"], "").out;
    let right = tablee(&["sets", "check", &folder.file("right.toml", &house)], "");
    assert!(right.code == 0 && right.out.contains("a valid set of kumata, id kumata-house-1"), "{}{}", right.out, right.err);
    let wrong = folder.file("wrong.toml", house.replacen("tigers 3", "tigers 9", 1));
    let refused = tablee(&["sets", "check", &wrong], "");
    assert_eq!(refused.code, 1);
    assert!(
        refused.err.contains("wrong.toml, as a set of kumata: line 18: tile 2: four_colour: the value \"9\" is not from 0 to 3"),
        "{}",
        refused.err
    );
    let json = tablee(&["sets", "check", "--json", "--game", "kumata", &wrong], "");
    assert!(json.code == 1 && json.out.contains(r#""line":18"#), "{}", json.out);
    let ten = house.clone() + &house[house.rfind("[[tile]]").unwrap()..].replace("number = 9", "number = 10");
    let refused = tablee(&["sets", "check", &folder.file("ten.toml", ten)], "");
    assert!(refused.code == 1 && refused.err.contains("tile 10: a set has nine tiles, 1 to 9"), "{}", refused.err);
    // The keys tell its game, whatever else is wrong.
    let nameless = folder.file("nameless.toml", house.replacen("id = ", "# id = ", 1));
    let refused = tablee(&["sets", "check", &nameless], "");
    assert!(refused.code == 1 && refused.err.contains("as a set of kumata: line 1: id is missing"), "{}", refused.err);
    let empty = tablee(&["sets", "check", &folder.file("empty.toml", "")], "");
    assert!(empty.code == 2 && empty.err.contains("name it with --game"), "{}", empty.err);
    let played = tablee(&["trace", "kumata", "--seed", "1", "--set", &wrong], "");
    assert!(played.code == 2 && played.err.contains("line 18: tile 2"), "{}", played.err);
}

#[test]
fn an_own_set_is_played_and_verified() {
    let folder = Folder::new();
    let own = tablee(&["sets", "show", "kumata"], "").out.replace("kumata-house-1", "my-box").replace("hippos 1", "hippos 3");
    let set = folder.file("mine.toml", own);
    let trace = tablee(&["trace", "kumata", "--seed", "1", "--set", &set], "");
    assert!(trace.out.contains(r#""set":"my-box""#));
    assert_eq!(tablee(&["verify", "--set", &set, "-"], &trace.out).code, 0);
    assert!(tablee(&["verify", "-"], &trace.out).err.contains("the set \"my-box\" is not available here"));
}

#[test]
fn perft_counts_as_it_always_did() {
    let table = tablee(&["perft", "kumata", "--depth", "4", "--json"], "");
    let lines: Vec<_> = table.out.lines().map(|line| line.rsplit("\"lines\":").next().unwrap().trim_end_matches('}')).collect();
    // Fifteen dominoes for the first top, then fourteen, thirteen; the other seat begins with fifteen again.
    assert_eq!(lines, ["15", "210", "2730", "40950"]);
    assert!(tablee(&["perft", "kumata", "--depth", "99"], "").err.contains("--depth <N>: \"99\" is not a number from 1 to 12"));
}

#[test]
fn bench_measures_a_row_a_sample() {
    let rows = tablee(&["bench", "kumata", "--seconds", "0.002", "--repeats", "1", "--json"], "");
    assert_eq!(rows.code, 0, "{}", rows.err);
    assert_eq!(rows.out.lines().count(), 8);
    assert!(rows.out.lines().all(|row| row.contains("\"playouts_per_second\":") && row.contains("\"ratio_to_listing\":")));
    let negative = tablee(&["bench", "--seconds=-1"], "");
    assert!(negative.code == 2 && negative.err.contains("is not a number from 0.001 to 3600"), "{}", negative.err);
}

#[test]
fn rules_and_games_are_shown_in_both_languages() {
    assert!(tablee(&["rules", "kumata"], "").out.starts_with("# Kumata"));
    assert!(tablee(&["--lang=fr", "rules", "kumata", "k24"], "").out.contains("notre décision"));
    let unknown = tablee(&["rules", "kumata", "K99"], "");
    assert!(unknown.code == 2 && unknown.err.contains("kumata has no clause \"K99\""), "{}", unknown.err);
    assert!(tablee(&["games"], "").out.contains("--layout"));
    assert!(tablee(&["games", "--json"], "").out.contains(r#"{"id":"kumata","name":"Kumata""#));
}
