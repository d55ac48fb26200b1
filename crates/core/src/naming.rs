//! Texts about players, written before it is known who plays and who reads.
//!
//! A game knows seats. The terminal and the pages know the names of the players, and who reads. So a game writes a
//! slot for what depends on them: `⟦1|you draw|# draws⟧` names a seat, the words if the reader has that seat, and the
//! words if not. [`Text::named`] fills the slots; the pages do the same (`web/src/words/naming.ts`).

use crate::{Lang, Seat, Text};

/// What a slot begins and ends with.
const OPEN: char = '⟦';
const CLOSE: char = '⟧';

/// A slot for words about some seats: for a reader who has one of them, and for everyone else. `#` stands for their
/// names, or "you".
pub fn slot(seats: &[Seat], en: [&str; 2], fr: [&str; 2]) -> Text {
    let numbers = seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(",");
    let write = |[you, other]: [&str; 2]| format!("{OPEN}{numbers}|{you}|{other}{CLOSE}");
    Text { en: write(en), fr: write(fr) }
}

/// A slot for the names of some seats: "you and Margot".
pub fn names(seats: &[Seat]) -> Text {
    slot(seats, ["#"; 2], ["#"; 2])
}

impl Text {
    /// The same with more words after a space.
    #[must_use]
    pub fn followed_by(self, en: &str, fr: &str) -> Text {
        Text { en: format!("{} {en}", self.en), fr: format!("{} {fr}", self.fr) }
    }

    /// The text with its slots filled. `name` gives the name of a seat; none if the reader has that seat.
    #[must_use]
    pub fn named(&self, name: impl Fn(Seat) -> Option<Text>) -> Text {
        Text { en: fill(&self.en, Lang::En, &name), fr: fill(&self.fr, Lang::Fr, &name) }
    }
}

fn fill(said: &str, lang: Lang, name: &impl Fn(Seat) -> Option<Text>) -> String {
    let mut filled = String::new();
    let mut rest = said;
    while let Some((before, (slot, after))) =
        rest.split_once(OPEN).and_then(|(before, slot)| Some((before, slot.split_once(CLOSE)?)))
    {
        filled.push_str(before);
        filled.push_str(&fill_slot(slot, lang, name));
        rest = after;
    }
    filled + rest
}

fn fill_slot(slot: &str, lang: Lang, name: &impl Fn(Seat) -> Option<Text>) -> String {
    let mut parts = slot.splitn(3, '|');
    let (numbers, you, other) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let seats: Vec<Seat> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
    let known: Vec<Option<Text>> = seats.into_iter().map(name).collect();
    let names: Vec<&str> =
        known.iter().map(|name| name.as_ref().map_or(lang.pick("you", "vous"), |name| name.say(lang))).collect();
    with_names(if known.contains(&None) { you } else { other }, &lang.list(&names), lang)
}

/// Puts names in the place of `#`. In French, `de` loses its vowel before another: « d’Anne ».
fn with_names(words: &str, names: &str, lang: Lang) -> String {
    let vowel =
        names.to_lowercase().starts_with(['a', 'à', 'â', 'e', 'é', 'è', 'ê', 'ë', 'i', 'î', 'ï', 'o', 'ô', 'œ', 'u', 'ù', 'û']);
    match lang {
        Lang::Fr if vowel => words.replace("de #", &format!("d’{names}")).replace('#', names),
        _ => words.replace('#', names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn said(text: &Text, reader: Option<usize>) -> [String; 2] {
        let players = ["Anne", "Felix", "a|#⟦0|b"];
        let name = |seat: Seat| {
            let player = players[seat.number()];
            (Some(seat.number()) != reader).then(|| text!("{player}", "{player}"))
        };
        let Text { en, fr } = text.named(name);
        [en, fr]
    }

    #[test]
    fn a_slot_says_you_to_the_seat_it_is_about_and_names_it_to_others() {
        let seat = Seat::new(0);
        let Text { en, fr } = slot(&[seat], ["You draw", "# draws"], ["Vous tirez", "# tire"]);
        let drawn = text!("{en} the 5-3.", "{fr} le 5-3.");
        assert_eq!(said(&drawn, Some(0)), ["You draw the 5-3.", "Vous tirez le 5-3."]);
        assert_eq!(said(&drawn, Some(1)), ["Anne draws the 5-3.", "Anne tire le 5-3."]);
        assert_eq!(said(&drawn, None), ["Anne draws the 5-3.", "Anne tire le 5-3."]);
    }

    #[test]
    fn several_seats_are_listed_and_agree_if_one_of_them_reads() {
        let won = slot(&[Seat::new(0), Seat::new(1)], ["# win", "# win"], ["# gagnez", "# gagnent"]);
        assert_eq!(said(&won, Some(1)), ["Anne and you win", "Anne et vous gagnez"]);
        assert_eq!(said(&won, None), ["Anne and Felix win", "Anne et Felix gagnent"]);
    }

    #[test]
    fn french_elides_before_a_vowel() {
        let theirs = |seat: usize| slot(&[Seat::new(seat)], ["your 3", "#’s 3"], ["votre 3", "le 3 de #"]);
        assert_eq!(said(&theirs(0), None), ["Anne’s 3", "le 3 d’Anne"]);
        assert_eq!(said(&theirs(1), None), ["Felix’s 3", "le 3 de Felix"]);
    }

    #[test]
    fn names_are_never_taken_for_slots() {
        let told = names(&[Seat::new(2), Seat::new(1)]);
        assert_eq!(said(&told, None)[0], "a|#⟦0|b and Felix");
    }
}
