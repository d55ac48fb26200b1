//! Who won, with shared places and teams.

use crate::BySeat;

/// How a game ended, or would end now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Each seat's own points.
    pub score: BySeat<i32>,
    /// Each seat's place (in team games its team's): 1 for the winners, below them one more than the number of players
    /// (or teams) ahead. Equals share a place.
    pub place: BySeat<u8>,
}

/// The place of each seat when the greatest key wins: one more than the number of seats ahead.
pub fn rank<K: Ord>(keys: &BySeat<K>) -> BySeat<u8> {
    BySeat::from_fn(keys.len(), |seat| 1 + keys.iter().filter(|(_, key)| **key > keys[seat]).count() as u8)
}

/// The same for teams: `team` is each seat's team, `key` says what a team has reached, and every seat gets its team's
/// place.
pub fn rank_teams<K: Ord + Copy + Default>(team: &BySeat<u8>, mut key: impl FnMut(u8) -> K) -> BySeat<u8> {
    let teams = 1 + team.as_slice().iter().copied().max().unwrap_or(0);
    let keys = BySeat::from_fn(teams as usize, |number| key(number.number() as u8));
    let places = rank(&keys);
    team.map(|team| places.as_slice()[team as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    fn by_seat<T: Copy + Default>(values: &[T]) -> BySeat<T> {
        BySeat::from_fn(values.len(), |seat: Seat| values[seat.number()])
    }

    #[test]
    fn equal_scores_share_a_place_and_the_next_place_is_skipped() {
        assert_eq!(rank(&by_seat(&[9, 10, 9, 3])).as_slice(), [2, 1, 2, 4]);
        assert_eq!(rank(&by_seat(&[5, 5, 5])).as_slice(), [1, 1, 1]);
    }

    #[test]
    fn a_seat_has_the_place_of_its_team() {
        let points = [7, 2, 1, 8];
        let places = rank_teams(&by_seat(&[0, 1, 0, 1]), |team| points[team as usize] + points[team as usize + 2]);
        assert_eq!(places.as_slice(), [2, 1, 2, 1]);
        assert_eq!(rank_teams(&by_seat(&[0, 1, 2, 0, 1, 2]), |_| 4).as_slice(), [1; 6]);
    }
}
