//! Clans, dominoes and board tiles, and the set file that lists what is printed on them.

use std::fmt::{self, Write as _};

use tablee_core::data::{DataError, Item, Section, read_set, write_list};
use tablee_core::lang::quote;
use tablee_core::pairs::pairs;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Label, Text, text};

/// How many board tiles there are (K1).
pub const TILES: usize = 9;

/// The keys at the top of a set file.
pub(crate) const SET_KEYS: &[&str] = &["id", "domino_values", "tile"];

/// A clan (K4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "a clan is its name")]
pub enum Clan {
    Monkeys,
    Snakes,
    Toucans,
    Tigers,
    Hippos,
    Crocodiles,
}

impl Clan {
    /// Every clan, by its name in files.
    pub const NAMES: [&'static str; 6] = ["monkeys", "snakes", "toucans", "tigers", "hippos", "crocodiles"];
    pub(crate) const ALL: [Clan; 6] = [Clan::Monkeys, Clan::Snakes, Clan::Toucans, Clan::Tigers, Clan::Hippos, Clan::Crocodiles];

    /// The clan of this name.
    pub fn from_name(name: &str) -> Option<Clan> {
        Clan::NAMES.iter().position(|known| *known == name).map(|index| Clan::ALL[index])
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        Clan::NAMES[self as usize]
    }

    /// Its name for people.
    pub const fn label(self) -> Label {
        match self {
            Clan::Monkeys => Label::new("monkeys", "singes"),
            Clan::Snakes => Label::new("snakes", "serpents"),
            Clan::Toucans => Label::new("toucans", "toucans"),
            Clan::Tigers => Label::new("tigers", "tigres"),
            Clan::Hippos => Label::new("hippos", "hippopotames"),
            Clan::Crocodiles => Label::new("crocodiles", "crocodiles"),
        }
    }

    /// Two letters that tell the clans apart.
    pub const fn letters(self) -> Label {
        match self {
            Clan::Monkeys => Label::new("mo", "si"),
            Clan::Snakes => Label::new("sn", "se"),
            Clan::Toucans => Label::new("to", "to"),
            Clan::Tigers => Label::new("ti", "ti"),
            Clan::Hippos => Label::new("hi", "hi"),
            Clan::Crocodiles => Label::new("cr", "cr"),
        }
    }
}

/// A side of the double-sided material (K1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// For 2 players.
    TwoColour,
    /// For 3 or 4 players.
    FourColour,
}

impl Face {
    /// The face for a number of players.
    pub const fn for_players(players: usize) -> Face {
        if players == 2 { Face::TwoColour } else { Face::FourColour }
    }

    /// The clans on it (K4).
    pub const fn clans(self) -> &'static [Clan] {
        match self {
            Face::TwoColour => &[Clan::Hippos, Clan::Crocodiles],
            Face::FourColour => &[Clan::Monkeys, Clan::Snakes, Clan::Toucans, Clan::Tigers],
        }
    }

    /// The greatest value on it (K2).
    pub const fn greatest_value(self) -> u8 {
        match self {
            Face::TwoColour => 4,
            Face::FourColour => 3,
        }
    }

    /// How many dominoes a clan owns: every unordered pair of values once (K2).
    pub const fn dominoes(self) -> usize {
        match self {
            Face::TwoColour => 15,
            Face::FourColour => 10,
        }
    }

    /// How many piles of five they make (K6).
    pub const fn piles(self) -> usize {
        self.dominoes() / 5
    }

    /// How many totems a clan owns (K3).
    pub const fn totems(self) -> u8 {
        match self {
            Face::TwoColour => 2,
            Face::FourColour => 1,
        }
    }

    /// Its name in the set file.
    const fn key(self) -> &'static str {
        match self {
            Face::TwoColour => "two_colour",
            Face::FourColour => "four_colour",
        }
    }
}

/// A domino: an unordered pair of values from 0, the empty half, to 4. It does not know its clan; its owner does.
///
/// Ordered by the higher value, then the lower; written `3-2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domino(u8);

/// The values of each domino. Sixteen, so that four bits always find one.
const HALVES: [(u8, u8); 16] = pairs(0);

impl Domino {
    /// The domino with these values, in either order; none if one is above 4.
    pub const fn new(a: u8, b: u8) -> Option<Domino> {
        let (high, low) = if a > b { (a, b) } else { (b, a) };
        if high > 4 { None } else { Some(Domino(high * (high + 1) / 2 + low)) }
    }

    /// The domino of this index: they are numbered in their order.
    pub(crate) const fn from_index(index: u8) -> Domino {
        Domino(index)
    }

    /// Its number in the order of dominoes; those with no value above 3 come first.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every domino of a clan.
    pub fn all(face: Face) -> impl Iterator<Item = Domino> + Clone {
        (0..face.dominoes() as u8).map(Domino)
    }

    /// Its higher value.
    #[inline]
    pub const fn high(self) -> u8 {
        HALVES[self.index() & 15].0
    }

    /// Its lower value.
    #[inline]
    pub const fn low(self) -> u8 {
        HALVES[self.index() & 15].1
    }

    /// Whether both halves are alike.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }

    /// Its lower value, or 5 for a double: the same when it is turned round, it has no flip side.
    #[inline]
    pub(crate) const fn flip_side(self) -> u8 {
        if self.is_double() { 5 } else { self.low() }
    }

    /// The sum of its halves.
    #[inline]
    pub const fn points(self) -> i32 {
        self.high() as i32 + self.low() as i32
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high(), self.low())
    }
}

/// A parcel as it is printed on a tile: `tigers 2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Printed {
    /// The clan to which the parcel belongs.
    pub clan: Clan,
    /// Its value; 0 is the empty parcel.
    pub value: u8,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.clan.name(), self.value)
    }
}

impl Printed {
    /// Reads `tigers 2` for a face.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str, face: Face) -> Result<Printed, Text> {
        let mut words = text.split_whitespace();
        let (Some(name), Some(value), None) = (words.next(), words.next(), words.next()) else {
            let (given, example) = (quote(text), face.clans()[0].name());
            return Err(text!(
                "{given} is not a clan and a value, such as \"{example} 2\"",
                "{given} n’est pas un clan et une valeur, comme « {example} 2 »"
            ));
        };
        let Some(clan) = Clan::from_name(name).filter(|clan| face.clans().contains(clan)) else {
            let names: Vec<_> = face.clans().iter().map(|clan| clan.name()).collect();
            let (given, known) = (quote(name), names.join(", "));
            let said = text!(
                "{given} is not a clan of this face (they are {known})",
                "{given} n’est pas un clan de cette face (ce sont {known})"
            );
            return Err(with_suggestion(said, name, names));
        };
        let greatest = face.greatest_value();
        match value.parse() {
            Ok(value) if value <= greatest => Ok(Printed { clan, value }),
            _ => {
                let value = quote(value);
                Err(text!("the value {value} is not from 0 to {greatest}", "la valeur {value} n’est pas de 0 à {greatest}"))
            }
        }
    }
}

/// A board tile: 2×2 parcels on each face, listed clockwise from the north-west.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// Its four-colour face.
    pub four_colour: [Printed; 4],
    /// Its two-colour face.
    pub two_colour: [Printed; 4],
}

impl Tile {
    /// One of its faces.
    pub const fn face(&self, face: Face) -> &[Printed; 4] {
        match face {
            Face::TwoColour => &self.two_colour,
            Face::FourColour => &self.four_colour,
        }
    }
}

/// The print of one box of Kumata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    /// The id of the set, as options and records name it.
    pub id: String,
    /// Its tiles; tile 1 is the first.
    pub tiles: [Tile; TILES],
}

impl Set {
    /// Reads a set file.
    ///
    /// # Errors
    /// The first thing that is wrong with it: the line, the tile, and what.
    pub fn read(source: &str) -> Result<Set, DataError> {
        read_set(source, SET_KEYS, |id, root| {
            read_domino_values(&root.table("domino_values")?)?;
            Ok(Set { id, tiles: read_tiles(root)? })
        })
    }

    /// Writes it as a file.
    pub fn write(&self) -> String {
        let mut out = String::new();
        let list = |parcels: &[Printed; 4]| write_list(parcels.map(|parcel| parcel.to_string()));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "id = {:?}\n\n[domino_values]\nfour_colour = [0, 1, 2, 3]\ntwo_colour = [0, 1, 2, 3, 4]", self.id);
        for (index, tile) in self.tiles.iter().enumerate() {
            let _ = writeln!(out, "\n[[tile]]\nnumber = {}", index + 1);
            let _ = writeln!(out, "four_colour = {}\ntwo_colour = {}", list(&tile.four_colour), list(&tile.two_colour));
        }
        out
    }
}

/// The values are fixed by K2; a file that says otherwise is for another game.
fn read_domino_values(values: &Section<'_>) -> Result<(), DataError> {
    values.only(&["four_colour", "two_colour"])?;
    for face in [Face::FourColour, Face::TwoColour] {
        let (key, greatest) = (face.key(), i64::from(face.greatest_value()));
        let list = values.integers(key, 0..=i64::from(u8::MAX))?;
        if !list.value.iter().map(|item| item.value).eq(0..=greatest) {
            return Err(list.wrong(text!(
                "the domino values of {key} are not 0 to {greatest}",
                "les valeurs des dominos de {key} ne vont pas de 0 à {greatest}"
            )));
        }
    }
    Ok(())
}

fn read_tiles(root: &Section<'_>) -> Result<[Tile; TILES], DataError> {
    let tables = root.tables("tile")?;
    let count = tables.len();
    let mut tiles = [None; TILES];
    for table in tables.iter().take(TILES + 1) {
        let number: Item<i64> = table.integer("number", 1..=i64::from(u8::MAX))?;
        let n = number.value;
        let table = table.clone().named(text!("tile {n}", "tuile {n}"));
        table.only(&["number", "four_colour", "two_colour"])?;
        let Some(slot) = tiles.get_mut(n as usize - 1) else {
            return Err(table.error(number.line, text!("a set has nine tiles, 1 to 9", "une boîte compte neuf tuiles, de 1 à 9")));
        };
        if slot.is_some() {
            return Err(table.error(number.line, text!("there are two tiles of this number", "deux tuiles portent ce numéro")));
        }
        let face = |face| read_face(&table, face);
        *slot = Some(Tile { four_colour: face(Face::FourColour)?, two_colour: face(Face::TwoColour)? });
    }
    match tiles.iter().position(Option::is_none) {
        None => Ok(tiles.map(|tile| tile.expect("every tile is there"))),
        Some(missing) => {
            let missing = missing + 1;
            Err(root.wrong(text!(
                "tile {missing} is missing: a set has nine tiles, this one {count}",
                "la tuile {missing} manque : une boîte compte neuf tuiles, celle-ci {count}"
            )))
        }
    }
}

fn read_face(table: &Section<'_>, face: Face) -> Result<[Printed; 4], DataError> {
    let key = face.key();
    let list = table.strings(key)?;
    let count = list.value.len();
    let parcels = list
        .value
        .iter()
        .map(|parcel| {
            Printed::read(&parcel.value, face).map_err(|problem| {
                table.error(parcel.line, Text { en: format!("{key}: {}", problem.en), fr: format!("{key} : {}", problem.fr) })
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    parcels.try_into().map_err(|_| {
        table.error(list.line, text!("{key} has {count} parcels instead of four", "{key} a {count} parcelles au lieu de quatre"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dominoes_are_numbered_in_their_order() {
        let all: Vec<_> = Domino::all(Face::TwoColour).collect();
        assert!(all.is_sorted());
        for (index, domino) in all.iter().enumerate() {
            assert_eq!(domino.index(), index);
            assert_eq!(Domino::new(domino.low(), domino.high()), Some(*domino));
        }
        assert_eq!(Domino::all(Face::FourColour).last(), Domino::new(3, 3));
        assert_eq!(Domino::new(5, 0), None);
    }
}
