//! How much anyone may ask for, per address and per person.
//!
//! Each node counts what is asked of it, and tells the others several times a second: so limits hold for all nodes together, but for what
//! is asked for within that moment. Sockets, and the messages over them, are counted where they are.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use tablee_core::text;
use tablee_protocol::{Act, Code, Command, Problem};

use crate::app_state::AppState;
use crate::validation::account_key_from_input;

/// How often those who have not asked for anything lately are forgotten.
const EVICT_EVERY: Duration = Duration::from_secs(60);

/// So many at once, and then so many a minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// So many at once.
    pub at_once: NonZeroU32,
    /// And then so many a minute.
    pub a_minute: NonZeroU32,
}

impl Rate {
    /// This rate; none if it allows nothing at all.
    pub const fn new(at_once: u32, a_minute: u32) -> Option<Rate> {
        match (NonZeroU32::new(at_once), NonZeroU32::new(a_minute)) {
            (Some(at_once), Some(a_minute)) => Some(Rate { at_once, a_minute }),
            _ => None,
        }
    }

    fn quota(self) -> Quota {
        Quota::per_minute(self.a_minute).allow_burst(self.at_once)
    }
}

/// How much anyone may ask for; what is none has no limit. A whole club may be behind one address, so addresses may do much more than
/// people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Requests from an address.
    pub requests_of_address: Option<Rate>,
    /// Requests of a person.
    pub requests_of_person: Option<Rate>,
    /// New people from an address.
    pub new_people: Option<Rate>,
    /// Attempts to sign in, and new accounts, from an address.
    pub sign_ins_of_address: Option<Rate>,
    /// Attempts to sign in to an account, from anywhere.
    pub sign_ins_of_account: Option<Rate>,
    /// New tables of a person.
    pub new_tables: Option<Rate>,
    /// Lines of chat of a person.
    pub chat: Option<Rate>,
    /// Exports of a person, each of which goes through everything that is kept.
    pub exports: Option<Rate>,
    /// MessageLimiter over one socket.
    pub messages: Option<Rate>,
    /// Sockets and streams of events that an address may have open.
    pub sockets_of_address: Option<NonZeroU32>,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        LimitSettings {
            requests_of_address: Rate::new(2000, 6000),
            requests_of_person: Rate::new(200, 600),
            new_people: Rate::new(60, 10),
            sign_ins_of_address: Rate::new(30, 10),
            sign_ins_of_account: Rate::new(10, 2),
            new_tables: Rate::new(20, 4),
            chat: Rate::new(10, 30),
            exports: Rate::new(3, 1),
            messages: Rate::new(100, 600),
            sockets_of_address: NonZeroU32::new(1000),
        }
    }
}

impl LimitSettings {
    /// No limits at all, to measure what the server can do.
    pub fn none() -> LimitSettings {
        LimitSettings {
            requests_of_address: None,
            requests_of_person: None,
            new_people: None,
            sign_ins_of_address: None,
            sign_ins_of_account: None,
            new_tables: None,
            chat: None,
            exports: None,
            messages: None,
            sockets_of_address: None,
        }
    }
}

/// Where a client is: the address that limits count by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(pub IpAddr);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Address {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Address, Self::Err> {
        text.parse().map(Address)
    }
}

/// What was asked for on a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// Which limit it counts for.
    pub what: String,
    /// By whom: an address, a person or an account.
    pub who: String,
    /// How often.
    pub times: u32,
}

impl FromRequestParts<Arc<AppState>> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Address, Infallible> {
        let peer = parts.extensions.get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| peer.ip());
        // If the server does not tell who is connected, all share one address and its limits.
        Ok(app.limits.address(peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), &parts.headers))
    }
}

/// What has been asked for lately, and by whom.
pub struct Limits {
    behind_proxy: bool,
    requests_of_address: Counter<Address>,
    requests_of_person: Counter<String>,
    new_people: Counter<Address>,
    sign_ins_of_address: Counter<Address>,
    sign_ins_of_account: Counter<String>,
    new_tables: Counter<String>,
    chat: Counter<String>,
    exports: Counter<String>,
    messages: Option<Rate>,
    most_sockets: Option<NonZeroU32>,
    sockets: Arc<Mutex<HashMap<Address, u32>>>,
    started: Instant,
    /// When those who have not asked lately were last forgotten, in seconds since it started.
    evicted: AtomicU64,
}

impl Limits {
    /// These limits, and nothing asked for yet. Behind a proxy the addresses of clients are told in `X-Forwarded-For`; without one,
    /// anyone could tell any address there.
    pub fn new(settings: LimitSettings, behind_proxy: bool) -> Limits {
        Limits {
            behind_proxy,
            requests_of_address: Counter::new(settings.requests_of_address),
            requests_of_person: Counter::new(settings.requests_of_person),
            new_people: Counter::new(settings.new_people),
            sign_ins_of_address: Counter::new(settings.sign_ins_of_address),
            sign_ins_of_account: Counter::new(settings.sign_ins_of_account),
            new_tables: Counter::new(settings.new_tables),
            chat: Counter::new(settings.chat),
            exports: Counter::new(settings.exports),
            messages: settings.messages,
            most_sockets: settings.sockets_of_address,
            sockets: Arc::default(),
            started: Instant::now(),
            evicted: AtomicU64::new(0),
        }
    }

    /// The same, keeping in mind what is asked for, to be told to other nodes.
    pub fn shared(mut self) -> Limits {
        for counter in [&mut self.requests_of_address, &mut self.new_people, &mut self.sign_ins_of_address] {
            counter.unreported = Some(Mutex::default());
        }
        let by_name = [
            &mut self.requests_of_person,
            &mut self.sign_ins_of_account,
            &mut self.new_tables,
            &mut self.chat,
            &mut self.exports,
        ];
        for counter in by_name {
            counter.unreported = Some(Mutex::default());
        }
        self
    }

    fn by_address(&self) -> [(&'static str, &Counter<Address>); 3] {
        [
            ("requests_of_address", &self.requests_of_address),
            ("new_people", &self.new_people),
            ("sign_ins_of_address", &self.sign_ins_of_address),
        ]
    }

    fn by_name(&self) -> [(&'static str, &Counter<String>); 5] {
        [
            ("requests_of_person", &self.requests_of_person),
            ("sign_ins_of_account", &self.sign_ins_of_account),
            ("new_tables", &self.new_tables),
            ("chat", &self.chat),
            ("exports", &self.exports),
        ]
    }

    /// What was asked for on this node since this was last called.
    pub fn take_local_usage(&self) -> Vec<Usage> {
        let by_address = self.by_address().into_iter().flat_map(|(what, counter)| counter.take_usage(what));
        by_address.chain(self.by_name().into_iter().flat_map(|(what, counter)| counter.take_usage(what))).collect()
    }

    /// Counts what was asked for on another node.
    pub fn add_remote_usage(&self, spent: &[Usage]) {
        for Usage { what, who, times } in spent {
            if let Some((_, counter)) = self.by_address().into_iter().find(|(name, _)| name == what) {
                counter.add(who, *times);
            }
            if let Some((_, counter)) = self.by_name().into_iter().find(|(name, _)| name == what) {
                counter.add(who, *times);
            }
        }
    }

    /// The address of a client: the one that it is connected from, or the one that our proxy tells, which is always the last.
    pub fn address(&self, peer: IpAddr, headers: &HeaderMap) -> Address {
        let told =
            || headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok();
        let address = self.behind_proxy.then(told).flatten().unwrap_or(peer);
        Address(match address.to_canonical() {
            // Whoever has an IPv6 address has as many as they like, with the same first half.
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
            address => address,
        })
    }

    /// A request from an address.
    ///
    /// # Errors
    /// If that is too much, here as below.
    pub fn request(&self, address: Address) -> Result<(), Problem> {
        self.evict_idle_now_and_then();
        self.requests_of_address.check(&address)
    }

    /// A request of a person.
    pub fn request_of(&self, person: &str) -> Result<(), Problem> {
        self.requests_of_person.check(&person.to_owned())
    }

    /// Somebody new.
    pub fn new_person(&self, address: Address) -> Result<(), Problem> {
        self.new_people.check(&address)
    }

    /// An attempt to sign in, or to make an account.
    pub fn sign_in(&self, address: Address, account: &str) -> Result<(), Problem> {
        self.sign_ins_of_address.check(&address)?;
        // However it is written, it is one account: spaces and capitals do not give further attempts.
        self.sign_ins_of_account.check(&account_key_from_input(account))
    }

    /// A new table.
    pub fn new_table(&self, person: &str) -> Result<(), Problem> {
        self.new_tables.check(&person.to_owned())
    }

    /// Something done at a table.
    pub fn act(&self, person: &str, act: &Act) -> Result<(), Problem> {
        match act {
            Act::Command(Command::Say { .. }) => self.chat.check(&person.to_owned()),
            Act::Rematch => self.new_table(person),
            Act::Command(_) => Ok(()),
        }
    }

    /// An export.
    pub fn export(&self, person: &str) -> Result<(), Problem> {
        self.exports.check(&person.to_owned())
    }

    /// A socket or a stream of events, for as long as what is returned is kept.
    pub fn connect(&self, address: Address) -> Result<OpenSocket, Problem> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let open = sockets.entry(address).or_insert(0);
        if self.most_sockets.is_some_and(|most| *open >= most.get()) {
            return Err(over_limit(Duration::from_secs(10)));
        }
        *open += 1;
        Ok(OpenSocket { address, sockets: Arc::clone(&self.sockets) })
    }

    /// The limit of what one socket may send.
    pub fn message_limiter(&self) -> MessageLimiter {
        MessageLimiter(self.messages.map(|rate| RateLimiter::direct(rate.quota())))
    }

    /// Forgets those who have not asked for anything lately, if that was not done a moment ago.
    fn evict_idle_now_and_then(&self) {
        let now = self.started.elapsed().as_secs();
        let last = self.evicted.load(Ordering::Relaxed);
        let due = now >= last + EVICT_EVERY.as_secs();
        if due && self.evicted.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.evict_idle();
        }
    }

    fn evict_idle(&self) {
        self.by_address().into_iter().for_each(|(_, counter)| counter.evict_idle());
        self.by_name().into_iter().for_each(|(_, counter)| counter.evict_idle());
    }
}

/// A socket that counts as long as it is open.
pub struct OpenSocket {
    address: Address,
    sockets: Arc<Mutex<HashMap<Address, u32>>>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = sockets.get_mut(&self.address) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(&self.address);
            }
        }
    }
}

/// Counts what one socket sends, if there is a limit to it.
pub struct MessageLimiter(Option<DefaultDirectRateLimiter>);

impl MessageLimiter {
    /// Counts one more.
    ///
    /// # Errors
    /// If that is too much.
    pub fn check(&mut self) -> Result<(), Problem> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check().map_err(|early| over_limit(early.wait_time_from(DefaultClock::default().now())))
    }
}

/// Counts what each asks for, if there is a limit to it.
struct Counter<K: Clone + Eq + Hash> {
    limiter: Option<DefaultKeyedRateLimiter<K>>,
    /// What the other nodes do not know yet, if there are any.
    unreported: Option<Mutex<HashMap<K, u32>>>,
}

impl<K: Clone + Eq + Hash + ToString + FromStr> Counter<K> {
    fn new(rate: Option<Rate>) -> Counter<K> {
        Counter { limiter: rate.map(|rate| RateLimiter::keyed(rate.quota())), unreported: None }
    }

    fn check(&self, who: &K) -> Result<(), Problem> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(who).map_err(|early| over_limit(early.wait_time_from(DefaultClock::default().now())))?;
        if let Some(spent) = &self.unreported {
            *spent.lock().unwrap_or_else(PoisonError::into_inner).entry(who.clone()).or_insert(0) += 1;
        }
        Ok(())
    }

    /// What was counted here since this was last called.
    fn take_usage(&self, what: &str) -> Vec<Usage> {
        let Some(spent) = &self.unreported else { return Vec::new() };
        let spent = std::mem::take(&mut *spent.lock().unwrap_or_else(PoisonError::into_inner));
        spent.into_iter().map(|(who, times)| Usage { what: what.to_owned(), who: who.to_string(), times }).collect()
    }

    /// Counts what was asked for elsewhere, until there is nothing left to be asked for.
    fn add(&self, who: &str, times: u32) {
        if let (Some(limiter), Ok(who)) = (&self.limiter, who.parse()) {
            let _ = (0..times).take_while(|_| limiter.check_key(&who).is_ok()).count();
        }
    }

    fn evict_idle(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn over_limit(wait: Duration) -> Problem {
    let seconds = wait.as_secs() + 1;
    Problem {
        wait: Some(u32::try_from(seconds).unwrap_or(u32::MAX)),
        ..Problem::new(
            Code::TooMuch,
            text!("that is too much at once: wait {seconds} s", "c’est trop à la fois : attendez {seconds} s"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const HERE: Address = Address(LOCAL);

    fn say(limits: &Limits, person: &str) -> Result<(), Problem> {
        limits.act(person, &Command::Say { text: "hello".to_owned() }.into())
    }

    #[test]
    fn who_asks_too_much_is_told_how_long_to_wait() {
        let limits = Limits::new(LimitSettings { chat: Rate::new(3, 6), ..LimitSettings::none() }, false);
        for _ in 0..3 {
            assert_eq!(say(&limits, "anna"), Ok(()));
        }
        let problem = say(&limits, "anna").expect_err("the fourth at once is too much");
        assert_eq!(problem.code, Code::TooMuch);
        assert!((1..=11).contains(&problem.wait.unwrap_or(0)), "{problem:?}");
        assert_eq!(say(&limits, "bob"), Ok(()));
    }

    #[test]
    fn an_account_is_one_however_it_is_written() {
        let limits = Limits::new(LimitSettings { sign_ins_of_account: Rate::new(3, 1), ..LimitSettings::none() }, false);
        let tried = ["Anna", " anna", "ANNA  ", "anNa"].map(|name| limits.sign_in(HERE, name).is_ok());
        assert_eq!(tried, [true, true, true, false]);
    }

    #[test]
    fn without_limits_nothing_is_over_limit() {
        let limits = Limits::new(LimitSettings::none(), false);
        for _ in 0..10_000 {
            assert_eq!(limits.request(HERE), Ok(()));
        }
    }

    #[test]
    fn sockets_count_while_they_are_open() {
        let limits = Limits::new(LimitSettings { sockets_of_address: NonZeroU32::new(2), ..LimitSettings::none() }, false);
        let open: Vec<_> = (0..2).map(|_| limits.connect(HERE).ok()).collect();
        assert!(open.iter().all(Option::is_some) && limits.connect(HERE).is_err());
        drop(open);
        assert!(limits.connect(HERE).is_ok());
        assert!(limits.sockets.lock().unwrap().is_empty());
    }

    #[test]
    fn a_socket_may_not_send_without_end() {
        let limits = Limits::new(LimitSettings { messages: Rate::new(5, 5), ..LimitSettings::none() }, false);
        let (mut one, mut other) = (limits.message_limiter(), limits.message_limiter());
        assert_eq!((0..9).filter(|_| one.check().is_ok()).count(), 5);
        assert_eq!(other.check(), Ok(()));
    }

    #[test]
    fn those_who_asked_long_ago_are_forgotten() {
        let limits = Limits::new(LimitSettings { chat: Rate::new(1000, 60_000_000), ..LimitSettings::none() }, false);
        say(&limits, "anna").expect("one line is not too much");
        std::thread::sleep(Duration::from_millis(20));
        limits.evict_idle();
        assert!(limits.chat.limiter.as_ref().unwrap().is_empty());
    }

    #[test]
    fn what_is_asked_of_one_node_counts_on_all() {
        let settings = LimitSettings { chat: Rate::new(3, 6), new_people: Rate::new(2, 1), ..LimitSettings::none() };
        let [one, other] = [(); 2].map(|()| Limits::new(settings.clone(), false).shared());
        say(&one, "anna").expect("the first");
        say(&one, "anna").expect("the second");
        one.new_person(HERE).expect("the first");
        one.new_person(HERE).expect("the second");
        let told = one.take_local_usage();
        assert_eq!(one.take_local_usage(), [], "what was told is not told again");
        other.add_remote_usage(&told);
        assert!(say(&other, "anna").is_ok() && say(&other, "anna").is_err(), "the third is the last");
        assert!(say(&other, "bob").is_ok());
        assert!(other.new_person(HERE).is_err());
        assert_eq!(other.take_local_usage().len(), 2, "only what was asked of this one: {told:?}");
        other.add_remote_usage(&[Usage { what: "nonsense".to_owned(), who: "x".to_owned(), times: u32::MAX }]);
    }

    #[test]
    fn an_address_is_only_believed_from_our_proxy() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "6.6.6.6".parse().unwrap());
        headers.append("x-forwarded-for", "1.1.1.1, 2001:db8:1:2:3:4:5:6".parse().unwrap());
        let open = Limits::new(LimitSettings::default(), false);
        assert_eq!(open.address(LOCAL, &headers), HERE);
        let behind = Limits::new(LimitSettings::default(), true);
        assert_eq!(behind.address(LOCAL, &headers), Address("2001:db8:1:2::".parse().unwrap()));
        assert_eq!(behind.address("::ffff:127.0.0.1".parse().unwrap(), &HeaderMap::new()), HERE);
        headers.append("x-forwarded-for", "<script>".parse().unwrap());
        assert_eq!(behind.address(LOCAL, &headers), HERE);
    }
}
