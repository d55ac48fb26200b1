//! The table as text.

use tablee_core::{Grid, GridCell, Ink, Lang, Position as _, Seat, Sheet, Turn};

use crate::moves::Move;
use crate::position::Position;

/// The board with values, clans and levels, then what each seat has.
///
/// A parcel is two letters of its clan and its value (`·` is empty), with its level if that is above the board; the
/// halves of one visible domino have no wall between them, and `^` is a totem.
pub(crate) fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
    let (columns, rows) = position.board().size();
    let fresh = match last {
        Some(Move::Lay(lay)) => lay.squares().to_vec(),
        _ => Vec::new(),
    };
    let parcel = |square| position.board().parcel_at(square);
    let grid = Grid {
        columns,
        rows,
        cell_width: 6,
        cell: &|square| parcel(square).map(|parcel| cell(position, parcel, fresh.contains(&square), lang)),
        wall: &|a, b| !matches!((parcel(a), parcel(b)), (Some(a), Some(b)) if position.same_domino(a, b)),
    };
    let mut sheet = grid.draw();
    for seat in Seat::all(position.options().players) {
        draw_seat(&mut sheet, position, seat, lang);
    }
    sheet
}

fn cell(position: &Position, parcel: usize, fresh: bool, lang: Lang) -> GridCell {
    const LEVELS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let owner = position.owner(parcel);
    let clan = match owner {
        Some(seat) => position.options().clans[seat.number()],
        None => position.board().parcels()[parcel].printed.clan,
    };
    let mut text = clan.letters().say(lang).to_owned();
    text.push(match position.value(parcel) {
        0 => '·',
        value => char::from(b'0' + value),
    });
    let level = position.level(parcel);
    if level > 1 {
        text.extend(level.to_string().bytes().map(|digit| LEVELS[(digit - b'0') as usize]));
    }
    if position.bears_totem(parcel) {
        text.push('^');
    }
    let ink = match owner {
        None => Ink::Faint,
        Some(seat) if fresh => Ink::Fresh(seat),
        Some(seat) => Ink::Seat(seat),
    };
    GridCell { text, ink }
}

fn draw_seat(sheet: &mut Sheet, position: &Position, seat: Seat, lang: Lang) {
    let turn = position.turn() == Turn::Seat(seat);
    let name = position.options().clans[seat.number()].label().say(lang);
    sheet.line().put(Ink::Strong, if turn { "▶ " } else { "  " });
    sheet.put(Ink::Name(seat), format!("{seat} {name:<13}"));
    sheet.put(Ink::Strong, format!("{:>3}  ", position.score()[seat]));
    for (index, pile) in position.piles(seat).enumerate() {
        if let Some(top) = pile.top {
            sheet.put(Ink::Faint, format!("p{}:", index + 1)).put(Ink::Seat(seat), top.to_string());
            sheet.put(Ink::Faint, if pile.hidden > 0 { format!("+{}  ", pile.hidden) } else { "  ".to_owned() });
        } else if pile.hidden > 0 {
            sheet.put(Ink::Faint, format!("p{}:?+{}  ", index + 1, pile.hidden - 1));
        }
    }
    sheet.put(Ink::Plain, "^".repeat(position.totems_left(seat) as usize));
}
