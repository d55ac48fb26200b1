//! The words of a preview: a title and a description, in both languages.
//!
//! A title is a line of scores, as of a match: "Kumata: Anna 48, Margot 41". It needs no verb that would have to agree
//! with a name.

use tablee_bots::{bot_name, level_of};
use tablee_core::{Game, Lang, MAX_SEATS, Seat, Text, Turn, text};
use tablee_games::{AnyGame, GameId, TurnView, with_game};
use tablee_protocol::{How, Progress, Summary, Who};

use crate::validation::{LONGEST_NAME, clean_name};

/// The words of a preview.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub title: Text,
    pub description: Text,
}

impl Card {
    /// The words for every page without its own.
    pub fn generic() -> Card {
        Card {
            title: text!("Tablée", "Tablée"),
            description: text!(
                "Tile-laying and building games in the browser, with friends or against bots.",
                "Des jeux de pose et de construction dans le navigateur, entre amis ou contre des robots."
            ),
        }
    }

    /// The words for a shared game.
    pub fn of_game(game: &dyn AnyGame) -> Card {
        let (info, view) = (game.info(), game.view(None));
        let over = matches!(view.turn, TurnView::Over);
        let players: Vec<_> = info
            .players
            .iter()
            .zip(&info.looks)
            .zip(Seat::all(info.players.len()))
            .map(|((player, look), seat)| match &player.bot {
                Some(bot) => PlayerWords::bot(bot, seat, Some(&look.name)),
                None => PlayerWords::person(&player.name, Some(&look.name)),
            })
            .collect();
        let sides = players.iter().zip(&info.looks).zip(view.scores.iter().zip(&view.places));
        let sides = sides.map(|((player, look), (score, place))| Side {
            name: player.name.clone(),
            team: look.team,
            place: *place,
            score: *score,
        });
        let moves = (0..game.plies()).filter(|ply| matches!(game.turn_of(*ply), Some(Turn::Seat(_)))).count();
        let (who, count) = (list(players.iter().map(|player| &player.full)), counted_moves(moves));
        Card {
            title: headline(
                info.name,
                if over { score_line(sides.collect()) } else { list(players.iter().map(|player| &player.name)) },
            ),
            description: if over {
                both(&who, &count, |who, count| text!("{who}. {count}. Watch the replay.", "{who}. {count}. Revoyez la partie."))
            } else {
                both(&who, &count, |who, count| text!("{who}. {count} so far.", "{who}. {count} pour l’instant."))
            },
        }
    }

    /// The words for a public table; none for one that was closed.
    pub fn of_table(summary: &Summary) -> Option<Card> {
        let game = with_game!(GameId::from_name(&summary.game)?, G => <G as Game>::NAME);
        let seats = || summary.seats.iter().zip(Seat::all(MAX_SEATS));
        let players: Vec<_> = seats().filter_map(|(seat, number)| Some(PlayerWords::of(seat.who.as_ref()?, number))).collect();
        let at_table = list(players.iter().map(|player| &player.full));
        Some(match summary.state {
            Progress::Closed => return None,
            Progress::Open => {
                let free = summary.seats.iter().filter(|seat| seat.who.is_none()).count();
                let host = clean(&summary.host.name);
                let title = match free {
                    0 => text!("about to begin", "la partie va commencer"),
                    1 => text!("one seat is free", "une place est libre"),
                    _ => text!("{free} seats are free", "{free} places sont libres"),
                };
                let description = match players.len() {
                    0 => text!("Opened by {host}.", "Table ouverte par {host}."),
                    _ => both(&at_table, &at_table, |players, _| {
                        text!("Opened by {host}. At the table: {players}.", "Table ouverte par {host}. À table : {players}.")
                    }),
                };
                Card { title: headline(game, title), description }
            }
            Progress::Playing => Card {
                title: headline(game, list(players.iter().map(|player| &player.name))),
                description: both(&at_table, &at_table, |players, _| {
                    text!("{players}. The game is on: come and watch.", "{players}. La partie est en cours : venez la suivre.")
                }),
            },
            Progress::Over if summary.how == Some(How::Aborted) => Card {
                title: headline(game, text!("game aborted", "partie annulée")),
                description: both(&at_table, &at_table, |players, _| {
                    text!("{players}. The game has no result.", "{players}. La partie est sans résultat.")
                }),
            },
            Progress::Over => {
                let sides = seats().zip(0..).filter_map(|((seat, number), team)| {
                    let name = PlayerWords::of(seat.who.as_ref()?, number).name;
                    Some(Side { name, team, place: seat.place?, score: seat.score? })
                });
                Card {
                    title: headline(game, score_line(sides.collect())),
                    description: both(&at_table, &at_table, |players, _| {
                        text!("{players}. The game is over: watch the replay.", "{players}. La partie est finie : revoyez-la.")
                    }),
                }
            }
        })
    }
}

/// A player: the name alone, and with what else is known.
struct PlayerWords {
    name: Text,
    full: Text,
}

impl PlayerWords {
    fn of(who: &Who, seat: Seat) -> PlayerWords {
        match who {
            Who::Person(person) => PlayerWords::person(&person.name, None),
            Who::Bot(bot) => PlayerWords::bot(bot, seat, None),
        }
    }

    /// A person; someone without a name is called by the colour, clan or emblem of the seat.
    fn person(name: &str, look: Option<&Text>) -> PlayerWords {
        let name = clean(name);
        match look {
            Some(look) if name.is_empty() => {
                let name = Text { en: capital(&look.en), fr: capital(&look.fr) };
                PlayerWords { full: name.clone(), name }
            }
            _ => {
                let name = Text { en: name.clone(), fr: name };
                PlayerWords { full: with_notes(&name, look.into_iter().cloned().collect()), name }
            }
        }
    }

    /// A bot; one without a level has no name of its own, and is called like a person without one.
    fn bot(bot: &str, seat: Seat, look: Option<&Text>) -> PlayerWords {
        let named = level_of(bot).and_then(|level| Some((bot_name(level, seat)?, level)));
        let Some((name, level)) = named else {
            let bot = clean(bot);
            let kind = text!("bot {bot}", "robot {bot}");
            return match look {
                Some(look) => {
                    let name = Text { en: capital(&look.en), fr: capital(&look.fr) };
                    PlayerWords { full: with_notes(&name, vec![kind]), name }
                }
                None => PlayerWords { full: kind.clone(), name: kind },
            };
        };
        let (name, level) = (text!("{name}", "{name}"), text!("level {level}", "niveau {level}"));
        PlayerWords { full: with_notes(&name, [level].into_iter().chain(look.cloned()).collect()), name }
    }
}

fn with_notes(name: &Text, notes: Vec<Text>) -> Text {
    if notes.is_empty() {
        return name.clone();
    }
    both(name, &list(notes.iter()), |name, notes| text!("{name} ({notes})", "{name} ({notes})"))
}

/// A seat in the result.
struct Side {
    name: Text,
    team: u8,
    place: u8,
    score: i32,
}

/// The result, best first; the members of a team together, with the points of all of them.
fn score_line(sides: Vec<Side>) -> Text {
    let mut teams: Vec<(u8, u8, Vec<Text>, i32)> = Vec::new();
    for Side { name, team, place, score } in sides {
        match teams.iter_mut().find(|(_, known, ..)| *known == team) {
            Some((_, _, names, total)) => {
                names.push(name);
                *total += score;
            }
            None => teams.push((place, team, vec![name], score)),
        }
    }
    teams.sort_by_key(|(place, ..)| *place);
    let in_lang = |lang: Lang| {
        let team = |(_, _, names, total): &(u8, u8, Vec<Text>, i32)| {
            let names: Vec<_> = names.iter().map(|name| name.say(lang)).collect();
            let points = if *total < 0 { format!("−{}", total.unsigned_abs()) } else { total.to_string() };
            format!("{} {points}", names.join(" & "))
        };
        teams.iter().map(team).collect::<Vec<_>>().join(", ")
    };
    Text { en: in_lang(Lang::En), fr: in_lang(Lang::Fr) }
}

fn headline(game: &str, what: Text) -> Text {
    what.after(game)
}

fn counted_moves(moves: usize) -> Text {
    let number = moves as i64;
    let (en, fr) = (Lang::En.plural(number, "move", "moves"), Lang::Fr.plural(number, "coup", "coups"));
    text!("{moves} {en}", "{moves} {fr}")
}

/// A list of names.
fn list<'a>(names: impl Iterator<Item = &'a Text> + Clone) -> Text {
    let join = |lang: Lang| names.clone().map(|name| name.say(lang)).collect::<Vec<_>>().join(", ");
    Text { en: join(Lang::En), fr: join(Lang::Fr) }
}

/// A sentence made of two texts, each in its own language.
fn both(one: &Text, other: &Text, sentence: impl Fn(&str, &str) -> Text) -> Text {
    Text { en: sentence(&one.en, &other.en).en, fr: sentence(&one.fr, &other.fr).fr }
}

/// A name from outside: without characters that are invisible or change the direction of writing, and not too long.
fn clean(name: &str) -> String {
    let words = clean_name(name);
    if words.chars().count() <= LONGEST_NAME {
        return words;
    }
    words.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tablee_games::shuffle::{Bytes32, Shuffle};
    use tablee_games::{NewGame, Player, Settled, begin};
    use tablee_protocol::{Clock, Person, SeatSummary};

    use super::*;

    fn kumata(players: Vec<Player>, options: &[(&str, &str)]) -> Box<dyn AnyGame> {
        let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let shuffle = Some(Shuffle::revealed(Bytes32([3; 32]), Vec::new()));
        let new = NewGame { game: GameId::Kumata, options: &options, set: None, players, shuffle, settled: Settled::Shuffled };
        begin(new).unwrap()
    }

    fn play_on(game: &mut dyn AnyGame) {
        loop {
            while game.draw().is_some() {}
            let (_, moves) = game.legal_moves(1);
            let Some((mv, _)) = moves.first() else { break };
            let mv = mv.clone();
            game.play(&mv).unwrap();
        }
    }

    #[test]
    fn a_shared_game_is_a_line_of_scores() {
        let players = vec![Player::Human("Anna".to_owned()), Player::Bot("level2".to_owned())];
        let mut game = kumata(players, &[("players", "2")]);
        let card = Card::of_game(&*game);
        assert_eq!(card.title.en, "Kumata: Anna, Felix");
        assert_eq!(card.description.fr, "Anna (hippopotames), Felix (niveau 2, crocodiles). 0 coup pour l’instant.");
        play_on(&mut *game);
        let card = Card::of_game(&*game);
        let (score, place) = (game.outcome().score, game.outcome().place);
        let [anna, felix] = [format!("Anna {}", score[Seat::new(0)]), format!("Felix {}", score[Seat::new(1)])];
        let line = if place[Seat::new(0)] == 1 { format!("{anna}, {felix}") } else { format!("{felix}, {anna}") };
        assert_eq!((card.title.en, card.title.fr), (format!("Kumata: {line}"), format!("Kumata\u{a0}: {line}")));
        assert!(card.description.en.ends_with(" moves. Watch the replay."), "{}", card.description.en);
    }

    #[test]
    fn a_bot_without_a_level_has_the_look_of_its_seat() {
        let card =
            Card::of_game(&*kumata(["greedy", "level999"].map(|bot| Player::Bot(bot.to_owned())).to_vec(), &[("players", "2")]));
        assert_eq!(card.title.en, "Kumata: Hippos, Crocodiles");
        assert!(card.description.en.starts_with("Hippos (bot greedy), Crocodiles (bot level999). "), "{}", card.description.en);
    }

    #[test]
    fn a_team_has_one_score_and_someone_without_a_name_the_look_of_the_seat() {
        let players = ["", "Bob", "\u{202e}Eve\u{200b}", &"x".repeat(70)].map(|name| Player::Human(name.to_owned()));
        let mut game = kumata(players.to_vec(), &[("players", "4"), ("teams", "true")]);
        let looks: Vec<_> = game.info().looks.into_iter().map(|look| look.name.en).collect();
        play_on(&mut *game);
        let Card { title, description } = Card::of_game(&*game);
        let (cut, first) = (format!("{}…", "x".repeat(23)), capital(&looks[0]));
        assert!(title.en.contains(&format!("{first} & Eve ")) && title.fr.contains(&format!("Bob & {cut} ")), "{}", title.en);
        let named = format!("{first}, Bob ({}), Eve ({}), {cut} ({}). ", looks[1], looks[2], looks[3]);
        assert!(description.en.starts_with(&named), "{}", description.en);
    }

    #[test]
    fn a_table_says_what_one_can_do_there() {
        let anna = Person { id: "anna".to_owned(), name: "Anna".to_owned(), guest: false };
        let seat = |who| SeatSummary { who, reserved: None, place: None, score: None };
        let mut summary = Summary {
            table: "table".to_owned(),
            game: "rumis".to_owned(),
            options: [("players".to_owned(), "3".to_owned())].into(),
            state: Progress::Open,
            host: anna.clone(),
            seats: vec![seat(Some(Who::Person(anna))), seat(Some(Who::Bot("greedy".to_owned()))), seat(None)],
            clock: Clock::None,
            public: true,
            rated: false,
            opened: 1,
            changed: 1,
            turn: None,
            how: None,
            begins: None,
        };
        let card = Card::of_table(&summary).unwrap();
        assert_eq!(
            (card.title.en.as_str(), card.title.fr.as_str()),
            ("Rumis: one seat is free", "Rumis\u{a0}: une place est libre")
        );
        assert_eq!(card.description.en, "Opened by Anna. At the table: Anna, bot greedy.");
        summary.seats[2].who = Some(Who::Bot("level2".to_owned()));
        assert_eq!(Card::of_table(&summary).unwrap().title.en, "Rumis: about to begin");
        summary.state = Progress::Playing;
        assert_eq!(Card::of_table(&summary).unwrap().title.fr, "Rumis\u{a0}: Anna, robot greedy, Iris");
        summary.state = Progress::Over;
        for (seat, (place, score)) in summary.seats.iter_mut().zip([(2, 7), (3, -1), (1, 9)]) {
            (seat.place, seat.score) = (Some(place), Some(score));
        }
        assert_eq!(Card::of_table(&summary).unwrap().title.en, "Rumis: Iris 9, Anna 7, bot greedy −1");
        summary.how = Some(How::Aborted);
        assert_eq!(Card::of_table(&summary).unwrap().title.en, "Rumis: game aborted");
        summary.state = Progress::Closed;
        assert_eq!(Card::of_table(&summary), None);
    }
}
