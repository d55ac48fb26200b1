//! The three commands with their help. The flags come from the settings.

use clap::{Arg, ArgAction, Command, ValueHint};
use tablee_core::Lang;

use super::settings::{Kind, SETTINGS, Setting};
use crate::command::{file, jobs};

/// `tablee serve`.
pub fn serve(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("serve")
        .about(say(
            "Serve tables and pages to browsers and programs, until Ctrl-C",
            "Servir tables et pages aux navigateurs et aux programmes, jusqu'à Ctrl-C",
        ))
        .after_help(say(
            "\nEach setting can also stand in the environment (--bot-pace is TABLEE_BOT_PACE) or in the file (bot_pace = 600; limits\nin a section [limits]). Flags come before the environment, that before the file. See docs/operating.md.",
            "\nChaque réglage peut aussi se trouver dans l'environnement (--bot-pace y est TABLEE_BOT_PACE) ou dans le fichier\n(bot_pace = 600 ; les limites dans une section [limits]). Les options passent avant l'environnement, et lui avant le\nfichier. Voir docs/operating.md.",
        ))
        .args(SETTINGS.iter().map(|setting| server_setting(setting, lang)))
        .arg(config_file(lang))
        .arg(Arg::new("print-config").long("print-config").action(ArgAction::SetTrue).help(say(
            "print all settings as such a file, each with where it comes from, and serve nothing",
            "écrire tous les réglages sous forme de fichier, chacun avec sa provenance, sans rien servir",
        )))
}

/// `tablee worker`.
pub fn worker(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let settings = SETTINGS.iter().filter(|setting| WORKERS.contains(&setting.key));
    Command::new("worker")
        .about(say(
            "Work for servers that share a store and a bus, or for tournaments (`tablee arena --workers`), until Ctrl-C",
            "Travailler pour des serveurs qui partagent une base et un bus, ou pour des tournois (`tablee arena --workers`), jusqu'à Ctrl-C",
        ))
        .after_help(say(
            "\nWith --store and --bus: bots that think, ratings, analyses of finished games. With --bus alone: games of tournaments.\nThe settings can also stand in the environment or in the file, as those of `tablee serve`. See docs/operating.md.",
            "\nAvec --store et --bus : robots qui réfléchissent, classements, analyses de parties finies. Avec --bus seul : parties de\ntournois. Les réglages peuvent aussi se trouver dans l'environnement ou dans le fichier, comme ceux de `tablee serve`.\nVoir docs/operating.md.",
        ))
        .args(settings.map(|setting| server_setting(setting, lang)))
        .arg(jobs(lang))
        .arg(config_file(lang))
}

/// The settings that concern a worker.
const WORKERS: [&str; 5] = ["store", "bus", "bot_pace", "log", "log_format"];

/// `tablee backup`.
pub fn backup(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let data = SETTINGS.iter().filter(|setting| setting.key == "data");
    Command::new("backup")
        .about(say(
            "Copy everything that a server keeps into a file, while it runs",
            "Copier dans un fichier tout ce qu'un serveur conserve, pendant qu'il tourne",
        ))
        .args(data.map(|setting| server_setting(setting, lang)))
        .arg(config_file(lang))
        .arg(
            file(lang)
                .help(say("the file to make; it must not be there yet", "le fichier à créer ; il ne doit pas encore exister")),
        )
}

/// The flag of a setting of the server. Its value is read later, like those from the environment and the file.
fn server_setting(setting: &Setting, lang: Lang) -> Arg {
    let arg = Arg::new(setting.key).long(setting.flag()).value_name(setting.shape.say(lang)).help(setting.help.say(lang));
    match (setting.kind, setting.key) {
        (Kind::Flag, _) => arg.num_args(0..=1).default_missing_value("true"),
        (_, "data") => arg.value_hint(ValueHint::DirPath),
        _ => arg,
    }
}

fn config_file(lang: Lang) -> Arg {
    Arg::new("config").long("config").value_name(lang.pick("FILE", "FICHIER")).value_hint(ValueHint::FilePath).help(
        lang.pick(
            "settings in a file, as TOML (else TABLEE_CONFIG)",
            "des réglages dans un fichier, en TOML (sinon TABLEE_CONFIG)",
        ),
    )
}
