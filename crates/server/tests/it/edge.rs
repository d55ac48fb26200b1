//! The edge of the server: connections before any request, proxies, security headers, methods, health.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tablee_harness::postgres::Postgres;
use tablee_server::limits::{LimitSettings, Rate};
use tablee_server::{DATABASE, Settings};
use tokio::net::TcpSocket;

use crate::common::Client;
use crate::common::server::TestServer;

/// How long something may take, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A request that never ends.
const HALF: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ";

/// The answer to a request from another address of this machine.
fn ask_from(address: &str, server: SocketAddr) -> String {
    send_from(address, server, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
}

/// Sends a request from an address of this machine, and reads until the server closes the connection.
fn send_from(address: &str, server: SocketAddr, request: &str) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
        socket.connect(server).await.unwrap()
    });
    let mut stream = stream.into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn half_sent_requests_do_not_take_the_server_down() {
    let limits = LimitSettings { connections: NonZeroU32::new(1000), ..LimitSettings::default() };
    let server = TestServer::with_limits(limits);
    let half_sent: Vec<_> = (0..1100)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            // The server may have closed it already.
            let _ = stream.write_all(HALF);
            stream
        })
        .collect();
    // Others are answered all the while.
    assert!(ask_from("127.0.0.2", server.address).starts_with("HTTP/1.1 200"));
    drop(half_sent);
}

#[test]
fn a_half_sent_request_and_an_idle_connection_are_closed() {
    let server = TestServer::new();
    let waiting = [HALF, b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"].map(|sent| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.write_all(sent).unwrap();
        stream
    });
    for mut stream in waiting {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server closes the connection");
    }
}

#[test]
fn every_answer_has_security_headers() {
    let server = TestServer::new();
    let client = Client::new(&server);
    let answers = [
        ("GET", "/"),
        ("GET", "/nothing.js"),
        ("POST", "/"),
        ("GET", "/s/nothing"),
        ("GET", "/t/nothing/preview.png"),
        ("GET", "/api/tables"),
        ("GET", "/api/nothing"),
        ("GET", "/api/me"),
        ("DELETE", "/api/tables"),
        ("GET", "/api/live"),
        ("GET", "/api/live/something"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("GET", "/metrics"),
        ("POST", "/metrics"),
    ];
    for (method, path) in answers {
        let headers = client.send(method, path, "").headers;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{method} {path}");
        assert_eq!(headers["referrer-policy"], "same-origin", "{method} {path}");
        assert!(headers["permissions-policy"].to_str().unwrap().contains("camera=()"), "{method} {path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{method} {path}: {policy}");
        assert!(!headers.contains_key("strict-transport-security"), "{method} {path}: there is no TLS");
    }
}

#[test]
fn a_method_that_an_address_lacks_is_refused_with_those_that_it_has() {
    let server = TestServer::new();
    let client = Client::new(&server);
    for (method, path, allow) in [
        ("DELETE", "/api/tables", "GET,HEAD,POST"),
        ("POST", "/api/me/export", "GET,HEAD"),
        ("PUT", "/api/sign-in", "POST"),
        ("POST", "/api/live", "GET,HEAD"),
        ("POST", "/api/live/something", "GET,HEAD"),
        ("POST", "/healthz", "GET,HEAD"),
        ("DELETE", "/readyz", "GET,HEAD"),
        ("POST", "/metrics", "GET,HEAD"),
        ("POST", "/s/something", "GET,HEAD"),
        ("PUT", "/", "GET,HEAD"),
        ("DELETE", "/nothing", "GET,HEAD"),
    ] {
        let answer = client.send(method, path, "");
        assert_eq!(answer.refused(), (405, "unknown"), "{method} {path}");
        assert_eq!(answer.headers["content-type"], "application/json", "{method} {path}");
        assert_eq!(answer.headers["allow"].to_str().unwrap().replace(' ', ""), allow, "{method} {path}");
    }
}

#[test]
fn every_address_has_exactly_the_methods_that_are_described() {
    let server = TestServer::new();
    let client = Client::new(&server);
    let api = client.get("/api/openapi.json").with(200);
    for (path, methods) in api["paths"].as_object().unwrap() {
        let mut described: Vec<_> = methods.as_object().unwrap().keys().map(|method| method.to_uppercase()).collect();
        if described.contains(&"GET".to_owned()) {
            described.push("HEAD".to_owned());
        }
        described.sort();
        let path = path.replace("{id}", "aaaaaaaaaaaa").replace("{game}", "kumata");
        let answer = client.send("PUT", &path, "");
        assert_eq!(answer.refused(), (405, "unknown"), "{path}");
        let mut allowed: Vec<_> = answer.headers["allow"].to_str().unwrap().split(',').map(|one| one.trim().to_owned()).collect();
        allowed.sort();
        assert_eq!(allowed, described, "{path}");
    }
}

#[test]
fn health_and_metrics_count_as_requests_too() {
    let limits = LimitSettings { requests_of_address: Rate::new(5, 1), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let client = Client::new(&server);
    for path in ["/readyz", "/metrics"] {
        assert!((0..6).any(|_| client.get(path).status == 429), "{path}");
    }
    assert_eq!(client.get("/healthz").status, 200, "it costs nothing");
    assert!(ask_from("127.0.0.2", server.address).starts_with("HTTP/1.1 200"));
}

#[test]
fn sockets_that_are_refused_count_as_requests_too() {
    let limits = LimitSettings { requests_of_address: Rate::new(5, 1), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let upgrade = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n";
    let foreign = format!("GET /api/live HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\n{upgrade}\r\n");
    let without = "GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned();
    for (address, request, refused) in [("127.0.0.2", foreign, "403"), ("127.0.0.3", without, "4")] {
        // The first answers end with the connection as well.
        let request = request.replace("Connection: upgrade", "Connection: upgrade, close");
        let answers: Vec<_> = (0..6).map(|_| send_from(address, server.address, &request)).collect();
        assert!(answers[0].starts_with(&format!("HTTP/1.1 {refused}")), "{}", answers[0]);
        assert!(answers.iter().any(|answer| answer.starts_with("HTTP/1.1 429")), "{address}: {answers:?}");
    }
}

#[test]
fn pages_and_their_files_have_a_budget_of_their_own() {
    let limits = LimitSettings { files_of_address: Rate::new(20, 1), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let client = Client::new(&server);
    let paths = ["/", "/assets/app-0123abcd.js", "/emblem.svg", "/nothing.js", "/healthz", "/s/nothing", "/t/nothing"];
    // Twice each is below the limit.
    for path in paths.iter().chain(&paths) {
        assert_ne!(client.get(path).status, 429, "{path}");
    }
    (0..20).for_each(|_| drop(client.get("/")));
    for path in paths {
        let answer = client.get(path);
        assert_eq!(answer.refused(), (429, "too-much"), "{path}");
        assert!(answer.headers.contains_key("retry-after"), "{path}");
    }
    // Neither the API nor other addresses notice.
    assert_eq!(client.get("/api/tables").status, 200);
    assert!(ask_from("127.0.0.2", server.address).starts_with("HTTP/1.1 200"));
    // The default is far above what a class behind one address needs: forty people, with a hundred files each.
    let most = LimitSettings::default().files_of_address.unwrap();
    assert!(most.burst.get() >= 40 * 100 && most.per_minute.get() >= 40 * 100);
}

#[test]
fn long_answers_that_nobody_reads_are_few() {
    let limits = LimitSettings { unread_responses: NonZeroU32::new(3), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let client = Client::new(&server);
    assert_eq!(client.get("/api/openapi.json").status, 200);
    let unread: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            // More than the system keeps for a connection. The server answers one request after the other.
            let request = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500);
            stream.write_all(&request).unwrap();
            stream
        })
        .collect();
    let until = |status: u16| {
        let end = Instant::now() + TIMEOUT;
        loop {
            let answer = client.get("/api/openapi.json");
            if answer.status == status {
                return answer;
            }
            assert!(Instant::now() < end, "it never answers {status}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    assert_eq!(until(429).refused(), (429, "too-much"));
    // Short answers, and other addresses, are as before.
    client.get("/api/tables").with(200);
    let other = "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert!(send_from("127.0.0.2", server.address, other).starts_with("HTTP/1.1 200"));
    drop(unread);
    until(200);
}

/// A server behind a proxy on this machine.
fn behind_proxy(limits: LimitSettings) -> (TestServer, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let settings = Settings { limits, trusted_proxies, ..Settings::new("127.0.0.1:0", data.path().to_owned()) };
    (TestServer::with(&settings), data)
}

#[test]
fn behind_tls_browsers_are_told_to_use_nothing_else() {
    let (server, _data) = behind_proxy(LimitSettings::none());
    let client = Client::new(&server);
    let tls = [("x-forwarded-proto", "https"), ("forwarded", "for=1.1.1.1;proto=https")];
    for (name, value) in tls {
        for path in ["/", "/api/tables", "/healthz"] {
            let answer = client.with_header(name, value).get(path);
            assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000", "{name} {path}");
        }
    }
    assert!(!client.with_header("x-forwarded-proto", "http").get("/").headers.contains_key("strict-transport-security"));
    // Any client can write the header; without a trusted proxy it counts for nothing.
    let open = TestServer::new();
    let answer = Client::new(&open).with_header("x-forwarded-proto", "https").get("/");
    assert!(!answer.headers.contains_key("strict-transport-security"));
}

#[test]
fn clients_behind_a_proxy_have_limits_of_their_own() {
    let limits = LimitSettings { requests_of_address: Rate::new(5, 1), ..LimitSettings::none() };
    let (server, _data) = behind_proxy(limits);
    let client = Client::new(&server);
    let from = |name: &'static str, value: &str| client.with_header(name, value).get("/api/tables").status;
    assert!((0..6).any(|_| from("x-forwarded-for", "6.6.6.6, 1.1.1.1:80") == 429));
    assert_eq!(from("forwarded", "for=\"1.1.1.1:4711\""), 429, "the same client");
    assert_eq!(from("x-forwarded-for", "1.1.1.1, 2.2.2.2"), 200, "another client, whatever it says itself");
    // An IPv6 client has a whole network.
    assert!((0..6).any(|number| from("x-forwarded-for", &format!("[2001:db8::{number}]:80")) == 429));
    assert_eq!(from("x-forwarded-for", "2001:db8:0:1::1"), 200);
}

#[test]
fn a_server_that_cannot_write_is_not_ready() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::open(data.path(), LimitSettings::none());
    let client = Client::new(&server);
    let until = |status: u16| {
        let end = Instant::now() + TIMEOUT;
        while client.get("/readyz").status != status {
            assert!(Instant::now() < end, "/readyz never answers {status}");
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    until(200);
    // Somebody else holds the database: it can be read, but not written, as on a full disk.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = SqliteConnectOptions::new().filename(data.path().join(DATABASE));
    let mut holder = runtime.block_on(SqliteConnection::connect_with(&options)).unwrap();
    runtime.block_on(sqlx::query("BEGIN IMMEDIATE").execute(&mut holder)).unwrap();
    until(503);
    assert_eq!(client.get("/healthz").status, 200);
    runtime.block_on(sqlx::query("ROLLBACK").execute(&mut holder)).unwrap();
    until(200);
}

/// Heartbeats pass, and appends do not, as on a full disk whose log still has a little room. `fill` makes it so, `empty`
/// ends it.
fn stays_unready_while_only_heartbeats_pass(server: &TestServer, mut run: impl FnMut(&str), fill: &[&str], empty: &[&str]) {
    let (anna, client) = (Client::guest(server, "Anna"), Client::new(server));
    let ready = || client.get("/readyz").status;
    let open = || {
        let new =
            json!({ "game": "kumata", "public": false, "rated": false, "seats": ["me", "open"], "options": { "players": "2" } });
        anna.post("/api/tables", &new)
    };
    let table = format!("/api/tables/{}", open().with(201)["table"].as_str().unwrap());
    assert_eq!(ready(), 200);
    fill.iter().for_each(|statement| run(statement));
    assert_eq!(anna.post(&table, &json!({ "do": "leave" })).refused(), (503, "unavailable"));
    // Several heartbeats.
    for _ in 0..25 {
        assert_eq!(ready(), 503);
        std::thread::sleep(Duration::from_millis(100));
    }
    empty.iter().for_each(|statement| run(statement));
    let end = Instant::now() + TIMEOUT;
    while ready() != 200 {
        assert!(Instant::now() < end, "there is room again");
        std::thread::sleep(Duration::from_millis(100));
    }
    anna.post(&table, &json!({ "do": "leave" })).with(200);
}

#[test]
fn heartbeats_that_pass_end_no_outage_of_appends() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::open(data.path(), LimitSettings::none());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = SqliteConnectOptions::new().filename(data.path().join(DATABASE)).busy_timeout(TIMEOUT);
    let mut connection = runtime.block_on(SqliteConnection::connect_with(&options)).unwrap();
    let run = |statement: &str| {
        runtime.block_on(sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&mut connection)).unwrap();
    };
    let full = |table: &str, which: &str| {
        format!("CREATE TRIGGER full_{table} BEFORE INSERT ON {table} WHEN {which} BEGIN SELECT RAISE(ABORT, 'full'); END")
    };
    let fill = [full("events", "TRUE"), full("house", "NEW.name = 'probe'")];
    let fill: Vec<&str> = fill.iter().map(String::as_str).collect();
    stays_unready_while_only_heartbeats_pass(&server, run, &fill, &["DROP TRIGGER full_events", "DROP TRIGGER full_house"]);

    let postgres = Postgres::start().unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings::new("127.0.0.1:0", data.path().join("other"));
    let settings = Settings { store: Some(postgres.url()), limits: LimitSettings::none(), ..settings };
    let server = TestServer::with(&settings);
    let mut connection = runtime.block_on(PgConnection::connect(&postgres.url())).unwrap();
    let run = |statement: &str| {
        runtime.block_on(sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&mut connection)).unwrap();
    };
    let fill = [
        "ALTER TABLE events ADD CONSTRAINT no_room CHECK (version < 0) NOT VALID",
        "ALTER TABLE house ADD CONSTRAINT no_room CHECK (name <> 'probe') NOT VALID",
    ];
    let empty = ["ALTER TABLE events DROP CONSTRAINT no_room", "ALTER TABLE house DROP CONSTRAINT no_room"];
    stays_unready_while_only_heartbeats_pass(&server, run, &fill, &empty);
}
