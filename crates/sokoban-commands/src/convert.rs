//! `groundplan convert`: converts between levels, facts and the formats of competitions, and draws images.

use std::sync::Arc;

use groundplan_sokoban::competition::Format;
use groundplan_sokoban::level::{Collection, Level};
use groundplan_sokoban::{svg, Instance, Layout};
use groundplan_terminal::escape::printable;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::input::InputText;
use groundplan_terminal::{file, output, report};

use crate::arguments::ConvertArguments;
use crate::instance::{self, Content, Source};
use crate::selection::OutputKind;
use crate::{messages, picture, plan, position};

/// Runs the command.
///
/// # Errors
///
/// When the options do not fit the input, a level is invalid, or facts cannot be drawn as a map.
pub fn run(arguments: &ConvertArguments) -> Result<Exit, Failure> {
    let Some(to) = arguments.to else {
        return Err(Failure::Usage(
            "say what to convert to: `--to facts`, `xsb`, `slc`, `asp13`, `pddl`, `svg` or `png`".to_owned(),
        ));
    };
    let is_image = matches!(to, OutputKind::Svg | OutputKind::Png);
    if arguments.after.is_some() && !is_image && to != OutputKind::Xsb {
        return Err(Failure::Usage(
            "`--after` shows a configuration: ask for an image or a map with `--to svg`, `png` or `xsb`"
                .to_owned(),
        ));
    }
    if is_image || arguments.after.is_some() {
        return configurations(arguments, to);
    }
    match (instance::content(&arguments.instance, &arguments.levels)?, to) {
        (Content::Levels(InputText { name, .. }, collection), _) => {
            let whole = collection.without_levels();
            let levels = instance::choose(&name, collection, &arguments.levels)?;
            let several = arguments.levels.are_several();
            // The whole collection, even if it has only one level.
            let is_whole = several || arguments.levels.level.is_none();
            match (to, several) {
                (OutputKind::Slc, _) => deliver(arguments, Collection { levels, ..whole }.slc().as_bytes())?,
                (OutputKind::Xsb, _) if is_whole => {
                    deliver(arguments, Collection { levels, ..whole }.xsb().as_bytes())?;
                }
                (OutputKind::Xsb, _) => {
                    for level in &levels {
                        deliver(arguments, level.xsb().as_bytes())?;
                    }
                }
                (_, true) => {
                    let ending = if to == OutputKind::Pddl { "pddl" } else { "lp" };
                    // Convert all levels first, so that an invalid one leaves no incomplete folder.
                    let text = |level: Level| Ok((level.number, level_as(&name, level, to)?.into_bytes()));
                    let texts: Vec<_> = levels.into_iter().map(text).collect::<Result<_, Failure>>()?;
                    each(arguments, "facts", ending, &texts)?;
                }
                (_, false) => {
                    for level in levels {
                        deliver(arguments, level_as(&name, level, to)?.as_bytes())?;
                    }
                }
            }
        }
        (Content::Facts(text), OutputKind::Facts) => deliver(arguments, text.text.as_bytes())?,
        (Content::Facts(text), _) => one(arguments, &Source::of_facts(text), to)?,
        (Content::Competition(given), _) => {
            let is_same = match given.competition.format {
                Format::Asp13 => to == OutputKind::Asp13,
                Format::Pddl => to == OutputKind::Pddl,
            };
            match is_same {
                true => deliver(arguments, given.text.text.as_bytes())?,
                false => one(arguments, &Source::of_competition(given), to)?,
            }
        }
    }
    Ok(Exit::Success)
}

/// Converts the only instance of a file.
fn one(arguments: &ConvertArguments, source: &Source, to: OutputKind) -> Result<(), Failure> {
    let instance = instance::read(source, arguments.quiet)?;
    if !instance.steps.is_empty() && !arguments.quiet {
        report::note(match to {
            OutputKind::Asp13 => {
                "the steps of the instance are left out: they count actions, and there moves"
            }
            _ => "the steps of the instance are left out: a level has none",
        });
    }
    if source.moves().is_some() && to != OutputKind::Asp13 && !arguments.quiet {
        report::note("the steps of the instance are left out: they count moves");
    }
    let text = match to {
        OutputKind::Facts => source.text.text.clone(),
        OutputKind::Xsb => map(source, &instance)?,
        OutputKind::Slc => {
            let map = map(source, &instance)?;
            let collection = Collection::read(&map).map_err(|error| Failure::Input(error.to_string()))?;
            collection.slc()
        }
        OutputKind::Asp13 => competition(source, &instance, Format::Asp13)?,
        OutputKind::Pddl => competition(source, &instance, Format::Pddl)?,
        OutputKind::Svg | OutputKind::Png => unreachable!("images are made by `configurations`"),
    };
    deliver(arguments, text.as_bytes())
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

/// Converts the starts of the selected levels, or configurations of their plans, to images or maps.
fn configurations(arguments: &ConvertArguments, to: OutputKind) -> Result<Exit, Failure> {
    let plan = arguments.plan.as_deref();
    plan::refuse_two_standard_inputs(&arguments.instance, plan)?;
    let sources = instance::sources(&arguments.instance, &arguments.levels)?;
    plan::refuse_for_several(sources.len(), plan)?;
    let mut converted = Vec::new();
    for source in &sources {
        let instance = Arc::new(instance::read(source, arguments.quiet)?);
        let layout = layout(source, &instance)?;
        let Some(board) = position::board(source, &instance, plan, arguments.after)? else {
            return Ok(Exit::None);
        };
        let image = || svg(&instance, &layout, &board);
        let content = match to {
            OutputKind::Svg => image().into_bytes(),
            OutputKind::Png => picture::png(&image())?,
            _ => layout.map(&instance, &board.boxes, board.sokoban).into_bytes(),
        };
        converted.push((source.number().unwrap_or(1), content));
    }
    match to {
        OutputKind::Svg if arguments.levels.are_several() => each(arguments, "images", "svg", &converted)?,
        OutputKind::Png if arguments.levels.are_several() => each(arguments, "images", "png", &converted)?,
        _ => deliver(
            arguments,
            &converted.into_iter().map(|(_, content)| content).collect::<Vec<_>>().join(&b'\n'),
        )?,
    }
    Ok(Exit::Success)
}

/// Writes the content of each level to its own file, named by its number: `001.lp`, and so on.
fn each(
    arguments: &ConvertArguments,
    what: &str,
    ending: &str,
    contents: &[(usize, Vec<u8>)],
) -> Result<(), Failure> {
    let Some(folder) = &arguments.output else {
        return Err(Failure::Usage(format!(
            "the {what} of several levels are not one file: name a folder for their files with `--output`"
        )));
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        report::unwritable(&format!("cannot make the folder `{}`: {error}", folder.display()), "name another")
    })?;
    contents.iter().try_for_each(|(number, content)| {
        file::write_bytes(&folder.join(format!("{number:03}.{ending}")), content)
    })
}

/// Returns a level as facts or in the format of a competition, with title and author in comments.
fn level_as(name: &str, level: Level, to: OutputKind) -> Result<String, Failure> {
    let comment = if to == OutputKind::Pddl { ";" } else { "%" };
    let mut text = String::new();
    if let Some(title) = &level.title {
        text.push_str(&format!("{comment} {}\n", printable(title)));
    }
    if let Some(author) = &level.author {
        text.push_str(&format!("{comment} by {}\n", printable(author)));
    }
    let source = instance::of_level(name, level, false)?;
    let format = match to {
        OutputKind::Asp13 => Format::Asp13,
        OutputKind::Pddl => Format::Pddl,
        _ => return Ok(text + &source.text.text),
    };
    Ok(text + &competition(&source, &instance::read(&source, true)?, format)?)
}

/// Returns an instance as a map.
fn map(source: &Source, instance: &Instance) -> Result<String, Failure> {
    Ok(layout(source, instance)?.map(instance, &instance.boxes, instance.sokoban))
}

fn layout(source: &Source, instance: &Instance) -> Result<Layout, Failure> {
    Layout::of(instance).map_err(|error| messages::undrawable(&source.text.name, &error))
}

/// Writes a text, or the bytes of an image.
fn deliver(arguments: &ConvertArguments, content: &[u8]) -> Result<(), Failure> {
    match (&arguments.output, std::str::from_utf8(content)) {
        (Some(path), _) if path.as_os_str() != "-" => file::write_bytes(path, content),
        (_, Ok(text)) => output::copy(text),
        (_, Err(_)) => output::print_bytes(content),
    }
}
