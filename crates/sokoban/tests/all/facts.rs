//! The engine and the checker read instances each by itself, and agree on what one is: otherwise a plan could be found
//! that cannot be checked.

use groundplan_check::Instance as Board;
use groundplan_sokoban::Instance;

const CORRIDOR: &str =
    "right(a,b). right(b,c). sokoban(a). box(b). solution(c). step(1). step(2). next(1,2).";

/// Facts beside the corridor's that make an instance.
const ACCEPTED: &[&str] = &[
    "right(c,-1).",
    "right(c,--1).",
    "right(c,-(1)).",
    "right(c,-0).",
    "right(c,-d).",
    "right(c,-f(1)).",
    "right(c,f(-1)).",
    "right(c,0x1F).",
    "right(c,0o17).",
    "right(c,0b11).",
    "right(c,-9223372036854775808).",
    "right(c,(1,2)).",
    "right(c,(1,)).",
    "right(c,-(1,2)).",
    "right(c,()).",
    "right(c,(d)).",
    "right(c,f()).",
    "right(c,\"x y\").",
    "right(c,\"a\\n\\\"b\\\\\").",
    "right(c,#inf). right(#inf,#supremum).",
    "right(c,_d).",
    "right(c,d').",
    "right(c,d;e,f).",
    "right( c , d ) . % why",
    "right(c,1..1).",
    "top(c,f(1..1)).",
    "right(c,1..0).",
    "box((b;b)).",
    "box(b). box(b).",
    "box(b) :- .",
    "-box(c).",
    "box. box(). box(b,c).",
    "wall(1..3,(a;b)).",
    "%* a %* b *% c *% solution(b).",
    "storage(b).",
];

/// Texts behind the corridor's facts that make it none.
const REFUSED: &[&str] = &[
    "right(c,1+1).",
    "right(c,1-1).",
    "right(c,2**2).",
    "right(c,|-1|).",
    "right(c,~1).",
    "right(c,-\"s\").",
    "step(2+0).",
    "wall(1+1).",
    "right(c,007).",
    "right(c,0x).",
    "right(c,9223372036854775808).",
    "right(c,a..b).",
    "right(c,0..1).",
    "right(c,(d;e)).",
    "right(c,f(1..2)).",
    "right(c,f(1,)).",
    "right(c,\"a\\tb\").",
    "right(c,@f).",
    "box(X).",
    "box(_).",
    "wall(f(X)).",
    "box(c) :- box(b).",
    "box(c) :- #true.",
    ":- box(c).",
    "box(b), box(c).",
    "box(b); solution(c).",
    "box(b) | box(c).",
    "{box(c)}.",
    "not box(c).",
    "#true.",
    "1 = 1.",
    "#const n = 1.",
    "#show.",
    "#program base.",
    "&sum{x} = 1.",
    "box(b)",
    "box(b",
    "box(b))).",
    ".",
    "box(b)..",
    "%* open",
    "sokoban(b).",
    "sokoban(c).",
    "right(a,a).",
    "right(a,d).",
    "top(a,d). top(a,e).",
    "next(2,1).",
    "next(2,3).",
    "step(3).",
    "step(3). next(1,3).",
];

fn read(text: &str) -> (Result<Instance, String>, Result<Board, String>) {
    let engine = Instance::read("test", text).map_err(|error| error.to_string());
    let checker = Board::parse(text).map_err(|error| error.to_string());
    (engine, checker)
}

#[test]
fn both_accept_the_same_facts_and_see_the_same() {
    for facts in ACCEPTED {
        let text = format!("{CORRIDOR}\n{facts}\n");
        let (engine, checker) = read(&text);
        let engine = engine.unwrap_or_else(|error| panic!("the engine refuses {facts}: {error}"));
        let checker = checker.unwrap_or_else(|error| panic!("the checker refuses {facts}: {error}"));
        let term = |&location| engine.symbols.display(engine.term(location)).to_string();
        let locations = engine.locations().map(|location| engine.name(location));
        assert!(locations.eq(checker.locations()), "{facts}");
        assert!(engine.boxes.iter().map(term).eq(checker.boxes()), "{facts}");
        assert!(engine.storages.iter().map(term).eq(checker.storages()), "{facts}");
        assert_eq!(term(&engine.sokoban), checker.sokoban(), "{facts}");
        assert_eq!(engine.steps.len(), checker.step_count(), "{facts}");
    }
}

#[test]
fn both_refuse_the_same_texts() {
    for text in REFUSED {
        let (engine, checker) = read(&format!("{CORRIDOR}\n{text}\n"));
        assert!(engine.is_err(), "the engine accepts {text}");
        assert!(checker.is_err(), "the checker accepts {text}");
    }
}
