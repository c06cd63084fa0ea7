//! Certificates that the ground program of a control has no answer set, or none that costs so little: made and checked by the
//! crates that the command has them from.
#![allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use groundplan::exchange::{aspif, atoms, is_aspif};
use groundplan::program::{AtomId, Body, GroundProgram, HeadKind, Literal, HIDDEN};
use groundplan::{Engine, Interrupter};
use groundplan_certificate::{check, directories, printable, Atom, Claim, Grounder, Lit, Source, Verdict};
use groundplan_prove::second::{Input, Question, Second};
use groundplan_prove::{below, vacant, write, Certificate, Claimed, Ground, ProveError};
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rustc_hash::FxHashSet;

use crate::atoms::literal_of;
use crate::control::PyEngine;
use crate::handle::at_work;
use crate::limits::{limited, Limits};
use crate::literal::number;
use crate::shared::{Shared, Slot};
use crate::sources::{Compared, Sources};
use crate::symbol::symbols;
use crate::term::Term;
use groundplan_frontend::lock::lock;

/// Whose ground program it is, where others cannot ground it again from the texts alone: calls of functions, other parts than
/// `base`, what a backend added and values of external atoms had a part in it.
const GROUNDER: &str = "groundplan for Python";

/// Where a ground program comes from: what Python knows of it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Origin {
    /// Names and texts, and whether the certificate takes the text in as a file of that name.
    texts: Vec<(String, String, bool)>,
    constants: Vec<String>,
    /// Whether grounding `base` of the texts gives the program.
    is_of_texts: bool,
}

/// A literal that is assumed: `None` for an atom that the program does not have; and how it is said.
struct Assumed {
    literal: Option<Literal>,
    is_negative: bool,
    said: String,
}

/// What was proven, and where it is written.
#[derive(Default)]
struct Written {
    claims: Vec<String>,
    size: u64,
    axioms: usize,
    sets: usize,
    steps: usize,
    /// What another grounder's program says, in words, or why it says nothing.
    opinion: Option<String>,
}

/// What a claim came to.
enum Made {
    Written(Written),
    /// There is an answer set: what is true in it.
    Wrong(Vec<Term>),
    Unknown,
    /// Another grounder's program is decided differently: how.
    Disputed(String),
}

/// Why nothing is written.
enum Refused {
    Engine(groundplan::Error),
    Prove(ProveError),
    Write(io::Error),
}

impl From<ProveError> for Refused {
    fn from(error: ProveError) -> Self {
        Refused::Prove(error)
    }
}

/// What is proven about a ground program, and where it goes.
struct Order<'a> {
    path: &'a Path,
    assumed: Vec<Assumed>,
    cost_below: Option<Vec<i64>>,
    origin: Origin,
    limits: Limits,
    start: Instant,
}

impl Assumed {
    fn of(shared: &Shared, given: &Bound<'_, PyAny>) -> PyResult<Assumed> {
        let (literal, clingo) = literal_of(shared, given)?;
        let is_negative = clingo < 0;
        let said = match given.cast::<PyTuple>() {
            Ok(pair) => pair.get_item(0)?.to_string(),
            Err(_) => clingo.unsigned_abs().to_string(),
        };
        Ok(Assumed { literal, is_negative, said })
    }

    /// As it is said of a program that knows the names of its atoms.
    fn text(&self, ground: GroundProgram<'_>) -> String {
        let atom = self.literal.and_then(|literal| ground.atom(literal.atom()));
        let atom = atom.filter(|atom| !atom.name().starts_with(HIDDEN));
        let atom = atom.map_or_else(|| self.said.clone(), |atom| atom.to_string());
        format!("{}{atom}", if self.is_negative { "not " } else { "" })
    }
}

impl Order<'_> {
    /// Proves it and writes the folder; claims come one after the other, as with the command.
    fn make(&self, shared: &Shared, engine: &mut Engine, interrupter: &Interrupter) -> Result<Made, Refused> {
        // An engine that failed has no program.
        engine.program_mut().map_err(Refused::Engine)?;
        let ground = self.ground(shared, engine)?;
        let claims = match &self.cost_below {
            Some(costs) => below(&ground.program()?, costs)?,
            None => vec![(None, Claim::default())],
        };
        let limits = groundplan_prove::Limits { interrupter: interrupter.clone(), ..Default::default() };
        let (mut certificates, mut questions) = (Vec::new(), Vec::new());
        for (folder, claim) in claims {
            let question = self.question(&claim, engine.ground_program());
            match groundplan_prove::certify(&ground, claim, folder, &limits)? {
                Claimed::Proven(certificate) => certificates.push(*certificate),
                Claimed::Wrong(atoms) => {
                    return Ok(match self.compare(&ground, &[question], false, interrupter) {
                        Err(why) => Made::Disputed(why),
                        Ok(_) => Made::Wrong(named(shared, engine.ground_program(), &atoms)),
                    });
                }
                Claimed::Unknown => return Ok(Made::Unknown),
            }
            questions.push(question);
        }
        let opinion = match self.compare(&ground, &questions, true, interrupter) {
            Err(why) => return Ok(Made::Disputed(why)),
            Ok(_) if interrupter.is_interrupted() => return Ok(Made::Unknown),
            Ok(opinion) => opinion,
        };
        let proven: Vec<_> = certificates.iter().map(|certificate| (&ground, certificate)).collect();
        let size = write(self.path, &proven, &[], &|| interrupter.is_interrupted());
        match size {
            Ok(size) => Ok(Made::Written(Written { opinion, ..Written::of(&certificates, size) })),
            Err(_) if interrupter.is_interrupted() => Ok(Made::Unknown),
            Err(error) => Err(Refused::Write(error)),
        }
    }

    /// The claim in the names of atoms.
    fn question(&self, claim: &Claim, program: GroundProgram<'_>) -> Question {
        let assumed = self.assumed.iter().map(|assumed| assumed.text(program)).collect();
        Question { assumed, costs: claim.costs.clone(), cubes: Vec::new() }
    }

    /// Compares what gringo's ground program says with what ours does, where gringo can ground the same texts.
    fn compare(
        &self,
        ground: &Ground,
        questions: &[Question],
        holds: bool,
        interrupter: &Interrupter,
    ) -> Result<Option<String>, String> {
        let (own, files): (Vec<_>, Vec<_>) = self.origin.texts.iter().partition(|(.., is_own)| *is_own);
        let second = Second {
            ground,
            input: Input {
                files: files.into_iter().map(|(name, ..)| PathBuf::from(name)).collect(),
                texts: own.into_iter().map(|(name, text, _)| (name.clone(), text.clone())).collect(),
                fed: None,
            },
            first: self.start.elapsed(),
            left: self.limits.time.map(|limit| limit.saturating_sub(self.start.elapsed())),
        };
        second.compare(questions, holds, interrupter)
    }

    /// The ground program as it stands, with the values of external atoms and what is assumed.
    fn ground(&self, shared: &Shared, engine: &Engine) -> Result<Ground, ProveError> {
        let Origin { texts, constants, is_of_texts } = &self.origin;
        let program = engine.ground_program();
        let said = lock(&shared.externals);
        let externals = said.values(program.program);
        // Rules that came after its release do not make an atom true.
        let dropped: FxHashSet<AtomId> = said.released().filter(|&atom| engine.is_dropped(atom)).collect();
        let heads =
            program.program.rules.iter().flat_map(|rule| rule.head).filter(|atom| dropped.contains(atom));
        let facts = dropped.iter().filter(|&&atom| program.program.is_fact(atom));
        let excluded: BTreeSet<AtomId> = heads.chain(facts).copied().collect();
        drop(said);
        let mut declared = program.program.externals.clone();
        declared.sort_by_key(|&(atom, _)| atom);
        let are_as_declared = externals == declared && excluded.is_empty();
        // Others ground no `#heuristic` where nobody decides by it.
        let is_of_texts = *is_of_texts && are_as_declared && program.program.heuristics.is_empty();
        let arguments = constants.iter().flat_map(|constant| ["-c".to_owned(), constant.clone()]).collect();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let by = |name: &str| Grounder { name: name.to_owned(), version, arguments };
        let as_it_is = match texts.as_slice() {
            [(_, text, _)] if is_of_texts && is_aspif(text) => Some(text),
            _ => None,
        };
        let mut ground = match as_it_is {
            Some(text) => Ground {
                aspif: text.clone(),
                atoms: None,
                sources: Vec::new(),
                grounder: Grounder { version: String::new(), ..by("none") },
                files: Vec::new(),
            },
            None => Ground {
                aspif: match are_as_declared {
                    true => aspif(program),
                    false => {
                        let mut changed = program.program.clone();
                        changed.externals = externals;
                        for atom in excluded {
                            let body = [atom.positive()];
                            changed.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
                        }
                        aspif(program.with_program(&changed))
                    }
                },
                atoms: Some(atoms(program)),
                sources: Vec::new(),
                grounder: by(if is_of_texts { "groundplan" } else { GROUNDER }),
                files: Vec::new(),
            },
        };
        // Grounding the texts does not give what else had a part in the program: it is certified alone.
        let texts = if is_of_texts { texts.as_slice() } else { &[] };
        ground.sources = texts.iter().map(|(name, text, _)| Source::of(name, text)).collect();
        let own = texts.iter().filter(|(.., is_own)| *is_own);
        ground.files = own.map(|(name, text, _)| (name.clone(), text.clone())).collect();
        self.assume(&mut ground, program)?;
        Ok(ground)
    }

    fn assume(&self, ground: &mut Ground, program: GroundProgram<'_>) -> Result<(), ProveError> {
        if self.assumed.is_empty() {
            return Ok(());
        }
        let unused = ground.program()?.unused_atom();
        let mut literals = Vec::new();
        for assumed in &self.assumed {
            let literal = match assumed.literal {
                Some(literal) => i32::try_from(number(literal)).ok().and_then(Lit::new),
                None => Some(Lit::positive(unused)).map(|it| if assumed.is_negative { !it } else { it }),
            };
            literals.push(literal.ok_or(ProveError::TooLarge)?);
            ground.grounder.arguments.extend(["--assume".to_owned(), assumed.text(program)]);
        }
        ground.assume(&literals)
    }
}

impl Written {
    fn of(certificates: &[Certificate], size: u64) -> Written {
        let sum = |count: fn(&Certificate) -> usize| certificates.iter().map(count).sum();
        Written {
            claims: certificates.iter().map(Certificate::sentence).collect(),
            size,
            axioms: sum(|certificate| certificate.proof.axioms().constraints().len()),
            sets: sum(|certificate| certificate.proof.sets().len()),
            steps: sum(|certificate| certificate.proof.steps()),
            opinion: None,
        }
    }
}

/// The atoms among these that have names.
fn named(shared: &Shared, ground: GroundProgram<'_>, found: &[Atom]) -> Vec<Term> {
    let terms = &mut *lock(&shared.terms);
    let ids = found.iter().map(|number| AtomId(number - 1));
    let named = ids.filter(|id| id.index() < ground.program.atom_count());
    let named =
        named.filter_map(|id| Some((id, ground.atom(id).filter(|it| !it.name().starts_with(HIDDEN))?)));
    named.map(|(id, atom)| terms.of_atom(id, atom, ground)).collect()
}

/// Why the folder cannot be written.
fn unwritable(path: &Path, error: &io::Error) -> PyErr {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(format!(
            "`{path}` is there already: a certificate is a folder of its own, name one that is not there"
        )),
        _ => PyOSError::new_err(format!("cannot write `{path}`: {error}")),
    }
}

/// Proves that there is no answer set, or none that costs less than `cost_below`, and writes a certificate. What it came to, by
/// names; `atoms` alone are those of an answer set that says otherwise, `disputed` alone says how another grounder's program does.
#[pyfunction]
#[pyo3(signature = (engine, path, *, origin, assumptions, cost_below, time_limit, memory_limit))]
#[allow(clippy::too_many_arguments, reason = "the Python side has them as keywords")]
fn certify<'py>(
    py: Python<'py>,
    engine: &PyEngine,
    path: PathBuf,
    origin: Origin,
    assumptions: &Bound<'py, PyAny>,
    cost_below: Option<Vec<i64>>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let shared = &engine.shared;
    let limits = Limits::new(time_limit, memory_limit)?;
    let assumed = assumptions.try_iter()?.map(|given| Assumed::of(shared, &given?));
    let assumed = assumed.collect::<PyResult<_>>()?;
    let order = Order { path: &path, assumed, cost_below, origin, limits, start: Instant::now() };
    vacant(&path).map_err(|error| unwritable(&path, &error))?;
    let mut engine = shared.take()?;
    let (engine, (made, cause)) = at_work(py, &shared.interrupter, || {
        let made =
            limited(limits, &shared.interrupter, || order.make(shared, &mut engine, &shared.interrupter));
        (engine, made)
    });
    shared.interrupter.clear();
    shared.put(Slot::Idle(engine));
    py.check_signals()?;
    let made = made.map_err(|refused| match refused {
        Refused::Engine(error) => shared.raise(&error),
        Refused::Write(error) => unwritable(&path, &error),
        Refused::Prove(error @ (ProveError::Program(_) | ProveError::Costs { .. })) => {
            PyValueError::new_err(error.to_string())
        }
        Refused::Prove(error) => PyRuntimeError::new_err(error.to_string()),
    })?;
    let told = PyDict::new(py);
    match made {
        Made::Written(written) => {
            told.set_item("claims", written.claims)?;
            told.set_item("size", written.size)?;
            told.set_item("axioms", written.axioms)?;
            told.set_item("sets", written.sets)?;
            told.set_item("steps", written.steps)?;
            told.set_item("seconds", order.start.elapsed().as_secs_f64())?;
            told.set_item("opinion", written.opinion)?;
        }
        Made::Wrong(atoms) => told.set_item("atoms", symbols(py, &atoms)?)?,
        Made::Disputed(why) => told.set_item("disputed", why)?,
        Made::Unknown => {
            return Err(match cause {
                Some(cause) => cause.raise("the proof"),
                None => PyRuntimeError::new_err("it was interrupted before there was a proof"),
            });
        }
    }
    Ok(told)
}

/// Checks the certificates in a folder by VeriPB, and compares their ground programs with those of their sources: names of folders
/// in it, claims, the version of VeriPB, and what was compared.
#[pyfunction]
#[pyo3(signature = (path, *, veripb, sources, permitted, constants, require_sources, time_limit))]
#[allow(clippy::too_many_arguments, reason = "the Python side has them as keywords")]
fn check_certificate(
    py: Python<'_>,
    path: PathBuf,
    veripb: PathBuf,
    sources: Option<Vec<PathBuf>>,
    permitted: Vec<PathBuf>,
    constants: Option<Vec<String>>,
    require_sources: bool,
    time_limit: Option<f64>,
) -> PyResult<Vec<(String, String, String, String)>> {
    let sources = Sources { files: sources, permitted, constants, are_required: require_sources };
    let limits = Limits::new(time_limit, None)?;
    let found = directories(&path)
        .map_err(|error| PyValueError::new_err(format!("`{}` is no certificate: {error}", path.display())))?;
    let interrupter = Interrupter::default();
    let (checked, cause) = at_work(py, &interrupter, || {
        limited(limits, &interrupter, || {
            let stop = || interrupter.is_interrupted();
            let one = |(name, folder): (String, PathBuf)| {
                let verdict = check(&folder, &veripb, &stop);
                let compared = match &verdict {
                    Verdict::Verified(verified) => Some(sources.compare(verified, &folder, &interrupter)),
                    _ => None,
                };
                (name, verdict, compared)
            };
            found.into_iter().take_while(|_| !stop()).map(one).collect::<Vec<_>>()
        })
    });
    py.check_signals()?;
    if let Some(cause) = cause {
        return Err(cause.raise("the check"));
    }
    if interrupter.is_interrupted() {
        return Err(PyRuntimeError::new_err("the check was interrupted"));
    }
    let mut verified = Vec::new();
    let mut unknown = None;
    for (name, verdict, compared) in checked {
        let label = printable(&path.join(&name).to_string_lossy());
        match (verdict, compared) {
            (Verdict::Verified(one), Some(Compared::Same(grounding))) => {
                verified.push((name, one.manifest.claim, one.veripb, grounding));
            }
            (Verdict::Verified(_), Some(Compared::Differs(why))) => {
                return Err(PyValueError::new_err(format!("`{label}` proves nothing: {why}")));
            }
            (Verdict::Verified(one), Some(Compared::Unknown(why))) => {
                let claim = one.manifest.claim;
                unknown.get_or_insert(format!(
                    "`{label}` is proven of the ground program in it ({claim}), but whether that is the program of its sources \
                     is not known: {why}; `sources` names them"
                ));
            }
            (Verdict::Verified(_), None) => {}
            (Verdict::Rejected(refusal), _) => {
                return Err(PyValueError::new_err(format!("`{label}` proves nothing: {refusal}")));
            }
            (Verdict::Unavailable(why), _) => {
                unknown.get_or_insert(format!(
                    "`{label}` is not checked: {}; `cargo install --locked veripb` puts it on the path",
                    printable(&why)
                ));
            }
        }
    }
    if let Some(why) = unknown {
        return Err(PyRuntimeError::new_err(why));
    }
    Ok(verified)
}

/// Adds what this file has to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(certify, module)?)?;
    module.add_function(wrap_pyfunction!(check_certificate, module)?)
}
