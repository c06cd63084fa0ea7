//! A second opinion: checks whether a claim also holds for the ground program of another grounder.
//!
//! A certificate proves its claim about a ground program. If the reference grounder did not make this of the source text, and the
//! grounder has a bug, the claim may be false for the text. No proof reveals it. An independent grounder seldom has the same bug.
//! The two ground programs number their atoms differently, so the claim is restated by atom names and proven again; the second proof
//! is discarded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use groundplan_certificate::{within, Atom, Claim, Grounder, Lit, Program};
use groundplan_sat::Interrupter;

use crate::gringo::{self, GringoProgram, GringoTask};
use crate::{certify, Claimed, Ground, Limits};

/// The name of the grounder whose programs are compared with gringo's.
const OUR_GROUNDER: &str = "groundplan";

/// The minimum time limit of a second opinion, however short the first proof took.
const MIN_TIME: Duration = Duration::from_secs(1);

/// A claim stated by atom names. Literals are atoms as both grounders print them, optionally preceded by `not `.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// The assumed literals.
    pub assumed: Vec<String>,
    /// Cost bounds: priorities, each with the maximum cost.
    pub costs: Vec<(i64, i128)>,
    /// Cubes; the claim is that no answer set lies outside of them.
    pub cubes: Vec<Vec<String>>,
}

/// The source text that both grounders read.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The input files, `-` for standard input. Files included by them are found as usual.
    pub files: Vec<PathBuf>,
    /// Additional texts, by file names without folders.
    pub texts: Vec<(String, String)>,
    /// The text of standard input.
    pub fed: Option<String>,
}

/// The verdict on a claim by the ground program of another grounder.
#[derive(Debug)]
enum Opinion {
    /// The claim holds for it too.
    Refuted,
    /// A counterexample: the named true atoms of an answer set that contradicts the claim.
    AnswerSet(Vec<String>),
    /// No verdict, for this reason.
    None(String),
}

/// A request for a second opinion.
#[derive(Debug)]
pub struct Second<'a> {
    /// The ground program of the first grounder.
    pub ground: &'a Ground,
    /// The source text of that program.
    pub input: &'a Input,
    /// The time to ground it and to decide the claims.
    pub first: Duration,
    /// The remaining time, if there is a time limit.
    pub left: Option<Duration>,
    /// Whether so much of the memory is used that a second proof should not be tried.
    pub is_short_of_memory: bool,
}

impl Second<'_> {
    /// Compares gringo's verdict on the claims with ours. If `holds` is false, our program has an answer set that contradicts the
    /// claim. Returns a sentence about the result. Returns `None` if the program does not come from our grounder, or if the reference
    /// grounder made it.
    ///
    /// # Errors
    ///
    /// A sentence that describes how the two verdicts differ.
    pub fn compare(
        &self,
        questions: &[Question],
        holds: bool,
        interrupter: &Interrupter,
    ) -> Result<Option<String>, String> {
        let Grounder { name, arguments, .. } = &self.ground.grounder;
        if name != OUR_GROUNDER || self.ground.is_from_source {
            return Ok(None);
        }
        let silent = |why: String| Ok(Some(format!("no second opinion: {why}")));
        if self.is_short_of_memory {
            return silent("more than half of the memory limit is used".to_owned());
        }
        let version = match gringo::version() {
            Ok(version) => version,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return silent("there is no gringo, whose ground program could be compared".to_owned());
            }
            Err(error) => return silent(format!("gringo cannot be asked: {error}")),
        };
        let deadline = Some(Instant::now() + time_limit(self.first, self.left));
        let limits = Limits { deadline, interrupter: interrupter.clone() };
        let constants = self.ground.grounder.told().unwrap_or_default().constants;
        for question in questions {
            let (ours, theirs) = match (ask_gringo(self.input, &constants, question, &limits), holds) {
                (Opinion::None(why), _) => return silent(why),
                (Opinion::Refuted, true) | (Opinion::AnswerSet(_), false) => continue,
                (Opinion::Refuted, false) => ("an answer set", "none".to_owned()),
                (Opinion::AnswerSet(atoms), true) if atoms.is_empty() => ("no answer set", "one".to_owned()),
                (Opinion::AnswerSet(atoms), true) => ("no answer set", format!("one ({})", atoms.join(" "))),
            };
            let with =
                if arguments.is_empty() { String::new() } else { format!(" with {}", arguments.join(" ")) };
            return Err(format!(
                "two grounders disagree{with}: groundplan's ground program has {ours} as claimed, and that of gringo {version} \
                 has {theirs}; one of them is wrong, and no certificate is written"
            ));
        }
        Ok(Some(format!("gringo {version} grounds it to a program that is decided in the same way")))
    }
}

/// Returns the time limit of a second opinion, given the time of the first one and the remaining time: at most the time of the
/// first one, but at least [`MIN_TIME`].
fn time_limit(first: Duration, left: Option<Duration>) -> Duration {
    let time_limit = first.max(MIN_TIME);
    // Half of the remaining time is kept for writing the certificate.
    left.map_or(time_limit, |left| time_limit.min(left / 2))
}

/// Grounds the text with gringo, and searches for an answer set that contradicts the claim.
fn ask_gringo(input: &Input, constants: &[String], question: &Question, limits: &Limits) -> Opinion {
    let failed = |error: io::Error| Opinion::None(format!("gringo cannot be asked: {error}"));
    let late =
        || Opinion::None("gringo's ground program is not decided in the time that ours took".to_owned());
    let folder = match tempfile::Builder::new().prefix("groundplan-second-").tempdir() {
        Ok(folder) => folder,
        Err(error) => return failed(error),
    };
    let files = match files(input, question, folder.path()) {
        Ok(files) => files,
        Err(error) => return failed(error),
    };
    let stop = || {
        limits.interrupter.is_interrupted()
            || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let task = GringoTask { files, constants, input: input.fed.as_deref(), is_heard: false };
    match task.run(&stop) {
        Err(error) => failed(error),
        Ok(GringoProgram::Stopped) => late(),
        Ok(GringoProgram::Refused(why)) => {
            Opinion::None(format!("gringo does not ground the program: {why}"))
        }
        Ok(GringoProgram::Program(aspif)) => match decide(&aspif, question, limits) {
            Ok(Some(opinion)) => opinion,
            Ok(None) => late(),
            Err(why) => Opinion::None(why),
        },
    }
}

/// Returns the input files for gringo: the text, and a file with `#show` statements for the atoms of the claim.
fn files(input: &Input, question: &Question, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = input.files.clone();
    for (name, text) in &input.texts {
        let file = folder.join(name);
        fs::write(&file, text)?;
        files.push(file);
    }
    let shown: Vec<String> =
        question.literals().map(|literal| format!("#show {}.\n", signature(literal))).collect();
    if !shown.is_empty() {
        let file = folder.join("groundplan-shown.lp");
        fs::write(&file, shown.concat())?;
        files.push(file);
    }
    Ok(files)
}

impl Question {
    fn literals(&self) -> impl Iterator<Item = &String> {
        self.assumed.iter().chain(self.cubes.iter().flatten())
    }
}

/// Returns the predicate of a literal, such as `p/2`.
fn signature(literal: &str) -> String {
    let atom = atom_of(literal);
    let (mut depth, mut arity, mut in_string, mut is_escaped) = (0_usize, 0, false, false);
    for letter in atom.chars() {
        match letter {
            _ if in_string => {
                in_string = is_escaped || letter != '"';
                is_escaped = letter == '\\' && !is_escaped;
            }
            '"' => in_string = true,
            '(' => {
                depth += 1;
                arity = arity.max(1);
            }
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => arity += 1,
            _ => {}
        }
    }
    format!("{}/{arity}", atom.split('(').next().unwrap_or(atom))
}

fn atom_of(literal: &str) -> &str {
    literal.strip_prefix("not ").unwrap_or(literal)
}

/// Decides a claim about a ground program. `None` if a limit was reached first; an error if the claim cannot be stated for it.
fn decide(aspif: &str, question: &Question, limits: &Limits) -> Result<Option<Opinion>, String> {
    let unclear = |error: &dyn std::fmt::Display| format!("gringo's ground program is not compared: {error}");
    let program = Program::parse(aspif).map_err(|error| unclear(&error))?;
    let names = ShownNames::read(aspif);
    // Two atoms that occur in no rule: `fact` becomes true, `unused` stays false.
    let (unused, fact) = (program.unused_atom(), program.unused_atom() + 1);
    let literal = |text: &String| {
        let number = match names.find(atom_of(text)) {
            NameLookup::Atom(number) => number,
            NameLookup::True => fact,
            NameLookup::False => unused,
            NameLookup::Unclear => {
                return Err(unclear(&format!("it does not tell which atom is `{}`", atom_of(text))))
            }
        };
        let number = i32::try_from(number).ok().and_then(Lit::new);
        let literal = number.ok_or_else(|| unclear(&"its atoms have no numbers left"))?;
        Ok(if text.starts_with("not ") { !literal } else { literal })
    };
    let all = |texts: &[String]| texts.iter().map(literal).collect::<Result<Vec<Lit>, String>>();
    let assumed = all(&question.assumed)?;
    let cubes = question.cubes.iter().map(|cube| all(cube)).collect::<Result<_, _>>()?;
    let claim = Claim { costs: question.costs.clone(), cubes };
    let mut aspif = within(aspif, &assumed).ok_or_else(|| unclear(&"it does not end as it should"))?;
    if question.literals().next().is_some() {
        let body = aspif.strip_suffix("\n0\n").ok_or_else(|| unclear(&"it does not end as it should"))?;
        // `unused` also occurs in a rule for `fact`, so that the program contains both atoms.
        aspif = format!("{body}\n1 0 1 {fact} 0 0\n1 0 1 {fact} 0 1 {unused}\n0\n");
    }
    let ground = Ground {
        aspif,
        atoms: None,
        is_from_source: false,
        sources: Vec::new(),
        grounder: Grounder { name: "gringo".to_owned(), version: String::new(), arguments: Vec::new() },
        files: Vec::new(),
    };
    match certify(&ground, claim, None, limits).map_err(|error| unclear(&error))? {
        Claimed::Proven(_) => Ok(Some(Opinion::Refuted)),
        Claimed::Wrong(atoms) => Ok(Some(Opinion::AnswerSet(shown(&program, &atoms)))),
        Claimed::Unknown => Ok(None),
    }
}

/// Returns the names of atoms, skipping those without a name.
fn shown(program: &Program, atoms: &[Atom]) -> Vec<String> {
    atoms.iter().filter(|atom| program.names.contains_key(atom)).map(|&atom| program.name(atom)).collect()
}

/// The `#show` statements of a ground program: the conditions for each shown text.
struct ShownNames<'a>(BTreeMap<&'a str, Vec<Vec<i32>>>);

/// The result of looking up an atom by its name.
enum NameLookup {
    Atom(Atom),
    /// A fact: it is shown without a condition.
    True,
    /// No rule derives it.
    False,
    /// It is shown under several conditions.
    Unclear,
}

impl ShownNames<'_> {
    /// Reads the shown texts of an aspif program that has been parsed successfully.
    fn read(aspif: &str) -> ShownNames<'_> {
        let mut names: BTreeMap<&str, Vec<Vec<i32>>> = BTreeMap::new();
        for line in aspif.lines() {
            let Some((length, rest)) = line.strip_prefix("4 ").and_then(|line| line.split_once(' ')) else {
                continue;
            };
            let length = length.parse().unwrap_or(usize::MAX);
            let Some((name, condition)) = rest.split_at_checked(length) else { continue };
            let numbers = condition.split_whitespace().skip(1).filter_map(|word| word.parse().ok());
            names.entry(name).or_default().push(numbers.collect());
        }
        ShownNames(names)
    }

    fn find(&self, name: &str) -> NameLookup {
        match self.0.get(name).map(Vec::as_slice) {
            None => NameLookup::False,
            Some([condition]) => match condition.as_slice() {
                [] => NameLookup::True,
                [literal] if *literal > 0 => NameLookup::Atom(literal.unsigned_abs()),
                _ => NameLookup::Unclear,
            },
            Some(_) => NameLookup::Unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_told_by_their_arguments() {
        for (literal, predicate) in [
            ("a", "a/0"),
            ("not -p(1)", "-p/1"),
            ("p(f(1,2),(3,4),\"),\\\",\")", "p/3"),
            ("not p((1,2))", "p/1"),
        ] {
            assert_eq!(signature(literal), predicate);
        }
    }

    #[test]
    fn a_second_opinion_takes_no_longer_than_the_first() {
        let seconds = Duration::from_secs;
        assert_eq!(time_limit(seconds(30), None), seconds(30));
        assert_eq!(time_limit(seconds(0), None), MIN_TIME);
        assert_eq!(time_limit(seconds(30), Some(seconds(10))), seconds(5));
    }

    #[test]
    #[cfg(feature = "cadical")]
    fn claims_are_stated_in_names() {
        // {a}. b :- a. c.
        let aspif = "asp 1 0 0\n1 1 1 1 0 0\n1 0 1 2 0 1 1\n1 0 1 3 0 0\n2 0 1 1 4\n4 1 a 1 1\n4 1 b 1 2\n4 1 c 0\n0\n";
        let decided = |assumed: &[&str], costs: &[(i64, i128)], cubes: &[&str]| {
            let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
            let cubes = cubes.iter().map(|cube| texts(&cube.split(", ").collect::<Vec<_>>())).collect();
            let question = Question { assumed: texts(assumed), costs: costs.to_vec(), cubes };
            match decide(aspif, &question, &Limits::default()) {
                Ok(Some(Opinion::Refuted)) => "refuted",
                Ok(Some(Opinion::AnswerSet(_))) => "answer set",
                other => panic!("{other:?}"),
            }
        };
        for (assumed, costs, cubes, verdict) in [
            (&[][..], &[][..], &[][..], "answer set"),
            (&["a", "not b"], &[], &[], "refuted"),
            (&["not a", "not b"], &[], &[], "answer set"),
            (&["not c"], &[], &[], "refuted"),
            (&["c"], &[], &[], "answer set"),
            (&["d"], &[], &[], "refuted"),
            (&["not d"], &[], &[], "answer set"),
            (&["b"], &[(0, 3)], &[], "refuted"),
            (&["b"], &[(0, 4)], &[], "answer set"),
            (&[], &[], &["a", "not a"], "refuted"),
            (&[], &[], &["a", "not a, d"], "answer set"),
            (&[], &[], &["c"], "refuted"),
        ] {
            assert_eq!(decided(assumed, costs, cubes), verdict, "{assumed:?} {costs:?} {cubes:?}");
        }
    }
}
