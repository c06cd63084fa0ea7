//! A SAT solver that runs as an external program.
//!
//! Invariant: an answer is returned only if the program's output, its exit code and, for a model, the clauses agree. Anything
//! else is an error. No program outlives the solve that started it.
//!
//! (rustsat's `ExternalSolver` has no timeout, and solves only once.)

use std::{
    env,
    fs::{self, File},
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

use rustsat::{
    instances::fio::{parse_sat_solver_output, SolverOutput},
    types::{Assignment, Lit, TernaryVal, Var},
};

use crate::{
    backend_solver::{BackendSolver, SolveOutcome},
    clauses::FlatClauses,
    limits::Stop,
    SatError,
};

/// The first and the longest polling interval while waiting for the program to exit.
const POLL_INTERVALS: (Duration, Duration) = (Duration::from_micros(200), Duration::from_millis(5));

/// An external program and the clauses for it.
pub(crate) struct Process {
    command: String,
    batches: Vec<FlatClauses>,
}

/// How a program reports its result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Convention {
    /// `s` and `v` lines on standard output.
    Competition,
    /// `SAT` and the model, or `UNSAT`, in the file that is its last argument.
    Minisat,
}

impl Process {
    /// Returns a solver that runs this command.
    ///
    /// # Errors
    ///
    /// [`SatError::NoProgram`] if the program was not found.
    pub fn new(command: &str) -> Result<Self, SatError> {
        let program = command.split_whitespace().next().unwrap_or_default();
        if !is_installed(program) {
            return Err(SatError::NoProgram { program: program.to_owned() });
        }
        Ok(Self { command: command.to_owned(), batches: Vec::new() })
    }

    fn convention(&self) -> Convention {
        let program = Path::new(self.command.split_whitespace().next().unwrap_or_default());
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("minisat") {
            Convention::Minisat
        } else {
            Convention::Competition
        }
    }

    fn error(&self, what: impl Into<String>) -> SatError {
        SatError::Process { command: self.command.clone(), what: what.into() }
    }

    fn run(&self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        let files = ProcessFiles::new()
            .map_err(|error| self.error(format!("cannot make temporary files: {error}")))?;
        self.write_dimacs(&files.formula, assumptions, stop)
            .map_err(|error| self.error(format!("cannot write the formula: {error}")))?;
        if stop.requested() {
            return Ok(SolveOutcome::Interrupted);
        }
        let mut running = self.start(&files).map_err(|error| self.error(format!("cannot start: {error}")))?;
        let Some(status) =
            running.wait(stop).map_err(|error| self.error(format!("cannot wait for its end: {error}")))?
        else {
            return Ok(SolveOutcome::Interrupted);
        };
        let output = match self.convention() {
            Convention::Competition => read_competition(&files.output),
            Convention::Minisat => read_minisat(&files.result),
        };
        let what = match (output, status.code()) {
            (Ok(SolverOutput::Sat(model)), Some(0 | 10)) => return self.check_model(model, assumptions),
            (Ok(SolverOutput::Unsat), Some(0 | 20)) => return Ok(SolveOutcome::Unsat(assumptions.to_vec())),
            (Ok(SolverOutput::Unknown), _) => "it gave up".to_owned(),
            (Ok(SolverOutput::Sat(_)), _) => format!("it answered SAT, but ended with {status}"),
            (Ok(SolverOutput::Unsat), _) => format!("it answered UNSAT, but ended with {status}"),
            (Err(_), Some(code)) if ![0, 10, 20].contains(&code) => format!("it failed with {status}"),
            (Err(_), None) => format!("it crashed with {status}"),
            (Err(why), _) => format!("it ended with {status}, but its output makes no sense: {why}"),
        };
        let stderr = fs::read(&files.stderr).unwrap_or_default();
        let stderr = String::from_utf8_lossy(&stderr);
        Err(self.error(match stderr.lines().rfind(|line| !line.trim().is_empty()) {
            Some(line) => format!("{what} ({line})"),
            None => what,
        }))
    }

    /// Writes the formula as DIMACS. The file is incomplete if the solve was stopped.
    fn write_dimacs(&self, path: &Path, assumptions: &[Lit], stop: &Stop) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        let clauses = || self.batches.iter().flat_map(FlatClauses::iter);
        let highest = clauses()
            .flatten()
            .map(|number| number.abs())
            .chain(assumptions.iter().map(|lit| lit.var().to_ipasir()))
            .max();
        writeln!(file, "p cnf {} {}", highest.unwrap_or(0), clauses().count() + assumptions.len())?;
        for batch in &self.batches {
            if stop.requested() {
                return Ok(());
            }
            for clause in batch.iter() {
                for number in clause {
                    write!(file, "{number} ")?;
                }
                writeln!(file, "0")?;
            }
        }
        for lit in assumptions {
            writeln!(file, "{} 0", lit.to_ipasir())?;
        }
        file.flush()
    }

    fn start(&self, files: &ProcessFiles) -> io::Result<Running> {
        let mut words = self.command.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).arg(&files.formula);
        if self.convention() == Convention::Minisat {
            command.arg(&files.result);
        }
        command.stdin(Stdio::null());
        command.stdout(File::create(&files.output)?).stderr(File::create(&files.stderr)?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(target_os = "linux")]
        die_with_us(&mut command);
        command.spawn().map(Running)
    }

    /// Returns the model if it satisfies every clause and assumption, otherwise an error: a program that was killed may have
    /// printed only a part.
    fn check_model(&self, model: Assignment, assumptions: &[Lit]) -> Result<SolveOutcome, SatError> {
        let number_holds = |&number: &i32| {
            let value = model.var_value(Var::new(number.unsigned_abs() - 1));
            value == if number > 0 { TernaryVal::True } else { TernaryVal::False }
        };
        let tautology = |clause: &[i32]| clause.iter().any(|number| clause.contains(&-number));
        let holds = self
            .batches
            .iter()
            .flat_map(FlatClauses::iter)
            .all(|clause| clause.iter().any(number_holds) || tautology(clause))
            && assumptions.iter().all(|&lit| model.lit_value(lit) == TernaryVal::True);
        if holds {
            Ok(SolveOutcome::Sat(model))
        } else {
            Err(self.error("its model does not satisfy the formula"))
        }
    }
}

impl BackendSolver for Process {
    fn add_clauses(&mut self, clauses: FlatClauses) {
        self.batches.push(clauses);
    }

    fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<SolveOutcome, SatError> {
        self.run(assumptions, stop)
    }
}

/// The files of one run, in a temporary directory that is removed with this value.
struct ProcessFiles {
    formula: PathBuf,
    output: PathBuf,
    stderr: PathBuf,
    result: PathBuf,
    _dir: tempfile::TempDir,
}

impl ProcessFiles {
    fn new() -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix("groundplan-sat-").tempdir()?;
        let file = |name| dir.path().join(name);
        Ok(Self {
            formula: file("formula.cnf"),
            output: file("output"),
            stderr: file("complaints"),
            result: file("result"),
            _dir: dir,
        })
    }
}

/// Makes the system kill the program when the thread that started it ends. [`Running`] is not dropped if this process is killed.
#[cfg(target_os = "linux")]
// Standard library and rustix have no safe way to do something between fork and exec.
#[allow(unsafe_code)]
fn die_with_us(command: &mut Command) {
    use rustix::process::{set_parent_process_death_signal, Signal};

    // SAFETY: this one system call runs between fork and exec, without allocation or lock.
    unsafe {
        std::os::unix::process::CommandExt::pre_exec(command, || {
            Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
        });
    }
}

/// A running program, killed when this is dropped.
struct Running(Child);

impl Running {
    /// Waits until the program exits. Returns `None` if the solve was stopped first.
    fn wait(&mut self, stop: &Stop) -> io::Result<Option<ExitStatus>> {
        let (mut interval, longest) = POLL_INTERVALS;
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Some(status));
            }
            if stop.requested() {
                return Ok(None);
            }
            thread::sleep(interval);
            interval = longest.min(interval * 2);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.0.try_wait() {
            return;
        }
        // The program leads its own process group, so its children are killed too.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // It may have exited in the meantime.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn read_competition(path: &Path) -> anyhow::Result<SolverOutput> {
    parse_sat_solver_output(&mut BufReader::new(File::open(path)?))
}

fn read_minisat(path: &Path) -> anyhow::Result<SolverOutput> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => anyhow::bail!("it wrote no result"),
        text => text?,
    };
    let (verdict, model) = text.split_once('\n').unwrap_or((&text, ""));
    match verdict {
        "UNSAT" => Ok(SolverOutput::Unsat),
        "INDET" => Ok(SolverOutput::Unknown),
        "SAT" => Ok(SolverOutput::Sat(Assignment::from_vline(&format!("v {}", model.trim_end()))?)),
        _ => anyhow::bail!("its result begins with neither SAT nor UNSAT"),
    }
}

fn is_installed(program: &str) -> bool {
    if program.contains(std::path::MAIN_SEPARATOR) {
        return Path::new(program).is_file();
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    !program.is_empty() && env::split_paths(&path).any(|dir| dir.join(&name).is_file())
}
