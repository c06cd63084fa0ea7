//! Images of a ground program's atoms under an exchange of two constants, and the test whether the exchange is a
//! symmetry.

use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

use super::statements::SortedStatements;
use super::Sort;
use groundplan_ground::program::{AtomId, GroundProgram};
use groundplan_ground::symbol::Symbol;

/// An exchange of atoms under construction. It is its own inverse.
#[derive(Debug)]
pub(super) struct AtomSwaps<'a> {
    ground: GroundProgram<'a>,
    statements: &'a mut SortedStatements,
    /// Number of words that may still be examined.
    work: usize,
    /// The image of each atom, indexed by atom.
    images: Vec<AtomId>,
    /// The atoms whose images are fixed.
    known: FixedBitSet,
    touched: Vec<AtomId>,
    /// The number of the exchange that examined each statement last, indexed by statement.
    seen: Vec<u32>,
    number: u32,
    buffer: Vec<u32>,
}

impl<'a> AtomSwaps<'a> {
    /// Creates an empty exchange that may examine `work` words.
    pub fn new(ground: GroundProgram<'a>, statements: &'a mut SortedStatements, work: usize) -> Self {
        let count = ground.program.atom_count();
        AtomSwaps {
            ground,
            work,
            images: (0..count as u32).map(AtomId).collect(),
            known: FixedBitSet::with_capacity(count),
            touched: Vec::new(),
            seen: vec![0; statements.len() as usize],
            statements,
            number: 0,
            buffer: Vec::new(),
        }
    }

    /// Returns the pairs of atoms that a symmetry exchanges, ascending, the lesser atom first. Returns `None` if
    /// exchanging the two constants is no symmetry, or if the work limit is exceeded.
    pub fn symmetry(&mut self, sort: &Sort, constants: [Symbol; 2]) -> Option<Vec<(AtomId, AtomId)>> {
        for atom in self.touched.drain(..) {
            self.images[atom.index()] = atom;
            self.known.set(atom.index(), false);
        }
        self.number += 1;
        let mut open = Vec::new();
        for &atom in constants.iter().flat_map(|constant| &sort.atoms[constant]) {
            match self.renamed(sort, atom, constants) {
                Some(image) if self.ground.program.is_fact(image) => return None,
                Some(image) => self.fix_image(atom, image)?,
                None => open.push(atom),
            }
        }
        self.fix_defined_images(open)?;
        // Statements without moved atoms are their own images.
        let moved = self.touched.iter().copied().filter(|&atom| self.images[atom.index()] != atom);
        let moved: Vec<AtomId> = moved.sorted_unstable().collect();
        for &atom in &moved {
            for statement in self.statements.about(atom) {
                if std::mem::replace(&mut self.seen[statement as usize], self.number) == self.number {
                    continue;
                }
                self.work = self.work.checked_sub(self.statements.size_of(statement))?;
                if !self.statements.says(statement, |atom| self.images[atom.index()], &mut self.buffer) {
                    return None;
                }
            }
        }
        let pairs = moved.into_iter().map(|atom| (atom, self.images[atom.index()]));
        Some(pairs.filter(|(atom, image)| atom < image).collect())
    }

    /// Returns the atom with the two constants exchanged. If there is no such atom, and the sort has two positions,
    /// tries the two arguments in reverse order: symmetric pairs are often written in one order only.
    fn renamed(&self, sort: &Sort, atom: AtomId, [left, right]: [Symbol; 2]) -> Option<AtomId> {
        let (signature, arguments) = self.ground.base.name(atom)?;
        let positions = sort.positions.get(&self.ground.base.predicate_of(atom)?)?;
        let mut arguments = arguments.to_vec();
        for &position in positions {
            if arguments[position] == left {
                arguments[position] = right;
            } else if arguments[position] == right {
                arguments[position] = left;
            }
        }
        self.ground.find(signature, &arguments).or_else(|| {
            let &[one, other] = positions.as_slice() else { return None };
            arguments.swap(one, other);
            self.ground.find(signature, &arguments)
        })
    }

    /// Fixes an atom's image. Returns `None` if it contradicts an image fixed before.
    fn fix_image(&mut self, atom: AtomId, image: AtomId) -> Option<()> {
        for (atom, image) in [(atom, image), (image, atom)] {
            if self.known.put(atom.index()) {
                (self.images[atom.index()] == image).then_some(())?;
            } else {
                self.images[atom.index()] = image;
                self.touched.push(atom);
            }
        }
        Some(())
    }

    /// Fixes the images of atoms that are identified by their definitions: the open ones, and atoms without a name that
    /// depend on moved atoms.
    fn fix_defined_images(&mut self, mut open: Vec<AtomId>) -> Option<()> {
        let mut is_open: FxHashSet<AtomId> = open.iter().copied().collect();
        let mut followed = 0;
        loop {
            while let Some(&atom) = self.touched.get(followed) {
                followed += 1;
                if self.images[atom.index()] == atom {
                    continue;
                }
                for statement in self.statements.about(atom) {
                    self.work = self.work.checked_sub(1)?;
                    for head in self.statements.head(statement) {
                        let is_named = self.ground.base.predicate_of(head).is_some();
                        if !is_named && !self.known.contains(head.index()) && is_open.insert(head) {
                            open.push(head);
                        }
                    }
                }
            }
            if open.is_empty() {
                return Some(());
            }
            let count = open.len();
            let mut later = Vec::new();
            for atom in open {
                if !self.known.contains(atom.index()) && !self.fix_defined_image(atom, &is_open)? {
                    later.push(atom);
                } else {
                    is_open.remove(&atom);
                }
            }
            if later.len() == count {
                return None;
            }
            open = later;
        }
    }

    /// Fixes an atom's image by one of its definitions without open atoms. Returns whether there is such a definition,
    /// or `None` if no atom can be the image.
    fn fix_defined_image(&mut self, atom: AtomId, is_open: &FxHashSet<AtomId>) -> Option<bool> {
        let statements = &mut *self.statements;
        let is_ready = |&statement: &u32| {
            statements.is_definition(statement)
                && statements.head(statement).next() == Some(atom)
                && statements.body(statement).all(|atom| !is_open.contains(&atom))
        };
        let Some(definition) = statements.about(atom).find(is_ready) else { return Some(false) };
        self.work = self.work.checked_sub(statements.size_of(definition))?;
        let found = statements.defined(definition, |atom| self.images[atom.index()], &mut self.buffer);
        let predicate = self.ground.base.predicate_of(atom);
        let fits = |image: &AtomId| {
            !self.known.contains(image.index()) && self.ground.base.predicate_of(*image) == predicate
        };
        let image = if found.contains(&atom) { atom } else { found.into_iter().find(fits)? };
        self.fix_image(atom, image)?;
        Some(true)
    }
}
