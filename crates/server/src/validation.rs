//! Validation of names and passphrases.

use tablee_core::{Text, text};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// The allowed length of a passphrase, in characters.
const PHRASE: std::ops::RangeInclusive<usize> = 10..=200;

/// Two invisible characters that join emoji. They are allowed in names, but do not distinguish two names.
const JOINERS: [char; 2] = ['\u{200D}', '\u{FE0F}'];

/// A name as it is shown: trimmed, with single spaces.
///
/// # Errors
/// If it is empty or too long, or has characters that are invisible or change the direction of writing.
pub fn validate_name(said: &str) -> Result<String, Text> {
    let name = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    if name.chars().all(|letter| JOINERS.contains(&letter)) || length > LONGEST_NAME {
        return Err(text!(
            "a name has 1 to {LONGEST_NAME} characters, not {length}",
            "un nom compte de 1 à {LONGEST_NAME} caractères, et non {length}"
        ));
    }
    if name.chars().any(is_unseen) {
        return Err(text!(
            "the name contains an invisible character, or one that changes the direction of writing",
            "le nom contient un caractère invisible ou qui change le sens de l’écriture"
        ));
    }
    Ok(name)
}

/// The key by which an account is found: the name without regard to capitals.
pub fn account_key(name: &str) -> String {
    // Upper case first: then letters with two lower-case forms, such as sigma, are one.
    let name = name.to_uppercase().to_lowercase();
    name.chars().filter(|letter| !JOINERS.contains(letter)).collect()
}

/// The key of the account that a client names; empty, which is no account's key, if the name is invalid.
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

/// Whether a character is invisible, or changes the order of others. With it one name could look like another.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200C}' | '\u{200E}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0E}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_trimmed_and_keep_visible_characters() {
        let kept = ["Anna", "Zoë & Co", "<b>Bob</b>", "李雷", "محمد", "👩‍🚀", "❤️", "a\"b'c", "24 characters, not more!"];
        for said in kept {
            assert_eq!(validate_name(said).as_deref(), Ok(said));
        }
        assert_eq!(validate_name("  Anna \t Maria\n").as_deref(), Ok("Anna Maria"));
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
        ];
        for said in refused {
            assert!(validate_name(said).is_err(), "{said:?}");
        }
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
            }
        }
    }
}
