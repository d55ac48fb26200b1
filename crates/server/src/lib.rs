//! The server: `tablee serve`.
//!
//! | file | what is in it |
//! |---|---|
//! | `lib.rs` | listening, and leaving in good order |
//! | `site.rs` | the pages: headers, caching, compression |

pub mod site;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use axum::Router;
use rust_embed::RustEmbed;
use tablee_core::{Text, text};
use tokio::sync::oneshot;

/// How long requests that are being answered may still take when the server is told to stop.
const GRACE: Duration = Duration::from_secs(5);

/// The pages that `cargo xtask web` builds, if it did so before this was compiled.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Pages;

/// A server that listens already, and answers once it runs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
}

impl Server {
    /// Tablée at this address, such as `127.0.0.1:8017`; port 0 is any free one.
    pub fn bind(address: &str) -> Result<Server, Text> {
        Server::with_pages::<Pages>(address)
    }

    /// The same with other pages.
    pub fn with_pages<P: RustEmbed + 'static>(address: &str) -> Result<Server, Text> {
        let bound = TcpListener::bind(address).and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = bound.map_err(|error| cannot_listen(address, &error))?;
        Ok(Server { listener, address, router: site::router::<P>() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the program is told to stop, by Ctrl-C or by SIGTERM.
    pub fn run(self) -> Result<(), Text> {
        self.answer().map_err(|error| text!("the server stopped: {error}", "le serveur s'est arrêté : {error}"))
    }

    fn answer(self) -> io::Result<()> {
        self.listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let (leave, left) = oneshot::channel::<()>();
            let last_call = async {
                told_to_stop().await;
                drop(leave);
            };
            let too_late = async {
                let _ = left.await;
                tokio::time::sleep(GRACE).await;
            };
            tokio::select! {
                served = axum::serve(listener, self.router).with_graceful_shutdown(last_call) => served,
                () = too_late => Ok(()),
            }
        })
    }
}

/// Whether this binary was built with its pages.
pub fn has_pages() -> bool {
    Pages::get(site::HOME).is_some()
}

async fn told_to_stop() {
    let interrupted = async {
        // Without a handler the signal ends the program as it always does.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

fn cannot_listen(address: &str, error: &io::Error) -> Text {
    match error.kind() {
        io::ErrorKind::AddrInUse => text!(
            "{address} is taken by another program: choose another port, or 0 for any free one",
            "{address} est déjà pris par un autre programme : choisissez un autre port, ou 0 pour n'importe quel port libre"
        ),
        io::ErrorKind::PermissionDenied => text!(
            "{address} may not be used: permission denied (ports below 1024 are for the system)",
            "{address} ne peut pas être utilisé : accès refusé (les ports inférieurs à 1024 sont réservés au système)"
        ),
        io::ErrorKind::AddrNotAvailable => {
            text!("{address} is no address of this machine", "{address} n'est pas une adresse de cette machine")
        }
        io::ErrorKind::InvalidInput => text!(
            "{address} is no address with a port, such as 127.0.0.1:8017",
            "{address} n'est pas une adresse avec un port, comme 127.0.0.1:8017"
        ),
        _ => text!("nothing can listen at {address}: {error}", "impossible d'écouter sur {address} : {error}"),
    }
}
