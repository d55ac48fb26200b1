//! The table as text.

use tablee_core::geometry::Square;
use tablee_core::{Grid, GridCell, Ink, Lang, Position as _, Seat, Sheet, Turn};

use crate::board::Sector;
use crate::moves::{Cube, Lay, Move};
use crate::options::Rules;
use crate::position::Position;

/// The board from above, as a map of heights, then what each seat has.
///
/// A square shows the colour on top, its height and its limit: `ye2/4`. Squares that show the same stone have no wall
/// between them. In the two-sector game `:` instead of `/` marks the squares outside the red line.
pub(crate) fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
    let (columns, rows) = position.board().size();
    let fresh: Vec<Square> = match last {
        Some(Move::Lay(lay) | Move::Carry { to: lay, .. }) => lay.cubes().map(|cube| cube.square).collect(),
        _ => Vec::new(),
    };
    let grid = Grid {
        columns,
        rows,
        cell_width: 5,
        cell: &|square| position.board().contains(square).then(|| cell(position, square, fresh.contains(&square), lang)),
        wall: &|a, b| match (top_stone(position, a), top_stone(position, b)) {
            (Some(a), Some(b)) => a != b,
            _ => true,
        },
    };
    let mut sheet = grid.draw();
    for seat in Seat::all(position.options().players) {
        draw_seat(&mut sheet, position, seat, lang);
    }
    sheet
}

fn top_stone(position: &Position, square: Square) -> Option<(Seat, Lay)> {
    let height = position.height(square);
    if height == 0 { None } else { position.stone_at(Cube::new(square, height)) }
}

fn cell(position: &Position, square: Square, fresh: bool, lang: Lang) -> GridCell {
    let limit = position.board().limit(square).unwrap_or(0);
    let mark = if position.board().sector(square) == Some(Sector::Second) { ':' } else { '/' };
    match position.top(square) {
        None => GridCell { text: format!("·{mark}{limit}"), ink: Ink::Faint },
        Some(seat) => {
            let colour = position.options().colour(seat).letters().say(lang);
            let text = format!("{colour}{}{mark}{limit}", position.height(square));
            GridCell { text, ink: if fresh { Ink::Fresh(seat) } else { Ink::Seat(seat) } }
        }
    }
}

fn draw_seat(sheet: &mut Sheet, position: &Position, seat: Seat, lang: Lang) {
    let turn = position.turn() == Turn::Seat(seat);
    let name = position.options().colour(seat).label().say(lang);
    sheet.line().put(Ink::Strong, if turn { "▶ " } else { "  " });
    sheet.put(Ink::Name(seat), format!("{seat} {name:<7}"));
    sheet.put(Ink::Strong, format!("{:>3}  ", position.score()[seat]));
    let list = |stones: Vec<String>| if stones.is_empty() { "–".to_owned() } else { stones.join(" ") };
    match position.sector() {
        Sector::First => sheet.put(Ink::Plain, list(position.hand(seat).map(|stone| stone.to_string()).collect())),
        Sector::Second => {
            // Both players see what can be taken (R30).
            let free = position.removable(seat).map(|lay| format!("-{} {}", lay.first_cube(), lay.stone())).collect();
            sheet.put(Ink::Faint, lang.pick("can be taken: ", "à prendre : ")).put(Ink::Plain, list(free))
        }
    };
    if position.is_out(seat) {
        sheet.put(Ink::Faint, lang.pick("  out", "  hors jeu"));
    } else if turn && position.options().rules == Rules::TwoSector && position.sector() == Sector::First {
        sheet.put(Ink::Faint, lang.pick("  first sector", "  premier secteur"));
    }
}
