//! Requests from a worker to tables.

use async_trait::async_trait;
use tablee_protocol::Problem;

use crate::hub::Hub;
use crate::table::WorkerRequest;

/// Requests from a worker to tables. All requests fail if the table cannot be loaded.
#[async_trait]
pub trait TableClient: Send + Sync + 'static {
    /// The record and the bot to move, if it is a bot's turn after this version.
    async fn load_position(&self, table: &str, played: u32) -> Result<Option<(String, String)>, Problem>;

    /// Stores a bot's move, unless the table has moved on. `node` waits for it, in a cluster.
    async fn submit_bot_move(&self, table: &str, played: u32, mv: String, node: &str) -> Result<(), Problem>;

    /// The record of a finished game.
    async fn finished_record(&self, table: &str) -> Result<Option<String>, Problem>;

    /// Rates the game of a table, if a rating is due. `node` waits for it, in a cluster.
    async fn rate(&self, table: &str, node: &str) -> Result<(), Problem>;
}

/// In the process of a single server, the tables in memory answer.
#[async_trait]
impl TableClient for Hub {
    async fn load_position(&self, table: &str, played: u32) -> Result<Option<(String, String)>, Problem> {
        self.request(table, |reply| WorkerRequest::LoadPosition { played, reply }).await
    }

    async fn submit_bot_move(&self, table: &str, played: u32, mv: String, _: &str) -> Result<(), Problem> {
        self.request(table, |reply| WorkerRequest::SubmitBotMove { played, mv, reply }).await
    }

    async fn finished_record(&self, table: &str) -> Result<Option<String>, Problem> {
        self.request(table, |reply| WorkerRequest::FinishedRecord { reply }).await
    }

    async fn rate(&self, table: &str, _: &str) -> Result<(), Problem> {
        self.request(table, |reply| WorkerRequest::Rate { reply }).await
    }
}
