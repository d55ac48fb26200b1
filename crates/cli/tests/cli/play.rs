//! Whole games at the terminal, played through the real binary.

use crate::common::{Folder, plain, tablee};

/// Always the first move of the list, for longer than any game.
fn first_moves() -> String {
    "1\n".repeat(200)
}

#[test]
fn a_whole_game_against_a_bot_ends_with_the_count_unfolded_and_is_proven() {
    let folder = Folder::new();
    let file = folder.path("game.tablee");
    let game = tablee(&["play", "kumata", "--seed", "a", "--salt", "pepper", "--save", &file], &first_moves());
    assert_eq!(game.code, 0, "{}", game.err);
    for part in
        ["The shuffle is fixed", "The game is over. The count:", "K28", "K29", "K31", "wins", "The seed of the shuffle was"]
    {
        assert!(game.out.contains(part), "{part} is not said:\n{}", game.out);
    }
    let proof = tablee(&["verify", &file], "");
    assert_eq!(proof.code, 0, "{}", proof.err);
    assert!(proof.out.contains("The shuffle is proven: "), "{}", proof.out);
}

#[test]
fn each_move_says_what_it_brought_and_the_end_of_a_round_has_its_table() {
    let game = tablee(&["play", "cuminos", "--seats", "level1,level1", "--seed", "x"], "");
    assert_eq!(game.code, 0, "{}", game.err);
    let lines: Vec<_> = game.out.lines().map(str::trim).collect();
    assert!(lines.contains(&"Oscar: +1 (first rank, lying)"), "{}", game.out);
    let round = lines.iter().position(|line| line.ends_with("round 1 of 2 ends")).expect("the end of the round is announced");
    // A row of the table, not a sentence that begins with the name.
    let is_row = |line: &&&str, name: &str| line.starts_with(name) && !line.ends_with('.');
    let total =
        |name: &str| lines[round..].iter().find(|line| is_row(line, name)).and_then(|line| line.split_whitespace().last());
    assert!(lines[round..].iter().any(|line| line.split_whitespace().last() == Some("total")), "{}", game.out);
    assert!([total("Lily"), total("Oscar")].into_iter().flatten().all(|points| points.parse::<i32>().is_ok()), "{}", game.out);
    let french = tablee(&["--lang", "fr", "play", "cuminos", "--seats", "level1,level1", "--seed", "x"], "");
    assert!(french.out.contains("Oscar\u{a0}: +1 ("), "{}", french.out);
}

#[test]
fn every_game_and_option_can_be_played_to_the_end_and_is_proven() {
    let folder = Folder::new();
    for (number, game) in [
        &["kumata", "--players", "3", "--layout", "maze"][..],
        &["kumata", "--players", "4", "--teams"],
        &["kumata", "--clans", "crocodiles,hippos"],
        &["rumis"],
        &["rumis", "--board", "huaca", "--players", "3"],
        &["rumis", "--players", "6", "--rules", "inverse"],
        &["rumis", "--rules", "two-sector", "--sector-end", "all-blocked"],
        &["dogcity"],
        &["dogcity", "--players", "4", "--cat-in-hand", "1", "--youngest", "2,3,0,1"],
        &["cuminos"],
        &["cuminos", "--players", "6", "--teams", "triples"],
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path(&format!("{number}.tablee"));
        let arguments = [&["play"], game, &["--seed", "b", "--save", &file]].concat();
        let played = tablee(&arguments, &first_moves());
        assert!(played.code == 0 && played.out.contains("The game is over"), "{game:?}: {}{}", played.out, played.err);
        let proof = tablee(&["verify", &file], "");
        let draws = if game[0] == "rumis" { "Nothing is drawn in this game." } else { "The shuffle is proven: " };
        assert!(proof.code == 0 && proof.out.contains(draws), "{game:?}: {}{}", proof.out, proof.err);
    }
}

#[test]
fn several_people_play_in_turn_and_nothing_is_taken_back_across_a_draw() {
    let game = tablee(&["play", "kumata", "--seed", "a", "--seats", "Anne,Bob"], "1\nundo\n1\nquit\n");
    assert!(game.out.contains("0 Anne (") && game.out.contains("1 Bob ("), "{}", game.out);
    assert!(game.out.contains("between people a draw cannot be undone"), "{}", game.out);
}

#[test]
fn alone_against_bots_one_takes_back_and_the_same_is_drawn_again() {
    let game = tablee(&["play", "kumata", "--seed", "a"], "1\nundo\n1\nundo\nundo\nquit\n");
    let draws: Vec<_> = game.out.lines().filter(|line| line.trim_start().starts_with("chance")).collect();
    // Six tops, then one draw after each lay of the person and of the bot, both times; the bot may play otherwise.
    let (first, second) = (draws[6], draws[8]);
    assert_eq!(first, second, "{}", game.out);
    assert!(game.out.contains("there is nothing to undo"), "{}", game.out);
}

#[test]
fn a_game_is_saved_and_resumed() {
    let folder = Folder::new();
    let file = folder.path("my game.tablee");
    let begun = tablee(&["play", "kumata", "--seed", "c"], &format!("1\n1\nsave {file}\nquit\n"));
    assert!(begun.out.contains("saved; continue it with `tablee resume"), "{}", begun.out);
    assert!(tablee(&["verify", &file], "").out.contains("the game is not over"));
    let resumed = tablee(&["resume", &file], &first_moves());
    assert!(resumed.code == 0 && resumed.out.contains("The game is over"), "{}", resumed.err);
    let proof = tablee(&["verify", "--json", &file], "");
    assert!(proof.code == 0 && proof.out.contains(r#""shuffle":"proven""#), "{}", proof.out);
    // A game that is over can be opened again, to see its count.
    assert!(tablee(&["resume", &file], "").out.contains("The game is over"));
}

#[test]
fn an_illegal_move_is_explained_with_its_clause_and_changes_nothing() {
    let game = tablee(
        &["play", "kumata", "--seed", "5"],
        "4-2:a1b2\n9-9:a1b1\n3-3:a1a2\n999\ncastles\np1\nlist 7\nrule K14\nrule X\nsave\nhelp\nboard\ncount\n\nquit\n",
    );
    for part in [
        "a1 and b2 are not side by side (K13)",
        "there is no domino 9-9",
        "is not in the reserve of seat 0 (K10)",
        "there is no move 999",
        "\"castles\" is not a move",
        "(K23)",
        "no legal move begins like \"7\"",
        "K14 Each half has the same value as the parcel it covers.",
        "there is no clause \"X\"; try for example `rule K1`",
        "name a file: `save FILE`",
        "list [START]",
        "visible on the table",
        "Goodbye.",
    ] {
        assert!(game.out.contains(part), "{part} is not said:\n{}", game.out);
    }
    assert_eq!(game.out.matches("  0 You  ").count(), 0, "nothing was played:\n{}", game.out);
}

#[test]
fn all_of_it_speaks_french_too() {
    let game = tablee(
        &["--lang", "fr", "play", "kumata", "--seed", "5"],
        &format!("4-2:a1b2\naide\nrègle K14\ncompte\n{}", first_moves()),
    );
    let said = plain(&game.out);
    for part in [
        "Le mélange est fixé",
        "a1 et b2 ne sont pas côte à côte (K13)",
        "liste [DÉBUT]",
        "hippopotames",
        "visible sur la table",
        "La partie est finie. Le décompte :",
        "gagne",
    ] {
        assert!(said.contains(part), "{part} is not said:\n{}", game.out);
    }
}

#[test]
fn people_with_the_real_box_enter_what_they_drew() {
    let tiles = "1@a1 2@c1r1 3@e1r2 4@a3r3 5@c3 6@e3 7@a5 8@c5 9@e5";
    let arguments = ["play", "kumata", "--enter-draws", "--setup", tiles, "--seats", "Anne,Bob"];
    let game = tablee(&arguments, "+3-3\n+3-3\n3-2\n+2-1\n+2-0\n+1-1\n+0-0\n+4-4\nboard\nundo\nquit\n");
    assert!(game.out.contains("3-3 is not among the hidden dominoes of seat 0 (K6)"), "{}", game.out);
    assert!(game.out.contains("p1:3-3+4  p2:2-1+4  p3:2-0+4"), "{}", game.out);
}

#[test]
fn a_table_that_cannot_be_set_is_refused_in_one_sentence() {
    let refused = |arguments: &[&str], expected: &str| {
        let run = tablee(&[&["play", "kumata"], arguments].concat(), "");
        assert!(run.code == 2 && run.err.contains(expected) && run.err.lines().count() == 1, "{arguments:?}: {}", run.err);
    };
    refused(&["--players", "5"], "--players <N>: \"5\" is not a number from 2 to 4");
    refused(&["--players", "3", "--teams"], "K36: union is for 4 players, not 3");
    refused(&["--clans", "hippos,hippos"], "K5: two players have the clan hippos");
    refused(&["--clans", "tigers,snakes"], "K4: \"tigers\" is not a clan for 2 players");
    refused(&["--youngest", "1,1"], "does not name each of the seats 0 to 1 once");
    refused(&["--seats", "Anne"], "--seats does not name a player for each of the 2 seats");
    refused(&["--salt", "a,b,c"], "--salt has 3 words for 2 seats");
    refused(&["--setup", "1@a1 1@c1"], "tile 1 is laid twice");
    refused(&["--layout", "maze", "--setup", "1@a1 2@c1 3@e1 4@a3 5@c3 6@e3 7@a5 8@c5 9@p9"], "K35: the layout falls apart");
    refused(&["--layout", "maze", "--setup", "1@a1 2@b1 3@e1 4@a3 5@c3 6@e3 7@a5 8@c5 9@e5"], "K35: the tiles 1 and 2 overlap");
    refused(&["--set", "nowhere.toml"], "nowhere.toml: there is no such file");
    refused(&["--enter-draws"], "--enter-draws also needs --setup");
    refused(&["--enter-draws", "--seed", "1"], "is given twice, or conflicts with another option");
    refused(&["--colour", "red"], "there is no option --colour here");
    refused(&["anne"], "\"anne\" is one argument too many; see --help");
}

#[test]
fn boards_and_rules_that_do_not_go_together_are_refused_by_clause() {
    let refused = |arguments: &[&str], expected: &str| {
        let run = tablee(&[&["play", "rumis"], arguments].concat(), "");
        assert!(run.code == 2 && run.err.contains(expected) && run.err.lines().count() == 1, "{arguments:?}: {}", run.err);
    };
    refused(&["--board", "chullpa", "--players", "6"], "R4: the board chullpa is not for 6 players");
    refused(&["--players", "4", "--rules", "inverse"], "R16: inverse is for 5 or 6 players, not 4");
    refused(&["--players", "3", "--rules", "two-sector"], "R17: two-sector is for 2 players, not 3");
    refused(&["--board", "chaka", "--rules", "two-sector"], "R17: two-sector needs a board without printed heights");
    refused(&["--board", "babel"], "has no board \"babel\"");
    let game = tablee(&["play", "rumis", "--seed", "1"], "I2:a1.2,b1.2\nI2:a1.1,b1.1\nI2:c1.1,d1.1\nquit\n");
    assert!(game.out.contains("(R9)"), "a floating stone: {}", game.out);
    assert!(game.out.contains("(R1)"), "a stone laid twice: {}", game.out);
}

/// In Dog City a draw is a number with a plus: it must not be taken for a number of the list.
#[test]
fn a_draw_that_is_entered_is_the_one_that_is_drawn() {
    let game = tablee(&["play", "dogcity", "--enter-draws"], "+17\n+18\nquit\n");
    assert!(game.out.contains("chance                           +17") && game.out.contains("17:["), "{}", game.out);
    assert_eq!(tablee(&["play", "dogcity", "--setup", "x"], "").code, 2, "a game without a setup has no flag for it");
}

/// Names with spaces, quotes, a tilde and other letters; the command that is shown works in a shell.
#[test]
#[cfg(unix)]
fn a_game_is_saved_under_any_name_that_can_be_typed() {
    use crate::common::run;
    use std::process::Command;
    let folder = Folder::new();
    let home = folder.path("");
    for (typed, name) in [
        (folder.path("two words.tablee"), "two words.tablee"),
        (format!("\"{}\"", folder.path("in quotes.tablee")), "in quotes.tablee"),
        (folder.path("Anne's \"best\" game"), "Anne's \"best\" game"),
        (folder.path("soirée d’été 遊び.tablee"), "soirée d’été 遊び.tablee"),
        ("~/at home.tablee".to_owned(), "at home.tablee"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
        command.args(["play", "kumata", "--seed", "a"]).env("TABLEE_LANG", "fr").env("NO_COLOR", "1").env("HOME", &home);
        let played = run(command, format!("enregistrer {typed}\n1\nquitter\n").as_bytes()).out;
        assert!(std::path::Path::new(&folder.path(name)).is_file(), "{name}: {played}");
        let (_, shown) = played.rsplit_once("`tablee resume ").unwrap();
        let (shown, _) = shown.split_once('`').unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{} verify --csv {shown}", env!("CARGO_BIN_EXE_tablee"))]);
        assert!(run(shell, b"").out.contains(",true,record,kumata,"), "{shown}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.args(["play", "kumata", "--seed", "a"]).env("TABLEE_LANG", "en").current_dir(&home);
    assert!(run(command, b"save b\xffd.tablee\nquit\n").out.contains("this name is not UTF-8; give it on the command line"));
}

#[test]
fn a_saved_game_is_never_written_over() {
    let folder = Folder::new();
    let file = folder.path("game.tablee");
    assert_eq!(tablee(&["play", "kumata", "--seed", "a", "--save", &file], "1\nquit\n").code, 0);
    let before = std::fs::read(&file).unwrap();
    let again = tablee(&["play", "kumata", "--seed", "b", "--save", &file], "1\nquit\n");
    assert!(again.code == 2 && again.err.contains("exists already; go on with it by `tablee resume`"), "{}", again.err);
    let other = tablee(&["play", "kumata", "--seed", "b"], &format!("save {file}\nquit\n"));
    assert!(other.out.contains("exists already"), "{}", other.out);
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_place_that_cannot_be_written_is_refused_and_leaves_nothing_behind() {
    let folder = Folder::new();
    let nowhere = folder.path("no/folder/game.tablee");
    let refused = tablee(&["play", "kumata", "--save", &nowhere], "");
    assert!(refused.code == 2 && refused.err.contains("there is no such folder"), "{}", refused.err);
    assert_eq!(refused.out, "", "refused before the shuffle is announced");
    let engine = tablee(&["play", "kumata", "--seats", "Anna,engine:/no/such"], "");
    assert!(engine.code == 2 && engine.err.contains("the engine \"/no/such\" cannot be started"), "{}", engine.err);
    assert_eq!(engine.out, "", "refused before the shuffle is announced");
    // At the table it is said, and the game goes on.
    let game = tablee(&["play", "kumata", "--seed", "a"], &format!("save {nowhere}\n1\nquit\n"));
    assert!(game.code == 0 && game.out.contains("there is no such folder") && game.out.contains("Goodbye."), "{}", game.out);
    let whole = folder.path("");
    assert_eq!(tablee(&["play", "kumata", "--save", &whole], "").code, 2);
    assert_eq!(std::fs::read_dir(&whole).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_game_whose_seed_is_secret_cannot_go_on() {
    let folder = Folder::new();
    let file = folder.path("game.tablee");
    tablee(&["play", "kumata", "--seed", "a", "--save", &file], "1\nquit\n");
    let record = std::fs::read_to_string(&file).unwrap();
    let secret: String = record.lines().filter(|line| !line.starts_with("reveal")).map(|line| format!("{line}\n")).collect();
    let refused = tablee(&["resume", &folder.file("secret.tablee", secret)], "1\n");
    assert!(refused.code == 2 && refused.err.contains("the seed of the shuffle is not in this record"), "{}", refused.err);
    let stranger = folder.file("stranger.tablee", record.replace("bot level3", "bot deepmind"));
    assert!(tablee(&["resume", &stranger], "").err.contains("there is no bot \"deepmind\""));
}

#[test]
fn a_line_that_is_too_long_is_one_line() {
    let game = tablee(&["play", "kumata", "--seed", "a"], &format!("{}1\nquit\n", "x".repeat(10_000)));
    assert!(game.out.contains("is not a move") && !game.out.contains("  0 You ("), "{}", game.out);
}

#[test]
fn a_hint_is_a_legal_move_with_its_reasons_and_a_bot_says_why() {
    let game = tablee(&["play", "rumis", "--seats", "Anne,level2"], "why\nhint\n1\nwhy\nquit\n");
    assert!(game.out.contains("no bot has moved yet"), "{}", game.out);
    let hint = game.out.lines().find(|line| line.contains("expects you ")).expect("a hint with what the search expects");
    assert!(hint.contains("you +"), "{hint}");
    let why = game.out.lines().filter(|line| line.contains("Felix +")).count();
    assert_eq!(why, 1, "{}", game.out);
    let french = tablee(&["--lang", "fr", "play", "rumis", "--seats", "Anne,level2"], "conseil\n1\npourquoi\nquitter\n");
    assert!(french.out.contains("prévision\u{a0}: vous ") && french.out.contains("Felix +"), "{}", french.out);
}

#[test]
fn bots_of_every_level_sit_at_the_table() {
    let game = tablee(&["play", "rumis", "--players", "4", "--seats", "Anne,level1,greedy,search:50"], "1\n1\nquit\n");
    assert!(game.code == 0 && game.out.contains(" search:50 ("), "{}{}", game.out, game.err);
    for slip in ["level99", "search:fast", "uct:"] {
        let refused = tablee(&["play", "rumis", "--seats", &format!("Anne,{slip}")], "quit\n");
        assert_eq!(refused.code, 2, "a typo is not a person: {slip}");
    }
}
