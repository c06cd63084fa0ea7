//! An answer set: its true atoms, costs and values, read as Rust values, symbols or text.

use std::fmt;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::terms::without_sign;
use super::{Engine, Error};
use groundplan_ground::program::{Atom, AtomId, GroundProgram};
use groundplan_ground::symbol::{Symbol, Symbols};
use groundplan_ground::syntax::ast::Signature;
use groundplan_ground::value::{Fact, FactMismatch, FromArguments, Interner, Mismatch, ToArguments};

/// An answer set of the program in an engine, borrowed from that engine. It prints as its shown atoms and terms, separated
/// by blanks.
///
/// Atoms are looked up by the name of their predicate, with `-` before it for strong negation. The lookup ignores `#show`:
///
/// ```
/// use groundplan::Engine;
///
/// let mut engine = Engine::new();
/// engine.add_text("road.lp", "road(a,b,3). road(b,c,5). toll(b). -toll(c). #show toll/1.")?;
/// engine.ground(["base"])?;
/// let model = engine.query().first()?.expect("there are only facts");
/// assert_eq!(model.to_string(), "toll(b)");
/// let roads: Vec<(String, String, u32)> = model.all("road")?;
/// assert_eq!(roads[1], ("b".to_owned(), "c".to_owned(), 5));
/// assert_eq!(model.count("road"), 2);
/// assert_eq!(model.all::<String>("-toll")?, ["c"]);
/// for length in model.iter::<(String, String, u32)>("road")? {
///     assert!(length?.2 < 10);
/// }
/// # Ok::<(), groundplan::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model<'e> {
    pub(super) atoms: FixedBitSet,
    /// The values of the integer variables, in their order.
    pub(super) integers: Arc<[i64]>,
    pub(super) costs: Vec<i64>,
    pub(super) ground: GroundProgram<'e>,
    pub(super) owner: &'e Arc<()>,
}

/// An answer set stored independently of the engine that found it. [`Engine::model`] turns it into a [`Model`] again.
#[derive(Clone, Debug)]
pub struct AnswerSet {
    pub(super) atoms: FixedBitSet,
    integers: Arc<[i64]>,
    costs: Vec<i64>,
    pub(super) owner: Arc<()>,
}

impl<'e> Model<'e> {
    /// The arguments of all true atoms of a predicate, in the order in which they were derived.
    ///
    /// # Errors
    ///
    /// [`Mismatch`] if an argument has another type, or if the program has this predicate only with another number of
    /// arguments. A predicate that the program does not have is no error: the result is empty.
    pub fn all<T: FromArguments>(&self, predicate: &str) -> Result<Vec<T>, Mismatch> {
        self.iter(predicate)?.collect()
    }

    /// Like [`Model::all`], as an iterator.
    ///
    /// # Errors
    ///
    /// [`Mismatch`] if the program has this predicate only with another number of arguments.
    pub fn iter<T: FromArguments>(
        &self,
        predicate: &str,
    ) -> Result<impl Iterator<Item = Result<T, Mismatch>> + '_, Mismatch> {
        let domains = domains(self.ground, predicate);
        let fits = |signature: &Signature| T::ARITY.is_none_or(|arity| arity == signature.arity as usize);
        if let (Some(other), false) = (domains.first(), domains.iter().any(fits)) {
            return Err(Mismatch {
                expected: format!("`{predicate}/{}`", T::ARITY.unwrap_or_default()),
                found: format!("`{predicate}/{}`", other.arity),
            });
        }
        let symbols = self.ground.symbols;
        Ok(self
            .rows(domains.into_iter().filter(fits))
            .map(move |arguments| T::from_arguments(arguments, symbols)))
    }

    /// The true atoms of the predicates of a type, as values of the type: by predicate, in the order in which they were derived.
    ///
    /// A predicate that the program does not have has no atoms. An atom that does not fit is an error, and so is, once, a predicate
    /// that the program has only with another number of arguments; the others follow.
    ///
    /// ```
    /// use groundplan::{Engine, Fact};
    ///
    /// #[derive(Fact, PartialEq, Debug)]
    /// struct At { who: String, slot: u32 }
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("facts.lp", "at(ada,1). at(a,b).")?;
    /// engine.ground(["base"])?;
    /// let model = engine.query().first()?.expect("facts");
    /// let mut atoms = model.facts::<At>();
    /// assert_eq!(atoms.next(), Some(Ok(At { who: "ada".into(), slot: 1 })));
    /// let error = atoms.next().expect("a second atom").expect_err("`b` is no slot");
    /// assert_eq!(error.to_string(), "at(a,b): field `slot`: expected an integer from 0 to 4294967295, found `b`");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn facts<F: Fact>(&self) -> impl Iterator<Item = Result<F, FactMismatch>> + use<'_, 'e, F> {
        F::PREDICATES.iter().enumerate().flat_map(move |(position, &(predicate, arity))| {
            let domains = domains(self.ground, predicate);
            let fitting = domains.iter().copied().find(|it| it.arity as usize == arity);
            let other = domains.first().filter(|_| fitting.is_none());
            let refused = other.map(|other| {
                let [expected, found] = [arity, other.arity as usize].map(|it| format!("`{predicate}/{it}`"));
                Err(FactMismatch::Arity(Mismatch { expected, found }))
            });
            refused.into_iter().chain(self.rows(fitting).map(move |arguments| {
                F::from_fact(position, arguments, self.ground.symbols).map_err(|field| FactMismatch::Field {
                    atom: self.atom_text(predicate, arguments),
                    field,
                })
            }))
        })
    }

    /// An atom as the program writes it.
    fn atom_text(&self, predicate: &str, arguments: &[Symbol]) -> String {
        let texts: Vec<String> = arguments.iter().map(|&it| self.symbols().display(it).to_string()).collect();
        match texts.is_empty() {
            true => predicate.to_owned(),
            false => format!("{predicate}({})", texts.join(",")),
        }
    }

    /// The number of true atoms of a predicate, with any number of arguments.
    #[must_use]
    pub fn count(&self, predicate: &str) -> usize {
        self.rows(domains(self.ground, predicate)).count()
    }

    /// Whether an atom is true.
    ///
    /// ```
    /// # let mut engine = groundplan::Engine::new();
    /// # engine.add_text("road.lp", "road(1,2).")?;
    /// # engine.ground(["base"])?;
    /// # let model = engine.query().first()?.expect("facts");
    /// assert!(model.contains("road", (1, 2)));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    #[must_use]
    pub fn contains(&self, predicate: &str, arguments: impl ToArguments) -> bool {
        find(self.ground, predicate, &arguments).is_some_and(|atom| self.holds(atom))
    }

    fn rows<'s>(
        &'s self,
        signatures: impl IntoIterator<Item = Signature> + 's,
    ) -> impl Iterator<Item = &'e [Symbol]> + 's {
        let base = self.ground.base;
        let domains = signatures.into_iter().filter_map(move |signature| base.find_predicate(signature));
        domains.map(move |predicate| base.domain(predicate)).flat_map(move |domain| {
            let rows = (0..domain.len()).filter(move |&row| self.holds(domain.atom(row)));
            rows.map(move |row| domain.row(row))
        })
    }

    /// The shown atoms, in the order in which they were derived.
    pub fn atoms(&self) -> impl Iterator<Item = Atom<'e>> + '_ {
        self.ground.true_atoms(&self.atoms)
    }

    /// The shown terms, other than atoms.
    pub fn terms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.ground.true_terms(&self.atoms)
    }

    /// The values of the variables of difference constraints, in the order in which the variables first occurred.
    ///
    /// A variable that has a lower bound relative to 0 gets its least value. Any other variable gets the least value that is
    /// not negative, if the constraints allow one.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("order.lp", "#theory dl { t { - : 1, binary, left; - : 2, unary }; &diff/0 : t, { <= }, t, any }.
    ///     &diff { tea - boil } <= 10. &diff { boil - tea } <= -3.")?;
    /// engine.ground(["base"])?;
    /// let model = engine.query().first()?.expect("it is consistent");
    /// assert_eq!(model.to_string(), "dl(tea,3) dl(boil,0)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    #[must_use]
    pub fn values(&self) -> Vec<(Symbol, i64)> {
        if self.has_integers() {
            // Then they are among the integer variables.
            return Vec::new();
        }
        // The search returns no answer set without values.
        groundplan_solve::theory::values(self.ground.program, &self.atoms).unwrap_or_default()
    }

    /// The values of the variables of constraints over integers that are shown, in the order of the variables' names.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("pair.lp", "&dom { 1..9 } = V :- V = (x;y). &sum { x; y } = 17. &sum { x } < y.")?;
    /// engine.ground(["base"])?;
    /// let model = engine.query().first()?.expect("there is one");
    /// let values: Vec<(String, i64)> =
    ///     model.integers().into_iter().map(|(name, value)| (model.symbols().display(name).to_string(), value)).collect();
    /// assert_eq!(values, [("x".to_owned(), 8), ("y".to_owned(), 9)]);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    #[must_use]
    pub fn integers(&self) -> Vec<(Symbol, i64)> {
        let (all, symbols) = (&self.ground.program.theory.integers, self.ground.symbols);
        let values = self.all_integers();
        let mut shown: Vec<(Symbol, i64)> = values.filter(|&(name, _)| all.is_shown(name, symbols)).collect();
        shown.sort_by(|&(one, _), &(other, _)| symbols.compare(one, other));
        shown
    }

    /// The values of all variables of constraints over integers, shown or not, in the order in which the variables first occurred.
    pub fn all_integers(&self) -> impl Iterator<Item = (Symbol, i64)> + '_ {
        let all = &self.ground.program.theory.integers;
        all.variables().zip(self.integers.iter().copied()).filter(|&(name, _)| all.is_named(name))
    }

    /// The value of a variable of constraints over integers, shown or not; `None` if it is none.
    #[must_use]
    pub fn integer(&self, variable: Symbol) -> Option<i64> {
        let number = self.ground.program.theory.integers.variable(variable)?;
        self.integers.get(number.0 as usize).copied()
    }

    /// Whether the program has constraints over integers, so that the answer set has values of their variables.
    #[must_use]
    pub fn has_integers(&self) -> bool {
        !self.ground.program.theory.integers.is_empty()
    }

    fn value_texts(&self) -> impl Iterator<Item = String> + '_ {
        let values = self.values().into_iter();
        values.map(|(variable, value)| format!("dl({},{value})", self.symbols().display(variable)))
    }

    /// The shown atoms, terms and values, as text.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let symbols = self.ground.symbols;
        let atoms = self.atoms().map(|atom| atom.to_string());
        atoms.chain(self.terms().map(move |term| symbols.display(term).to_string())).chain(self.value_texts())
    }

    /// The costs of the answer set, from the highest priority to the lowest; empty if the program has no objective.
    #[must_use]
    pub fn costs(&self) -> &[i64] {
        &self.costs
    }

    /// Whether an atom of the ground program is true.
    #[must_use]
    pub fn holds(&self, atom: AtomId) -> bool {
        self.atoms.contains(atom.index())
    }

    /// The numbers of all true atoms, including hidden atoms and atoms without a name.
    pub fn true_atoms(&self) -> impl Iterator<Item = AtomId> + '_ {
        self.atoms.ones().map(|index| AtomId(index as u32))
    }

    /// The ground program that this is an answer set of.
    #[must_use]
    pub fn ground_program(&self) -> GroundProgram<'e> {
        self.ground
    }

    /// The table of the symbols in the answer set.
    #[must_use]
    pub fn symbols(&self) -> &'e Symbols {
        self.ground.symbols
    }

    /// Stores the answer set independently of the engine, which can then be used again.
    #[must_use]
    pub fn into_answer_set(self) -> AnswerSet {
        AnswerSet {
            atoms: self.atoms,
            integers: self.integers,
            costs: self.costs,
            owner: Arc::clone(self.owner),
        }
    }
}

impl AnswerSet {
    /// The costs of the answer set, from the highest priority to the lowest; empty if the program has no objective.
    #[must_use]
    pub fn costs(&self) -> &[i64] {
        &self.costs
    }
}

impl fmt::Display for Model<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for atom in self.atoms() {
            write!(f, "{separator}{atom}")?;
            separator = " ";
        }
        for term in self.terms() {
            write!(f, "{separator}{}", self.symbols().display(term))?;
            separator = " ";
        }
        for text in self.value_texts() {
            write!(f, "{separator}{text}")?;
            separator = " ";
        }
        Ok(())
    }
}

impl Engine {
    /// Views an answer set that this engine has found. Atoms that were added to the program later are false in it.
    ///
    /// # Errors
    ///
    /// [`Error::Foreign`] if another engine has found it.
    pub fn model(&self, answer_set: &AnswerSet) -> Result<Model<'_>, Error> {
        if !Arc::ptr_eq(&self.token, &answer_set.owner) {
            return Err(Error::Foreign);
        }
        let AnswerSet { atoms, integers, costs, .. } = answer_set.clone();
        Ok(Model { atoms, integers, costs, ground: self.ground_program(), owner: &self.token })
    }
}

/// The predicates of the ground program with this name.
fn domains(ground: GroundProgram<'_>, predicate: &str) -> Vec<Signature> {
    let Some(wanted) = signature(ground.symbols, predicate, 0) else { return Vec::new() };
    let signatures = ground.base.domains().map(|(_, domain)| domain.signature());
    signatures.filter(|known| known.name == wanted.name && known.negative == wanted.negative).collect()
}

/// The number of an atom; `None` if the ground program does not have it.
pub(super) fn find(
    ground: GroundProgram<'_>,
    predicate: &str,
    arguments: &impl ToArguments,
) -> Option<AtomId> {
    let arguments = Interner::find(ground.symbols, |terms| arguments.to_arguments(terms))?;
    ground.find(signature(ground.symbols, predicate, arguments.len())?, &arguments)
}

/// The predicate with this name, which may begin with `-`.
fn signature(symbols: &Symbols, predicate: &str, arity: usize) -> Option<Signature> {
    let (negative, name) = without_sign(predicate);
    Some(Signature { name: symbols.find_name(name)?, arity: arity as u32, negative })
}
