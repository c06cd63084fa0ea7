//! Parses the command line of a job into options with their values, and operands.
//!
//! The command line of a job is that of the batch with a few words changed. Whether an option takes a value is looked
//! up in the clap definition of the command line.

use clap::Command;

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// The name of the command, and of its subcommand if there is one.
    command: Vec<String>,
    options: Vec<ParsedOption>,
    /// The arguments that are not options.
    pub operands: Vec<String>,
}

/// An option as it was given.
#[derive(Clone, Debug)]
struct ParsedOption {
    /// The long name, or the text as written if there is no such option.
    name: String,
    value: Option<String>,
    words: Vec<String>,
}

impl CommandLine {
    /// Parses a command line by the definition of all commands; `None` if there is no such command.
    pub fn new(definition: &Command, words: &[String]) -> Option<CommandLine> {
        let mut described = definition;
        let mut words = words.iter();
        let mut command = Vec::new();
        while described.has_subcommands() {
            let name = words.next()?;
            described = described.find_subcommand(name)?;
            command.push(name.clone());
        }
        let mut told = CommandLine { command, options: Vec::new(), operands: Vec::new() };
        while let Some(word) = words.next() {
            if word == "--" {
                told.operands.extend(words.by_ref().cloned());
            } else if let Some(long) = word.strip_prefix("--") {
                let (name, value) = match long.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (long, None),
                };
                let open = value.is_none() && long_takes_value(described, name);
                told.add(name, word, value, if open { words.next() } else { None });
            } else if word.len() > 1 && word.starts_with('-') {
                told.add_short(described, word, &mut words);
            } else {
                told.operands.push(word.clone());
            }
        }
        Some(told)
    }

    fn add(&mut self, name: &str, word: &str, value: Option<String>, next: Option<&String>) {
        let words = std::iter::once(word.to_owned()).chain(next.cloned()).collect();
        self.options.push(ParsedOption { name: name.to_owned(), value: value.or(next.cloned()), words });
    }

    /// Adds options of one letter each from one word; only the last may have a value.
    fn add_short<'a>(
        &mut self,
        described: &Command,
        word: &str,
        words: &mut impl Iterator<Item = &'a String>,
    ) {
        for (at, letter) in word[1..].char_indices() {
            let found = described.get_arguments().find(|argument| argument.get_short() == Some(letter));
            let name = found.and_then(clap::Arg::get_long).map_or(letter.to_string(), str::to_owned);
            if !found.is_some_and(takes_value) {
                self.add(&name, &format!("-{letter}"), None, None);
                continue;
            }
            let rest = &word[1 + at + letter.len_utf8()..];
            match rest.strip_prefix('=').unwrap_or(rest) {
                "" => self.add(&name, &format!("-{letter}"), None, words.next()),
                value => self.add(&name, &format!("-{letter}{rest}"), Some(value.to_owned()), None),
            }
            return;
        }
    }

    /// Returns the name of the command, with that of its subcommand: `check plan`.
    pub fn command(&self) -> String {
        self.command.join(" ")
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name == name)
    }

    /// Returns the value of an option, if it is given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|option| option.name == name)?.value.as_deref()
    }

    /// Sets the value of an option, replacing earlier ones.
    pub fn set(&mut self, name: &str, value: &str) {
        self.remove(name);
        let words = vec![format!("--{name}={value}")];
        self.options.push(ParsedOption { name: name.to_owned(), value: Some(value.to_owned()), words });
    }

    /// Removes an option.
    pub fn remove(&mut self, name: &str) {
        self.options.retain(|option| option.name != name);
    }

    /// Returns the same arguments for another command.
    pub fn of(mut self, command: &str) -> CommandLine {
        self.command = vec![command.to_owned()];
        self
    }

    /// Returns all words that may name a file.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let values = self.options.iter().filter_map(|option| option.value.as_deref());
        values.chain(self.operands.iter().map(String::as_str))
    }

    /// Returns the command line.
    pub fn line(&self) -> Vec<String> {
        let options = self.options.iter().flat_map(|option| option.words.iter().cloned());
        let mut line: Vec<String> = self.command.iter().cloned().chain(options).collect();
        if self.operands.iter().any(|operand| operand.starts_with('-')) {
            line.push("--".to_owned());
        }
        line.extend(self.operands.iter().cloned());
        line
    }
}

fn takes_value(argument: &clap::Arg) -> bool {
    argument.get_action().takes_values() && !argument.is_require_equals_set()
}

fn long_takes_value(described: &Command, name: &str) -> bool {
    described.get_arguments().any(|argument| {
        let named = argument.get_long() == Some(name)
            || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&name));
        named && takes_value(argument)
    })
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction};

    use super::*;

    fn definition() -> Command {
        let option = |name: &'static str| Arg::new(name).long(name).action(ArgAction::Set);
        let confirm = option("confirm").num_args(0..=1).require_equals(true);
        let quiet = option("quiet").short('q').action(ArgAction::SetTrue);
        let output = option("output").short('o');
        Command::new("groundplan")
            .subcommand(Command::new("decide").arg(option("actions")))
            .subcommand(Command::new("optimize").args([
                option("level"),
                option("metric"),
                confirm,
                quiet,
                output,
            ]))
            .subcommand(Command::new("check").subcommand(Command::new("plan").arg(option("level"))))
    }

    fn read(line: &str) -> Option<CommandLine> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        CommandLine::new(&definition(), &words)
    }

    fn words(line: &str) -> CommandLine {
        read(line).expect("a command")
    }

    #[test]
    fn values_are_not_taken_for_files() {
        let words = words("optimize --level 3 a.sok --confirm --metric=moves -qo out.sok b.sok");
        assert_eq!(words.operands, ["a.sok", "b.sok"]);
        assert_eq!((words.value("level"), words.value("metric")), (Some("3"), Some("moves")));
        assert!(words.has("confirm") && words.has("quiet"));
        assert_eq!(words.value("output"), Some("out.sok"));
        assert_eq!(
            words.line().join(" "),
            "optimize --level 3 --confirm --metric=moves -q -o out.sok a.sok b.sok"
        );
    }

    #[test]
    fn options_are_replaced() {
        let mut words = words("decide --actions 10-14 -- -odd");
        words.set("actions", "12");
        assert_eq!(words.line(), ["decide", "--actions=12", "--", "-odd"]);
        words.remove("actions");
        assert_eq!(words.of("optimize").line(), ["optimize", "--", "-odd"]);
    }

    #[test]
    fn commands_below_others_are_found() {
        assert_eq!(words("check plan a.sok --level all").command(), "check plan");
        assert!(read("check plan").is_some());
        assert!(read("check").is_none() && read("").is_none() && read("fly").is_none());
    }
}
