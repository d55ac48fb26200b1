//! What went wrong, and the exit code that goes with it.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use tablee_core::{Lang, Text, text};

use crate::files::shown;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was asked makes no sense, or a file cannot be read: exit code 2.
    Usage(Text),
    /// A check was made, and the answer is no: exit code 1.
    Wrong(Text),
    /// Nobody reads what is written, as in `tablee trace … | head`: that is no failure of ours.
    NobodyListens,
}

impl Failure {
    /// Says it on standard error, and gives the exit code.
    pub fn report(self, lang: Lang) -> ExitCode {
        match self {
            Failure::Usage(text) => {
                anstream::eprintln!("tablee: {}", text.say(lang));
                ExitCode::from(2)
            }
            Failure::Wrong(text) => {
                anstream::eprintln!("tablee: {}", text.say(lang));
                ExitCode::from(1)
            }
            Failure::NobodyListens => ExitCode::SUCCESS,
        }
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: &io::Error) -> Failure {
        let path = shown(path);
        Failure::Usage(match error.kind() {
            io::ErrorKind::NotFound => text!("{path}: there is no such file", "{path} : ce fichier n’existe pas"),
            io::ErrorKind::PermissionDenied => text!("{path}: permission denied", "{path} : accès refusé"),
            io::ErrorKind::IsADirectory => text!("{path}: this is a folder", "{path} : c’est un dossier"),
            _ => text!("{path}: {error}", "{path} : {error}"),
        })
    }
}

/// Errors of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyListens,
            _ => Failure::Usage(text!("the output cannot be written: {error}", "impossible d’écrire le résultat : {error}")),
        }
    }
}

impl From<Text> for Failure {
    fn from(text: Text) -> Failure {
        Failure::Usage(text)
    }
}
