//! Moves as text: `T4:a1.1,b1.1,c1.1,b1.2`, `-c4.2 T4:…`, `-c4.2`.

use tablee_core::lang::quote;
use tablee_core::{Text, text};

use crate::moves::{Cube, Lay, Move};
use crate::position::Position;
use crate::stone::Stone;

/// The one canonical spelling.
pub(crate) fn write(mv: Move) -> String {
    match mv {
        Move::Lay(lay) => write_lay(lay),
        Move::Carry { to, from } => format!("-{from} {}", write_lay(to)),
        Move::SetAside { from } => format!("-{from}"),
    }
}

fn write_lay(lay: Lay) -> String {
    let cubes: Vec<_> = lay.cubes().map(|cube| cube.to_string()).collect();
    format!("{}:{}", lay.stone(), cubes.join(","))
}

/// Reads a move in any spelling: capitals, spaces, cubes in any order, without the name of the stone; a stone that is
/// taken may be called by any of its cubes.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, Text> {
    let Some(taking) = text.trim_start().strip_prefix(['-', '−']) else {
        return read_lay(text, text).map(Move::Lay);
    };
    let taking = taking.trim();
    let (cube, rest) = taking.split_once(char::is_whitespace).unwrap_or((taking, ""));
    let cube: Cube = cube.parse().map_err(|()| unreadable(text))?;
    let from = position.stone_at(cube).map_or(cube, |(_, taken)| taken.first_cube());
    match rest.trim() {
        "" => Ok(Move::SetAside { from }),
        lay => Ok(Move::Carry { to: read_lay(lay, text)?, from }),
    }
}

fn read_lay(lay: &str, text: &str) -> Result<Lay, Text> {
    let (name, list) = match lay.split_once(':') {
        Some((name, list)) => (Some(name.trim()), list),
        None => (None, lay),
    };
    let named = name.map(|name| Stone::from_name(name).ok_or_else(|| no_such_stone(name))).transpose()?;
    let mut cubes = Vec::new();
    for cube in list.split([',', ' ', '\t']).filter(|cube| !cube.is_empty()) {
        // More than four cubes make no stone: what comes after the fifth is not of interest.
        if cubes.len() == 5 {
            break;
        }
        cubes.push(cube.parse::<Cube>().map_err(|()| unreadable(text))?);
    }
    if cubes.is_empty() {
        return Err(unreadable(text));
    }
    let lay = Lay::from_cubes(&cubes).ok_or_else(|| {
        let list = quote(list.trim());
        text!("R1: the cubes {list} do not form a stone", "R1 : les cubes {list} ne forment pas une pierre")
    })?;
    match (named, lay.stone()) {
        (Some(named), stone) if named != stone => Err(text!(
            "R1: these cubes form the stone {stone}, not {named}",
            "R1 : ces cubes forment la pierre {stone}, pas {named}"
        )),
        _ => Ok(lay),
    }
}

fn no_such_stone(name: &str) -> Text {
    let (name, known) = (quote(name), Stone::all().map(Stone::name).collect::<Vec<_>>().join(", "));
    text!("R1: there is no stone {name} (they are {known})", "R1 : il n’y a pas de pierre {name} (ce sont {known})")
}

fn unreadable(text: &str) -> Text {
    let text = quote(text);
    text!(
        "{text} is not a move: write a stone and its cubes (T4:a1.1,b1.1,c1.1,b1.2); in the second sector, the stone to take before it (-c4.2 T4:…), or alone to set it aside (-c4.2)",
        "{text} n’est pas un coup : écrivez une pierre et ses cubes (T4:a1.1,b1.1,c1.1,b1.2) ; dans le second secteur, la pierre à prendre d’abord (-c4.2 T4:…), ou seule pour la mettre de côté (-c4.2)"
    )
}
