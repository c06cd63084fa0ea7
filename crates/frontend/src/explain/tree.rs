//! A justification as text: a tree in which each level is indented by four blanks.
//!
//! An atom that was justified before is referred to. So is an atom that lies too deep: it follows as a tree of its own, so
//! that long chains stay readable.

use std::collections::VecDeque;
use std::fmt::{self, Write};

use groundplan_explain::{
    DerivedAtom, FailedRule, Failure, FailureEnd, FalseAtom, Instance, Justification, Reason, Support,
    SupportKind, Verdict,
};

use super::places::Places;

/// The number of levels of atoms in one tree.
const DEEPEST: usize = 10;

/// Writes a justification. `option` is the option that asks for all instances, which is named where some are left out.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_tree(
    out: &mut dyn Write,
    justification: &Justification,
    places: &Places,
    option: &str,
) -> fmt::Result {
    match &justification.verdict {
        Verdict::True(atoms) => {
            let states = vec![TreeState::New; atoms.len()];
            let mut tree = ReasonTree { out, atoms, places, option, states, later: VecDeque::new() };
            let mut root = Some(0);
            while let Some(atom) = root {
                tree.atom(atom, 0)?;
                // An atom of a disjunction that only its head names comes last.
                let unnamed = |tree: &ReasonTree| {
                    (0..atoms.len()).find(|&it| atoms[it].by_cases && tree.states[it] == TreeState::New)
                };
                root = tree.later.pop_front().or_else(|| unnamed(&tree));
            }
            Ok(())
        }
        Verdict::False(false_atom) => {
            writeln!(out, "{} is false", justification.atom)?;
            refuted(out, &justification.atom, false_atom, places, option)
        }
    }
}

/// The text that was written of an atom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreeState {
    /// Nothing.
    New,
    /// A reference to its tree, which is still to come.
    Referred,
    /// Its justification.
    Written,
}

/// A derivation that is being written.
struct ReasonTree<'a> {
    out: &'a mut dyn Write,
    atoms: &'a [DerivedAtom],
    places: &'a Places<'a>,
    option: &'a str,
    states: Vec<TreeState>,
    /// The atoms whose trees are still to come.
    later: VecDeque<usize>,
}

impl ReasonTree<'_> {
    fn atom(&mut self, index: usize, depth: usize) -> fmt::Result {
        let atom = &self.atoms[index];
        let indent = " ".repeat(4 * depth);
        let verdict = if index == 0 && depth == 0 { " is true" } else { "" };
        write!(self.out, "{indent}{}{verdict}", atom.atom)?;
        if let Some(words) = atom.words.as_ref().filter(|_| self.states[index] != TreeState::Written) {
            write!(self.out, " ({words})")?;
        }
        match self.states[index] {
            TreeState::Written => return writeln!(self.out, ": see above"),
            TreeState::Referred if depth > 0 => return writeln!(self.out, ": see below"),
            TreeState::New if depth >= DEEPEST && !is_leaf(atom) => {
                self.states[index] = TreeState::Referred;
                self.later.push_back(index);
                return writeln!(self.out, ": see below");
            }
            TreeState::New | TreeState::Referred => self.states[index] = TreeState::Written,
        }
        if let [support] = &atom.supports[..] {
            if is_leaf(atom) {
                return writeln!(self.out, ": {}", self.leaf(support));
            }
        }
        let by_cases = if atom.by_cases { ", by a distinction of cases" } else { "" };
        writeln!(self.out, "{}{by_cases}", kinds(atom))?;
        for support in &atom.supports {
            self.support(support, depth)?;
        }
        if atom.others > 0 {
            let instances = if atom.others == 1 { "instance derives" } else { "instances derive" };
            writeln!(self.out, "{indent}  and {} other {instances} it ({})", atom.others, self.option)?;
        }
        Ok(())
    }

    /// A support without a body, on one line.
    fn leaf(&self, support: &Support) -> String {
        match support.span {
            Some(span) => format!("{}, {}", name(support.kind), self.places.quoted(span)),
            None => name(support.kind),
        }
    }

    fn support(&mut self, support: &Support, depth: usize) -> fmt::Result {
        let indent = " ".repeat(4 * depth + 2);
        // A value is explained by its bounds alone.
        if support.kind != SupportKind::Value {
            if let Some(words) = &support.words {
                writeln!(self.out, "{indent}{words}")?;
            }
            let quoted = support.span.map_or_else(|| name(support.kind), |span| self.places.quoted(span));
            writeln!(self.out, "{indent}{quoted}{}", under(&support.instance))?;
        }
        for reason in &support.body {
            match reason {
                Reason::Atom(index) => self.atom(*index, depth + 1)?,
                Reason::Literal { text, reason } => writeln!(self.out, "{indent}  {text}: {reason}")?,
                Reason::Compound { text, reason, elements } => {
                    writeln!(self.out, "{indent}  {text}: {reason}")?;
                    for element in elements {
                        writeln!(self.out, "{indent}    {}", element.text)?;
                        for &index in &element.atoms {
                            self.atom(index, depth + 2)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether an atom has one support without a body.
fn is_leaf(atom: &DerivedAtom) -> bool {
    matches!(&atom.supports[..], [support] if support.body.is_empty()) && atom.others == 0 && !atom.by_cases
}

/// The kinds of the supports other than rules.
fn kinds(atom: &DerivedAtom) -> String {
    match atom.supports.first() {
        Some(Support { kind: SupportKind::Rule | SupportKind::Constraint | SupportKind::Value, .. })
        | None => String::new(),
        Some(support) => format!(": {}", name(support.kind)),
    }
}

fn name(kind: SupportKind) -> String {
    let name = match kind {
        SupportKind::Fact => "fact",
        SupportKind::Rule => "rule",
        SupportKind::Choice => "chosen",
        SupportKind::Disjunction => "disjunction",
        SupportKind::External => "external, its value is true",
        SupportKind::Given => "given without a statement",
        SupportKind::Limit => "a bound of all variables",
        SupportKind::Constraint => "constraint",
        SupportKind::Objective => "by the costs",
        SupportKind::Open { least, greatest } => return format!("left open, from {least} to {greatest}"),
        SupportKind::Value => "value",
    };
    name.to_owned()
}

/// The values of variables behind a statement.
fn under(instance: &Instance) -> String {
    match instance.values.is_empty() {
        true => String::new(),
        false => format!("  [{instance}]"),
    }
}

fn refuted(
    out: &mut dyn Write,
    atom: &str,
    false_atom: &FalseAtom,
    places: &Places,
    option: &str,
) -> fmt::Result {
    if false_atom.rules.is_empty() {
        return writeln!(out, "  {}", underivable(atom, false_atom));
    }
    for FailedRule { span, words, instance, failure } in &false_atom.rules {
        if let Some(words) = words {
            writeln!(out, "  {words}")?;
        }
        writeln!(out, "  {}{}", places.quoted(*span), under(instance))?;
        failed(out, failure, 1, "", option)?;
    }
    Ok(())
}

/// Says why there is no rule to show for a false atom.
pub fn underivable(atom: &str, false_atom: &FalseAtom) -> String {
    if let Some(value) = &false_atom.value {
        return value.clone();
    }
    match &false_atom.suggestion {
        _ if false_atom.is_known => format!("no rule has an instance with the head {atom}"),
        Some(meant) => format!("no rule and no fact derives it: did you mean `{meant}`?"),
        None => "no rule and no fact derives it".to_owned(),
    }
}

/// Writes what fails. `before` stands before the first line.
fn failed(out: &mut dyn Write, failure: &Failure, depth: usize, before: &str, option: &str) -> fmt::Result {
    let indent = " ".repeat(4 * depth);
    let mut before = before.to_owned();
    for (text, instance) in &failure.steps {
        match instance.values.is_empty() {
            true => writeln!(out, "{indent}{before}{text}: it holds in one way only")?,
            false => writeln!(out, "{indent}{before}{text}: only with {instance}")?,
        }
        before.clear();
    }
    match &failure.end {
        FailureEnd::Literal { text, reason } => writeln!(out, "{indent}{before}{text}: {reason}"),
        FailureEnd::Head(reason) => writeln!(out, "{indent}{before}{reason}"),
        FailureEnd::Cases { text, cases, omitted } => {
            writeln!(out, "{indent}{before}{text}: only in {} cases", cases.len() + omitted)?;
            for (instance, failure) in cases {
                failed(out, failure, depth + 1, &format!("{instance}: "), option)?;
            }
            if *omitted > 0 {
                writeln!(out, "{indent}    and {omitted} more, which fail as well ({option})")?;
            }
            Ok(())
        }
    }
}
