//! `tablee rules`: the rules of a game, clause by clause.

use clap::{Arg, ArgMatches, Command};
use tablee_core::lang::quote;
use tablee_core::{Lang, text};
use tablee_games::{GameId, rules_page};

use crate::arguments::{optional, required, required_game};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::show::{print, print_line};

const GAME: &str = "game";
const CLAUSE: &str = "clause";

/// The arguments of `tablee rules`.
pub struct Rules {
    game: GameId,
    clause: Option<String>,
}

impl CliCommand for Rules {
    const NAME: &'static str = "rules";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        command
            .about(say("Show the rules of a game, clause by clause", "Afficher les règles d’un jeu, clause par clause"))
            .arg(required_game(GAME, lang))
            .arg(
                Arg::new(CLAUSE)
                    .value_name("CLAUSE")
                    .help(say("only this clause, for example K14", "seulement cette clause, par exemple K14")),
            )
    }

    fn from_matches(matches: &ArgMatches) -> Result<Rules, Failure> {
        Ok(Rules { game: required(matches, GAME), clause: optional(matches, CLAUSE) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let Rules { game, clause } = self;
        let page = rules_page(game, lang);
        let Some(clause) = clause else {
            return print(page.replace("**", ""));
        };
        match find_clause(page, &clause) {
            Some(text) => print_line(text),
            None => {
                let clause = quote(&clause);
                Err(Failure::Usage(text!("{game} has no clause {clause}", "{game} n’a pas de clause {clause}")))
            }
        }
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
