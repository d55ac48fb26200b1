//! Rumis and Rumis+: stones of two to four cubes become a building, and the faces seen from above count.
//!
//! The rules are written clause by clause (`R1` to `R30`) in `docs/rules/`; comments and tests name the clause they are about.
//!
//! | file | what is in it |
//! |---|---|
//! | `stone.rs` | the eleven stones and their poses |
//! | `set.rs` | colours, and the set file |
//! | `plan.rs` | a board as the set file draws it |
//! | `options.rs` | players, board, rules |
//! | `board.rs` | the squares in use: computed once and shared |
//! | `moves.rs` | cubes, laid stones, moves |
//! | `cells.rs` | sets of squares as bits |
//! | `placement.rs` | what may be laid where, as sets of squares |
//! | `lays.rs` | the moves that come out of it: how many, the n-th, all |
//! | `position.rs` | the state, and playing |
//! | `sectors.rs` | the second sector of the two-sector game |
//! | `arrangement.rs` | a table set up by hand |
//! | `check.rs` | whether a move is legal, cube by cube |
//! | `illegal.rs` | why it is refused |
//! | `score.rs` | the count, the places |
//! | `sight.rs` | how good moves look at first sight |
//! | `weights.rs` | what that is made of, in numbers |
//! | `haste.rs` | how hasty players choose |
//! | `knowledge.rs` | what bots are told about the game |
//! | `notation.rs` | moves as text |
//! | `sketch.rs` | the table as text |
//! | `form.rs` | the options in words, for people who choose them |
//! | `lesson.rs` | a first lesson, by doing |
//! | `scene.rs` | the table as a face shows it |
//! | `solids.rs` | what the components are made of there |
//! | `game.rs` | all of it, as the catalogue wants it |

mod arrangement;
mod board;
mod cells;
mod check;
mod form;
mod game;
mod haste;
mod illegal;
mod knowledge;
mod lays;
mod lesson;
mod moves;
mod notation;
mod options;
mod placement;
mod plan;
mod position;
mod scene;
mod score;
mod sectors;
mod set;
mod sight;
mod sketch;
mod solids;
mod stone;
mod weights;

pub use arrangement::{Arrangement, SecondSector};
pub use board::{Board, Sector};
pub use game::Rumis;
pub use illegal::Illegal;
pub use moves::{Cube, Lay, Move};
pub use options::{Options, Rules, SectorEnd};
pub use plan::{Limit, Line, MAX_HEIGHT, Plan};
pub use position::Position;
pub use set::{Colour, Set};
pub use stone::{POSES, Pose, STONES, Stone};
