//! The store of games that were shared by a short link.

use async_trait::async_trait;

use super::StoreError;

/// Shared games: records by id.
#[async_trait]
pub trait ShareStore: Send + Sync + 'static {
    /// Stores a record, unless there is one with this id (idempotent), and notes that it was read now. Returns the record
    /// that is stored there.
    async fn keep_share(&self, id: &str, record: &str, now: u64) -> Result<String, StoreError>;

    /// A record by id, and when it was last read.
    async fn share(&self, id: &str) -> Result<Option<(String, u64)>, StoreError>;

    /// Notes that a record was read now.
    async fn renew_share(&self, id: &str, now: u64) -> Result<(), StoreError>;

    /// Deletes records beyond these bounds, those first that were not read for the longest time, and at most `batch` of
    /// them. Returns how many were deleted.
    async fn prune_shares(&self, bounds: ShareBounds, batch: u32) -> Result<u64, StoreError>;
}

/// Limits of the shared games that are kept. A record must be within all bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShareBounds {
    /// Read at this time or later, in milliseconds since 1970.
    pub read_since: u64,
    /// The greatest number of records that are kept.
    pub most: u32,
    /// The most bytes of all records together.
    pub bytes: u64,
}

/// Deletes records beyond the bounds. The same in both databases, except for the names of parameters.
macro_rules! prune_shares {
    ($since:literal, $most:literal, $bytes:literal, $batch:literal) => {
        concat!(
            "DELETE FROM shares WHERE id IN (
               SELECT id FROM (
                 SELECT id, read_at, row_number() OVER latest AS number, sum(size) OVER latest AS total
                 FROM shares WINDOW latest AS (ORDER BY read_at DESC, id)
               ) AS counted
               WHERE read_at < ",
            $since,
            " OR number > ",
            $most,
            " OR total > ",
            $bytes,
            " ORDER BY read_at, id DESC LIMIT ",
            $batch,
            ")"
        )
    };
}
pub(super) use prune_shares;
