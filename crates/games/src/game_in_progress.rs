//! A game in progress: its players, its plies, and undo.

use tablee_core::data::Item;
use tablee_core::game::MoveOf;
use tablee_core::lang::quote;
use tablee_core::{Dice, Game, Outcome, Play, Position, Refusal, Seat, Setup, Text, Turn, text};

use crate::GameId;
use crate::counts::Counts;
use crate::departures::{self, Departure, DepartureReason};
use crate::options::{all_values, standard_set};
use crate::record::{Ply, Record, SetupLine};
use crate::shuffle::{FairDice, Seed, Shuffle};

/// The player on a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// A person, by name.
    Human(String),
    /// A bot, by its name: `level3`.
    Bot(String),
}

impl Player {
    /// The name of the person or the bot.
    pub fn name(&self) -> &str {
        match self {
            Player::Human(name) | Player::Bot(name) => name,
        }
    }
}

/// Checks a name for use in records and on screens.
///
/// # Errors
/// If it is too long, or has control characters.
pub fn check_name(name: &str) -> Result<&str, Text> {
    const LONGEST: usize = 80;
    if name.chars().count() > LONGEST || name.chars().any(char::is_control) {
        let name = quote(name);
        return Err(text!(
            "{name} is not a name of at most {LONGEST} letters",
            "{name} n’est pas un nom d’au plus {LONGEST} lettres"
        ));
    }
    Ok(name)
}

/// Where the setup of a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled<S> {
    /// From the shuffle, whose seed is known here.
    Shuffled,
    /// From a shuffle whose seed is still secret: this is its result.
    Told(S),
    /// The players laid it themselves.
    Laid(S),
}

impl<S> Settled<S> {
    /// Converts the setup.
    ///
    /// # Errors
    /// The error of the conversion.
    pub fn try_map<T, E>(self, form: impl FnOnce(S) -> Result<T, E>) -> Result<Settled<T>, E> {
        Ok(match self {
            Settled::Shuffled => Settled::Shuffled,
            Settled::Told(setup) => Settled::Told(form(setup)?),
            Settled::Laid(setup) => Settled::Laid(form(setup)?),
        })
    }
}

/// The state before a ply.
#[derive(Clone, Debug)]
struct Before<G: Game> {
    position: G::Position,
    dice: Option<FairDice>,
}

/// A game in progress, from its first ply on.
#[derive(Clone, Debug)]
pub struct GameInProgress<G: Game> {
    options: G::Options,
    setup: G::Setup,
    /// Whether the players laid the setup themselves, instead of the shuffle.
    laid: bool,
    players: Vec<Player>,
    shuffle: Option<Shuffle>,
    dice: Option<FairDice>,
    position: G::Position,
    /// The plies, each with the state before it. That is boxed, because positions can be large, and a vector that grows
    /// copies what is in it.
    past: Vec<(MoveOf<G>, Box<Before<G>>)>,
    /// The players who have left, in order.
    departures: Vec<Departure>,
}

impl<G: Game> GameInProgress<G> {
    /// Begins a game. Without a shuffle, the players enter the setup and all draws.
    ///
    /// # Errors
    /// If a game that needs a setup has neither a setup nor a shuffle, or if there is not one player per seat.
    pub fn begin(
        options: G::Options,
        players: Vec<Player>,
        shuffle: Option<Shuffle>,
        settled: Settled<G::Setup>,
    ) -> Result<GameInProgress<G>, Text> {
        let mut dice = shuffle.as_ref().and_then(Shuffle::dice);
        let by_players = matches!(settled, Settled::Laid(_));
        let setup = match (settled, &mut dice) {
            (Settled::Told(setup) | Settled::Laid(setup), _) => setup,
            (Settled::Shuffled, Some(dice)) => G::Setup::random(&options, dice),
            (Settled::Shuffled, None) => G::Setup::read(&options, "")?,
        };
        let position = G::start(&options, &setup);
        let (seats, here) = (position.seats(), players.len());
        if seats != here {
            return Err(text!("there are {seats} seats and {here} players", "il y a {seats} places et {here} joueurs"));
        }
        Ok(GameInProgress {
            options,
            setup,
            laid: by_players,
            players,
            shuffle,
            dice,
            position,
            past: Vec::new(),
            departures: Vec::new(),
        })
    }

    /// The options that the game is played with, completed and checked.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// What was settled before the first ply.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The players by seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The shuffle; none if the players enter the draws.
    pub fn shuffle(&self) -> Option<&Shuffle> {
        self.shuffle.as_ref()
    }

    /// The current position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The players who have left, in order.
    pub fn departures(&self) -> &[Departure] {
        &self.departures
    }

    /// The players who had left after this many plies.
    pub fn departures_until(&self, plies: usize) -> &[Departure] {
        &self.departures[..self.departures.partition_point(|departure| departure.after <= plies)]
    }

    /// Whether the game is over: by its rules, or because only one side or no person is left.
    pub fn is_over(&self) -> bool {
        self.position.is_over()
            || departures::end_the_game(&self.departures, &departures::sides_of(&self.position), &self.players)
    }

    /// Score and places as if the game ended after this many plies. Sides that have left come last.
    pub fn outcome_after(&self, plies: usize) -> Option<Outcome> {
        let position = self.position_after(plies)?;
        Some(departures::outcome(position.outcome(), self.departures_until(plies), &departures::sides_of(position)))
    }

    /// Score and places as if the game ended now. Sides that have left come last.
    pub fn outcome(&self) -> Outcome {
        departures::outcome(self.position.outcome(), &self.departures, &departures::sides_of(&self.position))
    }

    /// A player leaves the game.
    ///
    /// # Errors
    /// If there is no such seat, its player has left before, or the game is over.
    pub fn leave(&mut self, seat: Seat, why: DepartureReason) -> Result<(), Text> {
        if seat.number() >= self.players.len() {
            return Err(text!("there is no seat {seat}", "il n’y a pas de place {seat}"));
        }
        if self.departures.iter().any(|departure| departure.seat == seat) {
            return Err(text!("the player of seat {seat} has left already", "le joueur de la place {seat} est déjà parti"));
        }
        if self.is_over() {
            return Err(text!("the game is over", "la partie est terminée"));
        }
        self.departures.push(Departure { after: self.past.len(), seat, why, bot: None });
        Ok(())
    }

    /// A bot plays on for a seat whose player has left. Returns whether there is such a seat.
    pub fn replace(&mut self, seat: Seat, bot: &str) -> bool {
        let departure = self.departures.iter_mut().find(|departure| departure.seat == seat);
        departure.map(|departure| departure.bot = Some(bot.to_owned())).is_some()
    }

    /// The plies in order, each with the position that it was played in.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = (MoveOf<G>, &G::Position)> + ExactSizeIterator {
        self.past.iter().map(|(mv, before)| (*mv, &before.position))
    }

    /// The ply of this number, from 0, with the position that it was played in.
    pub fn ply(&self, number: usize) -> Option<(MoveOf<G>, &G::Position)> {
        self.past.get(number).map(|(mv, before)| (*mv, &before.position))
    }

    /// The position after this many plies; none if fewer have been played.
    pub fn position_after(&self, plies: usize) -> Option<&G::Position> {
        if plies == self.past.len() { Some(&self.position) } else { self.ply(plies).map(|(_, before)| before) }
    }

    /// Plays a move of the seat to move; also a draw, if people enter draws.
    ///
    /// # Errors
    /// The clause that the move breaks. Then nothing has changed.
    pub fn play(&mut self, mv: MoveOf<G>) -> Result<(), <G::Position as Position>::Illegal> {
        self.position.check(mv)?;
        self.commit(mv, self.dice.clone());
        Ok(())
    }

    /// Lets the shuffle draw, if it is the turn of chance and the seed is known.
    pub fn draw(&mut self) -> Option<MoveOf<G>> {
        if self.position.turn() != Turn::Chance {
            return None;
        }
        let before = self.dice.clone();
        let mv = fair_draw::<G>(&self.position, self.dice.as_mut()?);
        self.commit(mv, before);
        Some(mv)
    }

    /// Adds the seed at the end, if it matches the commitment; returns whether it does. From then on the record has it,
    /// and all draws can be checked.
    pub fn reveal(&mut self, seed: Seed) -> bool {
        let kept = self.shuffle.as_ref().is_some_and(|shuffle| seed.commitment() == shuffle.commitment);
        if let Some(shuffle) = self.shuffle.as_mut().filter(|_| kept) {
            shuffle.reveal = Some(seed);
        }
        kept
    }

    fn commit(&mut self, mv: MoveOf<G>, dice_before: Option<FairDice>) {
        let before = Box::new(Before { position: self.position.clone(), dice: dice_before });
        self.position.play_unchecked(mv);
        self.past.push((mv, before));
    }

    /// Undoes the last ply, and restores the dice: played again, the same is drawn.
    pub fn undo(&mut self) -> Option<MoveOf<G>> {
        let (mv, before) = self.past.pop()?;
        (self.position, self.dice) = (before.position, before.dice);
        // An undo does not bring a player back.
        let plies = self.past.len();
        self.departures.iter_mut().for_each(|departure| departure.after = departure.after.min(plies));
        Some(mv)
    }

    /// The game so far as a record. It has the seed if that is known here, because a saved game must be able to go on.
    pub fn record(&self) -> Record {
        let options = all_values::<G>(&self.options);
        let set = G::set(&self.options);
        let house = standard_set::<G>() == *set;
        let plies = self.past().map(|(mv, before)| {
            let who = match before.turn() {
                Turn::Seat(seat) => Some(Some(seat)),
                Turn::Chance | Turn::Over => Some(None),
            };
            Ply { who, spelling: G::write_move(before, mv) }
        });
        Record {
            game: GameId::from_name(G::ID).expect("every game is in the catalogue"),
            options,
            set: (!house).then(|| Item { value: G::write_set(set), line: 0 }),
            players: self.players.clone(),
            setup: Item { value: SetupLine { line: self.setup.write(&self.options), laid: self.laid }, line: 0 },
            shuffle: self.shuffle.clone().map(|value| Item { value, line: 0 }),
            plies: plies.map(|value| Item { value, line: 0 }).collect(),
            departures: self.departures.iter().map(|departure| Item { value: departure.clone(), line: 0 }).collect(),
            outcome: self.is_over().then(|| Item { value: self.outcome(), line: 0 }),
        }
    }
}

/// Every legal move with its canonical spelling, in ascending byte order of the spelling.
pub fn spelled_moves<G: Game>(position: &G::Position) -> Vec<(String, MoveOf<G>)> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(|mv| (G::write_move(position, mv), mv)).collect();
    moves.sort_unstable();
    moves
}

/// The sentence that refuses a move, with its clause.
pub fn refusal(illegal: &impl Refusal) -> Text {
    let (clause, Text { en, fr }) = (illegal.clause(), illegal.text());
    text!("{en} ({clause})", "{fr} ({clause})")
}

/// Draws with dice: the n-th possible draw in ascending order of spelling, which is public and the same in every
/// program.
pub(crate) fn fair_draw<G: Game>(position: &G::Position, dice: &mut FairDice) -> MoveOf<G> {
    Counts::add_thrown();
    let draws = spelled_moves::<G>(position);
    draws[dice.below(draws.len() as u32) as usize].1
}
