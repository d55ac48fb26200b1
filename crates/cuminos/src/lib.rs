//! Cuminos: dominoes in three dimensions grow from a standing source along the table, and up to three ranks high.
//!
//! The rules are numbered clauses (`C1` to `C25`) in `docs/rules`; code and tests name the clause that they implement.
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
