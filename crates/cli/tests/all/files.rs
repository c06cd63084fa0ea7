//! Every option that names a file to write: links, devices, pipes, full disks, folders that are not there.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{symlink, FileTypeExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{self, folder, run_in, skip, Run, FOUND, UNWRITABLE};

const LEVEL: &str = "#####\n#@$.#\n#####\n";

/// The commands that write a file called `out`, and what is in it then.
const COMMANDS: [(&[&str], &str); 7] = [
    (&["optimize", "level", "--html", "out", "--quiet"], "</html>"),
    (&["optimize", "level", "--output", "out", "--quiet"], "Solution\nR\n"),
    (&["decide", "level", "--actions", "1", "--level", "all", "--html", "out", "--quiet"], "</html>"),
    (&["convert", "level", "--to", "facts", "-o", "out"], "right(c1r1,c2r1)."),
    (&["batch", "plan", "-o", "out", "--quiet", "--", "optimize", "level"], "\"schema_version\""),
    (&["batch", "merge", "m", "--quiet", "--resubmit", "out"], "\"schema_version\""),
    (&["compare", "level", "--engines", "tabled", "--quiet", "--plot", "out"], "</svg>"),
];

/// A folder with a level, and a manifest of a job that was not run.
fn with_level() -> TempDir {
    let folder = folder(&[("level", LEVEL)]);
    let planned = run_in(folder.path(), &["batch", "plan", "-o", "m", "-q", "--", "optimize", "level"], "");
    assert_eq!(planned.code, FOUND, "{planned:?}");
    folder
}

/// The exit code of a command that writes its file: a merge is not complete.
fn is_done(run: &Run, command: &[&str]) -> bool {
    run.code == if command.contains(&"merge") { support::UNKNOWN } else { FOUND }
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn make(program: &str, arguments: &[&str], folder: &Path) -> bool {
    let status = Command::new(program).args(arguments).current_dir(folder).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_written_with_its_permissions() {
    for (command, expected) in COMMANDS {
        let folder = with_level();
        let real = folder.path().join("real");
        fs::create_dir(&real).expect("a folder");
        fs::write(real.join("file"), "before").expect("a file");
        fs::set_permissions(real.join("file"), Permissions::from_mode(0o604)).expect("permissions");
        symlink("real/file", folder.path().join("near")).expect("a link");
        let out = folder.path().join("out");
        symlink("near", &out).expect("a link");
        let run = run_in(folder.path(), command, "");
        assert!(is_done(&run, command), "{command:?}: {run:?}");
        assert_eq!(fs::read_link(&out).expect("still a link"), Path::new("near"), "{command:?}");
        let text = fs::read_to_string(real.join("file")).expect("text");
        assert!(text.contains(expected), "{command:?}: {text}");
        let mode = fs::metadata(real.join("file")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o604, "{command:?}");
        assert_eq!(names(&real), ["file"], "{command:?}");
        // One that leads to nothing yet.
        fs::remove_file(real.join("file")).expect("a file");
        let run = run_in(folder.path(), command, "");
        assert!(is_done(&run, command), "{command:?}: {run:?}");
        assert!(fs::read_link(&out).is_ok() && real.join("file").is_file(), "{command:?}");
        // One that leads into a folder that is not there is told before anything is done.
        fs::remove_file(real.join("file")).expect("a file");
        fs::remove_dir(&real).expect("a folder");
        let run = run_in(folder.path(), command, "");
        let is_early = run.out.is_empty() || command.contains(&"merge");
        assert!(run.code == UNWRITABLE && is_early, "{command:?}: {run:?}");
        assert!(run.err.contains("cannot write `out`: No such file or directory"), "{command:?}: {run:?}");
        assert_eq!(names(folder.path()), ["level", "m", "near", "out"], "{command:?}");
    }
}

#[test]
fn a_pipe_is_written_to_and_stays_one() {
    for (command, expected) in COMMANDS {
        let folder = with_level();
        assert!(make("mkfifo", &["out"], folder.path()), "mkfifo is everywhere");
        let pipe = folder.path().join("out");
        let reader = std::thread::spawn(move || fs::read_to_string(pipe).expect("text"));
        let run = run_in(folder.path(), command, "");
        assert!(is_done(&run, command), "{command:?}: {run:?}");
        let text = reader.join().expect("a reader");
        assert_eq!(text.matches(expected).count(), 1, "{command:?}: {text}");
        let kind = fs::symlink_metadata(folder.path().join("out")).expect("a pipe").file_type();
        assert!(kind.is_fifo(), "{command:?}");
    }
}

#[test]
fn a_full_device_is_an_error_and_stays_one() {
    for (command, _) in COMMANDS {
        let folder = with_level();
        if !make("mknod", &["out", "c", "1", "7"], folder.path()) {
            return skip("only root makes devices");
        }
        let run = run_in(folder.path(), command, "");
        assert_eq!(run.code, UNWRITABLE, "{command:?}: {run:?}");
        assert!(run.err.contains("cannot write `out`: No space left on device"), "{command:?}: {run:?}");
        let kind = fs::symlink_metadata(folder.path().join("out")).expect("a device").file_type();
        assert!(kind.is_char_device(), "{command:?}");
    }
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    for (command, _) in COMMANDS {
        let folder = with_level();
        let disk = folder.path().join("disk");
        fs::create_dir(&disk).expect("a folder");
        if !make("mount", &["-t", "tmpfs", "-o", "size=8k", "tmpfs", "disk"], folder.path()) {
            return skip("no small folder can be mounted here");
        }
        fs::write(disk.join("file"), "before").expect("a file");
        fs::write(disk.join("fill"), [0; 4096]).expect("a full disk");
        symlink("disk/file", folder.path().join("out")).expect("a link");
        let run = run_in(folder.path(), command, "");
        let (left, text) = (names(&disk), fs::read_to_string(disk.join("file")));
        assert!(make("umount", &["disk"], folder.path()), "it is mounted");
        assert_eq!(run.code, UNWRITABLE, "{command:?}: {run:?}");
        assert!(run.err.contains("cannot write `out`: No space left on device"), "{command:?}: {run:?}");
        assert_eq!(left, ["file", "fill"], "{command:?}");
        assert_eq!(text.expect("text"), "before", "{command:?}");
    }
}

#[test]
fn standard_output_goes_on_where_it_is() {
    for (command, expected) in COMMANDS {
        for target in ["/proc/self/fd/1", "/dev/stdout"] {
            let folder = with_level();
            symlink(target, folder.path().join("out")).expect("a link");
            // A pipe, and a file that has text already.
            let piped = run_in(folder.path(), command, "");
            assert!(is_done(&piped, command), "{command:?}: {piped:?}");
            assert_eq!(piped.out.matches(expected).count(), 1, "{command:?}: {piped:?}");
            let all = folder.path().join("all");
            fs::write(&all, "before\n").expect("a file");
            let file = fs::File::options().append(true).open(&all).expect("a file");
            let status = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
                .current_dir(folder.path())
                .args(command)
                .stdout(file)
                .stdin(Stdio::null())
                .status()
                .expect("the command starts");
            assert!(status.code() == Some(piped.code), "{command:?}");
            let text = fs::read_to_string(&all).expect("text");
            assert!(text.starts_with("before\n") && text.contains(expected), "{command:?}: {text}");
            assert_eq!(text.len(), piped.out.len() + "before\n".len(), "{command:?}: {text}");
            assert!(fs::read_link(folder.path().join("out")).is_ok(), "{command:?}");
        }
    }
}

#[test]
fn a_folder_is_no_file() {
    for (command, _) in COMMANDS {
        let folder = with_level();
        fs::create_dir(folder.path().join("out")).expect("a folder");
        let run = run_in(folder.path(), command, "");
        assert!(run.code == UNWRITABLE && run.err.contains("cannot write `out`: "), "{command:?}: {run:?}");
        assert_eq!(names(&folder.path().join("out")), [""; 0], "{command:?}");
    }
}
