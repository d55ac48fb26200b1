//! The first lesson of each game.

use tablee_core::lesson::{Lesson, Step};
use tablee_core::{Label, Lessons, Text, text};
use tablee_games::{AnyGame, with_game};

use crate::catalogue::{Pairs, game};
use crate::request::{GameRequest, PlayerRequest, begin};

/// The steps of a game's lesson.
///
/// # Errors
/// If there is no such game.
pub fn lesson(game_id: &str) -> Result<&'static [Step], Text> {
    with_game!(game(game_id)?, G => Ok(<G as Lessons>::LESSON.steps))
}

/// What to tell someone during their first moves in a real game, one text for each move.
///
/// # Errors
/// If there is no such game.
pub fn tips(game_id: &str) -> Result<[Label; 3], Text> {
    with_game!(game(game_id)?, G => Ok(<G as Lessons>::LESSON.tips))
}

/// The table of one step, counted from 0. The learner has every seat. Draws are entered: a lesson
/// knows what comes.
///
/// # Errors
/// If there is no such game or step.
pub fn lesson_table(game_id: &str, step: usize) -> Result<Box<dyn AnyGame>, Text> {
    with_game!(game(game_id)?, G => step_table::<G>(step))
}

fn step_table<G: Lessons>(number: usize) -> Result<Box<dyn AnyGame>, Text> {
    let Lesson { options, setup, steps, .. } = G::LESSON;
    let Some(step) = steps.get(number) else {
        let (name, here) = (G::NAME, steps.len());
        return Err(text!(
            "the lesson of {name} has {here} steps, from 0; there is no {number}",
            "la leçon de {name} a {here} étapes, à partir de 0 ; il n’y a pas de {number}"
        ));
    };
    let options: Pairs = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let seats = options.iter().find(|(name, _)| name == "players").and_then(|(_, players)| players.parse().ok()).unwrap_or(2);
    let learner = PlayerRequest { name: "you".to_owned(), bot: None };
    let mut table = begin(&GameRequest {
        game: G::ID.to_owned(),
        options: options.into_iter().collect(),
        players: vec![learner; seats],
        seed: None,
        setup: Some(setup.to_owned()),
        set: None,
    })?;
    step.moves().try_for_each(|mv| table.play(mv).map(drop))?;
    Ok(table)
}
