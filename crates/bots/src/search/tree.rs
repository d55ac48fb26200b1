//! The search tree, and one playout through it.

use std::hash::{BuildHasher, Hash};

use multiversion::multiversion;
use rustc_hash::FxBuildHasher;
use tablee_core::{BySeat, Knowledge, Seat, Style, Turn};

use super::worth::{Worth, worth};
use crate::{FastDice, Stop};

/// Marks a node that does not exist yet.
const NONE: u32 = u32::MAX;

/// The most edges of a tree, over all its nodes: some 150 MB. Then the tree stops growing, and the playouts go on.
const MAX_EDGES: usize = 3 << 20;

/// Slots in the table of moves seen in a playout. Two moves may share one, so an entry is a guess, not a proof.
const SLOTS: usize = 1 << 12;

/// A move, or a draw, from a node.
struct Edge<M> {
    mv: M,
    /// The node it leads to, or [`NONE`].
    child: u32,
    visits: u32,
    /// The sum of the values of its visits, for the seat that makes it.
    value: f32,
    /// How promising it looks before any visit: a share of all moves of the node.
    prior: f32,
    /// RAVE: how often it was made later in playouts through the node, and the sum of their values.
    rave_visits: f32,
    rave_value: f32,
    /// Its slot in the table of moves seen in a playout.
    slot: u16,
}

/// A position of the tree.
struct Node<M> {
    visits: u32,
    /// Empty before it is expanded. Sorted by prior, the best first; draws ascending.
    edges: Vec<Edge<M>>,
}

/// The results of a move at the root.
pub(crate) struct Tried<M> {
    pub(crate) mv: M,
    pub(crate) visits: u64,
    pub(crate) value: f64,
    pub(crate) wins: BySeat<f64>,
    pub(crate) points: BySeat<f64>,
}

/// The result of a whole search.
pub(crate) struct Root<M> {
    pub(crate) playouts: u64,
    /// Ascending by move.
    pub(crate) tried: Vec<Tried<M>>,
}

impl<M: Ord> Root<M> {
    /// Adds the result of another search of the same position.
    pub(crate) fn and(mut self, other: Root<M>) -> Root<M> {
        self.playouts += other.playouts;
        for (own, other) in self.tried.iter_mut().zip(other.tried) {
            debug_assert!(own.mv == other.mv, "both searched the same position");
            own.visits += other.visits;
            own.value += other.value;
            own.wins = BySeat::from_fn(own.wins.len(), |seat| own.wins[seat] + other.wins[seat]);
            own.points = BySeat::from_fn(own.points.len(), |seat| own.points[seat] + other.points[seat]);
        }
        self
    }
}

/// A step down the tree in the current playout.
struct Step {
    node: u32,
    edge: u32,
    /// The seat that made it; none for a draw.
    seat: Option<Seat>,
}

pub(crate) struct Tree<P: Knowledge> {
    position: P,
    style: Style,
    nodes: Vec<Node<P::Move>>,
    edges: usize,
    /// By edge of the root: wins and points of each seat, added up.
    sums: Vec<(BySeat<f64>, BySeat<f64>)>,
    playouts: u64,
    dice: FastDice,
    workspace: Workspace<P::Move>,
}

/// Buffers that all playouts reuse.
struct Workspace<M> {
    path: Vec<Step>,
    /// The moves that were played below the tree.
    played: Vec<(Seat, M)>,
    /// By slot: the last playout in which a move of that slot was made.
    marks: Vec<u32>,
    moves: Vec<M>,
    ratings: Vec<f32>,
}

impl<P: Knowledge> Tree<P> {
    /// A tree from a position where a seat is to move.
    pub(crate) fn new(position: &P, style: Style, seed: u64) -> Tree<P> {
        let workspace =
            Workspace { path: Vec::new(), played: Vec::new(), marks: vec![0; SLOTS], moves: Vec::new(), ratings: Vec::new() };
        let mut tree = Tree {
            position: position.clone(),
            style,
            nodes: vec![Node { visits: 0, edges: Vec::new() }],
            edges: 0,
            sums: Vec::new(),
            playouts: 0,
            dice: FastDice::new(seed),
            workspace,
        };
        tree.expand(0, position, usize::MAX);
        let zero = BySeat::from_fn(position.seats(), |_| 0.0);
        tree.sums = vec![(zero, zero); tree.nodes[0].edges.len()];
        tree
    }

    /// Whether there is only one move.
    pub(crate) fn is_forced(&self) -> bool {
        self.nodes[0].edges.len() <= 1
    }

    /// By how many visits the most visited move is ahead of the next.
    pub(crate) fn lead(&self) -> u32 {
        let (mut first, mut second) = (0, 0);
        for edge in &self.nodes[0].edges {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        first - second
    }

    /// Adds this many playouts, or fewer if the search is stopped; at least one, so that there is a choice.
    pub(crate) fn play_out(&mut self, playouts: u64, stop: &Stop) {
        for _ in 0..playouts {
            grow(self);
            if stop.is_called() {
                return;
            }
        }
    }

    /// The result of the search.
    pub(crate) fn into_root(mut self) -> Root<P::Move> {
        let root = self.nodes.swap_remove(0);
        let edges = root.edges.iter().zip(self.sums);
        let tried = edges.map(|(edge, (wins, points))| Tried {
            mv: edge.mv,
            visits: edge.visits.into(),
            value: edge.value.into(),
            wins,
            points,
        });
        let mut tried: Vec<_> = tried.collect();
        tried.sort_by_key(|tried| tried.mv);
        Root { playouts: self.playouts, tried }
    }

    /// Lists the moves of a node, the most promising first. Moves that the ratings call equal to another one are listed
    /// at the root only: there the exact position is known, and they may differ after all.
    fn expand(&mut self, node: u32, position: &P, width: usize) {
        let Turn::Seat(seat) = position.turn() else { return };
        let Workspace { moves, ratings, .. } = &mut self.workspace;
        position.moves(moves);
        position.rate(moves, ratings);
        let best = ratings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let edge = |(mv, rating): (&P::Move, &f32)| Edge {
            mv: *mv,
            child: NONE,
            visits: 0,
            value: 0.0,
            prior: ((rating - best) / self.style.rating_scale).exp(),
            rave_visits: 0.0,
            rave_value: 0.0,
            slot: slot(seat, mv),
        };
        let worth_a_look = moves.iter().zip(ratings.iter()).filter(|(_, rating)| node == 0 || **rating > f32::NEG_INFINITY);
        let mut edges: Vec<_> = worth_a_look.map(edge).collect();
        // The sort is stable, so equal moves stay in ascending order and the result is reproducible.
        edges.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        edges.truncate(width);
        edges.shrink_to_fit();
        let sum: f32 = edges.iter().map(|edge| edge.prior).sum();
        // Every move keeps a small prior, however bad it looks: the ratings may be wrong.
        let share = 0.1 / edges.len().max(1) as f32;
        for edge in &mut edges {
            edge.prior = 0.9 * edge.prior / sum + share;
        }
        self.edges += edges.len();
        self.nodes[node as usize].edges = edges;
    }

    /// The child that an edge leads to, created if there is none yet.
    fn child(&mut self, node: u32, edge: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let child = &mut self.nodes[node as usize].edges[edge as usize].child;
        if *child == NONE {
            *child = next;
            self.nodes.push(Node { visits: 0, edges: Vec::new() });
            return next;
        }
        *child
    }

    /// The edge of a draw, created if it is new.
    fn draw(&mut self, node: u32, draw: P::Move) -> u32 {
        let edges = &mut self.nodes[node as usize].edges;
        let found = edges.binary_search_by(|edge| edge.mv.cmp(&draw));
        found.unwrap_or_else(|at| {
            let new =
                Edge { mv: draw, child: NONE, visits: 0, value: 0.0, prior: 0.0, rave_visits: 0.0, rave_value: 0.0, slot: 0 };
            edges.insert(at, new);
            self.edges += 1;
            at
        }) as u32
    }
}

/// One playout: down the tree, to the end with the fast policy, and back up.
///
/// The game's own methods are inlined here. It is compiled for several processors, like `tablee_core::play_out`.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt", "x86_64+popcnt"))]
fn grow<P: Knowledge>(tree: &mut Tree<P>) {
    tree.playouts += 1;
    let mut position = tree.position.clone();
    tree.workspace.path.clear();
    tree.workspace.played.clear();
    descend(tree, &mut position);
    finish(tree, &mut position);
    let worth = worth(&position, &tree.style);
    give_back(tree, &worth);
}

/// Goes down to a leaf of the tree, and expands it.
#[inline(always)]
fn descend<P: Knowledge>(tree: &mut Tree<P>, position: &mut P) {
    let mut node = 0;
    let chapter = tree.position.chapter();
    loop {
        if position.chapter() != chapter {
            return;
        }
        let (edge, seat) = match position.turn() {
            Turn::Over => return,
            Turn::Chance => {
                let Some(draw) = position.pick(&mut tree.dice, &mut tree.workspace.moves) else { return };
                if tree.edges >= MAX_EDGES {
                    position.play_unchecked(draw);
                    return;
                }
                (tree.draw(node, draw), None)
            }
            Turn::Seat(seat) => {
                let here = &tree.nodes[node as usize];
                if here.edges.is_empty() {
                    if here.visits < tree.style.expand_after || tree.edges >= MAX_EDGES {
                        return;
                    }
                    tree.expand(node, position, tree.style.width);
                }
                (select(&tree.nodes[node as usize], &tree.style), Some(seat))
            }
        };
        position.play_unchecked(tree.nodes[node as usize].edges[edge as usize].mv);
        tree.workspace.path.push(Step { node, edge, seat });
        node = tree.child(node, edge);
    }
}

/// Selects the edge with the best sum of value and exploration.
#[inline(always)]
fn select<M>(node: &Node<M>, style: &Style) -> u32 {
    let curiosity = style.curiosity * (node.visits.max(1) as f32).sqrt();
    // A move that was never tried counts as a little worse than the mean of the node.
    let (visits, value) = node
        .edges
        .iter()
        .take_while(|edge| edge.visits > 0)
        .fold((0, 0.0), |(visits, value), edge| (visits + edge.visits, value + edge.value));
    let untried = if visits == 0 { 0.5 } else { value / visits as f32 - 0.1 };
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    for (index, edge) in node.edges.iter().enumerate() {
        let visits = edge.visits as f32;
        let mut value = if edge.visits == 0 { untried } else { edge.value / visits };
        if style.rave > 0.0 && edge.rave_visits > 0.0 {
            let trust = style.rave / (style.rave + visits) * edge.rave_visits / (edge.rave_visits + 4.0);
            value += trust * (edge.rave_value / edge.rave_visits - value);
        }
        let promise = value + curiosity * edge.prior / (1.0 + visits);
        if promise > most {
            (best, most) = (index, promise);
        }
    }
    best as u32
}

/// Plays on with the fast policy to the end, or to the horizon.
#[inline(always)]
fn finish<P: Knowledge>(tree: &mut Tree<P>, position: &mut P) {
    let chapter = tree.position.chapter();
    let Workspace { played, moves, .. } = &mut tree.workspace;
    for _ in 0..tree.style.horizon {
        if position.chapter() != chapter {
            return;
        }
        let turn = position.turn();
        let Some(mv) = position.policy_move(&mut tree.dice, moves) else { return };
        if let (Turn::Seat(seat), true) = (turn, tree.style.rave > 0.0) {
            played.push((seat, mv));
        }
        position.play_unchecked(mv);
    }
}

/// Adds the value of the playout to every node on its path.
#[inline(always)]
fn give_back<P: Knowledge>(tree: &mut Tree<P>, worth: &Worth) {
    let rave = tree.style.rave > 0.0;
    let now = tree.playouts as u32;
    let Workspace { path, played, marks, .. } = &mut tree.workspace;
    if rave {
        for (seat, mv) in played.iter() {
            marks[slot(*seat, mv) as usize] = now;
        }
    }
    for step in path.iter().rev() {
        let node = &mut tree.nodes[step.node as usize];
        node.visits += 1;
        let edge = &mut node.edges[step.edge as usize];
        edge.visits += 1;
        let Some(seat) = step.seat else { continue };
        let value = worth.value[seat];
        edge.value += value;
        if rave {
            marks[edge.slot as usize] = now;
            for edge in &mut node.edges {
                if marks[edge.slot as usize] == now {
                    edge.rave_visits += 1.0;
                    edge.rave_value += value;
                }
            }
        }
    }
    if let Some(leaf) = path.last().map(|step| tree.nodes[step.node as usize].edges[step.edge as usize].child) {
        tree.nodes[leaf as usize].visits += 1;
    }
    if let Some(first) = path.first() {
        let (wins, points) = &mut tree.sums[first.edge as usize];
        for (seat, _) in worth.win.iter() {
            wins[seat] += f64::from(worth.win[seat]);
            points[seat] += f64::from(worth.points[seat]);
        }
    }
}

/// The slot of a seat's move in the table of moves seen in a playout.
#[inline]
fn slot(seat: Seat, mv: &impl Hash) -> u16 {
    (FxBuildHasher.hash_one((seat, mv)) % SLOTS as u64) as u16
}
