//! The rules and the bots for the browser.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of Tablée that this is.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
