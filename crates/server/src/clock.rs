//! The time of the server: of the system's clock when the process started, and from then on of a monotonic clock.
//!
//! Clocks of players run by it. If the system's clock jumps, or the machine is paused, that is an outage: its time is
//! refunded, and nobody loses by it.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A difference between both clocks that is larger than this is a jump. Smaller ones are drift.
const JUMP: Duration = Duration::from_secs(2);

/// The moment from which the server's time is counted.
#[derive(Clone, Copy, Debug)]
struct Base {
    /// A moment of the monotonic clock.
    instant: Instant,
    /// The server's time at that moment, in milliseconds since 1970.
    time: u64,
}

impl Base {
    fn time_at(self, instant: Instant) -> u64 {
        self.time + as_ms(instant.saturating_duration_since(self.instant))
    }

    /// The base after a look at the system's clock, and the jump: the server's time before and after it.
    ///
    /// Time never goes back: if the system's clock did, the server's time stays until the system's has caught up. A
    /// small drift is followed.
    fn follow(self, instant: Instant, system: u64) -> (Base, Option<(u64, u64)>) {
        let before = self.time_at(instant);
        let after = before.max(system);
        let jumped = after - before > as_ms(JUMP);
        (Base { instant, time: after }, jumped.then_some((before, after)))
    }
}

static BASE: OnceLock<Mutex<Base>> = OnceLock::new();

fn base() -> &'static Mutex<Base> {
    BASE.get_or_init(|| Mutex::new(Base { instant: Instant::now(), time: system_time() }))
}

/// The server's time, in milliseconds since 1970.
pub fn now() -> u64 {
    base().lock().unwrap_or_else(PoisonError::into_inner).time_at(Instant::now())
}

/// Follows the system's clock. If it has jumped ahead, `on_jump` gets the server's time before and after the jump, before
/// anybody else sees the new time: no clock of a player runs out by it. Returns what that returns.
pub fn follow_system_clock<T>(on_jump: impl FnOnce(u64, u64) -> T) -> Option<T> {
    let mut base = base().lock().unwrap_or_else(PoisonError::into_inner);
    let (next, jump) = base.follow(Instant::now(), system_time());
    let noted = jump.map(|(before, after)| on_jump(before, after));
    *base = next;
    noted
}

fn system_time() -> u64 {
    let time = as_ms(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
    #[cfg(test)]
    let time = time + AHEAD.load(std::sync::atomic::Ordering::SeqCst);
    time
}

/// How far the system's clock was set ahead, in milliseconds.
#[cfg(test)]
static AHEAD: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// Sets the system's clock ahead, as this process sees it.
#[cfg(test)]
pub fn set_system_clock_ahead(by: Duration) {
    AHEAD.fetch_add(as_ms(by), std::sync::atomic::Ordering::SeqCst);
}

fn as_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(time: u64) -> (Base, Instant) {
        let instant = Instant::now();
        (Base { instant, time }, instant)
    }

    #[test]
    fn a_jump_of_the_systems_clock_is_seen_and_its_length_known() {
        let (base, start) = base(1_000_000);
        let later = start + Duration::from_secs(10);
        // Nothing has happened.
        assert_eq!(base.follow(later, 1_010_000).1, None);
        // An hour ahead.
        let (after, jump) = base.follow(later, 4_610_000);
        assert_eq!(jump, Some((1_010_000, 4_610_000)));
        assert_eq!(after.time_at(later + Duration::from_secs(1)), 4_611_000);
    }

    #[test]
    fn time_never_goes_back_and_drift_is_followed() {
        let (base, start) = base(1_000_000);
        let later = start + Duration::from_secs(10);
        let (after, jump) = base.follow(later, 500_000);
        assert_eq!((after.time_at(later), jump), (1_010_000, None));
        let (after, jump) = base.follow(later, 1_010_900);
        assert_eq!((after.time_at(later), jump), (1_010_900, None));
    }
}
