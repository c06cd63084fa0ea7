//! `groundplan explain`: finds conflicting statements of a program without answer sets.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use groundplan::diagnostic::Sources;
use groundplan::{Cause, CauseKind, Conflict, Error, Finding, Instance, Soft, StatementKind};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::{output, report};
use serde_json::{json, Value};

use super::arguments::{ExplainArguments, SoftKind};
use super::load::{self, Loaded};
use crate::certify::{self, conflict::write_conflict};
use crate::progress::{self, ProgressLine};
use crate::watchdog::{Cause as Ending, EarlyEnd, Watchdog};
use groundplan_frontend::print::statistics::{self, LookedOn};

/// The results so far, shared with the watchdog.
struct ExplainResult {
    sources: Sources,
    conflict: Option<Conflict>,
    /// Whether the program has an answer set.
    is_consistent: bool,
}

/// Runs the command.
///
/// # Errors
///
/// When the program is invalid or has no statements, or the solver fails.
pub fn run(arguments: &ExplainArguments) -> Result<Exit, Failure> {
    let config = arguments.solver.config().map_err(Failure::Usage)?;
    if let Some(output) = &arguments.certify {
        certify::prepare(output)?;
    }
    let printed = certify::PrintedVerdict::default();
    let known = ExplainResult { sources: Sources::new(), conflict: None, is_consistent: false };
    let known = Arc::new(Mutex::new(known));
    let (last, asked, printed_before) = (Arc::clone(&known), arguments.clone(), printed.clone());
    let looked_on = LookedOn::default();
    let last_look = LookedOn::clone(&looked_on);
    let give_up = move |ended: &EarlyEnd| match (ended.cause, printed_before.exit(ended, asked.is_quiet())) {
        (_, Some(exit)) => exit,
        (Ending::Closed, _) => Exit::Unknown,
        _ => {
            let exit = lock(&last).give_up(&asked, ended);
            if asked.stats {
                report::say(&statistics::of_interrupted(&last_look));
            }
            exit
        }
    };
    let interrupter = config.solver.interrupter.clone();
    let watchdog = Watchdog::start(arguments.limits.into(), interrupter.clone(), give_up)?;
    let mut loaded = load::load(&arguments.program, arguments.is_quiet())?;
    if loaded.incremental {
        return Err(Failure::Input(
            "a program that is solved step by step has no single ground program to explain: leave `<incmode>` out, and \
             write its last step as a constraint"
                .to_owned(),
        ));
    }
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    lock(&known).sources = loaded.engine.sources().clone();
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    watchdog.follow(pulse.clone());
    let progress_line = ProgressLine::start(arguments.is_quiet(), progress::describe(pulse));
    let found = explain(&mut loaded, arguments, &known);
    drop(progress_line);
    let found = match found {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        found => found?,
    };
    match found {
        Finding::AnswerSet => lock(&known).is_consistent = true,
        Finding::Conflict(conflict) => lock(&known).conflict = Some(conflict),
        Finding::Unknown => {}
    }
    let deliver = || {
        let known = lock(&known);
        known.print(arguments)?;
        if !arguments.is_quiet() {
            report::say(&known.sentence(arguments));
        }
        if arguments.stats {
            report::say(&statistics::lines(&loaded.engine.counts()));
        }
        Ok(())
    };
    let exit = lock(&known).exit();
    let conflict = lock(&known).conflict.clone();
    let (Some(output), Some(conflict)) = (&arguments.certify, conflict) else {
        let _speaking = watchdog.speak();
        deliver()?;
        return Ok(exit);
    };
    printed.print(&watchdog, exit, deliver)?;
    let (constants, quiet) = (arguments.program.constants.as_slice(), arguments.is_quiet());
    let options = (constants, arguments.soft.as_slice());
    write_conflict(output, &loaded.engine, &conflict, options, &interrupter, &watchdog, quiet)?;
    Ok(exit)
}

/// Grounds the program, and looks for a conflict.
fn explain(
    loaded: &mut Loaded,
    arguments: &ExplainArguments,
    known: &Arc<Mutex<ExplainResult>>,
) -> Result<Finding, Failure> {
    loaded.ground_relaxed(arguments.soft())?;
    let unknown = loaded.engine.unknown_theories();
    if !arguments.is_quiet() {
        report::diagnostics(&unknown);
    }
    loaded.warn_of_assumptions(&arguments.assume);
    let mut why = loaded.engine.why().map_err(report::engine)?;
    for text in &arguments.assume {
        why = why.assume_text(text).map_err(|error| {
            report::engine(error);
            Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
        })?;
    }
    if arguments.instances {
        why = why.instances();
    }
    let keep = |conflict: &Conflict| lock(known).conflict = Some(conflict.clone());
    why.on_smaller(keep).find().map_err(report::engine)
}

impl Loaded {
    /// Grounds the program with relaxed statements, and prints new warnings.
    fn ground_relaxed(&mut self, soft: Soft) -> Result<(), Failure> {
        let result = self.engine.ground_relaxed(["base"], soft);
        self.warn();
        result.map_err(|error| match error {
            Error::Ground => Failure::Input(
                "a ground program has no statements to name: give the program that it was made from"
                    .to_owned(),
            ),
            error => report::engine(error),
        })
    }
}

impl ExplainArguments {
    /// Returns the statements that may be left out.
    fn soft(&self) -> Soft {
        SoftKind::together(&self.soft)
    }

    /// Returns a phrase for the statements that are never left out.
    fn hard(&self) -> &'static str {
        match self.soft() {
            Soft { definitions: true, .. } => "the things that are never left out",
            Soft { constraints: true, facts: true, .. } => "the definitions and choices",
            Soft { constraints: true, .. } => "the facts, definitions and choices",
            Soft { .. } => "the constraints, definitions and choices",
        }
    }

    fn is_quiet(&self) -> bool {
        self.quiet || self.program.is_terse()
    }
}

impl ExplainResult {
    fn give_up(&self, arguments: &ExplainArguments, ended: &EarlyEnd) -> Exit {
        if let Err(failure) = self.print(arguments) {
            return failure.exit();
        }
        if !arguments.is_quiet() {
            ended.say(&self.sentence(arguments));
            if ended.growing.is_some() && arguments.soft().facts {
                report::note(
                    "what facts say is not simplified away where they may be left out: `--soft constraints` has less to ground",
                );
            }
        }
        self.exit()
    }

    fn exit(&self) -> Exit {
        match &self.conflict {
            Some(_) => Exit::Success,
            None if self.is_consistent => Exit::None,
            None => Exit::Unknown,
        }
    }

    fn result(&self) -> &'static str {
        match self.exit() {
            Exit::Success => "UNSATISFIABLE",
            Exit::None => "SATISFIABLE",
            _ => "UNKNOWN",
        }
    }

    /// Returns the result in words.
    fn sentence(&self, arguments: &ExplainArguments) -> String {
        let hard = arguments.hard();
        match &self.conflict {
            Some(conflict) if conflict.causes.is_empty() => format!("{hard} alone have no answer set"),
            Some(conflict) if !conflict.is_minimal => {
                format!("perhaps fewer of them conflict, read as axioms beside {hard}")
            }
            Some(conflict) => {
                let others = match conflict.causes.len() {
                    1 => format!("without it, {hard} do not conflict, read as axioms"),
                    _ => format!(
                        "without any one of them, the others do not conflict, read as axioms beside {hard}"
                    ),
                };
                format!(
                    "minimal: {others}; in the program itself, leaving one out need not give an answer set"
                )
            }
            None if self.is_consistent => {
                "the program has an answer set: there is nothing to explain".to_owned()
            }
            None => "whether there is an answer set is not known".to_owned(),
        }
    }

    fn print(&self, arguments: &ExplainArguments) -> Result<(), Failure> {
        match arguments.format {
            Format::Json => output::print(&format!("{}\n", self.object(arguments))),
            Format::Text => {
                let places = match &self.conflict {
                    Some(conflict) => format!("{}\n", output::rendered(&conflict.diagnostics(&self.sources))),
                    None => String::new(),
                };
                output::print(&format!("{places}{}\n", self.result()))
            }
        }
    }

    fn object(&self, arguments: &ExplainArguments) -> Value {
        let conflict = self.conflict.as_ref();
        let causes =
            conflict.map(|it| it.causes.iter().map(|cause| self.cause(cause, arguments)).collect::<Vec<_>>());
        json!({
            "schema_version": 1,
            "command": "explain",
            "files": arguments.program.files,
            "result": self.result(),
            "minimal": conflict.map(|conflict| conflict.is_minimal),
            "conflict": causes,
        })
    }

    fn cause(&self, cause: &Cause, arguments: &ExplainArguments) -> Value {
        let mut object = match &cause.kind {
            CauseKind::Statement(kind) => json!({ "kind": kind_name(*kind) }),
            CauseKind::Support(predicate) => json!({ "kind": "support", "predicate": predicate }),
            CauseKind::Assumption(literal) => json!({ "kind": "assumption", "literal": literal }),
        };
        if let Some(span) = cause.span {
            let (line, column) = self.sources.position(span);
            object["file"] = json!(self.sources.name(span.source));
            object["line"] = json!(line);
            object["column"] = json!(column);
            object["text"] = json!(&self.sources.text(span.source)[span.range()]);
            if arguments.instances {
                object["instances"] = cause.instances.iter().map(values).collect();
            }
        }
        object
    }
}

/// Returns the name of a kind of statement in JSON.
fn kind_name(kind: StatementKind) -> &'static str {
    match kind {
        StatementKind::Constraint => "constraint",
        StatementKind::Fact => "fact",
        StatementKind::Rule => "rule",
        StatementKind::Bounds => "bounds",
    }
}

/// Returns the values of the variables of an instance.
fn values(instance: &Instance) -> Value {
    instance.values.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
}

fn lock(known: &Mutex<ExplainResult>) -> MutexGuard<'_, ExplainResult> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
