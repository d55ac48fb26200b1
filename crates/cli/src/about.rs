//! `tablee games`, `rules`, `sets` and `completions`: what there is, and how it is written.

use clap::ArgMatches;
use serde_json::{Value, json};
use tablee_core::data::DataError;
use tablee_core::{Game, Lang, OptionKind, OptionSpec, text};
use tablee_games::{GameId, rules_page, with_game};

use crate::command;
use crate::failure::Failure;
use crate::request::read_text_file;

pub fn games(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    for game in GameId::ALL {
        let (name, about, specs) = with_game!(game, G => (G::NAME, G::ABOUT.say(lang), G::OPTIONS));
        if matches.get_flag("json") {
            let options: Vec<Value> = specs.iter().map(|spec| option_json(spec, lang)).collect();
            println!("{}", json!({ "id": game.name(), "name": name, "about": about, "options": options }));
            continue;
        }
        anstream::println!("{} ({name})\n  {about}", crate::show::inked(tablee_core::Ink::Strong, game.name()));
        for spec in specs {
            anstream::println!("  --{:<10} {}", spec.name.replace('_', "-"), spec.help.say(lang));
        }
    }
    Ok(())
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

pub fn rules(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let game = game_argument(matches).expect("clap asks for a game");
    let page = rules_page(game, lang);
    match matches.get_one::<String>("clause") {
        None => anstream::print!("{}", page.replace("**", "")),
        Some(clause) => match find_clause(page, clause) {
            Some(text) => anstream::println!("{text}"),
            None => return Err(Failure::Usage(text!("{game} has no clause {clause:?}", "{game} n'a pas de clause {clause:?}"))),
        },
    }
    Ok(())
}

/// A clause of a rules page, as plain text.
pub fn find_clause(page: &str, clause: &str) -> Option<String> {
    let start = format!("- **{}** ", clause.to_uppercase());
    let mut lines = page.lines().skip_while(|line| !line.starts_with(&start));
    let first = lines.next()?;
    let rest = lines.take_while(|line| line.starts_with("  "));
    Some(
        std::iter::once(first)
            .chain(rest)
            .map(|line| line.trim_start_matches("- ").trim().replace("**", ""))
            .collect::<Vec<_>>()
            .join(" "),
    )
}

pub fn sets(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("show", matches)) => {
            let game = game_argument(matches).expect("clap asks for a game");
            print!("{}", with_game!(game, G => G::HOUSE_SET));
            Ok(())
        }
        Some(("check", matches)) => check_set(matches, lang),
        _ => unreachable!("clap asks for one of the commands"),
    }
}

fn check_set(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = matches.get_one::<String>("file").expect("clap asks for a file").as_str();
    let source = read_text_file(path)?;
    let candidates = match game_argument(matches) {
        Some(game) => vec![game],
        None => GameId::ALL.to_vec(),
    };
    let tried: Vec<_> = candidates.into_iter().map(|game| (game, with_game!(game, G => read_set_id::<G>(&source)))).collect();
    let found = tried.iter().find(|(_, result)| result.is_ok());
    // Of several games that could be meant, the one whose reader came furthest.
    let best = found.or_else(|| tried.iter().max_by_key(|(_, result)| result.as_ref().err().map(|error| error.line)));
    let (game, result) = best.expect("there is at least one game");
    if matches.get_flag("json") {
        println!(
            "{}",
            match result {
                Ok(id) => json!({ "ok": true, "game": game.name(), "id": id }),
                Err(error) => json!({ "ok": false, "game": game.name(), "line": error.line, "problem": error.problem.say(lang) }),
            }
        );
    }
    match result {
        Ok(id) if !matches.get_flag("json") => {
            anstream::println!(
                "{}",
                text!(
                    "{path}: a set of {game}, {id}: all is right",
                    "{path} : un jeu de pièces de {game}, {id} : tout est juste"
                )
                .say(lang)
            );
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::Wrong(error.text().after(path))),
    }
}

fn read_set_id<G: Game>(source: &str) -> Result<String, DataError> {
    G::read_set(source).map(|set| G::set_id(&set).to_owned())
}

fn game_argument(matches: &ArgMatches) -> Option<GameId> {
    matches.get_one::<String>("game").and_then(|name| GameId::from_name(name))
}

pub fn completions(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let shell = *matches.get_one::<clap_complete::Shell>("shell").expect("clap asks for a shell");
    clap_complete::generate(shell, &mut command::tablee(lang), "tablee", &mut std::io::stdout());
    Ok(())
}
