//! Requests from the worker of this process: a bot's position and move, ratings, finished games.

use tablee_protocol::{Problem, Progress};

use super::request::WorkerRequest;
use super::{Next, TableTask, decide};
use crate::store::StoreError;

impl TableTask {
    /// Responds to a worker's request.
    pub(super) async fn respond_to_worker(&mut self, request: WorkerRequest) -> Next {
        match request {
            WorkerRequest::FinishedRecord { reply } => {
                let record = self.resync_unless_found(TableTask::finished_record).await;
                let _ = reply.send(record.map_err(Problem::from));
            }
            WorkerRequest::LoadPosition { played, reply } => {
                let position = self.resync_unless_found(|table| table.state.bot_position(played)).await;
                let _ = reply.send(position.map_err(Problem::from));
            }
            WorkerRequest::SubmitBotMove { played, mv, reply } => {
                let appended = self.decide_and_append(None, |state, now| decide::play_bot(state, played, &mv, now)).await;
                self.push_due_job();
                return self.reply_after_append(|| drop(reply.send(appended.map(drop))));
            }
            WorkerRequest::Rate { reply } => {
                let due = self.resync_unless_found(|table| table.state.rating_is_due().then_some(())).await;
                let rated = match due {
                    Ok(_) => self.rate().await,
                    Err(error) => Err(error.into()),
                };
                self.push_due_job();
                return self.reply_after_append(|| drop(reply.send(rated)));
            }
        }
        self.on_store_result()
    }

    /// Looks something up. If it is not there, the table may have missed events: it resyncs, and looks again.
    async fn resync_unless_found<T>(&mut self, look_up: impl Fn(&TableTask) -> Option<T>) -> Result<Option<T>, StoreError> {
        if let Some(found) = look_up(self) {
            return Ok(Some(found));
        }
        self.resync().await?;
        Ok(look_up(self))
    }

    /// The record of the game, if it is over.
    fn finished_record(&self) -> Option<String> {
        (self.state.shared().progress() == Progress::Over).then(|| self.record().ok()).flatten()
    }
}
