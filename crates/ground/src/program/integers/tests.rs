//! Tests of what programs say about integers: texts with the inequalities that are read from them, and errors with their places.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::*;
use crate::analysis::parts::{analyse, Context};
use crate::analysis::steps::Steps;
use crate::diagnostic::Sources;
use crate::exchange;
use crate::function::Functions;
use crate::ground::{Ground, Grounder};
use crate::program::{difference, Base, Body, GroundProgram, HeadKind, RuleCursor};
use crate::syntax::parse;

/// A program that grows by texts.
#[derive(Default)]
struct Growing {
    symbols: Symbols,
    sources: Sources,
    base: Base,
    functions: Functions,
    steps: Steps,
    grounder: Grounder,
    program: Program,
    /// The rules that were there before constraints were read.
    before: RuleCursor,
    atoms_before: usize,
}

impl Growing {
    fn of(text: &str) -> Self {
        let mut growing = Growing::default();
        growing.add(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        growing
    }

    /// Grounds a text, and reads the constraints that are new. Errors come with the text to which they point.
    fn add(&mut self, text: &str) -> Result<(), Box<(Diagnostic, String)>> {
        let source = self.sources.add("program.lp", text);
        let parsed = parse(&mut self.symbols, &self.sources, source);
        let explained = |error: Diagnostic| {
            let place = error.span.map_or("", |span| &text[span.range()]).to_owned();
            Box::new((error, place))
        };
        if let Some(error) = parsed.diagnostics.into_iter().next() {
            return Err(explained(error));
        }
        let wanted = [(self.symbols.name("base"), Vec::new())];
        let context = Context {
            symbols: &mut self.symbols,
            base: &mut self.base,
            functions: &mut self.functions,
            steps: &mut self.steps,
            heuristics: false,
            leaves_differences: false,
            checked: &mut Default::default(),
            relaxation: None,
        };
        let mut parts = parsed.program.parts;
        let analysed = analyse(&mut parts, &wanted, &[], context);
        if let Some(error) = analysed.diagnostics.into_iter().find(|it| it.severity == Severity::Error) {
            return Err(explained(error));
        }
        let Growing { functions, symbols, base, program, .. } = self;
        let mut ground = Ground { functions, symbols, base, program };
        assert!(self.grounder.ground(analysed.facts, analysed.rules, &mut ground).is_ok(), "{text}");
        self.before = self.program.rules.end();
        self.atoms_before = self.program.atom_count();
        difference::read(&mut self.program, &mut self.symbols)
            .and_then(|()| read(&mut self.program, &mut self.symbols))
            .map_err(explained)
    }

    fn integers(&self) -> &Integers {
        &self.program.theory.integers
    }

    fn name(&self, variable: IntegerVariable) -> String {
        let name = self.integers().variables().nth(variable.0 as usize).expect("a variable");
        self.symbols.display(name).to_string()
    }

    /// Returns the text of a literal: `a0` for the first theory atom, `#0` for the first auxiliary one.
    fn literal(&self, literal: Literal) -> String {
        let atom = literal.atom();
        let place = self.program.theory.used_from(0).filter(|it| it.atom.is_some());
        let text = match place.map(|it| it.atom).position(|it| it == Some(atom)) {
            Some(place) => format!("a{place}"),
            None if atom.index() >= self.atoms_before => format!("#{}", atom.index() - self.atoms_before),
            None => self.base.name(atom).map_or_else(
                || "?".to_owned(),
                |(signature, _)| self.symbols.text(signature.name).to_owned(),
            ),
        };
        if literal.is_negative() {
            format!("-{text}")
        } else {
            text
        }
    }

    fn under(&self, literal: Literal) -> String {
        let is_fact = !literal.is_negative() && self.program.is_fact(literal.atom());
        if is_fact {
            String::new()
        } else {
            format!("{}: ", self.literal(literal))
        }
    }

    fn sum(&self, terms: &[(i64, IntegerVariable)]) -> String {
        let mut text = String::new();
        for &(coefficient, variable) in terms {
            let name = self.name(variable);
            let _ = match coefficient {
                1 => write!(text, "+{name}"),
                -1 => write!(text, "-{name}"),
                _ => write!(text, "{coefficient:+}{name}"),
            };
        }
        text.strip_prefix('+').map_or(text.clone(), str::to_owned)
    }

    fn expression(&self, sum: &LinearExpression) -> String {
        match sum.constant {
            0 if !sum.terms.is_empty() => self.sum(&sum.terms),
            constant if sum.terms.is_empty() => constant.to_string(),
            constant => format!("{}{constant:+}", self.sum(&sum.terms)),
        }
    }

    /// Returns all that was read, with the rules that it needs.
    fn text(&self) -> String {
        let integers = self.integers();
        let mut lines: Vec<String> = Vec::new();
        for LinearInequality { literal, terms, most } in integers.inequalities() {
            lines.push(format!("{}{}<={most}", self.under(*literal), self.sum(terms)));
        }
        for IntegerDomain { literal, variable, ranges } in integers.domains() {
            let ranges: Vec<String> =
                ranges.iter().map(|(least, greatest)| format!("{least}..{greatest}")).collect();
            lines.push(format!("{}{} in {}", self.under(*literal), self.name(*variable), ranges.join(" ")));
        }
        for Distinct { literal, sums } in integers.distinct() {
            let sums: Vec<String> = sums.iter().map(|sum| self.expression(sum)).collect();
            lines.push(format!("{}distinct {}", self.under(*literal), sums.join(" ")));
        }
        for Disjoint { literal, intervals } in integers.disjoint() {
            let intervals: Vec<String> =
                intervals.iter().map(|&(start, length)| format!("{}@{length}", self.name(start))).collect();
            lines.push(format!("{}disjoint {}", self.under(*literal), intervals.join(" ")));
        }
        for IntegerObjective { priority, sum } in integers.objectives() {
            lines.push(format!("minimize@{priority} {}", self.expression(sum)));
        }
        for rule in self.program.rules.after(self.before) {
            let Body::Conjunction(body) = rule.body else { panic!("no sum is needed") };
            let head: Vec<String> = rule.head.iter().map(|atom| self.literal(atom.positive())).collect();
            let body: Vec<String> = body.iter().map(|&literal| self.literal(literal)).collect();
            let head = head.join("|");
            let head = if rule.kind == HeadKind::Choice { format!("{{{head}}}") } else { head };
            lines.push(if body.is_empty() { head } else { format!("{head}:-{}", body.join(",")) });
        }
        lines.join("; ")
    }

    fn variables(&self) -> String {
        let names: Vec<String> =
            self.integers().variables().map(|name| self.symbols.display(name).to_string()).collect();
        names.join(" ")
    }
}

fn check(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(Growing::of(text).text(), *expected, "{text}");
    }
}

fn refused(text: &str) -> (String, String) {
    match Growing::default().add(text) {
        Ok(()) => panic!("{text} is not refused"),
        Err(error) => (error.0.message, error.1),
    }
}

#[test]
fn terms_are_linear_sums() {
    check(&[
        ("&sum { x } <= 3.", "x<=3"),
        ("&sum { 3*x; x*3; 2*3*y; 7/2*z } <= 3.", "6x+6y+3z<=3"),
        ("&sum { 2*(x+y-1) } <= 3.", "2x+2y<=5"),
        ("&sum { -(x+1) } <= 3.", "-x<=4"),
        ("&sum { x+3-2-1 } <= 3-2-1.", "x<=0"),
        ("&sum { x } <= -7/2.", "x<=-3"),
        ("&sum { x } <= (-7)\\3.", "x<=-1"),
        ("&sum { x } <= 2**3**2.", "x<=512"),
        ("&sum { x } <= - 2**2.", "x<=4"),
        ("&sum { x } <= 2**(-1).", "x<=0"),
        ("&sum { x } <= 0**3.", "x<=0"),
        ("&sum { x(f(1+2)); f(-a) } <= 0.", "x(f(3))+f(-a)<=0"),
        ("&sum { \"abc\"; (a,b); (); (x,); #inf; (y) } <= 0.", "\"abc\"+(a,b)+()+(x,)+#inf+y<=0"),
        ("&sum { -(1,2) } <= 0.", "-(1,2)<=0"),
        ("&sum { X } <= 2 :- X = -a.", "-a<=2"),
        ("#const n = 3. &sum { x } <= n.", "x<=3"),
        ("&sum { X*x(X) } <= Y :- X = -2, Y = (3;-4).", "-2x(-2)<=3; -2x(-2)<=-4"),
    ]);
}

#[test]
fn products_of_two_variables_are_variables() {
    check(&[
        ("&nsum { x*y; 2*y*x; x; 1 } <= 3.", "3*(x,y)+x<=2"),
        ("&nsum { (x+1)*(y-2) } <= 3*x*x.", "*(x,y)-2x+y-3*(x,x)<=2"),
        ("&nsum { x*y } <= x*y.", ""),
    ]);
    let growing = Growing::of("&dom { -2..3 } = x. &dom { 0..5 } = y. &nsum { x*y; x*x } <= 3.");
    let products: Vec<(i64, i64)> = growing
        .integers()
        .products()
        .iter()
        .map(|product| growing.integers().limits(product.result))
        .collect();
    assert_eq!(products, [(-10, 15), (-6, 9)]);
}

#[test]
fn signs_need_no_blanks() {
    check(&[
        ("&sum { x } <=-3.", "x<=-3"),
        ("&sum{x}=-3.", "x<=-3; -x<=3"),
        ("&sum{x}<=-y.", "x+y<=0"),
        ("&sum{x}<=-y-3.", "x+y<=-3"),
        ("&sum{x}<=-(y-3).", "x+y<=3"),
        ("&sum{x}<=-(y-3)-1.", "x+y<=2"),
        ("&sum{3*-x}<=3.", "-3x<=3"),
        ("&sum{x--y}>-3.", "-x-y<=2"),
        ("&sum{x;-y;+z}<=3.", "x-y+z<=3"),
        ("&sum{-x;-y-1:p(1);-z}<=3. p(1).", "-x-y-z<=4"),
        ("&dom{-1..-1;-5..-3}=x.", "x in -5..-3 -1..-1"),
        ("&dom{0;-5}=x.", "x in -5..-5 0..0"),
        ("&diff{x-y}<=-3. &sum{x}<=+3.", "x-y<=-3; x<=3"),
        ("&minimize{x@-1;-y}.", "minimize@0 -y; minimize@-1 x"),
    ]);
    assert_eq!(Growing::of("&diff{x-y}<=-3.").program.theory.differences.all()[0].most, -3);
}

#[test]
fn guards_are_sums() {
    check(&[
        ("&sum { 3*x } <= y.", "3x-y<=0"),
        ("&sum { 5 } <= y-3+x.", "-y-x<=-8"),
        ("&sum { } = x.", "-x<=0; x<=0"),
        ("&sum { } = 1.", ":-a0"),
        ("&sum { } = 0.", ""),
        ("&sum { x-x } = 0.", ""),
        ("&sum { 0*x } = 1.", ":-a0"),
        ("&sum { x } < 3.", "x<=2"),
        ("&sum { x } >= 3.", "-x<=-3"),
        ("&sum { x } > 3.", "-x<=-4"),
        ("&sum { x } > 1073741823.", "-x<=-1073741824"),
    ]);
}

#[test]
fn atoms_of_bodies_are_equivalent_to_their_constraints() {
    check(&[
        ("a :- &sum { x } <= 1.", "a0: x<=1; -a0: -x<=-2"),
        ("a :- &sum { x } >= 1.", "a0: -x<=-1; -a0: x<=0"),
        ("a :- &sum { x } = 1.", "#0: x<=1; -#0: -x<=-2; #1: -x<=-1; -#1: x<=0; {#0}; {#1}; a0:-#0,#1"),
        (
            "a :- &sum { x } != 1.",
            "#0: x<=1; -#0: -x<=-2; #1: -x<=-1; -#1: x<=0; {#0}; {#1}; a0:--#0; a0:--#1",
        ),
        ("{a}. &sum { x } = 1 :- a.", "a0: x<=1; a0: -x<=-1"),
        ("{a}. &sum { x } != 1 :- a.", "#0: x<=0; #1: -x<=-2; {#0}:-a0; #1:-a0,-#0"),
        ("a :- &sum { } <= 1.", ":--a0"),
        ("a :- &sum { } <= -1.", ":-a0"),
        // One text, two atoms.
        ("{a}. &sum { x } <= 1 :- a. b :- &sum { x } <= 1.", "a0: x<=1; -a0: -x<=-2; a1: x<=1"),
        // Nothing depends on it.
        ("a. a :- &sum { zz } > 3. &sum { x } <= 1.", "x<=1"),
    ]);
}

#[test]
fn equal_elements_count_as_often_as_they_occur() {
    check(&[
        ("&sum { x; x } <= 4.", "2x<=4"),
        ("&sum { x; x } <= 4. a :- &sum { x } <= 4.", "a0: x<=4; -a0: -x<=-5; 2x<=4"),
        ("p(1,1..3). &sum { 1: p(I,J) } >= x.", "x<=3"),
        ("p(2,1..3). &sum { I: p(I,J) } >= x.", "x<=6"),
        ("p(2,1..3). &sum { I: p(I,_) } >= x.", "x<=2"),
        ("p(1..3). &sum { x: p(I) } <= 3.", "3x<=3"),
        ("p(1..3). &sum { x: p(_) } <= 3.", "x<=3"),
        ("p(1..3). &sum { x(I): p(I); x(I): p(I) } <= 3.", "2x(1)+2x(2)+2x(3)<=3"),
        ("&sum { 1: X=(1;2;3) } >= x.", "x<=3"),
        (
            "p(1..2). &sum { x: p(I), p(J), I < J; x(J): p(J) } <= K :- p(K).",
            "x+x(1)+x(2)<=1; x+x(1)+x(2)<=2",
        ),
        ("&minimize { x; x }.", "minimize@0 2x"),
        ("p(1..2). &distinct { x: p(I) }.", ":-a0"),
        ("p(1..2). &disjoint { x@1: p(I) }.", ":-a0"),
        ("p(1..2). &dom { 1: p(I); 1 } = x.", "x in 1..1"),
    ]);
}

#[test]
fn domains_are_unions() {
    check(&[
        ("&dom { 1..5; 7 } = x.", "x in 1..5 7..7"),
        ("&dom { 7; 1..2; 3..5; 2..4; 9..8 } = x.", "x in 1..5 7..7"),
        ("&dom { 1*2**1 .. n } = f(1,a). #const n = 4.", "f(1,a) in 2..4"),
        ("&dom { } = x.", ":-a0"),
        ("{a}. &dom { 3..2 } = x :- a.", ":-a0"),
        ("{a}. &dom { 0..1 } = x :- a.", "a0: x in 0..1"),
        ("&dom { 0..1 } = X :- X = -a.", "-a in 0..1"),
        ("&dom { 0..1 } = \"s\". &dom { 2 } = (1,2).", "\"s\" in 0..1; (1,2) in 2..2"),
    ]);
}

#[test]
fn sums_are_distinct_and_intervals_disjoint() {
    check(&[
        ("&distinct { 1; 3; x }.", "distinct 1 3 x"),
        ("&distinct { x; -x; 2*x+y-1; 3*y }.", "distinct x -x 2x+y-1 3y"),
        ("&distinct { }. &distinct { x }. &distinct { 0; 1 }.", ""),
        ("&distinct { 0; 0; x }.", ":-a0"),
        ("&distinct { x+y; y+x }.", ":-a0"),
        ("{a}. &distinct { x; y } :- a.", "a0: distinct x y"),
        ("&disjoint { x@2; y@1+2 }.", "disjoint x@2 y@3"),
        ("&disjoint { x@0; x@1; y@-1; z@1 }.", "disjoint x@1 z@1"),
        ("&disjoint { x@1; x@1 }.", ":-a0"),
        ("&disjoint { x@1 }.", ""),
    ]);
}

#[test]
fn objectives_add_up() {
    check(&[
        ("&minimize { 2*x; y+1 }.", "minimize@0 2x+y+1"),
        ("&maximize { 2*x; y+1 }.", "minimize@0 -2x-y-1"),
        ("&minimize { 2*x }. &maximize { x; y }.", "minimize@0 x-y"),
        ("&minimize { x }. &minimize { x }.", "minimize@0 x"),
        ("&minimize { x }. &maximize { x }.", "minimize@0 0"),
        ("&minimize { x; y@2; 2*z@(1-2); x@2 }.", "minimize@2 y+x; minimize@0 x; minimize@-1 2z"),
        ("&minimize { }.", ""),
        ("p(1..2). &minimize { x(I)@I : p(I) }.", "minimize@2 x(2); minimize@1 x(1)"),
    ]);
    let mut growing = Growing::of("&minimize { x }.");
    growing.add("&minimize { x; y@1 }.").unwrap();
    assert_eq!(growing.text(), "minimize@1 y; minimize@0 2x");
}

#[test]
fn what_is_shown_is_listed() {
    let shown = |text: &str| {
        let growing = Growing::of(text);
        let integers = growing.integers();
        let shown = integers.variables().filter(|&name| integers.is_shown(name, &growing.symbols));
        shown.map(|name| growing.symbols.display(name).to_string()).collect::<Vec<_>>().join(" ")
    };
    let sum = "&sum { x; y; f(1); f(1,2) } <= 3. ";
    for (show, expected) in [
        ("", "x y f(1) f(1,2)"),
        ("&show { }.", ""),
        ("&show { x; f/1 }.", "x f(1)"),
        ("&show { x/0 }. &show { f/2 }.", "x f(1,2)"),
        ("&show { f(I): p(I) }. p(1..2).", "f(1) f(2)"),
        ("&show { -f/1; -x/0 }. &dom { 1 } = X :- X = (f(2);-f(3);-x).", "-f(3) -x"),
    ] {
        assert_eq!(shown(&format!("{sum}{show}")), expected, "{show}");
    }
}

#[test]
fn variables_are_those_that_occur() {
    for (text, expected) in [
        ("&sum { y; 0*x } <= z.", "y x z"),
        ("&sum { x-x } <= 0. &dom { 1 } = y.", "x y"),
        ("&show { x; f/1 }.", "x"),
        ("&disjoint { x@0 }. &distinct { 2*y }. &minimize { 0*z }. &dom { } = w.", "z x y w"),
        ("&sum { x(I): p(I) } <= 1. p(3). p(1).", "x(3) x(1)"),
        ("&sum { y } <= 3. &dom { 1 } = x. &dom { 1 } = y.", "y x"),
    ] {
        assert_eq!(Growing::of(text).variables(), expected, "{text}");
    }
}

#[test]
fn differences_are_among_them_if_there_are_others() {
    check(&[
        ("&diff { x-y } <= 3. &diff { x } >= 1. &sum { x } <= 4.", "x-y<=3; -x<=-1; x<=4"),
        (
            "&diff { 0-x } <= -1. a :- &diff { x-y } = 1. &dom { 1 } = x.",
            "#0: x-y<=1; -#0: -x+y<=-2; #1: -x+y<=-1; -#1: x-y<=0; -x<=-1; x in 1..1; {#0}; {#1}; a0:-#0,#1",
        ),
        ("&diff { x-x } <= -1. &show { }.", ":-a0"),
    ]);
    let alone = Growing::of("&diff { x-y } <= 3. a :- &diff { x } >= 1.");
    assert!(alone.integers().is_empty() && alone.program.theory.differences.all().len() == 3);
    let mut growing = Growing::of("{a}. &diff { x-y } <= 3. &diff { x-y } != 1 :- a.");
    growing.add("&sum { x; y; z } <= 3. b :- &diff { z } <= 3.").unwrap();
    let differences = growing.program.theory.differences.all().len();
    assert_eq!((differences, growing.integers().inequalities().len()), (3, 3 + 1 + 2));
    assert_eq!(growing.integers().said().len(), 4);
    growing.add("&diff { z-x } <= 3.").unwrap();
    assert_eq!(growing.program.theory.differences.all().len(), differences);
    assert_eq!(growing.integers().inequalities().len(), 3 + 1 + 2 + 1);
}

#[test]
fn definitions_of_a_program_have_their_own_meaning() {
    let theory =
        "#theory t { v { + : 1, binary, left }; &sum/0 : v, { <= }, v, any; &show/0 : v, directive }. ";
    let growing =
        Growing::of(&format!("{theory} &sum {{ x; x }} <= 3. a :- &sum {{ x }} <= 3. &show {{ x }}."));
    assert!(growing.integers().is_empty() && growing.integers().said().is_empty());
    assert!(growing.program.theory.atoms().iter().all(|it| !growing.integers().has(it, &growing.symbols)));
    let both = Growing::of(&format!("{theory} &sum {{ x }} <= 3. &dom {{ 1 }} = x."));
    assert_eq!(both.text(), "x in 1..1");
}

#[test]
fn a_ground_program_has_the_meaning_of_the_program() {
    for text in [
        "p(1..2). {a}. &sum { -2*x: p(I); y } <= -3 :- a. b :- &sum { x; x; 3 } != y.",
        "&dom { -1..3; 7 } = x. &disjoint { x@1; y@2 }. &distinct { x; y }. &minimize { x@-2; y@3 }. &show { x/0 }.",
        "&diff { x-y } <= 3. &sum { x } <= 3.",
    ] {
        let growing = Growing::of(text);
        let Growing { symbols, base, program, .. } = &growing;
        let ground = GroundProgram { symbols, base, program, shown: None, hides_auxiliary: false };
        let mut before = program.clone();
        before.rules = Default::default();
        program.rules.iter().take(program.rules.len() - program.rules.after(growing.before).count()).for_each(
            |rule| before.rules.push(rule.kind, rule.head, rule.body),
        );
        let written = exchange::text(GroundProgram { program: &before, ..ground });
        assert_eq!(Growing::of(&written).text(), growing.text(), "{text}\n{written}");
    }
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    const SOLVING: &str = "whether it has an element is only decided by solving";
    for (atom, message) in [
        ("&sum { x*y } <= 3", "this is no `&sum` constraint: it multiplies variables"),
        ("&sum { x*x } <= 3", "this is no `&sum` constraint: it multiplies variables"),
        ("&nsum { x*y*z } <= 3", "this is no `&nsum` constraint: it multiplies more than two variables"),
        ("&nsum { 5*x*y } <= 3", "the numbers of this constraint are too large together"),
        ("&minimize { x*y }", "this is no `&minimize` directive: it multiplies variables"),
        (
            "&sum { f(x+1) } <= 3",
            "this is no `&sum` constraint: something in it is neither a number nor a variable",
        ),
        (
            "&sum { x/2 } <= 3",
            "this is no `&sum` constraint: something in it is neither a number nor a variable",
        ),
        (
            "&sum { [x] } <= 3",
            "this is no `&sum` constraint: something in it is neither a number nor a variable",
        ),
        (
            "&sum { {x} } <= 3",
            "this is no `&sum` constraint: something in it is neither a number nor a variable",
        ),
        ("&sum { 1/0 } <= x", "this is no `&sum` constraint: it divides by 0"),
        ("&sum { 7\\0 } <= x", "this is no `&sum` constraint: it divides by 0"),
        ("&sum { x }", "this is no `&sum` constraint: a relation to a number or a sum is missing"),
        ("&sum { a,b } <= 3", "this is no `&sum` constraint: each element has one term"),
        ("&sum { :p(1) } <= 3", "this is no `&sum` constraint: each element has one term"),
        ("&distinct { a,b }", "this is no `&distinct` constraint: each element has one term"),
        ("&sum { x: c } <= 3", &format!("this is no `&sum` constraint: {SOLVING}")),
        ("&dom { 1: c } = x", &format!("this is no `&dom` constraint: {SOLVING}")),
        ("&minimize { x: c }", &format!("this is no `&minimize` directive: {SOLVING}")),
        ("&show { x: c }", &format!("this is no `&show` directive: {SOLVING}")),
        ("&dom { 1..2 } = 3", "this is no `&dom` constraint: a number stands in place of a variable"),
        ("&dom { 1..x } = y", "this is no `&dom` constraint: something in it is no number"),
        ("&dom { (1,2) } = y", "this is no `&dom` constraint: something in it is no number"),
        (
            "&dom { 1..2 } = x+1",
            "this is no `&dom` constraint: something in it is neither a number nor a variable",
        ),
        ("&dom { 1..2 }", "this is no `&dom` constraint: `=` and a variable are missing"),
        (
            "&disjoint { x }",
            "this is no `&disjoint` constraint: each element is a variable, `@` and a length",
        ),
        ("&disjoint { x@y }", "this is no `&disjoint` constraint: something in it is no number"),
        ("&disjoint { 1@2 }", "this is no `&disjoint` constraint: a number stands in place of a variable"),
        ("&minimize { x@y }", "this is no `&minimize` directive: something in it is no number"),
        ("&show { 1 }", "this is no `&show` directive: a number stands in place of a variable"),
        ("&show { x,1 }", "this is no `&show` directive: each element has one term"),
        ("&show { f/x }", "this is no `&show` directive: something in it is neither a number nor a variable"),
        (
            "&sum { 4294967296*4294967296*x } <= 3",
            "this is no `&sum` constraint: its numbers leave the range of 64-bit integers",
        ),
        (
            "&sum { 9223372036854775807*x; x } <= 3",
            "this is no `&sum` constraint: its numbers leave the range of 64-bit integers",
        ),
        ("&sum { x } <= 4611686018427387904", "the numbers of this constraint are too large together"),
        ("&sum { 4294967296*x; 5*y } <= 3", "the numbers of this constraint are too large together"),
        ("&distinct { 4294967296*x; y }", "the numbers of this constraint are too large together"),
        ("&minimize { 4294967296*x; 5*y }", "the numbers of the objective are too large together"),
        ("&sum { x } == 3", "`==` cannot stand behind the elements of `&sum`"),
        ("&sum(1) { x } = 3", "no definition found for theory atom: sum/1"),
        ("&dom { 1 } <= x", "`<=` cannot stand behind the elements of `&dom`"),
    ] {
        let (found, place) = refused(&format!("{{c}}. p(1). {atom}."));
        assert_eq!((&*found, &*place), (message, atom), "{atom}");
    }
    for (rule, message, place) in [
        ("a :- &dom { 1 } = x.", "`&dom` stands in heads only", "&dom { 1 } = x"),
        ("a :- not &distinct { x }.", "`&distinct` stands in heads only", "&distinct { x }"),
        ("a :- &disjoint { x@1 }.", "`&disjoint` stands in heads only", "&disjoint { x@1 }"),
        ("&minimize { x } :- c. {c}.", "`&minimize` is a directive, which has no body", "&minimize { x }"),
        ("&show { x } = 3.", "`&show` takes no guard", "3"),
        ("&sum { 1..3 } = x.", "the theory has no operator `..` of two operands for such terms", "1..3"),
        ("&sum { x@2 } = 3.", "the theory has no operator `@` of two operands for such terms", "x@2"),
        (
            "&sum { x ** -* y } = 3.",
            "the theory has no operator `*` of one operand for such terms",
            "x ** -* y",
        ),
        (
            "&diff { 2*x-y } <= 3. &show { }.",
            "this is no difference constraint: it is about more than the difference of two variables",
            "&diff { 2*x-y } <= 3",
        ),
        (
            "&diff { x; y } <= 3. &show { }.",
            "this is no difference constraint: it takes one element",
            "&diff { x; y } <= 3",
        ),
    ] {
        assert_eq!(refused(rule), (message.to_owned(), place.to_owned()), "{rule}");
    }
}

#[test]
fn facts_about_domains_allow_larger_numbers() {
    let large = "&sum { 4294967296*x; 4294967296*y } <= 3. ";
    assert_eq!(refused(large).0, "the numbers of this constraint are too large together");
    assert_eq!(refused(&format!("{large}{{a}}. &dom {{ 0..1 }} = x :- a.")).1, large.trim_end_matches(". "));
    let growing =
        Growing::of(&format!("{large}&dom {{ 0..1 }} = x. &dom {{ 0..9 }} = y. &dom {{ 5..20 }} = y."));
    let limits = |number| growing.integers().limits(IntegerVariable(number));
    assert_eq!((limits(0), limits(1)), ((0, 1), (5, 9)));
    let mut small = Growing::default();
    small.program.theory.integers.bounds = (-10, 10);
    small.add(large).unwrap();
}

#[test]
fn open_variables_are_named() {
    for (text, expected) in [
        ("&dom { 1..3 } = x. &sum { x } <= 3.", None),
        ("&sum { x } <= 3. &sum { 2*x } >= -3.", None),
        ("&sum { x } = 3.", None),
        ("&sum { x } <= 3.", Some("the variable `x`: it")),
        ("{a}. &dom { 1..3 } = x :- a.", Some("the variable `x`: it")),
        ("&sum { x; y } <= 3.", Some("the variables `x` and `y`: they")),
        ("&sum { x; y; z } <= 3.", Some("the variables `x`, `y` and `z`: they")),
        (
            "&sum { x(1..5): p } <= 3. &distinct { x(I): I=1..5 }. &dom { 1 } = x(2).",
            Some("the variables `x(1)`, `x(3)`, `x(4)` and 1 more: they"),
        ),
    ] {
        let text = text.replace("&sum { x(1..5): p } <= 3. ", "");
        let growing = Growing::of(&text);
        let warnings = growing.integers().warnings(&growing.program, &growing.symbols);
        let expected = expected
            .map(|who| format!("no fact bounds {who} may have any value from -1073741823 to 1073741823"));
        assert_eq!(warnings.first().map(|it| it.message.clone()), expected, "{text}");
    }
}

/// For each truth value of theory atoms and all values of the variables, the inequalities and rules allow exactly one way for the
/// auxiliary atoms if the constraints as they were read are not violated, and otherwise none.
#[test]
fn translations_agree_with_constraints() {
    const VALUES: std::ops::RangeInclusive<i64> = -2..=2;
    for text in [
        "{a}. &sum { 2*x; -y } <= 1 :- a. b :- &sum { 2*x; -y } > 1.",
        "{a}. &sum { 2*x } = y+1 :- a. b :- &sum { 2*x } = y+1.",
        "{a}. &sum { 2*x } != y :- a. b :- &sum { x; x } != y.",
        "{a}. &sum { x } < 1 :- a. b :- &diff { x-y } >= 1. &diff { x-y } != 1 :- a.",
        "{a}. &sum { } < 1 :- a. b :- &sum { x-x } >= 1. c :- &sum { x-x } <= 1. &sum { x-x } > 1 :- a.",
        "{a}. &dom { -1; 1..2 } = x :- a. &dom { } = x :- not a. &distinct { x; 2*y; 1 } :- not a.",
        "{a}. &disjoint { x@1; y@2 } :- a. &disjoint { x@1; x@1 } :- not a. &distinct { 1; 1 } :- not a.",
    ] {
        let growing = Growing::of(text);
        let (integers, program) = (growing.integers(), &growing.program);
        let theory: Vec<AtomId> = program.theory.used_from(0).filter_map(|atom| atom.atom).collect();
        let mut atoms = theory.clone();
        atoms.extend((growing.atoms_before..program.atom_count()).map(|index| AtomId(index as u32)));
        let variables = integers.variables().len();
        let boxed = (0..variables).fold(vec![Vec::new()], |all: Vec<Vec<i64>>, _| {
            all.into_iter().flat_map(|one| VALUES.map(move |value| [&one[..], &[value]].concat())).collect()
        });
        for values in boxed {
            let value = |variable: IntegerVariable| values[variable.0 as usize];
            let mut ways: FxHashMap<u32, usize> = FxHashMap::default();
            for bits in 0..1_u32 << atoms.len() {
                let holds = |atom: AtomId| {
                    atoms.iter().position(|&it| it == atom).is_some_and(|place| bits >> place & 1 == 1)
                };
                let is_true = |literal: Literal| holds(literal.atom()) != literal.is_negative();
                let theory_bits = bits & ((1 << theory.len()) - 1);
                *ways.entry(theory_bits).or_default() +=
                    usize::from(allowed(&growing, &holds, &is_true, &value));
            }
            for (bits, ways) in ways {
                let holds = |atom: AtomId| {
                    theory.iter().position(|&it| it == atom).is_some_and(|place| bits >> place & 1 == 1)
                };
                let expected = usize::from(!integers.violated(holds, value));
                assert_eq!(ways, expected, "{text} {values:?} {bits:b}");
            }
        }
    }
}

/// Returns whether all that was translated allows truth values and values.
fn allowed(
    growing: &Growing,
    holds: &impl Fn(AtomId) -> bool,
    is_true: &impl Fn(Literal) -> bool,
    value: &impl Fn(IntegerVariable) -> i64,
) -> bool {
    let integers = growing.integers();
    let sum = |terms: &[(i64, IntegerVariable)]| -> i64 {
        terms.iter().map(|&(coefficient, variable)| coefficient * value(variable)).sum()
    };
    let body = |body: Body| match body {
        Body::Conjunction(literals) => literals.iter().all(|&literal| is_true(literal)),
        Body::Sum { .. } => unreachable!("no sum is needed"),
    };
    let rules = || growing.program.rules.after(growing.before);
    let demanded = rules().filter(|rule| rule.kind == HeadKind::Disjunction);
    let supported = |atom: AtomId| {
        let mut own = rules().filter(|rule| rule.head.contains(&atom)).peekable();
        own.peek().is_none() || own.any(|rule| body(rule.body))
    };
    let heads = || rules().flat_map(|rule| rule.head).copied();
    demanded.into_iter().all(|rule| !body(rule.body) || rule.head.iter().any(|&atom| holds(atom)))
        && heads().all(|atom| !holds(atom) || supported(atom))
        && integers.inequalities().iter().all(|it| !is_true(it.literal) || sum(&it.terms) <= it.most)
        && integers.domains().iter().all(|it| {
            let value = value(it.variable);
            !is_true(it.literal) || it.ranges.iter().any(|&(least, most)| (least..=most).contains(&value))
        })
        && integers.distinct().iter().all(|it| {
            let values: FxHashSet<i64> = it.sums.iter().map(|it| sum(&it.terms) + it.constant).collect();
            !is_true(it.literal) || values.len() == it.sums.len()
        })
        && integers.disjoint().iter().all(|it| {
            let mut taken: Vec<i64> = it
                .intervals
                .iter()
                .flat_map(|&(start, length)| value(start)..value(start) + length)
                .collect();
            let count = taken.len();
            taken.sort_unstable();
            taken.dedup();
            !is_true(it.literal) || taken.len() == count
        })
}
