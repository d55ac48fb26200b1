//! The settings of the rate limits.

use std::num::NonZeroU32;

use governor::Quota;

/// A rate limit: a burst, and then a number per minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The burst: how many are allowed at once.
    pub burst: NonZeroU32,
    /// How many are allowed per minute after that.
    pub per_minute: NonZeroU32,
}

impl Rate {
    /// A rate; `None` if it allows nothing at all.
    pub const fn new(burst: u32, per_minute: u32) -> Option<Rate> {
        match (NonZeroU32::new(burst), NonZeroU32::new(per_minute)) {
            (Some(burst), Some(per_minute)) => Some(Rate { burst, per_minute }),
            _ => None,
        }
    }

    /// So many times this rate.
    pub(super) fn times(self, factor: NonZeroU32) -> Rate {
        Rate { burst: self.burst.saturating_mul(factor), per_minute: self.per_minute.saturating_mul(factor) }
    }

    pub(super) fn quota(self) -> Quota {
        Quota::per_minute(self.per_minute).allow_burst(self.burst)
    }
}

/// A household or a server usually has a network of this size.
const IPV6_PREFIX: u8 = 64;

/// The rate limits; `None` is unlimited. A whole club may share one address, so addresses are allowed much more than
/// people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitSettings {
    /// How many times the limits of an address hold for the network around it: IPv6 /48, IPv4 /24.
    pub network_factor: Option<NonZeroU32>,
    /// Requests over HTTP and frames over sockets per address.
    pub requests_of_address: Option<Rate>,
    /// Requests for pages and their files, and for `/healthz`, per address. A page opens with dozens of them.
    pub files_of_address: Option<Rate>,
    /// Requests over HTTP and frames over sockets per person.
    pub requests_of_person: Option<Rate>,
    /// Bytes of bodies and frames per address.
    pub bytes_of_address: Option<Rate>,
    /// Bytes of bodies and frames per person.
    pub bytes_of_person: Option<Rate>,
    /// New people per address.
    pub new_people: Option<Rate>,
    /// Attempts to sign in, and new accounts, per address.
    pub sign_ins_of_address: Option<Rate>,
    /// Wrong passphrases per account from one address.
    pub sign_ins_of_account: Option<Rate>,
    /// Wrong passphrases per account from all addresses. Addresses from which the account signed in lately go on.
    pub sign_ins_of_account_in_all: Option<Rate>,
    /// New tables per person.
    pub new_tables: Option<Rate>,
    /// Lines of chat per person.
    pub chat: Option<Rate>,
    /// Lists of legal moves per address.
    pub moves_of_address: Option<Rate>,
    /// Lists of legal moves per person.
    pub moves_of_person: Option<Rate>,
    /// Exports per person. Each of them scans all events.
    pub exports: Option<Rate>,
    /// Shared games per address. Each of them is proven and stored.
    pub new_shares: Option<Rate>,
    /// Previews that are made per address: titles of shared games, and pictures. Those in memory do not count.
    pub pictures: Option<Rate>,
    /// Analyses that are queued, per address. Asking again for the same one does not count.
    pub analyses_of_address: Option<Rate>,
    /// Analyses that are queued, per person.
    pub analyses_of_person: Option<Rate>,
    /// Searches for a player's tables, per address.
    pub searches_of_address: Option<Rate>,
    /// Changes of a person's name and keys, per person. Each disconnects all their sockets.
    pub changes_of_person: Option<Rate>,
    /// The same per address.
    pub changes_of_address: Option<Rate>,
    /// Bytes of answers over HTTP, and of what sockets send, per address.
    pub answers_of_address: Option<Rate>,
    /// Unfinished tables that a person may have before they can open another one.
    pub tables_of_person: Option<NonZeroU32>,
    /// Unfinished tables that the people of an address may have before they can open another one.
    pub tables_of_address: Option<NonZeroU32>,
    /// Unfinished tables with bots that the people of an address may have before they can open another one.
    pub bot_tables_of_address: Option<NonZeroU32>,
    /// Tables that a person may watch at once, over all their sockets.
    pub watched_of_person: Option<NonZeroU32>,
    /// Tables that may be watched from an address at once.
    pub watched_of_address: Option<NonZeroU32>,
    /// Tables that stay in memory though nobody watches them. Those that were not used for longest are unloaded.
    pub idle_tables: Option<NonZeroU32>,
    /// Frames per socket.
    pub messages: Option<Rate>,
    /// Open sockets and event streams per address.
    pub sockets_of_address: Option<NonZeroU32>,
    /// Open sockets and event streams per person.
    pub sockets_of_person: Option<NonZeroU32>,
    /// Connections that watch one table without a seat there.
    pub spectators_of_table: Option<NonZeroU32>,
    /// Connections from one address that watch one table without a seat there.
    pub spectators_of_address: Option<NonZeroU32>,
    /// Long responses over HTTP per address that it has not read yet.
    pub unread_responses: Option<NonZeroU32>,
    /// Open connections per address, counted before any request. Trusted proxies may have any number.
    pub connections_of_address: Option<NonZeroU32>,
    /// Open connections in all. Never more than the limit of open files allows.
    pub connections: Option<NonZeroU32>,
    /// How many leading bits of an IPv6 address make one client.
    pub ipv6_prefix: u8,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        LimitSettings {
            network_factor: NonZeroU32::new(8),
            requests_of_address: Rate::new(2000, 6000),
            files_of_address: Rate::new(10_000, 30_000),
            requests_of_person: Rate::new(200, 600),
            bytes_of_address: Rate::new(20_000_000, 20_000_000),
            bytes_of_person: Rate::new(2_000_000, 2_000_000),
            new_people: Rate::new(60, 10),
            sign_ins_of_address: Rate::new(30, 10),
            sign_ins_of_account: Rate::new(10, 2),
            sign_ins_of_account_in_all: Rate::new(200, 30),
            new_tables: Rate::new(20, 4),
            chat: Rate::new(10, 30),
            moves_of_address: Rate::new(200, 1200),
            moves_of_person: Rate::new(60, 300),
            exports: Rate::new(3, 1),
            new_shares: Rate::new(30, 6),
            pictures: Rate::new(60, 30),
            analyses_of_address: Rate::new(30, 3),
            analyses_of_person: Rate::new(10, 1),
            searches_of_address: Rate::new(30, 60),
            changes_of_person: Rate::new(10, 5),
            changes_of_address: Rate::new(60, 30),
            answers_of_address: Rate::new(100_000_000, 100_000_000),
            tables_of_person: NonZeroU32::new(50),
            tables_of_address: NonZeroU32::new(1000),
            bot_tables_of_address: NonZeroU32::new(300),
            watched_of_person: NonZeroU32::new(100),
            watched_of_address: NonZeroU32::new(500),
            idle_tables: NonZeroU32::new(1000),
            messages: Rate::new(100, 600),
            sockets_of_address: NonZeroU32::new(1000),
            sockets_of_person: NonZeroU32::new(50),
            spectators_of_table: NonZeroU32::new(1000),
            spectators_of_address: NonZeroU32::new(100),
            unread_responses: NonZeroU32::new(100),
            connections_of_address: NonZeroU32::new(1500),
            connections: None,
            ipv6_prefix: IPV6_PREFIX,
        }
    }
}

/// How many connections may watch one table without a seat there; `None` is unlimited.
#[derive(Clone, Copy, Debug)]
pub struct SpectatorCaps {
    /// In all.
    pub of_table: Option<NonZeroU32>,
    /// From one address.
    pub of_address: Option<NonZeroU32>,
}

impl LimitSettings {
    /// How many may watch a table.
    pub fn spectators(&self) -> SpectatorCaps {
        SpectatorCaps { of_table: self.spectators_of_table, of_address: self.spectators_of_address }
    }

    /// No limits at all, for load tests.
    pub fn none() -> LimitSettings {
        LimitSettings {
            network_factor: None,
            requests_of_address: None,
            files_of_address: None,
            requests_of_person: None,
            bytes_of_address: None,
            bytes_of_person: None,
            new_people: None,
            sign_ins_of_address: None,
            sign_ins_of_account: None,
            sign_ins_of_account_in_all: None,
            new_tables: None,
            chat: None,
            moves_of_address: None,
            moves_of_person: None,
            exports: None,
            new_shares: None,
            pictures: None,
            analyses_of_address: None,
            analyses_of_person: None,
            searches_of_address: None,
            changes_of_person: None,
            changes_of_address: None,
            answers_of_address: None,
            tables_of_person: None,
            tables_of_address: None,
            bot_tables_of_address: None,
            watched_of_person: None,
            watched_of_address: None,
            idle_tables: None,
            messages: None,
            sockets_of_address: None,
            sockets_of_person: None,
            spectators_of_table: None,
            spectators_of_address: None,
            unread_responses: None,
            connections_of_address: None,
            connections: None,
            ipv6_prefix: IPV6_PREFIX,
        }
    }
}
