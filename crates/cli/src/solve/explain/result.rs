//! The results of `groundplan explain`, as text.

use groundplan::diagnostic::{Diagnostics, Sources};
use groundplan::Engine;
use groundplan_explain::{Conflict, ConflictCause, Contrast, DefinitionConflict, Repair};
use groundplan_frontend::explain::{
    conflict_sentence, conflict_text, in_words, write_contrast, Places, SoftChoice, NOTHING_TO_EXPLAIN,
    READ_AS_AXIOMS,
};
use groundplan_frontend::print::statistics;
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::options::Format;
use groundplan_terminal::watchdog::EarlyEnd;
use groundplan_terminal::{escape, output, report};

use super::ExplainArguments;

/// The most other repairs that are named.
const MOST_ALTERNATIVES: usize = 5;

/// The results so far, shared with the watchdog.
#[derive(Default)]
pub struct ExplainResult {
    pub sources: Sources,
    /// The minimal conflicts that were found.
    pub conflicts: Vec<Conflict>,
    /// The smallest conflict on the way to the next minimal one.
    pub unfinished: Option<Conflict>,
    /// Whether there are no other minimal conflicts.
    pub is_complete: bool,
    /// The part of the definitions in a conflict without constraints.
    pub definitions: DefinitionConflict,
    /// The smallest repair so far.
    pub repair: Option<Repair>,
    /// What may be left out.
    pub choice: SoftChoice,
    /// What the assumptions cost, if the program has an answer set with them, and an objective.
    pub contrast: Option<Contrast>,
}

impl ExplainResult {
    /// Adds a minimal conflict, and prints it if several are asked for.
    pub fn add(&mut self, conflict: &Conflict, arguments: &ExplainArguments) -> Result<(), Failure> {
        self.unfinished = None;
        self.conflicts.push(conflict.clone());
        // Without causes it is the only one, and perhaps not the last word.
        if !arguments.wants_several() || arguments.format == Format::Json || conflict.causes.is_empty() {
            return Ok(());
        }
        output::print(&format!("Conflict: {}\n{}", self.conflicts.len(), self.conflict_text(conflict)))
    }

    /// A conflict: what counting says of it, the words of the author, and the statements.
    fn conflict_text(&self, conflict: &Conflict) -> String {
        conflict_text(conflict, &self.sources, output::rendered, escape::printable)
    }

    /// Statements in the words of their author, a line for each; empty if there are none.
    fn in_words(&self, causes: &[ConflictCause]) -> String {
        let lines = in_words(causes, &Places::of(&self.sources)).unwrap_or_default();
        lines.into_iter().map(|line| format!("- {}\n", escape::printable(&line))).collect()
    }

    /// Whether all that was found is that nothing that may be left out is to blame.
    pub fn says_nothing(&self) -> bool {
        let is_empty = |conflict: &Conflict| conflict.is_minimal && conflict.causes.is_empty();
        self.conflicts.iter().any(is_empty) && self.definitions.odd_loops.is_empty()
    }

    /// Forgets what was found, to ask again with more statements that may be left out.
    pub fn start_again(&mut self, choice: SoftChoice) {
        let sources = std::mem::take(&mut self.sources);
        *self = ExplainResult { sources, choice, ..ExplainResult::default() };
    }

    /// The last minimal conflict or, if there is none, the smallest one.
    pub fn last(&self) -> Option<&Conflict> {
        self.conflicts.last().or(self.unfinished.as_ref())
    }

    /// The conflicts, or the repair, as they are printed, with their causes; without minimal conflicts the smallest one.
    pub fn shown(&self) -> impl Iterator<Item = (Diagnostics, &[ConflictCause])> + '_ {
        let unfinished = self.unfinished.iter().filter(|_| self.conflicts.is_empty());
        let conflicts = self.conflicts.iter().chain(unfinished);
        let repair = self.repair.iter().filter(|_| !self.is_consistent());
        let conflicts = conflicts.map(|conflict| (conflict.diagnostics(&self.sources), &conflict.causes[..]));
        conflicts.chain(repair.map(|repair| (repair.diagnostics(&self.sources), &repair.causes[..])))
    }

    /// Whether the program has an answer set.
    pub fn is_consistent(&self) -> bool {
        match &self.repair {
            Some(repair) => repair.causes.is_empty(),
            None => self.is_complete && self.last().is_none(),
        }
    }

    /// Prints the results at an early end.
    pub fn give_up(&self, arguments: &ExplainArguments, ended: &EarlyEnd) -> Exit {
        if let Err(failure) = self.print(arguments) {
            return failure.exit();
        }
        if !arguments.is_quiet() {
            ended.say(&self.sentence(arguments));
            if ended.growing.is_some() && self.choice.soft.facts {
                report::note(
                    "what facts say is not simplified away where they may be left out: `--soft constraints` has less to ground",
                );
            }
        }
        self.exit()
    }

    /// Prints the results of a whole search, and what is said of them.
    pub fn tell(&self, arguments: &ExplainArguments, engine: &Engine) -> Result<(), Failure> {
        self.print(arguments)?;
        if !arguments.is_quiet() {
            report::say(&self.sentence(arguments));
        }
        if arguments.stats {
            report::say(&statistics::lines(&engine.counts()));
        }
        Ok(())
    }

    /// Returns the exit code. A repair that is not known to be the smallest is no proof that there is no answer set.
    pub fn exit(&self) -> Exit {
        let is_repaired = self.repair.as_ref().is_some_and(|repair| repair.is_smallest);
        match (self.is_consistent(), self.last().is_some() || is_repaired) {
            (true, _) => Exit::None,
            (false, true) => Exit::Success,
            (false, false) => Exit::Unknown,
        }
    }

    /// Returns the result as a word.
    pub fn result(&self) -> &'static str {
        match self.exit() {
            Exit::Success => "UNSATISFIABLE",
            Exit::None => "SATISFIABLE",
            _ => "UNKNOWN",
        }
    }

    /// Returns the result in words.
    pub fn sentence(&self, arguments: &ExplainArguments) -> String {
        let hard = self.choice.hard();
        if self.is_consistent() {
            return match &self.contrast {
                None => NOTHING_TO_EXPLAIN.to_owned(),
                Some(Contrast::Unknown) => {
                    "the program has an answer set under the assumptions; what they cost was not found out"
                        .to_owned()
                }
                Some(_) => "compared with an optimal answer set without the assumptions".to_owned(),
            };
        }
        if let Some(repair) = &self.repair {
            return repair_sentence(repair, hard);
        }
        match self.last() {
            Some(conflict)
                if arguments.wants_several() && conflict.is_minimal && !conflict.causes.is_empty() =>
            {
                let count = self.conflicts.len();
                let known = match self.is_complete {
                    true => format!("all minimal conflicts: {count}"),
                    false => format!("minimal conflicts so far: {count}, more may exist"),
                };
                format!(
                    "{known}; without any one of its statements, the others of a conflict do not conflict, read as axioms \
                     beside {hard} ({READ_AS_AXIOMS})"
                )
            }
            Some(conflict) => conflict_sentence(conflict, &self.choice, self.definitions.has_more),
            None => "whether there is an answer set is not known".to_owned(),
        }
    }

    /// Prints the result, except the conflicts that were printed as they were found.
    pub fn print(&self, arguments: &ExplainArguments) -> Result<(), Failure> {
        match arguments.format {
            Format::Json => output::print(&escape::json(&self.object(arguments))),
            Format::Text => {
                let mut text = String::new();
                let is_printed = arguments.wants_several()
                    && self.conflicts.iter().any(|conflict| !conflict.causes.is_empty());
                let conflict = self.last().filter(|_| !is_printed);
                let repair = self.repair.as_ref().filter(|_| !self.is_consistent());
                if arguments.wants_several() && conflict.is_some() && self.unfinished.is_none() {
                    text += "Conflict: 1\n";
                }
                text += &conflict.map(|it| self.conflict_text(it)).unwrap_or_default();
                text += &repair.map(|it| self.in_words(&it.causes)).unwrap_or_default();
                let repair_shown = repair.map(|repair| repair.diagnostics(&self.sources));
                let loops = self.definitions.diagnostics(&self.sources);
                let loops = Some(loops).filter(|loops| !loops.is_empty());
                for diagnostics in repair_shown.iter().chain(&loops) {
                    text += &output::rendered(diagnostics);
                    text += "\n";
                }
                for line in repair.map(|repair| self.alternatives(repair)).unwrap_or_default() {
                    text += &format!("{}\n", escape::printable(&line));
                }
                if let Some(contrast) = self.contrast.as_ref().filter(|it| !matches!(it, Contrast::Unknown)) {
                    let asked = arguments.assume.join(", ");
                    let mut written = String::new();
                    write_contrast(&mut written, &asked, contrast, &Places::of(&self.sources))
                        .expect("strings grow");
                    text += &escape::escaped(&written);
                }
                output::print(&format!("{text}{}\n", self.result()))
            }
        }
    }
}

impl ExplainResult {
    /// Names other repairs that are as good, a line for each.
    pub fn alternatives(&self, repair: &Repair) -> Vec<String> {
        let places = Places::of(&self.sources);
        let mut lines = Vec::new();
        for causes in repair.alternatives.iter().take(MOST_ALTERNATIVES) {
            let text = |cause: &ConflictCause| match cause.span {
                Some(span) if !cause.words.is_empty() && !cause.is_heading => {
                    format!("{} ({})", cause.words.join("; "), places.quoted(span))
                }
                Some(span) => places.quoted(span),
                None => cause.kind.to_string(),
            };
            let texts: Vec<String> = causes.iter().map(text).collect();
            lines.push(format!("or without {}", texts.join(" and ")));
        }
        if repair.alternatives.len() > MOST_ALTERNATIVES {
            lines.push("or without others".to_owned());
        }
        lines
    }
}

/// Returns a sentence on a repair.
fn repair_sentence(repair: &Repair, hard: &str) -> String {
    if !repair.is_smallest {
        return format!("perhaps fewer are enough, read as axioms beside {hard}");
    }
    let (they, are) = if repair.causes.len() == 1 { ("it", "is") } else { ("them", "are") };
    let verified = match repair.is_verified {
        Some(true) => "and has an answer set",
        Some(false) => "and has none: what they support is missing then",
        None => "",
    };
    let solved = match verified {
        "" => format!("whether the program itself has an answer set without {they} was not checked"),
        verified => format!("the program itself was solved again without {they}, {verified}"),
    };
    let fewest = match repair.causes.len() {
        1 => format!("{hard} and all other statements that may be left out are consistent without it"),
        _ => format!("no fewer {are} enough, read as axioms beside {hard}"),
    };
    let costs: Vec<String> = repair.costs.iter().map(i64::to_string).collect();
    let best =
        if costs.is_empty() { String::new() } else { format!("; the best cost is {} then", costs.join(" ")) };
    format!("smallest: {fewest}; {solved}{best}")
}
