//! The arena: many games between bots, and statistics about the bots, the seats and the boards.
//!
//! There is no I/O here: the caller brings files and terminal.
//!
//! | file | what is in it |
//! |---|---|
//! | `schedule.rs` | who sits where in which game |
//! | `luck.rs` | the dice of a deal, the same in all its games |
//! | `game.rs` | one game, every move checked |
//! | `run.rs` | many games at once |
//! | `estimate.rs` | a number with its confidence interval; Elo of a share |
//! | `rating.rs` | Elo of several bots |
//! | `sprt.rs` | the sequential test that says when there are enough games |
//! | `watch.rs` | ends a run as soon as that test decides |
//! | `summary.rs` | the statistics of a run |
//! | `table.rs` | the statistics as text |
//! | `plot.rs` | the statistics as SVG |
//! | `tests.rs` | tests of all of it, with a tiny game |

mod estimate;
mod game;
mod luck;
mod plot;
mod rating;
// Threads: a worker in the browser cannot start them.
#[cfg(not(target_arch = "wasm32"))]
mod run;
mod schedule;
mod sprt;
mod summary;
mod table;
#[cfg(test)]
mod tests;
mod watch;

pub use estimate::{Estimate, Observed, elo};
pub use game::{Arena, Contender, Deal, Forfeit, Maker, Played};
pub use plot::plot;
pub use rating::{Crosstable, ratings};
pub use schedule::{Schedule, Slot};
pub use sprt::{Sprt, Verdict};
pub use summary::{BotLine, SeatLine, Summary, share_of_deal, whole_deals};
pub use table::{Names, line, line_heading, table, verdict};
pub use watch::Watch;
