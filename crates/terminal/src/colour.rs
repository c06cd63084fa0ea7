//! Whether text for people has colours: as `--color` says, or else by the conventions of the environment.
//!
//! `NO_COLOR` switches them off (<https://no-color.org>), `CLICOLOR_FORCE` on, and `CLICOLOR=0` leaves them to `CLICOLOR_FORCE`
//! (<https://bixense.com/clicolors>). Without these, a terminal that is not `dumb` shows them.

use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

use clap::{ColorChoice, ValueEnum};

/// The value of `--color`.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Sets the value of `--color` for the rest of the process; the first call counts.
pub fn choose(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

/// Returns the value of `--color` on a command line that may have errors; `None` if it is not there.
pub fn chosen(words: &[OsString]) -> Option<ColorChoice> {
    let mut words = words.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
    let mut last = None;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(value) => value.strip_prefix('=').map(|value| value.to_owned().into()),
            None => continue,
        };
        last = value.and_then(|value| ColorChoice::from_str(&value, false).ok()).or(last);
    }
    last
}

/// Whether text for a stream has colours.
pub fn is_wanted(is_terminal: bool) -> bool {
    wanted(CHOICE.get().copied().unwrap_or_default(), is_terminal, |name| std::env::var_os(name))
}

fn wanted(choice: ColorChoice, is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, value: &str| variable(name).is_some_and(|found| found == OsStr::new(value));
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if is_set("NO_COLOR") => false,
        ColorChoice::Auto if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        ColorChoice::Auto => is_terminal && !is("CLICOLOR", "0") && !is("TERM", "dumb"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_comes_before_the_environment() {
        let decide = |choice, is_terminal, variables: &[(&str, &str)]| {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| OsString::from(value))
            };
            wanted(choice, is_terminal, variable)
        };
        let auto = ColorChoice::Auto;
        for (choice, is_terminal, variables, expected) in [
            (auto, true, &[][..], true),
            (auto, false, &[], false),
            (auto, true, &[("NO_COLOR", "1")], false),
            (auto, true, &[("NO_COLOR", "")], true),
            (auto, true, &[("TERM", "dumb")], false),
            (auto, true, &[("CLICOLOR", "0")], false),
            (auto, false, &[("CLICOLOR", "1")], false),
            (auto, false, &[("CLICOLOR_FORCE", "1")], true),
            (auto, false, &[("CLICOLOR_FORCE", "0")], false),
            (auto, false, &[("CLICOLOR_FORCE", "1"), ("CLICOLOR", "0")], true),
            (auto, false, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
            (ColorChoice::Always, false, &[("NO_COLOR", "1")], true),
            (ColorChoice::Never, true, &[("CLICOLOR_FORCE", "1")], false),
        ] {
            assert_eq!(decide(choice, is_terminal, variables), expected, "{choice:?} {variables:?}");
        }
    }

    #[test]
    fn it_is_read_from_a_command_line_with_errors() {
        let read = |line: &str| chosen(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(read("groundplan slove --color always"), Some(ColorChoice::Always));
        assert_eq!(read("groundplan --color=never solve --color=maybe"), Some(ColorChoice::Never));
        assert_eq!(read("groundplan solve -- --color=never"), None);
        assert_eq!(read("groundplan solve --colors"), None);
    }
}
