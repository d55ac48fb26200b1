//! Rumis with a counter of played plies, to show how often a game is replayed.

use std::cell::Cell;
use std::sync::Arc;

use tablee_core::chance::TestDice;
use tablee_core::data::DataError;
use tablee_core::game::MoveOf;
use tablee_core::scene::{Cell as Square, Past, SeatLook, Shown, Tabletop};
use tablee_core::{
    BySeat, Game, Knowledge, Label, Lang, Level, OptionSpec, OptionValues, Position, Scenic, Seat, SeatCount, Sheet, Style, Text,
    Turn,
};
use tablee_games::options::{complete, standard_set};
use tablee_games::rumis::Rumis;
use tablee_games::{GameInProgress, Player, Settled};

use crate::{Question, RecordedGame, Stop};

thread_local! {
    static PLAYED: Cell<usize> = const { Cell::new(0) };
}

type Inner = <Rumis as Game>::Position;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Counted(Inner);

impl Position for Counted {
    type Move = MoveOf<Rumis>;
    type Illegal = <Inner as Position>::Illegal;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn moves(&self, out: &mut Vec<Self::Move>) {
        self.0.moves(out);
    }

    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.0.check(mv)
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        PLAYED.set(PLAYED.get() + 1);
        self.0.play_unchecked(mv);
    }

    fn score(&self) -> BySeat<i32> {
        self.0.score()
    }

    fn places(&self) -> BySeat<u8> {
        self.0.places()
    }
}

impl Knowledge for Counted {
    const STYLE: Style = Inner::STYLE;
    const LEVELS: &'static [Level] = Inner::LEVELS;

    fn rate(&self, moves: &[Self::Move], ratings: &mut Vec<f32>) {
        self.0.rate(moves, ratings);
    }

    fn openings(&self, seat: Seat) -> Option<u32> {
        self.0.openings(seat)
    }

    fn remarks(&self, mv: Self::Move) -> Vec<Text> {
        self.0.remarks(mv)
    }
}

struct CountedRumis;

impl Game for CountedRumis {
    type Set = <Rumis as Game>::Set;
    type Options = <Rumis as Game>::Options;
    type Setup = <Rumis as Game>::Setup;
    type Position = Counted;

    const ID: &'static str = Rumis::ID;
    const NAME: &'static str = Rumis::NAME;
    const ABOUT: Label = Rumis::ABOUT;
    const OPTIONS: &'static [OptionSpec] = Rumis::OPTIONS;
    const CHANCE: bool = Rumis::CHANCE;
    const LEGEND: Label = Rumis::LEGEND;
    const SET_KEYS: &'static [&'static str] = Rumis::SET_KEYS;
    const STANDARD_SET: &'static str = Rumis::STANDARD_SET;

    fn read_set(source: &str) -> Result<Self::Set, DataError> {
        Rumis::read_set(source)
    }

    fn write_set(set: &Self::Set) -> String {
        Rumis::write_set(set)
    }

    fn set_id(set: &Self::Set) -> &str {
        Rumis::set_id(set)
    }

    fn options(values: &OptionValues, set: Arc<Self::Set>) -> Result<Self::Options, Text> {
        Rumis::options(values, set)
    }

    fn option_values(options: &Self::Options) -> OptionValues {
        Rumis::option_values(options)
    }

    fn set(options: &Self::Options) -> &Arc<Self::Set> {
        Rumis::set(options)
    }

    fn samples() -> Vec<OptionValues> {
        Rumis::samples()
    }

    fn start(options: &Self::Options, setup: &Self::Setup) -> Counted {
        Counted(Rumis::start(options, setup))
    }

    fn write_move(position: &Counted, mv: MoveOf<Rumis>) -> String {
        Rumis::write_move(&position.0, mv)
    }

    fn read_move(position: &Counted, text: &str) -> Result<MoveOf<Rumis>, Text> {
        Rumis::read_move(&position.0, text)
    }

    fn conceivable(position: &Counted, out: &mut Vec<MoveOf<Rumis>>) {
        Rumis::conceivable(&position.0, out);
    }

    fn seat_name(options: &Self::Options, seat: Seat) -> Label {
        Rumis::seat_name(options, seat)
    }

    fn draw(position: &Counted, last: Option<MoveOf<Rumis>>, lang: Lang) -> Sheet {
        Rumis::draw(&position.0, last, lang)
    }

    fn count(position: &Counted) -> Vec<SeatCount> {
        Rumis::count(&position.0)
    }
}

impl Scenic for CountedRumis {
    fn looks(options: &Self::Options) -> Vec<SeatLook> {
        Rumis::looks(options)
    }

    fn tabletop(position: &Counted, past: Past<Self>) -> Tabletop {
        Rumis::tabletop(&position.0, past)
    }

    fn show(position: &Counted, mv: MoveOf<Rumis>) -> Shown {
        Rumis::show(&position.0, mv)
    }

    fn tell(position: &Counted, mv: MoveOf<Rumis>) -> Text {
        Rumis::tell(&position.0, mv)
    }

    fn todo(position: &Counted) -> Text {
        Rumis::todo(&position.0)
    }

    fn cell_name(cell: Square) -> String {
        Rumis::cell_name(cell)
    }

    fn as_if_turn_of(position: &Counted, seat: Seat) -> Option<Counted> {
        Rumis::as_if_turn_of(&position.0, seat).map(Counted)
    }

    fn fits_nowhere(position: &Counted, piece: &str) -> Text {
        Rumis::fits_nowhere(&position.0, piece)
    }
}

#[test]
fn an_analysis_plays_each_ply_of_the_game_once() {
    let options = complete::<CountedRumis>(&Rumis::samples()[0], standard_set::<CountedRumis>()).unwrap();
    let seats = Rumis::option_values(&options).number("players", 2) as usize;
    let players = vec![Player::Human("Anne".to_owned()); seats];
    let mut played = GameInProgress::<CountedRumis>::begin(options, players, None, Settled::Shuffled).unwrap();
    let mut dice = TestDice::new(1);
    while let Some(mv) = played.position().pick(&mut dice, &mut Vec::new()) {
        played.play(mv).unwrap();
    }
    let record = played.record();
    let plies = record.plies.len();
    assert!(plies > 10, "a game of {plies} plies shows nothing");
    PLAYED.set(0);
    let game = RecordedGame::replay::<CountedRumis>(&record).unwrap();
    let question = Question { bot: "random".to_owned(), seed: 1, with_reasons: false };
    for ply in 0..game.plies() {
        game.think(ply, &question, &Stop::new()).unwrap();
    }
    assert_eq!(PLAYED.get(), plies, "the random bot plays nothing: every ply counted is one of a replay");
}
