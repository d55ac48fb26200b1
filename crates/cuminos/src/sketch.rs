//! The table as text.

use std::collections::BTreeMap;

use tablee_core::{Ink, Lang, Position as _, Seat, Sheet, Turn};

use crate::moves::{Move, Spot};
use crate::open_table::{Foot, Laid};
use crate::position::Position;

/// How many characters wide a column of a plan is.
const WIDTH: usize = 6;

/// One half, or a standing block, on the plan of its rank.
struct Cell {
    text: String,
    ink: Ink,
    joined_east: bool,
    joined_south: bool,
}

/// A plan of each rank around what is laid, north up, then what each seat has.
///
/// A lying half is its mark, joined to its other half by a line; a standing block is its lower mark, `^` and its upper.
/// An open end bears a `°`, and what does not rest on the table its height in small.
pub(crate) fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
    let mut sheet = Sheet::new();
    draw_round(&mut sheet, position, lang);
    for rank in 1..=3 {
        let plan = plan(position, rank, last);
        if !plan.is_empty() {
            let name =
                lang.pick(["first rank", "second rank", "third rank"], ["premier rang", "deuxième rang", "troisième rang"]);
            sheet.line().put(Ink::Strong, name[rank as usize - 1]);
            draw_plan(&mut sheet, &plan);
        }
    }
    for seat in Seat::all(position.options().players) {
        draw_seat(&mut sheet, position, seat, lang);
    }
    sheet
}

fn draw_round(sheet: &mut Sheet, position: &Position, lang: Lang) {
    let (round, players) = (position.round(), position.options().players);
    let text = match round.checked_sub(players) {
        None | Some(0) => lang.pick(format!("round {round} of {players}"), format!("manche {round} sur {players}")),
        Some(extra) => lang.pick(format!("extra round {extra}"), format!("manche supplémentaire {extra}")),
    };
    sheet.put(Ink::Strong, text);
}

/// The blocks of a rank, by spot.
fn plan(position: &Position, rank: u8, last: Option<Move>) -> BTreeMap<(i16, i16), Cell> {
    let mut plan = BTreeMap::new();
    for laid in position.laid().iter().filter(|laid| position.rank(**laid) == rank) {
        let fresh = last == Some(Move::Lay(laid.lay));
        let ink = if fresh { Ink::Fresh(laid.seat) } else { Ink::Seat(laid.seat) };
        for (spot, text) in texts(position, laid) {
            let has = |other: Spot| laid.lay.cubes().iter().any(|cube| cube.spot() == other);
            let [_, east, south, _] = spot.beside();
            plan.insert((spot.x(), spot.y()), Cell { text, ink, joined_east: has(east), joined_south: has(south) });
        }
    }
    plan
}

/// What is written for a block, on each spot that it takes.
fn texts(position: &Position, laid: &Laid) -> Vec<(Spot, String)> {
    const HEIGHTS: [&str; 5] = ["", "²", "³", "⁴", "⁵"];
    let height = HEIGHTS.get(laid.lay.bottom() as usize - 1).copied().unwrap_or("");
    let (cubes, marks) = (laid.lay.cubes(), laid.lay.marks());
    if laid.lay.stands() {
        let [low, high] = if cubes[0].z() < cubes[1].z() { marks } else { [marks[1], marks[0]] };
        return vec![(cubes[0].spot(), format!("{low}^{high}{height}"))];
    }
    let half = |half: usize| {
        let spot = cubes[half].spot();
        let open = laid.lay.bottom() == 1 && position.table.column_at(spot).foot == Foot::OpenEnd;
        (spot, format!("{}{height}{}", marks[half], if open { "°" } else { "" }))
    };
    vec![half(0), half(1)]
}

fn draw_plan(sheet: &mut Sheet, plan: &BTreeMap<(i16, i16), Cell>) {
    let bounds = |of: fn(&(i16, i16)) -> i16| {
        let least = plan.keys().map(of).min().unwrap_or(0);
        least..=plan.keys().map(of).max().unwrap_or(0)
    };
    let (columns, rows) = (bounds(|spot| spot.0), bounds(|spot| spot.1));
    sheet.line().put(Ink::Faint, format!("{:4} ", ""));
    for x in columns.clone() {
        sheet.put(Ink::Faint, format!("{x:<WIDTH$}"));
    }
    for y in rows.rev() {
        let row = || columns.clone().map(|x| plan.get(&(x, y)));
        sheet.line().put(Ink::Faint, format!("{y:>4} "));
        for cell in row() {
            let Some(cell) = cell else {
                sheet.put(Ink::Plain, " ".repeat(WIDTH));
                continue;
            };
            let rest = WIDTH.saturating_sub(cell.text.chars().count());
            sheet.put(cell.ink, cell.text.clone()).put(cell.ink, if cell.joined_east { "─" } else { " " }.repeat(rest));
        }
        if row().flatten().any(|cell| cell.joined_south) {
            sheet.line().put(Ink::Faint, format!("{:4} ", ""));
            for cell in row() {
                let (ink, line) = cell.filter(|cell| cell.joined_south).map_or((Ink::Plain, ""), |cell| (cell.ink, "│"));
                sheet.put(ink, format!("{line:<WIDTH$}"));
            }
        }
    }
}

fn draw_seat(sheet: &mut Sheet, position: &Position, seat: Seat, lang: Lang) {
    let turn = position.turn() == Turn::Seat(seat);
    let name = position.options().colour(seat).label().say(lang);
    sheet.line().put(Ink::Strong, if turn { "▶ " } else { "  " });
    sheet.put(Ink::Name(seat), format!("{seat} {name:<7}"));
    sheet.put(Ink::Strong, format!("{:>4}  ", position.score()[seat]));
    let hand: Vec<_> = position.hand(seat).map(|block| block.to_string()).collect();
    sheet.put(Ink::Seat(seat), hand.join("  "));
    if position.has_passed(seat) {
        sheet.put(Ink::Faint, lang.pick("  (has passed)", "  (a passé)"));
    }
}
