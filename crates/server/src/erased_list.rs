//! The list of erased people in the data folder. A backup of the database does not have it, so that a restored one does
//! not bring them back.
//!
//! With PostgreSQL, every server keeps the whole list in its own data folder, if it has one.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use tokio::sync::Mutex;

use crate::store::StoreError;

/// The name of the file.
const ERASED: &str = "erased";

/// The list of erased people: a file with an id on each line.
pub struct ErasedList {
    file: File,
    /// Who is in the file, once it was read: nobody is noted twice, and the file is read only once.
    known: Mutex<Option<HashSet<String>>>,
}

/// The file of the list.
#[derive(Clone)]
struct File {
    folder: PathBuf,
    /// Whether nobody may be erased without it. Several servers that share a database may be without a data folder.
    required: bool,
}

impl ErasedList {
    /// The list in a data folder.
    pub fn new(folder: PathBuf, required: bool) -> ErasedList {
        ErasedList { file: File { folder, required }, known: Mutex::default() }
    }

    /// The ids in the list; none if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub async fn read(&self) -> Result<Vec<String>, StoreError> {
        let file = self.file.clone();
        blocking(move || file.read()).await
    }

    /// Adds people who are not in the list yet. The list is on disk afterwards.
    ///
    /// # Errors
    /// If it cannot be written although it is required. Otherwise the log says so.
    pub async fn add(&self, people: &[String]) -> Result<(), StoreError> {
        let mut known = self.known.lock().await;
        let known = match &mut *known {
            Some(known) => known,
            none => none.insert(self.read().await?.into_iter().collect()),
        };
        let missing: Vec<String> = people.iter().filter(|person| !known.contains(*person)).cloned().collect();
        if missing.is_empty() {
            return Ok(());
        }
        let (file, lines) = (self.file.clone(), missing.iter().map(|person| format!("{person}\n")).collect::<String>());
        if blocking(move || file.append(&lines)).await? {
            known.extend(missing);
        }
        Ok(())
    }
}

impl File {
    fn read(&self) -> Result<Vec<String>, StoreError> {
        match std::fs::read_to_string(self.folder.join(ERASED)) {
            Ok(noted) => Ok(noted.lines().map(str::to_owned).collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound || !self.required => Ok(Vec::new()),
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    /// Appends lines. Returns whether they are on disk.
    fn append(&self, lines: &str) -> Result<bool, StoreError> {
        let written = || {
            crate::startup::create_private_folder(&self.folder)?;
            let mut file = OpenOptions::new().append(true).create(true).open(self.folder.join(ERASED))?;
            file.write_all(lines.as_bytes())?;
            file.sync_all()
        };
        match written() {
            Err(error) if self.required => Err(StoreError::Unavailable(error.to_string())),
            Err(error) => {
                let folder = self.folder.display();
                tracing::warn!(%error, %folder, "cannot keep the list of erased people; a restored backup would bring them back");
                Ok(false)
            }
            Ok(()) => Ok(true),
        }
    }
}

/// Works with the file on a thread where nobody else waits.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, StoreError> + Send + 'static) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_list_has_everyone_once() {
        let folder = tempfile::tempdir().unwrap();
        let list = ErasedList::new(folder.path().join("new"), true);
        assert!(list.read().await.unwrap().is_empty());
        for people in [&["anna", "bob"][..], &["bob", "carl"], &[]] {
            list.add(&people.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>()).await.unwrap();
        }
        assert_eq!(list.read().await.unwrap(), ["anna", "bob", "carl"]);
        // The file is read once.
        std::fs::write(folder.path().join("new").join(ERASED), "").unwrap();
        list.add(&["anna".to_owned(), "dora".to_owned()]).await.unwrap();
        assert_eq!(list.read().await.unwrap(), ["dora"]);
    }

    #[tokio::test]
    async fn a_list_that_cannot_be_kept_matters_only_where_it_is_required() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let people = ["anna".to_owned()];
        assert!(ErasedList::new(file.join("data"), true).add(&people).await.is_err());
        assert!(ErasedList::new(file.join("data"), false).add(&people).await.is_ok());
    }
}
