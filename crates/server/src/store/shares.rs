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

    /// The first record beyond these bounds, if they are sorted by when they were last read, the latest first. All that
    /// follow it are beyond the bounds too. It counts all records, so it is asked once and not per batch.
    async fn share_beyond(&self, bounds: ShareBounds) -> Result<Option<SharePlace>, StoreError>;

    /// Deletes this record and those that follow it, the last ones first and at most `batch` of them. Returns how many were
    /// deleted. Records that were read meanwhile stay.
    async fn delete_shares_from(&self, first: &SharePlace, batch: u32) -> Result<u64, StoreError>;
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

/// The place of a record among all, sorted by when they were last read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharePlace {
    /// When it was last read, in milliseconds since 1970.
    pub read_at: u64,
    /// Its id.
    pub id: String,
}

impl SharePlace {
    pub(super) fn of_row((read_at, id): (i64, String)) -> SharePlace {
        SharePlace { read_at: read_at.unsigned_abs(), id }
    }
}

/// The statements, the same in both databases.
pub(super) mod sql {
    /// Reads an index from end to end, and no record.
    pub const BEYOND: &str = "SELECT read_at, id FROM (
            SELECT id, read_at, row_number() OVER latest AS number, sum(size) OVER latest AS total
            FROM shares WINDOW latest AS (ORDER BY read_at DESC, id)
        ) AS counted
        WHERE read_at < $1 OR number > $2 OR total > $3 ORDER BY read_at DESC, id LIMIT 1";

    pub const DELETE_FROM: &str = "DELETE FROM shares WHERE id IN (
            SELECT id FROM shares WHERE read_at <= $1 AND (read_at < $1 OR id >= $2) ORDER BY read_at, id DESC LIMIT $3
        )";
}
