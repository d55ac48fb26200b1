//! Games that were shared by a short link: proven, stored once, and deleted when nobody reads them any more.
//!
//! The id is the beginning of a hash of the record in its canonical spelling. So the same game has the same link, sharing
//! it again is idempotent, and no link can be guessed without knowing the game.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tablee_core::text;
use tablee_games::{AnyGame, open};
use tablee_protocol::{Code, Problem};
use tokio::sync::Notify;

use crate::blocking::BlockingPool;
use crate::limits::Address;
use crate::secrets::content_word;
use crate::store::shares::ShareBounds;
use crate::store::{Store, StoreError};
use crate::table::now;
use crate::validation::check_characters;

/// The longest record, in bytes, as posted and in its canonical spelling.
pub const LONGEST_RECORD: usize = 64 * 1024;

/// How many letters an id has: 60 bits. The others are for records whose hashes begin alike.
const ID_LETTERS: [usize; 3] = [12, 20, 32];

/// How large a record may be on average, if there are as many as allowed. Most have 2 to 7 kB.
const MEAN_RECORD: u64 = 8 * 1024;

/// A reading is noted at most once in this time.
const RENEW_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// How often records beyond the bounds are deleted; and after how many new ones it is done at once.
const PRUNE_EVERY: Duration = Duration::from_secs(10 * 60);
const PRUNE_AFTER: u32 = 500;

/// How many records are deleted in one statement, and the pause between two: others need the database too.
const BATCH: u32 = 200;
const PAUSE: Duration = Duration::from_millis(200);

/// How many shared games are kept, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShareSettings {
    /// The most games; 0 turns sharing off.
    pub most: u32,
    /// How many days a game is kept that nobody reads.
    pub days: u32,
}

impl Default for ShareSettings {
    fn default() -> ShareSettings {
        ShareSettings { most: 100_000, days: 400 }
    }
}

impl ShareSettings {
    /// The limits for shared games at this time.
    fn bounds(self, now: u64) -> ShareBounds {
        let kept = u64::from(self.days) * 24 * 60 * 60 * 1000;
        ShareBounds { read_since: now.saturating_sub(kept), most: self.most, bytes: u64::from(self.most) * MEAN_RECORD }
    }
}

/// The shared games of a server.
pub struct Shares {
    store: Arc<dyn Store>,
    settings: ShareSettings,
    /// New games since the last upkeep.
    new: AtomicU32,
    prune: Notify,
}

impl Shares {
    /// The shared games in a store.
    pub fn new(store: Arc<dyn Store>, settings: ShareSettings) -> Shares {
        Shares { store, settings, new: AtomicU32::new(0), prune: Notify::new() }
    }

    /// Proves a record and stores it; returns its id.
    ///
    /// # Errors
    /// If it cannot be proven or is too long, or the server is busy.
    pub async fn share(&self, pool: &BlockingPool, address: Address, record: String) -> Result<String, Problem> {
        if self.settings.most == 0 {
            let why = text!("this server does not keep shared games", "ce serveur ne garde pas de parties partagées");
            return Err(Problem::new(Code::Unknown, why));
        }
        if record.len() > LONGEST_RECORD {
            return Err(too_long());
        }
        let record = pool.run(address, move || proven(&record)).await??;
        for letters in ID_LETTERS {
            let id = content_word(&record, letters);
            if self.store.keep_share(&id, &record, now()).await? == record {
                if self.new.fetch_add(1, Ordering::Relaxed) >= PRUNE_AFTER {
                    self.prune.notify_one();
                }
                return Ok(id);
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// The record with this id, and notes that it was read.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn read(&self, id: &str) -> Result<String, Problem> {
        let possible = ID_LETTERS.contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let found = if possible { self.store.share(id).await? } else { None };
        let (record, read_at) = found.ok_or_else(|| {
            Problem::new(Code::Unknown, text!("there is no shared game here", "il n’y a pas de partie partagée ici"))
        })?;
        let now = now();
        if now >= read_at + RENEW_AFTER.as_millis() as u64 {
            // The game can be read anyway.
            let _ = self.store.renew_share(id, now).await;
        }
        Ok(record)
    }

    /// Deletes games beyond the bounds now and then, for as long as the server runs. Several servers may do so at once.
    pub async fn upkeep(self: Arc<Shares>) {
        loop {
            let _ = tokio::time::timeout(PRUNE_EVERY, self.prune.notified()).await;
            self.new.store(0, Ordering::Relaxed);
            if let Err(error) = self.prune_all().await {
                tracing::warn!(?error, "cannot delete old shared games");
            }
        }
    }

    /// Deletes all games beyond the bounds, batch by batch.
    async fn prune_all(&self) -> Result<(), StoreError> {
        let Some(first) = self.store.share_beyond(self.settings.bounds(now())).await? else { return Ok(()) };
        while self.store.delete_shares_from(&first, BATCH).await? == u64::from(BATCH) {
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }
}

/// A record in its canonical spelling, if it is proven.
fn proven(record: &str) -> Result<String, Problem> {
    let invalid = |why| Problem::new(Code::Invalid, why);
    let game = open(record).map_err(invalid)?;
    // Anyone may share, and others read the names: they follow the policy for everything that people write.
    game.info().players.iter().try_for_each(|player| check_characters(&player.name)).map_err(invalid)?;
    canonical(&*game)
}

fn canonical(game: &dyn AnyGame) -> Result<String, Problem> {
    let record = game.record();
    if record.len() > LONGEST_RECORD {
        return Err(too_long());
    }
    // PostgreSQL does not store a zero.
    if record.contains('\0') {
        let why =
            text!("the record has characters that are not text", "la partie contient des caractères qui ne sont pas du texte");
        return Err(Problem::new(Code::Invalid, why));
    }
    Ok(record)
}

fn too_long() -> Problem {
    let most = LONGEST_RECORD;
    let why = text!("a shared record may have at most {most} bytes", "une partie partagée ne doit pas dépasser {most} octets");
    Problem::new(Code::TooLong, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_stays_as_long_as_the_settings_say() {
        let day = 24 * 60 * 60 * 1000;
        let bounds = ShareSettings { most: 10, days: 3 }.bounds(100 * day);
        assert_eq!(bounds, ShareBounds { read_since: 97 * day, most: 10, bytes: 10 * MEAN_RECORD });
        // A reading is noted before a game that is read every day could be deleted.
        assert!(ShareSettings { most: 10, days: 1 }.bounds(100 * day).read_since <= 100 * day - RENEW_AFTER.as_millis() as u64);
        assert_eq!(ShareSettings::default().bounds(0).read_since, 0);
    }

    #[test]
    fn a_record_is_proven_and_spelled_in_one_way() {
        let record = "tablee record 1\n\ngame RUMIS\noption players 2\n0 I2:a1.1,b1.1\nend\n";
        let spelled = proven(record).unwrap();
        assert!(spelled.starts_with("tablee record 1\ngame rumis\noption players 2\noption board "), "{spelled}");
        assert_eq!(proven(&spelled).unwrap(), spelled);
        assert_eq!(proven("tablee record 1\nend").unwrap_err().code, Code::Invalid);
        // Long moves and comments do not get in, and long sets only up to the limit.
        assert!(!proven(&format!("{record}# {}", "x".repeat(1000))).unwrap().contains("xxx"));
    }
}
