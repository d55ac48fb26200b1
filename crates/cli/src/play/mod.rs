//! `tablee play` and `tablee resume`: a game in the terminal.
//!
//! | file | what is in it |
//! |---|---|
//! | `new_game.rs` | `tablee play`: who plays, the shuffle, the first save |
//! | `resume.rs` | `tablee resume` |
//! | `terminal_game.rs` | the game from then on: turns, what people type, the count at the end |
//! | `telling.rs` | what a ply brought, and what everyone should notice about it |
//! | `words.rs` | what people can type |
//! | `bots.rs` | the bots at the table |
//! | `input.rs` | lines from a terminal or from a pipe |
//! | `save.rs` | files that are written completely or not at all |

mod bots;
mod input;
mod new_game;
mod resume;
pub mod save;
mod telling;
mod terminal_game;
mod words;

pub use new_game::Play;
pub use resume::Resume;

use tablee_core::{Game, Ink, Lang, Text, text};
use tablee_games::shuffle::{Bytes32, Commitment, FairDice, Seed};

use crate::failure::Failure;
use crate::show::{inked, print_line};

/// The name of the game, and the commitment to its shuffle.
fn announce<G: Game>(commitment: Option<Commitment>, lang: Lang) -> Result<(), Failure> {
    print_line(inked(Ink::Strong, G::NAME))?;
    let Some(commitment) = commitment else { return Ok(()) };
    let said = text!(
        "The shuffle is fixed: the SHA-256 of its seed is {commitment}",
        "Le mélange est fixé : le SHA-256 de sa graine est {commitment}"
    );
    print_line(said.say(lang))
}

fn secret_seed() -> Result<Seed, Text> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        text!("the system provides no random numbers: {error}", "le système ne fournit pas de nombres aléatoires")
    })?;
    Ok(Bytes32(bytes))
}

/// The random numbers of the bots. They are separate, so that bots neither know nor change the shuffle.
fn bot_dice(seed: Option<&str>) -> Result<FairDice, Text> {
    let seed = seed.map_or_else(secret_seed, |word| Ok(Bytes32::from_words(&format!("bots {word}"))))?;
    Ok(FairDice::new(&seed, &[]))
}
