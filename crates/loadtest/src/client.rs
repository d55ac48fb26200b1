//! A client over HTTP, and one over a WebSocket.

use std::net::{IpAddr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tablee_protocol::{NewPerson, SignedIn, VERSION};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::failure::{Failure, failed};

/// Requests over HTTP, one after another on one connection.
pub struct Http {
    stream: TcpStream,
    address: SocketAddr,
    buffer: Vec<u8>,
}

impl Http {
    pub async fn connect(address: SocketAddr) -> Result<Http, Failure> {
        Http::connect_from(address.ip(), address).await
    }

    /// Connects from this address of ours, as a client that keeps no copy of its tables: the server says whose turn it is.
    pub async fn connect_from(here: IpAddr, address: SocketAddr) -> Result<Http, Failure> {
        Ok(Http { stream: connect_from(here, address).await?, address, buffer: Vec::new() })
    }

    /// Registers a guest.
    pub async fn new_person(&mut self, name: &str) -> Result<SignedIn, Failure> {
        self.post("/api/people", None, &NewPerson { name: name.to_owned() }).await
    }

    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        key: Option<&str>,
        body: &impl Serialize,
    ) -> Result<T, Failure> {
        let body = serde_json::to_string(body).map_err(failed)?;
        let answer = self.ask("POST", path, key, &body).await?;
        serde_json::from_str(&answer).map_err(|error| failed(format_args!("{error}: {answer}")))
    }

    pub async fn get(&mut self, path: &str, key: Option<&str>) -> Result<String, Failure> {
        self.ask("GET", path, key, "").await
    }

    async fn ask(&mut self, method: &str, path: &str, key: Option<&str>, body: &str) -> Result<String, Failure> {
        let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
        let (host, length) = (self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n{key}\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await.map_err(failed)?;
        self.buffer.clear();
        loop {
            if let Some((head, body)) = split_head(&self.buffer) {
                let length = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
                });
                let whole = match length {
                    Some(length) => body.get(..length).map(<[u8]>::to_vec),
                    // A stream, such as an export.
                    None if head.lines().any(|line| line.eq_ignore_ascii_case("transfer-encoding: chunked")) => {
                        joined_chunks(body)
                    }
                    None => return Err(failed("an answer without Content-Length")),
                };
                if let Some(whole) = whole {
                    let text = String::from_utf8_lossy(&whole).into_owned();
                    return if head.starts_with("HTTP/1.1 2") { Ok(text) } else { Err(failed(format_args!("{path}: {text}"))) };
                }
            }
            if self.stream.read_buf(&mut self.buffer).await.map_err(failed)? == 0 {
                return Err(failed("the server closed the connection"));
            }
        }
    }
}

/// Head and body of an answer, once the head is complete.
fn split_head(answer: &[u8]) -> Option<(&str, &[u8])> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    Some((std::str::from_utf8(&answer[..end]).ok()?, &answer[end + 4..]))
}

/// The body that chunks make up, once the last one is there.
fn joined_chunks(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).ok()?, 16).ok()?;
        let chunk = body.get(end + 2..end + 2 + length)?;
        if length == 0 {
            return Some(joined);
        }
        joined.extend_from_slice(chunk);
        body = body.get(end + 2 + length + 2..)?;
    }
}

/// A connection from one of this machine's addresses. All of 127.0.0.0/8 is this machine.
pub async fn connect_from(here: IpAddr, address: SocketAddr) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4().map_err(failed)?;
    // A port that is bound is taken for all addresses, also for a server that is just being restarted.
    if here != address.ip() {
        socket.bind(SocketAddr::new(here, 0)).map_err(failed)?;
    }
    let stream = socket.connect(address).await.map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    Ok(stream)
}

/// A WebSocket on which the client has said hello.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    last_request: u32,
}

impl Socket {
    pub async fn connect(address: SocketAddr, key: &str) -> Result<Socket, Failure> {
        Socket::start(connect_from(address.ip(), address).await?, address, key, "/api/live", true).await
    }

    /// Connects for one table, so that a proxy chooses the server by it.
    pub async fn connect_at(table: &str, address: SocketAddr, key: &str) -> Result<Socket, Failure> {
        let stream = connect_from(address.ip(), address).await?;
        Socket::start(stream, address, key, &format!("/api/live/{table}"), true).await
    }

    /// Connects from this address of ours, as a client that keeps no copy of its tables: the server says whose turn it is.
    pub async fn connect_from(here: IpAddr, address: SocketAddr, key: &str) -> Result<Socket, Failure> {
        Socket::start(connect_from(here, address).await?, address, key, "/api/live", false).await
    }

    /// With `copy`, the server may leave out what a client with a copy of its tables knows.
    async fn start(stream: TcpStream, address: SocketAddr, key: &str, path: &str, copy: bool) -> Result<Socket, Failure> {
        let config = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
        let address = format!("ws://{address}{path}");
        let (stream, _) = client_async_with_config(address, stream, Some(config)).await.map_err(failed)?;
        let mut socket = Socket { stream, last_request: 0 };
        socket.send(format!(r#"{{"do":"hello","id":1,"protocol":{VERSION},"key":"{key}","copy":{copy}}}"#)).await?;
        socket.last_request = 1;
        let welcome = socket.receive().await?;
        if welcome.starts_with(r#"{"is":"welcome""#) { Ok(socket) } else { Err(failed(welcome)) }
    }

    /// The id of the next request.
    pub fn next_request(&mut self) -> u32 {
        self.last_request += 1;
        self.last_request
    }

    pub async fn send(&mut self, text: String) -> Result<(), Failure> {
        self.send_raw(Message::text(text)).await
    }

    /// Sends a frame of any kind.
    pub async fn send_raw(&mut self, frame: Message) -> Result<(), Failure> {
        self.stream.send(frame).await.map_err(failed)
    }

    /// Sends an act for a table.
    pub async fn act(&mut self, table: &str, act: &str) -> Result<(), Failure> {
        let id = self.next_request();
        self.send(format!(r#"{{"do":"act","id":{id},"table":"{table}","act":{act}}}"#)).await
    }

    /// Subscribes to the events of a table after a version.
    pub async fn subscribe(&mut self, table: &str, from: u32) -> Result<(), Failure> {
        let id = self.next_request();
        self.send(format!(r#"{{"do":"watch","id":{id},"table":"{table}","from":{from}}}"#)).await
    }

    /// Unsubscribes from a table.
    pub async fn unsubscribe(&mut self, table: &str) -> Result<(), Failure> {
        let id = self.next_request();
        self.send(format!(r#"{{"do":"unwatch","id":{id},"table":"{table}"}}"#)).await
    }

    /// The next message.
    pub async fn receive(&mut self) -> Result<Utf8Bytes, Failure> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(failed("the socket was closed")),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message with events of this table. Refusals are errors, other messages are skipped.
    pub async fn events(&mut self, table: &str) -> Result<Utf8Bytes, Failure> {
        loop {
            let text = self.receive().await?;
            if text.starts_with(r#"{"is":"refused""#) {
                return Err(failed(text));
            }
            if text.starts_with(r#"{"is":"events""#) && text.contains(table) {
                return Ok(text);
            }
        }
    }
}

/// The number of the first event of a message. The message is not parsed, so that generating load costs little.
pub fn first_version(text: &str) -> u32 {
    number(text.split_once(r#"{"v":"#).map_or("", |(_, rest)| rest))
}

/// The number of the last event. There is no chat in these games, so the characters before it occur nowhere else.
pub fn last_version(text: &str) -> u32 {
    number(text.rsplit_once(r#"{"v":"#).map_or("", |(_, rest)| rest))
}

fn number(digits: &str) -> u32 {
    digits.bytes().take_while(u8::is_ascii_digit).fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_joined_once_the_last_one_is_there() {
        let body = b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";
        assert_eq!(joined_chunks(body).as_deref(), Some(b"hello world".as_slice()));
        assert!((0..body.len() - 4).all(|length| joined_chunks(&body[..length]).is_none()));
    }
}
