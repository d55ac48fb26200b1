//! Saving a file: completely or not at all, and never over another game; and its name, as people type it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tablee_core::{Text, text};

use crate::failure::Failure;
use crate::files::folder_of;

/// The path of a file whose name was typed at the prompt. The name is the rest of the line, with its spaces. A pair of
/// quotes around it is left out. Without quotes, `~/` at the beginning is the home folder. Nothing else has a meaning:
/// neither a backslash nor a quote inside.
///
/// # Errors
/// If there is no name, or it cannot be read.
pub fn typed_path(written: &str) -> Result<PathBuf, Text> {
    let written = written.trim();
    if written.contains(char::REPLACEMENT_CHARACTER) {
        return Err(text!(
            "this name is not UTF-8; give it on the command line, with --save",
            "ce nom n’est pas en UTF-8 ; donnez-le sur la ligne de commande, avec --save"
        ));
    }
    for (open, close) in [('"', '"'), ('\'', '\''), ('«', '»')] {
        if let Some(name) = written.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
            return named(name.trim_matches('\u{a0}'));
        }
    }
    match written.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with(std::path::is_separator) => {
            let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
            let home = home.ok_or_else(|| text!("the home folder is not known", "le dossier personnel n’est pas connu"))?;
            Ok(home.join(rest.trim_start_matches(std::path::is_separator)))
        }
        _ => named(written),
    }
}

fn named(name: &str) -> Result<PathBuf, Text> {
    if name.is_empty() {
        return Err(text!("name a file: `save FILE`", "indiquez un fichier : `enregistrer FICHIER`"));
    }
    Ok(PathBuf::from(name))
}

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
    let check = |target: PathBuf| match is_special(&target) {
        true => File::options().write(true).open(target).map(|_| ()),
        false => tempfile::NamedTempFile::new_in(folder_of(&target)).map(|_| ()),
    };
    target_of(path).and_then(check).map_err(|error| Failure::file(path, &error))
}

/// Writes a file completely or not at all: an interrupted save never costs the game that was there.
pub fn save(path: &Path, content: &str) -> Result<(), Failure> {
    write(path, content).map_err(|error| Failure::file(path, &error))
}

fn write(path: &Path, content: &str) -> io::Result<()> {
    let target = target_of(path)?;
    if is_special(&target) {
        return File::options().write(true).open(target)?.write_all(content.as_bytes());
    }
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

/// Whether there is a device or a pipe. It is written to and never replaced: `--svg /dev/stdout`.
fn is_special(target: &Path) -> bool {
    target.metadata().is_ok_and(|data| !data.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_as_they_are_typed() {
        for (written, name) in [
            ("game.tablee", "game.tablee"),
            (" my game.tablee ", "my game.tablee"),
            ("\"my game.tablee\"", "my game.tablee"),
            ("' two spaces '", " two spaces "),
            ("«\u{a0}soirée\u{a0}»", "soirée"),
            ("Anne's game", "Anne's game"),
            ("12\" record", "12\" record"),
            ("'it's'", "it's"),
            ("\"", "\""),
            ("été/ゲーム 🎲.tablee", "été/ゲーム 🎲.tablee"),
            (r"C:\games\one", r"C:\games\one"),
            ("'~/x'", "~/x"),
            ("~anne/x", "~anne/x"),
            ("a~b", "a~b"),
        ] {
            assert_eq!(typed_path(written), Ok(PathBuf::from(name)), "{written}");
        }
        for wrong in ["", "  ", "\"\"", "''", "b\u{fffd}d"] {
            assert!(typed_path(wrong).is_err(), "{wrong}");
        }
    }

    /// A socket, because it is a special file that any user can create and that nothing can be written to.
    #[test]
    #[cfg(unix)]
    fn a_special_file_is_never_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        assert!(check_writable(&path).is_err() && save(&path, "a game").is_err());
        assert!(path.metadata().unwrap().file_type().is_socket());
    }
}
