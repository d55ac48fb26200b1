//! The arena: many games between bots, and what they say about the bots, the seats and the boards.
//!
//! No files and no terminal here: whoever runs it brings them.
//!
//! | file | what is in it |
//! |---|---|
//! | `schedule.rs` | who sits where in which game |
//! | `luck.rs` | the luck of a deal, alike in all its games |
//! | `game.rs` | one game, every move checked |
//! | `run.rs` | many games at once |
//! | `estimate.rs` | a number and how sure it is; Elo of a share |
//! | `rating.rs` | Elo of several bots |
//! | `sprt.rs` | enough games, and no more |
//! | `watch.rs` | ending a run as soon as that test decides |
//! | `summary.rs` | what the games of a run say |
//! | `table.rs` | the same as text |
//! | `plot.rs` | the same as a drawing |

mod estimate;
mod game;
mod luck;
mod plot;
mod rating;
// Many games at once need threads, which a browser's worker cannot start.
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
