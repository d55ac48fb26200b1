//! Kumata: dominoes are stacked on a board of parcels, and what is visible at the end counts.
//!
//! The rules are written clause by clause (`K1` to `K38`) in `docs/rules/`; comments and tests name the clause they are about.
//!
//! | file | what is in it |
//! |---|---|
//! | `set.rs` | clans, dominoes, board tiles, and the set file |
//! | `options.rs` | players, clans, layout, teams |
//! | `layout.rs` | the nine tiles laid as a square or a maze |
//! | `board.rs` | the parcels of a layout, and which of them lie side by side: computed once and shared |
//! | `placement.rs` | what may be laid where, kept up to date as sets of placements |
//! | `moves.rs` | moves, and how a domino is laid |
//! | `hand.rs` | what one seat has |
//! | `position.rs` | the state, and playing |
//! | `arrangement.rs` | tables set up by hand |
//! | `illegal.rs` | why a move is refused |
//! | `score.rs` | the count, the places |
//! | `knowledge.rs` | what a player knows beyond the rules, for bots |
//! | `sight.rs` | how good a lay looks at first sight |
//! | `notation.rs` | moves as text |
//! | `sketch.rs` | the table as text |
//! | `form.rs` | the options in words, for people who choose them |
//! | `lesson.rs` | a first lesson, by doing |
//! | `scene.rs` | the table as a face shows it |
//! | `solids.rs` | what the components are made of there |
//! | `game.rs` | all of it, as the catalogue wants it |

mod arrangement;
mod board;
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
mod position;
mod scene;
mod score;
mod set;
mod sight;
mod sketch;
mod solids;

pub use arrangement::{Arrangement, Stacked};
pub use board::{Board, PARCELS, Parcel};
pub use game::Kumata;
pub use hand::Pile;
pub use illegal::Illegal;
pub use layout::{Layout, LayoutKind, TilePlace};
pub use moves::{Lay, Move};
pub use options::Options;
pub use position::Position;
pub use set::{Clan, Domino, Face, Printed, Set, TILES, Tile};
