//! Where lines come from: an editor with history and completion in a terminal, plain lines from a file or a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write, stdin};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};

use crate::failure::Failure;
use crate::show::{print, print_line};

/// Longest line from a pipe, in bytes.
const LONGEST_LINE: u64 = 4096;

/// A source of lines.
pub enum Input {
    /// A terminal, with editing and history.
    Terminal(Box<Editor<Moves, rustyline::history::MemHistory>>),
    /// A file or a pipe.
    Plain,
}

/// The moves that the Tab key completes.
#[derive(Default, Helper, Hinter, Highlighter, Validator)]
pub struct Moves(Vec<String>);

impl Completer for Moves {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..position];
        Ok((0, self.0.iter().filter(|spelling| spelling.starts_with(typed)).cloned().collect()))
    }
}

impl Input {
    /// Standard input, whatever it is.
    pub fn new() -> Result<Input, Failure> {
        if !stdin().is_terminal() {
            return Ok(Input::Plain);
        }
        let config = rustyline::Config::builder().completion_type(rustyline::CompletionType::List).build();
        let mut editor = Editor::with_history(config, rustyline::history::MemHistory::new()).map_err(failed)?;
        editor.set_helper(Some(Moves::default()));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line; none at the end of the input, or when the person wants to leave.
    pub fn line(&mut self, prompt: &str, moves: &[String]) -> Result<Option<String>, Failure> {
        match self {
            Input::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = moves.to_vec();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        // Losing a line of the history does no harm.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(failed(error)),
                }
            }
            Input::Plain => {
                print(prompt)?;
                io::stdout().flush()?;
                let mut bytes = Vec::new();
                let mut input = stdin().lock();
                (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
                if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
                    // Skip the rest, so that it is not read as the next line.
                    input.skip_until(b'\n')?;
                }
                print_line("")?;
                Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}

fn failed(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => Failure::from(error),
        error => Failure::from(io::Error::other(error)),
    }
}
