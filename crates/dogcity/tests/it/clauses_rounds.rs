//! D9 to D17: rounds, playing again, exchanging, and what a round is worth.

use crate::common::{TablePicture, is_legal, legal, play, refused, score, seat};
use tablee_core::geometry::Point;
use tablee_core::{Game, Position as _, Seat, Turn};
use tablee_dogcity::{Animal, Colour, DogCity, DominoNumber, Position, round_points};

/// Three dominoes around a red round, with nobody on it but whom the hand brings.
fn three_of_four() -> TablePicture {
    TablePicture::for_players(2).laid(
        "
        -- -- | b. b.
        -- -- | r. b.

        b. r. | r. b.
        b. b. | b. b.
        ",
    )
}

const YELLOW_PILE: &str = "
    y. y. | y. y. | y. y. | y. y. | y. y. | y. y.
    y. y. | y. y. | y. y. | y. y. | y. y. | y. y.
";

#[test]
fn d9_a_round_is_complete_when_four_dominoes_meet() {
    // The place in the middle of the north makes two rounds complete at once, one red, one blue.
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            y. y. | -- -- | y. y.
            y. r. | -- -- | b. y.

            y. r. | r. b. | b. y.
            y. y. | y. y. | y. y.
            ",
        )
        .hand(
            0,
            "
            y. y. | yB yB
            r. b. | yB yB
            ",
        )
        .set_up();
    assert_eq!(position.rounds().count(), 0, "three that meet are not enough");
    play(&mut position, &["11@1,1"]);
    let mut rounds: Vec<_> = position.rounds().collect();
    rounds.sort_by_key(|round| round.at);
    assert_eq!(
        rounds.iter().map(|round| (round.at, round.colour)).collect::<Vec<_>>(),
        [(Point::new(1, 1), Colour::Red), (Point::new(2, 1), Colour::Blue)]
    );
    // Clockwise from the domino that has the round at its north-west: south-east of the point, south-west, north-west,
    // north-east.
    let number = DominoNumber::new;
    assert_eq!(rounds[0].dominoes, [number(4), number(3), number(1), number(11)]);
    assert_eq!(rounds[0].seat, Seat::new(0));
}

#[test]
fn d9_one_laying_takes_the_points_of_all_its_rounds() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            y. y. | -- -- | y. y.
            y. rB | -- -- | bW y.

            y. r. | r. bW | b. y.
            y. y. | y. y. | y. y.
            ",
        )
        .hand(
            0,
            "
            y. y. | y. y.
            rB bG | y. y.
            ",
        )
        .set_up();
    assert_eq!(score(&position)[0], -2);
    play(&mut position, &["11@1,1"]);
    assert_eq!(score(&position)[0], 3 + (3 + 1), "two brown dogs on the red round, two white and a grey one on the blue");
}

#[test]
fn d9_a_hole_that_is_filled_completes_four_rounds() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            y. y. | y. y. | y. y.
            y. r. | r. b. | b. y.

            y. r. | -- -- | b. y.
            y. b. | -- -- | r. y.

            y. b. | b. r. | r. y.
            y. y. | y. y. | y. y.
            ",
        )
        .hand(
            0,
            "
            r. b. | y. y.
            b. r. | y. y.
            ",
        )
        .set_up();
    assert_eq!(legal(&position).iter().filter(|mv| mv.contains("@1,1")).collect::<Vec<_>>(), ["11@1,1r0"]);
    play(&mut position, &["11@1,1"]);
    assert_eq!((position.rounds().count(), position.turn()), (4, seat(0)));
}

#[test]
fn d10_a_round_without_animals_gives_nothing_but_another_turn() {
    let mut position = three_of_four()
        .hand(
            0,
            "
            b. b. | b. b.
            b. r. | b. b.
            ",
        )
        .hand(
            1,
            "
            b. b.
            b. b.
            ",
        )
        .pile(YELLOW_PILE)
        .set_up();
    assert_eq!(score(&position)[0], 0);
    play(&mut position, &["11@0,1"]);
    assert_eq!((position.rounds().count(), score(&position)[0]), (1, 0));
    assert_eq!(position.turn(), Turn::Chance, "first a domino is drawn");
    play(&mut position, &["+51"]);
    assert_eq!(position.turn(), seat(0), "then the same player plays again");
    // A second laying without a round passes the turn on.
    play(&mut position, &["12@2,0", "+52"]);
    assert_eq!(position.turn(), seat(1));
}

#[test]
fn d11_a_round_with_animals_gives_its_points_and_another_turn() {
    let mut position = three_of_four()
        .hand(
            0,
            "
            b. b. | b. b.
            b. rB | b. b.
            ",
        )
        .pile(YELLOW_PILE)
        .set_up();
    assert_eq!(score(&position), [-1, 0]);
    play(&mut position, &["11@0,1"]);
    assert_eq!(score(&position), [1, 0]);
    play(&mut position, &["+51"]);
    assert_eq!((position.turn(), score(&position)), (seat(0), vec![1, 0]));
    let parts = &DogCity::count(&position)[0].parts;
    assert_eq!((parts[0].clause.0, parts[0].points), ("D11", 1));
    assert_eq!(parts[0].items[0].what.en, "red round: brown = 1");
    assert_eq!(parts[0].items[0].what.fr, "rond rouge : marron = 1");
    let [area] = &parts[0].items[0].areas[..] else { panic!("the round is seen") };
    assert!(area.size.iter().all(|side| (0.9..1.0).contains(side)), "the four corners that meet there: {area:?}");
}

#[test]
fn d11_a_round_belongs_to_the_player_who_completes_it_no_matter_who_laid_the_dogs() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            -- -- | b. b.
            -- -- | rB b.

            b. rB | rB b.
            b. b. | b. b.
            ",
        )
        .hand(
            1,
            "
            b. b. | b. b.
            b. r. | b. b.
            ",
        )
        .turn(1)
        .set_up();
    play(&mut position, &["21@0,1"]);
    assert_eq!(score(&position), [0, 5]);
}

#[test]
fn d12_a_player_who_completes_no_round_draws_and_the_turn_passes() {
    let mut position = three_of_four()
        .hand(
            0,
            "
            b. b. | b. b.
            b. b. | b. b.
            ",
        )
        .pile(YELLOW_PILE)
        .set_up();
    assert_eq!(refused(&position, "11@0,1"), "D6");
    play(&mut position, &["11@2,0"]);
    assert_eq!((position.turn(), position.rounds().count()), (Turn::Chance, 0));
    play(&mut position, &["+53"]);
    assert_eq!(position.turn(), seat(1));
}

/// Seat 0 can lay nothing on the red table; seat 1 could.
fn stuck(pile: &'static str) -> Position {
    TablePicture::for_players(2)
        .laid(
            "
            r. r.
            r. r.
            ",
        )
        .hand(
            0,
            "
            bB b. | bc b. | b. b. | b. b.
            b. b. | b. b. | b. b. | b. b.
            ",
        )
        .pile(pile)
        .set_up()
}

#[test]
fn d13_a_player_who_can_lay_nothing_may_exchange_the_whole_hand() {
    let mut position = stuck(
        "
        yW y. | y. y. | y. y. | y. y. | y. y.
        y. y. | y. y. | y. y. | y. y. | y. y.
        ",
    );
    assert_eq!(legal(&position), ["swap", "pass"]);
    assert_eq!(score(&position)[0], -1 - 2);
    play(&mut position, &["swap"]);
    // The old dominoes are nobody's now: they cost nothing, and cannot be drawn.
    assert_eq!((position.turn(), score(&position)[0]), (Turn::Chance, 0));
    assert_eq!(legal(&position), ["+51", "+52", "+53", "+54", "+55"]);
    assert_eq!(refused(&position, "+11"), "D13");
    assert_eq!(refused(&position, "21@1,0"), "D13");
    play(&mut position, &["+51"]);
    assert_eq!(score(&position)[0], -1, "the new white dog is held already");
    play(&mut position, &["+53", "+55"]);
    assert_eq!((position.turn(), position.aside().len(), legal(&position)), (Turn::Chance, 4, vec!["+52".into(), "+54".into()]));
    play(&mut position, &["+54"]);
    // Now they are back in the pile, and the turn has passed.
    assert_eq!((position.turn(), position.aside().len()), (seat(1), 0));
    assert_eq!(position.pile().map(DominoNumber::number).collect::<Vec<_>>(), [11, 12, 13, 14, 52]);
    assert_eq!(position.hand(Seat::new(0)).map(DominoNumber::number).collect::<Vec<_>>(), [51, 53, 54, 55]);
}

#[test]
fn d13_a_pile_of_just_as_many_is_enough() {
    let mut position = stuck(
        "
        y. y. | y. y. | y. y. | y. y.
        y. y. | y. y. | y. y. | y. y.
        ",
    );
    assert!(is_legal(&position, "swap"));
    play(&mut position, &["swap", "+54", "+53", "+52"]);
    assert_eq!(legal(&position), ["+51"]);
    play(&mut position, &["+51"]);
    assert_eq!((position.turn(), position.pile().len()), (seat(1), 4));
}

#[test]
fn d13_one_may_simply_pass() {
    let mut position = stuck(YELLOW_PILE);
    play(&mut position, &["pass"]);
    assert_eq!((position.turn(), position.hand(Seat::new(0)).len(), position.pile().len()), (seat(1), 4, 6));
}

#[test]
fn d13_holds_in_a_repeated_turn_too() {
    let mut position = three_of_four()
        .hand(
            0,
            "
            b. b. | y. y. | y. y. | y. y.
            b. r. | y. y. | y. y. | y. y.
            ",
        )
        .hand(
            1,
            "
            b. b.
            b. b.
            ",
        )
        .pile(YELLOW_PILE)
        .set_up();
    play(&mut position, &["11@0,1", "+51"]);
    assert_eq!((position.turn(), legal(&position)), (seat(0), vec!["swap".to_owned(), "pass".to_owned()]));
    let mut passed = position.clone();
    play(&mut passed, &["pass"]);
    assert_eq!(passed.turn(), seat(1));
    play(&mut position, &["swap", "+52", "+53", "+54", "+55"]);
    assert_eq!((position.turn(), position.pile().len()), (seat(1), 5));
}

#[test]
fn d14_with_too_small_a_pile_one_passes() {
    for pile in [
        "
        y. y. | y. y. | y. y.
        y. y. | y. y. | y. y.
        ",
        "",
    ] {
        let mut position = stuck(pile);
        assert_eq!(legal(&position), ["pass"]);
        assert_eq!(refused(&position, "swap"), "D14");
        play(&mut position, &["pass"]);
        assert_eq!(position.turn(), seat(1));
    }
}

/// A round with these animals: `B`, `W`, `G` are dogs, `c` is a cat.
fn worth(animals: &str) -> i32 {
    let mut on_it = [None; 4];
    for (slot, animal) in on_it.iter_mut().zip(animals.chars()) {
        *slot = match animal {
            'B' => Some(Animal::Dog(0)),
            'W' => Some(Animal::Dog(1)),
            'G' => Some(Animal::Dog(2)),
            'c' => Some(Animal::Cat),
            _ => None,
        };
    }
    // Where on the round they are makes no difference.
    let points = round_points(on_it);
    for _ in 0..4 {
        on_it.rotate_left(1);
        assert_eq!(round_points(on_it), points);
    }
    points
}

#[test]
fn d15_dogs_of_one_colour_are_worth_one_three_five_seven() {
    assert_eq!(["B", "BB", "BBB", "BBBB"].map(worth), [1, 3, 5, 7]);
    assert_eq!(["G", "GG", "GGG", "GGGG"].map(worth), [1, 3, 5, 7]);
}

#[test]
fn d15_colours_add_up() {
    assert_eq!(["BW", "BWG", "BBWW", "BBBW"].map(worth), [2, 3, 6, 6]);
}

#[test]
fn d15_to_d17_the_checks_of_the_rulebook() {
    assert_eq!(worth("BB"), 3);
    assert_eq!(worth("BBWc"), 3 + 1 - 2);
    assert_eq!(worth("WWBG"), 5);
    assert_eq!(worth("GGGc"), 5 - 2);
}

#[test]
fn d16_each_black_cat_costs_two() {
    assert_eq!(["Bc", "Bcc", "Bccc", "BBc"].map(worth), [-1, -3, -5, 1]);
}

#[test]
fn d17_a_round_may_be_worth_nothing_or_less() {
    assert_eq!(["", "c", "cc", "cccc"].map(worth), [0, -2, -4, -8]);
    // Completing it costs, and gives another turn anyway.
    let mut position = three_of_four()
        .hand(
            0,
            "
            b. b. | b. b.
            b. rc | b. b.
            ",
        )
        .set_up();
    play(&mut position, &["11@0,1"]);
    assert_eq!((score(&position), position.turn()), (vec![-2, 0], seat(0)));
}
