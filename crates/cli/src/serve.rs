//! `tablee serve`.

use clap::ArgMatches;
use tablee_core::text;
use tablee_server::{Server, Settings};

use crate::failure::Failure;
use crate::show::print_line;

pub fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let address = matches.get_one::<String>("address").expect("it has a default");
    let data = matches.get_one::<String>("data").expect("it has a default");
    let server = Server::open(&Settings::new(address, data.into()))?;
    if !tablee_server::has_pages() {
        return Err(Failure::Wrong(text!(
            "this program was built without its pages; `cargo xtask play` builds them",
            "ce programme a été construit sans ses pages ; `cargo xtask play` les construit"
        )));
    }
    print_line(format_args!("http://{}", server.address()))?;
    Ok(server.run()?)
}
