//! `tablee bench server`: how much the server can do, loaded from this process over real sockets on this machine.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the plan, the runs, and what is printed |
//! | `host.rs` | a server or a worker: this same program as another process, and what it says of itself |
//! | `house.rs` | what is measured: one server with a file, or several with PostgreSQL and NATS |
//! | `share.rs` | a share of the processors for a server |
//! | `client.rs` | a person at the other end of a socket, and of a request |
//! | `games.rs` | games prepared beforehand, so that loading costs little |
//! | `load.rs` | many matches at once, as fast as they go or at a fixed rate |
//! | `idle.rs` | many sockets that say nothing |
//! | `kills.rs` | killing all of it again and again, and proving that nothing was lost |

mod client;
mod games;
mod host;
mod house;
mod idle;
mod kills;
mod load;
mod share;

use std::time::{Duration, Instant};

use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use tablee_core::{Lang, Text, text};

use crate::failure::Failure;
use crate::show::print_line;
use house::House;
use load::{Loaded, Pace};

/// What is to be measured.
#[derive(Clone, Copy)]
struct Plan {
    matches: usize,
    seconds: f64,
    /// Moves a second, of all matches together.
    rate: f64,
    sockets: usize,
    /// How many servers share everything; none for one with a file of its own.
    nodes: usize,
    /// How many processors each server may use, if not all.
    cores_each: Option<f64>,
    lang: Lang,
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let number = |name| *matches.get_one::<u32>(name).expect("it has a default") as usize;
    let seconds = *matches.get_one::<f64>("seconds").expect("it has a default");
    if !(0.1..=3600.0).contains(&seconds) {
        return Err(Failure::Usage(text!("--seconds is not from 0.1 to 3600", "--seconds n’est pas de 0,1 à 3600")));
    }
    let cores_each = matches.get_one::<f64>("cores-each").copied();
    if cores_each.is_some_and(|cores| !(0.05..=64.0).contains(&cores)) {
        return Err(Failure::Usage(text!("--cores-each is not from 0.05 to 64", "--cores-each n’est pas de 0,05 à 64")));
    }
    let plan = Plan {
        matches: number("matches"),
        seconds,
        rate: number("rate") as f64,
        sockets: number("sockets"),
        nodes: number("nodes"),
        cores_each,
        lang,
    };
    crate::serve::more_open_files();
    // One thread: what loads the server should take little of the machine away from it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    let as_json = matches.get_flag("json");
    let all_of_it = async {
        match number("kills") {
            0 => measure(plan, as_json).await,
            kills => kill(plan, kills, as_json).await,
        }
    };
    runtime.block_on(async {
        tokio::select! {
            // Asked before anything is started: from then on no signal ends this program before all that it started.
            biased;
            () = tablee_server::shutdown_signal() => Err(Failure::Wrong(text!("interrupted before the end", "interrompu avant la fin"))),
            outcome = all_of_it => outcome,
        }
    })
}

async fn kill(plan: Plan, kills: usize, as_json: bool) -> Result<(), Failure> {
    let kills::Report { kills, longest_pause, moves, tables, finished } = kills::run(plan, kills).await?;
    let pause = longest_pause.as_secs_f64();
    if as_json {
        return print_line(json!({
            "kills": kills, "moves": moves, "tables": tables, "finished": finished, "lost": 0, "longest_pause_s": pause,
        }));
    }
    print_line(plan.lang.pick(
        format!("killed {kills} times: {moves} acknowledged moves at {tables} tables ({finished} games to their end), none lost, none twice, every game legal; the longest pause of a match was {pause:.1} s"),
        format!("tué {kills} fois : {moves} coups confirmés à {tables} tables ({finished} parties jusqu’au bout), aucun perdu, aucun en double, toutes les parties légales ; la plus longue pause d’une partie a duré {pause:.1} s"),
    ))
}

async fn measure(plan: Plan, as_json: bool) -> Result<(), Failure> {
    let lang = plan.lang;
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    if !as_json {
        let matches = plan.matches;
        print_line(lang.pick(
            format!("Rumis for two, {matches} matches at once, every event synced to disk before anyone is told"),
            format!("Rumis à deux, {matches} parties à la fois, chaque événement écrit sur le disque avant d’être annoncé"),
        ))?;
    }
    let syncs = syncs_a_second()?;
    report(
        as_json,
        say("the disk alone, syncs/s", "le disque seul, synchronisations/s"),
        json!({ "run": "disk", "syncs_per_second": syncs.round() }),
        &format!("{syncs:.0}"),
    )?;
    for pace in [Pace::AsFastAsItGoes, Pace::Rate(plan.rate)] {
        let house = House::open(&plan).await?;
        let bar = progress(plan.seconds, lang);
        let loaded = load::run(&house, plan.matches, plan.seconds, pace, &bar).await?;
        bar.finish_and_clear();
        let storing = house.storing().await?;
        show(&loaded, &storing, pace, lang, as_json)?;
    }
    if plan.sockets > 0 {
        let house = House::open(&plan).await?;
        let idle = idle::run(house.first(), plan.sockets).await?;
        let each = idle.bytes as f64 / plan.sockets as f64;
        let megabytes = idle.bytes as f64 / 1e6;
        let value = json!({ "run": "idle", "sockets": plan.sockets, "bytes": idle.bytes, "bytes_each": each.round() });
        let name = lang.pick(format!("{} idle sockets", plan.sockets), format!("{} connexions inactives", plan.sockets));
        let said = lang.pick(
            format!("{megabytes:.1} MB more ({each:.0} bytes each)"),
            format!("{megabytes:.1} Mo de plus ({each:.0} octets chacune)"),
        );
        report(as_json, &name, value, &said)?;
    }
    Ok(())
}

fn report(as_json: bool, name: &str, value: Value, said: &str) -> Result<(), Failure> {
    if as_json { print_line(value) } else { print_line(format_args!("{name:<44} {said}")) }
}

fn show(loaded: &Loaded, storing: &host::Storing, pace: Pace, lang: Lang, as_json: bool) -> Result<(), Failure> {
    let run = if pace == Pace::AsFastAsItGoes { "closed" } else { "open" };
    let Loaded { rate, moves, tables, p50, p99, worst, bytes, .. } = *loaded;
    let host::Storing { commits, events, mean_ms } = *storing;
    let shared = events / commits.max(1.0);
    if as_json {
        return print_line(json!({
            "run": run, "moves_per_second": rate.round(), "moves": moves, "tables": tables, "p50_ms": p50, "p99_ms": p99, "worst_ms": worst,
            "median_bytes": bytes, "commits": commits, "events_per_commit": shared, "commit_ms": mean_ms,
            "server_seconds": loaded.server_seconds, "client_seconds": loaded.client_seconds,
        }));
    }
    let name = match pace {
        Pace::AsFastAsItGoes => lang.pick("as fast as it goes".to_owned(), "aussi vite que possible".to_owned()),
        Pace::Rate(rate) => lang.pick(format!("{rate:.0} moves a second"), format!("{rate:.0} coups par seconde")),
    };
    let row = |name: String, said: String| print_line(format_args!("  {name:<42} {said}"));
    print_line(name)?;
    row(lang.pick("moves/s", "coups/s").into(), format!("{rate:.0}"))?;
    row(
        lang.pick("sent to both told, p50 / p99 / worst, ms", "envoi à annonce aux deux, p50 / p99 / pire, ms").into(),
        format!("{p50:.2} / {p99:.2} / {worst:.2}"),
    )?;
    row(lang.pick("bytes a move to each client, median", "octets par coup et par client, médiane").into(), format!("{bytes}"))?;
    row(lang.pick("tables opened while it ran", "tables ouvertes pendant la mesure").into(), format!("{tables}"))?;
    row(
        lang.pick("events a commit; ms a commit", "événements par commit ; ms par commit").into(),
        format!("{shared:.1}; {mean_ms:.2}"),
    )?;
    row(
        lang.pick("processor, server / load, s", "processeur, serveur / charge, s").into(),
        format!("{:.1} / {:.1}", loaded.server_seconds, loaded.client_seconds),
    )
}

fn progress(seconds: f64, lang: Lang) -> ProgressBar {
    let bar = ProgressBar::new((seconds * 10.0) as u64);
    let style = lang.pick("{wide_bar} {msg} moves {eta} left", "{wide_bar} {msg} coups encore {eta}");
    bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
    bar
}

/// How often a file on the same disk can be synced in a second: what commits one after another could reach at best.
fn syncs_a_second() -> Result<f64, Failure> {
    use std::io::{Seek, Write};
    let mut file = tempfile::tempfile().map_err(broken)?;
    let (begin, mut syncs) = (Instant::now(), 0u32);
    while begin.elapsed() < Duration::from_secs(1) {
        let synced = file.rewind().and_then(|()| file.write_all(&[0; 4096])).and_then(|()| file.sync_data());
        synced.map_err(broken)?;
        syncs += 1;
    }
    Ok(f64::from(syncs) / begin.elapsed().as_secs_f64())
}

/// Something between this process and the server went wrong.
fn broken(what: impl std::fmt::Display) -> Failure {
    let why: Text = text!("the measurement failed: {what}", "la mesure a échoué : {what}");
    Failure::Wrong(why)
}
