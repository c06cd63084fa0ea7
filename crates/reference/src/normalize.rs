//! From the syntax tree to rules in normal form.
//!
//! A pool stands for alternatives: several rules in a body or as a whole head, several elements in an aggregate. In an element
//! of a disjunction it is a conjunction. An interval is a variable that takes each of its values. What a choice or an aggregate
//! in a head demands beyond what it derives is a constraint of its own.

use std::collections::HashMap;
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
    /// The pools that were met, each with the alternative that is read now and the number of alternatives.
    pools: Vec<(usize, usize)>,
    /// The number of pools that were met in the present reading.
    met: usize,
}

/// The variables of one rule. The names in `locals` are those of one element.
#[derive(Default)]
struct Scope {
    globals: HashMap<Rc<str>, usize>,
    locals: Option<HashMap<Rc<str>, usize>>,
    variables: usize,
}

impl Scope {
    fn fresh(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    fn variable(&mut self, name: &Rc<str>) -> usize {
        let locals = self.locals.as_ref();
        if let Some(&known) = self.globals.get(name).or_else(|| locals.and_then(|locals| locals.get(name))) {
            return known;
        }
        let fresh = self.fresh();
        self.locals.as_mut().unwrap_or(&mut self.globals).insert(name.clone(), fresh);
        fresh
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

    /// Reads something once for each combination of the alternatives of its pools.
    fn alternatives<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let outer = (std::mem::take(&mut self.pools), self.met);
        let mut all = Vec::new();
        loop {
            self.met = 0;
            all.push(read(self));
            // The last pool that has more alternatives moves on.
            while self.pools.last().is_some_and(|(alternative, count)| alternative + 1 == *count) {
                self.pools.pop();
            }
            match self.pools.last_mut() {
                Some((alternative, _)) => *alternative += 1,
                None => break,
            }
        }
        (self.pools, self.met) = outer;
        all
    }

    /// Returns the alternative of a pool that is read now.
    fn choose(&mut self, count: usize) -> usize {
        if self.met == self.pools.len() {
            self.pools.push((0, count));
        }
        self.met += 1;
        self.pools[self.met - 1].0
    }

    /// Reads an element once for each combination of alternatives. Its variables are its own if they are not global.
    fn elements<T>(&mut self, scope: &mut Scope, mut read: impl FnMut(&mut Self, &mut Scope) -> T) -> Vec<T> {
        self.alternatives(|it| {
            scope.locals = Some(HashMap::new());
            let element = read(it, scope);
            scope.locals = None;
            element
        })
    }

    /// Reads a term without variables, pools and intervals.
    pub fn plain(&mut self, term: &syntax::Term) -> Option<Term> {
        let mut scope = Scope::default();
        let terms = self.alternatives(|it| it.term(term, false, &mut scope, &mut Vec::new()));
        <[Term; 1]>::try_from(terms).ok().filter(|_| scope.variables == 0).map(|[term]| term)
    }

    /// Adds the rules that a statement stands for.
    pub fn statement(&mut self, statement: &Statement, place: Place) {
        match statement {
            Statement::Rule(head, body) => {
                let (head, body) = refuted_comparisons(head, body);
                self.rule(&body, place, |it, scope, goals| it.head(&head, scope, goals));
                let (syntax::Head::Choice(_, guards) | syntax::Head::Aggregate(_, _, guards)) = &head else {
                    return;
                };
                if !guards.is_empty() {
                    self.rule(&body, place, |it, scope, goals| {
                        it.demand(&head, scope, goals);
                        Head::Disjunction(Vec::new())
                    });
                }
            }
            Statement::External(atom, body, value) => self.rule(body, place, |it, scope, goals| {
                let atom = it.derived(atom, scope, goals);
                Head::External(atom, it.evaluated(value, scope, goals))
            }),
            Statement::Edge { edge, body } => {
                self.rule(body, place, |it, scope, goals| Head::Edge(it.evaluated(edge, scope, goals)));
            }
            Statement::Minimize { weight, priority, tuple, body } => {
                self.rule(body, place, |it, scope, goals| Head::Minimize {
                    weight: it.evaluated(weight, scope, goals),
                    priority: it.evaluated(priority, scope, goals),
                    tuple: tuple.iter().map(|term| it.evaluated(term, scope, goals)).collect(),
                });
            }
            Statement::Const { .. } | Statement::Include(_) | Statement::Part { .. } | Statement::Idle => {}
        }
    }

    /// Adds the rules with this body. `head` reads the head, and may add to the body.
    fn rule(
        &mut self,
        body: &[BodyLiteral],
        place: Place,
        mut head: impl FnMut(&mut Self, &mut Scope, &mut Vec<Goal>) -> Head,
    ) {
        let rules = self.alternatives(|it| {
            let (mut scope, mut goals) = (Scope::default(), Vec::new());
            // What stands outside of elements makes variables global, so it is read first.
            let guards: Vec<_> =
                body.iter().map(|literal| it.outside(literal, &mut scope, &mut goals)).collect();
            let globals = scope.variables;
            let mut demands = Vec::new();
            let head = head(it, &mut scope, &mut demands);
            for (literal, guards) in body.iter().zip(guards) {
                it.inside(literal, guards, &mut scope, &mut goals);
            }
            goals.append(&mut demands);
            Rule { head, body: goals, variables: scope.variables, globals, place }
        });
        self.rules.extend(rules);
    }

    /// Reads the part of a body literal that is no element; returns its guards.
    fn outside(
        &mut self,
        literal: &BodyLiteral,
        scope: &mut Scope,
        goals: &mut Vec<Goal>,
    ) -> Vec<(Relation, Term)> {
        match literal {
            BodyLiteral::Literal(literal) => {
                let mut literals = Vec::new();
                self.literal(literal, scope, &mut literals);
                goals.extend(literals.into_iter().map(Goal::Literal));
                Vec::new()
            }
            BodyLiteral::Conditional(_) => Vec::new(),
            BodyLiteral::Aggregate(_, _, _, guards) | BodyLiteral::Set(_, _, guards) => {
                self.guards(guards, scope, goals)
            }
        }
    }

    /// Reads the elements of a body literal.
    fn inside(
        &mut self,
        literal: &BodyLiteral,
        guards: Vec<(Relation, Term)>,
        scope: &mut Scope,
        goals: &mut Vec<Goal>,
    ) {
        match literal {
            BodyLiteral::Literal(_) => {}
            // The alternatives of the condition hold together, and one of the alternatives of the literal holds.
            BodyLiteral::Conditional(element) => {
                goals.extend(self.elements(scope, |it, scope| {
                    let condition = it.literals(&element.condition, scope);
                    let literal = std::slice::from_ref(&element.literal);
                    let consequents = it.alternatives(|it| it.literals(literal, scope));
                    Goal::Conditional { condition, consequents }
                }));
            }
            BodyLiteral::Aggregate(sign, function, elements, guards_of) => {
                debug_assert_eq!(guards_of.len(), guards.len());
                let mut all = Vec::new();
                for (tuple, condition) in elements {
                    all.extend(self.elements(scope, |it, scope| it.element(tuple, condition, scope)));
                }
                push_aggregate(goals, Aggregate { sign: *sign, function: *function, guards, elements: all });
            }
            BodyLiteral::Set(sign, elements, _) => {
                let elements = self.counted(elements, scope);
                push_aggregate(goals, Aggregate { sign: *sign, function: Function::Count, guards, elements });
            }
        }
    }

    fn head(&mut self, head: &syntax::Head, scope: &mut Scope, goals: &mut Vec<Goal>) -> Head {
        match head {
            syntax::Head::Disjunction(elements) if elements.iter().all(|it| it.condition.is_empty()) => {
                let mut atoms = Vec::new();
                for element in elements {
                    // `a ; not b` says that a holds where b does.
                    match (&element.literal.kind, element.literal.sign) {
                        (Kind::Atom(atom), 0) => atoms.push(self.derived(atom, scope, goals)),
                        (kind, sign) => {
                            let sign = if sign == 1 { 2 } else { 1 };
                            let refuted = syntax::Literal { sign, kind: kind.clone() };
                            let literals = self.literals(&[refuted], scope);
                            goals.extend(literals.into_iter().map(Goal::Literal));
                        }
                    }
                }
                Head::Disjunction(atoms)
            }
            syntax::Head::Disjunction(elements) => {
                let disjuncts = elements.iter().flat_map(|element| {
                    self.elements(scope, |it, scope| Disjunct {
                        condition: it.literals(&element.condition, scope),
                        members: it.alternatives(|it| it.members(&element.literal, scope)).concat(),
                    })
                });
                Head::Conditional(disjuncts.collect())
            }
            // An element that is no atom derives nothing, but it is counted.
            syntax::Head::Choice(elements, guards) => {
                self.guards(guards, scope, goals);
                let choices = elements.iter().flat_map(|element| self.choices(element, None, scope));
                Head::Choice(choices.collect())
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
                let choices = elements
                    .iter()
                    .flat_map(|(tuple, element)| self.choices(element, Some((function, tuple)), scope));
                Head::Choice(choices.collect())
            }
        }
    }

    /// Reads an element of a choice.
    fn choices(
        &mut self,
        element: &Conditional,
        weighed: Option<(Function, &Vec<syntax::Term>)>,
        scope: &mut Scope,
    ) -> Vec<Choice> {
        let (Kind::Atom(atom), 0) = (&element.literal.kind, element.literal.sign) else { return Vec::new() };
        self.elements(scope, |it, scope| {
            let mut condition = Vec::new();
            let weighed = weighed.map(|(function, tuple)| {
                (function, tuple.iter().map(|term| it.term(term, false, scope, &mut condition)).collect())
            });
            let atom = it.atom(atom, false, scope, &mut condition);
            condition.append(&mut it.literals(&element.condition, scope));
            Choice { atom, condition, weighed }
        })
    }

    /// Reads the literal of an element of a disjunction. All members hold together.
    fn members(&mut self, literal: &syntax::Literal, scope: &mut Scope) -> Vec<Member> {
        let mut instances = Vec::new();
        match &literal.kind {
            Kind::Atom(atom) => {
                let atom = self.atom(atom, false, scope, &mut instances);
                vec![Member { instances, literals: vec![Literal::Atom(literal.sign, atom)] }]
            }
            Kind::Truth(value) if *value == (literal.sign == 1) => {
                vec![Member { instances, literals: Vec::new() }]
            }
            Kind::Truth(_) => Vec::new(),
            Kind::Comparison(first, rest) => {
                let terms = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
                let terms: Vec<Term> =
                    terms.map(|term| self.term(term, false, scope, &mut instances)).collect();
                let negated = literal.sign == 1;
                let compared = terms.windows(2).zip(rest).map(|(sides, (relation, _))| {
                    let relation = if negated { relation.negated() } else { *relation };
                    Literal::Compare(sides[0].clone(), relation, sides[1].clone())
                });
                // One of the relations of a chain under `not` fails.
                match negated {
                    true => vec![Member { literals: compared.collect(), instances }],
                    false => compared
                        .map(|literal| Member { literals: vec![literal], instances: instances.clone() })
                        .collect(),
                }
            }
        }
    }

    /// Adds what a choice or an aggregate in a head demands: that its aggregate does not fail.
    fn demand(&mut self, head: &syntax::Head, scope: &mut Scope, goals: &mut Vec<Goal>) {
        let (function, guards, elements) = match head {
            syntax::Head::Disjunction(_) => return,
            syntax::Head::Choice(elements, guards) => {
                let guards = self.guards(guards, scope, goals);
                (Function::Count, guards, self.counted(elements, scope))
            }
            syntax::Head::Aggregate(function, elements, guards) => {
                let guards = self.guards(guards, scope, goals);
                let elements = elements.iter().flat_map(|(tuple, element)| {
                    let condition = || std::iter::once(&element.literal).chain(&element.condition);
                    self.elements(scope, |it, scope| it.element(tuple, condition(), scope))
                });
                (*function, guards, elements.collect())
            }
        };
        goals.push(Goal::Aggregate(Aggregate { sign: 1, function, guards, elements }));
    }

    fn element<'l>(
        &mut self,
        tuple: &[syntax::Term],
        condition: impl IntoIterator<Item = &'l syntax::Literal>,
        scope: &mut Scope,
    ) -> Element {
        let mut literals = Vec::new();
        let tuple = tuple.iter().map(|term| self.term(term, false, scope, &mut literals)).collect();
        literals.append(&mut self.literals(condition, scope));
        Element { tuple, condition: literals }
    }

    /// Reads the elements of a counted set. The tuple stands for the literal, so that equal literals count once.
    fn counted(&mut self, elements: &[Conditional], scope: &mut Scope) -> Vec<Element> {
        let mut all = Vec::new();
        for (position, element) in elements.iter().enumerate() {
            let sign = element.literal.sign;
            all.extend(self.elements(scope, |it, scope| {
                let mut condition = Vec::new();
                let tuple = match &element.literal.kind {
                    Kind::Atom(atom) => {
                        let mut said = it.atom(atom, sign == 0, scope, &mut condition);
                        if sign == 0 {
                            let name = &mut || Term::Variable(scope.fresh());
                            said.arguments.iter_mut().for_each(|term| term.name_any(name));
                        }
                        let mut term = Term::Function(atom.name.clone(), said.arguments.clone());
                        term.name_any(&mut || Term::Function("_".into(), Vec::new()));
                        condition.push(Literal::Atom(sign, said));
                        vec![number(usize::from(sign) + 10 * usize::from(atom.negative)), term]
                    }
                    Kind::Truth(_) => {
                        it.literal(&element.literal, scope, &mut condition);
                        vec![number(100 + position)]
                    }
                    Kind::Comparison(first, rest) => {
                        it.literal(&element.literal, scope, &mut condition);
                        let terms = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
                        let terms = terms.map(|term| it.term(term, false, scope, &mut condition));
                        std::iter::once(number(100 + position)).chain(terms.collect::<Vec<_>>()).collect()
                    }
                };
                condition.append(&mut it.literals(&element.condition, scope));
                Element { tuple, condition }
            }));
        }
        all
    }

    /// Reads guards. A guard that has to be computed is a variable with an equation in the body.
    fn guards(&mut self, guards: &Guards, scope: &mut Scope, goals: &mut Vec<Goal>) -> Vec<(Relation, Term)> {
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

    fn literals<'l>(
        &mut self,
        condition: impl IntoIterator<Item = &'l syntax::Literal>,
        scope: &mut Scope,
    ) -> Vec<Literal> {
        let mut literals = Vec::new();
        condition.into_iter().for_each(|literal| self.literal(literal, scope, &mut literals));
        literals
    }

    /// Reads a literal, which may stand for several.
    fn literal(&mut self, literal: &syntax::Literal, scope: &mut Scope, literals: &mut Vec<Literal>) {
        match &literal.kind {
            Kind::Truth(value) => {
                if *value == (literal.sign == 1) {
                    literals.push(Literal::Never);
                }
            }
            Kind::Atom(atom) => {
                let atom = self.atom(atom, literal.sign == 0, scope, literals);
                literals.push(Literal::Atom(literal.sign, atom));
            }
            Kind::Comparison(first, rest) => {
                // `X = 1..n` is the interval itself.
                if let (
                    syntax::Term::Variable(name),
                    [(Relation::Equal, syntax::Term::Interval(lower, upper))],
                    0,
                )
                | (
                    syntax::Term::Interval(lower, upper),
                    [(Relation::Equal, syntax::Term::Variable(name))],
                    0,
                ) = (first, rest.as_slice(), literal.sign)
                {
                    let lower = self.term(lower, true, scope, literals);
                    let upper = self.term(upper, true, scope, literals);
                    literals.push(Literal::Range(scope.variable(name), lower, upper));
                    return;
                }
                let terms = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
                let terms = terms.map(|term| {
                    let mut term = self.term(term, true, scope, literals);
                    // A chain reads its inner terms twice, so `_` is one variable.
                    term.name_any(&mut || Term::Variable(scope.fresh()));
                    term
                });
                let terms: Vec<Term> = terms.collect();
                let compare = |index: usize, relation| {
                    Literal::Compare(terms[index].clone(), relation, terms[index + 1].clone())
                };
                if literal.sign == 1 {
                    // One of the relations fails.
                    let index = self.choose(rest.len());
                    literals.push(compare(index, rest[index].0.negated()));
                } else {
                    literals.extend((0..rest.len()).map(|index| compare(index, rest[index].0)));
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

    /// Reads an atom. Under no `not` its arguments are matched with those of ground atoms.
    fn atom(
        &mut self,
        atom: &syntax::Atom,
        matched: bool,
        scope: &mut Scope,
        literals: &mut Vec<Literal>,
    ) -> Atom {
        let pool = self.choose(atom.pools.len());
        let arguments = &atom.pools[pool];
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

    /// Reads a term. The literals are those of its intervals, and of arithmetic within what is matched.
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
            syntax::Term::Pool(alternatives) => {
                let alternative = self.choose(alternatives.len());
                self.term(&alternatives[alternative], matched, scope, literals)
            }
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
        }
    }
}

fn number(number: usize) -> Term {
    Term::Value(Value::Number(number as i64))
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
