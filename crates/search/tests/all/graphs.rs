//! The engines on random graphs, against the relaxation of all edges until nothing changes.

use groundplan_search::{
    a_star, breadth_first, retrograde, tabling, Budget, End, Exactly, SearchResult, StateSpace, Visit,
};

/// A graph with costs on its edges, the start being node 0.
#[derive(Clone)]
struct Graph {
    edges: Vec<Vec<(u32, u32)>>,
    goals: Vec<bool>,
    estimates: Vec<Option<u32>>,
}

/// Far from any cost.
const FAR: u32 = 1 << 20;

struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % end
    }
}

impl Graph {
    /// A graph and its distances to a goal, with estimates that are admissible and, as a rule, not consistent.
    fn draw(seed: u64, most_cost: u32) -> (Graph, Vec<u32>) {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let nodes = 2 + random.below(40);
        Graph::of(nodes, 12, most_cost, &mut random)
    }

    /// One with so many nodes, of which one in so many is a goal.
    fn of(nodes: u32, goals: u32, most_cost: u32, random: &mut Random) -> (Graph, Vec<u32>) {
        let edges = (0..nodes)
            .map(|_| {
                (0..random.below(5)).map(|_| (random.below(nodes), 1 + random.below(most_cost))).collect()
            })
            .collect();
        let goals: Vec<bool> = (0..nodes).map(|_| random.below(goals) == 0).collect();
        let mut graph = Graph { edges, goals, estimates: Vec::new() };
        let mut distances: Vec<u32> = graph.goals.iter().map(|&goal| if goal { 0 } else { FAR }).collect();
        for _ in 0..nodes {
            for node in 0..nodes as usize {
                for &(next, cost) in &graph.edges[node] {
                    distances[node] = distances[node].min(cost + distances[next as usize]);
                }
            }
        }
        let estimate = |&distance: &u32| match distance {
            FAR.. => Some(random.below(9)).filter(|&drawn| drawn > 2),
            distance => Some(distance * random.below(2)),
        };
        graph.estimates = distances.iter().map(estimate).collect();
        (graph, distances)
    }

    fn cost(&self, path: &[(u32, u32)]) -> Option<u32> {
        let mut at = 0;
        let mut total = 0;
        for &(next, cost) in path {
            if !self.edges[at as usize].contains(&(next, cost)) {
                return None;
            }
            (at, total) = (next, total + cost);
        }
        self.goals[at as usize].then_some(total)
    }
}

fn node(state: &[u8]) -> usize {
    u16::from_le_bytes(state.try_into().expect("two bytes")).into()
}

impl StateSpace for Graph {
    type Action = (u32, u32);

    fn width(&self) -> usize {
        2
    }

    fn start(&mut self, state: &mut [u8]) {
        state.fill(0);
    }

    fn is_goal(&mut self, state: &[u8]) -> bool {
        self.goals[node(state)]
    }

    fn estimate(&mut self, state: &[u8]) -> Option<u32> {
        self.estimates[node(state)]
    }

    fn expand<V: Visit<(u32, u32)>>(&mut self, state: &[u8], visit: &mut V) {
        for &(next, cost) in &self.edges[node(state)] {
            let estimate = || self.estimates[next as usize];
            visit.successor((next, cost), cost, &(next as u16).to_le_bytes(), estimate);
        }
    }
}

fn check(graph: &Graph, found: &SearchResult<(u32, u32)>, distance: u32, case: &str) {
    let path = found.path.as_ref();
    let expected = (distance < FAR).then_some(distance);
    assert_eq!(path.map(|path| path.cost), expected, "{case}");
    assert_eq!(path.and_then(|path| graph.cost(&path.actions)), expected, "{case}");
    assert_eq!(found.end, if expected.is_some() { End::Optimal } else { End::Exhausted }, "{case}");
    assert_eq!(expected.unwrap_or(found.progress.bound), found.progress.bound, "{case}");
}

#[test]
fn all_engines_find_the_least_cost() {
    let (mut solved, mut unsolved, mut again) = (0, 0, 0);
    for seed in 0..2000 {
        let (mut graph, distances) = Graph::draw(seed, 9);
        let distance = distances[0];
        *(if distance < FAR { &mut solved } else { &mut unsolved }) += usize::from(!graph.goals[0]);
        let budget = Budget::default();
        let mut bound = 0;
        let found = a_star(&mut graph, &budget, &mut |report| {
            assert!(bound <= report.progress.bound && report.progress.bound <= distance, "seed {seed}");
            bound = report.progress.bound;
        });
        again += usize::from(found.progress.expanded > found.progress.configurations as u64);
        check(&graph, &found, distance, &format!("seed {seed}, A*"));
        let found = tabling(&mut graph, &budget, &mut |_| ());
        check(&graph, &found, distance, &format!("seed {seed}, tabling"));
        let (mut graph, distances) = Graph::draw(seed, 1);
        let found = breadth_first(&mut graph, &budget, &mut |_| ());
        check(&graph, &found, distances[0], &format!("seed {seed}, breadth first"));
    }
    assert!(solved > 400 && unsolved > 400 && again > 0, "{solved} solved, {unsolved} not, {again} reopened");
}

/// Threads expand many configurations of a bucket before what they found is taken in: in that time one of them may be
/// reached more cheaply, or the best plan be found.
#[test]
fn any_number_of_threads_finds_the_least_cost_and_the_same_each_time() {
    let (mut solved, mut unsolved) = (0, 0);
    for seed in 0..30 {
        let mut random = Random(seed * 2 + 1);
        let (mut graph, distances) = Graph::of(3000, 1000, 1 + seed as u32 % 4, &mut random);
        *(if distances[0] < FAR { &mut solved } else { &mut unsolved }) += 1;
        for threads in [1, 2, 3, 8] {
            let budget = Budget { threads, ..Budget::default() };
            let found = a_star(&mut graph, &budget, &mut |_| ());
            check(&graph, &found, distances[0], &format!("seed {seed}, {threads} threads"));
            let again = a_star(&mut graph, &budget, &mut |_| ());
            assert_eq!(
                (found.path, found.progress),
                (again.path, again.progress),
                "seed {seed}, {threads} threads"
            );
        }
    }
    assert!(solved > 10 && unsolved > 2, "{solved} solved, {unsolved} not");
}

#[test]
fn bounds_on_the_cost_are_kept() {
    let mut enough = 0;
    for seed in 0..500 {
        let (mut graph, distances) = Graph::draw(seed, 9);
        let distance = distances[0];
        for most in [0, 1, 3, 8, 20] {
            let found = a_star(&mut graph, &Budget { most, ..Budget::default() }, &mut |_| ());
            match found.path {
                Some(path) => assert!(path.cost == distance && distance <= most, "seed {seed}, {most}"),
                None => assert!(distance > most && found.progress.bound <= distance, "seed {seed}, {most}"),
            }
            if found.end == End::Exhausted {
                assert!(distance >= FAR, "seed {seed}, {most}");
            }
            let found = a_star(&mut graph, &Budget { most, enough: most, ..Budget::default() }, &mut |_| ());
            assert_eq!(found.path.is_some(), distance <= most, "seed {seed}, {most}");
            let cost = found.path.as_ref().map_or(0, |path| path.cost);
            assert!(cost <= most, "seed {seed}, {most}");
            enough += usize::from(found.end == End::Enough);
        }
    }
    assert!(enough > 20, "{enough} searches ended early");
}

#[test]
fn exactly_so_many_actions_are_counted() {
    for seed in 0..300 {
        let (graph, _) = Graph::draw(seed, 1);
        let mut reached = vec![false; graph.goals.len()];
        reached[0] = true;
        for actions in 0..12 {
            let expected = reached.iter().zip(&graph.goals).any(|(&reached, &goal)| reached && goal);
            let found = a_star(&mut Exactly::new(graph.clone(), actions), &Budget::default(), &mut |_| ());
            let path = found.path.map(|path| path.actions);
            assert_eq!(
                path.as_ref().map(Vec::len),
                expected.then_some(actions as usize),
                "seed {seed}, {actions}"
            );
            assert!(path.is_none_or(|path| graph.cost(&path) == Some(actions)), "seed {seed}, {actions}");
            let mut next = vec![false; reached.len()];
            for at in (0..reached.len()).filter(|&at| reached[at]) {
                graph.edges[at].iter().for_each(|&(to, _)| next[to as usize] = true);
            }
            reached = next;
        }
    }
}

#[test]
fn every_state_that_the_start_leads_to_has_its_least_cost() {
    let mut left = 0;
    for seed in 0..500 {
        let (mut graph, distances) = Graph::draw(seed, 9);
        let mut reached = vec![false; graph.goals.len()];
        let mut open = vec![0];
        reached[0] = true;
        while let Some(at) = open.pop() {
            for &(to, _) in &graph.edges[at] {
                if !std::mem::replace(&mut reached[to as usize], true) {
                    open.push(to as usize);
                }
            }
        }
        let states = reached.iter().filter(|&&reached| reached).count();
        let mut found = vec![FAR; distances.len()];
        for (state, cost) in retrograde(&mut graph, states).expect("not too many") {
            found[node(&state)] = cost;
        }
        for at in 0..distances.len() {
            let expected = if reached[at] { distances[at] } else { FAR };
            assert_eq!(found[at], expected, "seed {seed}, state {at}");
            left += usize::from(expected < FAR);
        }
        assert_eq!(retrograde(&mut graph, states - 1), None, "seed {seed}");
    }
    assert!(left > 1000, "{left} states");
}
