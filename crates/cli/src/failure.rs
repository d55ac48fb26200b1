//! Failures of commands, with their exit codes.

use std::io;
use std::path::Path;

use tablee_core::suggest::{did_you_mean, nearest};
use tablee_core::{Lang, Text, text};
use tablee_server::causes::system_error;

use crate::files::{folder_of, shown};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Invalid usage, or a file that cannot be read: exit code 2.
    Usage(Text),
    /// A check failed: exit code 1.
    CheckFailed(Text),
    /// Ctrl-C: exit code 130, as shells expect.
    Interrupted(Text),
    /// One for each of several files; the highest of their exit codes.
    Several(Vec<Failure>),
    /// The reader closed the pipe, as in `tablee trace … | head`: this is not a failure, exit code 0.
    ClosedPipe,
}

impl Failure {
    /// The exit code of a program that Ctrl-C has ended.
    pub const INTERRUPTED: u8 = 130;

    /// Says it on standard error.
    pub fn report(&self, lang: Lang) {
        match self {
            Failure::Usage(text) | Failure::CheckFailed(text) | Failure::Interrupted(text) => {
                anstream::eprintln!("tablee: {}", text.say(lang));
            }
            Failure::Several(failures) => failures.iter().for_each(|failure| failure.report(lang)),
            Failure::ClosedPipe => (),
        }
    }

    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::CheckFailed(_) => 1,
            Failure::Interrupted(_) => Failure::INTERRUPTED,
            Failure::Several(failures) => failures.iter().map(Failure::exit_code).max().unwrap_or(0),
            Failure::ClosedPipe => 0,
        }
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: &io::Error) -> Failure {
        let folder = folder_of(path);
        if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
            return Failure::Usage(text!("there is no such folder", "ce dossier n’existe pas").after(&shown(folder)));
        }
        let said = system_error(error).after(&shown(path));
        let suggestion = if error.kind() == io::ErrorKind::NotFound { similar_file(path) } else { None };
        Failure::Usage(did_you_mean(said, suggestion.as_deref()))
    }
}

/// A file in the same folder whose name is similar.
fn similar_file(path: &Path) -> Option<String> {
    let names: Vec<_> = folder_of(path).read_dir().ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let name = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(shown(&path.with_file_name(name)))
}

/// Errors of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::ClosedPipe;
        }
        let Text { en, fr } = system_error(&error);
        Failure::Usage(text!("the output cannot be written: {en}", "impossible d’écrire le résultat : {fr}"))
    }
}

impl From<Text> for Failure {
    fn from(text: Text) -> Failure {
        Failure::Usage(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_several_failures_gives_the_exit_code() {
        let wrong = || Failure::CheckFailed(text!("a", "a"));
        assert_eq!(Failure::Several(vec![wrong(), Failure::Usage(text!("b", "b")), wrong()]).exit_code(), 2);
        assert_eq!(Failure::Several(vec![wrong()]).exit_code(), 1);
        assert_eq!(Failure::Interrupted(text!("c", "c")).exit_code(), 130);
    }
}
