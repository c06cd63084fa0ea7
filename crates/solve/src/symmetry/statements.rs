//! Index of a ground program's statements in a normal form, for lookup by content and by atom.

use std::hash::Hasher as _;
use std::ops::Range;

use hashbrown::HashTable;
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHasher};

use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Program};

/// Kinds of statements, the first word of each.
const DISJUNCTION: u32 = 0;
const CHOICE: u32 = 1;
const COST: u32 = 2;
/// Flag added to the kind if the body is a sum.
const SUM: u32 = 4;

/// Number of words before the head: the kind, and the number of atoms in the head.
const START: usize = 2;

/// The statements: rules, and the cost of each literal at each priority.
#[derive(Debug)]
pub(super) struct SortedStatements {
    /// The words of all statements: kind, length of the head, and then the rest as in [`Ranges`]. Heads and bodies are
    /// sorted.
    words: Vec<u32>,
    starts: Vec<u32>,
    index: HashTable<u32>,
    /// The start of each atom's statements in `occurrences`, indexed by atom.
    first: Vec<u32>,
    occurrences: Vec<u32>,
    /// Index of the statements with one atom in the head by their bodies. Built on first use.
    definitions: Option<HashTable<u32>>,
}

/// The ranges of a statement's words.
struct Ranges {
    head: Range<usize>,
    /// The bound of a sum, or the priority of a cost. Empty otherwise.
    number: Range<usize>,
    body: Range<usize>,
    /// Number of words per element of the body: a literal, followed by two words for the weight if it has one.
    width: usize,
}

impl Ranges {
    fn of(words: &[u32]) -> Ranges {
        let head = START..START + words[1] as usize;
        let has_weights = words[0] & SUM != 0 || words[0] == COST;
        let number = head.end..head.end + if has_weights { 2 } else { 0 };
        Ranges { body: number.end..words.len(), head, number, width: if has_weights { 3 } else { 1 } }
    }

    fn atoms<'a>(&self, words: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let elements = words[self.body.clone()].iter().step_by(self.width);
        words[self.head.clone()].iter().copied().chain(elements.map(|word| word >> 1))
    }
}

fn halves(number: i64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

fn code(literal: Literal) -> u32 {
    literal.atom().0 << 1 | u32::from(literal.is_negative())
}

/// Combines two hashes.
pub(super) fn mix(left: u64, right: u64) -> u64 {
    let mixed = (left ^ right.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}

fn hash(words: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|&word| hasher.write_u32(word));
    hasher.finish()
}

/// Hashes a statement without its kind and head.
fn hash_body(words: &[u32]) -> u64 {
    hash(&words[Ranges::of(words).number.start..])
}

/// Sorts the head and the body.
fn normalize(words: &mut [u32]) {
    let Ranges { head, body, width, .. } = Ranges::of(words);
    words[head].sort_unstable();
    if width == 1 {
        words[body].sort_unstable();
    } else {
        words[body].as_chunks_mut::<3>().0.sort_unstable();
    }
}

impl SortedStatements {
    /// Reads the statements of a program. Returns `None` if they have more than `most` words, or if the weights of a
    /// literal overflow.
    pub fn of(program: &Program, most: usize) -> Option<SortedStatements> {
        let mut statements = SortedStatements {
            words: Vec::new(),
            starts: vec![0],
            index: HashTable::new(),
            first: vec![0; program.atom_count() + 2],
            occurrences: Vec::new(),
            definitions: None,
        };
        for rule in program.rules.iter() {
            let kind = if rule.kind == HeadKind::Choice { CHOICE } else { DISJUNCTION };
            let words = &mut statements.words;
            match rule.body {
                Body::Conjunction(literals) => {
                    words.extend([kind, rule.head.len() as u32]);
                    words.extend(rule.head.iter().map(|atom| atom.0));
                    words.extend(literals.iter().map(|&literal| code(literal)));
                }
                Body::Sum { bound, elements } => {
                    words.extend([kind | SUM, rule.head.len() as u32]);
                    words.extend(rule.head.iter().map(|atom| atom.0));
                    words.extend(halves(bound));
                    for &(literal, weight) in elements {
                        let [low, high] = halves(weight);
                        words.extend([code(literal), low, high]);
                    }
                }
            }
            statements.end();
            if statements.words.len() > most {
                return None;
            }
        }
        for objective in program.objectives() {
            let mut costs: FxHashMap<Literal, i64> = FxHashMap::default();
            for &(literal, weight) in &objective.elements {
                let cost = costs.entry(literal).or_default();
                *cost = cost.checked_add(weight)?;
            }
            for (literal, weight) in costs {
                let [low, high] = halves(weight);
                statements.words.extend([COST, 0]);
                statements.words.extend(halves(objective.priority));
                statements.words.extend([code(literal), low, high]);
                statements.end();
            }
        }
        if statements.words.len() > most {
            return None;
        }
        statements.note_occurrences();
        Some(statements)
    }

    /// Completes the statement whose words were appended; drops it if it exists already.
    fn end(&mut self) {
        let (start, end) = (self.starts[self.starts.len() - 1] as usize, self.words.len());
        normalize(&mut self.words[start..]);
        let number = self.starts.len() as u32 - 1;
        self.starts.push(end as u32);
        let (words, starts) = (&self.words, &self.starts);
        let get = |statement: u32| {
            &words[starts[statement as usize] as usize..starts[statement as usize + 1] as usize]
        };
        let new = &words[start..];
        if self.index.find(hash(new), |&other| get(other) == new).is_some() {
            self.words.truncate(start);
            self.starts.pop();
        } else {
            self.index.insert_unique(hash(new), number, |&other| hash(get(other)));
        }
    }

    fn note_occurrences(&mut self) {
        // First count the occurrences of each atom, at index + 2. After summation, index + 1 is the position of the
        // atom's next one.
        for statement in 0..self.len() {
            let words = &self.words[self.range(statement)];
            Ranges::of(words).atoms(words).for_each(|atom| self.first[atom as usize + 2] += 1);
        }
        let mut sum = 0;
        for count in &mut self.first {
            sum += *count;
            *count = sum;
        }
        self.occurrences = vec![0; sum as usize];
        for statement in 0..self.len() {
            let words = &self.words[self.range(statement)];
            for atom in Ranges::of(words).atoms(words) {
                let slot = &mut self.first[atom as usize + 1];
                self.occurrences[*slot as usize] = statement;
                *slot += 1;
            }
        }
    }

    /// Returns the number of statements.
    pub fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    fn range(&self, statement: u32) -> Range<usize> {
        self.starts[statement as usize] as usize..self.starts[statement as usize + 1] as usize
    }

    fn words(&self, statement: u32) -> &[u32] {
        &self.words[self.range(statement)]
    }

    /// Returns the number of words of a statement.
    pub fn size_of(&self, statement: u32) -> usize {
        self.words(statement).len()
    }

    /// Returns the statements that contain an atom. A statement may occur more than once.
    pub fn about(&self, atom: AtomId) -> impl Iterator<Item = u32> + '_ {
        let range = self.first[atom.index()] as usize..self.first[atom.index() + 1] as usize;
        self.occurrences[range].iter().copied()
    }

    /// Returns the atoms in the head of a statement.
    pub fn head(&self, statement: u32) -> impl Iterator<Item = AtomId> + '_ {
        let words = self.words(statement);
        words[Ranges::of(words).head].iter().map(|&atom| AtomId(atom))
    }

    /// Whether a statement is a choice rule.
    pub fn is_choice(&self, statement: u32) -> bool {
        self.words(statement)[0] & CHOICE != 0
    }

    /// Returns the atoms in the body of a statement.
    pub fn body(&self, statement: u32) -> impl Iterator<Item = AtomId> + '_ {
        let words = self.words(statement);
        let Ranges { body, width, .. } = Ranges::of(words);
        words[body].iter().step_by(width).map(|word| AtomId(word >> 1))
    }

    /// Calls `look` with each atom of a statement and a hash of its role there, computed from the colours of all atoms
    /// of the statement.
    pub fn looks(&self, statement: u32, colours: &[u64], mut look: impl FnMut(AtomId, u64)) {
        let words = self.words(statement);
        let Ranges { head, number, body, width } = Ranges::of(words);
        let of_head = |atom: u32| mix(u64::MAX, colours[atom as usize]);
        let of_element = |element: &[u32]| {
            let weight =
                element[1..].iter().fold(u64::from(element[0] & 1), |hash, &word| mix(hash, word.into()));
            mix(weight, colours[element[0] as usize >> 1])
        };
        let start = words[number].iter().fold(u64::from(words[0]), |hash, &word| mix(hash, word.into()));
        let heads = words[head.clone()].iter().map(|&atom| of_head(atom));
        let elements = words[body.clone()].chunks_exact(width).map(of_element);
        // The sum does not depend on the order of the elements.
        let all = heads.chain(elements).fold(start, u64::wrapping_add);
        words[head].iter().for_each(|&atom| look(AtomId(atom), mix(all, of_head(atom))));
        let elements = words[body].chunks_exact(width);
        elements.for_each(|element| look(AtomId(element[0] >> 1), mix(all, of_element(element))));
    }

    /// Whether the program contains the image of a statement. `buffer` is scratch space.
    pub fn says(&self, statement: u32, image: impl Fn(AtomId) -> AtomId, buffer: &mut Vec<u32>) -> bool {
        self.write_image(statement, image, buffer);
        self.index.find(hash(buffer), |&other| self.words(other) == buffer.as_slice()).is_some()
    }

    fn write_image(&self, statement: u32, image: impl Fn(AtomId) -> AtomId, buffer: &mut Vec<u32>) {
        buffer.clear();
        buffer.extend_from_slice(self.words(statement));
        let Ranges { head, body, width, .. } = Ranges::of(buffer);
        buffer[head].iter_mut().for_each(|atom| *atom = image(AtomId(*atom)).0);
        for word in buffer[body].iter_mut().step_by(width) {
            *word = image(AtomId(*word >> 1)).0 << 1 | *word & 1;
        }
        normalize(buffer);
    }

    /// Returns the atoms that are defined, each as a single head, by the image of a statement's body. The atoms are
    /// sorted.
    pub fn defined(
        &mut self,
        statement: u32,
        image: impl Fn(AtomId) -> AtomId,
        buffer: &mut Vec<u32>,
    ) -> Vec<AtomId> {
        if self.definitions.is_none() {
            let mut definitions = HashTable::new();
            for statement in (0..self.len()).filter(|&statement| self.is_definition(statement)) {
                let hash = |&other: &u32| hash_body(self.words(other));
                definitions.insert_unique(hash(&statement), statement, hash);
            }
            self.definitions = Some(definitions);
        }
        self.write_image(statement, image, buffer);
        let body = Ranges::of(buffer).number.start;
        let is_body = |other: &&u32| {
            let words = self.words(**other);
            words[..START] == buffer[..START] && words[body..] == buffer[body..]
        };
        let found =
            self.definitions.iter().flat_map(|definitions| definitions.iter_hash(hash(&buffer[body..])));
        found.filter(is_body).map(|&other| AtomId(self.words(other)[START])).sorted_unstable().collect()
    }

    /// Whether a statement is a rule with exactly one atom in its head and without a choice.
    pub fn is_definition(&self, statement: u32) -> bool {
        let words = self.words(statement);
        words[0] & !SUM == DISJUNCTION && words[1] == 1
    }
}
