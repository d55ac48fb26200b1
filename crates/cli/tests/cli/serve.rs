//! `tablee serve`, as it is used.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use crate::common::tablee;

/// Whether the pages were built before this binary was, as `cargo xtask test` does.
fn has_pages() -> bool {
    tablee_server::has_pages()
}

#[test]
fn a_taken_address_is_refused_in_one_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = tablee(&["serve", "--address", &address], "");
    assert_eq!(run.code, 2);
    assert_eq!(run.err, format!("tablee: {address} is taken by another program: choose another port, or 0 for any free one\n"));
    let run = tablee(&["--lang", "fr", "serve", "--address", "ici"], "");
    assert_eq!((run.code, run.err.as_str()), (2, "tablee: ici n'est pas une adresse avec un port, comme 127.0.0.1:8017\n"));
}

#[test]
fn the_pages_are_served_until_the_program_is_told_to_stop() {
    if !has_pages() {
        let run = tablee(&["serve", "--address", "127.0.0.1:0"], "");
        let said = "tablee: this program was built without its pages; `cargo xtask play` builds them\n";
        assert_eq!((run.code, run.err.as_str()), (1, said));
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    let mut server = command.args(["serve", "--address", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap();
    assert!(!address.ends_with(":0"), "the address it really listens on: {address}");

    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("<title>"), "{answer}");

    // A browser keeps its connection open, which does not keep the server.
    let _open = TcpStream::connect(address).unwrap();
    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
}
