//! `tablee worker` without a store: plays games of `tablee arena --workers` on other machines.

use std::collections::HashMap;
use std::num::NonZero;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use serde_json::Value;
use tablee_bots::Stop;
use tablee_bots::arena::{Arena, Slot};
use tablee_core::{Game, Knowledge, Lang, Text, text};
use tablee_games::options::{complete, from_json};
use tablee_games::{GameId, with_game};
use tablee_server::nats::Nats;
use tablee_server::work_queue::jetstream::{JetStreamQueue, Lease};
use tokio::sync::{Mutex, watch};

use super::journal::{self, write_game};
use super::request::{Entrant, read_bots};
use super::share::{DealJob, QUEUE, RunAnswer, RunRequest, subject, write};
use super::{Parts, cores};
use crate::failure::Failure;
use crate::serve::say_working;

/// How long a run may be silent while NATS is there: then it has ended. Until then it may be reconnecting.
const GONE_AFTER: Duration = Duration::from_secs(3);

/// How long a run that has ended is not asked again. If it was only disconnected, it hands out its deals again.
const STAYS_GONE: Duration = Duration::from_secs(30);

/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(200);

/// Delay before another worker may try a deal that cannot be played here.
const NOT_HERE: Duration = Duration::from_secs(1);

/// Plays games until the shutdown signal, `jobs` at a time.
pub fn work(bus: &str, jobs: Option<NonZero<usize>>, lang: Lang) -> Result<(), Failure> {
    let jobs = jobs.unwrap_or_else(cores);
    let threads = NonZero::new(cores().get() / jobs).unwrap_or(NonZero::<usize>::MIN);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let nats = Nats::connect(bus).await?;
        let queue = JetStreamQueue::open(nats.clone(), QUEUE).await.map_err(Text::from)?;
        let mut told_to_stop = pin!(tablee_server::shutdown_signal());
        // The first poll installs the signal handlers: before any lease is taken.
        if told_to_stop.as_mut().now_or_never().is_some() {
            return Ok(());
        }
        tracing::info!(version = env!("CARGO_PKG_VERSION"), jobs, "playing the games of tournaments");
        say_working(lang)?;
        let (stop, stopped) = (Stop::new(), watch::Sender::new(false));
        let worker = Arc::new(ArenaWorker { nats, queue, threads, known: Mutex::default(), stop: stop.clone() });
        let hands: Vec<_> = (0..jobs.get()).map(|_| tokio::spawn(worker.clone().work(stopped.subscribe()))).collect();
        told_to_stop.await;
        tracing::info!("stopping");
        stop.call();
        stopped.send_replace(true);
        for hand in hands {
            let _ = hand.await;
        }
        Ok(())
    })
}

struct ArenaWorker {
    nats: Nats,
    queue: JetStreamQueue,
    /// How many threads a game has.
    threads: NonZero<usize>,
    known: Mutex<Known>,
    stop: Stop,
}

/// The runs that this worker knows.
#[derive(Default)]
struct Known {
    /// The run that was played for last.
    last: Option<(String, Arc<Run>)>,
    /// Runs that have ended, and since when.
    gone: HashMap<String, Instant>,
}

impl Known {
    fn is_gone(&mut self, run: &str) -> bool {
        self.gone.retain(|_, since| since.elapsed() < STAYS_GONE);
        self.gone.contains_key(run)
    }
}

/// A run, ready to be played: the games of a deal as lines of a journal; none if it was stopped.
type Run = dyn Fn(u32, &[u32], &Stop) -> Option<Vec<Value>> + Send + Sync;

/// The next step with a deal.
enum Delivery {
    /// It is played, or no longer wanted.
    Done,
    /// It cannot be played now, or not here: deliver it again after this time.
    Later(Duration),
}

impl ArenaWorker {
    async fn work(self: Arc<ArenaWorker>, mut stopped: watch::Receiver<bool>) {
        loop {
            let pulled = tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => return,
                pulled = self.queue.pull() => pulled,
            };
            match pulled {
                Ok(held) => self.work_on(held).await,
                Err(error) => {
                    tracing::warn!(?error, "no work can be taken");
                    tokio::time::sleep(NOT_HERE).await;
                }
            }
        }
    }

    async fn work_on(&self, held: Lease) {
        let outcome = match serde_json::from_slice(&held.bytes) {
            Ok(piece) => {
                let (Ok(outcome) | Err(outcome)) = self.play(&piece).await;
                outcome
            }
            Err(error) => {
                tracing::warn!(%error, "dropped a message in the queue that is not a deal");
                Delivery::Done
            }
        };
        if self.stop.is_called() && !*self.nats.connected().borrow() {
            // NATS is away and the program must stop: the lease expires, and the deal is delivered again.
            return;
        }
        let settled = match outcome {
            Delivery::Done => held.complete().await,
            Delivery::Later(after) => held.retry_after(after).await,
        };
        if let Err(error) = settled {
            tracing::warn!(?error, "a deal may come again");
        }
    }

    /// Plays a deal and sends its games. An error is an outcome too, returned early.
    async fn play(&self, piece: &DealJob) -> Result<Delivery, Delivery> {
        let DealJob { run, deal } = piece;
        if self.known.lock().await.is_gone(run) {
            return Ok(Delivery::Done);
        }
        let answer = self.ask(run, &RunRequest::Begin { deal: *deal }).await?;
        let RunAnswer::Play { rotations } = answer else { return Ok(Delivery::Later(NOT_HERE)) };
        if rotations.is_empty() {
            return Ok(Delivery::Done);
        }
        let play = self.run(run).await?;
        let (deal, stop) = (*deal, self.stop.clone());
        tracing::debug!(run, deal, "a deal begins");
        match tokio::task::spawn_blocking(move || play(deal, &rotations, &stop)).await {
            Ok(Some(games)) => {
                tracing::debug!(run, deal, "a deal was played");
                match self.ask(run, &RunRequest::Played { games }).await? {
                    RunAnswer::Kept => Ok(Delivery::Done),
                    _ => Ok(Delivery::Later(NOT_HERE)),
                }
            }
            // Told to stop: another worker can have it at once.
            Ok(None) => Ok(Delivery::Later(Duration::ZERO)),
            Err(error) => {
                tracing::error!(%error, run, deal, "a game could not be played");
                Ok(Delivery::Later(NOT_HERE))
            }
        }
    }

    /// A prepared run; an error says what to do with the deal.
    async fn run(&self, run: &str) -> Result<Arc<Run>, Delivery> {
        if let Some((name, ready)) = &self.known.lock().await.last
            && name == run
        {
            return Ok(ready.clone());
        }
        let prepared = match self.ask(run, &RunRequest::About).await? {
            RunAnswer::About { settings, set } => prepare(&settings, &set, self.threads),
            _ => Err(another_version()),
        };
        let ready: Arc<Run> = prepared
            .map_err(|why| {
                tracing::warn!(run, why = why.en, "this run cannot be played here; it is left to others");
                Delivery::Later(NOT_HERE)
            })?
            .into();
        self.known.lock().await.last = Some((run.to_owned(), ready.clone()));
        Ok(ready)
    }

    /// Sends a request to a run, with retries while NATS is away. After a shutdown signal it asks only once, so that
    /// finished games are not lost. An error says what to do with the deal.
    async fn ask(&self, run: &str, question: &RunRequest) -> Result<RunAnswer, Delivery> {
        let connected = self.nats.connected();
        // Since when nothing has answered.
        let mut silent_since: Option<Instant> = None;
        loop {
            let there = *connected.borrow();
            let answer =
                if there { self.nats.request(&subject(run), write(question)).await } else { Err("NATS is away".to_owned()) };
            match answer {
                Ok(Some(answer)) => match serde_json::from_slice(&answer) {
                    Ok(answer) => return Ok(answer),
                    Err(error) => tracing::warn!(run, %error, "an answer cannot be read"),
                },
                Ok(None) => {
                    if silent_since.get_or_insert_with(Instant::now).elapsed() >= GONE_AFTER {
                        tracing::info!(run, "this run has ended");
                        self.known.lock().await.gone.insert(run.to_owned(), Instant::now());
                        return Err(Delivery::Done);
                    }
                }
                // The run is there, or NATS is away: retry.
                Err(_) => silent_since = None,
            }
            if self.stop.is_called() {
                return Err(Delivery::Later(Duration::ZERO));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Prepares a run that plays exactly as on the machine that hands it out; an error says why it cannot.
fn prepare(settings: &Value, set: &str, threads: NonZero<usize>) -> Result<Box<Run>, Text> {
    let game = settings.get("game").and_then(Value::as_str).and_then(GameId::from_name).ok_or_else(another_version)?;
    with_game!(game, G => prepare_game::<G>(settings, set, threads))
}

fn prepare_game<G: Game<Position: Knowledge>>(settings: &Value, set: &str, threads: NonZero<usize>) -> Result<Box<Run>, Text> {
    let values = settings.get("options").and_then(Value::as_object).ok_or_else(another_version)?;
    let set = G::read_set(set).map_err(|error| error.text())?;
    let options = complete::<G>(&from_json::<G>(values)?, Arc::new(set))?;
    let names: Option<Vec<_>> = settings
        .get("bots")
        .and_then(Value::as_array)
        .and_then(|bots| bots.iter().map(|bot| bot.get("name")?.as_str()).collect());
    let bots = read_bots::<G::Position>(&names.ok_or_else(another_version)?.join(","))?;
    // A command from elsewhere is not run here.
    if bots.iter().any(|bot| matches!(bot, Entrant::Engine(_))) {
        return Err(another_version());
    }
    let ladder = settings.get("ladder").and_then(Value::as_bool).ok_or_else(another_version)?;
    let seed = settings.get("seed").and_then(Value::as_str).ok_or_else(another_version)?.to_owned();
    // The version, the set and what each bot does are all in there.
    if journal::settings::<G>(&options, &bots, ladder, &seed) != *settings {
        return Err(another_version());
    }
    let parts = Parts::<G>::new(options, &bots, ladder, &seed, threads, 0.0);
    Ok(Box::new(move |deal, rotations, stop| {
        let lay = |dice: &mut dyn tablee_core::Dice| parts.lay(dice);
        let arena = Arena { deal: &lay, contenders: &parts.contenders, schedule: &parts.schedule, seed: parts.seed };
        let game = |rotation: &u32| {
            let played = arena.play(Slot { deal, rotation: *rotation }, stop)?;
            Some(write_game(&played, journal::VERSION))
        };
        rotations.iter().map(game).collect()
    }))
}

fn another_version() -> Text {
    text!("it is from another version of tablee", "elle vient d’une autre version de tablee")
}
