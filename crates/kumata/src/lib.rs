//! Kumata: dominoes are stacked on a board of parcels, and what is visible at the end counts.
//!
//! The rules are numbered clauses (`K1` to `K38`) in `docs/rules`; code and tests name the clause that they implement.
//!
//! ```
//! use std::sync::Arc;
//!
//! use tablee_core::chance::TestDice;
//! use tablee_core::{Game, OptionValues, Play, Position, Refusal, Setup, Turn};
//! use tablee_kumata::{Kumata, Lay, Move};
//!
//! // A game for two with our own set, on a random board.
//! let set = Arc::new(Kumata::read_set(Kumata::STANDARD_SET)?);
//! let options = Kumata::options(&OptionValues::new(), set)?;
//! let (mut dice, mut scratch) = (TestDice::new(1), Vec::new());
//! let mut position = Kumata::start(&options, &Setup::random(&options, &mut dice));
//!
//! // Chance reveals the tops of the piles.
//! while position.turn() == Turn::Chance {
//!     let draw = position.pick(&mut dice, &mut scratch).expect("a domino is hidden");
//!     position.play(draw)?;
//! }
//!
//! // A domino covers two parcels side by side (K13), never the same one twice.
//! let Move::Lay(lay) = position.legal_moves()[0] else { panic!("a domino can be laid") };
//! let [square, _] = lay.squares();
//! let refused = position.check(Move::Lay(Lay::new(lay.domino(), square, square, false))).unwrap_err();
//! assert_eq!(refused.clause().0, "K13");
//!
//! // Any legal moves, to the end; then the points count.
//! while let Some(mv) = position.pick(&mut dice, &mut scratch) {
//!     position.play(mv)?;
//! }
//! for count in Kumata::count(&position) {
//!     assert_eq!(count.total(), position.score()[count.seat]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | clans, dominoes, board tiles, and the set file |
//! | `options.rs` | players, clans, layout, teams |
//! | `layout.rs` | the nine tiles laid as a square or a maze |
//! | `board.rs` | the parcels of a layout, and which of them lie side by side: computed once and shared |
//! | `moves.rs` | moves, and how a domino is laid |
//! | `placement.rs` | what may be laid where, kept up to date as sets of places |
//! | `hand.rs` | what one seat has |
//! | `position.rs` | the state of a game, and playing |
//! | `check.rs` | whether a move is legal, clause by clause |
//! | `illegal.rs` | why a move is refused |
//! | `arrangement.rs` | a table set up by hand |
//! | `score.rs` | the count, and the places |
//! | `notation.rs` | moves as text |
//! | `sketch.rs` | the table as text |
//! | `scene.rs` | the table as the pages show it |
//! | `telling.rs` | moves in words, what they bring, announcements |
//! | `solids.rs` | the boxes of the scene |
//! | `form.rs` | the options in words, for people who choose them |
//! | `lesson.rs` | a first game, step by step |
//! | `rating.rs` | how good moves look without looking ahead |
//! | `policy.rs` | the fast policy of the playouts |
//! | `knowledge.rs` | `core::Knowledge` for the bots: rating, policy, settings of the search, levels |
//! | `game.rs` | `core::Game`, which ties everything together |

mod arrangement;
mod board;
mod check;
mod form;
mod game;
mod hand;
mod illegal;
mod knowledge;
mod layout;
mod lesson;
mod moves;
mod notation;
mod options;
mod placement;
mod policy;
mod position;
mod rating;
mod scene;
mod score;
mod set;
mod sketch;
mod solids;
mod telling;

pub use arrangement::{Arrangement, Laid};
pub use board::{Board, PARCELS, Parcel};
pub use game::Kumata;
pub use hand::Pile;
pub use illegal::Illegal;
pub use layout::{Layout, LayoutKind, TilePlace};
pub use moves::{Lay, Move};
pub use options::Options;
pub use position::Position;
pub use set::{Clan, Domino, Face, Printed, Set, TILES, Tile};
