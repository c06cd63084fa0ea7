//! Reads the instance a command is about: facts, or a level, which becomes facts.

use std::path::Path;

use groundplan::diagnostic::Diagnostics;
use groundplan_sokoban::level::{self, Collection, CollectionError, Kind, Level};
use groundplan_sokoban::Instance;

use crate::exit::Failure;
use crate::input::{self, Text};
use crate::options::{Choice, InputKind, LevelArguments};
use crate::report;

/// An instance as text, and where it comes from.
#[derive(Debug)]
pub struct Source {
    /// The facts, under the name of the file they come from.
    pub text: Text,
    /// The level that the facts were made of, if it was one.
    pub level: Option<Level>,
    /// Whether the file has other levels besides.
    pub one_of_many: bool,
}

impl Source {
    /// What sentences about it begin with: `level 3: ` where there are others.
    pub fn label(&self) -> String {
        match &self.level {
            Some(level) if self.one_of_many => format!("level {}: ", level.number),
            _ => String::new(),
        }
    }

    /// The level's number in its file, if it is a level.
    pub fn number(&self) -> Option<usize> {
        self.level.as_ref().map(|level| level.number)
    }

    /// What to call it above a picture: the level's title, or the name of the file.
    pub fn title(&self) -> String {
        let file = self.file();
        match &self.level {
            Some(Level { title: Some(title), .. }) if !self.one_of_many => title.clone(),
            Some(Level { title: Some(title), number, .. }) if *title != number.to_string() => {
                format!("{file}, level {number}: {title}")
            }
            Some(level) if self.one_of_many => format!("{file}, level {}", level.number),
            _ => file,
        }
    }

    /// The name of the file, without its folder.
    pub fn file(&self) -> String {
        file_name(&self.text.name)
    }
}

/// The name of a file without its folder.
pub fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy()).into_owned()
}

/// What a file holds that may be an instance.
#[derive(Debug)]
pub enum Content {
    /// Facts of one instance.
    Facts(Text),
    /// Levels, one or more, and what messages call the file.
    Levels(String, Collection),
}

/// Reads a file of facts or levels; `-` is standard input.
///
/// # Errors
///
/// When it cannot be read or holds neither, which has been said.
pub fn content(argument: &str, input: Option<InputKind>) -> Result<Content, Failure> {
    let kind = |text: &str| match input {
        Some(InputKind::Facts) => Kind::Facts,
        Some(InputKind::Xsb) => Kind::Levels,
        None => Kind::of(text),
    };
    let text = input::read_levels(argument, |text| kind(text) == Kind::Levels)?;
    if kind(&text.text) == Kind::Facts {
        return Ok(Content::Facts(text));
    }
    match Collection::read(&text.text) {
        Ok(collection) => Ok(Content::Levels(text.name, collection)),
        Err(error) => Err(no_collection(&text, &error)),
    }
}

/// Says why a text is no collection of levels.
fn no_collection(text: &Text, error: &CollectionError) -> Failure {
    // Messages count lines by LF.
    let shown = level::lines(&text.text).collect::<Vec<_>>().join("\n");
    let start = |line: usize| shown.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let (range, help) = match *error {
        CollectionError::TooWide { line } => {
            (start(line)..start(line), "is a number in front of a character too large?")
        }
        CollectionError::Stranger { character, line, column } => {
            let before = shown[start(line)..].chars().take(column - 1).map(char::len_utf8);
            let start = start(line) + before.sum::<usize>();
            let help = "walls are `#`, the sokoban `@` or `+`, boxes `$` or `*`, storage locations `.`, floor is blank, `-` or \
                        `_`; a line of words begins with `;`";
            (start..start + character.len_utf8(), help)
        }
        _ => (0..0, "a level has walls, `#`, around `@`, `$` and `.`"),
    };
    report::error_at(&text.name, &shown, range, &error.to_string(), Some(help));
    Failure::Reported
}

/// The instances that a command line names: one, or with `--level all` every level of the file.
///
/// # Errors
///
/// When the file cannot be read, when it has several levels and none is chosen, and at the first level that is none. All
/// of it has been said.
pub fn sources(argument: &str, levels: &LevelArguments) -> Result<Vec<Source>, Failure> {
    match content(argument, levels.input)? {
        Content::Facts(text) => match levels.level {
            Some(Choice::Number(number)) if number != 1 => Err(report::refuse(
                &format!("`{}` holds facts of one instance: there is no level {number}", text.name),
                "leave `--level` out; `--input xsb` reads a text as levels, whatever it looks like",
            )),
            _ => Ok(vec![Source { text, level: None, one_of_many: false }]),
        },
        Content::Levels(name, collection) => {
            let count = collection.levels.len();
            let chosen = choose(&name, collection, levels.level)?;
            chosen
                .into_iter()
                .map(|level| {
                    let facts = level.facts().map_err(|error| report::level(&name, &level, &error))?;
                    let text = Text { name: name.clone(), text: facts };
                    Ok(Source { text, level: Some(level), one_of_many: count > 1 })
                })
                .collect()
        }
    }
}

/// The one instance that a command line names.
///
/// # Errors
///
/// As [`sources`], and when the command line names several.
pub fn source(argument: &str, levels: &LevelArguments) -> Result<Source, Failure> {
    let mut sources = sources(argument, levels)?;
    match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => Ok(source),
        _ => Err(Failure::Usage("this takes one level at a time: name it with `--level N`".to_owned())),
    }
}

/// The levels asked for.
///
/// # Errors
///
/// When there is no such level, or there are several and none is asked for.
pub fn choose(name: &str, collection: Collection, choice: Option<Choice>) -> Result<Vec<Level>, Failure> {
    let mut levels = collection.levels;
    let count = levels.len();
    match choice {
        Some(Choice::All) => Ok(levels),
        None if count == 1 => Ok(levels),
        None => Err(report::refuse(
            &format!("`{name}` has {count} levels"),
            "choose one with `--level N`, or `--level all`; `--list` shows them",
        )),
        Some(Choice::Number(number)) if (1..=count).contains(&number) => {
            Ok(vec![levels.swap_remove(number - 1)])
        }
        Some(Choice::Number(number)) => {
            let has = quantity(count, "level", "levels");
            Err(report::refuse(
                &format!("there is no level {number}: `{name}` has {has}"),
                "`--list` shows them",
            ))
        }
    }
}

/// Reads an instance, says what is odd about it, and leaves its text to the caller.
///
/// # Errors
///
/// When it is no instance, which has been said.
pub fn read(source: &Source, quiet: bool) -> Result<Instance, Failure> {
    let text = &source.text;
    let mut instance = Instance::read(&text.name, &text.text).map_err(|error| {
        report::diagnostics(&error.0);
        Failure::Reported
    })?;
    if !quiet {
        // The facts of a level are ours: nobody can mend them.
        if source.level.is_none() {
            report::diagnostics(&instance.warnings);
        }
        let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
        if boxes > 0 && storages == 0 {
            report::warning(
                "there is no storage location, so that the instance is solved as it stands",
                "a storage location is `.` on a map, with a box on it `*`; in facts it is `solution(L).`",
            );
        }
        if boxes < storages {
            let boxes = quantity(boxes, "box", "boxes");
            let storages = quantity(storages, "storage location", "storage locations");
            report::note(&format!("there is no plan of any length: {boxes} for {storages}"));
        }
    }
    // A large text is held once only.
    instance.warnings = Diagnostics::default();
    Ok(instance)
}

/// A number of things in words.
pub fn quantity(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
