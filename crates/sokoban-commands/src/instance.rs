//! Reads the instance of a command: facts, or a level that is converted to facts.

use std::path::Path;

use groundplan::diagnostic::Diagnostics;
use groundplan_sokoban::competition::Competition;
use groundplan_sokoban::level::{self, Collection, CollectionError, Level, LevelFormat, Square};
use groundplan_sokoban::Instance;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::{self, InputText};
use groundplan_terminal::report;
use groundplan_terminal::words::quantity;
use serde_json::{json, Value};

use crate::competition::CompetitionInstance;
use crate::messages;
use crate::selection::{as_ranges, InputKind, LevelArguments, NoLevel, Selection};

/// An instance as text, with its origin.
#[derive(Debug)]
pub struct Source {
    /// The facts, named after the file that they come from.
    pub text: InputText,
    /// The level that was converted to the facts, if the file holds levels.
    pub level: Option<Level>,
    /// Whether the file has several levels.
    pub one_of_many: bool,
    /// The instance as it was given, if the file is in the format of a competition.
    pub given: Option<Box<CompetitionInstance>>,
}

impl Source {
    /// Returns an instance given as facts.
    pub fn of_facts(text: InputText) -> Source {
        Source { text, level: None, one_of_many: false, given: None }
    }

    /// Returns an instance given in the format of a competition.
    pub fn of_competition(given: Box<CompetitionInstance>) -> Source {
        Source { text: given.facts(), given: Some(given), level: None, one_of_many: false }
    }

    /// The largest number of moves of a plan, if the instance has one.
    pub fn moves(&self) -> Option<usize> {
        self.given.as_ref()?.competition.steps
    }

    /// The prefix of sentences about the instance: `level 3: ` if the file has several levels.
    pub fn label(&self) -> String {
        match &self.level {
            Some(level) if self.one_of_many => format!("level {}: ", level.number),
            _ => String::new(),
        }
    }

    /// The number of the level in its file, if it is a level.
    pub fn number(&self) -> Option<usize> {
        self.level.as_ref().map(|level| level.number)
    }

    /// Adds the number and title of the level to a JSON result; both are null for facts.
    pub fn add_level(&self, result: &mut Value) {
        result["level"] = json!(self.number());
        result["title"] = json!(self.level.as_ref().and_then(|level| level.title.as_ref()));
    }

    /// The heading above a picture: the title of the level, or the name of the file.
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

    /// The name of the file without its folder.
    pub fn file(&self) -> String {
        file_name(&self.text.name)
    }
}

/// Returns the name of a file without its folder.
pub fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy()).into_owned()
}

/// The content of an instance file.
#[derive(Debug)]
pub enum Content {
    /// Facts of one instance.
    Facts(InputText),
    /// One or more levels, with the text they are read from.
    Levels(InputText, Collection),
    /// One instance in the format of a competition.
    Competition(Box<CompetitionInstance>),
}

impl Content {
    /// The name of the file.
    pub fn name(&self) -> &str {
        match self {
            Content::Facts(text) | Content::Levels(text, _) => &text.name,
            Content::Competition(given) => &given.text.name,
        }
    }
}

/// Reads a file of facts or levels, or standard input for `-`. A process for one of several levels always reads
/// standard input, because the file may have changed meanwhile.
///
/// # Errors
///
/// When it cannot be read or holds neither; the reason has been printed.
pub fn content(argument: &str, levels: &LevelArguments) -> Result<Content, Failure> {
    let kind = |text: &str| match levels.input {
        Some(InputKind::Facts | InputKind::Asp13) => LevelFormat::Facts,
        Some(InputKind::Pddl) => LevelFormat::Pddl,
        Some(InputKind::Xsb | InputKind::Slc | InputKind::Ssx | InputKind::Letslogic) => LevelFormat::Levels,
        None => LevelFormat::of(text),
    };
    let path = if levels.part.is_some() { input::STANDARD_INPUT } else { argument };
    let mut text = input::read_in_any_encoding(path, |text| kind(text) == LevelFormat::Levels)?;
    if levels.part.is_some() {
        text.name = input::name(argument).to_owned();
    }
    match kind(&text.text) {
        LevelFormat::Facts => return facts(text, levels.input),
        LevelFormat::Pddl => {
            let read = Competition::read_pddl(&text.name, &text.text);
            return CompetitionInstance::new(text, read).map(|given| Content::Competition(Box::new(given)));
        }
        LevelFormat::Levels => {}
    }
    let collection = match levels.input {
        Some(InputKind::Slc | InputKind::Ssx) => Collection::read_slc(&text.text),
        Some(InputKind::Letslogic) => Collection::read_letslogic(&text.text),
        _ => Collection::read(&text.text),
    };
    match collection {
        Ok(collection) => Ok(Content::Levels(text, collection)),
        Err(error) => Err(no_collection(&text, &error)),
    }
}

/// Reads facts, in the predicates of an instance or of a competition.
fn facts(text: InputText, input: Option<InputKind>) -> Result<Content, Failure> {
    match Competition::read_facts(&text.name, &text.text).transpose() {
        Some(read) => CompetitionInstance::new(text, read).map(|given| Content::Competition(Box::new(given))),
        None if input == Some(InputKind::Asp13) => {
            // If the text is not even well-formed facts, `read` reports that.
            let source = Source::of_facts(text);
            read(&source, true)?;
            Err(report::refuse(
                &format!("`{}` has no facts as in the ASP Competitions since 2013", source.text.name),
                "these are facts such as `movedir(A,B,D).`, `player(p).`, `stone(s).` and `at(s,A).`",
            ))
        }
        None => Ok(Content::Facts(text)),
    }
}

/// Help: the characters of XSB notation.
const SQUARES: &str = "walls are `#`, the sokoban `@` or `+`, boxes `$` or `*`, storage locations `.`, floor is blank, `-` or `_`";

/// Returns help on rewriting a map in XSB notation, with a `sed` command that does it.
fn rewritten(squares: &[(char, Square)], unknown: Option<char>) -> String {
    let others: Vec<(char, char)> = squares
        .iter()
        .filter(|&&(character, square)| Square::from_char(character) != Some(square))
        .map(|&(character, square)| (character, square.to_char()))
        .collect();
    let write: Vec<String> =
        others.iter().map(|(character, usual)| format!("`{character}` as `{usual}`")).collect();
    let from: String = others.iter().map(|(character, _)| *character).collect();
    let to: String = others.iter().map(|(_, usual)| *usual).collect();
    let all: String = squares.iter().map(|(character, _)| *character).collect();
    let help = format!("{SQUARES}: write {}", write.join(", "));
    if let Some(unknown) = unknown {
        return format!("{help}, and what `{unknown}` stands for, which is not known, as one of these");
    }
    if all.contains([']', '/', '\\', '^']) {
        return help;
    }
    format!("{help}; `sed '/^[[:space:]{all}_-]*$/y/{from}/{to}/' FILE` does so in the rows of maps")
}

/// Help: the structure of SLC.
const SLC: &str = "a collection in SLC is XML: `<SokobanLevels>` with a `<LevelCollection>`, in it each `<Level Id=\"title\">` with its \
                   rows, `<L>#####</L>`; in a text, `&` is `&amp;` and `<` is `&lt;`";

/// Help: the structure of lists of levels in JSON.
const JSON: &str = "a list of levels is `[{\"title\": \"One\", \"width\": 5, \"height\": 3, \"map\": \"111111234111111\"}]`, with digits for \
                    squares: 0 and 7 floor, 1 a wall, 2 the sokoban, 3 a box, 4 a storage location, 5 and 6 a box and the sokoban on one";

/// Reports why a text is not a collection of levels.
fn no_collection(text: &InputText, error: &CollectionError) -> Failure {
    // Messages count lines by LF.
    let shown = level::lines(&text.text).collect::<Vec<_>>().join("\n");
    let start = |line: usize| shown.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    let place = |line: usize, column: usize| {
        start(line) + shown[start(line)..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
    };
    let message = match error {
        // The message already shows the position.
        CollectionError::Notation { .. } => {
            error.to_string().split_once(": ").map(|(_, said)| said.to_owned())
        }
        _ => None,
    };
    let message = message.unwrap_or_else(|| error.to_string());
    let (range, help) = match *error {
        CollectionError::Notation { ref squares, unknown, line } => {
            let length = shown[start(line)..].lines().next().map_or(0, str::len);
            (start(line)..start(line) + length, rewritten(squares, unknown))
        }
        CollectionError::TooWide { line } | CollectionError::TooMany { line } => {
            (start(line)..start(line), "is a number in front of a character too large?".to_owned())
        }
        CollectionError::LooseNumber { line, column } => {
            let start = place(line, column);
            (start..start + 1, "`3#` is `###`; a line of words begins with `;`".to_owned())
        }
        CollectionError::Group { line, column } => {
            let start = place(line, column);
            (start..start + 1, "`2(#-)` is `#-#-`; a line of words begins with `;`".to_owned())
        }
        CollectionError::Stranger { character, line, column } => {
            let start = place(line, column);
            let help = match level::elsewhere(character) {
                Some(square) => {
                    let (name, usual) = (square.name(), square.to_char());
                    format!("elsewhere `{character}` is {name}: write `{usual}`; {SQUARES}; a line of words begins with `;`")
                }
                None => format!("{SQUARES}; a line of words begins with `;`"),
            };
            let length = shown[start..].chars().next().map_or(character.len_utf8(), char::len_utf8);
            (start..start + length, help)
        }
        CollectionError::Slc { line, column, .. } | CollectionError::Json { line, column, .. } => {
            let start = place(line, column);
            let length = shown[start..].chars().next().map_or(0, char::len_utf8);
            let help = if matches!(error, CollectionError::Json { .. }) { JSON } else { SLC };
            (start..start + length, help.to_owned())
        }
        _ => (0..0, "a level has walls, `#`, around `@`, `$` and `.`".to_owned()),
    };
    report::error_at(&text.name, &shown, range, &message, Some(&help));
    Failure::Reported
}

/// Returns the instances that a command line names: one, or with `--level` several levels of the file.
///
/// # Errors
///
/// When the file cannot be read, when it has several levels and none is chosen, or when a chosen level is invalid.
/// The reason has been printed.
pub fn sources(argument: &str, levels: &LevelArguments) -> Result<Vec<Source>, Failure> {
    sources_of(content(argument, levels)?, levels)
}

/// Returns the instances of a file that a command line names.
///
/// # Errors
///
/// The errors of [`sources`], but for those of reading.
pub fn sources_of(content: Content, levels: &LevelArguments) -> Result<Vec<Source>, Failure> {
    match content {
        Content::Facts(text) => one(Source::of_facts(text), levels),
        Content::Competition(given) => one(Source::of_competition(given), levels),
        Content::Levels(text, collection) => {
            let one_of_many = collection.levels.len() > 1;
            let chosen = choose(&text.name, collection, levels)?;
            chosen.into_iter().map(|level| of_level(&text.name, level, one_of_many)).collect()
        }
    }
}

/// Returns the only instance of a file; refuses a selection of any other.
fn one(source: Source, levels: &LevelArguments) -> Result<Vec<Source>, Failure> {
    match &levels.level {
        None | Some(Selection::All) => Ok(vec![source]),
        Some(Selection::Numbers(ranges)) if ranges.iter().all(|range| *range == (1..=1)) => Ok(vec![source]),
        Some(_) => Err(report::refuse(
            &format!(
                "`{}` holds facts of one instance: there are no levels to choose from",
                source.text.name
            ),
            "leave `--level` out; `--input xsb` reads a text as levels, whatever it looks like",
        )),
    }
}

/// Converts a level to an instance.
///
/// # Errors
///
/// When the level is invalid; the reason has been printed.
pub fn of_level(name: &str, level: Level, one_of_many: bool) -> Result<Source, Failure> {
    let facts = level.facts().map_err(|error| messages::level(name, &level, &error))?;
    let text = InputText { name: name.to_owned(), text: facts };
    Ok(Source { text, level: Some(level), one_of_many, given: None })
}

/// Returns the only instance that a command line names.
///
/// # Errors
///
/// The errors of [`sources`], and when the command line names several.
pub fn source(argument: &str, levels: &LevelArguments) -> Result<Source, Failure> {
    let mut sources = sources(argument, levels)?;
    match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => Ok(source),
        _ => Err(Failure::Usage("this takes one level at a time: name it with `--level N`".to_owned())),
    }
}

/// Returns the chosen levels.
///
/// # Errors
///
/// When there is no such level, or there are several and none is chosen.
pub fn choose(name: &str, collection: Collection, arguments: &LevelArguments) -> Result<Vec<Level>, Failure> {
    let count = collection.levels.len();
    let part = arguments.part.as_ref().map(|part| Selection::Numbers(vec![part.number..=part.number]));
    let Some(selection) = part.as_ref().or(arguments.level.as_ref()) else {
        return match count {
            1 => Ok(collection.levels),
            _ => Err(report::refuse(
                &format!("`{name}` has {count} levels"),
                "choose one with `--level N` or by its title, several as in `--level 1-20,33`, or `--level all`; `--list` shows \
                 them",
            )),
        };
    };
    selection.choose(collection.levels).map_err(|error| {
        let has = quantity(count, "level", "levels");
        match error {
            NoLevel::Number(number) => report::refuse(
                &format!("there is no level {number}: `{name}` has {has}"),
                "`--list` shows them",
            ),
            NoLevel::Title(title) => report::refuse(
                &format!("`{name}` has no level that is called `{title}`"),
                "`--list` shows them; numbers are written as in `--level 1-20,33`",
            ),
            NoLevel::Several(title, numbers) => {
                let (count, numbers) = (numbers.len(), as_ranges(&numbers));
                report::refuse(
                    &format!("{count} levels of `{name}` are called `{title}`: {numbers}"),
                    "choose one by its number",
                )
            }
        }
    })
}

/// Reads an instance and prints warnings about it; the text stays with the caller.
///
/// # Errors
///
/// When it is not an instance; the reason has been printed.
pub fn read(source: &Source, quiet: bool) -> Result<Instance, Failure> {
    let text = &source.text;
    let mut instance = Instance::read(&text.name, &text.text).map_err(|error| {
        report::diagnostics(&error.0);
        Failure::Reported
    })?;
    if !quiet {
        // The facts of a level or a competition are generated, so the user cannot fix them.
        match &source.given {
            Some(given) => given.warn(),
            None if source.level.is_none() => report::diagnostics(&instance.warnings),
            None => {}
        }
        let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
        if boxes > 0 && storages == 0 {
            report::warning(
                "there is no storage location, so that the instance is solved as it stands",
                "a storage location is `.` on a map, with a box on it `*`; in facts it is `solution(L).`",
            );
        }
        if source.level.as_ref().is_some_and(are_boxes_drawn_as_stored) {
            report::note(
                "all boxes on the map are on storage locations, `*` or `B`, beside as many without one: a box elsewhere is `$` or `b`",
            );
        }
        if let Some(level) = source.level.as_ref().filter(|level| !level.ornaments.is_empty()) {
            let label = source.label();
            let read = match level.ornaments.len() {
                1 => "1 box `*` in the outer wall or outside of it is read as a wall".to_owned(),
                count => format!("{count} boxes `*` in the outer wall or outside of it are read as walls"),
            };
            report::note(&format!("{label}{read}"));
        }
        if boxes < storages {
            let boxes = quantity(boxes, "box", "boxes");
            let storages = quantity(storages, "storage location", "storage locations");
            report::note(&format!("there is no plan of any length: {boxes} for {storages}"));
        }
    }
    // The warnings hold a copy of the text, which may be large.
    instance.warnings = Diagnostics::default();
    Ok(instance)
}

/// Whether a map seems to use `*` or `B` for any box: all its boxes are on storage locations, and as many locations
/// are free.
fn are_boxes_drawn_as_stored(level: &Level) -> bool {
    let count = |what: fn(Square) -> bool| level.squares().filter(|&(_, square)| what(square)).count();
    let stored = count(|square| square == Square::BoxOnStorage);
    stored > 0 && stored == count(Square::has_box) && 2 * stored == count(Square::is_storage)
}
