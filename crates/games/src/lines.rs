//! Reading files from outside: nothing in them is trusted, and every error names a line.

use std::io::{self, BufRead, Read};

use tablee_core::data::DataError;
use tablee_core::text;

/// The most bytes that a record or a set file may have.
pub const FILE_LIMIT: usize = 1 << 20;

/// The most bytes that a line of a trace may have.
pub const LINE_LIMIT: usize = 1 << 20;

/// The text of a file, within the limit and in UTF-8.
///
/// # Errors
/// If it is too long, or not UTF-8 (with the line).
pub fn read_text(bytes: &[u8]) -> Result<&str, DataError> {
    if bytes.len() > FILE_LIMIT {
        let limit = FILE_LIMIT >> 20;
        return Err(DataError {
            line: 1,
            problem: text!("the file is longer than {limit} MiB", "le fichier dépasse {limit} Mio"),
        });
    }
    // Some editors write a byte order mark; it is not part of the text.
    std::str::from_utf8(bytes)
        .map(|text| text.strip_prefix('\u{feff}').unwrap_or(text))
        .map_err(|error| not_utf8(&bytes[..error.valid_up_to()], 1))
}

fn not_utf8(before: &[u8], line: usize) -> DataError {
    let line = line + before.iter().filter(|byte| **byte == b'\n').count();
    DataError { line, problem: text!("this is not UTF-8 text", "ce n’est pas du texte en UTF-8") }
}

/// Reads a stream line by line, with at most one line in memory.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, line: 0 }
    }

    /// The next line that is not blank, with its number.
    ///
    /// # Errors
    /// The outer error is of the stream itself, the inner one of its content.
    pub fn next_line(&mut self) -> io::Result<Result<Option<(usize, String)>, DataError>> {
        loop {
            self.line += 1;
            let mut bytes = Vec::new();
            (&mut self.input).take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                return Ok(Ok(None));
            }
            if bytes.len() > LINE_LIMIT {
                let limit = LINE_LIMIT >> 20;
                let problem = text!("the line is longer than {limit} MiB", "la ligne dépasse {limit} Mio");
                return Ok(Err(DataError { line: self.line, problem }));
            }
            let Ok(text) = String::from_utf8(bytes) else {
                return Ok(Err(not_utf8(&[], self.line)));
            };
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() {
                return Ok(Ok(Some((self.line, text.to_owned()))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_is_named_by_its_line() {
        let error = read_text(b"one\ntwo\n\xff").unwrap_err();
        assert_eq!(error.to_string(), "line 3: this is not UTF-8 text");
        assert_eq!(read_text("\u{feff}one".as_bytes()), Ok("one"));
        assert!(read_text(&vec![b' '; 10 << 20]).unwrap_err().to_string().contains("longer than 1 MiB"));
    }

    #[test]
    fn a_line_without_end_is_refused_before_it_fills_the_memory() {
        let endless = io::repeat(b'x');
        let mut lines = Lines::new(io::BufReader::new(endless));
        assert_eq!(lines.next_line().unwrap().unwrap_err().to_string(), "line 1: the line is longer than 1 MiB");
    }

    #[test]
    fn blank_lines_are_counted_and_skipped() {
        let mut lines = Lines::new("a\n\n \nb".as_bytes());
        assert_eq!(lines.next_line().unwrap(), Ok(Some((1, "a".to_owned()))));
        assert_eq!(lines.next_line().unwrap(), Ok(Some((4, "b".to_owned()))));
        assert_eq!(lines.next_line().unwrap(), Ok(None));
    }
}
