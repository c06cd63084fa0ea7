//! What the author of a program says in comments, as headlines of statements and sentences about atoms.

use groundplan::diagnostic::{Sources, Span};
use groundplan_explain::{Instance, Words};

/// The headline of the statement with this text, under these values of its variables.
fn headline(text: &str, statement: &str, values: &[(&str, &str)]) -> Option<String> {
    let mut sources = Sources::new();
    let source = sources.add("p.lp", text);
    let start = text.rfind(statement).expect("it is in the text") as u32;
    let span = Span { source, start, end: start + statement.len() as u32 };
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Words::of(&sources).of_statement(span, &Instance { values })
}

fn plain(text: &str, statement: &str) -> Option<String> {
    headline(text, statement, &[])
}

fn sentence(text: &str, atom: &str) -> Option<String> {
    let mut sources = Sources::new();
    sources.add("p.lp", text);
    Words::of(&sources).of_atom(atom)
}

#[test]
fn the_comment_above_a_statement_is_its_headline() {
    let is = |text: &str, said: &str| assert_eq!(plain(text, ":- a, b.").as_deref(), Some(said), "{text}");
    is("c.\n% Not both.\n:- a, b.", "Not both.");
    is("c.\n\n%% Not both\n  :- a, b.", "Not both");
    is("c.\r\n% Not both.\r\n:- a, b.\r\n", "Not both.");
    is("c.\n% Never\n% the two together. For they clash.\n:- a, b.", "Never the two together.");
    is("c.\n% About it all.\n%\n% Not both.\n:- a, b.", "Not both.");
    is("c.\n%* Not both. *%\n:- a, b.", "Not both.");
    is("c.\n%*\n * Not\n * both.\n *%\n:- a, b.", "Not both.");
    is("c.\n:- a, b. % Not both.", "Not both.");
    is("c.\n% Not both.\n:- a, b. % for whatever reason", "Not both.");
    is("c.\n% Not both\n% --------\n:- a, b.", "Not both");
    is("% The first line is about the text.\n% Not both.\n:- a, b.", "Not both.");
    is("% Not both.\n:- a, b.", "Not both.");
    is("c.\n% Not {both}, {X} or {.\n:- a, b.", "Not {both}, {X} or {.");
    is("c.\n% Ä ß 言葉.\n:- a, b.", "Ä ß 言葉.");
    is("\u{feff}% Not both.\n:- a, b.", "Not both.");
    is("% Never the two\n% in a row. That is the law.\n:- a, b.", "Never the two in a row.");
    is(
        "c.\n% Mr. Huber, e.g. Prof. Huber Jr., z. B. Dr. X, is ill. Really.\n:- a, b.",
        "Mr. Huber, e.g. Prof. Huber Jr., z. B. Dr. X, is ill.",
    );
    is("c.\n% Is he? He is.\n:- a, b.", "Is he?");
}

#[test]
fn what_is_no_headline() {
    let none = |text: &str| assert_eq!(plain(text, ":- a, b."), None, "{text}");
    none("c.\n:- a, b.");
    none("% About c.\n\n:- a, b.");
    none("% About c.\nc.\n:- a, b.");
    none("c. % about c\n:- a, b.");
    none("c.\n% :- b, c.\n:- a, b.");
    none("c.\n% ======\n:- a, b.");
    none("c.\n% --- Rules ---\n:- a, b.");
    none("c.\n%!show_trace {a}.\n:- a, b.");
    none("c. %* Not both. *%\n:- a, b.");
    none(":- a, b. c. % about c");
    none("%*\n:- a, b.");
    none("% About c.\nc. :- a, b.");
    none("% About what forbids c.\n:- c. :- a, b.");
    none("c. % about c,\n   % and d\n:- a, b.");
    none("c.\n%%% Rules %%%\n:- a, b.");
    none(":- a, b.");
}

#[test]
fn facts_of_a_predicate_share_their_heading() {
    let text = "% Who is away.\naway(ada, 1). away(ben, 2).\naway(cleo, 3).\nroom(hall).\n";
    assert_eq!(plain(text, "away(ben, 2).").as_deref(), Some("Who is away."));
    assert_eq!(plain(text, "away(cleo, 3).").as_deref(), Some("Who is away."));
    assert_eq!(plain(text, "room(hall)."), None);
    let text = "% Who is away.\naway(ada, 1). % ill\naway(ben, 2).\nin(1). away(cleo, 3). % at home\n";
    assert_eq!(plain(text, "away(ada, 1).").as_deref(), Some("ill"));
    assert_eq!(plain(text, "away(ben, 2).").as_deref(), Some("Who is away."));
    assert_eq!(plain(text, "in(1)."), None);
    assert_eq!(plain(text, "away(cleo, 3).").as_deref(), Some("at home"));
}

#[test]
fn variables_stand_for_their_values() {
    let text = "c.\n% {T} cannot teach at {S}, nor at {S'}, {T}{U}.\n:- away(T, S), at(T, S'), c.";
    let statement = ":- away(T, S), at(T, S'), c.";
    let values = [("T", "\"Ada L.\""), ("S", "9")];
    let said = headline(text, statement, &values);
    assert_eq!(said.as_deref(), Some("Ada L. cannot teach at 9, nor at S', Ada L.{U}."));
    assert_eq!(plain(text, statement).as_deref(), Some("T cannot teach at S, nor at S', T{U}."));
}

/// What braces hold is evaluated if it is an operation with variables of the statement. Other braces are text.
#[test]
fn operations_stand_for_their_results() {
    let statement = "at(T, S + 1) :- at(T, S), move(T, D).";
    let is = |words: &str, values: &[(&str, &str)], said: &str| {
        let text = format!("c.\n% {words}\n{statement}");
        assert_eq!(headline(&text, statement, values).as_deref(), Some(said), "{text}");
    };
    let values = [("T", "\"t {S}\""), ("S", "-4"), ("D", "f(2)")];
    is("{T} moves at {S}, and is there at {S + 1}.", &values, "t {S} moves at -4, and is there at -3.");
    is("{-S} {|S|} {S**2-S*2} {2*(S-1)} {S\\3}", &values, "4 4 24 -10 -1");
    // Where it has no value, it stands for itself.
    is("{T+1} {D-1} {S/0}", &values, "T+1 D-1 S/0");
    is("{S+1}", &[], "S+1");
    is(
        "{X+1} {1+1} {f(S)} {S,T} {S;T} {S..3} {at(T,S)} {S+} {S + \"x} {s+1} {}",
        &values,
        "{X+1} {1+1} {f(S)} {S,T} {S;T} {S..3} {at(T,S)} {S+} {S + \"x} {s+1} {}",
    );
}

#[test]
fn annotations_of_xclingo_are_read() {
    let rule = "punish(P) :- drive(P), alcohol(P, A).";
    let is = |annotation: &str, said: &str| {
        let text = format!("c.\n{annotation}\n{rule}");
        let found = headline(&text, rule, &[("P", "ada"), ("A", "40")]);
        assert_eq!(found.as_deref(), Some(said), "{text}");
    };
    is("%!trace_rule {\"% drove drunk\", P}", "ada drove drunk");
    is("%!trace_rule {\"% drove with %\", P, A}.", "ada drove with 40");
    is("  %!trace_rule { \"drunk\" } .", "drunk");
    is(
        "%!trace_rule {\"% had % too much, %%\", P, A - 30, 1+1, f(P, A/2)}.",
        "ada had 10 too much, 2f(ada,20)",
    );
    is("%!trace_rule {\"% %\", P+1, \"A + 1\"}.", "P+1 A + 1");
    is("% A comment.\n%!trace_rule {\"% and %\", P}.", "ada and %");
}

#[test]
fn atoms_have_sentences() {
    let text = "%!trace {\"% is away at %\", T, S} away(T,S).\n%!trace {\"level %\",A} alcohol(_,A). % so\n\
                %!trace {\"% goes\", P} goes(P) : alive(P).\n  %!trace {\"-\", X} -on(X,X).\n\
                %!trace {\"% in f\", X} in(f(X,\"a,b\"),1).\n%!trace {\"again\"} away(ada,_).\n%!trace {\"% to %\", S, S+2} long(S).\n x :- y. %!trace {\"no\"} x.\n";
    let is = |atom: &str, said: Option<&str>| assert_eq!(sentence(text, atom).as_deref(), said, "{atom}");
    is("away(ben,2)", Some("ben is away at 2"));
    is("away(ada,(1,2))", Some("ada is away at (1,2); again"));
    is("away(f(a,b),\"x,y\")", Some("f(a,b) is away at x,y"));
    is("away(ada)", None);
    is("alcohol(ada,40)", Some("level 40"));
    is("goes(ada)", None);
    is("-on(1,1)", Some("-"));
    is("-on(1,2)", None);
    is("on(1,1)", None);
    is("in(f(7,\"a,b\"),1)", Some("7 in f"));
    is("in(f(7,\"a\"),1)", None);
    is("long(9)", Some("9 to 11"));
    is("long(a)", Some("a to S+2"));
    is("x", None);
}
