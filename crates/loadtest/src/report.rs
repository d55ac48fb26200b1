//! Printing the results, as text or as JSON.

use std::fmt::Display;
use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::abuse::Noticed;
use crate::failure::{Failure, failed};
use crate::kills::Survived;
use crate::load::{Measured, Pace};
use crate::options::Options;
use crate::target::Commits;

fn print_line(line: impl Display) -> Result<(), Failure> {
    writeln!(std::io::stdout(), "{line}").map_err(failed)
}

fn row(name: impl Display, value: impl Display) -> Result<(), Failure> {
    print_line(format_args!("{:<44} {value}", name.to_string()))
}

/// Prints what is measured, before the rows.
pub fn heading(options: &Options) -> Result<(), Failure> {
    if options.json {
        return Ok(());
    }
    let matches = options.matches;
    print_line(format_args!("Rumis for two, {matches} matches at once, every event synced to disk before it is broadcast"))
}

/// The speed of the disk alone.
pub fn disk(syncs_per_second: f64, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return print_line(json!({ "run": "disk", "syncs_per_second": syncs_per_second.round() }));
    }
    row("the disk alone, syncs per second", format_args!("{syncs_per_second:.0}"))
}

/// How many tables a store was filled with.
pub fn filled(open: u64, playing: u64, finished: u64, seconds: f64, as_json: bool) -> Result<(), Failure> {
    if as_json {
        let tables = json!({ "run": "filled", "open": open, "playing": playing, "finished": finished, "seconds": seconds });
        return print_line(tables);
    }
    print_line(format_args!("{open} open tables, {playing} games in progress and {finished} finished, filled in {seconds:.0} s"))
}

/// How long a page of a list takes.
pub fn list(name: &str, p50: f64, p99: f64, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return print_line(json!({ "run": "list", "list": name, "p50_ms": p50, "p99_ms": p99 }));
    }
    row(format_args!("  {name}, p50/p99, ms"), format_args!("{p50:.2} / {p99:.2}"))
}

/// A run under load.
pub fn load(measured: &Measured, commits: &Commits, pace: Pace, as_json: bool) -> Result<(), Failure> {
    let Measured { rate, moves, tables, p50, p99, worst, bytes, server_seconds, client_seconds } = *measured;
    let Commits { commits, events, mean_ms } = *commits;
    let events_per_commit = events / commits.max(1.0);
    if as_json {
        let run = if pace == Pace::FullSpeed { "closed" } else { "open" };
        return print_line(json!({
            "run": run, "moves_per_second": rate.round(), "moves": moves, "tables": tables,
            "p50_ms": p50, "p99_ms": p99, "worst_ms": worst, "median_bytes": bytes,
            "commits": commits, "events_per_commit": events_per_commit, "commit_ms": mean_ms,
            "server_seconds": server_seconds, "client_seconds": client_seconds,
        }));
    }
    match pace {
        Pace::FullSpeed => print_line("full speed")?,
        Pace::Rate(rate) => print_line(format_args!("{rate:.0} moves per second"))?,
    }
    row("  moves per second", format_args!("{rate:.0}"))?;
    row("  sent until both got it, p50/p99/worst, ms", format_args!("{p50:.2} / {p99:.2} / {worst:.2}"))?;
    row("  bytes of a move to each client, median", bytes)?;
    row("  tables opened meanwhile", tables)?;
    row("  events per commit; ms per commit", format_args!("{events_per_commit:.1}; {mean_ms:.2}"))?;
    row("  processor time, servers / load, s", format_args!("{server_seconds:.1} / {client_seconds:.1}"))?;
    row("  processor time of the servers, µs per move", format_args!("{:.1}", server_seconds * 1e6 / (moves.max(1) as f64)))
}

/// Delays that other users noticed, during an attack or without one.
pub fn noticed(noticed: &Noticed, attacked: bool, as_json: bool) -> Result<(), Failure> {
    let Noticed { moves, bots, pages, attacks } = noticed;
    let at =
        |times: &[f64], share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    let of = |times: &[f64]| [at(times, 0.5), at(times, 0.99), at(times, 1.0)];
    if as_json {
        return print_line(json!({
            "run": if attacked { "attacked" } else { "quiet" }, "attacks": attacks,
            "moves": moves.len(), "move_ms": of(moves), "bot_ms": of(bots), "page_ms": of(pages),
        }));
    }
    match attacked {
        true => print_line(format_args!("beside {attacks} requests and messages of attackers"))?,
        false => print_line("without attackers")?,
    }
    let times = |times: &[f64]| of(times).map(|time| format!("{time:.1}")).join(" / ");
    row(format_args!("  {} moves, p50/p99/worst, ms", moves.len()), times(moves))?;
    row(format_args!("  {} moves of a level-1 bot, p50/p99/worst, ms", bots.len()), times(bots))?;
    row(format_args!("  {} openings of a page, p50/p99/worst, ms", pages.len()), times(pages))
}

/// The memory of idle sockets.
pub fn idle(sockets: usize, bytes: u64, as_json: bool) -> Result<(), Failure> {
    let bytes_each = bytes as f64 / sockets as f64;
    if as_json {
        return print_line(json!({ "run": "idle", "sockets": sockets, "bytes": bytes, "bytes_each": bytes_each.round() }));
    }
    let megabytes = bytes as f64 / 1e6;
    row(format_args!("{sockets} idle sockets"), format_args!("{megabytes:.1} MB more ({bytes_each:.0} bytes each)"))
}

/// The fault test.
pub fn survived(survived: &Survived, as_json: bool) -> Result<(), Failure> {
    let Survived { kills, longest_pause, moves, tables, finished } = *survived;
    let pause = longest_pause.as_secs_f64();
    if as_json {
        return print_line(json!({
            "kills": kills, "moves": moves, "tables": tables, "finished": finished, "lost": 0, "longest_pause_s": pause,
        }));
    }
    print_line(format_args!(
        "{kills} kills: {moves} acknowledged moves at {tables} tables ({finished} finished games), none lost, none \
         stored twice, every game legal; longest pause of a match: {pause:.1} s"
    ))
}

/// A progress bar of tenths of a second.
pub fn progress(seconds: f64) -> ProgressBar {
    let bar = ProgressBar::new((seconds * 10.0) as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {msg} moves, {eta} left").expect("the template is valid"));
    bar
}
