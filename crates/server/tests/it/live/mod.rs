//! The live protocol over real WebSockets.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | helpers: start a game, play it to the end |
//! | `client.rs` | a client with its own copy of the table |
//! | `games.rs` | whole games, undo, resignation, clocks, bots, rematches |
//! | `endings.rs` | games that are aborted, or claimed from players who are away |
//! | `friends.rs` | count-downs, swapped seats, rematches, pauses, returns, links to watch, quick words |
//! | `permissions.rs` | who may do what |
//! | `reconnect.rs` | reconnecting clients and restarted servers |
//! | `lobby.rs` | the lobby: few tables of one host, hosts who are there, few messages |
//! | `messages.rs` | lobby, turn notices, malformed messages, rate limits, backpressure |
//! | `abuse.rs` | what one client with a script must not be able to do |
//! | `nodes.rs` | several servers that share PostgreSQL and NATS, and workers |

mod abuse;
mod client;
mod endings;
mod friends;
mod games;
mod lobby;
mod messages;
mod nodes;
mod permissions;
mod reconnect;

use client::Client;
use tablee_protocol::{Command, Progress, SeatPlan};

use crate::common::server::TestServer;

fn sit(invite: Option<&str>) -> Command {
    Command::Sit { seat: None, salt: Some("pepper".to_owned()), invite: invite.map(str::to_owned) }
}

/// Begins a game with these people on its seats in order. The first is the host.
fn game<const N: usize>(server: &TestServer, names: [&str; N], game: &str, options: &[(&str, &str)]) -> [Client; N] {
    let mut people = names.map(|name| server.person(name));
    let seats = (0..N).map(|seat| if seat == 0 { SeatPlan::Me } else { SeatPlan::Open }).collect();
    let opened = server.table(&people[0], game, options, seats);
    for (seat, person) in people.iter_mut().enumerate() {
        person.subscribe(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].done(Command::Begin);
    for person in &mut people {
        person.until(|shared| shared.progress() == Progress::Playing);
    }
    people
}

fn is_over(client: &Client) -> bool {
    client.shared().progress() == Progress::Over
}

/// Plays until the game is over. After each move all clients wait for it.
fn play_out(people: &mut [Client]) {
    while !is_over(&people[0]) {
        let Some(turn) = people.iter().position(Client::my_turn) else {
            // A bot is to move.
            let version = people[0].version();
            people.iter_mut().for_each(|person| person.until(|shared| shared.version() > version));
            continue;
        };
        people[turn].play();
        let version = people[turn].version();
        people.iter_mut().for_each(|person| person.until(|shared| shared.version() >= version));
    }
}
