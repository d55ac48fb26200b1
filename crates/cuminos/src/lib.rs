//! Cuminos: dominoes in three dimensions grow from a standing source along the table, and up to three ranks high.
//!
//! The rules are numbered clauses (`C1` to `C25`) in `docs/rules`; code and tests name the clause that they implement.
//!
//! ```
//! use std::sync::Arc;
//!
//! use tablee_core::chance::TestDice;
//! use tablee_core::{Game, OptionValues, Play, Position, Refusal, Turn};
//! use tablee_cuminos::{Cuminos, Move};
//!
//! let set = Arc::new(Cuminos::read_set(Cuminos::STANDARD_SET)?);
//! let options = Cuminos::options(&OptionValues::new(), set)?;
//! let (mut dice, mut scratch) = (TestDice::new(1), Vec::new());
//! let mut position = Cuminos::start(&options, &());
//!
//! // Each player draws a hand for the first round.
//! while position.turn() == Turn::Chance {
//!     let draw = position.pick(&mut dice, &mut scratch).expect("the bag is not empty");
//!     position.play(draw)?;
//! }
//!
//! // The opener must stand a block as the source (C4).
//! assert_eq!(position.check(Move::Pass).unwrap_err().clause().0, "C4");
//! let block = position.hand(position.opener()).next().expect("a hand");
//! let source = Cuminos::read_move(&position, &format!("{block}:0,0,1/0,0,2"))?;
//! position.play(source)?;
//! assert_eq!(position.laid().len(), 1);
//!
//! // Any legal moves, through all rounds: the points and the places.
//! while let Some(mv) = position.pick(&mut dice, &mut scratch) {
//!     position.play(mv)?;
//! }
//! assert!(position.is_over());
//! assert!(position.outcome().place.as_slice().contains(&1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | colours, and the set file |
//! | `block.rs` | blocks, and sets of them |
//! | `options.rs` | players, teams |
//! | `moves.rs` | cubes of space, a block laid on two of them, moves |
//! | `open_table.rs` | what is laid in a round: columns, and what they allow beside them |
//! | `placement.rs` | what may be laid where |
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
mod block;
mod check;
mod form;
mod game;
mod illegal;
mod knowledge;
mod lesson;
mod moves;
mod notation;
mod open_table;
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

pub use arrangement::Arrangement;
pub use block::{BLOCKS, Block, MARKS};
pub use game::Cuminos;
pub use illegal::Illegal;
pub use moves::{Cube, Lay, Move};
pub use open_table::Laid;
pub use options::{Options, Teams};
pub use position::Position;
pub use score::Tally;
pub use set::{Colour, Set};
