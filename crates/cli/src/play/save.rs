//! Saving a file: completely or not at all, and never over another game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tablee_core::text;

use crate::failure::Failure;
use crate::files::shown;

/// Refuses a path where something lies already: a new game must not cost an old one.
pub fn check_new(path: &Path) -> Result<(), Failure> {
    if !path.exists() {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Usage(text!(
        "{path} exists already; go on with it by `tablee resume`, or choose another name",
        "{path} existe déjà ; reprenez la partie par `tablee resume`, ou choisissez un autre nom"
    )))
}

/// Refuses a path to which nothing can be written: before work that would be lost.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let checked = target_of(path).and_then(|target| tempfile::NamedTempFile::new_in(folder_of(&target)));
    checked.map(|_| ()).map_err(|error| failed(path, &error))
}

/// Writes a file completely or not at all: an interrupted save never costs the game that was there.
pub fn save(path: &Path, content: &str) -> Result<(), Failure> {
    write(path, content).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::NotFound {
        let folder = folder_of(path);
        return Failure::Usage(text!("there is no such folder", "ce dossier n’existe pas").after(&shown(&folder)));
    }
    Failure::file(path, error)
}

fn write(path: &Path, content: &str) -> io::Result<()> {
    let target = target_of(path)?;
    // In the same folder, under a new name, and removed if anything fails.
    let mut file = tempfile::NamedTempFile::new_in(folder_of(&target))?;
    file.write_all(content.as_bytes())?;
    file.persist(target)?;
    Ok(())
}

/// The file that is written: a link is followed.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if target.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(target) }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}
