//! `tablee serve` and `tablee backup`, as they are used.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Folder, plain, tablee};
use crate::host::{BEGUN, Host, log_of, moves};

#[test]
fn a_taken_address_is_refused_in_one_sentence() {
    let (taken, folder) = (TcpListener::bind("127.0.0.1:0").unwrap(), Folder::new());
    let (address, data) = (taken.local_addr().unwrap().to_string(), folder.path("data"));
    let run = tablee(&["serve", "--address", &address, "--data", &data, "--log", "off"], "");
    assert_eq!(run.code, 2);
    assert_eq!(run.err, format!("tablee: {address} is in use by another program: choose another port, or 0 for any free one\n"));
    let run = tablee(&["--lang", "fr", "serve", "--address", "ici", "--data", &data, "--log", "off"], "");
    assert_eq!((run.code, run.err.as_str()), (2, "tablee: ici n’est pas une adresse avec un port, comme 127.0.0.1:8017\n"));
}

#[test]
fn the_pages_are_served_until_sigterm() {
    let folder = Folder::new();
    let mut host = Host::start(&folder.path("data"), &[]);
    let (status, page) = host.ask("GET", "/", &[], None);
    // They are there if they were built before this binary was, as `cargo xtask test` does.
    if tablee_pages::built() {
        assert!(status == 200 && page.contains("<title>"), "{status} {page}");
    }
    assert_eq!(host.ask("GET", "/healthz", &[], None), (200, "ok\n".to_owned()));
    assert_eq!(host.ask("GET", "/readyz", &[], None), (200, "ready\n".to_owned()));
    let anna = host.person("Anna");
    let (mut known, mut unknown) = (host.socket(Some(&anna)), host.socket(None));

    // An open connection of a browser does not hold the server up, and sockets are closed.
    let _open = TcpStream::connect(&host.address).unwrap();
    host.process.terminate().unwrap();
    assert_eq!((known.receive(), unknown.receive()), (None, None));
    assert_eq!(host.process.wait().unwrap().code(), Some(0));
    let log = std::fs::read_to_string(log_of(&folder.path("data"))).unwrap();
    assert!(log.contains("serving") && log.contains("stopped") && !log.contains("timed out"), "{log}");
}

/// `tablee serve --print-config` with these arguments and variables.
fn printed(arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.args(["serve", "--print-config"]).args(arguments).env("TABLEE_LANG", "en").envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let folder = Folder::new();
    let file = folder.file("tablee.toml", "address = \"[::1]:1\"\nbot_pace = 1\nlog = \"warn\"\n[limits]\nchat = \"off\"\n");
    let (code, out, _) = printed(&["--config", &file, "--bot-pace", "3"], &[("TABLEE_BOT_PACE", "2"), ("TABLEE_LOG", "debug")]);
    assert_eq!(code, 0);
    for line in
        ["address = \"[::1]:1\"", "# from --bot-pace\nbot_pace = 3", "# from TABLEE_LOG\nlog = \"debug\"", "chat = \"off\""]
    {
        assert!(out.contains(&format!("{line}\n")), "{line} in\n{out}");
    }
    assert!(out.contains(&format!("# from {file}\n")) && out.contains("new_tables = \"20+4/min\"\n"), "{out}");
    // What is printed gives the same again, and the file can be named by the environment too.
    let whole = folder.file("whole.toml", &out);
    let (_, again, _) = printed(&[], &[("TABLEE_CONFIG", &whole)]);
    let values = |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(values(&again), values(&out));
}

#[test]
fn the_days_of_retention_are_shown_and_can_be_set() {
    let days =
        [("open_table_days", 3), ("closed_table_days", 30), ("abandoned_game_days", 30), ("guest_days", 180), ("key_days", 400)];
    let (_, out, _) = printed(&[], &[]);
    let flags: Vec<String> = days.iter().map(|(key, days)| format!("--{}={}", key.replace('_', "-"), days + 1)).collect();
    let (_, set, _) = printed(&flags.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    for (key, days) in days {
        assert!(out.contains(&format!("\n{key} = {days}\n")), "{key}: {out}");
        assert!(set.contains(&format!("\n{key} = {}\n", days + 1)), "{key}: {set}");
    }
}

#[test]
fn a_wrong_setting_is_named_with_its_origin() {
    let folder = Folder::new();
    let file = folder.file("wrong.toml", "# mine\n[limits]\nchats = \"off\"\n");
    let (code, _, err) = printed(&["--config", &file], &[]);
    assert_eq!(code, 2);
    assert!(err.starts_with(&format!("tablee: {file}: line 3: unknown key \"chats\" (known keys: requests_of_address")), "{err}");
    let (code, _, err) = printed(&[], &[("TABLEE_BOT_PACE", "soon")]);
    assert_eq!((code, err.as_str()), (2, "tablee: TABLEE_BOT_PACE: \"soon\" is not a whole number from 0 to 60000\n"));
    let (code, _, err) = printed(&["--metrics", "all"], &[]);
    assert_eq!((code, err.as_str()), (2, "tablee: --metrics: \"all\" is not one of local, everyone, off\n"));
}

/// Answers one connection as a web server would. Returns its address as that of a database.
fn web_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 8]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    format!("postgres://{address}/x")
}

#[test]
fn a_failed_start_says_why_in_the_language_of_the_reader() {
    let folder = Folder::new();
    let data = folder.path("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(folder.path("data/tablee.db"), "this is not a database; ".repeat(100)).unwrap();
    let file = folder.file("file", "");
    for (settings, said) in [
        (&["--data", &data][..], "est inutilisable : ce fichier n'est pas une base de données"),
        (&["--data", &format!("{file}/below")], "impossible de créer le dossier"),
        (&["--data", &format!("{file}/below")], " : une partie du chemin n'est pas un dossier"),
        (&["--store", "postgres://127.0.0.1:1/x"], "de 127.0.0.1:1 est inutilisable : la connexion a été refusée"),
        (&["--store", "postgres://host.invalid/x"], "de host.invalid:5432 est inutilisable : l'hôte est introuvable"),
        (&["--store", &web_server()], " est inutilisable : ce n'est pas un serveur PostgreSQL"),
        #[cfg(target_os = "linux")]
        (&["--data", "/proc/no"], "le dossier /proc/no : son système de fichiers ne le permet pas"),
    ] {
        let run = tablee(
            &[&["--lang", "fr", "serve", "--address", "127.0.0.1:0", "--log", "off", "--wait", "0"], settings].concat(),
            "",
        );
        assert!(run.code == 2 && plain(&run.err).trim_end().contains(said), "{settings:?}: {}", run.err);
    }
}

#[test]
fn the_log_of_a_whole_session_has_no_secrets() {
    for format in ["text", "json"] {
        let folder = Folder::new();
        let data = folder.path("data");
        let mut host = Host::start(&data, &["--log", "trace", "--log-format", format]);
        let (anna, bob) = (host.person("Anna"), host.person("Bob"));
        let phrase = "neuf chevaux sous la pluie";
        let account = json!({ "name": "Anna", "phrase": phrase });
        host.json("POST", "/api/me/account", &anna, Some(account.clone()));
        let (_, signed) = host.ask("POST", "/api/sign-in", &[], Some(account));
        let browser = serde_json::from_str::<Value>(&signed).unwrap()["key"].as_str().unwrap().to_owned();
        let token = json!({ "label": "program", "scopes": ["play"] });
        let token = host.json("POST", "/api/me/keys", &anna, Some(token))["key"].as_str().unwrap().to_owned();
        let new = json!({ "game": "kumata", "options": { "players": "3" }, "public": false, "rated": false, "seats": ["me", "open", { "bot": "level1" }] });
        let opened = host.json("POST", "/api/tables", &anna, Some(new));
        let (table, invite) = (opened["table"].as_str().unwrap(), opened["invite"].as_str().unwrap());
        let (status, _) = host.ask("GET", &format!("/api/tables/{table}"), &[("Tablee-Invite", invite)], None);
        assert_eq!(status, 200);
        let mut socket = host.socket(Some(&bob));
        socket.send(json!({ "do": "watch", "id": 2, "table": table, "from": 0, "invite": invite }));
        assert_eq!(socket.answer(2)["is"], "events");
        socket
            .send(json!({ "do": "act", "id": 3, "table": table, "act": { "do": "sit", "invite": invite, "salt": "saltofbob" } }));
        assert_eq!(socket.answer(3)["is"], "events");
        host.ask("POST", "/api/sign-in", &[], Some(json!({ "name": "Anna", "phrase": "wrong but secret" })));
        host.ask("GET", "/api/me", &[("Authorization", "Bearer tk_abc_notavalidsecret")], None);
        host.act(&anna, table, json!({ "do": "begin" }));
        host.process.terminate().unwrap();
        host.process.wait().unwrap();
        let log = std::fs::read_to_string(log_of(&data)).unwrap();
        assert!(log.contains("/api/people") && log.contains("answered"), "requests are noted: {log}");
        // Of a key, the part after the id is the secret.
        let parts = [&anna, &bob, &browser, &token].map(|key| key.rsplit('_').next().unwrap());
        for secret in parts.into_iter().chain([invite, phrase, "wrong but secret", "notavalidsecret"]) {
            assert!(!log.contains(secret), "{format}: a secret is in the log");
        }
        if format == "json" {
            assert!(
                log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok_and(|line| line["level"].is_string())),
                "{log}"
            );
        }
    }
}

#[test]
fn metrics_are_for_this_machine_unless_asked_otherwise() {
    let folder = Folder::new();
    let host = Host::start(&folder.path("data"), &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let table = host.game(&anna, &bob, json!({ "kind": "none" }));
    host.act(&anna, &table, json!({ "do": "move", "v": BEGUN, "mv": moves()[0] }));
    let _socket = host.socket(None);
    host.ask("GET", "/api/me", &[], None);
    let (status, metrics) = host.ask("GET", "/metrics", &[], None);
    assert_eq!(status, 200);
    for line in [
        "tablee_moves_total 1",
        "tablee_sockets 1",
        "tablee_tables 1",
        "tablee_refused_total{code=\"sign-in\"} 1",
        "tablee_requests_total{status=\"101\"} 1",
        "tablee_bots_thinking 0",
    ] {
        assert!(metrics.lines().any(|other| other == line), "{line} in\n{metrics}");
    }
    assert!(metrics.contains("tablee_storing_seconds_bucket") && metrics.contains("tablee_events_a_commit_sum"), "{metrics}");
    assert_eq!(host.ask("GET", "/metrics", &[("X-Forwarded-For", "127.0.0.1")], None).0, 404);
    drop(host);
    let host = Host::start(&folder.path("open"), &["--metrics", "everyone"]);
    assert_eq!(host.ask("GET", "/metrics", &[("X-Forwarded-For", "203.0.113.7")], None).0, 200);
    drop(host);
    let host = Host::start(&folder.path("closed"), &["--metrics", "off"]);
    assert_eq!(host.ask("GET", "/metrics", &[], None).0, 404);
}

#[test]
fn a_store_in_postgresql_is_not_backed_up_from_an_old_file() {
    let folder = Folder::new();
    let (data, copy) = (folder.path("data"), folder.path("copy.db"));
    // Of the days when the server was alone.
    drop(Host::start(&data, &[]));
    let store = "postgres://tablee@127.0.0.1/tablee";
    let file = folder.file("tablee.toml", format!("store = \"{store}\"\n"));
    for (lang, said) in [
        ("en", "everything is in PostgreSQL (store), and nothing in a file: use pg_dump"),
        ("fr", "tout est dans PostgreSQL (store), et rien dans un fichier : utilisez pg_dump"),
    ] {
        let run = tablee(&["--lang", lang, "backup", "--config", &file, "--data", &data, &copy], "");
        assert_eq!((run.code, plain(&run.err)), (2, format!("tablee: {said}\n")));
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    let by_variable = command.args(["backup", "--data", &data, &copy]).env("TABLEE_STORE", store).output().unwrap();
    assert_eq!(by_variable.status.code(), Some(2));
    assert!(!std::path::Path::new(&copy).exists());
}

#[test]
fn a_backup_that_is_made_while_the_server_runs_serves_again() {
    let folder = Folder::new();
    let (data, copy) = (folder.path("data"), folder.path("copy.db"));
    let host = Host::start(&data, &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let table = host.game(&anna, &bob, json!({ "kind": "none" }));
    let [first, second] = moves();
    host.act(&anna, &table, json!({ "do": "move", "v": BEGUN, "mv": first }));
    let run = tablee(&["backup", "--data", &data, &copy], "");
    assert_eq!((run.code, run.out), (0, format!("{data} has been copied to {copy}\n")), "{}", run.err);
    let backed_up = host.events(&table);
    // What happens afterwards is not in it.
    host.act(&bob, &table, json!({ "do": "move", "v": BEGUN + 1, "mv": second }));
    let run = tablee(&["backup", "--data", &data, &copy], "");
    assert_eq!((run.code, run.err), (2, format!("tablee: {copy} already exists and is left unchanged\n")));
    let run = tablee(&["backup", "--data", &folder.path("nothing"), &folder.path("other.db")], "");
    assert!(run.code == 2 && run.err.contains("there is no database"), "{}", run.err);

    let restored = folder.path("restored");
    std::fs::create_dir(&restored).unwrap();
    std::fs::copy(&copy, crate::host::database_of(&restored)).unwrap();
    let again = Host::start(&restored, &[]);
    assert_eq!(again.events(&table), backed_up);
    again.act(&bob, &table, json!({ "do": "move", "v": BEGUN + 1, "mv": second }));
}
