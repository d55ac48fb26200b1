//! The lenient reader of records.

use tablee_core::data::{DataError, Item};
use tablee_core::lang::quote;
use tablee_core::options::SET;
use tablee_core::{BySeat, MAX_SEATS, OptionValue, OptionValues, Outcome, Text, text};

use super::{Ply, Record, SetupLine, VERSION};
use crate::game_in_progress::check_name;
use crate::lines::read_text;
use crate::options::find;
use crate::shuffle::{Commitment, Salt, Seed, Shuffle};
use crate::{Departure, DepartureReason, GameId, Player, with_game};

/// Reads a record.
///
/// # Errors
/// The first line that is wrong, and why; an unknown version; a file that is cut off.
pub fn read(bytes: &[u8]) -> Result<Record, DataError> {
    let text = read_text(bytes)?;
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (first, title) = lines.next().unwrap_or((1, ""));
    let version = read_title(title).map_err(|problem| DataError { line: first, problem })?;
    let mut draft = Draft { version, ..Draft::default() };
    let mut last = first;
    for (line, content) in lines {
        if draft.ended {
            return Err(DataError {
                line,
                problem: text!("there is something after the end", "il y a quelque chose après la fin"),
            });
        }
        draft.line(line, content).map_err(|problem| DataError { line, problem })?;
        last = line;
    }
    draft.finish(last)
}

/// Reads the first line. Returns the version.
fn read_title(title: &str) -> Result<u32, Text> {
    let words: Vec<_> = title.split_whitespace().map(str::to_lowercase).collect();
    let ["tablee" | "tablée", "record", version] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
        return Err(text!(
            "this is not a game record: this line does not begin with \"tablee record\"",
            "ce n’est pas une partie enregistrée : cette ligne ne commence pas par « tablee record »"
        ));
    };
    (1..=VERSION).find(|known| version == known.to_string()).ok_or_else(|| {
        let version: String = version.chars().take(20).collect();
        text!(
            "this record is of version {version}, and only versions 1 to {VERSION} are known here",
            "cette partie est en version {version}, et seules les versions 1 à {VERSION} sont connues ici"
        )
    })
}

/// The record as far as it has been read.
#[derive(Default)]
struct Draft {
    version: u32,
    game: Option<GameId>,
    options: OptionValues,
    set: Option<Item<String>>,
    players: Vec<Player>,
    setup: Option<Item<SetupLine>>,
    commitment: Option<Item<Commitment>>,
    salts: Vec<Salt>,
    reveal: Option<Seed>,
    plies: Vec<Item<Ply>>,
    departures: Vec<Item<Departure>>,
    score: Option<Item<Vec<i32>>>,
    place: Option<Vec<u8>>,
    ended: bool,
}

impl Draft {
    fn line(&mut self, line: usize, content: &str) -> Result<(), Text> {
        let (key, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let rest = rest.trim();
        if key.starts_with(|c: char| c.is_ascii_digit()) {
            return self.ply(line, key, rest);
        }
        match key.to_lowercase().as_str() {
            "game" => self.game(rest),
            "option" => self.option(rest),
            "set" => {
                once(&self.options.word(SET.name), "set").map(|()| self.options.set(SET.name, OptionValue::Word(rest.to_owned())))
            }
            "|" => {
                let set = self.set.get_or_insert(Item { value: String::new(), line });
                set.value.push_str(rest);
                set.value.push('\n');
                Ok(())
            }
            "seat" => self.seat(rest),
            key @ ("setup" | "laid") => {
                once(&self.setup, key)?;
                self.setup = Some(Item { value: SetupLine { line: rest.to_owned(), laid: key == "laid" }, line });
                Ok(())
            }
            "commitment" => {
                once(&self.commitment, "commitment")?;
                self.commitment = Some(Item { value: rest.parse().map_err(|()| not_hexadecimal("commitment"))?, line });
                Ok(())
            }
            "salt" => self.salt(rest),
            "reveal" => {
                once(&self.reveal, "reveal")?;
                self.reveal = Some(rest.parse().map_err(|()| not_hexadecimal("reveal"))?);
                Ok(())
            }
            "out" if self.version >= 2 => self.departure(line, rest),
            "back" if self.version >= 2 => self.comes_back(line, rest),
            "score" => {
                once(&self.score, "score")?;
                self.score = Some(Item { value: numbers(rest)?, line });
                Ok(())
            }
            "place" => {
                once(&self.place, "place")?;
                self.place = Some(numbers(rest)?);
                Ok(())
            }
            "end" => {
                self.ended = true;
                Ok(())
            }
            _ => {
                let key = quote(key);
                Err(text!("{key} begins no line of a record", "{key} ne commence aucune ligne d’une partie enregistrée"))
            }
        }
    }

    fn game(&mut self, name: &str) -> Result<(), Text> {
        once(&self.game, "game")?;
        self.game = Some(GameId::read(&name.to_lowercase())?);
        Ok(())
    }

    fn option(&mut self, rest: &str) -> Result<(), Text> {
        let Some(game) = self.game else {
            return Err(text!("an option comes before the game", "une option vient avant le jeu"));
        };
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let spec = with_game!(game, G => find::<G>(&name.to_lowercase()))?;
        once(&self.options.get(spec.name), spec.name)?;
        self.options.set(spec.name, spec.read(value)?);
        Ok(())
    }

    fn seat(&mut self, rest: &str) -> Result<(), Text> {
        let mut words = rest.splitn(3, char::is_whitespace);
        let (number, kind, name) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or("").trim());
        let next = self.players.len();
        if number != next.to_string() || next == MAX_SEATS {
            let number = quote(number);
            return Err(text!(
                "seat {number} comes where seat {next} should",
                "la place {number} vient là où la place {next} devrait être"
            ));
        }
        let name = check_name(name)?.to_owned();
        self.players.push(match kind.to_lowercase().as_str() {
            "human" => Player::Human(name),
            "bot" => Player::Bot(name),
            _ => {
                let kind = quote(kind);
                return Err(text!("{kind} is neither human nor bot", "{kind} n’est ni human ni bot"));
            }
        });
        Ok(())
    }

    fn salt(&mut self, rest: &str) -> Result<(), Text> {
        let (seat, word) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let seat = seat.parse().map_err(|()| no_seat(seat))?;
        if self.salts.iter().any(|salt| salt.seat == seat) {
            return Err(text!("seat {seat} has two salts", "la place {seat} a deux sels"));
        }
        self.salts.push(Salt::new(seat, word.trim())?);
        Ok(())
    }

    /// A ply: its number, whose it is (optional), and the move.
    fn ply(&mut self, line: usize, number: &str, rest: &str) -> Result<(), Text> {
        let expected = self.plies.len();
        let number = number.trim_end_matches(['.', ':']);
        if number != expected.to_string() {
            let number: String = number.chars().take(20).collect();
            return Err(text!(
                "ply {number} comes where ply {expected} should",
                "le coup {number} vient là où le coup {expected} devrait être"
            ));
        }
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let who = if first.eq_ignore_ascii_case("chance") { Some(None) } else { first.parse().ok().map(Some) };
        let spelling = if who.is_some() { after.trim() } else { rest };
        if spelling.is_empty() {
            return Err(text!("ply {number} has no move", "le coup {number} est vide"));
        }
        self.plies.push(Item { value: Ply { who, spelling: spelling.to_owned() }, line });
        Ok(())
    }

    /// A player who left: the seat, why, and the bot that plays on, if there is one.
    fn departure(&mut self, line: usize, rest: &str) -> Result<(), Text> {
        let mut words = rest.splitn(3, char::is_whitespace);
        let (seat, why, bot) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or("").trim());
        let seat = seat.parse().map_err(|()| no_seat(seat))?;
        let known = DepartureReason::ALL.into_iter().find(|reason| why.eq_ignore_ascii_case(reason.word()));
        let why = known.ok_or_else(|| {
            let why = quote(why);
            text!(
                "{why} is no reason to leave: resigned, time or away",
                "{why} n’est pas une raison de partir : resigned, time ou away"
            )
        })?;
        let bot = (!bot.is_empty()).then(|| check_name(bot).map(str::to_owned)).transpose()?;
        self.departures.push(Item { value: Departure { after: self.plies.len(), seat, why, bot }, line });
        Ok(())
    }

    /// A player who came back: the seat.
    fn comes_back(&mut self, line: usize, rest: &str) -> Result<(), Text> {
        let seat = rest.trim().parse().map_err(|()| no_seat(rest.trim()))?;
        let value = Departure { after: self.plies.len(), seat, why: DepartureReason::Back, bot: None };
        self.departures.push(Item { value, line });
        Ok(())
    }

    fn finish(self, last: usize) -> Result<Record, DataError> {
        let missing = |problem| DataError { line: last, problem };
        if !self.ended {
            return Err(missing(text!(
                "the record is cut off: nothing after this line, and no \"end\"",
                "la partie est coupée : plus rien après cette ligne, et pas de « end »"
            )));
        }
        let game = self.game.ok_or_else(|| missing(text!("the record names no game", "la partie ne nomme aucun jeu")))?;
        if self.commitment.is_none() && (self.reveal.is_some() || !self.salts.is_empty()) {
            return Err(missing(text!(
                "there is a salt or a reveal, but no commitment",
                "il y a un sel ou une révélation, mais pas d’engagement"
            )));
        }
        let outcome = match (self.score, self.place) {
            (None, None) => None,
            (Some(score), Some(place)) if score.value.len() == place.len() => Some(Item {
                value: Outcome {
                    score: BySeat::from_fn(place.len(), |seat| score.value[seat.number()]),
                    place: BySeat::from_fn(place.len(), |seat| place[seat.number()]),
                },
                line: score.line,
            }),
            _ => {
                return Err(missing(text!(
                    "score and place do not each have one number per seat",
                    "score et place n’ont pas chacun un nombre par place"
                )));
            }
        };
        let (salts, reveal) = (self.salts, self.reveal);
        let shuffle = self
            .commitment
            .map(|commitment| Item { value: Shuffle { commitment: commitment.value, salts, reveal }, line: commitment.line });
        let setup = self.setup.unwrap_or(Item { value: SetupLine { line: String::new(), laid: false }, line: last });
        Ok(Record {
            game,
            options: self.options,
            set: self.set,
            players: self.players,
            setup,
            shuffle,
            plies: self.plies,
            departures: self.departures,
            outcome,
        })
    }
}

fn once<T>(before: &Option<T>, key: &str) -> Result<(), Text> {
    if before.is_some() { Err(text!("{key} is given twice", "{key} figure deux fois")) } else { Ok(()) }
}

fn no_seat(seat: &str) -> Text {
    let seat = quote(seat);
    text!("there is no seat {seat}", "il n’y a pas de place {seat}")
}

fn not_hexadecimal(key: &str) -> Text {
    text!("the {key} is not 64 hexadecimal digits", "{key} : ce ne sont pas 64 chiffres hexadécimaux")
}

fn numbers<T: std::str::FromStr>(rest: &str) -> Result<Vec<T>, Text> {
    let numbers: Option<Vec<T>> = rest.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers
        .filter(|numbers| (1..=MAX_SEATS).contains(&numbers.len()))
        .ok_or_else(|| text!("this is not one number per seat", "ce n’est pas un nombre par place"))
}
