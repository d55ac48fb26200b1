//! The pages that `cargo xtask web` builds, embedded in the binary.
//!
//! It is a separate crate, so that new pages do not compile the server again, and so that the server is compiled while the
//! pages are built.

use rust_embed::RustEmbed;

/// The files of `web/dist`, if they were there when this was compiled.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub struct Pages;

/// Whether the pages were built before this was compiled.
pub fn built() -> bool {
    Pages::get("index.html").is_some()
}
