//! Parses facts, each an atom and a full stop. Rules and directives are rejected.

use crate::error::{Problem, ReadError};
use crate::scan::{CharScanner, Word};
use crate::term::Term;
use std::ops::Range;

/// A predicate with one argument list. `p(a;b)` is two of these.
pub(crate) struct FactAtom<'t> {
    /// Whether the atom is classically negated: `-p` is another predicate than `p`.
    pub(crate) negative: bool,
    pub(crate) name: &'t str,
    pub(crate) arguments: Vec<Term<'t>>,
    /// The byte range of the atom; in a pool, that of the argument list.
    pub(crate) range: Range<usize>,
}

/// A callback that receives each atom as soon as it has been read, so that pools of any length need no memory.
pub(crate) type Receiver<'r, 't> = &'r mut dyn FnMut(FactAtom<'t>) -> Result<(), ReadError>;

impl<'t> CharScanner<'t> {
    /// Reads the next fact, up to its full stop. Returns false at the end of the text.
    pub(crate) fn fact(&mut self, receive: Receiver<'_, 't>) -> Result<bool, ReadError> {
        self.blank()?;
        let start = self.at();
        let refused = match self.peek() {
            None => return Ok(false),
            Some(b'#') => {
                self.eat("#");
                self.word();
                Some(Problem::Directive)
            }
            _ if self.eat(":-") || self.eat(":~") || self.eat("{") => Some(Problem::NotAFact),
            _ => None,
        };
        if let Some(problem) = refused {
            return Err(ReadError::new(self.since(start), problem));
        }
        let last = self.atom("a fact", receive)?;
        self.blank()?;
        if self.eat(".") {
            receive(last)?;
            return Ok(true);
        }
        // A rule with an empty body is a fact.
        if self.eat(":-") {
            let refused = ReadError::new(self.since(start), Problem::NotAFact);
            self.blank()?;
            if self.eat(".") {
                receive(last)?;
                return Ok(true);
            }
            return Err(refused);
        }
        if ["|", ";", ",", ":", "{"].iter().any(|rule| self.eat(rule)) {
            return Err(ReadError::new(self.since(start), Problem::NotAFact));
        }
        Err(self.unexpected("a `.` at the end of the fact"))
    }

    /// Reads an atom and returns it. Of a pool, `receive` gets all but the last, which is returned. If there is no
    /// atom, the error says that `wanted` was expected.
    pub(crate) fn atom(
        &mut self,
        wanted: &'static str,
        receive: Receiver<'_, 't>,
    ) -> Result<FactAtom<'t>, ReadError> {
        let start = self.at();
        let negative = self.eat("-");
        self.blank()?;
        let name = match self.word() {
            Some(Word::Name("not")) => return Err(ReadError::new(self.since(start), Problem::NotAFact)),
            Some(Word::Name(name)) => name,
            Some(Word::Variable(name)) => {
                return Err(ReadError::new(self.since(start), Problem::Variable(name.into())))
            }
            None => return Err(self.unexpected(wanted)),
        };
        let range = self.since(start);
        self.blank()?;
        if !self.eat("(") {
            return Ok(FactAtom { negative, name, arguments: Vec::new(), range });
        }
        let mut list = self.arguments(0)?;
        if !list.more {
            list.range = self.since(start);
        }
        while list.more {
            receive(FactAtom { negative, name, arguments: list.arguments, range: list.range })?;
            list = self.arguments(0)?;
        }
        Ok(FactAtom { negative, name, arguments: list.arguments, range: list.range })
    }
}
