//! Explains in words why there is no plan: the obstacles, or the engine that refuted all plans.

use groundplan_sokoban::{EngineName, Instance, Location, Obstacle, Reason, Verdict};
use serde_json::{json, Value};

use crate::arguments::DecideArguments;
use crate::plan::counted;

/// The explanation why there is no plan of a number of actions, or of any number.
pub struct Explanation<'a> {
    instance: &'a Instance,
    /// A noun phrase for the plans in question.
    plans: String,
    obstacles: Vec<Obstacle>,
    /// The engine that refuted the plans, for when no obstacle is known.
    refuted: RefutedBy,
}

/// The engine that refuted plans, and which plans.
#[derive(Clone, Copy)]
enum RefutedBy {
    /// The solver refuted the plans of the given number of actions that the encoding allows; whether the encoding is
    /// the user's.
    Solver { own_encoding: bool },
    /// A state-space engine refuted all plans of the given number of actions.
    Search(EngineName),
    /// A state-space engine exhausted all configurations.
    Exhaustion(EngineName),
}

impl<'a> Explanation<'a> {
    /// Returns the explanation of a verdict of `engine` on plans of this number of actions, or of any number. With an
    /// encoding of the user no obstacles are looked for, since the rules of the game may differ.
    pub fn of(
        instance: &'a Instance,
        actions: Option<usize>,
        verdict: &Verdict,
        engine: EngineName,
        arguments: &DecideArguments,
    ) -> Self {
        let own_encoding = arguments.engine.encoding.is_some();
        let obstacles = match own_encoding {
            true => Vec::new(),
            false => groundplan_sokoban::obstacles(instance, actions.unwrap_or(usize::MAX)),
        };
        let moving = if arguments.no_noop { ", each of which moves its box" } else { "" };
        let plans = match actions {
            Some(actions) => format!("plans of exactly {}{moving}", counted(actions)),
            None => "plans".to_owned(),
        };
        let refuted = match (verdict, engine) {
            (Verdict::Never(Reason::Exhaustion), engine) => RefutedBy::Exhaustion(engine),
            (_, EngineName::Ground) => RefutedBy::Solver { own_encoding },
            (_, engine) => RefutedBy::Search(engine),
        };
        Explanation { instance, plans, obstacles, refuted }
    }

    /// Replaces the noun phrase for the plans in question.
    pub fn about(self, plans: String) -> Self {
        Explanation { plans, ..self }
    }

    /// Returns a sentence for each obstacle, or one for the refutation, without a full stop.
    pub fn sentences(&self) -> Vec<String> {
        if self.obstacles.is_empty() {
            return vec![self.refutation()];
        }
        self.obstacles.iter().map(|obstacle| self.sentence(obstacle)).collect()
    }

    fn refutation(&self) -> String {
        let plans = &self.plans;
        match self.refuted {
            RefutedBy::Solver { own_encoding: false } => format!("the solver refuted all {plans}"),
            RefutedBy::Solver { own_encoding: true } => {
                format!("the solver refuted all {plans} that the encoding allows")
            }
            RefutedBy::Search(engine) => format!("the search of `{engine}` refuted all {plans}"),
            RefutedBy::Exhaustion(engine) => {
                format!(
                    "the search of `{engine}` exhausted all configurations: there is no plan of any length"
                )
            }
        }
    }

    fn sentence(&self, obstacle: &Obstacle) -> String {
        let clause = clause(self.instance, obstacle);
        match obstacle {
            Obstacle::TooFar { .. } => clause,
            _ => format!("{clause}: there is no plan of any length"),
        }
    }

    /// Returns the explanation as JSON: a list of objects, each with its sentence.
    pub fn object(&self) -> Value {
        let name = |place: &Location| json!(self.instance.name(*place));
        let names = |places: &[Location]| places.iter().map(name).collect::<Value>();
        if self.obstacles.is_empty() {
            let (by, any_length) = match self.refuted {
                RefutedBy::Solver { .. } => (EngineName::Ground, false),
                RefutedBy::Search(engine) => (engine, false),
                RefutedBy::Exhaustion(engine) => (engine, true),
            };
            let kind = if any_length { "exhausted" } else { "refuted" };
            return json!([{ "kind": kind, "by": by.name(), "text": self.refutation() }]);
        }
        let objects = self.obstacles.iter().map(|obstacle| {
            let mut object = match obstacle {
                Obstacle::FewerBoxes { boxes, storages } => {
                    json!({ "kind": "fewer-boxes", "boxes": boxes, "storages": storages })
                }
                Obstacle::Lost(place) => json!({ "kind": "lost", "boxes": [name(place)] }),
                Obstacle::Contested { storages, boxes } => {
                    json!({ "kind": "contested", "boxes": names(boxes), "storages": names(storages) })
                }
                Obstacle::Frozen { boxes, off_storage, for_good } => json!({
                    "kind": "frozen",
                    "boxes": names(boxes),
                    "off_storage": names(off_storage),
                    "for_good": for_good,
                }),
                Obstacle::TooFar { least, assignment } => {
                    let pairs = assignment.iter().map(|(storage, from, cost)| {
                        json!({ "box": name(from), "storage": name(storage), "actions": cost })
                    });
                    json!({ "kind": "too-far", "actions": least, "assignment": pairs.collect::<Value>() })
                }
            };
            object["text"] = json!(self.sentence(obstacle));
            object
        });
        objects.collect()
    }
}

/// Returns the obstacles to a plan of any length, in words, if any are found without a search.
pub fn why(instance: &Instance) -> Option<String> {
    let obstacles = groundplan_sokoban::obstacles(instance, usize::MAX);
    let clauses: Vec<String> = obstacles.iter().map(|obstacle| clause(instance, obstacle)).collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

/// Returns an obstacle as a clause.
fn clause(instance: &Instance, obstacle: &Obstacle) -> String {
    let on = |boxes: &[Location]| match boxes {
        [place] => format!("the box on {}", instance.name(*place)),
        places => format!("the boxes on {}", names(instance, places)),
    };
    let storages = |storages: &[Location]| match storages {
        [place] => format!("the storage location {}", instance.name(*place)),
        places => format!("any of the storage locations {}", names(instance, places)),
    };
    let alone = "even with no other box in the way";
    match obstacle {
        Obstacle::FewerBoxes { boxes, storages } => {
            format!("there are fewer boxes ({boxes}) than storage locations ({storages})")
        }
        Obstacle::Lost(place) => {
            format!("{} can be brought to no storage location, {alone}", on(&[*place]))
        }
        Obstacle::Contested { storages: wanted, boxes } if boxes.is_empty() => {
            format!("no box can be brought to {}, {alone}", storages(wanted))
        }
        Obstacle::Contested { storages: wanted, boxes } => {
            format!("only {} can be brought to {}, {alone}", on(boxes), storages(wanted))
        }
        Obstacle::Frozen { boxes, off_storage, for_good } => {
            let stay = match (for_good, boxes.len()) {
                (true, _) => format!("{} can never be moved", on(boxes)),
                (false, 1) => {
                    format!("{} can only be moved to where no storage location can be reached", on(boxes))
                }
                (false, _) => format!(
                    "the first of {} to be moved comes to where no storage location can be reached",
                    on(boxes)
                ),
            };
            let off = match (boxes.len() == off_storage.len(), off_storage.len()) {
                (true, 1) => "it is on no storage location".to_owned(),
                (true, _) => "they are on no storage locations".to_owned(),
                (false, 1) => format!("{} is on no storage location", on(off_storage)),
                (false, _) => format!("{} are on no storage locations", on(off_storage)),
            };
            let spared = instance.boxes.len() > instance.storages.len();
            let more = if spared { ", more than can be spared" } else { "" };
            format!("{stay}, and {off}{more}")
        }
        Obstacle::TooFar { least, assignment } => {
            let costs = assignment.iter().filter(|(.., cost)| *cost > 0).map(|(storage, from, cost)| {
                let [storage, from] = [storage, from].map(|place| instance.name(*place));
                format!("{from} to {storage} takes {cost}")
            });
            let costs = costs.collect::<Vec<String>>().join(", ");
            format!(
                    "at least {} are needed, even if no box were in the way of another: cheapest together, {costs}",
                    counted(*least)
                )
        }
    }
}

fn names(instance: &Instance, places: &[Location]) -> String {
    let names: Vec<String> = places.iter().map(|&place| instance.name(place)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
