//! Sheets and counts on the terminal, in colour where there is any.

use std::fmt::Write as _;
use std::io::Write as _;

use anstyle::{AnsiColor, Style};
use tablee_core::{Ink, Lang, Outcome, Position, SeatCount, Sheet, Text};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::failure::Failure;

/// Writes to standard output, in colour on a terminal that has any. A closed pipe ends the command.
pub fn print(text: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(write!(anstream::stdout(), "{text}")?)
}

/// The same, and ends the line.
pub fn print_line(text: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(anstream::stdout(), "{text}")?)
}

/// Writes a warning to standard error.
pub fn warn(text: &Text, lang: Lang) {
    let word = lang.pick("warning: ", "attention : ");
    anstream::eprintln!("tablee: {word}{}", text.say(lang));
}

/// A text in a cell of a table: as wide as the terminal shows it, filled with spaces or cut off with `…`.
pub fn cell(text: &str, width: usize) -> String {
    let mut cell = fit(text, width);
    cell.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.width())));
    cell
}

/// A text that is at most so wide on a terminal, cut off with `…` if it is longer.
pub fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut left = width.saturating_sub(1);
    for letter in text.chars() {
        let Some(rest) = left.checked_sub(letter.width().unwrap_or(0)) else { break };
        left = rest;
        short.push(letter);
    }
    short.push('…');
    short
}

/// How an ink looks. Seats have their own colours, and letters besides: colour is never the only sign.
fn style(ink: Ink) -> Style {
    const SEATS: [AnsiColor; 6] = [
        AnsiColor::BrightYellow,
        AnsiColor::BrightRed,
        AnsiColor::BrightBlue,
        AnsiColor::BrightGreen,
        AnsiColor::BrightMagenta,
        AnsiColor::BrightCyan,
    ];
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Strong => Style::new().bold(),
        Ink::Seat(seat) | Ink::Name(seat) => SEATS[seat.number()].on_default(),
        Ink::Fresh(seat) => SEATS[seat.number()].on_default().bold().invert(),
    }
}

/// A piece of text in its ink.
pub fn inked(ink: Ink, text: &str) -> String {
    let style = style(ink);
    format!("{style}{text}{style:#}")
}

/// A sheet, each line in its inks, with the names of the players by seat.
pub fn sheet(sheet: &Sheet, names: &[String]) -> String {
    const WIDEST: usize = 28;
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0).min(WIDEST);
    let mut out = String::new();
    for line in sheet.lines() {
        for (ink, text) in line {
            match ink {
                Ink::Name(seat) => out.push_str(&inked(*ink, &format!("{} ", cell(&names[seat.number()], width)))),
                _ => out.push_str(&inked(*ink, text)),
            }
        }
        out.push('\n');
    }
    out
}

/// The count unfolded: what each seat counts, line by line, in the order of the rules.
pub fn counts(names: &[String], counts: &[SeatCount], lang: Lang) -> String {
    let mut out = String::new();
    for count in counts {
        let title = &names[count.seat.number()];
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{} {}",
            inked(Ink::Seat(count.seat), &cell(title, 30)),
            inked(Ink::Strong, &format!("{:>4}", count.total()))
        );
        for part in count.parts.iter().filter(|part| part.points != 0 || !part.items.is_empty()) {
            let items = part.items.iter().map(|item| item.what.say(lang)).collect::<Vec<_>>().join(", ");
            let what = part.what.say(lang);
            let _ = writeln!(
                out,
                "  {} {}{:>4}  {}",
                inked(Ink::Faint, &format!("{:<4}", part.clause.0)),
                cell(what, 26),
                part.points,
                inked(Ink::Faint, &items)
            );
        }
    }
    out
}

/// Who has won, and everyone’s place, with this outcome of the position.
pub fn places(names: &[String], position: &impl Position, outcome: &Outcome, lang: Lang) -> String {
    let Outcome { score, place } = outcome;
    let mut seats: Vec<_> = place.iter().map(|(seat, place)| (*place, seat)).collect();
    seats.sort_unstable();
    // A team that wins has won alone.
    let mut winners: Vec<_> = seats.iter().filter(|(place, _)| *place == 1).map(|(_, seat)| position.side(*seat)).collect();
    winners.sort_unstable();
    winners.dedup();
    let mut out = String::new();
    for (place, seat) in seats {
        let name = &names[seat.number()];
        let points = i64::from(score[seat]);
        let unit = lang.plural(points, "point", "points");
        let mark = match (place, winners.len()) {
            (1, 1) => lang.pick("wins", "gagne"),
            (1, _) => lang.pick("shares the victory", "partage la victoire"),
            _ => "",
        };
        let _ = writeln!(out, "{place}. {} {points} {unit}  {}", inked(Ink::Seat(seat), name), inked(Ink::Strong, mark));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_wide_as_the_terminal_shows_them() {
        for (text, expected) in [
            ("Anne", "Anne    "),
            ("été", "été     "),
            ("e\u{301}te\u{301}", "e\u{301}te\u{301}     "),
            ("日本", "日本    "),
            ("日本語日本", "日本語… "),
            ("a very long name", "a very …"),
        ] {
            assert_eq!(cell(text, 8), expected);
            assert_eq!(cell(text, 8).width(), 8, "{text}");
        }
    }
}
