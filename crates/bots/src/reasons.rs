//! The reasons for a move, as data and in words.

use tablee_core::{BySeat, Knowledge, Lang, Seat, Text, Turn, text};

use crate::Evaluation;

/// A reason for a move, in terms of the game.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The move brings or costs a seat points: the mover's gain or sacrifice, or a loss of another seat.
    Points {
        /// The seat whose points change.
        seat: Seat,
        /// How many points more the seat has, or fewer.
        change: i32,
    },
    /// A rival has fewer ways to lay something than before.
    Denies {
        /// The seat of the rival.
        seat: Seat,
        /// How many ways it lost.
        fewer: u32,
        /// How many ways are left.
        left: u32,
    },
    /// The mover keeps ways to lay something.
    Keeps {
        /// The number of ways that are left.
        ways: u32,
    },
    /// The mover moves again at once.
    AnotherTurn,
    /// A remark of the game, as a clause of a sentence.
    Remark(Text),
    /// The evaluation of the search.
    Expects {
        /// By seat: the points at the end.
        points: BySeat<f32>,
        /// By seat: how likely its side is to win.
        win: BySeat<f32>,
        /// The number of playouts behind it.
        playouts: u64,
    },
}

/// The reasons for a move in a position, the strongest first. The evaluation of the search, if any, comes last.
///
/// `gains` says what a move brought to each seat, from the positions before and after it, as the game tells it
/// elsewhere (`Scenic::gains`).
pub fn reasons<P: Knowledge>(
    position: &P,
    mv: P::Move,
    gains: impl Fn(&P, &P) -> BySeat<i32>,
    evaluation: Option<&Evaluation<P::Move>>,
) -> Vec<Reason> {
    let Turn::Seat(mover) = position.turn() else { return Vec::new() };
    let mut after = position.clone();
    after.play_unchecked(mv);
    // The mover first, then the others in the order of their turns.
    let seats = || std::iter::successors(Some(mover), |seat| Some(seat.next(position.seats()))).take(position.seats());
    let gains = gains(position, &after);
    let mut reasons: Vec<_> = seats()
        .map(|seat| Reason::Points { seat, change: gains[seat] })
        .filter(|reason| !matches!(reason, Reason::Points { change: 0, .. }))
        .collect();
    if after.turn() == Turn::Seat(mover) && position.seats() > 1 {
        reasons.push(Reason::AnotherTurn);
    }
    reasons.extend(position.remarks(mv).into_iter().map(Reason::Remark));
    for seat in seats().filter(|seat| position.side(*seat) != position.side(mover)) {
        if let (Some(before), Some(left)) = (position.openings(seat), after.openings(seat))
            && left < before
        {
            reasons.push(Reason::Denies { seat, fewer: before - left, left });
        }
    }
    // Before a draw, it is unknown what the mover will have to lay. To keep no way at all speaks for nothing.
    if let (Some(ways @ 1..), true) = (after.openings(mover), after.turn() != Turn::Chance) {
        reasons.push(Reason::Keeps { ways });
    }
    if let Some(Evaluation { points, win, playouts, .. }) = evaluation {
        reasons.push(Reason::Expects { points: *points, win: *win, playouts: *playouts });
    }
    reasons
}

impl Reason {
    /// The reason as a clause of a sentence. `name` gives the name of a seat.
    pub fn text(&self, name: impl Fn(Seat) -> Text) -> Text {
        match self {
            Reason::Points { seat, change } => {
                let (Text { en, fr }, sign, points) = (name(*seat), if *change < 0 { "−" } else { "+" }, change.abs());
                let [en_points, fr_points] = Lang::ALL.map(|lang| lang.plural(points.into(), "point", "points"));
                text!("{en} {sign}{points} {en_points}", "{fr} {sign}{points} {fr_points}")
            }
            Reason::Denies { seat, fewer, left } => {
                let Text { en, fr } = name(*seat);
                let (en_ways, fr_ways) = ways(*fewer);
                let Text { en: rest, fr: reste } = match left {
                    0 => text!("none left", "plus aucune"),
                    _ => text!("{left} left", "reste {left}"),
                };
                text!(
                    "{fewer} {en_ways} fewer to lay for {en} ({rest})",
                    "{fewer} {fr_ways} de poser en moins pour {fr} ({reste})"
                )
            }
            Reason::Keeps { ways: kept } => {
                let (en_ways, fr_ways) = ways(*kept);
                text!("keeps {kept} {en_ways} to lay", "garde {kept} {fr_ways} de poser")
            }
            Reason::AnotherTurn => text!("another turn at once", "rejoue aussitôt"),
            Reason::Remark(text) => text.named(|seat| Some(name(seat))),
            Reason::Expects { points, win, playouts } => expects(points, win, *playouts, name),
        }
    }
}

fn ways(number: u32) -> (&'static str, &'static str) {
    (Lang::En.plural(number.into(), "way", "ways"), Lang::Fr.plural(number.into(), "façon", "façons"))
}

fn expects(points: &BySeat<f32>, win: &BySeat<f32>, playouts: u64, name: impl Fn(Seat) -> Text) -> Text {
    let each = |lang: Lang| {
        let seats = points.iter().map(|(seat, points)| {
            let (name, percent) = (name(seat), win[seat] * 100.0);
            let points = lang.pick(format!("{points:.1}"), format!("{points:.1}").replace('.', ","));
            lang.pick(format!("{} {points} ({percent:.0}%)", name.en), format!("{} {points} ({percent:.0} %)", name.fr))
        });
        seats.collect::<Vec<_>>().join(", ")
    };
    let (en, fr) = (each(Lang::En), each(Lang::Fr));
    let (en_trials, fr_trials) = (
        Lang::En.plural(playouts as i64, "playout", "playouts"),
        Lang::Fr.plural(playouts as i64, "partie simulée", "parties simulées"),
    );
    text!("expects {en} after {playouts} {en_trials}", "prévision : {fr} après {playouts} {fr_trials}")
}

/// All reasons as one sentence.
pub fn sentence(reasons: &[Reason], name: impl Fn(Seat) -> Text) -> Text {
    let texts: Vec<_> = reasons.iter().map(|reason| reason.text(&name)).collect();
    let join = |lang: Lang| texts.iter().map(|text| text.say(lang)).collect::<Vec<_>>().join("; ");
    Text { en: join(Lang::En), fr: join(Lang::Fr).replace("; ", " ; ") }
}
