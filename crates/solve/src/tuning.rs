//! Parameters of translation and search.
//!
//! `docs/benchmarks/tried.md` has the measurements behind many values; they were made on families of
//! `scripts/bench/families`. The other values keep the work of a pass in proportion to the size of the program, and
//! have not been measured.

/// Parameters of translation and search. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// Parameters of the SAT solvers.
    pub sat: groundplan_sat::Tuning,

    /// Maximal nesting of gates inlined in a clause. Without the limit, chains of definitions would become one huge
    /// clause.
    pub inlined_depth: u8,
    /// Cost of a clause beyond its literals, in literals, when the inlining of a gate is weighed.
    pub clause_cost: usize,
    /// Cost of a variable, in literals, when the inlining of a gate is weighed.
    pub variable_cost: usize,
    /// Maximal number of literals in the supports of an atom for which all shared literals are factored out. Beyond it,
    /// only the literals that all supports have are factored out.
    pub factored_literals: usize,
    /// Minimal number of heads of a disjunction for which two chains of auxiliary atoms say to each head that no other
    /// head is true.
    pub chained_heads: usize,
    /// Maximal number of literals of an at-most-one constraint that is encoded pairwise.
    pub pairwise_literals: usize,
    /// Number of literals in a group of the encoding of a larger at-most-one constraint.
    pub group_literals: usize,

    /// Maximal number of clauses of vertex elimination, per atom and rule of a component with loops. Labyrinths are
    /// faster with elimination up to this value; paths on a grid and wires are faster with propagation beyond it.
    pub elimination_clauses: usize,
    /// Number of clauses that vertex elimination may always use.
    pub elimination_clauses_anyway: usize,
    /// Number of models with unfounded atoms that loop formulas refute before loops are propagated.
    pub unfounded_models: usize,
    /// Number of conflicts after which loops are propagated in any case.
    pub unpropagated_conflicts: u64,

    /// Number of components with head cycles that share one solver. Each component has a conflict of its own, after
    /// which the solver assigns the assumptions of all others again, so one solver for very many components is slow.
    pub checked_components: usize,

    /// Number of literals that the search for Hall sets may examine without success, per literal of a clause or set. A
    /// smaller value misses colourings; a larger one finds no more.
    pub pigeonhole_effort: usize,
    /// Maximal need of a clause that is counted, in hundredths of a set; the need is a lower bound on the sets that
    /// cover the clause. A literal that 9 others exclude needs 10. Every contradiction by counting has a clause that
    /// needs at most 100.
    pub pigeonhole_need: u32,
    /// Number of literals that the search for tasks may examine, per pair of literals that exclude each other.
    pub task_effort: usize,
    /// Number of families of sets of a task that may be examined without a result.
    pub task_failures: usize,
    /// Number of literals that energetic reasoning may examine, per literal of a set.
    pub energetic_effort: usize,
    /// Number of sets that energetic reasoning may count beyond the length of the tasks before superfluous sets are
    /// dropped.
    pub energetic_excess: usize,

    /// Number of edges that the search for assigned sums may examine, per literal of an objective.
    pub assigned_sum_effort: usize,

    /// Number of conflicts after which symmetries are searched for. A smaller value speeds up unsatisfiable programs
    /// and slows down satisfiable ones.
    pub symmetry_conflicts: u64,
    /// Number of pairs of atoms that are compared for each symmetry. Later pairs hardly ever matter.
    pub symmetry_pairs: usize,

    /// Conflict budget of core-guided search at each priority of an objective, before model-improving search has its
    /// turn. It suffices to prove dominating sets and timetables, and is small enough for knapsacks.
    pub core_conflicts: u64,
    /// Conflict budget of each core while all soft literals are assumed, before stratification. A larger budget slows
    /// down bisections.
    pub propagated_conflicts: u64,
    /// Core-guided search continues if the progress of its last turn times this factor reaches the gap between the
    /// bounds. A smaller factor misses proofs of edge dominating sets; assignments take longer with a larger one.
    pub promising_factor: usize,
    /// Divisor of `core_conflicts` for the first turn of core-guided search if model-improving search is cheap.
    pub first_core_divisor: u64,
    /// Cores that are not promising are given up when they have made this many variables for each literal of the objective, if
    /// model-improving search is cheap: the variables slow it down (hitting sets with many weights).
    pub core_variables: usize,
    /// Factor by which the budget grows from one turn of core-guided search to the next.
    pub core_growth: u64,
    /// Ratio of the conflict budget of model-improving search to that of the preceding turn of core-guided search. A
    /// smaller ratio slows down auctions, sparse tours and agents.
    pub improving_factor: u64,
    /// The objective is reformulated only if its total weight is at least this multiple of the cost of the best answer
    /// set. Knapsacks and auctions, which are below it, are slower with reformulation.
    pub reformulation_factor: i128,
    /// The objective is reformulated again when the gap between the bounds has shrunk by this divisor.
    pub reformulation_divisor: usize,
    /// Conflict budget of one neighbourhood of the best answer set.
    pub neighbourhood_conflicts: u64,
    /// Conflict budget of a turn of neighbourhood search.
    pub neighbourhood_turn: u64,
    /// Number of conflicts before the first turn of neighbourhood search, and between two turns as long as it finds
    /// something. A smaller number slows down proofs of the optimum; a larger one delays the first improvements.
    pub neighbourhood_pause: u64,
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
            energetic_effort: 128,
            energetic_excess: 2,
            assigned_sum_effort: 64,
            symmetry_conflicts: 3_000,
            symmetry_pairs: 20,
            core_conflicts: 10_000,
            propagated_conflicts: 1,
            promising_factor: 10,
            first_core_divisor: 10,
            core_variables: 100,
            core_growth: 2,
            improving_factor: 10,
            reformulation_factor: 8,
            reformulation_divisor: 2,
            neighbourhood_conflicts: 200,
            neighbourhood_turn: 500,
            neighbourhood_pause: 3_000,
        }
    }
}

impl Tuning {
    /// Returns parameters for tests, with which programs of a few atoms reach every pass. Limits that spare small
    /// programs the work of a pass are removed, and turns are short.
    #[must_use]
    pub fn eager() -> Self {
        let mut tuning = Tuning {
            chained_heads: 3,
            unfounded_models: 2,
            unpropagated_conflicts: 5,
            symmetry_conflicts: 0,
            core_conflicts: 10,
            neighbourhood_turn: 50,
            neighbourhood_pause: 5,
            ..Tuning::default()
        };
        tuning.sat.first_slice = 2;
        tuning
    }
}
