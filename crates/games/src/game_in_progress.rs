//! A game being played: who sits where, what has been played, and how to take it back.

use tablee_core::data::Item;
use tablee_core::game::MoveOf;
use tablee_core::lang::quote;
use tablee_core::{Dice, Game, Play, Position, Refusal, Setup, Text, Turn, text};

use crate::GameId;
use crate::options::{all_values, house_set};
use crate::record::{Ply, Record, SetupLine};
use crate::shuffle::{FairDice, Seed, Shuffle};

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// A person, by name.
    Human(String),
    /// A program, by the name of its way of playing.
    Bot(String),
}

impl Player {
    /// The name, whoever it is.
    pub fn name(&self) -> &str {
        match self {
            Player::Human(name) | Player::Bot(name) => name,
        }
    }
}

/// A name that can stand in a record and on a screen.
///
/// # Errors
/// If it is too long, or holds what is no text.
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

/// How the setup of a game came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled<S> {
    /// By the shuffle, whose seed is known here.
    Shuffled,
    /// By a shuffle whose seed is still secret: this is what came of it.
    Told(S),
    /// The players laid it themselves.
    Laid(S),
}

impl<S> Settled<S> {
    /// The same with the setup in another form.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn try_map<T, E>(self, form: impl FnOnce(S) -> Result<T, E>) -> Result<Settled<T>, E> {
        Ok(match self {
            Settled::Shuffled => Settled::Shuffled,
            Settled::Told(setup) => Settled::Told(form(setup)?),
            Settled::Laid(setup) => Settled::Laid(form(setup)?),
        })
    }
}

/// A game being played, from its first ply on.
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
    /// What has been played, each with the state before it.
    past: Vec<(MoveOf<G>, G::Position, Option<FairDice>)>,
}

impl<G: Game> GameInProgress<G> {
    /// Sits down to a game. Without a shuffle all draws are entered by the players, and so is the setup.
    ///
    /// # Errors
    /// If there is neither a shuffle nor a setup for a game that needs one, or not a player for each seat.
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
        Ok(GameInProgress { options, setup, laid: by_players, players, shuffle, dice, position, past: Vec::new() })
    }

    /// The options.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// What was settled before the first ply.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Who sits where.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The shuffle, if the program draws.
    pub fn shuffle(&self) -> Option<&Shuffle> {
        self.shuffle.as_ref()
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// What has been played, in order, each with the position it was played in.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = (MoveOf<G>, &G::Position)> + ExactSizeIterator {
        self.past.iter().map(|(mv, before, _)| (*mv, before))
    }

    /// Plays a move of whoever is on turn; a draw too, if people enter it.
    ///
    /// # Errors
    /// The clause that the move breaks. Nothing has changed then.
    pub fn play(&mut self, mv: MoveOf<G>) -> Result<(), <G::Position as Position>::Illegal> {
        self.position.check(mv)?;
        self.commit(mv, self.dice.clone());
        Ok(())
    }

    /// Lets the shuffle draw, if chance is on turn and the seed is known.
    pub fn draw(&mut self) -> Option<MoveOf<G>> {
        if self.position.turn() != Turn::Chance {
            return None;
        }
        let before = self.dice.clone();
        let mv = fair_draw::<G>(&self.position, self.dice.as_mut()?);
        self.commit(mv, before);
        Some(mv)
    }

    /// Says at the end which seed it was; tells whether that is the one committed to. From then on it is in the record, where all draws can be
    /// checked against it.
    pub fn reveal(&mut self, seed: Seed) -> bool {
        let kept = self.shuffle.as_ref().is_some_and(|shuffle| seed.commitment() == shuffle.commitment);
        if let Some(shuffle) = self.shuffle.as_mut().filter(|_| kept) {
            shuffle.reveal = Some(seed);
        }
        kept
    }

    fn commit(&mut self, mv: MoveOf<G>, dice_before: Option<FairDice>) {
        let before = self.position.clone();
        self.position.play_unchecked(mv);
        self.past.push((mv, before, dice_before));
    }

    /// Takes the last ply back, the dice with it: played again, the same is drawn.
    pub fn take_back(&mut self) -> Option<MoveOf<G>> {
        let (mv, before, dice) = self.past.pop()?;
        self.position = before;
        self.dice = dice;
        Some(mv)
    }

    /// The game so far as a record. With the seed in it, if that is known here: a saved game must be able to go on.
    pub fn record(&self) -> Record {
        let options = all_values::<G>(&self.options);
        let set = G::set(&self.options);
        let house = house_set::<G>() == *set;
        let plies = self.past.iter().map(|(mv, before, _)| {
            let who = match before.turn() {
                Turn::Seat(seat) => Some(Some(seat)),
                Turn::Chance | Turn::Over => Some(None),
            };
            Ply { who, spelling: G::write_move(before, *mv) }
        });
        Record {
            game: GameId::from_name(G::ID).expect("every game is in the catalogue"),
            options,
            set: (!house).then(|| Item { value: G::write_set(set), line: 0 }),
            players: self.players.clone(),
            setup: Item { value: SetupLine { line: self.setup.write(&self.options), laid: self.laid }, line: 0 },
            shuffle: self.shuffle.clone().map(|value| Item { value, line: 0 }),
            plies: plies.map(|value| Item { value, line: 0 }).collect(),
            outcome: self.position.is_over().then(|| Item { value: self.position.outcome(), line: 0 }),
        }
    }
}

/// Every legal move with its canonical spelling, in ascending byte order of the spelling.
pub fn spelled_moves<G: Game>(position: &G::Position) -> Vec<(String, MoveOf<G>)> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(|mv| (G::write_move(position, mv), mv)).collect();
    moves.sort_unstable();
    moves
}

/// Why a move is refused, with its clause, as a sentence.
pub fn refusal(illegal: &impl Refusal) -> Text {
    let (clause, Text { en, fr }) = (illegal.clause(), illegal.text());
    text!("{en} ({clause})", "{fr} ({clause})")
}

/// What the dice draw: the n-th possible draw in the order of their spelling, which is public and the same in every program.
pub(crate) fn fair_draw<G: Game>(position: &G::Position, dice: &mut FairDice) -> MoveOf<G> {
    let draws = spelled_moves::<G>(position);
    draws[dice.below(draws.len() as u32) as usize].1
}
