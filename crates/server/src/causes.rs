//! Causes of failures in both languages: errors of the system, of NATS and of databases.
//!
//! Libraries write English. The common causes are sentences of ours. An unknown cause is an unexpected error; the words
//! of the library follow as its detail, in French on a separate line.

use std::error::Error;
use std::io;

use async_nats::{ConnectError, ConnectErrorKind};
use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;
use tablee_core::{Text, text};

/// An error of the operating system.
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
        Kind::TimedOut => no_answer(),
        Kind::ConnectionRefused => text!("the connection was refused", "la connexion a été refusée"),
        Kind::ConnectionReset | Kind::ConnectionAborted | Kind::BrokenPipe | Kind::NotConnected => connection_lost(),
        Kind::HostUnreachable | Kind::NetworkUnreachable | Kind::NetworkDown => {
            text!("the network cannot be reached", "le réseau est injoignable")
        }
        Kind::AddrInUse => text!("the address is in use", "l’adresse est déjà utilisée"),
        Kind::AddrNotAvailable => text!("the address is not available", "l’adresse n’est pas disponible"),
        Kind::UnexpectedEof => text!("the data ended too early", "les données s’arrêtent trop tôt"),
        Kind::OutOfMemory => text!("there is not enough memory", "il n’y a pas assez de mémoire"),
        Kind::Interrupted => text!("it was interrupted", "l’opération a été interrompue"),
        Kind::Unsupported => text!("the system does not support it", "le système ne le permet pas"),
        _ if is_unknown_host(error) => unknown_host(),
        _ => match error.raw_os_error() {
            Some(code) => text!("{error}", "erreur système {code}"),
            None => text!("input/output error", "erreur d’entrée-sortie"),
        },
    }
}

/// Why a store or a bus cannot be opened.
#[derive(Clone, Debug)]
pub struct OpenError {
    /// The reason as a sentence in both languages.
    pub why: Text,
    /// Whether waiting may help, because the other program may still be starting.
    pub temporary: bool,
}

/// Whether NATS may be reached a little later.
pub(crate) fn is_temporary_nats_error(error: &ConnectError) -> bool {
    match error.kind() {
        ConnectErrorKind::Dns | ConnectErrorKind::TimedOut => true,
        _ => system_cause(error).is_some_and(|cause| is_temporary(cause.kind())),
    }
}

/// Whether a database may be reached a little later.
pub(crate) fn is_temporary_database_error(error: &sqlx::Error) -> bool {
    match error {
        // Too many connections; starting or stopping.
        sqlx::Error::Database(answer) => matches!(&*answer.code().unwrap_or_default(), "53300" | "57P01" | "57P02" | "57P03"),
        sqlx::Error::PoolTimedOut => true,
        _ => system_cause(error).is_some_and(|cause| is_temporary(cause.kind()) || is_unknown_host(cause)),
    }
}

fn is_temporary(kind: io::ErrorKind) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        kind,
        Kind::ConnectionRefused
            | Kind::ConnectionReset
            | Kind::ConnectionAborted
            | Kind::BrokenPipe
            | Kind::TimedOut
            | Kind::UnexpectedEof
            | Kind::HostUnreachable
            | Kind::NetworkUnreachable
            | Kind::NetworkDown
    )
}

/// Why NATS cannot be reached.
pub(crate) fn nats_error(error: &ConnectError) -> Text {
    match error.kind() {
        ConnectErrorKind::Dns => return unknown_host(),
        ConnectErrorKind::TimedOut => return no_answer(),
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            return text!(
                "the user name, password or token is wrong",
                "le nom d’utilisateur, le mot de passe ou le jeton est incorrect"
            );
        }
        _ => {}
    }
    if let Some(cause) = tls_cause(&error.to_string()) {
        return cause;
    }
    match system_cause(error).map(|cause| (cause.kind(), cause)) {
        // The answer cannot be parsed.
        Some((io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput, _)) => not_nats(),
        Some((kind, cause)) if kind != io::ErrorKind::Other => system_error(cause),
        _ if error.to_string().contains("expected INFO") => not_nats(),
        _ => unexpected(error),
    }
}

/// What NATS or its client says, once there is a connection.
pub fn nats_detail(detail: &str) -> Text {
    let lower = detail.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(&["jetstream not enabled", "jetstream unavailable", "no responders"]) {
        text!("JetStream is off in NATS; start it with -js", "JetStream n’est pas actif dans NATS ; lancez-le avec -js")
    } else if says(&["timed out", "timeout", "no answer in time"]) {
        no_answer()
    } else if says(&["connection was closed", "channel closed", "broken pipe", "disconnected"]) {
        connection_lost()
    } else if says(&["permissions violation", "authorization violation"]) {
        text!("this user is not allowed to do this", "cet utilisateur n’en a pas le droit")
    } else if says(&["insufficient resources", "insufficient storage", "no space left"]) {
        text!("NATS does not have enough storage", "NATS n’a pas assez d’espace de stockage")
    } else {
        unexpected(&detail)
    }
}

/// What is wrong with the address of a database.
pub(crate) fn database_address_error(error: &sqlx::Error) -> Text {
    let detail = match error {
        sqlx::Error::Configuration(error) => error.to_string(),
        error => error.to_string(),
    };
    if detail.contains("port number") {
        return text!("its port is not a number from 0 to 65535", "son port n’est pas un nombre de 0 à 65535");
    }
    unexpected(&detail)
}

/// Why a database cannot be used.
pub(crate) fn database_error(error: &sqlx::Error) -> Text {
    match error {
        sqlx::Error::Database(answer) => database_answer(answer.as_ref()),
        sqlx::Error::PoolTimedOut => no_answer(),
        // An answer that is not in PostgreSQL's protocol; SQLite has none.
        sqlx::Error::Protocol(_) => not_postgres(),
        sqlx::Error::Migrate(error) => migration_error(error),
        _ => match (tls_cause(&error.to_string()), system_cause(error)) {
            (Some(cause), _) => cause,
            (None, Some(cause)) => system_error(cause),
            (None, None) => unexpected(error),
        },
    }
}

fn migration_error(error: &MigrateError) -> Text {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => database_error(error),
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => text!(
            "a newer version of Tablée has changed it; start that version, or restore a backup from before",
            "une version plus récente de Tablée l’a modifiée ; lancez cette version, ou restaurez une sauvegarde antérieure"
        ),
        MigrateError::VersionMismatch(version) => text!(
            "its tables are not ours (migration {version} differs)",
            "ses tables ne sont pas les nôtres (la migration {version} est différente)"
        ),
        _ => unexpected(error),
    }
}

fn database_answer(answer: &dyn DatabaseError) -> Text {
    let code = answer.code().unwrap_or_default();
    let known = if answer.try_downcast_ref::<SqliteError>().is_some() {
        // The lowest byte of an extended code is the primary code.
        code.parse::<u32>().ok().and_then(|code| sqlite_cause(code & 0xff))
    } else {
        postgres_cause(&code)
    };
    known.unwrap_or_else(|| unexpected(&answer.message()))
}

/// The primary result codes of SQLite (<https://sqlite.org/rescode.html>).
fn sqlite_cause(code: u32) -> Option<Text> {
    Some(match code {
        3 | 23 => text!("permission denied", "accès refusé"),
        5 | 6 => text!("another program is using it", "un autre programme l’utilise"),
        8 => text!(
            "it is read-only; check the disk and the owner of the file",
            "elle est en lecture seule ; vérifiez le disque et le propriétaire du fichier"
        ),
        10 => text!("the file cannot be read or written", "le fichier ne peut être ni lu ni écrit"),
        11 => text!("the file is damaged", "le fichier est endommagé"),
        13 => text!("the disk is full", "le disque est plein"),
        14 => text!("the file cannot be opened", "impossible d’ouvrir le fichier"),
        26 => text!("the file is not a database", "ce fichier n’est pas une base de données"),
        _ => return None,
    })
}

/// The error codes of PostgreSQL (appendix A of its manual).
fn postgres_cause(code: &str) -> Option<Text> {
    Some(match code {
        "25006" => text!("it cannot be written to", "elle n’est pas modifiable"),
        "28P01" => {
            text!("the user name or the password is wrong", "le nom d’utilisateur ou le mot de passe est incorrect")
        }
        "28000" => text!("the server does not accept this user", "le serveur n’accepte pas cet utilisateur"),
        "3D000" => text!("there is no such database; create it first", "cette base n’existe pas ; créez-la d’abord"),
        "42501" => text!("this user is not allowed to do this", "cet utilisateur n’en a pas le droit"),
        "53100" => text!("the disk is full", "le disque est plein"),
        "53300" => text!("it has too many connections", "elle a trop de connexions"),
        "57P01" | "57P02" | "57P03" => {
            text!("the database server is starting or stopping", "le serveur de base de données démarre ou s’arrête")
        }
        _ => return None,
    })
}

/// What is wrong with TLS, in the words of rustls and of the clients.
fn tls_cause(said: &str) -> Option<Text> {
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    Some(if says(&["UnknownIssuer"]) {
        text!(
            "the certificate of the server is not signed by a known authority",
            "le certificat du serveur n’est pas signé par une autorité connue"
        )
    } else if says(&["not valid for name", "NotValidForName"]) {
        text!("the certificate of the server is for another name", "le certificat du serveur est fait pour un autre nom")
    } else if says(&["certificate expired", "Expired"]) {
        text!("the certificate of the server has expired", "le certificat du serveur a expiré")
    } else if says(&["certificate not valid yet", "NotValidYet"]) {
        text!("the certificate of the server is not valid yet", "le certificat du serveur n’est pas encore valide")
    } else if says(&["server does not support TLS", "corrupt message"]) {
        text!("the server does not support TLS", "le serveur n’accepte pas TLS")
    } else if says(&["CertificateRequired"]) {
        text!("the server asks for a certificate of ours", "le serveur demande un certificat de notre part")
    } else {
        return None;
    })
}

/// The error of the system that an error is about.
fn system_cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        next = error.source();
    }
    None
}

/// Whether a host name has no address. The standard library has no kind for this.
fn is_unknown_host(error: &io::Error) -> bool {
    /// What Windows answers.
    const WSAHOST_NOT_FOUND: i32 = 11_001;
    error.raw_os_error() == Some(WSAHOST_NOT_FOUND) || error.to_string().contains("failed to lookup address information")
}

fn unknown_host() -> Text {
    text!("the host cannot be found", "l’hôte est introuvable")
}

fn no_answer() -> Text {
    text!("no answer in time", "pas de réponse à temps")
}

fn connection_lost() -> Text {
    text!("the connection was lost", "la connexion a été perdue")
}

fn not_nats() -> Text {
    text!("this is not a NATS server", "ce n’est pas un serveur NATS")
}

fn not_postgres() -> Text {
    text!("this is not a PostgreSQL server", "ce n’est pas un serveur PostgreSQL")
}

/// An unknown cause, with the words of a library as its detail.
fn unexpected(detail: &dyn std::fmt::Display) -> Text {
    text!("unexpected error: {detail}", "erreur inattendue\n  détail, en anglais : {detail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of libraries and of the system that no French sentence has.
    const ENGLISH: [&str; 9] = ["os error", "error", "refused", "denied", "timed", "failed", "invalid", "certificate", "the "];

    #[track_caller]
    fn assert_french(said: &Text, expected: &str) {
        assert_eq!(said.fr, expected);
        assert!(!ENGLISH.iter().any(|word| said.fr.contains(word)), "{}", said.fr);
    }

    #[test]
    fn errors_of_the_system() {
        use io::ErrorKind as Kind;
        for (kind, expected) in [
            (Kind::NotFound, "ce fichier n’existe pas"),
            (Kind::PermissionDenied, "accès refusé"),
            (Kind::ConnectionRefused, "la connexion a été refusée"),
            (Kind::TimedOut, "pas de réponse à temps"),
            (Kind::HostUnreachable, "le réseau est injoignable"),
            (Kind::StorageFull, "le disque est plein"),
            (Kind::Other, "erreur d’entrée-sortie"),
        ] {
            assert_french(&system_error(&kind.into()), expected);
        }
        // On Linux: ENOENT, EACCES, EMFILE, ENOSPC, EROFS.
        for code in [2, 13, 24, 28, 30] {
            let error = io::Error::from_raw_os_error(code);
            let said = system_error(&error);
            assert!(!said.fr.contains(&error.to_string()) && !said.fr.contains("os error"), "{said:?}");
        }
    }

    #[test]
    fn a_host_without_an_address() {
        use std::net::ToSocketAddrs;
        let error = "host.invalid:1".to_socket_addrs().unwrap_err();
        assert_french(&system_error(&error), "l’hôte est introuvable");
        let error = io::Error::other("failed to lookup address information: Name or service not known");
        assert_french(&database_error(&sqlx::Error::Io(error)), "l’hôte est introuvable");
        assert_french(&nats_error(&ConnectError::new(ConnectErrorKind::Dns)), "l’hôte est introuvable");
    }

    #[test]
    fn causes_of_nats() {
        let io = |kind: io::ErrorKind| ConnectError::with_source(ConnectErrorKind::Io, io::Error::from(kind));
        for (error, expected) in [
            (io(io::ErrorKind::ConnectionRefused), "la connexion a été refusée"),
            (io(io::ErrorKind::ConnectionReset), "la connexion a été perdue"),
            (io(io::ErrorKind::InvalidInput), "ce n’est pas un serveur NATS"),
            (ConnectError::with_source(ConnectErrorKind::Io, "expected INFO, got nothing"), "ce n’est pas un serveur NATS"),
            (ConnectError::new(ConnectErrorKind::TimedOut), "pas de réponse à temps"),
            (
                ConnectError::new(ConnectErrorKind::AuthorizationViolation),
                "le nom d’utilisateur, le mot de passe ou le jeton est incorrect",
            ),
            (
                ConnectError::with_source(
                    ConnectErrorKind::Io,
                    io::Error::new(io::ErrorKind::InvalidData, "invalid peer certificate: UnknownIssuer"),
                ),
                "le certificat du serveur n’est pas signé par une autorité connue",
            ),
        ] {
            assert_french(&nats_error(&error), expected);
        }
        let garbled = io::Error::new(io::ErrorKind::InvalidData, "received corrupt message of type InvalidContentType");
        assert_french(&nats_error(&garbled.into()), "le serveur n’accepte pas TLS");
        let unknown = nats_error(&ConnectError::with_source(ConnectErrorKind::ServerParse, "what"));
        assert!(unknown.fr.starts_with("erreur inattendue\n") && unknown.fr.ends_with("what"), "{}", unknown.fr);
        for (detail, expected) in [
            ("jetstream unavailable", "JetStream n’est pas actif dans NATS\u{202f}; lancez-le avec -js"),
            ("request timed out", "pas de réponse à temps"),
            ("NATS is disconnected", "la connexion a été perdue"),
        ] {
            assert_french(&nats_detail(detail), expected);
        }
        assert_eq!(nats_detail("a riddle").fr, "erreur inattendue\n  détail, en anglais\u{a0}: a riddle");
        assert_eq!(nats_detail("a riddle").en, "unexpected error: a riddle");
    }

    #[test]
    fn causes_of_databases() {
        let tls = |said: &str| sqlx::Error::Tls(said.into());
        for (error, expected) in [
            (sqlx::Error::Io(io::ErrorKind::ConnectionRefused.into()), "la connexion a été refusée"),
            (sqlx::Error::PoolTimedOut, "pas de réponse à temps"),
            (sqlx::Error::Protocol("unexpected response from SSLRequest: 0x48".into()), "ce n’est pas un serveur PostgreSQL"),
            (sqlx::Error::Tls(Box::new(io::Error::from(io::ErrorKind::NotFound))), "ce fichier n’existe pas"),
            (tls("server does not support TLS"), "le serveur n’accepte pas TLS"),
            (tls("certificate not valid for name \"db\"; …"), "le certificat du serveur est fait pour un autre nom"),
            (tls("certificate expired: verification time …"), "le certificat du serveur a expiré"),
            (
                MigrateError::VersionMissing(9).into(),
                "une version plus récente de Tablée l’a modifiée\u{202f}; lancez cette version, ou restaurez une sauvegarde antérieure",
            ),
            (MigrateError::Execute(sqlx::Error::PoolTimedOut).into(), "pas de réponse à temps"),
        ] {
            assert_french(&database_error(&error), expected);
        }
        assert_french(&postgres_cause("28P01").unwrap(), "le nom d’utilisateur ou le mot de passe est incorrect");
        assert_french(&postgres_cause("3D000").unwrap(), "cette base n’existe pas\u{202f}; créez-la d’abord");
        assert_eq!(postgres_cause("42601"), None);
        assert_french(&sqlite_cause(26).unwrap(), "ce fichier n’est pas une base de données");
        assert_eq!(sqlite_cause(1), None);
    }

    /// Real errors of SQLite: a file that is not a database, and a folder in its place.
    #[tokio::test]
    async fn a_file_that_is_not_a_database() {
        use crate::metrics::Metrics;
        use crate::store::sqlite::Sqlite;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("letter.db");
        std::fs::write(&file, "Dear database, ".repeat(100)).unwrap();
        let said = Sqlite::open(&file, Metrics::default()).await.unwrap_err();
        assert!(said.fr.ends_with("letter.db est inutilisable\u{a0}: ce fichier n’est pas une base de données"), "{}", said.fr);
        let said = Sqlite::open(folder.path(), Metrics::default()).await.unwrap_err();
        assert!(said.fr.ends_with("est inutilisable\u{a0}: impossible d’ouvrir le fichier"), "{}", said.fr);
    }

    /// The error of a file that cannot be written, as on a read-only disk.
    #[tokio::test]
    async fn a_read_only_database() {
        use sqlx::Connection;
        use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

        use crate::metrics::Metrics;
        use crate::store::sqlite::Sqlite;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tablee.db");
        drop(Sqlite::open(&file, Metrics::default()).await.unwrap());
        let options = SqliteConnectOptions::new().filename(&file).read_only(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let error = sqlx::query("DELETE FROM house").execute(&mut connection).await.unwrap_err();
        assert_french(
            &database_error(&error),
            "elle est en lecture seule\u{202f}; vérifiez le disque et le propriétaire du fichier",
        );
    }
}
