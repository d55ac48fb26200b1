//! Rumis and Rumis+: stones of two to four cubes become a building, and the faces seen from above count.
//!
//! The rules are numbered clauses (`R1` to `R30`) in `docs/rules`; code and tests name the clause that they implement.
//!
//! ```
//! use std::sync::Arc;
//!
//! use tablee_core::{Game, OptionValues, Play, Position, Refusal, Seat};
//! use tablee_rumis::Rumis;
//!
//! // Two players on the board Chullpa, the default.
//! let set = Arc::new(Rumis::read_set(Rumis::STANDARD_SET)?);
//! let options = Rumis::options(&OptionValues::new(), set)?;
//! let mut position = Rumis::start(&options, &());
//! for mv in ["I2:b2.1,c2.1", "I2:d2.1,e2.1", "I3:b2.2,c2.2,d2.2"] {
//!     let mv = Rumis::read_move(&position, mv)?;
//!     position.play(mv)?;
//! }
//!
//! // Seat 0 is on top of three squares, seat 1 of one; nine and ten stones in hand cost a point each (R13).
//! assert_eq!(position.top("d2".parse().unwrap()), Some(Seat::new(0)));
//! assert_eq!(position.score().as_slice(), [3 - 9, 1 - 10]);
//!
//! // A stone must touch one of its own colour (R7).
//! let apart = Rumis::read_move(&position, "I3:a4.1,b4.1,c4.1")?;
//! assert_eq!(position.check(apart).unwrap_err().clause().0, "R7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | colours, and the set file |
//! | `stone.rs` | the eleven stones and their poses |
//! | `board_plan.rs` | a board as the set file draws it |
//! | `options.rs` | players, board, variant |
//! | `board.rs` | the squares in use: computed once and shared |
//! | `moves.rs` | cubes, laid stones, moves |
//! | `cells.rs` | sets of squares as bits |
//! | `placement.rs` | what may be laid where, as sets of squares |
//! | `legal_lays.rs` | the legal lays that follow from it: how many, the n-th, all |
//! | `sectors.rs` | the second sector of the two-sector game |
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
//! | `weights.rs` | the weights of the rating, as learned |
//! | `policy.rs` | the fast policy of the playouts |
//! | `knowledge.rs` | `core::Knowledge` for the bots: rating, policy, settings of the search, levels |
//! | `game.rs` | `core::Game`, which ties everything together |

mod arrangement;
mod board;
mod board_plan;
mod cells;
mod check;
mod form;
mod game;
mod illegal;
mod knowledge;
mod legal_lays;
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
mod sectors;
mod set;
mod sketch;
mod solids;
mod stone;
mod telling;
mod weights;

pub use arrangement::{Arrangement, SecondSector};
pub use board::{Board, Sector};
pub use board_plan::{BoardPlan, Limit, Line, MAX_HEIGHT};
pub use game::Rumis;
pub use illegal::Illegal;
pub use moves::{Cube, Lay, Move};
pub use options::{Options, Rules, SectorEnd};
pub use position::Position;
pub use set::{Colour, Set};
pub use stone::{POSES, Pose, STONES, Stone};
