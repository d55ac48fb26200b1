//! Notation and everything else that reads text: strict in what it writes, lenient in what it reads, never at a loss.

use std::collections::HashSet;

use crate::common::{assert_in_both_languages, legal, options, read, start};
use proptest::prelude::*;
use tablee_core::chance::TestDice;
use tablee_core::{Game, Play, Position as _, Setup};
use tablee_kumata::{Kumata, Lay, Layout, Move, Options, Position};

/// A position of a random game of one of the samples, after some plies or at its end.
fn random_position(sample: usize, seed: u64, plies: usize) -> Position {
    let samples = crate::common::all_samples();
    let mut dice = TestDice::new(seed);
    let mut position = start(&samples[sample % samples.len()], seed);
    for _ in 0..plies {
        let Some(mv) = position.pick(&mut dice, &mut Vec::new()) else { break };
        position.play_unchecked(mv);
    }
    position
}

/// The other ways to write a move down.
fn other_spellings(mv: Move, canonical: &str) -> Vec<String> {
    let mut spellings = vec![
        canonical.to_uppercase(),
        canonical.chars().flat_map(|c| [' ', c, '\t']).collect(),
        canonical.replace(':', ""),
        canonical.replace(':', " "),
    ];
    match mv {
        Move::Lay(lay) => {
            let [first, second] = lay.squares();
            let (high, low, totem) = (lay.domino().high(), lay.domino().low(), if lay.totem() { "^" } else { "" });
            spellings.push(format!("{low}-{high}:{second}{first}{totem}"));
        }
        Move::Draw(domino) => spellings.push(format!("+{}-{}", domino.low(), domino.high())),
        Move::NewPile(number) => spellings.push(format!("p0{number}")),
    }
    spellings
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), sample in 0..8_usize) {
        let options = &crate::common::all_samples()[sample];
        read_everything(options, &text);
    }

    #[test]
    fn text_that_looks_like_notation_is_read_or_refused(text in "[+p]?[0-9]?-?[0-9]?[: ]?[a-zA-Z]?[0-9é]{0,3}[a-z]?[0-9]{0,3}\\^{0,2}") {
        read_everything(&options(&[]), &text);
    }

    #[test]
    fn text_that_looks_like_a_layout_is_read_or_refused(text in "([0-9]{1,2}@[a-zA-Zé][0-9]{1,3}(r[0-5])?[ ,;]){0,12}") {
        read_everything(&options(&[("layout", "maze")]), &text);
    }

    #[test]
    fn a_spoiled_set_file_is_read_or_refused(at in 0..2_200_usize, spoiled in any::<char>()) {
        let mut file: Vec<char> = Kumata::STANDARD_SET.chars().collect();
        let at = at % file.len();
        file[at] = spoiled;
        read_everything(&options(&[]), &file.into_iter().collect::<String>());
    }

    #[test]
    fn a_legal_move_has_one_canonical_spelling_and_others(sample in 0..8_usize, seed: u64, plies in 0..90_usize) {
        let position = random_position(sample, seed, plies);
        for mv in position.legal_moves() {
            let canonical = Kumata::write_move(&position, mv);
            prop_assert_eq!(Kumata::read_move(&position, &canonical), Ok(mv));
            for spelling in other_spellings(mv, &canonical) {
                prop_assert_eq!(Kumata::read_move(&position, &spelling), Ok(mv), "{} for {}", spelling, canonical);
            }
        }
        let spellings: HashSet<_> = legal(&position).into_iter().collect();
        prop_assert_eq!(spellings.len(), position.legal_moves().len());
    }

    #[test]
    fn whatever_is_read_is_written_and_read_again_as_the_same(text in "[0-4]-[0-4]:?[a-z][1-9][0-9]?[a-z][1-9][0-9]?\\^?") {
        let position = start(&options(&[]), 1);
        let mv = read(&position, &text);
        let canonical = Kumata::write_move(&position, mv);
        prop_assert_eq!(read(&position, &canonical), mv);
        prop_assert_eq!(Kumata::write_move(&position, read(&position, &canonical)), canonical);
    }

    #[test]
    fn a_move_that_can_be_read_is_checked_without_harm(sample in 0..8_usize, seed: u64, plies in 0..90_usize, text in "[0-4]-[0-4]:[a-h][1-8][a-h][1-8]\\^?|p[0-9]{1,3}|\\+[0-4]-[0-4]") {
        let position = random_position(sample, seed, plies);
        if let Ok(mv) = Kumata::read_move(&position, &text) {
            prop_assert_eq!(position.is_legal(mv), position.legal_moves().contains(&mv), "{}", text);
        }
    }

    #[test]
    fn every_random_layout_is_read_as_it_is_written(sample in 0..8_usize, seed: u64) {
        let options = &crate::common::all_samples()[sample];
        let layout = <Layout as Setup<_>>::random(options, &mut TestDice::new(seed));
        prop_assert_eq!(<Layout as Setup<_>>::read(options, &layout.to_string()), Ok(layout));
    }
}

/// Gives a text to every reader; each must take it or say in both languages why not.
fn read_everything(options: &Options, text: &str) {
    let position = start(options, 1);
    if let Err(problem) = Kumata::read_move(&position, text) {
        assert_in_both_languages(&problem);
    }
    if let Err(problem) = <Layout as Setup<_>>::read(options, text) {
        assert_in_both_languages(&problem);
    }
    if let Err(error) = Kumata::read_set(text) {
        assert_in_both_languages(&error.text());
    }
}

#[test]
fn a_double_has_its_parcels_in_ascending_order() {
    let position = start(&options(&[]), 1);
    let canonical = |text: &str| Kumata::write_move(&position, read(&position, text));
    assert_eq!(canonical("2-2:d4c4"), "2-2:c4d4");
    assert_eq!(canonical("2-2:c5c4^"), "2-2:c4c5^");
    assert_eq!(canonical("2-2:b10a2"), "2-2:a2b10", "by the letter first");
    assert_eq!(canonical("2-2:a10a9"), "2-2:a9a10", "then by the number, not digit by digit");
    assert_eq!(canonical("3-2:d4c4"), "3-2:d4c4", "other dominoes keep their first value on their first parcel");
}

#[test]
fn moves_are_told_apart_by_every_detail() {
    let position = start(&options(&[]), 1);
    let all = ["3-2:c4d4", "3-2:d4c4", "3-2:c4d4^", "3-1:c4d4", "3-2:c4c5", "p1", "p2", "+3-2", "+3-1"];
    let read: HashSet<_> = all.iter().map(|text| read(&position, text)).collect();
    assert_eq!(read.len(), all.len());
}

#[test]
fn a_lay_says_where_each_value_goes() {
    let position = start(&options(&[]), 1);
    let Move::Lay(lay) = read(&position, "2-3:c4d4^") else { panic!("not a lay") };
    assert_eq!(
        (lay.domino().to_string(), lay.squares().map(|square| square.to_string())),
        ("3-2".into(), ["d4".into(), "c4".into()])
    );
    assert!(lay.totem());
    let [first, second] = lay.squares();
    assert_eq!(Lay::new(lay.domino(), first, second, true), lay);
}
