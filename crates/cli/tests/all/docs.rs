//! Every command in the documentation does what is printed below it.
//!
//! A block marked `console` holds commands after `$ ` and what they print, standard error included; `...` stands for any
//! lines, `[..]` for any characters. A block marked `file=NAME` is saved under that name first. A picture of a terminal, as
//! `scripts/pictures` makes them, is such a block too. All of a page runs in one folder, with the instances and encodings of
//! the repository in it.

use std::path::Path;
use std::process::Command;

use crate::support::{folder, repository, skip_without, text};

/// A step of a page.
enum Step {
    File { name: String, text: String },
    Command { line: String, output: String, place: String },
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let content = text(page);
    let mut lines = content.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        for line in terminal(page, line) {
            add_console_line(&mut steps, format!("{page}:{}", number + 1), &line);
        }
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
        if let Some((_, name)) = info.split_once("file=") {
            let text = block.iter().map(|(_, line)| format!("{line}\n")).collect();
            steps.push(Step::File { name: name.to_owned(), text });
        }
        if info != "console" {
            continue;
        }
        for (number, line) in block {
            add_console_line(&mut steps, format!("{page}:{}", number + 1), line);
        }
    }
    steps
}

/// Adds a command, or a line that the last command prints.
fn add_console_line(steps: &mut Vec<Step>, place: String, line: &str) {
    match (line.strip_prefix("$ "), steps.last_mut()) {
        (Some(command), _) => {
            steps.push(Step::Command { line: command.to_owned(), output: String::new(), place });
        }
        (None, Some(Step::Command { output, .. })) => output.push_str(&format!("{line}\n")),
        _ => panic!("{place}: output without a command"),
    }
}

/// Returns the lines of the terminal in the picture that `line` of a page shows. There are none if it shows no picture, or a
/// picture of something else.
fn terminal(page: &str, line: &str) -> Vec<String> {
    let image = line.strip_prefix("![").and_then(|rest| rest.strip_suffix(".svg)")?.split_once("]("));
    let Some((_, name)) = image else { return Vec::new() };
    let path = Path::new(page).parent().expect("a folder").join(format!("{name}.svg"));
    let picture = text(path.to_str().expect("text"));
    let lines: Vec<String> = picture.lines().filter(|line| line.starts_with("<text")).map(plain).collect();
    let is_terminal = lines.first().is_some_and(|first| first.starts_with("$ "));
    lines.into_iter().filter(|_| is_terminal).collect()
}

/// The text between the tags of an element. Its spaces are those that do not break.
fn plain(element: &str) -> String {
    let texts = element.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text);
    let escaped = texts.collect::<String>().replace('\u{a0}', " ");
    escaped.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Where programs are found: on the path, and where `scripts/peers/install` puts them.
fn path() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{path}:{}", repository().join("target/peers/bin").display())
}

/// Leaves out what programs read that start clingo: a message at a terminal has neither clingo's words nor a place before its
/// title.
fn as_at_a_terminal(printed: &str) -> String {
    const SENTENCES: [&str; 5] =
        ["error: syntax error,", "error: lexer error,", "error: unsafe variables", "note: '", "info: "];
    let mut lines = printed.lines();
    let mut kept = String::new();
    while let Some(line) = lines.next() {
        let message = ["error: ", "warning: ", "info: ", "note: "]
            .iter()
            .find_map(|severity| line.find(severity).filter(|&at| is_place(&line[..at])));
        let Some(at) = message else {
            kept += &format!("{line}\n");
            continue;
        };
        if !SENTENCES.iter().any(|sentence| line[at..].starts_with(sentence)) {
            kept += &format!("{}\n", &line[at..]);
        } else if line.ends_with(':') {
            lines.next();
        }
    }
    kept
}

/// The lines of a page with patterns in place of times.
fn with_any_times(expected: &str) -> String {
    let of_line = |line: &str| {
        let name = ["Time         : ", "CPU Time     : "].into_iter().find(|name| line.starts_with(name));
        name.map_or(line.to_owned(), |name| format!("{name}[..]"))
    };
    expected.split('\n').map(of_line).collect::<Vec<_>>().join("\n")
}

/// Whether a text is a place in the form of clingo: `FILE:LINE:COLUMN-COLUMN: `.
fn is_place(text: &str) -> bool {
    let Some(place) = text.strip_suffix(": ") else { return false };
    place.matches(':').count() >= 2
        && place.ends_with(|last: char| last.is_ascii_digit())
        && !place.contains("-->")
}

/// Runs the commands of a page; says how many there were.
fn run(page: &str) -> usize {
    let folder = folder(&[]);
    for shared in ["instances", "encodings"] {
        copy(&repository().join(shared), &folder.path().join(shared));
    }
    let program = assert_cmd::cargo::cargo_bin!("groundplan");
    let path = format!("{}:{}", program.parent().expect("a folder").display(), path());
    let mut commands = 0;
    for step in steps(page) {
        let (line, output, place) = match step {
            Step::File { name, text } => {
                std::fs::write(folder.path().join(name), text).expect("a file");
                continue;
            }
            Step::Command { line, output, place } => (line, output, place),
        };
        commands += 1;
        // The build is there already.
        let line = line.replace("cargo run --release -- ", "groundplan ");
        let result = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {line}")])
            .current_dir(folder.path())
            .env("PATH", &path)
            // The order of `sort`.
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("sh starts");
        let printed = as_at_a_terminal(&String::from_utf8(result.stdout).expect("text"));
        assert!(result.status.success(), "{place}: `{line}` ends with {}: {printed}", result.status);
        let difference = snapbox::Assert::new().try_eq(
            Some(&place),
            printed.as_str().into(),
            with_any_times(&output).into(),
        );
        assert!(
            difference.is_ok(),
            "{place}: `{line}`\n{}",
            difference.err().map(|error| error.to_string()).unwrap_or_default()
        );
    }
    commands
}

#[test]
fn the_readme() {
    assert!(run("README.md") >= 4);
}

#[test]
fn the_tutorial() {
    assert!(run("docs/tutorial.md") >= 8);
}

#[test]
fn the_page_for_designers() {
    assert!(run("docs/designing.md") >= 5);
}

#[test]
fn the_tutorial_about_logic_programs() {
    assert!(run("docs/asp-tutorial.md") >= 16);
}

#[test]
fn the_language() {
    assert!(run("docs/language.md") >= 35);
}

#[test]
fn the_optimisation() {
    assert!(run("docs/optimisation.md") >= 6);
}

#[test]
fn the_integers() {
    assert!(run("docs/integers.md") >= 2);
}

#[test]
fn the_encodings() {
    assert!(run("docs/encodings.md") >= 3);
}

/// The rules that the page explains are those of the programs.
#[test]
fn the_rules_are_quoted_as_they_are() {
    let programs =
        ["plain", "optimize", "decision"].map(|name| text(&format!("encodings/sokoban/{name}.lp")));
    let page = text("docs/encodings.md");
    let quotes: Vec<&str> =
        page.split("```prolog\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(quotes.len() > 10);
    for quote in quotes {
        assert!(programs.iter().any(|program| program.contains(quote)), "no program has\n{quote}");
    }
}

#[test]
fn the_formats() {
    assert!(run("docs/formats.md") >= 8);
}

#[test]
fn editing() {
    assert!(run("docs/editor.md") >= 4);
}

#[test]
fn the_certificates() {
    if path().split(':').any(|dir| Path::new(dir).join("veripb").is_file()) {
        assert!(run("docs/certificates.md") >= 14);
    } else {
        skip_without("veripb");
    }
}

#[test]
fn the_timetable() {
    assert!(run("docs/timetable.md") >= 8);
}

#[test]
fn the_explanations() {
    assert!(run("docs/explaining.md") >= 7);
}

#[test]
fn the_grounding() {
    assert!(run("docs/grounding.md") >= 2);
}

#[test]
fn the_pictures() {
    assert!(run("docs/pictures.md") >= 3);
}

#[test]
fn the_scale() {
    assert!(run("docs/scale.md") >= 7);
}

#[test]
fn the_solving() {
    assert!(run("docs/solving.md") >= 2);
}

#[test]
fn no_page_is_forgotten() {
    for entry in std::fs::read_dir(repository().join("docs")).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("text");
        let page = format!("docs/{name}");
        let tested = [
            "tutorial",
            "asp-tutorial",
            "timetable",
            "optimisation",
            "encodings",
            "explaining",
            "formats",
            "certificates",
            "designing",
            "editor",
            "grounding",
            "integers",
            "language",
            "pictures",
            "scale",
            "solving",
            // By the tests of `groundplan-capi`, which have the library.
            "c",
        ];
        let tested = tested.iter().any(|name| page == format!("docs/{name}.md"));
        if name.ends_with(".md") && !tested {
            let commands = steps(&page).iter().filter(|step| matches!(step, Step::Command { .. })).count();
            assert_eq!(commands, 0, "the commands of {page} are not run");
        }
    }
}

/// The site has every page, and its pages link to nothing that is not on it.
#[test]
fn the_site_is_complete() {
    let summary = text("docs/SUMMARY.md");
    for folder in ["", "benchmarks/"] {
        for entry in std::fs::read_dir(repository().join("docs").join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("text");
            if !name.ends_with(".md") || name == "SUMMARY.md" {
                continue;
            }
            let page = format!("{folder}{name}");
            assert!(summary.contains(&format!("]({page})")), "docs/SUMMARY.md lacks {page}");
            let outside = if folder.is_empty() { "](../" } else { "](../../" };
            assert!(
                !text(&format!("docs/{page}")).contains(outside),
                "{page} links to what is not on the site"
            );
        }
    }
}

/// `cargo run` without the name of a program, as the README has it, runs this one: it is the only one that a package names.
#[test]
fn cargo_runs_the_command() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut metadata = Command::new(cargo);
    metadata.args(["metadata", "--format-version=1", "--no-deps", "--offline"]).current_dir(repository());
    let printed = metadata.output().expect("cargo starts").stdout;
    let workspace: serde_json::Value = serde_json::from_slice(&printed).expect("cargo prints JSON");
    let members = workspace["workspace_default_members"].as_array().expect("a list");
    let packages = workspace["packages"].as_array().expect("a list");
    let packages = packages.iter().filter(|package| members.contains(&package["id"]));
    let run: Vec<&str> = packages.filter_map(|package| package["default_run"].as_str()).collect();
    assert_eq!(run, ["groundplan"]);
}
