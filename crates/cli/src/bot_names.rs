//! Names of bots on the command line, and what players are called at a table.

use tablee_bots::{BotSpec, bot_name, level_of};
use tablee_core::suggest::{did_you_mean, nearest};
use tablee_core::{Knowledge, Lang, Seat, Text};
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

/// What a player is called at a table: a person's name, a bot's first name with its level, or the name of another bot.
pub fn spoken_name(player: &Player, seat: Seat, lang: Lang) -> String {
    let level = match player {
        Player::Bot(name) => level_of(name),
        Player::Human(_) => None,
    };
    match level.and_then(|level| Some((level, bot_name(level, seat)?))) {
        Some((level, name)) => lang.pick(format!("{name}, level {level}"), format!("{name}, niveau {level}")),
        None => player.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_a_level_have_first_names_and_others_keep_theirs() {
        let name = |player: &Player, lang| spoken_name(player, Seat::new(1), lang);
        let bot = |name: &str| Player::Bot(name.to_owned());
        assert_eq!(name(&bot("level3"), Lang::En), "Theo, level 3");
        assert_eq!(name(&bot("level3"), Lang::Fr), "Theo, niveau 3");
        assert_eq!(name(&bot("search:200"), Lang::En), "search:200");
        assert_eq!(name(&bot("engine:./mine"), Lang::Fr), "engine:./mine");
        assert_eq!(name(&Player::Human("level3".to_owned()), Lang::En), "level3");
    }
}
