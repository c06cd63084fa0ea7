//! Why an atom is true or false in an answer set, as texts with source positions.

use groundplan_ground::diagnostic::Span;

use crate::words::Words;
use crate::Instance;

/// How much a justification tells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Detail {
    /// One support of each true atom, and the first ten cases where a literal of a rule has many instances.
    #[default]
    Brief,
    /// All supports that are not circular, and all cases.
    Full,
}

/// Why an atom is true or false in an answer set, or why a variable has its value, from [`justify`](crate::justify()).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Justification {
    /// The atom as it prints.
    pub atom: String,
    /// Why it is true or false.
    pub verdict: Verdict,
}

impl Justification {
    /// Adds what the author of the program says.
    pub(super) fn say(&mut self, words: &Words) {
        match &mut self.verdict {
            Verdict::True(atoms) => {
                for atom in atoms {
                    atom.words = words.of_atom(&atom.atom);
                    for support in &mut atom.supports {
                        let of = |span| words.of_statement(span, &support.instance);
                        // The words of a fact stand beside its atom.
                        support.words =
                            support.span.filter(|_| support.kind != SupportKind::Fact).and_then(of);
                    }
                }
            }
            Verdict::False(false_atom) => {
                for rule in &mut false_atom.rules {
                    rule.words = words.of_statement(rule.span, &rule.instance);
                }
            }
        }
    }
}

/// The truth value of an atom, with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is true. The atoms of its derivation, each once, the atom itself first.
    True(Vec<DerivedAtom>),
    /// It is false.
    False(FalseAtom),
}

/// An atom of a derivation, or a bound or the value of an integer variable, such as `x >= 3` and `x=3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DerivedAtom {
    /// The atom as it prints.
    pub atom: String,
    /// What the author of the program says of it.
    pub words: Option<String>,
    /// The instances that derive it from atoms that are derived before it.
    pub supports: Vec<Support>,
    /// The number of further such instances, which are left out.
    pub others: usize,
    /// Whether it follows only together with other atoms, by a distinction of cases. Then the supports are all instances that
    /// derive it, and they may depend on it.
    pub by_cases: bool,
}

/// An instance of a statement that derives an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Support {
    /// The kind of derivation.
    pub kind: SupportKind,
    /// The statement; `None` for an atom that is given without one.
    pub span: Option<Span>,
    /// What the author of the program says of the statement.
    pub words: Option<String>,
    /// The values of its variables.
    pub instance: Instance,
    /// The literals of its body, without comparisons. For a distinction of cases, the other atoms of its head are at the end.
    pub body: Vec<Reason>,
}

/// The kinds of derivations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SupportKind {
    /// A statement without conditions derives it.
    Fact,
    /// A rule derives it.
    Rule,
    /// It is chosen.
    Choice,
    /// A disjunction derives it.
    Disjunction,
    /// It is external, and its value is true.
    External,
    /// It was given to the engine as a value.
    Given,
    /// A bound of an integer variable, which all variables have.
    Limit,
    /// A bound of an integer variable, which a constraint makes.
    Constraint,
    /// A bound of an integer variable: sums that are minimized cost no more than in the answer set.
    Objective,
    /// A bound of an integer variable: its value is one of several that constraints leave to it, one by one.
    Open {
        /// The least of these values.
        least: i64,
        /// The greatest of these values.
        greatest: i64,
    },
    /// The value of an integer variable: it is no less, and no greater.
    Value,
}

impl SupportKind {
    /// The name of the kind, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SupportKind::Fact => "fact",
            SupportKind::Rule => "rule",
            SupportKind::Choice => "choice",
            SupportKind::Disjunction => "disjunction",
            SupportKind::External => "external",
            SupportKind::Given => "given",
            SupportKind::Limit => "limit",
            SupportKind::Constraint => "constraint",
            SupportKind::Objective => "objective",
            SupportKind::Open { .. } => "open",
            SupportKind::Value => "value",
        }
    }
}

/// The meaning of a literal of a body in the answer set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// An atom is true: its index in the derivation.
    Atom(usize),
    /// A literal holds for this reason.
    Literal {
        /// The literal.
        text: String,
        /// Why it holds.
        reason: String,
    },
    /// An aggregate, a conditional literal or a constraint over integers holds.
    Compound {
        /// The literal.
        text: String,
        /// The value of the aggregate, or how many instances the condition has.
        reason: String,
        /// The elements that hold, or the values of variables.
        elements: Vec<ReasonElement>,
    },
}

/// An element of an aggregate, or an instance of a conditional literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReasonElement {
    /// The tuple, or the consequent.
    pub text: String,
    /// The indexes of its atoms in the derivation, as far as it is needed.
    pub atoms: Vec<usize>,
}

/// Why an atom is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FalseAtom {
    /// The rules that could derive it.
    pub rules: Vec<FailedRule>,
    /// If there are none: whether statements derive other atoms of its predicate.
    pub is_known: bool,
    /// If there are none: the predicate that was perhaps meant, as `name/arity`.
    pub suggestion: Option<String>,
    /// Why a variable does not have a value, if that is the question.
    pub value: Option<String>,
}

/// A rule that does not derive an atom that it could derive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedRule {
    /// The rule.
    pub span: Span,
    /// What the author of the program says of it.
    pub words: Option<String>,
    /// The values of the variables that the atom and equations determine.
    pub instance: Instance,
    /// The failures.
    pub failure: Failure,
}

/// The failures in all instances of a rule under some values of its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Literals that hold in one way only, each with the values by which it does.
    pub steps: Vec<(String, Instance)>,
    /// The failure under these values.
    pub end: FailureEnd,
}

/// The end of a failure: a literal, or cases in each of which something fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FailureEnd {
    /// A literal.
    Literal {
        /// The literal.
        text: String,
        /// Why it does not hold.
        reason: String,
    },
    /// The body holds, but the head does not derive the atom, for this reason.
    Head(String),
    /// A literal holds in several ways only, and something fails in each of them.
    Cases {
        /// The literal.
        text: String,
        /// The values by which it holds, and what fails under them.
        cases: Vec<(Instance, Failure)>,
        /// The number of cases that are left out.
        omitted: usize,
    },
}
