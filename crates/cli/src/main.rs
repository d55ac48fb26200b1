//! `tablee`: the games on the command line.
//!
//! | file | what is in it |
//! |---|---|
//! | `main.rs` | the language of the texts, and the exit code |
//! | `command.rs` | the list of commands; each has its arguments in its own file |
//! | `arguments.rs` | arguments that commands have in common, parsers with ranges |
//! | `game_arguments.rs` | the game, options and set of a command that has one subcommand per game |
//! | `help.rs` | the parts of the help that clap writes, in both languages |
//! | `usage.rs` | refusals of a command line, in both languages |
//! | `bot_names.rs` | names of bots on the command line, and what players are called at a table |
//! | `failure.rs` | failures with their exit codes |
//! | `files.rs` | reading files, and paths in messages |
//! | `show.rs` | sheets, counts and cells of tables in the terminal |
//! | `rows.rs` | results in rows for programs: JSON lines or CSV |
//! | `play/` | `play` and `resume`: a game in the terminal |
//! | `serve/` | `serve`, `worker` and `backup`: the server, its settings and its log |
//! | `trace.rs` | `trace`: random games as JSON lines |
//! | `verify.rs` | `verify`: proves or refutes records and traces |
//! | `perft.rs` | `perft`: counts every line of play to a depth |
//! | `bench/` | `bench`: speed of the games and the bots |
//! | `arena/` | `arena`: many games between bots, and statistics |
//! | `engine/` | `bot`, and external engines: both sides of the engine protocol |
//! | `games.rs` | `games`: the games with their options |
//! | `rules.rs` | `rules`: the rules, clause by clause |
//! | `sets.rs` | `sets`: checks set files, and shows ours |
//! | `completions.rs` | `completions`: completions for shells |

// The reader may close the pipe: `show::print` handles that.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arena;
mod arguments;
mod bench;
mod bot_names;
mod command;
mod completions;
mod engine;
mod failure;
mod files;
mod game_arguments;
mod games;
mod help;
mod perft;
mod play;
mod rows;
mod rules;
mod serve;
mod sets;
mod show;
mod trace;
mod usage;
mod verify;

use std::process::ExitCode;

use tablee_core::Lang;

/// Measured in three alternating runs each: 9,713 moves per second on the server with it, 9,093 with the system's
/// allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let lang = language();
    let result = match command::tablee(lang).try_get_matches() {
        Ok(matches) => command::run(&matches, lang),
        Err(error) => usage::explain(&error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(lang);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// The language of `--lang`, else of the locale, else English. It is needed before the command line is parsed: for the help.
fn language() -> Lang {
    // Arguments that are not UTF-8 are refused by clap.
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut asked = None;
    for (index, argument) in arguments.iter().enumerate() {
        if argument == "--lang" {
            asked = arguments.get(index + 1).cloned();
        } else if let Some(code) = argument.strip_prefix("--lang=") {
            asked = Some(code.to_owned());
        }
    }
    let code = asked.or_else(|| std::env::var("TABLEE_LANG").ok()).or_else(sys_locale::get_locale);
    code.and_then(|code| Lang::from_code(&code)).unwrap_or_default()
}
