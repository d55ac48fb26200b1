//! A game being played, whichever it is.

use std::str::FromStr;
use std::sync::Arc;

use tablee_core::form::form;
use tablee_core::game::MoveOf;
use tablee_core::scene::{Cell, Target, scene, targets, why_not};
use tablee_core::{Forms, Position, Scenic, Setup, Text, Turn, text};
use tablee_games::options::{complete, house_set};
use tablee_games::record::{self, Record, ShuffleProof, prove, replay};
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{Sitting, refusal, with_game};

use crate::catalogue::{Pairs, game, read_options};
use crate::request::{NewTable, PlayerRequest};
use crate::view::{OptionView, PlayerView, PlyView, ProofView, TableInfo, TurnView, View};

/// A table, whatever is played there.
pub trait AnyTable {
    /// What stays the same while the game lasts.
    fn info(&self) -> TableInfo;
    /// What is to be seen after so many plies, or now.
    fn view(&self, ply: Option<usize>) -> View;
    /// Every ply so far.
    fn history(&self) -> Vec<PlyView>;
    /// Where a piece fits now.
    fn targets(&self, piece: &str) -> Vec<Target>;
    /// Why a piece does not fit on a cell.
    fn why_not(&self, piece: &str, cell: Cell) -> Option<Text>;
    /// Plays a move, in any of its spellings.
    ///
    /// # Errors
    /// Why it is refused. Nothing has changed then.
    fn play(&mut self, mv: &str) -> Result<(), Text>;
    /// Lets the shuffle draw; tells whether there was anything to draw.
    fn draw(&mut self) -> bool;
    /// Takes the last ply back; tells whether there was one.
    fn take_back(&mut self) -> bool;
    /// The game so far as a record.
    fn record(&self) -> String;
    /// What can be proven of the game so far.
    ///
    /// # Errors
    /// What is not as it should be.
    fn prove(&self) -> Result<ProofView, Text>;
}

/// Sits down to a new game.
///
/// # Errors
/// What is wrong with the request.
pub fn begin(request: &NewTable) -> Result<Box<dyn AnyTable>, Text> {
    with_game!(game(&request.game)?, G => begin_game::<G>(request))
}

fn begin_game<G: Scenic + Forms>(request: &NewTable) -> Result<Box<dyn AnyTable>, Text> {
    let set = match &request.set {
        None => house_set::<G>(),
        Some(source) => Arc::new(G::read_set(source).map_err(|error| in_line(error.line, error.problem))?),
    };
    let pairs: Pairs = request.options.clone().into_iter().collect();
    let options = complete::<G>(&read_options::<G>(&pairs)?, set)?;
    let players = request.players.iter().map(PlayerRequest::player).collect::<Result<_, _>>()?;
    let shuffle = match request.seed.as_deref() {
        Some(seed) if G::CHANCE => Some(Shuffle::revealed(read_seed(seed)?, Vec::new())),
        _ => None,
    };
    let laid = request.setup.as_deref().map(|line| G::Setup::read(&options, line)).transpose()?;
    Ok(Box::new(Sitting::<G>::begin(options, players, shuffle, laid)?))
}

fn read_seed(seed: &str) -> Result<Bytes32, Text> {
    Bytes32::from_str(seed)
        .map_err(|()| text!("the seed is not 64 hexadecimal digits", "la graine n'est pas faite de 64 chiffres hexadécimaux"))
}

fn in_line(line: usize, Text { en, fr }: Text) -> Text {
    text!("line {line}: {en}", "ligne {line} : {fr}")
}

/// Reads a record.
pub(crate) fn read(record: &str) -> Result<Record, Text> {
    record::read(record.as_bytes()).map_err(|error| in_line(error.line, error.problem))
}

/// Opens a record, and proves all that it says.
///
/// # Errors
/// The first line that is not right, and why.
pub fn open(record: &str) -> Result<Box<dyn AnyTable>, Text> {
    let record = read(record)?;
    with_game!(record.game, G => match replay::<G>(&record) {
        Ok(sitting) => Ok(Box::new(sitting)),
        Err(error) => Err(in_line(error.line, error.problem)),
    })
}

impl<G: Scenic + Forms> AnyTable for Sitting<G> {
    fn info(&self) -> TableInfo {
        let fields = form::<G>(self.options()).into_iter().filter(|field| !field.by_seat);
        let options = fields.filter_map(|field| {
            let chosen = field.choices.into_iter().find(|choice| choice.value == field.value)?;
            Some(OptionView { name: field.name, value: field.value, title: field.title, label: chosen.label })
        });
        let players = self.players().iter().map(|player| match player {
            tablee_games::Player::Human(name) => PlayerView { name: name.clone(), bot: None },
            tablee_games::Player::Bot(bot) => PlayerView { name: String::new(), bot: Some(bot.clone()) },
        });
        TableInfo {
            game: G::ID,
            name: G::NAME,
            options: options.collect(),
            looks: G::looks(self.options()),
            players: players.collect(),
            commitment: self.shuffle().map(|shuffle| shuffle.commitment.to_string()),
            entered: G::CHANCE && self.shuffle().is_none(),
        }
    }

    fn view(&self, ply: Option<usize>) -> View {
        let ply = ply.unwrap_or(usize::MAX).min(self.past().len());
        let position = self.past().nth(ply).map_or(self.position(), |(_, before)| before);
        let past = turns(self);
        let turn = match position.turn() {
            Turn::Seat(seat) => TurnView::Seat { seat },
            Turn::Chance => TurnView::Chance,
            Turn::Over => TurnView::Over,
        };
        View {
            ply,
            turn,
            scene: scene::<G>(position, &past[..ply]),
            scores: position.score().as_slice().to_vec(),
            places: position.places().as_slice().to_vec(),
            counts: G::count(position),
        }
    }

    fn history(&self) -> Vec<PlyView> {
        let plies = self.past().map(|(mv, before)| {
            let seat = match before.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            };
            PlyView { seat, mv: G::write_move(before, mv), what: G::tell(before, mv) }
        });
        plies.collect()
    }

    fn targets(&self, piece: &str) -> Vec<Target> {
        targets::<G>(self.position(), &turns(self), piece)
    }

    fn why_not(&self, piece: &str, cell: Cell) -> Option<Text> {
        why_not::<G>(self.position(), &turns(self), piece, cell)
    }

    fn play(&mut self, mv: &str) -> Result<(), Text> {
        let mv = G::read_move(self.position(), mv)?;
        Sitting::play(self, mv).map_err(|illegal| refusal(&illegal))
    }

    fn draw(&mut self) -> bool {
        Sitting::draw(self).is_some()
    }

    fn take_back(&mut self) -> bool {
        Sitting::take_back(self).is_some()
    }

    fn record(&self) -> String {
        Sitting::record(self).to_string()
    }

    fn prove(&self) -> Result<ProofView, Text> {
        let proof = prove(&Sitting::record(self)).map_err(|error| error.problem)?;
        let shuffle = self.shuffle();
        let (draws, what) = match proof.shuffle {
            ShuffleProof::Entered if G::CHANCE => {
                ("entered", text!("The draws were entered by the players.", "Les tirages ont été saisis par les joueurs."))
            }
            ShuffleProof::Entered => {
                ("entered", text!("Nothing is left to chance in this game.", "Rien n'est laissé au hasard dans ce jeu."))
            }
            ShuffleProof::NotRevealed => (
                "revealed",
                text!("The seed of the shuffle is not revealed yet.", "La graine du mélange n'est pas encore révélée."),
            ),
            ShuffleProof::Proven => (
                "proven",
                text!(
                    "The seed is the one committed to before the first draw, and everything was drawn as it says.",
                    "La graine est celle de l'engagement pris avant le premier tirage, et tout a été tiré comme elle le dit."
                ),
            ),
        };
        Ok(ProofView {
            plies: proof.plies,
            draws,
            commitment: shuffle.map(|shuffle| shuffle.commitment.to_string()),
            seed: shuffle.and_then(|shuffle| shuffle.reveal).map(|seed| seed.to_string()),
            what,
        })
    }
}

/// What has been played, each with who was on turn.
fn turns<G: Scenic>(sitting: &Sitting<G>) -> Vec<(Turn, MoveOf<G>)> {
    sitting.past().map(|(mv, before)| (before.turn(), mv)).collect()
}
