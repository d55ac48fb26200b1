//! Starting other programs, at the root of the project.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// Nothing, or a sentence that says what is wrong.
pub type StepResult = Result<(), String>;

thread_local! {
    /// Where the programs that this thread starts print, if not to the terminal.
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// From now on, programs that this thread starts print into this file.
pub fn print_into(log: File) {
    LOG.with_borrow_mut(|current| *current = Some(log));
}

/// Cargo, at the root of the project.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Whether a cargo subcommand is installed.
pub fn has(subcommand: &str) -> bool {
    let mut command = cargo(&[subcommand, "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The root of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project")
}

/// Cargo's target folder.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The binary of a package as cargo builds it in a profile's folder.
pub fn binary(folder: &str, name: &str) -> PathBuf {
    target_folder().join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> StepResult {
    if let Some((out, err)) = log_files()? {
        command.stdin(Stdio::null()).stdout(out).stderr(err);
    }
    let status = command.status();
    check_status(command, status)
}

/// Runs a command and returns what it prints.
pub fn output(command: &mut Command) -> Result<String, String> {
    let err = log_files()?.map_or_else(Stdio::inherit, |(_, err)| err.into());
    let (status, printed) = match command.stderr(err).output() {
        Ok(output) => (Ok(output.status), output.stdout),
        Err(error) => (Err(error), Vec::new()),
    };
    check_status(command, status)?;
    Ok(String::from_utf8_lossy(&printed).into_owned())
}

fn log_files() -> Result<Option<(File, File)>, String> {
    LOG.with_borrow(|log| {
        let Some(log) = log else { return Ok(None) };
        let clone = || log.try_clone().map_err(|error| format!("the log cannot be shared: {error}"));
        Ok(Some((clone()?, clone()?)))
    })
}

fn check_status(command: &Command, status: io::Result<ExitStatus>) -> StepResult {
    let program = command.get_program().to_string_lossy();
    let words = command.get_args().map(|argument| argument.to_string_lossy());
    let shown = words.fold(program.into_owned(), |shown, word| format!("{shown} {word}"));
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}")),
        Err(error) => Err(format!("`{shown}` cannot be started: {error}")),
    }
}
