//! Ground terms, and intervals and pools, which expand to several of them.
//!
//! Invariant: two ground terms are equal if and only if they print the same text, so a text can represent a term.

use crate::error::{Problem, ReadError};
use crate::scan::{CharScanner, Word};
use std::fmt;
use std::ops::Range;

/// The deepest nesting of terms, so that recursive reading and printing is safe on any thread.
const DEPTH_LIMIT: usize = 200;

/// Limit on the expansion of all intervals and pools of one text, in approximate bytes.
pub(crate) const EXPANSION_LIMIT: usize = 1 << 24;

/// A term as written. The order puts integers first, by value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term<'t> {
    /// The term `#inf`.
    Infimum,
    /// An integer.
    Number(i64),
    /// A string, as its content with escapes as written.
    Text(&'t str),
    /// A function; a constant if it has no arguments, a tuple if it has no name.
    Function { negative: bool, name: &'t str, arguments: Vec<Term<'t>> },
    /// The term `#sup`.
    Supremum,
    /// An interval `low..high`, both included.
    Interval(i64, i64),
    /// A pool `(a;b)`.
    Pool(Vec<Term<'t>>),
}

impl<'t> Term<'t> {
    /// Whether the term contains no interval and no pool.
    pub(crate) fn is_ground(&self) -> bool {
        match self {
            Self::Infimum | Self::Number(_) | Self::Text(_) | Self::Supremum => true,
            Self::Function { arguments, .. } => arguments.iter().all(Self::is_ground),
            Self::Interval(..) | Self::Pool(_) => false,
        }
    }

    /// The ground terms that this one expands to; `None` if they exceed what is left of `budget`.
    fn values(&self, budget: &mut usize) -> Option<Vec<Self>> {
        match self {
            Self::Interval(low, high) if low > high => Some(Vec::new()),
            Self::Interval(low, high) => {
                let count = usize::try_from(high.abs_diff(*low)).ok()?.checked_add(1)?;
                *budget = budget.checked_sub(count.checked_mul(Self::Number(0).weight())?)?;
                Some((*low..=*high).map(Self::Number).collect())
            }
            Self::Pool(members) => {
                let mut values = Vec::new();
                for member in members {
                    values.append(&mut member.values(budget)?);
                }
                Some(values)
            }
            Self::Function { negative, name, arguments } if !self.is_ground() => {
                let (negative, name) = (*negative, *name);
                let lists = combinations(arguments, budget)?;
                Some(
                    lists.into_iter().map(|arguments| Self::Function { negative, name, arguments }).collect(),
                )
            }
            ground => {
                *budget = budget.checked_sub(ground.weight())?;
                Some(vec![ground.clone()])
            }
        }
    }

    /// The cost of a ground term in the expansion limit.
    fn weight(&self) -> usize {
        8 + match self {
            Self::Text(inside) => inside.len(),
            Self::Function { name, arguments, .. } => {
                name.len() + arguments.iter().map(Self::weight).sum::<usize>()
            }
            _ => 0,
        }
    }

    fn negated(self) -> Result<Self, Problem> {
        let negate = |number: i64| number.checked_neg().ok_or(Problem::IntegerRange);
        match self {
            Self::Number(number) => Ok(Self::Number(negate(number)?)),
            Self::Interval(low, high) => Ok(Self::Interval(negate(high)?, negate(low)?)),
            Self::Function { negative, name, arguments } => {
                Ok(Self::Function { negative: !negative, name, arguments })
            }
            Self::Pool(members) => {
                Ok(Self::Pool(members.into_iter().map(Self::negated).collect::<Result<_, _>>()?))
            }
            Self::Infimum | Self::Supremum | Self::Text(_) => Err(Problem::Negated),
        }
    }
}

/// All argument lists that choose one value of each argument; `None` if they exceed `budget`.
pub(crate) fn combinations<'t>(arguments: &[Term<'t>], budget: &mut usize) -> Option<Vec<Vec<Term<'t>>>> {
    let mut lists = vec![Vec::new()];
    for argument in arguments {
        let values = argument.values(budget)?;
        let mut longer = Vec::new();
        for list in &lists {
            for value in &values {
                let weight = list.iter().chain([value]).map(Term::weight).sum();
                *budget = budget.checked_sub(weight)?;
                longer.push(list.iter().chain([value]).cloned().collect());
            }
        }
        lists = longer;
    }
    Some(lists)
}

/// Prints the canonical text of a ground term: no blanks, strings quoted, a comma in tuples with one element.
impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infimum => f.write_str("#inf"),
            Self::Supremum => f.write_str("#sup"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(inside) => write!(f, "\"{inside}\""),
            Self::Function { negative, name, arguments } => {
                f.write_str(if *negative { "-" } else { "" })?;
                f.write_str(name)?;
                if arguments.is_empty() && !name.is_empty() {
                    return Ok(());
                }
                let tuple_of_one = name.is_empty() && arguments.len() == 1;
                separated(f, "(", arguments, ",", if tuple_of_one { ",)" } else { ")" })
            }
            Self::Interval(low, high) => write!(f, "{low}..{high}"),
            Self::Pool(members) => separated(f, "(", members, ";", ")"),
        }
    }
}

fn separated(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    terms: &[Term<'_>],
    separator: &str,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, term) in terms.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { separator })?;
        fmt::Display::fmt(term, f)?;
    }
    f.write_str(close)
}

/// An argument list, or the part of a pool up to the next `;`.
pub(crate) struct ArgumentList<'t> {
    pub(crate) arguments: Vec<Term<'t>>,
    /// The byte range from the first argument to the last.
    pub(crate) range: Range<usize>,
    /// Whether a `;` and another list follow.
    pub(crate) more: bool,
    /// The position of a comma after the last argument, which makes a tuple of a single argument.
    trailing_comma: Option<usize>,
}

/// Parsing of terms.
impl<'t> CharScanner<'t> {
    /// Reads a ground term that is the whole text.
    pub(crate) fn whole_term(&mut self) -> Result<Term<'t>, ReadError> {
        self.blank()?;
        let start = self.at();
        let term = self.term(0)?;
        if !term.is_ground() {
            return Err(ReadError::new(self.since(start), Problem::SeveralPushes));
        }
        self.blank()?;
        match self.peek() {
            None => Ok(term),
            Some(_) => Err(self.unexpected("the end of the term")),
        }
    }

    /// Reads the next argument list of a predicate or function, after its opening parenthesis or a `;`.
    pub(crate) fn arguments(&mut self, depth: usize) -> Result<ArgumentList<'t>, ReadError> {
        let list = self.argument_list(depth)?;
        if let Some(comma) = list.trailing_comma {
            let problem =
                Problem::Unexpected { wanted: "an argument", found: "nothing after this comma".into() };
            return Err(ReadError::new(comma..comma + 1, problem));
        }
        Ok(list)
    }

    fn argument_list(&mut self, depth: usize) -> Result<ArgumentList<'t>, ReadError> {
        self.blank()?;
        let start = self.at();
        let mut list =
            ArgumentList { arguments: Vec::new(), range: start..start, more: false, trailing_comma: None };
        while !matches!(self.peek(), Some(b';' | b')')) {
            list.arguments.push(self.term(depth)?);
            list.range.end = self.at();
            self.blank()?;
            let comma = self.at();
            list.trailing_comma = self.eat(",").then_some(comma);
            if list.trailing_comma.is_none() {
                break;
            }
            self.blank()?;
        }
        list.more = self.eat(";");
        if list.more || self.eat(")") {
            return Ok(list);
        }
        Err(self.unexpected("`,`, `;` or `)`"))
    }

    /// Reads a term at nesting depth `depth`.
    fn term(&mut self, depth: usize) -> Result<Term<'t>, ReadError> {
        let start = self.at();
        let mut term = self.operand(depth)?;
        loop {
            let end = self.at();
            self.blank()?;
            if !self.eat("..") {
                // The blanks are not part of the term, since messages underline terms.
                self.back_to(end);
                return Ok(term);
            }
            self.blank()?;
            term = match (term, self.operand(depth)?) {
                (Term::Number(low), Term::Number(high)) => Term::Interval(low, high),
                // In clingo, `(low..high)..last` has one interval from each number of the first one; their union starts
                // at `low`.
                (Term::Interval(low, high), Term::Number(last)) => {
                    Term::Interval(low, if low <= high { last } else { high })
                }
                _ => return Err(ReadError::new(self.since(start), Problem::IntervalBound)),
            };
        }
    }

    fn operand(&mut self, depth: usize) -> Result<Term<'t>, ReadError> {
        let start = self.at();
        if depth > DEPTH_LIMIT {
            return Err(ReadError::new(start..start, Problem::TooDeep { limit: DEPTH_LIMIT }));
        }
        let mut negative = false;
        while self.eat("-") {
            negative = !negative;
            self.blank()?;
        }
        let signed = self.at() > start;
        match self.peek() {
            Some(b'0'..=b'9') => {
                let size = self.number()?;
                let number = size.and_then(|size| i64::try_from(if negative { -size } else { size }).ok());
                number.map(Term::Number).ok_or(Problem::IntegerRange)
            }
            Some(b'(') => {
                self.eat("(");
                let term = self.tuple(depth + 1)?;
                if negative {
                    term.negated()
                } else {
                    Ok(term)
                }
            }
            Some(b'"' | b'#') if signed => Err(Problem::Negated),
            Some(b'"') => Ok(Term::Text(self.string()?)),
            Some(b'#') => {
                self.eat("#");
                match self.word() {
                    Some(Word::Name("inf" | "infimum")) => Ok(Term::Infimum),
                    Some(Word::Name("sup" | "supremum")) => Ok(Term::Supremum),
                    _ => Err(Problem::Directive),
                }
            }
            _ => match self.word() {
                Some(Word::Name("not")) => {
                    Err(Problem::Unexpected { wanted: "a term", found: String::from("`not`") })
                }
                Some(Word::Name(name)) => return self.function(negative, name, depth),
                Some(Word::Variable(name)) => Err(Problem::Variable(name.into())),
                None => return Err(self.unexpected("a term")),
            },
        }
        .map_err(|problem| ReadError::new(self.since(start), problem))
    }

    /// Reads the rest of a function or of a pool of functions after its name.
    fn function(&mut self, negative: bool, name: &'t str, depth: usize) -> Result<Term<'t>, ReadError> {
        let end = self.at();
        self.blank()?;
        if !self.eat("(") {
            self.back_to(end);
            return Ok(Term::Function { negative, name, arguments: Vec::new() });
        }
        let mut members = Vec::new();
        loop {
            let ArgumentList { mut arguments, more, .. } = self.arguments(depth + 1)?;
            arguments.shrink_to_fit();
            members.push(Term::Function { negative, name, arguments });
            if !more {
                return Ok(one_or_pool(members));
            }
        }
    }

    /// Reads the rest of a parenthesized term, a tuple, or a pool of these after the opening parenthesis. A single term
    /// without a comma is that term itself; anything else is a tuple.
    fn tuple(&mut self, depth: usize) -> Result<Term<'t>, ReadError> {
        let mut members = Vec::new();
        loop {
            let ArgumentList { mut arguments, more, trailing_comma, .. } = self.argument_list(depth)?;
            members.push(match arguments.pop() {
                Some(only) if arguments.is_empty() && trailing_comma.is_none() => only,
                last => {
                    arguments.extend(last);
                    Term::Function { negative: false, name: "", arguments }
                }
            });
            if !more {
                return Ok(one_or_pool(members));
            }
        }
    }
}

fn one_or_pool(mut members: Vec<Term<'_>>) -> Term<'_> {
    match members.pop() {
        Some(only) if members.is_empty() => only,
        last => {
            members.extend(last);
            Term::Pool(members)
        }
    }
}
