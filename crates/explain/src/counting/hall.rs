//! Demands that need more than their places take together: Hall's theorem (On representatives of subsets, 1935), for places of
//! any capacity. A largest flow from demands to places leaves some demand open if and only if there are such demands; they are
//! those that augmenting paths reach from there (König 1931; Ford & Fulkerson 1956).

use std::collections::VecDeque;

use super::effort::Effort;

/// A demand as the flow sees it.
#[derive(Debug)]
pub struct Needs {
    pub needed: i64,
    /// Places, with how much of the demand each takes at most. None occurs twice.
    pub places: Vec<(usize, i64)>,
}

/// Demands that need more than these places take.
#[derive(Debug)]
pub struct Violation {
    /// The numbers of demands, each with how much of it has to be in these places.
    pub demands: Vec<(usize, i64)>,
    /// The numbers of the places.
    pub places: Vec<usize>,
}

struct Flow<'d> {
    demands: &'d [Needs],
    capacities: &'d [i64],
    /// For each demand and each of its places, how much of it is there.
    flow: Vec<Vec<i64>>,
    /// By place, its demands, and where each of these has it among its places.
    users: Vec<Vec<(usize, usize)>>,
    used: Vec<i64>,
}

/// A step to a place: from a demand, by the position among its places.
type Step = (usize, usize);

/// What is reached from a demand, each place by a step, each demand by the place that it can leave and the position of that.
struct Reached {
    places: Vec<Option<Step>>,
    demands: Vec<Option<Step>>,
    order: Vec<usize>,
    free: Option<usize>,
}

/// Looks for demands that need more than their places take; `None` if the effort is used up.
pub fn violation(demands: &[Needs], capacities: &[i64], effort: &mut Effort) -> Option<Option<Violation>> {
    let mut users = vec![Vec::new(); capacities.len()];
    for (demand, needs) in demands.iter().enumerate() {
        for (position, &(place, _)) in needs.places.iter().enumerate() {
            users[place].push((demand, position));
        }
    }
    let flow = demands.iter().map(|needs| vec![0; needs.places.len()]).collect();
    let mut flow = Flow { demands, capacities, flow, users, used: vec![0; capacities.len()] };
    let mut smallest: Option<Violation> = None;
    let mut open = Vec::new();
    for (demand, needs) in demands.iter().enumerate() {
        for _ in 0..needs.needed {
            if !flow.augment(demand, effort)? {
                open.push(demand);
                break;
            }
        }
    }
    for demand in open {
        let reached = flow.reach(demand, effort)?;
        if reached.free.is_none() {
            let found = flow.violation(&reached);
            if smallest.as_ref().is_none_or(|known| found.demands.len() < known.demands.len()) {
                smallest = Some(found);
            }
        }
    }
    Some(smallest)
}

impl Flow<'_> {
    /// Breadth-first search for a place with room.
    fn reach(&self, from: usize, effort: &mut Effort) -> Option<Reached> {
        let (places, demands) = (vec![None; self.capacities.len()], vec![None; self.demands.len()]);
        let mut reached = Reached { places, demands, order: vec![from], free: None };
        let mut queue = VecDeque::from([from]);
        while let Some(demand) = queue.pop_front() {
            let edges = &self.demands[demand].places;
            effort.spend(edges.len() + 1)?;
            for (position, &(place, most)) in edges.iter().enumerate() {
                if self.flow[demand][position] >= most || reached.places[place].is_some() {
                    continue;
                }
                reached.places[place] = Some((demand, position));
                if self.used[place] < self.capacities[place] {
                    reached.free = Some(place);
                    return Some(reached);
                }
                effort.spend(self.users[place].len())?;
                for &(other, at) in &self.users[place] {
                    let is_new = other != from && reached.demands[other].is_none();
                    if is_new && self.flow[other][at] > 0 {
                        reached.demands[other] = Some((place, at));
                        reached.order.push(other);
                        queue.push_back(other);
                    }
                }
            }
        }
        Some(reached)
    }

    /// Sends one more unit of a demand to a place; whether that is possible.
    fn augment(&mut self, from: usize, effort: &mut Effort) -> Option<bool> {
        let reached = self.reach(from, effort)?;
        let Some(mut place) = reached.free else { return Some(false) };
        self.used[place] += 1;
        loop {
            let (demand, position) = reached.places[place].expect("it was reached");
            self.flow[demand][position] += 1;
            if demand == from {
                return Some(true);
            }
            let (left, at) = reached.demands[demand].expect("it was reached");
            self.flow[demand][at] -= 1;
            place = left;
        }
    }

    fn violation(&self, reached: &Reached) -> Violation {
        let needed = |&demand: &usize| {
            let elsewhere =
                self.demands[demand].places.iter().filter(|edge| reached.places[edge.0].is_none());
            let needed = self.demands[demand].needed - elsewhere.map(|edge| edge.1).sum::<i64>();
            (needed > 0).then_some((demand, needed))
        };
        let mut demands: Vec<(usize, i64)> = reached.order.iter().filter_map(needed).collect();
        demands.sort_unstable();
        let places = (0..self.capacities.len()).filter(|&place| reached.places[place].is_some()).collect();
        Violation { demands, places }
    }
}
