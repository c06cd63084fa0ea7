//! The numbers that steer translation and search.
//!
//! Where a field names a measurement, it was made on families of `scripts/bench/families`; `docs/benchmarks/tried.md` has more of them.
//! The others keep the work of a pass in proportion to the program, and nobody has measured them.

/// The numbers that steer translation and search. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// The numbers of the SAT solvers.
    pub sat: groundplan_sat::Tuning,

    /// Gates nested in a clause, at most: chains of definitions would become one huge clause.
    pub inlined_depth: u8,
    /// What a clause costs beyond its literals, in literals, where inlining a gate is weighed.
    pub clause_cost: usize,
    /// What a variable costs there, in literals.
    pub variable_cost: usize,
    /// Literals in the supports of an atom up to which all shared literals are factored out; beyond, only those of all supports.
    pub factored_literals: usize,
    /// Heads of a disjunction from which on each is told by two auxiliary atoms that none of the others holds.
    pub chained_heads: usize,
    /// Literals of an at-most-one up to which they are excluded pair by pair.
    pub pairwise_literals: usize,
    /// Literals of a group of an at-most-one.
    pub group_literals: usize,

    /// Clauses for each atom and rule of a component with loops that vertex elimination may take. Up to 8 the circuit was up to five
    /// times as fast as propagation (labyrinths), at 9 to 12 half as fast (paths on a grid, wires).
    pub elimination_clauses: usize,
    /// Clauses that elimination may take in any case.
    pub elimination_clauses_anyway: usize,
    /// Models with unfounded atoms that loop formulas refute before loops are propagated.
    pub unfounded_models: usize,
    /// Conflicts after which they are in any case.
    pub unpropagated_conflicts: u64,

    /// Components with head cycles that one solver is asked about. Each has a conflict of its own, after which the solver goes back
    /// over what it assumed of all others: 10,000 pairs of atoms take 4.4 s with one solver, and 0.5 with 256 to each.
    pub checked_components: usize,

    /// Literals looked at for nothing in counting by Hall sets, for each literal of a clause or set. With 1, colourings are missed; 4
    /// finds no more and costs 9 per cent of the instructions of a program of blocks where nothing is found.
    pub pigeonhole_effort: usize,
    /// Hundredths of a set that the literals of a clause may need, at least, for the clause to be counted: a literal that 9 others
    /// exclude needs 10. Of clauses that say something together the mean is 100 at most. Without the limit `groundplan solve --stats`
    /// tells the same clauses on assignments, colourings, pigeons and quasigroups, and on blocks three times as many are counted.
    pub pigeonhole_need: u32,
    /// Literals looked at in the search for tasks, for each two that exclude each other.
    pub task_effort: usize,
    /// Families of sets of a task that may say nothing.
    pub task_failures: usize,
    /// Literals looked at in the computation of loads, for each literal of a set.
    pub load_effort: usize,
    /// Sets counted beyond the length of the tasks before superfluous ones are dropped.
    pub load_excess: usize,

    /// Edges looked at in the search for assigned sums, for each literal of an objective.
    pub assigned_sum_effort: usize,

    /// Answer sets that the solver finds before enumeration goes on by backtracking, which takes a translation of its own.
    pub solver_models: usize,
    /// Conflicts without an answer set after which backtracking enumeration asks the solver for one, at first.
    pub backtracking_conflicts: u64,

    /// Conflicts after which symmetries are looked for. With 1,000, 36 satisfiable programs have 0.64 of the speed in place of 0.98,
    /// and 17 unsatisfiable ones are 9 times as fast in place of 6.
    pub symmetry_conflicts: u64,
    /// Pairs of atoms that are compared for each symmetry: later ones hardly ever decide.
    pub symmetry_pairs: usize,

    /// Conflicts that cores may cost at each priority of an objective before model-improving search has its turn. Enough to prove
    /// dominating sets and timetables, little enough for knapsacks.
    pub core_conflicts: u64,
    /// Conflicts that a core may cost before there are strata. With 10, bisections take three times as long.
    pub propagated_conflicts: u64,
    /// How often the progress of the last cores has to go into the gap for more of them to promise its end. With 10, edge dominating
    /// sets are proven at once and with 4 hardly ever; assignments take twice as long.
    pub promising_factor: usize,
    /// The first turn of cores has this part of `core_conflicts` where model-improving search is cheap.
    pub first_core_divisor: u64,
    /// By how much the turns of cores grow.
    pub core_growth: u64,
    /// How many times as many conflicts model-improving search gets in its turn. With 3, auctions, sparse tours and agents take twice
    /// as long as with 10.
    pub improving_factor: u64,
    /// How many times the cost of the best answer set all literals have to cost together for the reformulated objective to be used.
    /// Knapsacks and auctions, below it, take at least twice as long with it.
    pub reformulation_factor: i128,
    /// The part of the gap that has to be closed for the objective to be reformulated again.
    pub reformulation_divisor: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            sat: groundplan_sat::Tuning::default(),
            inlined_depth: 4,
            clause_cost: 4,
            variable_cost: 4,
            factored_literals: 20_000,
            chained_heads: 32,
            pairwise_literals: 6,
            group_literals: 4,
            elimination_clauses: 8,
            elimination_clauses_anyway: 2_000,
            unfounded_models: 8,
            unpropagated_conflicts: 1_000,
            checked_components: 256,
            pigeonhole_effort: 2,
            pigeonhole_need: 100,
            task_effort: 32,
            task_failures: 4,
            load_effort: 128,
            load_excess: 2,
            assigned_sum_effort: 64,
            solver_models: 32,
            backtracking_conflicts: 2000,
            symmetry_conflicts: 3_000,
            symmetry_pairs: 20,
            core_conflicts: 10_000,
            propagated_conflicts: 1,
            promising_factor: 10,
            first_core_divisor: 10,
            core_growth: 2,
            improving_factor: 10,
            reformulation_factor: 8,
            reformulation_divisor: 2,
        }
    }
}

impl Tuning {
    /// Numbers with which programs of a few atoms reach every pass, for tests: limits that spare small programs the work of a pass
    /// are gone, and turns are short.
    #[must_use]
    pub fn eager() -> Self {
        let mut tuning = Tuning {
            chained_heads: 3,
            unfounded_models: 2,
            unpropagated_conflicts: 5,
            solver_models: 3,
            backtracking_conflicts: 5,
            symmetry_conflicts: 0,
            core_conflicts: 10,
            ..Tuning::default()
        };
        tuning.sat.first_slice = 2;
        tuning
    }
}
