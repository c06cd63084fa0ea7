//! Ways to have something accepted that is not proven, each rejected, and for the reason that it should be.

mod support;

use std::fs;
use std::path::Path;

use groundplan_certificate::{check, Axioms, Claim, Program, Unavailable, Verdict};
use support::bundle::{veripb, Bundle};
use support::cases;
use support::random::Random;

/// `{x}. a :- b. b :- a. b :- x. :- not a. :- x.`: only the axiom of `a` and `b` together refutes it.
const PROGRAM: &str = "asp 1 0 0\n1 1 1 3 0 0\n1 0 1 1 0 1 2\n1 0 1 2 0 1 1\n1 0 1 2 0 1 3\n\
                       1 0 0 0 1 -1\n1 0 0 0 1 3\n0\n";

/// The same without the last constraint: `{a, b, x}` is an answer set.
const SATISFIABLE: &str =
    "asp 1 0 0\n1 1 1 3 0 0\n1 0 1 1 0 1 2\n1 0 1 2 0 1 1\n1 0 1 2 0 1 3\n1 0 0 0 1 -1\n0\n";

fn axioms(program: &str, sets: &[&[u32]]) -> Axioms {
    let program = Program::parse(program).expect("aspif");
    let mut axioms = Axioms::new(program, &Claim::default()).expect("small numbers");
    for set in sets {
        axioms.add_set(set).expect("atoms of the program");
    }
    axioms
}

/// A certificate that is accepted.
fn bundle() -> Bundle {
    let proof = cases::proof(&axioms(PROGRAM, &[&[1, 2]]), &mut Random::new(1));
    Bundle { program: PROGRAM.to_owned(), sets: "1 2\n".to_owned(), claim: String::new(), proof }
}

fn verdict(bundle: &Bundle, veripb: &Path) -> Verdict {
    let dir = tempfile::tempdir().expect("a directory");
    bundle.write(dir.path());
    check(dir.path(), veripb, &|| false)
}

/// Where there is no VeriPB: what is rejected before it is asked.
fn veripb_or_none() -> std::path::PathBuf {
    veripb().unwrap_or_else(|| "/nowhere/veripb".into())
}

/// What was not rejected, or not for the reason that it should be.
#[derive(Default)]
struct Failures(Vec<String>);

impl Failures {
    fn rejected(&mut self, what: &str, because: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Rejected(refusal) if refusal.to_string().contains(because) => {}
            Verdict::Rejected(refusal) => self.0.push(format!("{what}: rejected, but because {refusal}")),
            other => self.0.push(format!("{what}: {other:?}")),
        }
    }
}

impl Drop for Failures {
    fn drop(&mut self) {
        assert!(std::thread::panicking() || self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

#[test]
fn a_proof_is_accepted() {
    let Some(veripb) = veripb() else { return };
    let Verdict::Verified(verified) = verdict(&bundle(), &veripb) else {
        panic!("{:?}", verdict(&bundle(), &veripb));
    };
    assert_eq!((verified.sets, verified.axioms), (1, 8));
    assert_eq!(verified.manifest.claim, "there is no answer set");
}

/// A proof that says so much of a program without it: what was changed has to be found.
#[test]
fn statements_that_ask_for_trust() {
    let mut failures = Failures::default();
    let veripb = veripb_or_none();
    let not_allowed = "is not allowed in a certificate";
    let inserted = [
        ("an assumption", "a >= 1 ;", not_allowed),
        ("an assumption behind a label", "@one a >= 1 ;", not_allowed),
        ("a label", "@one rup >= 1 : 1 ;", not_allowed),
        ("an assumption behind a statement", "rup 1 x1 >= 0 : 1 ; a >= 1 ;", "`;` is not the number"),
        ("an assumption behind a comment", "% rup ;\na >= 1 ;", not_allowed),
        ("a comment", "% nothing", "does not end in ` ;`"),
        ("a comment with an end", "% nothing ;", not_allowed),
        ("an empty line", "", "does not end in ` ;`"),
        ("a line that goes on", "rup >= 1\n : 1 ;", "does not end in ` ;`"),
        ("an end without a blank", "rup 1 x1 >= 0 : 1;", "does not end in ` ;`"),
        ("two blanks", "rup  1 x1 >= 0 : 1 ;", "`` is not a number"),
        ("a tab", "rup\t1 x1 >= 0 : 1 ;", not_allowed),
        ("a carriage return", "rup 1 x1 >= 0 : 1 ;\r", "does not end in ` ;`"),
        ("a carriage return as the end of a line", "rup 1 x1 >= 0 : 1 ;\ra >= 1 ;", "is not the number"),
        ("letters of another alphabet", "rup 1 x\u{661} >= 0 : 1 ;", "is not a literal"),
        ("a zero byte", "rup 1 x1 >= 0 : 1\0 ;", "is not the number of a constraint"),
        ("the number of axioms again", "f 8 ;", not_allowed),
        ("a proof by contradiction", "pbc >= 1 : subproof\n  rup >= 1 : 1 ;\nqed ;", "does not end in ` ;`"),
        ("a subproof", "red 1 x99 >= 1 : x99 -> 1 : subproof ;", "`:` follows the statement"),
        ("a subproof on further lines", "red 1 x99 >= 1 : x99 -> 1 : subproof\nqed ;", "does not end in"),
        ("a proof goal", "proofgoal #1 ;", not_allowed),
        ("the end of a subproof", "qed ;", not_allowed),
        ("dominance", "dom 1 x1 >= 1 : x1 -> 1 ;", not_allowed),
        ("an order", "def_order simple ;", not_allowed),
        ("an order that is loaded", "load_order simple x1 ;", not_allowed),
        ("strengthening to the core", "strengthening_to_core on ;", not_allowed),
        ("a move to the core", "core id 1 ;", not_allowed),
        ("a level", "setlvl 1 ;", not_allowed),
        ("a level that is wiped", "wiplvl 1 ;", not_allowed),
        ("a solution", "sol x1 x2 x3 ;", not_allowed),
        ("a solution that is excluded", "solx x1 x2 x3 ;", not_allowed),
        ("a solution that improves", "soli x1 x2 x3 ;", not_allowed),
        ("an objective", "obju new 1 x1 ;", not_allowed),
        ("an implication", "i >= 0 : 1 ;", not_allowed),
        ("an implication that is added", "ia >= 0 : 1 ;", not_allowed),
        ("an equality", "e >= 0 : 1 ;", not_allowed),
        ("a failure", "fail ;", not_allowed),
        ("a time", "start_time now ;", not_allowed),
        ("old names", "u >= 1 ;", not_allowed),
        ("the old name of a sum", "p 1 2 + ;", not_allowed),
        ("an axiom that is deleted", "del id 1 ;", "constraint 1 is an axiom"),
        ("an axiom among others", "rup 1 x1 >= 0 : 1 ;\ndel id 9 8 ;", "constraint 8 is an axiom"),
        ("a range that is deleted", "del range 1 3 ;", "`id` is missing"),
        ("a constraint that is deleted", "del spec 1 x1 >= 1 ;", "`id` is missing"),
        ("deletion from the core", "delc 1 ;", not_allowed),
        ("deletion of what is derived", "deld 10 ;", not_allowed),
        ("a number from behind", "del id -1 ;", "`-1` is not the number of a constraint"),
        ("propagation without hints", "rup 1 x1 >= 0 ;", "this statement is not complete"),
        ("propagation with an empty hint", "rup 1 x1 >= 0 : ;", "this statement is not complete"),
        ("a hint that does not exist yet", "rup 1 x1 >= 0 : 9 ;", "`9` is not the number"),
        ("a hint that does not exist", "rup 1 x1 >= 0 : 0 ;", "`0` is not the number"),
        ("a hint from behind", "rup 1 x1 >= 0 : -1 ;", "`-1` is not the number"),
        ("an implied constraint", "rup x1 ==> 1 x2 >= 1 : 1 ;", "`x1` is not a number"),
        ("an equation", "rup 1 x1 = 1 : 1 ;", "`=` is not a number"),
        ("the other inequality", "rup 1 x1 <= 1 : 1 ;", "`<=` is not a number"),
        ("a plus sign", "rup +1 x1 >= 0 : 1 ;", "`+1` is not a number"),
        ("a negative weight", "rup -1 x1 >= 0 : 1 ;", "`-1` is not a number"),
        ("a negative bound", "rup 1 x1 >= -5 : 1 ;", "`-5` is not a number"),
        ("a leading zero", "rup 01 x1 >= 0 : 1 ;", "`01` is not a number"),
        ("a variable of no formula", "rup 1 x77 >= 0 : 1 ;", "`x77` is not a literal of a known variable"),
        ("a variable with another name", "rup 1 y1 >= 0 : 1 ;", "`y1` is not a literal"),
        ("a variable of an order", "rup 1 $x1 >= 0 : 1 ;", "`$x1` is not a literal"),
        ("a variable with a leading zero", "rup 1 x01 >= 0 : 1 ;", "`x01` is not a literal"),
        ("subtraction", "pol 1 5 - ;", "`-` is not the number of a constraint"),
        ("division as of variables", "pol 1 2 c ;", "`c` is not the number of a constraint"),
        ("mixed integer rounding", "pol 1 2 m ;", "`m` is not the number of a constraint"),
        ("normalized rounding", "pol 1 2 n ;", "`n` is not the number of a constraint"),
        ("an operator without operands", "pol 1 + ;", "an operator has too few operands"),
        ("a sum of nothing", "pol ;", "0 constraints are left"),
        ("weakening by a negation", "pol 1 ~x1 w ;", "`w` needs a constraint and a variable"),
        ("an early conclusion", "conclusion NONE ;", "`UNSAT` is missing"),
        ("an output", "output DERIVABLE IMPLICIT ;", not_allowed),
    ];
    for (what, statement, because) in inserted {
        let mut bundle = bundle();
        let (head, tail) = bundle.proof.split_at(bundle.proof.find("pol").expect("a sum"));
        bundle.proof = format!("{head}{statement}\n{tail}");
        failures.rejected(what, because, &verdict(&bundle, &veripb));
    }
}

#[test]
fn definitions_that_do_more() {
    let mut failures = Failures::default();
    let veripb = veripb_or_none();
    let cases = [
        ("of an atom", "red 1 x1 >= 1 : x1 -> 1 ;", "x1 is not new"),
        ("of an atom, beside a new variable", "red 1 x1 1 x9 >= 1 : x1 -> 1 ;", "x1 is not new"),
        ("with two witnesses", "red 1 x9 >= 1 : x9 -> 1 x1 -> 0 ;", "`x1` follows the statement"),
        ("with a literal as witness", "red 1 x9 >= 1 : x9 -> x1 ;", "witness is 0 or 1"),
        ("with the wrong witness", "red 1 x9 >= 1 : x9 -> 0 ;", "the witness does not satisfy"),
        ("with too little weight", "red 1 x9 2 x1 >= 2 : x9 -> 1 ;", "the witness does not satisfy"),
        ("without a witness", "red 1 x9 >= 1 ;", "a definition has a witness"),
        ("with an empty witness", "red 1 x9 >= 1 : ;", "a definition is of a variable"),
        ("of a variable twice", "red 1 x9 1 ~x9 >= 1 : x9 -> 1 ;", "x9 occurs twice"),
        (
            "that contradicts itself",
            "red 1 x9 >= 1 : x9 -> 1 ;\nred 1 ~x9 >= 1 : x9 -> 0 ;",
            "the two parts of the definition of x9 do not fit together",
        ),
        (
            "that says more than a variable",
            "red 2 ~x9 1 x1 1 x2 >= 2 : x9 -> 0 ;\nred 2 x9 1 ~x1 1 ~x2 >= 2 : x9 -> 1 ;",
            "the two parts of the definition of x9 do not fit together",
        ),
        (
            "that says more than a variable, over three others",
            "red 2 ~x9 1 x1 1 x2 1 x3 >= 2 : x9 -> 0 ;\nred 3 x9 1 ~x1 1 ~x2 1 ~x3 >= 3 : x9 -> 1 ;",
            "the two parts of the definition of x9 do not fit together",
        ),
        (
            "by other literals",
            "red 1 ~x9 1 x1 >= 1 : x9 -> 0 ;\nred 1 x9 1 ~x2 >= 1 : x9 -> 1 ;",
            "the two parts of the definition of x9 do not fit together",
        ),
        (
            "in three parts",
            "red 1 ~x9 1 x1 >= 1 : x9 -> 0 ;\nred 1 x9 1 ~x1 >= 1 : x9 -> 1 ;\nred 1 x9 >= 1 : x9 -> 1 ;",
            "x9 is not new",
        ),
        (
            "after its use",
            "red 1 ~x9 1 x1 >= 1 : x9 -> 0 ;\nrup 1 ~x9 1 x1 >= 1 : 9 ;\nred 1 x9 1 ~x1 >= 1 : x9 -> 1 ;",
            "x9 is not new",
        ),
        ("by a variable that comes later", "red 1 x9 1 x10 >= 1 : x9 -> 1 ;", "`x10` is not a literal"),
        (
            "below the last variable",
            "red 1 x12 >= 1 : x12 -> 1 ;\nred 1 x9 >= 1 : x9 -> 1 ;",
            "x9 is not new",
        ),
    ];
    for (what, statements, because) in cases {
        let mut bundle = bundle();
        let head = bundle.proof.find("pol").expect("a sum");
        bundle.proof.replace_range(head.., &format!("{statements}\noutput NONE ;\n"));
        failures.rejected(what, because, &verdict(&bundle, &veripb));
    }
}

/// VeriPB 3.0.2 says `s VERIFIED UNSATISFIABLE` to the first three, whose formula can be satisfied: the degree of the last
/// sum falls below what 64 bits hold.
#[test]
fn numbers_that_wrap_around() {
    let veripb = veripb_or_none();
    let mut failures = Failures::default();
    let cases = [
        (
            "by subtraction",
            "pol x1 9 * x2 5 * + ;\npol 7 9223372036854775807 - ;\npol ~x1 9 * ~x2 5 * + ;\npol 8 9 + ;",
            "`9223372036854775807` is not the number",
        ),
        (
            "by a negative bound",
            "rup 5 x1 3 x2 >= -9223372036854775805 : ;\nrup 5 ~x1 3 ~x2 >= 0 : ;\npol 7 8 + ;",
            "`-9223372036854775805` is not a number",
        ),
        (
            "by multiplication",
            "pol x1 ~x1 + ;\npol 7 3037000499 * 3037000499 * ;\npol x1 6000000000 * ;\npol 8 9 + ;\n\
             pol ~x1 6000000000 * ;\npol 10 11 + ;",
            "numbers grow beyond 2^61",
        ),
        (
            "by addition",
            "pol x1 ~x1 + 2000000000000000000 * ;\npol 7 7 + 7 7 + + ;",
            "numbers grow beyond 2^61",
        ),
        ("by a bound", "rup 1 x1 >= 9000000000000000000 : 1 ;", "is not a number up to 2^61"),
        (
            "by weights",
            "rup 2000000000000000000 x1 2000000000000000000 x2 >= 1 : 1 ;",
            "numbers grow beyond 2^61",
        ),
        ("by a bound beyond 64 bits", "rup 1 x1 >= 99999999999999999999 : 1 ;", "is not a number up to 2^61"),
        ("by a factor", "pol 1 99999999999999999999 * ;", "is not a number up to 2^61"),
        ("by a divisor", "pol 1 9223372036854775807 d ;", "is not a number up to 2^61"),
    ];
    for (what, statements, because) in cases {
        let last = 6 + statements.lines().count();
        let proof = format!(
            "pseudo-Boolean proof version 3.0\nf 6 ;\n{statements}\noutput NONE ;\nconclusion UNSAT : {last} ;\n\
             end pseudo-Boolean proof ;\n"
        );
        let bundle =
            Bundle { program: SATISFIABLE.to_owned(), sets: String::new(), claim: String::new(), proof };
        failures.rejected(what, because, &verdict(&bundle, &veripb));
    }
}

#[test]
fn frames_that_are_not_those_of_a_refutation() {
    let mut failures = Failures::default();
    let veripb = veripb_or_none();
    let header = "pseudo-Boolean proof version 3.0\n";
    let cases: &[(&str, &str, &str, &str)] = &[
        ("the old format", header, "pseudo-Boolean proof version 2.0\n", "this is not `pseudo-Boolean"),
        ("a later format", header, "pseudo-Boolean proof version 3.1\n", "this is not `pseudo-Boolean"),
        (
            "a blank in the header",
            header,
            "pseudo-Boolean proof version 3.0 \n",
            "this is not `pseudo-Boolean",
        ),
        ("no header", header, "", "this is not `pseudo-Boolean"),
        (
            "a comment in front",
            header,
            "% first\npseudo-Boolean proof version 3.0\n",
            "this is not `pseudo-Boolean",
        ),
        (
            "a byte order mark",
            header,
            "\u{feff}pseudo-Boolean proof version 3.0\n",
            "this is not `pseudo-Boolean",
        ),
        ("fewer axioms", "f 8 ;", "f 7 ;", "this is not `f 8 ;`"),
        ("axioms without a number", "f 8 ;", "f ;", "this is not `f 8 ;`"),
        ("no number of axioms", "f 8 ;\n", "", "this is not `f 8 ;`"),
        ("no conclusion", "conclusion UNSAT", "conclusion NONE", "`UNSAT` is missing"),
        ("a solution as conclusion", "conclusion UNSAT", "conclusion SAT", "`UNSAT` is missing"),
        ("bounds as conclusion", "conclusion UNSAT", "conclusion BOUNDS INF INF", "`UNSAT` is missing"),
        (
            "a conclusion of a number that is none",
            "conclusion UNSAT : ",
            "conclusion UNSAT : 9",
            "is not the number",
        ),
        ("another end", "end pseudo-Boolean proof ;", "end pseudo-Boolean proof;", "this is not `end"),
        ("no end", "end pseudo-Boolean proof ;\n", "", "the proof is not complete"),
        ("no last line end", "proof ;\n", "proof ;", "this line does not end"),
        (
            "something behind the end",
            "end pseudo-Boolean proof ;\n",
            "end pseudo-Boolean proof ;\na >= 1 ;\n",
            "this follows the end of the proof",
        ),
        ("a second conclusion", "end pseudo", "conclusion UNSAT : 1 ;\nend pseudo", "this is not `end"),
    ];
    for (what, from, to, because) in cases {
        let mut bundle = bundle();
        assert!(bundle.proof.contains(from), "{what}");
        bundle.proof = bundle.proof.replacen(from, to, 1);
        failures.rejected(what, because, &verdict(&bundle, &veripb));
    }
    let Some(veripb) = support::bundle::veripb() else { return };
    let doubts = "VeriPB does not accept the proof";
    for (what, from, to) in [
        ("no output", "output NONE ;\n", ""),
        ("two outputs", "output NONE ;\n", "output NONE ;\noutput NONE ;\n"),
        ("an early output", "pol", "output NONE ;\npol"),
        ("another conclusion", "conclusion UNSAT : ", "conclusion UNSAT : 1 ;\n"),
    ] {
        let mut bundle = bundle();
        bundle.proof = bundle.proof.replacen(from, to, 1);
        let because = if what == "another conclusion" { "this is not `end" } else { doubts };
        failures.rejected(what, because, &verdict(&bundle, &veripb));
    }
    let mut wrong = bundle();
    let conclusion = wrong.proof.find("conclusion").expect("one");
    wrong.proof.replace_range(conclusion.., "conclusion UNSAT : 1 ;\nend pseudo-Boolean proof ;\n");
    failures.rejected("an axiom as contradiction", doubts, &verdict(&wrong, &veripb));
    // The proof of one program does not do for another, nor for the same without the set.
    let other = Bundle { program: SATISFIABLE.to_owned(), ..bundle() };
    let proof = other.proof.replace("f 8 ;", "f 7 ;");
    failures.rejected("another program", "proof.pbp", &verdict(&Bundle { proof, ..other }, &veripb));
    let without = Bundle { sets: String::new(), ..bundle() };
    failures.rejected("no set", "this is not `f 7 ;`", &verdict(&without, &veripb));
}

#[test]
fn programs_that_may_mean_something_else() {
    let mut failures = Failures::default();
    let veripb = veripb_or_none();
    let cases = [
        ("steps", "asp 1 0 0\n", "asp 1 0 0 incremental\n", "the first line is not"),
        ("another version", "asp 1 0 0\n", "asp 1 1 0\n", "the first line is not"),
        ("no header", "asp 1 0 0\n", "", "the first line is not"),
        ("carriage returns", "asp 1 0 0\n", "asp 1 0 0\r\n", "the first line is not"),
        ("an edge", "\n0\n", "\n8 0 1 0\n0\n", "edges are not supported"),
        ("a theory", "\n0\n", "\n9 0 1 7\n0\n", "theories are not supported"),
        ("another statement", "\n0\n", "\n11 1\n0\n", "no statement begins with `11`"),
        ("an empty line", "\n0\n", "\n\n0\n", "no statement begins with ``"),
        (
            "a negative weight in a body",
            "\n0\n",
            "\n1 0 1 1 1 1 1 2 -1\n0\n",
            "weights in bodies are not negative",
        ),
        ("an external atom that is released", "\n0\n", "\n5 4 3\n0\n", "released are not supported"),
        ("a release that is taken back", "\n0\n", "\n5 4 3\n5 4 0\n0\n", "released are not supported"),
        ("an external atom with a rule", "\n0\n", "\n5 3 2\n0\n", "has the external atom 3 in its head"),
        ("an external value that is none", "\n0\n", "\n5 4 4\n0\n", "value is a number from 0 to 2"),
        ("text behind the end", "\n0\n", "\n0\n1 0 0 0 0\n", "is not the last line"),
        ("an empty line behind the end", "\n0\n", "\n0\n\n", "is not the last line"),
        ("an end that is not ended", "\n0\n", "\n0", "is not the last line"),
        ("no end", "\n0\n", "\n", "no statement begins with ``"),
        ("a number of atoms that is too small", "1 0 1 1 0 1 2", "1 0 1 1 0 0 2", "`2` follows the end"),
        ("a number of atoms that is too large", "1 0 1 1 0 1 2", "1 0 1 1 0 2 2", "the line is too short"),
        (
            "a huge number of atoms",
            "1 0 1 1 0 1 2",
            "1 0 1 1 0 9223372036854775807 2",
            "the line is too short",
        ),
        ("a negative number of atoms", "1 0 1 1 0 1 2", "1 0 1 1 0 -1 2", "a count is not negative"),
        ("the atom 0", "1 0 1 1 0 1 2", "1 0 1 0 0 1 2", "0 is not a literal"),
        ("a negative head", "1 0 1 1 0 1 2", "1 0 1 -1 0 1 2", "-1 is not an atom"),
        ("the literal 0", "1 0 1 1 0 1 2", "1 0 1 1 0 1 0", "0 is not a literal"),
        ("an atom beyond 31 bits", "1 0 1 1 0 1 2", "1 0 1 1 0 1 2147483648", "is not a literal"),
        ("an atom beyond 64 bits", "1 0 1 1 0 1 2", "1 0 1 1 0 1 9999999999999999999", "is not a 64-bit"),
        ("a plus sign", "1 0 1 1 0 1 2", "1 0 1 1 0 1 +2", "is not how an integer is written"),
        ("a leading zero", "1 0 1 1 0 1 2", "1 0 1 1 0 1 02", "is not how an integer is written"),
        ("two blanks", "1 0 1 1 0 1 2", "1 0 1 1 0  1 2", "`` is not a 64-bit integer"),
        ("a blank at the end", "1 0 1 1 0 1 2", "1 0 1 1 0 1 2 ", "follows the end of the statement"),
        ("another kind of head", "1 0 1 1 0 1 2", "1 2 1 1 0 1 2", "a head is 0"),
        ("another kind of body", "1 0 1 1 0 1 2", "1 0 1 1 2 1 2", "a body is 0"),
        ("another kind of heuristic", "\n0\n", "\n7 6 1 1 1 0\n0\n", "a heuristic's kind"),
        ("a short text", "\n0\n", "\n4 9 a 0\n0\n", "fewer bytes follow than this length says"),
        (
            "a text that ends within a letter",
            "\n0\n",
            "\n4 1 \u{e4} 0\n0\n",
            "fewer bytes follow than this length",
        ),
        (
            "weights beyond all bounds",
            "\n0\n",
            "\n1 0 1 1 1 1 2 2 9223372036854775807 3 9223372036854775807\n\
          1 0 0 1 9000000000000000000 2 2 9000000000000000000 3 9000000000000000000\n0\n",
            "add up to more than 2^59",
        ),
        ("a variable too many", "\n0\n", "\n1 0 1 2147483647 0 2 1 2\n0\n", "more variables than 2147483647"),
    ];
    for (what, from, to, because) in cases {
        let mut bundle = bundle();
        assert!(bundle.program.contains(from), "{what}");
        bundle.program = bundle.program.replacen(from, to, 1);
        failures.rejected(what, because, &verdict(&bundle, &veripb));
    }
}

#[test]
fn sets_and_claims_that_are_none() {
    let mut failures = Failures::default();
    let veripb = veripb_or_none();
    let sets = [
        ("an atom of no program", "1 4\n", "the program has no atom 4"),
        ("a variable of a body", "1 5\n", "the program has no atom 5"),
        ("the atom 0", "0 1\n", "the program has no atom 0"),
        ("an atom twice", "1 1\n", "are not in ascending order"),
        ("descending atoms", "2 1\n", "are not in ascending order"),
        ("an empty set", "\n", "`` is not the number of an atom"),
        ("two blanks", "1  2\n", "`` is not the number of an atom"),
        ("a sign", "+1 2\n", "`+1` is not the number of an atom"),
        ("no line end", "1 2", "the last line is not ended"),
        ("a comment", "% 1 2\n", "`%` is not the number of an atom"),
    ];
    for (what, text, because) in sets {
        failures.rejected(what, because, &verdict(&Bundle { sets: text.to_owned(), ..bundle() }, &veripb));
    }
    let claims = [
        ("a priority that there is not", "cost 0 5\n", "which the program does not have"),
        ("a sentence", "there is none\n", "is not `cost PRIORITY BOUND`"),
        ("an empty line", "\n", "is not `cost PRIORITY BOUND`"),
        ("a bound with a sign", "cost 0 +5\n", "is not `cost PRIORITY BOUND`"),
        ("a bound beyond 128 bits", &format!("cost 0 {}\n", "9".repeat(40)), "is not `cost PRIORITY BOUND`"),
        ("no line end", "cost 0 5", "the last line is not ended"),
    ];
    for (what, text, because) in claims {
        failures.rejected(what, because, &verdict(&Bundle { claim: text.to_owned(), ..bundle() }, &veripb));
    }
    let program = PROGRAM.replace("\n0\n", "\n2 0 1 1 1\n0\n");
    for (text, because) in [
        ("cost 0 5\ncost 0 5\n", "the second bound for priority 0"),
        ("cost 1 5\n", "which the program does not have"),
        ("cost 0 -170141183460469231731687303715884105728\n", "out of range"),
    ] {
        let claim = text.to_owned();
        failures.rejected(
            text,
            because,
            &verdict(&Bundle { program: program.clone(), claim, ..bundle() }, &veripb),
        );
    }
}

#[test]
fn files_that_are_not_what_they_seem() {
    let failures = std::cell::RefCell::new(Failures::default());
    let veripb = veripb_or_none();
    let altered = |what: &str, because: &str, alter: &dyn Fn(&Path)| {
        let dir = tempfile::tempdir().expect("a directory");
        bundle().write(dir.path());
        alter(dir.path());
        failures.borrow_mut().rejected(what, because, &check(dir.path(), &veripb, &|| false));
    };
    let manifest = |from: &'static str, to: &'static str| {
        move |dir: &Path| {
            let path = dir.join("manifest.json");
            let text = fs::read_to_string(&path).expect("a manifest");
            assert!(text.contains(from), "{from}");
            fs::write(path, text.replacen(from, to, 1)).expect("a file");
        }
    };
    for name in ["program.aspif", "sets.txt", "claim.txt", "proof.pbp"] {
        altered(name, "the digest is not that of the manifest", &|dir| {
            let text = fs::read_to_string(dir.join(name)).expect("a file");
            fs::write(dir.join(name), format!("{text}\n")).expect("a file");
        });
        altered(name, "this cannot be read", &|dir| fs::remove_file(dir.join(name)).expect("a file"));
        altered(name, "this is not a file", &|dir| {
            fs::remove_file(dir.join(name)).expect("a file");
            fs::create_dir(dir.join(name)).expect("a directory");
        });
        #[cfg(unix)]
        altered(name, "this is not a file", &|dir| {
            fs::rename(dir.join(name), dir.join("elsewhere")).expect("a file");
            std::os::unix::fs::symlink("elsewhere", dir.join(name)).expect("a link");
        });
    }
    altered("no manifest", "manifest.json: this cannot be read", &|dir| {
        fs::remove_file(dir.join("manifest.json")).expect("a file");
    });
    altered("bytes", "manifest.json: this is not text", &|dir| {
        fs::write(dir.join("manifest.json"), b"\xff").expect("a file");
    });
    altered("another format", "the format is", &manifest("certificate 1", "certificate 2"));
    altered("no JSON", "this is no manifest", &manifest("{", "("));
    altered("a digest too few", "there is no digest of sets.txt", &manifest("\"sets.txt\"", "\"sets\""));
    altered("another claim", "the claim is not what was proven", &manifest("there is no", "there is an"));
    altered(
        "a file of names that is not there",
        "atoms.txt: this cannot be read",
        &manifest("{\n    \"", "{\n    \"atoms.txt\": \"00\",\n    \""),
    );
}

/// Programs that say they are VeriPB, and what they say.
#[cfg(unix)]
#[test]
fn words_of_veripb_that_do_not_do() {
    let mut failures = Failures::default();
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().expect("a directory");
    let version = "echo Running VeriPB version 3.0.2";
    let verdict_line = "echo s VERIFIED UNSATISFIABLE";
    let scripts = [
        (format!("{version}; {verdict_line}; exit 1"), "VeriPB does not accept the proof"),
        (format!("{version}; {verdict_line}; kill -9 $$"), "VeriPB does not accept the proof"),
        (format!("{version}; exit 0"), "does not say `s VERIFIED UNSATISFIABLE`"),
        (format!("{version}; echo s VERIFIED NO CONCLUSION"), "says `s VERIFIED NO CONCLUSION`"),
        (
            format!("{version}; {verdict_line}; echo Warning: unchecked"),
            "accepts the proof with a reservation",
        ),
        (format!("{version}; {verdict_line}; echo Warning: unchecked >&2"), "says `Warning: unchecked`"),
        (format!("{version}; {verdict_line}; {verdict_line}"), "accepts the proof with a reservation"),
        (format!("{version}; echo '  x s VERIFIED UNSATISFIABLE'"), "does not say"),
        (verdict_line.to_owned(), "does not say which version it is"),
    ];
    for (number, (script, because)) in scripts.iter().enumerate() {
        let path = dir.path().join(format!("veripb{number}"));
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file");
        failures.rejected(script, because, &verdict(&bundle(), &path));
    }
    let good = dir.path().join("good");
    fs::write(&good, format!("#!/bin/sh\n{version}\n{verdict_line}\n")).expect("a file");
    fs::set_permissions(&good, fs::Permissions::from_mode(0o755)).expect("a file");
    assert!(matches!(verdict(&bundle(), &good), Verdict::Verified(_)));
    let slow = dir.path().join("slow");
    fs::write(&slow, "#!/bin/sh\nexec sleep 1000\n").expect("a file");
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).expect("a file");
    let bundle = bundle();
    let certificate = dir.path().join("certificate");
    bundle.write(&certificate);
    let Verdict::Unavailable(why) = check(&certificate, &slow, &|| true) else { panic!("it waits for ever") };
    assert_eq!(why, Unavailable::Stopped);
}

#[test]
fn without_veripb_nothing_is_said() {
    let verdict = verdict(&bundle(), Path::new("/nowhere/veripb"));
    let Verdict::Unavailable(why) = verdict else { panic!("{verdict:?}") };
    assert!(why.to_string().contains("/nowhere/veripb"), "{why}");
    assert!(why.help().contains("cargo install"), "{why}");
}
