//! A refutation, trimmed to what the empty clause needs, as text in VeriPB's format 3.0.
//!
//! Invariants of the text: every derived clause comes with the constraints that it follows from, in the order of
//! propagation; what is needed no more is deleted at once, but never an axiom, for VeriPB would ask for a proof of that.

use std::collections::HashMap;
use std::io::{self, Write};

use groundplan_certificate::{Atom, Axioms, Lit};
use groundplan_sat::{ProofLog, ProofOrigin, StepId};
use rustsat::types::Lit as SatLit;

use crate::derivation::{Derivation, Finish, Ref, Step};
use crate::loops::Reason;
use crate::sets::Sets;
use crate::trim::{Item, Needed, Used};
use crate::ProveError;

/// A refutation of axioms.
#[derive(Debug)]
pub struct Proof {
    axioms: Axioms,
    sets: Vec<Vec<Atom>>,
    /// How many variables the axioms have without the sets: those behind them are the proof's own.
    variables: u32,
    derivation: Derivation,
    log: ProofLog,
    needed: Needed,
    /// Of each needed clause of an unfounded set, what it follows from.
    hints: HashMap<StepId, Vec<Ref>>,
    /// Of each item, the last one that uses it.
    last_uses: Vec<u32>,
}

impl Proof {
    /// Takes what is needed of a refutation: of these axioms by clauses that were derived from them, and clauses of unfounded
    /// sets, in the order in which the solver was given them.
    pub(crate) fn new(
        mut axioms: Axioms,
        derivation: Derivation,
        log: ProofLog,
        told: &[Reason],
    ) -> Result<Proof, ProveError> {
        let needed = Needed::of(&derivation, &log)?;
        let variables = axioms.variables();
        let mut sets = Sets::new();
        let mut hints = HashMap::new();
        for &(step, number) in &needed.told {
            let reason = told.get(number).filter(|reason| log.step(step).clause == reason.clause);
            hints.insert(step, sets.hints(reason.ok_or(ProveError::Log)?, &mut axioms)?);
        }
        let sets = sets.sets;
        let last_uses = vec![0; needed.items.len()];
        let mut proof = Proof { axioms, sets, variables, derivation, log, needed, hints, last_uses };
        for index in 0..proof.needed.items.len() {
            for used in proof.uses(index) {
                if let Used::Item(used) = used {
                    proof.last_uses[used as usize] = index as u32;
                }
            }
        }
        Ok(proof)
    }

    /// The axioms that are refuted, with those of the sets.
    #[must_use]
    pub fn axioms(&self) -> &Axioms {
        &self.axioms
    }

    /// The sets of atoms whose axioms the proof needs beside those that are always there, in order.
    #[must_use]
    pub fn sets(&self) -> &[Vec<Atom>] {
        &self.sets
    }

    /// How many constraints are derived.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.needed.items.len()
    }

    /// Writes the proof.
    ///
    /// # Errors
    ///
    /// Where writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {} ;", self.axioms.constraints().len())?;
        for (index, &item) in self.needed.items.iter().enumerate() {
            let mut uses = self.uses(index);
            match item {
                Item::Step(step) => self.step(&self.derivation.steps[step as usize], &uses, out)?,
                Item::Log(step) => {
                    self.clause(self.log.step(step).clause.iter().copied().map(literal), &uses, out)?;
                }
            }
            uses.sort_unstable();
            uses.dedup();
            uses.retain(
                |&used| matches!(used, Used::Item(used) if self.last_uses[used as usize] == index as u32),
            );
            if !uses.is_empty() {
                write!(out, "del id")?;
                self.numbers(&uses, out)?;
                writeln!(out, " ;")?;
            }
        }
        let end = self.log.refutation().expect("there is a refutation");
        writeln!(out, "output NONE ;\nconclusion UNSAT : {} ;", self.number(self.needed.of_log(end)))?;
        writeln!(out, "end pseudo-Boolean proof ;")
    }

    /// What an item rests on, in the order of propagation.
    fn uses(&self, index: usize) -> Vec<Used> {
        let of_ref = |from| self.needed.of_ref(from);
        match self.needed.items[index] {
            Item::Step(step) => self.derivation.steps[step as usize].uses().map(of_ref).collect(),
            Item::Log(step) => match self.log.step(step).origin {
                ProofOrigin::Derived(steps) => steps.iter().map(|&step| self.needed.of_log(step)).collect(),
                ProofOrigin::Given => self.hints[&step].iter().copied().map(of_ref).collect(),
            },
        }
    }

    /// The number of what was derived.
    fn number(&self, used: Used) -> usize {
        match used {
            Used::Axiom(axiom) => axiom as usize + 1,
            Used::Item(item) => self.axioms.constraints().len() + 1 + item as usize,
        }
    }

    fn numbers(&self, uses: &[Used], out: &mut impl Write) -> io::Result<()> {
        uses.iter().try_for_each(|&used| write!(out, " {}", self.number(used)))
    }

    fn step(&self, step: &Step, uses: &[Used], out: &mut impl Write) -> io::Result<()> {
        match step {
            Step::Clause { clause, .. } => self.clause(clause.iter().copied(), uses, out),
            Step::Definition { constraint, literal } => {
                write!(out, "red")?;
                for &(weight, literal) in &constraint.terms {
                    write!(out, " {weight} {}", self.name(literal))?;
                }
                let value = u8::from(!literal.is_negative());
                let variable = self.name(Lit::positive(literal.variable()));
                writeln!(out, " >= {} : {variable} -> {value} ;", constraint.at_least)
            }
            Step::Sum { parts, without, finish } => {
                write!(out, "pol")?;
                for (position, (&(factor, _), &used)) in parts.iter().zip(uses).enumerate() {
                    write!(out, " {}", self.number(used))?;
                    if factor != 1 {
                        write!(out, " {factor} *")?;
                    }
                    if position > 0 {
                        write!(out, " +")?;
                    }
                }
                for &(weight, literal) in without {
                    // The negation is no less than zero; so often it takes the literal away.
                    write!(out, " {} {weight} * +", self.name(!literal))?;
                }
                match finish {
                    Finish::Leave => writeln!(out, " ;"),
                    Finish::Saturate => writeln!(out, " s ;"),
                    Finish::Divide(divisor) => writeln!(out, " {divisor} d ;"),
                }
            }
        }
    }

    /// A clause that follows by unit propagation.
    fn clause(
        &self,
        clause: impl Iterator<Item = Lit>,
        uses: &[Used],
        out: &mut impl Write,
    ) -> io::Result<()> {
        write!(out, "rup")?;
        for literal in clause {
            write!(out, " 1 {}", self.name(literal))?;
        }
        write!(out, " >= 1 :")?;
        self.numbers(uses, out)?;
        writeln!(out, " ;")
    }

    fn name(&self, literal: Lit) -> Name {
        Name { literal, variables: [self.variables, self.axioms.variables()] }
    }
}

/// A literal in the text. The proof's own variables are numbered behind those of all axioms.
struct Name {
    literal: Lit,
    /// How many variables the axioms have without the sets, and how many with them.
    variables: [u32; 2],
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.literal.is_negative() { "~" } else { "" };
        let (variable, [before, all]) = (u64::from(self.literal.variable()), self.variables.map(u64::from));
        let number = if variable > before { variable - before + all } else { variable };
        write!(f, "{sign}x{number}")
    }
}

/// A literal of the solver, as the axioms have it.
fn literal(literal: SatLit) -> Lit {
    Lit::new(literal.to_ipasir()).expect("the solver's variables are numbered from 1")
}
