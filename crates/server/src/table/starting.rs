//! Before a game: it begins by itself once all seats are taken, people say that they are ready, and change places.

use tablee_core::{Seat, text};
use tablee_protocol::{Code, Event, Person, Problem, Proposal, Who};

use super::aggregate::TableAggregate;
use super::consent::{propose, require_few_requests};
use super::decide::{Decided, apply, draw_and_count};
use super::require::{invalid, refuse, require_host, require_open, require_seat_exists, seat_of, taken};

/// How long the count-down is, in milliseconds.
const COUNT_DOWN: u64 = 5_000;

/// A count-down that nobody attended to for so long begins again: the server was down, and people must reconnect.
const MISSED_AFTER: u64 = 10_000;

/// The host begins the game.
///
/// # Errors
/// If the person is not the host, the game has begun, or a seat is empty.
pub fn begin(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    require_host(state.shared(), by)?;
    require_open(state.shared())?;
    if state.shared().chairs().iter().any(|(_, chair)| chair.who.is_none()) {
        return Err(refuse(
            Code::EmptySeats,
            text!(
                "some seats are empty: invite somebody, or put bots there",
                "des places sont vides : invitez quelqu’un, ou mettez-y des robots"
            ),
        ));
    }
    begin_now(state, now)
}

fn begin_now(state: &mut TableAggregate, now: u64) -> Decided {
    state.begin(now).map_err(invalid)?;
    draw_and_count(state, now)
}

/// After a change of the seats: the count-down begins if all are taken, and the game if all people are ready.
///
/// # Errors
/// If the event does not fit.
pub fn settle(state: &mut TableAggregate, now: u64) -> Decided {
    let shared = state.shared();
    if !shared.may_begin_by_itself() {
        return Ok(None);
    }
    if shared.are_all_ready() {
        return begin_now(state, now);
    }
    if shared.begins().is_some() { Ok(None) } else { apply(state, Event::Starting { begins: now + COUNT_DOWN }, now) }
}

/// The count-down has ended. Decided on several nodes at the same moment, the store accepts one.
///
/// # Errors
/// If the event does not fit.
pub fn begin_by_itself(state: &mut TableAggregate, now: u64) -> Decided {
    match state.shared().begins() {
        Some(begins) if begins > now => Ok(None),
        Some(begins) if now - begins > MISSED_AFTER => apply(state, Event::Starting { begins: now + COUNT_DOWN }, now),
        Some(_) => begin_now(state, now),
        None => Ok(None),
    }
}

/// A player is ready, or asks the others to wait.
///
/// # Errors
/// If the game has begun, the person has no seat, or has changed their mind too often.
pub fn ready(state: &mut TableAggregate, by: &Person, yes: bool, now: u64) -> Decided {
    require_open(state.shared())?;
    let seat = seat_of(state.shared(), by)?;
    if state.shared().chairs()[seat].ready == Some(yes) {
        return Ok(None);
    }
    require_few_requests(state.shared(), seat)?;
    apply(state, Event::Ready { seat, yes }, now)?;
    settle(state, now)
}

/// A player moves to another seat, or asks the person there to swap.
///
/// # Errors
/// If the game has begun, the person has no seat, or the other seat is reserved for somebody else.
pub fn swap(state: &mut TableAggregate, by: &Person, with: Seat, now: u64) -> Decided {
    let shared = state.shared();
    require_open(shared)?;
    let seat = seat_of(shared, by)?;
    require_seat_exists(shared, with)?;
    if seat == with {
        return Ok(None);
    }
    require_few_requests(shared, seat)?;
    let there = &shared.chairs()[with];
    match there.who {
        Some(Who::Person(_)) => propose(state, seat, Proposal::Swap { with }, now),
        None if there.reserved.is_some() => Err(taken()),
        Some(Who::Bot(_)) | None => swap_now(state, seat, with, now),
    }
}

/// Two seats change places.
///
/// # Errors
/// If the event does not fit.
pub fn swap_now(state: &mut TableAggregate, seat: Seat, with: Seat, now: u64) -> Decided {
    apply(state, Event::Swapped { seat, with }, now)?;
    settle(state, now)
}

/// The host arranges all seats.
///
/// # Errors
/// If the person is not the host, the game has begun, or the list does not have each seat once.
pub fn arrange(state: &mut TableAggregate, by: &Person, seats: &[Seat], now: u64) -> Decided {
    let shared = state.shared();
    require_host(shared, by)?;
    require_open(shared)?;
    let each_once = shared.chairs().seats().all(|seat| seats.iter().filter(|from| **from == seat).count() == 1);
    if seats.len() != shared.chairs().len() || !each_once {
        return Err(list_each_seat_once());
    }
    // Whose players are where by now, as they are swapped one after the other.
    let mut here: Vec<Seat> = shared.chairs().seats().collect();
    for (to, from) in Seat::all(seats.len()).zip(seats) {
        let at = here.iter().position(|seat| seat == from).expect("each seat is there once");
        if at != to.number() {
            here.swap(at, to.number());
            apply(state, Event::Swapped { seat: to, with: Seat::new(at) }, now)?;
        }
    }
    settle(state, now)
}

fn list_each_seat_once() -> Problem {
    invalid(text!("the list must have each seat once", "la liste doit comporter chaque place une fois"))
}

#[cfg(test)]
mod tests {
    use tablee_protocol::{Clock, Command, Progress};

    use super::super::decide::{deadline, is_due, on_deadline};
    use super::super::samples::{act, open, person};
    use super::*;

    const SIT: Command = Command::Sit { seat: None, salt: None, invite: None };
    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);
    const THIRD: Seat = Seat::new(2);

    fn sat(seat: Seat, name: &str) -> Event {
        Event::Sat { seat, who: Who::Person(person(name)), salt: None }
    }

    #[test]
    fn a_full_table_begins_by_itself_after_a_count_down() {
        let mut state = open(&["anna", "", "bot"], Clock::None, true);
        assert_eq!(act(&mut state, "bob", SIT, 1000), Ok(vec![sat(SECOND, "bob"), Event::Starting { begins: 6000 }]));
        assert_eq!((deadline(state.shared()), state.shared().summary().begins), (Some(6000), Some(6000)));
        assert!(!is_due(state.shared(), 5999));
        on_deadline(&mut state, 5999).expect("it is too early");
        assert_eq!(state.shared().progress(), Progress::Open);
        on_deadline(&mut state, 6000).expect("it begins");
        assert_eq!((state.shared().progress(), state.shared().summary().begins), (Progress::Playing, None));
        // As a second node decides it, which has heard of it meanwhile.
        let version = state.shared().version();
        on_deadline(&mut state, 6000).expect("nothing is due");
        assert_eq!(state.shared().version(), version);
    }

    #[test]
    fn who_stands_up_or_asks_to_wait_ends_the_count_down() {
        let mut state = open(&["anna", ""], Clock::None, true);
        act(&mut state, "bob", SIT, 0).expect("the seat is free");
        act(&mut state, "bob", Command::Leave, 1).expect("he has a seat");
        assert_eq!(deadline(state.shared()), None);
        assert_eq!(act(&mut state, "bob", SIT, 7000).map(|events| events.len()), Ok(2));
        let wait = Command::Ready { yes: false };
        assert_eq!(act(&mut state, "bob", wait.clone(), 8000), Ok(vec![Event::Ready { seat: SECOND, yes: false }]));
        assert_eq!(deadline(state.shared()), None);
        assert_eq!(act(&mut state, "bob", wait, 8000), Ok(Vec::new()), "once is enough");
        // Nothing begins it but the host, or himself.
        assert_eq!(act(&mut state, "anna", Command::Ready { yes: true }, 9000).map(|events| events.len()), Ok(1));
        let events = act(&mut state, "bob", Command::Ready { yes: true }, 9000).expect("he has a seat");
        assert!(matches!(events[..], [Event::Ready { .. }, Event::Begun { .. }]), "all are ready: {events:?}");
    }

    #[test]
    fn the_host_begins_at_once_and_a_host_with_bots_alone_begins_as_before() {
        let mut state = open(&["anna", ""], Clock::None, true);
        act(&mut state, "bob", SIT, 0).expect("the seat is free");
        assert!(matches!(act(&mut state, "anna", Command::Begin, 1).unwrap()[..], [Event::Begun { .. }]));
        let mut bots = open(&["anna", ""], Clock::None, true);
        let bot = Command::Bot { seat: SECOND, bot: "level1".to_owned() };
        assert_eq!(act(&mut bots, "anna", bot, 0).map(|events| events.len()), Ok(1));
        assert_eq!(deadline(bots.shared()), None);
        act(&mut bots, "anna", Command::Begin, 1).expect("all seats are taken");
    }

    #[test]
    fn a_count_down_that_was_missed_begins_again() {
        let mut state = open(&["anna", ""], Clock::None, true);
        act(&mut state, "bob", SIT, 0).expect("the seat is free");
        on_deadline(&mut state, 60_000).expect("it is late");
        assert_eq!((state.shared().progress(), deadline(state.shared())), (Progress::Open, Some(65_000)));
        on_deadline(&mut state, 65_000).expect("now it begins");
        assert_eq!(state.shared().progress(), Progress::Playing);
    }

    #[test]
    fn players_change_places_and_ask_each_other() {
        let mut state = open(&["anna", "", "bot"], Clock::None, true);
        let to = |seat| Command::Swap { seat };
        assert_eq!(act(&mut state, "anna", to(SECOND), 0), Ok(vec![Event::Swapped { seat: FIRST, with: SECOND }]));
        assert_eq!(act(&mut state, "bob", to(SECOND), 0), Err(Code::NotSeated));
        act(&mut state, "bob", SIT, 0).expect("a seat is free");
        assert!(deadline(state.shared()).is_some());
        // Bots always agree; the count-down begins again.
        let events = act(&mut state, "bob", to(THIRD), 100).expect("a bot is there");
        assert_eq!(events, [Event::Swapped { seat: FIRST, with: THIRD }, Event::Starting { begins: 5100 }]);
        let asked = act(&mut state, "bob", to(SECOND), 200).expect("she is asked");
        assert_eq!(asked, [Event::Proposed { seat: THIRD, what: Proposal::Swap { with: SECOND } }]);
        assert_eq!(act(&mut state, "bob", Command::Agree { yes: true }, 300), Err(Code::NothingAsked));
        assert_eq!(act(&mut state, "anna", Command::Agree { yes: false }, 300).map(|events| events.len()), Ok(1));
        assert_eq!(state.shared().proposal(), None);
        act(&mut state, "bob", to(SECOND), 400).expect("she is asked again");
        act(&mut state, "anna", Command::Agree { yes: true }, 500).expect("she agrees");
        assert_eq!((state.shared().seat_of("bob"), state.shared().seat_of("anna")), (Some(SECOND), Some(THIRD)));
        assert_eq!(act(&mut state, "bob", to(Seat::new(3)), 600), Err(Code::NoSuchSeat));
    }

    #[test]
    fn the_host_arranges_all_seats_and_reservations_move_along() {
        let mut state = open(&["anna", "", "bob"], Clock::None, false);
        let reserve = Command::Reserve { seat: SECOND, name: "Zoé".to_owned() };
        let secret =
            super::super::decide::decide(&mut state, &person("anna"), reserve, Default::default(), 0).expect("it is free");
        let arrange = |seats: [usize; 3]| Command::Arrange { seats: seats.map(Seat::new).to_vec() };
        assert_eq!(act(&mut state, "bob", arrange([1, 2, 0]), 1), Err(Code::NotHost));
        assert_eq!(act(&mut state, "anna", arrange([1, 1, 0]), 1), Err(Code::Invalid));
        act(&mut state, "anna", arrange([1, 2, 0]), 1).expect("she is the host");
        assert_eq!((state.shared().seat_of("bob"), state.shared().seat_of("anna")), (Some(SECOND), Some(THIRD)));
        // Nobody else takes the reserved seat, and the invited person finds it where it is now.
        assert_eq!(act(&mut state, "bob", Command::Swap { seat: FIRST }, 2), Err(Code::SeatTaken));
        let sit = Command::Sit { seat: None, salt: None, invite: secret };
        assert_eq!(act(&mut state, "zoe", sit, 3).map(|events| events[0].clone()), Ok(sat(FIRST, "zoe")));
    }

    #[test]
    fn nobody_fills_the_history_by_changing_their_mind() {
        let mut state = open(&["anna", "", "bob"], Clock::None, true);
        let often = (0..200).take_while(|number| {
            let ready = Command::Ready { yes: number % 2 == 0 };
            act(&mut state, "bob", ready, 0).is_ok()
        });
        assert_eq!(often.count(), 40);
        assert_eq!(act(&mut state, "bob", Command::Swap { seat: SECOND }, 0), Err(Code::TooMuch));
        act(&mut state, "anna", Command::Ready { yes: true }, 0).expect("others still can");
    }
}
