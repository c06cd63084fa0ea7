//! What is added to a control: scripts, programs in aspif, and what comes while a search is open.

use std::sync::{Arc, Mutex};

use groundplan::Engine;
use groundplan_clingo::control::{just, Told};
use groundplan_clingo::programs::Calls;
use groundplan_clingo::script::{Script, Scripts};
use groundplan_clingo::syntax::Location;
use groundplan_clingo::texts::{TextHost, TextOrigin};
use groundplan_clingo::{Control, Error, Term};

use crate::controls::{search, solve, Heard};

/// A host with one language, `mine`.
struct Host {
    scripts: Scripts<()>,
    calls: Calls,
}

/// A language that keeps the code of its scripts.
struct Mine(Arc<Mutex<Vec<String>>>);

impl Script<()> for Mine {
    fn execute(&self, location: &Location, code: &str) -> Told<()> {
        self.0.lock().unwrap().push(format!("{}: {}", location.positions().0.line, code.trim()));
        Ok(())
    }

    fn callable(&self, _: &str) -> Told<bool> {
        Ok(false)
    }

    fn call(&self, _: &str, _: &[Term]) -> Told<Vec<Term>> {
        Ok(Vec::new())
    }

    fn main(&self, (): &()) -> Told<()> {
        Ok(())
    }

    fn version(&self) -> &'static str {
        "1"
    }
}

impl TextHost for Host {
    type Control = ();

    fn scripts(&self) -> &Scripts<()> {
        &self.scripts
    }

    fn calls(&self) -> &Calls {
        &self.calls
    }
}

fn host() -> (Host, Arc<Mutex<Vec<String>>>) {
    let ran = Arc::default();
    let scripts = Scripts::hinting(": ask somebody");
    scripts.register("mine", Arc::new(Mine(Arc::clone(&ran))));
    let calls: Calls = Arc::new(|_: &str, _: &[Term]| Ok(None));
    (Host { scripts, calls }, ran)
}

fn ground(control: &Arc<Control>, part: &str) {
    control.begin_step(true, just).unwrap();
    control.ground(&[(part, Vec::new())], just).unwrap();
}

/// Returns the sentence of an error.
fn sentence(error: Error) -> String {
    match error {
        Error::Raised(raised) => raised.downcast::<Error>().unwrap().to_string(),
        error => error.to_string(),
    }
}

#[test]
fn scripts_run_where_they_stand() {
    let (host, ran) = host();
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner.lp");
    std::fs::write(&inner, "\n#script (mine) two #end. b.").unwrap();
    let control = Control::new(Engine::new());
    let text = format!("a. #script (mine) one #end.\n#include \"{}\".", inner.display());
    let added = control.add_text(&host, "outer.lp", &text).unwrap();
    assert!(!added.repeats && added.warnings.is_empty());
    assert_eq!(*ran.lock().unwrap(), ["1: one", "2: two"]);
    ground(&control, "base");
    assert_eq!(solve(&control, &["0"]).0, ["a b"]);
    let origins: Vec<TextOrigin> = control.texts().iter().map(|text| text.origin).collect();
    assert_eq!(origins, [TextOrigin::Given, TextOrigin::Included]);
    assert!(control.add_file(&host, &inner.display().to_string()).unwrap().repeats);

    let refused = control.add(&host, "base", &[], "#script (other) x #end.").unwrap_err();
    assert_eq!(sentence(refused), "<block>:1:1-24: error: other support not available: ask somebody");
    assert_eq!(control.texts().len(), 3);
}

#[test]
fn there_is_one_program_in_aspif() {
    let (host, _) = host();
    let control = Control::new(Engine::new());
    let aspif = "asp 1 0 0\n1 0 1 1 0 0\n4 1 a 1 1\n0\n";
    control.add_text(&host, "one", aspif).unwrap();
    let refused = control.add_text(&host, "two", aspif).unwrap_err();
    assert!(sentence(refused).starts_with("two: there is a program in aspif already"));
    let steps = "asp 1 0 0 incremental\n0\n0\n";
    let refused = Control::new(Engine::new()).add_text(&host, "steps", steps).unwrap_err();
    assert!(sentence(refused).starts_with("steps: a program in aspif with several steps"));
}

#[test]
fn what_is_added_to_a_search_waits() {
    let (host, _) = host();
    let control = Control::new(Engine::new());
    control.define("n=2").unwrap();
    control.add(&host, "base", &[], "{a}. #minimize { 1 : a }.").unwrap();
    ground(&control, "base");
    let open = search(&control, &["0"], Vec::new(), Heard::default(), true);
    open.search_here(just);
    control.add(&host, "later", &[], "b(n). #const m = 5.").unwrap();
    assert!(control.add(&host, "later", &[], "b(").is_err());
    control.when_idle(|control| control.try_with(Engine::remove_minimize)).unwrap();
    assert!(!control.settle().unwrap());
    assert_eq!(control.constant("m").unwrap().map(|it| it.text()).as_deref(), Some("5"));
    assert!(open.close());

    assert!(control.settle().unwrap());
    ground(&control, "later");
    assert_eq!(solve(&control, &["0"]).0, ["a b(2)", "b(2)"]);
    assert_eq!(control.constant("m").unwrap().map(|it| it.text()).as_deref(), Some("5"));

    let again = Control::new(Engine::new());
    control.repeat_in(&again, &host.calls).unwrap();
    ground(&again, "later");
    assert_eq!(solve(&again, &["0"]).0, ["b(2)"]);
}
