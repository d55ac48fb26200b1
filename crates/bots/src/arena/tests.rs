//! The arena as a whole, on a toy game.

use std::num::NonZero;
use std::ops::ControlFlow;

use tablee_core::{Dice, Lang, Position, Text, Turn, text};

use super::*;
use crate::toy::Take;
use crate::{Bot, BotSpec, Choice, Stop};

fn our_bot(name: &str) -> Contender<Take> {
    let spec = BotSpec::read::<Take>(name).unwrap();
    Contender { name: name.to_owned(), make: Box::new(move |seed, _| spec.bot(seed, NonZero::<usize>::MIN)) }
}

fn deal(seats: usize, teams: bool) -> impl Fn(&mut dyn Dice) -> (Take, String) + Sync {
    move |_: &mut dyn Dice| (Take::new(seats, teams), String::new())
}

/// Plays this many deals, and gives them in order with their schedule.
fn run(seats: usize, teams: bool, contenders: &[Contender<Take>], deals: u32, jobs: usize) -> (Schedule, Vec<Vec<Played>>) {
    let deal = deal(seats, teams);
    let schedule = Schedule::new(&Take::new(seats, teams), contenders.len());
    let arena = Arena { deal: &deal, contenders, schedule: &schedule, seed: 7 };
    let slots: Vec<_> = schedule.slots(deals).collect();
    let mut games = Vec::new();
    arena.play_all(&slots, NonZero::new(jobs).unwrap(), &Stop::new(), |played| {
        games.push(played);
        ControlFlow::Continue(())
    });
    let deals = whole_deals(&schedule, &games);
    (schedule, deals)
}

fn names(contenders: &[Contender<Take>], seats: usize) -> Names {
    Names {
        bots: contenders.iter().map(|contender| contender.name.clone()).collect(),
        seats: (0..seats).map(|seat| seat.to_string()).collect(),
        width: |text| text.chars().map(|char| if char < '\u{2e80}' { 1 } else { 2 }).sum(),
    }
}

#[test]
fn the_same_games_whatever_the_number_of_jobs() {
    let bots = [our_bot("level1"), our_bot("search:30"), our_bot("random")];
    let (_, one) = run(3, false, &bots, 12, 1);
    let (_, four) = run(3, false, &bots, 12, 4);
    assert_eq!(one.len(), 12);
    assert_eq!(one, four);
}

#[test]
fn the_stronger_bot_is_seen_to_be_stronger() {
    let bots = [our_bot("greedy"), our_bot("random")];
    let (schedule, deals) = run(2, false, &bots, 150, 2);
    let summary = Summary::new(&schedule, 2, &deals);
    assert_eq!((summary.games, summary.deals), (300, 150));
    assert!(summary.bots[0].share.low > 0.5, "{:?}", summary.bots[0].share);
    assert!((summary.bots[0].share.value + summary.bots[1].share.value - 1.0).abs() < 1e-9);
    assert!(summary.bots[0].lead.value > 0.0 && summary.bots[0].elo.unwrap().low > 0.0);
    // Seat 0 begins every game here.
    assert_eq!((summary.seats[0].first, summary.seats[1].first), (300, 0));
    assert_eq!(summary.first, summary.seats[0].share);
    let all = summary.bots.iter().flat_map(|line| line.histogram.values()).sum::<u32>();
    assert_eq!(all, 600);
}

#[test]
fn one_bot_alone_shows_how_fair_the_seats_are() {
    let bots = [our_bot("random")];
    let (schedule, deals) = run(4, true, &bots, 40, 2);
    let summary = Summary::new(&schedule, 1, &deals);
    assert_eq!((summary.games, summary.fair), (40, 0.5));
    assert_eq!(summary.seats[0].share, summary.seats[2].share);
    assert!((summary.seats[0].share.value + summary.seats[1].share.value - 1.0).abs() < 1e-9);
    assert!(summary.bots[0].elo.is_none());
}

#[test]
fn more_bots_than_seats_are_rated_together() {
    let bots = [our_bot("random"), our_bot("greedy"), our_bot("search:60")];
    let (schedule, deals) = run(2, false, &bots, 60, 2);
    let summary = Summary::new(&schedule, 3, &deals);
    let elo: Vec<_> = summary.bots.iter().map(|line| line.elo.unwrap().value).collect();
    assert!(elo[0] < elo[1] && elo[0] < elo[2], "{elo:?}");
    assert!(elo.iter().sum::<f64>().abs() < 1e-6);
    let crosstable = summary.crosstable.unwrap();
    assert_eq!((crosstable.met(0, 1), crosstable.met(1, 2)), (40.0, 40.0));
}

/// Plays what is not there.
struct Cheat;

impl Bot<Take> for Cheat {
    fn choose(&mut self, _: &Take, _: &Stop) -> Result<Choice<u8>, Text> {
        Ok(Choice { mv: 99, evaluation: None })
    }
}

#[test]
fn an_illegal_move_forfeits_the_game_and_is_reported() {
    let cheat = Contender { name: "cheat".to_owned(), make: Box::new(|_, _| Ok(Box::new(Cheat) as Box<dyn Bot<Take>>)) };
    let broken =
        Contender { name: "broken".to_owned(), make: Box::new(|_, _| Err(text!("it does not start", "il ne démarre pas"))) };
    for bad in [cheat, broken] {
        let bots = [our_bot("random"), bad];
        let (schedule, deals) = run(2, false, &bots, 2, 1);
        let summary = Summary::new(&schedule, 2, &deals);
        assert_eq!(summary.bots[0].share.value, 1.0);
        assert_eq!(summary.forfeits.len(), 4);
        assert!(summary.forfeits.iter().all(|(_, bot, _)| *bot == 1));
        let table = table(&summary, &names(&bots, 2), Lang::En);
        assert!(
            table.contains("cheat forfeited game 0 of deal 0: illegal move: there are not so many (T1)")
                || table.contains("broken forfeited game 0 of deal 0: it does not start"),
            "{table}"
        );
        let french = super::table(&summary, &names(&bots, 2), Lang::Fr);
        assert!(french.contains("a perdu par forfait la partie 0 de la donne 0 : "), "{french}");
        assert!(french.contains(" 100,0 %") && !french.contains(" 100.0 %"), "{french}");
    }
}

/// A letter may take two columns of the terminal.
#[test]
fn wide_names_do_not_break_the_table() {
    let mut bots = [our_bot("random"), our_bot("greedy"), our_bot("level1")];
    bots[1].name = "山田太郎".to_owned();
    let (schedule, deals) = run(2, false, &bots, 4, 1);
    let names = names(&bots, 2);
    let table = table(&Summary::new(&schedule, 3, &deals), &names, Lang::En);
    let rows: Vec<_> = table.lines().take_while(|line| !line.starts_with("seat")).collect();
    let begin = |word: &str| rows.iter().filter(|row| row.starts_with(word)).map(|row| (names.width)(row)).collect::<Vec<_>>();
    let (narrow, wide) = (begin("random"), begin("山田太郎"));
    assert_eq!((narrow.len(), narrow[1]), (2, wide[1]), "{table}");
    let head = rows.iter().find(|row| row.starts_with("ahead of")).unwrap();
    assert_eq!((names.width)(head), wide[1], "{table}");
}

/// A bot that plays the same moves on another seat gets the same draws.
#[test]
fn the_games_of_a_deal_have_the_same_luck() {
    struct Two;
    impl Bot<Take> for Two {
        fn choose(&mut self, position: &Take, _: &Stop) -> Result<Choice<u8>, Text> {
            assert!(matches!(position.turn(), Turn::Seat(_)));
            Ok(Choice { mv: position.is_legal_two(), evaluation: None })
        }
    }
    let two = |name: &str| Contender { name: name.to_owned(), make: Box::new(|_, _| Ok(Box::new(Two) as Box<dyn Bot<Take>>)) };
    let (_, deals) = run(2, false, &[two("a"), two("b")], 20, 2);
    for deal in &deals {
        assert_eq!((deal[0].score, deal[0].moves), (deal[1].score, deal[1].moves));
    }
    assert!(deals.iter().any(|deal| deal[0].score != deals[0][0].score), "deals differ from each other");
}

impl Take {
    fn is_legal_two(&self) -> u8 {
        if self.check(2).is_ok() { 2 } else { 1 }
    }
}

#[test]
fn a_run_can_be_broken_off() {
    let contenders = [our_bot("random"), our_bot("random")];
    let deal = deal(2, false);
    let schedule = Schedule::new(&Take::new(2, false), 2);
    let arena = Arena { deal: &deal, contenders: &contenders, schedule: &schedule, seed: 1 };
    let slots: Vec<_> = schedule.slots(100_000).collect();
    let mut count = 0;
    arena.play_all(&slots, NonZero::new(2).unwrap(), &Stop::new(), |_| {
        count += 1;
        if count == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(count, 10);
}

#[test]
fn a_deal_that_is_not_whole_is_not_counted() {
    let (schedule, deals) = run(2, false, &[our_bot("random"), our_bot("greedy")], 3, 1);
    let mut games: Vec<_> = deals.concat();
    games.remove(2);
    games.reverse();
    let whole = whole_deals(&schedule, &games);
    assert_eq!(whole.iter().map(|deal| deal[0].slot.deal).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(whole[0][0].slot.rotation, 0);
}

#[test]
fn the_drawing_shows_everyone_and_hides_no_name_in_markup() {
    let mut bots = [our_bot("random"), our_bot("greedy")];
    bots[0].name = "<random> & co".to_owned();
    let (schedule, deals) = run(2, false, &bots, 10, 1);
    let summary = Summary::new(&schedule, 2, &deals);
    let svg = plot(&summary, &names(&bots, 2), "take", "players=2", Lang::Fr);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("&lt;random&gt; &amp; co") && svg.contains("victoires par place") && !svg.contains("NaN"));
    let empty = Summary::new(&schedule, 2, &[]);
    assert!(!plot(&empty, &names(&bots, 2), "take", "players=2", Lang::En).contains("NaN"));
    assert!(line(&empty, Lang::En).trim_start().starts_with('0') && !line_heading(Lang::En).is_empty());
}

/// Games may end in any order: the verdict is that of the deals in theirs.
#[test]
fn a_watch_judges_deals_in_their_order() {
    let (schedule, deals) = run(2, false, &[our_bot("greedy"), our_bot("random")], 60, 2);
    let test = Sprt { p0: 0.5, p1: 0.7 };
    let expected = test.follow(deals.iter().map(|deal| share_of_deal(&schedule, deal, 0).unwrap()));
    assert!(expected.answer == Some(true) && expected.deals < 60, "{expected:?}");
    let mut games = deals.concat();
    for _ in 0..2 {
        let mut watch = Watch::new(&schedule, test);
        games.iter().for_each(|game| watch.push(game));
        assert_eq!(watch.verdict(), expected);
        games.reverse();
    }
}
