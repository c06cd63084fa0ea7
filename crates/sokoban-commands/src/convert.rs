//! `groundplan convert`: converts between levels, facts and the formats of competitions.

use groundplan_sokoban::competition::Format;
use groundplan_sokoban::level::{Collection, Level};
use groundplan_sokoban::{Instance, Layout};
use groundplan_terminal::escape::printable;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::input::InputText;
use groundplan_terminal::{file, output, report};

use crate::arguments::ConvertArguments;
use crate::instance::{self, Content, Source};
use crate::messages;
use crate::selection::InputKind;

/// Runs the command.
///
/// # Errors
///
/// When the options do not fit the input, a level is invalid, or facts cannot be drawn as a map.
pub fn run(arguments: &ConvertArguments) -> Result<Exit, Failure> {
    let Some(to) = arguments.to else {
        return Err(Failure::Usage(
            "say what to convert to: `--to facts`, `xsb`, `slc`, `asp13` or `pddl`".to_owned(),
        ));
    };
    match (instance::content(&arguments.instance, &arguments.levels)?, to) {
        (Content::Levels(InputText { name, .. }, collection), _) => {
            let whole = collection.without_levels();
            let levels = instance::choose(&name, collection, &arguments.levels)?;
            let several = arguments.levels.are_several();
            // The whole collection, even if it has only one level.
            let is_whole = several || arguments.levels.level.is_none();
            match (to, several) {
                (InputKind::Slc, _) => deliver(arguments, &Collection { levels, ..whole }.slc())?,
                (InputKind::Xsb, _) if is_whole => {
                    deliver(arguments, &Collection { levels, ..whole }.xsb())?;
                }
                (InputKind::Xsb, _) => {
                    for level in &levels {
                        deliver(arguments, &level.xsb())?;
                    }
                }
                (_, true) => each(arguments, &name, &levels, to)?,
                (_, false) => {
                    for level in levels {
                        deliver(arguments, &level_as(&name, level, to)?)?;
                    }
                }
            }
        }
        (Content::Facts(text), InputKind::Facts) => deliver(arguments, &text.text)?,
        (Content::Facts(text), _) => one(arguments, &Source::of_facts(text), to)?,
        (Content::Competition(given), _) => {
            let is_same = match given.competition.format {
                Format::Asp13 => to == InputKind::Asp13,
                Format::Pddl => to == InputKind::Pddl,
            };
            match is_same {
                true => deliver(arguments, &given.text.text)?,
                false => one(arguments, &Source::of_competition(given), to)?,
            }
        }
    }
    Ok(Exit::Success)
}

/// Converts the only instance of a file.
fn one(arguments: &ConvertArguments, source: &Source, to: InputKind) -> Result<(), Failure> {
    let instance = instance::read(source, arguments.quiet)?;
    if !instance.steps.is_empty() && !arguments.quiet {
        report::note(match to {
            InputKind::Asp13 => "the steps of the instance are left out: they count actions, and there moves",
            _ => "the steps of the instance are left out: a level has none",
        });
    }
    if source.moves().is_some() && to != InputKind::Asp13 && !arguments.quiet {
        report::note("the steps of the instance are left out: they count moves");
    }
    let text = match to {
        InputKind::Facts => source.text.text.clone(),
        InputKind::Xsb => map(source, &instance)?,
        InputKind::Slc => {
            let map = map(source, &instance)?;
            let collection = Collection::read(&map).map_err(|error| Failure::Input(error.to_string()))?;
            collection.slc()
        }
        InputKind::Asp13 => competition(source, &instance, Format::Asp13)?,
        InputKind::Pddl => competition(source, &instance, Format::Pddl)?,
        InputKind::Ssx | InputKind::Letslogic => {
            return Err(Failure::Internal("this format is only read".to_owned()))
        }
    };
    deliver(arguments, &text)
}

/// Returns an instance in the format of a competition.
fn competition(source: &Source, instance: &Instance, format: Format) -> Result<String, Failure> {
    let given = source.given.as_ref().map(|given| &given.competition);
    format.write(instance, given).map_err(|error| {
        report::refuse(
            &format!("`{}` cannot be written in this format: {error}", source.text.name),
            "all else works on such an instance",
        )
    })
}

/// Writes each level to its own file: `001.lp` or `001.pddl`, and so on.
fn each(arguments: &ConvertArguments, name: &str, levels: &[Level], to: InputKind) -> Result<(), Failure> {
    let Some(folder) = &arguments.output else {
        return Err(Failure::Usage(
            "the facts of several levels are not one instance: name a folder for their files with `--output`"
                .to_owned(),
        ));
    };
    // Convert all levels first, so that an invalid one leaves no incomplete folder.
    let texts: Vec<String> =
        levels.iter().map(|level| level_as(name, level.clone(), to)).collect::<Result<_, _>>()?;
    let ending = if to == InputKind::Pddl { "pddl" } else { "lp" };
    std::fs::create_dir_all(folder).map_err(|error| {
        report::unwritable(&format!("cannot make the folder `{}`: {error}", folder.display()), "name another")
    })?;
    for (level, text) in levels.iter().zip(&texts) {
        file::write(&folder.join(format!("{:03}.{ending}", level.number)), text)?;
    }
    Ok(())
}

/// Returns a level as facts or in the format of a competition, with title and author in comments.
fn level_as(name: &str, level: Level, to: InputKind) -> Result<String, Failure> {
    let comment = if to == InputKind::Pddl { ";" } else { "%" };
    let mut text = String::new();
    if let Some(title) = &level.title {
        text.push_str(&format!("{comment} {}\n", printable(title)));
    }
    if let Some(author) = &level.author {
        text.push_str(&format!("{comment} by {}\n", printable(author)));
    }
    let source = instance::of_level(name, level, false)?;
    let format = match to {
        InputKind::Asp13 => Format::Asp13,
        InputKind::Pddl => Format::Pddl,
        _ => return Ok(text + &source.text.text),
    };
    Ok(text + &competition(&source, &instance::read(&source, true)?, format)?)
}

/// Returns an instance as a map.
fn map(source: &Source, instance: &Instance) -> Result<String, Failure> {
    let layout = Layout::of(instance).map_err(|error| messages::undrawable(&source.text.name, &error))?;
    Ok(layout.map(instance, &instance.boxes, instance.sokoban))
}

fn deliver(arguments: &ConvertArguments, text: &str) -> Result<(), Failure> {
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => file::write(path, text),
        _ => output::copy(text),
    }
}
