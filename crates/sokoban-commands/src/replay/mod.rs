//! `groundplan replay`: shows a plan in the terminal, as text, or as a page.

mod animation;
mod player;

use std::io::IsTerminal;
use std::sync::Arc;

use groundplan_check::{Plan, Rules, Verdict};
use groundplan_sokoban::{Instance, Layout, Trace};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{input, output, report};

use animation::Animation;

use crate::arguments::ReplayArguments;
use crate::instance::{self, Source};
use crate::plan::{counted, judge, Played};
use crate::{check as check_command, messages, page};

/// Runs the command.
///
/// # Errors
///
/// When instance or plan cannot be read or drawn.
pub fn run(arguments: &ReplayArguments) -> Result<Exit, Failure> {
    if arguments.instance == "-" && arguments.plan.as_deref() == Some("-") {
        return Err(Failure::Usage("instance and plan cannot both come from standard input".to_owned()));
    }
    let sources = instance::sources(&arguments.instance, &arguments.levels)?;
    if sources.len() > 1 && arguments.plan.is_some() {
        return Err(Failure::Usage("a plan belongs to one level: name it with `--level N`".to_owned()));
    }
    let mut on_page = Vec::new();
    for source in &sources {
        let instance = Arc::new(instance::read(source, arguments.quiet)?);
        let layout =
            Layout::of(&instance).map_err(|error| messages::undrawable(&source.text.name, &error))?;
        let played = match &arguments.plan {
            None => Played { instance, trace: Trace::default(), texts: Vec::new() },
            Some(plan) => match played(source, instance, plan)? {
                Some(played) => played,
                None => return Ok(Exit::None),
            },
        };
        let summary = match (&arguments.plan, played.instance.boxes.len(), played.instance.storages.len()) {
            (Some(_), ..) => format!("{}; {}", counted(played.trace.actions.len()), played.counted()),
            (None, boxes, storages) => format!(
                "{}, {}, {}",
                quantity(played.instance.locations().len(), "location", "locations"),
                quantity(boxes, "box", "boxes"),
                quantity(storages, "storage location", "storage locations")
            ),
        };
        if arguments.html.is_some() {
            on_page.push((source, played, summary));
            continue;
        }
        let animation = Animation::of(&source.title(), &summary, &played, &layout);
        if std::io::stdout().is_terminal() && sources.len() == 1 && !animation.is_still() {
            player::play(&animation)?;
        } else {
            output::print(&animation.frames())?;
        }
    }
    if let Some(path) = &arguments.html {
        page::write_levels(path, &on_page, arguments.plan.is_some())?;
        if !arguments.quiet {
            report::say(&format!("the page is in {}", path.display()));
        }
    }
    Ok(Exit::Success)
}

/// Plays a plan from a file; returns `None` if it breaks a rule, which has been printed.
fn played(source: &Source, instance: Arc<Instance>, plan: &str) -> Result<Option<Played>, Failure> {
    let text = input::read(plan)?;
    let rules = Rules { any_length: true, ..Rules::default() };
    if let Some(given) = source.given.as_ref().filter(|given| given.is_plan(&text.text)) {
        let played = given.play(instance, &text, &rules)?;
        return Ok(played.map_err(|violation| check_command::broken(&violation, &text)).ok());
    }
    let plan = Plan::parse(&text.text).map_err(|error| messages::unreadable(&text, &error))?;
    let checked = groundplan_check::Instance::parse(&source.text.text)
        .map_err(|error| messages::unreadable(&source.text, &error))?;
    let plan = plan.told_apart(&checked);
    let (verdict, rules) = judge(&checked, &plan, rules);
    if let Verdict::Invalid(violation) = verdict {
        check_command::broken(&violation, &text);
        return Ok(None);
    }
    Played::read(instance, &checked, &plan, &rules).map(Some)
}
