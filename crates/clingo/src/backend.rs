//! The backend: statements that are added directly to the ground program. Atoms are numbered from 1, and negated literals are
//! negative.

use groundplan::program::{
    AtomId, Body, ExternalValue, HeadKind, Heuristic, Literal, Minimize, Modifier, Program, Side, TheoryAtom,
    TheoryElement, CALL, LIST, SET,
};
use groundplan::symbol::Symbol;
use groundplan::syntax::theory::Brackets;
use groundplan::{Engine, Signature};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::control::Control;
use crate::error::{Error, Result};
use crate::literal::{literal, number};
use crate::observer::Statement;
use crate::term::Term;

/// Distinct values, numbered in order of insertion.
type Numbered<T> = IndexSet<T, FxBuildHasher>;

/// Theory terms and theory elements, by the numbers that a backend gives them. Equal ones share a number.
#[derive(Default, Debug)]
pub(crate) struct TheoryTerms {
    terms: Numbered<Symbol>,
    elements: Numbered<usize>,
}

/// The maximum distance of a number from the last atom. A larger one is taken for a mistake.
const GAP: usize = 1 << 20;

/// Creates all atoms up to the largest of `named`: clingo permits numbers that no `add_atom` returned.
fn make_atoms(program: &mut Program, named: &[Literal]) -> Result<()> {
    let Some(last) = named.iter().map(|literal| literal.atom()).max() else { return Ok(()) };
    if last.index() >= program.atom_count() + GAP {
        let number = number(last.positive());
        return Err(Error::Runtime(format!(
            "there is no atom {number}, nor one close to it: `add_atom` makes atoms"
        )));
    }
    while program.atom_count() <= last.index() {
        program.new_atom();
    }
    Ok(())
}

fn literals(numbers: &[i64]) -> Result<Vec<Literal>> {
    numbers.iter().map(|&number| literal(number)).collect()
}

fn atom(number: i64) -> Result<AtomId> {
    let literal = literal(number)?;
    if literal.is_negative() {
        return Err(Error::Runtime(format!("{number} is no atom: atoms are numbered from 1")));
    }
    Ok(literal.atom())
}

fn atoms(numbers: &[i64]) -> Result<Vec<AtomId>> {
    numbers.iter().map(|&number| atom(number)).collect()
}

fn overflow() -> Error {
    Error::Overflow("the weights leave the range of 64-bit integers".to_owned())
}

fn no_term() -> Error {
    Error::runtime("there is no such term of a theory")
}

/// Returns the heuristic modifier with clingo's number.
///
/// # Errors
///
/// Returns [`Error::Runtime`] if there is none.
pub fn modifier(number: i64) -> Result<Modifier> {
    let found = usize::try_from(number).ok().and_then(|index| Modifier::ALL.get(index).copied());
    found.ok_or_else(|| Error::runtime("there is no such kind of heuristic"))
}

/// Returns the value of an external atom with clingo's number.
pub fn external_value(number: i64) -> ExternalValue {
    match number {
        0 => ExternalValue::Free,
        1 => ExternalValue::True,
        2 => ExternalValue::False,
        _ => ExternalValue::Released,
    }
}

/// Adds statements to the ground program of a control, and tells its observers. Each fails if a number denotes nothing, if the
/// control is busy, or if an observer fails.
#[derive(Clone, Copy)]
pub struct Backend<'c>(pub &'c Control);

#[allow(clippy::missing_errors_doc, reason = "the type tells when its methods fail")]
impl Backend<'_> {
    /// Applies `act` to the program, after creating the atoms of these literals.
    fn change<T>(&self, named: &[Literal], act: impl FnOnce(&mut Program) -> T) -> Result<T> {
        let done = self.0.try_with(|engine| {
            let program = engine.program_mut()?;
            Ok(make_atoms(program, named).map(|()| act(program)))
        })?;
        self.0.outdate();
        done
    }

    /// Returns the number of the atom with this symbol or, without a symbol, of a new atom.
    pub fn add_atom(&self, symbol: Option<&Term>) -> Result<i64> {
        let id = self.0.try_with(|engine| match symbol {
            None => engine.program_mut().map(|program| Ok(program.new_atom())),
            Some(Term::Function(function)) if !function.name.is_empty() => {
                let table = engine.symbols_mut();
                let arguments: Vec<Symbol> =
                    function.arguments.iter().map(|it| it.to_symbol(table)).collect();
                let complement = Signature {
                    name: table.name(&function.name),
                    arity: arguments.len() as u32,
                    negative: function.positive,
                };
                let sign = if function.positive { "" } else { "-" };
                let count = engine.ground_program().program.atom_count();
                let added = engine.add_atom(&format!("{sign}{}", function.name), arguments.clone())?;
                let complement = engine.ground_program().find(complement, &arguments);
                if let Some(complement) = complement.filter(|_| added.index() >= count) {
                    // No answer set has both.
                    let both = [added.positive(), complement.positive()];
                    engine.program_mut()?.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&both));
                }
                Ok(Ok(added))
            }
            Some(other) => Ok(Err(Error::Runtime(format!("{} is no atom", other.text())))),
        })?;
        self.0.outdate();
        Ok(number(id?.positive()))
    }

    /// Adds a rule: if the body is true, one of the head atoms is or, with `choice`, any of them may be.
    pub fn add_rule(&self, head: &[i64], body: &[i64], choice: bool) -> Result<()> {
        let (head_atoms, literals) = (atoms(head)?, literals(body)?);
        let mut named = literals.clone();
        named.extend(head_atoms.iter().map(|head| head.positive()));
        self.change(&named, |program| match (head_atoms.as_slice(), literals.as_slice()) {
            (&[fact], []) if !choice => program.add_fact(fact),
            _ => {
                let kind = if choice { HeadKind::Choice } else { HeadKind::Disjunction };
                program.rules.push(kind, &head_atoms, Body::Conjunction(&literals));
            }
        })?;
        self.0.observe_added(|| Statement::Rule { choice, head: head.to_vec(), body: body.to_vec() })
    }

    /// Adds a rule whose body is true if the weights of its true literals sum up to at least `lower`.
    pub fn add_weight_rule(&self, head: &[i64], lower: i64, body: &[(i64, i64)], choice: bool) -> Result<()> {
        let head_atoms = atoms(head)?;
        let mut bound = lower;
        let mut elements = Vec::new();
        for &(given, weight) in body {
            let given = literal(given)?;
            // A literal of negative weight is replaced by its complement with positive weight.
            let element = if weight < 0 {
                bound = bound.checked_sub(weight).ok_or_else(overflow)?;
                (given.complement(), weight.checked_neg().ok_or_else(overflow)?)
            } else {
                (given, weight)
            };
            elements.extend(Some(element).filter(|&(_, weight)| weight != 0));
        }
        let mut named: Vec<Literal> = elements.iter().map(|&(literal, _)| literal).collect();
        named.extend(head_atoms.iter().map(|head| head.positive()));
        let kind = if choice { HeadKind::Choice } else { HeadKind::Disjunction };
        self.change(&named, |program| {
            if bound <= 0 {
                program.rules.push(kind, &head_atoms, Body::Conjunction(&[]));
            } else {
                program.rules.push(kind, &head_atoms, Body::Sum { bound, elements: &elements });
            }
        })?;
        self.0.observe_added(|| {
            let (head, body) = (head.to_vec(), body.to_vec());
            Statement::WeightRule { choice, head, bound: lower, body }
        })
    }

    /// Adds weighted literals to the objective at a priority.
    pub fn add_minimize(&self, priority: i64, costs: &[(i64, i64)]) -> Result<()> {
        let elements = costs.iter().map(|&(given, weight)| Ok((literal(given)?, weight)));
        let elements: Vec<(Literal, i64)> = elements.collect::<Result<_>>()?;
        let named: Vec<Literal> = elements.iter().map(|&(literal, _)| literal).collect();
        self.change(&named, |program| program.minimize.push(Minimize { priority, elements }))?;
        self.0.observe_added(|| Statement::Minimize { priority, literals: costs.to_vec() })
    }

    /// Adds atoms to which answer sets are projected.
    pub fn add_project(&self, projected: &[i64]) -> Result<()> {
        let ids = atoms(projected)?;
        let named: Vec<Literal> = ids.iter().map(|atom| atom.positive()).collect();
        self.change(&named, |program| program.projection.extend(ids))?;
        self.0.set_projects();
        self.0.observe_added(|| Statement::Project { atoms: projected.to_vec() })
    }

    /// Declares an atom external, with a value.
    pub fn add_external(&self, external: i64, value: ExternalValue) -> Result<()> {
        let id = atom(external)?;
        self.change(&[id.positive()], |program| program.externals.push((id, value)))?;
        self.0.declare_external(id);
        self.0.observe_added(|| Statement::External { atom: external, value })
    }

    /// Adds assumptions for later searches.
    pub fn add_assume(&self, assumed: &[i64]) -> Result<()> {
        let literals = literals(assumed)?;
        self.change(&literals, |program| program.assumptions.extend(&literals))?;
        self.0.observe_added(|| Statement::Assume { literals: assumed.to_vec() })
    }

    /// Adds a `#heuristic` directive for an atom.
    pub fn add_heuristic(
        &self,
        atom: i64,
        modifier: Modifier,
        bias: i64,
        priority: u64,
        condition: &[i64],
    ) -> Result<()> {
        let (id, literals) = (self::atom(atom)?, literals(condition)?);
        let mut named = literals.clone();
        named.push(id.positive());
        self.change(&named, |program| {
            program.heuristics.push(Heuristic { atom: id, modifier, bias, priority, condition: literals });
        })?;
        self.0.observe_added(|| {
            let condition = condition.to_vec();
            Statement::Heuristic { atom, modifier, bias, priority, condition }
        })
    }

    /// Adds an edge of an acyclicity constraint: the edges whose condition is true must not form a cycle.
    pub fn add_acyc_edge(&self, from: i64, to: i64, condition: &[i64]) -> Result<()> {
        let literals = literals(condition)?;
        self.change(&literals, |_| ())?;
        self.0.try_with(|engine| {
            let nodes = [from, to].map(|node| engine.symbols_mut().number(node));
            engine.add_edge(nodes[0], nodes[1], &literals)
        })?;
        self.0.outdate();
        self.0.observe_added(|| Statement::AcycEdge { from, to, condition: condition.to_vec() })
    }

    fn term(&self, make: impl FnOnce(&mut Engine, &Numbered<Symbol>) -> Option<Symbol>) -> Result<usize> {
        self.0.with_theory_terms(|engine, theory| {
            let made = make(engine, &theory.terms).ok_or_else(no_term)?;
            Ok(theory.terms.insert_full(made).0)
        })?
    }

    /// Adds a number as a theory term, and returns the number of the term.
    pub fn add_theory_number(&self, value: i64) -> Result<usize> {
        self.term(|engine, _| Some(engine.symbols_mut().number(value)))
    }

    /// Adds a name or an operator as a theory term.
    pub fn add_theory_name(&self, name: &str) -> Result<usize> {
        self.term(|engine, known| sequence(Some(name), &[], known, engine))
    }

    /// Adds a function as a theory term; the arguments are numbers of terms.
    pub fn add_theory_function(&self, name: &str, arguments: &[usize]) -> Result<usize> {
        let name = if arguments.is_empty() { format!("{name}{CALL}") } else { name.to_owned() };
        self.term(|engine, known| sequence(Some(&name), arguments, known, engine))
    }

    /// Adds a tuple, list or set as a theory term; the arguments are numbers of terms.
    pub fn add_theory_sequence(&self, brackets: Brackets, arguments: &[usize]) -> Result<usize> {
        let name = match brackets {
            Brackets::Tuple => None,
            Brackets::Set => Some(SET),
            Brackets::List => Some(LIST),
        };
        self.term(|engine, known| sequence(name, arguments, known, engine))
    }

    /// Adds a symbol as a theory term.
    pub fn add_theory_symbol(&self, symbol: &Term) -> Result<usize> {
        self.term(|engine, _| Some(symbol.to_symbol(engine.symbols_mut())))
    }

    /// Adds a theory element: a tuple of terms, by their numbers, and a condition.
    pub fn add_theory_element(&self, terms: &[usize], condition: &[i64]) -> Result<usize> {
        let condition = literals(condition)?;
        let added = self.0.with_theory_terms(|engine, theory| {
            let tuple = terms.iter().map(|&term| theory.terms.get_index(term).copied());
            let tuple = tuple.collect::<Option<Vec<Symbol>>>().ok_or_else(no_term)?;
            let program = engine.program_mut()?;
            make_atoms(program, &condition)?;
            let element = program.theory.add_element(TheoryElement { tuple, condition });
            Ok(theory.elements.insert_full(element).0)
        })?;
        self.0.outdate();
        added
    }

    /// Adds a theory atom, with a guard: an operator and the number of the term behind it. `given` is the number of the atom; 0
    /// stands for a directive, and `None` for a new atom. Returns the number of the atom. As in clingo, an atom that the step has
    /// keeps its number, even if another one is given.
    pub fn add_theory_atom(
        &self,
        term: usize,
        elements: &[usize],
        guard: Option<(&str, usize)>,
        given: Option<i64>,
    ) -> Result<i64> {
        let is_directive = given == Some(0);
        let given = given.filter(|&number| number != 0).map(atom).transpose()?;
        let start = self.0.theory_start();
        let added = self.0.with_theory_terms(|engine, theory| {
            let unknown = || Error::runtime("there is no such term or element of a theory");
            let name = *theory.terms.get_index(term).ok_or_else(unknown)?;
            let elements = elements.iter().map(|&it| theory.elements.get_index(it).copied());
            let elements = elements.collect::<Option<Vec<usize>>>().ok_or_else(unknown)?;
            let guard = match guard {
                Some((operator, right)) => {
                    let right = *theory.terms.get_index(right).ok_or_else(unknown)?;
                    Some((engine.symbols_mut().name(operator), right))
                }
                None => None,
            };
            let program = engine.program_mut()?;
            let named: Vec<Literal> = given.map(AtomId::positive).into_iter().collect();
            make_atoms(program, &named)?;
            if let Some(known) = program.theory.find_from(start, name, &elements, guard) {
                return Ok(known.atom);
            }
            let atom = (!is_directive).then(|| given.unwrap_or_else(|| program.new_atom()));
            program.theory.add(TheoryAtom { atom, name, elements, guard, side: Side::Any, span: None });
            Ok(atom)
        })?;
        self.0.outdate();
        added.map(|atom: Option<AtomId>| atom.map_or(0, |atom| number(atom.positive())))
    }
}

fn sequence(
    name: Option<&str>,
    terms: &[usize],
    known: &Numbered<Symbol>,
    engine: &mut Engine,
) -> Option<Symbol> {
    let arguments = terms.iter().map(|&term| known.get_index(term).copied());
    let arguments = arguments.collect::<Option<Vec<Symbol>>>()?;
    let symbols = engine.symbols_mut();
    Some(match name {
        None => symbols.tuple(&arguments),
        Some(name) => {
            let name = symbols.name(name);
            symbols.function(name, &arguments, false)
        }
    })
}
