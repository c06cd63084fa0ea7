//! Texts to nodes, and nodes to programs.

use groundplan::Engine;
use groundplan_clingo::syntax::{write, Kind, Notice, Reading, Value};
use groundplan_clingo::Error;

use super::{child, statement, statements, texts, Told};

const PROGRAM: &str = r#"
    p(X+1,f(a,"s")) :- q(X), not r(X,_), X = 1..3, 1 < #sum { Y,Z: s(Y,Z), not t; 2: u } < 4.
    { a(X): b(X) } = 1 :- c. d; e :- f: g. :~ a(X). [X@2,X] #show a(X) : b(X). #external k(X) : l(X). [false]
    #theory t { x { + : 1, binary, left }; &a/1: x, {<=}, x, any }. &a(1) { x+y: p } <= 3.
    -p(|X|;@g(Y)) :- q(X,Y). #const n = 3. #edge (1,2). #heuristic a : b. [1@2,sign] #project p/1. % said
"#;

#[test]
fn what_prints_reads_again() {
    let once = texts(&statements(PROGRAM));
    assert_eq!(texts(&statements(&once.join("\n"))), once);
    assert!(once.contains(&"1 = { a(X): b(X) } :- c.".to_owned()), "{once:?}");
}

#[test]
fn nodes_say_where_they_were_read() {
    let rule = statement("a.\n".trim());
    let rules = statements("a.\n  b :- c.");
    let (begin, end) = rules[1].location().expect("a rule has one").positions();
    assert_eq!((&*begin.file, begin.line, begin.column, end.line, end.column), ("<string>", 2, 3, 2, 10));
    let atom = child(&child(&rule, "head"), "atom");
    assert_eq!((atom.kind(), atom.location()), (Kind::SymbolicAtom, None));
}

#[test]
fn edges_of_a_statement_share_nothing() {
    let edges = statements("#edge (a,b;c,d) : p(1), q.");
    let Ok(Value::Node(literal)) = edges[0].sequence("body").expect("it is one").get(0) else {
        panic!("it has two")
    };
    child(&child(&literal, "atom"), "symbol").set("name", Value::Text("z".into())).expect("a text");
    assert_eq!(texts(&edges), ["#edge (a,b) : z(1); q.", "#edge (c,d) : p(1); q."]);
}

#[test]
fn scripts_and_comments_are_statements_in_their_places() {
    let nodes =
        statements("a. % one\n#script (lua) x = \"%\" #end. b. %* two\n *% p(\"#script (lua)\") :- c.");
    let kinds: Vec<_> = nodes.iter().map(|node| node.kind().name()).collect();
    assert_eq!(kinds[..3], ["Rule", "Comment", "Script"]);
    assert_eq!(nodes[2].text().expect("a script"), "#script (lua)x = \"%\"#end.");
}

#[test]
fn a_text_that_is_no_program_is_refused_as_a_whole() {
    let mut told = Told::default();
    let error = Reading::new(&mut told).text("x.lp", "a.\nb(1.").expect_err("it is none");
    assert!(matches!(error, Error::Engine(_)) && error.to_string().contains("x.lp:2:"), "{error}");
    assert!(told.nodes.is_empty() && told.notices[0].0 == Notice::Error);
    let mut told = Told::default();
    let deep = format!("p({}1{}).", "f(".repeat(5000), ")".repeat(5000));
    let error = Reading::new(&mut told).text("x.lp", &deep).expect_err("it is too deep");
    assert!(matches!(error, Error::Missing(_)) && told.notices.is_empty(), "{error}");
    let error = Reading::new(&mut told).text("x.lp", "asp 1 0 0\n0\n").expect_err("there is no place for it");
    assert!(matches!(error, Error::Runtime(_)) && told.ground_programs == ["x.lp"], "{error}");
}

#[test]
fn a_file_is_read_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    std::fs::write(path("inner.lp"), "x.\n#program p.\ny.").expect("it can be written");
    std::fs::write(path("outer.lp"), "a. #include \"inner.lp\". b. #include \"inner.lp\". c.")
        .expect("it can be written");
    let mut told = Told::default();
    let mut reading = Reading::new(&mut told);
    reading.file(&path("outer.lp")).expect("both are programs");
    reading.file(&path("inner.lp")).expect("it was read");
    let missing = reading.file(&path("missing.lp"));
    assert!(matches!(missing, Err(Error::Runtime(_))), "{missing:?}");
    let wanted = ["#program base.", "a.", "x.", "#program p.", "y.", "#program base.", "b.", "c."];
    assert_eq!(texts(&told.nodes), wanted);
    let notices: Vec<_> = told.notices.iter().map(|(notice, _)| *notice).collect();
    assert_eq!(notices, [Notice::FileIncluded, Notice::FileIncluded, Notice::Error]);
}

#[test]
fn nodes_become_a_program() {
    let mut engine = Engine::new();
    let written =
        write(&mut engine, &statements("p(1). q(X) :- p(X). #program n(t). r(t).")).expect("a program");
    assert!(written.is_exact);
    assert_eq!(written.text, "p(1).\nq(X) :- p(X).\n#program n(t).\nr(t).\n");
    assert_eq!(written.parts.len(), 2);
    let odd = statement("q(X) :- p(X).");
    odd.set("head", odd.get("body").and_then(|_| child(&odd, "head").get("atom")).expect("an atom"))
        .expect("it is a node");
    let error = write(&mut engine, &[odd]).map(|written| written.text).expect_err("an atom is no head");
    assert!(error.to_string().contains("head literal expected, not a node SymbolicAtom"), "{error}");
}
