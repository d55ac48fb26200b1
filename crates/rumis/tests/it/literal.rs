//! A second, slow implementation of the rules, written straight from the clauses and with none of the crate's
//! structures: it must agree with the fast one on the legal moves, the turn, the count and the places of random games
//! of every sample.

use std::collections::{BTreeMap, BTreeSet};

use tablee_core::chance::TestDice;
use tablee_core::{Dice, Game, Play, Position as _, Turn};
use tablee_rumis::{Options, Position, Rules, Rumis, SectorEnd, Stone};

type Point = (i32, i32, i32);

/// A stone on the table.
#[derive(Clone)]
struct Placed {
    seat: usize,
    name: &'static str,
    cubes: Vec<Point>,
}

struct Literal {
    rules: Rules,
    sector_end: SectorEnd,
    players: usize,
    /// The squares in use with their limits, and whether each is inside the line.
    squares: BTreeMap<(i32, i32), (i32, bool)>,
    shapes: Vec<(&'static str, Vec<Vec<Point>>)>,
    placed: Vec<Placed>,
    hands: Vec<BTreeSet<&'static str>>,
    aside: Vec<i32>,
    out: Vec<bool>,
    turn: Option<usize>,
    last: usize,
    /// In the second sector: the intermediate score.
    interim: Option<Vec<i32>>,
}

impl Literal {
    fn new(options: &Options) -> Literal {
        let plan = options.board();
        let limit = plan.limits.iter().find(|limit| limit.players == options.players).unwrap();
        let line = if options.rules == Rules::TwoSector { Some("red") } else { limit.inside.as_deref() };
        let inside = line.map(|name| plan.lines.iter().find(|line| line.name == name).unwrap());
        let mut squares = BTreeMap::new();
        for (square, printed) in &plan.squares {
            let is_inside = inside.is_none_or(|line| line.inside.contains(square));
            if is_inside || options.rules == Rules::TwoSector {
                let most = printed.unwrap_or(99).min(limit.height);
                squares.insert((i32::from(square.col), i32::from(square.row)), (i32::from(most), is_inside));
            }
        }
        let names: Vec<&'static str> = Stone::all().map(Stone::name).collect();
        let mut literal = Literal {
            rules: options.rules,
            sector_end: options.sector_end,
            players: options.players,
            squares,
            shapes: Stone::all().map(|stone| (stone.name(), all_turns(stone))).collect(),
            placed: Vec::new(),
            hands: vec![names.iter().copied().collect(); options.players],
            aside: vec![0; options.players],
            out: vec![false; options.players],
            turn: None,
            last: 0,
            interim: None,
        };
        literal.find_turn(0);
        literal
    }

    fn at(&self, point: Point) -> Option<&Placed> {
        self.placed.iter().find(|stone| stone.cubes.contains(&point))
    }

    /// R8, R9, R17, R26.
    fn fits(&self, cubes: &[Point]) -> bool {
        let inside = self.interim.is_none();
        cubes.iter().all(|(x, y, z)| {
            let Some((limit, is_inside)) = self.squares.get(&(*x, *y)) else { return false };
            let below = (*x, *y, z - 1);
            *is_inside == inside
                && (1..=*limit).contains(z)
                && self.at((*x, *y, *z)).is_none()
                && (*z == 1 || cubes.contains(&below) || self.at(below).is_some())
        })
    }

    /// The seats with which cubes share a face.
    fn faces(&self, cubes: &[Point]) -> BTreeSet<usize> {
        let sides = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)];
        let beside = cubes.iter().flat_map(|(x, y, z)| sides.map(|(a, b, c)| (x + a, y + b, z + c)));
        beside.filter_map(|point| self.at(point)).map(|stone| stone.seat).collect()
    }

    /// Whether cubes touch a stone along an edge or at a point.
    fn corners(&self, cubes: &[Point]) -> bool {
        cubes.iter().any(|(x, y, z)| {
            let mut found = false;
            for (a, b, c) in (-1..=1).flat_map(|a| (-1..=1).flat_map(move |b| (-1..=1).map(move |c| (a, b, c)))) {
                let moved = [a, b, c].iter().filter(|step| **step != 0).count();
                found |= moved >= 2 && self.at((x + a, y + b, z + c)).is_some();
            }
            found
        })
    }

    fn places(&self, name: &str) -> Vec<Vec<Point>> {
        let (_, poses) = self.shapes.iter().find(|(known, _)| *known == name).unwrap();
        let mut places = Vec::new();
        for pose in poses {
            for (x, y) in self.squares.keys() {
                for z in 1..=8 {
                    let cubes: Vec<_> = pose.iter().map(|(a, b, c)| (x + a, y + b, z + c)).collect();
                    if self.fits(&cubes) {
                        places.push(cubes);
                    }
                }
            }
        }
        places
    }

    /// Everything that a seat may lay in the first sector, or in a game without.
    fn lays(&self, seat: usize) -> Vec<String> {
        let all: Vec<_> =
            self.hands[seat].iter().flat_map(|name| self.places(name).into_iter().map(|cubes| (*name, cubes))).collect();
        let keep = |rule: &dyn Fn(&[Point]) -> bool| -> Vec<String> {
            all.iter().filter(|(_, cubes)| rule(cubes)).map(|(name, cubes)| spell(name, cubes)).collect()
        };
        let is_first = self.hands[seat].len() == 11;
        if self.placed.is_empty() {
            return keep(&|_| true);
        }
        if !is_first {
            return match self.rules {
                Rules::Inverse => keep(&|cubes| !self.faces(cubes).contains(&seat)),
                _ => keep(&|cubes| self.faces(cubes).contains(&seat)),
            };
        }
        let on_board = |cubes: &[Point]| cubes.iter().any(|cube| cube.2 == 1);
        if self.players > 4 {
            let at_corners = keep(&|cubes| on_board(cubes) && self.faces(cubes).is_empty() && self.corners(cubes));
            if !at_corners.is_empty() {
                return at_corners;
            }
        }
        keep(&|cubes| on_board(cubes) && self.faces(cubes).iter().any(|other| *other != seat))
    }

    /// Everything that a seat may do in the second sector.
    fn carries(&mut self, seat: usize) -> Vec<String> {
        let mut moves = Vec::new();
        for index in 0..self.placed.len() {
            let stone = self.placed[index].clone();
            if stone.seat != seat || !self.is_inside(&stone) || self.is_covered(&stone) {
                continue;
            }
            let from = spell_cube(*sorted(&stone.cubes).first().unwrap());
            let is_first = self.placed.iter().all(|other| other.seat != seat || self.is_inside(other));
            self.placed.remove(index);
            let mut carried = 0;
            for cubes in self.places(stone.name) {
                let on_board = cubes.iter().any(|cube| cube.2 == 1);
                if self.faces(&cubes).contains(&seat) && (on_board || !is_first) {
                    moves.push(format!("-{from} {}", spell(stone.name, &cubes)));
                    carried += 1;
                }
            }
            if carried == 0 {
                moves.push(format!("-{from}"));
            }
            self.placed.insert(index, stone);
        }
        moves
    }

    fn is_inside(&self, stone: &Placed) -> bool {
        stone.cubes.iter().all(|(x, y, _)| self.squares[&(*x, *y)].1)
    }

    fn is_covered(&self, stone: &Placed) -> bool {
        let above = |(x, y, z): &Point| (1..9).any(|up| self.at((*x, *y, z + up)).is_some_and(|other| !same(other, stone)));
        stone.cubes.iter().any(above)
    }

    fn legal(&mut self) -> Vec<String> {
        let Some(seat) = self.turn else { return Vec::new() };
        let mut moves = if self.interim.is_some() { self.carries(seat) } else { self.lays(seat) };
        moves.sort();
        moves
    }

    fn find_turn(&mut self, first: usize) {
        for step in 0..self.players {
            let seat = (first + step) % self.players;
            if self.out[seat] {
                continue;
            }
            self.turn = Some(seat);
            if !self.legal().is_empty() {
                return;
            }
            self.out[seat] = true;
            let in_first = self.rules == Rules::TwoSector && self.interim.is_none();
            if in_first && self.sector_end == SectorEnd::FirstBlocked {
                break;
            }
        }
        self.turn = None;
        if self.rules == Rules::TwoSector && self.interim.is_none() {
            self.interim = Some(self.score());
            self.out = vec![false; self.players];
            self.find_turn(self.last);
        }
    }

    fn play(&mut self, text: &str) {
        let seat = self.turn.unwrap();
        let mut lay = text;
        if let Some(taking) = text.strip_prefix('-') {
            let (from, rest) = taking.split_once(' ').unwrap_or((taking, ""));
            self.placed.retain(|stone| !stone.cubes.iter().any(|cube| spell_cube(*cube) == from));
            lay = rest;
        } else {
            self.last = seat;
        }
        if lay.is_empty() {
            self.aside[seat] += 1;
            self.out[seat] = true;
        } else {
            let (name, cubes) = lay.split_once(':').unwrap();
            let name = Stone::all().map(Stone::name).find(|known| *known == name).unwrap();
            self.hands[seat].remove(name);
            self.placed.push(Placed { seat, name, cubes: cubes.split(',').map(read_cube).collect() });
        }
        self.find_turn((seat + 1) % self.players);
    }

    /// R13, R28, R29.
    fn score(&self) -> Vec<i32> {
        let sees = |seat: usize, inside: bool| {
            let top = |x: i32, y: i32| (1..9).rev().find_map(|z| self.at((x, y, z))).map(|stone| stone.seat);
            let squares = self.squares.iter().filter(|(_, (_, is_inside))| *is_inside == inside);
            squares.filter(|((x, y), _)| top(*x, *y) == Some(seat)).count() as i32
        };
        (0..self.players)
            .map(|seat| match &self.interim {
                None => sees(seat, true) - self.hands[seat].len() as i32,
                Some(interim) => {
                    let left = self.placed.iter().filter(|stone| stone.seat == seat && self.is_inside(stone)).count() as i32;
                    interim[seat] + sees(seat, false) - self.aside[seat] - left
                }
            })
            .collect()
    }
}

fn same(a: &Placed, b: &Placed) -> bool {
    a.seat == b.seat && a.name == b.name
}

/// Every way to turn a stone: quarter turns about the axes, until nothing new comes.
fn all_turns(stone: Stone) -> Vec<Vec<Point>> {
    let corner = |cubes: Vec<Point>| {
        let least = |axis: fn(&Point) -> i32| cubes.iter().map(axis).min().unwrap();
        let (x, y, z) = (least(|c| c.0), least(|c| c.1), least(|c| c.2));
        let mut moved: Vec<_> = cubes.iter().map(|c| (c.0 - x, c.1 - y, c.2 - z)).collect();
        moved.sort();
        moved
    };
    let first = stone.cubes().iter().map(|[x, y, z]| (i32::from(*x), i32::from(*y), i32::from(*z))).collect();
    let mut turned = vec![corner(first)];
    let mut next = 0;
    while next < turned.len() {
        let cubes = turned[next].clone();
        let about_z = corner(cubes.iter().map(|(x, y, z)| (-y, *x, *z)).collect());
        let about_x = corner(cubes.iter().map(|(x, y, z)| (*x, -z, *y)).collect());
        for new in [about_z, about_x] {
            if !turned.contains(&new) {
                turned.push(new);
            }
        }
        next += 1;
    }
    // A pose is moved so that its first cube is where it is asked to be: every place is found once.
    turned
        .into_iter()
        .map(|cubes| cubes.iter().map(|c| (c.0 - cubes[0].0, c.1 - cubes[0].1, c.2 - cubes[0].2)).collect())
        .collect()
}

fn sorted(cubes: &[Point]) -> Vec<Point> {
    let mut cubes = cubes.to_vec();
    cubes.sort_by_key(|(x, y, z)| (*z, *x, *y));
    cubes
}

fn spell_cube((x, y, z): Point) -> String {
    format!("{}{}.{z}", char::from(b'a' + x as u8), y + 1)
}

fn spell(name: &str, cubes: &[Point]) -> String {
    format!("{name}:{}", sorted(cubes).into_iter().map(spell_cube).collect::<Vec<_>>().join(","))
}

fn read_cube(text: &str) -> Point {
    let (square, z) = text.split_once('.').unwrap();
    (i32::from(square.as_bytes()[0] - b'a'), square[1..].parse::<i32>().unwrap() - 1, z.parse().unwrap())
}

fn compare(options: &Options, seed: u64) {
    let mut fast = Position::new(options);
    let mut slow = Literal::new(options);
    let mut dice = TestDice::new(seed);
    loop {
        let mut moves: Vec<_> = fast.legal_moves().into_iter().map(|mv| Rumis::write_move(&fast, mv)).collect();
        moves.sort();
        let legal = slow.legal();
        let differing: Vec<_> =
            moves.iter().filter(|mv| !legal.contains(mv)).chain(legal.iter().filter(|mv| !moves.contains(mv))).collect();
        assert_eq!(moves, legal, "{differing:?}\n{fast:?}");
        let seat = match fast.turn() {
            Turn::Seat(seat) => Some(seat.number()),
            _ => None,
        };
        assert_eq!(seat, slow.turn, "{fast:?}");
        let score = slow.score();
        assert_eq!(fast.score().as_slice(), score, "{fast:?}");
        let place = |points: &i32| 1 + score.iter().filter(|other| *other > points).count() as u8;
        assert_eq!(fast.places().as_slice(), score.iter().map(place).collect::<Vec<_>>(), "{fast:?}");
        if moves.is_empty() {
            break;
        }
        let chosen = moves[dice.below(moves.len() as u32) as usize].clone();
        let mv = Rumis::read_move(&fast, &chosen).unwrap();
        fast.play(mv).unwrap();
        slow.play(&chosen);
    }
}

/// One test a quarter of the samples, so that they share the processors.
fn compare_samples(part: usize) {
    for (index, values) in Rumis::samples().into_iter().enumerate().filter(|(index, _)| index % 4 == part) {
        let options = tablee_core::contract::sample_options::<Rumis>(&values);
        // The two-sector game is short and has the most rules that only it has.
        let games = if options.rules == Rules::TwoSector { 8 } else { 2 };
        for game in 0..games {
            compare(&options, index as u64 * 100 + game);
        }
    }
}

#[test]
fn the_literal_rules_agree_on_the_first_samples() {
    compare_samples(0);
}

#[test]
fn the_literal_rules_agree_on_the_second_samples() {
    compare_samples(1);
}

#[test]
fn the_literal_rules_agree_on_the_third_samples() {
    compare_samples(2);
}

#[test]
fn the_literal_rules_agree_on_the_last_samples() {
    compare_samples(3);
}

#[test]
fn the_literal_rules_agree_on_every_other_board_and_number_of_players() {
    let set = crate::common::standard_set();
    for board in &set.boards {
        for limit in &board.limits {
            compare(&crate::common::options(&format!("players {}, board {}", limit.players, board.id)), 7);
        }
    }
}
