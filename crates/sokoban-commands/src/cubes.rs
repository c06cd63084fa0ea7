//! Splits the question for a plan of a given length, by the actions in the middle of the plan.

use groundplan_sokoban::{choices, EngineName, Wanted};
use groundplan_terminal::certificate::prepare;
use groundplan_terminal::cubes::{give_up, SplitQuestion};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::watchdog::Watchdog;
use serde_json::json;

use crate::arguments::DecideArguments;
use crate::certify::PlanQuestion;
use crate::instance;

/// Splits the question into at most `count` cubes, and prints them.
///
/// # Errors
///
/// When the instance, the encoding or the cube cannot be used.
pub fn run(arguments: &DecideArguments, actions: Option<usize>, count: u32) -> Result<Exit, Failure> {
    let options = &arguments.engine;
    let config = options.solver.config().map_err(Failure::Usage)?;
    if let Some(output) = &arguments.certify {
        prepare(output)?;
    }
    let interrupter = config.solver.interrupter.clone();
    let limits = options.limits(EngineName::Ground);
    let watchdog = Watchdog::start(limits, interrupter.clone(), give_up(options.quiet))?;
    let source = instance::source(&arguments.instance, &arguments.levels)?;
    let instance = instance::read(&source, options.quiet)?;
    let wanted = Wanted::Exactly { actions, no_noop: arguments.no_noop };
    let question = options.question(EngineName::Ground, wanted, config)?;
    let asked = PlanQuestion {
        source: &source,
        instance: &instance,
        question: &question,
        actions,
        no_noop: arguments.no_noop,
    };
    let grounded = match asked.ground() {
        Err(Failure::Halted(growing)) => watchdog.halted(growing),
        grounded => grounded?,
    };
    let (inquiry, engine) = (grounded.inquiry(), grounded.engine);
    let mut head = json!({
        "command": "decide",
        "instance": arguments.instance,
        "level": null,
        "title": null,
        "actions": wanted.actions(&instance),
        "no_noop": arguments.no_noop,
    });
    source.add_level(&mut head);
    let splitting = SplitQuestion {
        choices: choices(engine.ground_program(), &instance, &question, actions),
        engine,
        inquiry,
        cube: arguments.cubes.cube.as_ref(),
        count,
        certify: arguments.certify.as_deref(),
        quiet: options.quiet,
    };
    splitting.run(head, &interrupter, &watchdog)
}
