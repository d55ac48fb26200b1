//! The connection to NATS that the bus and the work queues share.

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

/// How many messages may wait for one listener: what a few busy servers tell in some seconds. Room is taken as they come.
const SUBSCRIPTION_CAPACITY: usize = 4096;

/// What is read at once. A message that waits holds on to all that was read with it, so this times `SUBSCRIPTION_CAPACITY` is about the most that
/// a listener who has stopped listening can hold.
const READ_BUFFER: u16 = 16 * 1024;

/// How often NATS is asked whether it is still there; not to answer twice is to be away.
const PING_EVERY: Duration = Duration::from_secs(5);

/// How long NATS may take for an answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

/// The longest pause between two attempts to come back: whoever waits for NATS has it within a second of its return.
const PAUSE: Duration = Duration::from_millis(500);

/// A connection to NATS, which comes back by itself whenever it was lost. Its clones are the same connection.
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
        // It has the client too, and the connection is closed when nobody has.
        self.watching.abort();
    }
}

impl Nats {
    /// Connects to a server, such as `nats://127.0.0.1:4222`; or to one of several, with commas between them.
    ///
    /// # Errors
    /// If that is no address, or nobody answers there.
    pub async fn connect(address: &str) -> Result<Nats, Text> {
        let shown = without_secrets(address);
        let servers = servers(address).ok_or_else(|| {
            text!(
                "this is no address of NATS; one looks like nats://127.0.0.1:4222",
                "ce n’est pas une adresse de NATS ; il en faut une comme nats://127.0.0.1:4222"
            )
        })?;
        let (notice, noticed) = watch::channel(Link::default());
        let options = ConnectOptions::new()
            .name("tablee")
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(PING_EVERY)
            .read_buffer_capacity(READ_BUFFER)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(|attempts| PAUSE.min(Duration::from_millis(20) * attempts.saturating_sub(1) as u32))
            .event_callback(move |event| {
                match event {
                    Event::Connected => notice.send_modify(|line| *line = Link { up: true, times: line.times + 1 }),
                    Event::Disconnected | Event::Closed => notice.send_modify(|line| line.up = false),
                    // Something is lost that somebody here should have heard, as if the line had been away for a moment.
                    Event::SlowConsumer(_) => notice.send_modify(|line| line.times += 1),
                    _ => {}
                }
                async {}
            });
        let client = options.connect(servers).await.map_err(|error| {
            text!("NATS cannot be reached at {shown}: {error}", "NATS est injoignable à l’adresse {shown} : {error}")
        })?;
        let (tell, connected) = watch::channel(true);
        let watching = tokio::spawn(watch_link(client.clone(), noticed, tell)).abort_handle();
        Ok(Nats { inner: Arc::new(Inner { client, connected, watching }) })
    }

    /// What speaks with the server.
    pub(crate) fn client(&self) -> &Client {
        &self.inner.client
    }

    /// Whether the server is there right now.
    pub(crate) fn is_connected(&self) -> bool {
        self.inner.client.connection_state() == State::Connected
    }

    /// Whether the server is there and everyone who listens hears it, and each change of that.
    pub fn connected(&self) -> watch::Receiver<bool> {
        self.inner.connected.clone()
    }

    /// Asks whoever listens to a subject; none if nobody does.
    ///
    /// # Errors
    /// If there is no answer in time, or NATS is away.
    pub async fn request(&self, subject: &str, question: Vec<u8>) -> Result<Option<Bytes>, String> {
        match self.inner.client.request(subject.to_owned(), question.into()).await {
            Ok(answer) => Ok(Some(answer.payload)),
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// All that is asked about a subject from now on.
    ///
    /// # Errors
    /// If NATS is away.
    pub async fn requests(&self, subject: &str) -> Result<IncomingRequests, String> {
        let asked = self.inner.client.subscribe(subject.to_owned()).await.map_err(|error| error.to_string())?;
        self.round_trip().await?;
        Ok(IncomingRequests { nats: self.clone(), asked })
    }

    /// Returns when the server has read all that was sent before.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn round_trip(&self) -> Result<(), String> {
        round_trip(&self.inner.client).await
    }
}

/// What others ask about a subject.
#[derive(Debug)]
pub struct IncomingRequests {
    nats: Nats,
    asked: Subscriber,
}

/// Something that somebody asks.
#[derive(Debug)]
pub struct IncomingRequest {
    /// What they ask.
    pub bytes: Bytes,
    nats: Nats,
    /// Where they wait for the answer.
    reply: Option<Subject>,
}

impl IncomingRequests {
    /// The next question; none once the connection was closed for good.
    pub async fn next(&mut self) -> Option<IncomingRequest> {
        let asked = self.asked.next().await?;
        Some(IncomingRequest { bytes: asked.payload, nats: self.nats.clone(), reply: asked.reply })
    }
}

impl IncomingRequest {
    /// Answers it. If the answer is lost, whoever asked will ask again.
    pub async fn reply(self, answer: Vec<u8>) {
        let Some(reply) = self.reply else { return };
        if let Err(error) = self.nats.inner.client.publish(reply, answer.into()).await {
            tracing::debug!(%error, "an answer could not be sent");
        }
    }
}

/// What is known of the line to the server.
#[derive(Clone, Copy, Default, Debug)]
struct Link {
    up: bool,
    /// How many times it came up.
    times: u64,
}

/// Says whether messages are heard. That is later than the connection: those who listen are first made known to the server again.
async fn watch_link(client: Client, mut line: watch::Receiver<Link>, connected: watch::Sender<bool>) {
    let mut times = 1;
    loop {
        let now = *line.borrow_and_update();
        // If it went and came in a moment, something may have been missed all the same.
        if (!now.up && now.times > 0) || now.times > times {
            if connected.send_replace(false) {
                tracing::warn!("NATS is away");
            }
            times = now.times;
        }
        let heard = async {
            while let Err(error) = round_trip(&client).await {
                tracing::debug!(error, "NATS does not answer yet");
                sleep(PAUSE).await;
            }
        };
        tokio::select! {
            () = heard, if now.up && !*connected.borrow() => {
                connected.send_replace(true);
                tracing::info!("NATS is there again");
            }
            changed = line.changed() => if changed.is_err() { return },
        }
    }
}

/// A message to oneself. The server reads in order what one connection sends, so whatever was sent before has been read when it arrives.
/// (The client's own `flush` only says that it was sent.)
async fn round_trip(client: &Client) -> Result<(), String> {
    let there_and_back = async {
        let inbox = client.new_inbox();
        let mut own = client.subscribe(inbox.clone()).await.map_err(|error| error.to_string())?;
        client.publish(inbox, Bytes::new()).await.map_err(|error| error.to_string())?;
        own.next().await.map(drop).ok_or_else(|| "the connection was closed".to_owned())
    };
    timeout(PATIENCE, there_and_back).await.unwrap_or_else(|_| Err("no answer in time".to_owned()))
}

fn servers(address: &str) -> Option<Vec<ServerAddr>> {
    let servers = address.split(',').map(|server| server.trim().parse::<ServerAddr>().ok());
    // Web sockets are not built in.
    servers.map(|server| server.filter(|server| !server.host().is_empty() && !server.is_websocket())).collect()
}

/// An address as it may be shown: without the name and the pass word that may stand before the host.
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
    async fn nobody_there_is_said_in_both_languages() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        drop(taken);
        let why = Nats::connect(&format!("nats://me:secret@{address}")).await.unwrap_err();
        assert!(why.en.starts_with(&format!("NATS cannot be reached at nats://{address}: ")), "{}", why.en);
        assert!(why.fr.starts_with(&format!("NATS est injoignable à l’adresse nats://{address} : ")), "{}", why.fr);
        assert!(!why.en.contains("secret") && !why.fr.contains("secret"));
        let why = Nats::connect("http://127.0.0.1").await.unwrap_err();
        assert!(why.en.contains("is no address of NATS"), "{}", why.en);
    }
}
