//! Parsers for the values of options of `solve`, in clingo's syntax.

use clap::ValueEnum;
use groundplan::program::PreservedFacts;

/// The layout in which answers are printed: `--outf`. [`crate::print`] makes its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerLayout {
    /// Text for human readers.
    Text,
    /// The format of ASP competitions.
    Competition,
    /// One JSON object.
    Json,
    /// No output.
    Silent,
}

impl AnswerLayout {
    /// Returns the layout with this number of `--outf`; other numbers mean text.
    pub(crate) fn numbered(number: u32) -> Self {
        match number {
            1 => AnswerLayout::Competition,
            2 => AnswerLayout::Json,
            3 => AnswerLayout::Silent,
            _ => AnswerLayout::Text,
        }
    }
}

/// Which facts a printed ground program keeps although it means the same without them: `--preserve-facts`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum PreserveFacts {
    /// None.
    #[default]
    None,
    /// Those in bodies.
    Body,
    /// The conditions of what is shown.
    Symtab,
    /// Both.
    All,
}

impl PreserveFacts {
    /// Returns the choice as the engine's type.
    pub fn preserved(self) -> PreservedFacts {
        PreservedFacts {
            in_bodies: matches!(self, PreserveFacts::Body | PreserveFacts::All),
            in_output: matches!(self, PreserveFacts::Symtab | PreserveFacts::All),
        }
    }
}

/// How a shown atom is printed: the texts around it. `--out-atomf=<Pre>?%0<Post>?`, where `%%` is a percent sign. As in clingo, an
/// empty text, one that begins with `-`, and `%s` print the atom alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AtomFormat {
    /// The text before the atom.
    pub before: String,
    /// The text behind the atom.
    pub after: String,
}

impl std::str::FromStr for AtomFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = vec![String::new()];
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match (letter, parts.last_mut()) {
                ('%', Some(last)) => match letters.next() {
                    Some('%') => last.push('%'),
                    Some('0') => parts.push(String::new()),
                    Some('s') if text == "%s" => return Ok(AtomFormat::default()),
                    _ => return Err(ATOM_FORMAT.to_owned()),
                },
                (letter, Some(last)) => last.push(letter),
                (_, None) => unreachable!("there is a first part"),
            }
        }
        match <[String; 2]>::try_from(parts) {
            Ok([before, after]) => Ok(AtomFormat { before, after }),
            Err(parts) if parts.len() == 1 && (text.is_empty() || text.starts_with('-')) => {
                Ok(AtomFormat::default())
            }
            Err(_) => Err(ATOM_FORMAT.to_owned()),
        }
    }
}

const ATOM_FORMAT: &str = "write `%0` once, where the atom is to stand, and `%%` for a percent sign";

/// The conflict limit of a search, `None` for no limit: `--solve-limit=<conflicts>[,<restarts>]`. Restarts cannot be limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveLimit(pub Option<u64>);

impl std::str::FromStr for SolveLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (conflicts, restarts) = text.split_once(',').unwrap_or((text, "umax"));
        if restarts != "umax" {
            return Err("restarts are not limited: write the number of conflicts alone".to_owned());
        }
        match conflicts {
            "umax" | "no" => Ok(SolveLimit(None)),
            number => number
                .parse()
                .map(|conflicts| SolveLimit(Some(conflicts)))
                .map_err(|_| format!("`{number}` is no number of conflicts")),
        }
    }
}

/// The first searches, with random decisions: `--rand-prob=<searches>[,<conflicts>]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomSearches {
    /// The number of searches.
    pub searches: u64,
    /// The conflict limit of each search.
    pub conflicts: u64,
}

impl std::str::FromStr for RandomSearches {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (searches, conflicts) = text.split_once(',').unwrap_or((text, "100"));
        match (searches.parse(), conflicts.parse()) {
            (Ok(searches), Ok(conflicts)) => Ok(RandomSearches { searches, conflicts }),
            _ => Err("give a number of searches, and behind a comma the conflicts of each".to_owned()),
        }
    }
}

/// The parts of answers that are printed: `--quiet=<models>[,<costs>][,<calls>]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quiet {
    /// The level for answer sets.
    pub models: Shown,
    /// The level for costs and for numbers of known consequences.
    pub costs: Shown,
}

/// The answers for which a part is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// All answers.
    #[default]
    All,
    /// The last answer; if all optimal ones are enumerated, all optimal answers.
    Last,
    /// No answer.
    No,
}

impl std::str::FromStr for Quiet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut levels = Vec::new();
        for level in text.split(',') {
            levels.push(match level {
                "0" => Shown::All,
                "1" => Shown::Last,
                "2" => Shown::No,
                _ => {
                    return Err(
                        "give up to three of 0 (all), 1 (last) and 2 (none): models, costs, calls".to_owned()
                    )
                }
            });
        }
        match levels[..] {
            [models] => Ok(Quiet { models, costs: models }),
            [models, costs] | [models, costs, _] => Ok(Quiet { models, costs }),
            _ => Err("give no more than three levels: models, costs, calls".to_owned()),
        }
    }
}

/// The treatment of objectives: `--opt-mode=<mode>[,<bound>...]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptMode {
    /// The goal of the search.
    pub aim: Aim,
    /// The initial upper bound on costs, by decreasing priority.
    pub bound: Vec<i64>,
}

/// The goal of a search in a program with an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// One optimal answer set.
    Best,
    /// All answer sets within the bound.
    Within,
    /// All optimal answer sets.
    AllBest,
    /// All answer sets, regardless of their costs.
    Ignore,
}

impl std::str::FromStr for OptMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mode, bound) = text.split_once(',').map_or((text, None), |(mode, bound)| (mode, Some(bound)));
        let aim = match mode.to_ascii_lowercase().as_str() {
            "opt" => Aim::Best,
            "enum" => Aim::Within,
            "optn" => Aim::AllBest,
            "ignore" => Aim::Ignore,
            _ => return Err("the modes are opt, enum, optN and ignore, with bounds behind commas".to_owned()),
        };
        let bound = bound.map_or(Ok(Vec::new()), |bound| bound.parse::<Costs>().map(|costs| costs.0))?;
        Ok(OptMode { aim, bound })
    }
}

/// Costs by decreasing priority, separated by commas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs(pub Vec<i64>);

impl std::str::FromStr for Costs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let costs: Result<Vec<i64>, _> = text.split(',').map(|cost| cost.trim().parse()).collect();
        costs
            .map(Costs)
            .map_err(|_| "give costs as numbers, by falling priority, separated by commas".to_owned())
    }
}

/// The atoms to which answer sets are projected: `--project[=show|project|auto][,<options of clasp>]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Project {
    /// No projection.
    No,
    /// The atoms that `#project` names or, without `#project`, the shown terms.
    Auto,
    /// The shown terms.
    Shown,
    /// The atoms that `#project` names.
    Named,
}

impl std::str::FromStr for Project {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, bits) = text.split_once(',').map_or((text, None), |(name, bits)| (name, Some(bits)));
        match (name, bits) {
            ("no", None) => Ok(Project::No),
            // The number after the comma tunes clasp's backtracking, and is ignored.
            (_, Some(bits)) if !["0", "1", "2", "3"].contains(&bits) => {
                Err("behind the comma, one of 0, 1, 2 and 3".to_owned())
            }
            ("auto", _) => Ok(Project::Auto),
            ("show", _) => Ok(Project::Shown),
            ("project", _) => Ok(Project::Named),
            _ => Err("one of show, project, auto and no".to_owned()),
        }
    }
}

/// Whether answer sets may be left out that are symmetric to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Symmetry {
    /// Where one is enough
    Auto,
    /// In any case, or not at all
    Yes,
    /// No
    No,
}

/// The kinds of enumeration other than all answer sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EnumMode {
    /// The union of all answer sets
    Brave,
    /// The intersection of all answer sets
    Cautious,
    /// Answer sets, recorded by the atoms that heuristics give a level to
    #[value(name = "domRec")]
    DomainRecording,
}

/// The value that an atom is tried with first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sign {
    /// False
    Asp,
    /// True
    Pos,
    /// False
    Neg,
    /// A random value
    Rnd,
}

/// The heuristics of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Heuristic {
    /// The program's `#heuristic`
    #[value(name = "Domain")]
    Domain,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_clingo_does() {
        let levels = |models, costs| Ok(Quiet { models, costs });
        assert_eq!("1".parse::<Quiet>(), levels(Shown::Last, Shown::Last));
        assert_eq!("0,2".parse::<Quiet>(), levels(Shown::All, Shown::No));
        assert_eq!("1,0,2".parse::<Quiet>(), levels(Shown::Last, Shown::All));
        assert!(["", "3", "1,", "1,1,1,1", "-1"].iter().all(|text| text.parse::<Quiet>().is_err()));
        let mode = |aim, bound: &[i64]| Ok(OptMode { aim, bound: bound.to_vec() });
        assert_eq!("optN".parse::<OptMode>(), mode(Aim::AllBest, &[]));
        assert_eq!("enum,3, -1".parse::<OptMode>(), mode(Aim::Within, &[3, -1]));
        assert!(["", "best", "opt,", "opt,x"].iter().all(|text| text.parse::<OptMode>().is_err()));
        assert_eq!("show,3".parse::<Project>(), Ok(Project::Shown));
        assert!(["all", "show,4", "no,1"].iter().all(|text| text.parse::<Project>().is_err()));
    }
}
