//! How nodes tell each other what happened, and share work: what every bus and every queue promises, and what those in NATS do when it
//! goes and comes. The NATS server is a real one.

mod buses;
mod work_queues;

use std::time::Duration;

use tablee_harness::nats::Nats as Server;
use tablee_server::nats::Nats;

/// How long to wait for what must come. Only a test that fails waits for so long.
const SURELY: Duration = Duration::from_secs(30);

/// A NATS server of the test's own.
fn server() -> Server {
    Server::start().unwrap_or_else(|error| panic!("these tests need a NATS server: {error}"))
}

/// Connections of so many nodes.
async fn connections<const N: usize>(server: &Server) -> [Nats; N] {
    let mut connections = Vec::new();
    for _ in 0..N {
        connections.push(Nats::connect(&server.url()).await.unwrap());
    }
    connections.try_into().unwrap()
}

/// What comes of it, which must be soon.
async fn surely<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(SURELY, what).await.expect("it comes in time")
}

/// Waits until a connection is there, or is not.
async fn until(connected: &mut tokio::sync::watch::Receiver<bool>, wanted: bool) {
    surely(connected.wait_for(|connected| *connected == wanted)).await.unwrap();
}
