//! The levels of a collection: which one is asked for, the list of them, and one after the other.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::Arc;

use groundplan_sokoban::level::Level;
use rustix::process::{kill_process, Pid, Signal};

use crate::exit::{Exit, Failure};
use crate::instance::{self, Content};
use crate::options::LevelArguments;
use crate::page::Parts;
use crate::{output, report};

/// Prints the levels of a collection as tab-separated columns under a heading.
///
/// # Errors
///
/// When there is no collection.
pub fn list(argument: &str, levels: &LevelArguments) -> Result<Exit, Failure> {
    let collection = match instance::content(argument, levels.input)? {
        Content::Levels(_, collection) => collection,
        Content::Facts(text) => {
            return Err(report::refuse(
                &format!("`{}` holds facts of one instance, not levels", text.name),
                "leave `--list` out; `--input xsb` reads a text as levels, whatever it looks like",
            ));
        }
    };
    let mut lines = "level\ttitle\tauthor\tboxes\tstorages\tcolumns\trows\tproblem\n".to_owned();
    for level in &collection.levels {
        let count = |what: fn(&groundplan_sokoban::level::Square) -> bool| {
            level.squares().filter(|(_, square)| what(square)).count()
        };
        let text = |field: &Option<String>| field.clone().unwrap_or_default().replace('\t', " ");
        let problem = level.room().err().map_or(String::new(), |error| error.to_string());
        lines.push_str(&format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{problem}\n",
            level.number,
            text(&level.title),
            text(&level.author),
            count(|square| square.has_box()),
            count(|square| square.is_storage()),
            level.width(),
            level.rows.len(),
        ));
    }
    output::print(&lines)?;
    Ok(Exit::Success)
}

/// Runs the command line once for each level, each time in a process of its own: limits hold for each, and what a level
/// took of memory is given back. With `headings`, a comment names each level on standard output. A `page` is written when
/// the last has ended. The exit code is the gravest of all.
///
/// # Errors
///
/// When there is no collection, or a process cannot be started.
pub fn each(
    argument: &str,
    levels: &LevelArguments,
    headings: bool,
    page: Option<&Path>,
) -> Result<Exit, Failure> {
    let (name, collection) = match instance::content(argument, levels.input)? {
        Content::Levels(name, collection) => (name, collection),
        Content::Facts(text) => {
            return Err(report::refuse(
                &format!("`{}` holds facts of one instance, not levels", text.name),
                "leave `--level all` out",
            ));
        }
    };
    // Standard input has been read: each process gets its one level from here.
    let standard_input = argument == "-";
    let child: Arc<AtomicI32> = Arc::default();
    let stopped: Arc<AtomicBool> = Arc::default();
    let (running, stop) = (Arc::clone(&child), Arc::clone(&stopped));
    ctrlc::set_handler(move || {
        stop.store(true, Ordering::SeqCst);
        if let Some(pid) = Pid::from_raw(running.load(Ordering::SeqCst)) {
            // One that has just ended needs no signal.
            let _ = kill_process(pid, Signal::TERM);
        }
    })
    .map_err(anyhow::Error::from)?;
    let mut parts = page.map(Parts::new).transpose()?;
    let mut gravest = 0;
    for level in &collection.levels {
        let headed = if headings { output::print(&heading(level)) } else { Ok(()) };
        let closed = matches!(headed, Err(Failure::Closed)) || output::is_closed();
        if closed || stopped.load(Ordering::SeqCst) {
            gravest = gravest.max(Exit::Unknown.code());
            break;
        }
        headed?;
        let number = if standard_input { 1 } else { level.number };
        let mut command = Command::new(std::env::current_exe().map_err(anyhow::Error::from)?);
        // A group of its own: Ctrl-C reaches it through us, once.
        command.args(arguments_for(std::env::args_os().skip(1), number)).process_group(0);
        command.stdin(if standard_input { Stdio::piped() } else { Stdio::null() });
        if let Some(parts) = &parts {
            parts.ask(&mut command, level);
        }
        let mut process = command.spawn().map_err(anyhow::Error::from)?;
        child.store(process.id() as i32, Ordering::SeqCst);
        if let Some(mut stdin) = process.stdin.take() {
            // If it ends without reading, it says why.
            let _ = stdin.write_all(level.xsb().as_bytes());
        }
        let status = process.wait().map_err(anyhow::Error::from)?;
        child.store(0, Ordering::SeqCst);
        let code = status.code().unwrap_or(Exit::Internal.code());
        gravest = gravest.max(code);
        if let Some(parts) = &mut parts {
            parts.ended(level, code);
        }
    }
    if let Some(parts) = parts {
        parts.write(&name, &collection.levels)?;
    }
    std::process::exit(gravest)
}

/// A comment that names a level; plans may have comments.
fn heading(level: &Level) -> String {
    match &level.title {
        Some(title) if *title != level.number.to_string() => format!("% level {}: {title}\n", level.number),
        _ => format!("% level {}\n", level.number),
    }
}

/// The command line with a number in place of `all`.
fn arguments_for(arguments: impl Iterator<Item = OsString>, number: usize) -> Vec<OsString> {
    let mut replaced: Vec<OsString> = Vec::new();
    let mut names_only = false;
    for argument in arguments {
        let after_option = replaced.last().is_some_and(|last| last == "--level");
        replaced.push(if names_only {
            argument
        } else if argument == "--level=all" {
            format!("--level={number}").into()
        } else if argument == "all" && after_option {
            number.to_string().into()
        } else {
            names_only = argument == "--";
            argument
        });
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_becomes_a_number_where_it_is_the_level() {
        let replaced = |line: &str| -> Vec<String> {
            let arguments = arguments_for(line.split(' ').map(OsString::from), 7);
            arguments.into_iter().map(|argument| argument.into_string().expect("text")).collect()
        };
        assert_eq!(replaced("decide all --level all --quiet").join(" "), "decide all --level 7 --quiet");
        assert_eq!(replaced("optimize --level=all all").join(" "), "optimize --level=7 all");
        assert_eq!(
            replaced("optimize --level all -- --level=all").join(" "),
            "optimize --level 7 -- --level=all"
        );
    }
}
