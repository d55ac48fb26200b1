//! Quick words: lines of chat that every page shows in its reader's language.

use serde::{Deserialize, Serialize};
use tablee_core::{Text, text};

/// A line of chat that is sent and stored as a key. The list is closed; later versions may have more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum QuickWord {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// One moment, please.
    OneMoment,
    /// Thank you.
    ThankYou,
    /// Another game?
    Again,
}

impl QuickWord {
    /// All of them.
    pub const ALL: [QuickWord; 6] = [
        QuickWord::Hello,
        QuickWord::GoodLuck,
        QuickWord::WellPlayed,
        QuickWord::OneMoment,
        QuickWord::ThankYou,
        QuickWord::Again,
    ];

    /// The key, in JSON and in databases.
    pub const fn key(self) -> &'static str {
        match self {
            QuickWord::Hello => "hello",
            QuickWord::GoodLuck => "good-luck",
            QuickWord::WellPlayed => "well-played",
            QuickWord::OneMoment => "one-moment",
            QuickWord::ThankYou => "thank-you",
            QuickWord::Again => "again",
        }
    }

    /// The word with this key.
    pub fn read(key: &str) -> Option<QuickWord> {
        QuickWord::ALL.into_iter().find(|word| word.key() == key)
    }

    /// The word in both languages.
    pub fn text(self) -> Text {
        match self {
            QuickWord::Hello => text!("Hello!", "Bonjour !"),
            QuickWord::GoodLuck => text!("Good luck!", "Bonne chance !"),
            QuickWord::WellPlayed => text!("Well played!", "Bien joué !"),
            QuickWord::OneMoment => text!("One moment, please.", "Un instant, s’il vous plaît."),
            QuickWord::ThankYou => text!("Thank you!", "Merci !"),
            QuickWord::Again => text!("Another game?", "Une autre partie ?"),
        }
    }

    /// The word as a line for clients that do not know it: in both languages.
    pub fn line(self) -> String {
        let Text { en, fr } = self.text();
        format!("{en} · {fr}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_written_and_read_the_same_everywhere() {
        for word in QuickWord::ALL {
            assert_eq!(QuickWord::read(word.key()), Some(word));
            assert_eq!(serde_json::to_value(word).unwrap(), word.key());
        }
        assert_eq!(QuickWord::read("nonsense"), None);
    }
}
