//! `tablee arena`: many games between bots, and what they say.
//!
//! | file | what is in it |
//! |---|---|
//! | `arguments.rs` | the arguments of the command |
//! | `request.rs` | the arguments, checked for a game |
//! | `journal.rs` | the file of `--resume` |
//! | `progress.rs` | how far a run is |
//! | `report.rs` | the results, for people and for programs |
//! | `hand_out.rs` `worker.rs` | `--workers`: who hands out the games to other machines, and who plays them there |
//! | `share.rs` | what these two say to each other |

mod arguments;
mod hand_out;
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

use crate::engine::Outside;
use crate::failure::Failure;
pub use arguments::{ArenaCommand, jobs_from, jobs_option};
use hand_out::Run;
use journal::Journal;
use progress::Progress;
use request::{Entrant, Request};
pub use worker::work;

/// What a run has shown.
struct Results {
    summary: Summary,
    verdict: Option<Verdict>,
}

fn one<G: Game>(arguments: &ArenaCommand, lang: Lang) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let options = arguments.game.options::<G>()?;
    let request = Request::new::<G::Position>(arguments)?;
    let results = play::<G>(&options, &request, lang)?;
    report::whole::<G>(&options, &request, &results, lang)
}

/// A line for each sample that has the options of the command line.
fn all_options<G: Game>(arguments: &ArenaCommand, lang: Lang) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let (set, wanted) = (arguments.game.set::<G>()?, arguments.game.values::<G>()?);
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
            "aucun exemple du jeu n’a ces options ; sans --all-options on les joue telles quelles"
        )));
    }
    report::heading(&request, lang)?;
    for (values, options) in samples {
        let results = play::<G>(&options, &request, lang)?;
        report::line::<G>(&values, &options, &request, &results)?;
    }
    Ok(())
}

/// Plays what is asked for, except what the journal already has.
fn play<G: Game>(options: &G::Options, request: &Request, lang: Lang) -> Result<Results, Failure>
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
    // A journal may be of a longer run; and whoever put two of them together may have a game twice.
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
    let mut progress = Progress::new(slots.len(), games.len(), lang);
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
            arena.play_all(&slots, request.jobs, finished);
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
    let verdict = watch.map(|watch| watch.verdict());
    // What was played beyond the decision would make the result depend on how many games are played at once.
    let counted = verdict.filter(|verdict| verdict.answer.is_some()).map_or(deals, |verdict| verdict.deals);
    games.retain(|game| game.slot.deal < counted);
    let summary = Summary::new(schedule, request.bots.len(), &whole_deals(schedule, &games));
    Ok(Results { summary, verdict })
}

/// How many cores this machine has.
fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// All that decides what is played, on this machine or on another.
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
        // Any deal will do: who plays for which side is the same in all of them.
        let (table, _) = lay::<G>(&options, &mut FastDice::new(0));
        let schedule = if ladder { Schedule::ladder } else { Schedule::new }(&table, bots.len());
        let contenders = bots.iter().map(|bot| contender::<G>(bot, &options, threads, engine_seconds)).collect();
        Parts { options, schedule, contenders, seed: number(seed) }
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

/// Someone who takes part, as the arena wants them.
fn contender<G: Game<Position: Knowledge>>(
    entrant: &Entrant,
    options: &G::Options,
    threads: NonZero<usize>,
    engine_seconds: f64,
) -> Contender<G::Position> {
    let name = entrant.to_string();
    let make: Maker<G::Position> = match entrant.clone() {
        Entrant::House(bot) => Box::new(move |seed, _| bot.bot(seed, threads)),
        Entrant::Engine(command) => {
            let options = options.clone();
            Box::new(move |_, setup| {
                let engine = Outside::<G>::start(&command, engine_seconds, &options, setup)?;
                Ok(Box::new(engine))
            })
        }
    };
    Contender { name, make }
}

/// The number that a word stands for.
fn number(word: &str) -> u64 {
    let Bytes32(bytes) = Bytes32::from_words(&format!("tablee arena {word}"));
    bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}
