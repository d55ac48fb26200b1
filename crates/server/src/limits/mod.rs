//! Rate limits, per address and per person. Clients over the limit get 429 with `Retry-After`.
//!
//! Each node counts its own requests, and reports them to the other nodes several times a second, if a client has used a
//! notable part of its limit. So limits hold for the whole cluster, except for requests within that fraction of a second,
//! and for a sixteenth of a burst per node. Open sockets and connections, and the frames
//! of one socket, are counted per node.
//!
//! A person and an address have one budget each, over HTTP and all their sockets: in requests and frames, and in bytes.
//! The network around an address has a few times its budget, so that neighbouring addresses do not multiply it.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | all limits of a server |
//! | `settings.rs` | rates, and their defaults |
//! | `counter.rs` | the counter behind one limit, and the limit of one socket's messages |
//! | `by_address.rs` | limits per address, with a wider one for the network around it |
//! | `answers.rs` | bytes that the server sends as answers |
//! | `sign_ins.rs` | wrong passphrases by account |
//! | `tables.rs` | caps of unfinished tables |
//! | `watched.rs` | the tables that a person or an address watches |
//! | `resyncs.rs` | how often a refused act has the store read, in a cluster |
//! | `open.rs` | counting open connections and sockets |
//! | `address.rs` | the address of a client, and its network |
//! | `proxies.rs` | trusted proxies, and the addresses that they forward |
//! | `tests.rs` | tests of the limits as a whole |

mod address;
mod answers;
mod by_address;
mod counter;
mod open;
mod proxies;
mod resyncs;
mod settings;
mod sign_ins;
mod tables;
#[cfg(test)]
mod tests;
mod watched;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use tablee_core::text;
use tablee_protocol::{Act, Command, Problem};

pub use address::{Address, peer};
use answers::Answers;
use by_address::AddressCounter;
pub use by_address::{OpenByAddress, OpenOfAddress};
use counter::{Counter, over_limit};
pub use counter::{MessageLimiter, Usage};
pub use open::{Open, OpenCounter};
use proxies::Proxies;
pub use proxies::{Network, ProxySettings};
pub use resyncs::Resyncs;
pub use settings::{LimitSettings, Rate, SpectatorCaps};
pub use sign_ins::SignIn;
use sign_ins::SignIns;
use watched::Watched;
pub use watched::WatchedTable;

/// How often clients are evicted from memory that have sent no request lately.
const EVICT_EVERY: Duration = Duration::from_secs(60);

/// When a client with too many unread responses may retry.
const RETRY_UNREAD_AFTER: Duration = Duration::from_secs(2);

/// When a client with too many sockets may retry.
const RETRY_SOCKET_AFTER: Duration = Duration::from_secs(10);

/// How many exports one address, and all together, may have open; and when to retry.
const EXPORTS_OF_ADDRESS: Option<NonZeroU32> = NonZeroU32::new(2);
const EXPORTS_IN_ALL: Option<NonZeroU32> = NonZeroU32::new(16);
const RETRY_EXPORT_AFTER: Duration = Duration::from_secs(10);

/// The rate limits of a server, and their counters.
pub struct Limits {
    proxies: Proxies,
    requests_of_address: AddressCounter,
    files_of_address: AddressCounter,
    requests_of_person: Counter<String>,
    bytes_of_address: AddressCounter,
    bytes_of_person: Counter<String>,
    new_people: AddressCounter,
    sign_ins_of_address: AddressCounter,
    sign_ins: SignIns,
    new_tables: Counter<String>,
    chat: Counter<String>,
    moves_of_address: AddressCounter,
    moves_of_person: Counter<String>,
    exports: Counter<String>,
    new_shares: AddressCounter,
    pictures: AddressCounter,
    analyses_of_address: AddressCounter,
    analyses_of_person: Counter<String>,
    searches_of_address: AddressCounter,
    changes_of_person: Counter<String>,
    changes_of_address: AddressCounter,
    answers: Answers,
    watched: Watched,
    messages: Option<Rate>,
    most_tables: Option<NonZeroU32>,
    most_tables_of_address: Option<NonZeroU32>,
    most_bot_tables: Option<NonZeroU32>,
    sockets_of_address: OpenByAddress,
    sockets_of_person: OpenCounter<String>,
    unread_responses: OpenByAddress,
    exports_of_person: OpenCounter<String>,
    exports_of_address: OpenByAddress,
    exports_in_all: OpenCounter<()>,
    ipv6_prefix: u8,
    started: Instant,
    /// When idle clients were last evicted, in seconds since the start.
    evicted: AtomicU64,
}

impl Limits {
    /// These limits, with nothing counted yet.
    pub fn new(settings: LimitSettings, proxies: ProxySettings) -> Limits {
        let networks = settings.network_factor;
        Limits {
            proxies: Proxies::new(proxies),
            requests_of_address: AddressCounter::new(settings.requests_of_address, networks),
            files_of_address: AddressCounter::new(settings.files_of_address, networks),
            requests_of_person: Counter::new(settings.requests_of_person),
            bytes_of_address: AddressCounter::new(settings.bytes_of_address, networks),
            bytes_of_person: Counter::new(settings.bytes_of_person),
            new_people: AddressCounter::new(settings.new_people, networks),
            sign_ins_of_address: AddressCounter::new(settings.sign_ins_of_address, networks),
            sign_ins: SignIns::new(&settings),
            new_tables: Counter::new(settings.new_tables),
            chat: Counter::new(settings.chat),
            moves_of_address: AddressCounter::new(settings.moves_of_address, networks),
            moves_of_person: Counter::new(settings.moves_of_person),
            exports: Counter::new(settings.exports),
            new_shares: AddressCounter::new(settings.new_shares, networks),
            pictures: AddressCounter::new(settings.pictures, networks),
            analyses_of_address: AddressCounter::new(settings.analyses_of_address, networks),
            analyses_of_person: Counter::new(settings.analyses_of_person),
            searches_of_address: AddressCounter::new(settings.searches_of_address, networks),
            changes_of_person: Counter::new(settings.changes_of_person),
            changes_of_address: AddressCounter::new(settings.changes_of_address, networks),
            answers: Answers::new(settings.answers_of_address, networks),
            watched: Watched::new(&settings),
            messages: settings.messages,
            most_tables: settings.tables_of_person,
            most_tables_of_address: settings.tables_of_address,
            most_bot_tables: settings.bot_tables_of_address,
            sockets_of_address: OpenByAddress::new(settings.sockets_of_address, networks),
            sockets_of_person: OpenCounter::new(settings.sockets_of_person),
            unread_responses: OpenByAddress::new(settings.unread_responses, networks),
            exports_of_person: OpenCounter::new(Some(NonZeroU32::MIN)),
            exports_of_address: OpenByAddress::new(EXPORTS_OF_ADDRESS, NonZeroU32::new(2)),
            exports_in_all: OpenCounter::new(EXPORTS_IN_ALL),
            ipv6_prefix: settings.ipv6_prefix,
            started: Instant::now(),
            evicted: AtomicU64::new(0),
        }
    }

    /// The same limits in a cluster: usage is kept until it is reported to the other nodes.
    pub fn shared(self) -> Limits {
        self.by_address().into_iter().for_each(|(_, counter)| counter.report_usage());
        self.by_name().into_iter().for_each(|(_, counter)| counter.report_usage());
        self.sign_ins.report_usage();
        self.answers.report_usage();
        self
    }

    fn by_address(&self) -> [(&'static str, &AddressCounter); 11] {
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
            ("searches_of_address", &self.searches_of_address),
            ("changes_of_address", &self.changes_of_address),
        ]
    }

    fn by_name(&self) -> [(&'static str, &Counter<String>); 8] {
        [
            ("requests_of_person", &self.requests_of_person),
            ("moves_of_person", &self.moves_of_person),
            ("bytes_of_person", &self.bytes_of_person),
            ("new_tables", &self.new_tables),
            ("chat", &self.chat),
            ("exports", &self.exports),
            ("analyses_of_person", &self.analyses_of_person),
            ("changes_of_person", &self.changes_of_person),
        ]
    }

    /// The usage on this node since the last call.
    pub fn take_local_usage(&self) -> Vec<Usage> {
        let by_address = self.by_address().into_iter().flat_map(|(what, counter)| counter.take_usage(what));
        let by_name = self.by_name().into_iter().flat_map(|(what, counter)| counter.take_usage(what));
        by_address.chain(by_name).chain(self.sign_ins.take_usage()).chain(self.answers.take_usage()).collect()
    }

    /// Counts the usage on another node.
    pub fn add_remote_usage(&self, usage: &[Usage]) {
        for usage @ Usage { what, who, times } in usage {
            self.sign_ins.add(usage);
            self.answers.add(usage);
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
        self.bytes_of_address.check_many(&address, bytes)?;
        self.answers.check(address)
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
    pub fn unread_response(&self, address: Address) -> Result<OpenOfAddress, Problem> {
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

    /// Counts an export, which is open until the returned guard is dropped: one of a person at a time, and few in all. Each
    /// reads many tables.
    pub fn export(&self, address: Address, person: &str) -> Result<OpenExport, Problem> {
        let open = || Some((self.exports_of_person.open(person.to_owned())?, self.exports_of_address.open(address)?));
        let (of_person, of_address) = open().ok_or_else(|| over_limit(RETRY_EXPORT_AFTER))?;
        let in_all = self.exports_in_all.open(()).ok_or_else(|| over_limit(RETRY_EXPORT_AFTER))?;
        self.exports.check(&person.to_owned())?;
        Ok(OpenExport { _guards: (of_person, of_address, in_all) })
    }

    /// Counts a search for a player's tables.
    pub fn search(&self, address: Address) -> Result<(), Problem> {
        self.searches_of_address.check(&address)
    }

    /// Counts a change of a person's name or keys. Each is a write of its own, and disconnects the person everywhere.
    pub fn change(&self, address: Address, person: &str) -> Result<(), Problem> {
        self.changes_of_person.check(&person.to_owned())?;
        self.changes_of_address.check(&address)
    }

    /// Checks that an address may be sent another long answer over a socket. Over HTTP every request is checked.
    pub fn may_answer(&self, address: Address) -> Result<(), Problem> {
        self.answers.check(address)
    }

    /// Counts the bytes of an answer to an address.
    pub fn answered(&self, address: Address, bytes: u64) {
        self.answers.charge(address, bytes);
    }

    /// Counts a table that a person or an address watches, until the returned guard is dropped.
    pub fn watch(&self, address: Address, person: Option<&str>, table: &str) -> Result<WatchedTable, Problem> {
        self.watched.open(address, person, table)
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
    pub fn connect(&self, address: Address) -> Result<OpenOfAddress, Problem> {
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
        self.answers.evict_idle();
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

/// An export that counts while it is open.
pub struct OpenExport {
    _guards: (Open<String>, OpenOfAddress, Open<()>),
}
