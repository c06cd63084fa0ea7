//! A refutation in VeriPB's format 3.0, trimmed to the steps that the empty clause needs.
//!
//! Invariants of the text: every derived clause has its antecedents as hints, in the order of propagation. A constraint is
//! deleted right after its last use, except for axioms, because VeriPB would require a proof for their deletion.

use std::collections::HashMap;
use std::io::{self, Write};

use groundplan_certificate::{Atom, Axioms, Lit};
use groundplan_sat::{ProofLog, ProofOrigin, StepId};
use rustsat::types::Lit as SatLit;

use crate::derivation::{ConstraintRef, Derivation, DerivationStep, SumFinish};
use crate::loops::UnfoundedSetClause;
use crate::sets::Sets;
use crate::trim::{Antecedent, Needed, ProofItem};
use crate::ProveError;

/// A refutation of axioms.
#[derive(Debug)]
pub struct Proof {
    axioms: Axioms,
    sets: Vec<Vec<Atom>>,
    /// The number of variables without those of the unfounded sets. Higher numbers are the proof's own variables.
    variables: u32,
    derivation: Derivation,
    log: ProofLog,
    needed: Needed,
    /// The antecedents of each needed clause of an unfounded set.
    hints: HashMap<StepId, Vec<ConstraintRef>>,
    /// For each item, the index of the last item that uses it.
    last_uses: Vec<u32>,
}

impl Proof {
    /// Trims a refutation of the axioms. `set_clauses` are the clauses of unfounded sets, in the order in which the solver received
    /// them.
    pub(crate) fn new(
        mut axioms: Axioms,
        derivation: Derivation,
        log: ProofLog,
        set_clauses: &[UnfoundedSetClause],
    ) -> Result<Proof, ProveError> {
        let needed = Needed::of(&derivation, &log)?;
        let variables = axioms.variables();
        let mut sets = Sets::new();
        let mut hints = HashMap::new();
        for &(step, number) in &needed.set_clauses {
            let reason = set_clauses.get(number).filter(|reason| log.step(step).clause == reason.literals());
            hints.insert(step, sets.hints(reason.ok_or(ProveError::Log)?, &mut axioms)?);
        }
        let sets = sets.sets;
        let last_uses = vec![0; needed.items.len()];
        let mut proof = Proof { axioms, sets, variables, derivation, log, needed, hints, last_uses };
        for index in 0..proof.needed.items.len() {
            for used in proof.uses(index) {
                if let Antecedent::Item(used) = used {
                    proof.last_uses[used as usize] = index as u32;
                }
            }
        }
        Ok(proof)
    }

    /// The refuted axioms, including those of the unfounded sets.
    #[must_use]
    pub fn axioms(&self) -> &Axioms {
        &self.axioms
    }

    /// The unfounded sets whose axioms the proof needs in addition to the standard ones, in order.
    #[must_use]
    pub fn sets(&self) -> &[Vec<Atom>] {
        &self.sets
    }

    /// The number of derived constraints.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.needed.items.len()
    }

    /// Writes the proof.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {} ;", self.axioms.constraints().len())?;
        for (index, &item) in self.needed.items.iter().enumerate() {
            let mut uses = self.uses(index);
            match item {
                ProofItem::Step(step) => self.step(&self.derivation.steps[step as usize], &uses, out)?,
                ProofItem::Log(step) => {
                    self.clause(self.log.step(step).clause.iter().copied().map(literal), &uses, out)?;
                }
            }
            uses.sort_unstable();
            uses.dedup();
            uses.retain(
                |&used| matches!(used, Antecedent::Item(used) if self.last_uses[used as usize] == index as u32),
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

    /// Returns the antecedents of an item, in the order of propagation.
    fn uses(&self, index: usize) -> Vec<Antecedent> {
        let of_ref = |from| self.needed.of_ref(from);
        match self.needed.items[index] {
            ProofItem::Step(step) => self.derivation.steps[step as usize].uses().map(of_ref).collect(),
            ProofItem::Log(step) => match self.log.step(step).origin {
                ProofOrigin::Derived(steps) => steps.iter().map(|&step| self.needed.of_log(step)).collect(),
                ProofOrigin::Given => self.hints[&step].iter().copied().map(of_ref).collect(),
            },
        }
    }

    /// Returns the constraint number in the proof.
    fn number(&self, used: Antecedent) -> usize {
        match used {
            Antecedent::Axiom(axiom) => axiom as usize + 1,
            Antecedent::Item(item) => self.axioms.constraints().len() + 1 + item as usize,
        }
    }

    fn numbers(&self, uses: &[Antecedent], out: &mut impl Write) -> io::Result<()> {
        uses.iter().try_for_each(|&used| write!(out, " {}", self.number(used)))
    }

    fn step(&self, step: &DerivationStep, uses: &[Antecedent], out: &mut impl Write) -> io::Result<()> {
        match step {
            DerivationStep::Clause { clause, .. } => self.clause(clause.iter().copied(), uses, out),
            DerivationStep::Definition { constraint, literal } => {
                write!(out, "red")?;
                for &(weight, literal) in &constraint.terms {
                    write!(out, " {weight} {}", self.name(literal))?;
                }
                let value = u8::from(!literal.is_negative());
                let variable = self.name(Lit::positive(literal.variable()));
                writeln!(out, " >= {} : {variable} -> {value} ;", constraint.at_least)
            }
            DerivationStep::Sum { parts, without, finish } => {
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
                    // Adding the literal axiom of the negation this many times removes the literal.
                    write!(out, " {} {weight} * +", self.name(!literal))?;
                }
                match finish {
                    SumFinish::Leave => writeln!(out, " ;"),
                    SumFinish::Saturate => writeln!(out, " s ;"),
                    SumFinish::Divide(divisor) => writeln!(out, " {divisor} d ;"),
                }
            }
        }
    }

    /// Writes a clause that follows by unit propagation.
    fn clause(
        &self,
        clause: impl Iterator<Item = Lit>,
        uses: &[Antecedent],
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

    fn name(&self, literal: Lit) -> LiteralName {
        LiteralName { literal, variables: [self.variables, self.axioms.variables()] }
    }
}

/// A literal for output. The proof's own variables are numbered after those of all axioms.
struct LiteralName {
    literal: Lit,
    /// The number of variables of the axioms without the unfounded sets, and with them.
    variables: [u32; 2],
}

impl std::fmt::Display for LiteralName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.literal.is_negative() { "~" } else { "" };
        let (variable, [before, all]) = (u64::from(self.literal.variable()), self.variables.map(u64::from));
        let number = if variable > before { variable - before + all } else { variable };
        write!(f, "{sign}x{number}")
    }
}

/// Converts a literal of the solver to one of the axioms.
fn literal(literal: SatLit) -> Lit {
    Lit::new(literal.to_ipasir()).expect("the solver's variables are numbered from 1")
}
