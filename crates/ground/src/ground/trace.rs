//! The trace of grounding, as text for people who tune encodings. It shows the rules that grounding got, and the
//! order in which it joins each body, with the access path of every literal.

use itertools::Itertools as _;

use super::assignment::Pattern;
use super::compile::Compiled;
use super::join::{Access, JoinStep, Joins, Match, Rows};
use crate::analysis::dependency::Component;
use crate::analysis::print::RulePrinter;
use crate::analysis::rule::{Rule, Term};
use crate::program::Base;
use crate::symbol::Symbols;

/// The width, in characters, up to which a literal shifts the column of descriptions to the right.
const WIDEST: usize = 48;

/// The rules of a grounding and its join plans as text, one line for each rule and step.
#[derive(Clone, Default, Debug)]
pub struct GroundingTrace {
    /// The rules after the analysis, in the order of the text. Facts whose arguments are symbols are not included.
    pub rules: String,
    /// The plans, component by component in the order of grounding: each rule with a body, followed by the steps of
    /// its joins. The numbers of rows are those known when the component was planned.
    pub plans: String,
    /// The plans of the rules of the current component.
    plans_of_rules: Vec<PlansOfRule>,
}

/// A line of a plan: its indentation depth, the literal, and how it is joined.
type Line = (usize, String, String);

/// A rule with its plans.
#[derive(Clone, Debug)]
struct PlansOfRule {
    rule: String,
    sections: Vec<Section>,
}

/// The successive plans of one join of a rule.
#[derive(Clone, Debug)]
struct Section {
    heading: Option<&'static str>,
    /// The plans, each with the first round in which it was run.
    plans: Vec<(usize, Vec<Line>)>,
}

impl GroundingTrace {
    /// Records the rules of a grounding.
    pub(super) fn note_rules(&mut self, rules: &[Rule], symbols: &Symbols, base: &Base) {
        for rule in rules {
            self.rules += &RulePrinter::new(rule, symbols, base).rule(rule);
            self.rules.push('\n');
        }
    }

    /// Records how the rules of a component are about to be joined.
    pub(super) fn begin_component(
        &mut self,
        (number, of): (usize, usize),
        component: &Component,
        rules: &[Compiled],
        symbols: &Symbols,
        base: &Base,
    ) {
        let mut predicates = component.predicates.iter().map(|&predicate| {
            let signature = base.domain(predicate).signature();
            let sign = if signature.negative { "-" } else { "" };
            format!("{sign}{}/{}", symbols.text(signature.name), signature.arity)
        });
        let defined = if component.predicates.is_empty() {
            "constraints and directives".to_owned()
        } else {
            predicates.join(", ")
        };
        let recursive = if rules.iter().any(|rule| rule.uses_growing) { ", recursive" } else { "" };
        self.plans += &format!("% component {number} of {of}: {defined}{recursive}\n");
        self.plans_of_rules = rules
            .iter()
            .map(|rule| {
                let printer = RulePrinter::new(rule.rule, symbols, base);
                let sections = sections(rule, &printer, base)
                    .map(|(heading, lines)| Section { heading, plans: vec![(1, lines)] })
                    .collect();
                PlansOfRule { rule: printer.rule(rule.rule), sections }
            })
            .collect();
    }

    /// Records how a rule of the component is joined from this round on.
    pub(super) fn note_plans(
        &mut self,
        index: usize,
        rule: &Compiled,
        round: usize,
        symbols: &Symbols,
        base: &Base,
    ) {
        let printer = RulePrinter::new(rule.rule, symbols, base);
        let known = self.plans_of_rules[index].sections.iter_mut();
        for (section, (heading, lines)) in known.zip(sections(rule, &printer, base)) {
            let over = heading == Some(FIRST) && rule.probing.is_none();
            let (_, before) = section.plans.last().expect("a section begins with a plan");
            let order = |lines: &[Line]| lines.iter().map(|(_, what, _)| what.clone()).collect_vec();
            if over || order(before) == order(&lines) {
                continue;
            }
            // The plan for later rounds has not been run before the second round, so it is replaced.
            if heading == Some(LATER) && round == 2 {
                section.plans = vec![(1, lines)];
            } else {
                section.plans.push((round, lines));
            }
        }
    }

    /// Writes the plans of a component that was grounded, or during which grounding ended.
    pub(super) fn end_component(&mut self) {
        for PlansOfRule { rule, sections } in self.plans_of_rules.drain(..) {
            let mut lines: Vec<Line> = Vec::new();
            for Section { heading, plans } in sections {
                lines.extend(heading.map(|heading| (1, heading.to_owned(), String::new())));
                for (round, plan) in plans {
                    if round > 1 {
                        lines.push((1, format!("from round {round} on"), String::new()));
                    }
                    lines.extend(plan);
                }
            }
            // Rules without a body have no join, so they are left out.
            if !lines.is_empty() {
                self.plans += &format!("{rule}\n{}", aligned(&lines));
            }
        }
    }
}

const FIRST: &str = "at first";
const LATER: &str = "in later rounds";

/// The joins of a rule with their headings.
fn sections<'a>(
    rule: &'a Compiled,
    printer: &'a RulePrinter,
    base: &'a Base,
) -> impl Iterator<Item = (Option<&'static str>, Vec<Line>)> + 'a {
    let lines = move |list: &dyn Fn(&mut Listing)| {
        let mut listing = Listing { printer, base, lines: Vec::new() };
        list(&mut listing);
        listing.lines
    };
    let rounds = !rule.later.is_empty();
    let depth = if rounds { 2 } else { 1 };
    let first = (rounds.then_some(FIRST), lines(&|listing| listing.steps(&rule.first, depth)));
    let later = rule.later.iter();
    let later = later.map(move |(_, steps)| (Some(LATER), lines(&|listing| listing.steps(steps, 2))));
    let elements = rule.elements.iter().filter(|joins| !joins.condition.is_empty());
    let elements = elements
        .map(move |joins| (Some("for an element of the head"), lines(&|listing| listing.joins(joins, 2))));
    std::iter::once(first).chain(later).chain(elements)
}

/// Collects the lines of one join.
struct Listing<'a> {
    printer: &'a RulePrinter<'a>,
    base: &'a Base,
    lines: Vec<Line>,
}

impl Listing<'_> {
    fn line(&mut self, depth: usize, what: String, how: String) {
        self.lines.push((depth, what, how));
    }

    fn joins(&mut self, joins: &Joins, depth: usize) {
        self.steps(&joins.condition, depth);
        for steps in joins.consequents.iter().filter(|steps| !steps.is_empty()) {
            self.line(depth, "then".to_owned(), String::new());
            self.steps(steps, depth + 1);
        }
    }

    fn steps(&mut self, steps: &[JoinStep], depth: usize) {
        for step in steps {
            self.step(step, depth);
        }
    }

    fn step(&mut self, step: &JoinStep, depth: usize) {
        let printer = self.printer;
        match step {
            JoinStep::Match(wanted) => {
                let how = self.access(wanted);
                self.line(depth, self.matched(wanted), how);
            }
            JoinStep::Negation(sign, atom) => {
                self.line(depth, printer.negation(*sign, atom), "test".to_owned());
            }
            JoinStep::Compare(left, relation, right) => {
                self.line(depth, printer.compare(left, *relation, right), "test".to_owned());
            }
            JoinStep::Assign(pattern, term) => {
                let how = match pattern {
                    Pattern::Bind(variable) => format!("gives {} its value", printer.variable(*variable)),
                    Pattern::Check(_) | Pattern::Symbol(_) => "test".to_owned(),
                    _ => "taken apart".to_owned(),
                };
                self.line(depth, format!("{} = {}", self.pattern(pattern), printer.term(term)), how);
            }
            JoinStep::Solve(term, variable, value) => {
                let how = format!("solved for {}", printer.variable(*variable));
                self.line(depth, format!("{} = {}", printer.term(term), printer.term(value)), how);
            }
            JoinStep::Range(pattern, lower, upper, _) => {
                let (lower, upper) = (printer.term(lower), printer.term(upper));
                let how = if matches!(pattern, Pattern::Check(_)) { "test" } else { "each number" };
                self.line(depth, format!("{} = {lower}..{upper}", self.pattern(pattern)), how.to_owned());
            }
            JoinStep::Call(pattern, call) => {
                let how =
                    if matches!(pattern, Pattern::Check(_)) { "call, test" } else { "call, each value" };
                self.line(
                    depth,
                    format!("{} = {}", self.pattern(pattern), printer.call(call)),
                    how.to_owned(),
                );
            }
            JoinStep::Underived(atom) => self.line(depth, printer.atom(atom), "not derived yet".to_owned()),
            JoinStep::Compound(compound) | JoinStep::Possible(compound) => {
                let (what, how) = compound.describe(printer);
                self.line(depth, what, how);
                let mut first = true;
                compound.joins(&mut |steps| {
                    let heading = compound.heading(std::mem::replace(&mut first, false));
                    if !steps.is_empty() {
                        self.line(depth + 1, heading.to_owned(), String::new());
                        self.steps(steps, depth + 2);
                    }
                });
            }
        }
    }

    /// The atom that a step matches, reassembled from the terms of its key and the patterns left to match.
    fn matched(&self, wanted: &Match) -> String {
        let (Access::Find(key) | Access::Lookup(_, key)) = &wanted.access else {
            let arguments: Vec<String> =
                wanted.patterns.iter().map(|(_, pattern)| self.pattern(pattern)).collect();
            return self.printer.predicate(wanted.predicate, &arguments);
        };
        let arity = self.base.domain(wanted.predicate).signature().arity as usize;
        let mut known = key.iter();
        let arguments = (0..arity).map(|column| match wanted.patterns.iter().find(|(at, _)| *at == column) {
            Some((_, pattern)) => self.pattern(pattern),
            None => self.printer.term(known.next().expect("what is not matched is known")),
        });
        self.printer.predicate(wanted.predicate, &arguments.collect_vec())
    }

    fn access(&self, wanted: &Match) -> String {
        let domain = self.base.domain(wanted.predicate);
        let rows = match (wanted.rows, domain.len()) {
            (Rows::New, _) => return "the new rows".to_owned(),
            (Rows::Old, _) => "the older rows".to_owned(),
            (Rows::All, 1) => "1 row".to_owned(),
            (Rows::All, rows) => format!("{rows} rows"),
        };
        match &wanted.access {
            Access::Scan => format!("scan of {rows}"),
            Access::Find(_) => "test".to_owned(),
            Access::Lookup(_, key) => {
                let open: Vec<usize> = wanted.patterns.iter().map(|&(column, _)| column).collect();
                let arity = domain.signature().arity as usize;
                let known: Vec<usize> =
                    (0..arity).filter(|column| !open.contains(column)).map(|column| column + 1).collect();
                let arguments = if known.len() == 1 { "argument" } else { "arguments" };
                match (known.len(), known.len() < key.len()) {
                    (0, _) => format!("index within arguments of {rows}"),
                    (_, false) => format!("index on {arguments} {} of {rows}", known.iter().join(" and ")),
                    (_, true) => {
                        format!(
                            "index on {arguments} {} and within others of {rows}",
                            known.iter().join(" and ")
                        )
                    }
                }
            }
        }
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Symbol(symbol) => self.printer.term(&Term::Symbol(*symbol)),
            Pattern::Check(variable) | Pattern::Bind(variable) => self.printer.variable(*variable).to_owned(),
            Pattern::Function(name, patterns) => {
                let arguments = patterns.iter().map(|pattern| self.pattern(pattern)).join(",");
                self.printer.function(*name, &arguments)
            }
            Pattern::Opposite(pattern) => format!("-{}", self.pattern(pattern)),
            Pattern::Value(term) => self.printer.term(term),
        }
    }
}

/// Formats the lines, with the descriptions aligned in a column.
fn aligned(lines: &[Line]) -> String {
    let said = lines.iter().filter(|(_, _, how)| !how.is_empty());
    let widths = said.map(|(depth, what, _)| 2 * depth + what.chars().count());
    let column = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    let mut text = String::new();
    for (depth, what, how) in lines {
        let line = format!("{:indent$}{what}", "", indent = 2 * depth);
        let line = if how.is_empty() { line } else { format!("{line:column$}  {how}") };
        text += &line;
        text.push('\n');
    }
    text
}
