//! Names of bots on the command line, and what players are called at a table.

use std::path::Path;

use tablee_bots::{BotSpec, bot_name, level_of};
use tablee_core::suggest::{did_you_mean, nearest};
use tablee_core::{Game, Knowledge, Lang, Seat, Text};
use tablee_games::Player;

use crate::engine::ENGINE;

/// Reads the name of one of our bots; a name that is mistyped gets a suggestion.
pub fn read_bot<P: Knowledge>(name: &str) -> Result<BotSpec, Text> {
    BotSpec::read::<P>(name).map_err(|refusal| did_you_mean(refusal, suggestion::<P>(name).as_deref()))
}

/// The bot that may be meant by a name that is none.
pub fn suggestion<P: Knowledge>(name: &str) -> Option<String> {
    let is_level = name.strip_prefix("level").is_some_and(|number| number.parse::<u32>().is_ok());
    if is_level {
        // It is out of range, and the refusal says the range.
        return None;
    }
    if let Some((kind, rest)) = name.split_once(':') {
        let kind = nearest(kind, ["search", "uct", ENGINE.trim_end_matches(':')])?;
        let meant = format!("{kind}:{rest}");
        return (meant != name).then_some(meant);
    }
    let levels: Vec<_> = (1..=P::LEVELS.len()).map(|level| format!("level{level}")).collect();
    let known = ["random", "greedy"].into_iter().chain(levels.iter().map(String::as_str));
    nearest(name, known).map(str::to_owned)
}

/// The name of a player at a table: a person's name, a bot's first name, or the short name of another bot.
pub fn first_name(player: &Player, seat: Seat) -> String {
    let Player::Bot(name) = player else { return player.name().to_owned() };
    match (level_of(name).and_then(|level| bot_name(level, seat)), name.strip_prefix(ENGINE)) {
        (Some(first), _) => first.to_owned(),
        (None, Some(command)) => engine_name(command),
        (None, None) => name.clone(),
    }
}

/// The name of an engine: the file that it is, without the way there and its ending. `python3 bots/mine.py --fast` is
/// `mine`.
fn engine_name(command: &str) -> String {
    let words: Vec<&Path> = command.split_whitespace().map(Path::new).collect();
    // What runs a script stands before it.
    let script = words.iter().find(|word| !word.to_string_lossy().starts_with('-') && word.extension().is_some());
    let file = script.or(words.first()).and_then(|word| word.file_stem());
    file.map_or_else(|| command.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The same with the level of a bot.
fn with_level(player: &Player, seat: Seat, lang: Lang) -> String {
    let name = first_name(player, seat);
    let level = match player {
        Player::Bot(bot) => level_of(bot),
        Player::Human(_) => None,
    };
    match level {
        Some(level) => lang.pick(format!("{name}, level {level}"), format!("{name}, niveau {level}")),
        None => name,
    }
}

/// A player in the log of a game: number and name, "1 Theo, level 3".
pub fn numbered_name(player: &Player, seat: Seat, lang: Lang) -> String {
    format!("{seat} {}", with_level(player, seat, lang))
}

/// The players in lists, by seat: number, name, and what the seat is called in the game, "1 Theo, level 3 (red)".
pub fn listed_names<G: Game>(options: &G::Options, players: &[Player], lang: Lang) -> Vec<String> {
    let listed = |(number, player)| {
        let seat = Seat::new(number);
        format!("{} ({})", numbered_name(player, seat, lang), G::seat_name(options, seat).say(lang))
    };
    players.iter().enumerate().map(listed).collect()
}

#[cfg(test)]
mod tests {
    use tablee_core::OptionValues;
    use tablee_games::options::{complete, standard_set};
    use tablee_games::rumis::Rumis;

    use super::*;

    #[test]
    fn bots_of_a_level_have_first_names_and_others_keep_theirs() {
        let name = |player: &Player, lang| with_level(player, Seat::new(1), lang);
        let bot = |name: &str| Player::Bot(name.to_owned());
        assert_eq!(name(&bot("level3"), Lang::En), "Theo, level 3");
        assert_eq!(name(&bot("level3"), Lang::Fr), "Theo, niveau 3");
        assert_eq!(name(&bot("search:200"), Lang::En), "search:200");
        assert_eq!(name(&Player::Human("level3".to_owned()), Lang::En), "level3");
    }

    #[test]
    fn engines_are_called_by_their_file() {
        for (command, expected) in [
            ("./mine", "mine"),
            ("python3 bots/greedy.py", "greedy"),
            ("python3 -u /a/long/way/to/greedy.py --depth 3.5", "greedy"),
            ("stockade --threads 2", "stockade"),
            ("/opt/engines/stockade", "stockade"),
        ] {
            let name = first_name(&Player::Bot(format!("engine:{command}")), Seat::new(0));
            assert_eq!(name, expected, "{command}");
        }
    }

    #[test]
    fn players_are_listed_with_what_their_seats_are_called() {
        let options = complete::<Rumis>(&OptionValues::new(), standard_set::<Rumis>());
        let players = [Player::Human("Anne".to_owned()), Player::Bot("level3".to_owned())];
        let names = listed_names::<Rumis>(&options.expect("the defaults"), &players, Lang::En);
        assert_eq!(names, ["0 Anne (yellow)", "1 Theo, level 3 (red)"]);
        assert_eq!(numbered_name(&players[1], Seat::new(1), Lang::Fr), "1 Theo, niveau 3", "in the log");
    }
}
