//! The rules of Kumata a second time: slow, literal, straight from the clauses.
//!
//! It shares nothing with the crate but the options and the facts of the setup. The board is a stack of halves on each
//! parcel, moves go in and out as text, and everything is searched again for every question.

use std::collections::BTreeMap;

use tablee_core::{Fact, Seat, Setup, Turn};
use tablee_kumata::{Layout, Options};

/// The values of a domino, the higher first.
type Domino = (u8, u8);

/// The column and the row of a parcel, both from 1.
type Spot = (u8, u8);

/// What one sees looking down on a layer of a stack.
#[derive(Clone, Copy)]
struct Half {
    owner: Option<usize>,
    value: u8,
    /// Which of the dominoes laid so far it belongs to; none for the printed board.
    domino: Option<usize>,
}

#[derive(Clone, Copy)]
struct Pile {
    top: Option<Domino>,
    under: usize,
}

#[derive(Clone)]
struct Player {
    piles: Vec<Pile>,
    hidden: Vec<Domino>,
    totems_left: usize,
}

#[derive(Clone, Copy)]
struct Totem {
    owner: usize,
    on: [Spot; 2],
}

#[derive(Clone, Copy)]
enum Phase {
    Deal { player: usize, pile: usize },
    Reveal { player: usize, pile: usize },
    Turn(usize),
    Over { by: usize },
}

/// A position of the literal implementation.
#[derive(Clone)]
pub struct Literal {
    sides: Vec<Vec<usize>>,
    youngest: Vec<usize>,
    stacks: BTreeMap<Spot, Vec<Half>>,
    totems: Vec<Totem>,
    players: Vec<Player>,
    laid: usize,
    phase: Phase,
}

impl Literal {
    /// K1–K7: the table before the first ply.
    pub fn start(options: &Options, layout: &Layout) -> Literal {
        let count = options.players;
        let (greatest, piles, totems_left) = if count == 2 { (4, 3, 2) } else { (3, 2, 1) };
        let hidden = (0..=greatest).flat_map(|high| (0..=high).map(move |low| (high, low))).collect();
        let player = Player { piles: vec![Pile { top: None, under: 5 }; piles], hidden, totems_left };
        let clans: Vec<_> = options.clans.iter().map(|clan| clan.name()).collect();
        let sides = if options.teams { vec![vec![0, 2], vec![1, 3]] } else { (0..count).map(|seat| vec![seat]).collect() };
        Literal {
            sides,
            youngest: options.youngest.iter().map(|seat| seat.number()).collect(),
            stacks: printed_parcels(options, layout, &clans),
            totems: Vec::new(),
            players: vec![player; count],
            laid: 0,
            phase: Phase::Deal { player: 0, pile: 0 },
        }
    }

    /// Who acts.
    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal { .. } | Phase::Reveal { .. } => Turn::Chance,
            Phase::Turn(player) => Turn::Seat(Seat::new(player)),
            Phase::Over { .. } => Turn::Over,
        }
    }

    /// Whose turn ended the game (K38).
    pub fn ended_by(&self) -> Option<usize> {
        if let Phase::Over { by } = self.phase { Some(by) } else { None }
    }

    /// Every legal move in canonical spelling, in the order of the alphabet.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = match self.phase {
            Phase::Deal { player, .. } | Phase::Reveal { player, .. } => {
                self.players[player].hidden.iter().map(|(high, low)| format!("+{high}-{low}")).collect()
            }
            Phase::Turn(player) => {
                let mut legal = self.lays(player);
                // K11, K25: with each of them a totem, if one is left.
                if self.players[player].totems_left > 0 {
                    legal.extend(legal.clone().into_iter().map(|lay| lay + "^"));
                }
                // K10, K23: a new pile is only for a player who can lay nothing.
                if legal.is_empty() { self.new_piles(player) } else { legal }
            }
            Phase::Over { .. } => Vec::new(),
        };
        legal.sort_unstable();
        legal
    }

    /// Plays a legal move, given in canonical spelling.
    pub fn play(&mut self, text: &str) {
        match self.phase {
            Phase::Deal { player, pile } => {
                self.reveal(player, pile, read_domino(&text[1..]));
                // K6: pile by pile, then seat by seat.
                if pile + 1 < self.players[player].piles.len() {
                    self.phase = Phase::Deal { player, pile: pile + 1 };
                } else if player + 1 < self.players.len() {
                    self.phase = Phase::Deal { player: player + 1, pile: 0 };
                } else {
                    self.begin_turn(self.first_player());
                }
            }
            Phase::Reveal { player, pile } => {
                self.reveal(player, pile, read_domino(&text[1..]));
                self.begin_turn((player + 1) % self.players.len());
            }
            Phase::Turn(player) => match text.strip_prefix('p') {
                Some(number) => self.make_new_pile(player, number.parse::<usize>().expect("a number") - 1),
                None => self.lay(player, text),
            },
            Phase::Over { .. } => panic!("{text} is played after the end"),
        }
    }

    /// K28–K31.
    pub fn score(&self) -> Vec<i32> {
        (0..self.players.len()).map(|player| self.points(player)).collect()
    }

    fn points(&self, player: usize) -> i32 {
        let visible = self.stacks.values().filter_map(|stack| stack.last()).filter(|top| top.owner == Some(player));
        let on_table: i32 = visible.map(|top| i32::from(top.value)).sum();
        let in_reserve: i32 = self.reserve(player).map(|(high, low)| i32::from(high + low)).sum();
        let totems: usize = self.totem_heights(player).sum();
        on_table + in_reserve + totems as i32 - self.players[player].totems_left as i32
    }

    /// K30: nothing ever lies on a totem's domino, so its height is that of the stack.
    fn totem_heights(&self, player: usize) -> impl Iterator<Item = usize> {
        self.totems.iter().filter(move |totem| totem.owner == player).map(|totem| self.stacks[&totem.on[0]].len())
    }

    /// K32–K34, K36.
    pub fn places(&self) -> Vec<u8> {
        let score = self.score();
        let total = |side: &Vec<usize>| side.iter().map(|player| score[*player]).sum::<i32>();
        let totem = |side: &Vec<usize>| side.iter().flat_map(|player| self.totem_heights(*player)).max().unwrap_or(0);
        let best = self.sides.iter().map(total).max().expect("somebody plays");
        let tied: Vec<_> = self.sides.iter().filter(|side| total(side) == best).collect();
        let highest = tied.iter().map(|side| totem(side)).max().expect("somebody is best");
        let wins = |side: &Vec<usize>| total(side) == best && totem(side) == highest;
        let ahead = |other: &Vec<usize>, side: &Vec<usize>| total(other) > total(side) || (wins(other) && !wins(side));
        let mut places = vec![0; self.players.len()];
        for side in &self.sides {
            for player in side {
                places[*player] = 1 + self.sides.iter().filter(|other| ahead(other, side)).count() as u8;
            }
        }
        places
    }

    /// The visible dominoes of a player's piles (K6).
    fn reserve(&self, player: usize) -> impl Iterator<Item = Domino> {
        self.players[player].piles.iter().filter_map(|pile| pile.top)
    }

    /// Every way to lay a domino of the reserve, without totem.
    fn lays(&self, player: usize) -> Vec<String> {
        let mut lays = Vec::new();
        for (high, low) in self.reserve(player) {
            for first in self.stacks.keys() {
                for second in beside(*first) {
                    // A double turned round is the same move: its parcels are named in ascending order.
                    if (high != low || *first < second) && self.fits([(*first, high), (second, low)]) {
                        lays.push(format!("{high}-{low}:{}{}", name(*first), name(second)));
                    }
                }
            }
        }
        lays
    }

    /// K13–K22, for two spots side by side and the half that goes on each.
    fn fits(&self, halves: [(Spot, u8); 2]) -> bool {
        // K20: never over a void.
        let [Some(one), Some(other)] = halves.map(|(spot, _)| self.stacks.get(&spot)) else { return false };
        let tops = [one, other].map(|stack| stack.last().expect("a stack has the board at its bottom"));
        // K13, K20: both at the same height.
        let level = one.len() == other.len();
        // K18: on the bare board anywhere; K19, K21: else on two different dominoes.
        let different = tops[0].domino.is_none() || tops[0].domino != tops[1].domino;
        // K22
        let free = !self.totems.iter().any(|totem| halves.iter().any(|(spot, _)| totem.on.contains(spot)));
        // K14, and K15 and K16 for what is empty.
        let matches = |half: u8, under: u8| half == under || half == 0 || under == 0;
        level && different && free && halves.iter().zip(tops).all(|((_, half), top)| matches(*half, top.value))
    }

    /// K23, K24
    fn new_piles(&self, player: usize) -> Vec<String> {
        let piles = self.players[player].piles.iter().enumerate();
        piles.filter(|(_, pile)| pile.top.is_some() && pile.under >= 1).map(|(index, _)| format!("p{}", index + 1)).collect()
    }

    /// K8
    fn first_player(&self) -> usize {
        let points = |player: usize| self.reserve(player).map(|(high, low)| high + low).sum::<u8>();
        let most = (0..self.players.len()).map(points).max();
        self.youngest.iter().copied().find(|player| Some(points(*player)) == most).expect("somebody has the most")
    }

    /// K26, K27
    fn begin_turn(&mut self, player: usize) {
        let nothing_left = self.reserve(player).next().is_none();
        let blocked = self.lays(player).is_empty() && self.new_piles(player).is_empty();
        self.phase = if nothing_left || blocked { Phase::Over { by: player } } else { Phase::Turn(player) };
    }

    fn reveal(&mut self, player: usize, pile: usize, domino: Domino) {
        let player = &mut self.players[player];
        player.hidden.retain(|hidden| *hidden != domino);
        player.piles[pile] = Pile { top: Some(domino), under: player.piles[pile].under - 1 };
    }

    /// K10, K11
    fn lay(&mut self, player: usize, text: &str) {
        let (domino, rest) = text.split_once(':').expect("a colon");
        let domino = read_domino(domino);
        let spots = read_spots(rest.trim_end_matches('^'));
        self.laid += 1;
        for (spot, value) in spots.into_iter().zip([domino.0, domino.1]) {
            let half = Half { owner: Some(player), value, domino: Some(self.laid) };
            self.stacks.get_mut(&spot).expect("a parcel").push(half);
        }
        if rest.ends_with('^') {
            self.totems.push(Totem { owner: player, on: spots });
            self.players[player].totems_left -= 1;
        }
        let pile = self.players[player].piles.iter().position(|pile| pile.top == Some(domino));
        self.take_top(player, pile.expect("a domino of the reserve"));
    }

    /// K23
    fn make_new_pile(&mut self, player: usize, pile: usize) {
        let top = self.players[player].piles[pile].top;
        self.players[player].piles.push(Pile { top, under: 0 });
        self.take_top(player, pile);
    }

    /// K12: what lies under it becomes visible, then the turn passes (K9).
    fn take_top(&mut self, player: usize, pile: usize) {
        self.players[player].piles[pile].top = None;
        if self.players[player].piles[pile].under > 0 {
            self.phase = Phase::Reveal { player, pile };
        } else {
            self.begin_turn((player + 1) % self.players.len());
        }
    }
}

/// The number of lines of play to a depth, as `tablee_core::perft` counts them.
pub fn perft(position: &Literal, depth: u32) -> u64 {
    let legal = position.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let next = |text: &String| {
        let mut next = position.clone();
        next.play(text);
        perft(&next, depth - 1)
    };
    legal.iter().map(next).sum()
}

/// The stacks of the bare board, from what a trace would tell of the setup.
fn printed_parcels(options: &Options, layout: &Layout, clans: &[&str]) -> BTreeMap<Spot, Vec<Half>> {
    let facts = layout.facts(options);
    let (_, parcels) = facts.iter().find(|(name, _)| name == "parcels").expect("a setup has its parcels");
    let printed = parcels.iter().map(|(square, fact)| {
        let Fact::Text(text) = fact else { panic!("{fact:?} is not a parcel") };
        let (clan, value) = text.split_once(' ').expect("a clan and a value");
        // K5: nobody owns the parcels of a clan that is left out.
        let owner = clans.iter().position(|played| *played == clan);
        let value = value.parse().expect("a value");
        (read_spot(square), vec![Half { owner, value, domino: None }])
    });
    printed.collect()
}

fn beside((column, row): Spot) -> [Spot; 4] {
    [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
}

fn name((column, row): Spot) -> String {
    format!("{}{row}", char::from(b'a' + column - 1))
}

fn read_spot(text: &str) -> Spot {
    (text.as_bytes()[0] - b'a' + 1, text[1..].parse().expect("a row"))
}

/// Reads `a10b10`.
fn read_spots(text: &str) -> [Spot; 2] {
    let second = text.rfind(|c: char| c.is_ascii_lowercase()).expect("two parcels");
    [read_spot(&text[..second]), read_spot(&text[second..])]
}

/// Reads `3-1`.
fn read_domino(text: &str) -> Domino {
    let (high, low) = text.split_once('-').expect("a domino");
    (high.parse().expect("a value"), low.parse().expect("a value"))
}
