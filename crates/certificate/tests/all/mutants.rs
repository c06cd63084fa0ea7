//! Certificates of random programs, altered at random, with digests that fit: each is rejected, or what it claims by then is
//! true by brute force.

use crate::support::brute_force::Oracle;
use crate::support::bundle::{veripb, Bundle};
use crate::support::cases;
use crate::support::random::{program, Random};
use groundplan_certificate::{check, sets, Axioms, Claim, Program, Verdict};

/// How many mutants there are.
const COUNT: usize = 1000;

/// A certificate of a random program without answer sets, with all sets; `None` where the program has some.
fn certificate(random: &mut Random) -> Option<Bundle> {
    let text = program(random, 4);
    let program = Program::parse(&text).expect("aspif");
    let mut claim = Claim::default();
    for &priority in program.objectives.keys() {
        if random.chance(50) {
            claim.costs.push((priority, random.below(9) as i128 - 5));
        }
    }
    let oracle = Oracle::new(&program);
    if !oracle.is_true(&claim) {
        return None;
    }
    let mut axioms = Axioms::new(program.clone(), &claim).expect("small numbers");
    let mut sets = String::new();
    for set in oracle.sets().skip(1).map(|set| oracle.list(set)).filter(|set| set.len() > 1) {
        axioms.add_set(&set).expect("atoms of the program");
        let words: Vec<String> = set.iter().map(u32::to_string).collect();
        sets += &format!("{}\n", words.join(" "));
    }
    let proof = cases::proof(&axioms, random);
    Some(Bundle { program: text, sets, claim: claim.to_string(), proof })
}

/// Alters a word, a line or a few characters.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return ["cost 0 5\n", "1 2\n", "\n", "1\n"][random.below(4)].to_owned();
    }
    let line = random.below(lines.len());
    match random.below(8) {
        0 => drop(lines.remove(line)),
        1 => {
            let other = random.below(lines.len());
            lines.swap(line, other);
        }
        2 => {
            let copy = lines[random.below(lines.len())].clone();
            lines.insert(line, copy);
        }
        3 => {
            let place = random.below(lines[line].len() + 1);
            let letter = *b"0123456789 -+~x;:>=%adsw*"[random.below(25)..].first().expect("a letter") as char;
            lines[line].insert(place, letter);
        }
        _ => {
            let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
            let place = random.below(words.len());
            match (random.below(3), words[place].parse::<i64>()) {
                (0, Ok(number)) => words[place] = (-number).to_string(),
                (_, Ok(number)) => words[place] = (number + random.below(5) as i64 - 2).to_string(),
                (0, Err(_)) => drop(words.remove(place)),
                _ => {
                    let other = random.below(words.len());
                    words.swap(place, other);
                }
            }
            lines[line] = words.join(" ");
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn is_true(bundle: &Bundle) -> bool {
    let program = Program::parse(&bundle.program).expect("it was accepted");
    let claim = Claim::parse(&bundle.claim).expect("it was accepted");
    Oracle::new(&program).is_true(&claim)
}

/// The number of axioms in the proof as the texts by now have it, which a forger gets right.
fn forge(bundle: &mut Bundle) {
    let Ok(program) = Program::parse(&bundle.program) else { return };
    let (Ok(claim), Ok(sets)) = (Claim::parse(&bundle.claim), sets(&bundle.sets)) else { return };
    let Ok(mut axioms) = Axioms::new(program, &claim) else { return };
    if sets.iter().all(|set| axioms.add_set(set).is_ok()) {
        let count = axioms.constraints().len();
        let lines = bundle.proof.lines();
        let forged =
            lines.map(
                |line| if line.starts_with("f ") { format!("f {count} ;\n") } else { format!("{line}\n") },
            );
        bundle.proof = forged.collect();
    }
}

#[test]
fn mutants_are_rejected_or_right() {
    let Some(veripb) = veripb() else { return };
    let mut random = Random::new(7);
    let dir = tempfile::tempdir().expect("a directory");
    let (mut accepted, mut altered, mut mutants) = (0, 0, 0);
    while mutants < COUNT {
        let Some(original) = certificate(&mut random) else { continue };
        let path = dir.path().join(mutants.to_string());
        original.write(&path);
        let verdict = check(&path, &veripb, &|| false);
        assert!(matches!(verdict, Verdict::Verified(_)), "{verdict:?}\n{original:?}");
        for _ in 0..10 {
            let mut mutant = original.clone();
            for _ in 0..1 + random.below(2) {
                let text = match random.below(8) {
                    0..=3 => &mut mutant.proof,
                    4..=5 => &mut mutant.program,
                    6 => &mut mutant.sets,
                    _ => &mut mutant.claim,
                };
                *text = mutate(text, &mut random);
            }
            if random.chance(70) {
                forge(&mut mutant);
            }
            mutant.write(&path);
            mutants += 1;
            match check(&path, &veripb, &|| false) {
                Verdict::Rejected(_) => {}
                Verdict::Verified(_) => {
                    assert!(is_true(&mutant), "accepted, and wrong: {mutant:?}");
                    accepted += 1;
                    altered +=
                        usize::from(mutant.program != original.program || mutant.claim != original.claim);
                }
                Verdict::Unavailable(why) => panic!("{why}"),
            }
        }
    }
    println!("{mutants} mutants, {accepted} accepted, {altered} of them of another program or claim");
    // A check that rejects everything would pass, too.
    assert!(accepted * 20 >= mutants && altered * 100 >= mutants, "{accepted} and {altered} of {mutants}");
}
