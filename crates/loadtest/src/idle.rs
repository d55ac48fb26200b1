//! Many idle sockets.

use std::time::Duration;

use crate::client::{Http, Socket};
use crate::failure::{Failure, failed};
use crate::target::Target;

/// Sockets per person.
const PER_PERSON: usize = 10;

/// How many sockets are opened at the same time.
const AT_ONCE: usize = 100;

/// Opens sockets that say hello and nothing more. Returns the bytes of memory by which the server grew.
pub async fn run(target: &Target, sockets: usize) -> Result<u64, Failure> {
    let server = target.first()?;
    let mut http = Http::connect(server).await?;
    let mut keys = Vec::new();
    for number in 0..sockets.div_ceil(PER_PERSON) {
        keys.push(http.new_person(&format!("idle {number}")).await?.key);
    }
    // The first socket of all allocates what all share; that does not count.
    drop(Socket::connect(server, &keys[0]).await?);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = target.memory()?;
    let mut open = Vec::with_capacity(sockets);
    while open.len() < sockets {
        let numbers = open.len()..(open.len() + AT_ONCE).min(sockets);
        let opening: Vec<_> = numbers
            .map(|number| {
                let key = keys[number / PER_PERSON].clone();
                tokio::spawn(async move { Socket::connect(server, &key).await })
            })
            .collect();
        for socket in opening {
            open.push(socket.await.map_err(failed)??);
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    Ok(target.memory()?.saturating_sub(before))
}
