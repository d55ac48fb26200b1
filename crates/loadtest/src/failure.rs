//! Errors, and their exit codes.

use std::fmt;
use std::process::ExitCode;

/// Why a load test ended early.
#[derive(Debug)]
pub enum Failure {
    /// Invalid usage, or a program that is not installed: exit code 2.
    Usage(String),
    /// The test failed: exit code 1.
    Failed(String),
}

impl Failure {
    /// The exit code of the program.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Failed(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(why) => f.write_str(why),
            Failure::Failed(why) => write!(f, "the load test failed: {why}"),
        }
    }
}

/// An error between this process and the servers, or a check that failed.
pub fn failed(why: impl fmt::Display) -> Failure {
    Failure::Failed(why.to_string())
}
