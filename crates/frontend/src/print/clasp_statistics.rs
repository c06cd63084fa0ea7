//! Statistics under clasp's names, as `--stats` has them in clingo: lines of text, or keys of the JSON object.
//!
//! The object has all names of clasp, as far as it prints them for one thread, since programs read them without asking; a number
//! that nothing here counts is 0. The text has the lines that are counted.

use groundplan::program::{Body, GroundProgram, HeadKind, Rule};
use groundplan::Counts;
use rustc_hash::FxHashSet;
use serde_json::{json, Map, Value};

use super::style::{seconds, ClaspLines};

/// The sizes of a ground program: rules of each kind, and bodies.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ProgramSizes {
    /// Rules, facts and directives.
    pub rules: usize,
    /// Rules with a choice as head.
    pub choices: usize,
    /// Objectives.
    pub objectives: usize,
    /// `#heuristic` directives.
    pub heuristics: usize,
    /// Atoms.
    pub atoms: usize,
    /// Rules with several atoms as head.
    pub disjunctions: usize,
    /// Different bodies, without the empty one.
    pub bodies: usize,
    /// Different bodies that are sums with different weights.
    pub sums: usize,
    /// Different bodies that are sums with equal weights.
    pub counts: usize,
}

impl ProgramSizes {
    /// Measures a ground program.
    #[must_use]
    pub fn of(ground: GroundProgram<'_>) -> Self {
        let program = ground.program;
        let rules = || program.rules.iter();
        let bodies: FxHashSet<Body<'_>> =
            rules().map(|rule| rule.body).filter(|body| !is_empty(*body)).collect();
        let is_choice = |rule: &Rule<'_>| rule.kind == HeadKind::Choice;
        let is_disjunction = |rule: &Rule<'_>| !is_choice(rule) && rule.head.len() > 1;
        let (objectives, heuristics) = (program.objectives().len(), program.heuristics.len());
        ProgramSizes {
            rules: program.rules.len() + program.fact_count() + objectives + heuristics,
            choices: rules().filter(is_choice).count(),
            objectives,
            heuristics,
            atoms: program.atom_count(),
            disjunctions: rules().filter(is_disjunction).count(),
            bodies: bodies.len(),
            sums: bodies.iter().filter(|body| weights(**body) == WeightKind::Different).count(),
            counts: bodies.iter().filter(|body| weights(**body) == WeightKind::Equal).count(),
        }
    }

    /// Returns what is known of a ground program that is not complete, or not at hand.
    #[must_use]
    pub fn so_far(counts: &Counts) -> Self {
        ProgramSizes { rules: counts.rules + counts.facts, atoms: counts.atoms, ..ProgramSizes::default() }
    }
}

fn is_empty(body: Body<'_>) -> bool {
    matches!(body, Body::Conjunction([]))
}

#[derive(PartialEq, Eq)]
enum WeightKind {
    None,
    Equal,
    Different,
}

fn weights(body: Body<'_>) -> WeightKind {
    let Body::Sum { elements, .. } = body else { return WeightKind::None };
    match elements.windows(2).all(|pair| pair[0].1 == pair[1].1) {
        true => WeightKind::Equal,
        false => WeightKind::Different,
    }
}

/// The statistics of a run.
#[derive(Clone, Copy, Debug)]
pub struct ClaspStatistics<'c> {
    /// The counts of the engine.
    pub counts: &'c Counts,
    /// The sizes of the ground program.
    pub sizes: ProgramSizes,
    /// The number of answer sets found.
    pub models: u64,
}

impl ClaspStatistics<'_> {
    fn conflicts(&self) -> u64 {
        self.counts.search.conflicts.unwrap_or(0)
    }

    fn choices(&self) -> u64 {
        self.counts.search.decisions.unwrap_or(0)
    }

    fn restarts(&self) -> u64 {
        self.counts.search.solvers.iter().map(|solver| solver.stats.restarts).sum()
    }

    fn is_tight(&self) -> bool {
        self.counts.search.loop_components == 0
    }

    /// Returns the lines of text, in sections that an empty line separates.
    pub fn write(&self, out: &mut ClaspLines) {
        self.write_search(out);
        out.blank();
        self.write_program(out);
        out.blank();
    }

    fn write_search(&self, out: &mut ClaspLines) {
        let (conflicts, restarts) = (self.conflicts(), self.restarts());
        let loops = self.counts.search.loop_formulas as u64;
        let lemmas = conflicts + loops;
        out.count("Choices", self.choices(), "");
        out.count("Conflicts", conflicts, &format!("(Analyzed: {conflicts})"));
        let average = match restarts {
            0 => String::new(),
            restarts => format!("(Average: {:.2})", ratio(conflicts, restarts)),
        };
        out.count("Restarts", restarts, &average);
        out.count("Lemmas", lemmas, "");
        for (name, count) in [("  Conflict", conflicts), ("  Loop", loops)] {
            out.count(name, count, &format!("(Ratio: {:>6.2}%)", percent(count, lemmas)));
        }
    }

    fn write_program(&self, out: &mut ClaspLines) {
        let (sizes, search) = (&self.sizes, &self.counts.search);
        let original = |count: usize| format!("(Original: {count})");
        out.count("Rules", sizes.rules as u64, &original(sizes.rules));
        for (name, count) in
            [("  Choice", sizes.choices), ("  Minimize", sizes.objectives), ("  Heuristic", sizes.heuristics)]
        {
            if count > 0 {
                out.count(name, count as u64, "");
            }
        }
        out.count("Atoms", sizes.atoms as u64, "");
        if sizes.disjunctions > 0 {
            out.count("Disjunctions", sizes.disjunctions as u64, &original(sizes.disjunctions));
        }
        out.count("Bodies", sizes.bodies as u64, &original(sizes.bodies));
        for (name, count) in [("  Sum", sizes.sums), ("  Count", sizes.counts)] {
            if count > 0 {
                out.count(name, count as u64, &original(count));
            }
        }
        match self.is_tight() {
            true => out.line("Tight", "Yes"),
            false => {
                let (components, atoms) = (search.loop_components, search.loop_atoms);
                out.line("Tight", &format!("No       (SCCs: {components} Nodes: {atoms})"));
            }
        }
        out.count("Variables", search.variables as u64, "");
        out.count("Constraints", search.clauses as u64, "");
    }

    /// Returns the sections of the JSON object.
    pub fn json(&self) -> Map<String, Value> {
        let sections = [
            ("Core", self.core()),
            ("More", self.more()),
            ("Jumps", self.jumps()),
            ("LP", self.program()),
            ("Problem", self.problem()),
        ];
        sections.into_iter().map(|(name, section)| (name.to_owned(), section)).collect()
    }

    fn core(&self) -> Value {
        let (conflicts, restarts) = (self.conflicts(), self.restarts());
        json!({
            "Choices": self.choices(), "Conflicts": conflicts, "Backtracks": 0, "Backjumps": conflicts,
            "Restarts": restarts, "RestartAvg": ratio(conflicts, restarts), "RestartLast": 0,
        })
    }

    fn more(&self) -> Value {
        let (conflicts, loops) = (self.conflicts(), self.counts.search.loop_formulas as u64);
        let kind = |name: &str, count: u64| json!({ "Type": name, "Sum": count, "AvgLen": 0.0 });
        json!({
            "CPU": seconds(self.counts.search.search), "Models": self.models, "AvgModel": 0.0, "Splits": 0, "Problems": 1,
            "AvgGPLength": 1.0,
            "Lemma": {
                "Sum": conflicts + loops, "Deleted": 0,
                "Type": [
                    { "Type": "Short", "Sum": 0, "Ratio": 0.0, "Binary": 0, "Ternary": 0 },
                    kind("Conflict", conflicts), kind("Loop", loops), kind("Other", 0),
                ],
            },
        })
    }

    fn jumps(&self) -> Value {
        json!({
            "Sum": self.conflicts(), "Max": 0, "MaxExec": 0, "Avg": 0.0, "AvgExec": 0.0, "Levels": 0, "LevelsExec": 0,
            "Bounded": { "Sum": 0, "Max": 0, "Avg": 0.0, "Levels": 0 },
        })
    }

    fn program(&self) -> Value {
        let (sizes, search) = (&self.sizes, &self.counts.search);
        let both = |count: usize| json!({ "Original": count, "Final": count });
        let parts = |whole: usize, parts: &[(&str, usize)]| {
            let mut object = both(whole);
            let present = parts.iter().filter(|(_, count)| *count > 0);
            present.for_each(|&(name, count)| object[name] = both(count));
            object
        };
        let kinds =
            [("Choice", sizes.choices), ("Minimize", sizes.objectives), ("Heuristic", sizes.heuristics)];
        let mut object = json!({ "Rules": parts(sizes.rules, &kinds), "Atoms": sizes.atoms });
        if sizes.disjunctions > 0 {
            object["Disjunctions"] = both(sizes.disjunctions);
        }
        object["Bodies"] = parts(sizes.bodies, &[("Sum", sizes.sums), ("Count", sizes.counts)]);
        object["Tight"] = json!(if self.is_tight() { "yes" } else { "no" });
        if !self.is_tight() {
            object["SCCs"] = json!(search.loop_components);
            object["NonHcfs"] = json!(0);
            object["UfsNodes"] = json!(search.loop_atoms);
            object["NonHcfGammas"] = json!(0);
        }
        object["Equivalences"] = json!({ "Sum": 0, "Atom": 0, "Body": 0, "Other": 0 });
        object
    }

    fn problem(&self) -> Value {
        let search = &self.counts.search;
        json!({
            "Variables": search.variables, "Eliminated": 0, "Frozen": 0,
            "Constraints": { "Sum": search.clauses, "Binary": 0, "Ternary": 0 },
            "AcycEdges": 0,
        })
    }
}

/// Returns `part / whole`; 0 if the whole is 0.
fn ratio(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        whole => part as f64 / whole as f64,
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * ratio(part, whole)
}
