//! The contract of lessons: every step can be played as it says.

use std::collections::HashSet;

use super::sample_options;
use crate::lesson::{Goal, Lesson, Lessons, Step};
use crate::{Label, Lang, OptionSpec, OptionValues, Play, Position, Setup, Turn};

/// Plays every step of a game's lesson.
///
/// # Panics
/// With what is broken, and the step.
pub fn keep_lessons<G: Lessons>() {
    let Lesson { options, setup, steps, tips } = G::LESSON;
    let values = options.iter().fold(OptionValues::new(), |values, (name, value)| {
        let spec = G::OPTIONS.iter().find(|spec: &&OptionSpec| spec.name == *name).expect("a lesson uses known options");
        values.with(spec.name, spec.read(value).expect("a lesson uses possible values"))
    });
    let options = sample_options::<G>(&values);
    let setup = G::Setup::read(&options, setup).expect("the setup of a lesson can be read");
    let start = G::start(&options, &setup);
    keep_tips(&tips);
    let mut titles = HashSet::new();
    for step in steps {
        keep_texts(step);
        let Label { en, fr } = step.title;
        assert!(titles.insert((Lang::En, en)) & titles.insert((Lang::Fr, fr)), "two steps are called {en:?}, or {fr:?}");
        let mut position = start.clone();
        for spelling in step.moves() {
            keep_move::<G>(&position, spelling, en);
            let mv = G::read_move(&position, spelling).expect("it was read just now");
            position.play_unchecked(mv);
        }
        assert!(matches!(position.turn(), Turn::Seat(_)), "it is nobody's turn in {en:?}");
        if let Goal::Moves { moves, .. } = step.goal {
            assert!(!moves.is_empty(), "no move reaches the goal of {en:?}");
            moves.iter().for_each(|spelling| keep_move::<G>(&position, spelling, en));
            assert!(moves.len() < position.legal_moves().len() || moves.len() == 1, "every move reaches the goal of {en:?}");
        }
    }
}

/// A move of a lesson is legal where it is played, and spelled as the game spells it.
fn keep_move<G: Lessons>(position: &G::Position, spelling: &str, step: &str) {
    let mv =
        G::read_move(position, spelling).unwrap_or_else(|problem| panic!("{spelling} is not a move: {problem}, in {step:?}"));
    assert!(position.is_legal(mv), "{spelling} is not legal: {:?}, in {step:?}", position.check(mv));
    assert_eq!(G::write_move(position, mv), spelling, "another spelling, in {step:?}");
}

fn keep_texts(step: &Step) {
    let mut texts = vec![step.title, step.say];
    match step.goal {
        Goal::Read => {}
        Goal::Any { done } => texts.push(done),
        Goal::Moves { done, otherwise, .. } => texts.extend([done, otherwise]),
    }
    for Label { en, fr } in texts {
        assert!(!en.trim().is_empty() && !fr.trim().is_empty(), "an empty text in {:?}", step.title);
        keep_french(fr);
    }
}

/// Longer tips would cover the table.
const LONGEST_TIP: usize = 130;

/// Tips are short, say different things, and name no clause.
fn keep_tips(tips: &[Label]) {
    for (number, Label { en, fr }) in tips.iter().enumerate() {
        for text in [en, fr] {
            let length = text.chars().count();
            assert!((1..=LONGEST_TIP).contains(&length) && !text.contains('('), "{length} characters, or a clause: {text:?}");
        }
        assert!(tips[..number].iter().all(|other| other.en != *en && other.fr != *fr), "{en:?} is said twice");
        keep_french(fr);
    }
}

/// Checks the no-break space before double punctuation in French, which is easily forgotten.
fn keep_french(text: &str) {
    for (at, sign) in text.char_indices().filter(|(_, c)| ":;?!»".contains(*c)) {
        assert!(text[..at].ends_with([' ', '\u{a0}', '\u{202f}']), "no space before {sign} in {text:?}");
    }
}
