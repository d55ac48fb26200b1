//! A game in progress without its type, for code that handles all games alike.

use std::collections::BTreeMap;
use std::sync::Arc;

use tablee_core::form::form;
use tablee_core::game::MoveOf;
use tablee_core::scene::{Cell, Target, scene, targets};
use tablee_core::telling::{Effect, WhyNot, effect, finished_table, why_not_posed};
use tablee_core::{BySeat, Forms, Game, OptionValues, Outcome, Play, Position, Scenic, Seat, Setup, Text, Turn};

use crate::counts::Counts;
use crate::departures::{Departure, DepartureReason};
use crate::game_in_progress::fair_draw;
use crate::game_view::{GameInfo, OptionView, PlayerView, PlyView, ProofView, TurnView, View};
use crate::options::{all_values, complete, find, standard_set};
use crate::record::{self, Record, prove, replay};
use crate::shuffle::{FairDice, Seed, Shuffle};
use crate::{GameId, GameInProgress, Player, Settled, fingerprint, refusal, spelled_moves, with_game};

/// Lists the first legal moves of a position, at most this many; see [`AnyGame::legal_moves`].
pub type ListMoves = Box<dyn FnOnce(usize) -> (usize, Vec<(String, Vec<i32>)>) + Send>;

/// A game in progress, without its type.
pub trait AnyGame: Send + Sync {
    /// What does not change during the game.
    fn info(&self) -> GameInfo;
    /// The view after this many plies; without a number, now.
    fn view(&self, ply: Option<usize>) -> View;
    /// The plies from this number on, counted from 0.
    fn history(&self, from: usize) -> Vec<PlyView>;
    /// Where a piece can be laid now.
    fn targets(&self, piece: &str) -> Vec<Target>;
    /// Where a piece in the hand of this seat could be laid, if it were its turn.
    fn targets_of(&self, seat: Seat, piece: &str) -> Vec<Target>;
    /// Why a piece cannot be laid on a cell; with a pose: as it is turned now.
    fn why_not(&self, piece: &str, cell: Cell, pose: Option<u32>) -> Option<WhyNot>;
    /// Why a piece in the hand of the player to move fits nowhere; none if it fits, or is not there.
    fn why_nowhere(&self, piece: &str) -> Option<Text>;
    /// What a move would bring; none if it is not legal.
    fn effect(&self, mv: &str) -> Option<Effect>;
    /// The seat to move, or chance, by the rules; `Over` at their end. Players who left do not change it: see `is_over`.
    fn turn(&self) -> Turn;
    /// The number of plies.
    fn plies(&self) -> usize;
    /// Whose turn it was at the ply of this number, from 0.
    fn turn_of(&self, ply: usize) -> Option<Turn>;
    /// Score and places as if the game ended now. Sides that have left come last.
    fn outcome(&self) -> Outcome;
    /// The players who have left, in order.
    fn departures(&self) -> &[Departure];
    /// A player leaves the game.
    ///
    /// # Errors
    /// If there is no such seat, its player has left before, or the game is over.
    fn leave(&mut self, seat: Seat, why: DepartureReason) -> Result<(), Text>;
    /// A bot plays on for a seat whose player has left. Returns whether there is such a seat.
    fn replace(&mut self, seat: Seat, bot: &str) -> bool;
    /// A player who has left comes back.
    fn come_back(&mut self, seat: Seat) -> Result<(), Text>;
    /// Whether the game is over: by its rules, or because only one side or no person is left.
    fn is_over(&self) -> bool;
    /// The side of each seat.
    fn sides(&self) -> BySeat<u8>;
    /// The position as one number, the same on every machine.
    fn fingerprint(&self) -> u32;
    /// How many legal moves (or possible draws) there are now, and the first `limit` of them, ascending by spelling: each with
    /// the score of every seat right after it.
    fn legal_moves(&self, limit: usize) -> (usize, Vec<(String, Vec<i32>)>);
    /// Lists the legal moves of the position as it is now, as [`AnyGame::legal_moves`] does, but later: on another thread,
    /// while the game goes on.
    fn legal_moves_later(&self) -> ListMoves;
    /// Plays a move, in any of its spellings; returns the canonical one.
    ///
    /// # Errors
    /// Why it is refused. Then nothing has changed.
    fn play(&mut self, mv: &str) -> Result<String, Text>;
    /// Lets the shuffle draw, if it is the turn of chance and the seed is known; returns the draw.
    fn draw(&mut self) -> Option<String>;
    /// The draw of dice that are kept elsewhere, in its canonical spelling. Nothing is played.
    fn fair_draw(&self, dice: &mut FairDice) -> Option<String>;
    /// Undoes the last ply; returns whether there was one.
    fn undo(&mut self) -> bool;
    /// Adds the seed at the end, if it matches the commitment; returns whether it does.
    fn reveal(&mut self, seed: Seed) -> bool;
    /// The game so far as a record.
    fn record(&self) -> String;
    /// What can be proven of the game so far.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn prove(&self) -> Result<ProofView, Text>;
}

/// A request for a new game.
#[derive(Clone, Debug)]
pub struct NewGame<'a> {
    /// The game to begin.
    pub game: GameId,
    /// Its options, as people write them; what is not named has its default.
    pub options: &'a [(String, String)],
    /// A set file, instead of the set that comes with the game.
    pub set: Option<&'a str>,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The shuffle; without one, the players enter all draws.
    pub shuffle: Option<Shuffle>,
    /// Where the setup comes from.
    pub settled: Settled<&'a str>,
}

/// Begins a new game.
///
/// # Errors
/// What is wrong with the request.
pub fn begin(request: NewGame) -> Result<Box<dyn AnyGame>, Text> {
    with_game!(request.game, G => begin_game::<G>(request))
}

fn begin_game<G: Scenic + Forms>(request: NewGame) -> Result<Box<dyn AnyGame>, Text> {
    let set = match request.set {
        None => standard_set::<G>(),
        Some(source) => Arc::new(G::read_set(source).map_err(|error| error.text())?),
    };
    let options = complete::<G>(&read_options::<G>(request.options)?, set)?;
    let settled = request.settled.try_map(|line| G::Setup::read(&options, line))?;
    let shuffle = request.shuffle.filter(|_| G::CHANCE);
    Ok(Box::new(GameInProgress::<G>::begin(options, request.players, shuffle, settled)?))
}

/// What is known of a game with its options, before anyone takes a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Every option with its value, defaults included.
    pub options: BTreeMap<String, String>,
    /// The number of seats.
    pub seats: usize,
    /// Whether anything is ever drawn.
    pub chance: bool,
}

/// Completes and checks the options of a game, with the set that comes with it.
///
/// # Errors
/// What is wrong with them.
pub fn plan(game: GameId, options: &[(String, String)]) -> Result<Plan, Text> {
    with_game!(game, G => plan_of::<G>(options))
}

fn plan_of<G: Scenic>(options: &[(String, String)]) -> Result<Plan, Text> {
    let options = complete::<G>(&read_options::<G>(options)?, standard_set::<G>())?;
    let values = all_values::<G>(&options);
    Ok(Plan {
        options: values.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect(),
        seats: G::looks(&options).len(),
        chance: G::CHANCE,
    })
}

/// The setup that dice give, for these options and the set that comes with the game.
///
/// # Errors
/// What is wrong with the options.
pub fn fair_setup(game: GameId, options: &[(String, String)], dice: &mut FairDice) -> Result<String, Text> {
    with_game!(game, G => fair_setup_of::<G>(options, dice))
}

fn fair_setup_of<G: Game>(options: &[(String, String)], dice: &mut FairDice) -> Result<String, Text> {
    let options = complete::<G>(&read_options::<G>(options)?, standard_set::<G>())?;
    Counts::add_thrown();
    Ok(G::Setup::random(&options, dice).write(&options))
}

/// Reads options as people write them.
///
/// # Errors
/// The first that the game does not have, or that has another kind of value.
pub fn read_options<G: Game>(pairs: &[(String, String)]) -> Result<OptionValues, Text> {
    pairs.iter().try_fold(OptionValues::new(), |values, (name, value)| {
        let spec = find::<G>(name)?;
        Ok(values.with(spec.name, spec.read(value)?))
    })
}

/// Reads a record.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn read_record(record: &str) -> Result<Record, Text> {
    record::read(record.as_bytes()).map_err(|error| error.text())
}

/// Opens a record, and proves it.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn open(record: &str) -> Result<Box<dyn AnyGame>, Text> {
    let record = read_record(record)?;
    with_game!(record.game, G => match replay::<G>(&record) {
        Ok(game) => Ok(Box::new(game)),
        Err(error) => Err(error.text()),
    })
}

impl<G: Scenic + Forms> AnyGame for GameInProgress<G> {
    fn info(&self) -> GameInfo {
        let fields = form::<G>(self.options()).into_iter().filter(|field| !field.by_seat && field.matters);
        let options = fields.filter_map(|field| {
            let chosen = field.choices.into_iter().find(|choice| choice.value == field.value)?;
            Some(OptionView { name: field.name, value: field.value, title: field.title, label: chosen.label })
        });
        let players = self.players().iter().map(|player| match player {
            Player::Human(name) => PlayerView { name: name.clone(), bot: None },
            Player::Bot(bot) => PlayerView { name: String::new(), bot: Some(bot.clone()) },
        });
        GameInfo {
            game: G::ID,
            name: G::NAME,
            options: options.collect(),
            looks: G::looks(self.options()),
            players: players.collect(),
            commitment: self.shuffle().map(|shuffle| shuffle.commitment.to_string()),
            entered: G::CHANCE && self.shuffle().is_none(),
            layered: G::LAYERED,
        }
    }

    fn view(&self, ply: Option<usize>) -> View {
        let ply = ply.unwrap_or(usize::MAX).min(self.past().len());
        let position = self.position_after(ply).unwrap_or(self.position());
        let past = turns(self);
        let turn = match position.turn() {
            _ if ply == past.len() && self.is_over() => TurnView::Over,
            Turn::Seat(seat) => TurnView::Seat { seat },
            Turn::Chance => TurnView::Chance,
            Turn::Over => TurnView::Over,
        };
        let outcome = self.outcome_after(ply).unwrap_or_else(|| position.outcome());
        View {
            ply,
            turn,
            scene: scene::<G>(position, &past[..ply]),
            scores: position.score().as_slice().to_vec(),
            won: G::won(position).map(|won| won.as_slice().to_vec()),
            places: outcome.place.as_slice().to_vec(),
            counts: G::counts(position, &past[..ply]),
        }
    }

    fn history(&self, from: usize) -> Vec<PlyView> {
        let past = turns(self);
        let plies = self.past().enumerate().skip(from).map(|(number, (mv, before))| {
            let seat = match before.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            };
            let after = self.position_after(number + 1).unwrap_or(self.position());
            let announcements = G::announce(&past[..number], before, mv, after);
            // A round never ends without a word.
            let ends = !announcements.is_empty();
            PlyView {
                seat,
                mv: G::write_move(before, mv),
                what: G::tell(before, mv),
                piece: seat.and_then(|seat| G::laid(after, seat, mv)),
                drawn: G::drawn(before, mv),
                gains: G::gains(before, after).as_slice().to_vec(),
                why: G::why_points(before, mv),
                finished: ends.then(|| finished_table::<G>(&past[..number], before, mv, after)).flatten(),
                announcements,
            }
        });
        plies.collect()
    }

    fn targets(&self, piece: &str) -> Vec<Target> {
        targets::<G>(self.position(), &turns(self), piece)
    }

    fn targets_of(&self, seat: Seat, piece: &str) -> Vec<Target> {
        let position = G::as_if_turn_of(self.position(), seat);
        position.map(|position| targets::<G>(&position, &turns(self), piece)).unwrap_or_default()
    }

    fn why_not(&self, piece: &str, cell: Cell, pose: Option<u32>) -> Option<WhyNot> {
        why_not_posed::<G>(self.position(), &turns(self), piece, cell, pose)
    }

    fn why_nowhere(&self, piece: &str) -> Option<Text> {
        let position = self.position();
        let Turn::Seat(seat) = position.turn() else { return None };
        let scene = scene::<G>(position, &turns(self));
        let mut held = scene.table.hands.get(seat.number())?.pieces.iter();
        let fits = scene.playable.iter().any(|playable| playable.piece == piece);
        (!fits && held.any(|held| held.piece.id == piece)).then(|| G::fits_nowhere(position, piece))
    }

    fn effect(&self, mv: &str) -> Option<Effect> {
        let position = self.position();
        let mv = read_move::<G>(position, mv).ok()?;
        position.is_legal(mv).then(|| effect::<G>(position, mv))
    }

    fn turn(&self) -> Turn {
        self.position().turn()
    }

    fn plies(&self) -> usize {
        self.past().len()
    }

    fn turn_of(&self, ply: usize) -> Option<Turn> {
        self.ply(ply).map(|(_, before)| before.turn())
    }

    fn departures(&self) -> &[Departure] {
        GameInProgress::departures(self)
    }

    fn leave(&mut self, seat: Seat, why: DepartureReason) -> Result<(), Text> {
        GameInProgress::leave(self, seat, why)
    }

    fn replace(&mut self, seat: Seat, bot: &str) -> bool {
        GameInProgress::replace(self, seat, bot)
    }

    fn come_back(&mut self, seat: Seat) -> Result<(), Text> {
        GameInProgress::come_back(self, seat)
    }

    fn is_over(&self) -> bool {
        GameInProgress::is_over(self)
    }

    fn outcome(&self) -> Outcome {
        GameInProgress::outcome(self)
    }

    fn sides(&self) -> BySeat<u8> {
        let looks = G::looks(self.options());
        BySeat::from_fn(looks.len(), |seat| looks[seat.number()].team)
    }

    fn fingerprint(&self) -> u32 {
        fingerprint(self.position())
    }

    fn legal_moves(&self, limit: usize) -> (usize, Vec<(String, Vec<i32>)>) {
        scored_moves::<G>(self.position(), limit)
    }

    fn legal_moves_later(&self) -> ListMoves {
        let position = self.position().clone();
        Box::new(move |limit| scored_moves::<G>(&position, limit))
    }

    fn play(&mut self, mv: &str) -> Result<String, Text> {
        let mv = read_move::<G>(self.position(), mv)?;
        let spelled = G::write_move(self.position(), mv);
        GameInProgress::play(self, mv).map_err(|illegal| refusal(&illegal))?;
        Ok(spelled)
    }

    fn draw(&mut self) -> Option<String> {
        GameInProgress::draw(self)?;
        self.past().next_back().map(|(mv, before)| G::write_move(before, mv))
    }

    fn fair_draw(&self, dice: &mut FairDice) -> Option<String> {
        let position = self.position();
        (position.turn() == Turn::Chance).then(|| G::write_move(position, fair_draw::<G>(position, dice)))
    }

    fn undo(&mut self) -> bool {
        GameInProgress::undo(self).is_some()
    }

    fn reveal(&mut self, seed: Seed) -> bool {
        GameInProgress::reveal(self, seed)
    }

    fn record(&self) -> String {
        GameInProgress::record(self).to_string()
    }

    fn prove(&self) -> Result<ProofView, Text> {
        let proof = prove(&GameInProgress::record(self)).map_err(|error| error.problem)?;
        let shuffle = self.shuffle();
        Ok(ProofView {
            plies: proof.plies,
            shuffle: proof.shuffle,
            commitment: shuffle.map(|shuffle| shuffle.commitment.to_string()),
            seed: shuffle.and_then(|shuffle| shuffle.reveal).map(|seed| seed.to_string()),
            what: proof.shuffle.text(),
        })
    }
}

/// The number of legal moves, and the first `limit` of them with the scores after each.
fn scored_moves<G: Game>(position: &G::Position, limit: usize) -> (usize, Vec<(String, Vec<i32>)>) {
    let moves = spelled_moves::<G>(position);
    let count = moves.len();
    let first = moves.into_iter().take(limit).map(|(spelling, mv)| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        (spelling, after.score().as_slice().to_vec())
    });
    (count, first.collect())
}

fn read_move<G: Game>(position: &G::Position, mv: &str) -> Result<MoveOf<G>, Text> {
    Counts::add_read();
    G::read_move(position, mv)
}

/// The plies, each with its turn.
fn turns<G: Scenic>(game: &GameInProgress<G>) -> Vec<(Turn, MoveOf<G>)> {
    game.past().map(|(mv, before)| (before.turn(), mv)).collect()
}
