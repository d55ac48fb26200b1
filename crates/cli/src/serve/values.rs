//! Reading the values of settings, and showing them as they would be given.

use std::num::NonZeroU32;
use std::str::FromStr;

use tablee_core::lang::quote;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Text, text};
use tablee_server::MetricsFor;
use tablee_server::limits::{Network, Rate};
use tracing::level_filters::LevelFilter;

use super::log::Format;

/// How much is logged.
pub const LEVELS: [(&str, LevelFilter); 6] = [
    ("off", LevelFilter::OFF),
    ("error", LevelFilter::ERROR),
    ("warn", LevelFilter::WARN),
    ("info", LevelFilter::INFO),
    ("debug", LevelFilter::DEBUG),
    ("trace", LevelFilter::TRACE),
];

/// In which form it is logged.
pub const FORMATS: [(&str, Format); 2] = [("text", Format::Text), ("json", Format::Json)];

/// Who may read the metrics.
pub const READERS: [(&str, MetricsFor); 3] =
    [("local", MetricsFor::Local), ("everyone", MetricsFor::Everyone), ("off", MetricsFor::Nobody)];

/// Reads one of some words.
pub fn read_word<T: Copy>(value: &str, words: &[(&str, T)]) -> Result<T, Text> {
    words.iter().find(|(word, _)| *word == value).map(|(_, meant)| *meant).ok_or_else(|| {
        let names: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let (given, known) = (quote(value), names.join(", "));
        let said = text!("{given} is not one of {known}", "{given} n’est pas dans la liste : {known}");
        with_suggestion(said, value, names)
    })
}

/// The word for a value.
pub fn show_word<T: Copy + PartialEq>(meant: T, words: &[(&str, T)]) -> String {
    words.iter().find(|(_, other)| *other == meant).map_or_else(String::new, |(word, _)| (*word).to_owned())
}

/// An address with one of these beginnings. A wrong one is not shown: it may contain a password.
pub fn read_address(value: &str, beginnings: &[&str]) -> Result<Option<String>, Text> {
    if value == "off" {
        return Ok(None);
    }
    if beginnings.iter().any(|beginning| value.starts_with(beginning)) {
        return Ok(Some(value.to_owned()));
    }
    let beginning = beginnings[0];
    Err(text!(
        "this is neither `off` nor an address that begins with {beginning}",
        "ce n’est ni `off` ni une adresse qui commence par {beginning}"
    ))
}

/// The address of the site: scheme and host, without a path.
pub fn read_public_url(value: &str) -> Result<Option<String>, Text> {
    if value == "off" {
        return Ok(None);
    }
    let host = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://")).unwrap_or_default();
    let host = host.strip_suffix('/').unwrap_or(host);
    if !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte)) {
        return Ok(Some(value.trim_end_matches('/').to_owned()));
    }
    let given = quote(value);
    Err(text!(
        "{given} is neither `off` nor an address like https://club.example, without a path",
        "{given} n’est ni `off` ni une adresse comme https://club.example, sans chemin"
    ))
}

/// Reads a whole number up to a limit.
pub fn read_whole(value: &str, most: u64) -> Result<u64, Text> {
    u64::from_str(value).ok().filter(|number| *number <= most).ok_or_else(|| {
        let given = quote(value);
        text!("{given} is not a whole number from 0 to {most}", "{given} n’est pas un nombre entier de 0 à {most}")
    })
}

/// Reads a whole number of at least 1.
fn read_count(value: &str) -> Result<NonZeroU32, Text> {
    NonZeroU32::from_str(value).map_err(|_| {
        let (given, most) = (quote(value), u32::MAX);
        text!(
            "{given} is neither a whole number from 1 to {most} nor `off`",
            "{given} n’est ni un nombre entier de 1 à {most} ni `off`"
        )
    })
}

/// Reads a rate, or `off`.
pub fn read_rate(value: &str) -> Result<Option<Rate>, Text> {
    if value == "off" {
        return Ok(None);
    }
    let read = || {
        let (burst, per_minute) = value.strip_suffix("/min")?.split_once('+')?;
        Some(Rate { burst: burst.parse().ok()?, per_minute: per_minute.parse().ok()? })
    };
    read().map(Some).ok_or_else(|| {
        let given = quote(value);
        text!(
            "{given} is neither `off` nor like 10+30/min: 10 at once, then 30 per minute, both at least 1",
            "{given} n’est ni `off` ni de la forme 10+30/min : 10 d’un coup, puis 30 par minute, au moins 1 chacun"
        )
    })
}

/// A rate as it is given.
pub fn show_rate(rate: Option<Rate>) -> String {
    rate.map_or_else(|| "off".to_owned(), |Rate { burst, per_minute }| format!("{burst}+{per_minute}/min"))
}

/// Networks, separated by commas.
pub fn read_networks(value: &str) -> Result<Vec<Network>, Text> {
    if value == "off" {
        return Ok(Vec::new());
    }
    value.split(',').map(|network| network.trim().parse()).collect()
}

pub fn show_networks(networks: &[Network]) -> String {
    if networks.is_empty() {
        return "off".to_owned();
    }
    networks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

pub fn read_cap(value: &str) -> Result<Option<NonZeroU32>, Text> {
    if value == "off" { Ok(None) } else { read_count(value).map(Some) }
}

pub fn show_cap(cap: Option<NonZeroU32>) -> String {
    cap.map_or_else(|| "off".to_owned(), |most| most.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_the_site_has_no_path() {
        for (value, read) in [
            ("off", Some(None)),
            ("https://club.example", Some(Some("https://club.example"))),
            ("http://[::1]:8017/", Some(Some("http://[::1]:8017"))),
            ("club.example", None),
            ("https://", None),
            ("https://club.example/games", None),
            ("https://club.example\"><script>", None),
            ("", None),
        ] {
            assert_eq!(read_public_url(value).ok(), read.map(|url| url.map(str::to_owned)), "{value}");
        }
    }

    #[test]
    fn networks_are_read_as_they_are_shown() {
        for (value, shown) in [("off", "off"), ("10.0.0.0/8, ::1", "10.0.0.0/8,::1/128")] {
            assert_eq!(read_networks(value).map(|networks| show_networks(&networks)).as_deref(), Ok(shown));
        }
        assert!(read_networks("10.0.0.0/8,club.example").is_err() && read_networks("").is_err());
    }
}
