//! The queue of those who want to store events: whatever has gathered while the last commit was on its way goes into the next.

use async_trait::async_trait;
use tokio::sync::{mpsc, oneshot};

use super::{Append, NewTableRow, StoreError};

/// How many changes may wait for the next commit; who comes then waits too.
const QUEUE: usize = 4096;

/// Something to be stored, and who waits for it.
#[derive(Debug)]
pub(super) struct PendingChange {
    pub change: Change,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl PendingChange {
    /// Says how it went.
    pub fn done(self, how: Result<(), StoreError>) {
        // Who no longer waits need not know.
        let _ = self.done.send(how);
    }
}

/// What is to be stored.
#[derive(Debug)]
pub(super) enum Change {
    Create(NewTableRow),
    Append(Append),
}

/// Where changes are handed in. Cloning it gives the same one.
#[derive(Clone, Debug)]
pub(super) struct CommitQueue(mpsc::Sender<PendingChange>);

impl CommitQueue {
    /// A queue of which this one takes care, as long as anyone could hand something in.
    pub fn new(writer: impl Writer) -> CommitQueue {
        let (queue, changes) = mpsc::channel(QUEUE);
        tokio::spawn(commit_loop(writer, changes));
        CommitQueue(queue)
    }

    /// WorkerPool in a change, and waits until it is stored.
    pub async fn change(&self, change: Change) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the writer has stopped".to_owned());
        let (done, stored) = oneshot::channel();
        self.0.send(PendingChange { change, done }).await.map_err(|_| gone())?;
        stored.await.map_err(|_| gone())?
    }
}

/// Who stores changes.
#[async_trait]
pub(super) trait Writer: Send + 'static {
    /// Stores all of them, and takes out each once it has said how that went. What is left after an error has failed.
    async fn write(&mut self, batch: &mut Vec<PendingChange>) -> Result<(), StoreError>;
}

async fn commit_loop(mut writer: impl Writer, mut changes: mpsc::Receiver<PendingChange>) {
    let mut batch = Vec::new();
    while changes.recv_many(&mut batch, QUEUE).await > 0 {
        if let Err(error) = writer.write(&mut batch).await {
            if let StoreError::Unavailable(error) = &error {
                tracing::error!(%error, changes = batch.len(), "nothing could be stored");
            }
            batch.drain(..).for_each(|pending| pending.done(Err(error.clone())));
        }
    }
}
