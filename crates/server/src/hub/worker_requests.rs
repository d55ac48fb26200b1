//! Requests from workers: load a position, submit a bot's move, rate a game, read a finished game.

use tablee_protocol::Problem;

use super::Hub;
use crate::table::Request;

impl Hub {
    /// The record and the bot to move, if it is a bot's turn after this version.
    ///
    /// # Errors
    /// If the table cannot be loaded, as for all requests here.
    pub async fn load_position(&self, table: &str, played: u32) -> Result<Option<(String, String)>, Problem> {
        self.request(table, |reply| Request::LoadPosition { played, reply }).await?
    }

    /// Stores a bot's move, unless the table has moved on.
    pub async fn submit_bot_move(&self, table: &str, played: u32, mv: String) -> Result<(), Problem> {
        self.request(table, |reply| Request::SubmitBotMove { played, mv, reply }).await?
    }

    /// The record of a finished game.
    pub async fn finished_record(&self, table: &str) -> Result<Option<String>, Problem> {
        self.request(table, |reply| Request::FinishedRecord { reply }).await?
    }

    /// Rates the game of a table, if a rating is due.
    pub async fn rate(&self, table: &str) -> Result<(), Problem> {
        self.request(table, |reply| Request::Rate { reply }).await?
    }
}
