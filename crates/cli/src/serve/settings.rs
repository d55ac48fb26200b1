//! Every setting of the server: its name, its help, how it is read and shown.
//!
//! One list, from which come the flags, the variables of the environment, the keys of the file, and `--print-config`.

use std::path::PathBuf;
use std::time::Duration;

use tablee_core::{Label, Text, text};
use tablee_server::Settings;
use tracing::level_filters::LevelFilter;

use super::log::Format;
use super::rate_limits::LIMITS;
use super::values::{
    FORMATS, LEVELS, READERS, read_address, read_networks, read_public_url, read_whole, read_word, show_networks, show_word,
};

/// The longest pause of a bot, in milliseconds.
const LONGEST_PAUSE: u64 = 60_000;

/// The longest wait for PostgreSQL and NATS, in seconds.
const LONGEST_WAIT: u64 = 86_400;

/// The most shared games, and the most days that they are kept.
const MOST_SHARES: u64 = 100_000_000;
const MOST_DAYS: u64 = 36_500;

/// The most proxies, one after the other.
const MOST_HOPS: u64 = 16;

/// The bits of an IPv6 address.
const IPV6_BITS: u64 = 128;

/// The value of every setting.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The settings that the server receives.
    pub server: Settings,
    /// Least severe level that is logged.
    pub log_level: LevelFilter,
    pub log_format: Format,
}

impl Default for Chosen {
    fn default() -> Chosen {
        let server = Settings::new("127.0.0.1:8017", data_folder());
        Chosen { server, log_level: LevelFilter::INFO, log_format: Format::Text }
    }
}

/// The user's data folder, by the conventions of the system.
fn data_folder() -> PathBuf {
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().unwrap_or_default();
    let base = if cfg!(windows) {
        named("LOCALAPPDATA").unwrap_or_else(home)
    } else if cfg!(target_os = "macos") {
        home().join("Library/Application Support")
    } else {
        named("XDG_DATA_HOME").unwrap_or_else(|| home().join(".local/share"))
    };
    base.join("tablee")
}

/// What kind of value a setting has in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    /// `true` or `false`.
    Flag,
    Whole,
    /// A whole number, or a text in quotes.
    WholeOrText,
    /// A text in quotes; as a flag or variable, a path that need not be UTF-8.
    Folder,
}

/// A setting, the same as a flag, as a variable of the environment and in the file.
pub struct Setting {
    /// Its name in the file; after a dot, in the section named before it.
    pub key: &'static str,
    /// What a value looks like, for the help.
    pub shape: Label,
    pub help: Label,
    /// How the file has it.
    pub kind: Kind,
    /// Reads a value as text, and stores it in the settings.
    pub set: fn(&mut Chosen, &str) -> Result<(), Text>,
    /// The value, as it would be given.
    pub get: fn(&Chosen) -> String,
}

impl Setting {
    /// The flag of the command line, without its dashes.
    pub fn flag(&self) -> String {
        self.key.replace("limits.", "limit.").replace(['_', '.'], "-")
    }

    /// The variable of the environment.
    pub fn variable(&self) -> String {
        format!("TABLEE_{}", self.flag().replace('-', "_").to_uppercase())
    }
}

/// A label in both languages.
pub const fn label(en: &'static str, fr: &'static str) -> Label {
    Label::new(en, fr)
}

macro_rules! days {
    ($key:literal, $field:ident, $en:literal, $fr:literal) => {
        Setting {
            key: $key,
            shape: label("DAYS", "JOURS"),
            help: label($en, $fr),
            kind: Kind::Whole,
            set: |chosen, value| {
                chosen.server.retention.$field = u32::try_from(read_whole(value, MOST_DAYS)?).unwrap_or(u32::MAX);
                Ok(())
            },
            get: |chosen| chosen.server.retention.$field.to_string(),
        }
    };
}

/// Every setting, in the order of the help text.
pub fn settings() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().chain(LIMITS)
}

/// All but the rate limits.
const SETTINGS: &[Setting] = &[
    Setting {
        key: "address",
        shape: label("ADDRESS:PORT", "ADRESSE:PORT"),
        help: label(
            "where to listen (default 127.0.0.1:8017, for this machine only); port 0 is any free one",
            "où écouter (127.0.0.1:8017 par défaut, pour cette machine seulement) ; le port 0 est n’importe quel port libre",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            value.clone_into(&mut chosen.server.address);
            Ok(())
        },
        get: |chosen| chosen.server.address.clone(),
    },
    Setting {
        key: "data",
        shape: label("FOLDER", "DOSSIER"),
        help: label(
            "the data folder (default: `tablee` in the user's data folder)",
            "le dossier des données (par défaut : `tablee` dans le dossier de données de l’utilisateur)",
        ),
        kind: Kind::Folder,
        set: |chosen, value| {
            if value.is_empty() {
                return Err(text!("the name of the folder is empty", "le nom du dossier est vide"));
            }
            chosen.server.data = PathBuf::from(value);
            Ok(())
        },
        get: |chosen| chosen.server.data.display().to_string(),
    },
    Setting {
        key: "store",
        shape: label("postgres://…|off", "postgres://…|off"),
        help: label(
            "a PostgreSQL database instead of the data folder, which several servers can share (default off)",
            "une base PostgreSQL au lieu du dossier des données, que plusieurs serveurs peuvent partager (off par défaut)",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.server.store = read_address(value, &["postgres://", "postgresql://"])?;
            Ok(())
        },
        get: |chosen| chosen.server.store.clone().unwrap_or_else(|| "off".to_owned()),
    },
    Setting {
        key: "bus",
        shape: label("nats://…|off", "nats://…|off"),
        help: label(
            "the NATS server that connects servers and workers to a cluster (default off)",
            "le serveur NATS qui relie serveurs et workers en un cluster (off par défaut)",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.server.bus = read_address(value, &["nats://", "tls://"])?;
            Ok(())
        },
        get: |chosen| chosen.server.bus.clone().unwrap_or_else(|| "off".to_owned()),
    },
    Setting {
        key: "behind_proxy",
        shape: label("true|false", "true|false"),
        help: label(
            "every peer is a proxy that sends the client's address in Forwarded or X-Forwarded-For (default false)",
            "chaque pair est un proxy qui donne l’adresse du client dans Forwarded ou X-Forwarded-For (false par défaut)",
        ),
        kind: Kind::Flag,
        set: |chosen, value| {
            chosen.server.behind_proxy = read_word(value, &[("true", true), ("false", false)])?;
            Ok(())
        },
        get: |chosen| chosen.server.behind_proxy.to_string(),
    },
    Setting {
        key: "trusted_proxies",
        shape: label("NETWORK,…|off", "RÉSEAU,…|off"),
        help: label(
            "the networks whose proxies are trusted, such as 10.0.0.0/8,::1 (default off)",
            "les réseaux dont les proxys sont fiables, comme 10.0.0.0/8,::1 (off par défaut)",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.server.trusted_proxies = read_networks(value)?;
            Ok(())
        },
        get: |chosen| show_networks(&chosen.server.trusted_proxies),
    },
    Setting {
        key: "proxy_hops",
        shape: label("N", "N"),
        help: label(
            "how many trusted proxies a request passes at most (default 1)",
            "combien de proxys fiables une requête traverse au plus (1 par défaut)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            chosen.server.proxy_hops = u8::try_from(read_whole(value, MOST_HOPS)?).unwrap_or(u8::MAX);
            Ok(())
        },
        get: |chosen| chosen.server.proxy_hops.to_string(),
    },
    Setting {
        key: "ipv6_prefix",
        shape: label("N", "N"),
        help: label(
            "how many leading bits of an IPv6 address make one client (default 64)",
            "combien de bits de tête d’une adresse IPv6 forment un client (64 par défaut)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            chosen.server.limits.ipv6_prefix = u8::try_from(read_whole(value, IPV6_BITS)?).unwrap_or(u8::MAX);
            Ok(())
        },
        get: |chosen| chosen.server.limits.ipv6_prefix.to_string(),
    },
    Setting {
        key: "bot_pace",
        shape: label("MS", "MS"),
        help: label(
            "shortest time of a bot's move, in milliseconds (default 600, at most 60000)",
            "durée minimale d’un coup de robot, en millisecondes (600 par défaut, 60000 au plus)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            let pause = read_whole(value, LONGEST_PAUSE)?;
            chosen.server.bot_pace = Duration::from_millis(pause);
            Ok(())
        },
        get: |chosen| chosen.server.bot_pace.as_millis().to_string(),
    },
    Setting {
        key: "log",
        shape: label("off|error|warn|info|debug|trace", "off|error|warn|info|debug|trace"),
        help: label(
            "what is logged to standard error (default info; debug has a line per request)",
            "ce qui est noté sur la sortie d’erreur (info par défaut ; debug a une ligne par requête)",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.log_level = read_word(value, &LEVELS)?;
            Ok(())
        },
        get: |chosen| show_word(chosen.log_level, &LEVELS),
    },
    Setting {
        key: "log_format",
        shape: label("text|json", "text|json"),
        help: label("format of the log (default text)", "format du journal (text par défaut)"),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.log_format = read_word(value, &FORMATS)?;
            Ok(())
        },
        get: |chosen| show_word(chosen.log_format, &FORMATS),
    },
    Setting {
        key: "metrics",
        shape: label("local|everyone|off", "local|everyone|off"),
        help: label(
            "who may read /metrics (default local: programs on this machine, not through a proxy)",
            "qui peut lire /metrics (local par défaut : les programmes de cette machine, mais pas à travers un proxy)",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.server.metrics = read_word(value, &READERS)?;
            Ok(())
        },
        get: |chosen| show_word(chosen.server.metrics, &READERS),
    },
    Setting {
        key: "public_url",
        shape: label("https://…|off", "https://…|off"),
        help: label(
            "the server's address as visitors write it, for the previews of links (default off: as the request says)",
            "l’adresse du serveur pour ses visiteurs, dans les aperçus des liens (off par défaut : celle de la requête)",
        ),
        kind: Kind::Text,
        set: |chosen, value| {
            chosen.server.public_url = read_public_url(value)?;
            Ok(())
        },
        get: |chosen| chosen.server.public_url.clone().unwrap_or_else(|| "off".to_owned()),
    },
    Setting {
        key: "shared_games",
        shape: label("N", "N"),
        help: label(
            "how many games shared by a short link are kept (default 100000; 0 turns sharing off)",
            "combien de parties partagées par un lien court sont gardées (100000 par défaut ; 0 pour aucun partage)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            chosen.server.shares.most = u32::try_from(read_whole(value, MOST_SHARES)?).unwrap_or(u32::MAX);
            Ok(())
        },
        get: |chosen| chosen.server.shares.most.to_string(),
    },
    Setting {
        key: "shared_games_days",
        shape: label("DAYS", "JOURS"),
        help: label(
            "how many days a shared game is kept that nobody reads (default 400)",
            "combien de jours une partie partagée que personne ne lit est gardée (400 par défaut)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            chosen.server.shares.days = u32::try_from(read_whole(value, MOST_DAYS)?).unwrap_or(u32::MAX);
            Ok(())
        },
        get: |chosen| chosen.server.shares.days.to_string(),
    },
    Setting {
        key: "claim_seconds",
        shape: label("SECONDS", "SECONDES"),
        help: label(
            "how long a player is away before others may claim the game (default 60; five times as long without a clock)",
            "après combien de temps d’absence les autres peuvent réclamer la partie (60 par défaut ; cinq fois plus sans pendule)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            chosen.server.claim_after = Duration::from_secs(read_whole(value, LONGEST_WAIT)?);
            Ok(())
        },
        get: |chosen| chosen.server.claim_after.as_secs().to_string(),
    },
    days!(
        "open_table_days",
        open_tables,
        "after how many days an open table closes where nothing happens (default 3; 0 never)",
        "après combien de jours sans activité une table ouverte est fermée (3 par défaut ; 0 pour jamais)"
    ),
    days!(
        "closed_table_days",
        closed_tables,
        "after how many days a closed table is deleted where no game began (default 30; 0 never)",
        "après combien de jours une table fermée sans partie est supprimée (30 par défaut ; 0 pour jamais)"
    ),
    days!(
        "abandoned_game_days",
        abandoned_games,
        "after how many days the player to move loses in a game without a clock (default 30; 0 never)",
        "après combien de jours le joueur dont c’est le tour perd, dans une partie sans pendule (30 par défaut ; 0 pour jamais)"
    ),
    days!(
        "guest_days",
        guests,
        "after how many days a guest who does not come back is forgotten (default 180; 0 never)",
        "après combien de jours un invité qui ne revient pas est oublié (180 par défaut ; 0 pour jamais)"
    ),
    days!(
        "key_days",
        keys,
        "after how many days a key that is not used is revoked (default 400; 0 never)",
        "après combien de jours une clé qui ne sert pas est révoquée (400 par défaut ; 0 pour jamais)"
    ),
    Setting {
        key: "wait",
        shape: label("SECONDS", "SECONDES"),
        help: label(
            "how long to wait for PostgreSQL and NATS at the start (default 300; 0 exits at once)",
            "combien de temps attendre PostgreSQL et NATS au démarrage (300 par défaut ; 0 pour ne pas attendre)",
        ),
        kind: Kind::Whole,
        set: |chosen, value| {
            chosen.server.wait = Duration::from_secs(read_whole(value, LONGEST_WAIT)?);
            Ok(())
        },
        get: |chosen| chosen.server.wait.as_secs().to_string(),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_read_as_it_is_shown() {
        let mut chosen = Chosen::default();
        for setting in settings() {
            let shown = (setting.get)(&chosen);
            (setting.set)(&mut chosen, &shown).unwrap_or_else(|why| panic!("{}: {}", setting.key, why.en));
            assert_eq!((setting.get)(&chosen), shown, "{}", setting.key);
            let named = setting.help.en.contains(&format!("default {shown}")) || setting.key == "data";
            assert!(named, "{} has another default than its help says: {shown}", setting.key);
        }
    }

    #[test]
    fn flags_and_variables_follow_from_keys() {
        let names: Vec<_> = settings().map(|setting| (setting.flag(), setting.variable())).collect();
        assert!(names.contains(&("bot-pace".to_owned(), "TABLEE_BOT_PACE".to_owned())));
        assert!(names.contains(&("limit-chat".to_owned(), "TABLEE_LIMIT_CHAT".to_owned())));
    }
}
