//! Trusted proxies, and the addresses of clients that they forward: `Forwarded` (RFC 7239) or `X-Forwarded-For`.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, HeaderName, header};
use tablee_core::lang::quote;
use tablee_core::{Text, text};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// A network of proxies, such as `10.0.0.0/8`, `fd00::/8` or `192.0.2.1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    /// How many leading bits of an address count.
    prefix: u8,
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        let same = |ours: u128, theirs: u128, bits: u8| {
            let rest = u32::from(bits - self.prefix);
            ours.checked_shr(rest).unwrap_or(0) == theirs.checked_shr(rest).unwrap_or(0)
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => same(ours.to_bits().into(), theirs.to_bits().into(), 32),
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => same(ours.to_bits(), theirs.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = Text;

    fn from_str(text: &str) -> Result<Network, Text> {
        let read = || {
            let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
            let address = IpAddr::from_str(address).ok()?.to_canonical();
            let bits = if address.is_ipv4() { 32 } else { 128 };
            let prefix = prefix.map_or(Some(bits), |prefix| prefix.parse().ok().filter(|prefix| *prefix <= bits))?;
            Some(Network { address, prefix })
        };
        read().ok_or_else(|| {
            let given = quote(text);
            text!("{given} is not a network such as 10.0.0.0/8", "{given} n’est pas un réseau comme 10.0.0.0/8")
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

/// Which proxies are trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProxySettings {
    /// Whether every peer is a trusted proxy: nobody else can reach the server.
    pub everyone: bool,
    /// The networks of trusted proxies.
    pub networks: Vec<Network>,
    /// How many proxies a request passes at most, one after the other.
    pub hops: u8,
}

impl Default for ProxySettings {
    fn default() -> ProxySettings {
        ProxySettings { everyone: false, networks: Vec::new(), hops: 1 }
    }
}

/// The trusted proxies of a server.
#[derive(Debug, Default)]
pub(super) struct Proxies {
    settings: ProxySettings,
    /// Whether it was logged that a header came from a peer that is not trusted.
    warned: AtomicBool,
}

impl Proxies {
    pub fn new(settings: ProxySettings) -> Proxies {
        Proxies { settings, warned: AtomicBool::new(false) }
    }

    /// Whether this peer is a trusted proxy.
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.settings.everyone || self.settings.networks.iter().any(|network| network.contains(peer))
    }

    /// The address of a client: its peer address, or the one that trusted proxies forward.
    ///
    /// Each proxy appends the address of its own peer. So the list is read from its end, past trusted proxies, and
    /// never further than there are hops: whatever a client wrote itself stands before that.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            let unasked = headers.contains_key(header::FORWARDED) || headers.contains_key(X_FORWARDED_FOR);
            if unasked && !self.warned.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    %peer,
                    "a peer that is not a trusted proxy forwards an address, which is ignored; if it is your proxy, name it in trusted_proxies"
                );
            }
            return peer;
        }
        // A proxy writes one of the headers, and may pass on the other one as the client sent it. If they disagree,
        // neither is believed: otherwise a client could choose its address.
        let clients = forwarded_for(headers).map(|forwarded| self.client_of(peer, forwarded));
        match clients {
            [Some(one), Some(other)] if one != other => peer,
            [one, other] => one.or(other).unwrap_or(peer),
        }
    }

    /// The client of a list of forwarded addresses, if there is one.
    fn client_of(&self, peer: IpAddr, forwarded: Vec<Option<IpAddr>>) -> Option<IpAddr> {
        if forwarded.is_empty() {
            return None;
        }
        let mut client = peer;
        for forwarded in forwarded.into_iter().rev().take(self.settings.hops.into()) {
            // An unknown or hidden address: the proxy that says so stands for the client.
            let Some(address) = forwarded else { break };
            client = address;
            if !self.trusts(client) {
                break;
            }
        }
        Some(client)
    }

    /// Whether the request came over TLS, as a trusted proxy says.
    pub fn is_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusts(peer) && forwarded_proto(headers).is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
    }
}

/// The forwarded addresses of both headers, nearest last; `None` for those that are hidden or unreadable.
fn forwarded_for(headers: &HeaderMap) -> [Vec<Option<IpAddr>>; 2] {
    let elements = values(headers, &header::FORWARDED).flat_map(|value| split_quoted(value, ','));
    let standard = elements.map(|element| read_node(&parameter(element, "for")?)).collect();
    let usual = values(headers, &X_FORWARDED_FOR).flat_map(|value| value.split(',')).map(read_node).collect();
    [standard, usual]
}

/// The scheme that the nearest proxy was asked by.
fn forwarded_proto(headers: &HeaderMap) -> Option<String> {
    if headers.contains_key(header::FORWARDED) {
        let value = values(headers, &header::FORWARDED).last()?;
        return parameter(split_quoted(value, ',').last()?, "proto");
    }
    Some(values(headers, &X_FORWARDED_PROTO).last()?.rsplit(',').next()?.trim().to_owned())
}

fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or_default())
}

/// Splits at a separator that is not in quotes.
fn split_quoted(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if letter == separator && !quoted => {
                parts.push(&text[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The value of a parameter of `Forwarded`, such as `for` in `for="[2001:db8::1]:4711";proto=https`, without quotes.
fn parameter(element: &str, name: &str) -> Option<String> {
    split_quoted(element, ';').into_iter().find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let value = value.trim();
        let inner = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        let value = inner.map_or_else(|| value.to_owned(), |inner| inner.replace("\\", ""));
        key.trim().eq_ignore_ascii_case(name).then_some(value)
    })
}

/// An address with or without port and brackets.
fn read_node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    Some(address.or_else(bracketed)?.to_canonical())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn proxies(networks: &[&str], hops: u8) -> Proxies {
        let networks = networks.iter().map(|network| network.parse().unwrap()).collect();
        Proxies::new(ProxySettings { everyone: false, networks, hops })
    }

    fn client(proxies: &Proxies, peer: &str, pairs: &[(&'static str, &str)]) -> String {
        proxies.client(peer.parse().unwrap(), &headers(pairs)).to_string()
    }

    #[test]
    fn networks_contain_addresses_by_prefix() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("192.0.2.1/32", "::ffff:192.0.2.1", "::1"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("2001:db8::/33", "2001:db8:7fff::", "2001:db8:8000::"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{network} {inside}");
            assert!(!network.contains(outside.parse().unwrap()), "{network} {outside}");
            assert_eq!(network.to_string().parse(), Ok(network));
        }
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "club.example", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_forward_addresses() {
        let sent = [("x-forwarded-for", "6.6.6.6, 1.1.1.1")];
        assert_eq!(client(&proxies(&[], 1), "127.0.0.1", &sent), "127.0.0.1");
        let open = proxies(&["127.0.0.0/8"], 1);
        assert_eq!(client(&open, "127.0.0.1", &sent), "1.1.1.1");
        assert_eq!(client(&open, "9.9.9.9", &sent), "9.9.9.9");
        assert!(open.warned.load(Ordering::Relaxed));
        let everyone = Proxies::new(ProxySettings { everyone: true, ..ProxySettings::default() });
        assert_eq!(client(&everyone, "9.9.9.9", &sent), "1.1.1.1");
        assert_eq!(client(&everyone, "9.9.9.9", &[]), "9.9.9.9");
    }

    #[test]
    fn several_hops_are_read_from_the_end_and_never_further() {
        let chain = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "1.1.1.1, 10.0.0.2")];
        assert_eq!(client(&proxies(&["10.0.0.0/8"], 1), "10.0.0.1", &chain), "10.0.0.2");
        assert_eq!(client(&proxies(&["10.0.0.0/8"], 2), "10.0.0.1", &chain), "1.1.1.1");
        // What the client wrote before is not read, even if more hops are allowed.
        assert_eq!(client(&proxies(&["10.0.0.0/8"], 9), "10.0.0.1", &chain), "1.1.1.1");
    }

    #[test]
    fn ports_brackets_and_quotes_are_read() {
        let open = proxies(&["127.0.0.1"], 1);
        for (name, value, address) in [
            ("x-forwarded-for", "1.1.1.1:4711", "1.1.1.1"),
            ("x-forwarded-for", "[2001:db8::1]:4711", "2001:db8::1"),
            ("x-forwarded-for", "[2001:db8::1]", "2001:db8::1"),
            ("x-forwarded-for", "::ffff:1.1.1.1", "1.1.1.1"),
            ("x-forwarded-for", "<script>", "127.0.0.1"),
            ("forwarded", "for=1.1.1.1;proto=https", "1.1.1.1"),
            ("forwarded", "For=\"1.1.1.1:80\", proto=https;FOR=\"[2001:db8::1]:4711\";by=_x", "2001:db8::1"),
            ("forwarded", "for=6.6.6.6, for=\"un,known;for=7.7.7.7\"", "127.0.0.1"),
            ("forwarded", "for=6.6.6.6, for=unknown", "127.0.0.1"),
            ("forwarded", "for=6.6.6.6, proto=https", "127.0.0.1"),
        ] {
            assert_eq!(client(&open, "127.0.0.1", &[(name, value)]), address, "{value}");
        }
    }

    #[test]
    fn a_client_cannot_choose_its_address_by_the_header_that_the_proxy_does_not_write() {
        let open = proxies(&["127.0.0.1"], 1);
        let both = |usual, standard| [("x-forwarded-for", usual), ("forwarded", standard)];
        assert_eq!(client(&open, "127.0.0.1", &both("1.1.1.1", "for=1.1.1.1")), "1.1.1.1");
        assert_eq!(client(&open, "127.0.0.1", &both("1.1.1.1", "for=6.6.6.6")), "127.0.0.1");
        assert_eq!(client(&open, "127.0.0.1", &both("6.6.6.6", "for=1.1.1.1")), "127.0.0.1");
        assert_eq!(client(&open, "127.0.0.1", &both("1.1.1.1", "for=unknown")), "127.0.0.1");
    }

    #[test]
    fn the_scheme_counts_only_from_a_trusted_proxy() {
        let open = proxies(&["127.0.0.1"], 1);
        let tls = |peer: &str, pairs: &[(&'static str, &str)]| open.is_tls(peer.parse().unwrap(), &headers(pairs));
        assert!(tls("127.0.0.1", &[("x-forwarded-proto", "https")]));
        assert!(tls("127.0.0.1", &[("forwarded", "for=1.1.1.1;proto=HTTPS")]));
        assert!(!tls("127.0.0.1", &[("x-forwarded-proto", "http")]) && !tls("127.0.0.1", &[]));
        assert!(!tls("9.9.9.9", &[("x-forwarded-proto", "https")]));
    }

    proptest! {
        #[test]
        fn any_header_is_read_without_harm(value in "\\PC{0,60}|[a-z0-9=;,:.\\[\\]\"\\\\ ]{0,80}", forwarded: bool, hops in 0_u8..4) {
            let name = if forwarded { "forwarded" } else { "x-forwarded-for" };
            let Ok(value) = axum::http::HeaderValue::from_str(&value) else { return Ok(()) };
            let mut headers = HeaderMap::new();
            headers.insert(name, value);
            let everyone = Proxies::new(ProxySettings { everyone: true, hops, ..ProxySettings::default() });
            let peer = "9.9.9.9".parse().unwrap();
            let client = everyone.client(peer, &headers);
            prop_assert!(client == peer || forwarded_for(&headers).concat().contains(&Some(client)));
            prop_assert_eq!(proxies(&["127.0.0.1"], hops).client(peer, &headers), peer);
            everyone.is_tls(peer, &headers);
        }

        #[test]
        fn what_the_nearest_proxy_appends_is_the_client(before in "[a-z0-9=,:.\\[\\] ]{0,40}", address: [u8; 4], port: Option<u16>) {
            let address = IpAddr::from(address);
            let node = port.map_or_else(|| address.to_string(), |port| SocketAddr::new(address, port).to_string());
            let everyone = Proxies::new(ProxySettings { everyone: true, ..ProxySettings::default() });
            let peer = "9.9.9.9".parse().unwrap();
            for (name, appended) in [("x-forwarded-for", format!("{before}, {node}")), ("forwarded", format!("{before}, for=\"{node}\""))] {
                let mut headers = HeaderMap::new();
                headers.insert(name, appended.parse().unwrap());
                prop_assert_eq!(everyone.client(peer, &headers), address);
            }
        }
    }
}
