//! The addresses of clients, which rate limits count by.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::Extensions;
use axum::http::request::Parts;

use crate::app_state::AppState;

/// The address of a client. Of an IPv6 address only the first bits count, because one client may use all addresses that
/// begin with them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(pub IpAddr);

impl Address {
    /// The client at this address, if this many bits of an IPv6 address make one.
    pub fn of(address: IpAddr, ipv6_prefix: u8) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let rest = 128_u32.saturating_sub(ipv6_prefix.into());
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & u128::MAX.checked_shl(rest).unwrap_or(0)))
            }
            address => address,
        })
    }

    /// The network around the address: the first 48 bits of an IPv6 address, or 24 of an IPv4 address. Who rents one address
    /// can often use all of them.
    pub fn network(self) -> Address {
        Address(match self.0 {
            IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << 8))),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80))),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Address {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Address, Self::Err> {
        text.parse().map(Address)
    }
}

impl FromRequestParts<Arc<AppState>> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Address, Infallible> {
        Ok(app.limits.address(peer(&parts.extensions), &parts.headers))
    }
}

/// The peer of a request's connection. If it is not known, all clients share one address and its limits.
pub fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| peer.ip());
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}
