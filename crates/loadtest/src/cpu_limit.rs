//! Limits a server to a share of the processors by a control group, on Linux and as root.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The period within which a process may use its share: short, so that it never pauses for long.
const PERIOD_US: f64 = 10_000.0;

/// A control group with one process. Dropping it removes it, which works only after the process has ended.
#[derive(Debug)]
pub struct CpuLimit(PathBuf);

impl CpuLimit {
    /// Limits a process to a number of processors, such as 0.3.
    pub fn hold(process: u32, cores: f64) -> io::Result<CpuLimit> {
        let quota = (cores * PERIOD_US).round();
        let (first, second) = (Path::new("/sys/fs/cgroup/cpu"), Path::new("/sys/fs/cgroup"));
        // Systems have either version 1 of control groups or version 2.
        let (root, limits) = if first.is_dir() {
            (first, vec![("cpu.cfs_period_us", PERIOD_US.to_string()), ("cpu.cfs_quota_us", quota.to_string())])
        } else {
            fs::write(second.join("cgroup.subtree_control"), "+cpu")?;
            (second, vec![("cpu.max", format!("{quota} {PERIOD_US}"))])
        };
        let group = CpuLimit(root.join(format!("tablee-loadtest-{process}")));
        fs::create_dir(&group.0)?;
        for (name, value) in limits {
            fs::write(group.0.join(name), value)?;
        }
        fs::write(group.0.join("cgroup.procs"), process.to_string())?;
        Ok(group)
    }
}

impl Drop for CpuLimit {
    fn drop(&mut self) {
        // Only an empty group can be removed; one that is left does no harm.
        let _ = fs::remove_dir(&self.0);
    }
}
