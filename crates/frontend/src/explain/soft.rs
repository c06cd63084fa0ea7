//! The statements that an explanation may leave out, and grounding with them.

use std::fmt;

use clap::ValueEnum;
use groundplan::exchange::aspif;
use groundplan::{Engine, Error, Soft};

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
