//! Pictures of games, as PNG: the previews that messengers show beside a link.
//!
//! ```
//! use tablee_games::{GameId, NewGame, Player, Settled, begin};
//! use tablee_picture::Preview;
//!
//! let game = begin(NewGame {
//!     game: GameId::Rumis,
//!     options: &[("players".to_owned(), "2".to_owned())],
//!     set: None,
//!     players: vec![Player::Human("Anne".to_owned()), Player::Bot("level3".to_owned())],
//!     shuffle: None,
//!     settled: Settled::Shuffled,
//! })?;
//! let png = Preview::of(&*game).png();
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), tablee_core::Text>(())
//! ```
//!
//! The same game gives the same bytes (on machines of one kind: floating point differs between processors). Paints and drawings are those of the pages (`web/src/look/*.json`).
//!
//! | file | what is in it |
//! |---|---|
//! | `look.rs` | paints and drawings by name, from the files of the pages |
//! | `boxes.rs` | boxes as the eye sees them, from the back to the front; shadows |
//! | `table.rs` | draws what lies on a table |
//! | `ground.rs` | draws the tabletop: oak and felt |
//! | `plaques.rs` | draws the plaques of the seats |
//! | `canvas.rs` | paths, gradients and soft shadows on pixels; PNG |
//! | `noise.rs` | repeatable noise, for the grain of wood |

mod boxes;
mod canvas;
mod ground;
mod look;
mod noise;
mod plaques;
mod table;

use std::collections::BTreeMap;

use tablee_core::scene::{SeatLook, Tabletop};
use tablee_games::{AnyGame, TurnView};

use canvas::Canvas;

/// The size of a preview in pixels, which is the one that messengers recommend.
pub const SIZE: [u32; 2] = [1200, 630];

/// The space between the frame and what lies on the felt.
const MARGIN: f32 = 22.0;

/// A picture of a game: what lies on the table, and a plaque for each seat.
#[derive(Clone, Debug)]
pub struct Preview {
    /// What lies on the table. The hands are not drawn.
    pub table: Tabletop,
    /// The plaques, in the order in which they are drawn: one per seat, or per team.
    pub plaques: Vec<Plaque>,
}

/// The plaque of a seat, or of a team. It has no names: those are in the text beside the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plaque {
    /// The seat, or those of the team; at least one.
    seats: Vec<usize>,
    /// The emblem of the seat, or those of the team.
    pub emblems: Vec<Emblem>,
    /// The points, if there are any yet; of a team, all of them together.
    pub points: Option<i32>,
    /// Whether the seat or team has won the game.
    pub winner: bool,
    /// Whether it is its turn.
    pub turn: bool,
}

/// What stands for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emblem {
    /// The name of its colour in the palette.
    pub paint: &'static str,
    /// The name of the drawing.
    pub drawing: &'static str,
}

impl Preview {
    /// The picture of a game as it stands: the best place first if it is over.
    pub fn of(game: &dyn AnyGame) -> Preview {
        let (info, view) = (game.info(), game.view(None));
        let mut teams: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for (seat, look) in info.looks.iter().enumerate() {
            teams.entry(look.team).or_default().push(seat);
        }
        let mut plaques: Vec<_> = teams
            .into_values()
            .map(|seats| Plaque {
                emblems: seats.iter().map(|seat| Emblem::of(&info.looks[*seat])).collect(),
                points: (view.ply > 0).then(|| seats.iter().map(|seat| view.scores[*seat]).sum()),
                winner: false,
                turn: matches!(view.turn, TurnView::Seat { seat } if seats.contains(&seat.number())),
                seats,
            })
            .collect();
        // Teams have numbers; the order of the table is that of the seats.
        plaques.sort_by_key(|plaque| plaque.seats[0]);
        let mut preview = Preview { plaques, table: view.scene.table };
        if matches!(view.turn, TurnView::Over) {
            preview.end(&view.places, &view.scores);
        }
        preview
    }

    /// Ends the game with these places and points by seat, if there are as many as seats: the best place comes first.
    pub fn end(&mut self, places: &[u8], scores: &[i32]) {
        let seats: usize = self.plaques.iter().map(|plaque| plaque.seats.len()).sum();
        if places.len() != seats || scores.len() != seats {
            return;
        }
        for plaque in &mut self.plaques {
            plaque.points = Some(plaque.seats.iter().map(|seat| scores[*seat]).sum());
            (plaque.winner, plaque.turn) = (places[plaque.seats[0]] == 1, false);
        }
        self.plaques.sort_by_key(|plaque| (places[plaque.seats[0]], plaque.seats[0]));
    }

    /// Draws it, as PNG of [`SIZE`].
    ///
    /// # Panics
    /// Never: the size is valid.
    pub fn png(&self) -> Vec<u8> {
        let size = SIZE.map(|pixels| pixels as f32);
        let mut canvas = Canvas::new(SIZE[0], SIZE[1]).expect("the size is valid");
        let edge = ground::FRAME + MARGIN;
        let column = size[0] - edge - plaques::WIDTH;
        let (at, room) = ([edge, edge], [column - MARGIN - edge, size[1] - 2.0 * edge]);
        ground::draw(&mut canvas, size, [at[0] + room[0] / 2.0, size[1] * 0.46]);
        table::draw(&mut canvas, &self.table, at, room);
        plaques::draw(&mut canvas, &self.plaques, [column, edge], size[1] - 2.0 * edge);
        canvas.png()
    }
}

impl Emblem {
    fn of(look: &SeatLook) -> Emblem {
        Emblem { paint: look.paint, drawing: look.emblem }
    }
}
