//! Suggestions for mistyped names: "did you mean kumata?".

use crate::{Text, text};

/// From this many letters on, the beginning of a name stands for the name.
const SHORTEST_BEGINNING: usize = 3;

/// The known name that was probably meant: the one with the fewest wrong letters, if they are few; else the only one
/// that begins with what was written.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written: Vec<char> = written.to_lowercase().chars().collect();
    // One wrong letter in three; but at least one letter is right.
    let most = (written.len() / 3).max(1).min(written.len().saturating_sub(1));
    let (mut near, mut begin) = (None, Vec::new());
    for name in known {
        let letters: Vec<char> = name.to_lowercase().chars().collect();
        // So many letters must be added or left out. This also keeps a long text from being compared.
        let differ = letters.len().abs_diff(written.len());
        let distance = if differ <= most { distance(&written, &letters) } else { differ };
        if distance <= most && near.is_none_or(|(least, _)| distance < least) {
            near = Some((distance, name));
        }
        if letters.starts_with(&written) {
            begin.push(name);
        }
    }
    match (near, begin.as_slice()) {
        (Some((_, name)), _) => Some(name),
        (None, [name]) if written.len() >= SHORTEST_BEGINNING => Some(name),
        _ => None,
    }
}

/// How many letters must be changed, added, left out or exchanged with their neighbour.
fn distance(written: &[char], name: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=name.len()).collect()];
    for (i, a) in written.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in name.iter().enumerate() {
            let mut cost = (rows[i][j] + usize::from(a != b)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == name[j - 1] && written[i - 1] == *b {
                cost = cost.min(rows[i - 1][j - 1] + 1);
            }
            row.push(cost);
        }
        rows.push(row);
    }
    rows[written.len()][name.len()]
}

/// The sentence with a suggestion after it, if there is one.
pub fn did_you_mean(said: Text, suggestion: Option<&str>) -> Text {
    let Some(name) = suggestion else { return said };
    let Text { en, fr } = said;
    text!("{en}; did you mean {name:?}?", "{fr} ; vouliez-vous dire « {name} » ?")
}

/// The sentence that refuses a name, with the known name after it that was probably meant.
pub fn with_suggestion<'a>(said: Text, written: &str, known: impl IntoIterator<Item = &'a str>) -> Text {
    did_you_mean(said, nearest(written, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [&str; 4] = ["kumata", "rumis", "dogcity", "cuminos"];

    #[test]
    fn a_slip_finds_its_name_and_another_word_finds_none() {
        for (written, meant) in [("kumta", "kumata"), ("Rumis", "rumis"), ("dogctiy", "dogcity"), ("cumino", "cuminos")] {
            assert_eq!(nearest(written, GAMES), Some(meant));
        }
        for other in ["chess", "", "x", "ku", "dg", "kumata and more"] {
            assert_eq!(nearest(other, GAMES), None, "{other}");
        }
        assert_eq!(nearest("c", ["a", "b"]), None);
        assert_eq!(nearest("B", ["a", "b"]), Some("b"));
        assert_eq!(nearest(&"kumata".repeat(1_000_000), GAMES), None);
    }

    #[test]
    fn the_beginning_of_one_name_finds_it() {
        assert_eq!(nearest("dog", GAMES), Some("dogcity"));
        assert_eq!(nearest("two", ["standard", "inverse", "two-sector"]), Some("two-sector"));
        assert_eq!(nearest("two", ["two-sector", "two-colour"]), None);
    }

    #[test]
    fn the_suggestion_follows_the_refusal_in_both_languages() {
        let said = with_suggestion(text!("there is no game", "ce jeu n’existe pas"), "kumta", GAMES);
        assert_eq!(said.en, "there is no game; did you mean \"kumata\"?");
        assert_eq!(said.fr, "ce jeu n’existe pas ; vouliez-vous dire « kumata » ?");
    }
}
