//! `groundplan explain --why ATOM`: why an atom is true or false in an answer set.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use groundplan::diagnostic::Sources;
use groundplan::{AnswerSet, Engine, Error, Model, Part};
use groundplan_explain::{
    justify, otherwise, read_question, Contrast, Contrasts, Detail, FailureEnd, FalseAtom, Justification,
    Verdict,
};
use groundplan_frontend::explain::{
    answer_set_sentence, contrast_object, verdict, write_contrast, write_tree, Places, NO_QUESTION,
};
use groundplan_frontend::print::statistics::{self, LookedOn};
use groundplan_frontend::run::FoundAnswer;
use groundplan_terminal::escape::{self, Escaping};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::progress::{self, ProgressLine};
use groundplan_terminal::watchdog::{Cause as Ending, EarlyEnd, Watchdog};
use groundplan_terminal::{output, report};
use serde_json::{json, Value};

use super::arguments::ExplainArguments;
use super::explain::without_statements;
use super::load::{self, Loaded};
use super::others::Others;
use super::page::MOST_CHARACTERS;
use super::pictures::answer::{rows, AnswerRow};
use super::reasons;

/// Why an atom is true or false in an answer set.
pub struct Justified {
    pub justification: Justification,
    /// Whether the answer set is optimal, if the program has an objective.
    is_optimal: Option<bool>,
    /// What would change if it were otherwise, after the literal that is asked for then; `None` where nothing is chosen.
    pub contrast: Option<(String, Contrast)>,
    /// The shown part of the answer set, for a page; `None` if none is wanted, or if it is too large.
    pub rows: Option<Vec<AnswerRow>>,
    /// Why other shown atoms are true or false, for a page.
    pub others: Others,
}

/// The answer to the question.
pub enum Answer {
    /// There is an answer set.
    Justified(Box<Justified>),
    /// There is none.
    NoAnswerSet,
    /// Whether there is one is not known.
    Unknown,
}

/// Runs the command.
///
/// # Errors
///
/// When the program is invalid or has no statements, the atom is not ground, or the solver fails.
pub fn run(arguments: &ExplainArguments, atom: &str) -> Result<Exit, Failure> {
    let config = arguments.solver.config().map_err(Failure::Usage)?;
    reasons::probe(arguments)?;
    let looked_on = LookedOn::default();
    let (asked, last_look) = (arguments.clone(), Arc::clone(&looked_on));
    let known = Arc::new(Mutex::new((Answer::Unknown, Sources::new())));
    let last = Arc::clone(&known);
    let give_up = move |ended: &EarlyEnd| {
        let last = lock(&last);
        let (answer, sources) = &*last;
        if ended.cause != Ending::Closed {
            if let Err(failure) = print(&asked, answer, sources) {
                return failure.exit();
            }
            if !asked.is_quiet() {
                ended.say(&answer.sentence(&asked));
            }
            if asked.stats {
                report::say(&statistics::of_interrupted(&last_look));
            }
        }
        let written = reasons::write_justification(&asked, answer, sources, Some(ended));
        written.map_or_else(|failure| failure.exit(), |()| answer.exit())
    };
    let watchdog = Watchdog::start(arguments.limits.into(), config.solver.interrupter.clone(), give_up)?;
    let mut loaded = load::load(&arguments.program, arguments.is_quiet())?;
    loaded.refuse_steps()?;
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    loaded.engine.keep_statements().map_err(without_statements)?;
    read_question(&mut loaded.engine, atom).map_err(|error| {
        if let groundplan_explain::Error::Engine(error) = error {
            report::engine_diagnostics(&error);
        }
        Failure::Usage(format!("`{atom}` {NO_QUESTION}"))
    })?;
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    watchdog.follow(pulse.clone());
    let progress_line = ProgressLine::start(arguments.is_quiet(), progress::describe(pulse));
    let found = answer(&mut loaded, arguments, atom, &known);
    drop(progress_line);
    found.map_err(|failure| watchdog.hand_over(failure))?;
    let _speaking = watchdog.speak();
    let known = lock(&known);
    let (answer, sources) = &*known;
    let printed = print(arguments, answer, sources);
    if printed.is_ok() && !arguments.is_quiet() {
        report::say(&answer.sentence(arguments));
        answer.advice(arguments).iter().for_each(|advice| report::say(advice));
    }
    if printed.is_ok() && arguments.stats {
        report::say(&statistics::lines(&loaded.engine.counts()));
    }
    // The reader of the output may be gone, but not that of the page.
    reasons::write_justification(arguments, answer, sources, None).and(printed)?;
    Ok(answer.exit())
}

/// The answer so far, shared with the watchdog, with the texts that it speaks of.
type Known = Mutex<(Answer, Sources)>;

fn lock(known: &Known) -> MutexGuard<'_, (Answer, Sources)> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Grounds the program, finds an answer set, explains the atom, and says what would change if it were otherwise.
fn answer(
    loaded: &mut Loaded,
    arguments: &ExplainArguments,
    atom: &str,
    known: &Known,
) -> Result<(), Failure> {
    let ungrounded = loaded.engine.ungrounded(&[Part::from("base")]).map_err(report::engine)?;
    loaded.ground(["base"])?;
    let unknown = loaded.engine.unknown_theories();
    if !arguments.is_quiet() {
        report::diagnostics(&unknown);
    }
    loaded.warn_of_assumptions(&arguments.assume);
    let keep = |answer: Answer, engine: &Engine| *lock(known) = (answer, engine.sources().clone());
    let Some((answer_set, is_optimal)) = answer_set(&mut loaded.engine, arguments)? else {
        keep(Answer::NoAnswerSet, &loaded.engine);
        return Ok(());
    };
    let detail = if arguments.instances { Detail::Full } else { Detail::Brief };
    match justify(&mut loaded.engine, &answer_set, atom, detail) {
        Ok(justification) => {
            let rows = arguments.html.as_ref().and_then(|_| shown_rows(&loaded.engine, &answer_set));
            let otherwise = otherwise(&mut loaded.engine, &justification).map_err(report::engine)?;
            let (contrast, others) = (None, Others::default());
            let justified = Justified { justification, is_optimal, contrast, rows, others };
            keep(Answer::Justified(Box::new(justified)), &loaded.engine);
            let is_ended = is_optimal == Some(false);
            let mut contrasts = Contrasts::of(&mut loaded.engine, Some(ungrounded));
            if let Some(otherwise) = otherwise.filter(|_| !is_ended) {
                let assumed = arguments.assume.iter().map(String::as_str);
                let wanted: Vec<&str> = assumed.chain([otherwise.as_str()]).collect();
                let found = contrasts.find(&answer_set, &wanted).map_err(report::engine)?;
                if let Answer::Justified(justified) = &mut lock(known).0 {
                    justified.contrast = Some((otherwise, found));
                }
            }
            if arguments.html.is_some() && !is_ended {
                let others = Others::of(&mut contrasts, &answer_set, arguments).map_err(report::engine)?;
                if let Answer::Justified(justified) = &mut lock(known).0 {
                    justified.others = others;
                }
            }
            Ok(())
        }
        Err(groundplan_explain::Error::Engine(Error::Interrupted)) => Ok(()),
        Err(groundplan_explain::Error::Engine(error)) => Err(report::engine(error)),
        Err(error) => Err(Failure::Internal(error.to_string())),
    }
}

/// The shown part of the answer set; `None` if it does not fit on a page.
fn shown_rows(engine: &Engine, answer_set: &AnswerSet) -> Option<Vec<AnswerRow>> {
    let model = engine.model(answer_set).expect("this engine has found it");
    rows(&FoundAnswer::Model(model), None, MOST_CHARACTERS)
}

/// The first answer set; the best one if the program has an objective, and whether it is proven to be.
fn answer_set(
    engine: &mut Engine,
    arguments: &ExplainArguments,
) -> Result<Option<(AnswerSet, Option<bool>)>, Failure> {
    let has_objective = engine.has_objective();
    let mut query = engine.query();
    for text in &arguments.assume {
        query = query.assume_text(text).map_err(|error| {
            report::engine_diagnostics(&error);
            Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
        })?;
    }
    if has_objective {
        let optimum = query.optimum().map_err(report::engine)?;
        let (found, is_proven) = (optimum.model.map(Model::into_answer_set), optimum.proven);
        // The best answer set so far can be explained after a limit or an interrupt, which takes no time.
        if found.is_some() && !is_proven {
            engine.interrupter().clear();
        }
        return Ok(found.map(|answer_set| (answer_set, Some(is_proven))));
    }
    let model = query.first().map_err(report::engine)?;
    Ok(model.map(|model| (model.into_answer_set(), None)))
}

impl Answer {
    fn exit(&self) -> Exit {
        match self {
            Answer::Justified(..) => Exit::Success,
            Answer::NoAnswerSet => Exit::None,
            Answer::Unknown => Exit::Unknown,
        }
    }

    fn result(&self) -> &'static str {
        match self {
            Answer::Justified(..) => "SATISFIABLE",
            Answer::NoAnswerSet => "UNSATISFIABLE",
            Answer::Unknown => "UNKNOWN",
        }
    }

    /// Whether the atom is true, in words; without an answer set the result.
    pub fn verdict(&self) -> String {
        match self {
            Answer::Justified(justified) => {
                let Justification { atom, verdict } = &justified.justification;
                format!("{atom} is {}", matches!(verdict, Verdict::True(_)))
            }
            Answer::NoAnswerSet | Answer::Unknown => self.result().to_owned(),
        }
    }

    /// The subject of the answer, in words.
    pub fn sentence(&self, arguments: &ExplainArguments) -> String {
        let under = if arguments.assume.is_empty() { "" } else { " under these assumptions" };
        match self {
            Answer::Justified(justified) => answer_set_sentence(justified.is_optimal, under),
            Answer::NoAnswerSet => format!(
                "there is no answer set{under}, so no atom is true in one: `groundplan explain` without `--why` says why"
            ),
            Answer::Unknown => "the atom is not explained".to_owned(),
        }
    }

    /// Names the command that says whether the atom can be true, if it is false only because this answer set has other atoms.
    fn advice(&self, arguments: &ExplainArguments) -> Option<String> {
        let Answer::Justified(justified) = self else { return None };
        if justified.contrast.as_ref().is_some_and(|(_, contrast)| !matches!(contrast, Contrast::Unknown)) {
            return None;
        }
        let program = super::command_line(&arguments.program, &arguments.assume);
        let atom = &justified.justification.atom;
        is_open(&justified.justification).then(|| {
            format!("`groundplan explain {program} --assume '{atom}'` says whether it can be true in another")
        })
    }
}

/// Whether the atom is false only because this answer set has other atoms: the body of one of its rules holds.
fn is_open(justification: &Justification) -> bool {
    match &justification.verdict {
        Verdict::False(FalseAtom { rules, .. }) => {
            rules.iter().any(|rule| matches!(rule.failure.end, FailureEnd::Head(_)))
        }
        Verdict::True(_) => false,
    }
}

fn print(arguments: &ExplainArguments, answer: &Answer, sources: &Sources) -> Result<(), Failure> {
    let places = Places::of(sources);
    match (arguments.format, answer) {
        (Format::Json, _) => output::print(&escape::json(&object(arguments, answer, &places))),
        (Format::Text, Answer::Justified(justified)) => output::print_by(|out| {
            let out = &mut Escaping(out);
            write_tree(out, &justified.justification, &places, "--instances")?;
            match &justified.contrast {
                Some((asked, contrast)) => write_contrast(out, asked, contrast, &places),
                None => Ok(()),
            }
        }),
        (Format::Text, _) => output::show(&format!("{}\n", answer.result())),
    }
}

/// The result as JSON.
fn object(arguments: &ExplainArguments, answer: &Answer, places: &Places) -> Value {
    let mut object = json!({
        "schema_version": 1,
        "command": "explain",
        "files": arguments.program.files,
        "result": answer.result(),
        "why": arguments.why,
    });
    let Answer::Justified(justified) = answer else { return object };
    object["why"] = json!(justified.justification.atom);
    object["optimal"] = json!(justified.is_optimal);
    if let Some((asked, contrast)) = &justified.contrast {
        object["contrast"] = contrast_object(asked, contrast, places);
    }
    if let Value::Object(verdict) = verdict(&justified.justification.verdict, places) {
        object.as_object_mut().expect("it is one").extend(verdict);
    }
    object
}
