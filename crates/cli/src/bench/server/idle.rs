//! Many sockets that say nothing.

use std::time::Duration;

use super::client::{Http, Socket};
use super::host::Host;
use crate::failure::Failure;

/// How many of them belong to one person.
const A_PERSON: usize = 10;

/// How many are opened at once.
const AT_ONCE: usize = 100;

pub struct Idle {
    /// The memory that the server has more than without them.
    pub bytes: u64,
}

pub async fn run(host: &Host, sockets: usize) -> Result<Idle, Failure> {
    let mut http = Http::connect(host.address).await?;
    let mut keys = Vec::new();
    for number in 0..sockets.div_ceil(A_PERSON) {
        keys.push(http.new_person(&format!("idle {number}")).await?.key);
    }
    // One is opened and closed before, so that what the first of all brings does not count.
    drop(Socket::connect(host.address, &keys[0]).await?);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = host.memory()?;
    let mut open = Vec::with_capacity(sockets);
    while open.len() < sockets {
        let numbers = open.len()..(open.len() + AT_ONCE).min(sockets);
        let opening: Vec<_> = numbers
            .map(|number| {
                let (address, key) = (host.address, keys[number / A_PERSON].clone());
                tokio::spawn(async move { Socket::connect(address, &key).await })
            })
            .collect();
        for socket in opening {
            open.push(socket.await.map_err(super::broken)??);
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let bytes = host.memory()?.saturating_sub(before);
    drop(open);
    Ok(Idle { bytes })
}
