//! Ratings of players, by Weng and Lin's method, which handles teams and more than two sides.

use std::time::Duration;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use tablee_bots::BotSpec;
use tablee_core::{BySeat, Knowledge, Scenic, Seat};
use tablee_games::{GameId, with_game};

/// A player's rating at one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The estimated strength; everyone begins with 1500.
    pub rating: f64,
    /// Its uncertainty, as a standard deviation.
    pub uncertainty: f64,
    /// The number of rated games.
    pub games: u32,
}

/// The uncertainty never falls below this, so that ratings keep moving: people learn.
const LEAST_UNCERTAINTY: f64 = 60.0;

/// The method's proportions (25, 25/3, 25/6), on a scale that players know.
const METHOD: WengLinConfig = WengLinConfig { beta: 250.0, uncertainty_tolerance: 1e-6 };

impl Default for Rating {
    /// The rating before the first game.
    fn default() -> Rating {
        Rating { rating: 1500.0, uncertainty: 500.0, games: 0 }
    }
}

/// A player without games is thought to be as strong as this level.
const LEVEL_OF_NEWCOMERS: usize = 3;

/// How many points of a rating one Elo is: with `beta`, the odds are 1 to 10 at a difference of some 800 points.
const POINTS_PER_ELO: f64 = 2.0;

/// The rating of a bot. It follows from its measured level, and no game changes it: bots do not learn, and
/// losing to one on purpose does not make it a better opponent for others.
pub fn rating_of_bot(game: &str, bot: &str) -> Rating {
    fn elo<G: Scenic<Position: Knowledge>>(bot: &str) -> f64 {
        let level = |number: usize| G::Position::LEVELS.get(number.wrapping_sub(1)).map_or(0.0, |level| f64::from(level.elo));
        match BotSpec::read_seated::<G::Position>(bot) {
            Ok(BotSpec::Level(number)) => level(number) - level(LEVEL_OF_NEWCOMERS),
            _ => 0.0,
        }
    }
    let above = GameId::read(game).map_or(0.0, |game| with_game!(game, G => elo::<G>(bot)));
    let rating = Rating::default().rating + POINTS_PER_ELO * above;
    Rating { rating, uncertainty: LEAST_UNCERTAINTY, games: u32::MAX }
}

/// The ratings after a game, from the side, the place and the rating of each seat.
///
/// # Panics
/// If they are for different numbers of seats.
pub fn rate(sides: &BySeat<u8>, places: &BySeat<u8>, now: &BySeat<Rating>) -> BySeat<Rating> {
    assert!(sides.len() == places.len() && sides.len() == now.len(), "a side, a place and a rating for each seat");
    let mut teams: Vec<(u8, Vec<Seat>)> = Vec::new();
    for (seat, side) in sides.iter() {
        match teams.iter_mut().find(|(known, _)| known == side) {
            Some((_, members)) => members.push(seat),
            None => teams.push((*side, vec![seat])),
        }
    }
    let of_seat = |seat: &Seat| WengLinRating { rating: now[*seat].rating, uncertainty: now[*seat].uncertainty };
    let rated: Vec<Vec<WengLinRating>> = teams.iter().map(|(_, members)| members.iter().map(of_seat).collect()).collect();
    let outcome =
        |members: &[Seat]| MultiTeamOutcome::new(members.iter().map(|seat| usize::from(places[*seat])).min().unwrap_or(0));
    let results: Vec<_> = rated.iter().zip(&teams).map(|(team, (_, members))| (team.as_slice(), outcome(members))).collect();
    let after = weng_lin_multi_team(&results, &METHOD);
    let mut new = *now;
    for ((_, members), ratings) in teams.iter().zip(after) {
        for (seat, WengLinRating { rating, uncertainty }) in members.iter().zip(ratings) {
            new[*seat] =
                Rating { rating, uncertainty: uncertainty.max(LEAST_UNCERTAINTY), games: now[*seat].games.saturating_add(1) };
        }
    }
    new
}

/// How many rated games a rating is provisional for. The list of the best leaves it out; the index of the store has
/// the same number.
pub const PROVISIONAL_GAMES: u32 = 10;

/// How many moves a player must have made before resigning or running out of time, for the game to count.
pub const LEAST_MOVES: usize = 4;

/// For how long games between the same players, and their addresses, are remembered for the weight of the next one.
pub const LATELY: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// How many games between the same players count in full.
const FULL_GAMES: u32 = 3;

/// How much a game counts if two of its players have met in this many rated games lately.
pub fn weight(met: u32) -> f64 {
    f64::from(FULL_GAMES) / f64::from(met.max(FULL_GAMES - 1) + 1)
}

/// How much a game counts if a player has had this many rated games lately against others of an opponent's network. The
/// weights of any number of games add up to less than six: new accounts without end bring no more.
pub fn weight_of_network(others: u32) -> f64 {
    weight(others).powi(2)
}

/// How much a game counts for a player, by the experience of each opponent. An opponent whose rating is provisional, and
/// who has had fewer rated games than the player, counts less: so a new account raises nobody who has played before.
/// Among players who are all new, each counts in full.
pub fn weight_of_opponents(own: Rating, opponents: &[Rating]) -> f64 {
    let experience = |rating: &Rating| f64::from(rating.games.min(PROVISIONAL_GAMES) + 1);
    let weights = opponents.iter().map(|opponent| (experience(opponent) / experience(&own)).min(1.0));
    if opponents.is_empty() { 1.0 } else { weights.sum::<f64>() / opponents.len() as f64 }
}

/// A rating after a game that counts only in part.
pub fn weighted(before: Rating, after: Rating, weight: f64) -> Rating {
    let part = |before: f64, after: f64| before + weight * (after - before);
    Rating {
        rating: part(before.rating, after.rating),
        uncertainty: part(before.uncertainty, after.uncertainty),
        games: after.games,
    }
}

/// Whether a game between these subjects can be rated: not if one of them has two seats.
pub fn rateable(subjects: &[String]) -> bool {
    subjects.iter().enumerate().all(|(seat, subject)| !subjects[..seat].contains(subject))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The ratings after a game, from and as lists.
    fn rate(sides: &[u8], places: &[u8], now: &[Rating]) -> Vec<Rating> {
        let by_seat = |list: &[u8]| BySeat::from_values(list.iter().copied()).expect("a table has so many seats");
        let now = BySeat::from_values(now.iter().copied()).expect("a table has so many seats");
        super::rate(&by_seat(sides), &by_seat(places), &now).as_slice().to_vec()
    }

    fn rated(rating: f64, uncertainty: f64) -> Rating {
        Rating { rating, uncertainty, games: 9 }
    }

    #[test]
    fn the_winner_rises_and_the_loser_falls() {
        let [winner, loser] = rate(&[0, 1], &[1, 2], &[Rating::default(); 2])[..] else { panic!() };
        assert!(winner.rating > 1500.0 && loser.rating < 1500.0);
        assert!(winner.uncertainty < 500.0 && loser.uncertainty < 500.0);
        assert_eq!((winner.games, loser.games), (1, 1));
    }

    #[test]
    fn beating_a_stronger_player_counts_for_more() {
        let up = |other: f64| rate(&[0, 1], &[1, 2], &[rated(1500.0, 100.0), rated(other, 100.0)])[0].rating;
        assert!(up(1800.0) > up(1500.0) && up(1500.0) > up(1200.0));
    }

    #[test]
    fn a_tie_brings_two_together_and_leaves_equals_alone() {
        let after = rate(&[0, 1], &[1, 1], &[rated(1400.0, 100.0), rated(1600.0, 100.0)]);
        assert!(after[0].rating > 1400.0 && after[1].rating < 1600.0);
        let after = rate(&[0, 1], &[1, 1], &[rated(1500.0, 100.0); 2]);
        assert!(after.iter().all(|rating| (rating.rating - 1500.0).abs() < 1e-9));
    }

    #[test]
    fn teams_move_together() {
        // Seats 1 and 3 against 2 and 4, as at a table of partners.
        let after = rate(&[0, 1, 0, 1], &[2, 1, 2, 1], &[Rating::default(); 4]);
        assert_eq!(after[0], after[2]);
        assert_eq!(after[1], after[3]);
        assert!(after[0].rating < after[1].rating);
    }

    #[test]
    fn in_a_free_for_all_the_places_order_the_changes() {
        for seats in 2..=6_u8 {
            let places: Vec<u8> = (1..=seats).collect();
            let after = rate(&places, &places, &vec![Rating::default(); seats.into()]);
            assert!(after.windows(2).all(|pair| pair[0].rating > pair[1].rating), "{after:?}");
        }
    }

    #[test]
    fn a_rating_keeps_moving() {
        let mut pair = [Rating::default(); 2];
        for game in 0..2000 {
            let places = if game % 2 == 0 { [1, 2] } else { [2, 1] };
            let after = rate(&[0, 1], &places, &pair);
            pair.copy_from_slice(&after);
        }
        assert_eq!(pair[0].uncertainty, LEAST_UNCERTAINTY);
        assert!((pair[0].rating - 1500.0).abs() < 100.0, "{pair:?}");
        assert!(rate(&[0, 1], &[1, 2], &pair)[0].rating > pair[0].rating + 1.0);
    }

    #[test]
    fn games_between_the_same_players_count_less_and_less() {
        assert_eq!([0, 1, 2].map(weight), [1.0; 3]);
        assert!((3..100).all(|met| weight(met) < weight(met - 1) && weight(met) > 0.0));
        let (before, after) = (rated(1500.0, 100.0), Rating { rating: 1600.0, uncertainty: 90.0, games: 10 });
        let half = weighted(before, after, weight(5));
        assert_eq!(half, Rating { rating: 1550.0, uncertainty: 95.0, games: 10 });
    }

    #[test]
    fn games_against_a_network_add_up_to_little() {
        let total: f64 = (0..100_000).map(weight_of_network).sum();
        assert!(total < 6.0, "{total}");
        assert_eq!([0, 1, 2].map(weight_of_network), [1.0; 3]);
    }

    #[test]
    fn new_opponents_count_less_for_those_who_have_played() {
        let after = |games| Rating { games, ..Rating::default() };
        assert_eq!(weight_of_opponents(after(0), &[after(0)]), 1.0);
        assert_eq!(weight_of_opponents(after(4), &[after(4), after(9)]), 1.0);
        assert_eq!(weight_of_opponents(after(0), &[after(500)]), 1.0);
        assert_eq!(weight_of_opponents(after(500), &[after(PROVISIONAL_GAMES)]), 1.0);
        assert!((weight_of_opponents(after(9), &[after(0)]) - 0.1).abs() < 1e-9);
        assert!((weight_of_opponents(after(9), &[after(0), after(30)]) - 0.55).abs() < 1e-9);
        assert_eq!(weight_of_opponents(after(9), &[]), 1.0);
    }

    #[test]
    fn bots_are_as_strong_as_measured_and_a_weak_one_raises_nobody_far() {
        for game in GameId::ALL {
            let of = |level: u32| rating_of_bot(game.name(), &format!("level{level}"));
            assert_eq!(of(3), Rating { rating: 1500.0, uncertainty: LEAST_UNCERTAINTY, games: u32::MAX });
            assert!((2..=9).all(|level| of(level).rating >= of(level - 1).rating) && of(1).rating < 1200.0);
            // Someone who plays as well as level 5 beats level 1 again and again.
            let mut player = Rating { games: 500, uncertainty: 100.0, ..of(5) };
            for met in 0..100 {
                let after = rate(&[0, 1], &[1, 2], &[player, of(1)])[0];
                player = weighted(player, after, weight(met) * weight_of_opponents(player, &[of(1)]));
            }
            assert!(player.rating - of(5).rating < 20.0, "{game:?}: {player:?}");
        }
    }

    #[test]
    fn nobody_is_rated_against_themselves() {
        let subjects = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert!(rateable(&subjects(&["anna", "bot:level3", "bot:level4"])));
        assert!(!rateable(&subjects(&["anna", "bot:level3", "bot:level3"])));
    }

    proptest! {
        #[test]
        fn the_order_of_seats_does_not_matter(
            seats in prop::collection::vec((0..3_u8, 500.0..2500.0, 60.0..500.0), 2..=6),
            by_side in [1..=3_u8, 1..=3, 1..=3],
            turn in 0..6_usize,
        ) {
            let turned = |list: &[u8]| { let mut list = list.to_vec(); list.rotate_left(turn % seats.len()); list };
            let sides: Vec<u8> = seats.iter().map(|(side, ..)| *side).collect();
            let places: Vec<u8> = sides.iter().map(|side| by_side[usize::from(*side)]).collect();
            let now: Vec<Rating> = seats.iter().map(|(_, rating, uncertainty)| rated(*rating, *uncertainty)).collect();
            let mut now_turned = now.clone();
            now_turned.rotate_left(turn % seats.len());
            let mut after = rate(&sides, &places, &now);
            after.rotate_left(turn % seats.len());
            for (one, other) in after.iter().zip(rate(&turned(&sides), &turned(&places), &now_turned)) {
                prop_assert!(one.rating.is_finite() && one.uncertainty.is_finite());
                prop_assert!((one.rating - other.rating).abs() < 1e-6 && (one.uncertainty - other.uncertainty).abs() < 1e-6);
            }
        }
    }
}
