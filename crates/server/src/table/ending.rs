//! How games end before their end: resigning, running out of time, claiming, aborting, and abandoned games.

use std::time::Duration;

use tablee_core::{Seat, text};
use tablee_protocol::{Code, Event, How, Person, Problem, Progress, Who};

use super::aggregate::TableAggregate;
use super::consent;
use super::decide::{Decided, apply};
use super::require::{refuse, require_playing, seat_of};

/// The bot that replaces a player who resigned, ran out of time or was away.
const STAND_IN: &str = "level3";

/// How long the player to move has been away, as far as this node knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Away {
    /// The version of the last ply: it is the same turn only as long as this is.
    pub played: u32,
    /// How long in this turn; `None` if the player is there.
    pub time: Option<Duration>,
    /// How long before others may claim; `None` if only the clock decides.
    pub needed: Option<Duration>,
}

/// A player resigns.
///
/// # Errors
/// If there is no game, or the person has no seat.
pub fn resign(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    require_playing(state.shared())?;
    let seat = seat_of(state.shared(), by)?;
    give_up(state, seat, Event::Resigned { seat }, How::Resigned, now)
}

/// Notes that a seat's clock has run out.
///
/// # Errors
/// If the event does not fit.
pub fn flag(state: &mut TableAggregate, seat: Seat, now: u64) -> Decided {
    give_up(state, seat, Event::Flagged { seat }, How::Time, now)
}

/// A player aborts the game. It has no result then.
///
/// # Errors
/// If there is no game, every side has moved, or the person has no seat.
pub fn abort(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    require_playing(state.shared())?;
    let seat = seat_of(state.shared(), by)?;
    if !state.shared().may_be_aborted() {
        let why = text!(
            "everyone has moved, so the game can no longer be aborted; you can resign",
            "tout le monde a joué : la partie ne peut plus être annulée, mais vous pouvez abandonner"
        );
        return Err(refuse(Code::CannotAbort, why));
    }
    end_without_result(state, Some(seat), now)
}

/// A player claims the game, because the player to move is away. That player is out then.
///
/// # Errors
/// If there is no game, the person has no seat, or the player to move is not away for long enough.
pub fn claim(state: &mut TableAggregate, by: &Person, away: Away, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let seat_of_claimer = seat_of(shared, by)?;
    let absent = match shared.seat_to_move() {
        Some(seat) if seat != seat_of_claimer && shared.chairs()[seat].bot().is_none() => seat,
        _ => {
            let why = text!("it is nobody else’s turn", "ce n’est le tour de personne d’autre");
            return Err(refuse(Code::CannotClaim, why));
        }
    };
    if shared.is_paused() {
        return Err(refuse(Code::CannotClaim, text!("the game is paused", "la partie est en pause")));
    }
    let Some(needed) = away.needed else {
        let why =
            text!("in a game of days, only the clock decides", "dans une partie sur plusieurs jours, seule la pendule décide");
        return Err(refuse(Code::CannotClaim, why));
    };
    let Some(time) = away.time.filter(|_| away.played == shared.played()) else {
        let why = text!("the player to move is there", "la personne dont c’est le tour est là");
        return Err(refuse(Code::CannotClaim, why));
    };
    if time < needed {
        let seconds = u32::try_from((needed - time).as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
        let why = text!(
            "the player to move has just left; wait {seconds} s",
            "la personne dont c’est le tour vient de s’absenter ; attendez {seconds} s"
        );
        return Err(Problem { wait: Some(seconds), ..refuse(Code::CannotClaim, why) });
    }
    give_up(state, absent, Event::Claimed { seat: absent, by: seat_of_claimer }, How::Abandoned, now)
}

/// Ends an abandoned table or game: an open table closes; in a game without a clock, the player to move is out; a game of
/// bots alone ends without a result.
///
/// # Errors
/// If the event does not fit.
pub fn expire(state: &mut TableAggregate, since: u64, now: u64) -> Decided {
    let attended = state.events_after(0).last().is_some_and(|last| last.at >= since);
    let shared = state.shared();
    // A paused game is kept for twice as long. Then it goes on, and ends as others do.
    let long_ago = since.saturating_sub(now.saturating_sub(since));
    let attended_before_pause = state.events_after(0).last().is_some_and(|last| last.at >= long_ago);
    match shared.progress() {
        _ if attended => Ok(None),
        Progress::Playing if shared.is_paused() && attended_before_pause => Ok(None),
        Progress::Playing if shared.is_paused() => consent::resume_as(state, None, now),
        Progress::Open => apply(state, Event::Closed, now),
        Progress::Playing if state.is_bots_alone() => end_without_result(state, None, now),
        Progress::Playing if shared.clocks().is_none() => match shared.seat_to_move() {
            Some(seat) if shared.chairs()[seat].bot().is_none() => flag(state, seat, now),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// A player is out. A bot replaces them, unless one side or no person is left: then the game ends.
fn give_up(state: &mut TableAggregate, seat: Seat, event: Event, how: How, now: u64) -> Decided {
    apply(state, event, now)?;
    let shared = state.shared();
    let people = shared.chairs().iter().filter(|(_, chair)| chair.out.is_none() && chair.bot().is_none()).count();
    if shared.last_side().is_some() || people == 0 {
        return end(state, how, now);
    }
    apply(state, Event::Sat { seat, who: Who::Bot(STAND_IN.to_owned()), salt: None }, now)
}

/// The game ends with the current places.
pub(super) fn end(state: &mut TableAggregate, how: How, now: u64) -> Decided {
    let result = state.shared().result().expect("the game has begun");
    let (places, scores) = (result.place.as_slice().to_vec(), result.score.as_slice().to_vec());
    let seed = state.seed().map(|seed| seed.to_string());
    apply(state, Event::Ended { how, places, scores, seed }, now)
}

fn end_without_result(state: &mut TableAggregate, seat: Option<Seat>, now: u64) -> Decided {
    let seed = state.seed().map(|seed| seed.to_string());
    apply(state, Event::Aborted { seat, seed }, now)
}

#[cfg(test)]
mod tests {
    use tablee_protocol::{Clock, Command};

    use super::super::samples::{begun as game, person};
    use super::*;
    use crate::table::decide::{Known, decide};

    fn ask(state: &mut TableAggregate, by: &str, command: Command) -> Result<(), Problem> {
        decide(state, &person(by), command, Known::default(), 1).map(drop)
    }

    fn play(state: &mut TableAggregate) {
        let seat = state.shared().seat_to_move().expect("the game is on");
        let (_, moves) = state.shared().table().expect("it has begun").legal_moves(1);
        state.apply_new(Event::Move { seat, mv: moves[0].0.clone(), ms: None }, 1).expect("the move is legal");
    }

    fn last(state: &TableAggregate) -> &Event {
        &state.events_after(0).last().expect("it was opened").event
    }

    fn code(refused: Result<(), Problem>) -> Code {
        refused.expect_err("it is refused").code
    }

    const MINUTE: Duration = Duration::from_secs(60);

    fn away(state: &TableAggregate, time: Duration) -> Away {
        Away { played: state.shared().played(), time: Some(time), needed: Some(MINUTE) }
    }

    fn claimed(state: &mut TableAggregate, by: &str, away: Away) -> Result<(), Problem> {
        claim(state, &person(by), away, 1).map(drop)
    }

    #[test]
    fn a_game_is_aborted_until_every_side_has_moved_and_has_no_result() {
        for moves in 0..=3 {
            for by in ["anna", "bob", "carl"] {
                let mut state = game(&["anna", "bob", "carl"], Clock::None);
                (0..moves).for_each(|_| play(&mut state));
                let aborted = ask(&mut state, by, Command::Abort);
                if moves == 3 {
                    assert_eq!(code(aborted), Code::CannotAbort);
                    assert_eq!(state.shared().progress(), Progress::Playing);
                    continue;
                }
                aborted.expect("it may be aborted");
                let shared = state.shared();
                assert_eq!(*last(&state), Event::Aborted { seat: shared.seat_of(by), seed: None });
                assert_eq!((shared.progress(), shared.how(), shared.ending()), (Progress::Over, Some(How::Aborted), None));
                let summary = shared.summary();
                assert!(summary.how == Some(How::Aborted) && summary.seats.iter().all(|seat| seat.place.is_none()));
                assert_eq!(code(ask(&mut state, by, Command::Abort)), Code::Over);
            }
        }
        assert_eq!(code(ask(&mut game(&["anna", "bob"], Clock::None), "zoe", Command::Abort)), Code::NotSeated);
    }

    #[test]
    fn a_player_who_is_away_loses_the_game_or_is_replaced() {
        let mut two = game(&["anna", "bob"], Clock::None);
        let there = Away { time: None, ..away(&two, MINUTE) };
        assert_eq!(code(claimed(&mut two, "bob", there)), Code::CannotClaim);
        let almost = away(&two, Duration::from_millis(59_001));
        let problem = claimed(&mut two, "bob", almost).expect_err("it is too early");
        assert_eq!((problem.code, problem.wait), (Code::CannotClaim, Some(1)));
        // Not of oneself, not as a spectator, not in a game of days, and not because of an earlier turn.
        let long = away(&two, MINUTE);
        assert_eq!(code(claimed(&mut two, "anna", long)), Code::CannotClaim);
        assert_eq!(code(claimed(&mut two, "zoe", long)), Code::NotSeated);
        assert_eq!(code(claimed(&mut two, "bob", Away { needed: None, ..long })), Code::CannotClaim);
        assert_eq!(code(claimed(&mut two, "bob", Away { played: long.played - 1, ..long })), Code::CannotClaim);
        assert_eq!(two.shared().progress(), Progress::Playing);
        claimed(&mut two, "bob", long).expect("she was away");
        assert!(two.events_after(0).iter().any(|event| event.event == Event::Claimed { seat: Seat::new(0), by: Seat::new(1) }));
        assert!(matches!(last(&two), Event::Ended { how: How::Abandoned, places, .. } if *places == [2, 1]));

        let mut three = game(&["anna", "bob", "carl"], Clock::None);
        let long = away(&three, MINUTE);
        claimed(&mut three, "carl", long).expect("she was away");
        assert_eq!(*last(&three), Event::Sat { seat: Seat::new(0), who: Who::Bot(STAND_IN.to_owned()), salt: None });
        assert_eq!(three.shared().progress(), Progress::Playing);
        // Now it is a bot's turn.
        let long = away(&three, MINUTE);
        assert_eq!(code(claimed(&mut three, "carl", long)), Code::CannotClaim);
    }

    #[test]
    fn nothing_that_nobody_attends_to_goes_on_for_ever() {
        let days = Clock::Days { days: 3 };
        for clock in [Clock::None, days] {
            let mut bots = game(&["bot", "bot"], clock);
            expire(&mut bots, 100, 200).expect("it ends");
            assert_eq!(*last(&bots), Event::Aborted { seat: None, seed: None });
        }
        let mut people = game(&["anna", "bob"], Clock::None);
        expire(&mut people, 100, 200).expect("it ends");
        assert!(matches!(last(&people), Event::Ended { how: How::Time, .. }));
        // Here the clock decides; and somebody was here.
        for (mut state, since) in [(game(&["anna", "bob"], days), 100), (game(&["bot", "bot"], Clock::None), 0)] {
            let before = state.shared().version();
            expire(&mut state, since, 200).expect("nothing is done");
            assert_eq!(state.shared().version(), before);
        }
    }

    #[test]
    fn strangers_who_sit_down_and_leave_do_not_use_up_the_events_of_a_table() {
        let mut state = {
            let Event::Opened(opened) = &game(&["anna", "bob"], Clock::None).events_after(0)[0].event.clone() else {
                panic!("a table is opened first");
            };
            TableAggregate::open("table", None, "word".to_owned(), Event::Opened(opened.clone()), 0).expect("it opens")
        };
        let sit = |invite: Option<&str>| Command::Sit { seat: None, salt: None, invite: invite.map(str::to_owned) };
        let swarm = |state: &mut TableAggregate, invite: Option<&str>, name: &str| {
            let mut sat = 0;
            for number in 0..200 {
                let guest = format!("{name}{number}");
                while ask(state, &guest, sit(invite)).is_ok() {
                    ask(state, &guest, Command::Leave).expect("they have a seat");
                    sat += 1;
                }
            }
            sat
        };
        assert!((400..=500).contains(&swarm(&mut state, None, "stranger")));
        assert_eq!(code(ask(&mut state, "zoe", sit(None))), Code::TooMuch);
        // Friends with the invitation still can, and there is an end to that too.
        ask(&mut state, "zoe", sit(Some("word"))).expect("she is invited");
        ask(&mut state, "zoe", Command::Leave).expect("she has a seat");
        assert!((200..=250).contains(&swarm(&mut state, Some("word"), "friend")));
        assert_eq!(code(ask(&mut state, "yves", sit(Some("word")))), Code::TooMuch);
        // The host can, and people for whom a seat is reserved.
        ask(&mut state, "anna", sit(None)).expect("she is the host");
        let reserve = Command::Reserve { seat: Seat::new(1), name: "Zoé".to_owned() };
        let secret = decide(&mut state, &person("anna"), reserve, Known::default(), 1).expect("she is the host");
        ask(&mut state, "zoe", sit(secret.as_deref())).expect("her seat is reserved");
        ask(&mut state, "anna", Command::Begin).expect("all seats are taken");
    }

    #[test]
    fn many_guests_of_one_address_sit_down_as_often_as_a_few_people() {
        let mut state = game(&["anna", "bob"], Clock::None);
        state = TableAggregate::open("table", None, String::new(), state.events_after(0)[0].event.clone(), 0).expect("it opens");
        let sit = Command::Sit { seat: None, salt: None, invite: None };
        let often = Known { sits_of_address: 40, ..Known::default() };
        let refused = decide(&mut state, &person("zoe"), sit.clone(), often, 1).map(drop);
        assert_eq!(code(refused), Code::TooMuch);
        decide(&mut state, &person("anna"), sit.clone(), often, 1).expect("she is the host");
        decide(&mut state, &person("zoe"), sit, Known { sits_of_address: 39, ..often }, 1).expect("once more");
    }
}
