//! Limits per address, each with a wider one for the network around it.
//!
//! A client with a whole network of addresses would otherwise have the budget of each of them.

use std::num::NonZeroU32;

use tablee_protocol::Problem;

use super::Address;
use super::counter::{Counter, Usage};
use super::open::{Open, OpenCounter};
use super::settings::Rate;

/// Counts the uses of a limit by address and by network.
pub(super) struct AddressCounter {
    of_address: Counter<Address>,
    of_network: Counter<Address>,
}

impl AddressCounter {
    /// A counter where a network has so many times the limit of an address; without a factor, any number.
    pub fn new(rate: Option<Rate>, factor: Option<NonZeroU32>) -> AddressCounter {
        let of_network = factor.and_then(|factor| rate.map(|rate| rate.times(factor)));
        AddressCounter { of_address: Counter::new(rate), of_network: Counter::new(of_network) }
    }

    /// Counts one use.
    ///
    /// # Errors
    /// If the address or its network is over the limit.
    pub fn check(&self, address: &Address) -> Result<(), Problem> {
        self.check_many(address, 1)
    }

    /// Counts several uses, or bytes: all or none of the address.
    ///
    /// # Errors
    /// If the address or its network is over the limit.
    pub fn check_many(&self, address: &Address, times: u32) -> Result<(), Problem> {
        // Uses that the address may not have do not count for its neighbours.
        self.of_address.check_many(address, times)?;
        self.of_network.check_many(&address.network(), times)
    }

    /// Keeps usage for [`AddressCounter::take_usage`] from now on. That of networks follows from it.
    pub fn report_usage(&self) {
        self.of_address.report_usage();
    }

    /// The usage on this node since the last call.
    pub fn take_usage(&self, what: &str) -> Vec<Usage> {
        self.of_address.take_usage(what)
    }

    /// Counts uses on another node.
    pub fn add(&self, who: &str, times: u32) {
        self.of_address.add(who, times);
        if let Ok(address) = who.parse::<Address>() {
            self.of_network.add(&address.network().to_string(), times);
        }
    }

    /// Frees the memory of clients that have not used the limit lately.
    pub fn evict_idle(&self) {
        self.of_address.evict_idle();
        self.of_network.evict_idle();
    }
}

/// Counts what is open by address and by network.
pub struct OpenByAddress {
    of_address: OpenCounter<Address>,
    of_network: OpenCounter<Address>,
}

/// Something that counts for its address and its network while it is open.
pub struct OpenOfAddress {
    _of_address: Open<Address>,
    _of_network: Open<Address>,
}

impl OpenByAddress {
    /// A counter where a network may have so many times as much open as an address; without a factor, any number.
    pub fn new(most: Option<NonZeroU32>, factor: Option<NonZeroU32>) -> OpenByAddress {
        OpenByAddress::with_caps(most, most.zip(factor).map(|(most, factor)| most.saturating_mul(factor)))
    }

    /// A counter with a cap for addresses and one for networks.
    pub fn with_caps(of_address: Option<NonZeroU32>, of_network: Option<NonZeroU32>) -> OpenByAddress {
        OpenByAddress { of_address: OpenCounter::new(of_address), of_network: OpenCounter::new(of_network) }
    }

    /// Counts one more, until the returned guard is dropped; none if the address or its network has the most already.
    pub fn open(&self, address: Address) -> Option<OpenOfAddress> {
        let of_address = self.of_address.open(address)?;
        Some(OpenOfAddress { _of_address: of_address, _of_network: self.of_network.open(address.network())? })
    }

    /// Whether nothing is open.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.of_address.is_empty() && self.of_network.is_empty()
    }
}
