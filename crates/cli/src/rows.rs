//! Results in rows for programs: JSON lines, or CSV with a header.

use serde_json::Value;

use crate::arguments::OutputFormat;
use crate::failure::Failure;
use crate::show::print_line;

/// Writes rows in the format that was asked for.
pub struct RowWriter {
    format: OutputFormat,
    /// The columns of CSV: names of fields of the rows.
    columns: &'static [&'static str],
    header_written: bool,
}

impl RowWriter {
    /// A writer of rows; none if the results are for people.
    pub fn new(format: OutputFormat, columns: &'static [&'static str]) -> Option<RowWriter> {
        (format != OutputFormat::Text).then_some(RowWriter { format, columns, header_written: false })
    }

    /// The format: JSON or CSV.
    pub fn format(&self) -> OutputFormat {
        self.format
    }

    /// Writes a row: a JSON object.
    pub fn write(&mut self, row: &Value) -> Result<(), Failure> {
        if self.format == OutputFormat::Json {
            return print_line(row);
        }
        if !self.header_written {
            self.header_written = true;
            print_line(self.columns.join(","))?;
        }
        let cells: Vec<_> = self.columns.iter().map(|column| quoted(&cell(&row[*column]))).collect();
        print_line(cells.join(","))
    }
}

/// A value in a cell: options as `players=3 layout=maze`.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}={}", cell(value).replace(' ', ","))).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

/// A cell in quotes where RFC 4180 asks for them.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(quoted(&cell(&json!("plain text"))), "plain text");
        assert_eq!(quoted(&cell(&json!("a,b"))), "\"a,b\"");
        assert_eq!(quoted(&cell(&json!("say \"x\"\n"))), "\"say \"\"x\"\"\n\"");
        assert_eq!(quoted(&cell(&json!({ "players": 3, "youngest": [1, 0, 2] }))), "\"players=3 youngest=1,0,2\"");
        assert_eq!(cell(&json!({ "players": 3, "layout": "maze" })), "players=3 layout=maze");
        assert_eq!((cell(&json!(null)), cell(&json!(1.5)), cell(&json!(true))), (String::new(), "1.5".into(), "true".into()));
    }
}
