//! The statistics of a run.

use std::collections::BTreeMap;

use tablee_core::{BySeat, Seat};

use super::estimate::{Estimate, Observed, elo};
use super::game::{Forfeit, Played};
use super::rating::{Crosstable, ratings};
use super::schedule::{Schedule, Slot};

/// The statistics of a run: by bot, by seat, and of the game itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number of games that are counted: those of complete deals.
    pub games: u32,
    /// The number of complete deals.
    pub deals: u32,
    /// The results of each bot, in the order of the request.
    pub bots: Vec<BotLine>,
    /// The share that a bot would have if all were equal.
    pub even: f64,
    /// The results of each bot against each other; empty unless there are more than two bots.
    pub crosstable: Option<Crosstable>,
    /// The results of each seat, from seat 0.
    pub seats: Vec<SeatLine>,
    /// The share that a seat would have if all were equal.
    pub fair: f64,
    /// The share of the seat that moved first.
    pub first: Estimate,
    /// The share of games whose victory was shared.
    pub shared: f64,
    /// The number of moves in a game.
    pub moves: Observed,
    /// The points of all seats.
    pub points: Observed,
    /// The winner's lead over the next side.
    pub margin: Observed,
    /// The forfeited games, each with the bot that forfeited.
    pub forfeits: Vec<(Slot, usize, Forfeit)>,
}

/// The statistics of a bot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BotLine {
    /// The number of its games.
    pub games: u32,
    /// Its share of the victories; a shared one is split.
    pub share: Estimate,
    /// Its mean points per game.
    pub points: Estimate,
    /// Its lead over the best other side.
    pub lead: Estimate,
    /// Its Elo above the other bot, or above the mean of all; none if it plays alone.
    pub elo: Option<Estimate>,
    /// A histogram of its points.
    pub histogram: BTreeMap<i32, u32>,
}

/// The statistics of a seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SeatLine {
    /// Its share of the victories; in team games its side's.
    pub share: Estimate,
    /// Its mean points per game.
    pub points: Estimate,
    /// The number of games in which it moved first.
    pub first: u32,
}

/// The complete deals in order, each with its games in order, independent of the order in which they ended.
pub fn whole_deals(schedule: &Schedule, games: &[Played]) -> Vec<Vec<Played>> {
    let mut deals: BTreeMap<u32, BTreeMap<u32, &Played>> = BTreeMap::new();
    for game in games {
        deals.entry(game.slot.deal).or_default().entry(game.slot.rotation).or_insert(game);
    }
    let whole = |deal: &BTreeMap<u32, &Played>| deal.len() as u32 == schedule.games_a_deal();
    deals.into_values().filter(whole).map(|deal| deal.into_values().cloned().collect()).collect()
}

/// A bot's share of the victories of a deal; none if it is not in the deal.
pub fn share_of_deal(schedule: &Schedule, deal: &[Played], bot: usize) -> Option<f64> {
    mean(deal.iter().filter(|game| takes_part(game, bot)).map(|game| share_of_bot(schedule, game, bot)))
}

fn takes_part(game: &Played, bot: usize) -> bool {
    game.bots.as_slice().contains(&(bot as u8))
}

/// Each side's share of the victory.
fn shares(schedule: &Schedule, game: &Played) -> Vec<f64> {
    let won: Vec<bool> = (0..schedule.side_count()).map(|side| game.place[schedule.seat_of(side)] == 1).collect();
    let winners = won.iter().filter(|won| **won).count().max(1);
    won.into_iter().map(|won| if won { 1.0 / winners as f64 } else { 0.0 }).collect()
}

fn share_of_bot(schedule: &Schedule, game: &Played, bot: usize) -> f64 {
    let shares = shares(schedule, game).into_iter().enumerate();
    shares.filter(|(side, _)| game.bots[schedule.seat_of(*side)] as usize == bot).map(|(_, share)| share).sum()
}

/// Each side's lead over the best other side.
fn leads(schedule: &Schedule, game: &Played) -> Vec<f64> {
    let mut points = vec![0; schedule.side_count()];
    game.score.iter().for_each(|(seat, score)| points[schedule.sides()[seat] as usize] += score);
    let best_but = |side: usize| points.iter().enumerate().filter(|(other, _)| *other != side).map(|(_, points)| *points).max();
    (0..points.len()).map(|side| f64::from(points[side] - best_but(side).unwrap_or(0))).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let observed: Observed = values.collect();
    (observed.count > 0).then(|| observed.mean())
}

impl Summary {
    /// Counts complete deals ([`whole_deals`]) between this number of bots.
    pub fn new(schedule: &Schedule, bots: usize, deals: &[Vec<Played>]) -> Summary {
        let games = || deals.iter().flatten();
        // A forfeited game says who won; its points and its length say nothing.
        let played = || games().filter(|game| game.forfeit.is_none());
        let seat_share = |game: &Played, seat: Seat| shares(schedule, game)[schedule.sides()[seat] as usize];
        let by_deal =
            |value: &dyn Fn(&Played) -> f64| deals.iter().filter_map(|deal| mean(deal.iter().map(value))).collect::<Observed>();
        let crosstables: Vec<_> =
            if bots > 2 { deals.iter().map(|deal| crosstable(schedule, bots, deal)).collect() } else { Vec::new() };
        let mut lines: Vec<_> = (0..bots).map(|bot| bot_line(schedule, deals, bot)).collect();
        match lines.as_mut_slice() {
            [] | [_] => (),
            [_, _] => lines.iter_mut().for_each(|line| line.elo = Some(line.share.map(elo))),
            _ if deals.is_empty() => (),
            _ => lines.iter_mut().zip(ratings(bots, &crosstables)).for_each(|(line, rating)| line.elo = Some(rating)),
        }
        let seats = Seat::all(schedule.sides().len()).map(|seat| SeatLine {
            share: by_deal(&|game| seat_share(game, seat)).share(),
            points: of_played(deals, |game| Some(f64::from(game.score[seat]))).average(),
            first: games().filter(|game| game.first == seat).count() as u32,
        });
        let winners = |game: &Played| shares(schedule, game).iter().filter(|share| **share > 0.0).count();
        let count = games().count();
        Summary {
            games: count as u32,
            deals: deals.len() as u32,
            bots: lines,
            even: 1.0 / f64::from(schedule.games_a_deal()),
            crosstable: (bots > 2).then(|| Crosstable::sum(bots, &crosstables)),
            seats: seats.collect(),
            fair: 1.0 / schedule.side_count() as f64,
            first: by_deal(&|game| seat_share(game, game.first)).share(),
            shared: games().filter(|game| winners(game) > 1).count() as f64 / count.max(1) as f64,
            moves: played().map(|game| f64::from(game.moves)).collect(),
            points: played().flat_map(|game| points(&game.score)).collect(),
            margin: played().map(|game| leads(schedule, game).into_iter().fold(0.0, f64::max)).collect(),
            forfeits: games().filter_map(forfeit_of).collect(),
        }
    }
}

fn points(score: &BySeat<i32>) -> Vec<f64> {
    score.as_slice().iter().map(|points| f64::from(*points)).collect()
}

fn forfeit_of(game: &Played) -> Option<(Slot, usize, Forfeit)> {
    let forfeit = game.forfeit.clone()?;
    Some((game.slot, game.bots[forfeit.seat] as usize, forfeit))
}

/// The mean of a value per deal, over the games that were played to the end.
fn of_played(deals: &[Vec<Played>], value: impl Fn(&Played) -> Option<f64>) -> Observed {
    let played = |deal: &Vec<Played>| mean(deal.iter().filter(|game| game.forfeit.is_none()).filter_map(&value));
    deals.iter().filter_map(played).collect()
}

fn bot_line(schedule: &Schedule, deals: &[Vec<Played>], bot: usize) -> BotLine {
    let seats = |game: &Played| game.bots.iter().filter(|(_, of)| **of as usize == bot).map(|(seat, _)| seat).collect::<Vec<_>>();
    let mut histogram = BTreeMap::new();
    for game in deals.iter().flatten().filter(|game| game.forfeit.is_none()) {
        seats(game).into_iter().for_each(|seat| *histogram.entry(game.score[seat]).or_default() += 1);
    }
    let points = |game: &Played| mean(seats(game).into_iter().map(|seat| f64::from(game.score[seat])));
    let lead = |game: &Played| {
        let leads = leads(schedule, game);
        mean(seats(game).into_iter().map(|seat| leads[schedule.sides()[seat] as usize]))
    };
    BotLine {
        games: deals.iter().flatten().filter(|game| takes_part(game, bot)).count() as u32,
        share: deals.iter().filter_map(|deal| share_of_deal(schedule, deal, bot)).collect::<Observed>().share(),
        points: of_played(deals, points).average(),
        lead: of_played(deals, lead).average(),
        elo: None,
        histogram,
    }
}

/// Which bot finished ahead of which in a deal.
fn crosstable(schedule: &Schedule, bots: usize, deal: &[Played]) -> Crosstable {
    let mut table = Crosstable::new(bots);
    for game in deal {
        let sides = (0..schedule.side_count()).map(|side| schedule.seat_of(side));
        for a in sides.clone() {
            for b in sides.clone().filter(|b| game.bots[*b] != game.bots[a]) {
                let won = match game.place[a].cmp(&game.place[b]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                table.add(game.bots[a].into(), game.bots[b].into(), won);
            }
        }
    }
    table
}
