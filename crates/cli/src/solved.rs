//! A collection that is written with solutions while they are found.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use groundplan_sokoban::level::{Collection, Solution};

use crate::exit::Failure;
use crate::summary::Outcome;
use crate::{file, known};

/// Writing takes at most one part in so many of the time.
const SHARE: u32 = 20;

/// The levels asked for, with what is known of them so far.
pub struct Solved {
    path: PathBuf,
    collection: Collection,
    /// Whether it is written as SLC.
    as_slc: bool,
    /// Whether a plan that was found replaces known solutions, better or not.
    replaces: bool,
    /// Whether the file may be written before the last level is solved, and then again.
    is_written_early: bool,
    written: Option<Instant>,
    cost: Duration,
}

impl Solved {
    /// A collection that is to be written there: as SLC where the ending of the file's name says so, or where there is none
    /// and `from_slc` says that the collection was read from SLC.
    ///
    /// # Errors
    ///
    /// When no file can be made there, which has been said.
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

    /// Takes what came out of a level, and writes the file where there is something new, it was not just written, and it
    /// can be written again. Of the known solutions those stay that solve the level, with letters written out, unless the
    /// plan is better.
    ///
    /// # Errors
    ///
    /// When the file cannot be written, which has been said.
    pub fn take(&mut self, index: usize, outcome: &Outcome) -> Result<(), Failure> {
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

    /// Writes the file, all of it or nothing.
    ///
    /// # Errors
    ///
    /// When it cannot be written, which has been said.
    pub fn write(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        let text = if self.as_slc { self.collection.slc() } else { self.collection.xsb() };
        file::write(&self.path, &text)?;
        self.cost = start.elapsed();
        self.written = Some(Instant::now());
        Ok(())
    }

    /// The file's path, once the file is written.
    pub fn written(&self) -> Option<std::path::Display<'_>> {
        self.written.map(|_| self.path.display())
    }
}
