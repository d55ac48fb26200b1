//! Reasons hold at the table, and can be said in both languages.

use tablee_bots::reasons::{Reason, reasons, sentence};
use tablee_bots::{Bot, Budget, FastDice, Search, Stop};
use tablee_core::contract::sample_options;
use tablee_core::{Knowledge, Label, Position, Scenic, Seat, Setup, Text, Turn};
use tablee_games::{GameId, with_game};

fn at_every_turn<G: Scenic<Position: Knowledge>>() {
    let options = sample_options::<G>(&G::samples()[0]);
    let mut dice = FastDice::new(5);
    let setup = G::Setup::random(&options, &mut dice);
    let mut position = G::start(&options, &setup);
    let mut search = Search::new(Budget::playouts(20), G::Position::STYLE, 1);
    let name = |seat: Seat| Text::from(G::seat_name(&options, seat));
    loop {
        let mv = match position.turn() {
            Turn::Over => return,
            Turn::Chance => position.pick(&mut dice, &mut Vec::new()).unwrap(),
            Turn::Seat(mover) => {
                let choice = search.choose(&position, &Stop::new()).unwrap();
                let why = reasons(&position, choice.mv, G::gains, choice.evaluation.as_ref());
                check::<G>(&position, mover, choice.mv, &why);
                let Text { en, fr } = sentence(&why, name);
                assert!(en.contains("expects") && fr.contains("prévision"), "{en}\n{fr}");
                for clause in en.split("; ").chain(fr.split(" ; ")) {
                    assert!(!clause.trim().is_empty() && !clause.ends_with('.'), "{en}\n{fr}");
                }
                choice.mv
            }
        };
        position.play_unchecked(mv);
    }
}

fn check<G: Scenic<Position: Knowledge>>(
    position: &G::Position,
    mover: Seat,
    mv: <G::Position as Position>::Move,
    why: &[Reason],
) {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let gains = G::gains(position, &after);
    let mut changed = Vec::new();
    for reason in why {
        match reason {
            Reason::Points { seat, change } => {
                assert_eq!(*change, gains[*seat], "the hint and the table differ about what a move brings");
                changed.push(*seat);
            }
            Reason::Denies { seat, fewer, left } => {
                assert_ne!(position.side(*seat), position.side(mover), "one's own side is not denied anything");
                assert_eq!((position.openings(*seat), after.openings(*seat)), (Some(fewer + left), Some(*left)));
            }
            Reason::Keeps { ways } => {
                assert_ne!(*ways, 0, "to keep nothing is no reason");
                assert_eq!(after.openings(mover), Some(*ways));
            }
            Reason::AnotherTurn => assert_eq!(after.turn(), Turn::Seat(mover)),
            Reason::Remark(text) => assert!(!text.en.is_empty() && !text.fr.is_empty()),
            Reason::Expects { win, .. } => assert!(win.as_slice().iter().all(|win| (0.0..=1.0).contains(win))),
        }
    }
    for seat in Seat::all(position.seats()).filter(|seat| !changed.contains(seat)) {
        assert_eq!(gains[seat], 0, "a change of points is not told");
    }
    assert!(matches!(why.last(), Some(Reason::Expects { playouts: 1.., .. })));
}

#[test]
fn reasons_hold_at_the_table() {
    for game in GameId::ALL {
        with_game!(game, G => at_every_turn::<G>());
    }
}

#[test]
fn reasons_can_be_said_in_both_languages() {
    let tigers = |_| Text::from(Label::new("tigers", "tigres"));
    let seat = Seat::new(1);
    let said = |reason: Reason| {
        let Text { en, fr } = reason.text(tigers);
        (en, fr)
    };
    let pair = |en: &str, fr: &str| (en.to_owned(), fr.to_owned());
    assert_eq!(said(Reason::Points { seat, change: 1 }), pair("tigers +1 point", "tigres +1 point"));
    assert_eq!(said(Reason::Points { seat, change: -3 }), pair("tigers −3 points", "tigres −3 points"));
    assert_eq!(
        said(Reason::Denies { seat, fewer: 1, left: 0 }),
        pair("1 way fewer to lay for tigers (none left)", "1 façon de poser en moins pour tigres (plus aucune)")
    );
    assert_eq!(said(Reason::Keeps { ways: 5 }), pair("keeps 5 ways to lay", "garde 5 façons de poser"));
    assert_eq!(said(Reason::AnotherTurn), pair("another turn at once", "rejoue aussitôt"));
}
