//! Checks before an act: a seat, a turn, a host, an account. Refusals in words.

use tablee_core::{Seat, Text, text};
use tablee_protocol::{Code, Command, Event, Numbered, Person, Problem, Progress, Shared, Who};

use crate::validation::validate_name;

/// The greatest number of events at a table before seats change no more and no move is undone. From then on a game
/// can only go on to its end, so that the history of a table is bounded.
pub const MOST_EVENTS: u32 = 2000;

/// From this many events on, strangers can no longer sit down, and from the second number on nobody who has only the
/// invitation to the table. What is left is for the host, and for people who are expected.
pub const MOST_EVENTS_OF_STRANGERS: u32 = 1000;
const MOST_EVENTS_OF_INVITED: u32 = 1500;

/// How often one person may sit down at a table before its game begins, and all people at one address together.
const MOST_SITS: usize = 20;
const MOST_SITS_OF_ADDRESS: usize = 40;

/// How often the host may renew an invitation, and how many people they may remove.
const MOST_RENEWALS: u32 = 100;
const MOST_REMOVED: usize = 200;

pub fn refuse(code: Code, why: Text) -> Problem {
    Problem::new(code, why)
}

pub fn invalid(why: Text) -> Problem {
    refuse(Code::Invalid, why)
}

pub fn taken() -> Problem {
    refuse(Code::SeatTaken, text!("this seat is not free", "cette place n’est pas libre"))
}

/// Checks that a long history grows only by what leads to the end of the game.
pub fn require_room(shared: &Shared, command: &Command) -> Result<(), Problem> {
    let grows = match command {
        Command::Sit { .. } | Command::Bot { .. } | Command::Reserve { .. } | Command::Free { .. } => true,
        Command::Undo | Command::Answer { .. } | Command::Renew { .. } => true,
        Command::Ready { .. } | Command::Swap { .. } | Command::Arrange { .. } => true,
        Command::Pause | Command::Return | Command::Agree { .. } | Command::Give { .. } => true,
        Command::Resume | Command::Quick { .. } => false,
        Command::Leave
        | Command::Begin
        | Command::Move { .. }
        | Command::Resign
        | Command::Abort
        | Command::Claim
        | Command::Say { .. }
        | Command::Close => false,
        // A host stops people who make the history long by removing them, or by ending the invitation. Both have their
        // own limits.
        Command::Remove { .. } | Command::Revoke { .. } => false,
    };
    if !grows || shared.version() < MOST_EVENTS {
        return Ok(());
    }
    let why = text!(
        "this table has seen {MOST_EVENTS} events, the most that are kept: finish it, or open another one",
        "cette table a connu {MOST_EVENTS} événements, le maximum conservé : terminez-la, ou ouvrez-en une autre"
    );
    Err(refuse(Code::TooMuch, why))
}

/// How welcome a person is who sits down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Welcome {
    /// The host, or somebody for whom a seat is reserved.
    Expected,
    /// Somebody with the invitation to the table.
    Invited,
    /// Anybody else, at a public table.
    Stranger,
}

/// Checks that a person may sit down again, so that nobody uses up the events of a table by sitting down and leaving:
/// neither one person, nor many guests from one address, nor from many.
pub fn require_few_sits(events: &[Numbered], person: &str, sits_of_address: usize, welcome: Welcome) -> Result<(), Problem> {
    let theirs = |event: &Event| matches!(event, Event::Sat { who: Who::Person(who), .. } if who.id == person);
    let why = if events.iter().filter(|numbered| theirs(&numbered.event)).count() >= MOST_SITS {
        text!("you have sat down here too often", "vous vous êtes assis trop souvent à cette table")
    } else if welcome != Welcome::Expected && sits_of_address >= MOST_SITS_OF_ADDRESS {
        text!(
            "people at your address have sat down here too often",
            "on s’est assis trop souvent à cette table depuis votre adresse"
        )
    } else {
        let most = match welcome {
            Welcome::Expected => return Ok(()),
            Welcome::Invited => MOST_EVENTS_OF_INVITED,
            Welcome::Stranger => MOST_EVENTS_OF_STRANGERS,
        };
        if events.len() < most as usize {
            return Ok(());
        }
        text!(
            "too many people have sat down here and left again; the host can reserve a seat for you",
            "trop de personnes se sont assises à cette table puis l’ont quittée ; l’hôte peut vous réserver une place"
        )
    };
    Err(refuse(Code::TooMuch, why))
}

/// Checks that the invitation may be renewed again.
pub fn require_few_renewals(shared: &Shared, watch: bool) -> Result<(), Problem> {
    let invitation = shared.invitation();
    if (if watch { invitation.watch_generation } else { invitation.generation }) < MOST_RENEWALS {
        return Ok(());
    }
    let why = text!(
        "the invitation to this table was renewed {MOST_RENEWALS} times, the most there can be",
        "l’invitation à cette table a été renouvelée {MOST_RENEWALS} fois, le maximum possible"
    );
    Err(refuse(Code::TooMuch, why))
}

/// Checks that one more person may be removed.
pub fn require_few_removed(shared: &Shared) -> Result<(), Problem> {
    if shared.removed().len() < MOST_REMOVED {
        return Ok(());
    }
    let why = text!(
        "{MOST_REMOVED} people were removed from this table, the most there can be: open another table, a private one",
        "{MOST_REMOVED} personnes ont été exclues de cette table, le maximum possible : ouvrez une autre table, privée"
    );
    Err(refuse(Code::TooMuch, why))
}

pub fn require_open(shared: &Shared) -> Result<(), Problem> {
    match shared.progress() {
        Progress::Open => Ok(()),
        Progress::Playing => Err(refuse(Code::Begun, text!("the game has begun", "la partie a commencé"))),
        Progress::Over | Progress::Closed => Err(over()),
    }
}

pub fn require_playing(shared: &Shared) -> Result<(), Problem> {
    match shared.progress() {
        Progress::Playing => Ok(()),
        Progress::Open => Err(refuse(Code::NotBegun, text!("the game has not begun", "la partie n’a pas commencé"))),
        Progress::Over | Progress::Closed => Err(over()),
    }
}

pub fn over() -> Problem {
    refuse(Code::Over, text!("the game is over", "la partie est finie"))
}

/// Checks that a person may play rated games.
///
/// # Errors
/// If they have no account.
pub fn require_account(by: &Person) -> Result<(), Problem> {
    if !by.guest {
        return Ok(());
    }
    Err(refuse(
        Code::Account,
        text!(
            "rated games are for people with an account; create one, or play without a rating",
            "les parties cotées demandent un compte ; créez-en un, ou jouez sans cote"
        ),
    ))
}

pub fn require_turn(shared: &Shared, seat: Seat) -> Result<(), Problem> {
    if shared.seat_to_move() == Some(seat) {
        return Ok(());
    }
    Err(refuse(Code::NotYourTurn, text!("it is not your turn", "ce n’est pas à vous de jouer")))
}

pub fn require_host(shared: &Shared, by: &Person) -> Result<(), Problem> {
    if shared.opened().host.id == by.id {
        return Ok(());
    }
    Err(refuse(Code::NotHost, text!("only the host may do this", "seul l’hôte peut faire cela")))
}

pub fn seat_of(shared: &Shared, by: &Person) -> Result<Seat, Problem> {
    shared
        .seat_of(&by.id)
        .ok_or_else(|| refuse(Code::NotSeated, text!("you have no seat at this table", "vous n’avez pas de place à cette table")))
}

pub fn require_seat_exists(shared: &Shared, seat: Seat) -> Result<(), Problem> {
    let (number, seats) = (seat.number() + 1, shared.chairs().len());
    if number <= seats {
        return Ok(());
    }
    Err(refuse(
        Code::NoSuchSeat,
        text!("there is no seat {number}: the table has {seats}", "il n’y a pas de place {number} : la table en a {seats}"),
    ))
}

/// Checks that no person sits on this seat. A bot may be replaced.
pub fn require_no_person_on(shared: &Shared, seat: Seat) -> Result<(), Problem> {
    require_seat_exists(shared, seat)?;
    match shared.chairs()[seat].who {
        Some(Who::Person(_)) => Err(taken()),
        Some(Who::Bot(_)) | None => Ok(()),
    }
}

/// Checks and trims the name that a seat is reserved for.
///
/// # Errors
/// If it is not a name.
pub fn check_name(name: &str) -> Result<String, Problem> {
    validate_name(name).map_err(invalid)
}
