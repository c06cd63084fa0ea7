//! The order in which the parts of a body are evaluated, so that each part finds the variables it needs.

use crate::base::PossibleAtoms;
use crate::linear::{self, intervals, linear, Comparison};
use crate::rule::{Aggregate, Atom, BodyGoal, Choice, Head, Literal, Predicate, Rule, RuleDisjunct, Term};
use crate::syntax::{Binary, Relation, Unary};
use crate::term::{all_variables, is_bound, is_known, TermPattern};
use crate::value::Value;

/// The steps of an evaluation.
pub(crate) type Plan = Vec<JoinStepKind>;

/// One step.
pub(crate) enum JoinStepKind {
    /// Each possible atom that matches, under `not` 0 to 2 times.
    Atom(u8, JoinQuery),
    Test(Term, Relation, Term),
    /// The same for terms that gringo takes for numbers, so that they have to be numbers.
    TestNumbers(Term, Relation, Term),
    /// The term's value matches the pattern.
    Unify(TermPattern, Term),
    /// Each value of an interval.
    Range(usize, Term, Term),
    /// The value lies in an interval.
    Within(usize, Term, Term),
    Bounded(Bounded),
    Conditional {
        condition: Plan,
        consequents: Vec<Plan>,
    },
    Aggregate(AggregatePlan),
    Never,
}

/// Each integer for which comparisons, read as linear inequalities over the variables without values, may hold.
pub(crate) struct Bounded {
    pub variable: usize,
    pub comparisons: Vec<Comparison>,
    pub bound: Vec<bool>,
    pub is_equation: bool,
}

/// An aggregate, with plans for its elements, and the variable that it gives its value to, which is no guard then.
pub(crate) struct AggregatePlan {
    pub aggregate: Aggregate,
    pub elements: Vec<Plan>,
    pub assigned: Option<usize>,
}

/// How the possible atoms are found that match an atom.
pub(crate) struct JoinQuery {
    pub predicate: Predicate,
    /// The index by the arguments that have values, which are the key.
    pub index: usize,
    pub key: Vec<Term>,
    /// The other arguments with their positions.
    pub rest: Vec<(usize, TermPattern)>,
}

/// The plans of a rule.
pub(crate) struct JoinPlans {
    pub body: Plan,
    pub elements: Vec<ElementPlans>,
}

/// The plans of an element of a head: of its condition, and for each member of its ranges and, under `not`, of its atom.
pub(crate) type ElementPlans = (Plan, Vec<(Plan, Option<JoinQuery>)>);

/// Makes plans for the parts of one rule.
pub(crate) struct JoinPlanner<'b> {
    pub base: &'b mut PossibleAtoms,
    /// The number of global variables, which come first.
    pub globals: usize,
}

impl JoinPlanner<'_> {
    /// Returns the steps for literals, where the `bound` variables have values; then they all have. Returns `None` if nothing
    /// gives a variable a value.
    pub fn literals(&mut self, literals: &[Literal], bound: &mut [bool]) -> Option<Plan> {
        let goals: Vec<BodyGoal> = literals.iter().cloned().map(BodyGoal::Literal).collect();
        self.goals(&goals, bound)
    }

    /// Returns the steps for the parts of a body.
    pub fn goals(&mut self, goals: &[BodyGoal], bound: &mut [bool]) -> Option<Plan> {
        if contradict(goals, bound) {
            bound.fill(true);
            return Some(vec![JoinStepKind::Never]);
        }
        let mut left: Vec<&BodyGoal> = goals.iter().collect();
        let numbers = taken_for_numbers(goals, bound);
        let mut plan = Vec::new();
        while !left.is_empty() {
            if let Some(step) = left.iter().find_map(|goal| solved(goal, bound)) {
                plan.push(step);
                continue;
            }
            let mut order: Vec<usize> = (0..left.len()).collect();
            order.sort_by_key(|&place| self.price(left[place], bound));
            let ready = order.into_iter().find_map(|place| {
                let mut after = bound.to_vec();
                Some((place, self.step(left[place], &numbers, &mut after)?, after))
            });
            match ready {
                Some((place, step, after)) => {
                    left.remove(place);
                    plan.push(step);
                    bound.copy_from_slice(&after);
                }
                None => plan.push(bounded(&left, bound)?),
            }
        }
        Some(plan)
    }

    /// How early a part is evaluated if it has not to wait: the lowest first.
    fn price(&self, goal: &BodyGoal, bound: &[bool]) -> usize {
        match goal {
            BodyGoal::Literal(Literal::Never) => 0,
            BodyGoal::Literal(Literal::Range(variable, ..)) if !bound[*variable] => 30,
            BodyGoal::Literal(Literal::Compare(..) | Literal::Range(..)) => 1,
            BodyGoal::Literal(Literal::Atom(0, atom)) => {
                let known = atom.arguments.iter().filter(|term| is_bound(term, bound)).count();
                // Each known argument is guessed to leave an eighth.
                2 + (self.base.count(atom.predicate) >> (3 * known).min(60))
            }
            BodyGoal::Literal(Literal::Atom(..)) => 2,
            BodyGoal::Aggregate(aggregate) if assigned(aggregate, bound).is_some() => usize::MAX,
            BodyGoal::Conditional { .. } | BodyGoal::Aggregate(_) => usize::MAX - 1,
        }
    }

    /// Whether all global variables within a part have values. Global variables come first.
    fn is_closed(&self, goal: &BodyGoal, bound: &[bool]) -> bool {
        let mut closed = true;
        let mut visit = |variable: Option<usize>| {
            closed &= variable.is_none_or(|variable| variable >= self.globals || bound[variable]);
        };
        literals(goal).into_iter().for_each(|literal| literal.variables(&mut visit));
        if let BodyGoal::Aggregate(aggregate) = goal {
            aggregate.elements.iter().flat_map(|it| &it.tuple).for_each(|term| term.variables(&mut visit));
        }
        closed
    }

    /// Returns the step for a part, and adds to `bound` the variables that it gives values. Returns `None` if the part has to wait
    /// for values of others. gringo takes the variables `numbers` for numbers.
    fn step(&mut self, goal: &BodyGoal, numbers: &[usize], bound: &mut [bool]) -> Option<JoinStepKind> {
        match goal {
            BodyGoal::Literal(Literal::Never) => Some(JoinStepKind::Never),
            BodyGoal::Literal(Literal::Compare(left, relation, right)) => {
                match (is_bound(left, bound), is_bound(right, bound), relation) {
                    (true, true, _) => {
                        let is_order = !matches!(relation, Relation::Equal | Relation::NotEqual);
                        let is_number = |term| {
                            is_signed_variable(term)
                                && all_variables(term, |it| it.is_some_and(|it| numbers.contains(&it)))
                        };
                        let is_doubtful = is_order && (is_number(left) || is_number(right));
                        let test = if is_doubtful { JoinStepKind::TestNumbers } else { JoinStepKind::Test };
                        Some(test(left.clone(), *relation, right.clone()))
                    }
                    (true, _, Relation::Equal) => {
                        Some(JoinStepKind::Unify(TermPattern::of(right, bound)?, left.clone()))
                    }
                    (_, true, Relation::Equal) => {
                        Some(JoinStepKind::Unify(TermPattern::of(left, bound)?, right.clone()))
                    }
                    _ => None,
                }
            }
            BodyGoal::Literal(Literal::Range(variable, lower, upper)) => {
                (is_bound(lower, bound) && is_bound(upper, bound)).then_some(())?;
                let is_test = std::mem::replace(&mut bound[*variable], true);
                let step = if is_test { JoinStepKind::Within } else { JoinStepKind::Range };
                Some(step(*variable, lower.clone(), upper.clone()))
            }
            BodyGoal::Literal(Literal::Atom(sign, atom)) => {
                (*sign == 0 || atom.arguments.iter().all(|term| is_known(term, bound))).then_some(())?;
                Some(JoinStepKind::Atom(*sign, self.query(atom, bound)?))
            }
            _ if !self.is_closed(goal, bound) => None,
            BodyGoal::Conditional { condition, consequents } => {
                let mut inner = bound.to_vec();
                let condition = self.literals(condition, &mut inner)?;
                let consequents = consequents.iter().map(|it| self.literals(it, &mut inner.clone()));
                Some(JoinStepKind::Conditional {
                    condition,
                    consequents: consequents.collect::<Option<_>>()?,
                })
            }
            BodyGoal::Aggregate(aggregate) => self.aggregate(aggregate.clone(), bound),
        }
    }

    fn aggregate(&mut self, mut aggregate: Aggregate, bound: &mut [bool]) -> Option<JoinStepKind> {
        let assigned = assigned(&aggregate, bound);
        let ready = assigned.is_some() || aggregate.guards.iter().all(|(_, guard)| is_bound(guard, bound));
        ready.then_some(())?;
        let elements = aggregate.elements.iter().map(|element| {
            let mut bound = bound.to_vec();
            let plan = self.literals(&element.condition, &mut bound)?;
            element.tuple.iter().all(|term| is_known(term, &bound)).then_some(plan)
        });
        let elements = elements.collect::<Option<_>>()?;
        if let Some(variable) = assigned {
            aggregate.guards.clear();
            bound[variable] = true;
        }
        Some(JoinStepKind::Aggregate(AggregatePlan { aggregate, elements, assigned }))
    }

    /// Plans how to find the atoms that match, where the `bound` variables have values.
    pub fn query(&mut self, atom: &Atom, bound: &mut [bool]) -> Option<JoinQuery> {
        let (known, open): (Vec<usize>, Vec<usize>) =
            (0..atom.arguments.len()).partition(|&position| is_bound(&atom.arguments[position], bound));
        let key = known.iter().map(|&position| atom.arguments[position].clone()).collect();
        let rest = open.into_iter().map(|it| Some((it, TermPattern::of(&atom.arguments[it], bound)?)));
        let rest = rest.collect::<Option<_>>()?;
        Some(JoinQuery {
            predicate: atom.predicate,
            index: self.base.index(atom.predicate, &known),
            key,
            rest,
        })
    }
}

impl JoinPlans {
    /// Plans a rule. Returns `None` if nothing gives a variable a value.
    pub fn of(rule: &Rule, planner: &mut JoinPlanner) -> Option<JoinPlans> {
        let mut bound = vec![false; rule.variables];
        let body = planner.goals(&rule.body, &mut bound)?;
        if matches!(body.first(), Some(JoinStepKind::Never)) {
            return Some(JoinPlans { body, elements: Vec::new() });
        }
        let (mut terms, mut elements) = (Vec::new(), Vec::new());
        match &rule.head {
            Head::Disjunction(atoms) => terms.extend(atoms.iter().flat_map(|atom| &atom.arguments)),
            Head::External(atom, value) => terms.extend(atom.arguments.iter().chain([value])),
            Head::Edge(edge) => terms.push(edge),
            Head::Minimize { weight, priority, tuple } => {
                terms.extend(tuple.iter().chain([weight, priority]));
            }
            Head::Choice(choices) => {
                for choice in choices {
                    elements.push(JoinPlans::choice(choice, planner, bound.clone())?);
                }
            }
            Head::Conditional(disjuncts) => {
                for disjunct in disjuncts {
                    elements.push(JoinPlans::disjunct(disjunct, planner, bound.clone())?);
                }
            }
        }
        terms.into_iter().all(|term| is_known(term, &bound)).then_some(JoinPlans { body, elements })
    }

    fn choice(choice: &Choice, planner: &mut JoinPlanner, mut bound: Vec<bool>) -> Option<ElementPlans> {
        let condition = planner.literals(&choice.condition, &mut bound)?;
        let tuple = choice.weighed.iter().flat_map(|(_, tuple)| tuple);
        let mut terms = choice.atom.arguments.iter().chain(tuple);
        terms.all(|term| is_known(term, &bound)).then_some((condition, Vec::new()))
    }

    fn disjunct(
        disjunct: &RuleDisjunct,
        planner: &mut JoinPlanner,
        mut bound: Vec<bool>,
    ) -> Option<ElementPlans> {
        let condition = planner.literals(&disjunct.condition, &mut bound)?;
        let members = disjunct.members.iter().map(|member| {
            let mut bound = bound.clone();
            let instances = planner.literals(&member.instances, &mut bound)?;
            let mut known = true;
            for literal in &member.literals {
                literal.variables(&mut |variable| known &= variable.is_none_or(|variable| bound[variable]));
            }
            known.then_some(())?;
            match &member.literals[..] {
                [Literal::Atom(1.., atom)] => Some((instances, Some(planner.query(atom, &mut bound)?))),
                _ => Some((instances, None)),
            }
        });
        Some((condition, members.collect::<Option<_>>()?))
    }
}

/// Returns the variable to which an aggregate gives its value by its only guard.
fn assigned(aggregate: &Aggregate, bound: &[bool]) -> Option<usize> {
    match (aggregate.sign, &aggregate.guards[..]) {
        (0, [(Relation::Equal, Term::Variable(variable))]) if !bound[*variable] => Some(*variable),
        _ => None,
    }
}

/// The literals of a part of a body, with those of its conditions.
pub(crate) fn literals(goal: &BodyGoal) -> Vec<&Literal> {
    match goal {
        BodyGoal::Literal(literal) => vec![literal],
        BodyGoal::Conditional { condition, consequents } => {
            condition.iter().chain(consequents.iter().flatten()).collect()
        }
        BodyGoal::Aggregate(aggregate) => aggregate.elements.iter().flat_map(|it| &it.condition).collect(),
    }
}

/// Returns a step for an equation that is linear in its only variable without a value, with nothing else on the other side.
fn solved(goal: &BodyGoal, bound: &mut [bool]) -> Option<JoinStepKind> {
    let BodyGoal::Literal(Literal::Compare(left, Relation::Equal, right)) = goal else { return None };
    let free = if is_bound(right, bound) { left } else { right };
    if !is_bound(left, bound) && !is_bound(right, bound) || is_signed_variable(free) {
        // An equation with the variable alone on a side gives it any value, not only a number.
        return None;
    }
    let (_, weights) =
        linear(free, bound, &vec![Value::Number(1); bound.len()]).filter(|_| is_linear(free, bound))?;
    let [(variable, _)] = weights[..] else { return None };
    let comparisons = vec![(left.clone(), Relation::Equal, right.clone())];
    let step = Bounded { variable, comparisons, bound: bound.to_vec(), is_equation: true };
    bound[variable] = true;
    Some(JoinStepKind::Bounded(step))
}

/// Whether a term is a variable, perhaps under `-`, which need not be a number.
fn is_signed_variable(term: &Term) -> bool {
    match term {
        Term::Unary(Unary::Minus, operand) => is_signed_variable(operand),
        other => matches!(other, Term::Variable(_)),
    }
}

/// Whether a term is a variable under `-`.
fn is_negated(term: &Term) -> bool {
    matches!(term, Term::Unary(..)) && is_signed_variable(term)
}

/// Whether a term is a sum of variables without values, each multiplied by constants, and a rest.
fn is_linear(term: &Term, bound: &[bool]) -> bool {
    let is_constant = |term: &Term| is_bound(term, &vec![false; bound.len()]);
    match term {
        _ if is_bound(term, bound) => true,
        Term::Variable(_) => true,
        Term::Unary(Unary::Minus, operand) => is_linear(operand, bound),
        Term::Binary(Binary::Add | Binary::Subtract, left, right) => {
            is_linear(left, bound) && is_linear(right, bound)
        }
        Term::Binary(Binary::Multiply, left, right) => {
            is_constant(left) && is_linear(right, bound) || is_constant(right) && is_linear(left, bound)
        }
        _ => false,
    }
}

/// Returns the linear comparisons of goals; an interval is two.
fn comparisons<'g>(goals: impl Iterator<Item = &'g BodyGoal>, bound: &[bool]) -> Vec<Comparison> {
    let mut found = Vec::new();
    for goal in goals {
        match goal {
            BodyGoal::Literal(Literal::Compare(left, relation, right)) => {
                found.push((left.clone(), *relation, right.clone()));
            }
            BodyGoal::Literal(Literal::Range(variable, lower, upper)) => {
                found.push((lower.clone(), Relation::LessEqual, Term::Variable(*variable)));
                found.push((Term::Variable(*variable), Relation::LessEqual, upper.clone()));
            }
            _ => {}
        }
    }
    found.retain(|(left, _, right)| is_linear(left, bound) && is_linear(right, bound));
    found
}

/// The variables that comparisons bound from both sides, where one of them has a variable under `-`: gringo takes such variables
/// for numbers. Without `-` nothing but numbers stands between two numbers.
fn taken_for_numbers(goals: &[BodyGoal], bound: &[bool]) -> Vec<usize> {
    let unknown = vec![false; bound.len()];
    let comparisons = comparisons(goals.iter(), &unknown);
    if !comparisons.iter().any(|(left, _, right)| is_negated(left) || is_negated(right)) {
        return Vec::new();
    }
    linear::bounded(&comparisons, &unknown)
}

/// Whether comparisons contradict each other, whatever the values are. Then there is no instance, and as in gringo no variable needs
/// a value.
fn contradict(goals: &[BodyGoal], bound: &[bool]) -> bool {
    let unknown = vec![false; bound.len()];
    let mut comparisons = comparisons(goals.iter(), &unknown);
    // The order of symbols under `-` is not that of numbers.
    comparisons.retain(|(left, _, right)| !is_negated(left) && !is_negated(right));
    intervals(&comparisons, &unknown, &[]).is_none()
}

/// Returns a step that gives a variable the values that all comparisons together allow.
fn bounded(left: &[&BodyGoal], bound: &mut [bool]) -> Option<JoinStepKind> {
    let comparisons = comparisons(left.iter().copied(), bound);
    let candidates = linear::bounded(&comparisons, bound);
    let mut first = None;
    let mut visit = |variable| first = first.or(variable).filter(|it| candidates.contains(it));
    for (left, _, right) in &comparisons {
        left.variables(&mut visit);
        right.variables(&mut visit);
    }
    let variable = first?;
    let step = Bounded { variable, comparisons, bound: bound.to_vec(), is_equation: false };
    bound[variable] = true;
    Some(JoinStepKind::Bounded(step))
}
