//! The commands that people can type during a game.

use tablee_core::suggest::nearest;

/// A line at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Nothing,
    /// The number of a move in the list.
    Number(usize),
    /// Show the legal moves that begin like this.
    List(String),
    Board,
    /// Show the count in detail.
    Count,
    /// A good move, and why.
    Hint,
    /// Why the last bot played its move.
    Why,
    Undo,
    /// Save to a file, or where it was saved before.
    Save(Option<String>),
    /// Show a clause of the rules.
    Clause(String),
    Help,
    /// End the program; the game can be resumed if it was saved.
    Quit,
    /// Anything else is meant as a move.
    Move(String),
}

/// Understands English and French words, whatever the language of the texts.
pub fn understand(line: &str) -> Said {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_lowercase().as_str() {
        "" => Said::Nothing,
        "list" | "liste" | "moves" | "coups" | "l" => Said::List(rest.to_owned()),
        "board" | "plateau" | "b" => Said::Board,
        "count" | "compte" | "c" => Said::Count,
        "hint" | "conseil" => Said::Hint,
        "why" | "pourquoi" => Said::Why,
        "undo" | "annuler" | "u" => Said::Undo,
        "save" | "enregistrer" | "sauver" | "s" => Said::Save((!rest.is_empty()).then(|| rest.to_owned())),
        "rule" | "règle" | "regle" => Said::Clause(rest.to_owned()),
        "help" | "aide" | "?" | "h" => Said::Help,
        "quit" | "quitter" | "exit" | "q" => Said::Quit,
        // Digits only: `+17` is a draw.
        _ => match line.parse() {
            Ok(number) if line.bytes().all(|byte| byte.is_ascii_digit()) => Said::Number(number),
            _ => Said::Move(line.to_owned()),
        },
    }
}

/// The commands, as the help lists them.
const COMMANDS: &str = "list liste moves coups board plateau count compte hint conseil why pourquoi undo annuler \
                        save enregistrer rule règle help aide quit quitter";

/// The command that was probably meant by a line that is neither a command nor a move.
pub fn meant(line: &str) -> Option<&'static str> {
    nearest(line.split_whitespace().next()?, COMMANDS.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        assert_eq!(understand(" Annuler "), Said::Undo);
        assert_eq!(understand("undo"), Said::Undo);
        assert_eq!(understand("list 3-2"), Said::List("3-2".to_owned()));
        assert_eq!(understand("save my game.txt"), Said::Save(Some("my game.txt".to_owned())));
        assert_eq!(understand("17"), Said::Number(17));
        assert_eq!(understand("+17"), Said::Move("+17".to_owned()));
        assert_eq!(understand("3-2:c4d4 ^"), Said::Move("3-2:c4d4 ^".to_owned()));
        assert_eq!(understand("règle K14"), Said::Clause("K14".to_owned()));
        assert_eq!(understand(""), Said::Nothing);
    }

    #[test]
    fn a_slip_finds_the_command() {
        for (line, command) in [
            ("hepl", "help"),
            ("aied", "aide"),
            ("Anuler", "annuler"),
            ("sav my game", "save"),
            ("enregister", "enregistrer"),
            ("muves", "moves"),
            ("cuops", "coups"),
        ] {
            assert_eq!(meant(line), Some(command));
        }
        for other in ["", "3-2:c4d4", "p7", "+17", "pass", "score"] {
            assert_eq!(meant(other), None, "{other}");
        }
        for command in COMMANDS.split_whitespace() {
            assert!(!matches!(understand(command), Said::Move(_)), "{command}");
        }
    }
}
