//! Dog City Domino: square dominoes are laid corner to corner. Four quarters of one colour make a round, and the dogs on
//! it score.
//!
//! The rules are numbered clauses (`D1` to `D22`) in `docs/rules`; code and tests name the clause that they implement.
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
