//! The cores that bots think on, shared fairly between people and addresses.
//!
//! A free core goes to the payer who has used the least lately, so that one person with many tables does not starve the
//! others. A payer is an address, and below it a person. Long searches never take the last core: a quick bot need not
//! wait for seconds until a strong one is done. On a machine with one core, quick searches run beside a long one, and the
//! system divides the core between them.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tablee_bots::BotSpec;
use tablee_core::{Knowledge, Scenic, Thinking};
use tablee_games::{GameId, with_game};
use tokio::sync::oneshot;
use tokio::time::{Duration, Instant};

/// After this time, used thinking time counts half.
const HALF_LIFE: Duration = Duration::from_secs(60);

/// A search is long if searches of its kind take more than this, in seconds.
const LONG: f64 = 0.25;

/// A search with more playouts is long until it was measured.
const QUICK_PLAYOUTS: u32 = 500;

/// Used time that is this small is forgotten, in seconds.
const FORGET_BELOW: f64 = 0.001;

/// The person whose table needs a bot, and the address they came from.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Payer {
    /// A hash of the address; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub address: String,
    /// The id of the person; empty for work that nobody waits for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub person: String,
}

impl Payer {
    /// The keys under which time is counted: for all people at the address together, and for the person. Everyone whose
    /// address is not known shares one, so that nobody gains by it.
    fn keys(&self) -> [String; 2] {
        [format!("address {}", self.address), format!("person {}", self.person)]
    }
}

/// A request for a core.
#[derive(Clone, Debug)]
pub struct CoreRequest {
    /// The person and the address whose time is counted.
    pub payer: Payer,
    /// What is to be computed, such as `kumata level3`: work of one kind takes about the same time.
    pub kind: String,
    /// Whether it comes before all other work: a table waits for it, or a player of the game that is analysed.
    pub urgent: bool,
}

/// The cores of this process. Clones share the same cores.
#[derive(Clone, Debug)]
pub struct Cores(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// How many searches may run at once. With a reserve, there is always one more than long ones may use.
    cores: usize,
    /// How many of them long searches do not use.
    reserved: usize,
    /// Cores that are in use; and those of them that long searches use.
    busy: usize,
    busy_with_long: usize,
    waiting: Vec<Waiting>,
    /// The order of requests.
    asked: u64,
    /// Used seconds by key, each with the time at which they were last counted.
    used: HashMap<String, (f64, Instant)>,
    /// The mean time of each kind of work, in seconds.
    means: HashMap<String, f64>,
}

#[derive(Debug)]
struct Waiting {
    request: CoreRequest,
    order: u64,
    granted: oneshot::Sender<Core>,
}

impl Default for Cores {
    fn default() -> Cores {
        Cores::new(std::thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Cores {
    /// This many cores, of which one is for quick searches.
    pub fn new(cores: usize) -> Cores {
        Cores::with_reserve(cores, 1)
    }

    /// How many at once, of any length.
    pub fn slots(slots: usize) -> Cores {
        Cores::with_reserve(slots, 0)
    }

    fn with_reserve(cores: usize, reserved: usize) -> Cores {
        Cores(Arc::new(Mutex::new(State {
            cores: cores.max(reserved + 1),
            reserved,
            busy: 0,
            busy_with_long: 0,
            waiting: Vec::new(),
            asked: 0,
            used: HashMap::new(),
            means: HashMap::new(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a core. It is free again when the value is dropped.
    pub async fn acquire(&self, request: CoreRequest) -> Core {
        let (granted, core) = oneshot::channel();
        {
            let mut state = self.state();
            state.asked += 1;
            let order = state.asked;
            state.waiting.push(Waiting { request, order, granted });
        }
        self.grant();
        core.await.expect("a request stays until it is granted")
    }

    /// Gives free cores to waiting requests.
    fn grant(&self) {
        loop {
            let (granted, core) = {
                let mut state = self.state();
                state.waiting.retain(|waiting| !waiting.granted.is_closed());
                let Some(next) = state.next() else { return };
                let Waiting { request, granted, .. } = state.waiting.swap_remove(next);
                let long = state.is_long(&request.kind);
                state.busy += 1;
                state.busy_with_long += usize::from(long);
                (granted, Core { cores: self.clone(), request, long, begin: Instant::now() })
            };
            // If the request was dropped meanwhile, so is the core, which grants again.
            drop(granted.send(core));
        }
    }
}

impl State {
    fn is_long(&self, kind: &str) -> bool {
        self.means.get(kind).map_or_else(|| is_probably_long(kind), |mean| *mean > LONG)
    }

    /// The seconds that were used under a key, of which half are forgotten with every half-life.
    fn used(&self, key: &str) -> f64 {
        self.used.get(key).map_or(0.0, |(used, at)| decayed(*used, *at))
    }

    /// The request that gets the next core, if one is free for it.
    fn next(&self) -> Option<usize> {
        if self.busy >= self.cores {
            return None;
        }
        let room_for_long = self.busy_with_long < self.cores - self.reserved;
        let candidates = self.waiting.iter().enumerate();
        let candidates = candidates.filter(|(_, waiting)| room_for_long || !self.is_long(&waiting.request.kind));
        let rank = |waiting: &Waiting| {
            let [address, person] = waiting.request.payer.keys().map(|key| self.used(&key));
            // An address has used what its people have, unless they have changed their address: that gains nothing.
            (!waiting.request.urgent, address.max(person), person, waiting.order)
        };
        let first = candidates.min_by(|(_, one), (_, other)| {
            let (one, other) = (rank(one), rank(other));
            one.partial_cmp(&other).unwrap_or(std::cmp::Ordering::Equal)
        });
        first.map(|(index, _)| index)
    }

    /// Counts used time.
    fn charge(&mut self, request: &CoreRequest, seconds: f64) {
        for key in request.payer.keys() {
            let used = self.used(&key) + seconds;
            self.used.insert(key, (used, Instant::now()));
        }
        let mean = self.means.entry(request.kind.clone()).or_insert(seconds);
        *mean = 0.8 * *mean + 0.2 * seconds;
        // Kinds are few: games times levels. Payers are many.
        if self.used.len() > 10_000 {
            self.used.retain(|_, (used, at)| decayed(*used, *at) > FORGET_BELOW);
        }
    }
}

/// Whether work of a kind that was not measured yet is taken to be long. A bot's level says it; anything else is.
fn is_probably_long(kind: &str) -> bool {
    fn is_long<G: Scenic<Position: Knowledge>>(bot: &str) -> bool {
        let level = match BotSpec::read_seated::<G::Position>(bot) {
            Ok(BotSpec::Level(number)) => G::Position::LEVELS.get(number.wrapping_sub(1)),
            _ => None,
        };
        match level.map(|level| level.thinking) {
            Some(Thinking::Random | Thinking::Greedy) => false,
            Some(Thinking::Playouts(playouts)) => playouts > QUICK_PLAYOUTS,
            Some(Thinking::Millis(millis)) => f64::from(millis) > LONG * 1000.0,
            None => true,
        }
    }
    let Some((game, bot)) = kind.split_once(' ') else { return true };
    GameId::read(game).map_or(true, |game| with_game!(game, G => is_long::<G>(bot)))
}

fn decayed(seconds: f64, at: Instant) -> f64 {
    seconds * 0.5_f64.powf(at.elapsed().as_secs_f64() / HALF_LIFE.as_secs_f64())
}

/// A core that is in use until the value is dropped.
#[derive(Debug)]
pub struct Core {
    cores: Cores,
    request: CoreRequest,
    long: bool,
    begin: Instant,
}

impl Drop for Core {
    fn drop(&mut self) {
        {
            let mut state = self.cores.state();
            state.busy -= 1;
            state.busy_with_long -= usize::from(self.long);
            let seconds = self.begin.elapsed().as_secs_f64();
            state.charge(&self.request, seconds);
        }
        self.cores.grant();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn request(address: &str, person: &str, kind: &str) -> CoreRequest {
        let payer = Payer { address: address.to_owned(), person: person.to_owned() };
        CoreRequest { payer, kind: kind.to_owned(), urgent: true }
    }

    /// Queues requests, and returns them with the order in which they got a core, each for a second.
    async fn order(cores: &Cores, requests: Vec<CoreRequest>) -> Vec<CoreRequest> {
        let held = cores.acquire(request("", "someone", "short")).await;
        let served = Arc::new(Mutex::new(Vec::new()));
        let tasks: Vec<_> = requests
            .into_iter()
            .map(|request| {
                let (cores, served) = (cores.clone(), served.clone());
                tokio::spawn(async move {
                    let core = cores.acquire(request.clone()).await;
                    served.lock().unwrap().push(request);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    drop(core);
                })
            })
            .collect();
        // All of them wait before the first core is free.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        drop(held);
        for task in tasks {
            task.await.unwrap();
        }
        let served = served.lock().unwrap();
        served.clone()
    }

    #[tokio::test(start_paused = true)]
    async fn a_person_with_many_tables_does_not_starve_another() {
        let mut requests = vec![request("", "greedy", "kumata level9"); 20];
        requests.push(request("", "patient", "kumata level9"));
        let served = order(&Cores::new(1), requests).await;
        let place = served.iter().position(|request| request.payer.person == "patient");
        assert!(place.is_some_and(|place| place <= 1), "{place:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn many_people_at_one_address_share_its_part() {
        let mut requests: Vec<_> = (0..20).map(|guest| request("a", &format!("guest {guest}"), "kumata level9")).collect();
        requests.extend([(); 3].map(|()| request("b", "patient", "kumata level9")));
        let served = order(&Cores::new(1), requests).await;
        let last = served.iter().rposition(|request| request.payer.person == "patient");
        assert!(last.is_some_and(|last| last <= 5), "{last:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn long_searches_leave_a_core_to_quick_ones() {
        let cores = Cores::new(2);
        // Nothing was measured yet, as after a start.
        let long = cores.acquire(request("", "anna", "rumis level9")).await;
        let second = || tokio::time::timeout(Duration::from_secs(60), cores.acquire(request("", "bob", "rumis level9")));
        let quick = || tokio::time::timeout(Duration::from_secs(1), cores.acquire(request("", "carl", "rumis level1")));
        assert!(second().await.is_err(), "the last core is for quick searches");
        assert!(quick().await.is_ok());
        // Nor does what was measured change it.
        advance(Duration::from_secs(3)).await;
        drop(long);
        let _long = cores.acquire(request("", "anna", "rumis level9")).await;
        assert!(second().await.is_err());
        assert!(quick().await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn on_a_single_core_a_quick_search_does_not_wait_for_a_long_one() {
        let cores = Cores::new(1);
        let _long = cores.acquire(request("", "anna", "rumis level9")).await;
        let second = |kind| tokio::time::timeout(Duration::from_secs(60), cores.acquire(request("", "bob", kind)));
        assert!(second("rumis level9").await.is_err(), "one long search at a time");
        let _quick = second("rumis level1").await.expect("it runs beside the long one");
        assert!(second("rumis level1").await.is_err());
    }

    #[test]
    fn what_was_not_measured_is_as_long_as_its_level_says() {
        for quick in ["kumata level1", "dogcity level6", "cuminos level6", "rumis level5"] {
            assert!(!is_probably_long(quick), "{quick}");
        }
        for long in ["kumata level8", "kumata level9", "rumis level9", "rumis level8", "", "analysis", "chess level1", "rumis x"]
        {
            assert!(is_probably_long(long), "{long}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn people_without_a_known_address_share_one() {
        let mut requests: Vec<_> = (0..20).map(|guest| request("", &format!("guest {guest}"), "kumata level9")).collect();
        requests.extend([(); 3].map(|()| request("b", "patient", "kumata level9")));
        let served = order(&Cores::new(1), requests).await;
        let last = served.iter().rposition(|request| request.payer.person == "patient");
        assert!(last.is_some_and(|last| last <= 5), "{last:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_person_gains_nothing_by_changing_addresses() {
        let mut requests: Vec<_> = (0..20).map(|number| request(&format!("a{number}"), "greedy", "kumata level9")).collect();
        requests.extend([(); 3].map(|()| request("b", "patient", "kumata level9")));
        let served = order(&Cores::new(1), requests).await;
        let last = served.iter().rposition(|request| request.payer.person == "patient");
        assert!(last.is_some_and(|last| last <= 6), "{last:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_nobody_waits_for_comes_last() {
        let mut requests = vec![CoreRequest { urgent: false, ..request("", "", "analysis") }];
        requests.extend(vec![request("", "anna", "kumata level1"); 5]);
        let served = order(&Cores::new(1), requests).await;
        assert!(!served.last().unwrap().urgent);
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_is_dropped_takes_no_core() {
        let cores = Cores::new(1);
        let held = cores.acquire(request("", "anna", "a")).await;
        assert!(tokio::time::timeout(Duration::from_secs(1), cores.acquire(request("", "bob", "a"))).await.is_err());
        drop(held);
        drop(cores.acquire(request("", "carl", "a")).await);
        assert_eq!(cores.state().busy, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn time_that_was_used_long_ago_does_not_count() {
        let cores = Cores::new(1);
        let core = cores.acquire(request("", "anna", "a")).await;
        advance(Duration::from_secs(10)).await;
        drop(core);
        let key = "person anna";
        assert!((9.9..10.1).contains(&cores.state().used(key)));
        advance(HALF_LIFE * 10).await;
        assert!(cores.state().used(key) < 0.01);
    }
}
