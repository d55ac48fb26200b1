//! A board as the set file draws it: its squares, what is printed on them, its lines and its table of limits.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use tablee_core::data::{DataError, Item, Section, is_word};
use tablee_core::geometry::Square;
use tablee_core::lang::quote;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Text, text};

/// The most cells of a board: columns times rows, with one more row between the columns. A position keeps a place for
/// each, so that cloning it allocates nothing.
const MAX_CELLS: usize = crate::board::CELLS;

/// The greatest height of a building: the print is one digit.
pub const MAX_HEIGHT: u8 = 8;

/// The most squares of a row or a column.
const MAX_SIDE: usize = Square::COLUMNS as usize;

/// For how many players a board can be.
const PLAYERS: RangeInclusive<i64> = 2..=6;

/// A board of the set (R2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPlan {
    /// The id in options and records: `huaca`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// What the name means, if the file tells.
    pub meaning: Option<String>,
    /// Where the facts about it come from, if the file tells.
    pub source: Option<String>,
    /// How many columns its drawing has.
    pub columns: u8,
    /// How many rows its drawing has.
    pub rows: u8,
    /// Its squares in their order, each with its printed limit if it has one (R3).
    pub squares: Vec<(Square, Option<u8>)>,
    /// The lines on it, such as the red one. A row of its table may name one.
    pub lines: Vec<Line>,
    /// Its table, ascending by number of players.
    pub limits: Vec<Limit>,
}

/// A line on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The name in set files: `red`.
    pub name: String,
    /// The squares inside it, in their order.
    pub inside: Vec<Square>,
}

/// A row of a board's table: what holds for a number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// For how many players.
    pub players: usize,
    /// The line to stay inside; none is the whole board.
    pub inside: Option<String>,
    /// The greatest height of the building.
    pub height: u8,
}

impl BoardPlan {
    /// The row of the table for a number of players; none if the board is not for that many (R4).
    pub fn limit(&self, players: usize) -> Option<&Limit> {
        self.limits.iter().find(|limit| limit.players == players)
    }

    /// The line of this name.
    pub fn line(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// Whether a square of it has its own limit (R3).
    pub fn has_printed_heights(&self) -> bool {
        self.squares.iter().any(|(_, printed)| printed.is_some())
    }

    /// Reads a `[[board]]`.
    pub(crate) fn read(table: &Section<'_>) -> Result<BoardPlan, DataError> {
        let id = table.id()?;
        let quoted = quote(&id);
        let table = table.clone().named(text!("board {quoted}", "plateau {quoted}"));
        table.only(&["id", "name", "meaning", "source", "heights", "lines", "limits"])?;
        let optional = |key| if table.has(key) { table.string(key).map(|item| Some(item.value)) } else { Ok(None) };
        let (name, meaning, source) = (table.string("name")?.value, optional("meaning")?, optional("source")?);
        let (squares, columns, rows) = read_squares(&table)?;
        let mut plan = BoardPlan { id, name, meaning, source, columns, rows, squares, lines: Vec::new(), limits: Vec::new() };
        if table.has("lines") {
            let lines = table.table("lines")?;
            for key in lines.keys() {
                let line = plan.read_line(&lines, &key)?;
                plan.lines.push(line);
            }
            // The order in a file says nothing.
            plan.lines.sort_by(|a, b| a.name.cmp(&b.name));
        }
        plan.limits = plan.read_limits(&table)?;
        Ok(plan)
    }

    /// The squares inside a line, drawn with `x`.
    fn read_line(&self, lines: &Section<'_>, key: &Item<String>) -> Result<Line, DataError> {
        let name = &key.value;
        if !is_word(name) {
            let name = quote(name);
            return Err(lines.error(
                key.line,
                text!("the name of a line, {name}, is not one word", "le nom d’une ligne, {name}, n’est pas un mot"),
            ));
        }
        let rows = lines.strings(name)?;
        let mut inside = Vec::new();
        let count = rows.value.len();
        if count != usize::from(self.rows) {
            let expected = self.rows;
            return Err(lines.error(
                rows.line,
                text!(
                    "line {name} has {count} rows, the board {expected}",
                    "la ligne {name} a {count} rangées, le plateau {expected}"
                ),
            ));
        }
        for (row, number) in rows.value.iter().zip((0..self.rows).rev()) {
            check_width(lines, row, usize::from(self.columns), &text!("line {name}", "ligne {name}"))?;
            for (mark, col) in row.value.chars().zip(0..) {
                let square = Square::new(col, number);
                let problem = match mark {
                    '.' => continue,
                    'x' if self.squares.iter().any(|(known, _)| *known == square) => {
                        inside.push(square);
                        continue;
                    }
                    'x' => text!(
                        "line {name} leaves the board: there is no square {square}",
                        "la ligne {name} sort du plateau : il n’y a pas de case {square}"
                    ),
                    _ => text!(
                        "line {name}: \"{mark}\" is neither \"x\" (inside) nor \".\" (outside)",
                        "ligne {name} : « {mark} » n’est ni « x » (dedans) ni « . » (dehors)"
                    ),
                };
                return Err(lines.error(row.line, problem));
            }
        }
        if inside.is_empty() {
            return Err(lines.error(rows.line, text!("line {name} holds no square", "la ligne {name} ne contient pas de case")));
        }
        inside.sort_unstable();
        Ok(Line { name: name.clone(), inside })
    }

    fn read_limits(&self, table: &Section<'_>) -> Result<Vec<Limit>, DataError> {
        let mut limits: Vec<Limit> = Vec::new();
        for row in table.tables("limits")? {
            row.only(&["players", "inside", "height"])?;
            let players = row.integer("players", PLAYERS)?;
            let n = players.value;
            if limits.iter().any(|known| known.players == n as usize) {
                return Err(
                    row.error(players.line, text!("the table has {n} players twice", "le tableau compte deux fois {n} joueurs"))
                );
            }
            let inside = row.string("inside")?;
            let name = &inside.value;
            if !name.is_empty() && self.line(name).is_none() {
                let names: Vec<_> = self.lines.iter().map(|line| line.name.as_str()).collect();
                let known = if names.is_empty() { "\"\"".to_owned() } else { format!("\"\", {}", names.join(", ")) };
                let given = quote(name);
                let said = text!(
                    "for {n} players: there is no line {given} (there are {known})",
                    "à {n} joueurs : il n’y a pas de ligne {given} (il y a {known})"
                );
                return Err(row.error(inside.line, with_suggestion(said, name, names)));
            }
            let height = row.integer("height", 1..=i64::from(MAX_HEIGHT))?.value as u8;
            limits.push(Limit { players: n as usize, inside: (!name.is_empty()).then(|| name.clone()), height });
        }
        if limits.is_empty() {
            return Err(table.wrong(text!(
                "the table of limits is empty: it says for how many players the board is",
                "le tableau des limites est vide : il dit à combien on y joue"
            )));
        }
        limits.sort_by_key(|limit| limit.players);
        Ok(limits)
    }

    /// Writes it as a `[[board]]`.
    pub(crate) fn write(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "[[board]]\nid = {}\nname = {}", quoted(&self.id), quoted(&self.name));
        for (key, value) in [("meaning", &self.meaning), ("source", &self.source)] {
            if let Some(value) = value {
                let _ = writeln!(out, "{key} = {}", quoted(value));
            }
        }
        self.write_rows(out, "heights", |square| match self.squares.iter().find(|(known, _)| *known == square) {
            None => '.',
            Some((_, None)) => '#',
            Some((_, Some(printed))) => char::from(b'0' + printed),
        });
        for line in &self.lines {
            let key = format!("lines.{}", quoted(&line.name));
            self.write_rows(out, &key, |square| if line.inside.contains(&square) { 'x' } else { '.' });
        }
        out.push_str("limits = [\n");
        for Limit { players, inside, height } in &self.limits {
            let inside = inside.as_deref().unwrap_or("");
            let _ = writeln!(out, "  {{ players = {players}, inside = {}, height = {height} }},", quoted(inside));
        }
        out.push_str("]\n");
    }

    fn write_rows(&self, out: &mut String, key: &str, mark: impl Fn(Square) -> char) {
        let _ = writeln!(out, "{key} = [");
        for row in (0..self.rows).rev() {
            let marks: String = (0..self.columns).map(|col| mark(Square::new(col, row))).collect();
            let _ = writeln!(out, "  {},", quoted(&marks));
        }
        out.push_str("]\n");
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn check_width(table: &Section<'_>, row: &Item<String>, columns: usize, what: &Text) -> Result<(), DataError> {
    let (given, width, Text { en, fr }) = (&row.value, row.value.chars().count(), what);
    if width == columns {
        return Ok(());
    }
    let given = quote(given);
    Err(table.error(
        row.line,
        text!(
            "{en}: the row {given} has {width} squares instead of {columns}",
            "{fr} : la rangée {given} a {width} cases au lieu de {columns}"
        ),
    ))
}

/// The squares with their printed limits, and how many columns and rows the drawing has.
#[allow(clippy::type_complexity, reason = "read once, in one place")]
fn read_squares(table: &Section<'_>) -> Result<(Vec<(Square, Option<u8>)>, u8, u8), DataError> {
    let drawing = table.strings("heights")?;
    let rows = drawing.value.len();
    let columns = drawing.value.first().map_or(0, |row| row.value.chars().count());
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) {
        return Err(table.error(
            drawing.line,
            text!(
                "heights has {rows} rows of {columns} squares; both are from 1 to {MAX_SIDE}",
                "heights a {rows} rangées de {columns} cases ; il en faut de 1 à {MAX_SIDE}"
            ),
        ));
    }
    let mut squares = Vec::new();
    for (row, number) in drawing.value.iter().zip((0..rows as u8).rev()) {
        check_width(table, row, columns, &text!("heights", "heights"))?;
        for (mark, col) in row.value.chars().zip(0..) {
            let printed = match mark {
                '.' => continue,
                '#' => None,
                '1'..='9' => Some(mark as u8 - b'0'),
                _ => {
                    return Err(table.error(
                        row.line,
                        text!(
                            "heights: \"{mark}\" is neither \".\" (no square) nor \"#\" (no printed limit) nor a digit from 1",
                            "heights : « {mark} » n’est ni « . » (pas de case) ni « # » (pas de limite imprimée) ni un chiffre à partir de 1"
                        ),
                    ));
                }
            };
            squares.push((Square::new(col, number), printed));
        }
    }
    if squares.is_empty() {
        return Err(table.error(drawing.line, text!("the board has no square", "le plateau n’a pas de case")));
    }
    if columns * (rows + 1) > MAX_CELLS {
        return Err(table.error(
            drawing.line,
            text!(
                "a board of {columns} columns and {rows} rows is too large: columns × (rows + 1) may be {MAX_CELLS}",
                "un plateau de {columns} colonnes et {rows} rangées est trop grand : colonnes × (rangées + 1) peut valoir {MAX_CELLS}"
            ),
        ));
    }
    squares.sort_unstable();
    Ok((squares, columns as u8, rows as u8))
}
