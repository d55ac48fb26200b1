//! Players for every chair, and the arena that measures them.
//!
//! Nothing here knows a game: a bot sees the rules through [`Position`](tablee_core::Position), and what a good player of that game
//! knows through [`Knowledge`](tablee_core::Knowledge), which each game implements beside its rules.
//!
//! | file | what is in it |
//! |---|---|
//! | `bot.rs` | the trait `Bot`, its choice and its evaluation |
//! | `budget.rs` | how long a bot may think, and stopping it |
//! | `simple.rs` | bots that do not look ahead: random, greedy |
//! | `search.rs`, `search/` | the tree search: the house's best |
//! | `uct.rs` | the search of the textbooks, to measure ours against |
//! | `level.rs` | the levels of a game as bots |
//! | `spec.rs` | bots by name: `level4`, `search:2000`, `uct:0.5s` |
//! | `arena/` | many games between bots, and what they say |
//! | `reasons.rs` | why a move: reasons as data, and the words for them |
//! | `dice.rs` | the bots' own dice |

pub mod arena;
mod bot;
mod budget;
mod dice;
mod level;
pub mod reasons;
mod search;
mod simple;
mod spec;
#[cfg(test)]
mod toy;
mod uct;

pub use bot::{Bot, Choice, Evaluation, Ranked};
pub use budget::{Budget, Stop};
pub use dice::FastDice;
pub use level::bot_of_level;
pub use reasons::Reason;
pub use search::Search;
pub use simple::{Greedy, Random, Slipping};
pub use spec::{BotSpec, Effort};
pub use uct::Uct;
