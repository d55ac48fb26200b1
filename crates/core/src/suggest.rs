//! Suggestions for mistyped names: "did you mean kumata?".

use tablee_core::{Text, text};

/// The known name that is nearest to what was written, if one is near enough to be meant.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written: Vec<char> = written.to_lowercase().chars().collect();
    let most = (written.len() / 3).max(1);
    let near = known.into_iter().map(|name| (distance(&written, name), name)).filter(|(distance, _)| *distance <= most);
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// How many letters must be changed, added, left out or exchanged with their neighbour; upper case does not count.
fn distance(written: &[char], name: &str) -> usize {
    let name: Vec<char> = name.to_lowercase().chars().collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_another_word_finds_none() {
        let games = ["kumata", "rumis", "dogcity", "cuminos"];
        for (written, meant) in [("kumta", "kumata"), ("Rumis", "rumis"), ("dogctiy", "dogcity"), ("cumino", "cuminos")] {
            assert_eq!(nearest(written, games), Some(meant));
        }
        for other in ["chess", "", "x", "kum"] {
            assert_eq!(nearest(other, games), None, "{other}");
        }
    }
}
