//! `tablee-loadtest`: load and fault tests of the server. `cargo xtask load` builds and runs it.

use std::process::ExitCode;

/// The allocator of `tablee`, so that the load generator takes as little of the machine as it can.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tablee_loadtest::main(std::env::args_os())
}
