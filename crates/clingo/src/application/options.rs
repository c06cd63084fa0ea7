//! The options of an application beside clingo's.

use groundplan_frontend::options::OPTIONS;

use crate::control::{Raised, Told};

/// A function of the host that takes the value of an option. It returns false for a wrong one.
pub type Parser = Box<dyn FnMut(&str) -> Told<bool> + Send>;

/// A function of the host that takes the value of a flag.
pub type SetFlag = Box<dyn FnMut(bool) + Send>;

/// The options of an application beside clingo's, in the order in which they were added.
#[derive(Default)]
pub struct ApplicationOptions(Vec<ApplicationOption>);

struct ApplicationOption {
    group: String,
    name: String,
    short: Option<char>,
    /// How much help has to be asked for, from 0, to see the option.
    level: u32,
    description: String,
    kind: Kind,
    is_given: bool,
}

enum Kind {
    /// An option with a value.
    Value { parser: Parser, is_repeatable: bool, argument: String },
    /// One without.
    Flag(SetFlag),
}

/// An option as a word of a command line gives it.
struct GivenOption {
    index: usize,
    value: Option<String>,
    /// Whether `no-` stands before its name.
    is_negated: bool,
}

/// Why a command line is not taken.
#[derive(Debug)]
pub enum OptionError {
    /// It is wrong; the text says why.
    Wrong(String),
    /// A function of the host has raised this.
    Raised(Raised),
}

impl ApplicationOptions {
    /// Adds an option with a value. `names` is its name, perhaps with a letter for a short name and the level of help in which it
    /// is told of: `size`, `size,s` or `size,s,@2`. `argument` names the value in the help.
    pub fn add(
        &mut self,
        group: &str,
        names: &str,
        description: &str,
        parser: Parser,
        is_repeatable: bool,
        argument: Option<&str>,
    ) {
        let argument = argument.unwrap_or("<arg>").to_owned();
        self.push(group, names, description, Kind::Value { parser, is_repeatable, argument });
    }

    /// Adds an option without a value; see [`ApplicationOptions::add`].
    pub fn add_flag(&mut self, group: &str, names: &str, description: &str, set: SetFlag) {
        self.push(group, names, description, Kind::Flag(set));
    }

    fn push(&mut self, group: &str, names: &str, description: &str, kind: Kind) {
        let mut names = names.split(',').map(str::trim);
        let name = names.next().unwrap_or_default().to_owned();
        let (mut short, mut level) = (None, 0);
        for more in names {
            match more.strip_prefix('@') {
                Some(number) => level = number.parse().unwrap_or(0),
                None => short = more.chars().next(),
            }
        }
        // As an option with the same name, the last one counts.
        self.0.retain(|known| known.name != name);
        let (group, description) = (group.to_owned(), description.to_owned());
        self.0.push(ApplicationOption { group, name, short, level, description, kind, is_given: false });
    }

    /// Takes the application's own options out of a command line: returns the other words.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is missing or wrong, or given twice.
    pub fn take(&mut self, words: Vec<String>) -> Result<Vec<String>, OptionError> {
        let mut others = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--" {
                others.push(word);
                others.extend(words);
                break;
            }
            let Some(GivenOption { index, value, is_negated }) = self.find(&word) else {
                others.push(word);
                continue;
            };
            let ApplicationOption { name, kind, is_given, .. } = &mut self.0[index];
            let wrong = |sentence: String| Err(OptionError::Wrong(sentence));
            let is_repeatable = matches!(kind, Kind::Value { is_repeatable: true, .. });
            if std::mem::replace(is_given, true) && !is_repeatable {
                return wrong(format!("option `--{name}` is given more than once"));
            }
            match kind {
                Kind::Flag(_) if value.is_some() => {
                    return wrong(format!("option `--{name}` takes no value"))
                }
                Kind::Flag(set) => set(!is_negated),
                Kind::Value { parser, .. } => {
                    let Some(value) = value.or_else(|| words.next()) else {
                        return wrong(format!("option `--{name}` wants a value"));
                    };
                    if !parser(&value).map_err(OptionError::Raised)? {
                        return wrong(format!("`{value}` is no value of option `--{name}`"));
                    }
                }
            }
        }
        Ok(others)
    }

    /// Returns the option that a word names.
    fn find(&self, word: &str) -> Option<GivenOption> {
        if let Some(long) = word.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            if let Some(index) = self.named(name) {
                return Some(GivenOption { index, value, is_negated: false });
            }
            let index = self.named(name.strip_prefix("no-")?)?;
            let is_flag = matches!(self.0[index].kind, Kind::Flag(_));
            return is_flag.then_some(GivenOption { index, value, is_negated: true });
        }
        let mut letters = word.strip_prefix('-')?.chars();
        let short = letters.next()?;
        let index = self.0.iter().position(|known| known.short == Some(short))?;
        let value = Some(letters.as_str()).filter(|value| !value.is_empty()).map(str::to_owned);
        Some(GivenOption { index, value, is_negated: false })
    }

    /// Returns the option of this name. As in clingo, the beginning of a name will do if only one option has it.
    fn named(&self, name: &str) -> Option<usize> {
        let is_named = |known: &ApplicationOption| known.name == name;
        self.0.iter().position(is_named).or_else(|| {
            let mut found = (0..self.0.len()).filter(|&index| self.0[index].name.starts_with(name));
            let index = found.next().filter(|_| !name.is_empty() && found.next().is_none())?;
            let is_clingos = OPTIONS.iter().any(|known| known.name.starts_with(name));
            (!is_clingos).then_some(index)
        })
    }

    /// Returns what is said of the options by `--help`, group by group, up to this level of help.
    pub fn help(&self, level: u32) -> String {
        let options: Vec<&ApplicationOption> = self.0.iter().filter(|known| known.level <= level).collect();
        let mut groups: Vec<&str> = Vec::new();
        for option in &options {
            if !groups.contains(&option.group.as_str()) {
                groups.push(&option.group);
            }
        }
        let mut lines = Vec::new();
        for group in groups {
            lines.extend([format!("{group}:"), String::new()]);
            for option in options.iter().filter(|option| option.group == group) {
                let ApplicationOption { name, short, description, kind, .. } = option;
                let short = short.map_or_else(String::new, |short| format!(",-{short}"));
                let value = match kind {
                    Kind::Value { argument, .. } => format!("={argument}"),
                    Kind::Flag(_) => String::new(),
                };
                lines.push(format!("  --{name}{short}{value}: {description}"));
            }
            lines.push(String::new());
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    type Seen = Arc<Mutex<Vec<String>>>;

    fn options() -> (ApplicationOptions, Seen) {
        let seen = Seen::default();
        let mut options = ApplicationOptions::default();
        let values = Arc::clone(&seen);
        let parser: Parser = Box::new(move |value| {
            values.lock().unwrap().push(value.to_owned());
            Ok(value != "wrong")
        });
        options.add("Mine", "height,x,@1", "a height", parser, false, Some("<n>"));
        let flags = Arc::clone(&seen);
        options.add_flag(
            "Mine",
            "zap",
            "a flag",
            Box::new(move |on| flags.lock().unwrap().push(on.to_string())),
        );
        (options, seen)
    }

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn own_options_are_taken_out() {
        for (line, rest, taken) in [
            ("a.lp --height=3 -n 2", "a.lp -n 2", "3"),
            ("--height 3 0", "0", "3"),
            ("-x3 --zap", "", "3 true"),
            ("-x 3 --no-zap", "", "3 false"),
            ("--heig=3 --no-zap", "", "3 false"),
            ("--he=3 -- --zap", "--he=3 -- --zap", ""),
        ] {
            let (mut options, seen) = options();
            assert_eq!(options.take(words(line)).expect(line), words(rest), "{line}");
            assert_eq!(*seen.lock().unwrap(), words(taken), "{line}");
        }
    }

    #[test]
    fn wrong_options_are_refused() {
        for line in ["--height", "--height=1 --height=2", "--height=wrong", "--zap=no", "--zap --no-zap"] {
            let told = options().0.take(words(line));
            assert!(matches!(told, Err(OptionError::Wrong(_))), "{line}");
        }
    }

    #[test]
    fn help_tells_of_a_level() {
        let (options, _) = options();
        assert_eq!(options.help(0), "Mine:\n\n  --zap: a flag\n");
        assert_eq!(options.help(1), "Mine:\n\n  --height,-x=<n>: a height\n  --zap: a flag\n");
    }
}
