//! The legal moves of the player to move. They take time to list, so the table does not do it: it hands out the position,
//! and the moves are listed on a thread for blocking work while the game goes on.

use tablee_core::Seat;
use tablee_games::ListMoves;
use tablee_protocol::{LegalMove, LegalMoves, Person, Problem, Shared};

use super::TableTask;
use super::require::{require_playing, require_turn, seat_of};

/// The greatest number of legal moves in one answer, and the most bytes of them. They bound the answer if a game has very
/// many.
const MOST_MOVES: usize = 10_000;
const MOST_BYTES: usize = 256 * 1024;

/// A position of which the legal moves are to be listed.
pub struct UnlistedMoves {
    v: u32,
    seat: Seat,
    list: ListMoves,
}

impl UnlistedMoves {
    /// The position of a table, for the player whose turn it is: nobody else needs the moves.
    ///
    /// # Errors
    /// If it is not this person's turn.
    pub fn of(shared: &Shared, by: &Person) -> Result<UnlistedMoves, Problem> {
        require_playing(shared)?;
        let seat = seat_of(shared, by)?;
        require_turn(shared, seat)?;
        let table = shared.table().expect("a seat is to move, so the game has begun");
        Ok(UnlistedMoves { v: shared.version(), seat, list: table.legal_moves_later() })
    }

    /// Lists the moves. They are those of the version that the table had, whatever happened since.
    pub fn list(self) -> LegalMoves {
        let (total, moves) = (self.list)(MOST_MOVES);
        let moves = within_bytes(moves.into_iter().map(|(mv, scores)| LegalMove { mv, scores }), MOST_BYTES);
        LegalMoves { v: self.v, seat: self.seat, total: u32::try_from(total).unwrap_or(u32::MAX), moves }
    }
}

/// The first moves, at most this many bytes of them in JSON.
fn within_bytes(moves: impl Iterator<Item = LegalMove>, most: usize) -> Vec<LegalMove> {
    let mut bytes = 0;
    let fits = |legal: &LegalMove| {
        // Names, quotes, brackets and commas; a score has few digits.
        bytes += legal.mv.len() + 8 * legal.scores.len() + 24;
        bytes <= most
    };
    moves.take_while(fits).collect()
}

impl TableTask {
    /// The position, if it is this person's turn. Another node may have stored the move before theirs, so the table
    /// resyncs before it refuses.
    pub(super) async fn legal_moves(&mut self, by: &Person) -> Result<UnlistedMoves, Problem> {
        let moves = UnlistedMoves::of(self.state.shared(), by);
        if moves.is_ok() {
            return moves;
        }
        if self.may_resync_for(Some(&by.id)) {
            self.try_resync().await;
        }
        UnlistedMoves::of(self.state.shared(), by)
    }
}

#[cfg(test)]
mod tests {
    use tablee_games::plan;
    use tablee_protocol::{Clock, Command, Event, Opened, Who};

    use super::super::aggregate::TableAggregate;
    use super::super::decide::{Known, decide};
    use super::*;

    fn anna() -> Person {
        Person { id: "anna".to_owned(), name: "Anna".to_owned(), guest: true }
    }

    /// A game of Rumis of Anna against a bot, with Anna to move.
    fn begun() -> TableAggregate {
        let plan = plan(tablee_games::GameId::Rumis, &[("players".to_owned(), "2".to_owned())]).expect("two can play it");
        let opened = Opened {
            game: "rumis".to_owned(),
            options: plan.options,
            seats: 2,
            host: anna(),
            clock: Clock::None,
            public: true,
            rated: false,
            commitment: None,
            series: None,
        };
        let mut state = TableAggregate::open("table", None, String::new(), Event::Opened(opened), 0).expect("it opens");
        let bot = Who::Bot("level1".to_owned());
        for (seat, who) in [(0, Who::Person(anna())), (1, bot)] {
            state.apply_new(Event::Sat { seat: Seat::new(seat), who, salt: None }, 1).expect("the seat is free");
        }
        decide(&mut state, &anna(), Command::Begin, Known::default(), 2).expect("all seats are taken");
        state
    }

    #[test]
    fn moves_are_listed_while_the_game_goes_on() {
        let mut state = begun();
        let v = state.shared().version();
        let (now, later) = [(); 2].map(|()| UnlistedMoves::of(state.shared(), &anna()).expect("it is her turn")).into();
        let now = now.list();
        assert!(now.v == v && now.seat == Seat::new(0) && now.total > 100 && now.moves.len() == now.total as usize);
        let listing = std::thread::spawn(|| later.list());
        decide(&mut state, &anna(), Command::Move { v, mv: now.moves[0].mv.clone() }, Known::default(), 3).expect("it is legal");
        // It is the bot's turn, but the answer is for the version that was asked about.
        assert_eq!(listing.join().unwrap(), now);
        assert!(UnlistedMoves::of(state.shared(), &anna()).is_err());
    }

    #[test]
    fn a_list_is_bounded_in_bytes() {
        let legal = |number: usize| LegalMove { mv: format!("D4:{number:0100}"), scores: vec![-1000, 1000, 0, 7] };
        let listed = within_bytes((0..MOST_MOVES).map(legal), MOST_BYTES);
        let bytes = serde_json::to_string(&listed).unwrap().len();
        assert!((MOST_BYTES / 2..=MOST_BYTES).contains(&bytes) && listed.len() < MOST_MOVES, "{bytes}");
        assert_eq!(within_bytes((0..100).map(legal), MOST_BYTES).len(), 100);
    }
}
