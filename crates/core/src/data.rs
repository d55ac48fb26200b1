//! Reading and writing set files: TOML, with the line of every error.

use std::fmt;
use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lang::quote;
use crate::suggest::with_suggestion;
use crate::{Lang, Text, text};

/// What is wrong with a set file, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The error, as a sentence.
    pub problem: Text,
}

impl DataError {
    /// Line and problem as one sentence; the caller puts the name of the file before it.
    pub fn text(&self) -> Text {
        let DataError { line, problem } = self;
        let (en, fr) = (&problem.en, &problem.fr);
        text!("line {line}: {en}", "ligne {line} : {fr}")
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().say(Lang::En))
    }
}

impl std::error::Error for DataError {}

/// A value with the line on which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<T> {
    /// The value as it was parsed.
    pub value: T,
    /// Its line, from 1.
    pub line: usize,
}

impl<T> Item<T> {
    /// The error that something is wrong with this value.
    pub fn wrong(&self, problem: Text) -> DataError {
        DataError { line: self.line, problem }
    }
}

/// A value that is not a list: text, number or flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Single {
    /// A text in quotes.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// `true` or `false`.
    Flag(bool),
}

/// A parsed set file.
#[derive(Debug)]
pub struct Document<'a> {
    source: &'a str,
    root: Spanned<DeTable<'a>>,
}

impl<'a> Document<'a> {
    /// Parses a TOML text.
    ///
    /// # Errors
    /// If it is not TOML.
    pub fn parse(source: &'a str) -> Result<Document<'a>, DataError> {
        match DeTable::parse(source) {
            Ok(root) => Ok(Document { source, root }),
            Err(error) => {
                let line = error.span().map_or(1, |span| line_of(source, span.start));
                let detail = error.message();
                Err(DataError { line, problem: text!("this is not valid TOML: {detail}", "ce n’est pas du TOML valide") })
            }
        }
    }

    /// The whole file, as a table.
    pub fn root(&self) -> Section<'_> {
        Section { source: self.source, table: self.root.get_ref(), line: 1, place: None }
    }
}

/// Reads a set file: parses it, refuses keys other than `keys`, and reads the id. `read` gets the id and the whole
/// file, and reads the rest.
///
/// # Errors
/// The first thing that is wrong with the file.
pub fn read_set<T>(
    source: &str,
    keys: &[&str],
    read: impl FnOnce(String, &Section<'_>) -> Result<T, DataError>,
) -> Result<T, DataError> {
    let document = Document::parse(source)?;
    let root = document.root();
    root.only(keys)?;
    read(root.id()?, &root)
}

/// Writes texts as a list of a set file: `["red", "blue"]`.
pub fn write_list(texts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted: Vec<_> = texts.into_iter().map(|text| format!("{:?}", text.as_ref())).collect();
    format!("[{}]", quoted.join(", "))
}

fn line_of(source: &str, offset: usize) -> usize {
    1 + source.as_bytes()[..offset.min(source.len())].iter().filter(|byte| **byte == b'\n').count()
}

/// Whether a text is one word of letters, digits and dashes.
pub fn is_word(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=64).contains(&text.len()) && text.bytes().all(known)
}

/// A table of TOML, in the sense of its specification: the whole file, or one thing in it.
#[derive(Clone, Debug)]
pub struct Section<'d> {
    source: &'d str,
    table: &'d DeTable<'d>,
    line: usize,
    place: Option<Text>,
}

impl<'d> Section<'d> {
    /// The line on which it begins.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Gives the table a name ("tile 3"), with which every later error in it begins.
    #[must_use]
    pub fn named(mut self, place: Text) -> Section<'d> {
        self.place = Some(place);
        self
    }

    /// The error that something is wrong with the table as a whole.
    pub fn wrong(&self, problem: Text) -> DataError {
        self.error(self.line, problem)
    }

    /// The error that something on a line of it is wrong.
    pub fn error(&self, line: usize, problem: Text) -> DataError {
        let problem = match &self.place {
            None => problem,
            Some(place) => Text { en: format!("{}: {}", place.en, problem.en), fr: format!("{} : {}", place.fr, problem.fr) },
        };
        DataError { line, problem }
    }

    /// Refuses keys other than these, so that a typo is not read as a default.
    ///
    /// # Errors
    /// The first key that is not known.
    pub fn only(&self, known: &[&str]) -> Result<(), DataError> {
        let mut unknown: Vec<_> = self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())).collect();
        unknown.sort_by_key(|key| key.span().start);
        match unknown.first() {
            None => Ok(()),
            Some(key) => {
                let (name, list) = (key.get_ref(), known.join(", "));
                let given = quote(name);
                let said = text!("unknown key {given} (known keys: {list})", "clé inconnue {given} (clés connues : {list})");
                Err(self.error(line_of(self.source, key.span().start), with_suggestion(said, name, known.iter().copied())))
            }
        }
    }

    /// Whether the table has a key.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The keys of the table, in the order of the file.
    pub fn keys(&self) -> Vec<Item<String>> {
        let mut keys: Vec<_> = self.table.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter()
            .map(|key| Item { value: key.get_ref().to_string(), line: line_of(self.source, key.span().start) })
            .collect()
    }

    fn value(&self, key: &str) -> Result<&'d Spanned<DeValue<'d>>, DataError> {
        self.table.get(key).ok_or_else(|| self.wrong(text!("{key} is missing", "il manque {key}")))
    }

    fn mistyped(&self, line: usize, key: &str, en: &str, fr: &str) -> DataError {
        self.error(line, text!("{key} is not {en}", "{key} n’est pas {fr}"))
    }

    /// A text.
    ///
    /// # Errors
    /// If it is missing or not a text.
    pub fn string(&self, key: &str) -> Result<Item<String>, DataError> {
        self.string_in(key, self.value(key)?)
    }

    fn string_in(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Item<String>, DataError> {
        let line = line_of(self.source, value.span().start);
        match value.get_ref() {
            DeValue::String(string) => Ok(Item { value: string.to_string(), line }),
            _ => Err(self.mistyped(line, key, "a text in quotes", "un texte entre guillemets")),
        }
    }

    /// The key `id`: one word of letters, digits and dashes, since it stands in records, traces and commands.
    ///
    /// # Errors
    /// If it is missing or anything else.
    pub fn id(&self) -> Result<String, DataError> {
        let id = self.string("id")?;
        if is_word(&id.value) {
            return Ok(id.value);
        }
        let given = quote(&id.value);
        let problem = text!(
            "the id {given} is not one word of at most 64 letters, digits and dashes",
            "l’identifiant {given} n’est pas un mot d’au plus 64 lettres, chiffres et tirets"
        );
        Err(self.error(id.line, problem))
    }

    /// A whole number of a range.
    ///
    /// # Errors
    /// If it is missing, not a whole number, or out of range.
    pub fn integer(&self, key: &str, range: RangeInclusive<i64>) -> Result<Item<i64>, DataError> {
        self.integer_in(key, self.value(key)?, &range)
    }

    fn integer_in(&self, key: &str, value: &Spanned<DeValue<'_>>, range: &RangeInclusive<i64>) -> Result<Item<i64>, DataError> {
        let line = line_of(self.source, value.span().start);
        let DeValue::Integer(integer) = value.get_ref() else {
            return Err(self.mistyped(line, key, "a whole number", "un nombre entier"));
        };
        match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(value) if range.contains(&value) => Ok(Item { value, line }),
            _ => {
                let (value, min, max) = (integer.as_str(), range.start(), range.end());
                Err(self.error(
                    line,
                    text!(
                        "{key} is {value}; it must be from {min} to {max}",
                        "{key} vaut {value} ; il faut un nombre de {min} à {max}"
                    ),
                ))
            }
        }
    }

    /// A single value of any kind, as it would be written without quotes.
    ///
    /// # Errors
    /// If it is missing, a list, a table or a date.
    pub fn single(&self, key: &str) -> Result<Item<Single>, DataError> {
        let value = self.value(key)?;
        let line = line_of(self.source, value.span().start);
        let value = match value.get_ref() {
            DeValue::String(text) => Single::Text(text.to_string()),
            DeValue::Boolean(flag) => Single::Flag(*flag),
            DeValue::Integer(integer) => {
                let read = i64::from_str_radix(integer.as_str(), integer.radix());
                Single::Whole(read.map_err(|_| self.mistyped(line, key, "a whole number", "un nombre entier"))?)
            }
            _ => {
                let (en, fr) = (
                    "a text in quotes, a whole number, true or false",
                    "un texte entre guillemets, un nombre entier, true ou false",
                );
                return Err(self.mistyped(line, key, en, fr));
            }
        };
        Ok(Item { value, line })
    }

    fn array(&self, key: &str) -> Result<Item<Vec<&'d Spanned<DeValue<'d>>>>, DataError> {
        let value = self.value(key)?;
        let line = line_of(self.source, value.span().start);
        match value.get_ref() {
            DeValue::Array(array) => Ok(Item { value: array.iter().collect(), line }),
            _ => Err(self.mistyped(line, key, "a list in brackets", "une liste entre crochets")),
        }
    }

    /// A list of texts.
    ///
    /// # Errors
    /// If it is missing or anything else.
    pub fn strings(&self, key: &str) -> Result<Item<Vec<Item<String>>>, DataError> {
        let array = self.array(key)?;
        let value = array.value.into_iter().map(|value| self.string_in(key, value)).collect::<Result<_, _>>()?;
        Ok(Item { value, line: array.line })
    }

    /// A list of names, each one of the names of `known` and none twice, such as `colours = ["red", "blue"]`.
    ///
    /// # Errors
    /// If it is missing, or a name is unknown or repeated.
    pub fn distinct_names<T: Copy + PartialEq>(
        &self,
        key: &str,
        known: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Result<Item<Vec<T>>, DataError> {
        let list = self.strings(key)?;
        let mut values = Vec::new();
        for item in &list.value {
            let given = quote(&item.value);
            let Some(value) = known.iter().copied().find(|value| name(*value) == item.value) else {
                let names: Vec<_> = known.iter().map(|value| name(*value)).collect();
                let list = names.join(", ");
                let said = text!("{key}: {given} is not one of {list}", "{key} : {given} n’est pas dans la liste : {list}");
                return Err(self.error(item.line, with_suggestion(said, &item.value, names)));
            };
            if values.contains(&value) {
                return Err(self.error(item.line, text!("{key}: {given} is given twice", "{key} : {given} apparaît deux fois")));
            }
            values.push(value);
        }
        Ok(Item { value: values, line: list.line })
    }

    /// A list of whole numbers of a range.
    ///
    /// # Errors
    /// If it is missing or anything else.
    pub fn integers(&self, key: &str, range: RangeInclusive<i64>) -> Result<Item<Vec<Item<i64>>>, DataError> {
        let array = self.array(key)?;
        let value = array.value.into_iter().map(|value| self.integer_in(key, value, &range)).collect::<Result<_, _>>()?;
        Ok(Item { value, line: array.line })
    }

    /// A list of lists of whole numbers of a range.
    ///
    /// # Errors
    /// If it is missing or anything else.
    pub fn integer_lists(&self, key: &str, range: RangeInclusive<i64>) -> Result<Item<Vec<Item<Vec<i64>>>>, DataError> {
        let array = self.array(key)?;
        let mut lists = Vec::new();
        for value in array.value {
            let line = line_of(self.source, value.span().start);
            let DeValue::Array(inner) = value.get_ref() else {
                return Err(self.mistyped(line, key, "a list of lists", "une liste de listes"));
            };
            let numbers =
                inner.iter().map(|value| self.integer_in(key, value, &range).map(|item| item.value)).collect::<Result<_, _>>()?;
            lists.push(Item { value: numbers, line });
        }
        Ok(Item { value: lists, line: array.line })
    }

    /// A table inside this one, such as `[domino_values]`.
    ///
    /// # Errors
    /// If it is missing or not a table.
    pub fn table(&self, key: &str) -> Result<Section<'d>, DataError> {
        self.table_in(key, self.value(key)?)
    }

    fn table_in(&self, key: &str, value: &'d Spanned<DeValue<'d>>) -> Result<Section<'d>, DataError> {
        let line = line_of(self.source, value.span().start);
        match value.get_ref() {
            DeValue::Table(table) => Ok(Section { source: self.source, table, line, place: self.place.clone() }),
            _ => Err(self.mistyped(line, key, "a table", "une table")),
        }
    }

    /// Every table of a list, such as `[[tile]]`.
    ///
    /// # Errors
    /// If it is missing or anything else.
    pub fn tables(&self, key: &str) -> Result<Vec<Section<'d>>, DataError> {
        self.array(key)?.value.into_iter().map(|value| self.table_in(key, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error<T: fmt::Debug>(source: &str, read: impl Fn(&Section<'_>) -> Result<T, DataError>) -> String {
        read(&Document::parse(source).unwrap().root()).unwrap_err().to_string()
    }

    #[test]
    fn every_error_names_its_line() {
        assert_eq!(Document::parse("a = 1\nb = = 2").unwrap_err().line, 2);
        assert_eq!(error("a = 1\nb = 'x'", |t| t.integer("b", 0..=9)), "line 2: b is not a whole number");
        assert_eq!(error("a = 12", |t| t.integer("a", 0..=9)), "line 1: a is 12; it must be from 0 to 9");
        assert_eq!(error("a = 1\n\nc = 3", |t| t.only(&["a", "b"])), "line 3: unknown key \"c\" (known keys: a, b)");
        assert_eq!(error("a = ['x',\n 3]", |t| t.strings("a")), "line 2: a is not a text in quotes");
        assert_eq!(error("", |t| t.string("id")), "line 1: id is missing");
        let single = "line 1: a is not a text in quotes, a whole number, true or false";
        assert_eq!(error("a = [1]", |t| t.single("a")), single);
    }

    #[test]
    fn a_named_table_says_so() {
        let source = "[[tile]]\nn = 1\n[[tile]]\nm = 2";
        let document = Document::parse(source).unwrap();
        let tiles = document.root().tables("tile").unwrap();
        let second = tiles[1].clone().named(text!("tile 2", "tuile 2"));
        let error = second.integer("n", 0..=9).unwrap_err();
        assert_eq!(error.text().fr, "ligne 3 : tuile 2 : il manque n");
    }
}
