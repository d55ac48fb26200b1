//! Names of bots on the command line.

use tablee_bots::BotSpec;
use tablee_core::suggest::{did_you_mean, nearest};
use tablee_core::{Knowledge, Text};

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
