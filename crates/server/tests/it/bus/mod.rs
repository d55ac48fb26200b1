//! The suites that every bus and every work queue passes, and outages of NATS. The NATS server is a real one.

mod buses;
mod work_queues;

use std::time::Duration;

use tablee_harness::nats::Nats as Server;
use tablee_server::nats::Nats;

/// How long to wait for something that must come. Only a failing test waits so long.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A NATS server for one test.
fn server() -> Server {
    Server::start().unwrap_or_else(|error| panic!("these tests need a NATS server: {error}"))
}

/// The connections of some nodes.
async fn connections<const N: usize>(server: &Server) -> [Nats; N] {
    let mut connections = Vec::new();
    for _ in 0..N {
        connections.push(Nats::connect(&server.url()).await.unwrap());
    }
    connections.try_into().unwrap()
}

/// The result of a future, which must come in time.
async fn in_time<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, what).await.expect("it comes in time")
}

/// Waits until the connection is up, or down.
async fn until(connected: &mut tokio::sync::watch::Receiver<bool>, wanted: bool) {
    in_time(connected.wait_for(|connected| *connected == wanted)).await.unwrap();
}
