//! Ground terms, and the intervals and pools that stand for several of them.
//!
//! Invariant: two ground terms are the same term exactly when they print the same text, so a text can stand for a term.

use crate::error::{Problem, ReadError};
use crate::scan::{Scanner, Word};
use std::fmt;
use std::ops::Range;

/// Terms nest no deeper than this, so that reading and printing them recursively is safe on any thread.
const DEPTH_LIMIT: usize = 200;

/// What the intervals and pools of one text may stand for: about so many bytes of terms.
pub(crate) const EXPANSION_LIMIT: usize = 1 << 24;

/// A term as written. The order puts integers first, by value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term<'t> {
    /// `#inf`
    Infimum,
    /// An integer.
    Number(i64),
    /// A string, by its inside.
    Text(&'t str),
    /// A function; a constant if there are no arguments, a tuple if there is no name.
    Function { negative: bool, name: &'t str, arguments: Vec<Term<'t>> },
    /// `#sup`
    Supremum,
    /// `low..high`, both included.
    Interval(i64, i64),
    /// `(a;b)`
    Pool(Vec<Term<'t>>),
}

impl<'t> Term<'t> {
    /// Whether the term stands for itself only.
    pub(crate) fn is_ground(&self) -> bool {
        match self {
            Self::Infimum | Self::Number(_) | Self::Text(_) | Self::Supremum => true,
            Self::Function { arguments, .. } => arguments.iter().all(Self::is_ground),
            Self::Interval(..) | Self::Pool(_) => false,
        }
    }

    /// The ground terms this one stands for; `None` if they would cost more than what is left of `budget`.
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

    /// A ground term's share of the expansion limit.
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
            Self::Function { negative, name, arguments } if !name.is_empty() => {
                Ok(Self::Function { negative: !negative, name, arguments })
            }
            Self::Pool(members) => {
                Ok(Self::Pool(members.into_iter().map(Self::negated).collect::<Result<_, _>>()?))
            }
            Self::Infimum | Self::Supremum | Self::Text(_) | Self::Function { .. } => Err(Problem::Negated),
        }
    }
}

/// The argument lists that result from choosing a value of each argument; `None` if `budget` does not suffice.
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

/// Prints the one text of a ground term: no blanks, strings quoted, a comma in tuples of one.
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

/// An argument list: all of them, or the part of a pool up to the next `;`.
pub(crate) struct ArgumentList<'t> {
    pub(crate) arguments: Vec<Term<'t>>,
    /// From the first argument to the last.
    pub(crate) range: Range<usize>,
    /// A `;` and another list follow.
    pub(crate) more: bool,
    /// A comma after the last argument, which makes a tuple of it.
    trailing_comma: Option<usize>,
}

/// Reading.
impl<'t> Scanner<'t> {
    /// A ground term that is all there is.
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

    /// The next argument list of a predicate or function, after its opening parenthesis or a `;`.
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

    /// A term, `depth` levels inside others.
    fn term(&mut self, depth: usize) -> Result<Term<'t>, ReadError> {
        let start = self.at();
        let mut term = self.operand(depth)?;
        loop {
            let end = self.at();
            self.blank()?;
            if !self.eat("..") {
                // The blanks are not part of the term, and messages underline terms.
                self.back_to(end);
                return Ok(term);
            }
            self.blank()?;
            term = match (term, self.operand(depth)?) {
                (Term::Number(low), Term::Number(high)) => Term::Interval(low, high),
                // From each of the numbers on, so from the least of them, if there is one.
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

    /// The function, or the pool of functions, whose name has been read.
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

    /// The term, tuple or pool of such, whose opening parenthesis has been read. One term without a comma is that
    /// term, anything else is a tuple.
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
