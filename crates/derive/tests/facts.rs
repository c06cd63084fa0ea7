//! `#[derive(Fact)]`: what becomes facts, what comes back, and what is said of an atom that does not fit.

use groundplan::value::{Constant, FactMismatch, Value};
use groundplan::{record, Engine, Error, Fact};

#[derive(Fact, PartialEq, Clone, Debug)]
struct At {
    room: Constant,
    slot: i64,
}

#[derive(Fact, PartialEq, Clone, Debug)]
struct TimeSlot(Day, u8);

#[derive(Fact, PartialEq, Clone, Debug)]
enum Day {
    Monday,
    #[fact(name = "later")]
    Other {
        number: u8,
    },
}

#[derive(Fact, PartialEq, Debug)]
struct Raining;

#[derive(Fact, PartialEq, Debug)]
#[fact(name = "-free")]
struct Taken {
    r#type: String,
    slot: TimeSlot,
}

#[derive(Fact, PartialEq, Debug)]
enum Event {
    Start {
        task: String,
        at: i64,
    },
    #[fact(name = "start")]
    Restart(String, i64, i64),
    #[fact(name = "-start")]
    Stop(String),
    Idle,
}

#[derive(Fact, PartialEq, Debug)]
struct Pair<A, B> {
    one: A,
    other: B,
}

#[derive(PartialEq, Debug)]
struct Size {
    width: u8,
    height: u8,
}
record!(Size { width, height });

fn ground(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("facts.lp", text).expect("a program");
    engine.ground(["base"]).expect("a program");
    engine
}

/// Returns the atoms of a type as they print, and the errors as they are said.
fn read<F: Fact + std::fmt::Debug>(text: &str) -> Vec<Result<F, String>> {
    let mut engine = ground(text);
    let model = engine.query().first().expect("facts").expect("facts");
    let facts = model.facts::<F>().map(|it| it.map_err(|error| error.to_string())).collect();
    facts
}

/// Returns what the facts print as, after they were read back as what they were.
fn there_and_back<F: Fact + PartialEq + std::fmt::Debug>(facts: &[F]) -> String {
    let mut engine = Engine::new();
    engine.add_all(facts).expect("facts");
    engine.ground(["base"]).expect("facts");
    let model = engine.query().first().expect("facts").expect("facts");
    let back: Vec<F> = model.facts().collect::<Result<_, _>>().expect("facts of this type");
    assert_eq!(back, facts);
    model.to_string()
}

#[test]
fn facts_come_back_as_they_went_in() {
    let at = |room: &str, slot| At { room: Constant::from(room), slot };
    assert_eq!(there_and_back(&[at("a", 1), at("b", -2)]), "at(a,1) at(b,-2)");
    let slots = [TimeSlot(Day::Monday, 9), TimeSlot(Day::Other { number: 3 }, 255)];
    assert_eq!(there_and_back(&slots), "time_slot(monday,9) time_slot(later(3),255)");
    assert_eq!(there_and_back(&[Raining]), "raining");
    let taken = Taken { r#type: "x y".into(), slot: TimeSlot(Day::Monday, 1) };
    assert_eq!(there_and_back(&[taken]), "-free(\"x y\",time_slot(monday,1))");
    let pair = Pair { one: Size { width: 1, height: 2 }, other: Value::Number(3) };
    assert_eq!(there_and_back(&[pair]), "pair((1,2),3)");
}

#[test]
fn each_variant_is_a_predicate() {
    let start = || Event::Start { task: "a".into(), at: 1 };
    let events = [start(), Event::Restart("a".into(), 1, 2), Event::Stop("b".into()), Event::Idle];
    let text = there_and_back(&events);
    assert_eq!(text, "start(\"a\",1) start(\"a\",1,2) -start(\"b\") idle");
    // In another atom it is a term.
    let nested = [Pair { one: Event::Stop("b".into()), other: Event::Idle }];
    assert_eq!(there_and_back(&nested), "pair(-start(\"b\"),idle)");
}

#[test]
fn an_error_names_atom_and_field() {
    let [first, second, third] = &read::<At>("at(a,1). at(a,b). at(\"x\",2).")[..] else {
        panic!("three atoms")
    };
    assert_eq!(first, &Ok(At { room: Constant::from("a"), slot: 1 }));
    assert_eq!(second, &Err("at(a,b): field `slot`: expected an integer, found `b`".to_owned()));
    assert_eq!(third, &Err("at(\"x\",2): field `room`: expected a constant, found `\"x\"`".to_owned()));

    let wrong = |text: &str| read::<TimeSlot>(text).remove(0).expect_err(text);
    assert_eq!(
        wrong("time_slot(tuesday,1)."),
        "time_slot(tuesday,1): field `0`: expected `monday` or `later/1`, found `tuesday`"
    );
    assert_eq!(
        wrong("time_slot(-monday,1)."),
        "time_slot(-monday,1): field `0`: expected `monday` or `later/1`, found `-monday`"
    );
    assert_eq!(
        wrong("time_slot(later(256),1)."),
        "time_slot(later(256),1): field `0`: expected an integer from 0 to 255 as field `number`, found `256`"
    );
    let taken = read::<Taken>("-free(1,time_slot(monday,1)). free(a,time_slot(monday,1)).");
    let [Err(message)] = &taken[..] else { panic!("{taken:?}") };
    assert_eq!(
        message,
        "-free(1,time_slot(monday,1)): field `type`: expected a string or a constant, found `1`"
    );
}

#[test]
fn another_number_of_arguments_is_no_silence() {
    assert_eq!(
        read::<At>("at(1). at(1,2,3)."),
        [Err("expected atoms of `at/2`, found those of `at/1`".to_owned())]
    );
    // Where the program has the right one, others are others.
    assert_eq!(read::<At>("at(1). at(a,3).").len(), 1);
    assert_eq!(read::<At>("to(1)."), []);
    assert_eq!(read::<At>("-at(a,3)."), []);
    let events = read::<Event>("start(a,1). start(a,1,2). idle(1).");
    let [Ok(_), Ok(_), Err(message)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(message, "expected atoms of `idle/0`, found those of `idle/1`");
}

#[test]
fn a_struct_is_arguments_for_other_predicates() {
    let mut engine = Engine::new();
    let at = At { room: Constant::from("a"), slot: 1 };
    engine.add_fact("was", &at).expect("a fact");
    engine.add_fact("day", Day::Other { number: 2 }).expect("a fact");
    engine.ground(["base"]).expect("facts");
    let model = engine.query().first().expect("facts").expect("facts");
    assert_eq!(model.to_string(), "was(a,1) day(later(2))");
    assert!(model.contains("was", &at));
    assert_eq!(model.all::<At>("was").expect("of this type"), [at]);
    assert_eq!(model.all::<Day>("day").expect("of this type"), [Day::Other { number: 2 }]);
    let error = model.all::<At>("day").expect_err("it has one argument");
    assert_eq!(error.to_string(), "expected `day/2`, found `day/1`");
}

#[test]
fn an_error_goes_up_as_one_of_the_engine() {
    fn slots(engine: &mut Engine) -> Result<Vec<At>, Error> {
        let model = engine.query().first()?.expect("facts");
        let slots = model.facts().collect::<Result<_, _>>()?;
        Ok(slots)
    }
    let error = slots(&mut ground("at(a,b).")).expect_err("`b` is no integer");
    assert!(
        matches!(&error, Error::Fact(FactMismatch::Field { atom, field }) if atom == "at(a,b)" && field.field == "slot")
    );
}

#[test]
fn facts_of_a_broken_engine_are_refused() {
    let mut engine = Engine::new();
    engine.add_text("unsafe.lp", "p(X).").expect("it parses");
    engine.ground(["base"]).expect_err("it is unsafe");
    assert!(matches!(engine.add_all(&[Raining]), Err(Error::Broken { .. })));
}
