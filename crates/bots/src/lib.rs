//! Bots for every game, and the arena that measures them.
//!
//! ```
//! use std::num::NonZero;
//!
//! use tablee_bots::{Bot, BotSpec, Stop};
//! use tablee_core::{Game, OptionValues, Play, Setup};
//! use tablee_games::options::{complete, standard_set};
//! use tablee_games::rumis::Rumis;
//!
//! let options = complete::<Rumis>(&OptionValues::new(), standard_set::<Rumis>())?;
//! let mut position = Rumis::start(&options, &Setup::read(&options, "")?);
//!
//! // A bot by name, with the seed of its dice and its number of threads.
//! let mut bot = BotSpec::read::<<Rumis as Game>::Position>("search:200")?.bot(7, NonZero::<usize>::MIN)?;
//! let choice = bot.choose(&position, &Stop::new())?;
//! println!("{}", Rumis::write_move(&position, choice.mv));
//! if let Some(evaluation) = &choice.evaluation {
//!     println!("after {} playouts it expects {:?} points", evaluation.playouts, evaluation.points);
//! }
//! position.play(choice.mv).expect("a bot makes legal moves");
//! # Ok::<(), tablee_core::Text>(())
//! ```
//!
//! Nothing here knows a game. A bot sees the rules through [`Position`](tablee_core::Position), and what a good player
//! knows through [`Knowledge`](tablee_core::Knowledge), which each game implements beside its rules.
//!
//! | file | what is in it |
//! |---|---|
//! | `bot.rs` | the trait `Bot`, its choice and its evaluation |
//! | `budget.rs` | how long a bot may think, and stopping it |
//! | `simple.rs` | bots that do not look ahead: random, greedy |
//! | `search.rs`, `search/` | the tree search, our strongest bot |
//! | `uct.rs` | the textbook search, as a baseline for ours |
//! | `level.rs` | the levels of a game as bots |
//! | `names.rs` | first names of bots, by level and seat |
//! | `spec.rs` | bots by name: `level4`, `search:2000`, `uct:0.5s` |
//! | `arena/` | many games between bots, and their statistics |
//! | `reasons.rs` | the reasons for a move, as data and in words |
//! | `dice.rs` | fast random numbers for bots |
//! | `toy.rs` | tests only: a tiny game |

pub mod arena;
mod bot;
mod budget;
mod dice;
mod level;
mod names;
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
pub use names::{BOT_NAMES, bot_name, level_of};
pub use reasons::Reason;
pub use search::Search;
pub use simple::{Greedy, Random, Slipping};
pub use spec::{BotSpec, Effort};
pub use uct::Uct;
