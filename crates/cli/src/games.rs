//! `tablee games`: the games with their options.

use clap::{ArgMatches, Command};
use serde_json::{Value, json};
use tablee_core::{Game, Ink, Lang, OptionKind, OptionSpec};
use tablee_games::{GameId, with_game};

use crate::arguments::{JSON, json as json_flag};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::show::{inked, print_line};

/// The arguments.
pub struct Games {
    json: bool,
}

impl CliCommand for Games {
    const NAME: &'static str = "games";

    fn declare(command: Command, lang: Lang) -> Command {
        command.about(lang.pick("List the games with their options", "Lister les jeux et leurs options")).arg(json_flag(lang))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Games, Failure> {
        Ok(Games { json: matches.get_flag(JSON) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        for game in GameId::ALL {
            let (name, about, specs) = with_game!(game, G => (G::NAME, G::ABOUT.say(lang), G::OPTIONS));
            if self.json {
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
