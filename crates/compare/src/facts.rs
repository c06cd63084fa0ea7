//! Writes an instance for external engines: one ground fact per line, with the steps of the question.

use std::fmt::Write;

use groundplan::symbol::Symbol;
use groundplan_sokoban::Instance;

use crate::task::Task;

/// The facts in two syntaxes.
#[derive(Clone, Debug)]
pub struct ProgramFacts {
    /// The facts for grounders.
    pub asp: String,
    /// The facts for Prolog. Every term is an atom named by the text of the term, because the two languages write
    /// terms differently. Printed without quotes, such an atom is the text of the term again.
    pub prolog: String,
}

/// Writes the facts of a question. Storage locations become `solution/1`. The steps are those of the instance, or
/// numbered from 1, or left out for an optimization.
pub fn facts(instance: &Instance, task: Task) -> ProgramFacts {
    let symbols = &instance.symbols;
    let name = |symbol: Symbol| symbols.display(symbol).to_string();
    let mut written = ProgramFacts { asp: String::new(), prolog: String::new() };
    for fact in instance.facts.iter() {
        let predicate = match symbols.text(fact.signature.name) {
            "step" | "next" => continue,
            "storage" => "solution",
            other => other,
        };
        let terms: Vec<String> = fact.arguments.iter().map(|&symbol| name(symbol)).collect();
        written.add(predicate, &terms);
    }
    let steps: Vec<String> = match task {
        Task::Optimize => Vec::new(),
        Task::Decide(None) => instance.steps.iter().map(|&step| name(step)).collect(),
        Task::Decide(Some(actions)) => (1..=u64::from(actions) + 1).map(|step| step.to_string()).collect(),
    };
    for step in &steps {
        written.add("step", std::slice::from_ref(step));
    }
    for pair in steps.windows(2) {
        written.add("next", pair);
    }
    written
}

impl ProgramFacts {
    fn add(&mut self, predicate: &str, terms: &[String]) {
        let quoted: Vec<String> = terms.iter().map(|term| quote(term)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(self.asp, "{predicate}({}).", terms.join(","));
        let _ = writeln!(self.prolog, "{predicate}({}).", quoted.join(","));
    }
}

/// Returns a Prolog atom with this name.
fn quote(name: &str) -> String {
    format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "right(c(1,1),x'). top(\"it's\",x'). box(x'). storage(c(1,1)). sokoban(\"it's\").\n\
        step(a;b). next(a,b).";

    fn written(task: Task) -> ProgramFacts {
        facts(&Instance::read("test", TEXT).expect("an instance"), task)
    }

    #[test]
    fn terms_of_any_kind_are_atoms_for_prolog() {
        let facts = written(Task::Optimize);
        assert_eq!(
            facts.asp,
            "right(c(1,1),x').\ntop(\"it's\",x').\nbox(x').\nsolution(c(1,1)).\nsokoban(\"it's\").\n"
        );
        assert_eq!(
            facts.prolog.lines().next(),
            Some("right('c(1,1)','x\\'')."),
            "commas and quotes are part of the name"
        );
    }

    #[test]
    fn the_steps_are_those_of_the_question() {
        assert!(written(Task::Decide(None)).asp.ends_with("step(a).\nstep(b).\nnext(a,b).\n"));
        assert!(written(Task::Decide(Some(0))).asp.ends_with("step(1).\n"));
        let two = written(Task::Decide(Some(1)));
        assert!(two.prolog.ends_with("step('1').\nstep('2').\nnext('1','2').\n"));
        assert!(!two.asp.contains("step(a)"), "{two:?}");
    }
}
