//! Formatted programs: the style, and that nothing but white space changes, on random programs and on the repository's.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::random_trees::Choices;
use super::read_valid;
use crate::clingo::random::Generator;
use groundplan::symbol::Symbols;
use groundplan::syntax::{self, FormatError, Print};

/// The number of random programs, for long runs.
const COUNT: &str = "GROUNDPLAN_RANDOM";

fn formatted(text: &str) -> String {
    syntax::format("test.lp", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The tree of a program, as text.
fn tree(text: &str) -> String {
    read_valid(text).printed()
}

/// Formats a text twice, and compares the trees.
fn check(text: &str) -> String {
    let once = formatted(text);
    let twice = formatted(&once);
    assert!(twice == once, "formatting again changes the text:\n{text}\n== once\n{once}\n== twice\n{twice}");
    if !text.contains("#script") {
        assert_eq!(tree(&once), tree(text), "{text}\n{once}");
    }
    once
}

/// Draws numbers below a bound.
struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    /// A program of the generator of whole programs, or a random tree with constructs that have no answer sets.
    fn program(&mut self, seed: u64) -> String {
        if self.below(2) == 0 {
            return Generator::new(seed).whole_language();
        }
        let numbers: Vec<u16> = (0..self.below(400)).map(|_| self.0.u16(..)).collect();
        let mut symbols = Symbols::new();
        let program = Choices::new(&numbers, &mut symbols).program();
        let text = program.display(&symbols).to_string();
        text
    }

    /// Facts on lines below each other, in columns more or less.
    fn table(&mut self) -> String {
        let (lines, facts, arguments) = (2 + self.below(6), 1 + self.below(3), 1 + self.below(3));
        let separator = [",", ", ", ";"][self.below(3)];
        let mut text = String::new();
        for _ in 0..lines {
            for fact in 0..facts {
                let terms: Vec<String> = (0..arguments).map(|_| self.cell()).collect();
                let name = ["p", "q", "pq"][(fact + self.below(8) / 7) % 3];
                let _ = write!(text, "{name}({}).{}", terms.join(separator), " ".repeat(self.below(4)));
                if self.below(20) == 0 {
                    break;
                }
            }
            text += ["\n", "\n", "\n", "\n\n", " % c\n", "\n% c\n"][self.below(6)];
        }
        text
    }

    /// A term with blanks around it, mostly as wide as others.
    fn cell(&mut self) -> String {
        let term = ["a", "bcd", "5", "10", "-7", "f(x)", "100"][self.below(7)];
        match self.below(5) {
            0 => term.to_owned(),
            1 | 2 => format!("{term:>4}"),
            3 => format!("{term:<4}"),
            _ => format!(" {term}"),
        }
    }

    /// The same tokens with other gaps between them, and the comments that are in these.
    fn disturbed(&mut self, text: &str) -> (String, Vec<String>) {
        let tokens = syntax::tokens("test.lp", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (mut disturbed, mut comments) = (String::new(), Vec::new());
        let mut end = text.as_ptr() as usize;
        // Some texts have many comments, some none.
        let (one_in, break_in) = (2 + self.below(40), 1 + self.below(20));
        for token in tokens {
            let is_apart = token.as_ptr() as usize > end;
            end = token.as_ptr() as usize + token.len();
            let gap = self.gap(one_in, break_in, &mut comments);
            disturbed += if gap.is_empty() && is_apart { " " } else { &gap };
            disturbed += token;
        }
        disturbed += &self.gap(one_in, break_in, &mut comments);
        (disturbed, comments)
    }

    fn gap(&mut self, one_in: usize, break_in: usize, comments: &mut Vec<String>) -> String {
        let mut gap = String::new();
        loop {
            for _ in 0..self.below(3) {
                gap.push([' ', ' ', '\t'][self.below(3)]);
            }
            if self.below(break_in) == 0 {
                gap += ["\n", "\n", "\n\n", "\n\n\n\n", "\r\n"][self.below(5)];
                gap += ["", " ", "      "][self.below(3)];
            }
            if self.below(one_in) > 0 {
                return gap;
            }
            let number = comments.len();
            let (comment, ends) = match self.below(5) {
                0 => (format!("%* {number} *%"), ""),
                1 => (format!("%* {number}\n   ä *%"), ""),
                2 => (format!("% {number} %* ,"), "\n"),
                3 => (format!("#! {number} %* ,"), "\n"),
                _ => (format!("%{number}"), "  \n"),
            };
            gap += &comment;
            gap += ends;
            comments.push(comment);
        }
    }
}

/// Nothing of a formatted text is white space that nobody needs.
fn check_white_space(text: &str) {
    assert!(text.is_empty() || text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
    assert!(!text.starts_with([' ', '\n', '\t']) && !text.contains('\t'), "{text:?}");
    let line_break = if text.lines().next().is_some() && text.contains("\r\n") { "\r\n" } else { "\n" };
    assert!(!text.contains(&format!(" {line_break}")) && !text.contains(&line_break.repeat(4)), "{text:?}");
}

#[test]
fn random_programs_stay_the_same_but_for_white_space() {
    let count: u64 = std::env::var(COUNT).map_or(2000, |count| count.parse().expect("a number"));
    let (mut commented, mut broken, mut refused) = (0, 0, 0);
    for seed in 0..count {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let text = random.program(seed);
        if let Err(FormatError::Syntax(_)) = syntax::format("test.lp", &text) {
            refused += 1;
            continue;
        }
        check_white_space(&check(&text));
        let (disturbed, comments) = random.disturbed(&text);
        assert_eq!(tree(&disturbed), tree(&text), "seed {seed}:\n{disturbed}");
        let formatted = check(&disturbed);
        check_white_space(&formatted);
        // Comments of several lines have the line breaks of the text.
        let formatted = formatted.replace("\r\n", "\n");
        let mut rest = formatted.as_str();
        for comment in &comments {
            let (_, behind) = rest.split_once(comment.as_str()).unwrap_or_else(|| {
                panic!("seed {seed}: `{comment}` is not where it was:\n{disturbed}\n{formatted}")
            });
            rest = behind;
        }
        commented += u64::from(comments.len() > 5);
        broken += u64::from(formatted.contains("\n    "));
    }
    assert!(20 * refused < count, "{refused} of {count} programs were refused");
    assert!(4 * commented > count, "{commented} of {count} programs have several comments");
    assert!(4 * broken > count, "{broken} of {count} programs have statements of several lines");
}

#[test]
fn random_tables_stay_the_same_when_they_are_formatted_again() {
    let count: u64 = std::env::var(COUNT).map_or(2000, |count| count.parse().expect("a number"));
    let mut padded = 0;
    for seed in 0..count {
        let mut random = Random(fastrand::Rng::with_seed(seed));
        let text = random.table();
        let formatted = check(&text);
        check_white_space(&formatted);
        padded += u64::from(formatted.contains("  "));
    }
    assert!(4 * padded > count && padded < count, "{padded} of {count} tables have columns");
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "lp") {
            found.push(path);
        }
    }
}

#[test]
fn the_programs_of_the_repository_stay_the_same_but_for_white_space() {
    let mut found = Vec::new();
    for folder in ["encodings", "instances", "crates"] {
        programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), &mut found);
    }
    let mut count = 0;
    for path in found {
        let text = std::fs::read_to_string(&path).expect("a text");
        // The fixtures are several programs in a file, some of them with errors.
        for program in text.replace("\n%%%", "\0%%%").split('\0') {
            match syntax::format("test.lp", program) {
                Ok(_) => {
                    check(program);
                    count += 1;
                }
                Err(FormatError::Syntax(_)) => {}
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
    assert!(count > 300, "{count} programs");
}

/// Checks that a text becomes another, which stays as it is.
fn becomes(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(check(text), *expected, "{text}");
        check_white_space(expected);
    }
}

#[test]
fn blanks_are_put_around_relations_and_words_but_not_within_terms() {
    becomes(&[
        ("p( 1 .. 3 , a ; b ) .", "p(1..3,a;b).\n"),
        ("a(X):-b( X , Y ),not c(Y),X!=Y+1;not not d.", "a(X) :- b(X,Y), not c(Y), X != Y+1; not not d.\n"),
        ("a:-X=Y- -1,|X-Y|<3,-p(X),X<>-1.", "a :- X = Y--1, |X-Y| < 3, -p(X), X <> -1.\n"),
        ("{a(X):b(X),c;d}=1:-e.", "{ a(X) : b(X), c; d } = 1 :- e.\n"),
        ("1{a;b}2. {}. #count{ }>0.", "1 { a; b } 2. {}. #count {} > 0.\n"),
        (":-#sum{W,X:p(X,W);1:q}>3.", ":- #sum { W,X : p(X,W); 1 : q } > 3.\n"),
        ("#sum+{1,x:a:b,c}.", "#sum+ { 1,x : a : b, c }.\n"),
        ("a;b|c:-d.a:b,c:-.", "a; b | c :- d. a : b, c :- .\n"),
        ("a:-b:c,d;e:;f.", "a :- b : c, d; e : ; f.\n"),
        (":~a.[1@2,X]:~b(X).[X]", ":~ a. [1@2,X] :~ b(X). [X]\n"),
        ("#minimize{1@2,X:p(X)}.#maximize{1}.", "#minimize { 1@2,X : p(X) }. #maximize { 1 }.\n"),
        (
            "#show p/1.#show-p/1.#show f(X):p(X),q.#show.",
            "#show p/1. #show -p/1. #show f(X) : p(X), q. #show.\n",
        ),
        ("#const n=-3.[override]", "#const n = -3. [override]\n"),
        ("#program p( a,b ).#external e(X):p(X).[true]", "#program p(a,b). #external e(X) : p(X). [true]\n"),
        ("#include<incmode>.#include\"a.lp\".", "#include <incmode>. #include \"a.lp\".\n"),
        (
            "#edge( u,v;w , x ):a.#project p/1.#defined p/2.",
            "#edge (u,v;w,x) : a. #project p/1. #defined p/2.\n",
        ),
        ("#heuristic a(X):b(X).[1@2,true]", "#heuristic a(X) : b(X). [1@2,true]\n"),
        ("a:-X=@f( 1 )+(2,),Y=(,).", "a :- X = @f(1)+(2,), Y = (,).\n"),
        ("a( \"s  s\",#inf , 0x1F ):-not#true.", "a(\"s  s\",#inf,0x1F) :- not #true.\n"),
    ]);
}

#[test]
fn operators_of_theories_stay_apart() {
    let theory =
        "#theory t{u{- :1,unary;+ :2,binary,left;.. :3,binary,right};&a/0:u,{<=,-},u,any;&b/1:u,body}.";
    let written = "#theory t { u { - : 1, unary; + : 2, binary, left; .. : 3, binary, right };\n            \
                   &a/0 : u, { <=, - }, u, any; &b/1 : u, body }.\n";
    becomes(&[
        (theory, written),
        ("&a{x+ -y;1..n:p(n);- -z}<= -1:-b.", "&a { x + -y; 1..n : p(n); - -z } <= -1 :- b.\n"),
        ("a:-not&b( 1 ){ {x , y},[ 1 ]: },&a{}.", "a :- not &b(1) { {x,y},[1] : }, &a {}.\n"),
        ("&a{f( -x)- +y; :c}.", "&a { f(-x) - +y; : c }.\n"),
    ]);
}

#[test]
fn line_breaks_of_the_writer_stay_where_a_line_may_break() {
    becomes(&[
        ("a:-\n b,\n  c.", "a :-\n    b,\n    c.\n"),
        ("a:-b,\n c,d,\n\n e.", "a :- b,\n     c, d,\n\n     e.\n"),
        (":-b,\nc.", ":- b,\n   c.\n"),
        (":-\nb,\nc.", ":-\n    b,\n    c.\n"),
        ("a\n:-b\n,c\n;d\n.", "a :-\n    b,\n    c;\n    d.\n"),
        ("a:-b(\nX),X\n=\n1,c.", "a :- b(\n         X\n     ), X = 1, c.\n"),
        ("{\na:b;\nc\n}.", "{\n    a : b;\n    c\n}.\n"),
        ("{ a:b,\nc;\nd }\n=1.", "{ a : b,\n      c;\n  d } = 1.\n"),
        (
            "#minimize{C,X:\np(X),q(C);\n1:r}.",
            "#minimize { C,X :\n                p(X), q(C);\n            1 : r }.\n",
        ),
        ("edge(a,b;\nb,c).", "edge(a,b;\n     b,c).\n"),
        (":~ a,\nb.\n[1]", ":~ a,\n   b.\n   [1]\n"),
        ("a;\nb:-c.", "a;\n    b :- c.\n"),
        ("#show a:\nb.", "#show a :\n    b.\n"),
    ]);
}

#[test]
fn long_lines_break_before_items() {
    let long = |count: usize| (0..count).map(|i| format!("literal_{i}(X)")).collect::<Vec<_>>().join(",");
    becomes(&[
        (
            &format!("head(X):-{}.", long(9)),
            "head(X) :-\n    literal_0(X), literal_1(X), literal_2(X), literal_3(X), literal_4(X), literal_5(X),\n    \
             literal_6(X), literal_7(X), literal_8(X).\n",
        ),
        (
            &format!(":-{}.", long(8)),
            ":- literal_0(X), literal_1(X), literal_2(X), literal_3(X), literal_4(X), literal_5(X), literal_6(X),\n   \
             literal_7(X).\n",
        ),
        (
            &format!("{{a(X):{}}}=1:-b.", long(9)),
            "{ a(X) : literal_0(X), literal_1(X), literal_2(X), literal_3(X), literal_4(X), literal_5(X),\n         \
             literal_6(X), literal_7(X), literal_8(X) } = 1 :- b.\n",
        ),
        (
            &format!("a:-b,#count{{X:{}}}>2,c.", long(8)),
            "a :-\n    b,\n    #count { X : literal_0(X), literal_1(X), literal_2(X), literal_3(X), literal_4(X), literal_5(X),\n                 \
             literal_6(X), literal_7(X) } > 2, c.\n",
        ),
    ]);
    // The rest of a line that was too long takes the items of the next line.
    let text = format!(":- {},\n   {},\n   a.\n", long(8), long(1));
    let expected = format!(":- {},\n   literal_7(X), literal_0(X),\n   a.\n", long(7).replace(',', ", "));
    becomes(&[(&text, &expected)]);
    let facts: String = (0..20).map(|i| format!("number({i}).")).collect();
    let lines: Vec<String> = formatted(&facts).lines().map(str::to_owned).collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| line.len() <= 100), "{lines:#?}");
}

#[test]
fn statements_stay_on_their_lines_with_their_blank_lines() {
    becomes(&[
        ("", ""),
        ("  \n\n", ""),
        ("\n\na.b(1) .  c.\n\n\n\n\nd.\ne.", "a. b(1). c.\n\n\nd.\ne.\n"),
        ("a:-\nb. c. d.", "a :-\n    b.\nc. d.\n"),
    ]);
}

#[test]
fn comments_stay_where_they_are() {
    becomes(&[
        ("#!/usr/bin/env groundplan\na.#! b", "#!/usr/bin/env groundplan\na. #! b\n"),
        ("%a\n  % b\na.%c\n\n%d", "%a\n% b\na. %c\n\n%d\n"),
        ("a:-b,%c\n%d\nc.", "a :- b, %c\n     %d\n     c.\n"),
        ("a:-b%c\n.", "a :- b %c\n    .\n"),
        ("a%*b*%:-%*c\nd*%e.%*f*%g.", "a %*b*% :- %*c\nd*% e. %*f*% g.\n"),
        ("p(%*x*%1).", "p(%*x*% 1).\n"),
        ("{ % c\na }.", "{ % c\n    a\n}.\n"),
        ("%*a\n  b *%\nc.", "%*a\n  b *%\nc.\n"),
    ]);
}

#[test]
fn columns_stay_where_the_writer_has_made_them() {
    becomes(&[
        ("a(X , Y)  :- b.\nlong(X,Y) :- c.\n", "a(X,Y)    :- b.\nlong(X,Y) :- c.\n"),
        ("a(X)    :- b,\n           c.\nlong(X) :- c.\n", "a(X)    :- b,\n           c.\nlong(X) :- c.\n"),
        ("a(X)    :- b.\n% c\n:- d.\nlong(X) :- c.\n", "a(X)    :- b.\n% c\n:- d.\nlong(X) :- c.\n"),
        ("a(X)    :- b.\n\nlong(X) :- c.\n", "a(X) :- b.\n\nlong(X) :- c.\n"),
        ("a.    % x\nbb.   % y\n      % z\n% w\n", "a.  % x\nbb. % y\n    % z\n% w\n"),
        ("a.\t% x\nbb.\t% y\n", "a.  % x\nbb. % y\n"),
        ("a.   % x\nbb.     % y\n", "a. % x\nbb. % y\n"),
    ]);
}

#[test]
fn a_blank_stands_behind_the_separators_of_terms_where_most_have_one() {
    becomes(&[
        (
            "p(1, 2).q( 3,4 ).r(X, Y):-p(X,  Y),s(f(X, Y)).",
            "p(1, 2). q(3, 4). r(X, Y) :- p(X, Y), s(f(X, Y)).\n",
        ),
        ("p(1, 2).q(3,4).", "p(1,2). q(3,4).\n"),
        ("p(1,2).q(3,4).r(5, 6).", "p(1,2). q(3,4). r(5,6).\n"),
        // Arguments, pools, and tuples without parentheses are counted each by themselves.
        ("p(a; b,c). #sum{W, X:p(X,W)}>3.", "p(a; b,c). #sum { W, X : p(X,W) } > 3.\n"),
        ("p(X, Y):-q(X;Y).:~p(X, Y).[1@2,X]", "p(X, Y) :- q(X;Y). :~ p(X, Y). [1@2,X]\n"),
        (":~p(X,Y).[1@2, X]#minimize{1@2,X:q(X)}.", ":~ p(X,Y). [1@2,X] #minimize { 1@2,X : q(X) }.\n"),
        ("p(1 , 2). q(3 , 4). r(5,6).", "p(1,2). q(3,4). r(5,6).\n"),
        // What is at the end of a line, or before a bracket or comment, shows nothing.
        ("p(1,\n2).q((3, )).r(4,%*5*% 6).", "p(1,\n  2).\nq((3,)). r(4, %*5*% 6).\n"),
        ("p((1, 2),(3, 4)).a(|X;Y|, Z).", "p((1, 2), (3, 4)). a(|X;Y|, Z).\n"),
        ("&a{f(x, y);[x,y],(1, 2)}.", "&a { f(x, y); [x,y],(1, 2) }.\n"),
        ("#edge(u, v;w, x).", "#edge (u, v;w, x).\n"),
    ]);
    // A line that breaks at its only such comma would show none when it is formatted again.
    let long = "a".repeat(60);
    let text = format!("p({long}, {long}).\n");
    assert_eq!(check(&text), format!("p({long},\n  {long}).\n"));
}

#[test]
fn tables_of_facts_stay_in_columns() {
    let stays = |text: &str| assert_eq!(check(text), text);
    stays("away(lind, mon8).  away(otto, tue10).\naway(anna, fri9).  away(bert, wed11).\n");
    stays("away(lind,mon8).   away(otto,tue10).\naway(anna,fri10).  away(bert,wed11).\naway(li,mon).\n");
    stays("course(math,    lind, 20).\ncourse(art,     otto,  5).\ncourse(geology, li,   11).\n");
    stays("cost( 1,  5).  cost( 2, 10).\ncost(10, 20).  cost(20,  7).\ncost(11,  3).  cost(21,  8).\n");
    stays("p(a;   bcd). % x\np(bcd; a).   % y\n% z\np(cc;  b).\n");
    stays("-p(1).   p(f(1,2)).\np(1,2).  p(3).\n");
    becomes(&[
        // They move to the left with what is before them.
        ("p( a ) .     q(b).\np(abc ).     q( c).\n", "p(a).       q(b).\np(abc).     q(c).\n"),
        ("p(a   , b).\np(abc , c).\n", "p(a,   b).\np(abc, c).\n"),
        ("\tp(a).\tq.\n\tp(bc).\tr.\n", "p(a).   q.\np(bc).  r.\n"),
        // No columns: one line, a blank line between, other columns, rules, or no more blanks than usual.
        ("p(a).   q(b).\n", "p(a). q(b).\n"),
        ("p(a).    q(b).\n\np(abc).  q(c).\n", "p(a). q(b).\n\np(abc). q(c).\n"),
        ("p(a).   q(b).\np(abc).  q(c).\n", "p(a). q(b).\np(abc). q(c).\n"),
        ("p(a).  q(b) :- r.\np(b).  q(c) :- r.\n", "p(a). q(b) :- r.\np(b). q(c) :- r.\n"),
        ("p( a, b ).\np( c, d ).\nq(1,2). q(3,4). q(5,6).\n", "p(a,b).\np(c,d).\nq(1,2). q(3,4). q(5,6).\n"),
    ]);
    // Columns are not worth another line.
    let (short, long) = ("a".repeat(10), "a".repeat(50));
    let text = format!("p({short}).{}q({long}).\np({long}). q(b).\n", " ".repeat(41));
    assert_eq!(check(&text), format!("p({short}). q({long}).\np({long}). q(b).\n"));
}

#[test]
fn scripts_stay_as_they_are() {
    let script = "#script (python)\ndef f(x):\n\n\n\n    return x  \n\t# a. b.\n#end.";
    assert_eq!(check(&format!("a.{script}b.\n")), format!("a.\n{script}\nb.\n"));
    assert_eq!(check(&format!("  {script}\n\n{script}")), format!("{script}\n\n{script}\n"));
    for (text, message) in [
        ("a. #script (lua)\nb", "this script is never closed"),
        ("a :- #script (lua) #end. b.", "expected a literal"),
    ] {
        let Err(FormatError::Syntax(errors)) = syntax::format("test.lp", text) else { panic!("{text}") };
        assert!(errors.to_string().contains(message), "{errors}");
    }
}

#[test]
fn line_breaks_keep_their_kind() {
    assert_eq!(check("a:-b, % c\r\nc.\r\n\r\n%*d\r\n*%"), "a :- b, % c\r\n     c.\r\n\r\n%*d\r\n*%\r\n");
    assert_eq!(check("\u{feff}a. \n"), "\u{feff}a.\n");
    assert_eq!(check("\u{feff}"), "\u{feff}");
}

/// Terms that nest deeply are read without recursion, and so they are formatted.
#[test]
fn terms_may_nest_to_any_depth() {
    let mut text = String::from("p(");
    for _ in 0..100_000 {
        text += "f( ";
    }
    text += "0";
    let _ = write!(text, "{}).", " )".repeat(100_000));
    let formatted = check(&text);
    assert!(formatted.contains("f(f(0))") || formatted.contains("f(\n"), "{}", formatted.len());
}

#[test]
fn errors_are_the_parser_s() {
    let Err(FormatError::Syntax(errors)) = syntax::format("test.lp", "a :- b c.\n#script (lua) #end.\nd")
    else {
        panic!("it is wrong")
    };
    let text = errors.to_string();
    assert!(text.contains("test.lp:1:8") && text.contains("missing `.` at the end of the rule"), "{text}");
}
