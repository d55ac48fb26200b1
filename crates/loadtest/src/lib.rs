//! Load and fault tests of the server, over real sockets on this machine. `cargo xtask load` runs them.
//!
//! The servers are separate processes, started by `tablee-harness`. The library exists so that the tests of
//! `tablee-cli` can run the fault test against the binary that they were built with.
//!
//! | file | what is in it |
//! |---|---|
//! | `main.rs` | the binary `tablee-loadtest` |
//! | `options.rs` | the command line |
//! | `failure.rs` | errors, and their exit codes |
//! | `report.rs` | printing the results |
//! | `target.rs` | the servers under test, and what they say about themselves |
//! | `cpu_limit.rs` | limits a server to a share of the processors |
//! | `client.rs` | a client over HTTP, and one over a WebSocket |
//! | `games.rs` | random games prepared beforehand, so that generating load costs little |
//! | `load.rs` | many matches at once, at full speed or at a fixed rate |
//! | `idle.rs` | many idle sockets |
//! | `lists.rs` | lists and searches of a store with very many tables |
//! | `kills.rs` | the fault test: kills parts under load, and checks that nothing was lost |
//! | `abuse.rs` | the abuse test: one address attacks, people from another one play |
//! | `attackers.rs` | what the attackers do |
//! | `pair.rs` | two players of the fault test, who reconnect and play on |

mod abuse;
mod attackers;
mod client;
mod cpu_limit;
mod failure;
mod games;
mod idle;
mod kills;
mod lists;
mod load;
mod options;
mod pair;
mod report;
mod target;

use std::ffi::OsString;
use std::process::ExitCode;

pub use failure::Failure;
pub use kills::Survived;
pub use options::Options;

use failure::failed;
use lists::ListOptions;
use load::Pace;
use target::Target;

/// Runs the program with these arguments, the first of which is its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|argument| argument == "lists") {
        return match ListOptions::parse(arguments.into_iter().skip(1)) {
            Ok(options) => exit_code(block_on(lists::run(&options))),
            Err(error) => error.exit(),
        };
    }
    let options = match Options::parse(arguments) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    exit_code(run(&options))
}

fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("tablee-loadtest: {failure}");
            failure.exit_code()
        }
    }
}

/// Runs what the options ask for, and prints the results. SIGINT and SIGTERM end it early and stop all processes.
fn run(options: &Options) -> Result<(), Failure> {
    if options.kills > 0 {
        let survived = kill_parts(options)?;
        return report::survived(&survived, options.json);
    }
    if options.abuse {
        return block_on(withstand(options));
    }
    block_on(measure(options))
}

/// The fault test: kills parts under load, and checks that nothing was lost.
///
/// # Errors
/// If something was lost, or a program does not start.
pub fn kill_parts(options: &Options) -> Result<Survived, Failure> {
    block_on(kills::run(options))
}

/// Runs a test to its end, or until a signal.
fn block_on<T>(test: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    // Every socket is an open file, and most systems allow few of them by default. If this fails, few may suffice.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    // One thread: the load generator should leave the processors to the servers.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        tokio::select! {
            // The handlers come first: from then on no signal ends this process before those that it started.
            biased;
            () = interrupted() => Err(failed("interrupted")),
            outcome = test => outcome,
        }
    })
}

/// Waits for SIGINT or SIGTERM.
async fn interrupted() {
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}

/// The abuse test: first without attackers, as a baseline, then with them. Default limits hold in both.
async fn withstand(options: &Options) -> Result<(), Failure> {
    for attacked in [false, true] {
        let target = Target::start_with_limits(options).await?;
        let noticed = abuse::run(&target, options.seconds, attacked).await?;
        report::noticed(&noticed, attacked, options.json)?;
    }
    Ok(())
}

/// Measures at full speed, at a fixed rate, and with idle sockets, each with new servers.
async fn measure(options: &Options) -> Result<(), Failure> {
    report::heading(options)?;
    report::disk(target::syncs_per_second()?, options.json)?;
    for pace in [Pace::FullSpeed, Pace::Rate(options.rate)] {
        let target = Target::start(options).await?;
        let progress = report::progress(options.seconds);
        let measured = load::run(&target, options, pace, &progress).await?;
        progress.finish_and_clear();
        report::load(&measured, &target.commits().await?, pace, options.json)?;
    }
    if options.sockets > 0 {
        let target = Target::start(options).await?;
        let bytes = idle::run(&target, options.sockets).await?;
        report::idle(options.sockets, bytes, options.json)?;
    }
    Ok(())
}
