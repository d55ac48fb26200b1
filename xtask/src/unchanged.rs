//! Skips a step whose inputs have not changed since it last succeeded.

use std::fs;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::{StepResult, target_folder};

/// Runs a step unless it succeeded before with the same inputs and its result is still there.
///
/// Inputs are files and folders; the names and the bytes of all files in them count. Cargo does the same for what it
/// compiles; this is for the steps that cargo does not run.
pub fn unless_unchanged(name: &str, inputs: &[PathBuf], result: &Path, step: impl FnOnce() -> StepResult) -> StepResult {
    let stamp = target_folder().join("xtask").join(format!("{name}.inputs"));
    let failed = |error: io::Error| format!("the inputs of {name} cannot be read: {error}");
    let before = fingerprint(inputs).map_err(failed)?;
    if result.exists() && fs::read_to_string(&stamp).is_ok_and(|known| known == before) {
        return Ok(());
    }
    // A step that fails half-way must run again.
    let _ = fs::remove_file(&stamp);
    step()?;
    let _ = fs::create_dir_all(stamp.parent().unwrap_or(Path::new(".")));
    fs::write(&stamp, before).map_err(|error| format!("{}: {error}", stamp.display()))
}

fn fingerprint(inputs: &[PathBuf]) -> io::Result<String> {
    let mut files = Vec::new();
    for input in inputs {
        collect(input, &mut files)?;
    }
    files.sort();
    // A change that happens to have the same 64 bits is not a danger here: nobody attacks their own build.
    let mut hasher = std::hash::DefaultHasher::new();
    for file in &files {
        hasher.write(file.as_os_str().as_encoded_bytes());
        let bytes = fs::read(file)?;
        hasher.write_usize(bytes.len());
        hasher.write(&bytes);
    }
    Ok(format!("{} files, {:016x}\n", files.len(), hasher.finish()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_changes_with_names_and_bytes() {
        let folder = std::env::temp_dir().join(format!("tablee-fingerprint-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        let inputs = [folder.clone()];
        fs::write(folder.join("inner/a"), "one").unwrap();
        let first = fingerprint(&inputs).unwrap();
        assert_eq!(first, fingerprint(&inputs).unwrap());
        fs::write(folder.join("inner/a"), "two").unwrap();
        let second = fingerprint(&inputs).unwrap();
        fs::rename(folder.join("inner/a"), folder.join("inner/b")).unwrap();
        let third = fingerprint(&inputs).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(first != second && second != third);
    }
}
