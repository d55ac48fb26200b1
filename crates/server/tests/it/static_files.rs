//! The real server on a free port, asked as browsers (and others) ask.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;

use rust_embed::RustEmbed;
use tablee_core::Lang;
use tablee_server::{Server, Settings};

use crate::common::server::{SamplePages, TestServer};

/// No pages: a binary that was built without them.
#[derive(RustEmbed)]
#[folder = "tests/nothing"]
#[allow_missing = true]
struct Nothing;

struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// Sends a request as raw bytes: an HTTP library would normalise the paths.
fn ask(server: &TestServer, method: &str, target: &str, headers: &[&str]) -> Answer {
    let mut stream = TcpStream::connect(server.address).unwrap();
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    write!(stream, "{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n", server.address).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.map(|line| line.split_once(": ").unwrap()).map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    Answer { status, headers: headers.collect(), body: body.to_owned() }
}

fn get(server: &TestServer, target: &str, headers: &[&str]) -> Answer {
    ask(server, "GET", target, headers)
}

fn text_of(name: &str) -> String {
    String::from_utf8(SamplePages::get(name).unwrap().data.into_owned()).unwrap()
}

#[test]
fn the_home_page_is_revalidated_and_hashed_files_are_immutable() {
    let server = &TestServer::new();
    for target in ["/", "/index.html"] {
        let home = get(server, target, &[]);
        assert_eq!((home.status, home.body), (200, text_of("index.html")));
        assert_eq!(home.headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(home.headers["cache-control"], "no-cache");
    }
    let script = get(server, "/assets/app-0123abcd.js", &[]);
    assert_eq!(script.headers["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(script.headers["cache-control"], "public, max-age=31536000, immutable");
    // Browsers compile WebAssembly while it loads only with the right content type.
    assert_eq!(get(server, "/assets/rules-4567cdef.wasm", &[]).headers["content-type"], "application/wasm");
    assert_eq!(get(server, "/emblem.svg", &[]).headers["content-type"], "image/svg+xml");
}

#[test]
fn every_response_has_the_security_headers() {
    let server = &TestServer::new();
    for (method, target, status) in
        [("GET", "/", 200), ("HEAD", "/emblem.svg", 200), ("GET", "/none.js", 404), ("POST", "/", 405), ("GET", "/a/page", 200)]
    {
        let answer = ask(server, method, target, &[]);
        assert_eq!(answer.status, status, "{method} {target}");
        let policy = &answer.headers["content-security-policy"];
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert!(answer.headers["permissions-policy"].contains("camera=()"));
    }
}

#[test]
fn the_best_encoding_that_the_browser_accepts_is_served() {
    let server = &TestServer::new();
    for (accepted, encoding, body) in [
        ("gzip, deflate, br", Some("br"), "index.html.br"),
        ("gzip, deflate", Some("gzip"), "index.html.gz"),
        ("GZIP;q=0.5", Some("gzip"), "index.html.gz"),
        ("br;q=0, gzip;q=1.0", Some("gzip"), "index.html.gz"),
        ("br; q=0.0, gzip; q=nonsense", None, "index.html"),
        ("identity", None, "index.html"),
        ("brotli", None, "index.html"),
    ] {
        let answer = get(server, "/", &[&format!("Accept-Encoding: {accepted}")]);
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.body, text_of(body), "{accepted}");
        assert_eq!(answer.headers["content-length"], answer.body.len().to_string());
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(answer.headers["vary"], "accept-encoding");
    }
    // A file without a compressed variant is served as it is.
    let plain = get(server, "/emblem.svg", &["Accept-Encoding: br, gzip"]);
    assert_eq!((plain.header("content-encoding"), plain.body.as_str()), (None, text_of("emblem.svg").as_str()));
}

#[test]
fn a_current_copy_gets_304() {
    let server = &TestServer::new();
    let tag = get(server, "/", &[]).headers["etag"].clone();
    for known in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_owned()] {
        let again = get(server, "/", &[&format!("If-None-Match: {known}")]);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{known}");
        assert_eq!(again.header("etag"), Some(tag.as_str()));
        assert_eq!(again.header("cache-control"), Some("no-cache"));
        assert_eq!(again.header("content-encoding"), None);
    }
    assert_eq!(get(server, "/", &["If-None-Match: \"other\""]).status, 200);
    // Each encoding has its own ETag.
    let compressed = get(server, "/", &["Accept-Encoding: br", &format!("If-None-Match: {tag}")]);
    assert_eq!(compressed.status, 200);
    assert_ne!(compressed.headers["etag"], tag);
}

#[test]
fn unknown_paths_get_the_home_page_and_missing_files_404() {
    let server = &TestServer::new();
    for target in ["/rumis", "/replay/2026/evening", "/table?game=kumata&seed=1.2", "//", "/r%C3%A8gles"] {
        let page = get(server, target, &[]);
        assert_eq!((page.status, page.header("cache-control")), (200, Some("no-cache")), "{target}");
        assert_eq!(page.body, text_of("index.html"), "{target}");
    }
    for target in ["/favicon.ico", "/assets/gone-89abcdef.js", "/index.html.br", "/assets/app-0123abcd.js.gz"] {
        let missing = get(server, target, &["Accept-Language: de, fr-CH;q=0.8, en;q=0.5"]);
        assert_eq!((missing.status, missing.body.as_str()), (404, "il n’y a rien à cette adresse\n"), "{target}");
        assert_eq!(missing.header("content-type"), Some("text/plain; charset=utf-8"));
    }
    assert_eq!(get(server, "/gone.js", &[]).body, "there is nothing at this address\n");
}

#[test]
fn path_traversal_is_refused() {
    let server = &TestServer::new();
    for target in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/assets/..%5c..%5cCargo.toml",
        "//etc/passwd.txt",
        "/./index.html",
        "/assets/%00.js",
    ] {
        let answer = get(server, target, &[]);
        assert_eq!(answer.status, 404, "{target}: {}", answer.body);
    }
}

#[test]
fn head_gets_the_headers_without_the_body() {
    let server = &TestServer::new();
    for target in ["/", "/emblem.svg", "/none.js"] {
        let (mut whole, mut head) = (get(server, target, &[]), ask(server, "HEAD", target, &[]));
        assert_eq!((head.status, head.body.as_str()), (whole.status, ""), "{target}");
        for answer in [&mut whole, &mut head] {
            answer.headers.remove("date");
        }
        assert_eq!(head.headers, whole.headers, "{target}");
    }
    let refused = ask(server, "DELETE", "/", &[]);
    assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")));
}

#[test]
fn without_pages_everything_is_404() {
    assert_eq!(get(&TestServer::with_pages::<Nothing>(), "/", &[]).status, 404);
}

#[test]
fn an_unusable_address_is_explained() {
    let server = TestServer::new();
    let taken = server.address.to_string();
    for (address, said) in [
        (taken.as_str(), "is in use by another program"),
        ("8017", "is not an address with a port"),
        ("192.0.2.1:0", "is not an address of this machine"),
    ] {
        let settings = Settings::new(address, std::env::temp_dir().join("never-made"));
        let problem = Server::with_pages::<SamplePages>(&settings).err().unwrap();
        assert!(problem.say(Lang::En).contains(said), "{}", problem.say(Lang::En));
        assert!(!problem.say(Lang::Fr).is_empty());
    }
}
