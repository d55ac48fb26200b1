//! Reading files, and paths in messages.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tablee_games::lines::{FILE_LIMIT, read_text};

use crate::failure::Failure;

/// A path in a message. Bytes that are not UTF-8 are replaced.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A path as a shell takes it: in quotes, if it has a sign that a shell would read otherwise.
pub fn for_shell(path: &Path) -> String {
    let shown = shown(path);
    let is_plain = |sign: char| sign.is_alphanumeric() || "/._-+:,@%=".contains(sign) || (cfg!(windows) && sign == '\\');
    if !shown.is_empty() && shown.chars().all(is_plain) {
        shown
    } else if cfg!(windows) {
        format!("\"{shown}\"")
    } else {
        format!("'{}'", shown.replace('\'', r"'\''"))
    }
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a path stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file, or standard input for `-`, cut off after the longest that a file of ours can be.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = FILE_LIMIT as u64 + 1;
    let read = if is_standard_input(path) {
        std::io::stdin().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::file(path, &error))?;
    Ok(bytes)
}

/// A text file.
pub fn read_text_file(path: &Path) -> Result<String, Failure> {
    let bytes = read_file(path)?;
    Ok(read_text(&bytes).map_err(|error| error.text().after(&shown(path)))?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_path_is_quoted_where_a_shell_would_read_it_otherwise() {
        for (path, quoted) in [
            ("/tmp/soirée-1.tablee", "/tmp/soirée-1.tablee"),
            ("my game", "'my game'"),
            ("Anne's", r"'Anne'\''s'"),
            ("~/x", "'~/x'"),
            ("a\"b$c", "'a\"b$c'"),
        ] {
            assert_eq!(for_shell(Path::new(path)), quoted);
        }
    }
}
