//! Pairs of opposite directions, found by the connections between locations, since names prove nothing.

use groundplan::diagnostic::Diagnostic;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::draft::Way;
use crate::location::Direction;

/// The connections in one direction, keyed by the location they start from.
type Ways<'w> = FxHashMap<&'w str, &'w Way>;

/// Assigns a name to each [`Direction`]. Two directions are opposite if each leads back along the other's connections.
/// Names such as `dir_up` keep their meaning where they agree with that.
///
/// # Errors
///
/// When a direction has no opposite, leads from one location to two, or is a fifth one.
pub(super) fn named(ways: &[Way]) -> Result<[Option<String>; 4], Box<Diagnostic>> {
    let mut all: IndexMap<&str, Ways<'_>, FxBuildHasher> = IndexMap::default();
    for way in ways {
        if way.from == way.to {
            let message = format!("this way leads from `{}` to itself", way.from);
            return Err(error(message, way, "a way leads to another location"));
        }
        let known = all.entry(&way.direction).or_default().entry(&way.from).or_insert(way);
        if known.to != way.to {
            let message = format!(
                "`{}` leads from `{}` both to `{}` and to `{}`",
                way.direction, way.from, known.to, way.to
            );
            let error = error(message, way, "a direction leads from a location to one other at most");
            return Err(Box::new(error.related(known.span, "the other way is here")));
        }
        if all.len() > 4 {
            let message = format!("`{}` is a fifth direction", way.direction);
            return Err(error(
                message,
                way,
                "there are up to four directions, two and two opposite to each other",
            ));
        }
    }
    let mut pairs: Vec<[&str; 2]> = Vec::new();
    for (&direction, leading) in &all {
        if pairs.iter().flatten().any(|&paired| paired == direction) {
            continue;
        }
        let opposite = opposite(direction, leading, &all, &pairs)?;
        pairs.push([direction, opposite]);
    }
    Ok(placed(&pairs))
}

fn error(message: String, way: &Way, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(message, way.span).help(help))
}

/// The direction that leads back along all connections of this one, and along no others.
fn opposite<'w>(
    direction: &'w str,
    leading: &Ways<'w>,
    all: &IndexMap<&'w str, Ways<'w>, FxBuildHasher>,
    pairs: &[[&'w str; 2]],
) -> Result<&'w str, Box<Diagnostic>> {
    let leads_back = |ways: &Ways<'_>, way: &Way| ways.get(&*way.to).is_some_and(|back| back.to == way.from);
    let free = all
        .iter()
        .filter(|&(&other, _)| other != direction && !pairs.iter().flatten().any(|&it| it == other));
    let counted = free
        .map(|(&other, back)| (leading.values().filter(|way| leads_back(back, way)).count(), other, back));
    // On a tie the first one, so that the result is deterministic.
    let best = counted.rev().max_by_key(|&(count, ..)| count).filter(|&(count, ..)| count > 0);
    let first = |ways: &Ways<'w>, back: Option<&Ways<'w>>| {
        let odd = ways.values().copied().filter(|way| !back.is_some_and(|back| leads_back(back, way)));
        odd.min_by_key(|way| way.span)
    };
    let help =
        "boxes are pushed by who could go back: each way needs one of the opposite direction that leads back";
    let Some((_, other, back)) = best else {
        let way = first(leading, None).expect("a direction has a way");
        let message = format!(
            "the direction `{direction}` has no opposite: no other one leads from `{}` to `{}`",
            way.to, way.from
        );
        return Err(error(message, way, help));
    };
    match first(leading, Some(back)).or_else(|| first(back, Some(leading))) {
        None => Ok(other),
        Some(way) => {
            let theirs = if way.direction == direction { other } else { direction };
            let message = format!(
                "`{}` leads from `{}` to `{}`, but `{theirs}`, which else is opposite to it, does not lead back",
                way.direction, way.from, way.to
            );
            Err(error(message, way, help))
        }
    }
}

/// The names of the pairs of opposite directions, indexed by [`Direction`].
fn placed(pairs: &[[&str; 2]]) -> [Option<String>; 4] {
    let mut names: [Option<String>; 4] = Default::default();
    let told = pairs.iter().all(|[one, other]| {
        let (one, other) = (by_name(one), by_name(other));
        one.is_some() && other == one.map(Direction::opposite)
    });
    let is_told = told
        && pairs
            .iter()
            .flatten()
            .filter_map(|name| by_name(name))
            .all(|it| pairs.iter().flatten().filter(|name| by_name(name) == Some(it)).count() == 1);
    let axes = [Direction::Right, Direction::Up];
    for (pair, axis) in pairs.iter().zip(axes) {
        let axis = by_name(pair[0]).filter(|_| is_told).unwrap_or(axis);
        names[axis as usize] = Some(pair[0].to_owned());
        names[axis.opposite() as usize] = Some(pair[1].to_owned());
    }
    names
}

/// The direction in a name such as `dir_up` or `dir-up`.
fn by_name(name: &str) -> Option<Direction> {
    Direction::from_name(name.rsplit(['_', '-']).next()?)
}
