//! Tests of cost bounds against all assignments of a few variables.

use super::*;
use itertools::Itertools as _;
use proptest::prelude::*;

const VARIABLES: u32 = 9;

/// The options of a group, and its cost if none holds, if that is possible.
type GroupSpec = (Vec<(Lit, i64)>, Option<i64>);

/// Two sides, and the costs by the positions on them.
type PairsSpec = ([Vec<Lit>; 2], Vec<Vec<Option<i64>>>);

/// A bound, with one more variable as the activation literal.
#[derive(Clone, Debug)]
struct Spec {
    most: i64,
    groups: Vec<GroupSpec>,
    pairs: Vec<PairsSpec>,
}

fn activation() -> Lit {
    Lit::positive(VARIABLES)
}

impl Spec {
    fn bound(&self) -> Option<CostBound> {
        let groups = self.groups.iter().map(|(options, otherwise)| Group::new(options.clone(), *otherwise));
        let (groups, spent): (Vec<Group>, Vec<i64>) = groups.unzip();
        let pairs = self.pairs.iter().map(|(sides, costs)| Pairs::new(sides.clone(), costs.clone()));
        let (pairs, by_pairs): (Vec<Pairs>, Vec<i64>) = pairs.unzip();
        let spent: i64 = spent.iter().chain(&by_pairs).sum();
        CostBound::new(self.most - spent, groups, pairs, activation())
    }

    /// Whether a set of variables satisfies the groups and costs at most the bound.
    fn allows(&self, set: u32) -> bool {
        let costs = self.groups.iter().map(|(options, otherwise)| {
            let held: Vec<i64> = options.iter().filter(|o| holds(o.0, set)).map(|o| o.1).collect();
            match (&held[..], otherwise) {
                ([], Some(cost)) | ([cost], _) => Some(*cost),
                _ => None,
            }
        });
        let of_pairs = self.pairs.iter().map(|(sides, costs)| {
            let held = [0, 1]
                .map(|side| sides[side].iter().positions(|&literal| holds(literal, set)).collect::<Vec<_>>());
            match (&held[0][..], &held[1][..]) {
                (&[a], &[b]) => costs[a][b],
                _ => None,
            }
        });
        let cost: Option<i64> = costs.chain(of_pairs).sum();
        cost.is_some_and(|cost| cost <= self.most || !holds(activation(), set))
    }
}

fn holds(literal: Lit, set: u32) -> bool {
    (set >> literal.vidx32() & 1 == 1) == literal.is_pos()
}

fn literal() -> impl Strategy<Value = Lit> {
    (0..=VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Lit::new(variable, negated))
}

fn group() -> impl Strategy<Value = GroupSpec> {
    let option = ((0..VARIABLES, any::<bool>()), 0..12_i64);
    (prop::collection::vec(option, 1..6), prop::option::of(0..12_i64)).prop_map(|(options, otherwise)| {
        let mut options: Vec<(Lit, i64)> =
            options.into_iter().map(|((v, negated), cost)| (Lit::new(v, negated), cost)).collect();
        options.sort_by_key(|o| o.0);
        options.dedup_by_key(|o| o.0.var());
        (options, otherwise)
    })
}

fn pairs() -> impl Strategy<Value = PairsSpec> {
    let side = || {
        prop::collection::vec((0..VARIABLES, any::<bool>()), 2..4).prop_map(|side| {
            let literals = side.into_iter().map(|(variable, negated)| Lit::new(variable, negated));
            literals.unique_by(|literal| literal.var()).collect::<Vec<_>>()
        })
    };
    let cost = prop::option::weighted(0.8, 0..12_i64);
    (side(), side(), prop::collection::vec(prop::collection::vec(cost, 4), 4)).prop_map(
        |(a, b, mut costs)| {
            costs.truncate(a.len());
            costs.iter_mut().for_each(|row| row.truncate(b.len()));
            ([a, b], costs)
        },
    )
}

fn spec() -> impl Strategy<Value = Spec> {
    let parts = (prop::collection::vec(group(), 0..4), prop::collection::vec(pairs(), 0..3));
    (parts, 0..10_i64).prop_map(|((groups, pairs), part)| {
        let most = |(options, otherwise): &GroupSpec| {
            options.iter().map(|o| o.1).chain(*otherwise).max().unwrap_or(0)
        };
        let of_pairs = |(_, costs): &PairsSpec| costs.iter().flatten().flatten().max().copied().unwrap_or(0);
        let total = groups.iter().map(most).sum::<i64>() + pairs.iter().map(of_pairs).sum::<i64>();
        Spec { most: total * part / 10, groups, pairs }
    })
}

/// Adds all implied literals and checks them; returns false for a conflict.
fn propagate(specs: &[Spec], propagator: &mut CostBounds, values: &mut Vec<Lit>) -> bool {
    while let Some(literal) = propagator.propagate() {
        assert!(!values.contains(&literal), "{literal} is true already");
        let mut reason = Vec::new();
        propagator.reason(literal, &mut reason);
        assert!(reason.contains(&literal), "{literal} is not in {reason:?}");
        assert!(reason.iter().all(|&l| l == literal || values.contains(&!l)), "{reason:?}");
        let implies = |spec: &Spec| {
            (0..2 << VARIABLES).all(|set| reason.iter().any(|&l| holds(l, set)) || !spec.allows(set))
        };
        assert!(specs.iter().any(implies), "no bound implies {reason:?}");
        if values.contains(&!literal) {
            return false;
        }
        values.push(literal);
        propagator.assign(&[literal]);
    }
    for spec in specs.iter().filter(|_| values.contains(&activation())) {
        is_complete(spec, values);
    }
    true
}

/// Checks that every consequence of one cost at a time was found.
fn is_complete(spec: &Spec, values: &[Lit]) {
    let is_open = |l: Lit| !values.contains(&!l);
    let held = |options: &[(Lit, i64)]| options.iter().filter(|o| values.contains(&o.0)).count();
    if spec.groups.iter().any(|(options, _)| held(options) > 1) {
        return;
    }
    // The possible costs of each group, with the literals that cause them.
    let costs = |(options, otherwise): &GroupSpec| -> Vec<(Option<Lit>, i64)> {
        let of = |o: &(Lit, i64)| (Some(o.0), o.1);
        if let Some(only) = options.iter().find(|o| values.contains(&o.0)) {
            return vec![of(only)];
        }
        let open = options.iter().filter(|o| is_open(o.0)).map(of);
        let dearest = options.iter().map(|o| o.1).max();
        open.chain(otherwise.or(dearest).map(|cost| (None, cost))).collect()
    };
    let all: Vec<Vec<(Option<Lit>, i64)>> = spec.groups.iter().map(costs).collect();
    let least = |costs: &Vec<(Option<Lit>, i64)>| costs.iter().map(|c| c.1).min().unwrap();
    let mut of_pairs = Vec::new();
    for (sides, costs) in &spec.pairs {
        let held =
            sides.each_ref().map(|side| side.iter().positions(|l| values.contains(l)).collect::<Vec<_>>());
        let may = |side: usize, place: usize| match &held[side][..] {
            [] => is_open(sides[side][place]),
            &[only] => only == place,
            _ => false,
        };
        let open = costs.iter().enumerate().filter(|&(a, _)| may(0, a)).flat_map(|(a, row)| {
            row.iter()
                .enumerate()
                .filter(|&(b, _)| may(1, b))
                .filter_map(move |(b, cost)| Some(([a, b], (*cost)?)))
        });
        let open: Vec<([usize; 2], i64)> = open.collect();
        if open.is_empty() {
            return;
        }
        of_pairs.push((sides, held, open));
    }
    let least_pair = |open: &[([usize; 2], i64)]| open.iter().map(|pair| pair.1).min().unwrap();
    let sum: i64 = all.iter().map(least).sum::<i64>()
        + of_pairs.iter().map(|(_, _, open)| least_pair(open)).sum::<i64>();
    for (sides, held, open) in &of_pairs {
        let other = match held {
            [a, b] if a.len() == 1 && b.is_empty() => 1,
            [a, b] if a.is_empty() && b.len() == 1 => 0,
            _ => continue,
        };
        for (pair, cost) in open {
            let literal = sides[other][pair[other]];
            assert!(
                sum - least_pair(open) + cost <= spec.most,
                "{literal} is too dear beside its other side"
            );
        }
    }
    assert!(sum <= spec.most, "a conflict was missed");
    for costs in &all {
        let affordable: Vec<Option<Lit>> =
            costs.iter().filter(|c| sum - least(costs) + c.1 <= spec.most).map(|c| c.0).collect();
        for (literal, _) in costs.iter().filter_map(|c| Some((c.0?, c.1))) {
            assert!(affordable.contains(&Some(literal)), "{literal} is too dear");
        }
        if let &[Some(only)] = &affordable[..] {
            assert!(values.contains(&only), "only {only} is left");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Simulates the search of a solver: decisions and backtracking, with bounds added and lowered in between.
    #[test]
    fn it_tells_all_that_follows_and_nothing_else(
        mut specs in prop::collection::vec(spec(), 1..4),
        script in prop::collection::vec((literal(), 0..12_usize), 1..30),
        starts_on in any::<bool>(),
    ) {
        specs.retain(|spec| spec.bound().is_some());
        let mut propagator = CostBounds::default();
        let numbers: Vec<BoundId> =
            specs.iter().map(|spec| propagator.add(spec.bound().unwrap())).collect();
        let mut values: Vec<Lit> = Vec::new();
        let mut levels: Vec<usize> = Vec::new();
        if starts_on {
            values.push(activation());
            propagator.assign(&[activation()]);
        }
        let mut is_fine = propagate(&specs, &mut propagator, &mut values);
        for (literal, back) in script {
            if !is_fine || back < levels.len() {
                if levels.is_empty() {
                    break;
                }
                let level = back % levels.len();
                values.truncate(levels[level]);
                levels.truncate(level);
                propagator.backtrack(level);
                if level == 0 && !specs.is_empty() {
                    let last = specs.len() - 1;
                    specs[last].most -= 1;
                    propagator.replace(numbers[last], specs[last].bound().unwrap());
                }
            } else if !values.contains(&literal) && !values.contains(&!literal) {
                levels.push(values.len());
                propagator.new_level();
                values.push(literal);
                propagator.assign(&[literal]);
            }
            is_fine = propagate(&specs, &mut propagator, &mut values);
        }
    }
}
