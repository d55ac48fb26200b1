//! A second implementation of Cuminos, slow and word for word from the clauses, with which the fast one must agree: on
//! whose turn it is, on every legal move, on the score and on the places, at every ply of random games of all samples.

use std::collections::HashMap;

use tablee_core::chance::TestDice;
use tablee_core::contract::sample_options;
use tablee_core::{Dice, Game, Play, Position as _, Turn};
use tablee_cuminos::{Cuminos, Move, Options, Teams};

type Cube = (i32, i32, i32);
/// Higher mark, lower mark.
type Block = (u8, u8);

#[derive(Clone)]
struct Laid {
    cubes: [Cube; 2],
    marks: [u8; 2],
    rank: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum TurnTaken {
    Laid,
    PassedFreely,
    HadToPass,
}

struct Literal {
    players: usize,
    team: Vec<usize>,
    /// Rounds that are over.
    rounds: usize,
    over: bool,
    hands: Vec<Vec<Block>>,
    totals: Vec<i32>,
    /// The source is the first.
    laid: Vec<Laid>,
    /// The turns of the round, the source's included: the opener's is the first.
    turns: Vec<(usize, TurnTaken)>,
    /// Where some block may lie or stand, searched again whenever the table has changed.
    places: Vec<[Cube; 2]>,
}

const SIDES: [Cube; 4] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)];
const BELOW: Cube = (0, 0, -1);
const ABOVE: Cube = (0, 0, 1);

fn step(a: Cube, b: Cube) -> Cube {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

fn stands(cubes: [Cube; 2]) -> bool {
    cubes[0].2 != cubes[1].2
}

fn lowest(cubes: [Cube; 2]) -> Cube {
    if cubes[0].2 <= cubes[1].2 { cubes[0] } else { cubes[1] }
}

/// C1: every unordered pair of six marks.
fn bag() -> Vec<Block> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))).collect()
}

fn write_lay(block: Block, [a, b]: [Cube; 2]) -> String {
    let (first, second) = if block.0 == block.1 && b < a { (b, a) } else { (a, b) };
    let cube = |(x, y, z): Cube| format!("{x},{y},{z}");
    format!("{}-{}:{}/{}", block.0, block.1, cube(first), cube(second))
}

impl Literal {
    fn new(options: &Options) -> Literal {
        let players = options.players;
        // C24.
        let team = |seat: usize| match (options.teams, players) {
            (Teams::None, _) => seat,
            (Teams::Pairs, 4) => [0, 1, 0, 1][seat],
            (Teams::Pairs, _) => [0, 1, 2, 0, 1, 2][seat],
            (Teams::Triples, _) => [0, 1, 0, 1, 0, 1][seat],
        };
        let mut literal = Literal {
            players,
            team: (0..players).map(team).collect(),
            rounds: 0,
            over: false,
            hands: vec![Vec::new(); players],
            totals: vec![0; players],
            laid: Vec::new(),
            turns: Vec::new(),
            places: Vec::new(),
        };
        literal.places = literal.find_places();
        literal
    }

    /// C2.
    fn opener(&self) -> usize {
        self.rounds % self.players
    }

    /// C3: who draws next, if the hands are not complete.
    fn drawing(&self) -> Option<usize> {
        if !self.laid.is_empty() || self.over {
            return None;
        }
        let size = match self.players {
            2 => 7,
            3 | 4 => 6,
            _ => 5,
        };
        (0..self.players).find(|seat| self.hands[*seat].len() < size + usize::from(*seat == self.opener()))
    }

    /// C6.
    fn mover(&self) -> usize {
        (self.opener() + self.turns.len()) % self.players
    }

    fn turn(&self) -> String {
        if self.over {
            "over".to_owned()
        } else if self.drawing().is_some() {
            "chance".to_owned()
        } else {
            self.mover().to_string()
        }
    }

    /// Every filled cube: its block and its mark.
    fn cubes(&self) -> HashMap<Cube, (usize, u8)> {
        let halves = |(index, laid): (usize, &Laid)| {
            let marks = laid.marks;
            laid.cubes.into_iter().zip(marks).map(move |(cube, mark)| (cube, (index, mark))).collect::<Vec<_>>()
        };
        self.laid.iter().enumerate().flat_map(halves).collect()
    }

    /// C10: a half of a lying first-rank block that touches no other first-rank block.
    fn is_open_end(&self, filled: &HashMap<Cube, (usize, u8)>, cube: Cube) -> bool {
        let Some((block, _)) = filled.get(&cube) else { return false };
        let laid = &self.laid[*block];
        let touched = SIDES.iter().filter_map(|side| filled.get(&step(cube, *side))).any(|(other, _)| other != block);
        laid.rank == 1 && !stands(laid.cubes) && !touched
    }

    /// The rank a block would have on these cubes, if it may be there by all but its marks.
    fn rank_on(&self, filled: &HashMap<Cube, (usize, u8)>, cubes: [Cube; 2]) -> Option<u32> {
        if cubes.iter().any(|cube| cube.2 < 1 || filled.contains_key(cube)) {
            return None;
        }
        if self.laid.is_empty() {
            // C4.
            let source = lowest(cubes) == (0, 0, 1) && stands(cubes);
            return source.then_some(1);
        }
        if lowest(cubes).2 == 1 {
            // C9, C11: a lying block touches with either half, a standing one with the lower.
            let mut touched = cubes.iter().filter(|cube| cube.2 == 1).flat_map(|cube| SIDES.map(|side| step(*cube, side)));
            let attached = touched.any(|cube| cube == (0, 0, 1) || self.is_open_end(filled, cube));
            return attached.then_some(1);
        }
        // C5.
        if self.laid.len() == 1 {
            return None;
        }
        // C12: the rank is one more than the highest below. C14: both halves of a lying block rest on something.
        let under = |cube: Cube| filled.get(&step(cube, BELOW)).map(|(block, _)| self.laid[*block].rank);
        if stands(cubes) {
            // C12, C13: only on the second rank.
            return under(lowest(cubes)).filter(|rank| *rank == 2).map(|rank| rank + 1);
        }
        let rank = 1 + under(cubes[0])?.max(under(cubes[1])?);
        // C15.
        (rank <= 3).then_some(rank)
    }

    /// C8: faces that touch bear the same mark.
    fn matches(filled: &HashMap<Cube, (usize, u8)>, cubes: [Cube; 2], marks: [u8; 2]) -> bool {
        cubes.into_iter().zip(marks).all(|(cube, mark)| {
            let around = SIDES.into_iter().chain([BELOW, ABOVE]);
            around.filter_map(|side| filled.get(&step(cube, side))).all(|(_, other)| *other == mark)
        })
    }

    /// Every pair of cubes where some block may lie or stand, each in both orders.
    fn find_places(&self) -> Vec<[Cube; 2]> {
        let filled = &self.cubes();
        let bounds = |of: fn(&Cube) -> i32| {
            let (least, most) = (filled.keys().map(of).min().unwrap_or(0), filled.keys().map(of).max().unwrap_or(0));
            least - 2..=most + 2
        };
        let highest = filled.keys().map(|cube| cube.2).max().unwrap_or(0);
        let mut places = Vec::new();
        for x in bounds(|cube| cube.0) {
            for y in bounds(|cube| cube.1) {
                for z in 1..=highest + 2 {
                    for side in SIDES.into_iter().chain([ABOVE, BELOW]) {
                        let cubes = [(x, y, z), step((x, y, z), side)];
                        if self.rank_on(filled, cubes).is_some() {
                            places.push(cubes);
                        }
                    }
                }
            }
        }
        places
    }

    /// The ways to lay some blocks.
    fn lays(&self, blocks: &[Block]) -> Vec<(Block, [Cube; 2])> {
        let filled = self.cubes();
        let mut lays = Vec::new();
        for cubes in self.places.iter().copied() {
            let fits = |block: &&Block| Literal::matches(&filled, cubes, [block.0, block.1]);
            lays.extend(blocks.iter().filter(fits).map(|block| (*block, cubes)));
        }
        lays
    }

    /// C4, C16, C17.
    fn may_pass_freely(&self, seat: usize) -> bool {
        let used = self.turns.contains(&(seat, TurnTaken::PassedFreely));
        let others = self.players - 1;
        let just = self.turns.iter().rev().take(others).filter(|(_, taken)| *taken == TurnTaken::PassedFreely).count();
        !self.laid.is_empty() && !used && just < others
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if let Some(seat) = self.drawing() {
            let left = bag().into_iter().filter(|block| !self.hands[seat].contains(block));
            legal.extend(left.map(|(high, low)| format!("+{high}-{low}")));
        } else if !self.over {
            legal.extend(self.lays(&self.hands[self.mover()]).into_iter().map(|(block, cubes)| write_lay(block, cubes)));
            if legal.is_empty() || self.may_pass_freely(self.mover()) {
                legal.push("pass".to_owned());
            }
        }
        legal.sort_unstable();
        legal.dedup();
        legal
    }

    fn play(&mut self, mv: &str) {
        let seat = self.mover();
        if let Some(block) = mv.strip_prefix('+') {
            let seat = self.drawing().expect("a draw");
            self.hands[seat].extend(bag().into_iter().filter(|(high, low)| format!("{high}-{low}") == block));
        } else if mv == "pass" {
            let could = !self.lays(&self.hands[seat]).is_empty();
            self.turns.push((seat, if could { TurnTaken::PassedFreely } else { TurnTaken::HadToPass }));
        } else {
            let found = self.lays(&self.hands[seat]).into_iter().find(|(block, cubes)| write_lay(*block, *cubes) == mv);
            let (block, cubes) = found.expect("a legal lay");
            self.lay(seat, block, cubes);
        }
    }

    fn lay(&mut self, seat: usize, block: Block, cubes: [Cube; 2]) {
        let filled = self.cubes();
        let rank = self.rank_on(&filled, cubes).expect("a legal place");
        // C18 to C20.
        let points = match (rank, stands(cubes)) {
            (1, true) => 0,
            (1, false) => 1,
            (2, _) => 2,
            (_, false) => 4,
            (_, true) => 3,
        };
        let touched = cubes.iter().flat_map(|cube| SIDES.into_iter().chain([BELOW]).map(|side| step(*cube, side)));
        self.totals[seat] += match touched.filter(|cube| filled.contains_key(cube)).count() {
            0..=2 => points,
            3 => 2 * points,
            _ => 3 * points,
        };
        self.laid.push(Laid { cubes, marks: [block.0, block.1], rank });
        self.places = self.find_places();
        self.hands[seat].retain(|held| *held != block);
        self.turns.push((seat, TurnTaken::Laid));
        // C7, C21, C25.
        if self.hands[seat].is_empty() {
            let opponents = (0..self.players).filter(|other| self.team[*other] != self.team[seat]);
            self.totals[seat] += opponents.map(|other| self.hands[other].len() as i32).sum::<i32>();
            self.end_round();
        } else if self.lays(&self.hands.concat()).is_empty() {
            self.end_round();
        }
    }

    /// C2, C22, C23.
    fn end_round(&mut self) {
        let winners = self.places_by_seat().into_iter().enumerate().filter(|(_, place)| *place == 1);
        let mut teams: Vec<_> = winners.map(|(seat, _)| self.team[seat]).collect();
        teams.sort_unstable();
        teams.dedup();
        let played = self.rounds + 1;
        if played < self.players || (teams.len() > 1 && played < 2 * self.players) {
            self.rounds = played;
            self.hands = vec![Vec::new(); self.players];
            self.laid.clear();
            self.turns.clear();
            self.places = self.find_places();
        } else {
            self.over = true;
        }
    }

    /// The place of each seat: its team's, one more than the number of teams ahead.
    fn places_by_seat(&self) -> Vec<u8> {
        let total = |team: usize| (0..self.players).filter(|seat| self.team[*seat] == team).map(|seat| self.totals[seat]).sum();
        let totals: Vec<i32> = (0..=*self.team.iter().max().expect("a team")).map(total).collect();
        self.team.iter().map(|team| 1 + totals.iter().filter(|other| **other > totals[*team]).count() as u8).collect()
    }
}

/// What the compared games came through.
#[derive(Default)]
struct Seen {
    plies: usize,
    most_rounds: usize,
    third_lying: usize,
    third_standing: usize,
    forced_passes: usize,
    free_passes: usize,
}

/// Plays one random game both ways. Every other move is one of the highest, so that towers grow that chance alone would
/// not build.
fn compare(options: &Options, seed: u64, seen: &mut Seen) {
    let (mut fast, mut literal) = (Cuminos::start(options, &()), Literal::new(options));
    let (mut dice, mut plies) = (TestDice::new(seed), 0);
    loop {
        let turn = match fast.turn() {
            Turn::Seat(seat) => seat.to_string(),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        let mut legal: Vec<_> = fast.legal_moves().into_iter().map(|mv| Cuminos::write_move(&fast, mv)).collect();
        legal.sort_unstable();
        let at = || format!("seed {seed}, ply {plies}: {fast:?}");
        assert_eq!(turn, literal.turn(), "{}", at());
        assert_eq!(legal, literal.legal(), "{}", at());
        assert_eq!(fast.score().as_slice(), literal.totals, "{}", at());
        assert_eq!(fast.places().as_slice(), literal.places_by_seat(), "{}", at());
        if legal.is_empty() {
            seen.plies += plies;
            seen.most_rounds = seen.most_rounds.max(fast.round());
            return;
        }
        if dice.below(2) == 0 {
            let height = |mv: &String| match Cuminos::read_move(&fast, mv) {
                Ok(Move::Lay(lay)) => lay.bottom(),
                _ => 0,
            };
            let highest = legal.iter().map(height).max().unwrap_or(0);
            legal.retain(|mv| height(mv) == highest);
        }
        let mv = &legal[dice.below(legal.len() as u32) as usize];
        literal.play(mv);
        if let Some(laid) = literal.laid.last().filter(|laid| laid.rank == 3 && !mv.starts_with('p')) {
            if stands(laid.cubes) { seen.third_standing += 1 } else { seen.third_lying += 1 }
        }
        match literal.turns.last() {
            Some((_, TurnTaken::HadToPass)) => seen.forced_passes += 1,
            Some((_, TurnTaken::PassedFreely)) => seen.free_passes += 1,
            _ => {}
        }
        fast.play(Cuminos::read_move(&fast, mv).expect("a canonical spelling")).expect("a legal move");
        plies += 1;
    }
}

#[test]
fn both_implementations_agree_at_every_ply() {
    let mut seen = Seen::default();
    for values in Cuminos::samples() {
        let options: Options = sample_options::<Cuminos>(&values);
        let enough = seen.plies + 3_000;
        for seed in 0.. {
            compare(&options, seed, &mut seen);
            if seen.plies > enough {
                break;
            }
        }
    }
    let all = [seen.third_lying, seen.third_standing, seen.forced_passes, seen.free_passes];
    assert!(all.into_iter().all(|times| times > 50), "too little happened: {all:?}");
}

#[test]
fn both_implementations_agree_on_games_with_extra_rounds() {
    let options: Options = sample_options::<Cuminos>(&Cuminos::samples()[0]);
    let mut seen = Seen::default();
    for seed in 1_000..1_150 {
        compare(&options, seed, &mut seen);
    }
    assert!(seen.most_rounds > options.players, "no game was tied");
}
