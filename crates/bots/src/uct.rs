//! The textbook search, as a baseline for ours: UCB1 applied to trees, with uniformly random playouts to the end.
//!
//! It knows only the rules. Each playout adds a node, moves that were never tried come first, and only winning counts.

use tablee_core::{BySeat, Dice, Knowledge, Text, Turn, play_out};
use web_time::Instant;

use crate::bot::{Bot, Choice};
use crate::search::wins;
use crate::simple::nobody_to_move;
use crate::{Budget, FastDice, Stop};

/// The usual constant: the square root of 2.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// The textbook search, on one thread.
pub struct Uct {
    /// How long it may think.
    pub budget: Budget,
    /// The random numbers of its playouts.
    pub dice: FastDice,
}

struct Node<M> {
    /// The move that led here.
    mv: Option<M>,
    visits: u64,
    /// The sum of the values of the visits, for the seat that moved here.
    value: f64,
    children: Vec<usize>,
    /// The moves that were never tried; none if they have not been listed yet.
    untried: Option<Vec<M>>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        Node { mv, visits: 0, value: 0.0, children: Vec::new(), untried: None }
    }
}

impl<P: Knowledge> Bot<P> for Uct {
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_to_move()) };
        let start = Instant::now();
        let mut nodes = vec![Node::new(None)];
        let mut playouts = 0;
        loop {
            playout(position, &mut nodes, &mut self.dice);
            playouts += 1;
            let late = self.budget.time.is_some_and(|time| playouts % 16 == 0 && start.elapsed() >= time);
            if late || stop.is_called() || self.budget.playouts.is_some_and(|most| playouts >= most) {
                break;
            }
        }
        let best = nodes[0].children.iter().max_by_key(|child| nodes[**child].visits);
        let mv = best.and_then(|child| nodes[*child].mv).ok_or_else(nobody_to_move)?;
        Ok(Choice { mv, evaluation: None })
    }
}

fn playout<P: Knowledge>(root: &P, nodes: &mut Vec<Node<P::Move>>, dice: &mut FastDice) {
    let mut position = root.clone();
    let mut path = vec![(0, None)];
    let mut scratch = Vec::new();
    let mut node = 0;
    loop {
        let (next, seat) = match position.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let Some(draw) = position.pick(dice, &mut scratch) else { break };
                let known = nodes[node].children.iter().copied().find(|child| nodes[*child].mv == Some(draw));
                (known.unwrap_or_else(|| add(nodes, node, draw)), None)
            }
            Turn::Seat(seat) => {
                let untried = nodes[node].untried.get_or_insert_with(|| {
                    position.moves(&mut scratch);
                    scratch.clone()
                });
                if !untried.is_empty() {
                    let mv = untried.swap_remove(dice.below(untried.len() as u32) as usize);
                    position.play_unchecked(mv);
                    path.push((add(nodes, node, mv), Some(seat)));
                    break;
                }
                (select(nodes, node), Some(seat))
            }
        };
        if let Some(mv) = nodes[next].mv {
            position.play_unchecked(mv);
        }
        path.push((next, seat));
        node = next;
    }
    play_out(&mut position, dice, &mut scratch);
    let win: BySeat<f32> = wins(&position);
    for (node, seat) in path {
        nodes[node].visits += 1;
        nodes[node].value += seat.map_or(0.0, |seat| f64::from(win[seat]));
    }
}

fn add<M>(nodes: &mut Vec<Node<M>>, parent: usize, mv: M) -> usize {
    let new = nodes.len();
    nodes.push(Node::new(Some(mv)));
    nodes[parent].children.push(new);
    new
}

fn select<M>(nodes: &[Node<M>], node: usize) -> usize {
    let log = (nodes[node].visits as f64).ln();
    let bound = |child: usize| {
        let visits = nodes[child].visits as f64;
        nodes[child].value / visits + EXPLORATION * (log / visits).sqrt()
    };
    let children = nodes[node].children.iter().copied();
    children.max_by(|a, b| bound(*a).total_cmp(&bound(*b))).unwrap_or(node)
}
