//! Finding installed programs, process groups, free ports.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

/// Finds a program: on the path, or where Debian puts servers and the programs of PostgreSQL.
///
/// # Errors
/// If it is not installed; the message names the package.
pub fn find(name: &str, package: &str) -> io::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(name));
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin").join(name));
    on_path.chain([PathBuf::from("/usr/sbin").join(name)]).chain(debian).find(|file| file.is_file()).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::NotFound,
            format!("{name} is missing: install it, on Debian with `apt-get install {package}`"),
        )
    })
}

/// Gives a program its own process group, on systems that have them. Ctrl-C in the terminal, and a signal to our
/// group, do not reach it then.
pub fn set_apart(program: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(program, 0);
    #[cfg(not(unix))]
    let _ = program;
}

/// A port of 127.0.0.1 that is free now. It is none of those that systems give to outgoing connections: one of these could
/// take it while a program is down that is to be started again.
///
/// # Errors
/// If no port is free.
pub fn free_port() -> io::Result<u16> {
    const FIRST: u64 = 10_000;
    const COUNT: u64 = 22_000;
    // Processes that ask at the same time begin at different ports.
    let start = RandomState::new().hash_one(std::process::id());
    let ports = (0..COUNT).map(|step| (FIRST + (start % COUNT + step) % COUNT) as u16);
    let mut free = ports.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.next().ok_or_else(|| io::Error::other("no port is free"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The process group of a process.
    fn group(process: u32) -> u32 {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        // After the name of the program: the state, the parent, the group.
        stat.rsplit(')').next().unwrap().split_whitespace().nth(2).unwrap().parse().unwrap()
    }

    #[test]
    fn set_apart_gives_a_process_group_of_its_own() {
        for apart in [false, true] {
            let mut sleep = Command::new("sleep");
            if apart {
                set_apart(&mut sleep);
            }
            let mut sleep = sleep.arg("60").spawn().unwrap();
            let expected = if apart { sleep.id() } else { group(std::process::id()) };
            let found = group(sleep.id());
            sleep.kill().unwrap();
            sleep.wait().unwrap();
            assert_eq!(found, expected);
        }
    }
}
