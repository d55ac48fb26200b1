//! Dominoes, rounds and animals, and the set file that lists what is printed.

use std::fmt::{self, Write as _};

use tablee_core::data::{DataError, Item, Section, read_set, write_list};
use tablee_core::geometry::QuarterTurns;
use tablee_core::lang::quote;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Label, Lang, Text, text};

use crate::dominoes::Dominoes;
use crate::placement::Placements;

/// The keys at the top of a set file.
pub(crate) const SET_KEYS: &[&str] = &["id", "players", "round_colours", "dog_colours", "domino"];

/// The most dominoes that a set can have: the grid wraps around after 64 places, and must have room for all of
/// them in one line, with an empty place at both ends.
pub const MAX_DOMINOES: usize = 60;

/// How many dominoes a player holds (D2).
pub const HAND: usize = 4;

/// The most colours of dogs.
const MAX_DOG_COLOURS: usize = 8;

/// The colour of a round (D1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Flowers.
    Red,
    /// Fountain.
    Blue,
    /// Paving.
    Yellow,
}

impl Colour {
    /// Every colour, ascending.
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Blue, Colour::Yellow];
    const NAMES: [&'static str; 3] = ["red", "blue", "yellow"];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        Colour::NAMES[self as usize]
    }

    /// Its name for people.
    pub const fn label(self) -> Label {
        match self {
            Colour::Red => Label::new("red", "rouge"),
            Colour::Blue => Label::new("blue", "bleu"),
            Colour::Yellow => Label::new("yellow", "jaune"),
        }
    }
}

/// An animal on a corner (D1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Animal {
    /// A dog; the number is that of its colour in [`Set::dog_colours`].
    Dog(u8),
    /// A black cat.
    Cat,
}

/// A corner of a domino: a quarter of a round, perhaps with an animal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Corner {
    /// The colour of the quarter.
    pub colour: Colour,
    /// The animal on it, if any.
    pub animal: Option<Animal>,
}

/// What the corners are called, clockwise from the north-west.
pub(crate) const CORNER_NAMES: [Label; 4] = [
    Label::new("north-west", "nord-ouest"),
    Label::new("north-east", "nord-est"),
    Label::new("south-east", "sud-est"),
    Label::new("south-west", "sud-ouest"),
];

/// A domino: a square with four corners, listed clockwise from the north-west.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domino {
    /// The corners, clockwise from the north-west.
    pub corners: [Corner; 4],
}

impl Domino {
    /// The domino as it looks when it is turned.
    #[must_use]
    pub fn turned(self, turns: QuarterTurns) -> Domino {
        Domino { corners: turns.corners(self.corners) }
    }

    /// The smallest turn that looks the same, colours and animals: the one that is written.
    pub fn least_turns(self, turns: QuarterTurns) -> QuarterTurns {
        let same = |other: &QuarterTurns| self.turned(*other) == self.turned(turns);
        QuarterTurns::ALL.into_iter().find(same).unwrap_or(turns)
    }

    fn count(self, counts: impl Fn(Animal) -> bool) -> u8 {
        self.corners.iter().filter(|corner| corner.animal.is_some_and(&counts)).count() as u8
    }

    /// How many dogs are on it.
    pub fn dogs(self) -> u8 {
        self.count(|animal| animal != Animal::Cat)
    }

    /// How many black cats are on it.
    pub fn cats(self) -> u8 {
        self.count(|animal| animal == Animal::Cat)
    }
}

/// The number by which a domino is known. Two dominoes that look alike still have different numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DominoNumber(u8);

impl DominoNumber {
    /// The domino of this number; a set may not have it.
    pub const fn new(number: u8) -> DominoNumber {
        DominoNumber(number)
    }

    /// Its number, from 1.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_index(index: usize) -> DominoNumber {
        DominoNumber(index as u8 + 1)
    }

    /// Its place in a list of all dominoes; far beyond the end for the number 0, which no domino has.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0.wrapping_sub(1) as usize
    }
}

impl fmt::Display for DominoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The print of one box of Dog City Domino.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    id: String,
    players: Vec<usize>,
    dog_colours: Vec<String>,
    dominoes: Vec<Domino>,
    /// Follows from the dominoes; here so that it is computed once per set, not once per game.
    pub(crate) placements: Placements,
}

impl Set {
    /// Reads a set file.
    ///
    /// # Errors
    /// The first thing that is wrong with it: the line, the domino, and what.
    pub fn read(source: &str) -> Result<Set, DataError> {
        read_set(source, SET_KEYS, |id, root| {
            let players = read_players(root)?;
            read_round_colours(root)?;
            let dog_colours = read_dog_colours(root)?;
            let dominoes = read_dominoes(root, &dog_colours, players.iter().copied().max().unwrap_or(0))?;
            let placements = Placements::new(&dominoes);
            Ok(Set { id, players, dog_colours, dominoes, placements })
        })
    }

    /// Writes it as a file.
    pub fn write(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "id = {:?}\nplayers = {:?}", self.id, self.players);
        let _ = writeln!(out, "round_colours = {}\ndog_colours = {}", write_list(Colour::NAMES), write_list(&self.dog_colours));
        for (index, domino) in self.dominoes.iter().enumerate() {
            let corners = domino.corners.map(|corner| corner.colour.name());
            let animals = domino.corners.map(|corner| self.animal_word(corner.animal));
            let _ = writeln!(out, "\n[[domino]]\nnumber = {}", index + 1);
            let _ = writeln!(out, "corners = {}\nanimals = {}", write_list(corners), write_list(animals));
        }
        out
    }

    /// The id of the set, as options and records name it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The numbers of players that it is for.
    pub fn players(&self) -> &[usize] {
        &self.players
    }

    /// The colours of its dogs, as the file names them.
    pub fn dog_colours(&self) -> &[String] {
        &self.dog_colours
    }

    /// How many dominoes it has: they are numbered from 1.
    pub fn count(&self) -> usize {
        self.dominoes.len()
    }

    /// Every number that it has.
    pub fn numbers(&self) -> Dominoes {
        Dominoes::first(self.count())
    }

    /// The domino of a number, if the set has it.
    pub fn domino(&self, number: DominoNumber) -> Option<Domino> {
        self.dominoes.get(number.index()).copied()
    }

    /// The name of an animal; a dog is named by its colour. An unknown colour has the name that the set file gives it.
    pub fn animal_name(&self, animal: Animal, lang: Lang) -> &str {
        let word = self.animal_word(Some(animal));
        let label = match word {
            "cat" => Label::new("cat", "chat"),
            "brown" => Label::new("brown", "marron"),
            "white" => Label::new("white", "blanc"),
            "grey" => Label::new("grey", "gris"),
            _ => return word,
        };
        label.say(lang)
    }

    /// An animal as the set file writes it.
    fn animal_word(&self, animal: Option<Animal>) -> &str {
        match animal {
            None => "",
            Some(Animal::Cat) => "cat",
            Some(Animal::Dog(colour)) => self.dog_colours.get(colour as usize).map_or("", String::as_str),
        }
    }
}

fn read_players(root: &Section<'_>) -> Result<Vec<usize>, DataError> {
    let list = root.integers("players", 2..=4)?;
    let mut players: Vec<usize> = Vec::new();
    for item in &list.value {
        let number = item.value as usize;
        if players.contains(&number) {
            return Err(item.wrong(text!("players names {number} twice", "players nomme {number} deux fois")));
        }
        players.push(number);
    }
    if players.is_empty() {
        return Err(list.wrong(text!("players is an empty list", "players est une liste vide")));
    }
    Ok(players)
}

/// The colours of the rounds are fixed by D1; a file that says otherwise is for another game.
fn read_round_colours(root: &Section<'_>) -> Result<(), DataError> {
    let list = root.strings("round_colours")?;
    if list.value.iter().map(|item| item.value.as_str()).eq(Colour::NAMES) {
        return Ok(());
    }
    let known = Colour::NAMES.join(", ");
    Err(list.wrong(text!("the round colours are not {known} (D1)", "les couleurs des ronds ne sont pas {known} (D1)")))
}

fn read_dog_colours(root: &Section<'_>) -> Result<Vec<String>, DataError> {
    let list = root.strings("dog_colours")?;
    let count = list.value.len();
    if !(1..=MAX_DOG_COLOURS).contains(&count) {
        return Err(list.wrong(text!(
            "there are {count} dog colours; there must be 1 to {MAX_DOG_COLOURS}",
            "il y a {count} couleurs de chien ; il en faut de 1 à {MAX_DOG_COLOURS}"
        )));
    }
    let mut colours: Vec<String> = Vec::new();
    for item in &list.value {
        let colour = &item.value;
        let word = !colour.is_empty() && colour.len() <= 16 && colour.bytes().all(|b| b.is_ascii_lowercase());
        if !word || colour == "cat" {
            let given = quote(colour);
            return Err(item.wrong(text!(
                "{given} is not a dog colour: it is one word of at most 16 lower-case letters, and not \"cat\"",
                "{given} n’est pas une couleur de chien : c’est un mot d’au plus 16 minuscules, et pas « cat »"
            )));
        }
        if colours.contains(colour) {
            return Err(
                item.wrong(text!("the dog colour {colour} is given twice", "la couleur de chien {colour} figure deux fois"))
            );
        }
        colours.push(colour.clone());
    }
    Ok(colours)
}

fn read_dominoes(root: &Section<'_>, dogs: &[String], players: usize) -> Result<Vec<Domino>, DataError> {
    let tables = root.tables("domino")?;
    let (count, needed) = (tables.len(), HAND * players);
    if let Some(first_too_many) = tables.get(MAX_DOMINOES) {
        return Err(first_too_many.wrong(text!(
            "a set has at most {MAX_DOMINOES} dominoes, this one {count}",
            "une boîte compte au plus {MAX_DOMINOES} dominos, celle-ci {count}"
        )));
    }
    if count < needed {
        return Err(root.wrong(text!(
            "{players} players draw {needed} dominoes (D2), and this set has {count}",
            "{players} joueurs piochent {needed} dominos (D2), et cette boîte en a {count}"
        )));
    }
    let mut dominoes = vec![None; count];
    for table in &tables {
        let number: Item<i64> = table.integer("number", 1..=i64::from(u8::MAX))?;
        let n = number.value;
        let table = table.clone().named(text!("domino {n}", "domino {n}"));
        table.only(&["number", "corners", "animals"])?;
        let Some(slot) = dominoes.get_mut(n as usize - 1) else {
            return Err(table.error(
                number.line,
                text!(
                    "a set of {count} dominoes numbers them 1 to {count}",
                    "une boîte de {count} dominos les numérote de 1 à {count}"
                ),
            ));
        };
        if slot.is_some() {
            return Err(
                table.error(number.line, text!("there are two dominoes of this number", "deux dominos portent ce numéro"))
            );
        }
        *slot = Some(read_domino(&table, dogs)?);
    }
    Ok(dominoes.into_iter().flatten().collect())
}

fn read_domino(table: &Section<'_>, dogs: &[String]) -> Result<Domino, DataError> {
    let colours = read_four(table, "corners", |word| {
        Colour::NAMES.iter().position(|known| *known == word).map(|index| Colour::ALL[index]).ok_or_else(|| {
            let (given, known) = (quote(word), Colour::NAMES.join(", "));
            let said = text!(
                "{given} is not a round colour (they are {known})",
                "{given} n’est pas une couleur de rond (ce sont {known})"
            );
            with_suggestion(said, word, Colour::NAMES)
        })
    })?;
    let animals = read_four(table, "animals", |word| match word {
        "" => Ok(None),
        "cat" => Ok(Some(Animal::Cat)),
        _ => dogs.iter().position(|known| known == word).map(|colour| Some(Animal::Dog(colour as u8))).ok_or_else(|| {
            let (given, known) = (quote(word), dogs.join(", "));
            let said = text!(
                "{given} is neither empty, nor cat, nor a dog colour of this set (they are {known})",
                "{given} n’est ni vide, ni cat, ni une couleur de chien de cette boîte (ce sont {known})"
            );
            with_suggestion(said, word, dogs.iter().map(String::as_str).chain(["cat"]))
        }),
    })?;
    Ok(Domino { corners: std::array::from_fn(|corner| Corner { colour: colours[corner], animal: animals[corner] }) })
}

/// Reads a list of one word per corner.
fn read_four<T>(table: &Section<'_>, key: &str, read: impl Fn(&str) -> Result<T, Text>) -> Result<[T; 4], DataError> {
    let list = table.strings(key)?;
    let count = list.value.len();
    let four = list
        .value
        .iter()
        .map(|item| read(&item.value).map_err(|problem| table.error(item.line, problem.after(key))))
        .collect::<Result<Vec<_>, _>>()?;
    four.try_into().map_err(|_| {
        table.error(list.line, text!("{key} has {count} corners instead of four", "{key} a {count} coins au lieu de quatre"))
    })
}
