//! A bounded run of every property on stable Rust: the corpus, and random changes of it.

use std::fs;
use std::path::Path;

use tablee_core::Dice;
use tablee_core::chance::TestDice;

/// Runs a property on each file of its corpus and on this many changed ones.
fn run(name: &str, property: fn(&[u8]), changed: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!corpus.is_empty(), "{} is empty", folder.display());
    corpus.iter().for_each(|data| property(data));
    let mut dice = TestDice::new(7);
    for _ in 0..changed {
        let mut data = pick(&corpus, &mut dice).clone();
        for _ in 0..=dice.below(4) {
            change(&mut data, &corpus, &mut dice);
        }
        property(&data);
    }
}

fn pick<'a, T>(items: &'a [T], dice: &mut TestDice) -> &'a T {
    &items[dice.below(items.len() as u32) as usize]
}

/// Does one thing to the data that a slip, a cut or malice would do.
fn change(data: &mut Vec<u8>, corpus: &[Vec<u8>], dice: &mut TestDice) {
    let at = dice.below(data.len() as u32 + 1) as usize;
    let length = dice.below(40) as usize;
    let end = (at + length).min(data.len());
    match dice.below(7) {
        0 => data.truncate(at),
        1 => drop(data.drain(at..end)),
        2 => {
            let copy = data[at..end].to_vec();
            data.splice(at..at, copy);
        }
        3 => data.insert(at, dice.below(256) as u8),
        4 if at < data.len() => data[at] ^= 1 << dice.below(8),
        5 if at < data.len() => data[at] = *pick(b"0123456789-+:^,.@|#\" \nabcrp{}[]", dice),
        _ => {
            let other = pick(corpus, dice);
            let from = dice.below(other.len() as u32 + 1) as usize;
            let to = (from + length).min(other.len());
            data.splice(at..end, other[from..to].iter().copied());
        }
    }
}

#[test]
fn records_hold_what_they_promise() {
    run("record", tablee_properties::record, 4_000);
}

#[test]
fn sets_hold_what_they_promise() {
    run("set", tablee_properties::set, 4_000);
}

#[test]
fn notation_holds_what_it_promises() {
    run("notation", tablee_properties::notation, 4_000);
}

#[test]
fn traces_hold_what_they_promise() {
    run("trace", tablee_properties::trace, 1_000);
}

#[test]
fn the_protocol_holds_what_it_promises() {
    run("protocol", tablee_properties::protocol, 4_000);
}
