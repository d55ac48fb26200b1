//! Cuminos: dominoes in three dimensions grow from a standing source along the table and up to three ranks.
//!
//! The rules are written clause by clause (`C1` to `C25`) in `docs/rules/`; comments and tests name the clause they are about.
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | colours, and the set file |
//! | `block.rs` | blocks, and sets of them |
//! | `options.rs` | players, teams |
//! | `lay.rs` | cubes of space, a block laid on two of them, moves |
//! | `table.rs` | what is laid in a round: columns, and what they allow beside them |
//! | `placement.rs` | what may be laid where, and why not elsewhere |
//! | `position.rs` | the state, and playing |
//! | `arrange.rs` | a table set up by hand |
//! | `illegal.rs` | why a move is refused |
//! | `score.rs` | what a laid block is worth, the count, the places |
//! | `notation.rs` | moves as text |
//! | `sketch.rs` | the table as text |
//! | `scene.rs` | the table as a face shows it |
//! | `knowledge.rs` | what a bot knows beyond the rules |
//! | `form.rs` | the options in words, for people who choose them |
//! | `lesson.rs` | a first lesson, by doing |
//! | `game.rs` | all of it, as the catalogue wants it |

mod arrange;
mod block;
mod form;
mod game;
mod illegal;
mod knowledge;
mod lay;
mod lesson;
mod notation;
mod options;
mod placement;
mod position;
mod scene;
mod score;
mod set;
mod sketch;
mod table;

pub use arrange::Arrangement;
pub use block::{BLOCKS, Block, MARKS};
pub use game::Cuminos;
pub use illegal::Illegal;
pub use lay::{Cube, Lay, Move};
pub use options::{Options, Teams};
pub use position::Position;
pub use score::Tally;
pub use set::{Colour, Set};
pub use table::Laid;
