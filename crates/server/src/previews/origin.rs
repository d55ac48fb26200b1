//! The address of this server as its visitors write it, for links that leave the page.

use axum::http::{HeaderMap, header};

/// How the address of this server is found.
#[derive(Clone, Debug, Default)]
pub struct OriginSettings {
    /// The address that the operator has set, such as `https://club.example`.
    pub public_url: Option<String>,
    /// Whether a proxy in front of the server says by which scheme it was reached.
    pub behind_proxy: bool,
}

impl OriginSettings {
    /// Scheme and host, such as `https://club.example`; none if the request has no sane host.
    ///
    /// Anyone can send any `Host`. It only decides where the links in the answer to that same request lead, and no cache
    /// shares answers between hosts.
    pub fn origin(&self, request: &HeaderMap) -> Option<String> {
        if let Some(url) = &self.public_url {
            return Some(url.trim_end_matches('/').to_owned());
        }
        let host = request.get(header::HOST)?.to_str().ok().filter(|host| is_host(host))?;
        let said = || request.get("x-forwarded-proto")?.to_str().ok();
        // A proxy is there for TLS, unless it says otherwise.
        let scheme = match (self.behind_proxy, said()) {
            (false, _) | (true, Some("http")) => "http",
            (true, _) => "https",
        };
        Some(format!("{scheme}://{host}"))
    }
}

/// Whether this is a name or an IP address, with or without a port.
fn is_host(host: &str) -> bool {
    let name_ends = host.rfind(']').map_or(0, |at| at + 1);
    let (name, port) = match host[name_ends..].split_once(':') {
        Some((rest, port)) => (&host[..name_ends + rest.len()], Some(port)),
        None => (host, None),
    };
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let is_name = |name: &str| {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
        (1..=253).contains(&name.len()) && name.bytes().all(letter) && name.as_bytes()[0].is_ascii_alphanumeric()
    };
    let is_ipv6 = |name: &str| {
        let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        inner.is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok())
    };
    (is_name(name) || is_ipv6(name)) && port.is_none_or(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&'static str, &str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_sane_hosts_are_taken() {
        for host in ["club.example", "localhost:8017", "127.0.0.1:80", "[::1]:8017", "[2001:db8::1]", "xn--caf-dma.fr"] {
            assert!(is_host(host), "{host}");
        }
        let wrong = [
            "",
            ":80",
            "a b",
            "a/b",
            "evil\"><script>",
            "a:b",
            "a:",
            "a:99999",
            "a:80:80",
            "[::1",
            "::1",
            "[x]",
            ".a",
            "user@host",
            "é.fr",
            "[::1]x:80",
            "a]b",
        ];
        for host in wrong {
            assert!(!is_host(host), "{host}");
        }
        assert!(!is_host(&"a".repeat(254)));
    }

    #[test]
    fn the_address_of_the_operator_comes_first() {
        let host = ("host", "club.example");
        let plain = OriginSettings::default();
        assert_eq!(plain.origin(&request(&[host])).as_deref(), Some("http://club.example"));
        // Without a trusted proxy the header of a client counts for nothing.
        assert_eq!(plain.origin(&request(&[host, ("x-forwarded-proto", "https")])).as_deref(), Some("http://club.example"));
        assert_eq!(plain.origin(&request(&[("host", "a/b")])), None);
        assert_eq!(plain.origin(&request(&[])), None);
        let proxied = OriginSettings { behind_proxy: true, ..OriginSettings::default() };
        assert_eq!(proxied.origin(&request(&[host])).as_deref(), Some("https://club.example"));
        assert_eq!(proxied.origin(&request(&[host, ("x-forwarded-proto", "http")])).as_deref(), Some("http://club.example"));
        let set = OriginSettings { public_url: Some("https://games.example/".to_owned()), behind_proxy: true };
        assert_eq!(set.origin(&request(&[host])).as_deref(), Some("https://games.example"));
    }
}
