//! Advisors: each recommends the move that improves one feature most.
//!
//! Source: Shoham, Schaeffer, "The FESS algorithm", IEEE CoG 2020, and Shoham, "Solving Sokoban by searching in
//! feature-space" (draft of it), section 5.

use super::hotspots::Hotspots;
use super::{FeatureValues, Macro};
use crate::space::floor::Cell;

/// A configuration before a move.
pub(super) struct Before<'a> {
    pub(super) boxes: &'a [Cell],
    pub(super) values: FeatureValues,
    /// How many cells the sokoban reaches.
    pub(super) reach: u32,
    /// In how many pairs of boxes one is a hotspot for the other.
    pub(super) hot: usize,
    /// The place to which the packing plan brings a box next, if it is not done.
    pub(super) next: Option<Cell>,
}

/// A move, with the properties of the configuration after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) step: Macro,
    pub(super) values: FeatureValues,
    /// How many cells the sokoban reaches.
    pub(super) reach: u32,
    /// In how many pairs of boxes one is a hotspot for the other.
    pub(super) hot: usize,
    /// A lower bound on the cost of the assignment, or the greatest number if there is none.
    pub(super) estimate: u32,
}

/// Returns the recommendation of each advisor, as an index of the candidates.
///
/// An advisor recommends the move after which all features together are best, of those that improve its own. None
/// recommends a move that undoes a step of the packing plan.
pub(super) fn advised(
    candidates: &[Candidate],
    before: &Before<'_>,
    hotspots: &Hotspots,
) -> [Option<usize>; 7] {
    let now = before.values;
    let best = |is_better: &dyn Fn(&Candidate) -> bool| {
        let better = candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| candidate.values.unpacked <= now.unpacked && is_better(candidate));
        better
            .min_by_key(|(_, candidate)| (candidate.values, candidate.hot, candidate.estimate))
            .map(|(index, _)| index)
    };
    [
        // Packing.
        best(&|candidate| candidate.values.unpacked < now.unpacked),
        // Connectivity.
        best(&|candidate| candidate.values.parts < now.parts),
        // Connectivity of rooms.
        best(&|candidate| candidate.values.obstructed < now.obstructed),
        // Boxes that come too late for the packing order.
        best(&|candidate| candidate.values.out_of_plan < now.out_of_plan),
        // The explorer: more of the floor is reached.
        best(&|candidate| candidate.reach > before.reach),
        // Hotspots.
        best(&|candidate| candidate.hot < before.hot),
        opener(candidates, before, hotspots),
    ]
}

/// Returns the recommendation of the opener, which clears the way to the place that is packed next: of the boxes that
/// can move away from it without dividing the floor, the nearest moves as far as it can.
fn opener(candidates: &[Candidate], before: &Before<'_>, hotspots: &Hotspots) -> Option<usize> {
    let (next, now) = (before.next?, before.values);
    if candidates.iter().any(|candidate| candidate.values.unpacked < now.unpacked) {
        return None;
    }
    let opens = |candidate: &Candidate| {
        let FeatureValues { unpacked, parts, obstructed, .. } = candidate.values;
        let from = before.boxes[usize::from(candidate.step.moved)];
        let [away, nearer] = [candidate.step.to, from].map(|cell| hotspots.distance(next, cell));
        let is_open = unpacked <= now.unpacked && parts <= now.parts && obstructed <= now.obstructed;
        (is_open && away >= nearer && from != next).then_some((nearer, u16::MAX - away))
    };
    let opening =
        candidates.iter().enumerate().filter_map(|(index, candidate)| Some((opens(candidate)?, index)));
    opening.min().map(|(_, index)| index)
}
