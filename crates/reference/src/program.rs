//! Programs: their texts, and what they are ground to.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::base::{display, AtomId, PossibleAtoms};
use crate::error::{Error, Place};
use crate::grammar::{parse, parse_constant, parse_term};
use crate::instantiate::{ground, GroundingRun};
use crate::normalize::{RuleNormalizer, Signature};
use crate::rule::{Atom, BodyGoal, Head, Literal, Rule, Term};
use crate::syntax::{self, Placed, Statement, Unary};
use crate::term::value;
use crate::value::Value;
use crate::write::write;

/// The largest number of an atom.
const LARGEST: u32 = 1 << 30;

/// A text with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The name, which is usually that of a file.
    pub name: String,
    /// The contents.
    pub text: String,
    /// Whether it is there only because another text includes it.
    pub is_included: bool,
}

impl Text {
    /// Returns a text that the program is named by.
    #[must_use]
    pub fn named(name: &str, text: &str) -> Text {
        Text { name: name.to_owned(), text: text.to_owned(), is_included: false }
    }

    /// Returns a text that another one includes.
    #[must_use]
    pub fn included(name: &str, text: &str) -> Text {
        Text { is_included: true, ..Text::named(name, text) }
    }
}

/// A program that was read.
pub struct Program {
    normalizer: RuleNormalizer,
}

/// A ground program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// The program in aspif.
    pub aspif: String,
    /// For each line of the program, the statement that it comes from.
    pub places: Vec<Option<Place>>,
    /// The possible atoms: lines with a number and an atom, in the order of the numbers, which are those of the program.
    pub atoms: String,
}

/// How a program in aspif differs from the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The first line that differs, counted from 1.
    pub line: usize,
    /// The line of the program, and that of the reference; `None` behind the end.
    pub lines: [Option<String>; 2],
    /// The statement whose instance the reference has there.
    pub place: Option<Place>,
}

impl Ground {
    /// Compares a program in aspif with this one. Assumptions in it are left out: they belong to a question.
    #[must_use]
    pub fn difference(&self, aspif: &str) -> Option<Difference> {
        let mut theirs = aspif.lines().zip(1..).filter(|(line, _)| !line.starts_with("6 "));
        let mut ours = self.aspif.lines().zip(&self.places);
        let mut last = 0;
        loop {
            let (their, our) = (theirs.next(), ours.next());
            let lines = [their.map(|(line, _)| line), our.map(|(line, _)| line)];
            if lines[0] != lines[1] {
                let line = their.map_or(last + 1, |(_, line)| line);
                let lines = lines.map(|line| line.map(str::to_owned));
                return Some(Difference { line, lines, place: our.and_then(|(_, place)| *place) });
            }
            last = their?.1;
        }
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").finish_non_exhaustive()
    }
}

impl Program {
    /// Reads a program. `constants` are definitions `name=term`, which take precedence over those in the texts.
    ///
    /// A text may include others, by the names of files: first as they are, then beside the text that includes them. They have to
    /// be among `texts`; nothing is opened. Each text is read once: one that is named where it is named, so that an `#include` of it
    /// is skipped, and another where the last of the named texts includes it.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] at the first statement that is not known here.
    pub fn read(texts: &[Text], constants: &[String]) -> Result<Program, Error> {
        let mut reader = ProgramReader { texts, seen: vec![false; texts.len()], statements: Vec::new() };
        let mut named = Vec::new();
        for index in (0..texts.len()).rev().filter(|&index| !texts[index].is_included) {
            reader.read(index, &mut true)?;
            named.push(std::mem::take(&mut reader.statements));
        }
        let statements: Vec<Placed> = named.into_iter().rev().flatten().collect();
        let mut normalizer = RuleNormalizer::default();
        define(&mut normalizer, &statements, constants)?;
        for (statement, place) in &statements {
            normalizer.statement(statement, *place)?;
        }
        forbid_opposites(&mut normalizer);
        Ok(Program { normalizer })
    }

    /// Returns the facts of the text with this index, as atoms are written, with the constants of the program replaced. `None` if
    /// the text has other rules besides.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if a value of a fact is not known, and [`Error::Stopped`].
    pub fn facts(&self, text: usize, stop: &dyn Fn() -> bool) -> Result<Option<BTreeSet<String>>, Error> {
        let own = self.normalizer.rules.iter().filter(|rule| rule.place.line > 0 && rule.place.text == text);
        let rules: Vec<Rule> = own.cloned().collect();
        if !rules.iter().all(is_fact) {
            return Ok(None);
        }
        let signatures = &self.normalizer.signatures;
        let GroundingRun { base, .. } =
            ground(&rules, signatures, (PossibleAtoms::default(), Vec::new()), true, stop)?;
        let name = |atom| display(&signatures[base.predicate(atom)], base.arguments(atom));
        Ok(Some((0..base.len() as AtomId).map(name).collect()))
    }

    /// Grounds the program over these atoms, as [`Ground::atoms`] lists them.
    ///
    /// `stop` is asked now and then, and says whether to give up.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if the rules derive another atom, and the other errors.
    pub fn ground_over(&self, atoms: &str, stop: &dyn Fn() -> bool) -> Result<Ground, Error> {
        self.ground(atoms, false, stop)
    }

    /// Grounds the program. `atoms` are atoms that may be possible, as for [`Program::ground_over`]: the more of them are
    /// there, the faster it is. Lines that are no atoms are left out.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] and [`Error::Stopped`].
    pub fn ground_with(&self, atoms: &str, stop: &dyn Fn() -> bool) -> Result<Ground, Error> {
        let ground = self.ground(atoms, true, stop)?;
        if ground.atoms == atoms {
            return Ok(ground);
        }
        // The order of the instances depends on the numbers of atoms when the evaluation begins.
        self.ground_over(&ground.atoms, stop)
    }

    fn ground(&self, atoms: &str, grow: bool, stop: &dyn Fn() -> bool) -> Result<Ground, Error> {
        let mut signatures = self.normalizer.signatures.clone();
        let mut predicates: HashMap<_, _> = signatures.iter().cloned().zip(0..).collect();
        let (mut base, mut numbers) = (PossibleAtoms::default(), Vec::new());
        for (line, place) in atoms.lines().zip(1..) {
            let (number, signature, arguments) = match atom(line, numbers.last().copied().unwrap_or(0)) {
                Ok(found) => found,
                Err(_) if grow => continue,
                Err(message) => return Err(Error::Atoms { line: place, message }),
            };
            let next = predicates.len();
            let predicate = *predicates.entry(signature.clone()).or_insert(next);
            if predicate == next {
                signatures.push(signature);
            }
            if base.add(predicate, arguments) {
                numbers.push(number);
            } else if !grow {
                return Err(Error::Atoms { line: place, message: "this atom is listed twice".to_owned() });
            }
        }
        let rules = &self.normalizer.rules;
        let grounding = ground(rules, &signatures, (base, numbers), grow, stop)?;
        let written = write(&grounding, &signatures);
        let mut names = String::new();
        for atom in 0..grounding.base.len() as AtomId {
            let name = display(&signatures[grounding.base.predicate(atom)], grounding.base.arguments(atom));
            names += &format!("{} {name}\n", grounding.numbers[atom as usize]);
        }
        let places = written.rules.iter().map(|rule| rule.map(|rule| rules[rule].place)).collect();
        Ok(Ground { aspif: written.lines.join("\n") + "\n", places, atoms: names })
    }
}

/// Whether a rule derives an atom whatever else holds. An interval in a fact is a range in the body.
fn is_fact(rule: &Rule) -> bool {
    let Head::Disjunction(atoms) = &rule.head else { return false };
    let is_range = |goal: &BodyGoal| matches!(goal, BodyGoal::Literal(Literal::Range(..)));
    atoms.len() == 1 && rule.body.iter().all(is_range)
}

/// Reads texts and what they include.
struct ProgramReader<'t> {
    texts: &'t [Text],
    seen: Vec<bool>,
    statements: Vec<Placed>,
}

impl ProgramReader<'_> {
    /// Reads a text. `is_base` says whether its statements belong to the part `base`.
    fn read(&mut self, index: usize, is_base: &mut bool) -> Result<(), Error> {
        self.seen[index] = true;
        for (statement, place) in parse(&self.texts[index].text, index)? {
            match statement {
                Statement::Part { is_base: next } => *is_base = next,
                Statement::Include(file) => {
                    let unknown =
                        || Error::Unsupported { construct: format!("the included file `{file}`"), place };
                    let beside = Path::new(&self.texts[index].name).with_file_name(&*file);
                    let places = [Path::new(&*file), &beside];
                    let found = places.iter().find_map(|place| self.find(place)).ok_or_else(unknown)?;
                    if let Some(waiting) = found {
                        self.read(waiting, is_base)?;
                    }
                }
                // Constants hold in all parts.
                Statement::Const { .. } => self.statements.push((statement, place)),
                _ if *is_base => self.statements.push((statement, place)),
                _ => {}
            }
        }
        // What follows an included text belongs to `base`, wherever the text was included.
        *is_base = true;
        Ok(())
    }

    /// Returns the text that an `#include` of a file stands for; `Some(None)` if that is read elsewhere.
    fn find(&self, file: &Path) -> Option<Option<usize>> {
        let is_it = |index: &usize| same_path(Path::new(&self.texts[*index].name), file);
        let mut found = (0..self.texts.len()).filter(is_it).peekable();
        found.peek()?;
        Some(found.find(|&index| self.texts[index].is_included && !self.seen[index]))
    }
}

/// Whether two paths are the same but for `.` in them.
fn same_path(one: &Path, other: &Path) -> bool {
    let without_dots =
        |path: &Path| -> PathBuf { path.components().filter(|part| *part != Component::CurDir).collect() };
    without_dots(one) == without_dots(other)
}

/// Gives the named constants their values.
fn define(normalizer: &mut RuleNormalizer, statements: &[Placed], given: &[String]) -> Result<(), Error> {
    let mut open: Vec<(Rc<str>, syntax::Term, bool, Place)> = Vec::new();
    for text in given {
        let unknown =
            |_| Error::Unsupported { construct: format!("the constant `{text}`"), place: Place::default() };
        let (name, value) = parse_constant(text).map_err(unknown)?;
        open.retain(|(known, ..)| *known != name);
        open.push((name, value, true, Place::default()));
    }
    let given = open.len();
    for (statement, place) in statements {
        if let Statement::Const { name, value, overrides } = statement {
            match open.iter().position(|(known, ..)| known == name) {
                Some(known) if known < given || open[known].2 >= *overrides => {}
                Some(known) => open[known] = (name.clone(), value.clone(), *overrides, *place),
                None => open.push((name.clone(), value.clone(), *overrides, *place)),
            }
        }
    }
    // Definitions may mention each other in any order. Their values are there when another round changes nothing.
    for _ in 0..=open.len() {
        let value = |term| normalizer.plain(term).and_then(|term| value(&term, &[]).ok());
        let values: Vec<Option<Value>> = open.iter().map(|(_, term, ..)| term).map(value).collect();
        let named = open.iter().zip(values).filter_map(|((name, ..), value)| Some((name.clone(), value?)));
        let before = std::mem::replace(&mut normalizer.constants, named.collect());
        if normalizer.constants.len() == open.len() && normalizer.constants == before {
            return Ok(());
        }
    }
    let place = open.first().map(|(.., place)| *place).unwrap_or_default();
    Err(Error::Unsupported { construct: "a constant without a value".to_owned(), place })
}

/// Adds a constraint for each predicate that occurs with and without `-`: not both hold.
fn forbid_opposites(normalizer: &mut RuleNormalizer) {
    for negative in 0..normalizer.signatures.len() {
        let (true, name, arity) = normalizer.signatures[negative].clone() else { continue };
        let positive = normalizer.predicate(false, &name, arity);
        let literal = |predicate| {
            let arguments = (0..arity).map(Term::Variable).collect();
            BodyGoal::Literal(Literal::Atom(0, Atom { predicate, arguments }))
        };
        normalizer.rules.push(Rule {
            head: Head::Disjunction(Vec::new()),
            body: vec![literal(negative), literal(positive)],
            variables: arity,
            globals: arity,
            place: Place::default(),
        });
    }
}

type NamedAtom = (u32, Signature, Vec<Value>);

/// Reads a line of the list of atoms, whose number is greater than `last`.
fn atom(line: &str, last: u32) -> Result<NamedAtom, String> {
    let (number, name) = line.split_once(' ').ok_or("this is no number with an atom")?;
    let read: u32 = number.parse().map_err(|_| format!("`{number}` is no number"))?;
    if read <= last || read > LARGEST || read.to_string() != number {
        return Err(format!("the number {number} does not follow {last}"));
    }
    let (negative, term) = match parse_term(name)? {
        syntax::Term::Unary(Unary::Minus, term) => (true, *term),
        term => (false, term),
    };
    let syntax::Term::Function(function, arguments) = term else { return Err("this is no atom".to_owned()) };
    let arguments: Option<Vec<Value>> = arguments.iter().map(ground_term).collect();
    let arguments = arguments.ok_or("this is no ground atom")?;
    let signature = (negative, function, arguments.len());
    if signature.1.is_empty() || display(&signature, &arguments) != name {
        return Err("this is not how an atom is written".to_owned());
    }
    Ok((read, signature, arguments))
}

/// Reads a term as it is written; constants are not replaced.
fn ground_term(term: &syntax::Term) -> Option<Value> {
    match term {
        syntax::Term::Value(value) => Some(value.clone()),
        syntax::Term::Function(name, arguments) => {
            let arguments: Option<Vec<Value>> = arguments.iter().map(ground_term).collect();
            Some(Value::function(false, name, arguments?))
        }
        syntax::Term::Unary(Unary::Minus, operand) => crate::term::negative(&ground_term(operand)?).ok(),
        _ => None,
    }
}
