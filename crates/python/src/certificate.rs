//! Certificates that the ground program of a control has no answer set, or none below a cost bound.
//!
//! They are made and checked by the same crates as for the command.
#![allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]

use std::path::PathBuf;
use std::time::Instant;

use groundplan::program::{AtomId, GroundProgram, HIDDEN};
use groundplan::{Engine, Interrupter};
use groundplan_certificate::{
    directories, printable, Checked, Checking, Groundings, Named, SourcePlaces, Text, Verdict,
};
use groundplan_certify::{prepare, write, CertifyError, Decision, DecisionLimits, GroundRequest, Inquiry};
use groundplan_clingo::{Control, Term};
use groundplan_prove::ProveError;
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::atoms::literal_of;
use crate::control::PyEngine;
use crate::error::{raise, raise_from};
use crate::limits::{limited, limits, reached, Limits};
use crate::signal::{at_work, check_signals, during};
use crate::sources::ModuleGrounders;
use crate::symbol::symbols;

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

/// What a certificate is asked for.
struct CertifyRequest {
    path: PathBuf,
    /// The assumptions, by the names of atoms as far as they have some.
    assumed: Vec<String>,
    cost_below: Option<Vec<i64>>,
    origin: ClaimOrigin,
    limits: Limits,
    start: Instant,
}

impl CertifyRequest {
    /// Decides the claims, and writes their certificates if all are proven.
    fn make(&self, control: &Control, engine: &mut Engine) -> Result<(Decision, u64), CertifyError> {
        // An engine that has failed has no program.
        engine.program_mut()?;
        let (interrupter, limits) = (&control.interrupter, self.limits);
        let program = engine.ground_program();
        let assumed: Vec<String> = self.assumed.iter().map(|text| named(text, program)).collect();
        let start = self.start;
        let mut inquiry = Inquiry { start, ..self.inquiry(control, engine) };
        inquiry.assume(assumed.clone(), "--assume", &assumed)?;
        if let Some(costs) = &self.cost_below {
            inquiry.claim_optimal(costs)?;
        }
        let decision = inquiry.decide(&DecisionLimits {
            interrupter,
            deadline: limits.time.and_then(|limit| start.checked_add(limit)),
            is_short_of_memory: &|| limits.is_short_of_memory(),
        })?;
        let Decision::Proven(proven) = &decision else { return Ok((decision, 0)) };
        let stop = || interrupter.is_interrupted();
        match write(&self.path, std::slice::from_ref(proven), &[], &stop) {
            Err(_) if stop() => Ok((Decision::Unknown, 0)),
            written => Ok((decision, written?)),
        }
    }

    /// Returns the inquiry about the current ground program, with the values of external atoms.
    fn inquiry(&self, control: &Control, engine: &Engine) -> Inquiry {
        let ClaimOrigin { texts, constants, is_of_texts } = &self.origin;
        let text = |(name, text, is_own, is_included): &(String, String, bool, bool)| {
            (Text { name: name.clone(), text: text.clone(), is_included: *is_included }, *is_own)
        };
        let (externals, released) = control
            .with_externals(|said| (said.values(engine.ground_program().program), said.released().collect()));
        let request = GroundRequest {
            texts: texts.iter().map(text).collect(),
            is_of_texts: *is_of_texts,
            externals: Some(externals),
            released,
            ..GroundRequest::of(engine, constants)
        };
        request.inquiry()
    }
}

/// Returns an assumption: an atom as the user gave it, or `#` and its number.
fn assumption(control: &Control, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let (_, number) = literal_of(control, given)?;
    let atom = match given.cast::<PyTuple>() {
        Ok(pair) => pair.get_item(0)?.to_string(),
        Err(_) => format!("#{}", number.unsigned_abs()),
    };
    Ok(format!("{}{atom}", if number < 0 { "not " } else { "" }))
}

/// Returns an assumption by the name of its atom, if it has one.
fn named(text: &str, ground: GroundProgram<'_>) -> String {
    let Some((sign, number)) = text.split_once('#') else { return text.to_owned() };
    let id = number.parse().ok().and_then(|number: u32| number.checked_sub(1)).map(AtomId);
    let atom = id.filter(|id| id.index() < ground.program.atom_count()).and_then(|id| ground.atom(id));
    let atom = atom.filter(|atom| !atom.name().starts_with(HIDDEN));
    atom.map_or_else(|| text.to_owned(), |atom| format!("{sign}{atom}"))
}

/// Returns the atoms of the ground program with these names.
fn terms(control: &Control, engine: &mut Engine, names: &[String]) -> Vec<Term> {
    let found: Vec<_> = names.iter().filter_map(|name| engine.find_atom(name).ok()?.1).collect();
    let ground = engine.ground_program();
    control.with_terms(|terms| found.into_iter().filter_map(|id| terms.of_atom(id, ground)).collect())
}

/// Returns the exception for an error of certifying.
fn exception(control: &Control, error: CertifyError) -> PyErr {
    let message = error.to_string();
    match error {
        CertifyError::Engine(error) => raise_from(control, error),
        CertifyError::Exists(_) => PyFileExistsError::new_err(format!(
            "{message}: a certificate is a folder of its own, name one that is not there"
        )),
        CertifyError::Unwritable(..) => PyOSError::new_err(message),
        CertifyError::Unnamed(_) | CertifyError::Prove(ProveError::Program(_) | ProveError::Costs { .. }) => {
            PyValueError::new_err(message)
        }
        _ => PyRuntimeError::new_err(message),
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
    let limits = limits(time_limit, memory_limit)?;
    let assumed = assumptions.try_iter()?.map(|given| assumption(control, &given?));
    let assumed = assumed.collect::<PyResult<_>>()?;
    let request = CertifyRequest { path, assumed, cost_below, origin, limits, start: Instant::now() };
    prepare(&request.path).map_err(|error| exception(control, error))?;
    let worked = control.work(during(py, control), |engine| {
        let (made, cause) = limited(limits, &control.interrupter, || request.make(control, engine));
        let found = match &made {
            Ok((Decision::Wrong { atoms, .. }, _)) => terms(control, engine, atoms),
            _ => Vec::new(),
        };
        (made, cause, found)
    });
    let (made, cause, found) = worked.map_err(raise)?;
    control.interrupter.clear();
    check_signals(py)?;
    let (decision, size) = made.map_err(|error| exception(control, error))?;
    let told = PyDict::new(py);
    match decision {
        Decision::Proven(proven) => {
            told.set_item("claims", proven.claims())?;
            told.set_item("size", size)?;
            told.set_item("axioms", proven.sum(|one| one.proof.axioms().constraints().len()))?;
            told.set_item("sets", proven.sum(|one| one.proof.sets().len()))?;
            told.set_item("steps", proven.sum(|one| one.proof.steps()))?;
            told.set_item("seconds", request.start.elapsed().as_secs_f64())?;
            told.set_item("opinion", proven.opinion)?;
        }
        Decision::Wrong { .. } => told.set_item("atoms", symbols(py, &found)?)?,
        Decision::Disputed(why) => told.set_item("disputed", why)?,
        Decision::Unknown => {
            return Err(match cause {
                Some(cause) => reached(cause, "the proof"),
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
    let limits = limits(time_limit, None)?;
    let found = directories(&path)
        .map_err(|error| PyValueError::new_err(format!("`{}` is no certificate: {error}", path.display())))?;
    let interrupter = Interrupter::default();
    let (checks, cause) = at_work(py, &interrupter, || {
        limited(limits, &interrupter, || {
            let stop = || interrupter.is_interrupted();
            let groundings = Groundings::new(named, ModuleGrounders::new(&interrupter), &stop);
            let mut checking = Checking::new(groundings, &veripb, require_sources, &stop);
            for (name, folder) in found.iter().take_while(|_| !stop()) {
                let Ok(_) = checking.check(name, folder);
            }
            checking.conclude()
        })
    });
    check_signals(py)?;
    if let Some(cause) = cause {
        return Err(reached(cause, "the check"));
    }
    if interrupter.is_interrupted() {
        return Err(PyRuntimeError::new_err("the check was interrupted"));
    }
    let (mut verified, mut unknown) = (Vec::new(), None);
    for Checked { name, verdict, grounding, unknown: why } in checks.checked() {
        let label = printable(&path.join(name).to_string_lossy());
        let why = match (verdict, why) {
            (Verdict::Rejected(refusal), _) => {
                return Err(PyValueError::new_err(format!("`{label}` proves nothing: {refusal}")));
            }
            (Verdict::Unavailable(why), _) => {
                format!("`{label}` is not checked: {}; {}", printable(&why.to_string()), why.help())
            }
            (Verdict::Verified(one), Some(why)) => format!(
                "`{label}` is proven of the ground program in it ({}), but {}; `sources` names the files",
                one.manifest.claim,
                printable(why)
            ),
            (Verdict::Verified(one), None) => {
                let grounding = grounding.as_ref().map(ToString::to_string).unwrap_or_default();
                verified.push((name.clone(), one.manifest.claim.clone(), one.veripb.clone(), grounding));
                continue;
            }
        };
        unknown.get_or_insert(why);
    }
    unknown.map_or(Ok(verified), |why| Err(PyRuntimeError::new_err(why)))
}

/// Adds the functions of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(certify, module)?)?;
    module.add_function(wrap_pyfunction!(check_certificate, module)?)
}
