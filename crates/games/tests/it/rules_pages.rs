//! The rules pages say the same in both languages.

use tablee_core::Lang;
use tablee_games::{GameId, rules_page};

/// The clauses of a page in their order, and whether each is marked as our decision.
fn clauses(page: &str, mark: &str) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(rest) = line.strip_prefix("- **") {
            found.push((rest.split_once("**").expect("a clause has an id").0.to_owned(), false));
            inside = true;
        } else if !line.starts_with("  ") {
            inside = false;
        }
        if let Some((_, marked)) = found.last_mut().filter(|_| inside) {
            *marked |= line.contains(mark);
        }
    }
    found
}

#[test]
fn both_languages_have_the_same_clauses_and_marks() {
    for game in GameId::ALL {
        let en = clauses(rules_page(game, Lang::En), "(decision)");
        let fr = clauses(rules_page(game, Lang::Fr), "(notre décision)");
        assert_eq!(en, fr, "{game}");
        assert!(en.iter().any(|(_, marked)| *marked), "{game} has decisions");
    }
}

#[test]
fn the_clauses_of_a_game_are_numbered_without_gaps() {
    for game in GameId::ALL {
        let mut ids: Vec<_> = clauses(rules_page(game, Lang::En), "").into_iter().map(|(id, _)| id).collect();
        ids.sort_by_key(|id| id[1..].parse::<u32>().unwrap());
        let letter = &ids[0][..1];
        assert!(ids.len() > 20, "{game} has its clauses");
        assert_eq!(ids, (1..=ids.len()).map(|number| format!("{letter}{number}")).collect::<Vec<_>>());
    }
}
