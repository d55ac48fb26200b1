//! `tablee arena --workers`: handing out the games of a run to workers on other machines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::pin::pin;
use std::time::Duration;

use serde_json::Value;
use tablee_bots::arena::{Played, Schedule, Slot};
use tablee_core::{Lang, Text, text};
use tablee_server::causes::nats_detail;
use tablee_server::nats::{IncomingRequest as Asked, Nats, without_secrets};
use tablee_server::work_queue::jetstream::JetStreamQueue;
use tokio::sync::watch;

use super::journal::{self, read_game};
use super::share::{DealJob, QUEUE, RunAnswer, RunRequest, subject, write};
use crate::failure::Failure;

/// How many deals are handed out at once, for all workers together.
const AT_ONCE: usize = 1000;

/// Silence after which a missing worker is reported, and lost deals are handed out again.
const SILENCE: Duration = Duration::from_secs(5);

/// How long to wait after the queue could not be reached.
const PAUSE: Duration = Duration::from_millis(500);

/// The deals to put into the queue. A set, because a deal may be handed out several times while NATS is away.
type Outbox = watch::Sender<BTreeSet<u32>>;

/// A run whose games are played by workers.
pub struct Run<'a> {
    /// The address of their NATS server.
    pub workers: &'a str,
    /// The settings of the run, as in the journal.
    pub settings: Value,
    /// The set of the game.
    pub set: String,
    pub schedule: &'a Schedule,
    /// The language of what is said meanwhile.
    pub lang: Lang,
}

impl Run<'_> {
    /// Has these games played, and passes each to `finished` as it comes in, until that breaks off.
    pub fn play_all(&self, slots: &[Slot], finished: impl FnMut(Played) -> ControlFlow<()>) -> Result<(), Failure> {
        if slots.is_empty() {
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(runtime.block_on(self.hand_out(slots, finished))?)
    }

    async fn hand_out(&self, slots: &[Slot], mut finished: impl FnMut(Played) -> ControlFlow<()>) -> Result<(), Text> {
        let nats = Nats::connect(self.workers).await?;
        let queue = JetStreamQueue::open(nats.clone(), QUEUE).await?;
        let run = name()?;
        let mut questions = nats.requests(&subject(&run)).await.map_err(lost)?;
        let mut connected = nats.connected();
        let outbox = Outbox::default();
        let push = tokio::spawn(push(queue, run, outbox.clone()));

        let mut open = Open::new(slots);
        open.hand_out(&outbox);
        let mut worker_seen = false;
        let mut shutdown = pin!(tablee_server::shutdown_signal());
        while !open.wanted.is_empty() {
            tokio::select! {
                () = &mut shutdown => break,
                asked = questions.next() => {
                    let asked = asked.ok_or_else(|| lost("NATS is disconnected"))?;
                    worker_seen = true;
                    if self.answer(asked, &mut open, &mut finished).await.is_break() {
                        break;
                    }
                    open.hand_out(&outbox);
                }
                changed = connected.changed() => {
                    changed.map_err(lost)?;
                    // It may have come back without its files. A deal that is played twice does no harm.
                    if *connected.borrow_and_update() {
                        open.hand_out_again(&outbox);
                    }
                }
                () = tokio::time::sleep(SILENCE) => {
                    if !worker_seen {
                        worker_seen = true;
                        self.report_no_worker();
                    }
                    // Those that still wait, or are being played, are known to the queue. What was never sent cannot have been lost.
                    if *connected.borrow() && outbox.borrow().is_empty() {
                        open.hand_out_again(&outbox);
                    }
                }
            }
        }
        push.abort();
        // The last answer is on its way.
        let _ = nats.round_trip().await;
        Ok(())
    }

    async fn answer(
        &self,
        asked: Asked,
        open: &mut Open,
        finished: &mut impl FnMut(Played) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // A message that cannot be read is from another version, and gets no answer.
        let Ok(question) = serde_json::from_slice::<RunRequest>(&asked.bytes) else { return ControlFlow::Continue(()) };
        let answer = match question {
            RunRequest::About => RunAnswer::About { settings: self.settings.clone(), set: self.set.clone() },
            RunRequest::Begin { deal } => RunAnswer::Play { rotations: open.rotations(deal) },
            RunRequest::Played { games } => {
                let games: Vec<_> = games.iter().filter_map(|game| read_game(game, journal::VERSION, self.schedule)).collect();
                for game in games.into_iter().filter(|game| open.close(game.slot)) {
                    finished(game)?;
                }
                RunAnswer::Kept
            }
        };
        asked.reply(write(&answer)).await;
        ControlFlow::Continue(())
    }

    fn report_no_worker(&self) {
        let workers = without_secrets(self.workers);
        let said = text!(
            "no worker yet; on any machine run: tablee worker --bus {workers}",
            "pas encore de worker ; sur n’importe quelle machine, lancez : tablee worker --bus {workers}"
        );
        anstream::eprintln!("{}", said.say(self.lang));
    }
}

/// The games that are still wanted.
struct Open {
    /// By deal, which of its games.
    wanted: BTreeMap<u32, BTreeSet<u32>>,
    /// The deals that were not handed out yet, the last first.
    waiting: Vec<u32>,
}

impl Open {
    fn new(slots: &[Slot]) -> Open {
        let mut wanted: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for slot in slots {
            wanted.entry(slot.deal).or_default().insert(slot.rotation);
        }
        let waiting = wanted.keys().rev().copied().collect();
        Open { wanted, waiting }
    }

    fn rotations(&self, deal: u32) -> Vec<u32> {
        self.wanted.get(&deal).into_iter().flatten().copied().collect()
    }

    /// A game was played; whether it was still wanted.
    fn close(&mut self, slot: Slot) -> bool {
        let Some(rotations) = self.wanted.get_mut(&slot.deal) else { return false };
        let was_wanted = rotations.remove(&slot.rotation);
        if rotations.is_empty() {
            self.wanted.remove(&slot.deal);
        }
        was_wanted
    }

    /// Hands out as many deals as may be out at once.
    fn hand_out(&mut self, outbox: &Outbox) {
        outbox.send_if_modified(|deals| {
            let before = deals.len();
            while self.wanted.len() < AT_ONCE + self.waiting.len()
                && let Some(deal) = self.waiting.pop()
            {
                deals.insert(deal);
            }
            deals.len() > before
        });
    }

    /// All games that were handed out, to hand out again.
    fn hand_out_again(&self, outbox: &Outbox) {
        let next = self.waiting.last().copied().unwrap_or(u32::MAX);
        outbox.send_modify(|deals| deals.extend(self.wanted.keys().take_while(|deal| **deal < next)));
    }
}

/// Puts deals into the queue, and retries while NATS is away.
async fn push(queue: JetStreamQueue, run: String, outbox: Outbox) {
    let mut filled = outbox.subscribe();
    while filled.wait_for(|deals| !deals.is_empty()).await.is_ok() {
        let mut first = None;
        outbox.send_modify(|deals| first = deals.pop_first());
        let Some(deal) = first else { continue };
        let piece = write(&DealJob { run: run.clone(), deal });
        while queue.push(&format!("{run}/{deal}"), piece.clone().into()).await.is_err() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// A name that no other run has.
fn name() -> Result<String, Text> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(lost)?;
    Ok(bytes.iter().fold(String::new(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    }))
}

fn lost(error: impl std::fmt::Display) -> Text {
    let Text { en, fr } = nats_detail(&error.to_string());
    text!("the workers cannot be reached: {en}", "les workers sont injoignables : {fr}")
}
