//! `tablee serve`, and `tablee worker` and `tablee backup` beside it.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | what the three commands do |
//! | `command.rs` | the three commands with their help |
//! | `settings.rs` | every setting: its name, its help, how it is read and shown |
//! | `gather.rs` | settings from flags, the environment and a file |
//! | `log.rs` | what is written down while it runs |

pub mod command;
mod gather;
mod log;
pub mod settings;

use std::path::PathBuf;

use clap::ArgMatches;
use tablee_core::{Lang, text};
use tablee_pages::Pages;
use tablee_server::{Server, Settings, Worker};

use crate::failure::Failure;
use crate::show::{print, print_line};
use settings::Chosen;

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let gathered = gather::gather(matches)?;
    if matches.get_flag("print-config") {
        return print(gathered.as_file(lang));
    }
    let Chosen { server: settings, log_level, log_format } = &gathered.chosen;
    log::start(*log_level, *log_format);
    for name in &gathered.unknown_variables {
        tracing::warn!(name, "there is no such setting, so this variable of the environment has no effect");
    }
    more_open_files();
    let server = Server::with_pages::<Pages>(settings)?;
    if !tablee_pages::built() {
        tracing::warn!("this program was built without its pages, so it only answers programs; `cargo xtask play` builds them");
    }
    // Addresses of databases may have a pass word in them.
    let data = if settings.store.is_some() { "PostgreSQL".to_owned() } else { settings.data.display().to_string() };
    let nodes = settings.bus.is_some();
    tracing::info!(version = env!("CARGO_PKG_VERSION"), address = %server.address(), data, nodes, "serving");
    print_line(format_args!("http://{}", server.address()))?;
    Ok(server.run()?)
}

pub fn work(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let Chosen { server: settings, log_level, log_format } = gather::gather(matches)?.chosen;
    log::start(log_level, log_format);
    // Whoever has a store works for the people who play there, and is not kept busy by tournaments.
    if let (None, Some(bus)) = (&settings.store, &settings.bus) {
        return crate::arena::work(bus, crate::arena::jobs(matches), lang);
    }
    let worker = Worker::open(&settings)?;
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "working");
    say_working(lang)?;
    worker.run();
    Ok(())
}

/// The one line of a worker, by which whoever started it knows that it is ready.
pub fn say_working(lang: Lang) -> Result<(), Failure> {
    print_line(text!("working", "au travail").say(lang))
}

/// Every socket is an open file, and systems allow few of them unless they are asked.
pub fn more_open_files() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(most) => tracing::info!(most, "files and sockets that can be open"),
        Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
    }
}

pub fn back_up(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let file = PathBuf::from(matches.get_one::<String>("file").expect("clap asks for it"));
    let Settings { data, store, .. } = gather::gather(matches)?.chosen.server;
    if store.is_some() {
        // There may be a file of earlier days, but what people do now is not in it.
        return Err(Failure::Usage(text!(
            "everything is in PostgreSQL (store), and nothing in a file: use pg_dump",
            "tout est dans PostgreSQL (store), et rien dans un fichier : utilisez pg_dump"
        )));
    }
    tablee_server::backup(&data, &file)?;
    let (data, file) = (data.display(), file.display());
    let said = text!("{data} is copied to {file}", "{data} est copié dans {file}");
    print_line(said.say(lang))
}
