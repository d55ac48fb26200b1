//! Notes about the lobby, while somebody on this node looks at it.

use tokio::time::{interval, sleep};

use super::{Cluster, ClusterNote, LOBBY, RETRY_AFTER, apply_note, read_note};
use crate::app_state::AppState;
use crate::hub::LOBBY_WATCHED_EVERY;

/// Receives changes of the lobby while somebody on this node looks at it.
pub(super) async fn receive(app: &AppState, cluster: &Cluster) {
    let mut watched = app.hub.lobby_watched();
    loop {
        if watched.wait_for(|watched| *watched).await.is_err() {
            return;
        }
        let Ok(mut messages) = cluster.subscribe(LOBBY).await else {
            sleep(RETRY_AFTER).await;
            continue;
        };
        app.hub.set_lobby_ready(true);
        let mut announced = interval(LOBBY_WATCHED_EVERY);
        loop {
            let message = tokio::select! {
                message = messages.next() => message,
                _ = announced.tick() => {
                    cluster.publish_note(&ClusterNote::LobbyWatched);
                    continue;
                }
                _ = watched.wait_for(|watched| !*watched) => None,
            };
            let Some(message) = message else { break };
            let Some((node, notes)) = cluster.read(&message) else { continue };
            for note in notes.filter_map(|(_, note)| read_note(note)) {
                match note {
                    ClusterNote::Hosts { hosts } => app.hub.on_hosts_elsewhere(node, hosts),
                    note => apply_note(app, note),
                }
            }
        }
        app.hub.set_lobby_ready(false);
    }
}
