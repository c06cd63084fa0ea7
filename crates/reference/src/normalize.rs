//! From the syntax tree to rules in normal form.
//!
//! A pool stands for alternatives: several rules in a body or as a whole head, several elements in an aggregate. In an element
//! of a disjunction it is a conjunction. An interval is a variable that takes each of its values. What a choice or an aggregate
//! in a head demands beyond what it derives is a constraint of its own.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::error::Place;
use crate::rule::{
    Aggregate, Atom, Choice, Disjunct, Element, Goal, Head, Literal, Member, Predicate, Rule, Term,
};
use crate::syntax::{self, BodyLiteral, Conditional, Function, Guards, Kind, Relation, Statement, Unary};
use crate::value::Value;

/// A signature: whether `-` stands before it, the name and the number of arguments.
pub(crate) type Signature = (bool, Rc<str>, usize);

/// Turns statements into rules.
#[derive(Default)]
pub(crate) struct Normalizer {
    pub constants: HashMap<Rc<str>, Value>,
    pub signatures: Vec<Signature>,
    predicates: HashMap<Signature, Predicate>,
    pub rules: Vec<Rule>,
}

/// The variables of one rule. The names in `locals` are those of one element.
#[derive(Default)]
struct Scope {
    globals: HashMap<Rc<str>, usize>,
    locals: HashMap<Rc<str>, usize>,
    variables: usize,
}

impl Scope {
    fn fresh(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    fn variable(&mut self, name: &Rc<str>) -> usize {
        if let Some(&known) = self.globals.get(name).or_else(|| self.locals.get(name)) {
            return known;
        }
        let fresh = self.fresh();
        self.locals.insert(name.clone(), fresh);
        fresh
    }

    /// Reads an element, whose variables are its own if they are not global.
    fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.locals.clear();
        read(self)
    }
}

impl Normalizer {
    pub fn predicate(&mut self, negative: bool, name: &Rc<str>, arity: usize) -> Predicate {
        let signature = (negative, name.clone(), arity);
        if let Some(&known) = self.predicates.get(&signature) {
            return known;
        }
        self.signatures.push(signature.clone());
        self.predicates.insert(signature, self.signatures.len() - 1);
        self.signatures.len() - 1
    }

    /// Reads a term without variables, pools and intervals.
    pub fn plain(&mut self, term: &syntax::Term) -> Option<Term> {
        let [term] = &self::term(term)[..] else { return None };
        let (mut scope, mut literals) = (Scope::default(), Vec::new());
        let term = self.term(term, false, &mut scope, &mut literals);
        (scope.variables == 0).then_some(term)
    }

    /// Adds the rules that a statement stands for.
    pub fn statement(&mut self, statement: &Statement, place: Place) {
        match statement {
            Statement::Rule(head, body) => {
                let (head, body) = refuted_comparisons(head, body);
                for body in bodies(&body) {
                    for head in heads(&head) {
                        self.rule(&head, &body, place);
                    }
                }
            }
            Statement::External(atom, body, value) => {
                for body in bodies(body) {
                    for atom in atoms(atom) {
                        self.build(&body, &[], place, |it, scope, goals| {
                            let atom = it.derived(&atom, scope, goals);
                            Head::External(atom, it.evaluated(value, scope, goals))
                        });
                    }
                }
            }
            Statement::Edge { edge, body } => {
                for body in bodies(body) {
                    for edge in term(edge) {
                        self.build(&body, &[], place, |it, scope, goals| {
                            Head::Edge(it.evaluated(&edge, scope, goals))
                        });
                    }
                }
            }
            Statement::Minimize { weight, priority, tuple, body } => {
                let list: Vec<syntax::Term> = [weight, priority].into_iter().chain(tuple).cloned().collect();
                for body in bodies(body) {
                    for list in terms(&list) {
                        self.build(&body, &[], place, |it, scope, goals| {
                            let mut list = list.iter().map(|term| it.evaluated(term, scope, goals));
                            let (weight, priority) = (list.next(), list.next());
                            let (Some(weight), Some(priority)) = (weight, priority) else { unreachable!() };
                            Head::Minimize { weight, priority, tuple: list.collect() }
                        });
                    }
                }
            }
            Statement::Const { .. } | Statement::Include(_) | Statement::Part { .. } | Statement::Idle => {}
        }
    }

    fn rule(&mut self, head: &syntax::Head, body: &[BodyLiteral], place: Place) {
        let guards: &[_] = match head {
            syntax::Head::Choice(_, guards) | syntax::Head::Aggregate(_, _, guards) => guards,
            syntax::Head::Disjunction(_) => &[],
        };
        self.build(body, guards, place, |it, scope, goals| it.head(head, scope, goals));
        // The bounds of a choice are a constraint with the same body.
        let (function, elements) = match head {
            syntax::Head::Disjunction(_) => return,
            _ if guards.is_empty() => return,
            syntax::Head::Choice(elements, _) => (Function::Count, Err(elements)),
            syntax::Head::Aggregate(function, elements, _) => (*function, Ok(elements)),
        };
        self.build(body, guards, place, |it, scope, goals| {
            let guards = it.guards(guards, scope, goals);
            let elements = match elements {
                Err(elements) => it.counted(elements, scope),
                Ok(elements) => elements
                    .iter()
                    .map(|(tuple, element)| {
                        let condition = std::iter::once(&element.literal).chain(&element.condition);
                        it.element(tuple, condition, scope)
                    })
                    .collect(),
            };
            goals.push(Goal::Aggregate(Aggregate { sign: 1, function, guards, elements }));
            Head::Disjunction(Vec::new())
        });
    }

    /// Adds a rule with this body. `make` returns its head, and may add to the body.
    fn build(
        &mut self,
        body: &[BodyLiteral],
        guards: &[(Relation, syntax::Term)],
        place: Place,
        make: impl FnOnce(&mut Self, &mut Scope, &mut Vec<Goal>) -> Head,
    ) {
        let mut scope = Scope::default();
        let mut names = HashSet::new();
        guards.iter().for_each(|(_, term)| named(term, &mut names));
        body.iter().for_each(|literal| global_names(literal, &mut names));
        // In the order of the text, which a set does not keep.
        let mut names: Vec<Rc<str>> = names.into_iter().collect();
        names.sort();
        for name in names {
            let fresh = scope.fresh();
            scope.globals.insert(name, fresh);
        }
        let mut goals = Vec::new();
        for literal in body {
            self.body_literal(literal, &mut scope, &mut goals);
        }
        let head = make(self, &mut scope, &mut goals);
        let globals = scope.globals.len();
        self.rules.push(Rule { head, body: goals, variables: scope.variables, globals, place });
    }

    fn head(&mut self, head: &syntax::Head, scope: &mut Scope, goals: &mut Vec<Goal>) -> Head {
        match head {
            syntax::Head::Disjunction(elements)
                if elements.iter().all(|element| element.condition.is_empty()) =>
            {
                let mut atoms = Vec::new();
                for element in elements {
                    // `a ; not b` says that a holds where b does.
                    match (&element.literal.kind, element.literal.sign) {
                        (Kind::Atom(atom), 0) => atoms.push(self.derived(atom, scope, goals)),
                        (_, sign) => {
                            let sign = [1, 2, 1][usize::from(sign)];
                            let refuted = syntax::Literal { sign, kind: element.literal.kind.clone() };
                            let mut literals = Vec::new();
                            self.literal(&refuted, scope, &mut literals);
                            goals.extend(literals.into_iter().map(Goal::Literal));
                        }
                    }
                }
                Head::Disjunction(atoms)
            }
            syntax::Head::Disjunction(elements) => {
                let mut disjuncts = Vec::new();
                for element in elements {
                    self.disjuncts(element, scope, &mut disjuncts);
                }
                Head::Conditional(disjuncts)
            }
            // An element that is no atom derives nothing, but it is counted.
            syntax::Head::Choice(elements, guards) => {
                self.guards(guards, scope, goals);
                let derived = elements.iter().filter_map(|element| self.choice(element, None, scope));
                Head::Choice(derived.collect())
            }
            syntax::Head::Aggregate(function, elements, guards) => {
                self.guards(guards, scope, goals);
                // As in gringo, this is a plain choice, whose tuples need no weights.
                let plain = guards.is_empty()
                    && match elements.as_slice() {
                        [(tuple, _)] => tuple.is_empty(),
                        _ => elements.iter().all(|(_, element)| element.condition.is_empty()),
                    };
                let function = if plain { Function::Count } else { *function };
                let derived = elements
                    .iter()
                    .filter_map(|(tuple, element)| self.choice(element, Some((function, tuple)), scope));
                Head::Choice(derived.collect())
            }
        }
    }

    fn choice(
        &mut self,
        element: &Conditional,
        weighed: Option<(Function, &Vec<syntax::Term>)>,
        scope: &mut Scope,
    ) -> Option<Choice> {
        let (Kind::Atom(atom), 0) = (&element.literal.kind, element.literal.sign) else { return None };
        Some(scope.within(|scope| {
            let mut condition = Vec::new();
            let weighed = weighed.map(|(function, tuple)| {
                (function, tuple.iter().map(|term| self.term(term, false, scope, &mut condition)).collect())
            });
            let atom = self.atom(atom, false, scope, &mut condition);
            element.condition.iter().for_each(|literal| self.literal(literal, scope, &mut condition));
            Choice { atom, condition, weighed }
        }))
    }

    /// Splits an element of a disjunction by the alternatives of its condition.
    fn disjuncts(&mut self, element: &Conditional, scope: &mut Scope, disjuncts: &mut Vec<Disjunct>) {
        let literal = &element.literal;
        for members in conjunctions(literal) {
            for condition in all_literals(&element.condition) {
                scope.within(|scope| {
                    let mut disjunct = Disjunct { condition: Vec::new(), members: Vec::new() };
                    condition.iter().for_each(|it| self.literal(it, scope, &mut disjunct.condition));
                    for member in &members {
                        let mut instances = Vec::new();
                        match (&member.kind, member.sign) {
                            (Kind::Atom(atom), sign) => {
                                let atom = self.atom(atom, false, scope, &mut instances);
                                disjunct
                                    .members
                                    .push(Member { literal: Literal::Atom(sign, atom), instances });
                            }
                            (Kind::Truth(value), sign) => {
                                if *value == (sign == 1) {
                                    disjunct.members.push(Member { literal: Literal::Never, instances });
                                }
                            }
                            (Kind::Comparison(first, rest), _) => {
                                let mut left = self.term(first, false, scope, &mut instances);
                                for (relation, right) in rest {
                                    let right = self.term(right, false, scope, &mut instances);
                                    let literal = Literal::Compare(left, *relation, right.clone());
                                    disjunct.members.push(Member { literal, instances: instances.clone() });
                                    left = right;
                                }
                            }
                        }
                    }
                    disjuncts.push(disjunct);
                });
            }
        }
    }

    fn body_literal(&mut self, literal: &BodyLiteral, scope: &mut Scope, goals: &mut Vec<Goal>) {
        match literal {
            BodyLiteral::Literal(literal) => {
                let mut literals = Vec::new();
                self.literal(literal, scope, &mut literals);
                goals.extend(literals.into_iter().map(Goal::Literal));
            }
            BodyLiteral::Conditional(element) => {
                for alternative in all_literals(&element.condition) {
                    scope.within(|scope| {
                        let mut condition = Vec::new();
                        alternative.iter().for_each(|literal| self.literal(literal, scope, &mut condition));
                        let mut consequents = Vec::new();
                        for literal in literals(&element.literal) {
                            let mut consequent = Vec::new();
                            self.literal(&literal, scope, &mut consequent);
                            consequents.push(consequent);
                        }
                        goals.push(Goal::Conditional { condition, consequents });
                    });
                }
            }
            BodyLiteral::Aggregate(sign, function, elements, guards) => {
                let guards = self.guards(guards, scope, goals);
                let elements =
                    elements.iter().map(|(tuple, condition)| self.element(tuple, condition, scope)).collect();
                goals.push(Goal::Aggregate(Aggregate { sign: *sign, function: *function, guards, elements }));
            }
            BodyLiteral::Set(sign, elements, guards) => {
                let guards = self.guards(guards, scope, goals);
                let elements = self.counted(elements, scope);
                push_aggregate(goals, Aggregate { sign: *sign, function: Function::Count, guards, elements });
            }
        }
    }

    fn element<'l>(
        &mut self,
        tuple: &[syntax::Term],
        condition: impl IntoIterator<Item = &'l syntax::Literal>,
        scope: &mut Scope,
    ) -> Element {
        scope.within(|scope| {
            let mut literals = Vec::new();
            let tuple = tuple.iter().map(|term| self.term(term, false, scope, &mut literals)).collect();
            condition.into_iter().for_each(|literal| self.literal(literal, scope, &mut literals));
            Element { tuple, condition: literals }
        })
    }

    /// Reads the elements of a counted set. The tuple stands for the literal, so that equal literals count once.
    fn counted(&mut self, elements: &[Conditional], scope: &mut Scope) -> Vec<Element> {
        let number = |number: usize| Term::Value(Value::Number(number as i64));
        let elements = elements.iter().enumerate().map(|(position, element)| {
            scope.within(|scope| {
                let mut condition = Vec::new();
                let tuple = match &element.literal.kind {
                    Kind::Atom(atom) => {
                        let mut said = self.atom(atom, atom_matches(&element.literal), scope, &mut condition);
                        if element.literal.sign == 0 {
                            said.arguments
                                .iter_mut()
                                .for_each(|term| term.name_any(&mut || Term::Variable(scope.fresh())));
                        }
                        let mut term = Term::Function(atom.name.clone(), said.arguments.clone());
                        term.name_any(&mut || Term::Function("_".into(), Vec::new()));
                        condition.push(Literal::Atom(element.literal.sign, said));
                        vec![
                            number(usize::from(element.literal.sign) + 10 * usize::from(atom.negative)),
                            term,
                        ]
                    }
                    _ => {
                        self.literal(&element.literal, scope, &mut condition);
                        let mut tuple = vec![number(100 + position)];
                        if let Kind::Comparison(first, rest) = &element.literal.kind {
                            for term in std::iter::once(first).chain(rest.iter().map(|(_, term)| term)) {
                                tuple.push(self.term(term, false, scope, &mut condition));
                            }
                        }
                        tuple
                    }
                };
                element.condition.iter().for_each(|literal| self.literal(literal, scope, &mut condition));
                Element { tuple, condition }
            })
        });
        elements.collect()
    }

    /// Reads guards. A guard that has to be computed is a variable with an equation in the body.
    fn guards(
        &mut self,
        guards: &[(Relation, syntax::Term)],
        scope: &mut Scope,
        goals: &mut Vec<Goal>,
    ) -> Vec<(Relation, Term)> {
        let guards = guards.iter().map(|(relation, term)| {
            let term = self.evaluated(term, scope, goals);
            if matches!(term, Term::Value(_) | Term::Variable(_)) {
                return (*relation, term);
            }
            let variable = Term::Variable(scope.fresh());
            goals.push(Goal::Literal(Literal::Compare(variable.clone(), Relation::Equal, term)));
            (*relation, variable)
        });
        guards.collect()
    }

    /// Reads a literal without pools, which may stand for several.
    fn literal(&mut self, literal: &syntax::Literal, scope: &mut Scope, literals: &mut Vec<Literal>) {
        match &literal.kind {
            Kind::Truth(value) => {
                if *value == (literal.sign == 1) {
                    literals.push(Literal::Never);
                }
            }
            Kind::Atom(atom) => {
                let atom = self.atom(atom, atom_matches(literal), scope, literals);
                literals.push(Literal::Atom(literal.sign, atom));
            }
            Kind::Comparison(first, rest) => {
                // `X = 1..n` is the interval itself.
                if let (
                    syntax::Term::Variable(name),
                    [(Relation::Equal, syntax::Term::Interval(lower, upper))],
                )
                | (
                    syntax::Term::Interval(lower, upper),
                    [(Relation::Equal, syntax::Term::Variable(name))],
                ) = (first, rest.as_slice())
                {
                    let lower = self.term(lower, true, scope, literals);
                    let upper = self.term(upper, true, scope, literals);
                    literals.push(Literal::Range(scope.variable(name), lower, upper));
                    return;
                }
                let mut compared = |term| {
                    let mut term = self.term(term, true, scope, literals);
                    // A chain reads its inner terms twice, so `_` is one variable.
                    term.name_any(&mut || Term::Variable(scope.fresh()));
                    term
                };
                let terms: Vec<Term> = std::iter::once(first)
                    .chain(rest.iter().map(|(_, term)| term))
                    .map(&mut compared)
                    .collect();
                for (sides, (relation, _)) in terms.windows(2).zip(rest) {
                    literals.push(Literal::Compare(sides[0].clone(), *relation, sides[1].clone()));
                }
            }
        }
    }

    /// Reads an atom of a head.
    fn derived(&mut self, atom: &syntax::Atom, scope: &mut Scope, goals: &mut Vec<Goal>) -> Atom {
        let mut literals = Vec::new();
        let atom = self.atom(atom, false, scope, &mut literals);
        goals.extend(literals.into_iter().map(Goal::Literal));
        atom
    }

    fn atom(
        &mut self,
        atom: &syntax::Atom,
        matched: bool,
        scope: &mut Scope,
        literals: &mut Vec<Literal>,
    ) -> Atom {
        let arguments = &atom.pools[0];
        let predicate = self.predicate(atom.negative, &atom.name, arguments.len());
        let arguments = arguments.iter().map(|term| self.argument(term, matched, scope, literals)).collect();
        Atom { predicate, arguments }
    }

    /// Reads a term of the body or of the head.
    fn evaluated(&mut self, term: &syntax::Term, scope: &mut Scope, goals: &mut Vec<Goal>) -> Term {
        let mut literals = Vec::new();
        let term = self.term(term, false, scope, &mut literals);
        goals.extend(literals.into_iter().map(Goal::Literal));
        term
    }

    /// Reads a term within an atom or a function. If it is matched, arithmetic becomes a variable with an equation.
    fn argument(
        &mut self,
        term: &syntax::Term,
        matched: bool,
        scope: &mut Scope,
        literals: &mut Vec<Literal>,
    ) -> Term {
        match self.term(term, matched, scope, literals) {
            term @ (Term::Binary(..) | Term::Unary(Unary::Absolute | Unary::Complement, _)) if matched => {
                let variable = Term::Variable(scope.fresh());
                literals.push(Literal::Compare(variable.clone(), Relation::Equal, term));
                variable
            }
            term => term,
        }
    }

    /// Reads a term without pools. If it is matched, arithmetic within functions becomes a variable with an equation.
    fn term(
        &mut self,
        term: &syntax::Term,
        matched: bool,
        scope: &mut Scope,
        literals: &mut Vec<Literal>,
    ) -> Term {
        match term {
            syntax::Term::Value(value) => Term::Value(value.clone()),
            syntax::Term::Variable(name) => Term::Variable(scope.variable(name)),
            syntax::Term::Anonymous => Term::Any,
            syntax::Term::Function(name, arguments) => {
                if let Some(value) = self.constants.get(name).filter(|_| arguments.is_empty()) {
                    return Term::Value(value.clone());
                }
                let arguments = arguments.iter().map(|term| self.argument(term, matched, scope, literals));
                Term::Function(name.clone(), arguments.collect())
            }
            syntax::Term::Unary(operator, operand) => {
                Term::Unary(*operator, Box::new(self.argument(operand, matched, scope, literals)))
            }
            syntax::Term::Binary(operator, left, right) => {
                let left = self.term(left, matched, scope, literals);
                let right = self.term(right, matched, scope, literals);
                Term::Binary(*operator, Box::new(left), Box::new(right))
            }
            syntax::Term::Interval(lower, upper) => {
                let lower = self.term(lower, matched, scope, literals);
                let upper = self.term(upper, matched, scope, literals);
                let variable = scope.fresh();
                literals.push(Literal::Range(variable, lower, upper));
                Term::Variable(variable)
            }
            syntax::Term::Pool(_) => unreachable!("pools are expanded before"),
        }
    }
}

/// Adds an aggregate to a body. One that assigns a value by a guard is split, so that the other guard may depend on it.
fn push_aggregate(goals: &mut Vec<Goal>, aggregate: Aggregate) {
    let assigns =
        |(relation, term): &(Relation, Term)| *relation == Relation::Equal && !matches!(term, Term::Value(_));
    if aggregate.sign == 0 && aggregate.guards.len() > 1 && aggregate.guards.iter().any(assigns) {
        for guard in &aggregate.guards {
            goals.push(Goal::Aggregate(Aggregate { guards: vec![guard.clone()], ..aggregate.clone() }));
        }
    } else {
        goals.push(Goal::Aggregate(aggregate));
    }
}

/// Whether the arguments of an atom are matched with those of ground atoms.
fn atom_matches(literal: &syntax::Literal) -> bool {
    literal.sign == 0
}

/// Moves comparisons without conditions from the head into the body, where they are refuted.
fn refuted_comparisons(head: &syntax::Head, body: &[BodyLiteral]) -> (syntax::Head, Vec<BodyLiteral>) {
    let syntax::Head::Disjunction(elements) = head else { return (head.clone(), body.to_vec()) };
    let is_comparison = |element: &&Conditional| {
        element.condition.is_empty() && matches!(element.literal.kind, Kind::Comparison(..))
    };
    let (comparisons, others): (Vec<_>, Vec<_>) = elements.iter().partition(is_comparison);
    let refuted = comparisons.into_iter().map(|element| {
        let sign = u8::from(element.literal.sign != 1);
        BodyLiteral::Literal(syntax::Literal { sign, kind: element.literal.kind.clone() })
    });
    let body = body.iter().cloned().chain(refuted).collect();
    (syntax::Head::Disjunction(others.into_iter().cloned().collect()), body)
}

/// Collects the names of the variables of a term.
fn named(term: &syntax::Term, names: &mut HashSet<Rc<str>>) {
    match term {
        syntax::Term::Value(_) | syntax::Term::Anonymous => {}
        syntax::Term::Variable(name) => {
            names.insert(name.clone());
        }
        syntax::Term::Function(_, terms) | syntax::Term::Pool(terms) => {
            terms.iter().for_each(|term| named(term, names))
        }
        syntax::Term::Unary(_, operand) => named(operand, names),
        syntax::Term::Interval(left, right) | syntax::Term::Binary(_, left, right) => {
            named(left, names);
            named(right, names);
        }
    }
}

/// Collects the names of the variables that a body literal makes global.
fn global_names(literal: &BodyLiteral, names: &mut HashSet<Rc<str>>) {
    match literal {
        BodyLiteral::Literal(literal) => match &literal.kind {
            Kind::Atom(atom) => atom.pools.iter().flatten().for_each(|term| named(term, names)),
            Kind::Comparison(first, rest) => {
                named(first, names);
                rest.iter().for_each(|(_, term)| named(term, names));
            }
            Kind::Truth(_) => {}
        },
        BodyLiteral::Conditional(_) => {}
        BodyLiteral::Aggregate(_, _, _, guards) | BodyLiteral::Set(_, _, guards) => {
            guards.iter().for_each(|(_, term)| named(term, names));
        }
    }
}

/// All combinations of one item of each list.
fn product<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    lists.iter().fold(vec![Vec::new()], |combinations, list| {
        let longer = combinations.iter().flat_map(|combination| {
            list.iter().map(|item| combination.iter().cloned().chain([item.clone()]).collect())
        });
        longer.collect()
    })
}

/// The heads without pools that a head stands for; all of them hold.
fn heads(head: &syntax::Head) -> Vec<syntax::Head> {
    match head {
        syntax::Head::Disjunction(elements)
            if elements.iter().all(|element| element.condition.is_empty()) =>
        {
            let lists: Vec<Vec<Conditional>> = elements.iter().map(conditionals).collect();
            product(&lists).into_iter().map(syntax::Head::Disjunction).collect()
        }
        // With conditions, the alternatives hold together for each instance, so they are split later.
        syntax::Head::Disjunction(_) => vec![head.clone()],
        syntax::Head::Choice(elements, guards) => {
            let elements: Vec<Conditional> = elements.iter().flat_map(conditionals).collect();
            all_guards(guards)
                .into_iter()
                .map(|guards| syntax::Head::Choice(elements.clone(), guards))
                .collect()
        }
        syntax::Head::Aggregate(function, elements, guards) => {
            let mut all = Vec::new();
            for (tuple, element) in elements {
                for tuple in terms(tuple) {
                    all.extend(conditionals(element).into_iter().map(|element| (tuple.clone(), element)));
                }
            }
            let guards = all_guards(guards).into_iter();
            guards.map(|guards| syntax::Head::Aggregate(*function, all.clone(), guards)).collect()
        }
    }
}

/// The bodies without pools that a body stands for; one of them holds.
fn bodies(body: &[BodyLiteral]) -> Vec<Vec<BodyLiteral>> {
    let lists: Vec<Vec<BodyLiteral>> = body
        .iter()
        .map(|literal| match literal {
            BodyLiteral::Literal(literal) => {
                literals(literal).into_iter().map(BodyLiteral::Literal).collect()
            }
            // All instances hold together, so these are split later.
            BodyLiteral::Conditional(_) => vec![literal.clone()],
            BodyLiteral::Aggregate(sign, function, elements, guards) => {
                let mut all = Vec::new();
                for (tuple, condition) in elements {
                    for tuple in terms(tuple) {
                        all.extend(all_literals(condition).into_iter().map(|it| (tuple.clone(), it)));
                    }
                }
                let guards = all_guards(guards).into_iter();
                guards.map(|guards| BodyLiteral::Aggregate(*sign, *function, all.clone(), guards)).collect()
            }
            BodyLiteral::Set(sign, elements, guards) => {
                let elements: Vec<Conditional> = elements.iter().flat_map(conditionals).collect();
                let guards = all_guards(guards).into_iter();
                guards.map(|guards| BodyLiteral::Set(*sign, elements.clone(), guards)).collect()
            }
        })
        .collect();
    product(&lists)
}

fn all_guards(guards: &Guards) -> Vec<Guards> {
    let lists: Vec<Vec<(Relation, syntax::Term)>> = guards
        .iter()
        .map(|(relation, guard)| term(guard).into_iter().map(|guard| (*relation, guard)).collect())
        .collect();
    product(&lists)
}

fn conditionals(element: &Conditional) -> Vec<Conditional> {
    let mut all = Vec::new();
    for literal in literals(&element.literal) {
        let conditions = all_literals(&element.condition).into_iter();
        all.extend(conditions.map(|condition| Conditional { literal: literal.clone(), condition }));
    }
    all
}

fn all_literals(condition: &[syntax::Literal]) -> Vec<Vec<syntax::Literal>> {
    let lists: Vec<Vec<syntax::Literal>> = condition.iter().map(literals).collect();
    product(&lists)
}

/// The literals without pools that a literal stands for; one of them holds. A chain under `not` is an alternative for each of
/// its relations.
fn literals(literal: &syntax::Literal) -> Vec<syntax::Literal> {
    let positive = |kind| syntax::Literal { sign: 0, kind };
    match &literal.kind {
        Kind::Truth(_) => vec![literal.clone()],
        Kind::Atom(atom) => atoms(atom)
            .into_iter()
            .map(|atom| syntax::Literal { sign: literal.sign, kind: Kind::Atom(atom) })
            .collect(),
        Kind::Comparison(..) if literal.sign == 1 => {
            chains(literal).into_iter().flat_map(negated_chain).collect()
        }
        Kind::Comparison(..) => {
            chains(literal).into_iter().map(|(first, rest)| positive(Kind::Comparison(first, rest))).collect()
        }
    }
}

type Chain = (syntax::Term, Vec<(Relation, syntax::Term)>);

/// The comparison chains without pools that a comparison stands for.
fn chains(literal: &syntax::Literal) -> Vec<Chain> {
    let Kind::Comparison(first, rest) = &literal.kind else { return Vec::new() };
    let list: Vec<syntax::Term> =
        std::iter::once(first).chain(rest.iter().map(|(_, term)| term)).cloned().collect();
    let chains = terms(&list).into_iter().map(|mut list| {
        let first = list.remove(0);
        (first, rest.iter().map(|(relation, _)| *relation).zip(list).collect())
    });
    chains.collect()
}

fn negated_chain((first, rest): Chain) -> Vec<syntax::Literal> {
    let mut left = first;
    let mut alternatives = Vec::new();
    for (relation, right) in rest {
        let kind = Kind::Comparison(left, vec![(relation.negated(), right.clone())]);
        alternatives.push(syntax::Literal { sign: 0, kind });
        left = right;
    }
    alternatives
}

/// The alternative conjunctions that the literal of a disjunction stands for.
fn conjunctions(literal: &syntax::Literal) -> Vec<Vec<syntax::Literal>> {
    match &literal.kind {
        Kind::Comparison(..) if literal.sign == 1 => {
            let lists: Vec<Vec<syntax::Literal>> = chains(literal).into_iter().map(negated_chain).collect();
            product(&lists)
        }
        _ => vec![literals(literal)],
    }
}

fn atoms(atom: &syntax::Atom) -> Vec<syntax::Atom> {
    let pools = atom.pools.iter().flat_map(|arguments| terms(arguments));
    pools.map(|arguments| syntax::Atom { pools: vec![arguments], ..atom.clone() }).collect()
}

fn terms(list: &[syntax::Term]) -> Vec<Vec<syntax::Term>> {
    let lists: Vec<Vec<syntax::Term>> = list.iter().map(term).collect();
    product(&lists)
}

/// The terms without pools that a term stands for.
fn term(it: &syntax::Term) -> Vec<syntax::Term> {
    use syntax::Term;
    match it {
        Term::Value(_) | Term::Variable(_) | Term::Anonymous => vec![it.clone()],
        Term::Pool(alternatives) => alternatives.iter().flat_map(term).collect(),
        Term::Function(name, arguments) => {
            terms(arguments).into_iter().map(|arguments| Term::Function(name.clone(), arguments)).collect()
        }
        Term::Unary(operator, operand) => {
            term(operand).into_iter().map(|operand| Term::Unary(*operator, Box::new(operand))).collect()
        }
        Term::Binary(operator, left, right) => {
            pairs(left, right).map(|(left, right)| Term::Binary(*operator, left, right)).collect()
        }
        Term::Interval(left, right) => {
            pairs(left, right).map(|(left, right)| Term::Interval(left, right)).collect()
        }
    }
}

type Pair = (Box<syntax::Term>, Box<syntax::Term>);

fn pairs(left: &syntax::Term, right: &syntax::Term) -> impl Iterator<Item = Pair> {
    let (lefts, rights) = (term(left), term(right));
    lefts.into_iter().flat_map(move |left| {
        rights.clone().into_iter().map(move |right| (Box::new(left.clone()), Box::new(right)))
    })
}
