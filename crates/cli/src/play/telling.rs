//! What a ply brought and what everyone should notice about it, as lines.

use std::fmt::Write as _;

use tablee_core::scene::Past;
use tablee_core::{Announcement, Ink, Lang, Position, Scenic, Seat, Text, Turn, text};
use tablee_games::{GameInProgress, Player};

use crate::bot_names::first_name;
use crate::show::{cell, inked};

/// How wide the names of players are in a table of points.
const NAMES: usize = 24;

/// The effects of the last ply as lines: points, and what ended; empty if there are none.
pub fn last_ply<G: Scenic>(game: &GameInProgress<G>, lang: Lang) -> String {
    let name = |seat: Seat| first_name(&game.players()[seat.number()], seat);
    let named = |text: &Text| text.named(|seat| name_unless_reader(game.players(), seat)).say(lang).to_owned();
    let past: Vec<_> = game.past().map(|(mv, before)| (before.turn(), mv)).collect();
    let Some((mv, before)) = game.past().next_back() else { return String::new() };
    let after = game.position();
    let mut out = String::new();
    if let Turn::Seat(mover) = before.turn() {
        let gains = G::gains(before, after);
        // The mover first.
        let seats = std::iter::successors(Some(mover), |seat| Some(seat.next(after.seats()))).take(after.seats());
        let points: Vec<_> = seats.filter(|seat| gains[*seat] != 0).map(|seat| (seat, gains[seat])).collect();
        if !points.is_empty() {
            let each: Vec<_> = points.iter().map(|(seat, points)| gain(&name(*seat), *points, lang)).collect();
            let why = G::why_points(before, mv).map_or(String::new(), |why| format!(" ({})", named(&why)));
            // Writing to a string cannot fail.
            let _ = writeln!(out, "    {}{why}", each.join(", "));
        }
    }
    let before_it: Past<G> = &past[..past.len() - 1];
    for announcement in G::announce(before_it, before, mv, after) {
        announce(&mut out, &announcement, name, named, lang);
    }
    out
}

/// The name of a seat; none if its player reads: someone alone among bots is "you".
pub fn name_unless_reader(players: &[Player], seat: Seat) -> Option<Text> {
    let people = players.iter().filter(|player| matches!(player, Player::Human(_))).count();
    let player = &players[seat.number()];
    let name = first_name(player, seat);
    (people != 1 || matches!(player, Player::Bot(_))).then(|| text!("{name}", "{name}"))
}

fn gain(name: &str, points: i32, lang: Lang) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    let colon = lang.pick(":", "\u{a0}:");
    format!("{name}{colon} {sign}{}", points.abs())
}

fn announce(
    out: &mut String,
    announcement: &Announcement,
    name: impl Fn(Seat) -> String,
    named: impl Fn(&Text) -> String,
    lang: Lang,
) {
    let Announcement { title, note, columns, rows, .. } = announcement;
    let _ = writeln!(out, "\n  {}", inked(Ink::Strong, &named(title)));
    if let Some(note) = note {
        let _ = writeln!(out, "  {}", named(note));
    }
    if rows.is_empty() {
        return;
    }
    let columns: Vec<_> = columns.iter().map(|column| column.say(lang)).collect();
    let widths: Vec<_> = columns.iter().map(|column| column.chars().count().max(4)).collect();
    let heads: Vec<_> = columns.iter().zip(&widths).map(|(column, width)| format!("{column:>width$}")).collect();
    let _ = writeln!(out, "  {} {}", cell("", NAMES), inked(Ink::Faint, &heads.join("  ")));
    for row in rows {
        let figures: Vec<_> = row.points.iter().zip(&widths).map(|(points, width)| format!("{points:>width$}")).collect();
        let _ = writeln!(out, "  {} {}", inked(Ink::Seat(row.seat), &cell(&name(row.seat), NAMES)), figures.join("  "));
    }
}
