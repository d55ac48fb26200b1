//! The connection to NATS that the bus and the work queues share. It reconnects by itself.

use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, RequestErrorKind, ServerAddr, Subject, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use tablee_core::{Text, text};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::causes::{OpenError, is_temporary_nats_error, nats_error};

/// How many messages may wait for one subscriber: what a few busy servers publish in some seconds. Memory is allocated
/// as they arrive.
const SUBSCRIPTION_CAPACITY: usize = 4096;

/// The size of the read buffer. A waiting message keeps its whole buffer in memory, so this times
/// `SUBSCRIPTION_CAPACITY` is about the most that a stuck subscriber can hold.
const READ_BUFFER: u16 = 16 * 1024;

/// How often NATS is pinged. After two pings without an answer it counts as disconnected.
const PING_EVERY: Duration = Duration::from_secs(5);

/// How long NATS may take for an answer.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(3);

/// The longest pause between two attempts to reconnect.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// A connection to NATS, which reconnects by itself. Clones share one connection.
#[derive(Clone, Debug)]
pub struct Nats {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    client: Client,
    connected: watch::Receiver<bool>,
    watching: AbortHandle,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The task holds a clone of the client. The connection is closed when all clones are dropped.
        self.watching.abort();
    }
}

impl Nats {
    /// Connects to a server, such as `nats://127.0.0.1:4222`; or to one of several, separated by commas.
    ///
    /// # Errors
    /// If the address is invalid, or no server answers.
    pub async fn connect(address: &str) -> Result<Nats, Text> {
        Nats::try_connect(address).await.map_err(|error| error.why)
    }

    /// The same; the error says whether waiting may help.
    ///
    /// # Errors
    /// If the address is invalid, or no server answers.
    pub async fn try_connect(address: &str) -> Result<Nats, OpenError> {
        let shown = without_secrets(address);
        let servers = servers(address).ok_or_else(|| {
            let why = text!(
                "this is not a NATS address, such as nats://127.0.0.1:4222",
                "ce n’est pas une adresse NATS, comme nats://127.0.0.1:4222"
            );
            OpenError { why, temporary: false }
        })?;
        let (notice, noticed) = watch::channel(Link::default());
        let options = ConnectOptions::new()
            .name("tablee")
            .connection_timeout(TIMEOUT)
            .request_timeout(Some(TIMEOUT))
            .ping_interval(PING_EVERY)
            .read_buffer_capacity(READ_BUFFER)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(|attempts| {
                RECONNECT_PAUSE.min(Duration::from_millis(20) * attempts.saturating_sub(1) as u32)
            })
            .event_callback(move |event| {
                match event {
                    Event::Connected => notice.send_modify(|line| *line = Link { up: true, times: line.times + 1 }),
                    Event::Disconnected | Event::Closed => notice.send_modify(|line| line.up = false),
                    // A message for a slow subscriber was dropped. That counts as a short disconnect.
                    Event::SlowConsumer(_) => notice.send_modify(|line| line.times += 1),
                    _ => {}
                }
                async {}
            });
        let client = options.connect(servers).await.map_err(|error| {
            let Text { en, fr } = nats_error(&error);
            let why = text!("NATS cannot be reached at {shown}: {en}", "NATS est injoignable à l’adresse {shown} : {fr}");
            OpenError { why, temporary: is_temporary_nats_error(&error) }
        })?;
        let (tell, connected) = watch::channel(true);
        let watching = tokio::spawn(watch_link(client.clone(), noticed, tell)).abort_handle();
        Ok(Nats { inner: Arc::new(Inner { client, connected, watching }) })
    }

    /// The client of async-nats.
    pub(crate) fn client(&self) -> &Client {
        &self.inner.client
    }

    /// Whether the connection is up right now.
    pub(crate) fn is_connected(&self) -> bool {
        self.inner.client.connection_state() == State::Connected
    }

    /// Whether the connection is up and all subscriptions work, and each change of it.
    pub fn connected(&self) -> watch::Receiver<bool> {
        self.inner.connected.clone()
    }

    /// Sends a request under a subject, and waits for the reply; `None` if there is no subscriber.
    ///
    /// # Errors
    /// If there is no reply in time, or NATS is disconnected.
    pub async fn request(&self, subject: &str, request: Vec<u8>) -> Result<Option<Bytes>, String> {
        match self.inner.client.request(subject.to_owned(), request.into()).await {
            Ok(answer) => Ok(Some(answer.payload)),
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Subscribes to the requests under a subject.
    ///
    /// # Errors
    /// If NATS is disconnected.
    pub async fn requests(&self, subject: &str) -> Result<IncomingRequests, String> {
        let messages = self.inner.client.subscribe(subject.to_owned()).await.map_err(|error| error.to_string())?;
        self.round_trip().await?;
        Ok(IncomingRequests { nats: self.clone(), messages })
    }

    /// Returns when the server has read all that was sent before.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn round_trip(&self) -> Result<(), String> {
        round_trip(&self.inner.client).await
    }
}

/// The requests under a subject.
#[derive(Debug)]
pub struct IncomingRequests {
    nats: Nats,
    messages: Subscriber,
}

/// A request that waits for a reply.
#[derive(Debug)]
pub struct IncomingRequest {
    /// The content of the request.
    pub bytes: Bytes,
    nats: Nats,
    /// The subject for the reply.
    reply_to: Option<Subject>,
}

impl IncomingRequests {
    /// The next request; `None` once the connection is closed for good.
    pub async fn next(&mut self) -> Option<IncomingRequest> {
        let message = self.messages.next().await?;
        Some(IncomingRequest { bytes: message.payload, nats: self.nats.clone(), reply_to: message.reply })
    }
}

impl IncomingRequest {
    /// Sends the reply. If it is lost, the sender of the request retries.
    pub async fn reply(self, answer: Vec<u8>) {
        let Some(reply_to) = self.reply_to else { return };
        if let Err(error) = self.nats.inner.client.publish(reply_to, answer.into()).await {
            tracing::debug!(%error, "cannot send a reply");
        }
    }
}

/// The state of the connection, as async-nats reports it.
#[derive(Clone, Copy, Default, Debug)]
struct Link {
    up: bool,
    /// How many times it was established.
    times: u64,
}

/// Publishes whether messages arrive. After a reconnect this is later than the connection: the client must renew its
/// subscriptions first.
async fn watch_link(client: Client, mut line: watch::Receiver<Link>, connected: watch::Sender<bool>) {
    let mut times = 1;
    loop {
        let now = *line.borrow_and_update();
        // A short disconnect counts too, because messages may have been lost.
        if (!now.up && now.times > 0) || now.times > times {
            if connected.send_replace(false) {
                tracing::warn!("NATS is disconnected");
            }
            times = now.times;
        }
        let round_trip_done = async {
            while let Err(error) = round_trip(&client).await {
                tracing::debug!(error, "NATS does not answer yet");
                sleep(RECONNECT_PAUSE).await;
            }
        };
        tokio::select! {
            () = round_trip_done, if now.up && !*connected.borrow() => {
                connected.send_replace(true);
                tracing::info!("NATS is connected again");
            }
            changed = line.changed() => if changed.is_err() { return },
        }
    }
}

/// Sends a message to ourselves, and waits for it. The server reads a connection in order, so it has read everything
/// that was sent before. (The client's own `flush` only says that it was sent.)
async fn round_trip(client: &Client) -> Result<(), String> {
    let there_and_back = async {
        let inbox = client.new_inbox();
        let mut own = client.subscribe(inbox.clone()).await.map_err(|error| error.to_string())?;
        client.publish(inbox, Bytes::new()).await.map_err(|error| error.to_string())?;
        own.next().await.map(drop).ok_or_else(|| "the connection was closed".to_owned())
    };
    timeout(TIMEOUT, there_and_back).await.unwrap_or_else(|_| Err("no answer in time".to_owned()))
}

fn servers(address: &str) -> Option<Vec<ServerAddr>> {
    let servers = address.split(',').map(|server| server.trim().parse::<ServerAddr>().ok());
    // WebSocket support is not compiled in.
    servers.map(|server| server.filter(|server| !server.host().is_empty() && !server.is_websocket())).collect()
}

/// An address without user name and password, for messages and logs.
pub fn without_secrets(address: &str) -> String {
    let one = |server: &str| match (server.split_once("://"), server.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        (_, None) => server.to_owned(),
    };
    address.split(',').map(one).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_secrets() {
        assert_eq!(servers("nats://127.0.0.1:4222").unwrap().len(), 1);
        assert_eq!(servers("nats://me:secret@one:4222, tls://two").unwrap().len(), 2);
        assert_eq!(servers("one").unwrap()[0].port(), 4222);
        for wrong in ["", "nats://", "http://one:4222", "nats://one:port", "ws://one", "one,,two"] {
            assert!(servers(wrong).is_none(), "{wrong}");
        }
        assert_eq!(without_secrets("nats://me:s@cret@one:4222,tls://two,it@three"), "nats://one:4222,tls://two,three");
    }

    #[tokio::test]
    async fn connection_errors_are_in_both_languages_without_secrets() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        drop(taken);
        let why = Nats::connect(&format!("nats://me:secret@{address}")).await.unwrap_err();
        assert!(why.en.ends_with(&format!("at nats://{address}: the connection was refused")), "{}", why.en);
        assert!(why.fr.ends_with(&format!("nats://{address} : la connexion a été refusée")), "{}", why.fr);
        assert!(!why.en.contains("secret") && !why.fr.contains("secret"));
        let why = Nats::connect("http://127.0.0.1").await.unwrap_err();
        assert!(why.en.contains("is not a NATS address"), "{}", why.en);
    }
}
