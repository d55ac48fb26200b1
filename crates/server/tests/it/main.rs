//! The server as its clients see it: the real server on a free port, with a real store behind it.
//!
//! One binary for all integration tests: it is linked once. PostgreSQL and NATS are real servers that the tests start.
//!
//! | file | what it tests |
//! |---|---|
//! | `api.rs` | the REST API: refusals, rate limits, private tables, the event stream |
//! | `analysis.rs` | analyses of finished games: budgets, and which come first |
//! | `budgets.rs` | budgets of memory, searches, changes and answers |
//! | `edge.rs` | connections before any request, proxies, security headers, methods, health |
//! | `histories.rs` | profiles, the games of a person, recent opponents |
//! | `people.rs` | guests, accounts, keys, export and erasure over HTTP |
//! | `ratings.rs` | which games change ratings, and how much |
//! | `shares.rs` | games shared by a short link |
//! | `previews.rs` | previews of links: tags and pictures |
//! | `static_files.rs` | the pages: caching, compression, security headers |
//! | `live/` | the live protocol over WebSockets, on one node and on several |
//! | `thinking.rs` | the thinking time of bots, shared between addresses |
//! | `upkeep.rs` | retention, erasures, damaged data, and two servers over one folder |
//! | `store/` | the suite that every store passes, and outages of PostgreSQL |
//! | `bus/` | the suites that every bus and every work queue passes, and outages of NATS |
//! | `common/` | an HTTP client, servers and workers inside of the test process |

mod analysis;
mod api;
mod budgets;
mod bus;
mod common;
mod edge;
mod histories;
mod live;
mod people;
mod previews;
mod ratings;
mod shares;
mod static_files;
mod store;
mod thinking;
mod upkeep;
