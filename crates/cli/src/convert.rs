//! `groundplan convert`: between levels and facts.

use groundplan_sokoban::level::{Collection, Level};
use groundplan_sokoban::Layout;

use crate::arguments::ConvertArguments;
use crate::exit::{Exit, Failure};
use crate::instance::{self, Content, Source};
use crate::options::InputKind;
use crate::selection::Selection;
use crate::{file, input::Text, output, report};

/// Runs the command.
///
/// # Errors
///
/// When there is nothing to convert, a level is none, or facts cannot be drawn.
pub fn run(arguments: &ConvertArguments) -> Result<Exit, Failure> {
    let Some(to) = arguments.to else {
        return Err(Failure::Usage(
            "say what to convert to: `--to facts`, `--to xsb` or `--to slc`".to_owned(),
        ));
    };
    match (instance::content(&arguments.instance, &arguments.levels)?, to) {
        (Content::Levels(Text { name, .. }, collection), _) => {
            let whole = collection.without_levels();
            let levels = instance::choose(&name, collection, &arguments.levels)?;
            let several = arguments.levels.level.as_ref().is_some_and(Selection::is_several);
            // All of the collection, even if it has but one level.
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
                (InputKind::Facts, true) => each(arguments, &name, &levels)?,
                (InputKind::Facts, false) => {
                    for level in &levels {
                        deliver(arguments, &facts(&name, level)?)?;
                    }
                }
            }
        }
        (Content::Facts(text), InputKind::Facts) => deliver(arguments, &text.text)?,
        (Content::Facts(text), InputKind::Xsb) => deliver(arguments, &map(text, arguments.quiet)?)?,
        (Content::Facts(text), InputKind::Slc) => {
            let map = map(text, arguments.quiet)?;
            let collection = Collection::read(&map).map_err(|error| Failure::Input(error.to_string()))?;
            deliver(arguments, &collection.slc())?;
        }
    }
    Ok(Exit::Success)
}

/// Writes each level to a file of its own, `001.lp` and on.
fn each(arguments: &ConvertArguments, name: &str, levels: &[Level]) -> Result<(), Failure> {
    let Some(folder) = &arguments.output else {
        return Err(Failure::Usage(
            "the facts of several levels are not one instance: name a folder for their files with `--output`"
                .to_owned(),
        ));
    };
    // All of them first: a level that is none leaves no half of a folder.
    let texts: Vec<String> = levels.iter().map(|level| facts(name, level)).collect::<Result<_, _>>()?;
    std::fs::create_dir_all(folder).map_err(|error| {
        report::refuse(&format!("cannot make the folder `{}`: {error}", folder.display()), "name another")
    })?;
    for (level, text) in levels.iter().zip(&texts) {
        file::write(&folder.join(format!("{:03}.lp", level.number)), text)?;
    }
    Ok(())
}

/// The facts of a level under a comment that says what it is.
fn facts(name: &str, level: &Level) -> Result<String, Failure> {
    let facts = level.facts().map_err(|error| report::level(name, level, &error))?;
    let mut text = String::new();
    if let Some(title) = &level.title {
        text.push_str(&format!("% {title}\n"));
    }
    if let Some(author) = &level.author {
        text.push_str(&format!("% by {author}\n"));
    }
    Ok(text + &facts)
}

/// An instance as a map.
fn map(text: Text, quiet: bool) -> Result<String, Failure> {
    let source = Source { text, level: None, one_of_many: false };
    let instance = instance::read(&source, quiet)?;
    let layout = Layout::of(&instance).map_err(|error| report::undrawable(&source.text.name, &error))?;
    if !instance.steps.is_empty() && !quiet {
        report::note("the steps of the instance are left out: a level has none");
    }
    Ok(layout.map(&instance, &instance.boxes, instance.sokoban))
}

fn deliver(arguments: &ConvertArguments, text: &str) -> Result<(), Failure> {
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => file::write(path, text),
        _ => output::print(text),
    }
}
