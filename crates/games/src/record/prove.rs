//! Replaying a record, and proving or disproving it.

use std::sync::Arc;

use tablee_core::data::{DataError, Item};
use tablee_core::lang::quote;

use tablee_core::{BySeat, Game, Outcome, Play, Position, Refusal, Seat, Setup, Text, Turn, text};

use super::{Ply, Record};
use crate::game_in_progress::{GameInProgress, Player, Settled, refusal};
use crate::options::{complete, standard_set};
use crate::shuffle::Shuffle;
use crate::{Departure, DepartureReason, GameId, with_game};

/// What a proof says about the draws of a game.
///
/// The terminal's JSON and the pages use the same names: `no_draws`, `entered`, `not_revealed`, `proven`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
pub enum ShuffleProof {
    /// Nothing is ever drawn in this game.
    NoDraws,
    /// The players entered all draws themselves, so there is nothing to prove.
    Entered,
    /// The seed is still secret.
    NotRevealed,
    /// The seed matches the commitment, and setup and draws follow from it.
    Proven,
}

impl ShuffleProof {
    /// The same as one sentence.
    pub fn text(self) -> Text {
        match self {
            ShuffleProof::NoDraws => text!("Nothing is drawn in this game.", "Rien n’est tiré au sort dans ce jeu."),
            ShuffleProof::Entered => text!("The players entered the draws.", "Les joueurs ont saisi les tirages."),
            ShuffleProof::NotRevealed => {
                text!("The seed of the shuffle is not revealed yet.", "La graine du mélange n’est pas encore révélée.")
            }
            ShuffleProof::Proven => text!(
                "The shuffle is proven: the seed matches the commitment made before the first draw, and all draws follow from it.",
                "Le mélange est prouvé : la graine correspond à l’engagement pris avant le premier tirage, et tous les tirages en découlent."
            ),
        }
    }
}

/// What is proven about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The game that was played.
    pub game: GameId,
    /// The number of plies, draws included; all are legal.
    pub plies: usize,
    /// How many of them are draws.
    pub draws: usize,
    /// The final count, if the game is over.
    pub outcome: Option<Outcome>,
    /// Why the last player left, if that ended the game.
    pub ended_by: Option<DepartureReason>,
    /// What is proven about the draws.
    pub shuffle: ShuffleProof,
}

/// Proves a record: its options, its setup, every move and draw, and the final count.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn prove(record: &Record) -> Result<Proof, DataError> {
    with_game!(record.game, G => prove_game::<G>(record))
}

fn prove_game<G: Game>(record: &Record) -> Result<Proof, DataError> {
    let game = replay::<G>(record)?;
    let shuffle = match &record.shuffle {
        None if !G::CHANCE => ShuffleProof::NoDraws,
        None => ShuffleProof::Entered,
        Some(shuffle) if shuffle.value.reveal.is_none() => ShuffleProof::NotRevealed,
        Some(_) => ShuffleProof::Proven,
    };
    let position = game.position();
    let outcome = game.is_over().then(|| game.outcome());
    let ended_by = game.departures().last().filter(|_| game.is_over() && !position.is_over()).map(|departure| departure.why);
    let draws = game.past().filter(|(_, before)| before.turn() == Turn::Chance).count();
    Ok(Proof { game: record.game, plies: record.plies.len(), draws, outcome, ended_by, shuffle })
}

/// Replays a record, and checks everything on the way.
///
/// # Errors
/// The first line that is wrong, and why.
///
/// # Panics
/// If the record is of another game.
pub fn replay<G: Game>(record: &Record) -> Result<GameInProgress<G>, DataError> {
    assert_eq!(record.game.name(), G::ID, "a record is played again as its own game");
    let mut game = begin::<G>(record)?;
    let seeded = record.shuffle.as_ref().is_some_and(|shuffle| shuffle.value.reveal.is_some());
    let mut departures = record.departures.iter().peekable();
    for (number, ply) in record.plies.iter().enumerate() {
        while let Some(departure) = departures.next_if(|departure| departure.value.after <= number) {
            leave(&mut game, departure)?;
        }
        let wrong = |problem| DataError { line: ply.line, problem };
        check_departed(&game).map_err(wrong)?;
        let position = game.position();
        check_turn(&ply.value, position.turn()).map_err(wrong)?;
        let mv = G::read_move(position, &ply.value.spelling).map_err(wrong)?;
        position.check(mv).map_err(|illegal| wrong(refused(&illegal, &ply.value.spelling)))?;
        if seeded && position.turn() == Turn::Chance {
            let (written, before) = (G::write_move(position, mv), position.clone());
            let drawn = game.draw().map_or(String::new(), |drawn| G::write_move(&before, drawn));
            if drawn != written {
                return Err(wrong(text!(
                    "the shuffle draws {drawn} here, not {written}",
                    "le mélange tire {drawn} ici, pas {written}"
                )));
            }
        } else {
            game.play(mv).map_err(|illegal| wrong(refused(&illegal, &ply.value.spelling)))?;
        }
    }
    departures.try_for_each(|departure| leave(&mut game, departure))?;
    check_outcome(record, &game)?;
    Ok(game)
}

/// A player of the record leaves, or comes back.
fn leave<G: Game>(game: &mut GameInProgress<G>, departure: &Item<Departure>) -> Result<(), DataError> {
    let Departure { seat, why, bot, .. } = &departure.value;
    let done = if *why == DepartureReason::Back { game.come_back(*seat) } else { game.leave(*seat, *why) };
    done.map_err(|problem| DataError { line: departure.line.max(1), problem })?;
    if let Some(bot) = bot {
        game.replace(*seat, bot);
    }
    Ok(())
}

/// Whether a ply may follow: not after the end, and not of a player who has left without a bot in their place.
fn check_departed<G: Game>(game: &GameInProgress<G>) -> Result<(), Text> {
    let turn = game.position().turn();
    // A ply after the end by the rules is refused later, with the clause that ended the game.
    if turn != Turn::Over && game.is_over() {
        return Err(text!(
            "the game is over here, because too few players are left",
            "la partie est finie ici, faute de joueurs"
        ));
    }
    match game.departures().iter().rfind(|departure| turn == Turn::Seat(departure.seat)) {
        Some(Departure { seat, bot: None, why, .. }) if *why != DepartureReason::Back => Err(text!(
            "the player of seat {seat} has left, and no bot plays on",
            "le joueur de la place {seat} est parti, et aucun robot ne joue à sa place"
        )),
        _ => Ok(()),
    }
}

fn begin<G: Game>(record: &Record) -> Result<GameInProgress<G>, DataError> {
    let at = |line: usize| move |problem| DataError { line: line.max(1), problem };
    let set = match &record.set {
        None => standard_set::<G>(),
        // The line inside the embedded file, counted in the record.
        Some(set) => Arc::new(G::read_set(&set.value).map_err(|error| DataError { line: set.line + error.line - 1, ..error })?),
    };
    let header = record.set.as_ref().map_or(1, |set| set.line);
    let options = complete::<G>(&record.options, set).map_err(at(header))?;
    let seats = G::option_values(&options).number("players", record.players.len() as i64);
    let players = if record.players.is_empty() {
        Seat::all(seats as usize).map(|seat| Player::Human(seat.to_string())).collect()
    } else {
        record.players.clone()
    };

    let setup = &record.setup;
    let given = G::Setup::read(&options, &setup.value.line).map_err(at(setup.line))?;
    let shuffle = record.shuffle.as_ref().map(|shuffle| &shuffle.value);
    let salts = shuffle.map_or(&[][..], |shuffle| &shuffle.salts);
    if let Some(salt) = salts.iter().find(|salt| salt.seat.number() >= players.len()) {
        let (line, seat) = (record.shuffle.as_ref().map_or(1, |shuffle| shuffle.line), salt.seat);
        return Err(at(line)(text!(
            "there is a salt for seat {seat}, but no such seat",
            "il y a un sel pour la place {seat}, qui n’existe pas"
        )));
    }
    if shuffle.and_then(Shuffle::keeps_its_word) == Some(false) {
        let line = record.shuffle.as_ref().map_or(1, |shuffle| shuffle.line);
        return Err(at(line)(text!(
            "the seed revealed at the end is not the one committed to: its SHA-256 differs",
            "la graine révélée à la fin n’est pas celle de l’engagement : son SHA-256 est différent"
        )));
    }
    let settled = match (setup.value.laid, shuffle.is_some_and(|shuffle| shuffle.reveal.is_some())) {
        (true, _) => Settled::Laid(given.clone()),
        (false, false) => Settled::Told(given.clone()),
        (false, true) => Settled::Shuffled,
    };
    let game = GameInProgress::<G>::begin(options.clone(), players, shuffle.cloned(), settled).map_err(at(setup.line))?;
    let (ours, theirs) = (game.setup().write(&options), given.write(&options));
    if ours != theirs {
        return Err(at(setup.line)(text!(
            "the shuffle gives another setup: {ours}",
            "le mélange donne une autre mise en place : {ours}"
        )));
    }
    Ok(game)
}

fn refused(illegal: &impl Refusal, spelling: &str) -> Text {
    let (spelling, Text { en, fr }) = (quote(spelling), refusal(illegal));
    text!("{spelling} is not legal: {en}", "{spelling} n’est pas permis : {fr}")
}

fn check_turn(ply: &Ply, turn: Turn) -> Result<(), Text> {
    let name = |who: Option<Seat>| match who {
        Some(seat) => text!("seat {seat}", "la place {seat}"),
        None => text!("chance", "le hasard"),
    };
    let to_move = match turn {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => None,
        // A ply after the end is refused later, with the clause that ended the game.
        Turn::Over => return Ok(()),
    };
    match ply.who {
        Some(who) if who != to_move => {
            let due = match to_move {
                Some(seat) => text!("seat {seat}", "à la place {seat}"),
                None => text!("chance", "au hasard"),
            };
            let (who, (due_en, due_fr)) = (name(who), (due.en, due.fr));
            let (who_en, who_fr) = (who.en, who.fr);
            Err(text!("{who_en} moves here, but it is the turn of {due_en}", "{who_fr} joue ici, mais c’est {due_fr} de jouer"))
        }
        _ => Ok(()),
    }
}

/// Numbers by seat, as the lines of a record have them.
fn spaced(values: &BySeat<impl ToString>) -> String {
    values.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn check_outcome<G: Game>(record: &Record, game: &GameInProgress<G>) -> Result<(), DataError> {
    let last_ply = record.plies.last().map_or(record.setup.line, |ply| ply.line);
    let last = record.departures.last().map_or(last_ply, |departure| departure.line.max(last_ply));
    let missing = |problem| Err(DataError { line: last.max(1), problem });
    let Some(told) = &record.outcome else {
        if game.is_over() {
            return missing(text!(
                "the game is over here, and the result is missing",
                "la partie est finie ici, et le résultat manque"
            ));
        }
        return Ok(());
    };
    let wrong = |problem| DataError { line: told.line, problem };
    if !game.is_over() {
        return Err(wrong(text!(
            "there is a result, but the game is not over",
            "il y a un résultat, mais la partie n’est pas finie"
        )));
    }
    let counted = game.outcome();
    if told.value != counted {
        let (score, place) = (spaced(&counted.score), spaced(&counted.place));
        return Err(wrong(text!(
            "the final count differs: `score {score}`, `place {place}`",
            "le décompte final est différent : `score {score}`, `place {place}`"
        )));
    }
    if record.shuffle.as_ref().is_some_and(|shuffle| shuffle.value.reveal.is_none()) {
        return missing(text!(
            "the game is over, and the seed of the shuffle is not revealed",
            "la partie est finie, et la graine du mélange n’est pas révélée"
        ));
    }
    Ok(())
}
