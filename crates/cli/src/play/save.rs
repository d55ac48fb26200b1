//! Saving a game: whole or not at all, and never over another one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tablee_core::text;

use crate::failure::Failure;

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

/// Writes a file whole or not at all: an interrupted save never costs the game that was there.
pub fn save(path: &Path, content: &str) -> Result<(), Failure> {
    write(path, content).map_err(|error| {
        let shown = path.display();
        match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::Usage(text!("{shown}: there is no such folder", "{shown} : ce dossier n’existe pas"))
            }
            _ => Failure::file(path, &error),
        }
    })
}

fn write(path: &Path, content: &str) -> io::Result<()> {
    // What a link points to is written, not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    // Beside it, under a name that nothing has, and gone again if anything fails.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(content.as_bytes())?;
    file.persist(target)?;
    Ok(())
}
