//! Several threads: the same answers as from one, within the same limits.

#[allow(dead_code, reason = "the others are asked in `all`")]
#[path = "all/support/modes.rs"]
mod modes;

use std::time::{Duration, Instant};

use groundplan::solve::SearchConfig;
use groundplan::{Engine, Error, Outcome};
use modes::{backends, threaded};

/// So many guests, one more than there are beds in rooms for two, if `there` holds.
fn guests(guests: u32) -> String {
    format!(
        "{{ there }}. guest(1..{guests}). room(1..{guests}/2). {{ in(G,R) : room(R) }} = 1 :- guest(G), there.
         :- room(R), 3 {{ in(G,R) : guest(G) }}. {{ out(1..3) }}. :- not there, not out(1)."
    )
}

/// An edge cover by vertices of a grid with diagonals; the least takes long to prove.
fn cover(width: u32) -> String {
    format!(
        "v(1..{width},1..{width}). {{ in(X,Y) }} :- v(X,Y).
         :- v(X,Y), v(X+D,Y+E), D = -1..1, E = 0..1, |D|+E > 0, D+E > 0, not in(X,Y), not in(X+D,Y+E).
         :- v(X,Y), v(X+2,Y+1), not in(X,Y), not in(X+2,Y+1).
         #minimize {{ 3+(X*Y)\\5,X,Y : in(X,Y) }}."
    )
}

fn engine(config: &SearchConfig, program: &str) -> Engine {
    let mut engine = Engine::new();
    engine.configure(config.clone()).expect("it has not solved yet");
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine
}

fn configs() -> impl Iterator<Item = SearchConfig> {
    backends().into_iter().flat_map(|backend| [2, 4].map(|threads| threaded(&backend, threads)))
}

#[test]
fn one_answer_set_or_the_assumptions_to_blame() {
    for config in configs() {
        let mut engine = engine(&config, &guests(5));
        for _ in 0..3 {
            assert!(!engine.query().first().unwrap().expect("there is one").contains("there", ()));
            let query = engine.query().assume("out", 2).assume("there", ()).assume_not("out", 3);
            let Outcome::Unsatisfiable(core) = query.solve().unwrap() else { panic!("a guest has no bed") };
            assert!(core.iter().any(|blamed| blamed == "there"), "{core}, {config:?}");
            let query = engine.query().assume("out", 2).limit(1);
            let found: Vec<_> = query.models().unwrap().collect::<Result<_, _>>().unwrap();
            assert!(found.len() == 1 && found[0].contains("out", (2,)), "{config:?}");
            assert_eq!(engine.query().assume("there", ()).limit(1).models().unwrap().count(), 0);
        }
        assert_eq!(engine.query().models().unwrap().count(), 4);
    }
}

#[test]
fn an_optimum_for_one_shot_after_the_other() {
    let program = "
        #program base. n(0). { in(0) }.
        #program step(t). #external open(t). n(t). { in(t) }. :- not in(t), not in(t-1), open(t).
        #minimize { 1+(t*t)\\3,t : in(t) }.";
    for config in configs() {
        let mut alone = engine(&SearchConfig::default(), program);
        let mut several = engine(&config, program);
        for step in 1..8 {
            let mut costs = Vec::new();
            for engine in [&mut alone, &mut several] {
                engine.ground([("step", step)]).unwrap();
                let value = groundplan::program::ExternalValue::True;
                assert!(engine.assign_external("open", step, value).unwrap());
                if step == 5 {
                    engine.release_external("open", 3).unwrap();
                }
                for assumes in [false, true] {
                    let query = engine.query();
                    let query = if assumes { query.assume("in", 0) } else { query };
                    let optimum = query.optimum().unwrap();
                    assert!(optimum.proven);
                    let best = optimum.model.expect("there is one").costs().to_vec();
                    assert_eq!(optimum.lower_bound, best, "{config:?}");
                    costs.push(best);
                }
            }
            assert_eq!(costs[..2], costs[2..], "{config:?}, step {step}");
        }
    }
}

#[test]
fn a_deadline_or_an_interrupt_ends_all_of_them() {
    for config in configs() {
        let mut engine = engine(&config, &cover(24));
        let start = Instant::now();
        let optimum = engine.query().time_limit(Duration::from_millis(700)).optimum().unwrap();
        let took = start.elapsed();
        assert!(took > Duration::from_millis(600) && took < Duration::from_secs(5), "{took:?}, {config:?}");
        assert!(!optimum.proven);
        if let Some(model) = &optimum.model {
            assert!(optimum.lower_bound[0] < model.costs()[0], "{config:?}");
        }
        drop(optimum);
        let interrupter = engine.interrupter();
        let start = Instant::now();
        let stop = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            interrupter.interrupt();
        });
        assert!(!engine.query().optimum().unwrap().proven);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}, {config:?}");
        stop.join().unwrap();
    }
    for config in configs() {
        let mut engine = engine(&config, &format!("{} :- not there.", guests(27)));
        let start = Instant::now();
        let first = engine.query().time_limit(Duration::from_millis(500)).first();
        assert!(matches!(first, Err(Error::Interrupted)), "{config:?}");
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}, {config:?}");
    }
}
