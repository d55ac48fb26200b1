//! Colours, stones and boards, and the set file that lists them.

use std::fmt::Write as _;

use tablee_core::data::{DataError, Section, read_set, write_list};
use tablee_core::lang::quote;
use tablee_core::{Label, MAX_SEATS, text};

use crate::board_plan::BoardPlan;
use crate::stone::{STONES, Stone};

/// A colour of stones. The seats have them in the order of the set file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "a colour is its name")]
pub enum Colour {
    Yellow,
    Red,
    Blue,
    Green,
    Violet,
    Orange,
}

impl Colour {
    /// Every colour, ascending.
    pub const ALL: [Colour; MAX_SEATS] =
        [Colour::Yellow, Colour::Red, Colour::Blue, Colour::Green, Colour::Violet, Colour::Orange];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        self.label().en
    }

    /// Its name for people.
    pub const fn label(self) -> Label {
        match self {
            Colour::Yellow => Label::new("yellow", "jaune"),
            Colour::Red => Label::new("red", "rouge"),
            Colour::Blue => Label::new("blue", "bleu"),
            Colour::Green => Label::new("green", "vert"),
            Colour::Violet => Label::new("violet", "violet"),
            Colour::Orange => Label::new("orange", "orange"),
        }
    }

    /// Two letters that tell the colours apart.
    pub const fn letters(self) -> Label {
        match self {
            Colour::Yellow => Label::new("ye", "ja"),
            Colour::Red => Label::new("re", "ro"),
            Colour::Blue => Label::new("bl", "bl"),
            Colour::Green => Label::new("gr", "ve"),
            Colour::Violet => Label::new("vi", "vi"),
            Colour::Orange => Label::new("or", "or"),
        }
    }
}

/// The keys at the top of a set file.
pub(crate) const SET_KEYS: &[&str] = &["id", "colours", "stone", "board"];

/// The components of one box of Rumis, or of Rumis and Rumis+ together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    /// The id of the set, as options and records name it.
    pub id: String,
    /// The colour of each seat.
    pub colours: [Colour; MAX_SEATS],
    /// The boards that options can choose.
    pub boards: Vec<BoardPlan>,
}

impl Set {
    /// Reads a set file.
    ///
    /// # Errors
    /// The first thing that is wrong with it: the line, the stone or board, and what.
    pub fn read(source: &str) -> Result<Set, DataError> {
        read_set(source, SET_KEYS, |id, root| {
            let colours = read_colours(root)?;
            check_stones(root)?;
            Ok(Set { id, colours, boards: read_boards(root)? })
        })
    }

    /// Writes it as a file.
    pub fn write(&self) -> String {
        let mut out = String::new();
        let colours = write_list(self.colours.map(Colour::name));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "id = {:?}\ncolours = {colours}", self.id);
        for stone in Stone::all() {
            let _ = writeln!(out, "\n[[stone]]\nname = {:?}\ncubes = {:?}", stone.name(), stone.cubes());
        }
        for board in &self.boards {
            out.push('\n');
            board.write(&mut out);
        }
        out
    }

    /// The board of this id.
    pub fn board(&self, id: &str) -> Option<&BoardPlan> {
        self.boards.iter().find(|board| board.id == id)
    }
}

fn read_colours(root: &Section<'_>) -> Result<[Colour; MAX_SEATS], DataError> {
    let colours = root.distinct_names("colours", &Colour::ALL, Colour::name)?;
    <[Colour; MAX_SEATS]>::try_from(colours.value.as_slice()).map_err(|_| {
        let count = colours.value.len();
        colours.wrong(text!("there are {count} colours instead of six", "il y a {count} couleurs au lieu de six"))
    })
}

/// The stones are fixed by R1; a file that says otherwise is for another game. They may be drawn in any pose and order.
fn check_stones(root: &Section<'_>) -> Result<(), DataError> {
    let mut seen = [false; STONES];
    for table in root.tables("stone")? {
        let name = table.string("name")?;
        let Some(stone) = Stone::from_name(&name.value).filter(|stone| stone.name() == name.value) else {
            let (given, known) = (quote(&name.value), Stone::all().map(Stone::name).collect::<Vec<_>>().join(", "));
            return Err(name.wrong(text!(
                "{given} is not a stone (R1; they are {known})",
                "{given} n’est pas une pierre (R1 ; ce sont {known})"
            )));
        };
        let table = table.named(text!("stone {stone}", "pierre {stone}"));
        table.only(&["name", "cubes"])?;
        if std::mem::replace(&mut seen[stone.index()], true) {
            return Err(table.error(name.line, text!("it is given twice (R1)", "elle figure deux fois (R1)")));
        }
        let list = table.integer_lists("cubes", -9..=9)?;
        let mut cubes = Vec::new();
        for cube in &list.value {
            let numbers: Vec<i8> = cube.value.iter().map(|number| *number as i8).collect();
            cubes.push(<[i8; 3]>::try_from(numbers).map_err(|numbers| {
                let count = numbers.len();
                table.error(cube.line, text!("a cube has three numbers, not {count}", "un cube a trois nombres, pas {count}"))
            })?);
        }
        match Stone::from_cubes(&cubes) {
            Some(made) if made == stone => {}
            Some(made) => {
                return Err(table.error(
                    list.line,
                    text!("these cubes form the stone {made} (R1)", "ces cubes forment la pierre {made} (R1)"),
                ));
            }
            None => {
                return Err(table.error(
                    list.line,
                    text!("these cubes do not form a stone (R1)", "ces cubes ne forment pas une pierre (R1)"),
                ));
            }
        }
    }
    match Stone::all().find(|stone| !seen[stone.index()]) {
        None => Ok(()),
        Some(missing) => Err(root.wrong(text!(
            "the stone {missing} is missing: a colour has eleven (R1)",
            "la pierre {missing} manque : une couleur en a onze (R1)"
        ))),
    }
}

fn read_boards(root: &Section<'_>) -> Result<Vec<BoardPlan>, DataError> {
    let mut boards: Vec<BoardPlan> = Vec::new();
    for table in root.tables("board")? {
        let board = BoardPlan::read(&table)?;
        if boards.iter().any(|known| known.id == board.id) {
            let id = quote(&board.id);
            return Err(table.wrong(text!("there are two boards {id}", "il y a deux plateaux {id}")));
        }
        boards.push(board);
    }
    if boards.is_empty() {
        return Err(root.wrong(text!("there is no board", "il n’y a pas de plateau")));
    }
    Ok(boards)
}
