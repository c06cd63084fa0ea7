//! From the syntax tree to rules in normal form.
//!
//! A pool stands for alternatives: several rules in a body or as a whole head, several elements in an aggregate. In an element
//! of a disjunction it is a conjunction. An interval is a variable that takes each of its values. What a choice or an aggregate
//! in a head demands beyond what it derives is a constraint of its own.

use std::collections::HashMap;
use std::rc::Rc;

use crate::error::{Error, Place};
use crate::rule::{
    Aggregate, Atom, BodyGoal, Choice, ComponentMember, Element, Head, Literal, Predicate, Rule,
    RuleDisjunct, Term,
};
use crate::syntax::{self, Binary, BodyItem, Function, Guards, HeadForm, Relation, Statement, Unary};
use crate::term::{all_variables, value};
use crate::value::Value;

/// The most parts of a body.
const LONGEST: usize = 2000;

/// A signature: whether `-` stands before it, the name and the number of arguments.
pub(crate) type Signature = (bool, Rc<str>, usize);

/// Turns statements into rules.
#[derive(Default)]
pub(crate) struct RuleNormalizer {
    pub constants: HashMap<Rc<str>, Value>,
    pub signatures: Vec<Signature>,
    predicates: HashMap<Signature, Predicate>,
    pub rules: Vec<Rule>,
    /// The pools that were met, each with the alternative that is read now and the number of alternatives.
    pools: Vec<(usize, usize)>,
    /// The number of pools that were met in the present reading.
    met: usize,
    /// The variables of the present rule, and the number of them that were made.
    globals: HashMap<Rc<str>, usize>,
    variables: usize,
    /// The variables of the present element that are not global.
    locals: Option<HashMap<Rc<str>, usize>>,
    /// The literals of the present conjunction.
    literals: Vec<Literal>,
    /// A construct of the present statement that is not known.
    refused: Option<&'static str>,
}

impl RuleNormalizer {
    pub fn predicate(&mut self, negative: bool, name: &Rc<str>, arity: usize) -> Predicate {
        let signature = (negative, name.clone(), arity);
        let next = self.signatures.len();
        let known = *self.predicates.entry(signature.clone()).or_insert(next);
        if known == next {
            self.signatures.push(signature);
        }
        known
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

    /// Reads something; returns its literals, and the rest.
    fn conjunction<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (Vec<Literal>, T) {
        let outer = std::mem::take(&mut self.literals);
        let rest = read(self);
        (std::mem::replace(&mut self.literals, outer), rest)
    }

    /// Reads an element once for each combination of alternatives. Its variables are its own if they are not global.
    fn elements<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<(Vec<Literal>, T)> {
        self.alternatives(|it| {
            it.locals = Some(HashMap::new());
            let element = it.conjunction(&mut read);
            it.locals = None;
            element
        })
    }

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

    /// Reads a term without variables, pools and intervals.
    pub fn plain(&mut self, term: &syntax::Term) -> Option<Term> {
        (self.globals, self.variables) = (HashMap::new(), 0);
        let terms = self.alternatives(|it| it.conjunction(|it| it.term(term, false)).1);
        <[Term; 1]>::try_from(terms).ok().filter(|_| self.variables == 0).map(|[term]| term)
    }

    /// Adds the rules that a statement stands for.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] for what is not known.
    pub fn statement(&mut self, statement: &Statement, place: Place) -> Result<(), Error> {
        self.rules_of(statement, place);
        match self.refused.take() {
            Some(construct) => Err(Error::Unsupported { construct: construct.to_owned(), place }),
            None => Ok(()),
        }
    }

    fn rules_of(&mut self, statement: &Statement, place: Place) {
        match statement {
            Statement::Rule(syntax::Head::Disjunction(elements), body) => {
                let (elements, body) = refuted(elements, body);
                self.rule(&body, place, |it| it.disjunction(&elements));
            }
            Statement::Rule(syntax::Head::Choice(aggregate), body) => {
                self.rule(body, place, |it| it.choice(aggregate));
                if !aggregate.guards.is_empty() {
                    let fails = BodyItem::Aggregate(1, aggregate.clone());
                    let body: Vec<_> = body.iter().cloned().chain([fails]).collect();
                    self.rule(&body, place, |_| Head::Disjunction(Vec::new()));
                }
            }
            Statement::External(atom, body, value) => {
                self.rule(body, place, |it| Head::External(it.atom(atom, false), it.term(value, false)));
            }
            Statement::Edge { edge, body } => {
                self.rule(body, place, |it| Head::Edge(it.term(edge, false)));
            }
            Statement::Minimize { weight, priority, tuple, body } => {
                self.rule(body, place, |it| Head::Minimize {
                    weight: it.term(weight, false),
                    priority: it.term(priority, false),
                    tuple: it.terms(tuple),
                });
            }
            Statement::Const { .. } | Statement::Include(_) | Statement::Part { .. } => {}
        }
    }

    /// Adds the rules with this body. What the head needs to have values is added to the body.
    fn rule(&mut self, body: &[BodyItem], place: Place, mut head: impl FnMut(&mut Self) -> Head) {
        let rules = self.alternatives(|it| {
            (it.globals, it.variables) = (HashMap::new(), 0);
            // What stands outside of elements makes variables global, so it is read first.
            let (outside, guards) =
                it.conjunction(|it| body.iter().map(|literal| it.outside(literal)).collect::<Vec<_>>());
            let globals = it.variables;
            let (needed, head) = it.conjunction(&mut head);
            let mut goals: Vec<BodyGoal> = outside.into_iter().map(BodyGoal::Literal).collect();
            for (literal, guards) in body.iter().zip(guards) {
                goals.append(&mut it.inside(literal, guards));
            }
            goals.extend(needed.into_iter().map(BodyGoal::Literal));
            if goals.len() > LONGEST {
                it.refused = Some("a body that is too long");
            }
            Rule { head, body: goals, variables: it.variables, globals, place }
        });
        self.rules.extend(rules);
    }

    /// Reads the part of a body literal that is no element; returns its guards.
    fn outside(&mut self, literal: &BodyItem) -> Vec<(Relation, Term)> {
        match literal {
            BodyItem::Literal(literal) => self.literal(literal),
            BodyItem::Conditional(_) => {}
            BodyItem::Aggregate(_, aggregate) => return self.guards(&aggregate.guards),
        }
        Vec::new()
    }

    /// Reads the elements of a body literal.
    fn inside(&mut self, literal: &BodyItem, guards: Vec<(Relation, Term)>) -> Vec<BodyGoal> {
        match literal {
            BodyItem::Literal(_) => Vec::new(),
            // The alternatives of the condition hold together, and one of the alternatives of the literal holds.
            BodyItem::Conditional(element) => {
                let instances = self.elements(|it| {
                    it.all(&element.condition);
                    it.alternatives(|it| it.conjunction(|it| it.literal(&element.literal)).0)
                });
                let goal = |(condition, consequents)| BodyGoal::Conditional { condition, consequents };
                instances.into_iter().map(goal).collect()
            }
            BodyItem::Aggregate(sign, aggregate) => {
                let elements = self.aggregate(aggregate);
                let function = aggregate.function.unwrap_or(Function::Count);
                split(Aggregate { sign: *sign, function, guards, elements })
            }
        }
    }

    /// Reads the elements of an aggregate.
    fn aggregate(&mut self, aggregate: &syntax::Aggregate) -> Vec<Element> {
        let mut all = Vec::new();
        for (position, element) in aggregate.elements.iter().enumerate() {
            let instances = self.elements(|it| {
                let mut tuple = if aggregate.function.is_some() {
                    let tuple = it.terms(&element.tuple);
                    it.literal(&element.literal);
                    tuple
                } else {
                    it.counted(&element.literal, position)
                };
                it.all(&element.condition);
                let is_atom = matches!(element.literal.kind, HeadForm::Atom(_));
                if aggregate.function.is_none() && !is_atom {
                    tuple.extend(it.chosen(&element.literal));
                }
                tuple
            });
            all.extend(instances.into_iter().map(|(condition, tuple)| Element { tuple, condition }));
        }
        all
    }

    /// Reads a literal of a counted set. Its tuple stands for the literal, so that equal literals count once.
    fn counted(&mut self, literal: &syntax::Literal, position: usize) -> Vec<Term> {
        let sign = literal.sign;
        match &literal.kind {
            HeadForm::Atom(atom) => {
                let mut said = self.atom(atom, sign == 0);
                if sign == 0 {
                    let name = &mut || Term::Variable(self.fresh());
                    said.arguments.iter_mut().for_each(|term| term.name_any(name));
                }
                let mut term = Term::Function(atom.name.clone(), said.arguments.clone());
                term.name_any(&mut || Term::Function("_".into(), Vec::new()));
                self.literals.push(Literal::Atom(sign, said));
                vec![number(usize::from(sign) + 10 * usize::from(atom.negative)), term]
            }
            HeadForm::Truth(_) => {
                self.literal(literal);
                vec![number(100 + position)]
            }
            HeadForm::Comparison(first, rest) => {
                let sides = self.comparison(sign, first, rest);
                std::iter::once(number(100 + position)).chain(sides).collect()
            }
        }
    }

    /// Returns numbers for the alternatives of the pools of an element that is counted: gringo counts comparisons once for each, but
    /// not for each alternative of a chain under `not`.
    fn chosen(&mut self, literal: &syntax::Literal) -> Vec<Term> {
        let pools = self.pools.iter().filter(|(_, count)| *count > 1);
        let chosen: Vec<Term> = pools.map(|(alternative, _)| number(*alternative)).collect();
        let is_chain =
            matches!(&literal.kind, HeadForm::Comparison(_, rest) if rest.len() > 1 && literal.sign == 1);
        if is_chain && chosen.len() > 1 {
            self.refused = Some("a pool with a chain of comparisons under `not` that is counted");
        }
        if is_chain {
            Vec::new()
        } else {
            chosen
        }
    }

    /// Reads the head of a disjunctive rule. Without conditions all literals are atoms.
    fn disjunction(&mut self, elements: &[syntax::Element]) -> Head {
        let atoms: Option<Vec<&syntax::Atom>> = elements.iter().map(plain_atom).collect();
        if let Some(atoms) = atoms {
            return Head::Disjunction(atoms.into_iter().map(|atom| self.atom(atom, false)).collect());
        }
        let mut disjuncts = Vec::new();
        for element in elements {
            let instances = self.elements(|it| {
                it.all(&element.condition);
                it.alternatives(|it| it.members(&element.literal)).concat()
            });
            disjuncts.extend(
                instances.into_iter().map(|(condition, members)| RuleDisjunct { condition, members }),
            );
        }
        Head::Conditional(disjuncts)
    }

    /// Reads the literal of an element of a disjunction. All members hold together.
    fn members(&mut self, literal: &syntax::Literal) -> Vec<ComponentMember> {
        let negated = literal.sign == 1;
        let (instances, alternatives) = self.conjunction(|it| match &literal.kind {
            HeadForm::Atom(atom) => {
                let atom = it.atom(atom, false);
                let mut is_any = false;
                atom.arguments.iter().for_each(|term| term.variables(&mut |it| is_any |= it.is_none()));
                if is_any && literal.sign == 0 {
                    it.refused = Some("`_` in a head");
                }
                vec![vec![Literal::Atom(literal.sign, atom)]]
            }
            HeadForm::Truth(value) if *value == negated => vec![Vec::new()],
            HeadForm::Truth(_) => Vec::new(),
            HeadForm::Comparison(first, rest) => {
                let sides = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
                let sides: Vec<Term> = sides.map(|term| it.term(term, false)).collect();
                let compared = sides.windows(2).zip(rest).map(|(sides, (relation, _))| {
                    let relation = if negated { relation.negated() } else { *relation };
                    Literal::Compare(sides[0].clone(), relation, sides[1].clone())
                });
                // One of the relations of a chain under `not` fails.
                match negated {
                    true => vec![compared.collect()],
                    false => compared.map(|literal| vec![literal]).collect(),
                }
            }
        });
        let member = |literals| ComponentMember { instances: instances.clone(), literals };
        alternatives.into_iter().map(member).collect()
    }

    /// Reads a choice or an aggregate in a head. An element that is no atom derives nothing, but it is counted.
    fn choice(&mut self, aggregate: &syntax::Aggregate) -> Head {
        self.guards(&aggregate.guards);
        let mut choices = Vec::new();
        for element in &aggregate.elements {
            let (HeadForm::Atom(atom), 0) = (&element.literal.kind, element.literal.sign) else { continue };
            let instances = self.elements(|it| {
                let weighed = aggregate.function.map(|function| (function, it.terms(&element.tuple)));
                let atom = it.atom(atom, false);
                it.all(&element.condition);
                (atom, weighed)
            });
            let has_guards = !aggregate.guards.is_empty();
            let choice = |(condition, (atom, weighed))| Choice { atom, condition, weighed, has_guards };
            choices.extend(instances.into_iter().map(choice));
        }
        Head::Choice(choices)
    }

    /// Reads guards. A guard that has to be computed is a variable with an equation in the body.
    fn guards(&mut self, guards: &Guards) -> Vec<(Relation, Term)> {
        let guards = guards.iter().map(|(relation, term)| {
            let term = self.term(term, false);
            if matches!(term, Term::Value(_) | Term::Variable(_)) {
                return (*relation, term);
            }
            (*relation, self.named(term))
        });
        guards.collect()
    }

    /// Returns a variable with an equation that says that it is a term.
    fn named(&mut self, term: Term) -> Term {
        let variable = Term::Variable(self.fresh());
        self.literals.push(Literal::Compare(variable.clone(), Relation::Equal, term));
        variable
    }

    fn all(&mut self, literals: &[syntax::Literal]) {
        literals.iter().for_each(|literal| self.literal(literal));
    }

    /// Reads a literal, which may stand for several.
    fn literal(&mut self, literal: &syntax::Literal) {
        let sign = literal.sign;
        match &literal.kind {
            HeadForm::Truth(value) if *value == (sign == 1) => self.literals.push(Literal::Never),
            HeadForm::Truth(_) => {}
            HeadForm::Atom(atom) => {
                let atom = self.atom(atom, sign == 0);
                self.literals.push(Literal::Atom(sign, atom));
            }
            HeadForm::Comparison(first, rest) => {
                self.comparison(sign, first, rest);
            }
        }
    }

    /// Reads a chain of comparisons; returns its sides.
    fn comparison(&mut self, sign: u8, first: &syntax::Term, rest: &[(Relation, syntax::Term)]) -> Vec<Term> {
        use syntax::Term::{Interval, Variable};
        // `X = 1..n` is the interval itself.
        if let (0, [(Relation::Equal, second)]) = (sign, rest) {
            if let (Variable(name), Interval(lower, upper)) | (Interval(lower, upper), Variable(name)) =
                (first, second)
            {
                let (lower, upper) = (self.term(lower, true), self.term(upper, true));
                let variable = self.variable(name);
                self.literals.push(Literal::Range(variable, lower, upper));
                return vec![Term::Variable(variable); 2];
            }
        }
        let sides = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
        let sides = sides.map(|term| {
            self.conjunction(|it| {
                let mut term = it.term(term, true);
                // A chain reads its inner terms twice, so `_` is one variable.
                term.name_any(&mut || Term::Variable(it.fresh()));
                term
            })
        });
        let (needed, sides): (Vec<Vec<Literal>>, Vec<Term>) = sides.unzip();
        // One of the relations fails under `not`; the sides of the others need no value.
        let used = if sign == 1 { self.choose(rest.len()) } else { 0 };
        let last = if sign == 1 { used + 1 } else { rest.len() };
        let is_chain = sign == 1 && rest.len() > 1;
        if is_chain && sides.iter().chain(needed.iter().flatten().filter_map(named_term)).any(has_no_value) {
            // gringo takes some of them for true.
            self.refused = Some("a side without a value in a chain of comparisons under `not`");
        }
        for (side, literals) in needed.into_iter().enumerate() {
            if (used..=last).contains(&side) {
                self.literals.extend(literals);
            } else if literals.iter().any(|literal| matches!(literal, Literal::Range(..))) {
                self.refused = Some("an interval in a chain of comparisons under `not`");
            }
        }
        for (index, (relation, _)) in rest.iter().enumerate().take(last).skip(used) {
            let relation = if sign == 1 { relation.negated() } else { *relation };
            self.literals.push(Literal::Compare(sides[index].clone(), relation, sides[index + 1].clone()));
        }
        sides
    }

    /// Reads an atom. Under no `not` in a body, its arguments are matched with those of ground atoms.
    fn atom(&mut self, atom: &syntax::Atom, matched: bool) -> Atom {
        let arguments = &atom.pools[self.choose(atom.pools.len())];
        let predicate = self.predicate(atom.negative, &atom.name, arguments.len());
        Atom { predicate, arguments: arguments.iter().map(|term| self.argument(term, matched)).collect() }
    }

    /// Reads a term within an atom or a function. If it is matched, arithmetic becomes a variable with an equation.
    fn argument(&mut self, term: &syntax::Term, matched: bool) -> Term {
        match self.term(term, matched) {
            term @ (Term::Binary(..) | Term::Unary(Unary::Absolute | Unary::Complement, _)) if matched => {
                self.named(term)
            }
            term => term,
        }
    }

    fn terms(&mut self, terms: &[syntax::Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term, false)).collect()
    }

    /// Reads a term. It adds literals for intervals, and for arithmetic within what is matched.
    fn term(&mut self, term: &syntax::Term, matched: bool) -> Term {
        match term {
            syntax::Term::Value(value) => Term::Value(value.clone()),
            syntax::Term::Variable(name) => Term::Variable(self.variable(name)),
            syntax::Term::Anonymous => Term::Any,
            syntax::Term::Pool(alternatives) => {
                let alternative = self.choose(alternatives.len());
                self.term(&alternatives[alternative], matched)
            }
            syntax::Term::Function(name, arguments) => {
                if let Some(value) = self.constants.get(name).filter(|_| arguments.is_empty()) {
                    return Term::Value(value.clone());
                }
                let arguments = arguments.iter().map(|term| self.argument(term, matched));
                Term::Function(name.clone(), arguments.collect())
            }
            syntax::Term::Unary(operator, operand) => {
                Term::Unary(*operator, Box::new(self.argument(operand, matched)))
            }
            syntax::Term::Binary(operator, left, right) => {
                let (left, right) = (self.term(left, matched), self.term(right, matched));
                Term::Binary(*operator, Box::new(left), Box::new(right))
            }
            syntax::Term::Interval(lower, upper) => {
                let (lower, upper) = (self.term(lower, matched), self.term(upper, matched));
                let variable = self.fresh();
                self.literals.push(Literal::Range(variable, lower, upper));
                Term::Variable(variable)
            }
        }
    }
}

fn number(number: usize) -> Term {
    Term::Value(Value::Number(number as i64))
}

/// Splits an aggregate that assigns a value by a guard, so that the other guard may depend on the value.
fn split(aggregate: Aggregate) -> Vec<BodyGoal> {
    let assigns =
        |(relation, term): &(Relation, Term)| *relation == Relation::Equal && !matches!(term, Term::Value(_));
    if aggregate.sign > 0 || aggregate.guards.len() < 2 || !aggregate.guards.iter().any(assigns) {
        return vec![BodyGoal::Aggregate(aggregate)];
    }
    let one = |guard: &(_, Term)| Aggregate { guards: vec![guard.clone()], ..aggregate.clone() };
    aggregate.guards.iter().map(|guard| BodyGoal::Aggregate(one(guard))).collect()
}

/// The term that a variable stands for by an equation.
fn named_term(literal: &Literal) -> Option<&Term> {
    match literal {
        Literal::Compare(_, Relation::Equal, term) => Some(term),
        _ => None,
    }
}

/// Whether a term has no value, whatever its variables are, as `1/0` and `X/0`.
fn has_no_value(term: &Term) -> bool {
    match term {
        _ if all_variables(term, |_| false) => value(term, &[]).is_err(),
        Term::Function(_, arguments) => arguments.iter().any(has_no_value),
        Term::Unary(_, operand) => has_no_value(operand),
        Term::Binary(operator, left, right) => {
            let is_zero =
                all_variables(right, |_| false) && value(right, &[]).is_ok_and(|it| it.number() == Some(0));
            has_no_value(left)
                || has_no_value(right)
                || is_zero && matches!(operator, Binary::Divide | Binary::Modulo)
        }
        Term::Value(_) | Term::Variable(_) | Term::Any => false,
    }
}

/// The atom that an element of a disjunction is, if it has no `not` and no condition.
fn plain_atom(element: &syntax::Element) -> Option<&syntax::Atom> {
    match &element.literal.kind {
        HeadForm::Atom(atom) if element.literal.sign == 0 && element.condition.is_empty() => Some(atom),
        _ => None,
    }
}

/// Moves literals without conditions from the head, but for atoms, into the body, where they are refuted: `a ; not b` says that
/// a holds where b does.
fn refuted(elements: &[syntax::Element], body: &[BodyItem]) -> (Vec<syntax::Element>, Vec<BodyItem>) {
    let (mut left, mut body) = (Vec::new(), body.to_vec());
    for element in elements {
        if plain_atom(element).is_some() || !element.condition.is_empty() {
            left.push(element.clone());
        } else {
            let sign = if element.literal.sign == 1 { 2 } else { 1 };
            body.push(BodyItem::Literal(syntax::Literal { sign, kind: element.literal.kind.clone() }));
        }
    }
    (left, body)
}
