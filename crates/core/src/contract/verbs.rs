//! Verbs of the third person where "you" is the subject: "you lay a domino and completes a round".

use crate::Lang;

/// What players do at our tables, as it is told of others.
const ENGLISH: &[&str] = &[
    "begins",
    "builds",
    "carries",
    "closes",
    "completes",
    "covers",
    "draws",
    "ends",
    "exchanges",
    "gets",
    "gives",
    "has",
    "keeps",
    "lays",
    "loses",
    "makes",
    "moves",
    "opens",
    "passes",
    "picks",
    "plays",
    "puts",
    "scores",
    "sets",
    "shares",
    "stands",
    "takes",
    "turns",
    "wins",
];
const FRENCH: &[&str] = &[
    "a",
    "bâtit",
    "commence",
    "complète",
    "construit",
    "couvre",
    "découvre",
    "donne",
    "dresse",
    "échange",
    "fait",
    "ferme",
    "finit",
    "gagne",
    "garde",
    "joue",
    "marque",
    "met",
    "ouvre",
    "partage",
    "passe",
    "perd",
    "pioche",
    "pose",
    "prend",
    "recouvre",
    "rejoue",
    "termine",
    "tire",
];

/// Words after which a second verb of the same subject stands.
const ENGLISH_LINKS: &[&str] = &["and", "or", "then", "but"];
const FRENCH_LINKS: &[&str] = &["et", "ou", "puis", "mais"];

/// Words between such a link and its verb.
const FRENCH_PRONOUNS: &[&str] = &["le", "la", "les", "l", "y", "en", "se", "s", "lui", "leur"];

/// A verb that is linked to another one: in "lays a domino and completes a round" it is "completes".
pub(super) fn second(said: &str, lang: Lang) -> Option<String> {
    let links = lang.pick(ENGLISH_LINKS, FRENCH_LINKS);
    verb_after(said, lang, |word, comma| comma || links.contains(&word))
}

/// A verb of the third person right after "you", or linked to what "you" do.
pub(super) fn after_you(said: &str, lang: Lang) -> Option<String> {
    let you = lang.pick("you", "vous");
    // Each part of a sentence may have its own subject.
    let mut parts = said.split(['.', ';', ':', '!', '?']).filter(|part| words(part).any(|(word, _)| word == you));
    parts.find_map(|part| second(part, lang).or_else(|| verb_after(part, lang, |word, _| word == you)))
}

/// The first verb that follows a word of some kind, apart from pronouns in between. `is_before` is asked with each word
/// and whether a comma ends it.
fn verb_after(said: &str, lang: Lang, is_before: impl Fn(&str, bool) -> bool) -> Option<String> {
    let verbs = lang.pick(ENGLISH, FRENCH);
    let mut expected = false;
    for (word, comma) in words(said) {
        if expected && verbs.contains(&word.as_str()) {
            return Some(word);
        }
        let pronoun = lang == Lang::Fr && FRENCH_PRONOUNS.contains(&word.as_str());
        expected = is_before(&word, comma) || (expected && pronoun);
    }
    None
}

/// The words in lower case, each with whether a comma follows.
fn words(said: &str) -> impl Iterator<Item = (String, bool)> {
    let words = said.split(|char: char| char.is_whitespace() || "’()«»".contains(char)).filter(|word| !word.is_empty());
    words.map(|word| (word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase(), word.ends_with(',')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_verb_is_found() {
        for (en, verb) in [
            ("lays a domino and completes a red round", Some("completes")),
            ("takes the bar and lays it on the ground", Some("lays")),
            ("passes, draws", Some("draws")),
            ("lays a domino, completing a red round", None),
            ("lays the 3-1 at the end of the source, which ends the round", None),
            ("lays the 4-3 over your own 4 and 3, with a totem", None),
        ] {
            assert_eq!(second(en, Lang::En).as_deref(), verb, "{en}");
        }
        for (fr, verb) in [
            ("pose un domino et complète un rond rouge", Some("complète")),
            ("prend la barre et la pose au sol", Some("pose")),
            ("prend la barre pour la poser au sol", None),
            ("pose un domino, ce qui complète un rond rouge", None),
            ("pose le 4-3 sur votre 4 et votre 3, près de votre totem", None),
        ] {
            assert_eq!(second(fr, Lang::Fr).as_deref(), verb, "{fr}");
        }
    }

    #[test]
    fn you_do_what_the_second_person_does() {
        for (en, verb) in [
            ("You draw a domino and plays again.", Some("plays")),
            ("You draws a domino.", Some("draws")),
            ("You draw a domino and play again.", None),
            ("You open it. Felix ends the round and opens the next.", None),
        ] {
            assert_eq!(after_you(en, Lang::En).as_deref(), verb, "{en}");
        }
        for (fr, verb) in [
            ("Vous piochez un domino et rejoue.", Some("rejoue")),
            ("vous tire le 5-3", Some("tire")),
            ("Vous terminez la manche. Felix commence et tire.", None),
        ] {
            assert_eq!(after_you(fr, Lang::Fr).as_deref(), verb, "{fr}");
        }
    }
}
