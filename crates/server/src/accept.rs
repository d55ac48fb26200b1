//! Accepting connections: caps per address and in all, counted before any request, and timeouts for reading and writing.
//!
//! A connection that sends no complete request in time is closed, whether it is new or kept alive. So half-sent requests
//! cannot use up the limit of open files. A connection whose client does not read its answer is closed as well, so that
//! unread answers do not stay in memory.

use std::future::poll_fn;
use std::io;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{Sleep, sleep};
use tower_service::Service;

use crate::app_state::AppState;
use crate::limits::{Address, LimitSettings, Open, OpenByAddress, OpenCounter, OpenOfAddress};
use crate::metrics::Metrics;

/// How long a client may take for the headers of a request, and how long a connection is kept alive between requests.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a client may read nothing of what is being sent to it: an answer, a stream of events, or a WebSocket. The
/// system takes more only when a good part of its own buffer is sent, which over a slow line takes a while.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);

/// The buffers of a connection for reading and writing. The headers of a request must fit; bodies pass through it.
const BUFFER: usize = 32 * 1024;

/// How long to wait after a connection could not be accepted, as when there are too many open files.
const RETRY_ACCEPT_AFTER: Duration = Duration::from_millis(200);

/// Files that are kept free for everything except connections: the database, the bus, and those just being closed.
const FILES_KEPT_FREE: u64 = 64;

/// One address may have a quarter of all connections at most, and the network around it a third.
const ADDRESS_PART: u32 = 4;
const NETWORK_PART: u32 = 3;

/// Accepts and serves connections until `stop` is ready, and then waits until open requests are answered.
pub async fn serve(listener: TcpListener, app: Arc<AppState>, router: Router, caps: Caps, stop: impl Future<Output = ()>) {
    let http = http();
    // Every open connection holds a receiver.
    let stopping = watch::Sender::new(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // After an error of a single connection the next one is accepted at once; all other errors wait.
                if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(RETRY_ACCEPT_AFTER).await;
                }
                continue;
            }
        };
        let Some(open) = caps.open(peer.ip(), app.limits.is_proxy(peer.ip())) else { continue };
        // A move is a small packet, and must not wait for another one (Nagle's algorithm).
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            answer(router.clone(), request)
        });
        let connection = http.serve_connection(TokioIo::new(Accepted::new(stream, open)), answer).with_upgrades();
        let mut stopped = stopping.subscribe();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // An error ends this connection only: the client has gone, or was too slow.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = stopped.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        });
    }
    drop(listener);
    stopping.send_replace(());
    stopping.closed().await;
}

/// HTTP as every connection speaks it.
fn http() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(BUFFER);
    http
}

async fn answer(
    mut router: Router,
    request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, std::convert::Infallible> {
    poll_fn(|context| Service::<hyper::Request<Incoming>>::poll_ready(&mut router, context)).await?;
    router.call(request).await
}

/// The caps on open connections.
pub struct Caps {
    of_address: OpenByAddress,
    in_all: OpenCounter<()>,
    most: u32,
    ipv6_prefix: u8,
    /// Whether it was logged that the cap is near.
    warned: AtomicBool,
    metrics: Metrics,
}

/// A connection that counts while it is open.
struct OpenConnection {
    _of_address: Option<OpenOfAddress>,
    _in_all: Open<()>,
    metrics: Metrics,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.metrics.connection_closed();
    }
}

impl Caps {
    /// The caps that the settings and the limit of open files give.
    pub fn new(settings: &LimitSettings, metrics: Metrics) -> Caps {
        Caps::with(settings, file_limit(), metrics)
    }

    fn with(settings: &LimitSettings, files: u64, metrics: Metrics) -> Caps {
        let free = u32::try_from(files.saturating_sub(FILES_KEPT_FREE).max(files / 2).max(2)).unwrap_or(u32::MAX);
        let most = settings.connections.map_or(free, |most| most.get().min(free));
        // However few files there are, neither an address nor its network can use most of them.
        let part = |parts: u32| NonZeroU32::new(most / parts).unwrap_or(NonZeroU32::MIN);
        let of_address = settings.connections_of_address.map(|most| most.min(part(ADDRESS_PART)));
        let of_network = of_address.zip(settings.network_factor);
        let of_network = of_network.map(|(most, factor)| most.saturating_mul(factor).min(part(NETWORK_PART)));
        metrics.set_connection_cap(most);
        Caps {
            of_address: OpenByAddress::with_caps(of_address, of_network),
            in_all: OpenCounter::new(NonZeroU32::new(most)),
            most,
            ipv6_prefix: settings.ipv6_prefix,
            warned: AtomicBool::new(false),
            metrics,
        }
    }

    /// Counts a connection; none if there are too many. A proxy has the connections of many clients.
    fn open(&self, peer: IpAddr, is_proxy: bool) -> Option<OpenConnection> {
        let of_address = if is_proxy { None } else { Some(self.of_address.open(Address::of(peer, self.ipv6_prefix))) };
        let (Some(in_all), Some(of_address)) = (self.in_all.open(()), of_address.map_or(Some(None), |open| open.map(Some)))
        else {
            self.metrics.connection_refused();
            return None;
        };
        self.metrics.connection_opened();
        let open = self.metrics.connections();
        // Once, until there are clearly fewer again.
        if open * 10 >= i64::from(self.most) * 9 {
            if !self.warned.swap(true, Ordering::Relaxed) {
                let most = self.most;
                tracing::warn!(open, most, "almost as many connections are open as the limits of connections or files allow");
            }
        } else if open * 10 < i64::from(self.most) * 8 {
            self.warned.store(false, Ordering::Relaxed);
        }
        Some(OpenConnection { _of_address: of_address, _in_all: in_all, metrics: self.metrics.clone() })
    }
}

/// How many files this process may have open.
fn file_limit() -> u64 {
    #[cfg(unix)]
    let limit = rlimit::Resource::NOFILE.get_soft().unwrap_or(1024);
    #[cfg(not(unix))]
    let limit = 8192;
    limit
}

/// An accepted stream, also after it has become a WebSocket. It holds its count of open connections, and fails when its
/// client reads nothing for [`WRITE_TIMEOUT`].
struct Accepted<S, C> {
    stream: S,
    /// Runs while a write waits for the client.
    stalled: Option<Pin<Box<Sleep>>>,
    _open: C,
}

impl<S: Unpin, C: Unpin> Accepted<S, C> {
    fn new(stream: S, open: C) -> Accepted<S, C> {
        Accepted { stream, stalled: None, _open: open }
    }

    /// Writes, and ends the wait with an error if the client reads nothing for too long.
    fn write<T>(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let this = self.get_mut();
        if let Poll::Ready(written) = write(Pin::new(&mut this.stream), context) {
            this.stalled = None;
            return Poll::Ready(written);
        }
        let stalled = this.stalled.get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin, C: Unpin> AsyncRead for Accepted<S, C> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin, C: Unpin> AsyncWrite for Accepted<S, C> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write(context, |stream, context| stream.poll_shutdown(context))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write_vectored(context, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::State;
    use axum::routing::get;
    use bytes::Bytes;
    use futures_util::stream;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
    use tokio::time::Instant;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::BROADCAST);

    fn caps(files: u64, settings: LimitSettings) -> Caps {
        Caps::with(&settings, files, Metrics::default())
    }

    #[test]
    fn one_address_cannot_use_up_the_files() {
        let caps = caps(1024, LimitSettings::default());
        let open: Vec<_> = (0..1100).filter_map(|_| caps.open(HERE, false)).collect();
        assert_eq!(open.len(), (1024 - 64) / 4);
        assert!(caps.open(THERE, false).is_some());
        drop(open);
        assert_eq!(caps.metrics.connections(), 0);
    }

    #[test]
    fn neighbouring_addresses_cannot_use_up_the_files() {
        let caps = caps(1024, LimitSettings::default());
        let address = |number: u32| format!("2001:db8:1:{number:x}::1").parse().unwrap();
        let open: Vec<_> = (0..1100).filter_map(|number| caps.open(address(number % 50), false)).collect();
        assert_eq!(open.len(), (1024 - 64) / 3);
        assert!(caps.open(THERE, false).is_some());
    }

    #[test]
    fn a_proxy_has_the_connections_of_many_and_all_have_a_cap() {
        let caps = caps(20_000, LimitSettings { connections: NonZeroU32::new(100), ..LimitSettings::default() });
        let open: Vec<_> = (0..200).filter_map(|_| caps.open(HERE, true)).collect();
        assert_eq!(open.len(), 100);
        assert!(caps.open(THERE, false).is_none() && caps.warned.load(Ordering::Relaxed));
        drop(open);
        assert!(caps.open(THERE, false).is_some() && !caps.warned.load(Ordering::Relaxed));
    }

    /// An answer without an end.
    async fn endless(State(sent): State<Arc<()>>) -> Body {
        Body::from_stream(stream::repeat_with(move || {
            let _kept_while_it_is_sent = &sent;
            Ok::<_, io::Error>(Bytes::from_static(&[0; 4096]))
        }))
    }

    /// A connection to a server with such an answer. The second value is kept while the answer is being sent.
    fn asked(client: DuplexStream, stream: DuplexStream) -> (DuplexStream, Arc<()>, impl Future<Output = hyper::Result<()>>) {
        let sent = Arc::new(());
        let router = Router::new().route("/", get(endless)).with_state(sent.clone());
        let service = service_fn(move |request: hyper::Request<Incoming>| answer(router.clone(), request));
        let connection = http().serve_connection(TokioIo::new(Accepted::new(stream, ())), service).with_upgrades();
        (client, sent, connection)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_its_answer_is_disconnected() {
        let (client, stream) = tokio::io::duplex(1024);
        let (mut client, sent, connection) = asked(client, stream);
        client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let begin = Instant::now();
        connection.await.expect_err("the client never reads");
        assert_eq!(begin.elapsed().as_secs(), WRITE_TIMEOUT.as_secs());
        assert_eq!(Arc::strong_count(&sent), 1, "the answer is no longer in memory");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_is_not_disconnected() {
        let (client, stream) = tokio::io::duplex(1024);
        let (mut client, _sent, connection) = asked(client, stream);
        client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let reading = async {
            for _ in 0..20 {
                sleep(WRITE_TIMEOUT - Duration::from_secs(1)).await;
                client.read_exact(&mut [0; 512]).await.unwrap();
            }
        };
        tokio::select! {
            ended = connection => panic!("{ended:?}"),
            () = reading => {}
        }
    }
}
