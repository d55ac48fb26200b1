//! Two implementations of the rules, one fast and one literal, must agree at every ply of thousands of games.

use std::sync::Arc;

use crate::common::literal::Literal;
use tablee_core::chance::TestDice;
use tablee_core::{Dice, Game, Play, Position as _, Refusal, Seat, Setup};
use tablee_kumata::{Clan, Kumata, Layout, Move, Options, PARCELS, Position, Printed, Set, Tile};

/// Which of the legal moves a random game chooses from. Uniform games play their totems at once and stay low; the
/// others see what those miss.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Any,
    KeepTotems,
    BuildHigh,
}

impl Taste {
    const ALL: [Taste; 3] = [Taste::Any, Taste::KeepTotems, Taste::BuildHigh];

    fn choose(self, position: &Position, dice: &mut TestDice) -> Option<Move> {
        let moves = position.legal_moves();
        let best = moves.iter().map(|mv| self.liking(position, *mv)).max()?;
        let liked: Vec<_> = moves.into_iter().filter(|mv| self.liking(position, *mv) == best).collect();
        Some(liked[dice.below(liked.len() as u32) as usize])
    }

    fn liking(self, position: &Position, mv: Move) -> u8 {
        let Move::Lay(lay) = mv else { return 0 };
        match self {
            Taste::Any => 0,
            Taste::KeepTotems => u8::from(!lay.totem()),
            Taste::BuildHigh => position.board().parcel_at(lay.squares()[0]).map_or(0, |parcel| position.level(parcel)),
        }
    }
}

/// What the games came through: a comparison is worth little where the interesting things never happen.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    new_piles: usize,
    ended_with_empty_reserve: usize,
    ended_blocked: usize,
    victory_decided_by_totem: usize,
    victory_shared: usize,
    highest_level: u8,
}

impl Seen {
    fn note_end(&mut self, position: &Position) {
        let refusal = position.check(Move::NewPile(1)).expect_err("the game is over");
        match refusal.clause().0 {
            "K26" => self.ended_with_empty_reserve += 1,
            "K27" => self.ended_blocked += 1,
            other => panic!("a game ended by {other}"),
        }
        let (places, teams) = (position.places(), position.options().teams);
        let score = position.score();
        let most = score.as_slice().iter().max();
        let count = |wanted: &dyn Fn(Seat) -> bool| Seat::all(position.seats()).filter(|seat| wanted(*seat)).count();
        let (winners, best) = (count(&|seat| places[seat] == 1), count(&|seat| Some(&score[seat]) == most));
        self.victory_decided_by_totem += usize::from(!teams && winners < best);
        self.victory_shared += usize::from(winners > if teams { 2 } else { 1 });
        self.highest_level = (0..PARCELS).map(|parcel| position.level(parcel)).max().unwrap_or(0).max(self.highest_level);
    }
}

/// Plays one random game with both, and compares all they say.
fn follow(options: &Options, seed: u64, taste: Taste, seen: &mut Seen) {
    let mut dice = TestDice::new(seed);
    let layout = <Layout as Setup<_>>::random(options, &mut dice);
    let (mut fast, mut slow) = (Kumata::start(options, &layout), Literal::start(options, &layout));
    let mut history = Vec::new();
    loop {
        let at = || format!("seed {seed}, {taste:?}, {:?}, after {history:?}\n{fast:?}", options.values());
        assert_eq!(fast.turn(), slow.turn(), "turn: {}", at());
        assert_eq!(crate::common::legal(&fast), slow.legal(), "legal moves: {}", at());
        assert_eq!(crate::common::scores(&fast), slow.score(), "score: {}", at());
        assert_eq!(crate::common::places(&fast), slow.places(), "places: {}", at());
        assert_eq!(fast.ended_by().map(Seat::number), slow.ended_by(), "who ended it: {}", at());
        seen.positions += 1;
        let Some(mv) = taste.choose(&fast, &mut dice) else { break };
        seen.new_piles += usize::from(matches!(mv, Move::NewPile(_)));
        let text = Kumata::write_move(&fast, mv);
        fast.play(mv).expect("a listed move is legal");
        slow.play(&text);
        history.push(text);
    }
    seen.note_end(&fast);
}

#[test]
fn both_agree_on_every_sample_of_options() {
    let mut seen = Seen::default();
    for options in crate::common::all_samples() {
        for taste in Taste::ALL {
            (0..60).for_each(|seed| follow(&options, seed, taste, &mut seen));
        }
    }
    assert!(seen.positions > 50_000 && seen.new_piles > 1_000, "{seen:?}");
    assert!(seen.ended_with_empty_reserve > 100 && seen.ended_blocked > 100, "{seen:?}");
    assert!(seen.victory_decided_by_totem > 10 && seen.victory_shared > 10 && seen.highest_level >= 5, "{seen:?}");
}

#[test]
fn both_agree_with_other_clans_and_ages() {
    let mut seen = Seen::default();
    for given in [
        [("players", "2"), ("clans", "crocodiles,hippos"), ("youngest", "1,0")],
        [("players", "3"), ("clans", "tigers,monkeys,snakes"), ("youngest", "2,0,1")],
        [("players", "3"), ("clans", "toucans,tigers,monkeys"), ("youngest", "1,2,0")],
        [("players", "4"), ("clans", "snakes,tigers,monkeys,toucans"), ("youngest", "3,1,0,2")],
    ] {
        (0..60).for_each(|seed| follow(&crate::common::options(&given), seed, Taste::Any, &mut seen));
    }
}

/// The standard set has no empty parcels for 3 or 4 players and few for 2; on random tiles there are many, and other
/// neighbours.
#[test]
fn both_agree_on_boards_of_random_tiles() {
    let mut seen = Seen::default();
    for (number, mut options) in crate::common::all_samples().into_iter().enumerate() {
        for seed in 0..30 {
            options.set = Arc::new(random_set(&mut TestDice::new(1_000 * number as u64 + seed)));
            follow(&options, seed, Taste::ALL[seed as usize % 3], &mut seen);
        }
    }
}

fn random_set(dice: &mut TestDice) -> Set {
    let mut face = |clans: &[Clan], values: u32| {
        std::array::from_fn(|_| Printed { clan: clans[dice.below(clans.len() as u32) as usize], value: dice.below(values) as u8 })
    };
    let four = [Clan::Monkeys, Clan::Snakes, Clan::Toucans, Clan::Tigers];
    let two = [Clan::Hippos, Clan::Crocodiles];
    let tiles = std::array::from_fn(|_| Tile { four_colour: face(&four, 4), two_colour: face(&two, 5) });
    Set { id: "random".to_owned(), tiles }
}
