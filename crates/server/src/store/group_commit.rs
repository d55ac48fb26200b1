//! Group commit: all changes that arrive during one commit share the next.

use async_trait::async_trait;
use tokio::sync::{mpsc, oneshot};

use super::{Append, NewTableRow, StoreError};

/// How many changes may wait for the next commit. Senders beyond that wait (backpressure).
const QUEUE: usize = 4096;

/// A change that is not yet stored, and the channel for its result.
#[derive(Debug)]
pub(super) struct PendingChange {
    pub change: Change,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl PendingChange {
    /// Sends the result.
    pub fn done(self, result: Result<(), StoreError>) {
        // The sender may no longer wait.
        let _ = self.done.send(result);
    }
}

/// A change to be stored.
#[derive(Debug)]
pub(super) enum Change {
    Create(NewTableRow),
    Append(Append),
}

/// The queue of changes. Clones share the same queue.
#[derive(Clone, Debug)]
pub(super) struct CommitQueue(mpsc::Sender<PendingChange>);

impl CommitQueue {
    /// A queue that this writer stores, until all clones of the queue are dropped.
    pub fn new(writer: impl Writer) -> CommitQueue {
        let (queue, changes) = mpsc::channel(QUEUE);
        tokio::spawn(commit_loop(writer, changes));
        CommitQueue(queue)
    }

    /// Queues a change, and waits until it is stored.
    pub async fn change(&self, change: Change) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the writer has stopped".to_owned());
        let (done, stored) = oneshot::channel();
        self.0.send(PendingChange { change, done }).await.map_err(|_| gone())?;
        stored.await.map_err(|_| gone())?
    }
}

/// Stores batches of changes.
#[async_trait]
pub(super) trait Writer: Send + 'static {
    /// Stores a batch. Each change is removed from it once its result is sent. After an error, those that are left have
    /// failed.
    async fn write(&mut self, batch: &mut Vec<PendingChange>) -> Result<(), StoreError>;
}

async fn commit_loop(mut writer: impl Writer, mut changes: mpsc::Receiver<PendingChange>) {
    let mut batch = Vec::new();
    while changes.recv_many(&mut batch, QUEUE).await > 0 {
        if let Err(error) = writer.write(&mut batch).await {
            if let StoreError::Unavailable(error) = &error {
                tracing::error!(%error, changes = batch.len(), "cannot store changes");
            }
            batch.drain(..).for_each(|pending| pending.done(Err(error.clone())));
        }
    }
}
