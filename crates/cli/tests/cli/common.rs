//! Running the real binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The result of a run of the binary.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `tablee` with these arguments, in English unless they say otherwise, and these lines typed.
pub fn tablee(arguments: &[&str], typed: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.args(arguments).env("TABLEE_LANG", "en").env("NO_COLOR", "1");
    run(command, typed.as_bytes())
}

/// Runs a program, with these lines typed.
pub fn run(mut command: Command, typed: &[u8]) -> Run {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let typed = typed.to_owned();
    // On a thread, so that reading and writing do not block each other; the program may end before it has read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&typed)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// A separate folder for the files of a test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file, and gives its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(PathBuf::from(&path), content).unwrap();
        path
    }
}

/// French text with straight apostrophes and plain spaces, to compare it without its typography.
pub fn plain(text: &str) -> String {
    text.replace('’', "'").replace(['\u{a0}', '\u{202f}'], " ")
}
