//! `groundplan replay`: shows a plan in the terminal, as text, or as a page.

mod animation;
mod player;

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use groundplan_check::{Plan, Rules, Verdict};
use groundplan_sokoban::level::Collection;
use groundplan_sokoban::{Instance, Layout, Trace};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{input, output, progress, report};

use animation::Animation;

use crate::arguments::ReplayArguments;
use crate::instance::{self, Content, Source};
use crate::page::LevelsPage;
use crate::plan::{self, counted, judge, Played};
use crate::{check as check_command, messages};

/// Runs the command.
///
/// # Errors
///
/// When instance or plan cannot be read or drawn.
pub fn run(arguments: &ReplayArguments) -> Result<Exit, Failure> {
    plan::refuse_two_standard_inputs(&arguments.instance, arguments.plan.as_deref())?;
    let content = instance::content(&arguments.instance, &arguments.levels)?;
    match (content, &arguments.html) {
        (Content::Levels(text, collection), Some(path)) if arguments.levels.are_several() => {
            levels_page(arguments, path, &text.name, collection)
        }
        (content, _) => one_by_one(arguments, &instance::sources_of(content, &arguments.levels)?),
    }
}

/// Shows the instances in the terminal or as text, or writes the page of a single one.
fn one_by_one(arguments: &ReplayArguments, sources: &[Source]) -> Result<Exit, Failure> {
    plan::refuse_for_several(sources.len(), arguments.plan.as_deref())?;
    for source in sources {
        let Some((played, summary)) = read(arguments, source)? else { return Ok(Exit::None) };
        if let Some(path) = &arguments.html {
            let mut page = LevelsPage::begin(path, 1, arguments.plan.is_some())?;
            page.add(source, &played, &summary)?;
            page.write()?;
            say_written(arguments, path, 0);
            continue;
        }
        let layout =
            Layout::of(&played.instance).map_err(|error| messages::undrawable(&source.text.name, &error))?;
        let animation = Animation::of(&source.title(), &summary, &played, &layout);
        if std::io::stdout().is_terminal() && sources.len() == 1 && !animation.is_still() {
            player::play(&animation)?;
        } else {
            output::print(&animation.frames())?;
        }
    }
    Ok(Exit::Success)
}

/// Writes one page of several levels. Levels that are invalid are named on it. An interrupt ends the reading of levels,
/// and the page has those read so far.
fn levels_page(
    arguments: &ReplayArguments,
    path: &Path,
    name: &str,
    collection: Collection,
) -> Result<Exit, Failure> {
    let one_of_many = collection.levels.len() > 1;
    let levels = instance::choose(name, collection, &arguments.levels)?;
    plan::refuse_for_several(levels.len(), arguments.plan.as_deref())?;
    let mut page = LevelsPage::begin(path, levels.len(), arguments.plan.is_some())?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let interrupt = Arc::clone(&interrupted);
    ctrlc::set_handler(move || interrupt.store(true, Ordering::SeqCst)).map_err(anyhow::Error::from)?;
    let line = progress::start(arguments.quiet);
    let (mut exit, mut left_out) = (Exit::Success, 0);
    for (index, level) in levels.iter().enumerate() {
        if interrupted.load(Ordering::SeqCst) {
            page.leave_out(level, "not shown: interrupted before");
            (exit, left_out) = (Exit::Unknown, left_out + 1);
            continue;
        }
        if let Some(line) = &line {
            line.set_message(format!("level {} of {}", index + 1, levels.len()));
        }
        match level.facts() {
            Ok(_) => {
                let source = instance::of_level(name, level.clone(), one_of_many)?;
                let Some((played, summary)) = read(arguments, &source)? else { return Ok(Exit::None) };
                page.add(&source, &played, &summary)?;
            }
            Err(error) => {
                exit = messages::level(name, level, &error).exit();
                page.leave_out(level, &error.to_string());
            }
        }
    }
    progress::clear();
    page.write()?;
    say_written(arguments, path, left_out);
    Ok(exit)
}

/// Says where the page is, unless this is not to be said.
fn say_written(arguments: &ReplayArguments, path: &Path, left_out: usize) {
    if arguments.quiet {
        return;
    }
    let without = match left_out {
        0 => String::new(),
        _ => format!("; interrupted, so that it is without {}", quantity(left_out, "level", "levels")),
    };
    report::say(&format!("the page is in {}{without}", path.display()));
}

/// Reads an instance and plays the plan, if one is named. Returns what is to be shown, with a summary; `None` if the plan
/// breaks a rule, which has been printed.
fn read(arguments: &ReplayArguments, source: &Source) -> Result<Option<(Played, String)>, Failure> {
    let instance = Arc::new(instance::read(source, arguments.quiet)?);
    let Some(plan) = &arguments.plan else {
        let summary = format!(
            "{}, {}, {}",
            quantity(instance.locations().len(), "location", "locations"),
            quantity(instance.boxes.len(), "box", "boxes"),
            quantity(instance.storages.len(), "storage location", "storage locations")
        );
        return Ok(Some((Played { instance, trace: Trace::default(), texts: Vec::new() }, summary)));
    };
    let Some(played) = played(source, instance, plan)? else { return Ok(None) };
    let summary = format!("{}; {}", counted(played.trace.actions.len()), played.counted());
    Ok(Some((played, summary)))
}

/// Plays a plan from a file; returns `None` if it breaks a rule, which has been printed.
///
/// # Errors
///
/// When the plan cannot be read.
pub fn played(source: &Source, instance: Arc<Instance>, plan: &str) -> Result<Option<Played>, Failure> {
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
