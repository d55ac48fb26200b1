//! A second, slow, literal implementation of the clauses, held against the fast one on thousands of positions.
//!
//! It speaks only in texts: colours and animals as the set file writes them, moves as the notation does.

use std::collections::BTreeSet;
use std::sync::Arc;

use tablee_core::chance::TestDice;
use tablee_core::contract::sample_options;
use tablee_core::{Dice, Game, OptionValue, OptionValues, Play, Position as _, Turn};
use tablee_dogcity::{Animal, DogCity, End, Options, Position, Set};

/// Colour and animal of four corners, clockwise from the north-west.
type Look = [(String, String); 4];

#[derive(Clone, PartialEq, Debug)]
enum Actor {
    Deal,
    Refill { seat: usize, again: bool },
    Exchange { seat: usize },
    Seat(usize),
    Over,
}

#[derive(Clone)]
struct Literal {
    players: usize,
    youngest: usize,
    cat_in_hand: i32,
    /// By number; nothing has the number 0.
    looks: Vec<Look>,
    /// Number, x, y, and how it looks as it lies.
    laid: Vec<(usize, i32, i32, Look)>,
    hands: Vec<Vec<usize>>,
    pile: Vec<usize>,
    old: Vec<usize>,
    points: Vec<i32>,
    passed: BTreeSet<usize>,
    actor: Actor,
}

/// One quarter turn clockwise: what was south-west comes to the north-west.
fn turn_once(look: &Look) -> Look {
    let [north_west, north_east, south_east, south_west] = look.clone();
    [south_west, north_west, north_east, south_east]
}

fn turn(look: &Look, times: usize) -> Look {
    (0..times).fold(look.clone(), |look, _| turn_once(&look))
}

/// The points of the plane where the corners of a place are.
fn corner_points(x: i32, y: i32) -> [(i32, i32); 4] {
    [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]
}

impl Literal {
    fn new(options: &Options) -> Literal {
        let set = &options.set;
        let nothing: Look = std::array::from_fn(|_| (String::new(), String::new()));
        let mut looks = vec![nothing];
        for domino in set.numbers().filter_map(|number| set.domino(number)) {
            looks.push(domino.corners.map(|corner| {
                let animal = match corner.animal {
                    None => String::new(),
                    Some(Animal::Cat) => "cat".to_owned(),
                    Some(Animal::Dog(colour)) => set.dog_colours()[colour as usize].clone(),
                };
                (corner.colour.name().to_owned(), animal)
            }));
        }
        Literal {
            players: options.players,
            youngest: options.youngest[0].number(),
            cat_in_hand: i32::from(options.cat_in_hand),
            pile: (1..looks.len()).collect(),
            looks,
            laid: Vec::new(),
            hands: vec![Vec::new(); options.players],
            old: Vec::new(),
            points: vec![0; options.players],
            passed: BTreeSet::new(),
            actor: Actor::Deal,
        }
    }

    /// D4, D5.
    fn is_open(&self, x: i32, y: i32) -> bool {
        if self.laid.is_empty() {
            return (x, y) == (0, 0);
        }
        let free = self.laid.iter().all(|(_, other_x, other_y, _)| (*other_x, *other_y) != (x, y));
        free && self.laid.iter().any(|(_, other_x, other_y, _)| (x - other_x).abs() + (y - other_y).abs() == 1)
    }

    /// D6.
    fn colours_agree(&self, look: &Look, x: i32, y: i32) -> bool {
        self.laid.iter().all(|(_, other_x, other_y, other)| {
            corner_points(x, y).iter().zip(look).all(|(point, (colour, _))| {
                let others = corner_points(*other_x, *other_y);
                others.iter().zip(other).all(|(other_point, (other_colour, _))| other_point != point || other_colour == colour)
            })
        })
    }

    /// Every way to lay a domino.
    fn lays(&self, number: usize) -> Vec<String> {
        let ways = if self.laid.is_empty() { 1 } else { 4 };
        let turned: Vec<Look> = (0..ways).map(|turns| turn(&self.looks[number], turns)).collect();
        let xs: Vec<i32> = self.laid.iter().map(|laid| laid.1).chain([0]).collect();
        let ys: Vec<i32> = self.laid.iter().map(|laid| laid.2).chain([0]).collect();
        let mut lays = Vec::new();
        for x in xs.iter().min().unwrap() - 1..=xs.iter().max().unwrap() + 1 {
            for y in ys.iter().min().unwrap() - 1..=ys.iter().max().unwrap() + 1 {
                if !self.is_open(x, y) {
                    continue;
                }
                for (turns, look) in turned.iter().enumerate() {
                    if !turned[..turns].contains(look) && self.colours_agree(look, x, y) {
                        lays.push(format!("{number}@{x},{y}r{turns}"));
                    }
                }
            }
        }
        lays
    }

    fn legal(&self) -> BTreeSet<String> {
        match self.actor {
            Actor::Over => BTreeSet::new(),
            Actor::Seat(seat) => {
                let lays: BTreeSet<String> = self.hands[seat].iter().flat_map(|number| self.lays(*number)).collect();
                if !lays.is_empty() {
                    return lays; // D8
                }
                let mut idle = BTreeSet::from(["pass".to_owned()]);
                if self.pile.len() >= self.hands[seat].len() {
                    idle.insert("swap".to_owned()); // D13, D14
                }
                idle
            }
            _ => self.pile.iter().map(|number| format!("+{number}")).collect(),
        }
    }

    fn play(&mut self, mv: &str) {
        match (self.actor.clone(), mv) {
            (Actor::Seat(seat), "swap") => {
                self.passed.clear();
                self.old = std::mem::take(&mut self.hands[seat]);
                self.actor = Actor::Exchange { seat };
            }
            (Actor::Seat(seat), "pass") => {
                self.passed.insert(seat);
                if self.passed.len() == self.players {
                    self.actor = Actor::Over; // D19
                } else {
                    self.give_turn((seat + 1) % self.players);
                }
            }
            (Actor::Seat(seat), lay) => {
                self.passed.clear();
                let (number, place) = lay.split_once('@').unwrap();
                let (place, turns) = place.split_once('r').unwrap();
                let (x, y) = place.split_once(',').unwrap();
                self.lay(seat, number.parse().unwrap(), x.parse().unwrap(), y.parse().unwrap(), turns.parse().unwrap());
            }
            (actor, draw) => {
                let number: usize = draw[1..].parse().unwrap();
                self.pile.retain(|other| *other != number);
                self.draw(actor, number);
            }
        }
    }

    fn draw(&mut self, actor: Actor, number: usize) {
        match actor {
            Actor::Deal => {
                let seat = self.hands.iter().position(|hand| hand.len() < 4).unwrap();
                self.hands[seat].push(number);
                if self.hands.iter().all(|hand| hand.len() == 4) {
                    self.give_turn(self.youngest); // D3
                }
            }
            Actor::Refill { seat, again } => {
                self.hands[seat].push(number);
                self.give_turn(if again { seat } else { (seat + 1) % self.players });
            }
            Actor::Exchange { seat } => {
                self.hands[seat].push(number);
                if self.hands[seat].len() == self.old.len() {
                    self.pile.append(&mut self.old);
                    self.give_turn((seat + 1) % self.players);
                }
            }
            Actor::Seat(_) | Actor::Over => panic!("nobody draws"),
        }
    }

    fn lay(&mut self, seat: usize, number: usize, x: i32, y: i32, turns: usize) {
        self.hands[seat].retain(|other| *other != number);
        self.laid.push((number, x, y, turn(&self.looks[number], turns)));
        let mut again = false;
        for point in corner_points(x, y) {
            let mut animals = Vec::new();
            for (_, x, y, look) in &self.laid {
                let here = corner_points(*x, *y).into_iter().zip(look).filter(|(corner, _)| *corner == point);
                animals.extend(here.map(|(_, (_, animal))| animal.clone()));
            }
            if animals.len() == 4 {
                again = true; // D9, D10, D11
                self.points[seat] += worth(&animals);
            }
        }
        if !self.pile.is_empty() {
            self.actor = Actor::Refill { seat, again }; // D7
        } else if self.hands[seat].is_empty() {
            self.actor = Actor::Over; // D18
        } else {
            self.give_turn(if again { seat } else { (seat + 1) % self.players });
        }
    }

    /// D19.
    fn give_turn(&mut self, seat: usize) {
        let fits = |number: &usize| !self.lays(*number).is_empty();
        let goes_on = self.hands[seat].iter().any(fits) || self.hands.iter().flatten().chain(&self.pile).any(fits);
        self.actor = if goes_on { Actor::Seat(seat) } else { Actor::Over };
    }

    /// D11, D20, D21.
    fn score(&self) -> Vec<i32> {
        let cost = |number: &usize| {
            let animals = self.looks[*number].iter().map(|(_, animal)| animal.as_str());
            animals
                .map(|animal| match animal {
                    "" => 0,
                    "cat" => self.cat_in_hand,
                    _ => 1,
                })
                .sum::<i32>()
        };
        (0..self.players).map(|seat| self.points[seat] - self.hands[seat].iter().map(cost).sum::<i32>()).collect()
    }

    /// D22.
    fn places(&self) -> Vec<u8> {
        let score = self.score();
        score.iter().map(|points| 1 + score.iter().filter(|other| *other > points).count() as u8).collect()
    }
}

/// D15, D16, D17.
fn worth(animals: &[String]) -> i32 {
    let colours: BTreeSet<&String> = animals.iter().filter(|animal| !animal.is_empty()).collect();
    let count = |colour: &String| animals.iter().filter(|animal| *animal == colour).count();
    colours
        .into_iter()
        .map(|colour| match (colour.as_str(), count(colour)) {
            ("cat", cats) => -2 * cats as i32,
            (_, 1) => 1,
            (_, 2) => 3,
            (_, 3) => 5,
            _ => 7,
        })
        .sum()
}

/// What the games went through, so that a test can see that it saw everything.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    swaps: usize,
    passes: usize,
    last_domino: usize,
    all_passed: usize,
    nothing_fits: usize,
}

/// Plays a random game and compares everything at every ply.
fn compare(options: &Options, seed: u64, seen: &mut Seen) {
    let (mut fast, mut slow) = (Position::new(options), Literal::new(options));
    let mut dice = TestDice::new(seed);
    loop {
        let legal: BTreeSet<String> = fast.legal_moves().into_iter().map(|mv| DogCity::write_move(&fast, mv)).collect();
        assert_eq!(legal, slow.legal(), "seed {seed}\n{fast:?}");
        assert_eq!(fast.score().as_slice(), slow.score(), "seed {seed}\n{fast:?}");
        assert_eq!(fast.places().as_slice(), slow.places(), "seed {seed}\n{fast:?}");
        let turn = match slow.actor {
            Actor::Seat(number) => crate::common::seat(number),
            Actor::Over => Turn::Over,
            _ => Turn::Chance,
        };
        assert_eq!(fast.turn(), turn, "seed {seed}\n{fast:?}");
        seen.positions += 1;
        if legal.is_empty() {
            break;
        }
        let chosen = legal.iter().nth(dice.below(legal.len() as u32) as usize).unwrap();
        seen.swaps += usize::from(chosen == "swap");
        seen.passes += usize::from(chosen == "pass");
        fast.play(DogCity::read_move(&fast, chosen).unwrap()).unwrap();
        slow.play(chosen);
    }
    match fast.end().unwrap() {
        End::LastDomino(_) => seen.last_domino += 1,
        End::AllPassed => seen.all_passed += 1,
        End::NothingFits => seen.nothing_fits += 1,
    }
}

#[test]
fn the_literal_rules_agree_on_every_sample() {
    let mut seen = Seen::default();
    for values in DogCity::samples() {
        let options = sample_options::<DogCity>(&values);
        (0..40).for_each(|seed| compare(&options, seed, &mut seen));
    }
    assert!(seen.positions > 30_000 && seen.last_domino > 300, "{seen:?}");
}

/// A set of dominoes that rarely go together: each has one colour, except for some corners.
fn stubborn_set(count: usize, seed: u64) -> Set {
    let mut dice = TestDice::new(seed);
    let dominoes: Vec<[String; 4]> = (0..count)
        .map(|_| {
            let main = dice.below(3);
            std::array::from_fn(|_| {
                let colour = if dice.below(12) == 0 { dice.below(3) } else { main };
                let animal = [".", ".", ".", "B", "W", "G", "c"][dice.below(7) as usize];
                format!("{}{animal}", ["r", "b", "y"][colour as usize])
            })
        })
        .collect();
    Set::read(&crate::common::set_file(&dominoes)).unwrap()
}

#[test]
fn the_literal_rules_agree_where_dominoes_seldom_fit() {
    let mut seen = Seen::default();
    for seed in 0..200 {
        let set = Arc::new(stubborn_set(16 + seed as usize % 45, seed));
        let players = OptionValue::Number(2 + seed as i64 % 3);
        let options = Options::read(&OptionValues::new().with("players", players), set).unwrap();
        (0..3).for_each(|game| compare(&options, 1000 * seed + game, &mut seen));
    }
    let Seen { swaps, passes, last_domino, all_passed, nothing_fits, .. } = seen;
    assert!(swaps > 100 && passes > 100, "{seen:?}");
    assert!(last_domino > 10 && all_passed > 10 && nothing_fits > 10, "{seen:?}");
}
