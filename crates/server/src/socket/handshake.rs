//! The beginning of a session: the origin of the page, and the message `hello`.

use axum::extract::ws::{Message, WebSocket};
use axum::http::{HeaderMap, header};
use tablee_core::text;
use tablee_protocol::{ClientMessage, Code, Problem, ServerMessage, VERSION};

use crate::app_state::AppState;
use crate::limits::Open;
use crate::people::Authenticated;
use crate::table::{encode, now};

/// Checks the origin: a page of another site must not open sockets in its visitor's name. Programs send no origin.
pub(super) fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(header::HOST).map(|host| host.to_str())) else {
        return false;
    };
    origin.split_once("://").is_some_and(|(_, place)| place.eq_ignore_ascii_case(host))
}

/// What a client said in the handshake.
pub(super) struct Greeted {
    /// The person, if it sent a key.
    pub signed: Option<Authenticated>,
    pub keeps_copy: bool,
    /// Counts the person's sockets.
    pub _open: Option<Open<String>>,
}

/// The handshake: waits for `hello`, and answers it. `None` if it failed.
pub(super) async fn handshake(app: &AppState, socket: &mut WebSocket) -> Option<Greeted> {
    let text = match socket.recv().await? {
        Ok(Message::Text(text)) => text,
        _ => return None,
    };
    let (re, answer) = match read(&text) {
        Ok(ClientMessage::Hello { id, protocol: VERSION, key, copy: keeps_copy }) => (
            id,
            match key {
                Some(key) => app.people.authenticate(&key).await.and_then(|signed| {
                    let open = app.limits.connect_person(&signed.me.id)?;
                    Ok(Greeted { signed: Some(signed), keeps_copy, _open: Some(open) })
                }),
                None => Ok(Greeted { signed: None, keeps_copy, _open: None }),
            },
        ),
        Ok(ClientMessage::Hello { id, .. }) => {
            let why = text!(
                "this page is from another version of the server: reload it",
                "cette page vient d’une autre version du serveur : rechargez-la"
            );
            (id, Err(Problem::new(Code::Version, why)))
        }
        Ok(other) => (other.id(), Err(Problem::new(Code::SignIn, text!("say hello first", "dites d’abord bonjour")))),
        Err((id, problem)) => (id, Err(problem)),
    };
    match answer {
        Ok(greeted) => {
            let me = greeted.signed.as_ref().map(|signed| signed.me.clone());
            let (server, cluster) = (env!("CARGO_PKG_VERSION").to_owned(), app.hub.cluster().is_some());
            let welcome = ServerMessage::Welcome { re, protocol: VERSION, server, now: now(), me, cluster };
            socket.send(Message::Text(encode(&welcome))).await.ok()?;
            Some(greeted)
        }
        Err(problem) => {
            app.hub.metrics().refused(problem.code);
            let _ = socket.send(Message::Text(encode(&ServerMessage::Refused { re, problem }))).await;
            None
        }
    }
}

/// Reads a request. An error comes with the id of the request, if that can be read.
pub(super) fn read(text: &str) -> Result<ClientMessage, (u32, Problem)> {
    ClientMessage::read(text).map_err(|problem| {
        let id = serde_json::from_str::<serde_json::Value>(text).ok().and_then(|value| value.get("id")?.as_u64());
        let re = id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
        (re, Problem { code: Code::Unreadable, ..problem })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_refused() {
        let headers = |pairs: &[(&str, &str)]| {
            let pair = |(name, value): &(&str, &str)| (name.parse::<header::HeaderName>().unwrap(), value.parse().unwrap());
            pairs.iter().map(pair).collect::<HeaderMap>()
        };
        assert!(same_origin(&headers(&[("host", "club.example")])));
        assert!(same_origin(&headers(&[("host", "club.example:8017"), ("origin", "http://club.example:8017")])));
        assert!(same_origin(&headers(&[("host", "Club.example"), ("origin", "https://club.example")])));
        for wrong in
            ["https://evil.example", "null", "https://club.example.evil.example", "https://club.example:1", "club.example"]
        {
            assert!(!same_origin(&headers(&[("host", "club.example"), ("origin", wrong)])), "{wrong}");
        }
        assert!(!same_origin(&headers(&[("origin", "https://club.example")])));
    }

    #[test]
    fn an_unreadable_request_is_refused_with_its_id() {
        assert_eq!(read(r#"{"do":"ping","id":7}"#), Ok(ClientMessage::Ping { id: 7 }));
        for (text, id) in [
            ("", 0),
            ("[]", 0),
            (r#"{"do":"dance","id":9}"#, 9),
            (r#"{"do":"ping","id":-1}"#, 0),
            (r#"{"do":"ping","id":1,"x":1}"#, 1),
        ] {
            let (re, problem) = read(text).expect_err(text);
            assert_eq!((re, problem.code), (id, Code::Unreadable), "{text}");
        }
    }
}
