//! Failures of commands, with their exit codes; errors of the system in both languages.

use std::io;
use std::path::Path;

use tablee_core::{Lang, Text, text};

use crate::files::shown;
use crate::suggest::{did_you_mean, nearest};

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

    /// Its exit code.
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
        let said = system_error(error).after(&shown(path));
        let suggestion = if error.kind() == io::ErrorKind::NotFound { similar_file(path) } else { None };
        Failure::Usage(did_you_mean(said, suggestion.as_deref()))
    }
}

/// A file in the same folder whose name is similar.
fn similar_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names: Vec<_> = folder.read_dir().ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let name = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(shown(&path.with_file_name(name)))
}

/// An error of the operating system, in both languages.
pub fn system_error(error: &io::Error) -> Text {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => text!("there is no such file", "ce fichier n’existe pas"),
        Kind::PermissionDenied => text!("permission denied", "accès refusé"),
        Kind::IsADirectory => text!("this is a folder", "c’est un dossier"),
        Kind::NotADirectory => text!("part of the path is not a folder", "une partie du chemin n’est pas un dossier"),
        Kind::AlreadyExists => text!("it exists already", "il existe déjà"),
        Kind::InvalidFilename | Kind::InvalidInput => text!("this name is not possible", "ce nom n’est pas possible"),
        Kind::StorageFull => text!("the disk is full", "le disque est plein"),
        Kind::QuotaExceeded => text!("the disk quota is used up", "le quota de disque est épuisé"),
        Kind::FileTooLarge => text!("the file would be too large", "le fichier serait trop gros"),
        Kind::ReadOnlyFilesystem => text!("the disk is read-only", "le disque est en lecture seule"),
        Kind::ResourceBusy | Kind::ExecutableFileBusy => text!("it is in use", "il est en cours d’utilisation"),
        Kind::TimedOut => text!("no answer in time", "pas de réponse à temps"),
        Kind::ConnectionRefused => text!("the connection was refused", "la connexion a été refusée"),
        Kind::ConnectionReset | Kind::ConnectionAborted | Kind::BrokenPipe | Kind::NotConnected => {
            text!("the connection was lost", "la connexion a été perdue")
        }
        Kind::HostUnreachable | Kind::NetworkUnreachable | Kind::NetworkDown => {
            text!("the network cannot be reached", "le réseau est injoignable")
        }
        Kind::AddrInUse => text!("the address is in use", "l’adresse est déjà utilisée"),
        Kind::AddrNotAvailable => text!("the address is not available", "l’adresse n’est pas disponible"),
        Kind::UnexpectedEof => text!("the end came too early", "la fin est venue trop tôt"),
        Kind::OutOfMemory => text!("there is not enough memory", "il n’y a pas assez de mémoire"),
        Kind::Interrupted => text!("it was interrupted", "l’opération a été interrompue"),
        Kind::Unsupported => text!("the system does not support it", "le système ne le permet pas"),
        _ => match error.raw_os_error() {
            Some(code) => text!("{error}", "erreur système {code}"),
            None => text!("input/output error", "erreur d’entrée-sortie"),
        },
    }
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
    fn system_errors_are_said_in_french_without_english() {
        // On Linux: ENOENT, EACCES, EMFILE, ENOSPC, EROFS.
        for code in [2, 13, 24, 28, 30] {
            let error = io::Error::from_raw_os_error(code);
            let said = system_error(&error);
            assert!(!said.fr.contains(&error.to_string()) && !said.fr.contains("os error"), "{said:?}");
        }
    }

    #[test]
    fn the_worst_of_several_failures_gives_the_exit_code() {
        let wrong = || Failure::CheckFailed(text!("a", "a"));
        assert_eq!(Failure::Several(vec![wrong(), Failure::Usage(text!("b", "b")), wrong()]).exit_code(), 2);
        assert_eq!(Failure::Several(vec![wrong()]).exit_code(), 1);
        assert_eq!(Failure::Interrupted(text!("c", "c")).exit_code(), 130);
    }
}
