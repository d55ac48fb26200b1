//! Positions are small and cheap to copy: a search clones them by the million.

use tablee_core::chance::TestDice;
use tablee_core::{Game, Setup, play_out};
use tablee_games::options::{complete, standard_set};
use tablee_games::{GameId, with_game};

#[test]
fn cloning_a_position_and_playing_it_out_allocates_nothing() {
    for game in GameId::ALL {
        with_game!(game, G => count_allocations::<G>());
    }
}

fn count_allocations<G: Game>() {
    for values in G::samples() {
        let options = complete::<G>(&values, standard_set::<G>()).unwrap();
        let mut dice = TestDice::new(1);
        let start = G::start(&options, &G::Setup::random(&options, &mut dice));
        let mut scratch = Vec::with_capacity(4096);
        let allocated = allocation_counter::measure(|| {
            for _ in 0..20 {
                play_out(&mut start.clone(), &mut dice, &mut scratch);
            }
        });
        assert_eq!(allocated.count_total, 0, "{} {values:?}", G::ID);
    }
}

#[test]
fn a_position_of_kumata_is_at_most_512_bytes() {
    assert!(size_of::<<tablee_games::kumata::Kumata as Game>::Position>() <= 512);
}
