//! Validation of names, passphrases and lines of text: one policy for everything that people write for others.
//!
//! A text has one spelling (Unicode normalization), nothing invisible, nothing that changes the direction of writing, and
//! no stacked combining marks. Names of accounts must also differ in looks, by the tables of Unicode (UTS 39).

use tablee_core::{Text, text};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::skeleton;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// The allowed length of a passphrase, in characters.
const PHRASE: std::ops::RangeInclusive<usize> = 10..=200;

/// The most combining marks on one letter. No writing needs more.
const MOST_MARKS: usize = 3;

/// Two invisible characters that join emoji: they are allowed only there, and do not distinguish two names.
const JOINER: char = '\u{200D}';
const EMOJI_STYLE: char = '\u{FE0F}';

/// Names that look like those of the server or its operators, without spaces and accents. Names that only look
/// like them are reserved too.
const RESERVED: [&str; 18] = [
    "admin",
    "administrator",
    "administrateur",
    "administratrice",
    "anonymous",
    "bot",
    "mod",
    "moderator",
    "moderateur",
    "moderatrice",
    "official",
    "robot",
    "root",
    "server",
    "serveur",
    "support",
    "system",
    "systeme",
];

/// The same, but allowed with a number: the pages call a guest without a name "Guest 4821".
const GUEST: [&str; 2] = ["guest", "invite"];

/// The same, as a part of a name: the project itself, and how bots are called.
const RESERVED_PARTS: [&str; 1] = ["tablee"];

/// A name as it is shown: trimmed, with single spaces, in one spelling.
///
/// # Errors
/// If it is empty or too long, or has characters that are invisible or change the direction of writing.
pub fn validate_name(said: &str) -> Result<String, Text> {
    let name = said.nfkc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    if !has_something_to_see(&name) || length > LONGEST_NAME {
        return Err(text!(
            "a name has 1 to {LONGEST_NAME} characters, not {length}",
            "un nom compte de 1 à {LONGEST_NAME} caractères, et non {length}"
        ));
    }
    check_characters(&name)?;
    Ok(name)
}

/// The name of a person, which must not be reserved.
///
/// # Errors
/// If it is not a name, or would be taken for the server or a bot.
pub fn validate_person_name(said: &str) -> Result<String, Text> {
    let name = validate_name(said)?;
    if is_reserved(&name) {
        return Err(text!("this name is reserved; choose another one", "ce nom est réservé ; choisissez-en un autre"));
    }
    Ok(name)
}

/// A line of chat: trimmed and in one spelling.
///
/// # Errors
/// If it is empty or too long, or has characters that are invisible or change the direction of writing.
pub fn validate_line(said: &str, longest: usize) -> Result<String, Text> {
    let line: String = said.trim().nfc().collect();
    if !has_something_to_see(&line) || line.chars().count() > longest {
        return Err(text!("write one line of 1 to {longest} characters", "écrivez une ligne de 1 à {longest} caractères"));
    }
    check_characters(&line)?;
    Ok(line)
}

/// A name from a record that somebody wrote: without what `validate_name` refuses.
pub fn clean_name(name: &str) -> String {
    let mut marks = 0;
    let seen = name.nfkc().filter(|letter| {
        marks = if is_combining_mark(*letter) { marks + 1 } else { 0 };
        marks <= MOST_MARKS && *letter != JOINER && *letter != EMOJI_STYLE && (letter.is_whitespace() || !is_unseen(*letter))
    });
    seen.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_something_to_see(text: &str) -> bool {
    let unseen = |letter: char| letter.is_whitespace() || is_combining_mark(letter) || [JOINER, EMOJI_STYLE].contains(&letter);
    !text.chars().all(unseen)
}

/// Checks that a text has nothing invisible and no stacked combining marks.
///
/// # Errors
/// If it has.
pub fn check_characters(text: &str) -> Result<(), Text> {
    let (mut before, mut marks) = (' ', 0);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        marks = if is_combining_mark(letter) && letter != EMOJI_STYLE { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err(text!("too many accents on one letter", "trop d’accents sur une même lettre"));
        }
        let joins = match letter {
            JOINER => !before.is_ascii() && letters.peek().is_some_and(|next| !next.is_ascii() && !is_unseen(*next)),
            EMOJI_STYLE => !before.is_ascii_alphabetic() && before != ' ' && ![JOINER, EMOJI_STYLE].contains(&before),
            _ => !is_unseen(letter),
        };
        if !joins {
            return Err(text!(
                "the text contains an invisible character, or one that changes the direction of writing",
                "le texte contient un caractère invisible ou qui change le sens de l’écriture"
            ));
        }
        before = letter;
    }
    Ok(())
}

/// The key by which an account is found: the name without regard to capitals.
pub fn account_key(name: &str) -> String {
    // Upper case first: then letters with two lower-case forms, such as sigma, are one.
    let name = name.to_uppercase().to_lowercase();
    name.chars().filter(|letter| ![JOINER, EMOJI_STYLE].contains(letter)).collect()
}

/// What a name looks like: the same for all names that can be taken for each other.
pub fn looks(name: &str) -> String {
    let drawn: String = skeleton(&account_key(name)).collect();
    let drawn = account_key(&drawn);
    // A capital i looks like a small L, and capitals do not matter.
    skeleton(&drawn).filter(|letter| !letter.is_whitespace()).map(|letter| if letter == 'i' { 'l' } else { letter }).collect()
}

/// Whether a name would be taken for the server or a bot.
fn is_reserved(name: &str) -> bool {
    let plain = |name: &str| {
        let letters = name.nfkd().filter(|letter| !is_combining_mark(*letter) && letter.is_alphanumeric());
        looks(&letters.collect::<String>())
    };
    // With a number it is the same word.
    let word = plain(name.trim_matches(|letter: char| !letter.is_alphabetic()));
    let name = plain(name);
    let is_level =
        |word: &str| name.strip_prefix(&plain(word)).is_some_and(|rest| rest.chars().all(|c| !c.is_alphabetic() || c == 'l'));
    RESERVED.iter().map(|reserved| plain(reserved)).any(|reserved| reserved == name || reserved == word)
        || GUEST.iter().any(|reserved| plain(reserved) == name)
        || RESERVED_PARTS.iter().any(|part| name.contains(&plain(part)))
        || is_level("level")
        || is_level("niveau")
}

/// The key of the account that a client names; empty, which no account has, if the name is invalid.
pub fn account_key_from_input(said: &str) -> String {
    validate_name(said).map(|name| account_key(&name)).unwrap_or_default()
}

/// Checks the length of a passphrase.
///
/// # Errors
/// If it is too short or too long.
pub fn validate_phrase(phrase: &str) -> Result<(), Text> {
    if PHRASE.contains(&phrase.chars().count()) {
        return Ok(());
    }
    let (least, most) = (PHRASE.start(), PHRASE.end());
    Err(text!("a passphrase has {least} to {most} characters", "une phrase de passe compte de {least} à {most} caractères"))
}

/// Whether a character is invisible, has no meaning of its own, or changes the order of others.
pub fn is_unseen(letter: char) -> bool {
    use GeneralCategory as Category;
    let category = letter.general_category();
    matches!(
        category,
        Category::Control
            | Category::Format
            | Category::Surrogate
            | Category::PrivateUse
            | Category::Unassigned
            | Category::LineSeparator
            | Category::ParagraphSeparator
    ) || matches!(letter,
        // Letters, marks and symbols without a form: fillers, variation selectors, an empty braille pattern.
        '\u{034F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0E}' | '\u{FFA0}' | '\u{FFFC}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_trimmed_and_keep_visible_characters() {
        let kept = [
            "Anna",
            "Zoë & Co",
            "<b>Bob</b>",
            "李雷",
            "محمد",
            "👩‍🚀",
            "❤️",
            "❤️‍🔥",
            "1️⃣",
            "a\"b'c",
            "Việt",
            "24 characters, not more!",
        ];
        for said in kept {
            assert_eq!(validate_name(said).as_deref(), Ok(said));
        }
        assert_eq!(validate_name("  Anna \t Maria\n").as_deref(), Ok("Anna Maria"));
        // One spelling: wide letters, ligatures, and letters with a mark apart.
        assert_eq!(validate_name("Ａｎｎａ").as_deref(), Ok("Anna"));
        assert_eq!(validate_name("Zoe\u{308}").as_deref(), Ok("Zoë"));
    }

    #[test]
    fn other_names_are_refused() {
        let refused = [
            "",
            "   ",
            "\u{200D}\u{FE0F}",
            "25 characters is too much",
            "a\u{202E}b",
            "a\u{200B}",
            "a\0b",
            "\u{7f}x",
            "a\u{2066}b",
            "\u{3164}",
            "\u{301}",
            "An\u{200D}na",
            "a\u{FE0F}",
            "a\u{E000}",
            "a\u{E0061}",
            "a\u{378}",
            "a\u{FFFC}",
            "Z\u{35C}\u{360}\u{363}\u{301}\u{302}",
            "❤\u{FE0F}\u{FE0F}",
            "❤\u{200D}",
        ];
        for said in refused {
            assert!(validate_name(said).is_err(), "{said:?}");
        }
    }

    #[test]
    fn a_line_of_chat_has_nothing_invisible_either() {
        assert_eq!(validate_line("  ½ is a half ❤️ \n", 99).as_deref(), Ok("½ is a half ❤️"));
        for said in [
            "",
            " \u{200B} ",
            "a\u{202E}b",
            "two\nlines",
            "tags \u{E0041}",
            "za\u{301}\u{302}\u{303}\u{304}\u{305}lgo",
            "a\u{2028}b",
        ] {
            assert!(validate_line(said, 99).is_err(), "{said:?}");
        }
        assert!(validate_line(&"x".repeat(100), 99).is_err());
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        // Cyrillic, Greek, wide letters, capitals that look like other letters, spaces.
        for (one, other) in
            [("Anna", "Аnnа"), ("Anna", "ANNA"), ("paypal", "раураl"), ("Bill", "BiIl"), ("Oscar", "Οscar"), ("An na", "Anna")]
        {
            assert_eq!(looks(&validate_name(one).unwrap()), looks(&validate_name(other).unwrap()), "{one} {other}");
        }
        for (one, other) in [("Anna", "Anne"), ("Zoë", "Zoe"), ("李雷", "李雪"), ("Tom", "Thom")] {
            assert_ne!(looks(one), looks(other));
        }
    }

    #[test]
    fn names_of_the_server_and_of_bots_are_reserved() {
        for said in [
            "admin",
            "Admin",
            "ADMlN",
            "аdmin",
            "A d m i n",
            "Modérateur",
            "Tablée",
            "tablee official",
            "système",
            "Bot",
            "level 3",
            "Niveau9",
            "Server",
            "Guest",
            "Invité",
            "Moderator1",
            "Robot 3",
            "-=Admin=-",
        ] {
            assert!(validate_person_name(said).is_err(), "{said}");
        }
        for said in [
            "Anna",
            "Adminal",
            "Modest",
            "Levelle",
            "Robotnik",
            "Tom",
            "Zoé",
            "Niveaux",
            "Modi",
            "Tom 2",
            "Guest 4821",
            "Invité 1234",
        ] {
            assert_eq!(validate_person_name(said).as_deref(), Ok(said));
        }
        // A seat may be kept for anyone, and a key may be called as one likes.
        assert!(validate_name("bot").is_ok());
    }

    #[test]
    fn an_account_is_found_without_regard_to_capitals() {
        assert_eq!(account_key("ÉLODIE"), account_key("élodie"));
        assert_eq!(account_key("ΟΔΥΣΣΕΥΣ"), account_key("Οδυσσευς"));
        assert_eq!(account_key("❤\u{FE0F}"), account_key("❤"));
        assert_ne!(account_key("Anna"), account_key("Anne"));
        assert_eq!(account_key_from_input("  ANNA \t"), account_key("Anna"));
        assert_eq!(account_key_from_input(&"a".repeat(1000)), "");
    }

    #[test]
    fn pass_phrases_are_long_enough() {
        assert!(validate_phrase("ninechars").is_err() && validate_phrase(&"x".repeat(201)).is_err());
        assert!(validate_phrase("dix lettré").is_ok() && validate_phrase(&"é".repeat(200)).is_ok());
    }

    proptest! {
        #[test]
        fn a_name_that_was_accepted_stays_as_it_is(said in "\\PC{0,30}|.{0,30}") {
            if let Ok(shown) = validate_name(&said) {
                prop_assert_eq!(validate_name(&shown), Ok(shown.clone()));
                prop_assert!((1..=LONGEST_NAME).contains(&shown.chars().count()));
                prop_assert!(!shown.chars().any(char::is_control));
                prop_assert_eq!(account_key(&account_key(&shown)), account_key(&shown));
                prop_assert_eq!(looks(&account_key(&shown)), looks(&shown));
            }
            let clean = clean_name(&said);
            prop_assert!(!clean.chars().any(|letter| letter != ' ' && is_unseen(letter)));
            if let Ok(line) = validate_line(&said, 30) {
                prop_assert_eq!(validate_line(&line, 60), Ok(line.clone()));
            }
        }
    }
}
