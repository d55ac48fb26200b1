//! The command line.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

const ABUSE: &str = "abuse";
const PLACEMENT: &str = "placement";
const MATCHES: &str = "matches";
const AHEAD: &str = "ahead";
const RATE: &str = "rate";
const SOCKETS: &str = "sockets";
const SECONDS: &str = "seconds";
const NODES: &str = "nodes";
const THREADS: &str = "threads";
const CORES_EACH: &str = "cores-each";
const KILLS: &str = "kills";
const TABLEE: &str = "tablee";
/// Also of `lists`.
pub const JSON: &str = "json";

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program to test. By default the one beside this program.
    pub tablee: Option<PathBuf>,
    /// Whether to attack the server, instead of measuring its speed.
    pub abuse: bool,
    /// How two players of a match are placed on several servers.
    pub placement: Placement,
    /// Matches at the same time.
    pub matches: usize,
    /// Tables that every match opens before the run. Then a run has only moves, until they are used up.
    pub ahead: usize,
    /// How long each run lasts.
    pub seconds: f64,
    /// Moves per second of all matches together, in the run with a fixed rate.
    pub rate: f64,
    /// Idle sockets.
    pub sockets: usize,
    /// Servers that share PostgreSQL and NATS. 0 is one server with a file.
    pub nodes: usize,
    /// Threads per server; one per processor if not given.
    pub threads: Option<u32>,
    /// Processors per server, if limited.
    pub cores_each: Option<f64>,
    /// How many parts to kill. 0 measures instead.
    pub kills: usize,
    /// Print one JSON value per line.
    pub json: bool,
}

/// How the two players of a match are placed on several servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// On different servers: the most expensive case.
    Apart,
    /// Each on a random one.
    Random,
    /// Both on the same one, as behind a proxy that hashes the id of the table.
    Together,
}

impl Placement {
    const ALL: [Placement; 3] = [Placement::Apart, Placement::Random, Placement::Together];

    const fn name(self) -> &'static str {
        match self {
            Placement::Apart => "apart",
            Placement::Random => "random",
            Placement::Together => "together",
        }
    }

    fn parser() -> impl TypedValueParser<Value = Placement> {
        let names = PossibleValuesParser::new(Placement::ALL.map(Placement::name));
        names.map(|name| Placement::ALL.into_iter().find(|known| known.name() == name).expect("it is one of the names"))
    }
}

impl Options {
    /// Reads the command line; the first argument is the name of the program.
    ///
    /// # Errors
    /// If it is invalid, or asks for help.
    pub fn parse(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Options, clap::Error> {
        Ok(Options::from_matches(&command().try_get_matches_from(arguments)?))
    }

    fn from_matches(matches: &ArgMatches) -> Options {
        Options {
            tablee: matches.get_one::<PathBuf>(TABLEE).cloned(),
            abuse: matches.contains_id(ABUSE),
            placement: required(matches, PLACEMENT),
            matches: required::<u32>(matches, MATCHES) as usize,
            ahead: required::<u32>(matches, AHEAD) as usize,
            seconds: required(matches, SECONDS),
            rate: required::<u32>(matches, RATE).into(),
            sockets: required::<u32>(matches, SOCKETS) as usize,
            nodes: required::<u32>(matches, NODES) as usize,
            threads: matches.get_one(THREADS).copied(),
            cores_each: matches.get_one(CORES_EACH).copied(),
            kills: required::<u32>(matches, KILLS) as usize,
            json: matches.get_flag(JSON),
        }
    }
}

/// The value of an argument that is required or has a default.
pub fn required<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> T {
    matches.get_one::<T>(name).cloned().expect("it is required or has a default")
}

fn command() -> Command {
    let option =
        |name: &'static str, value: &'static str, help: &'static str| Arg::new(name).long(name).value_name(value).help(help);
    let whole = |name, default: &'static str, range: RangeInclusive<i64>, help| {
        option(name, "N", help).default_value(default).value_parser(value_parser!(u32).range(range))
    };
    Command::new("tablee-loadtest")
        .about("Load and fault tests of the server: starts it as a separate process and loads it over sockets")
        .arg(
            Arg::new(ABUSE)
                .value_parser([ABUSE])
                .help("attack one server with default limits, and measure what other users notice"),
        )
        .arg(
            option(PLACEMENT, "HOW", "how the players of a match are placed on several servers")
                .default_value(Placement::Apart.name())
                .value_parser(Placement::parser()),
        )
        .arg(whole(MATCHES, "200", 1..=5000, "matches of Rumis for two at the same time"))
        .arg(whole(AHEAD, "0", 0..=40, "tables that each match opens beforehand, so that only moves are measured"))
        .arg(whole(RATE, "5000", 1..=1_000_000, "moves per second in the run with a fixed rate"))
        .arg(whole(SOCKETS, "10000", 0..=50_000, "idle sockets in the last run; 0 leaves it out"))
        .arg(option(SECONDS, "S", "how long each run lasts").default_value("10").value_parser(in_range(0.1, 3600.0)))
        .arg(whole(NODES, "0", 0..=20, "servers that share PostgreSQL and NATS; 0 is one server with a file"))
        .arg(
            option(THREADS, "N", "threads of each server [default: one per processor]")
                .value_parser(value_parser!(u32).range(1..=64)),
        )
        .arg(
            option(CORES_EACH, "N", "limit each server to a share of the processors, such as 0.3 (Linux, as root)")
                .value_parser(in_range(0.05, 64.0)),
        )
        .arg(whole(KILLS, "0", 0..=10_000, "do not measure, but kill parts under load and check that nothing is lost"))
        .arg(option(TABLEE, "PATH", "the program to test [default: beside this one]").value_parser(value_parser!(PathBuf)))
        .arg(json())
}

/// The flag for JSON.
pub fn json() -> Arg {
    Arg::new(JSON).long(JSON).action(ArgAction::SetTrue).help("print one JSON value per line")
}

/// Parses a number, and refuses what is out of range.
fn in_range(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync {
    move |text| match text.parse::<f64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("not a number from {least} to {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_read_and_checked() {
        command().debug_assert();
        let read = |arguments: &[&str]| Options::parse([&["tablee-loadtest"], arguments].concat());
        let options = read(&["--nodes", "3", "--kills", "7", "--seconds", "0.5", "--cores-each=0.25", "--json"]).unwrap();
        assert_eq!((options.nodes, options.kills, options.matches, options.json), (3, 7, 200, true));
        assert_eq!((options.seconds, options.cores_each, options.rate), (0.5, Some(0.25), 5000.0));
        for wrong in [&["--seconds", "0"][..], &["--cores-each", "65"], &["--matches", "0"], &["--kill", "1"]] {
            assert_eq!(read(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
    }
}
