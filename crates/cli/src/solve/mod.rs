//! `groundplan solve`, `ground`, `explain` and `fmt`: commands for any logic program.

pub mod arguments;
mod cubes;
pub mod explain;
pub mod fmt;
pub mod ground;
mod justify;
pub mod load;
mod others;
mod page;
pub mod pictures;
pub mod profile;
mod reasons;

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use groundplan::{Engine, Error, Pulse};
use groundplan_certify::{Cube, GroundRequest, Inquiry};
use groundplan_frontend::arguments::{ProgramArguments, SolveArguments};
use groundplan_frontend::incremental::{Step, StepResult, Stepwise};
use groundplan_frontend::lock::lock;
use groundplan_frontend::plan::PlanError;
use groundplan_frontend::print::statistics::{self, LookedOn};
use groundplan_frontend::print::{print_what_waits, Answers, ProgramSizes};
use groundplan_frontend::run::{Event, Run};
use groundplan_frontend::values::Heuristic;
use groundplan_frontend::End;
use groundplan_terminal::certificate::{self, prepare, PrintedVerdict, WantedCertificate};
use groundplan_terminal::exit::{Clasp, Exit, Failure};
use groundplan_terminal::progress::{self, ProgressLine};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Limits, Watchdog};
use groundplan_terminal::{memory, output, report};
use serde_json::json;

use crate::certify::refuse_steps;
use arguments::{GroundArguments, SolveCommand};
use load::Loaded;
use pictures::Pictures;
use profile::WantedProfile;

/// The options and the printer of a search for answer sets.
struct SolveRun<'a> {
    arguments: &'a SolveArguments,
    answers: Arc<Mutex<Answers>>,
    /// The answers for pictures, if there are to be any.
    pictures: Option<Arc<Mutex<Pictures>>>,
    /// Whether the program is solved in several steps.
    by_steps: bool,
    /// For a search within a cube: its literals, and the inquiry about the whole program if it is certified or its digest is printed.
    within: Option<(Vec<String>, Option<Inquiry>)>,
}

/// Runs the command.
///
/// # Errors
///
/// When the program is invalid, or the solver fails.
pub fn run(command: &SolveCommand) -> Result<Exit, Failure> {
    let arguments = &command.solve;
    check_pictures(command)?;
    if let Some(output) = arguments.ground_output() {
        let SolveArguments { program, limits, reify, .. } = arguments;
        let (program, stats) = (program.clone(), arguments.wants_stats());
        return ground::run(&GroundArguments {
            program,
            output,
            reify: *reify,
            loops: None,
            without: arguments.solver.without.clone(),
            limits: *limits,
            stats,
            profile: command.profile.clone(),
            quiet: false,
        });
    }
    if let Some(count) = command.cubes.cubes {
        if command.profile.is_wanted() {
            return Err(Failure::Usage(
                "`--cubes` searches nothing that a profile could show: leave one of them out".to_owned(),
            ));
        }
        return cubes::run(command, count);
    }
    check_certify(command)?;
    note_tuned(arguments);
    if arguments.dom_mod.is_some() && arguments.heuristic != Some(Heuristic::Domain) {
        report::warning("`--dom-mod` changes nothing", "it needs `--heuristic=Domain`");
    }
    let config = arguments.config().map_err(Failure::Usage)?;
    let pictures = Pictures::start(&command.pictures, &arguments.program.files)?;
    let pictures = pictures.map(|pictures| Arc::new(Mutex::new(pictures)));
    let drawn = pictures.clone();
    let answers = Arc::new(Mutex::new(Answers::new(arguments, Box::new(output::write))));
    let (known, terse) = (Arc::clone(&answers), arguments.program.is_terse());
    let verdict = PrintedVerdict::default();
    let printed = verdict.clone();
    let looked_on = LookedOn::default();
    let (last_look, wants_statistics) = (Arc::clone(&looked_on), arguments.wants_stats());
    let profile = WantedProfile::of(&command.profile, &arguments.program.files)?;
    let known_profile = profile.clone();
    let give_up = move |ended: &EarlyEnd| {
        if let Some(exit) = printed.exit(ended, terse) {
            return exit;
        }
        let counts = last_look.get().map(Pulse::counts).unwrap_or_default();
        let mut answers = lock(&known);
        let draw = |answers: &Answers, end| match ended.cause {
            // Without memory a page would only take away what the exit code says.
            Cause::OutOfMemory => Ok(()),
            _ => draw(drawn.as_ref(), answers, end, terse),
        };
        if ended.cause == Cause::Closed {
            let exit = answers.interrupted();
            return draw(&answers, End::Interrupted)
                .map_or_else(|failure| failure.exit(), |()| Exit::Clasp(exit));
        }
        let end = match ended.cause {
            Cause::TimeLimit(_) => End::TimeLimit,
            _ => End::Interrupted,
        };
        if let Some(object) = known_profile.object_so_far(&counts, answers.printing()) {
            answers.add_key("Profile", object);
        }
        let exit = answers.end(end, &counts, wants_statistics.then(|| ProgramSizes::so_far(&counts)));
        match terse {
            // A warning is printed whatever the verbosity.
            true => ended.warn(),
            false => ended.say("the search was cut short"),
        }
        if wants_statistics {
            report::say(&statistics::of_interrupted(&last_look));
        }
        let told = known_profile.tell_so_far(&counts, answers.is_object(), answers.printing());
        match told.and_then(|()| draw(&answers, end)) {
            Ok(()) => exit.map_or(Exit::Internal, Exit::Clasp),
            Err(failure) => failure.exit(),
        }
    };
    let mut limits = Limits::from(arguments.limits);
    // A time limit of zero is no limit, as in clingo.
    limits.time = limits.time.filter(|time| !time.is_zero());
    let interrupter = config.solver.interrupter.clone();
    memory::exit_with(Exit::Clasp(Clasp::Interrupted));
    let watchdog = Watchdog::start(limits, interrupter.clone(), give_up)?;
    let waiting = Arc::downgrade(&answers);
    memory::thread(move || print_what_waits(&waiting));
    let mut loaded = load::load(&arguments.program, false).inspect_err(|failure| {
        // The load error is reported, even if this fails.
        let _ = lock(&answers).abandon(matches!(failure, Failure::Usage(_)));
    })?;
    if let Some(formula) = loaded.engine.formula() {
        lock(&answers).name_variables(formula);
    }
    loaded.show(arguments)?;
    if arguments.out_hide_aux {
        loaded.engine.hide_auxiliary();
    }
    loaded.engine.configure(config).map_err(report::engine)?;
    profile.follow(&mut loaded.engine);
    loaded.engine.set_ground_limit(arguments.limits.ground_limit);
    let pulse = looked_on.get_or_init(|| loaded.engine.pulse()).clone();
    watchdog.follow(pulse.clone());
    let progress_line =
        ProgressLine::start(arguments.program.is_terse(), describe(pulse, Arc::downgrade(&answers)));
    let mut run = SolveRun {
        arguments,
        answers,
        pictures: pictures.clone(),
        by_steps: loaded.incremental,
        within: None,
    };
    let end = solve(&mut loaded, &mut run, command);
    drop(progress_line);
    let end = end.map_err(|failure| watchdog.hand_over(failure));
    let certifies = command.certify.is_some();
    let speaking = if certifies { watchdog.hold() } else { watchdog.speak() };
    let closed = |answers: &Answers| {
        draw(pictures.as_ref(), answers, End::Interrupted, terse)?;
        Ok(Exit::Clasp(answers.interrupted()))
    };
    let mut answers = run.lock();
    let end = match end {
        Err(Failure::Closed) => return closed(&answers),
        Err(failure) => {
            // The error above is reported, even if this fails.
            let _ = answers.abandon(matches!(failure, Failure::Usage(_)));
            return Err(failure);
        }
        Ok(end) => end,
    };
    let counts = loaded.engine.counts();
    let sizes = arguments.wants_stats().then(|| ProgramSizes::of(loaded.engine.ground_program()));
    if let Some(object) =
        profile.object(&mut loaded.engine, answers.printing()).filter(|_| answers.is_object())
    {
        answers.add_key("Profile", object);
    }
    let exit = match answers.end(end, &counts, sizes).map_err(|error| output::failed(&error)) {
        Err(Failure::Closed) => return closed(&answers),
        exit => Exit::Clasp(exit?),
    };
    if arguments.wants_stats() && !answers.is_object() {
        report::say(&statistics::lines(&counts));
    }
    if run.within.is_some() && !terse && exit == Exit::Clasp(Clasp::Unsatisfiable) {
        report::say("there is no answer set within the cube");
    }
    if exit == Exit::Clasp(Clasp::Unsatisfiable)
        && run.within.is_none()
        && !loaded.incremental
        && loaded.has_statements()
    {
        note_explain(arguments);
    }
    let told = profile.tell(&mut loaded.engine, answers.is_object(), answers.printing());
    verdict.set(exit);
    let drawn = draw(pictures.as_ref(), &answers, end, terse);
    drop((speaking, answers));
    told?;
    drawn?;
    if let (Some(output), Some((within, Some(inquiry)))) = (&command.certify, run.within) {
        let (interrupter, watchdog) = (&interrupter, &watchdog);
        let wanted = WantedCertificate { output, interrupter, watchdog, quiet: terse };
        cubes::certify(&wanted, exit, &within, inquiry, &mut loaded.engine)?;
    }
    // Exiting frees the memory faster than dropping millions of rules and clauses.
    std::mem::forget(loaded);
    Ok(exit)
}

/// Refuses pictures where no answer set is looked for.
fn check_pictures(command: &SolveCommand) -> Result<(), Failure> {
    let Some(option) = command.pictures.option() else { return Ok(()) };
    if command.solve.ground_output().is_none() && command.cubes.cubes.is_none() {
        return Ok(());
    }
    Err(Failure::Usage(format!("`{option}` draws answer sets, and here none is looked for: leave it out")))
}

/// Writes the pictures, if there are to be any.
fn draw(
    pictures: Option<&Arc<Mutex<Pictures>>>,
    answers: &Answers,
    end: End,
    is_terse: bool,
) -> Result<(), Failure> {
    pictures.map_or(Ok(()), |pictures| lock(pictures).write(answers.result(end), is_terse))
}

/// Refuses `--certify` without cubes, and with bounds on the cost.
fn check_certify(command: &SolveCommand) -> Result<(), Failure> {
    let Some(output) = &command.certify else { return Ok(()) };
    if command.cubes.option().is_none() {
        return Err(Failure::Usage(
            "`--certify` is for `--cubes` and `--cube`: `groundplan certify` writes a certificate of a whole question".to_owned(),
        ));
    }
    if !command.solve.opt_mode.bound.is_empty() {
        return Err(Failure::Usage(
            "a certificate is about all answer sets, whatever they cost: leave the bounds out".to_owned(),
        ));
    }
    prepare(output)
}

/// On a terminal, names the command that tells why a program from files has no answer set.
fn note_explain(arguments: &SolveArguments) {
    let SolveArguments { program, assume, opt_mode, .. } = arguments;
    let is_from_files = !program.files.is_empty() && !program.files.iter().any(|file| file == "-");
    if program.is_terse() || !is_from_files || !opt_mode.bound.is_empty() || !std::io::stderr().is_terminal()
    {
        return;
    }
    let asked = command_line(program, assume);
    report::note(&format!("`groundplan explain {asked}` names statements that conflict"));
}

/// The files, constants and assumptions, as a command line has them.
fn command_line(program: &ProgramArguments, assume: &[String]) -> String {
    let constants = program.constants.iter().map(|definition| format!(" -c {definition}"));
    let assumed = assume.iter().map(|literal| format!(" --assume '{literal}'"));
    let options: String = constants.chain(assumed).collect();
    format!("{}{options}", program.files.join(" "))
}

/// Returns a function that describes the progress: grounding with rules per second, then conflicts per second, answer
/// sets and cost bounds.
fn describe(pulse: Pulse, answers: Weak<Mutex<Answers>>) -> impl FnMut() -> String {
    let mut describe = progress::describe(pulse);
    move || {
        let found = answers.upgrade().map(|answers| lock(&answers).progress()).unwrap_or_default();
        format!("{}{found}", describe())
    }
}

/// Prints a note about options that have no effect.
fn note_tuned(arguments: &SolveArguments) {
    if arguments.tuned.is_empty() || arguments.program.is_terse() {
        return;
    }
    let names: Vec<String> = arguments.tuned.iter().map(|name| format!("`{name}`")).collect();
    report::note(&format!("{}: tunes clasp, and changes nothing here", names.join(", ")));
}

/// Grounds the program, and searches for its answer sets.
fn solve(loaded: &mut Loaded, run: &mut SolveRun, command: &SolveCommand) -> Result<End, Failure> {
    let cube = command.cubes.cube.as_ref();
    if cube.is_some() {
        refuse_steps(loaded)?;
    }
    if loaded.incremental {
        return StepwiseRun { loaded, run }.solve_by_steps();
    }
    loaded.ground(["base"])?;
    loaded.warn_of_assumptions(&run.arguments.assume);
    if let Some(cube) = cube {
        let literals = cube.read(&mut loaded.engine).map_err(certificate::failure)?;
        // The digest is only in an object. It is that of a certificate's program, with or without `--certify`: it tells whether
        // cubes belong together.
        let needs_ground = command.certify.is_some() || run.lock().is_object();
        let inquiry = needs_ground
            .then(|| GroundRequest::of(&loaded.engine, &run.arguments.program.constants).inquiry());
        let mut answers = run.lock();
        answers.add_key("Cube", json!(literals));
        inquiry.iter().for_each(|inquiry| answers.add_key("Program", json!(inquiry.ground.digest())));
        drop(answers);
        Cube::keep_within(&literals, &mut loaded.engine).map_err(report::engine)?;
        run.within = Some((literals, inquiry));
    }
    let mut end = run.search(loaded)?;
    while end != End::Interrupted && loaded.engine.next_step().map_err(report::engine)? {
        end = run.search(loaded)?;
    }
    Ok(end)
}

/// A program that is solved in several steps, as `<incmode>` asks for.
struct StepwiseRun<'a, 'r> {
    loaded: &'a mut Loaded,
    run: &'a SolveRun<'r>,
}

impl Stepwise for StepwiseRun<'_, '_> {
    type Error = Failure;

    fn with_engine<T>(&mut self, act: impl FnOnce(&mut Engine) -> Result<T, Error>) -> Result<T, Failure> {
        act(&mut self.loaded.engine).map_err(report::engine)
    }

    fn refuse(&self, message: String) -> Failure {
        Failure::Input(message)
    }

    fn ground(&mut self, step: &Step) -> Result<(), Failure> {
        self.loaded.ground(step.parts())
    }

    fn search(&mut self) -> Result<StepResult, Failure> {
        let end = self.run.search(self.loaded)?;
        Ok(StepResult { end, satisfiable: self.run.lock().satisfiable() })
    }
}

impl SolveRun<'_> {
    /// Searches for answer sets of the ground program, and prints them.
    ///
    /// # Errors
    ///
    /// When the program cannot be translated, which has been reported, or the solver fails.
    fn search(&self, loaded: &mut Loaded) -> Result<End, Failure> {
        let engine = &mut loaded.engine;
        if !self.arguments.program.is_terse() {
            report::diagnostics(&engine.unknown_theories());
        }
        self.check_assumptions(engine)?;
        let mut plan = self.arguments.plan(engine, self.by_steps).map_err(|error| match error {
            PlanError::Options(sentence) => Failure::Usage(sentence.to_owned()),
            PlanError::Program(sentence) => Failure::Input(sentence.to_owned()),
        })?;
        plan.seeks_end = true;
        let (least, greatest) = plan.integer_bounds;
        engine.set_integer_bounds(least, greatest);
        if !self.arguments.program.is_terse() {
            report::diagnostics(&engine.unbounded_integers().map_err(report::engine)?);
        }
        if plan.records && !engine.has_domain_to_record().map_err(report::engine)? {
            report::warning(
                "`--enum-mode=domRec` changes nothing",
                "it needs `--heuristic=Domain`, and `#heuristic` or `--dom-mod` that gives atoms a level above 0 without a condition",
            );
        }
        self.lock().begin(engine, &plan);
        self.pictures.iter().for_each(|pictures| lock(pictures).begin(engine, &plan));
        let taken = std::mem::replace(engine, Box::new(Engine::new()));
        let mut run = match Run::begin(taken, plan.clone()) {
            Ok(run) => run,
            Err((given_back, error)) => {
                *engine = given_back;
                return Err(report::engine(error));
            }
        };
        let end = End::from(self.print(&mut run)?);
        *engine = run.give_back().expect("the run has ended");
        if end == End::Exhausted && !plan.assumed.is_empty() && !self.lock().satisfiable() {
            if let Some(core) = plan.core(engine).map_err(report::engine)? {
                self.lock().blame(core);
            }
        }
        Ok(end)
    }

    /// Prints the answer sets of a run. Returns how it ended.
    fn print(&self, run: &mut Run) -> Result<groundplan::solve::End, Failure> {
        loop {
            let event = run.step().map_err(report::engine)?;
            self.pictures.iter().for_each(|pictures| lock(pictures).hear(&event));
            self.lock().hear(&event);
            match event {
                Event::Answer => {
                    let added = run.with_answer(|found, _| {
                        self.pictures.iter().for_each(|pictures| lock(pictures).add(found));
                        self.lock().add(found)
                    });
                    added.unwrap_or(Ok(())).map_err(|error| output::failed(&error))?;
                }
                Event::Ended(end) => return Ok(end),
                Event::Bound(_) | Event::Proven => {}
            }
        }
    }

    /// Refuses assumptions that are not literals.
    fn check_assumptions(&self, engine: &mut Engine) -> Result<(), Failure> {
        for text in &self.arguments.assume {
            engine.query().assume_text(text).map(drop).map_err(|error| {
                report::engine_diagnostics(&error);
                Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
            })?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        lock(&self.answers)
    }
}
