//! From an act to the events that follow: pure functions of a table and a time.
//!
//! The rules of the game are in the game crates. Here are the rules around them: seats, hosts, clocks, undo, access.

use tablee_bots::BotSpec;
use tablee_core::{Knowledge, Scenic, Seat, Text, Turn, text};
use tablee_games::shuffle::Salt;
use tablee_games::{GameId, with_game};
use tablee_protocol::{Code, Command, Event, How, Invitations, Person, Problem, Shared, Who};

use super::aggregate::{Invitation, TableAggregate};
use super::ending::{self, Away};
use super::require::{
    Welcome, invalid, refuse, require_few_removed, require_few_renewals, require_few_sits, require_host, require_no_person_on,
    require_open, require_playing, require_room, require_seat_exists, require_turn, seat_of, taken,
};
pub use super::require::{check_name, require_account};
use super::{consent, starting};

/// The longest id of a person.
const LONGEST_ID: usize = 32;

/// The result of a decision: an extra answer for the person who asked, or why the act is refused.
pub type Decided = Result<Option<String>, Problem>;

/// Facts from outside the table that a decision depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// How long the player to move has been away.
    pub away: Away,
    /// How often people at the address of the person who asks have sat down at this table.
    pub sits_of_address: usize,
}

/// Decides an act. The events that follow are applied, and pending. Returns an extra answer, such as the secret of an
/// invitation.
///
/// # Errors
/// Why the act is refused. If events are pending then, the table must be reloaded.
pub fn decide(state: &mut TableAggregate, by: &Person, command: Command, known: Known, now: u64) -> Decided {
    require_room(state.shared(), &command)?;
    match command {
        Command::Sit { seat, salt, invite } => {
            let invitation = invite.as_deref();
            sit(state, by, Place { seat, salt, invite: invitation, sits_of_address: known.sits_of_address }, now)
        }
        Command::Leave => {
            require_open(state.shared())?;
            let seat = seat_of(state.shared(), by)?;
            apply(state, Event::Left { seat }, now)
        }
        Command::Bot { seat, bot } => {
            require_host(state.shared(), by)?;
            require_open(state.shared())?;
            require_no_person_on(state.shared(), seat)?;
            check_bot(state.shared().game(), &bot).map_err(invalid)?;
            apply(state, Event::Sat { seat, who: Who::Bot(bot), salt: None }, now)?;
            starting::settle(state, now)
        }
        Command::Reserve { seat, name } => {
            require_host(state.shared(), by)?;
            require_open(state.shared())?;
            require_no_person_on(state.shared(), seat)?;
            let name = check_name(&name)?;
            apply(state, Event::Reserved { seat, name, person: None }, now)?;
            Ok(state.invite_to(seat))
        }
        Command::Free { seat } => {
            require_host(state.shared(), by)?;
            require_open(state.shared())?;
            require_seat_exists(state.shared(), seat)?;
            apply(state, Event::Left { seat }, now)
        }
        Command::Begin => starting::begin(state, by, now),
        Command::Move { v, mv } => play(state, by, v, &mv, now),
        Command::Undo => ask_undo(state, by, now),
        Command::Answer { yes } => answer_undo(state, by, yes, now),
        Command::Resign => ending::resign(state, by, now),
        Command::Abort => ending::abort(state, by, now),
        Command::Claim => ending::claim(state, by, known.away, now),
        // Chat is apart from the events: see `chat.rs`.
        Command::Say { .. } => Ok(None),
        Command::Renew { watch } => {
            require_host(state.shared(), by)?;
            require_few_renewals(state.shared(), watch)?;
            apply(state, Event::Renewed { watch }, now)?;
            Ok(if watch { state.watch_link() } else { state.invite() })
        }
        Command::Revoke { watch } => {
            require_host(state.shared(), by)?;
            let Invitations { revoked, watch: is_there, .. } = state.shared().invitation();
            if if watch { !is_there } else { revoked } { Ok(None) } else { apply(state, Event::Revoked { watch }, now) }
        }
        Command::Remove { person } => remove(state, by, person, now),
        Command::Close => {
            require_host(state.shared(), by)?;
            require_open(state.shared())?;
            apply(state, Event::Closed, now)
        }
        Command::Ready { yes } => starting::ready(state, by, yes, now),
        Command::Swap { seat } => starting::swap(state, by, seat, now),
        Command::Arrange { seats } => starting::arrange(state, by, &seats, now),
        Command::Pause => consent::ask_pause(state, by, now),
        Command::Resume => consent::resume(state, by, now),
        Command::Return => consent::ask_return(state, by, now),
        Command::Agree { yes } => consent::agree(state, by, yes, now),
        Command::Give { seat } => consent::give(state, by, seat, now),
        // Chat, too.
        Command::Quick { .. } => Ok(None),
    }
}

/// Plays a bot's move. A move for an old version is dropped, so a job that is done twice does no harm (idempotent).
pub fn play_bot(state: &mut TableAggregate, played: u32, mv: &str, now: u64) -> Decided {
    let shared = state.shared();
    let is_bot = |seat: &Seat| shared.played() == played && shared.chairs()[*seat].bot().is_some();
    let Some(seat) = shared.seat_to_move().filter(is_bot) else { return Ok(None) };
    play_on(state, seat, mv, now)
}

/// Whether something is due at the table: the game begins, or a clock has run out.
pub fn is_due(shared: &Shared, now: u64) -> bool {
    deadline(shared).is_some_and(|deadline| deadline <= now)
}

/// Decides what is due: the game begins by itself, or the player whose clock has run out is out.
///
/// # Errors
/// If the event does not fit.
pub fn on_deadline(state: &mut TableAggregate, now: u64) -> Decided {
    let shared = state.shared();
    match shared.seat_to_move() {
        _ if !is_due(shared, now) => Ok(None),
        Some(seat) => ending::flag(state, seat, now),
        None => starting::begin_by_itself(state, now),
    }
}

/// When something is due, in milliseconds since 1970: when the count-down ends, or when the clock of the seat to move runs
/// out. Bots have no deadline, and nobody has one while the game is paused.
pub fn deadline(shared: &Shared) -> Option<u64> {
    if let Some(begins) = shared.begins() {
        return Some(begins);
    }
    if shared.is_paused() {
        return None;
    }
    let (clocks, seat) = (shared.clocks()?, shared.seat_to_move()?);
    shared.chairs()[seat].bot().is_none().then(|| clocks.since + clocks.left[seat])
}

/// Gives back the time of a store outage, from `since` until `until`, to the seat to move. Players must reconnect, so
/// they also get some time for that.
///
/// # Errors
/// If the event does not fit.
pub fn refund_outage(state: &mut TableAggregate, since: u64, until: u64, now: u64) -> Decided {
    /// The least time left after an outage, in milliseconds.
    const TIME_TO_RECONNECT: u64 = 15_000;
    let shared = state.shared();
    let (Some(clocks), Some(seat)) = (shared.clocks(), shared.seat_to_move()) else { return Ok(None) };
    if clocks.stand {
        return Ok(None);
    }
    let mut left_of = clocks.left;
    let left = clocks.left_now(seat, since.max(clocks.since)).max(TIME_TO_RECONNECT.min(clocks.left[seat].max(1000)));
    left_of[seat] = left.saturating_sub(now.saturating_sub(until));
    apply(state, Event::Clock { ms: left_of.as_slice().to_vec() }, now)
}

/// Checks that a person may see the table and chat there.
///
/// # Errors
/// If not.
pub fn check_access(state: &TableAggregate, person: Option<&str>, invite: Option<&str>) -> Result<(), Problem> {
    let shared = state.shared();
    if person.is_some_and(|person| shared.is_removed(person)) {
        let why = text!("the host has removed you from this table", "l’hôte vous a exclu de cette table");
        return Err(refuse(Code::Removed, why));
    }
    let known = person.is_some_and(|person| {
        shared.opened().host.id == person
            || shared.chairs().iter().any(|(_, chair)| {
                chair.belongs_to(person) || chair.awaited.as_deref() == Some(person) || played_by(chair, person)
            })
    });
    if known || shared.opened().public || invite.is_some_and(|word| state.invitation(word).is_some()) {
        return Ok(());
    }
    Err(refuse(Code::Invitation, text!("this table is by invitation only", "cette table est réservée aux personnes invitées")))
}

/// Whether this person began the game on that chair. They may watch even if a bot has replaced them.
fn played_by(chair: &tablee_protocol::Chair, person: &str) -> bool {
    matches!(&chair.player, Some(Who::Person(player)) if player.id == person)
}

/// Checks that a bot may play at shared tables: it must be one of the levels.
///
/// # Errors
/// If not.
pub fn check_bot(game: GameId, bot: &str) -> Result<(), Text> {
    fn check<G: Scenic<Position: Knowledge>>(bot: &str) -> Result<(), Text> {
        match BotSpec::read::<G::Position>(bot)? {
            BotSpec::Level(_) => Ok(()),
            _ => Err(text!(
                "at shared tables a bot is a level, such as level3",
                "aux tables partagées, un robot est un niveau, comme level3"
            )),
        }
    }
    with_game!(game, G => check::<G>(bot))
}

/// The request of a person to sit down, and the facts about them.
struct Place<'a> {
    seat: Option<Seat>,
    salt: Option<String>,
    invite: Option<&'a str>,
    sits_of_address: usize,
}

fn sit(state: &mut TableAggregate, by: &Person, place: Place<'_>, now: u64) -> Decided {
    let Place { seat, salt, invite, sits_of_address } = place;
    let shared = state.shared();
    require_open(shared)?;
    check_access(state, Some(&by.id), invite)?;
    if shared.opened().rated {
        require_account(by)?;
    }
    if shared.seat_of(&by.id).is_some() {
        return Err(refuse(Code::SeatTaken, text!("you already have a seat here", "vous avez déjà une place ici")));
    }
    let invitation = invite.and_then(|word| state.invitation(word));
    if invitation == Some(Invitation::Watch) && !shared.opened().public {
        // The link to watch is no invitation to sit down. People who are known here need none.
        check_access(state, Some(&by.id), None)?;
    }
    let is_awaited = || shared.chairs().iter().any(|(_, chair)| chair.awaited.as_deref() == Some(by.id.as_str()));
    let welcome = match invitation {
        Some(Invitation::Seat(_)) => Welcome::Expected,
        _ if shared.opened().host.id == by.id || is_awaited() => Welcome::Expected,
        Some(Invitation::Table) => Welcome::Invited,
        Some(Invitation::Watch) | None => Welcome::Stranger,
    };
    require_few_sits(state.events_after(0), &by.id, sits_of_address, welcome)?;
    let mine = |seat: Seat| {
        let chair = &shared.chairs()[seat];
        let reserved_at = chair.reserved_at.unwrap_or(seat);
        let reserved_for_me =
            invitation == Some(Invitation::Seat(reserved_at)) || chair.awaited.as_deref() == Some(by.id.as_str());
        chair.who.is_none() && (chair.reserved.is_none() || reserved_for_me)
    };
    let seat = match seat {
        Some(seat) => {
            require_seat_exists(shared, seat)?;
            if !mine(seat) {
                return Err(taken());
            }
            seat
        }
        None => {
            // A seat that is reserved for this person comes first.
            let reserved = shared.chairs().iter().find(|(seat, chair)| chair.reserved.is_some() && mine(*seat));
            let reserved = reserved.map(|(seat, _)| seat);
            reserved.or_else(|| shared.chairs().seats().find(|seat| mine(*seat))).ok_or_else(taken)?
        }
    };
    if let Some(word) = &salt {
        Salt::new(seat, word).map_err(invalid)?;
    }
    apply(state, Event::Sat { seat, who: Who::Person(by.clone()), salt }, now)?;
    starting::settle(state, now)
}

/// The host removes a person, who loses a seat that they have before the game begins.
fn remove(state: &mut TableAggregate, by: &Person, person: String, now: u64) -> Decided {
    let shared = state.shared();
    require_host(shared, by)?;
    if person == by.id || person.len() > LONGEST_ID || person.is_empty() {
        return Err(invalid(text!("this person cannot be removed", "cette personne ne peut pas être exclue")));
    }
    if shared.is_removed(&person) {
        return Ok(None);
    }
    require_few_removed(shared)?;
    let seat = shared.seat_of(&person);
    if let Some(seat) = seat {
        // A player stays until the end of the game.
        require_open(shared)?;
        apply(state, Event::Left { seat }, now)?;
    }
    apply(state, Event::Removed { person }, now)
}

fn play(state: &mut TableAggregate, by: &Person, v: u32, mv: &str, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let seat = seat_of(shared, by)?;
    consent::require_no_pause(shared)?;
    if v < shared.played() || v > shared.version() {
        return Err(refuse(Code::Stale, text!("the table has changed since", "la table a changé entre-temps")));
    }
    require_turn(shared, seat)?;
    play_on(state, seat, mv, now)
}

/// Plays a move of the seat to move, with the draws that follow.
fn play_on(state: &mut TableAggregate, seat: Seat, mv: &str, now: u64) -> Decided {
    let shared = state.shared();
    let ms = shared.clocks().map(|clocks| shared.opened().clock.after_move(clocks.left_now(seat, now)));
    // Applying the move is what checks it.
    state.apply_new(Event::Move { seat, mv: mv.to_owned(), ms }, now).map_err(|why| refuse(Code::Illegal, why))?;
    draw_and_count(state, now)
}

/// Makes the draws that follow, and ends the game if it is over.
pub(super) fn draw_and_count(state: &mut TableAggregate, now: u64) -> Decided {
    while state.draw(now).map_err(|why| does_not_fit(state, why))? {}
    match state.shared().table().map(|table| table.turn()) {
        Some(Turn::Over) => ending::end(state, How::Counted, now),
        _ => Ok(None),
    }
}

fn ask_undo(state: &mut TableAggregate, by: &Person, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let seat = seat_of(shared, by)?;
    if shared.opened().rated {
        let why = text!("a move of a rated game cannot be undone", "dans une partie cotée, on ne peut pas annuler un coup");
        return Err(refuse(Code::CannotUndo, why));
    }
    let plies = shared.undo_to(seat).filter(|_| shared.undo().is_none()).ok_or_else(|| {
        refuse(
            Code::CannotUndo,
            text!(
                "there is nothing to undo: you have not moved, something has been drawn since, or someone has already asked",
                "il n’y a rien à annuler : vous n’avez pas joué, un tirage a eu lieu depuis, ou quelqu’un l’a déjà demandé"
            ),
        )
    })?;
    apply(state, Event::Asked { seat, plies }, now)?;
    undo_if_all_agree(state, now)
}

fn answer_undo(state: &mut TableAggregate, by: &Person, yes: bool, now: u64) -> Decided {
    let shared = state.shared();
    require_playing(shared)?;
    let seat = seat_of(shared, by)?;
    let asked = shared.undo().is_some_and(|undo| shared.must_agree(undo.seat).contains(&seat) && !undo.agreed.contains(&seat));
    if !asked {
        return Err(refuse(Code::NothingAsked, text!("nobody has asked you", "personne ne vous a rien demandé")));
    }
    apply(state, Event::Answered { seat, yes }, now)?;
    undo_if_all_agree(state, now)
}

fn undo_if_all_agree(state: &mut TableAggregate, now: u64) -> Decided {
    let shared = state.shared();
    let Some(undo) = shared.undo() else { return Ok(None) };
    let plies = undo.plies;
    if shared.must_agree(undo.seat).iter().all(|seat| undo.agreed.contains(seat)) {
        return apply(state, Event::Undone { plies }, now);
    }
    Ok(None)
}

/// Applies a new event. It was checked before, so a failure is a bug.
pub(super) fn apply(state: &mut TableAggregate, event: Event, now: u64) -> Decided {
    state.apply_new(event, now).map_err(|why| does_not_fit(state, why))?;
    Ok(None)
}

pub(super) fn does_not_fit(state: &TableAggregate, why: Text) -> Problem {
    tracing::error!(%why, table = state.shared().id(), "a decided event does not fit its table");
    Problem::new(Code::Unavailable, why)
}
