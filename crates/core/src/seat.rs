//! Seats, and one value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// The most seats that any of our games has.
pub const MAX_SEATS: usize = 6;

/// A place at the table, numbered from 0, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If no table has that many seats ([`MAX_SEATS`]).
    pub const fn new(number: usize) -> Seat {
        assert!(number < MAX_SEATS, "no table has that many seats");
        Seat(number as u8)
    }

    /// The seat with this number; none if no table has that many seats. For numbers from outside.
    pub const fn try_new(number: usize) -> Option<Seat> {
        if number < MAX_SEATS { Some(Seat(number as u8)) } else { None }
    }

    /// Its number, from 0.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of this many.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.0 + 1;
        Seat(if next as usize >= seats { 0 } else { next })
    }

    /// All seats of a table of this many, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats).map(Seat::new)
    }
}

/// Reads a number; the error has no message, because only the caller knows what the text was meant to be.
///
/// Digits only: `+1` is a draw in some notations, and must never be taken for a seat.
impl FromStr for Seat {
    type Err = ();

    fn from_str(text: &str) -> Result<Seat, ()> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| plain).and_then(Seat::try_new).ok_or(())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Reads a number. A number that no seat has is an invalid value, and the message says that a seat was expected.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        use serde::de::{Error, Unexpected, Visitor};

        struct SeatVisitor;

        impl Visitor<'_> for SeatVisitor {
            type Value = Seat;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Seat, E> {
                let seat = usize::try_from(number).ok().and_then(Seat::try_new);
                seat.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Seat, E> {
                let seat = usize::try_from(number).ok().and_then(Seat::try_new);
                seat.ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
            }
        }

        deserializer.deserialize_u8(SeatVisitor)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Seat {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Integer)
            .description(Some("A place at the table, numbered from 0, clockwise."))
            .minimum(Some(0))
            .maximum(Some(MAX_SEATS - 1))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Seat {}

/// One value for each seat of a table, kept in place: it never allocates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BySeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Default> BySeat<T> {
    /// A value for each of `seats` seats.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        assert!(seats <= MAX_SEATS, "no table has {seats} seats");
        let mut values = std::array::from_fn(|_| T::default());
        for (number, slot) in values.iter_mut().enumerate().take(seats) {
            *slot = value(Seat::new(number));
        }
        BySeat { values, seats: seats as u8 }
    }

    /// These values, in order of the seats; none if they are more than [`MAX_SEATS`].
    pub fn from_values(values: impl IntoIterator<Item = T>) -> Option<BySeat<T>> {
        let mut by_seat = BySeat::from_fn(0, |_| T::default());
        for value in values {
            let next = by_seat.len();
            *by_seat.values.get_mut(next)? = value;
            by_seat.seats += 1;
        }
        Some(by_seat)
    }
}

impl<T: Copy> BySeat<T> {
    /// Applies `change` to the value of every seat.
    pub fn map<U: Default>(&self, mut change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.len(), |seat| change(self[seat]))
    }
}

impl<T> BySeat<T> {
    /// How many seats there are.
    #[allow(clippy::len_without_is_empty, reason = "a table without seats does not exist")]
    pub fn len(&self) -> usize {
        self.seats as usize
    }

    /// The values, in order of the seats.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.len()]
    }

    /// The value of a seat; none if the table does not have that seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.as_slice().get(seat.number())
    }

    /// The value of a seat, to be changed; none if the table does not have that seat.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        let seats = self.len();
        self.values[..seats].get_mut(seat.number())
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<T> {
        Seat::all(self.len())
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        self.as_slice().iter().enumerate().map(|(number, value)| (Seat::new(number), value))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.number()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.number()]
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        assert_eq!(Seat::new(0).next(3), Seat::new(1));
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
    }

    #[test]
    fn a_seat_is_read_from_digits_only() {
        assert_eq!("5".parse(), Ok(Seat::new(5)));
        for wrong in ["", "6", "+1", "-1", "x", "99999999999999999999"] {
            assert_eq!(wrong.parse::<Seat>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn by_seat_holds_as_many_values_as_seats() {
        let doubled = BySeat::from_fn(3, |seat| seat.number() * 2);
        assert_eq!(doubled.as_slice(), [0, 2, 4]);
        assert_eq!(doubled[Seat::new(2)], 4);
        assert_eq!(doubled.map(|n| n + 1).as_slice(), [1, 3, 5]);
    }

    #[test]
    fn values_have_seats_if_there_are_not_too_many() {
        let names = BySeat::from_values(["Anna", "Bob"].map(str::to_owned)).expect("there are two");
        assert_eq!((names.len(), names.as_slice()), (2, ["Anna".to_owned(), "Bob".to_owned()].as_slice()));
        assert_eq!((names.get(Seat::new(1)).map(String::as_str), names.get(Seat::new(2))), (Some("Bob"), None));
        assert_eq!(BySeat::from_values([0; MAX_SEATS]).map(|all| all.len()), Some(MAX_SEATS));
        assert_eq!(BySeat::from_values([0; MAX_SEATS + 1]), None);
    }

    #[test]
    #[should_panic(expected = "no table has 7 seats")]
    fn seven_seats_are_too_many() {
        BySeat::from_fn(7, |_| 0);
    }
}
