//! K1 to K9: components, setting up, who begins.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::picture::table;
use crate::common::{after, assert_legal, assert_refused, legal, options, scores, seat, standard_set, start, try_options};
use tablee_core::chance::TestDice;
use tablee_core::geometry::Square;
use tablee_core::{Game, Position as _, Seat, Setup, Turn};
use tablee_kumata::{Clan, Domino, Face, Kumata, Layout, TILES};

#[test]
fn k1_nine_tiles_of_four_parcels_show_the_face_for_the_number_of_players() {
    assert_eq!(standard_set().tiles.len(), 9);
    for (players, face) in [("2", Face::TwoColour), ("3", Face::FourColour), ("4", Face::FourColour)] {
        let position = start(&options(&[("players", players)]), 1);
        let mut tiles: BTreeMap<u8, Vec<_>> = BTreeMap::new();
        for parcel in position.board().parcels() {
            tiles.entry(parcel.tile).or_default().push(*parcel);
        }
        assert_eq!(tiles.keys().copied().collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
        for (number, parcels) in tiles {
            let Square { col, row } = parcels[0].square;
            let block = [(col, row), (col, row + 1), (col + 1, row), (col + 1, row + 1)];
            assert_eq!(parcels.iter().map(|parcel| (parcel.square.col, parcel.square.row)).collect::<Vec<_>>(), block);
            let printed = standard_set().tiles[number as usize - 1];
            assert!(
                parcels.iter().all(|parcel| printed.face(face).contains(&parcel.printed)),
                "tile {number}, {players} players"
            );
        }
    }
}

#[test]
fn k2_a_clan_owns_each_pair_of_its_values_once() {
    for (players, greatest, count) in [("2", 4, 15), ("3", 3, 10), ("4", 3, 10)] {
        let position = start(&options(&[("players", players)]), 1);
        let pairs: Vec<_> = (0..=greatest).flat_map(|high| (0..=high).map(move |low| format!("+{high}-{low}"))).collect();
        assert_eq!(pairs.len(), count);
        assert_eq!(legal(&position), pairs, "what seat 0 may draw first, of {players}");
    }
    assert_refused(&start(&options(&[("players", "3")]), 1), "+4-0", "K6");
}

#[test]
fn k2_both_halves_are_the_clans_own() {
    let position = table(
        "c1 c2 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         reserve 0: 2-1
         reserve 1: 1-0",
    );
    assert_eq!(scores(&position), [3 - 2, 37 + 1 - 2]);
    assert_eq!(
        scores(&after(&position, "2-1:b6a6")),
        [3 - 2, 34 + 1 - 2],
        "seat 0 shows 3 on the table instead of in the reserve"
    );
}

#[test]
fn k3_one_totem_with_three_or_four_players_two_with_two() {
    for (players, totems) in [("2", 2), ("3", 1), ("4", 1)] {
        let position = start(&options(&[("players", players)]), 1);
        assert!(Seat::all(position.seats()).all(|seat| position.totems_left(seat) == totems), "{players} players");
    }
}

#[test]
fn k4_hippos_and_crocodiles_for_two_else_monkeys_snakes_toucans_and_tigers() {
    let four = [Clan::Monkeys, Clan::Snakes, Clan::Toucans, Clan::Tigers];
    assert_eq!(options(&[]).clans, [Clan::Hippos, Clan::Crocodiles]);
    assert_eq!(options(&[("players", "3")]).clans, four[..3]);
    assert_eq!(options(&[("players", "4")]).clans, four);
    assert!(try_options(&[("clans", "monkeys,snakes")]).is_err_and(|problem| problem.en.starts_with("K4")));
    assert!(
        try_options(&[("players", "3"), ("clans", "monkeys,hippos,tigers")]).is_err_and(|problem| problem.en.starts_with("K4"))
    );
}

#[test]
fn k5_each_player_takes_a_different_clan() {
    let chosen = options(&[("players", "3"), ("clans", "tigers,monkeys,snakes")]);
    assert_eq!(chosen.clans, [Clan::Tigers, Clan::Monkeys, Clan::Snakes]);
    let twice = try_options(&[("players", "3"), ("clans", "tigers,monkeys,tigers")]);
    assert!(twice.is_err_and(|problem| problem.en.starts_with("K5")));
}

#[test]
fn k5_the_parcels_of_the_clan_left_out_may_be_covered_and_score_for_nobody() {
    let position = table(
        "ti3 ti3 ti3 ti3 ti3 ti3
         ti3 ti3 ti3 ti3 ti3 ti3
         ti3 ti3 ti3 ti3 ti3 ti3
         ti3 ti3 ti3 ti3 ti3 ti3
         ti3 ti3 ti3 ti3 ti3 ti3
         m1  s2  to3 ti3 ti3 ti3
         players: 3
         reserve 0: 3-3
         reserve 1: 2-0
         reserve 2: 1-0",
    );
    assert_eq!(scores(&position), [1 + 6 - 1, 2 + 2 - 1, 3 + 1 - 1]);
    let tigers = position.board().parcel_at(Square::new(0, 5)).expect("a parcel");
    assert_eq!(position.owner(tigers), None);
    assert_legal(&position, &["3-3:a6b6"]);
}

#[test]
fn k6_equal_piles_of_five_with_nothing_visible_before_the_tops_are_revealed() {
    for (players, piles) in [("2", 3), ("3", 2), ("4", 2)] {
        let position = start(&options(&[("players", players)]), 1);
        for seat in Seat::all(position.seats()) {
            assert!(position.piles(seat).all(|pile| pile.top.is_none() && pile.hidden == 5), "{players} players");
            assert_eq!(position.piles(seat).len(), piles);
        }
    }
}

#[test]
fn k6_chance_reveals_the_tops_pile_by_pile_and_seat_by_seat() {
    let mut position = start(&options(&[("players", "3")]), 1);
    for (number, pile, draw) in [(0, 1, "+3-3"), (0, 2, "+1-0"), (1, 1, "+3-3"), (1, 2, "+2-0"), (2, 1, "+0-0"), (2, 2, "+3-3")] {
        assert_eq!(position.turn(), Turn::Chance);
        assert_eq!(position.revealing(), Some((Seat::new(number), pile)));
        position = after(&position, draw);
    }
    assert_eq!(position.turn(), seat(1), "5 points against 4 and 3");
    let tops: Vec<_> = position.piles(Seat::new(0)).map(|pile| (pile.top, pile.hidden)).collect();
    assert_eq!(tops, [(Domino::new(3, 3), 4), (Domino::new(1, 0), 4)]);
}

#[test]
fn k6_only_what_is_still_hidden_can_be_drawn() {
    let position = after(&start(&options(&[("players", "3")]), 1), "+3-3");
    assert_refused(&position, "+3-3", "K6");
    assert_refused(&position, "+4-4", "K6");
    assert!(!position.hidden(Seat::new(0)).any(|domino| Some(domino) == Domino::new(3, 3)));
    assert_legal(&after(&position, "+1-0"), &["+3-3"]);
}

#[test]
fn k7_the_tiles_lie_at_random_as_a_square_of_three_by_three() {
    let options = options(&[]);
    let mut seen: Vec<BTreeSet<_>> = vec![BTreeSet::new(); TILES];
    for seed in 0..500 {
        let layout = <Layout as Setup<_>>::random(&options, &mut TestDice::new(seed));
        assert_eq!(Kumata::start(&options, &layout).board().size(), (6, 6));
        for (seen, place) in seen.iter_mut().zip(layout.places()) {
            seen.insert((place.corner, place.turns));
        }
    }
    assert!(seen.iter().all(|ways| ways.len() == 9 * 4), "each tile comes to lie in every place, turned in every way");
}

#[test]
fn k7_a_tile_is_turned_clockwise_as_a_whole() {
    let options = options(&[]);
    let line = "1@a1r1 2@c1 3@e1 4@a3 5@c3 6@e3 7@a5 8@c5 9@e5";
    let position = Kumata::start(&options, &<Layout as Setup<_>>::read(&options, line).expect("a square"));
    let printed = |name: &str| {
        let parcel = position.board().parcel_at(name.parse().expect("a square")).expect("a parcel");
        position.board().parcels()[parcel].printed.to_string()
    };
    // Tile 1 as it is listed, clockwise from the north-west: hippos 1, crocodiles 1, hippos 2, crocodiles 4.
    assert_eq!(["a2", "b2", "b1", "a1"].map(printed), ["crocodiles 4", "hippos 1", "crocodiles 1", "hippos 2"]);
}

#[test]
fn k8_the_most_points_on_the_tops_begin() {
    let two = start(&options(&[]), 1);
    assert_eq!(after(&two, "+4-4 +0-0 +1-0 +4-4 +2-0 +0-0").turn(), seat(1), "9 against 10");
    assert_eq!(after(&two, "+4-4 +2-0 +0-0 +4-4 +0-0 +1-0").turn(), seat(0), "10 against 9");
    let four = start(&options(&[("players", "4")]), 1);
    assert_eq!(after(&four, "+3-3 +0-0 +3-2 +0-0 +3-3 +1-0 +3-1 +1-1").turn(), seat(2), "6, 5, 7, 6");
}

#[test]
fn k8_on_a_tie_the_youngest_of_those_tied_begins() {
    for (youngest, first) in [("0,1,2", 1), ("2,0,1", 2), ("0,2,1", 2), ("1,2,0", 1)] {
        let position = start(&options(&[("players", "3"), ("youngest", youngest)]), 1);
        // Seat 0 has 5, the others 6: however young, seat 0 is not among those tied.
        let dealt = after(&position, "+3-2 +0-0 +3-3 +0-0 +2-2 +1-1");
        assert_eq!(dealt.turn(), seat(first), "from youngest to oldest {youngest}");
    }
}

#[test]
fn k9_turns_go_clockwise() {
    let position = table(
        "m1 m1 m1 m1 m1 m1
         m1 m1 m1 m1 m1 m1
         m1 m1 m1 m1 m1 m1
         m1 m1 m1 m1 m1 m1
         m1 m1 m1 m1 m1 m1
         m1 m1 m1 m1 m1 m1
         players: 3
         reserve 0: 1-1 1-0
         reserve 1: 1-1 1-0
         reserve 2: 1-1 1-0
         turn: 1",
    );
    let moves = ["1-1:a1b1", "1-1:a2b2", "1-1:a3b3", "1-0:a4b4"];
    let mut turns = vec![position.turn()];
    moves.iter().fold(position, |position, text| {
        let next = after(&position, text);
        turns.push(next.turn());
        next
    });
    assert_eq!(turns, [1, 2, 0, 1, 2].map(seat));
}
