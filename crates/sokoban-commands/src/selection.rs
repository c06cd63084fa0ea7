//! The options that choose levels of a collection; the value of `--level`: numbers and ranges, a title, or all.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use groundplan_sokoban::level::Level;

/// Which levels of a collection are meant.
#[derive(Clone, Default, Debug, Args)]
pub struct LevelArguments {
    /// Take this level of a collection, by its number or title; or several, as in 1-20,33, or all, one after the other
    #[arg(long, value_name = "N,N-N|TITLE|all", help_heading = "Levels")]
    pub level: Option<Selection>,
    /// List the levels of the collection, and do nothing else
    #[arg(long, help_heading = "Levels")]
    pub list: bool,
    /// Read INSTANCE as this, whatever it looks like
    #[arg(long, value_name = "KIND", help_heading = "Levels")]
    pub input: Option<InputKind>,
    /// For a process that takes one of several levels: which, and where it notes what comes out
    #[arg(long, hide = true)]
    pub part: Option<ChildLevel>,
}

impl LevelArguments {
    /// Whether several levels are asked for, even if the collection has only one.
    pub(crate) fn are_several(&self) -> bool {
        self.level.as_ref().is_some_and(Selection::is_several)
    }
}

/// One of several levels, for a process that solves it alone and reads the text of the collection from standard
/// input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChildLevel {
    /// The number of the level in the collection.
    pub number: usize,
    /// The file to write the result to.
    pub record: PathBuf,
}

impl FromStr for ChildLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part =
            text.split_once(':').and_then(|(number, record)| Some((number.parse().ok()?, record.into())));
        part.map(|(number, record)| ChildLevel { number, record })
            .ok_or_else(|| "give NUMBER:FILE".to_owned())
    }
}

/// The format of an input text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum InputKind {
    /// Facts of one instance
    Facts,
    /// Levels in XSB notation
    Xsb,
    /// A collection of levels as XML
    Slc,
    /// A library of SokoSolve
    Ssx,
    /// A list of levels in JSON, as letslogic.com gives it
    Letslogic,
    /// Facts as in the ASP Competitions since 2013
    Asp13,
    /// A problem in PDDL, as in the International Planning Competition
    Pddl,
}

/// The format of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OutputKind {
    /// Facts of one instance
    Facts,
    /// Levels in XSB notation
    Xsb,
    /// A collection of levels as XML
    Slc,
    /// Facts as in the ASP Competitions since 2013
    Asp13,
    /// A problem in PDDL, as in the International Planning Competition
    Pddl,
    /// An image, made of shapes
    Svg,
    /// An image, made of pixels
    Png,
}

/// A selection of levels from a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// All levels.
    All,
    /// The levels with these numbers, counted from 1, in this order.
    Numbers(Vec<RangeInclusive<usize>>),
    /// The level with this title.
    Title(String),
}

/// The reason why a selection has no levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLevel {
    /// The collection has fewer levels than this number.
    Number(usize),
    /// No level has this title.
    Title(String),
    /// Several levels have this title; with their numbers.
    Several(String, Vec<usize>),
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Selection::All);
        }
        let numbers: Option<Vec<RangeInclusive<usize>>> = text.split(',').map(range).collect();
        let Some(numbers) = numbers else {
            return match text.trim() {
                "" => Err("give numbers as in `1-20,33`, a title, or `all`".to_owned()),
                title => Ok(Selection::Title(title.to_owned())),
            };
        };
        match numbers.iter().find(|range| *range.start() == 0 || range.is_empty()) {
            Some(range) if *range.start() == 0 => Err("levels are numbered from 1 up".to_owned()),
            Some(range) => Err(format!("`{}-{}` runs backwards", range.start(), range.end())),
            None => Ok(Selection::Numbers(numbers)),
        }
    }
}

/// Parses `7` or `3-7`; a number that does not fit becomes `usize::MAX`.
fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| {
        let text = text.trim();
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(usize::MAX))
    };
    match text.split_once('-') {
        Some((first, last)) => Some(number(first)?..=number(last)?),
        None => number(text).map(|number| number..=number),
    }
}

impl Selection {
    /// Whether the selection asks for several levels, even if the collection has only one.
    pub(crate) fn is_several(&self) -> bool {
        match self {
            Selection::All => true,
            Selection::Numbers(ranges) => {
                ranges.iter().any(|range| *range != ranges[0] || range.start() != range.end())
            }
            Selection::Title(_) => false,
        }
    }

    /// Returns the selected levels, each once.
    ///
    /// # Errors
    ///
    /// When a number or the title is missing, or several levels have the title.
    pub(crate) fn choose(&self, levels: Vec<Level>) -> Result<Vec<Level>, NoLevel> {
        let numbers = match self {
            Selection::All => return Ok(levels),
            Selection::Numbers(ranges) => numbers(ranges, levels.len())?,
            Selection::Title(title) => vec![titled(title, &levels)?],
        };
        let mut levels: Vec<Option<Level>> = levels.into_iter().map(Some).collect();
        Ok(numbers.into_iter().filter_map(|number| levels[number - 1].take()).collect())
    }
}

/// Returns the numbers in the ranges; `count` is the number of levels.
fn numbers(ranges: &[RangeInclusive<usize>], count: usize) -> Result<Vec<usize>, NoLevel> {
    let missing = ranges.iter().find(|range| *range.end() > count);
    match missing {
        Some(range) => Err(NoLevel::Number((*range.start()).max(count + 1))),
        None => Ok(ranges.iter().cloned().flatten().collect()),
    }
}

/// Returns the number of the only level with this title.
fn titled(title: &str, levels: &[Level]) -> Result<usize, NoLevel> {
    let called = levels.iter().filter(|level| level.title.as_deref() == Some(title));
    let numbers: Vec<usize> = called.map(|level| level.number).collect();
    match numbers[..] {
        [number] => Ok(number),
        [] => Err(NoLevel::Title(title.to_owned())),
        _ => Err(NoLevel::Several(title.to_owned(), numbers)),
    }
}

/// Returns level numbers as ranges: `1, 3-5`.
pub(crate) fn as_ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let range = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use groundplan_sokoban::level::Collection;

    use super::*;

    fn chosen(selection: &str) -> Result<Vec<usize>, NoLevel> {
        let map = "#####\n#@$.#\n#####\n";
        let titles = ["one", "2", "two", "two", "1-20"];
        let text: String = titles.iter().map(|title| format!("{map}Title: {title}\n\n")).collect();
        let levels = Collection::read(&text).expect("a collection").levels;
        let selection = Selection::from_str(selection).expect("a selection");
        Ok(selection.choose(levels)?.into_iter().map(|level| level.number).collect())
    }

    #[test]
    fn numbers_ranges_and_titles_choose() {
        assert_eq!(chosen("all"), Ok(vec![1, 2, 3, 4, 5]));
        assert_eq!(chosen("2"), Ok(vec![2]));
        assert_eq!(chosen("3-5,1"), Ok(vec![3, 4, 5, 1]));
        assert_eq!(chosen("3, 1 - 4,3"), Ok(vec![3, 1, 2, 4]));
        assert_eq!(chosen("one"), Ok(vec![1]));
        assert_eq!(chosen(" one "), Ok(vec![1]));
        assert_eq!(chosen("One"), Err(NoLevel::Title("One".to_owned())));
        assert_eq!(chosen("two"), Err(NoLevel::Several("two".to_owned(), vec![3, 4])));
        // Numbers take precedence over titles.
        assert_eq!(chosen("1-20"), Err(NoLevel::Number(6)));
        assert_eq!(chosen("7-9"), Err(NoLevel::Number(7)));
        assert_eq!(chosen("1-99999999999999999999999"), Err(NoLevel::Number(6)));
        assert_eq!(chosen("1,,2"), Err(NoLevel::Title("1,,2".to_owned())));
    }

    #[test]
    fn several_is_seen_from_what_is_asked_for() {
        let several = |text: &str| Selection::from_str(text).map(|selection| selection.is_several());
        for (text, is_several) in
            [("all", true), ("1,2", true), ("1-2", true), ("1", false), ("3-3,3", false), ("one", false)]
        {
            assert_eq!(several(text), Ok(is_several), "{text}");
        }
        for text in ["0", "0-3", "5-3", "", " ", "1,0"] {
            assert!(Selection::from_str(text).is_err(), "{text}");
        }
    }
}
