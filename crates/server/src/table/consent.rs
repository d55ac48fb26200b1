//! What others must agree to: a pause, the return of a player, swapping seats. And what a player gives: time.

use tablee_core::{Seat, text};
use tablee_protocol::{Code, Event, Person, Problem, Progress, Proposal, Shared, Who};

use super::aggregate::TableAggregate;
use super::decide::{Decided, apply};
use super::require::{MOST_EVENTS_OF_STRANGERS, refuse, require_playing, require_seat_exists, seat_of};
use super::starting;

/// How often a player may say that they are ready, change places or propose something: before the game, and during it.
const MOST_REQUESTS: u32 = 40;

/// After so many milliseconds an unanswered proposal no longer stands in the way of another one.
const PROPOSAL_STANDS: u64 = 60_000;

/// Checks that a player has not used up their requests: nobody fills the history of a table with them.
///
/// # Errors
/// If they have.
pub fn require_few_requests(shared: &Shared, seat: Seat) -> Result<(), Problem> {
    if shared.chairs()[seat].requests < MOST_REQUESTS && shared.version() < MOST_EVENTS_OF_STRANGERS {
        return Ok(());
    }
    Err(refuse(Code::TooMuch, text!("you have asked for this too often", "vous l’avez demandé trop souvent")))
}

/// Checks that the game is not paused.
///
/// # Errors
/// If it is.
pub fn require_no_pause(shared: &Shared) -> Result<(), Problem> {
    if !shared.is_paused() {
        return Ok(());
    }
    let why = text!(
        "the game is paused; it goes on when somebody resumes it",
        "la partie est en pause ; elle continue dès que quelqu’un la reprend"
    );
    Err(refuse(Code::Paused, why))
}

/// A seat proposes something. It is done at once if nobody else must agree.
///
/// # Errors
/// If another proposal is open.
pub fn propose(state: &mut TableAggregate, seat: Seat, what: Proposal, now: u64) -> Decided {
    let shared = state.shared();
    if let Some(open) = shared.proposal() {
        if open.seat == seat && open.what == what {
            return Ok(None);
        }
        if open.seat != seat && now < open.at + PROPOSAL_STANDS {
            let why = text!("answer the other proposal first", "répondez d’abord à l’autre proposition");
            return Err(refuse(Code::CannotPropose, why));
        }
    }
    apply(state, Event::Proposed { seat, what }, now)?;
    do_if_all_agree(state, now)
}

/// A player asks for a pause.
///
/// # Errors
/// If there is no game, the person has no seat, or it is paused already.
pub fn ask_pause(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let seat = seat_of(shared, by)?;
    require_no_pause(shared)?;
    if shared.opened().rated && shared.must_agree(seat).is_empty() {
        // Against bots alone, a clock that can be stopped at will would be none.
        let why = text!("a rated game against bots has no pause", "une partie cotée contre des robots n’a pas de pause");
        return Err(refuse(Code::CannotPropose, why));
    }
    require_few_requests(shared, seat)?;
    propose(state, seat, Proposal::Pause, now)
}

/// A player ends the pause.
///
/// # Errors
/// If there is no game, or the person has no seat.
pub fn resume(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    require_playing(state.shared())?;
    let seat = seat_of(state.shared(), by)?;
    if state.shared().is_paused() { resume_as(state, Some(seat), now) } else { Ok(None) }
}

/// The pause ends: the clocks go on.
///
/// # Errors
/// If the event does not fit.
pub fn resume_as(state: &mut TableAggregate, seat: Option<Seat>, now: u64) -> Decided {
    apply(state, Event::Resumed { seat }, now)?;
    // The times that are left, also for clients that do not know of pauses.
    set_clocks(state, None, now)
}

/// A player who was replaced by a bot asks to play on.
///
/// # Errors
/// If there is no game, or no bot plays for this person.
pub fn ask_return(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let replaced = shared.chairs().iter().find(|(_, chair)| {
        let began = matches!(&chair.player, Some(Who::Person(player)) if player.id == by.id);
        began && chair.out.is_some() && chair.bot().is_some()
    });
    let Some((seat, _)) = replaced.filter(|_| !shared.is_removed(&by.id)) else {
        let why = text!("no bot plays for you here", "aucun robot ne joue pour vous ici");
        return Err(refuse(Code::CannotPropose, why));
    };
    require_few_requests(shared, seat)?;
    propose(state, seat, Proposal::Return, now)
}

/// A player answers the proposal, or withdraws their own.
///
/// # Errors
/// If nobody has asked this person.
pub fn agree(state: &mut TableAggregate, by: &Person, yes: bool, now: u64) -> Decided {
    let shared = state.shared();
    if matches!(shared.progress(), Progress::Over | Progress::Closed) {
        return Err(super::require::over());
    }
    let own = |seat: Seat| match &shared.chairs()[seat].player {
        Some(Who::Person(player)) => player.id == by.id,
        _ => shared.chairs()[seat].belongs_to(&by.id),
    };
    let withdrawn = shared.proposal().map(|open| open.seat).filter(|seat| !yes && own(*seat));
    let asked = shared.seat_of(&by.id).filter(|seat| shared.still_to_agree().contains(seat));
    let Some(seat) = withdrawn.or(asked) else {
        return Err(refuse(Code::NothingAsked, text!("nobody has asked you", "personne ne vous a rien demandé")));
    };
    apply(state, Event::Agreed { seat, yes }, now)?;
    do_if_all_agree(state, now)
}

fn do_if_all_agree(state: &mut TableAggregate, now: u64) -> Decided {
    let shared = state.shared();
    let Some(open) = shared.proposal().filter(|_| shared.still_to_agree().is_empty()) else { return Ok(None) };
    let seat = open.seat;
    match open.what {
        Proposal::Swap { with } => starting::swap_now(state, seat, with, now),
        Proposal::Pause => apply(state, Event::Paused, now),
        Proposal::Return => {
            let Some(who) = shared.chairs()[seat].player.clone() else { return Ok(None) };
            apply(state, Event::Sat { seat, who, salt: None }, now)?;
            set_clocks(state, Some(seat), now)
        }
    }
}

/// Sets the clocks as they are now. A player who is back gets at least what a player may give.
fn set_clocks(state: &mut TableAggregate, back: Option<Seat>, now: u64) -> Decided {
    let shared = state.shared();
    let (Some(clocks), Some(to_move)) = (shared.clocks(), shared.seat_to_move()) else { return Ok(None) };
    let mut left = clocks.left;
    left[to_move] = clocks.left_now(to_move, now);
    if let (Some(seat), Some(gift)) = (back, shared.opened().clock.gift()) {
        left[seat] = left[seat].max(gift);
    }
    apply(state, Event::Clock { ms: left.as_slice().to_vec() }, now)
}

/// A player gives a player of another side time.
///
/// # Errors
/// If there is no clock, the other one is a bot or of the same side, or has a lot of time already.
pub fn give(state: &mut TableAggregate, by: &Person, seat: Seat, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let giver = seat_of(shared, by)?;
    require_seat_exists(shared, seat)?;
    let cannot = |why| Err(refuse(Code::CannotGive, why));
    let (Some(gift), Some(clocks)) = (shared.opened().clock.gift(), shared.clocks()) else {
        return cannot(text!("this game has no clock", "cette partie se joue sans pendule"));
    };
    let sides = shared.table().map(|table| table.sides());
    if sides.is_none_or(|sides| sides[giver] == sides[seat]) || shared.chairs()[seat].bot().is_some() {
        return cannot(text!("time is given to a person of another side", "on donne du temps à une personne d’un autre camp"));
    }
    if clocks.left[seat] + gift > shared.opened().clock.most() {
        return cannot(text!("this player has plenty of time", "cette personne a déjà beaucoup de temps"));
    }
    if shared.version() >= MOST_EVENTS_OF_STRANGERS {
        return cannot(text!("this game has seen too many events", "cette partie a connu trop d’événements"));
    }
    apply(state, Event::Given { seat, by: giver, ms: gift }, now)
}

#[cfg(test)]
mod tests {
    use tablee_games::record::{prove, read};
    use tablee_protocol::{Clock, Command};

    use super::super::decide::{deadline, on_deadline, play_bot};
    use super::super::ending::{self, Away};
    use super::super::samples::{act, begun, open, person};
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);
    const GAME: Clock = Clock::Game { seconds: 60, increment: 0 };
    const YES: Command = Command::Agree { yes: true };

    fn any_move(state: &TableAggregate) -> Command {
        let (_, moves) = state.shared().table().expect("it has begun").legal_moves(1);
        Command::Move { v: state.shared().version(), mv: moves[0].0.clone() }
    }

    #[test]
    fn a_pause_needs_all_and_the_clocks_stand() {
        let mut state = begun(&["anna", "bob", "carl"], GAME);
        assert_eq!(deadline(state.shared()), Some(60_000));
        assert_eq!(
            act(&mut state, "bob", Command::Pause, 5_000),
            Ok(vec![Event::Proposed { seat: SECOND, what: Proposal::Pause }])
        );
        act(&mut state, "anna", YES, 8_000).expect("she is asked");
        assert_eq!(act(&mut state, "anna", YES, 8_000), Err(Code::NothingAsked));
        assert_eq!(act(&mut state, "zoe", YES, 8_000), Err(Code::NothingAsked));
        assert_eq!(act(&mut state, "carl", YES, 10_000).map(|events| events[1].clone()), Ok(Event::Paused));
        assert!(state.shared().is_paused() && deadline(state.shared()).is_none());
        let mv = any_move(&state);
        assert_eq!(act(&mut state, "anna", mv, 20_000), Err(Code::Paused));
        on_deadline(&mut state, 1_000_000).expect("nothing is due");
        let away =
            Away { played: state.shared().played(), time: Some(std::time::Duration::MAX), needed: Some(Default::default()) };
        assert_eq!(
            ending::claim(&mut state, &person("bob"), away, 20_000).map_err(|problem| problem.code),
            Err(Code::CannotClaim)
        );
        let resumed = act(&mut state, "carl", Command::Resume, 500_000).expect("anyone may");
        assert_eq!(resumed, [Event::Resumed { seat: Some(Seat::new(2)) }, Event::Clock { ms: vec![50_000, 60_000, 60_000] }]);
        assert_eq!(deadline(state.shared()), Some(550_000));
        let mv = any_move(&state);
        act(&mut state, "anna", mv, 510_000).expect("it goes on");
        assert_eq!(state.shared().clocks().unwrap().left[FIRST], 40_000);
    }

    #[test]
    fn a_paused_game_is_kept_longer_and_then_goes_on() {
        let mut state = begun(&["anna", "bob"], GAME);
        act(&mut state, "anna", Command::Pause, 1_000).expect("she plays");
        act(&mut state, "bob", YES, 1_000).expect("he is asked");
        // Thirty days are 100 here.
        ending::expire(&mut state, 1_050, 1_150).expect("it is kept");
        assert!(state.shared().is_paused());
        ending::expire(&mut state, 1_110, 1_210).expect("it goes on");
        assert!(!state.shared().is_paused() && deadline(state.shared()).is_some());
    }

    #[test]
    fn a_player_who_was_replaced_comes_back_if_the_others_agree() {
        let mut state = begun(&["anna", "bob", "carl"], GAME);
        assert_eq!(act(&mut state, "anna", Command::Return, 1), Err(Code::CannotPropose));
        on_deadline(&mut state, 60_000).expect("her time is over");
        assert!(state.shared().chairs()[FIRST].bot().is_some() && state.shared().seat_of("anna").is_none());
        let (played, bots_move) = (state.shared().played(), any_move(&state));
        assert_eq!(act(&mut state, "zoe", Command::Return, 61_000), Err(Code::CannotPropose));
        act(&mut state, "anna", Command::Return, 61_000).expect("a bot plays for her");
        // She may change her mind, and ask again.
        act(&mut state, "anna", Command::Agree { yes: false }, 61_000).expect("it is hers");
        act(&mut state, "anna", Command::Return, 62_000).expect("once more");
        act(&mut state, "bob", YES, 62_000).expect("he is asked");
        let events = act(&mut state, "carl", YES, 70_000).expect("he is asked too");
        let back = Event::Sat { seat: FIRST, who: Who::Person(person("anna")), salt: None };
        assert_eq!(events[1..], [back, Event::Clock { ms: vec![60_000, 60_000, 60_000] }]);
        assert_eq!((state.shared().seat_of("anna"), state.shared().chairs()[FIRST].out), (Some(FIRST), None));
        assert_eq!(deadline(state.shared()), Some(130_000));
        // The bot was thinking meanwhile. Its move comes too late.
        let version = state.shared().version();
        let Command::Move { mv, .. } = bots_move else { unreachable!() };
        play_bot(&mut state, played, &mv, 71_000).expect("it is dropped");
        assert_eq!(state.shared().version(), version);
        let mv = any_move(&state);
        act(&mut state, "anna", mv, 72_000).expect("it is her turn");
        // The record tells of it, and is proven. She may even leave again.
        act(&mut state, "anna", Command::Resign, 73_000).expect("she plays");
        let text = state.shared().table().unwrap().record();
        assert!(text.contains("out 0 time level3\nback 0\n") && text.contains("out 0 resigned level3\n"), "{text}");
        let record = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(record.to_string(), text);
        prove(&record).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    }

    #[test]
    fn time_is_given_to_the_other_side_within_bounds() {
        let mut state = begun(&["anna", "bob", "bot"], GAME);
        let give = |seat| Command::Give { seat: Seat::new(seat) };
        assert_eq!(act(&mut state, "bob", give(0), 1), Ok(vec![Event::Given { seat: FIRST, by: SECOND, ms: 60_000 }]));
        assert_eq!(deadline(state.shared()), Some(120_000));
        assert_eq!(act(&mut state, "bob", give(1), 1), Err(Code::CannotGive));
        assert_eq!(act(&mut state, "bob", give(2), 1), Err(Code::CannotGive));
        assert_eq!(act(&mut state, "bob", give(3), 1), Err(Code::NoSuchSeat));
        assert_eq!(act(&mut state, "zoe", give(0), 1), Err(Code::NotSeated));
        assert_eq!(act(&mut begun(&["anna", "bob"], Clock::None), "bob", give(0), 1), Err(Code::CannotGive));
        let times = (0..5000).take_while(|_| act(&mut state, "bob", give(0), 2).is_ok()).count();
        assert!((900..1000).contains(&times) && state.shared().version() < 1100, "{times}");
        let mv = any_move(&state);
        act(&mut state, "anna", mv, 3).expect("the game goes on");
    }

    #[test]
    fn one_proposal_at_a_time_and_none_for_ever() {
        let mut state = begun(&["anna", "bob", "carl"], GAME);
        act(&mut state, "bob", Command::Pause, 0).expect("he plays");
        assert_eq!(act(&mut state, "carl", Command::Pause, 1_000), Err(Code::CannotPropose));
        assert_eq!(act(&mut state, "bob", Command::Pause, 1_000), Ok(Vec::new()), "it is open already");
        act(&mut state, "carl", Command::Pause, 60_000).expect("nobody answered for a minute");
        assert_eq!(state.shared().proposal().map(|open| open.seat), Some(Seat::new(2)));
        let often = (0..200).take_while(|_| {
            act(&mut state, "carl", Command::Agree { yes: false }, 60_001).is_ok()
                && act(&mut state, "carl", Command::Pause, 60_001).is_ok()
        });
        assert_eq!(often.count(), 39);
        act(&mut state, "bob", Command::Pause, 60_002).expect("others still can");
    }

    #[test]
    fn the_link_to_watch_lets_nobody_sit_down() {
        let mut state = open(&["anna", ""], Clock::None, false);
        assert_eq!(state.watch_link(), None);
        assert_eq!(act(&mut state, "bob", Command::Renew { watch: true }, 1), Err(Code::NotHost));
        act(&mut state, "anna", Command::Renew { watch: true }, 1).expect("she is the host");
        let (link, invite) = (state.watch_link().expect("there is one"), state.invite().expect("there is one"));
        assert_ne!(link, invite);
        let check =
            |state: &TableAggregate, word: &str| super::super::decide::check_access(state, Some("bob"), Some(word)).is_ok();
        assert!(check(&state, &link) && check(&state, &invite));
        let sit = |word: &str| Command::Sit { seat: None, salt: None, invite: Some(word.to_owned()) };
        assert_eq!(act(&mut state, "bob", sit(&link), 2), Err(Code::Invitation));
        // Each ends by itself, and is another one afterwards.
        act(&mut state, "anna", Command::Renew { watch: false }, 3).expect("she is the host");
        assert!(check(&state, &link) && !check(&state, &invite));
        act(&mut state, "anna", Command::Revoke { watch: true }, 4).expect("she is the host");
        assert!(!check(&state, &link) && state.invite().is_some() && state.watch_link().is_none());
        act(&mut state, "anna", Command::Renew { watch: true }, 5).expect("she is the host");
        assert!(!check(&state, &link) && check(&state, &state.watch_link().expect("there is another")));
        // No event tells a secret.
        let events = format!("{:?}", state.events_after(0));
        assert!(!events.contains(&link) && !events.contains(&invite) && !events.contains("word"));
    }
}
