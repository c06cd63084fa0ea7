//! Controls: grounding, the backend, and searches on this thread and on others.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use groundplan::program::ExternalValue;
use groundplan::Engine;
use groundplan_clingo::answer::SymbolSelection;
use groundplan_clingo::control::{just, SearchRequest, Told};
use groundplan_clingo::literal::literal;
use groundplan_clingo::{
    Answer, Assumption, Backend, Control, Error, Hooks, HostedSearch, SolveResult, Term,
};
use groundplan_frontend::configuration::Configuration;
use groundplan_frontend::run::Event;

/// Hooks that keep what they hear.
#[derive(Default)]
pub struct Heard {
    answers: Mutex<Vec<String>>,
    bounds: Mutex<Vec<Vec<i64>>>,
    ends: Mutex<Vec<SolveResult>>,
    /// The number of answers after which the search ends.
    enough: Option<usize>,
}

fn shown(answer: &Answer) -> String {
    let shown = SymbolSelection { shown: true, ..SymbolSelection::default() };
    let mut texts: Vec<String> = answer.symbols(shown).unwrap().iter().map(Term::text).collect();
    texts.sort();
    texts.join(" ")
}

impl Hooks for Heard {
    fn answer(&self, answer: &Answer) -> Told<bool> {
        let mut answers = self.answers.lock().unwrap();
        answers.push(shown(answer));
        Ok(self.enough.is_none_or(|enough| answers.len() < enough))
    }

    fn hear(&self, event: &Event) -> Told<()> {
        if let Event::Bound(bound) = event {
            self.bounds.lock().unwrap().push(bound.clone());
        }
        Ok(())
    }

    fn finish(&self, result: SolveResult) -> Told<()> {
        self.ends.lock().unwrap().push(result);
        Ok(())
    }
}

/// A control with the part `base` of a text.
pub fn control(text: &str) -> Arc<Control> {
    let mut engine = Engine::new();
    engine.add_text("<test>", text).unwrap();
    let control = Control::new(engine);
    control.ground(&[("base", Vec::new())], just).unwrap();
    control
}

/// Starts a search with these options of the command.
pub fn search(
    control: &Arc<Control>,
    options: &[&str],
    assumptions: Vec<Assumption>,
    hooks: Heard,
    yields: bool,
) -> Arc<HostedSearch<Heard>> {
    let words = options.iter().map(|&word| word.to_owned()).collect();
    let configuration = Configuration::read(words).unwrap_or_else(|_| panic!("{options:?}"));
    let plan = control.plan(configuration.arguments()).unwrap();
    let request = SearchRequest { assumptions, ..SearchRequest::default() };
    let session = control.search(plan, request, |_, _| (), just).unwrap();
    HostedSearch::new(Arc::clone(control), session, hooks, yields)
}

/// Searches to the end and returns what was heard.
pub fn solve(control: &Arc<Control>, options: &[&str]) -> (Vec<String>, SolveResult) {
    let search = search(control, options, Vec::new(), Heard::default(), false);
    assert!(search.search_here(just));
    assert!(search.close());
    let mut answers = search.hooks().answers.lock().unwrap().clone();
    answers.sort();
    (answers, search.result())
}

fn number(control: &Control, name: &str) -> i64 {
    let term = Term::function(name.into(), Vec::new(), true);
    let atom = control.with_table(|table| table.atom(&term)).unwrap();
    groundplan_clingo::literal::number(atom.positive())
}

#[test]
fn hooks_hear_of_each_answer_and_once_of_the_end() {
    let control = control("{a; b}. :- a, b.");
    let (answers, result) = solve(&control, &["0"]);
    assert_eq!(answers, ["", "a", "b"]);
    assert_eq!(result.bits(), 1 | 4);
    let summary = control.summary();
    assert_eq!((summary.calls, summary.last, summary.all), (1, (3, 0), (3, 0)));
}

#[test]
fn a_hook_ends_the_search() {
    let control = control("{a; b}.");
    let hooks = Heard { enough: Some(2), ..Heard::default() };
    let search = search(&control, &["0"], Vec::new(), hooks, false);
    search.search_here(just);
    assert_eq!(search.hooks().answers.lock().unwrap().len(), 2);
    assert_eq!(search.hooks().ends.lock().unwrap().len(), 1);
    assert_eq!(search.result().bits(), 1);
}

#[test]
fn a_thread_searches_for_each_answer_that_is_asked_for() {
    let control = control("{a; b}.");
    let search = search(&control, &["0"], Vec::new(), Heard::default(), true);
    let mut found = 0;
    loop {
        search.launch().unwrap();
        assert!(search.wait(Duration::from_secs(60)));
        if !search.has_answer() {
            break;
        }
        found += 1;
        // An answer that nobody has seen is not skipped.
        assert!(!search.resume());
        search.see();
        assert!(search.resume());
    }
    assert_eq!(found, 4);
    assert!(search.close());
    assert!(control.with(|_| ()).is_ok());
}

#[test]
fn a_control_is_busy_while_a_search_is_open() {
    let control = control("{a}.");
    let search = search(&control, &["0"], Vec::new(), Heard::default(), true);
    search.search_here(just);
    assert!(search.has_answer());
    let refused = Backend(&control).add_atom(None).unwrap_err();
    assert!(matches!(&refused, Error::Runtime(text) if text.contains("at work")), "{refused}");
    let answer = search.answer();
    assert_eq!(answer.number(), 1);
    assert!(search.close());
    assert!(Backend(&control).add_atom(None).is_ok());
    let refused = answer.symbols(SymbolSelection { atoms: true, ..SymbolSelection::default() }).unwrap_err();
    assert!(matches!(refused, Error::Runtime(_)), "{refused}");
}

#[test]
fn a_core_names_assumptions_by_their_numbers() {
    let control = control("{a; b; c}. :- a, b.");
    let numbers = ["a", "b", "c"].map(|name| number(&control, name));
    let assumptions = numbers.map(|number| (Some(literal(number).unwrap()), number)).to_vec();
    let search = search(&control, &["0"], assumptions, Heard::default(), false);
    search.search_here(just);
    assert_eq!(search.result().satisfiable(), Some(false));
    assert_eq!(search.core(just).unwrap(), numbers[..2]);
}

#[test]
fn optimisation_tells_of_bounds() {
    let control = control("1 {p(1..4)}. #minimize {X,X : p(X)}.");
    let search = search(&control, &["--opt-strategy=usc"], Vec::new(), Heard::default(), false);
    search.search_here(just);
    assert_eq!(search.answer().costs().unwrap(), [1]);
    assert!(search.answer().is_optimal());
    assert!(search.hooks().bounds.lock().unwrap().iter().all(|bound| bound[0] <= 1));
}

#[test]
fn the_backend_adds_statements() {
    let control = control("");
    let backend = Backend(&control);
    let [a, b, c] = ["a", "b", "c"]
        .map(|name| backend.add_atom(Some(&Term::function(name.into(), Vec::new(), true))).unwrap());
    backend.add_rule(&[a, b], &[], true).unwrap();
    backend.add_weight_rule(&[c], 2, &[(a, 1), (b, 1)], false).unwrap();
    assert_eq!(solve(&control, &["0"]).0, ["", "a", "a b c", "b"]);
    backend.add_rule(&[], &[c], false).unwrap();
    assert_eq!(solve(&control, &["0"]).0, ["", "a", "b"]);
    backend.add_assume(&[a]).unwrap();
    assert_eq!(solve(&control, &["0"]).0, ["a"]);
    // As in clingo, an assumption of the program holds for one search.
    assert_eq!(solve(&control, &["0"]).0.len(), 3);
    assert!(matches!(backend.add_rule(&[-1], &[], false), Err(Error::Runtime(_))));
    assert!(matches!(backend.add_rule(&[0], &[], false), Err(Error::Runtime(_))));
    assert!(matches!(backend.add_rule(&[1 << 30], &[], false), Err(Error::Runtime(_))));
    assert!(matches!(backend.add_weight_rule(&[a], i64::MAX, &[(b, -1)], false), Err(Error::Overflow(_))));
}

#[test]
fn external_atoms_keep_their_values() {
    let control = control("#external e. a :- e.");
    assert_eq!(solve(&control, &["0"]).0, [""]);
    let e = literal(number(&control, "e")).unwrap();
    control.assign_external(e, ExternalValue::True).unwrap();
    assert_eq!(solve(&control, &["0"]).0, ["a e"]);
    assert_eq!(solve(&control, &["0"]).0, ["a e"]);
    // The opposite value for a negated literal.
    control.assign_external(e.complement(), ExternalValue::True).unwrap();
    assert_eq!(solve(&control, &["0"]).0, [""]);
    control.assign_external(e, ExternalValue::Released).unwrap();
    control.assign_external(e, ExternalValue::True).unwrap();
    assert_eq!(solve(&control, &["0"]).0, [""]);
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let control = control("{a}.");
    let configuration = Configuration::read(vec!["--symmetry=yes".to_owned(), "0".to_owned()]);
    let configuration = configuration.unwrap_or_else(|_| panic!("it is read"));
    let refused = control.plan(configuration.arguments()).unwrap_err();
    assert!(matches!(refused, Error::Options(_)), "{refused}");
}
