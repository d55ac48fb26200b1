//! Where a piece fits, and the ways to lay it there.

use crate::scene::{Cell, Past, Shown, Solid, is_over, top_of};
use crate::{Play, Scenic, Text};

/// A cell where a piece fits.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Target {
    /// The cell to point at.
    pub cell: Cell,
    /// The height of what stands on it.
    pub top: f32,
    /// The name of the cell.
    pub name: String,
    /// The ways to lay the piece so that it covers the cell: those that begin there first, then by pose. Never empty.
    pub ways: Vec<Way>,
}

/// A way to lay a piece, which is legal.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Way {
    /// The move, in its canonical spelling.
    pub mv: String,
    /// How the piece is turned: ways with the same number look the same except for the place.
    pub pose: u32,
    /// On which side the piece lies: ways with the same number differ by a spin about the vertical only.
    pub tip: u32,
    /// The piece, as it will lie.
    pub solids: Vec<Solid>,
    /// The move in words.
    pub what: Text,
    /// The same with something more, if that is legal too.
    pub extra: Option<Extra>,
}

/// Something that can be added to a move, such as a totem.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Extra {
    /// The label of a switch that adds it.
    pub label: Text,
    /// The move with it.
    pub mv: String,
    /// The piece with it, as it will lie.
    pub solids: Vec<Solid>,
    /// The move in words.
    pub what: Text,
}

/// Every cell where a piece fits, by name, and the ways to lay it there.
pub fn targets<G: Scenic>(position: &G::Position, past: Past<G>, piece: &str) -> Vec<Target> {
    let table = G::tabletop(position, past);
    let mut targets: Vec<Target> = Vec::new();
    for mv in position.legal_moves() {
        let Shown::Lay(lay) = G::show(position, mv) else { continue };
        if lay.piece != piece {
            continue;
        }
        let (spelling, what) = (G::write_move(position, mv), G::tell(position, mv));
        for cell in &lay.cells {
            let index = targets.iter().position(|target| target.cell == *cell).unwrap_or_else(|| {
                let (top, name) = (top_of(&table, *cell), G::cell_name(*cell));
                targets.push(Target { cell: *cell, top, name, ways: Vec::new() });
                targets.len() - 1
            });
            let ways = &mut targets[index].ways;
            match lay.extra {
                None => ways.push(Way {
                    mv: spelling.clone(),
                    pose: lay.pose,
                    tip: lay.tip,
                    solids: lay.solids.clone(),
                    what: what.clone(),
                    extra: None,
                }),
                Some(label) => {
                    // A longer move comes after the one that it extends: moves are ascending.
                    if let Some(way) = ways.iter_mut().rev().find(|way| way.pose == lay.pose && way.extra.is_none()) {
                        let (label, mv) = (label.into(), spelling.clone());
                        way.extra = Some(Extra { label, mv, solids: lay.solids.clone(), what: what.clone() });
                    }
                }
            }
        }
    }
    for target in &mut targets {
        let begins = |way: &Way| way.solids.first().is_some_and(|solid| is_over(solid, target.cell));
        target.ways.sort_by_key(|way| (!begins(way), way.pose));
    }
    targets.sort_by_key(|target| target.cell);
    targets
}
