//! The statements that an explanation may leave out, and grounding with them.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use groundplan::exchange::aspif;
use groundplan::{Engine, Error, Soft};
use groundplan_explain::Negotiable;

/// The grounder of a certificate of a conflict: it relaxes statements.
pub const GROUNDER: &str = "groundplan explain";

/// The statements that may be left out of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SoftKind {
    /// Integrity constraints
    Constraints,
    /// Facts
    Facts,
    /// All that can be
    All,
}

impl SoftKind {
    /// Returns the kinds that together are these.
    #[must_use]
    pub fn of(soft: Soft) -> Vec<SoftKind> {
        if soft.definitions {
            return vec![SoftKind::All];
        }
        let kinds = [(soft.constraints, SoftKind::Constraints), (soft.facts, SoftKind::Facts)];
        kinds.into_iter().filter_map(|(is_in, kind)| is_in.then_some(kind)).collect()
    }

    /// Returns the union of several kinds.
    #[must_use]
    pub fn together(kinds: &[SoftKind]) -> Soft {
        let has = |kind| kinds.contains(&kind) || kinds.contains(&SoftKind::All);
        Soft {
            constraints: has(SoftKind::Constraints),
            facts: has(SoftKind::Facts),
            definitions: has(SoftKind::All),
        }
    }
}

impl fmt::Display for SoftKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SoftKind::Constraints => "constraints",
            SoftKind::Facts => "facts",
            SoftKind::All => "all",
        })
    }
}

/// A value of `--soft`: a kind of statements, or a predicate whose facts may be left out, as in `closed/2` or `away/2=3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SoftItem {
    /// A kind of statements.
    Kind(SoftKind),
    /// The facts of a predicate, with their weight in a repair.
    Facts(Negotiable),
}

/// What may be left out, put together from several values of `--soft`.
#[derive(Clone, Debug)]
pub struct SoftChoice {
    /// The statements to relax.
    pub soft: Soft,
    /// The predicates that were named.
    pub predicates: Vec<Negotiable>,
    /// Whether no other facts may be left out.
    pub is_closed: bool,
}

impl Default for SoftChoice {
    /// Constraints and facts.
    fn default() -> Self {
        SoftChoice::of(&[])
    }
}

impl SoftChoice {
    /// Puts values together; none of them stand for constraints and facts.
    #[must_use]
    pub fn of(items: &[SoftItem]) -> Self {
        let kinds: Vec<SoftKind> = items.iter().filter_map(SoftItem::kind).collect();
        let predicates: Vec<Negotiable> = items
            .iter()
            .filter_map(|item| match item {
                SoftItem::Facts(facts) => Some(facts.clone()),
                SoftItem::Kind(_) => None,
            })
            .collect();
        let named = SoftKind::together(&kinds);
        let is_closed = !predicates.is_empty() && !named.facts;
        let soft = match items {
            [] => Soft::default(),
            _ => Soft { facts: named.facts || !predicates.is_empty(), ..named },
        };
        SoftChoice { soft, predicates, is_closed }
    }
}

impl SoftItem {
    /// The kind of statements, if it is one.
    #[must_use]
    pub fn kind(&self) -> Option<SoftKind> {
        match self {
            SoftItem::Kind(kind) => Some(*kind),
            SoftItem::Facts(_) => None,
        }
    }
}

impl FromStr for SoftItem {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Ok(kind) = SoftKind::from_str(text, false) {
            return Ok(SoftItem::Kind(kind));
        }
        let wrong = || {
            "it is one of constraints, facts, all, or a predicate, as in closed/2, or in closed/2=3 with a weight".to_owned()
        };
        let (predicate, weight) = match text.split_once('=') {
            Some((predicate, weight)) => {
                let weight: u32 = weight.trim().parse().map_err(|_| wrong())?;
                if weight == 0 {
                    return Err("a weight is at least 1".to_owned());
                }
                (predicate.trim(), weight)
            }
            None => (text, 1),
        };
        let (name, arity) = predicate.split_once('/').ok_or_else(wrong)?;
        let arity: u32 = arity.parse().map_err(|_| wrong())?;
        let is_name = |name: &str| {
            let letters = name.trim_start_matches(['_', '\'']);
            letters.starts_with(|it: char| it.is_ascii_lowercase())
                && letters.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '\'')
        };
        if !is_name(name.strip_prefix('-').unwrap_or(name)) {
            return Err(wrong());
        }
        Ok(SoftItem::Facts(Negotiable { predicate: format!("{name}/{arity}"), weight }))
    }
}

/// Why a program is not ground as it was for a certificate.
#[derive(Debug)]
pub enum NotGround {
    /// The kinds of soft statements are not known.
    Kinds(Vec<String>),
    /// The program is invalid, or grounding was ended.
    Engine(Error),
}

/// Grounds the part `base` as a grounder of this name does, where `soft` are the kinds of soft statements, and returns the ground
/// program in aspif. `None` if the grounder is not known.
///
/// # Errors
///
/// If the kinds are not known, and those of grounding.
pub fn ground_again(
    engine: &mut Engine,
    grounder: &str,
    soft: &[String],
) -> Result<Option<String>, NotGround> {
    let ground = match grounder {
        "groundplan" => engine.ground(["base"]),
        GROUNDER => {
            let kinds = soft.iter().map(|kind| SoftKind::from_str(kind, false).ok());
            let kinds = kinds.collect::<Option<Vec<_>>>().filter(|kinds| !kinds.is_empty());
            let kinds = kinds.ok_or_else(|| NotGround::Kinds(soft.to_vec()))?;
            engine.ground_relaxed(["base"], SoftKind::together(&kinds))
        }
        _ => return Ok(None),
    };
    ground.map_err(NotGround::Engine)?;
    Ok(Some(aspif(engine.ground_program())))
}

impl fmt::Display for NotGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotGround::Kinds(kinds) => write!(f, "the kinds of soft statements are not known: {kinds:?}"),
            NotGround::Engine(error) => error.fmt(f),
        }
    }
}
