//! What `--help` prints, in a terminal of 80 columns.

use crate::support::{repository, FOUND, UNWRITABLE, USAGE};

const COLUMNS: usize = 80;

const COMMANDS: [&[&str]; 23] = [
    &[],
    &["decide"],
    &["optimize"],
    &["solve"],
    &["ground"],
    &["certify"],
    &["explain"],
    &["fmt"],
    &["lsp"],
    &["check"],
    &["check", "plan"],
    &["check", "certificate"],
    &["compare"],
    &["batch"],
    &["batch", "plan"],
    &["batch", "work"],
    &["batch", "run"],
    &["batch", "submit"],
    &["batch", "merge"],
    &["replay"],
    &["convert"],
    &["completions"],
    &["manual"],
];

fn printed(arguments: &[&str]) -> (i32, String) {
    let output = assert_cmd::cargo::cargo_bin_cmd!("groundplan")
        .current_dir(repository())
        .env("COLUMNS", COLUMNS.to_string())
        .args(arguments)
        .output()
        .expect("the command starts");
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code().expect("an exit code"), text)
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|&c| c == ' ').count()
}

#[test]
fn it_wraps_cleanly() {
    for command in COMMANDS {
        for option in ["--help", "-h"] {
            let (code, text) = printed(&[command, &[option]].concat());
            assert_eq!(code, FOUND, "{command:?}");
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            for line in &lines {
                assert!(line.chars().count() <= COLUMNS, "{command:?} {option}: {line}");
            }
            // A line is not broken where the next word has room; one that begins anew is an item, or indented.
            for pair in lines.windows(2) {
                let [line, next] = pair else { continue };
                let word = next.split_whitespace().next().unwrap_or_default();
                let goes_on = !line.is_empty()
                    && indent(line) == indent(next)
                    && word.starts_with(char::is_alphanumeric);
                if goes_on && indent(next) != 2 && !line.ends_with(':') {
                    let room = line.chars().count() + 1 + word.chars().count();
                    assert!(room > COLUMNS, "{command:?} {option}:\n{line}\n{next}");
                }
            }
            // Examples are lines that can be typed as they are.
            for example in text.split("Examples:\n").skip(1).flat_map(str::lines) {
                assert!(
                    example.starts_with("  groundplan ") || example.starts_with("  gringo "),
                    "{example}"
                );
            }
        }
    }
}

#[test]
fn it_says_what_a_command_prints_and_how_it_exits() {
    for (command, says) in [
        ("decide", "SATISFIABLE, or UNSATISFIABLE"),
        ("optimize", "Races three engines"),
        ("solve", "as clingo does"),
        ("convert", "c{x}r{y}"),
        ("replay", "played, paused"),
    ] {
        let (_, text) = printed(&[command, "--help"]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(says) && text.contains("Exit status"), "{command}: {text}");
    }
}

#[test]
fn only_the_long_option_asks_for_the_version() {
    for command in COMMANDS {
        let (code, text) = printed(&[command, &["--version"]].concat());
        let version = concat!("groundplan ", env!("CARGO_PKG_VERSION"), "\n");
        assert_eq!((code, text.as_str()), (FOUND, version), "{command:?}");
    }
    for command in ["decide", "optimize", "check", "compare", "replay", "convert"] {
        assert_eq!(printed(&[command, "-V"]).0, USAGE, "{command}");
    }
    assert_eq!(printed(&["-V"]).0, USAGE);
}

/// `-h` shows what is needed at first, on one screen; `--help` shows everything.
#[test]
fn the_short_help_of_solve_is_one_screen() {
    let [short, long] = ["-h", "--help"].map(|option| printed(&["solve", option]).1);
    assert!(short.lines().count() <= 45, "{} lines", short.lines().count());
    assert!(short.contains("--opt-mode") && short.contains("--help has all options"), "{short}");
    assert!(!short.contains("--rand-freq") && long.contains("--rand-freq"));
}

/// What stands under a heading is about it.
#[test]
fn only_options_of_cubes_are_under_their_heading() {
    for command in ["decide", "solve"] {
        for option in ["-h", "--help"] {
            let text = printed(&[command, option]).1;
            let below = text.split("\nCubes:\n").nth(1).unwrap_or_default();
            let below = below.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
            for line in below.filter(|line| line.trim_start().starts_with('-')) {
                let of_cubes = ["--cubes", "--cube ", "--certify"].iter().any(|name| line.contains(name));
                assert!(of_cubes, "{command} {option}: {line}");
            }
        }
    }
}

/// Each command has a man page of its own, with all of its options.
#[test]
fn each_command_has_a_man_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let (code, text) = printed(&["manual", pages.to_str().expect("text")]);
    assert_eq!((code, text.as_str()), (FOUND, ""));
    for command in COMMANDS {
        let name = std::iter::once("groundplan").chain(command.iter().copied()).collect::<Vec<_>>().join("-");
        let page = std::fs::read_to_string(pages.join(format!("{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
        assert_eq!(page.contains("rand\\-freq"), command == ["solve"], "{name}");
    }
    assert_eq!(std::fs::read_dir(pages).expect("a folder").count(), COMMANDS.len());
    let (code, _) = printed(&["manual", "Cargo.toml/man1"]);
    assert_eq!(code, UNWRITABLE);
}

/// The man pages have a text for each option, also for those that `-h` leaves out.
#[test]
fn the_man_pages_have_the_text_of_every_option() {
    let folder = tempfile::tempdir().expect("a folder");
    printed(&["manual", folder.path().to_str().expect("text")]);
    let mut options = 0;
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        let page = std::fs::read_to_string(&path).expect("a page");
        let lines: Vec<&str> = page.lines().collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == ".TP") {
            let text = lines.get(at + 2).copied().unwrap_or_default();
            options += 1;
            assert!(
                text.starts_with(|first: char| first.is_alphanumeric() || first == '\\'),
                "{path:?}: {}",
                lines[at + 1]
            );
        }
    }
    assert!(options > 200, "{options} options");
}

#[test]
fn every_help_has_examples() {
    for command in COMMANDS {
        let (_, text) = printed(&[command, &["--help"]].concat());
        let examples = text.split("Examples:\n").nth(1).unwrap_or_default();
        assert!(examples.starts_with("  g"), "{command:?}: {text}");
    }
}

/// Returns what a command line prints on both streams, without colours in the environment.
fn coloured(line: &str, variables: &[(&str, &str)]) -> String {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("groundplan");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let output =
        command.args(line.split(' ')).envs(variables.iter().copied()).output().expect("the command starts");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text")).concat()
}

#[test]
fn colours_are_as_asked_for() {
    for (line, variables, expected) in [
        ("solve nowhere.lp", &[][..], false),
        ("solve nowhere.lp --color always", &[], true),
        ("solve nowhere.lp --color=always", &[("NO_COLOR", "1")], true),
        ("--color=always solve nowhere.lp", &[], true),
        ("--color always solve nowhere.lp", &[], true),
        ("solve nowhere.lp", &[("CLICOLOR_FORCE", "1")], true),
        ("solve nowhere.lp", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        ("solve nowhere.lp", &[("CLICOLOR_FORCE", "0")], false),
        ("solve nowhere.lp --color=never", &[("CLICOLOR_FORCE", "1")], false),
        ("decide nowhere.xsb --color=always", &[], true),
        ("solve --color=always --modles", &[], true),
        ("decide --color=always --atcions", &[], true),
        ("decide --color=never --atcions", &[("CLICOLOR_FORCE", "1")], false),
        ("solve --help --color=always", &[], true),
        ("solve --help", &[], false),
    ] {
        let text = coloured(line, variables);
        assert_eq!(text.contains('\u{1b}'), expected, "{line} {variables:?}: {text}");
    }
    let wrong = coloured("solve nowhere.lp --color=green", &[]);
    assert!(wrong.contains("[possible values: auto, always, never]"), "{wrong}");
}

/// Long options may be shortened, as in clingo, while one option alone begins so.
#[test]
fn long_options_may_be_shortened() {
    let folder = crate::support::folder(&[("program.lp", "{a;b}. #minimize { 1,a : a }.")]);
    let run = |arguments: &[&str]| crate::support::run_in(folder.path(), arguments, "");
    for (short, long) in [
        (&["--opt-m=optN", "-q1", "0"][..], &["--opt-mode=optN", "-q1", "0"][..]),
        (&["--opt-mo", "ignore", "0"], &["--opt-mode", "ignore", "0"]),
        (&["--sym=no", "0"], &["--symmetry=no", "0"]),
        (&["--assu", "a"], &["--assume", "a"]),
        (&["--forma=text", "--outf=0"], &["--format=text", "--outf=0"]),
        (&["--conf=auto", "0"], &["--configuration=auto", "0"]),
        (&["--col=never"], &["--color=never"]),
    ] {
        let [left, right] =
            [short, long].map(|words| run(&[&["solve", "program.lp", "-V0"], words].concat()));
        assert_eq!((left.code, &left.out), (right.code, &right.out), "{short:?}: {}", left.err);
        assert!(!left.err.contains("error"), "{short:?}: {}", left.err);
    }
    let several = run(&["solve", "program.lp", "--min=3"]);
    assert_eq!(several.code, USAGE);
    assert!(
        several.err.contains("`--min` is ambiguous: it begins `--min-int`, `--minimize-variable`"),
        "{}",
        several.err
    );
    // A hidden option is none.
    assert_eq!(run(&["solve", "program.lp", "--tun=x"]).code, USAGE);
    let [short, long] = ["--out=text", "--output=text"].map(|word| run(&["ground", "program.lp", word]));
    assert_eq!((short.code, &short.out), (long.code, &long.out), "{}", short.err);
    assert_eq!(run(&["ground", "program.lp", "--outp=rules"]).code, FOUND);
}
