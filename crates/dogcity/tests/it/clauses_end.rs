//! D18 to D22: the end, and what is still in hand.

use crate::common::{TablePicture, legal, play, refused, score, seat};
use tablee_core::{Game, Position as _, Seat, Turn};
use tablee_dogcity::{DogCity, End};

#[test]
fn d18_without_a_pile_play_goes_on_until_someone_has_laid_the_last_domino() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            -- -- | b. b.
            -- -- | rB b.

            b. r. | r. b.
            b. b. | b. b.
            ",
        )
        .hand(
            0,
            "
            bW b. | b. b.
            b. b. | b. rB
            ",
        )
        .hand(
            1,
            "
            b. b. | bB bW
            b. b. | b. b.
            ",
        )
        .set_up();
    play(&mut position, &["11@0,-1", "21@2,0"]);
    assert_eq!((position.turn(), score(&position)), (seat(0), vec![-1, -2]), "nothing was drawn, and it goes on");
    // The last domino of seat 0 completes a round: it counts, but nobody plays any more.
    play(&mut position, &["12@0,1"]);
    assert_eq!((position.turn(), position.end()), (Turn::Over, Some(End::LastDomino(Seat::new(0)))));
    assert_eq!(score(&position), [3, -2]);
    assert!(legal(&position).is_empty());
    assert_eq!((refused(&position, "pass"), refused(&position, "22@1,2")), ("D18", "D18"));
}

#[test]
fn d18_with_a_pile_the_last_domino_in_hand_is_not_the_last() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            r. r.
            r. r.
            ",
        )
        .pile(
            "
            b. b.
            b. b.
            ",
        )
        .set_up();
    play(&mut position, &["11@1,0", "+51"]);
    assert_eq!(position.turn(), seat(1));
}

/// A red table on which nobody can lay, and a pile that holds the only domino that fits.
fn all_stuck(players: usize) -> TablePicture {
    const BLUE_HAND: &str = "
        b. b. | b. b. | b. b. | b. b.
        b. b. | b. b. | b. b. | b. b.
    ";
    let table = TablePicture::for_players(players).laid(
        "
        r. r.
        r. r.
        ",
    );
    (0..players).fold(table, |table, seat| table.hand(seat, BLUE_HAND))
}

#[test]
fn d19_it_ends_when_everyone_in_turn_has_passed() {
    const ONE_RED: &str = "
        r. r.
        r. r.
    ";
    for players in 2..=4 {
        let mut position = all_stuck(players).pile(ONE_RED).turn(1).set_up();
        for passed in 0..players {
            assert_eq!(position.turn(), seat((1 + passed) % players));
            play(&mut position, &["pass"]);
        }
        assert_eq!((position.turn(), position.end()), (Turn::Over, Some(End::AllPassed)));
        assert_eq!(refused(&position, "pass"), "D19");
    }
}

#[test]
fn d19_laying_or_exchanging_in_between_restarts_the_passing() {
    const FIVE: &str = "
        r. r. | y. y. | y. y. | y. y. | y. y.
        r. r. | y. y. | y. y. | y. y. | y. y.
    ";
    let mut position = all_stuck(3).pile(FIVE).set_up();
    play(&mut position, &["pass", "pass"]);
    play(&mut position, &["swap", "+52", "+53", "+54", "+55"]);
    play(&mut position, &["pass", "pass"]);
    assert_eq!(position.turn(), seat(2), "the exchange was in between");
    play(&mut position, &["swap", "+51", "+31", "+32", "+33"]);
    play(&mut position, &["pass", "pass"]);
    play(&mut position, &["51@1,0"]);
    // Seat 2 has laid the last domino that fitted. It draws, and now nothing fits any more.
    assert_eq!(position.turn(), Turn::Chance);
    play(&mut position, &["+34"]);
    assert_eq!(position.end(), Some(End::NothingFits));
}

#[test]
fn d19_a_lay_in_between_counts_even_in_a_repeated_turn() {
    // Seat 1 passes, seat 0 completes a round and has to pass in its repeated turn: seat 1 still has to pass again.
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            -- -- | r. r.
            -- -- | r. r.

            r. r. | r. r.
            r. r. | r. r.
            ",
        )
        .hand(
            0,
            "
            r. r. | y. y. | y. y. | y. y.
            r. r. | y. y. | y. y. | y. y.
            ",
        )
        .hand(
            1,
            "
            y. y. | y. y. | y. y. | y. y.
            y. y. | y. y. | y. y. | y. y.
            ",
        )
        .pile(
            "
            r. r. | y. y.
            r. r. | y. y.
            ",
        )
        .turn(1)
        .set_up();
    play(&mut position, &["pass", "11@0,1", "+52", "pass"]);
    assert_eq!(position.turn(), seat(1));
    play(&mut position, &["pass"]);
    assert_eq!(position.end(), Some(End::AllPassed));
}

#[test]
fn d19_it_ends_when_no_domino_anywhere_fits() {
    const YELLOW: &str = "
        y. y. | y. y. | y. y. | y. y.
        y. y. | y. y. | y. y. | y. y.
    ";
    let nothing_fits = all_stuck(2).pile(YELLOW).set_up();
    assert_eq!((nothing_fits.turn(), nothing_fits.end()), (Turn::Over, Some(End::NothingFits)));
    assert_eq!(refused(&nothing_fits, "swap"), "D19");
    // One that fits is enough to go on, in the pile or in another hand.
    let in_the_pile = all_stuck(2)
        .pile(
            "
            y. y. | r. r.
            y. y. | y. r.
            ",
        )
        .set_up();
    assert_eq!((in_the_pile.turn(), legal(&in_the_pile)), (seat(0), vec!["pass".to_owned()]));
    let in_another_hand = all_stuck(2)
        .hand(
            1,
            "
            r. r.
            y. y.
            ",
        )
        .set_up();
    assert_eq!(in_another_hand.turn(), seat(0));
}

#[test]
fn d19_a_laying_that_leaves_nothing_to_fit_ends_the_game_in_the_next_turn() {
    let mut position = all_stuck(2)
        .hand(
            0,
            "
            r. r. | y. y.
            r. r. | y. y.
            ",
        )
        .set_up();
    assert_eq!(position.turn(), seat(0));
    play(&mut position, &["11@1,0"]);
    assert_eq!(position.end(), Some(End::NothingFits));
}

#[test]
fn d20_each_dog_in_hand_costs_one() {
    let position = TablePicture::for_players(2)
        .hand(
            0,
            "
            rB rB | r. rW
            rG r. | r. r.
            ",
        )
        .hand(
            1,
            "
            r. r.
            r. rG
            ",
        )
        .set_up();
    assert_eq!(score(&position), [-4, -1], "dogs of one colour are not more than that in hand");
    let parts = &DogCity::count(&position)[0].parts;
    assert_eq!((parts[1].clause.0, parts[1].points), ("D20", -4));
    assert_eq!(parts[1].items.iter().map(|item| item.what.en.as_str()).collect::<Vec<_>>(), ["domino 11: −3", "domino 12: −1"]);
    assert_eq!(parts[1].items.iter().map(|item| item.pieces.join(" ")).collect::<Vec<_>>(), ["d11", "d12"]);
}

#[test]
fn d21_each_black_cat_in_hand_costs_two_or_by_option_one() {
    let table = || {
        TablePicture::for_players(2).hand(
            0,
            "
            rc rc | r. rW
            r. r. | rc r.
            ",
        )
    };
    assert_eq!(score(&table().set_up()), [-3 * 2 - 1, 0]);
    assert_eq!(score(&table().cheap_cats().set_up()), [-3 - 1, 0]);
    let parts = &DogCity::count(&table().set_up())[0].parts;
    assert_eq!((parts[2].clause.0, parts[2].points), ("D21", -6));
}

#[test]
fn d21_a_cat_on_a_round_costs_two_whatever_it_costs_in_hand() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            -- -- | b. b.
            -- -- | rc b.

            b. r. | r. b.
            b. b. | b. b.
            ",
        )
        .hand(
            0,
            "
            b. b. | b. b.
            b. r. | b. b.
            ",
        )
        .cheap_cats()
        .set_up();
    play(&mut position, &["11@0,1"]);
    assert_eq!(score(&position), [-2, 0]);
}

#[test]
fn d22_the_most_points_win_and_equal_points_share() {
    let with_hands = |hands: [&'static str; 4]| {
        let table = (0..4).fold(TablePicture::for_players(4), |table, seat| table.hand(seat, hands[seat]));
        table.set_up().places().as_slice().to_vec()
    };
    const NONE: &str = "
        r. r.
        r. r.
    ";
    const ONE: &str = "
        rB r.
        r. r.
    ";
    const TWO: &str = "
        rB r.
        r. rW
    ";
    const CAT: &str = "
        rc r.
        r. r.
    ";
    assert_eq!(with_hands([NONE, ONE, TWO, TWO]), [1, 2, 3, 3]);
    assert_eq!(with_hands([ONE, NONE, NONE, CAT]), [3, 1, 1, 4]);
    assert_eq!(with_hands([CAT, TWO, CAT, TWO]), [1, 1, 1, 1]);
}
