//! Relaxation: lets statements of a program be broken, to find out which of them conflict.
//!
//! A ground program says two things: each rule is a clause, and each set of atoms of which one is true has a support, a
//! rule that does not depend on the set (Lee & Lifschitz: Loop formulas for disjunctive logic programs, ICLP 2003).
//!
//! Here each instance of a soft statement gets one more atom in its head, a *breach*: `h | breach(X) :- B`, with the
//! variables of the rule. Nothing depends on breaches, so with all of them false the program is unchanged. If a breach may
//! be true, the clause is gone, but the rule supports its heads exactly as before: it supports one where the other heads
//! are false, and a breach is true only where all heads are.
//!
//! Nothing that a soft rule derives is certain during grounding, so what follows from it stays in the ground program.

use std::fmt;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::binding;
use super::rule::{Atom, Disjunct, Head, Literal, Member, Rule, Term, Variable, VariableInfo};
use crate::diagnostic::Span;
use crate::program::{Base, PredicateId, HIDDEN};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{self, Facts, LiteralKind, Sign, Signature};

/// The kinds of statements that are soft: they may be left out to find out what conflicts. All others always hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Soft {
    /// Integrity constraints, including rules with a theory atom in the head.
    pub constraints: bool,
    /// Facts: rules without a body whose head is one atom, intervals and pools in it included.
    pub facts: bool,
    /// All other rules, the bounds of choices, and for each predicate that only its rules derive it.
    pub definitions: bool,
}

impl Default for Soft {
    /// Integrity constraints and facts.
    fn default() -> Self {
        Soft { constraints: true, facts: true, definitions: false }
    }
}

/// The kind of axiom that a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelaxedKind {
    /// A constraint, which forbids something.
    Constraint,
    /// A fact: an atom holds.
    Fact,
    /// A rule: one of some atoms holds where a body does.
    Rule,
    /// The bounds of a choice, on how many of its atoms hold.
    Bounds,
}

impl fmt::Display for RelaxedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RelaxedKind::Constraint => "constraint",
            RelaxedKind::Fact => "fact",
            RelaxedKind::Rule => "rule",
            RelaxedKind::Bounds => "bounds",
        })
    }
}

impl Soft {
    fn contains(self, kind: RelaxedKind) -> bool {
        match kind {
            RelaxedKind::Constraint => self.constraints,
            RelaxedKind::Fact => self.facts,
            RelaxedKind::Rule | RelaxedKind::Bounds => self.definitions,
        }
    }
}

/// A statement that may be broken.
#[derive(Clone, Copy, Debug)]
pub struct SoftStatement {
    /// The kind of axiom.
    pub kind: RelaxedKind,
    /// The source position.
    pub span: Span,
}

/// A predicate whose atoms are breaches: each says that one instance of a statement is broken.
#[derive(Clone, Debug)]
pub struct Breaches {
    /// The predicate.
    pub predicate: PredicateId,
    /// The statements that its atoms are breaches of.
    pub of: BrokenStatements,
}

/// The statements that the breach atoms of a predicate belong to.
#[derive(Clone, Debug)]
pub enum BrokenStatements {
    /// All atoms belong to one statement, which is given by its number. Their arguments are the values of these variables.
    Rule(usize, Vec<VariableInfo>),
    /// Each atom belongs to a different statement, whose number is its argument.
    Facts,
}

/// The statements that are relaxed, and the predicates of their breaches.
#[derive(Debug)]
pub struct Relaxation {
    soft: Soft,
    /// The positions of statements that are not relaxed.
    kept: FxHashSet<Span>,
    /// The statements, indexed by number.
    pub statements: Vec<SoftStatement>,
    /// The predicates of the breaches.
    pub breaches: Vec<Breaches>,
    /// For the predicate of facts that consist of symbols only, the predicate of the numbered facts.
    ///
    /// A numbered fact has the statement's number as an additional first argument. One rule for each predicate derives the
    /// facts from the numbered ones, because there may be many of them.
    numbered: FxHashMap<Signature, Signature>,
}

impl Relaxation {
    /// Returns a relaxation that has no statements yet.
    pub fn new(soft: Soft) -> Self {
        Relaxation {
            soft,
            kept: FxHashSet::default(),
            statements: Vec::new(),
            breaches: Vec::new(),
            numbered: FxHashMap::default(),
        }
    }

    /// Leaves the statements at these positions as they are.
    #[must_use]
    pub fn keeping(mut self, kept: impl IntoIterator<Item = Span>) -> Self {
        self.kept.extend(kept);
        self
    }

    /// The kinds of statements that are soft.
    pub fn soft(&self) -> Soft {
        self.soft
    }

    /// Relaxes the rules that a rule of the syntax tree stands for, if it is soft.
    pub fn rules(
        &mut self,
        statement: &ast::Rule,
        rules: Vec<Rule>,
        base: &mut Base,
        symbols: &mut Symbols,
    ) -> Vec<Rule> {
        let kind = kind(statement, &rules);
        if rules.is_empty() || !self.soft.contains(kind) || self.kept.contains(&statement.span) {
            return rules;
        }
        let number = self.statements.len();
        self.statements.push(SoftStatement { kind, span: statement.span });
        let rules = rules.into_iter();
        rules.flat_map(|rule| self.relaxed(rule, number, base, symbols)).collect()
    }

    /// Returns a rule that may be broken, as two rules if its head takes no further atom.
    fn relaxed(
        &mut self,
        mut rule: Rule,
        statement: usize,
        base: &mut Base,
        symbols: &mut Symbols,
    ) -> Vec<Rule> {
        let mut hidden = |what: &str, variables: &[Variable], number: usize| {
            let name = symbols.name(&format!("{HIDDEN}{what}{number}"));
            let arity = variables.len() as u32;
            let predicate = base.predicate(Signature { name, arity, negative: false });
            let arguments = variables.iter().copied().map(Term::Variable).collect();
            Atom { predicate, arguments, span: rule.span }
        };
        let variables = variables(&rule);
        let breach = hidden("breach", &variables, self.breaches.len());
        let of = variables.iter().map(|variable| rule.variables[variable.index()]).collect();
        let breaches = Breaches { predicate: breach.predicate, of: BrokenStatements::Rule(statement, of) };
        match &mut rule.head {
            Head::None => rule.head = Head::Disjunction(vec![breach]),
            Head::Disjunction(atoms) => atoms.push(breach),
            Head::Conditional(disjuncts) => {
                let literal = Literal::Atom(Sign::Positive, breach);
                let members = vec![Member { literal, instances: Vec::new() }];
                disjuncts.push(Disjunct { condition: Vec::new(), members });
            }
            Head::Theory(atom) if !atom.is_directive => {
                let held = hidden("held", &variables, self.breaches.len());
                let body =
                    std::mem::replace(&mut rule.body, vec![Literal::Atom(Sign::Positive, held.clone())]);
                let (variables, span) = (rule.variables.clone(), rule.span);
                let either = Rule { head: Head::Disjunction(vec![held, breach]), body, variables, span };
                self.breaches.push(breaches);
                return vec![either, rule];
            }
            // A choice without bounds cannot be broken, and no soft statement has another head.
            _ => return vec![rule],
        }
        self.breaches.push(breaches);
        vec![rule]
    }

    /// Relaxes facts that consist of symbols only, if facts are soft.
    ///
    /// Returns the same facts with their numbers. The rules that [`Relaxation::rules_of_facts`] returns derive the facts
    /// from them.
    pub fn facts(&mut self, facts: Facts, symbols: &mut Symbols) -> Facts {
        if !self.soft.facts {
            return facts;
        }
        let mut numbered = Facts::default();
        let mut arguments: Vec<Symbol> = Vec::new();
        for fact in facts.iter() {
            if self.kept.contains(&fact.span) {
                numbered.push(fact.signature, fact.arguments, fact.span);
                continue;
            }
            let signature = *self.numbered.entry(fact.signature).or_insert_with(|| {
                let sign = if fact.signature.negative { "-" } else { "" };
                let name = format!("{HIDDEN}fact {sign}{}", symbols.text(fact.signature.name));
                Signature { name: symbols.name(&name), arity: fact.signature.arity + 1, negative: false }
            });
            arguments.clear();
            arguments.push(symbols.number(self.statements.len() as i64));
            arguments.extend_from_slice(fact.arguments);
            numbered.push(signature, &arguments, fact.span);
            self.statements.push(SoftStatement { kind: RelaxedKind::Fact, span: fact.span });
        }
        numbered
    }

    /// Returns the rules that derive the facts from the numbered facts.
    pub fn rules_of_facts(&mut self, base: &mut Base, symbols: &mut Symbols) -> Vec<Rule> {
        let mut numbered: Vec<(Signature, Signature)> = self.numbered.drain().collect();
        numbered.sort_unstable_by_key(|(_, numbered)| symbols.text(numbered.name).to_owned());
        let mut rules = Vec::new();
        for (signature, numbered) in numbered {
            let name = symbols.name(&format!("{HIDDEN}breach{}", self.breaches.len()));
            let predicate = base.predicate(Signature { name, arity: 1, negative: false });
            self.breaches.push(Breaches { predicate, of: BrokenStatements::Facts });
            let first = self.statements.iter().find(|statement| statement.kind == RelaxedKind::Fact);
            let span = first.expect("each number is that of a fact").span;
            let variables: Vec<Term> =
                (0..numbered.arity).map(|index| Term::Variable(Variable(index))).collect();
            let breach = Atom { predicate, arguments: vec![variables[0].clone()], span };
            let fact =
                Atom { predicate: base.predicate(signature), arguments: variables[1..].to_vec(), span };
            let given = Atom { predicate: base.predicate(numbered), arguments: variables, span };
            rules.push(Rule {
                head: Head::Disjunction(vec![fact, breach]),
                body: vec![Literal::Atom(Sign::Positive, given)],
                variables: (0..numbered.arity).map(|_| VariableInfo::unnamed(span)).collect(),
                span,
            });
        }
        rules
    }
}

/// Returns the kind of a statement. Where the statement leaves it open, its rules decide.
fn kind(statement: &ast::Rule, rules: &[Rule]) -> RelaxedKind {
    match &statement.head {
        ast::Head::Theory(_) => RelaxedKind::Constraint,
        _ if rules.iter().all(|rule| matches!(rule.head, Head::None)) => RelaxedKind::Constraint,
        ast::Head::Choice(_) | ast::Head::Aggregate(_) => RelaxedKind::Bounds,
        ast::Head::Literal(literal)
            if statement.body.is_empty() && matches!(literal.kind, LiteralKind::Atom(_)) =>
        {
            RelaxedKind::Fact
        }
        _ => RelaxedKind::Rule,
    }
}

/// Returns the variables that tell the breaches of a rule apart.
///
/// These are the variables with a name, because people know them, and those of the head, because each instance of the head
/// is broken by itself.
fn variables(rule: &Rule) -> Vec<Variable> {
    let mut in_head = FixedBitSet::with_capacity(rule.variables.len());
    if let Head::Disjunction(atoms) = &rule.head {
        let terms = atoms.iter().flat_map(|atom| &atom.arguments);
        terms.for_each(|term| term.variables(&mut |variable| in_head.insert(variable.index())));
    }
    // A theory atom, or a disjunction with conditions, may depend on any variable.
    let about_any = matches!(rule.head, Head::Conditional(_) | Head::Theory(_));
    let told = |&index: &usize| about_any || in_head.contains(index) || rule.variables[index].name.is_some();
    binding::global(rule).ones().filter(told).map(|index| Variable(index as u32)).collect()
}
