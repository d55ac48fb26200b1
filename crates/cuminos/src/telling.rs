//! What happens at the table, in words: moves as people tell them, what they bring, and what everyone should notice.

use tablee_core::naming::{names, slot};
use tablee_core::scene::{Area, Past};
use tablee_core::telling::Announcement;
use tablee_core::{BySeat, Label, Lang, Play, Position as _, Seat, Text, Turn, text};

use crate::block::{Block, Blocks};
use crate::game::Cuminos;
use crate::illegal::Illegal;
use crate::moves::{Cube, Lay, Move};
use crate::open_table::{Foot, Laid, SOURCE};
use crate::options::Teams;
use crate::position::Position;
use crate::scene::{block_of, cell, rank_name, round_name, seat_to_act};
use crate::score::{Tally, why_worth};

/// A move as people at the table say it.
pub(crate) fn tell(position: &Position, mv: Move) -> Text {
    match mv {
        Move::Draw(block) => {
            let Text { en, fr } = slot(&[seat_to_act(position)], ["you draw", "# draws"], ["vous tirez", "# tire"]);
            text!("{en} the {block}", "{fr} le {block}")
        }
        Move::Lay(lay) => tell_lay(position, lay),
        Move::Pass => match position.turn() {
            Turn::Seat(seat) if !position.table.takes_any(position.hands[seat]) => {
                text!("passes: no block fits", "passe : aucun bloc ne va")
            }
            _ => text!("passes", "passe"),
        },
    }
}

fn tell_lay(position: &Position, lay: Lay) -> Text {
    let (block, stands) = (lay.block(), lay.stands());
    let Text { en: lays, fr: pose } = match stands {
        true => text!("stands the {block}", "dresse le {block}"),
        false => text!("lays the {block}", "pose le {block}"),
    };
    if position.check(Move::Lay(lay)).is_err() {
        return text!("{lays}", "{pose}");
    }
    if position.table.is_bare() {
        // What is below decides what can be laid next.
        let [first, second] = lay.cubes();
        let [high, low] = lay.marks();
        let below = if first < second { high } else { low };
        return text!(
            "opens the round with the {block}, standing on its {below}, as the source",
            "ouvre la manche avec le {block}, debout sur son {below}, comme source"
        );
    }
    let Text { en: place, fr: lieu } = if lay.bottom() == 1 { against(position, lay) } else { on_top(position, lay) };
    let Text { en: then, fr: puis } = match ends_round(position, lay) {
        true => text!(", which ends the round", ", ce qui termine la manche"),
        false => text!("", ""),
    };
    text!("{lays} {place}{then}", "{pose} {lieu}{puis}")
}

fn ends_round(position: &Position, lay: Lay) -> bool {
    let mut after = position.clone();
    after.play_unchecked(Move::Lay(lay));
    after.is_over() || after.round() > position.round()
}

/// A block on the table, alone and after "at the end of".
struct Named {
    alone: Text,
    /// « du 6-5 de Felix », since French joins « de » and « le ».
    of: Text,
}

/// A block on the table: "your 6-5", "Felix’s 6-5".
fn name_of(position: &Position, laid: &Laid) -> Named {
    if laid.lay.cubes().contains(&SOURCE[0]) {
        return Named { alone: text!("the source", "la source"), of: text!("the source", "de la source") };
    }
    let (block, seats) = (laid.lay.block().to_string(), [laid.seat]);
    if laid.seat == seat_to_act(position) {
        let own = |fr| slot(&seats, ["your own", "their own"], fr).followed_by(&block, &block);
        return Named { alone: own(["votre", "son"]), of: own(["de votre", "de son"]) };
    }
    let (your, theirs) = (format!("your {block}"), format!("#’s {block}"));
    let other = |fr: [String; 2]| slot(&seats, [&your, &theirs], [&fr[0], &fr[1]]);
    Named {
        alone: other([format!("votre {block}"), format!("le {block} de #")]),
        of: other([format!("de votre {block}"), format!("du {block} de #")]),
    }
}

/// The blocks that fill some cubes, each once, by their names.
fn names_of(position: &Position, cubes: impl Iterator<Item = Cube>) -> Vec<Named> {
    let mut blocks: Vec<&Laid> = Vec::new();
    for laid in cubes.filter_map(|cube| position.table.block_at(cube)) {
        if !blocks.contains(&laid) {
            blocks.push(laid);
        }
    }
    blocks.into_iter().map(|laid| name_of(position, laid)).collect()
}

fn list(names: &[Named]) -> Text {
    let [en, fr] = Lang::ALL.map(|lang| lang.list(&names.iter().map(|name| name.alone.say(lang)).collect::<Vec<_>>()));
    Text { en, fr }
}

/// Where a first-rank block goes: at the source or at open ends (C9–C11).
fn against(position: &Position, lay: Lay) -> Text {
    let on_table = lay.cubes().into_iter().filter(|cube| cube.z() == 1);
    let columns = on_table.flat_map(|cube| position.table.beside(cube.spot())).map(|number| position.table.column(number));
    let open: Vec<_> = columns.filter(|column| column.foot.is_open()).collect();
    let names = names_of(position, open.iter().map(|column| Cube::at(column.spot, 1)));
    match (&names[..], open.iter().any(|column| column.foot == Foot::Source)) {
        ([Named { of: Text { en, fr }, .. }], false) => text!("at the end of {en}", "au bout {fr}"),
        _ => {
            let Text { en, fr } = list(&names);
            text!("against {en}", "contre {fr}")
        }
    }
}

/// Where a block of a higher rank goes (C12, C13).
fn on_top(position: &Position, lay: Lay) -> Text {
    let Label { en: rank, fr: rang } = rank_name(position.table.rank_at(lay.cubes()));
    let resting = lay.cubes().into_iter().filter(|cube| cube.z() == lay.bottom());
    let names = names_of(position, resting.map(|cube| Cube::at(cube.spot(), cube.z() - 1)));
    let Text { en, fr } = list(&names);
    match (names.len(), lay.stands()) {
        (_, true) => text!("on the {rank}, on {en}", "au {rang}, sur {fr}"),
        (2.., _) => text!("on the {rank}, across {en}", "au {rang}, à cheval sur {fr}"),
        _ => text!("on the {rank}, over {en}", "au {rang}, sur {fr}"),
    }
}

/// What the player to move has to do.
pub(crate) fn todo(position: &Position) -> Text {
    match position.turn() {
        Turn::Seat(seat) => todo_turn(position, seat),
        Turn::Chance => todo_draw(position, seat_to_act(position)),
        Turn::Over => text!("The game is over: all rounds are played.", "La partie est finie : toutes les manches sont jouées."),
    }
}

fn todo_draw(position: &Position, seat: Seat) -> Text {
    let (options, number) = (position.options(), position.hand(seat).count() + 1);
    let size = options.hand_size() + u32::from(seat == position.opener());
    let Text { en: round, fr: manche } = round_name(position);
    let Text { en, fr } = slot(&[seat], ["You draw", "# draws"], ["Vous tirez", "# tire"]);
    text!("{en} block {number} of {size} for {round}.", "{fr} le bloc {number} sur {size} pour la {manche}.")
}

fn todo_turn(position: &Position, seat: Seat) -> Text {
    if position.table.is_bare() {
        text!(
            "Stand a block on the table: the source that all grows from.",
            "Dressez un bloc sur la table : la source d’où tout pousse."
        )
    } else if !position.table.takes_any(position.hands[seat]) {
        text!("None of your blocks fits: pass.", "Aucun de vos blocs ne va : passez.")
    } else if position.laid().len() == 1 {
        text!(
            "Lay a block against the lower half of the source, with the same mark.",
            "Posez un bloc contre la moitié inférieure de la source, avec la même marque."
        )
    } else if position.check(Move::Pass).is_ok() {
        text!(
            "Lay a block at an open end, at the source or on top, where all marks match; or pass, once per round.",
            "Posez un bloc à une extrémité libre, à la source ou par-dessus, là où les marques concordent ; ou passez, une fois par manche."
        )
    } else {
        text!(
            "Lay a block at an open end, at the source or on top, where all marks match.",
            "Posez un bloc à une extrémité libre, à la source ou par-dessus, là où les marques concordent."
        )
    }
}

/// Why a block of the player to move fits nowhere.
pub(crate) fn fits_nowhere(position: &Position, piece: &str) -> Text {
    let held = |block: &Block| position.hands[seat_to_act(position)].contains(*block);
    let Some(block) = block_of(piece).filter(held) else {
        return text!("this block is not in your hand", "ce bloc n’est pas dans votre main");
    };
    if let [source] = position.laid() {
        let [first, second] = source.lay.cubes();
        let [high, low] = source.lay.marks();
        let foot = if first < second { high } else { low };
        return text!(
            "the lower half of the source takes a {foot} only",
            "la moitié inférieure de la source n’accepte qu’un {foot}"
        );
    }
    let only: Blocks = [block].into_iter().collect();
    let shows = position.table.columns().any(|(_, column)| {
        let open = column.foot.is_open() && !only.with_half(column.bottom()).is_empty();
        open || (column.rank < 3 && !only.with_half(column.top()).is_empty())
    });
    let (high, low) = (block.high(), block.low());
    match (shows, block.is_double()) {
        (true, _) => text!(
            "wherever it would go, another mark differs or there is no room",
            "partout où il irait, une autre marque diffère ou la place manque"
        ),
        (false, true) => {
            text!("no open end and no top shows a {high}", "aucune extrémité libre, aucun dessus ne montre de {high}")
        }
        (false, false) => text!(
            "no open end and no top shows a {high} or a {low}",
            "aucune extrémité libre, aucun dessus ne montre de {high} ni de {low}"
        ),
    }
}

/// What the points of a move are for (C18–C21): "second rank, four faces, ×3".
pub(crate) fn why_points(position: &Position, mv: Move) -> Option<Text> {
    let (Turn::Seat(seat), Move::Lay(lay)) = (position.turn(), mv) else { return None };
    let (table, cubes) = (&position.table, lay.cubes());
    let worth = why_worth(table.rank_at(cubes), lay.stands(), table.faces_touched(cubes));
    let ends = position.hands[seat].len() == 1;
    let left = position.left_to_opponents(seat);
    match worth {
        Some(Text { en, fr }) if ends => {
            Some(text!("{en}, plus {left} for ending the round", "{fr}, plus {left} pour la fin de la manche"))
        }
        None if ends => Some(text!("for ending the round", "pour la fin de la manche")),
        worth => worth,
    }
}

/// What everyone should notice about a ply: the end of a round, an extra round, the end of the game.
pub(crate) fn announce(past: Past<Cuminos>, before: &Position, mv: Move, after: &Position) -> Vec<Announcement> {
    let Turn::Seat(seat) = before.turn() else { return Vec::new() };
    if !after.is_over() && after.round() == before.round() {
        return Vec::new();
    }
    let mut announcements = vec![end_of_round(past, before, mv, after, seat)];
    if after.is_over() {
        announcements.push(end_of_game(after));
    } else if after.round() > after.options().players {
        announcements.push(extra_round(after));
    }
    announcements
}

/// Why a round ended, what it brought to everyone, and who opens the next.
fn end_of_round(past: Past<Cuminos>, before: &Position, mv: Move, after: &Position, seat: Seat) -> Announcement {
    let Text { en: round, fr: manche } = round_name(before);
    let bonus = after.tally(seat).ends - before.tally(seat).ends;
    let mut notes = Vec::new();
    let title = if bonus > 0 {
        let [point, points] = Lang::ALL.map(|lang| lang.plural(bonus.into(), "point", "points"));
        let Text { en, fr } = slot(&[seat], ["You get", "# gets"], ["Vous marquez", "# marque"]);
        notes.push(text!(
            "{en} {bonus} more {point} for the blocks that the opponents still hold.",
            "{fr} {bonus} {points} de plus pour les blocs restés aux adversaires."
        ));
        let Text { en, fr } = slot(&[seat], ["You end", "# ends"], ["Vous terminez", "# termine"]);
        text!("{en} {round}", "{fr} la {manche}")
    } else {
        text!("Nobody can lay a block: {round} ends", "Plus personne ne peut poser : fin de la {manche}")
    };
    if !after.is_over() {
        notes.extend(team_totals(after));
        // An extra round says so itself.
        if after.round() <= after.options().players {
            let (Text { en, fr }, Text { en: round, fr: manche }) = (opens(after), round_name(after));
            notes.push(text!("{en} {round}.", "{fr} la {manche}."));
        }
    }
    let ended = |other: Seat| if other == seat { i32::from(bonus) } else { 0 };
    let bonus = text!("bonus", "bonus");
    let total = text!("total", "total");
    let announcement = with_notes(Announcement::new(title), notes);
    let seats = || Seat::all(after.options().players);
    match laid_in_round(past, before, mv) {
        Some(laid) => {
            let rows = seats().map(|seat| (seat, vec![laid[seat], ended(seat), after.score()[seat]]));
            announcement.with_table(vec![text!("blocks", "blocs"), bonus, total], rows.collect())
        }
        None => {
            let rows = seats().map(|seat| (seat, vec![ended(seat), after.score()[seat]]));
            announcement.with_table(vec![bonus, total], rows.collect())
        }
    }
}

/// The position with which the round of a position began, and the plies since, draws included; none if the past is
/// incomplete.
pub(crate) fn start_of_round<'a>(past: Past<'a, Cuminos>, position: &Position) -> Option<(Position, Past<'a, Cuminos>)> {
    let is_draw = |ply: &(Turn, Move)| ply.0 == Turn::Chance;
    let drawn = past.iter().rposition(is_draw)? + 1;
    let start = past[..drawn].iter().rposition(|ply| !is_draw(ply)).map_or(0, |last| last + 1);
    let mut round = Position::new(position.options());
    round.rounds_over = position.rounds_over;
    Some((round, &past[start..]))
}

/// By seat, what the blocks brought that were laid in the round that a move ends; none if the past is incomplete.
///
/// A position keeps the sum of all rounds only, so the round is played again: it begins with the last draws.
fn laid_in_round(past: Past<Cuminos>, before: &Position, mv: Move) -> Option<BySeat<i32>> {
    let (mut round, plies) = start_of_round(past, before)?;
    for (_, mv) in plies {
        round.play(*mv).ok()?;
    }
    if round.table != before.table || round.hands != before.hands {
        return None;
    }
    round.play(mv).ok()?;
    let laid = |tally: &Tally| tally.points() - i32::from(tally.ends);
    Some(BySeat::from_fn(before.options().players, |seat| laid(round.tally(seat))))
}

fn with_notes(announcement: Announcement, notes: Vec<Text>) -> Announcement {
    let join = |lang: Lang| notes.iter().map(|note| note.say(lang)).collect::<Vec<_>>().join(" ");
    let [en, fr] = Lang::ALL.map(join);
    if notes.is_empty() { announcement } else { announcement.with_note(Text { en, fr }) }
}

/// The player who opens the round, with the verb.
fn opens(position: &Position) -> Text {
    slot(&[position.opener()], ["You open", "# opens"], ["Vous ouvrez", "# ouvre"])
}

/// Each team with its seats and its points; the same as the seats without teams.
fn sides(position: &Position) -> Vec<(Vec<Seat>, i32)> {
    let (points, team) = (position.score(), position.team());
    let mut sides: Vec<(Vec<Seat>, i32)> = Vec::new();
    for seat in Seat::all(position.options().players) {
        match sides.iter_mut().find(|(seats, _)| team[seats[0]] == team[seat]) {
            Some((seats, total)) => {
                seats.push(seat);
                *total += points[seat];
            }
            None => sides.push((vec![seat], points[seat])),
        }
    }
    sides
}

/// The points of the teams, if there are any (C24).
fn team_totals(position: &Position) -> Option<Text> {
    if position.options().teams == Teams::None {
        return None;
    }
    let totals = |lang: Lang| {
        let side = |(seats, total): &(Vec<Seat>, i32)| format!("{} {total}", names(seats).say(lang));
        sides(position).iter().map(side).collect::<Vec<_>>().join(", ")
    };
    let [en, fr] = Lang::ALL.map(totals);
    Some(text!("Together: {en}.", "Ensemble : {fr}."))
}

/// Who is tied for the first place, and with how many points.
fn tied(position: &Position) -> (Vec<Vec<Seat>>, i32) {
    let sides = sides(position);
    let most = sides.iter().map(|(_, total)| *total).max().unwrap_or(0);
    (sides.into_iter().filter(|(_, total)| *total == most).map(|(seats, _)| seats).collect(), most)
}

/// All play on while the first place is tied (C23).
fn extra_round(after: &Position) -> Announcement {
    let (sides, most) = tied(after);
    let Text { en, fr } = if after.options().teams == Teams::None {
        names(&sides.concat())
    } else {
        let join = |lang: Lang| {
            sides
                .iter()
                .map(|seats| names(seats).say(lang).to_owned())
                .collect::<Vec<_>>()
                .join(lang.pick(" against ", " contre "))
        };
        Text { en: join(Lang::En), fr: join(Lang::Fr) }
    };
    let [point, points] = Lang::ALL.map(|lang| lang.plural(most.into(), "point", "points"));
    let Text { en: round, fr: manche } = round_name(after);
    let Text { en: opens, fr: ouvre } = opens(after);
    Announcement::new(text!("A tie: {round}", "Égalité : {manche}"))
        .with_note(text!("Tied at {most} {point}: {en}. {opens} it.", "À égalité à {most} {points} : {fr}. {ouvre} la manche."))
}

/// Why no round follows, though nobody shares the first place (C22, C23).
fn why_over(after: &Position) -> Text {
    let players = after.options().players;
    if after.round() > players {
        text!("The extra round has broken the tie.", "La manche supplémentaire a départagé les premiers.")
    } else {
        text!("All {players} rounds are played.", "Les {players} manches sont jouées.")
    }
}

/// Who won, and why the game is over (C22–C24).
fn end_of_game(after: &Position) -> Announcement {
    let (places, (sides, most)) = (after.places(), tied(after));
    let winners: Vec<Seat> = places.iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect();
    let mut notes = Vec::new();
    let Text { en, fr } = if sides.len() > 1 {
        let [point, points] = Lang::ALL.map(|lang| lang.plural(most.into(), "point", "points"));
        notes.push(text!(
            "Still a tie at {most} {point} after all extra rounds.",
            "Toujours égalité à {most} {points} après toutes les manches supplémentaires."
        ));
        slot(&winners, ["# share the victory"; 2], ["# partagez la victoire", "# se partagent la victoire"])
    } else {
        notes.push(why_over(after));
        match winners.len() {
            1 => slot(&winners, ["# win", "# wins"], ["# gagnez", "# gagne"]),
            _ => slot(&winners, ["# win"; 2], ["# gagnez", "# gagnent"]),
        }
    };
    let title = text!("Game over: {en}", "Partie finie : {fr}");
    notes.extend(team_totals(after));
    let columns = vec![text!("blocks", "blocs"), text!("bonus", "bonus"), text!("total", "total")];
    let rows = Seat::all(after.options().players).map(|seat| {
        let (tally, total) = (after.tally(seat), after.score()[seat]);
        (seat, vec![total - i32::from(tally.ends), i32::from(tally.ends), total])
    });
    with_notes(Announcement::new(title), notes).with_table(columns, rows.collect())
}

/// The cubes and faces that are in the way of a move, from above.
pub(crate) fn offending(illegal: &Illegal) -> Vec<Area> {
    match *illegal {
        Illegal::Taken { cube }
        | Illegal::NoEnd { cube }
        | Illegal::DeadEnd { cube }
        | Illegal::StandsOnLying { cube }
        | Illegal::StandsOnStanding { cube }
        | Illegal::InTheAir { cube }
        | Illegal::FourthRank { cube } => vec![Area::of_cell(cell(cube))],
        Illegal::OtherMark { cube, at, .. } => vec![towards(at, cube)],
        _ => Vec::new(),
    }
}

/// The half of a cube's cell that faces a cube beside it; the whole cell if that is above.
fn towards(at: Cube, other: Cube) -> Area {
    let Area { at: mut corner, mut size } = Area::of_cell(cell(at));
    let (from, to) = (cell(at), cell(other));
    for axis in 0..2 {
        if from[axis] != to[axis] {
            size[axis] = 0.5;
            corner[axis] += if to[axis] > from[axis] { 0.5 } else { 0.0 };
        }
    }
    Area { at: corner, size }
}
