//! Certificates that the ground program of a control has no answer set, or none below a cost bound.
//!
//! They are made and checked by the same crates as for the command.
#![allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use groundplan::exchange::{aspif, atoms, is_aspif};
use groundplan::program::{AtomId, Body, GroundProgram, HeadKind, Literal, HIDDEN};
use groundplan::{Engine, Interrupter};
use groundplan_certificate::{
    check, directories, printable, Atom, Claim, Grounder, Grounding, Groundings, Lit, Named, Source,
    SourcePlaces, SourceTexts, Text, Verdict,
};
use groundplan_clingo::Control;
use groundplan_prove::second::{Input, Question, Second};
use groundplan_prove::{below, vacant, write, Certificate, Claimed, Ground, ProveError};
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rustc_hash::FxHashSet;

use crate::atoms::literal_of;
use crate::control::PyEngine;
use crate::error::{raise, raise_from};
use crate::limits::{limited, Limits};
use crate::signal::{at_work, check_signals, during};
use crate::sources::ModuleGrounders;
use crate::symbol::symbols;
use groundplan_clingo::literal::number;
use groundplan_clingo::Term;

/// The grounder's name in a certificate if no other grounder can repeat the grounding from the texts alone: functions, parts
/// other than `base`, a backend or values of external atoms contributed to the program.
const GROUNDER: &str = "groundplan for Python";

/// The origin of a ground program, as far as Python knows it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct ClaimOrigin {
    /// The name and the content of each text, whether the certificate includes it as a file of that name, and whether it is
    /// there only because another text includes it.
    texts: Vec<(String, String, bool, bool)>,
    constants: Vec<String>,
    /// Whether grounding the part `base` of the texts gives the program.
    is_of_texts: bool,
}

/// An assumption: its literal, or `None` if the program does not have the atom, its sign, and the atom as the user gave it.
struct AssumedLiteral {
    literal: Option<Literal>,
    is_negative: bool,
    said: String,
}

/// A certificate that was written: its claims, its size in bytes, and counts of the proofs.
#[derive(Default)]
struct WrittenCertificate {
    claims: Vec<String>,
    size: u64,
    axioms: usize,
    sets: usize,
    steps: usize,
    /// The comparison with the program of a second grounder, in words, or the reason why there is none.
    opinion: Option<String>,
}

/// The result of an attempt to certify.
enum CertifyOutcome {
    Written(WrittenCertificate),
    /// The claim is wrong: there is an answer set, with these true atoms.
    Wrong(Vec<Term>),
    Unknown,
    /// The ground program of a second grounder gives another result, described by the text.
    Disputed(String),
}

/// The reason why no certificate was written.
enum CertifyError {
    Engine(groundplan::Error),
    Prove(ProveError),
    Write(io::Error),
}

impl From<ProveError> for CertifyError {
    fn from(error: ProveError) -> Self {
        CertifyError::Prove(error)
    }
}

/// The claim to certify, its origin and limits, and the path of the certificate.
struct CertifyRequest<'a> {
    path: &'a Path,
    assumed: Vec<AssumedLiteral>,
    cost_below: Option<Vec<i64>>,
    origin: ClaimOrigin,
    limits: Limits,
    start: Instant,
}

impl AssumedLiteral {
    fn of(control: &Control, given: &Bound<'_, PyAny>) -> PyResult<AssumedLiteral> {
        let (literal, clingo) = literal_of(control, given)?;
        let is_negative = clingo < 0;
        let said = match given.cast::<PyTuple>() {
            Ok(pair) => pair.get_item(0)?.to_string(),
            Err(_) => clingo.unsigned_abs().to_string(),
        };
        Ok(AssumedLiteral { literal, is_negative, said })
    }

    /// Returns the text of the assumption, with the atom's name in the ground program if it has one.
    fn text(&self, ground: GroundProgram<'_>) -> String {
        let atom = self.literal.and_then(|literal| ground.atom(literal.atom()));
        let atom = atom.filter(|atom| !atom.name().starts_with(HIDDEN));
        let atom = atom.map_or_else(|| self.said.clone(), |atom| atom.to_string());
        format!("{}{atom}", if self.is_negative { "not " } else { "" })
    }
}

impl CertifyRequest<'_> {
    /// Proves all claims and writes the certificate. Claims are proven one after the other, as by the command.
    fn make(
        &self,
        control: &Control,
        engine: &mut Engine,
        interrupter: &Interrupter,
    ) -> Result<CertifyOutcome, CertifyError> {
        // An engine that has failed has no program.
        engine.program_mut().map_err(CertifyError::Engine)?;
        let ground = self.ground(control, engine)?;
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
                        Err(why) => CertifyOutcome::Disputed(why),
                        Ok(_) => CertifyOutcome::Wrong(named(control, engine.ground_program(), &atoms)),
                    });
                }
                Claimed::Unknown => return Ok(CertifyOutcome::Unknown),
            }
            questions.push(question);
        }
        let opinion = match self.compare(&ground, &questions, true, interrupter) {
            Err(why) => return Ok(CertifyOutcome::Disputed(why)),
            Ok(_) if interrupter.is_interrupted() => return Ok(CertifyOutcome::Unknown),
            Ok(opinion) => opinion,
        };
        let proven: Vec<_> = certificates.iter().map(|certificate| (&ground, certificate)).collect();
        let size = write(self.path, &proven, &[], &|| interrupter.is_interrupted());
        match size {
            Ok(size) => Ok(CertifyOutcome::Written(WrittenCertificate {
                opinion,
                ..WrittenCertificate::of(&certificates, size)
            })),
            Err(_) if interrupter.is_interrupted() => Ok(CertifyOutcome::Unknown),
            Err(error) => Err(CertifyError::Write(error)),
        }
    }

    /// Returns the claim in terms of atom names.
    fn question(&self, claim: &Claim, program: GroundProgram<'_>) -> Question {
        let assumed = self.assumed.iter().map(|assumed| assumed.text(program)).collect();
        Question { assumed, costs: claim.costs.clone(), cubes: Vec::new() }
    }

    /// Compares the result with that of gringo's ground program, if gringo can ground the same texts.
    fn compare(
        &self,
        ground: &Ground,
        questions: &[Question],
        holds: bool,
        interrupter: &Interrupter,
    ) -> Result<Option<String>, String> {
        let (own, files): (Vec<_>, Vec<_>) = self.origin.texts.iter().partition(|(_, _, is_own, _)| *is_own);
        let second = Second {
            ground,
            input: Input {
                files: files.into_iter().map(|(name, ..)| PathBuf::from(name)).collect(),
                texts: own.into_iter().map(|(name, text, ..)| (name.clone(), text.clone())).collect(),
                fed: None,
            },
            first: self.start.elapsed(),
            left: self.limits.time.map(|limit| limit.saturating_sub(self.start.elapsed())),
        };
        second.compare(questions, holds, interrupter)
    }

    /// Returns the current ground program, with the values of external atoms and the assumptions.
    fn ground(&self, control: &Control, engine: &Engine) -> Result<Ground, ProveError> {
        let ClaimOrigin { texts, constants, is_of_texts } = &self.origin;
        let program = engine.ground_program();
        // Rules added after the release of an atom do not make it true.
        let (externals, dropped) = control.with_externals(|said| {
            let dropped: FxHashSet<AtomId> =
                said.released().filter(|&atom| engine.is_dropped(atom)).collect();
            (said.values(program.program), dropped)
        });
        let heads =
            program.program.rules.iter().flat_map(|rule| rule.head).filter(|atom| dropped.contains(atom));
        let facts = dropped.iter().filter(|&&atom| program.program.is_fact(atom));
        let excluded: BTreeSet<AtomId> = heads.chain(facts).copied().collect();
        let mut declared = program.program.externals.clone();
        declared.sort_by_key(|&(atom, _)| atom);
        let are_as_declared = externals == declared && excluded.is_empty();
        // Other grounders leave out `#heuristic` unless the search uses it.
        let is_of_texts = *is_of_texts && are_as_declared && program.program.heuristics.is_empty();
        let arguments = constants.iter().flat_map(|constant| ["-c".to_owned(), constant.clone()]).collect();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let by = |name: &str| Grounder { name: name.to_owned(), version, arguments };
        let as_it_is = match texts.as_slice() {
            [(_, text, ..)] if is_of_texts && is_aspif(text) => Some(text),
            _ => None,
        };
        let mut ground = match as_it_is {
            Some(text) => Ground {
                aspif: text.clone(),
                atoms: None,
                is_from_source: false,
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
                is_from_source: false,
                sources: Vec::new(),
                grounder: by(if is_of_texts { "groundplan" } else { GROUNDER }),
                files: Vec::new(),
            },
        };
        if is_of_texts && as_it_is.is_none() {
            let texts = texts.iter().map(|(name, text, _, is_included)| Text {
                name: name.clone(),
                text: text.clone(),
                is_included: *is_included,
            });
            let texts = SourceTexts::new(texts, constants);
            ground.ground_from_source(&texts, &|| engine.interrupter().is_interrupted());
        }
        // If more than the texts contributed to the program, the program is certified without sources.
        let texts = if is_of_texts { texts.as_slice() } else { &[] };
        let source = |(name, text, _, is_included): &(String, String, bool, bool)| {
            Source::of(name, text).included(*is_included)
        };
        ground.sources = texts.iter().map(source).collect();
        let own = texts.iter().filter(|(_, _, is_own, _)| *is_own);
        ground.files = own.map(|(name, text, ..)| (name.clone(), text.clone())).collect();
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

impl WrittenCertificate {
    fn of(certificates: &[Certificate], size: u64) -> WrittenCertificate {
        let sum = |count: fn(&Certificate) -> usize| certificates.iter().map(count).sum();
        WrittenCertificate {
            claims: certificates.iter().map(Certificate::sentence).collect(),
            size,
            axioms: sum(|certificate| certificate.proof.axioms().constraints().len()),
            sets: sum(|certificate| certificate.proof.sets().len()),
            steps: sum(|certificate| certificate.proof.steps()),
            opinion: None,
        }
    }
}

/// Returns those of the atoms that have a name.
fn named(control: &Control, ground: GroundProgram<'_>, found: &[Atom]) -> Vec<Term> {
    let ids = found.iter().map(|number| AtomId(number - 1));
    let named = ids.filter(|id| id.index() < ground.program.atom_count());
    let named =
        named.filter_map(|id| Some((id, ground.atom(id).filter(|it| !it.name().starts_with(HIDDEN))?)));
    control.with_terms(|terms| named.map(|(id, atom)| terms.of_atom(id, atom, ground)).collect())
}

/// Returns the exception for a folder that cannot be written.
fn unwritable(path: &Path, error: &io::Error) -> PyErr {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(format!(
            "`{path}` is there already: a certificate is a folder of its own, name one that is not there"
        )),
        _ => PyOSError::new_err(format!("cannot write `{path}`: {error}")),
    }
}

/// Proves that there is no answer set, or none with costs below `cost_below`, and writes a certificate. Returns the results
/// by name. If the claim is wrong, the only key is `atoms`: the atoms of an answer set that refutes it. If another grounder's
/// program gives another result, the only key is `disputed`: a description.
#[pyfunction]
#[pyo3(signature = (engine, path, *, origin, assumptions, cost_below, time_limit, memory_limit))]
#[allow(clippy::too_many_arguments, reason = "the Python side has them as keywords")]
fn certify<'py>(
    py: Python<'py>,
    engine: &PyEngine,
    path: PathBuf,
    origin: ClaimOrigin,
    assumptions: &Bound<'py, PyAny>,
    cost_below: Option<Vec<i64>>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let control = &engine.control;
    let limits = Limits::new(time_limit, memory_limit)?;
    let assumed = assumptions.try_iter()?.map(|given| AssumedLiteral::of(control, &given?));
    let assumed = assumed.collect::<PyResult<_>>()?;
    let request = CertifyRequest { path: &path, assumed, cost_below, origin, limits, start: Instant::now() };
    vacant(&path).map_err(|error| unwritable(&path, &error))?;
    let worked = control.work(during(py, control), |engine| {
        limited(limits, &control.interrupter, || request.make(control, engine, &control.interrupter))
    });
    let (made, cause) = worked.map_err(raise)?;
    control.interrupter.clear();
    check_signals(py)?;
    let made = made.map_err(|refused| match refused {
        CertifyError::Engine(error) => raise_from(control, error),
        CertifyError::Write(error) => unwritable(&path, &error),
        CertifyError::Prove(error @ (ProveError::Program(_) | ProveError::Costs { .. })) => {
            PyValueError::new_err(error.to_string())
        }
        CertifyError::Prove(error) => PyRuntimeError::new_err(error.to_string()),
    })?;
    let told = PyDict::new(py);
    match made {
        CertifyOutcome::Written(written) => {
            told.set_item("claims", written.claims)?;
            told.set_item("size", written.size)?;
            told.set_item("axioms", written.axioms)?;
            told.set_item("sets", written.sets)?;
            told.set_item("steps", written.steps)?;
            told.set_item("seconds", request.start.elapsed().as_secs_f64())?;
            told.set_item("opinion", written.opinion)?;
        }
        CertifyOutcome::Wrong(atoms) => told.set_item("atoms", symbols(py, &atoms)?)?,
        CertifyOutcome::Disputed(why) => told.set_item("disputed", why)?,
        CertifyOutcome::Unknown => {
            return Err(match cause {
                Some(cause) => cause.raise("the proof"),
                None => PyRuntimeError::new_err("it was interrupted before there was a proof"),
            });
        }
    }
    Ok(told)
}

/// Checks the certificates in a folder with VeriPB, and compares their ground programs with those of their sources. Returns,
/// for each, the name of its folder, the claim, the version of VeriPB, and the result of the comparison.
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
    let files = sources.unwrap_or_default();
    let named = Named { files, constants, permitted: SourcePlaces::new(&permitted) };
    let limits = Limits::new(time_limit, None)?;
    let found = directories(&path)
        .map_err(|error| PyValueError::new_err(format!("`{}` is no certificate: {error}", path.display())))?;
    let interrupter = Interrupter::default();
    let (checked, cause) = at_work(py, &interrupter, || {
        limited(limits, &interrupter, || {
            let stop = || interrupter.is_interrupted();
            let mut groundings = Groundings::new(named, ModuleGrounders::new(&interrupter), &stop);
            let one = |(name, folder): (String, PathBuf)| {
                let verdict = check(&folder, &veripb, &stop);
                let compared = match &verdict {
                    Verdict::Verified(verified) => Some(match groundings.compare(verified, &folder) {
                        Ok(grounding) => Compared::of(&grounding, require_sources),
                        Err(why) => Compared::of(&Grounding::Unknown { why }, require_sources),
                    }),
                    _ => None,
                };
                (name, verdict, compared)
            };
            found.into_iter().take_while(|_| !stop()).map(one).collect::<Vec<_>>()
        })
    });
    check_signals(py)?;
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
                    "`{label}` is proven of the ground program in it ({claim}), but {why}; `sources` names the files"
                ));
            }
            (Verdict::Verified(_), None) => {}
            (Verdict::Rejected(refusal), _) => {
                return Err(PyValueError::new_err(format!("`{label}` proves nothing: {refusal}")));
            }
            (Verdict::Unavailable(why), _) => {
                unknown.get_or_insert(format!(
                    "`{label}` is not checked: {}; {}",
                    printable(&why.to_string()),
                    why.help()
                ));
            }
        }
    }
    if let Some(why) = unknown {
        return Err(PyRuntimeError::new_err(why));
    }
    Ok(verified)
}

/// A [`Grounding`] in words, which are safe to print.
enum Compared {
    Same(String),
    Differs(String),
    Unknown(String),
}

impl Compared {
    fn of(grounding: &Grounding, requires_sources: bool) -> Compared {
        match (grounding, grounding.unknown(requires_sources)) {
            (Grounding::Differs { .. }, _) => Compared::Differs(grounding.to_string()),
            (_, Some(why)) => Compared::Unknown(printable(&why)),
            (_, None) => Compared::Same(grounding.to_string()),
        }
    }
}

/// Adds the functions of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(certify, module)?)?;
    module.add_function(wrap_pyfunction!(check_certificate, module)?)
}
