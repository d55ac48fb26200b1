//! `tablee arena`: many games between bots, and statistics.
//!
//! | file | what is in it |
//! |---|---|
//! | `arguments.rs` | the arguments of the command |
//! | `request.rs` | the arguments, checked for a game |
//! | `journal.rs` | the file of `--resume` |
//! | `progress.rs` | a progress bar |
//! | `interrupt.rs` | Ctrl-C |
//! | `report.rs` | the results, for people and for programs |
//! | `hand_out.rs` | `--workers`: hands out the games to other machines |
//! | `worker.rs` | `tablee worker`: plays them there |
//! | `share.rs` | the messages between these two |

mod arguments;
mod hand_out;
mod interrupt;
mod journal;
mod progress;
mod report;
mod request;
mod share;
mod worker;

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;

use tablee_bots::FastDice;
use tablee_bots::arena::{Arena, Contender, Maker, Played, Schedule, Summary, Verdict, Watch, whole_deals};
use tablee_core::{Dice, Game, Knowledge, Lang, Setup, text};
use tablee_games::options::{all_values, complete};
use tablee_games::shuffle::Bytes32;

use crate::engine::ExternalEngine;
use crate::failure::Failure;
use crate::files::shown;
use crate::play::save;
use crate::rows::RowWriter;
pub use arguments::{ArenaCommand, jobs_from, jobs_option};
use hand_out::Run;
use interrupt::Interrupt;
use journal::Journal;
use progress::RunProgress;
use request::{Entrant, Request};
pub use worker::work;

/// The results of a run.
struct Results {
    summary: Summary,
    verdict: Option<Verdict>,
    /// If Ctrl-C ended the run: how many of its games were played.
    interrupted: Option<Interrupted>,
}

/// How far a run was when it was interrupted.
struct Interrupted {
    played: usize,
    wanted: usize,
}

impl Interrupted {
    /// Says how far the run was, and how to continue it.
    fn failure(&self, request: &Request) -> Failure {
        let Interrupted { played, wanted } = self;
        Failure::Interrupted(match &request.resume {
            Some(path) => {
                let path = shown(path);
                text!(
                    "interrupted after {played} of {wanted} games; the same command continues from {path}",
                    "interrompu après {played} parties sur {wanted} ; la même commande reprend à partir de {path}"
                )
            }
            None => text!(
                "interrupted after {played} of {wanted} games; with --resume FILE a run can be continued",
                "interrompu après {played} parties sur {wanted} ; avec --resume FICHIER, une série peut être reprise"
            ),
        })
    }
}

fn one<G: Game>(arguments: &ArenaCommand, lang: Lang) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let options = arguments.game.options::<G>(lang)?;
    let request = Request::new::<G::Position>(arguments)?;
    if let Some(path) = &request.svg {
        save::check_writable(path)?;
    }
    let results = play::<G>(&options, &request, &Interrupt::listen()?, lang)?;
    let mut rows = RowWriter::new(request.format, report::COLUMNS);
    let reported = report::whole::<G>(&options, &request, &results, rows.as_mut(), lang);
    match &results.interrupted {
        Some(interrupted) => Err(interrupted.failure(&request)),
        None => reported,
    }
}

/// A line for each sample that has the options of the command line.
fn all_options<G: Game>(arguments: &ArenaCommand, lang: Lang) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let (set, wanted) = (arguments.game.set::<G>(lang)?, arguments.game.values()?);
    let request = Request::new::<G::Position>(arguments)?;
    let mut samples = Vec::new();
    for values in G::samples() {
        let options = complete::<G>(&values, set.clone())?;
        let all = all_values::<G>(&options);
        if wanted.iter().all(|(name, value)| all.get(name) == Some(value)) {
            samples.push((values, options));
        }
    }
    if samples.is_empty() {
        return Err(Failure::Usage(text!(
            "none of the game's samples has these options; without --all-options they are played as they are",
            "aucun exemple du jeu n’a ces options ; sans --all-options elles sont jouées telles quelles"
        )));
    }
    let (interrupt, mut rows) = (Interrupt::listen()?, RowWriter::new(request.format, report::COLUMNS));
    if rows.is_none() {
        report::heading(lang)?;
    }
    for (values, options) in samples {
        let results = play::<G>(&options, &request, &interrupt, lang)?;
        report::line::<G>(&values, &options, &request, &results, rows.as_mut(), lang)?;
        if let Some(interrupted) = &results.interrupted {
            return Err(interrupted.failure(&request));
        }
    }
    Ok(())
}

/// Plays the games of a request, except those that are in the journal.
fn play<G: Game>(options: &G::Options, request: &Request, interrupt: &Interrupt, lang: Lang) -> Result<Results, Failure>
where
    G::Position: Knowledge,
{
    // The cores are shared out among the games that are played at once.
    let threads = NonZero::new(cores().get() / request.jobs).unwrap_or(NonZero::<usize>::MIN);
    let parts = Parts::<G>::new(options.clone(), &request.bots, request.ladder, &request.seed, threads, request.engine_seconds);
    let schedule = &parts.schedule;
    let deals = schedule.deals_for(request.games);
    let settings = journal::settings::<G>(options, &request.bots, request.ladder, &request.seed);

    let (mut journal, mut games) = match &request.resume {
        None => (None, Vec::new()),
        Some(path) => {
            let (journal, games) = Journal::open(path, &settings, schedule)?;
            (Some(journal), games)
        }
    };
    // A journal may be of a longer run; two journals that were joined may have a game twice.
    let mut known = HashSet::new();
    games.retain(|game| game.slot.deal < deals && known.insert(game.slot));
    let mut watch = request.sprt.map(|test| Watch::new(schedule, test));
    let mut decides = |game: &Played| {
        watch.as_mut().is_some_and(|watch| {
            watch.push(game);
            watch.verdict().answer.is_some()
        })
    };
    let decided = games.iter().any(&mut decides);
    let slots: Vec<_> = schedule.slots(deals).filter(|slot| !decided && !known.contains(slot)).collect();
    let wanted = games.len() + slots.len();
    if !slots.is_empty() {
        parts.start_engines(&request.bots, request.engine_seconds)?;
    }
    let mut progress = RunProgress::new(slots.len(), games.len(), lang);
    let mut written = Ok(());
    let finished = |played: Played| {
        if let Some(journal) = &mut journal {
            written = journal.append(&played);
        }
        progress.step();
        let decided = decides(&played);
        games.push(played);
        if decided || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let handed_out = match &request.workers {
        None => {
            let lay = |dice: &mut dyn Dice| parts.lay(dice);
            let arena = Arena { deal: &lay, contenders: &parts.contenders, schedule, seed: parts.seed };
            arena.play_all(&slots, request.jobs, &interrupt.stop, finished);
            Ok(())
        }
        Some(workers) => {
            let set = G::write_set(G::set(options));
            Run { workers, settings, set, schedule, lang }.play_all(&slots, finished)
        }
    };
    progress.end();
    handed_out?;
    written?;
    let interrupted = interrupt.is_interrupted().then_some(Interrupted { played: games.len(), wanted });
    let verdict = watch.map(|watch| watch.verdict());
    // What was played beyond the decision would make the result depend on how many games are played at once.
    let counted = verdict.filter(|verdict| verdict.answer.is_some()).map_or(deals, |verdict| verdict.deals);
    games.retain(|game| game.slot.deal < counted);
    let summary = Summary::new(schedule, request.bots.len(), &whole_deals(schedule, &games));
    Ok(Results { summary, verdict, interrupted })
}

/// How many cores this machine has.
fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Everything that decides the games, on this machine or on another.
struct Parts<G: Game> {
    options: G::Options,
    schedule: Schedule,
    contenders: Vec<Contender<G::Position>>,
    seed: u64,
}

impl<G: Game<Position: Knowledge>> Parts<G> {
    fn new(
        options: G::Options,
        bots: &[Entrant],
        ladder: bool,
        seed: &str,
        threads: NonZero<usize>,
        engine_seconds: f64,
    ) -> Parts<G> {
        // Any deal will do: the seats and sides are the same in all deals.
        let (table, _) = lay::<G>(&options, &mut FastDice::new(0));
        let schedule = if ladder { Schedule::ladder } else { Schedule::new }(&table, bots.len());
        let contenders = bots.iter().map(|bot| contender::<G>(bot, &options, threads, engine_seconds)).collect();
        Parts { options, schedule, contenders, seed: number(seed) }
    }

    /// Starts each external engine once, so that one that cannot start is refused before the first game.
    fn start_engines(&self, bots: &[Entrant], seconds: f64) -> Result<(), Failure> {
        let (_, setup) = self.lay(&mut FastDice::new(0));
        for bot in bots {
            if let Entrant::Engine(command) = bot {
                let started = ExternalEngine::<G>::start(command, seconds, &self.options, &setup);
                started.map_err(|problem| problem.after(&bot.to_string()))?;
            }
        }
        Ok(())
    }

    /// Lays the table of a deal.
    fn lay(&self, dice: &mut dyn Dice) -> (G::Position, String) {
        lay::<G>(&self.options, dice)
    }
}

fn lay<G: Game>(options: &G::Options, dice: &mut dyn Dice) -> (G::Position, String) {
    let setup = G::Setup::random(options, dice);
    (G::start(options, &setup), setup.write(options))
}

/// A bot or an engine, as the arena wants it.
fn contender<G: Game<Position: Knowledge>>(
    entrant: &Entrant,
    options: &G::Options,
    threads: NonZero<usize>,
    engine_seconds: f64,
) -> Contender<G::Position> {
    let name = entrant.to_string();
    let make: Maker<G::Position> = match entrant.clone() {
        Entrant::Ours(bot) => Box::new(move |seed, _| bot.bot(seed, threads)),
        Entrant::Engine(command) => {
            let options = options.clone();
            Box::new(move |_, setup| {
                let engine = ExternalEngine::<G>::start(&command, engine_seconds, &options, setup)?;
                Ok(Box::new(engine))
            })
        }
    };
    Contender { name, make }
}

/// Hashes a seed word to a number.
fn number(word: &str) -> u64 {
    let Bytes32(bytes) = Bytes32::from_words(&format!("tablee arena {word}"));
    bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}
