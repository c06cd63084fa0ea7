//! Computes the instances of a rule by nested loops: decided literals are tested first, then the atom with the fewest
//! candidates.

use groundplan::symbol::{Name, Symbol};
use groundplan::syntax::ast::{Atom, Literal, LiteralKind, Relation, Sign, Term};
use groundplan::Signature;

use super::{Evaluator, Fail};

/// Derived atoms.
type DerivedAtoms = Vec<(Signature, Vec<Symbol>)>;

/// How a body literal can be processed, given the current variable bindings.
enum LiteralStep {
    /// Its truth value is known.
    Test(bool),
    /// A variable can be assigned each of these values.
    Assign(Name, Vec<Symbol>),
    /// At most this many rows of a table match: those with a value in a column, or all.
    Join(usize, Option<(usize, Symbol)>),
    /// Other literals have to be processed first.
    Wait,
}

impl Evaluator {
    /// Adds to `found` all atoms that `head` derives from these literals.
    pub(super) fn instances(
        &mut self,
        literals: &[&Literal],
        bindings: &mut Vec<(Name, Symbol)>,
        head: &Atom,
        found: &mut DerivedAtoms,
    ) -> Result<(), Fail> {
        if self.interrupter.is_interrupted() {
            return Err(Fail::Unsupported);
        }
        let mut best: Option<(usize, LiteralStep)> = None;
        for (place, literal) in literals.iter().enumerate() {
            match self.step(literal, bindings)? {
                LiteralStep::Test(false) => return Ok(()),
                LiteralStep::Wait => {}
                LiteralStep::Join(rows, by) => match best {
                    Some((_, LiteralStep::Test(_) | LiteralStep::Assign(..))) => {}
                    Some((_, LiteralStep::Join(fewer, _))) if fewer <= rows => {}
                    _ => best = Some((place, LiteralStep::Join(rows, by))),
                },
                step => best = Some((place, step)),
            }
        }
        let (place, step) = match best {
            Some(best) => best,
            None if literals.is_empty() => return self.head(head, bindings, found),
            None => return Err(Fail::Unsupported),
        };
        let mut rest = literals.to_vec();
        let literal = rest.remove(place);
        let before = bindings.len();
        match (step, &literal.kind) {
            (LiteralStep::Assign(name, values), _) => {
                for value in values {
                    bindings.push((name, value));
                    self.instances(&rest, bindings, head, found)?;
                    bindings.truncate(before);
                }
                Ok(())
            }
            (LiteralStep::Join(_, by), LiteralKind::Atom(atom)) => {
                let signature = signature(atom);
                let Some(table) = self.tables.get(&signature) else { return Ok(()) };
                let rows: Vec<usize> = match by {
                    Some(key) => table.index.get(&key).cloned().unwrap_or_default(),
                    None => (0..table.rows.len()).collect(),
                };
                for row in rows {
                    self.rows_left = self.rows_left.checked_sub(1).ok_or(Fail::Unsupported)?;
                    let row = self.tables[&signature].rows[row].clone();
                    if self.matches_all(&atom.pools[0], &row, bindings)? {
                        self.instances(&rest, bindings, head, found)?;
                    }
                    bindings.truncate(before);
                }
                Ok(())
            }
            _ => self.instances(&rest, bindings, head, found),
        }
    }

    fn matches_all(
        &mut self,
        terms: &[Term],
        row: &[Symbol],
        bindings: &mut Vec<(Name, Symbol)>,
    ) -> Result<bool, Fail> {
        for (term, &value) in terms.iter().zip(row) {
            match self.matches(term, value, bindings) {
                Ok(true) => {}
                Ok(false) | Err(Fail::Undefined) => return Ok(false),
                Err(fail) => return Err(fail),
            }
        }
        Ok(true)
    }

    fn step(&mut self, literal: &Literal, bindings: &[(Name, Symbol)]) -> Result<LiteralStep, Fail> {
        match &literal.kind {
            LiteralKind::Boolean(value) => Ok(LiteralStep::Test(*value != (literal.sign == Sign::Negative))),
            LiteralKind::Comparison(first, rest) => match &rest[..] {
                [(relation, second)] if literal.sign == Sign::Positive => {
                    self.compare(first, *relation, second, bindings)
                }
                _ => Err(Fail::Unsupported),
            },
            LiteralKind::Atom(atom) => self.atom(atom, literal.sign, bindings),
        }
    }

    fn compare(
        &mut self,
        first: &Term,
        relation: Relation,
        second: &Term,
        bindings: &[(Name, Symbol)],
    ) -> Result<LiteralStep, Fail> {
        let (left, right) = (self.values(first, bindings), self.values(second, bindings));
        match (left, right) {
            (Err(Fail::Unsupported), _) | (_, Err(Fail::Unsupported)) => Err(Fail::Unsupported),
            (Err(Fail::Undefined), _) | (_, Err(Fail::Undefined)) => Ok(LiteralStep::Test(false)),
            (Ok(left), Ok(right)) => {
                let holds = |order: std::cmp::Ordering| match relation {
                    Relation::Equal => order.is_eq(),
                    Relation::NotEqual => order.is_ne(),
                    Relation::Less => order.is_lt(),
                    Relation::LessEqual => order.is_le(),
                    Relation::Greater => order.is_gt(),
                    Relation::GreaterEqual => order.is_ge(),
                };
                let mut pairs = left.iter().flat_map(|&left| right.iter().map(move |&right| (left, right)));
                Ok(LiteralStep::Test(pairs.any(|(left, right)| holds(self.symbols.compare(left, right)))))
            }
            (Err(Fail::Unbound), Ok(values)) | (Ok(values), Err(Fail::Unbound))
                if relation == Relation::Equal =>
            {
                match (first, second) {
                    (Term::Variable(name, _), _) if bindings.iter().all(|(other, _)| other != name) => {
                        Ok(LiteralStep::Assign(*name, values))
                    }
                    (_, Term::Variable(name, _)) if bindings.iter().all(|(other, _)| other != name) => {
                        Ok(LiteralStep::Assign(*name, values))
                    }
                    _ => Ok(LiteralStep::Wait),
                }
            }
            _ => Ok(LiteralStep::Wait),
        }
    }

    fn atom(&mut self, atom: &Atom, sign: Sign, bindings: &[(Name, Symbol)]) -> Result<LiteralStep, Fail> {
        let [terms] = &atom.pools[..] else { return Err(Fail::Unsupported) };
        let signature = signature(atom);
        if sign != Sign::Positive {
            let row = match self.rows(terms, bindings) {
                Ok(rows) if rows.len() == 1 => rows.into_iter().next().unwrap_or_default(),
                Ok(_) => return Err(Fail::Unsupported),
                Err(Fail::Undefined) => return Ok(LiteralStep::Test(false)),
                // `_` under negation stands for all values.
                Err(Fail::Unbound) if terms.iter().any(|term| matches!(term, Term::Anonymous(_))) => {
                    return Err(Fail::Unsupported);
                }
                Err(Fail::Unbound) => return Ok(LiteralStep::Wait),
                Err(fail) => return Err(fail),
            };
            let table = self.tables.get(&signature);
            // A negative literal is false only if its atom is a fact, and `not not` is false only if its atom cannot
            // be derived.
            return Ok(LiteralStep::Test(match sign {
                Sign::Negative => !table.is_some_and(|table| table.certain.contains(&row)),
                _ => table.is_some_and(|table| table.all.contains(&row)),
            }));
        }
        let mut best: Option<(usize, Option<(usize, Symbol)>)> = None;
        for (column, term) in terms.iter().enumerate() {
            match self.value(term, bindings) {
                Ok(value) => {
                    let rows =
                        self.tables.get(&signature).and_then(|table| table.index.get(&(column, value)));
                    let rows = rows.map_or(0, Vec::len);
                    if best.is_none_or(|(fewest, _)| rows < fewest) {
                        best = Some((rows, Some((column, value))));
                    }
                }
                Err(Fail::Undefined) => return Ok(LiteralStep::Test(false)),
                Err(Fail::Unsupported) => return Err(Fail::Unsupported),
                Err(Fail::Unbound) if is_pattern(term) => {}
                // Arithmetic is not inverted to bind variables.
                Err(Fail::Unbound) => return Ok(LiteralStep::Wait),
            }
        }
        let (rows, by) =
            best.unwrap_or_else(|| (self.tables.get(&signature).map_or(0, |table| table.rows.len()), None));
        Ok(LiteralStep::Join(rows, by))
    }

    fn head(
        &mut self,
        head: &Atom,
        bindings: &[(Name, Symbol)],
        found: &mut DerivedAtoms,
    ) -> Result<(), Fail> {
        for terms in &head.pools {
            match self.rows(terms, bindings) {
                Ok(rows) => {
                    let signature = Signature { arity: terms.len() as u32, ..signature(head) };
                    found.extend(rows.into_iter().map(|row| (signature, row)));
                }
                Err(Fail::Undefined) => {}
                Err(_) => return Err(Fail::Unsupported),
            }
        }
        Ok(())
    }
}

/// Whether matching a value against a term binds all its variables.
fn is_pattern(term: &Term) -> bool {
    match term {
        Term::Variable(..) | Term::Anonymous(_) | Term::Symbol(..) => true,
        Term::Function(_, pools, _) => pools.len() == 1 && pools[0].iter().all(is_pattern),
        Term::Tuple(terms, _) => terms.iter().all(is_pattern),
        _ => false,
    }
}

fn signature(atom: &Atom) -> Signature {
    Signature { name: atom.name, arity: atom.pools[0].len() as u32, negative: atom.negative }
}
