//! `tablee games`: the games with their options.

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tablee_core::{Game, Ink, Lang, OptionKind, OptionSpec};
use tablee_games::{GameId, with_game};

use crate::arguments::{OutputFormat, output_format, output_format_from};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::rows::RowWriter;
use crate::show::{inked, print_line};

/// The arguments of `tablee games`.
pub struct Games {
    format: OutputFormat,
}

impl CliCommand for Games {
    const NAME: &'static str = "games";

    fn declare(command: Command, lang: Lang) -> Command {
        command
            .about(lang.pick("List the games with their options", "Lister les jeux et leurs options"))
            .args(output_format(lang))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Games, Failure> {
        Ok(Games { format: output_format_from(matches) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        // In JSON a game is one object with its options; in CSV each option is a row.
        let csv = self.format == OutputFormat::Csv;
        let mut rows = RowWriter::new(self.format, &["game", "option", "help"]).filter(|_| csv);
        for game in GameId::ALL {
            let (name, about, specs) = with_game!(game, G => (G::NAME, G::ABOUT.say(lang), G::OPTIONS));
            if let Some(rows) = &mut rows {
                for spec in specs {
                    rows.write(&json!({ "game": game.name(), "option": spec.name, "help": spec.help.say(lang) }))?;
                }
                continue;
            }
            if self.format == OutputFormat::Json {
                let options: Vec<Value> = specs.iter().map(|spec| option_json(spec, lang)).collect();
                print_line(json!({ "id": game.name(), "name": name, "about": about, "options": options }))?;
                continue;
            }
            print_line(format_args!("{} ({name})\n  {about}", inked(Ink::Strong, game.name())))?;
            for spec in specs {
                print_line(format_args!("  --{:<13} {}", spec.name.replace('_', "-"), spec.help.say(lang)))?;
            }
        }
        Ok(())
    }
}

fn option_json(spec: &OptionSpec, lang: Lang) -> Value {
    let kind = match spec.kind {
        OptionKind::Number { min, max } => json!({ "number": [min, max] }),
        OptionKind::Flag => json!("flag"),
        OptionKind::Word(words) => json!({ "word": words }),
        OptionKind::Words(words) => json!({ "words": words }),
        OptionKind::Seats => json!("seats"),
    };
    json!({ "name": spec.name, "kind": kind, "help": spec.help.say(lang) })
}
