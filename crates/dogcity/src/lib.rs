//! Dog City Domino: square dominoes are laid corner to corner. Four quarters of one colour make a round, and the dogs
//! on it score.
//!
//! The rules are numbered clauses (`D1` to `D22`) in `docs/rules`; code and tests name the clause that they implement.
//!
//! ```
//! use std::sync::Arc;
//!
//! use tablee_core::chance::TestDice;
//! use tablee_core::{Game, OptionValues, Play, Position, Refusal, Turn};
//! use tablee_dogcity::DogCity;
//!
//! let set = Arc::new(DogCity::read_set(DogCity::STANDARD_SET)?);
//! let options = DogCity::options(&OptionValues::new(), set)?;
//! let (mut dice, mut scratch) = (TestDice::new(1), Vec::new());
//! let mut position = DogCity::start(&options, &());
//!
//! // Each player draws four dominoes; seat 0 begins.
//! while position.turn() == Turn::Chance {
//!     let draw = position.pick(&mut dice, &mut scratch).expect("the draw pile is not empty");
//!     position.play(draw)?;
//! }
//! let Turn::Seat(seat) = position.turn() else { panic!("a player begins") };
//! let domino = position.hand(seat).next().expect("four dominoes in hand");
//!
//! // The first domino goes to 0,0, and to no other place (D4).
//! let beside = DogCity::read_move(&position, &format!("{domino}@1,0r0"))?;
//! assert_eq!(position.check(beside).unwrap_err().clause().0, "D4");
//! let first = DogCity::read_move(&position, &format!("{domino}@0,0r0"))?;
//! position.play(first)?;
//!
//! // Any legal moves, to the end: the points and the places.
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
//! | `set.rs` | dominoes, rounds and animals, and the set file |
//! | `dominoes.rs` | a hand or the draw pile, as a set of dominoes |
//! | `options.rs` | players, who begins, the price of a cat |
//! | `moves.rs` | moves, and how a domino is laid |
//! | `placement.rs` | which domino fits where, for everything a place can ask for: computed once per set |
//! | `open_table.rs` | what lies where, and the empty places beside it |
//! | `nook.rs` | what laying a domino on an empty place completes, without laying it |
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
mod check;
mod dominoes;
mod form;
mod game;
mod illegal;
mod knowledge;
mod lesson;
mod moves;
mod nook;
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

pub use arrangement::{Arrangement, Laid};
pub use dominoes::Dominoes;
pub use game::DogCity;
pub use illegal::Illegal;
pub use moves::{Lay, Move};
pub use open_table::{Place, Round};
pub use options::Options;
pub use position::{Drawing, End, Position};
pub use score::round_points;
pub use set::{Animal, Colour, Corner, Domino, DominoNumber, HAND, MAX_DOMINOES, Set};
