//! A share of the processors for a server, as if it had a small machine of its own: by a control group, on Linux and as root.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How long the time is of which a process may use its share: short, so that it never stands still for long.
const PERIOD_US: f64 = 10_000.0;

/// A control group with one process in it. It is removed when this is dropped, which has to be after the process.
#[derive(Debug)]
pub struct Share(PathBuf);

impl Share {
    /// Holds a process to so many processors, such as 0.3.
    pub fn hold(process: u32, cores: f64) -> io::Result<Share> {
        let quota = (cores * PERIOD_US).round();
        let (first, second) = (Path::new("/sys/fs/cgroup/cpu"), Path::new("/sys/fs/cgroup"));
        // Systems have either the first version of control groups or the second.
        let (root, limits) = if first.is_dir() {
            (first, vec![("cpu.cfs_period_us", PERIOD_US.to_string()), ("cpu.cfs_quota_us", quota.to_string())])
        } else {
            fs::write(second.join("cgroup.subtree_control"), "+cpu")?;
            (second, vec![("cpu.max", format!("{quota} {PERIOD_US}"))])
        };
        let group = Share(root.join(format!("tablee-bench-{process}")));
        fs::create_dir(&group.0)?;
        for (name, value) in limits {
            fs::write(group.0.join(name), value)?;
        }
        fs::write(group.0.join("cgroup.procs"), process.to_string())?;
        Ok(group)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // Only an empty group can be removed; one that is left does no harm.
        let _ = fs::remove_dir(&self.0);
    }
}
