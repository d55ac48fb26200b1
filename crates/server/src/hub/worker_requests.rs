//! What those ask for who do the work of tables.

use tablee_protocol::Problem;

use super::Hub;
use crate::table::Request;

impl Hub {
    /// What a bot would have to think about at a table after this version, if it is still on turn: the record, and which bot.
    ///
    /// # Errors
    /// If the table cannot be read, here as below.
    pub async fn load_position(&self, table: &str, played: u32) -> Result<Option<(String, String)>, Problem> {
        self.ask(table, |reply| Request::LoadPosition { played, reply }).await?
    }

    /// A bot has thought. It is stored then, unless it came too late.
    pub async fn submit_bot_move(&self, table: &str, played: u32, mv: String) -> Result<(), Problem> {
        self.ask(table, |reply| Request::SubmitBotMove { played, mv, reply }).await?
    }

    /// The record of a finished game.
    pub async fn finished_record(&self, table: &str) -> Result<Option<String>, Problem> {
        self.ask(table, |reply| Request::FinishedRecord { reply }).await?
    }

    /// Changes the ratings of those who played at a table, if that is due.
    pub async fn rate(&self, table: &str) -> Result<(), Problem> {
        self.ask(table, |reply| Request::Rate { reply }).await?
    }
}
