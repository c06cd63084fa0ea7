//! The generator of the axioms that `docs/certificates.md` gives its readers, in Python, writes the same formulas.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::support::brute_force::Oracle;
use crate::support::bundle::Bundle;
use crate::support::random::{program, Random};
use groundplan_certificate::{Axioms, Claim, Lit, Program};

/// How many programs are compared: each is a process.
const COUNT: u64 = 60;

/// The script as the page has it.
fn script() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates.md");
    let page = fs::read_to_string(page).expect("a page");
    let (_, rest) = page.split_once("```python file=axioms.py\n").expect("a script");
    rest.split_once("```\n").expect("its end").0.to_owned()
}

#[test]
fn both_generators_write_the_same() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "there is no python3");
        writeln!(std::io::stderr(), "skipped: there is no python3").expect("standard error is open");
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("axioms.py");
    fs::write(&path, script()).expect("a file");
    for seed in 1..=COUNT {
        let mut random = Random::new(seed);
        let text = program(&mut random, 5);
        let program = Program::parse(&text).expect("aspif");
        let costs = program.objectives.keys().map(|&priority| (priority, 3)).collect();
        let mut cubes = Vec::new();
        while random.chance(40) {
            let atoms: Vec<Lit> = program.atoms.iter().map(|&atom| Lit::positive(atom)).collect();
            let literals = atoms.into_iter().filter(|_| random.chance(40)).collect::<Vec<_>>();
            cubes.push(literals.into_iter().map(|it| if random.chance(50) { it } else { !it }).collect());
        }
        let claim = Claim { costs, cubes };
        let oracle = Oracle::new(&program);
        let mut axioms = Axioms::new(program.clone(), &claim).expect("small numbers");
        let mut sets = String::new();
        for set in oracle.sets().skip(1).filter(|_| random.chance(40)).map(|set| oracle.list(set)) {
            axioms.add_set(&set).expect("atoms of the program");
            let words: Vec<String> = set.iter().map(u32::to_string).collect();
            sets += &format!("{}\n", words.join(" "));
        }
        let mut ours = Vec::new();
        axioms.write_opb(&mut ours).expect("memory");
        let ours = String::from_utf8(ours).expect("text");
        let certificate = dir.path().join("certificate");
        Bundle { program: text.clone(), sets, claim: claim.to_string(), proof: String::new() }
            .write(&certificate);
        let output = Command::new("python3").arg(&path).arg(&certificate).output().expect("it starts");
        let theirs = String::from_utf8(output.stdout).expect("text");
        // The first of our lines counts variables and constraints.
        let (_, ours) = ours.split_once('\n').expect("a line");
        assert_eq!(ours, theirs, "seed {seed}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    }
}
