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

/// Returns the recommendation of each advisor, as an index of the candidates, in a space that follows its packing plan.
///
/// An advisor recommends the move after which all features together are best, of those that improve its own. None
/// recommends a move that undoes a step of the packing plan.
pub(super) fn by_plan(
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

/// Returns the recommendation of each advisor, as an index of the candidates, in a space without a plan to follow.
///
/// An advisor recommends the move that is best by its own feature, and among such moves by the others.
pub(super) fn by_feature(
    candidates: &[Candidate],
    before: &Before<'_>,
    hotspots: &Hotspots,
) -> [Option<usize>; 7] {
    let best = |is_better: &dyn Fn(&Candidate) -> bool, key: &dyn Fn(&Candidate) -> [u32; 4]| {
        let better = candidates.iter().enumerate().filter(|(_, candidate)| is_better(candidate));
        better.min_by_key(|(_, candidate)| key(candidate)).map(|(index, _)| index)
    };
    let values = |candidate: &Candidate| {
        let FeatureValues { out_of_plan, unpacked, parts, obstructed, .. } = candidate.values;
        [out_of_plan, unpacked, parts, obstructed].map(u32::from)
    };
    let now = before.values;
    let hottest = hotspots.hottest(before.boxes);
    // The distances of the moved box from the hottest box, before and after the move.
    let from_hottest = |candidate: &Candidate| {
        let (index, moved) = (hottest?, usize::from(candidate.step.moved));
        let distance = |cell| hotspots.distance(before.boxes[index], cell);
        (moved != index).then(|| (distance(before.boxes[moved]), distance(candidate.step.to)))
    };
    [
        // Packing.
        best(&|candidate| candidate.values.unpacked < now.unpacked, &|candidate| {
            let [out, unpacked, parts, obstructed] = values(candidate);
            [unpacked, parts, out, obstructed]
        }),
        // Connectivity.
        best(&|candidate| candidate.values.parts < now.parts, &|candidate| {
            let [out, unpacked, parts, obstructed] = values(candidate);
            [parts, out, unpacked, obstructed]
        }),
        // Connectivity of rooms.
        best(&|candidate| candidate.values.obstructed < now.obstructed, &|candidate| {
            let [out, unpacked, parts, obstructed] = values(candidate);
            [obstructed, parts, out, unpacked]
        }),
        // Boxes that come too late for the packing order.
        best(&|candidate| candidate.values.out_of_plan < now.out_of_plan, &|candidate| {
            let [out, unpacked, parts, obstructed] = values(candidate);
            [out, parts, obstructed, unpacked]
        }),
        // The explorer: more of the floor is reached.
        best(&|candidate| candidate.reach > before.reach, &|candidate| {
            let [out, unpacked, parts, _] = values(candidate);
            [u32::MAX - candidate.reach, out, parts, unpacked]
        }),
        // Hotspots.
        best(&|candidate| candidate.hot < before.hot, &|candidate| {
            let [out, unpacked, parts, _] = values(candidate);
            [candidate.hot as u32, out, unpacked, parts]
        }),
        // The opener: the box nearest to the hottest box moves further away from it.
        best(
            &|candidate| {
                candidate.values.parts <= now.parts
                    && from_hottest(candidate).is_some_and(|(before, after)| after > before)
            },
            &|candidate| {
                let [out, unpacked, parts, _] = values(candidate);
                [from_hottest(candidate).map_or(0, |(before, _)| before.into()), out, unpacked, parts]
            },
        ),
    ]
}
