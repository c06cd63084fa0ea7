//! `groundplan explain --why ATOM`: why an atom is true or false in an answer set.

mod json;
mod places;
mod tree;

use std::sync::Arc;

use groundplan::diagnostic::Sources;
use groundplan::{AnswerSet, Detail, Engine, Error, Justification};
use groundplan_frontend::print::statistics::{self, LookedOn};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::{output, report};

use super::arguments::ExplainArguments;
use super::explain::without_statements;
use super::load::{self, Loaded};
use crate::progress::{self, ProgressLine};
use crate::watchdog::{Cause as Ending, EarlyEnd, Watchdog};
use places::Places;

/// The answer to the question.
enum Answer {
    /// There is an answer set; whether it is optimal, if the program has an objective.
    Justified(Justification, Option<bool>),
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
    let looked_on = LookedOn::default();
    let (asked, last_look) = (arguments.clone(), Arc::clone(&looked_on));
    let give_up = move |ended: &EarlyEnd| {
        if ended.cause != Ending::Closed {
            let sources = Sources::new();
            if let Err(failure) = print(&asked, &Answer::Unknown, &sources) {
                return failure.exit();
            }
            if !asked.is_quiet() {
                ended.say("the atom is not explained");
            }
            if asked.stats {
                report::say(&statistics::of_interrupted(&last_look));
            }
        }
        Exit::Unknown
    };
    let watchdog = Watchdog::start(arguments.limits.into(), config.solver.interrupter.clone(), give_up)?;
    let mut loaded = load::load(&arguments.program, arguments.is_quiet())?;
    loaded.refuse_steps()?;
    loaded.engine.configure(config).map_err(report::engine)?;
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    loaded.engine.keep_statements().map_err(without_statements)?;
    loaded.engine.find_atom(atom).map_err(|error| {
        report::engine(error);
        Failure::Usage(format!("`{atom}` is no ground atom to explain, as in `p(1)` or `-p(1)`"))
    })?;
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    watchdog.follow(pulse.clone());
    let progress_line = ProgressLine::start(arguments.is_quiet(), progress::describe(pulse));
    let answer = answer(&mut loaded, arguments, atom);
    drop(progress_line);
    let answer = answer.map_err(|failure| watchdog.hand_over(failure))?;
    let _speaking = watchdog.speak();
    print(arguments, &answer, loaded.engine.sources())?;
    if !arguments.is_quiet() {
        answer.sentences(arguments).iter().for_each(|sentence| report::say(sentence));
    }
    if arguments.stats {
        report::say(&statistics::lines(&loaded.engine.counts()));
    }
    Ok(answer.exit())
}

/// Grounds the program, finds an answer set and explains the atom.
fn answer(loaded: &mut Loaded, arguments: &ExplainArguments, atom: &str) -> Result<Answer, Failure> {
    loaded.ground(["base"])?;
    let unknown = loaded.engine.unknown_theories();
    if !arguments.is_quiet() {
        report::diagnostics(&unknown);
    }
    loaded.warn_of_assumptions(&arguments.assume);
    let Some((answer_set, is_optimal)) = answer_set(&mut loaded.engine, arguments)? else {
        return Ok(Answer::NoAnswerSet);
    };
    let detail = if arguments.instances { Detail::Full } else { Detail::Brief };
    match loaded.engine.justify(&answer_set, atom, detail) {
        Ok(justification) => Ok(Answer::Justified(justification, is_optimal)),
        Err(Error::Interrupted) => Ok(Answer::Unknown),
        Err(error) => Err(report::engine(error)),
    }
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
            report::engine(error);
            Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
        })?;
    }
    if has_objective {
        let optimum = query.optimum().map_err(report::engine)?;
        return Ok(optimum.model.map(|model| (model.into_answer_set(), Some(optimum.proven))));
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

    /// The subject of the answer, in words.
    fn sentences(&self, arguments: &ExplainArguments) -> Vec<String> {
        let under = if arguments.assume.is_empty() { "" } else { " under these assumptions" };
        let sentence = match self {
            Answer::Justified(_, Some(true)) => format!("in an optimal answer set{under}"),
            Answer::Justified(_, Some(false)) => {
                format!("in the best answer set found{under}, which is not proven to be optimal")
            }
            Answer::Justified(_, None) => format!("in the first answer set found{under}"),
            Answer::NoAnswerSet => format!(
                "there is no answer set{under}, so no atom is true in one: `groundplan explain` without `--why` says why"
            ),
            Answer::Unknown => "the atom is not explained".to_owned(),
        };
        vec![sentence]
    }
}

fn print(arguments: &ExplainArguments, answer: &Answer, sources: &Sources) -> Result<(), Failure> {
    let places = Places::of(sources);
    match (arguments.format, answer) {
        (Format::Json, _) => output::print(&format!("{}\n", json::object(arguments, answer, &places))),
        (Format::Text, Answer::Justified(justification, _)) => {
            output::print_by(|out| tree::write(out, justification, &places))
        }
        (Format::Text, _) => output::print(&format!("{}\n", answer.result())),
    }
}
