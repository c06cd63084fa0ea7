//! Lists the descendants of this process, from `/proc`.
//!
//! This is for Linux, where an orphan is adopted by the nearest ancestor that is a subreaper, so that no descendant
//! leaves the tree.

use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// A descendant of this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeProcess {
    /// The process id.
    pub pid: Pid,
    /// Whether it has ended, but was not waited for yet.
    pub ended: bool,
    /// User and system time so far, of the process and of those that it waited for.
    pub cpu: Duration,
    /// The resident memory in bytes.
    pub resident: u64,
}

/// Returns all descendants of this process.
pub fn descendants() -> Vec<TreeProcess> {
    let all: Vec<(i32, TreeProcess)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        // A process may have ended since the folder was read.
        .filter_map(|pid| parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?))
        .collect();
    let mut found: Vec<TreeProcess> = Vec::new();
    let mut parents = vec![rustix::process::getpid().as_raw_nonzero().get()];
    while let Some(parent) = parents.pop() {
        for (_, process) in all.iter().filter(|(its_parent, _)| *its_parent == parent) {
            parents.push(process.pid.as_raw_nonzero().get());
            found.push(*process);
        }
    }
    found
}

/// Parses a line as proc_pid_stat(5) describes it; returns the id of the parent and the process.
fn parse(line: &str) -> Option<(i32, TreeProcess)> {
    // The name, in parentheses, may contain blanks and parentheses.
    let (pid, rest) = line.split_once(" (")?;
    let fields: Vec<&str> = rest.rsplit_once(") ")?.1.split_ascii_whitespace().collect();
    // Field 3 of the manual is the first after the name.
    let field = |number: usize| fields.get(number - 3).copied();
    let count = |number: usize| field(number)?.parse::<u64>().ok();
    let ticks = (14..=17).map(count).sum::<Option<u64>>()?;
    let process = TreeProcess {
        pid: Pid::from_raw(pid.parse().ok()?)?,
        ended: matches!(field(3)?, "Z" | "X"),
        cpu: Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64),
        resident: count(24)? * rustix::param::page_size() as u64,
    };
    Some((field(4)?.parse().ok()?, process))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let line = "42 (a) b (c) S 7 42 42 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 1 0 99 8192 5 18446744073709551615 1";
        let (parent, process) = parse(line).expect("a process");
        let second = rustix::param::clock_ticks_per_second() as f64;
        assert_eq!((parent, process.pid.as_raw_nonzero().get(), process.ended), (7, 42, false));
        assert_eq!(process.cpu, Duration::from_secs_f64(127.0 / second));
        assert_eq!(process.resident, 5 * rustix::param::page_size() as u64);
    }
}
