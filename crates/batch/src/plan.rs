//! `groundplan batch plan`: creates a job for each instance of a command.

use std::path::Path;

use groundplan_compare::peers;
use groundplan_sokoban::{assignment, Instance};
use groundplan_sokoban_commands::instance::{self, Content};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{file, report};

use crate::arguments::BatchPlanArguments;
use crate::command_line::CommandLine;
use crate::commands::{CommandKind, Commands, ParsedCommand};
use crate::cubes;
use crate::estimate;
use crate::job::{file_digest, folder_of, seen_from};
use crate::job::{Job, JobInput, JobLimits, JobManifest, JobQuestion, QuestionPart, SCHEMA};

/// Runs the command. `commands` are those that may be planned.
///
/// # Errors
///
/// When the command is unknown or cannot be planned, or an instance is invalid.
pub fn run(arguments: &BatchPlanArguments, commands: &dyn Commands) -> Result<Exit, Failure> {
    file::probe(&arguments.output)?;
    let planner = JobPlanner::new(arguments, commands)?;
    let words = CommandLine::new(&commands.definition(), &arguments.command).ok_or_else(|| {
        Failure::Usage("after `--` stands a command of groundplan, as in `-- optimize X --level all`".into())
    })?;
    let mut jobs = planner.jobs(&words)?;
    let planned = jobs.len();
    for (order, job) in jobs.iter_mut().enumerate() {
        (job.order, job.planned) = (order, planned);
    }
    estimate::order(&mut jobs, arguments.chunk);
    let mut ids: Vec<&Job> = jobs.iter().collect();
    ids.sort_by(|one, other| one.id.cmp(&other.id));
    if let Some(pair) = ids.windows(2).find(|pair| pair[0].id == pair[1].id) {
        return Err(Failure::Usage(format!("{} is planned twice", pair[0].name())));
    }
    let manifest = JobManifest { name: String::new(), folder: planner.folder, jobs };
    file::write(&arguments.output, &manifest.text()?)?;
    if !arguments.quiet {
        let jobs = quantity(manifest.jobs.len(), "job", "jobs");
        let chunks = quantity(manifest.chunks() as usize, "chunk", "chunks");
        report::say(&format!("{jobs} in {chunks}; the manifest is in {}", arguments.output.display()));
    }
    Ok(Exit::Success)
}

/// The common properties of the jobs of a batch.
struct JobPlanner<'a> {
    arguments: &'a BatchPlanArguments,
    commands: &'a dyn Commands,
    /// The folder of the manifest.
    folder: std::path::PathBuf,
    /// The directory that the jobs run in, relative to that folder.
    directory: String,
    results: String,
}

/// An instance, with its command line.
struct Case {
    /// The file, followed by `#` and the number of the level if there are several.
    name: String,
    /// The command line for the instance.
    words: CommandLine,
    /// `None` if the level is invalid.
    instance: Option<Instance>,
}

impl<'a> JobPlanner<'a> {
    fn new(arguments: &'a BatchPlanArguments, commands: &'a dyn Commands) -> Result<JobPlanner<'a>, Failure> {
        let cannot = |error: std::io::Error| Failure::Input(format!("cannot tell where files are: {error}"));
        let folder = folder_of(&arguments.output).map_err(cannot)?;
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).map_err(cannot)?;
        let directory = text(&seen_from(&folder, &here))?;
        let results = arguments.output.with_extension("results");
        let results = text(Path::new(results.file_name().unwrap_or_default()))?;
        Ok(JobPlanner { arguments, commands, folder, directory, results })
    }

    /// Returns all jobs, in the order of the table.
    fn jobs(&self, words: &CommandLine) -> Result<Vec<Job>, Failure> {
        refuse(words)?;
        let command = words.command();
        // The folder of each certificate is set when the number of jobs is known.
        let certificates = words.value("certify").map(str::to_owned);
        let words = &{
            let mut words = words.clone();
            words.remove("certify");
            words
        };
        if self.arguments.horizons.is_some() && command != "optimize" {
            return Err(Failure::Usage(format!("`--horizons` is for `optimize`, not for `{command}`")));
        }
        if self.arguments.cubes.is_some() && !matches!(command.as_str(), "decide" | "solve") {
            return Err(Failure::Usage(format!(
                "`--cubes` is for `decide` and `solve`, not for `{command}`"
            )));
        }
        let mut jobs = match command.as_str() {
            "decide" | "optimize" => self.questions(words)?,
            "compare" => self.comparisons(words)?,
            "check plan" | "replay" | "convert" => self.levels(words)?,
            // The command line of clingo, left as it was given.
            "solve" => vec![self.solve(words)?],
            _ => {
                self.parse(&words.line())?;
                vec![self.job(words.line(), words, JobQuestion::of(words, &operands(words)), 0.0)?]
            }
        };
        if let Some(folder) = certificates {
            self.certify(&folder, &mut jobs);
        }
        let Some(wanted) = self.arguments.cubes else { return Ok(jobs) };
        let split = jobs.iter().map(|job| cubes::split(job, &self.folder, wanted));
        Ok(split.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Returns the jobs of `decide` and `optimize`.
    fn questions(&self, words: &CommandLine) -> Result<Vec<Job>, Failure> {
        let mut words = words.clone();
        words.set("format", "json");
        let range = match words.value("actions") {
            Some(text) => Some(range(text)?),
            None => None,
        };
        if let Some((first, _)) = range {
            words.set("actions", &first.to_string());
        }
        let mut jobs = Vec::new();
        for case in self.cases(&words)? {
            match (range, self.arguments.horizons) {
                (Some((first, last)), _) if words.command() == "decide" => {
                    for actions in first..=last {
                        let mut words = case.words.clone();
                        words.set("actions", &actions.to_string());
                        jobs.push(self.question(&case, &words)?);
                    }
                }
                (_, Some(wanted)) => jobs.extend(self.horizons(&case, wanted)?),
                _ => jobs.push(self.question(&case, &case.words)?),
            }
        }
        Ok(jobs)
    }

    /// Returns the job of one question about an instance.
    fn question(&self, case: &Case, words: &CommandLine) -> Result<Job, Failure> {
        let (question, actions, engine) = match self.parse(&words.line())?.kind {
            CommandKind::Decide { actions, engine } => ("decide".to_owned(), actions, engine?),
            CommandKind::Optimize { metric, engine } => {
                let question =
                    if metric == "lines" { "optimize".to_owned() } else { format!("optimize {metric}") };
                (question, None, engine?)
            }
            _ => return Err(Failure::Internal("this is no question about an instance".to_owned())),
        };
        let seconds = case.instance.as_ref().map_or(0.0, |instance| {
            let steps = u32::try_from(instance.steps.len()).ok().and_then(|steps| steps.checked_sub(1));
            let asked = actions.or(steps.filter(|_| question == "decide"));
            estimate::seconds(instance, asked)
        });
        let engine = engine.name().to_owned();
        self.job(
            words.line(),
            words,
            JobQuestion { instance: case.name.clone(), question, actions, engine },
            seconds,
        )
    }

    /// Returns jobs for consecutive numbers of actions, from a lower bound up, in place of an optimization.
    fn horizons(&self, case: &Case, wanted: u32) -> Result<Vec<Job>, Failure> {
        let whole = self.question(case, &case.words)?;
        let least = case.instance.as_ref().and_then(assignment).and_then(|least| u32::try_from(least).ok());
        // Without a positive lower bound there is nothing to split: the instance has no plan, or is solved already.
        let Some(least) = least.filter(|&least| least > 0) else { return Ok(vec![whole]) };
        let words = case.words.clone().of("decide");
        let jobs = (least..least.saturating_add(wanted)).map(|actions| {
            let mut words = words.clone();
            words.set("actions", &actions.to_string());
            let mut job = self.question(case, &words)?;
            job.part = Some(QuestionPart::Horizon { of: whole.id.clone(), least, wanted });
            job.identify();
            Ok(job)
        });
        jobs.collect()
    }

    /// Returns the jobs of `compare`: one for each instance and engine.
    fn comparisons(&self, words: &CommandLine) -> Result<Vec<Job>, Failure> {
        let mut words = words.clone();
        words.set("format", "json");
        let CommandKind::Compare(compare) = self.parse(&words.line())?.kind else {
            return Err(Failure::Internal("this is no comparison".to_owned()));
        };
        let task = groundplan_compare::task(&compare)?;
        let (engines, missing) = peers::find(&compare)?;
        for peers::MissingEngine { engine, reason } in &missing {
            report::note(&format!("`{engine}` is left out: {reason}"));
        }
        let mut jobs = Vec::new();
        for case in self.cases(&words)? {
            for engine in &engines {
                let engine = engine.name.to_string();
                let mut words = case.words.clone();
                words.set("engines", &engine);
                let (question, actions) = (task.name().to_owned(), task.actions());
                let asked = JobQuestion { instance: case.name.clone(), question, actions, engine };
                let seconds =
                    case.instance.as_ref().map_or(0.0, |instance| estimate::seconds(instance, actions));
                let mut job = self.job(words.line(), &words, asked, seconds * f64::from(compare.repeat))?;
                // The limit counts CPU seconds; the wall-clock limit is twice as much and a second.
                let most = compare.time_limit.as_secs_f64() * 2.0 + 1.0;
                let seconds = Some(most * f64::from(compare.repeat));
                job.limits = JobLimits { seconds, mib: Some(compare.memory_limit) };
                jobs.push(job);
            }
        }
        Ok(jobs)
    }

    /// Returns the jobs of commands that take a collection level by level.
    fn levels(&self, words: &CommandLine) -> Result<Vec<Job>, Failure> {
        if !words.has("level") {
            self.parse(&words.line())?;
            return Ok(vec![self.job(words.line(), words, JobQuestion::of(words, &operands(words)), 0.0)?]);
        }
        let mut first = words.clone();
        let rest = first.operands.split_off(first.operands.len().min(1));
        let cases = self.cases(&first)?.into_iter();
        let jobs = cases.map(|case| {
            let mut words = case.words;
            words.operands.extend(rest.iter().cloned());
            self.parse(&words.line())?;
            self.job(words.line(), &words, JobQuestion::of(&words, &case.name), 0.0)
        });
        jobs.collect()
    }

    /// Returns the job of `solve`.
    fn solve(&self, words: &CommandLine) -> Result<Job, Failure> {
        let mut line = cubes::without(&self.arguments.command, &["certify"]);
        if self.arguments.cubes.is_some() && !words.has("format") && !words.has("outf") {
            // After the name of the command, and before any `--`.
            line.insert(1, "--format=json".to_owned());
        }
        let told = std::iter::once("groundplan".to_owned()).chain(line.iter().cloned());
        let told = self.commands.expand(told.map(Into::into).collect())?;
        self.commands.parse(told).map_err(|error| usage(&error))?;
        self.job(line, words, JobQuestion::of(words, &operands(words)), 0.0)
    }

    /// Returns the instances that a command line names, one for each level, each with its own command line.
    fn cases(&self, words: &CommandLine) -> Result<Vec<Case>, Failure> {
        let mut cases = Vec::new();
        for file in &words.operands {
            let mut words = words.clone();
            words.operands = vec![file.clone()];
            let levels = self.parse(&words.line())?.levels.unwrap_or_default();
            match instance::content(file, &levels)? {
                Content::Facts(_) | Content::Competition(_) => {
                    let source = instance::source(file, &levels)?;
                    let instance = Some(instance::read(&source, true)?);
                    cases.push(Case { name: file.clone(), words, instance });
                }
                Content::Levels(text, collection) => {
                    let several = collection.levels.len() > 1;
                    for level in instance::choose(&text.name, collection, &levels)? {
                        let name = if several { format!("{file}#{}", level.number) } else { file.clone() };
                        let mut words = words.clone();
                        if several {
                            words.set("level", &level.number.to_string());
                        }
                        // An invalid level is reported by its job, so that it does not affect the others.
                        let facts = level.facts().ok();
                        let instance = facts.and_then(|facts| Instance::read(&text.name, &facts).ok());
                        cases.push(Case { name, words, instance });
                    }
                }
            }
        }
        match cases.is_empty() {
            true => Err(Failure::Usage(format!("`{}` needs a file of facts or levels", words.command()))),
            false => Ok(cases),
        }
    }

    /// Parses the command line of a job as the job will.
    fn parse(&self, line: &[String]) -> Result<ParsedCommand, Failure> {
        let words = std::iter::once("groundplan").chain(line.iter().map(String::as_str));
        self.commands.parse(words.map(Into::into).collect()).map_err(|error| usage(&error))
    }

    fn job(
        &self,
        line: Vec<String>,
        words: &CommandLine,
        asked: JobQuestion,
        estimate: f64,
    ) -> Result<Job, Failure> {
        let number = |name: &str| words.value(name).and_then(|text| text.parse::<f64>().ok());
        let mut job = Job {
            schema_version: SCHEMA,
            id: String::new(),
            digest: String::new(),
            chunk: 0,
            order: 0,
            planned: 0,
            asked,
            arguments: line,
            directory: self.directory.clone(),
            inputs: inputs(words)?,
            limits: JobLimits {
                seconds: number("time-limit"),
                mib: words.value("memory-limit").and_then(|text| text.parse().ok()),
            },
            outputs: Vec::new(),
            results: self.results.clone(),
            estimate,
            groundplan: env!("CARGO_PKG_VERSION").to_owned(),
            part: None,
        };
        job.estimate = job.limits.seconds.map_or(estimate, |most| most.min(estimate));
        job.identify();
        Ok(job)
    }

    /// Gives each job a folder for its certificate. Cubes and their cover are in the same folder.
    fn certify(&self, folder: &str, jobs: &mut [Job]) {
        let several = jobs.len() > 1 || self.arguments.cubes.is_some();
        for (index, job) in jobs.iter_mut().enumerate() {
            let name = if several { format!("{folder}/{:05}", index + 1) } else { folder.to_owned() };
            cubes::insert(&mut job.arguments, &format!("--certify={name}"));
            job.outputs.push(name);
            job.identify();
        }
    }
}

impl JobQuestion {
    /// Returns the question of a command whose results are not compared.
    fn of(words: &CommandLine, instance: &str) -> JobQuestion {
        let question = words.command();
        JobQuestion {
            instance: instance.to_owned(),
            question,
            actions: None,
            engine: "groundplan".to_owned(),
        }
    }
}

/// Refuses commands and options that cannot be split into jobs.
fn refuse(words: &CommandLine) -> Result<(), Failure> {
    let command = words.command();
    if matches!(command.as_str(), "" | "completions") || command.starts_with("batch") {
        return Err(Failure::Usage(format!("`{command}` is not planned: run it as it is")));
    }
    for option in ["list", "output", "html", "resume", "plot", "part"] {
        if words.has(option) {
            return Err(Failure::Usage(format!(
                "`--{option}` is for one command: the results of a batch are put together by `batch merge`"
            )));
        }
    }
    match words.operands.iter().any(|operand| operand == "-") {
        true => Err(Failure::Usage("a job has no standard input: name a file in place of `-`".to_owned())),
        false => Ok(()),
    }
}

fn operands(words: &CommandLine) -> String {
    words.operands.join(" ")
}

/// Returns the message of the parser as one line.
fn usage(error: &clap::Error) -> Failure {
    let said = error.to_string();
    let lines: Vec<&str> = said.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let said = lines.join(" ");
    Failure::Usage(format!("after `--`: {}", said.strip_prefix("error: ").unwrap_or(&said)))
}

/// Parses `12` or `10-14`.
fn range(text: &str) -> Result<(u32, u32), Failure> {
    let wrong = || Failure::Usage(format!("`--actions {text}`: give a number, or a range as in `10-14`"));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (number(first)?, number(last)?) {
        (first, last) if first <= last => Ok((first, last)),
        (first, last) => Err(Failure::Usage(format!("`--actions {first}-{last}` runs backwards"))),
    }
}

/// Returns the files that a command line names, with their digests.
fn inputs(words: &CommandLine) -> Result<Vec<JobInput>, Failure> {
    let mut inputs: Vec<JobInput> = Vec::new();
    for file in words.values() {
        if !Path::new(file).is_file() || inputs.iter().any(|input| input.file == file) {
            continue;
        }
        let sha256 = file_digest(Path::new(file))
            .map_err(|error| Failure::Input(format!("cannot read `{file}`: {error}")))?;
        inputs.push(JobInput { file: file.to_owned(), sha256 });
    }
    Ok(inputs)
}

/// Returns a path as text for a manifest.
///
/// # Errors
///
/// When the path is not valid UTF-8.
pub fn text(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::Input(format!("`{}` is no text, and a manifest is", path.display())))
}
