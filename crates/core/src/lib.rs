//! What all games of Tablée share, without knowing any of them.
//!
//! A game is a [`Game`] (its options, components, setup and looks) and a [`Position`] (its state and rules). All other
//! crates, from the bots to the browser, see games through these two traits only.
//!
//! What is written against them works for every game:
//!
//! ```
//! use tablee_core::{BySeat, Play, Position};
//!
//! /// Plays the first legal move, or the first possible draw, until the game is over; returns the points of each seat.
//! fn play_first_moves<P: Position>(mut position: P) -> BySeat<i32> {
//!     while !position.is_over() {
//!         let first = position.legal_moves()[0];
//!         position.play(first).expect("it is legal");
//!     }
//!     position.score()
//! }
//! ```
//!
//! [`Position`] has a small game as an example.
//!
//! This crate is pure, like the game crates: no I/O, clock, randomness, threads or serde. (How scenes look to
//! TypeScript is a feature, `wire`, that only `wasm` turns on.)
//!
//! | file | what is in it |
//! |---|---|
//! | `game.rs` | [`Game`]: options, components, setup, notation and drawing of a game |
//! | `position.rs` | [`Position`]: state and rules; [`Turn`], [`Refusal`], and [`Play`], which every position gets |
//! | `seat.rs` | [`Seat`], and [`BySeat`], one value for each of them |
//! | `setup.rs` | [`Setup`]: what is settled before the first ply |
//! | `naming.rs` | texts about players: "you", or their names |
//! | `options.rs` | the options of a game, as the game describes them and as people give them |
//! | `form.rs` | [`Forms`]: the options in words, for people who choose them |
//! | `chance.rs` | [`Dice`]: where random choices come from; shuffling |
//! | `count.rs` | [`SeatCount`]: the points of a seat, and where they come from |
//! | `outcome.rs` | [`Outcome`]: points and places, also of teams |
//! | `data.rs` | reading and writing set files: TOML, with the line of every error |
//! | `lang.rs` | texts in both languages: [`Text`], [`Label`], `text!` |
//! | `geometry/` | points, quarter turns, and the squares of a board |
//! | `grid.rs` | [`Grid`]: draws a board with squares as text |
//! | `sheet.rs` | [`Sheet`]: a text drawing, with inks that say what a thing is |
//! | `suggest.rs` | suggestions for mistyped names |
//! | `scene.rs` | [`Scenic`]: what the pages show of a table |
//! | `targets.rs` | where a piece fits, and the ways to lay it there |
//! | `telling.rs` | what a move brings, announcements, why a piece does not fit |
//! | `lesson.rs` | [`Lessons`]: a first game, step by step |
//! | `knowledge.rs` | [`Knowledge`]: what bots know about a game beyond its rules; their levels |
//! | `pairs.rs` | the unordered pairs of numbers that dominoes bear |
//! | `perft.rs` | counts all sequences of moves to a depth |
//! | `playout.rs` | plays random moves to the end |
//! | `contract/` | the contract suite: checks of every game, on random games |

pub mod chance;
pub mod contract;
pub mod count;
pub mod data;
pub mod form;
pub mod game;
pub mod geometry;
pub mod grid;
pub mod knowledge;
pub mod lang;
pub mod lesson;
pub mod naming;
pub mod options;
pub mod outcome;
pub mod pairs;
pub mod perft;
pub mod playout;
pub mod position;
pub mod scene;
pub mod seat;
pub mod setup;
pub mod sheet;
pub mod suggest;
pub mod targets;
pub mod telling;

pub use chance::Dice;
pub use count::{CountItem, CountPart, SeatCount};
pub use form::Forms;
pub use game::Game;
pub use grid::{Grid, GridCell};
pub use knowledge::{Knowledge, Level, Style, Thinking};
pub use lang::{Label, Lang, Text, french_quotes};
pub use lesson::Lessons;
pub use options::{OptionKind, OptionSpec, OptionValue, OptionValues};
pub use outcome::Outcome;
pub use playout::play_out;
pub use position::{Clause, Play, Position, Refusal, Turn};
pub use scene::{Scene, Scenic};
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use setup::{Fact, Facts, Setup};
pub use sheet::{Ink, Sheet};
pub use telling::Announcement;
