//! Unordered pairs, as on dominoes.

/// The first `N` unordered pairs of numbers from `least` on, each with the higher number first. They are ordered by the
/// higher number, then by the lower: for 0 these are 0-0, 1-0, 1-1, 2-0 and so on. The pair of `high` and `low` above
/// the least is number `high * (high + 1) / 2 + low`.
pub const fn pairs<const N: usize>(least: u8) -> [(u8, u8); N] {
    let mut pairs = [(0, 0); N];
    let (mut index, mut high, mut low) = (0, least, least);
    while index < N {
        pairs[index] = (high, low);
        index += 1;
        if low == high {
            high += 1;
            low = least;
        } else {
            low += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_in_their_order() {
        assert_eq!(pairs::<6>(0), [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]);
        assert_eq!(pairs::<4>(1), [(1, 1), (2, 1), (2, 2), (3, 1)]);
    }
}
