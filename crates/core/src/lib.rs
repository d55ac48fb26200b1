//! The vocabulary that all games of Tablée share.
//!
//! A game is a [`Game`] (its options, components, setup and looks) and a [`Position`] (its state and rules). Everything
//! else in the house, from the bots to the browser, sees games through these two traits only.
//!
//! This crate knows no game, and like the game crates it is pure: no I/O, clock, randomness, threads or serde. (How scenes look to TypeScript is a feature, `wire`, that only the browser's crate asks for.)

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

pub use chance::Dice;
pub use count::{CountPart, SeatCount};
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
