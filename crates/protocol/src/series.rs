//! A series: the games that the same people play one after the other, each a rematch of the one before.

use serde::{Deserialize, Serialize};
use tablee_core::Seat;

use crate::{Shared, Who};

/// How many earlier tables of a series are named.
const MOST_TABLES: usize = 10;

/// The games of a series before this table's, as of its opening.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Series {
    /// The number of this game in the series; the first game has 1.
    pub number: u32,
    /// The ids of the tables before this one, the latest first; at most ten.
    pub tables: Vec<String>,
    /// What each person has reached in the games that ended with a result.
    pub score: Vec<SeriesScore>,
}

/// The score of a person in a series.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeriesScore {
    /// The id of the person.
    pub person: String,
    /// How many games they played to a result.
    pub games: u32,
    /// How many of them they won, alone or with others.
    pub wins: u32,
    /// The sum of their scores.
    pub points: i64,
}

impl Shared {
    /// The score of the series, with this table's game if it has a result. Only the people of this game are named.
    pub fn series_score(&self) -> Vec<SeriesScore> {
        let before = self.opened().series.as_ref().map_or(&[][..], |series| &series.score);
        let players = self.chairs().iter().filter_map(|(seat, chair)| match chair.player.as_ref().or(chair.who.as_ref()) {
            Some(Who::Person(person)) => Some((seat, person.id.clone())),
            _ => None,
        });
        let score = |(seat, person): (Seat, String)| {
            let known = before.iter().find(|score| score.person == person).cloned();
            let mut score = known.unwrap_or(SeriesScore { person, ..SeriesScore::default() });
            if let Some(ending) = self.ending() {
                score.games += 1;
                score.wins += u32::from(ending.places[seat] == 1);
                score.points += i64::from(ending.scores[seat]);
            }
            score
        };
        players.map(score).collect()
    }

    /// The series as the table of the rematch begins with it.
    pub fn next_series(&self) -> Series {
        let before = self.opened().series.as_ref();
        let earlier = before.map_or(&[][..], |series| &series.tables);
        let tables = [self.id().to_owned()].into_iter().chain(earlier.iter().cloned()).take(MOST_TABLES).collect();
        Series { number: before.map_or(1, |series| series.number).saturating_add(1), tables, score: self.series_score() }
    }
}
