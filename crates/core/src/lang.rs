//! French and English, side by side.
//!
//! Every text that people read is written in both languages at once, in the code that it belongs to. A missing
//! translation does not compile.

use std::fmt;

/// A language of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The language of a code such as `fr`, `fr_CA.UTF-8` or `en-GB`.
    pub fn from_code(code: &str) -> Option<Lang> {
        match code.get(..2)?.to_ascii_lowercase().as_str() {
            "fr" => Some(Lang::Fr),
            "en" => Some(Lang::En),
            _ => None,
        }
    }

    /// Its two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// Picks the value for this language.
    pub fn pick<T>(self, en: T, fr: T) -> T {
        match self {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }

    /// The form that goes with a number: French counts 0 and 1 as one, English 1 only.
    pub fn plural<'a>(self, number: i64, one: &'a str, many: &'a str) -> &'a str {
        let single = match self {
            Lang::En => number.abs() == 1,
            Lang::Fr => number.abs() < 2,
        };
        if single { one } else { many }
    }

    /// The text with the numbers as the language writes them: `26.7` is `26,7` in French. What a person types, such as
    /// `search:0.5s`, stays.
    pub fn decimals(self, text: String) -> String {
        let with_comma = |word: &str| match word.split_once('.') {
            Some((whole, rest))
                if whole.ends_with(|char: char| char.is_ascii_digit())
                    && rest.starts_with(|char: char| char.is_ascii_digit())
                    && !word.contains(|char: char| char.is_alphabetic() || char == ':') =>
            {
                format!("{whole},{rest}")
            }
            _ => word.to_owned(),
        };
        match self {
            Lang::En => text,
            Lang::Fr => text.split_inclusive(char::is_whitespace).map(with_comma).collect(),
        }
    }

    /// Names one after another: "red, blue and green".
    pub fn list<N: AsRef<str>>(self, names: &[N]) -> String {
        match names {
            [] => String::new(),
            [name] => name.as_ref().to_owned(),
            [first, last] => format!("{} {} {}", first.as_ref(), self.pick("and", "et"), last.as_ref()),
            [first, rest @ ..] => format!("{}, {}", first.as_ref(), self.list(rest)),
        }
    }
}

/// A fixed text in both languages: a name, a heading, a line of help.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Label {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Label {
    /// A label in both languages.
    pub const fn new(en: &'static str, fr: &'static str) -> Label {
        Label { en, fr }
    }

    /// The text in one language.
    pub const fn say(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

/// A sentence in both languages, made by [`text!`](crate::text).
///
/// As an error it displays in English; pages and terminal ask for the reader's language with [`Text::say`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Text {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Text {
    /// The sentence in one language.
    pub fn say(&self, lang: Lang) -> &str {
        lang.pick(&self.en, &self.fr)
    }

    /// The same with something before it that needs no translation, such as a file's name.
    #[must_use]
    pub fn after(self, before: &str) -> Text {
        Text { en: format!("{before}: {}", self.en), fr: format!("{before} : {}", self.fr) }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Text {}

impl From<Label> for Text {
    fn from(label: Label) -> Text {
        Text { en: label.en.to_owned(), fr: label.fr.to_owned() }
    }
}

/// Input in quotes, shortened so that it fits into a sentence.
pub fn quote(written: &str) -> String {
    let mut short: String = written.chars().take(24).collect();
    if short.len() < written.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// The text with `«\u{a0}…\u{a0}»` for each pair of straight quotes, as [`quote`] and `{:?}` write them.
pub fn french_quotes(text: String) -> String {
    if !text.contains('"') {
        return text;
    }
    let mut french = String::with_capacity(text.len() + 8);
    let (mut open, mut escaped) = (false, false);
    for char in text.chars() {
        match char {
            '"' if !escaped => {
                french.push_str(if open { "\u{a0}»" } else { "«\u{a0}" });
                open = !open;
            }
            _ => french.push(char),
        }
        escaped = char == '\\' && !escaped;
    }
    french
}

/// A [`Text`] from an English and a French format string: `text!("{n} stones", "{n} pierres")`.
///
/// Values are captured by name, so both sentences can order them as their grammar wants. Straight quotes become
/// French ones in the French sentence.
#[macro_export]
macro_rules! text {
    ($en:literal, $fr:literal $(,)?) => {
        $crate::Text { en: format!($en), fr: $crate::french_quotes(format!($fr)) }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_each_language() {
        assert_eq!(Lang::En.plural(0, "point", "points"), "points");
        assert_eq!(Lang::Fr.plural(0, "point", "points"), "point");
        assert_eq!(Lang::Fr.plural(-1, "point", "points"), "point");
        assert_eq!(Lang::En.plural(2, "point", "points"), "points");
    }

    #[test]
    fn numbers_have_a_comma_in_french() {
        let line = "search:0.5s  26.7 %  (±1.3, LLR -0.50) v1.2.3";
        assert_eq!(Lang::En.decimals(line.to_owned()), line);
        assert_eq!(Lang::Fr.decimals(line.to_owned()), "search:0.5s  26,7 %  (±1,3, LLR -0,50) v1.2.3");
    }

    #[test]
    fn names_are_listed_with_an_and_before_the_last() {
        for (names, en, fr) in [
            (&[][..], "", ""),
            (&["red"], "red", "red"),
            (&["red", "blue"], "red and blue", "red et blue"),
            (&["red", "blue", "pink"], "red, blue and pink", "red, blue et pink"),
        ] {
            assert_eq!((Lang::En.list(names), Lang::Fr.list(names)), (en.to_owned(), fr.to_owned()));
        }
    }

    #[test]
    fn french_has_quotes_of_its_own() {
        let name = quote("tour");
        let refused = text!("there is no {name} here", "il n’y a pas de {name} ici");
        assert_eq!(refused.en, "there is no \"tour\" here");
        assert_eq!(refused.fr, "il n’y a pas de «\u{a0}tour\u{a0}» ici");
        assert_eq!(french_quotes(format!("{:?}", r#"a"b"#)), concat!("«\u{a0}", r#"a\"b"#, "\u{a0}»"));
    }

    #[test]
    fn a_locale_names_a_language() {
        assert_eq!(Lang::from_code("fr_CA.UTF-8"), Some(Lang::Fr));
        assert_eq!(Lang::from_code("EN"), Some(Lang::En));
        assert_eq!(Lang::from_code("de"), None);
        assert_eq!(Lang::from_code("é"), None);
    }

    #[test]
    fn a_text_has_both_languages() {
        let n = 3;
        let text = text!("{n} stones", "{n} pierres");
        assert_eq!(text.say(Lang::Fr), "3 pierres");
        assert_eq!(text.after("box.toml").en, "box.toml: 3 stones");
    }
}
