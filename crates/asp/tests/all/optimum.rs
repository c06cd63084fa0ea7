//! The best answer sets of random programs, by weights at several priorities, are those that trying all of them finds.

use groundplan::program::{AtomId, Body, HeadKind, Literal, Minimize, Program};
use groundplan::solve::{Reasoning, SearchConfig};
use groundplan::{Engine, Models, Outcome};
use itertools::Itertools as _;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::brute_force::{self, Set};
use crate::support::engines::{answer_sets, as_set, query, with_program};
use crate::support::modes;
use crate::support::random::{self, external_value, Assumptions, ProgramSpec, Style};

/// An atom, whether it is negated, its weight and its priority.
type Element = (u8, bool, i64, i64);

fn with_objective(spec: &ProgramSpec, elements: &[Element]) -> Program {
    let mut program = spec.build();
    for &(atom, negative, weight, priority) in elements {
        let literal = Literal::new(AtomId(u32::from(atom % spec.atoms)), negative);
        program.minimize.push(Minimize { priority, elements: vec![(literal, weight)] });
    }
    program
}

fn costs(program: &Program, set: Set) -> Vec<i64> {
    let holds = |literal: Literal| (set >> literal.atom().0 & 1 == 1) != literal.is_negative();
    let cost = |objective: &Minimize| {
        objective.elements.iter().filter(|(literal, _)| holds(*literal)).map(|(_, weight)| weight).sum()
    };
    program.objectives().iter().map(cost).collect()
}

/// What there is to find in a program.
struct Expected {
    /// All answer sets, in order.
    all: Vec<Set>,
    /// The costs of the best one, of the best one under the assumptions, and of the best one that is no worse than the bound.
    least: Option<Vec<i64>>,
    least_assumed: Option<Vec<i64>>,
    least_no_worse: Option<Vec<i64>>,
    /// Those of the least costs, those no worse than the bound, and those within it at each priority.
    best: Vec<Set>,
    no_worse: Vec<Set>,
    within: Vec<Set>,
    /// The dearest.
    worst: Option<Set>,
}

impl Expected {
    fn of(program: &Program, all: Vec<Set>, assumptions: &[Literal], bound: &[i64]) -> Self {
        let priced: Vec<(Vec<i64>, Set)> = all.iter().map(|&set| (costs(program, set), set)).collect();
        let is_assumed =
            |set: Set| assumptions.iter().all(|l| (set >> l.atom().0 & 1 == 1) != l.is_negative());
        let sets = |keep: &dyn Fn(&[i64]) -> bool| -> Vec<Set> {
            priced.iter().filter(|(costs, _)| keep(costs)).map(|&(_, set)| set).collect()
        };
        let least = |keep: &dyn Fn(&[i64], Set) -> bool| {
            priced.iter().filter(|(costs, set)| keep(costs, *set)).map(|(costs, _)| costs.clone()).min()
        };
        let length = bound.len().min(program.objectives().len());
        let is_no_worse = |costs: &[i64]| costs[..length] <= bound[..length];
        let optimum = least(&|_, _| true);
        Expected {
            best: sets(&|costs| Some(costs) == optimum.as_deref()),
            no_worse: sets(&is_no_worse),
            within: sets(&|costs| costs.iter().zip(bound).all(|(cost, bound)| cost <= bound)),
            worst: priced.iter().max().map(|&(_, set)| set),
            least_assumed: least(&|_, set| is_assumed(set)),
            least_no_worse: least(&|costs, _| is_no_worse(costs)),
            least: optimum,
            all,
        }
    }
}

fn check(program: &Program, assumed: &Assumptions, bound: &[i64], modes: &[&SearchConfig]) {
    let all = brute_force::solve(program, |atom| external_value(program, atom)).answer_sets;
    let assumptions = assumed.literals(program.atom_count(), &all);
    let expected = Expected::of(program, all, &assumptions, bound);
    for &config in modes {
        let mut engine = with_program(config, program);
        // Under assumptions, then without: what is learnt in one search does not bind the next.
        for (assumed, least) in
            [(assumptions.as_slice(), &expected.least_assumed), (&[][..], &expected.least)]
        {
            let mut models = query(&mut engine, assumed).improving().unwrap();
            let mut last: Option<Vec<i64>> = None;
            for model in models.by_ref() {
                let model = model.unwrap();
                assert_eq!(model.costs(), costs(program, as_set(&model)));
                assert!(last.as_deref().is_none_or(|last| model.costs() < last), "{config:?}");
                last = Some(model.costs().to_vec());
            }
            assert_eq!(models.end(), Some(groundplan::solve::End::Exhausted));
            drop(models);
            assert_eq!(&last, least, "{config:?}");
        }
        check_worst(&mut engine, program, &expected, config);
        check_bounds(&mut engine, &expected, bound, config);
    }
}

/// No bound is left behind: the dearest answer set is there, under the assumption of all its literals. All of them are looked for
/// once, after the bounds.
fn check_worst(engine: &mut Engine, program: &Program, expected: &Expected, mode: &SearchConfig) {
    let Some(worst) = expected.worst else { return };
    let literals: Vec<Literal> = (0..program.atom_count() as u32)
        .map(|atom| Literal::new(AtomId(atom), worst >> atom & 1 == 0))
        .collect();
    let found = query(engine, &literals).solve().unwrap();
    assert!(
        matches!(&found, Outcome::Satisfiable(model) if as_set(model) == worst),
        "{found:?} in place of {worst:b}, {mode:?}"
    );
}

/// All best answer sets, those within bounds, and what either show; the best of those within bounds; and that all are there
/// afterwards.
fn check_bounds(engine: &mut Engine, expected: &Expected, bound: &[i64], mode: &SearchConfig) {
    let sets = |models: Models| -> Vec<Set> {
        let mut found: Vec<Set> = models.map(|model| as_set(&model.unwrap())).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(sets(engine.query().optimal().unwrap()), expected.best, "{mode:?}");
    assert_eq!(sets(engine.query().no_worse_than(bound).models().unwrap()), expected.no_worse, "{mode:?}");
    assert_eq!(sets(engine.query().within(bound).models().unwrap()), expected.within, "{mode:?}");
    let optimum = engine.query().no_worse_than(bound).optimum().unwrap();
    assert_eq!(optimum.model.map(|model| model.costs().to_vec()), expected.least_no_worse, "{mode:?}");
    // Nothing has a name here: consequences are of the atoms that are shown, none, but there are some only of answer sets.
    for reasoning in [Reasoning::Brave, Reasoning::Cautious] {
        let of_none = engine.query().no_worse_than(bound).consequences(reasoning).unwrap().is_none();
        assert_eq!(of_none, expected.no_worse.is_empty(), "{mode:?}");
    }
    assert_eq!(answer_sets(engine, &[]), expected.all, "{mode:?}");
}

/// Atoms that are chosen, of some of which at most one holds, or exactly one; atoms that hold where one of several of these
/// does, or one of several pairs from two of the sets; pairs one of which has to hold; and costs on all of them.
#[derive(Clone, Debug)]
struct Alternatives {
    chosen: u32,
    sets: Vec<(Vec<u32>, bool)>,
    defined: Vec<Vec<u32>>,
    products: Vec<([usize; 2], Vec<[Index; 2]>)>,
    pairs: Vec<((u32, bool), (u32, bool))>,
    costs: Vec<(u32, bool, i64)>,
}

impl Alternatives {
    fn build(&self) -> Program {
        let mut program = Program::new();
        let atoms: Vec<AtomId> = (0..self.chosen).map(|_| program.new_atom()).collect();
        program.rules.push(HeadKind::Choice, &atoms, Body::Conjunction(&[]));
        let of = |places: &[u32]| -> Vec<Literal> {
            places.iter().map(|&place| atoms[(place % self.chosen) as usize].positive()).unique().collect()
        };
        for (set, is_exact) in &self.sets {
            let elements: Vec<(Literal, i64)> = of(set).into_iter().map(|literal| (literal, 1)).collect();
            program.rules.push(HeadKind::Disjunction, &[], Body::Sum { bound: 2, elements: &elements });
            if *is_exact {
                let none: Vec<Literal> = elements.iter().map(|(literal, _)| literal.complement()).collect();
                program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&none));
            }
        }
        let mut all = atoms.clone();
        for set in &self.defined {
            let head = program.new_atom();
            all.push(head);
            for literal in of(set) {
                program.rules.push(HeadKind::Disjunction, &[head], Body::Conjunction(&[literal]));
            }
        }
        for (sets, pairs) in &self.products {
            let head = program.new_atom();
            all.push(head);
            let sets = sets.map(|set| of(&self.sets[set % self.sets.len()].0));
            for pair in pairs {
                let literal = |side: usize| sets[side][pair[side].index(sets[side].len())];
                let body = Body::Conjunction(&[literal(0), literal(1)]);
                program.rules.push(HeadKind::Disjunction, &[head], body);
            }
        }
        let literal = |place: u32, negative| Literal::new(all[place as usize % all.len()], negative);
        for &((a, not_a), (b, not_b)) in &self.pairs {
            let body = [literal(a, not_a), literal(b, not_b)];
            program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
        }
        let elements = self.costs.iter().map(|&(place, negative, cost)| (literal(place, negative), cost));
        program.minimize.push(Minimize { priority: 0, elements: elements.collect() });
        program
    }
}

impl Alternatives {
    /// The same where costs are no objective, but at least so many eighths of them and no more than so many may be paid.
    fn within(&self, [least, most]: [i64; 2]) -> Program {
        let mut program = self.build();
        let Minimize { elements, .. } = program.minimize.pop().expect("an objective");
        let total: i64 = elements.iter().map(|(_, cost)| cost).sum();
        let saved: Vec<(Literal, i64)> = elements.iter().map(|&(l, cost)| (l.complement(), cost)).collect();
        for (elements, most) in [(&elements, total * most / 8), (&saved, total - total * least / 8)] {
            let body = Body::Sum { bound: most + 1, elements };
            program.rules.push(HeadKind::Disjunction, &[], body);
        }
        program
    }
}

fn alternatives() -> impl Strategy<Value = Alternatives> {
    // Neighbours are often together in a set, so that sets fit each other.
    let run =
        (any::<u32>(), 2..5_u32).prop_map(|(first, length)| (0..length).map(|i| first % 64 + i).collect());
    let set = prop_oneof![3 => run, 1 => prop::collection::vec(0..64_u32, 2..6)];
    let literal = (0..64_u32, prop::bool::weighted(0.4));
    let cost = prop_oneof![1..4_i64, 1..40_i64];
    let product = ([0..5_usize, 0..5], prop::collection::vec(any::<[Index; 2]>(), 1..5));
    (
        4..10_u32,
        prop::collection::vec((set.clone(), prop::bool::weighted(0.7)), 1..5),
        prop::collection::vec(set, 0..3),
        prop::collection::vec(product, 0..4),
        prop::collection::vec((literal.clone(), literal), 0..6),
        prop::collection::vec((0..64_u32, prop::bool::weighted(0.4), cost), 3..16),
    )
        .prop_map(|(chosen, sets, defined, products, pairs, costs)| Alternatives {
            chosen,
            sets,
            defined,
            products,
            pairs,
            costs,
        })
}

/// Atoms that are chosen, each at a cost, of some of which at least one holds; and some of them exclude each other.
#[derive(Clone, Debug)]
struct Covers {
    costs: Vec<i64>,
    covering: Vec<Vec<(Index, bool)>>,
    exclusive: Vec<[Index; 2]>,
}

impl Covers {
    fn build(&self) -> Program {
        let mut program = Program::new();
        let atoms: Vec<AtomId> = self.costs.iter().map(|_| program.new_atom()).collect();
        program.rules.push(HeadKind::Choice, &atoms, Body::Conjunction(&[]));
        for set in &self.covering {
            let none: Vec<Literal> =
                set.iter().map(|(index, negative)| Literal::new(*index.get(&atoms), !negative)).collect();
            program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&none));
        }
        for pair in &self.exclusive {
            let both = pair.map(|index| index.get(&atoms).positive());
            program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&both));
        }
        let elements = atoms.iter().zip(&self.costs).map(|(atom, &cost)| (atom.positive(), cost)).collect();
        program.minimize.push(Minimize { priority: 0, elements });
        program
    }
}

fn covers() -> impl Strategy<Value = Covers> {
    let literal = (any::<Index>(), prop::bool::weighted(0.1));
    let cost = prop_oneof![4 => 1..4_i64, 4 => 1..40_i64, 1 => -9..0_i64];
    // Most of their sets are answer sets, each of which is listed several times in each mode.
    let count = prop_oneof![9 => 4..8_usize, 1 => 8..11_usize];
    (
        count.prop_flat_map(move |count| prop::collection::vec(cost.clone(), count)),
        prop::collection::vec(prop::collection::vec(literal, 2..6), 1..8),
        prop::collection::vec(any::<[Index; 2]>(), 0..3),
    )
        .prop_map(|(costs, covering, exclusive)| Covers { costs, covering, exclusive })
}

/// Three places for each of three things, no two of them on the same one, perhaps; what costs something are pairs of places.
fn assignments() -> impl Strategy<Value = Alternatives> {
    let rows = (0..3_u32).map(|row| ((3 * row..3 * row + 3).collect(), true));
    let columns = (0..3_u32).map(|column| ((column..9).step_by(3).collect(), false));
    let all: Vec<(Vec<u32>, bool)> = rows.chain(columns).collect();
    let product = ([0..3_usize, 0..3], prop::collection::vec(any::<[Index; 2]>(), 1..6));
    (prop::collection::vec(product, 2..6), 3..=6_usize, prop::collection::vec(1..30_i64, 5)).prop_map(
        move |(products, sets, costs)| Alternatives {
            chosen: 9,
            sets: all[..sets].to_vec(),
            defined: Vec::new(),
            pairs: Vec::new(),
            costs: (9..).zip(costs).take(products.len()).map(|(place, cost)| (place, false, cost)).collect(),
            products,
        },
    )
}

fn elements(
    weights: std::ops::Range<i64>,
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = Vec<Element>> {
    prop::collection::vec((any::<u8>(), prop::bool::weighted(0.4), weights, 0..3_i64), count)
}

proptest! {
    #![proptest_config(random::settings(400))]

    #[test]
    fn distinct_weights(
        spec in random::programs(Style::Any, 4..10),
        elements in elements(-30..60, 1..14),
        assumed in random::assumptions(13),
        bound in prop::collection::vec(-30..90_i64, 1..4),
        modes in modes::drawn_for_one(),
    ) {
        check(&with_objective(&spec, &elements), &assumed, &bound, &modes);
    }

    #[test]
    fn distinct_weights_over_head_cycles(
        spec in random::programs(Style::HeadCycles, 4..9),
        elements in elements(-30..60, 1..14),
        assumed in random::assumptions(13),
        bound in prop::collection::vec(-30..90_i64, 1..4),
        modes in modes::drawn_for_one(),
    ) {
        check(&with_objective(&spec, &elements), &assumed, &bound, &modes);
    }

    #[test]
    fn equal_weights(
        spec in random::programs(Style::Loops, 6..12),
        elements in elements(1..3, 4..18),
        assumed in random::assumptions(13),
        bound in prop::collection::vec(-30..90_i64, 1..4),
        modes in modes::drawn_for_one(),
    ) {
        check(&with_objective(&spec, &elements), &assumed, &bound, &modes);
    }
}

proptest! {
    #![proptest_config(random::settings(250))]

    #[test]
    fn costs_of_pairs(
        alternatives in assignments(),
        assumed in random::assumptions(13),
        bound in prop::collection::vec(0..90_i64, 1..2),
        modes in modes::drawn_for_one(),
    ) {
        check(&alternatives.build(), &assumed, &bound, &modes);
    }

    #[test]
    fn costs_of_covers(
        covers in covers(),
        assumed in random::assumptions(13),
        bound in prop::collection::vec(-10..90_i64, 1..2),
        modes in modes::drawn_for_one(),
    ) {
        check(&covers.build(), &assumed, &bound, &modes);
    }

    #[test]
    fn sums_of_alternatives(
        alternatives in alternatives(),
        least in 0..5_i64,
        most in 2..8_i64,
        assumed in random::assumptions(13),
        modes in modes::drawn_for_one(),
    ) {
        check(&alternatives.within([least, most]), &assumed, &[], &modes);
    }

    #[test]
    fn costs_of_alternatives(
        alternatives in alternatives(),
        assumed in random::assumptions(13),
        bound in prop::collection::vec(-10..90_i64, 1..2),
        modes in modes::drawn_for_one(),
    ) {
        check(&alternatives.build(), &assumed, &bound, &modes);
    }
}
