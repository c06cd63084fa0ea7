//! A collection file that is rewritten while solutions are found.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use groundplan_sokoban::level::{Collection, Solution};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::file;

use crate::known;
use crate::summary::LevelOutcome;

/// Writing takes at most one part in this many of the total time.
const SHARE: u32 = 20;

/// The selected levels, with their solutions so far.
pub struct Solved {
    path: PathBuf,
    collection: Collection,
    /// Whether the file is written as SLC.
    as_slc: bool,
    /// Whether a plan replaces known solutions even if it is no better.
    replaces: bool,
    /// Whether the file may be written several times, before the last level is solved.
    is_written_early: bool,
    written: Option<Instant>,
    cost: Duration,
}

impl Solved {
    /// Creates a collection to be written to `path`. It is written as SLC if the extension says so. Without an
    /// extension, `from_slc` decides: whether the collection was read as SLC.
    ///
    /// # Errors
    ///
    /// When the file cannot be created; the reason has been printed.
    pub fn new(
        path: PathBuf,
        collection: Collection,
        from_slc: bool,
        replaces: bool,
    ) -> Result<Solved, Failure> {
        file::probe(&path)?;
        let is_written_early = file::is_replaced(&path);
        let as_slc = path
            .extension()
            .map_or(from_slc, |ending| ["slc", "xml"].iter().any(|known| ending.eq_ignore_ascii_case(known)));
        Ok(Solved {
            path,
            collection,
            as_slc,
            replaces,
            is_written_early,
            written: None,
            cost: Duration::ZERO,
        })
    }

    /// Records the outcome of a level. Writes the file if there is a new solution, the file may be rewritten, and the
    /// last write was not too recent. Valid known solutions stay, in expanded letters, unless the plan is better.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; the reason has been printed.
    pub fn take(&mut self, index: usize, outcome: &LevelOutcome) -> Result<(), Failure> {
        let level = &mut self.collection.levels[index];
        let solution = |letters: &str| Solution { text: letters.to_owned(), line: 0 };
        level.solutions = match (outcome.letters(), &outcome.record) {
            (Some(letters), Some(record))
                if self.replaces
                    || outcome.known.is_empty()
                    || known::improved(record, &outcome.known).is_some() =>
            {
                vec![solution(letters)]
            }
            _ => outcome.known.iter().map(|known| solution(&known.letters)).collect(),
        };
        let is_due = self.is_written_early
            && self.written.is_none_or(|written| written.elapsed() >= self.cost * SHARE);
        if outcome.letters().is_some() && self.is_written_early && is_due {
            self.write()?;
        }
        Ok(())
    }

    /// Writes the file, completely or not at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written; the reason has been printed.
    pub fn write(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        let text = if self.as_slc { self.collection.slc() } else { self.collection.xsb() };
        file::write(&self.path, &text)?;
        self.cost = start.elapsed();
        self.written = Some(Instant::now());
        Ok(())
    }

    /// The path of the file, once it is written.
    pub fn written(&self) -> Option<std::path::Display<'_>> {
        self.written.map(|_| self.path.display())
    }
}
