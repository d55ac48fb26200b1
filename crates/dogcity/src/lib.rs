//! Dog City Domino: square dominoes are laid corner to corner; four quarters of one colour make a round, and dogs on it score.
//!
//! The rules are written clause by clause (`D1` to `D22`) in `docs/rules/`; comments and tests name the clause they are about.
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | dominoes, rounds and animals, and the set file |
//! | `dominoes.rs` | a hand or the draw pile, as a set of dominoes |
//! | `options.rs` | players, who begins, the price of a cat |
//! | `placement.rs` | which domino fits where, for everything a place can ask for: computed once a set |
//! | `plane.rs` | the open table: what lies where, and the empty places beside it |
//! | `position.rs` | the state, and playing |
//! | `arrangement.rs` | a table set up by hand |
//! | `illegal.rs` | why a move is refused |
//! | `score.rs` | the points of a round, the count |
//! | `nook.rs` | what laying a domino on an empty place completes, told without laying it |
//! | `rating.rs` | how good moves look at first sight |
//! | `knowledge.rs` | what a bot knows about the game |
//! | `notation.rs` | moves as text |
//! | `sketch.rs` | the table as text |
//! | `form.rs` | the options in words, for people who choose them |
//! | `lesson.rs` | a first lesson, by doing |
//! | `scene.rs` | the table as a face shows it |
//! | `game.rs` | all of it, as the catalogue wants it |

mod arrangement;
mod dominoes;
mod form;
mod game;
mod illegal;
mod knowledge;
mod lesson;
mod nook;
mod notation;
mod options;
mod placement;
mod plane;
mod position;
mod rating;
mod scene;
mod score;
mod set;
mod sketch;

pub use arrangement::{Arrangement, Laid};
pub use dominoes::Dominoes;
pub use game::DogCity;
pub use illegal::Illegal;
pub use options::Options;
pub use plane::{Place, Round};
pub use position::{Drawing, End, Lay, Move, Position};
pub use score::round_points;
pub use set::{Animal, Colour, Corner, Domino, DominoNumber, HAND, MAX_DOMINOES, Set};
