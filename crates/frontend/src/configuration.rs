//! clingo's configuration: the settings of a search as key-value pairs that programs read and change.
//!
//! Each key is a command-line option and has the same meaning as that option.

use std::collections::BTreeMap;
use std::ffi::OsString;

use clap::{Args, Command, FromArgMatches};
use groundplan::solve::DefaultHeuristic;

use crate::arguments::SolveArguments;
use crate::options::{translate, translate_key, ClingoOption, Key, Refusal, TranslatedArguments, OPTIONS};

/// The settings of a control object.
#[derive(Clone, Debug)]
pub struct Configuration {
    words: Vec<OsString>,
    /// The values of the keys that were set, by option name.
    set: BTreeMap<&'static str, String>,
    /// The least and the greatest value of integer variables, where a program has set them.
    integer_bounds: (Option<i64>, Option<i64>),
    arguments: SolveArguments,
}

/// The reason why a key cannot be set.
#[derive(Clone, Debug)]
pub enum KeyError {
    /// The value is invalid.
    Value,
    /// The setting would change answers and is not supported. The text names the alternative.
    Missing(String),
}

impl Configuration {
    /// Reads the arguments that follow `solve` on a command line: options of clingo and of groundplan.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`] if an option is invalid, unsupported or given twice.
    pub fn read(words: Vec<String>) -> Result<Self, Refusal> {
        let own = SolveArguments::augment_args(Command::new("solve"));
        let TranslatedArguments { words, keys } = translate(words.into_iter().map(OsString::from), &own)?;
        let arguments = parse(&words).map_err(Refusal::Wrong)?;
        let mut set = BTreeMap::new();
        for (name, value) in keys {
            if set.insert(name, normal(name, &value)).is_some() {
                return Err(Refusal::Wrong(format!("`--{name}` is given more than once")));
            }
        }
        Ok(Configuration { words, set, integer_bounds: (None, None), arguments })
    }

    /// Returns the current settings as parsed arguments.
    pub fn arguments(&self) -> &SolveArguments {
        &self.arguments
    }

    /// Returns the current value of a key, or `None` if the option is not a key.
    pub fn get(&self, known: &ClingoOption) -> Option<String> {
        let usual = usual(known.key)?;
        Some(self.set.get(known.name).cloned().unwrap_or_else(|| usual.to_owned()))
    }

    /// Sets a key to a value.
    ///
    /// # Errors
    ///
    /// Returns a [`KeyError`] if the value is invalid or unsupported. The key then keeps its old value.
    pub fn set(&mut self, known: &ClingoOption, text: &str) -> Result<(), KeyError> {
        let text = text.trim();
        if self.get(known).as_deref() == Some(text) {
            return Ok(());
        }
        let before = self.set.insert(known.name, text.to_owned());
        match self.parse() {
            Ok(arguments) => {
                self.arguments = arguments;
                self.bound_integers();
                self.set.insert(known.name, normal(known.name, text));
                Ok(())
            }
            Err(error) => {
                match before {
                    Some(before) => self.set.insert(known.name, before),
                    None => self.set.remove(known.name),
                };
                Err(error)
            }
        }
    }

    /// Sets the least and the greatest value of integer variables, in place of what the command line says. These are no keys of
    /// clingo's.
    pub fn set_integer_bounds(&mut self, least: Option<i64>, greatest: Option<i64>) {
        self.integer_bounds = (least.or(self.integer_bounds.0), greatest.or(self.integer_bounds.1));
        self.bound_integers();
    }

    fn bound_integers(&mut self) {
        let (least, greatest) = self.integer_bounds;
        self.arguments.min_int = least.unwrap_or(self.arguments.min_int);
        self.arguments.max_int = greatest.unwrap_or(self.arguments.max_int);
    }

    /// Parses the command line together with all keys. A key overrides the same option of the command line.
    fn parse(&self) -> Result<SolveArguments, KeyError> {
        // Keys come first, since the command line may end with file names after `--`.
        let mut words: Vec<OsString> = Vec::new();
        for known in OPTIONS {
            let Some(text) = self.set.get(known.name).filter(|&text| Some(text.as_str()) != usual(known.key))
            else {
                continue;
            };
            words.extend(
                translate_key(known, text).map_err(KeyError::Missing)?.into_iter().map(OsString::from),
            );
        }
        let mut given = self.words.iter();
        while let Some(word) = given.next() {
            let text = word.to_str().unwrap_or_default();
            if text == "--" {
                words.push(word.clone());
                words.extend(given.by_ref().cloned());
                break;
            }
            // Skip a command-line option that a key overrides.
            let name = text.strip_prefix("--").and_then(|text| text.split('=').next()).unwrap_or_default();
            let is_threads = name == "threads";
            if !self.set.contains_key(if is_threads { "parallel-mode" } else { name }) {
                words.push(word.clone());
            } else if is_threads && !text.contains('=') {
                // `--threads` is an option of groundplan, kept as typed: its value may be the next word.
                given.next();
            }
        }
        parse(&words).map_err(|_| KeyError::Value)
    }
}

fn usual(key: Key) -> Option<&'static str> {
    match key {
        Key::Nowhere => None,
        Key::Root(text) | Key::Solve(text) | Key::Asp(text) | Key::Solver(text) => Some(text),
    }
}

fn parse(words: &[OsString]) -> Result<SolveArguments, String> {
    let own =
        SolveArguments::augment_args(Command::new("solve")).no_binary_name(true).disable_help_flag(true);
    let matches =
        own.try_get_matches_from(words).and_then(|matches| SolveArguments::from_arg_matches(&matches));
    matches.map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    })
}

/// Returns a value in clingo's spelling.
fn normal(name: &str, text: &str) -> String {
    let is_no = ["no", "0", "off", "false"].contains(&text);
    match (name, text) {
        ("project" | "dom-mod", _) if is_no => "no".to_owned(),
        ("project", "1" | "auto") => "auto,0".to_owned(),
        ("project", "show" | "project") => format!("{text},0"),
        ("stats", "no") => "0".to_owned(),
        ("stats", "yes") => "1".to_owned(),
        ("solve-limit", "no") => "umax,umax".to_owned(),
        ("solve-limit", _) if !text.contains(',') => format!("{text},umax"),
        ("dom-mod", _) => {
            text.parse().map_or_else(|_| text.to_owned(), |default: DefaultHeuristic| default.to_string())
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Aim, Symmetry};

    fn known(name: &str) -> &'static ClingoOption {
        OPTIONS.iter().find(|known| known.name == name).expect(name)
    }

    fn read(line: &str) -> Configuration {
        let words = line.split_whitespace().map(str::to_owned).collect();
        Configuration::read(words).expect(line)
    }

    #[test]
    fn keys_are_options_of_the_command_line() {
        let mut configuration = read("p.lp 3 --opt-mode=optN,5 -t 4 --symmetry=no");
        for (name, value) in [
            ("models", "3"),
            ("opt-mode", "optN,5"),
            ("parallel-mode", "4"),
            ("seed", "1"),
            ("project", "no"),
        ] {
            assert_eq!(configuration.get(known(name)).as_deref(), Some(value), "{name}");
        }
        for (name, text, value) in [
            ("models", "0", "0"),
            ("opt-mode", "enum, 5", "enum, 5"),
            ("project", "show", "show,0"),
            ("project", "0", "no"),
            ("solve-limit", "0", "0,umax"),
            ("restarts", "anything", "anything"),
            ("supp-models", "0", "0"),
            ("parallel-mode", "2", "2"),
            ("dom-mod", "5,16", "level,neg,show"),
        ] {
            configuration.set(known(name), text).expect(name);
            assert_eq!(configuration.get(known(name)).as_deref(), Some(value), "{name}");
        }
        let SolveArguments { models, opt_mode, threads, symmetry, .. } = configuration.arguments();
        assert_eq!((*models, *threads, *symmetry), (Some(0), Some(2), Symmetry::No));
        assert_eq!((opt_mode.aim, &opt_mode.bound[..]), (Aim::Within, &[5][..]));
    }

    #[test]
    fn integer_bounds_stay_beside_keys() {
        let mut configuration = read("--min-int=2 --max-int=5");
        configuration.set_integer_bounds(None, Some(9));
        configuration.set(known("models"), "0").expect("a number");
        let SolveArguments { models, min_int, max_int, .. } = configuration.arguments();
        assert_eq!((*models, *min_int, *max_int), (Some(0), 2, 9));
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut configuration = read("--opt-mode=optN");
        assert!(matches!(configuration.set(known("opt-mode"), "best"), Err(KeyError::Value)));
        assert!(matches!(configuration.set(known("models"), "many"), Err(KeyError::Value)));
        assert!(matches!(configuration.set(known("supp-models"), "1"), Err(KeyError::Missing(_))));
        assert_eq!(configuration.get(known("opt-mode")).as_deref(), Some("optN"));
        assert_eq!(configuration.get(known("supp-models")).as_deref(), Some("0"));
        assert_eq!(configuration.arguments().opt_mode.aim, Aim::AllBest);
        configuration.set(known("models"), "-1").expect("the default");
        assert_eq!(configuration.arguments().models, None);
        for line in ["p.lp --threads 3 -- q.lp", "--threads=3 p.lp -- q.lp", "-t 3 -- p.lp q.lp"] {
            let mut configuration = read(line);
            configuration.set(known("models"), "0").expect(line);
            configuration.set(known("parallel-mode"), "2").expect(line);
            let SolveArguments { models, threads, program, .. } = configuration.arguments();
            assert_eq!((*models, *threads), (Some(0), Some(2)), "{line}");
            assert_eq!(program.files, ["p.lp", "q.lp"], "{line}");
        }
        let twice = ["-n1", "0"].map(str::to_owned).to_vec();
        assert!(matches!(Configuration::read(twice), Err(Refusal::Wrong(_))));
    }
}
