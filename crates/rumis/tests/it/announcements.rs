//! What everyone should notice about a ply.

use crate::common::{own_options, play, table, table_with};
use crate::telling::{mv, nothing_left_to_take, say};
use tablee_core::chance::TestDice;
use tablee_core::telling::Announcement;
use tablee_core::{Game, Lang, Play, Position as _, Scenic, Seat, Turn};
use tablee_rumis::{Position, Rumis, SecondSector};

/// A single row, one level high: seven squares inside the red line.
const ROW: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = ['##########']
lines.red = ['xxxxxxx...']
limits = [{ players = 2, inside = "red", height = 1 }]
"##;

/// Plays a move, and returns what is announced.
fn announced(position: &mut Position, spelling: &str) -> Vec<Announcement> {
    let (before, played) = (position.clone(), mv(position, spelling));
    play(position, spelling);
    Rumis::announce(&[], &before, played, position)
}

#[track_caller]
fn noted(announcement: &Announcement, title: [&str; 2], note: [&str; 2]) {
    say(&announcement.title, title[0], title[1]);
    say(announcement.note.as_ref().unwrap(), note[0], note[1]);
}

/// The table of points: its headings in both languages, and the figures of each seat.
#[track_caller]
fn tabled(announcement: &Announcement, en: &[&str], fr: &[&str], figures: &[&[i32]]) {
    let headings = |lang: Lang| announcement.columns.iter().map(|column| column.say(lang)).collect::<Vec<_>>();
    assert_eq!((headings(Lang::En), headings(Lang::Fr)), (en.to_vec(), fr.to_vec()));
    let rows: Vec<_> = announcement.rows.iter().map(|row| (row.seat.number(), &row.points[..])).collect();
    assert_eq!(rows, figures.iter().copied().enumerate().collect::<Vec<_>>());
}

#[test]
fn a_player_who_can_build_no_more_is_announced() {
    let mut position = table(&own_options(ROW, ""), "0a 0a", 1);
    let [out] = &announced(&mut position, "I2:c1.1,d1.1")[..] else { panic!("yellow is walled in") };
    noted(
        out,
        ["You can build no more", "Vous ne pouvez plus bâtir"],
        ["Still in hand: ten stones.", "Encore en main : dix pierres."],
    );
    assert_eq!((position.turn(), out.rows.len()), (Turn::Seat(Seat::new(1)), 0));
    // After the last stone everyone is out, and only the end is announced.
    let [end] = &announced(&mut position, "I3:e1.1,f1.1,g1.1")[..] else { panic!("only the end") };
    noted(end, ["The game is over", "La partie est finie"], ["Nobody can build any more.", "Plus personne ne peut bâtir."]);
    tabled(
        end,
        &["squares on top", "stones left", "total"],
        &["cases au sommet", "pierres restantes", "total"],
        &[&[2, -10, -8], &[5, -9, -4]],
    );
}

#[test]
fn a_player_out_of_the_first_sector_comes_back() {
    let mut position = table(&own_options(ROW, "rules two-sector, sector_end all-blocked"), "0a 0a", 1);
    let [out] = &announced(&mut position, "I2:c1.1,d1.1")[..] else { panic!("yellow is walled in") };
    noted(
        out,
        ["You can build no more", "Vous ne pouvez plus bâtir"],
        [
            "Still in hand: ten stones. You play again in the second sector.",
            "Encore en main : dix pierres. Vous rejouez dans le second secteur.",
        ],
    );
    let before = position.clone();
    let [begins] = &announced(&mut position, "I3:e1.1,f1.1,g1.1")[..] else { panic!("one announcement") };
    noted(
        begins,
        ["The second sector begins", "Le second secteur commence"],
        [
            "Nobody can build in the first sector any more. \
             Ben begins: from now on everyone moves their free stones outside the red line.",
            "Plus personne ne peut bâtir dans le premier secteur. \
             Ben commence : chacun déplace maintenant ses pierres libres hors de la ligne rouge.",
        ],
    );
    tabled(
        begins,
        &["squares on top", "stones left", "so far"],
        &["cases au sommet", "pierres restantes", "score intermédiaire"],
        &[&[2, -10, -8], &[5, -9, -4]],
    );
    // The stones that now have to be moved did not cost anything with this move.
    assert_eq!(Rumis::gains(&before, &position).as_slice(), [0, 4]);
    assert_eq!(Rumis::won(&position).unwrap().as_slice(), [-8, -4]);
}

#[test]
fn the_second_sector_says_who_could_build_no_more_in_the_first() {
    let mut position = table(&own_options(ROW, "rules two-sector"), "0a 0a", 1);
    let [begins] = &announced(&mut position, "I2:c1.1,d1.1")[..] else { panic!("yellow is walled in") };
    let note = begins.note.as_ref().unwrap();
    assert!(note.en.contains("build no more in the first sector."), "{note:?}");
    say(
        note,
        "You can build no more in the first sector. \
             Ben begins: from now on everyone moves their free stones outside the red line.",
        "Vous ne pouvez plus bâtir dans le premier secteur. \
             Ben commence : chacun déplace maintenant ses pierres libres hors de la ligne rouge.",
    );
}

#[test]
fn in_the_second_sector_it_is_said_why_somebody_is_out() {
    let options = own_options(ROW, "rules two-sector");
    let picture = "0a 0a 1a 1a 1b 1b 1b";
    let second = || Some(SecondSector { interim: [-8, -4], aside: vec![] });
    let mut position = table_with(&options, picture, 0, &[], second());
    let [out] = &announced(&mut position, "-a1.1")[..] else { panic!("yellow cannot lay its stone") };
    noted(
        out,
        ["You can build no more", "Vous ne pouvez plus bâtir"],
        ["There is no room outside the red line for the short bar.", "Pas de place hors de la ligne rouge pour la petite barre."],
    );
    assert_eq!(position.turn(), Turn::Seat(Seat::new(1)));
    let [] = &announced(&mut position, "-c1.1 I2:h1.1,i1.1")[..] else { panic!("nothing to notice") };
    let [end] = &announced(&mut position, "-e1.1")[..] else { panic!("only the end") };
    tabled(
        end,
        &["first sector", "squares on top", "stones lost", "total"],
        &["premier secteur", "cases au sommet", "pierres perdues", "total"],
        &[&[-8, 0, -1, -9], &[-4, 2, -1, -3]],
    );
}

#[test]
fn a_player_with_nothing_left_to_take_is_announced() {
    let mut position = nothing_left_to_take();
    let [out] = &announced(&mut position, "-a1.1 I2:d2.1,e2.1")[..] else { panic!("yellow has nothing to take") };
    noted(
        out,
        ["You can build no more", "Vous ne pouvez plus bâtir"],
        ["None of your stones can be taken.", "Aucune de vos pierres ne peut être prise."],
    );
}

#[test]
fn announcements_agree_with_the_rules_in_whole_games() {
    let (mut outs, mut sectors, mut short) = (0, 0, 0);
    for (seed, values) in Rumis::samples().into_iter().enumerate() {
        let options = tablee_core::contract::sample_options::<Rumis>(&values);
        let (mut position, mut dice) = (Rumis::start(&options, &()), TestDice::new(seed as u64));
        while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
            let before = position.clone();
            position.play_unchecked(mv);
            let announcements = Rumis::announce(&[], &before, mv, &position);
            let is_out = |position: &Position| Seat::all(position.seats()).filter(|seat| position.is_out(*seat)).count();
            let begins = before.sector() != position.sector();
            let expected = if position.is_over() || begins {
                usize::from(position.is_over()) + usize::from(begins)
            } else {
                is_out(&position) - is_out(&before)
            };
            assert_eq!(announcements.len(), expected, "{position:?}");
            sectors += usize::from(begins);
            for announcement in announcements {
                let Announcement { title, note, columns, rows, .. } = announcement;
                outs += usize::from(title.en.ends_with("build no more"));
                short += usize::from(note.is_some_and(|note| note.en.contains("in hand: the ")));
                assert!(rows.iter().all(|row| row.points.len() == columns.len()));
                // The figures of each row add up to the last one.
                for row in rows {
                    let (total, parts) = row.points.split_last().unwrap();
                    assert_eq!(parts.iter().sum::<i32>(), *total, "{title:?}");
                }
            }
        }
    }
    assert!(outs > 10 && sectors >= 4 && short > 3, "{outs} {sectors} {short}");
}
