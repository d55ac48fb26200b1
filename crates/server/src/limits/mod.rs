//! Rate limits, per address and per person. Clients over the limit get 429 with `Retry-After`.
//!
//! Each node counts its own requests, and reports them to the other nodes several times a second, if a client has used a
//! notable part of its limit. So limits hold for the whole cluster, except for requests within that fraction of a second,
//! and for a sixteenth of a burst per node. Open sockets and connections, and the frames
//! of one socket, are counted per node.
//!
//! A person and an address have one budget each, over HTTP and all their sockets: in requests and frames, and in bytes.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | all limits of a server |
//! | `settings.rs` | rates, and their defaults |
//! | `counter.rs` | the counter behind one limit, and the limit of one socket's messages |
//! | `sign_ins.rs` | wrong passphrases by account |
//! | `tables.rs` | caps of unfinished tables |
//! | `open.rs` | counting open connections and sockets |
//! | `address.rs` | the address of a client |
//! | `proxies.rs` | trusted proxies, and the addresses that they forward |

mod address;
mod counter;
mod open;
mod proxies;
mod settings;
mod sign_ins;
mod tables;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use tablee_core::text;
use tablee_protocol::{Act, Command, Problem};

pub use address::{Address, peer};
use counter::{Counter, over_limit};
pub use counter::{MessageLimiter, Usage};
pub use open::{Open, OpenCounter};
use proxies::Proxies;
pub use proxies::{Network, ProxySettings};
pub use settings::{LimitSettings, Rate, SpectatorCaps};
pub use sign_ins::SignIn;
use sign_ins::SignIns;

/// How often clients are evicted from memory that have sent no request lately.
const EVICT_EVERY: Duration = Duration::from_secs(60);

/// When a client with too many unread responses may retry.
const RETRY_UNREAD_AFTER: Duration = Duration::from_secs(2);

/// When a client with too many sockets may retry.
const RETRY_SOCKET_AFTER: Duration = Duration::from_secs(10);

/// The rate limits of a server, and their counters.
pub struct Limits {
    proxies: Proxies,
    requests_of_address: Counter<Address>,
    files_of_address: Counter<Address>,
    requests_of_person: Counter<String>,
    bytes_of_address: Counter<Address>,
    bytes_of_person: Counter<String>,
    new_people: Counter<Address>,
    sign_ins_of_address: Counter<Address>,
    sign_ins: SignIns,
    new_tables: Counter<String>,
    chat: Counter<String>,
    moves_of_address: Counter<Address>,
    moves_of_person: Counter<String>,
    exports: Counter<String>,
    new_shares: Counter<Address>,
    pictures: Counter<Address>,
    analyses_of_address: Counter<Address>,
    analyses_of_person: Counter<String>,
    messages: Option<Rate>,
    most_tables: Option<NonZeroU32>,
    most_bot_tables: Option<NonZeroU32>,
    sockets_of_address: OpenCounter<Address>,
    sockets_of_person: OpenCounter<String>,
    unread_responses: OpenCounter<Address>,
    ipv6_prefix: u8,
    started: Instant,
    /// When idle clients were last evicted, in seconds since the start.
    evicted: AtomicU64,
}

impl Limits {
    /// These limits, with nothing counted yet.
    pub fn new(settings: LimitSettings, proxies: ProxySettings) -> Limits {
        Limits {
            proxies: Proxies::new(proxies),
            requests_of_address: Counter::new(settings.requests_of_address),
            files_of_address: Counter::new(settings.files_of_address),
            requests_of_person: Counter::new(settings.requests_of_person),
            bytes_of_address: Counter::new(settings.bytes_of_address),
            bytes_of_person: Counter::new(settings.bytes_of_person),
            new_people: Counter::new(settings.new_people),
            sign_ins_of_address: Counter::new(settings.sign_ins_of_address),
            sign_ins: SignIns::new(&settings),
            new_tables: Counter::new(settings.new_tables),
            chat: Counter::new(settings.chat),
            moves_of_address: Counter::new(settings.moves_of_address),
            moves_of_person: Counter::new(settings.moves_of_person),
            exports: Counter::new(settings.exports),
            new_shares: Counter::new(settings.new_shares),
            pictures: Counter::new(settings.pictures),
            analyses_of_address: Counter::new(settings.analyses_of_address),
            analyses_of_person: Counter::new(settings.analyses_of_person),
            messages: settings.messages,
            most_tables: settings.tables_of_person,
            most_bot_tables: settings.bot_tables_of_address,
            sockets_of_address: OpenCounter::new(settings.sockets_of_address),
            sockets_of_person: OpenCounter::new(settings.sockets_of_person),
            unread_responses: OpenCounter::new(settings.unread_responses),
            ipv6_prefix: settings.ipv6_prefix,
            started: Instant::now(),
            evicted: AtomicU64::new(0),
        }
    }

    /// The same limits in a cluster: usage is kept until it is reported to the other nodes.
    pub fn shared(mut self) -> Limits {
        let by_address = [
            &mut self.requests_of_address,
            &mut self.files_of_address,
            &mut self.moves_of_address,
            &mut self.bytes_of_address,
            &mut self.new_people,
            &mut self.sign_ins_of_address,
            &mut self.new_shares,
            &mut self.pictures,
            &mut self.analyses_of_address,
        ];
        for counter in by_address {
            counter.report_usage();
        }
        let by_name = [
            &mut self.requests_of_person,
            &mut self.moves_of_person,
            &mut self.bytes_of_person,
            &mut self.new_tables,
            &mut self.chat,
            &mut self.exports,
            &mut self.analyses_of_person,
        ];
        for counter in by_name {
            counter.report_usage();
        }
        self.sign_ins.report_usage();
        self
    }

    fn by_address(&self) -> [(&'static str, &Counter<Address>); 9] {
        [
            ("requests_of_address", &self.requests_of_address),
            ("files_of_address", &self.files_of_address),
            ("moves_of_address", &self.moves_of_address),
            ("bytes_of_address", &self.bytes_of_address),
            ("new_people", &self.new_people),
            ("sign_ins_of_address", &self.sign_ins_of_address),
            ("new_shares", &self.new_shares),
            ("pictures", &self.pictures),
            ("analyses_of_address", &self.analyses_of_address),
        ]
    }

    fn by_name(&self) -> [(&'static str, &Counter<String>); 7] {
        [
            ("requests_of_person", &self.requests_of_person),
            ("moves_of_person", &self.moves_of_person),
            ("bytes_of_person", &self.bytes_of_person),
            ("new_tables", &self.new_tables),
            ("chat", &self.chat),
            ("exports", &self.exports),
            ("analyses_of_person", &self.analyses_of_person),
        ]
    }

    /// The usage on this node since the last call.
    pub fn take_local_usage(&self) -> Vec<Usage> {
        let by_address = self.by_address().into_iter().flat_map(|(what, counter)| counter.take_usage(what));
        let by_name = self.by_name().into_iter().flat_map(|(what, counter)| counter.take_usage(what));
        by_address.chain(by_name).chain(self.sign_ins.take_usage()).collect()
    }

    /// Counts the usage on another node.
    pub fn add_remote_usage(&self, usage: &[Usage]) {
        for usage @ Usage { what, who, times } in usage {
            self.sign_ins.add(usage);
            if let Some((_, counter)) = self.by_address().into_iter().find(|(name, _)| name == what) {
                counter.add(who, *times);
            }
            if let Some((_, counter)) = self.by_name().into_iter().find(|(name, _)| name == what) {
                counter.add(who, *times);
            }
        }
    }

    /// The address of a client: of its connection, or what our proxy says.
    pub fn address(&self, peer: IpAddr, headers: &HeaderMap) -> Address {
        Address::of(self.proxies.client(peer, headers), self.ipv6_prefix)
    }

    /// Whether a peer is a trusted proxy.
    pub fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.trusts(peer)
    }

    /// Whether a request came over TLS, as a trusted proxy says.
    pub fn is_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.proxies.is_tls(peer, headers)
    }

    /// Counts a request from an address, with the length of its body.
    ///
    /// # Errors
    /// If the client is over the limit; here as below.
    pub fn request(&self, address: Address, bytes: u32) -> Result<(), Problem> {
        self.evict_idle_now_and_then();
        self.requests_of_address.check(&address)?;
        self.bytes_of_address.check_many(&address, bytes)
    }

    /// Counts a request for a page or one of its files.
    pub fn file(&self, address: Address) -> Result<(), Problem> {
        self.evict_idle_now_and_then();
        self.files_of_address.check(&address)
    }

    /// Counts a list of legal moves.
    pub fn moves(&self, address: Address, person: &str) -> Result<(), Problem> {
        self.moves_of_person.check(&person.to_owned())?;
        self.moves_of_address.check(&address)
    }

    /// Counts a long response that its client has not read yet, until the returned guard is dropped.
    pub fn unread_response(&self, address: Address) -> Result<Open<Address>, Problem> {
        self.unread_responses.open(address).ok_or_else(|| over_limit(RETRY_UNREAD_AFTER))
    }

    /// Counts a request of a person, with the length of its body.
    pub fn request_of(&self, person: &str, bytes: u32) -> Result<(), Problem> {
        self.requests_of_person.check(&person.to_owned())?;
        self.bytes_of_person.check_many(&person.to_owned(), bytes)
    }

    /// Counts a frame over a socket, of whatever kind. It counts as a request of the same length.
    pub fn frame(&self, client: &SocketClient, bytes: usize) -> Result<(), Problem> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        if let Some(person) = &client.person {
            self.requests_of_person.check(person)?;
            self.bytes_of_person.check_many(person, bytes)?;
        }
        self.requests_of_address.check(&client.address)?;
        self.bytes_of_address.check_many(&client.address, bytes)
    }

    /// Counts a new person.
    pub fn new_person(&self, address: Address) -> Result<(), Problem> {
        self.new_people.check(&address)
    }

    /// Counts a new account.
    pub fn new_account(&self, address: Address) -> Result<(), Problem> {
        self.sign_ins_of_address.check(&address)
    }

    /// Counts a new table.
    pub fn new_table(&self, person: &str) -> Result<(), Problem> {
        self.new_tables.check(&person.to_owned())
    }

    /// Counts an act, if there is a limit for it.
    pub fn act(&self, person: &str, act: &Act) -> Result<(), Problem> {
        match act {
            Act::Command(Command::Say { .. }) => self.chat.check(&person.to_owned()),
            Act::Rematch => self.new_table(person),
            Act::Command(_) => Ok(()),
        }
    }

    /// Counts an export.
    pub fn export(&self, person: &str) -> Result<(), Problem> {
        self.exports.check(&person.to_owned())
    }

    /// Counts a shared game.
    pub fn new_share(&self, address: Address) -> Result<(), Problem> {
        self.new_shares.check(&address)
    }

    /// Counts a preview that is made: a title or a picture.
    pub fn picture(&self, address: Address) -> Result<(), Problem> {
        self.pictures.check(&address)
    }

    /// Counts an analysis that is queued.
    pub fn analysis(&self, address: Address, person: Option<&str>) -> Result<(), Problem> {
        let of_person = person.map_or(Ok(()), |person| self.analyses_of_person.check(&person.to_owned()));
        of_person.and_then(|()| self.analyses_of_address.check(&address)).map_err(|over| {
            let seconds = over.wait.unwrap_or_default();
            let why = text!(
                "you have asked for many analyses: wait {seconds} s",
                "vous avez demandé beaucoup d’analyses : attendez {seconds} s"
            );
            Problem { wait: over.wait, ..Problem::new(over.code, why) }
        })
    }

    /// Counts a socket or event stream of an address, until the returned guard is dropped.
    pub fn connect(&self, address: Address) -> Result<Open<Address>, Problem> {
        self.sockets_of_address.open(address).ok_or_else(|| over_limit(RETRY_SOCKET_AFTER))
    }

    /// Counts a socket or event stream of a person, until the returned guard is dropped.
    pub fn connect_person(&self, person: &str) -> Result<Open<String>, Problem> {
        self.sockets_of_person.open(person.to_owned()).ok_or_else(|| over_limit(RETRY_SOCKET_AFTER))
    }

    /// The rate limit for the messages of one socket.
    pub fn message_limiter(&self) -> MessageLimiter {
        MessageLimiter::new(self.messages)
    }

    /// Evicts idle clients, at most once per [`EVICT_EVERY`].
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
        self.sign_ins.evict_idle();
    }
}

/// The client of a socket, whose frames count.
#[derive(Clone, Debug)]
pub struct SocketClient {
    /// The address that limits count.
    pub address: Address,
    /// The id of its person, if it sent a key.
    pub person: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tablee_protocol::Code;

    use super::*;

    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const HERE: Address = Address(LOCAL);

    fn say(limits: &Limits, person: &str) -> Result<(), Problem> {
        limits.act(person, &Command::Say { text: "hello".to_owned() }.into())
    }

    #[test]
    fn a_client_over_the_limit_gets_the_time_to_wait() {
        let limits = Limits::new(LimitSettings { chat: Rate::new(3, 6), ..LimitSettings::none() }, ProxySettings::default());
        for _ in 0..3 {
            assert_eq!(say(&limits, "anna"), Ok(()));
        }
        let problem = say(&limits, "anna").expect_err("the fourth at once is over the limit");
        assert_eq!(problem.code, Code::TooMuch);
        assert!((1..=11).contains(&problem.wait.unwrap_or(0)), "{problem:?}");
        assert_eq!(say(&limits, "bob"), Ok(()));
    }

    #[test]
    fn without_limits_nothing_is_refused() {
        let limits = Limits::new(LimitSettings::none(), ProxySettings::default());
        for _ in 0..10_000 {
            assert_eq!(limits.request(HERE, 1_000_000), Ok(()));
        }
    }

    #[test]
    fn sockets_count_only_while_they_are_open() {
        let limits = Limits::new(
            LimitSettings { sockets_of_address: NonZeroU32::new(2), ..LimitSettings::none() },
            ProxySettings::default(),
        );
        let open: Vec<_> = (0..2).map(|_| limits.connect(HERE).ok()).collect();
        assert!(open.iter().all(Option::is_some) && limits.connect(HERE).is_err());
        drop(open);
        assert!(limits.connect(HERE).is_ok());
        assert!(limits.sockets_of_address.is_empty());
    }

    #[test]
    fn each_socket_has_its_own_message_limit() {
        let limits = Limits::new(LimitSettings { messages: Rate::new(5, 5), ..LimitSettings::none() }, ProxySettings::default());
        let (mut one, mut other) = (limits.message_limiter(), limits.message_limiter());
        assert_eq!((0..9).filter(|_| one.check().is_ok()).count(), 5);
        assert_eq!(other.check(), Ok(()));
    }

    #[test]
    fn idle_clients_are_evicted() {
        let limits =
            Limits::new(LimitSettings { chat: Rate::new(1000, 60_000_000), ..LimitSettings::none() }, ProxySettings::default());
        say(&limits, "anna").expect("one line is allowed");
        std::thread::sleep(Duration::from_millis(20));
        limits.evict_idle();
        assert!(limits.chat.limiter.as_ref().unwrap().is_empty());
    }

    #[test]
    fn usage_on_one_node_counts_on_all() {
        let settings = LimitSettings { chat: Rate::new(3, 6), new_people: Rate::new(2, 1), ..LimitSettings::none() };
        let [one, other] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()).shared());
        say(&one, "anna").expect("the first");
        say(&one, "anna").expect("the second");
        one.new_person(HERE).expect("the first");
        one.new_person(HERE).expect("the second");
        let usage = one.take_local_usage();
        assert_eq!(one.take_local_usage(), [], "usage is reported once");
        other.add_remote_usage(&usage);
        assert!(say(&other, "anna").is_ok() && say(&other, "anna").is_err(), "the third is the last");
        assert!(say(&other, "bob").is_ok());
        assert!(other.new_person(HERE).is_err());
        assert_eq!(other.take_local_usage().len(), 2, "only the usage on this node: {usage:?}");
        other.add_remote_usage(&[Usage { what: "nonsense".to_owned(), who: "x".to_owned(), times: u32::MAX }]);
    }

    #[test]
    fn a_person_has_one_budget_over_all_sockets_and_http() {
        let settings = LimitSettings { requests_of_person: Rate::new(10, 1), ..LimitSettings::none() };
        let limits = Limits::new(settings, ProxySettings::default());
        let anna = SocketClient { address: HERE, person: Some("anna".to_owned()) };
        assert_eq!((0..8).filter(|_| limits.frame(&anna.clone(), 100).is_ok()).count(), 8);
        assert_eq!((0..8).filter(|_| limits.request_of("anna", 100).is_ok()).count(), 2);
        assert!(limits.frame(&anna, 100).is_err());
        assert!(limits.frame(&SocketClient { person: Some("bob".to_owned()), ..anna }, 100).is_ok());
    }

    #[test]
    fn a_budget_is_in_bytes_too() {
        let settings = LimitSettings { bytes_of_address: Rate::new(1000, 1), ..LimitSettings::none() };
        let [one, other] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()).shared());
        let nobody = SocketClient { address: HERE, person: None };
        assert!(one.frame(&nobody, 600).is_ok() && one.frame(&nobody, 600).is_err() && one.request(HERE, 400).is_ok());
        assert!(one.request(HERE, 1).is_err());
        other.add_remote_usage(&one.take_local_usage());
        assert!(other.request(HERE, 1).is_err() && other.request(HERE, 0).is_ok());
        // More than the whole budget at once is allowed once.
        let [one, _] = [(); 2].map(|()| Limits::new(settings.clone(), ProxySettings::default()));
        assert!(one.request(HERE, 5000).is_ok() && one.request(HERE, 5000).is_err());
    }

    #[test]
    fn sockets_of_a_person_are_counted_from_all_addresses() {
        let settings = LimitSettings { sockets_of_person: NonZeroU32::new(2), ..LimitSettings::none() };
        let limits = Limits::new(settings, ProxySettings::default());
        let open: Vec<_> = (0..3).map(|_| limits.connect_person("anna").ok()).collect();
        assert_eq!(open.iter().flatten().count(), 2);
        assert!(limits.connect_person("bob").is_ok());
        drop(open);
        assert!(limits.connect_person("anna").is_ok());
    }

    #[test]
    fn an_ipv6_client_is_its_network() {
        let everyone = || ProxySettings { everyone: true, ..ProxySettings::default() };
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "1.1.1.1, [2001:db8:1:2:3:4:5:6]:4711".parse().unwrap());
        for (ipv6_prefix, network) in [(64, "2001:db8:1:2::"), (48, "2001:db8:1::"), (128, "2001:db8:1:2:3:4:5:6"), (0, "::")] {
            let limits = Limits::new(LimitSettings { ipv6_prefix, ..LimitSettings::default() }, everyone());
            assert_eq!(limits.address(LOCAL, &headers), Address(network.parse().unwrap()));
            assert_eq!(limits.address("::ffff:127.0.0.1".parse().unwrap(), &HeaderMap::new()), HERE);
        }
        assert_eq!(LimitSettings::default().ipv6_prefix, 64);
    }
}
