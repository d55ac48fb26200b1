//! `tablee games`, `rules`, `sets` and `completions`: what there is, and how it is written.

use clap::ArgMatches;
use serde_json::{Value, json};
use tablee_core::data::{DataError, Document};
use tablee_core::{Game, Ink, Lang, OptionKind, OptionSpec, text};
use tablee_games::{GameId, rules_page, with_game};

use crate::command;
use crate::failure::Failure;
use crate::request::read_text_file;
use crate::show::{inked, print, print_line};

pub fn games(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    for game in GameId::ALL {
        let (name, about, specs) = with_game!(game, G => (G::NAME, G::ABOUT.say(lang), G::OPTIONS));
        if matches.get_flag("json") {
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
    let Some(clause) = matches.get_one::<String>("clause") else {
        return print(page.replace("**", ""));
    };
    match find_clause(page, clause) {
        Some(text) => print_line(text),
        None => Err(Failure::Usage(text!("{game} has no clause {clause:?}", "{game} n'a pas de clause {clause:?}"))),
    }
}

/// A clause of a rules page, as plain text.
pub fn find_clause(page: &str, clause: &str) -> Option<String> {
    let start = format!("- **{}** ", clause.to_uppercase());
    let mut lines = page.lines().skip_while(|line| !line.starts_with(&start));
    let first = lines.next()?;
    let rest = lines.take_while(|line| line.starts_with("  "));
    let plain = |line: &str| line.trim_start_matches("- ").trim().replace("**", "");
    Some(std::iter::once(first).chain(rest).map(plain).collect::<Vec<_>>().join(" "))
}

/// The first clause of a rules page, to show how one is named.
pub fn first_clause(page: &str) -> &str {
    page.split("- **").nth(1).and_then(|rest| rest.split("**").next()).unwrap_or_default()
}

pub fn sets(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("show", matches)) => {
            let game = game_argument(matches).expect("clap asks for a game");
            print(with_game!(game, G => G::HOUSE_SET))
        }
        Some(("check", matches)) => check_set(matches, lang),
        _ => unreachable!("clap asks for one of the commands"),
    }
}

fn check_set(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = matches.get_one::<String>("file").expect("clap asks for a file").as_str();
    let source = read_text_file(path)?;
    let game = match game_argument(matches) {
        Some(game) => game,
        None => guess_game(&source).map_err(|error| error.text().after(path))?.ok_or_else(|| {
            text!(
                "{path}: nothing tells for which game this is; say it with --game",
                "{path} : rien ne dit pour quel jeu c'est ; dites-le par --game"
            )
        })?,
    };
    let result = with_game!(game, G => read_set_id::<G>(&source));
    if matches.get_flag("json") {
        print_line(match &result {
            Ok(id) => json!({ "ok": true, "game": game.name(), "id": id }),
            Err(error) => json!({ "ok": false, "game": game.name(), "line": error.line, "problem": error.problem.say(lang) }),
        })?;
    }
    match result {
        Ok(_) if matches.get_flag("json") => Ok(()),
        Ok(id) => {
            let said = text!(
                "{path}: a set of {game}, {id}: all is right",
                "{path} : un jeu de pièces de {game}, {id} : tout est juste"
            );
            print_line(said.say(lang))
        }
        Err(error) => {
            let as_set = text!("as a set of {game}", "comme jeu de pièces de {game}");
            let tablee_core::Text { en, fr } = error.text();
            let (as_en, as_fr) = (as_set.en, as_set.fr);
            Err(Failure::Wrong(text!("{path}, {as_en}: {en}", "{path}, {as_fr} : {fr}")))
        }
    }
}

/// The game that knows most of the keys at the top of a set file; none if no game knows any but the id.
fn guess_game(source: &str) -> Result<Option<GameId>, DataError> {
    let keys = Document::parse(source)?.root().keys();
    let known = |game: GameId| {
        let known = with_game!(game, G => G::SET_KEYS);
        keys.iter().filter(|key| key.value != "id" && known.contains(&key.value.as_str())).count()
    };
    Ok(GameId::ALL.into_iter().rev().max_by_key(|game| known(*game)).filter(|game| known(*game) > 0))
}

fn read_set_id<G: Game>(source: &str) -> Result<String, DataError> {
    G::read_set(source).map(|set| G::set_id(&set).to_owned())
}

fn game_argument(matches: &ArgMatches) -> Option<GameId> {
    matches.get_one::<String>("game").and_then(|name| GameId::from_name(name))
}

pub fn completions(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let shell = *matches.get_one::<clap_complete::Shell>("shell").expect("clap asks for a shell");
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command::tablee(lang), "tablee", &mut script);
    print(String::from_utf8_lossy(&script))
}
