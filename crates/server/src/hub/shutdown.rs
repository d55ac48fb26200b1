//! Graceful shutdown: all connections are closed, and the server waits until they have ended.

use tokio::sync::watch;

use super::Hub;

/// Whether the server is shutting down. Every socket and event stream holds a receiver while it is open.
pub struct Shutdown(watch::Sender<bool>);

impl Default for Shutdown {
    fn default() -> Shutdown {
        Shutdown(watch::Sender::new(false))
    }
}

impl Shutdown {
    /// Whether the shutdown has begun.
    pub fn has_begun(&self) -> bool {
        *self.0.borrow()
    }
}

impl Hub {
    /// Whether the server is shutting down. [`Hub::close`] waits until all receivers are dropped.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.0.shutdown.0.subscribe()
    }

    /// Closes all connections, and waits until they have ended.
    pub async fn close(&self) {
        self.0.shutdown.0.send_replace(true);
        self.0.connections.close_all();
        self.0.shutdown.0.closed().await;
    }
}
