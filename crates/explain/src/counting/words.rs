//! A conflict by counting in words: what needs how many of what, and how many there are.

use std::cmp::Ordering;
use std::fmt;

use groundplan_ground::diagnostic::{Diagnostic, Severity};
use groundplan_ground::program::{AtomId, GroundProgram, Literal};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::Part;

use super::columns::{column, joint_column};
use super::demands::{form, name, Consequences};
use super::Refutation;

/// The most values that a sentence lists.
const MOST_LISTED: usize = 8;

/// Why some statements conflict, by counting: demands need more than all the places that they could have take together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting {
    /// What the demands need together.
    pub needed: i64,
    /// What the places take together, which is less.
    pub available: i64,
    /// What the values of a demand are values of, such as `course`; empty if the demands have no common name.
    pub demand_columns: Vec<Column>,
    /// The demands.
    pub demands: Vec<CountedDemand>,
    /// What the values of a place are values of, such as `slot` and `room`; empty if the places have no common name.
    pub place_columns: Vec<Column>,
    /// Values that all places have in common, each with what it is a value of.
    pub fixed: Vec<(Column, String)>,
    /// The places.
    pub places: Vec<CountedPlace>,
}

/// What the values at an argument of a predicate are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The things that a predicate of facts lists.
    Predicate(String),
    /// The values of a variable.
    Variable(String),
    /// The values of an argument, given by its number from 1 on and the name of its predicate.
    Argument(usize, String),
}

/// Something that needs places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedDemand {
    /// Its values, one for each column.
    pub values: Vec<String>,
    /// How many it needs of these places.
    pub needs: i64,
}

/// A place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedPlace {
    /// Its values, one for each column.
    pub values: Vec<String>,
    /// How many it takes.
    pub takes: i64,
}

/// The atom by which a literal is named: its own, or the first with a name that follows from it.
pub fn named(ground: GroundProgram, consequences: &Consequences, literal: Literal) -> Option<AtomId> {
    let all = std::iter::once(literal).chain(consequences.of(literal).iter().map(|(implied, _)| *implied));
    let mut atoms = all.filter(|literal| !literal.is_negative()).map(Literal::atom);
    atoms.find(|&atom| name(ground, atom).is_some())
}

/// Sets of atoms with a common name: what their values are values of, the values of each, and what all have in common.
#[derive(Default)]
struct Named {
    columns: Vec<Column>,
    values: Vec<Vec<String>>,
    /// The sets, from the smallest values on.
    order: Vec<usize>,
    fixed: Vec<(Column, String)>,
}

impl Named {
    fn of(ground: GroundProgram, parts: &[Part], sets: &[&[Option<AtomId>]]) -> Self {
        Named::common(ground, parts, sets).unwrap_or_else(|| Named {
            values: vec![Vec::new(); sets.len()],
            order: (0..sets.len()).collect(),
            ..Named::default()
        })
    }

    fn common(ground: GroundProgram, parts: &[Part], sets: &[&[Option<AtomId>]]) -> Option<Self> {
        let mut predicate = None;
        let mut common = u64::MAX;
        let mut rows = Vec::new();
        for set in sets {
            let atoms = set.iter().copied().collect::<Option<Vec<AtomId>>>()?;
            let found = form(ground, atoms.iter().copied());
            let of_set = found.predicate?;
            if *predicate.get_or_insert(of_set) != of_set {
                return None;
            }
            common &= found.common;
            rows.push(name(ground, *atoms.first()?)?.1);
        }
        let predicate = predicate?;
        let positions: Vec<usize> = (0..predicate.arity as usize)
            .filter(|&position| position < 63 && common >> position & 1 == 1)
            .collect();
        let is_fixed = |position: &usize| rows.iter().all(|row| row[*position] == rows[0][*position]);
        let (fixed, telling): (Vec<usize>, Vec<usize>) =
            if rows.len() > 1 { positions.into_iter().partition(is_fixed) } else { (Vec::new(), positions) };
        let text = |row: &[Symbol], position: usize| ground.symbols.display(row[position]).to_string();
        let column = |position: usize| column(ground, parts, predicate, position);
        let compare = |one: &usize, other: &usize| {
            let mut orders = telling
                .iter()
                .map(|&position| ground.symbols.compare(rows[*one][position], rows[*other][position]));
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(compare);
        let is_distinct = order.windows(2).all(|pair| compare(&pair[0], &pair[1]).is_ne());
        let values =
            rows.iter().map(|row| telling.iter().map(|&position| text(row, position)).collect()).collect();
        if !is_distinct || telling.is_empty() {
            return None;
        }
        let joint = (telling.len() > 1).then(|| joint_column(ground, parts, predicate, &telling)).flatten();
        if let Some(joint) = joint {
            let values = rows.iter().map(|row| {
                let values: Vec<String> = telling.iter().map(|&position| text(row, position)).collect();
                vec![format!("({})", values.join(", "))]
            });
            let fixed = fixed.iter().map(|&position| (column(position), text(rows[0], position))).collect();
            return Some(Named { columns: vec![joint], values: values.collect(), order, fixed });
        }
        Some(Named {
            columns: telling.iter().map(|&position| column(position)).collect(),
            fixed: fixed.iter().map(|&position| (column(position), text(rows[0], position))).collect(),
            values,
            order,
        })
    }
}

impl Counting {
    pub(crate) fn of(refutation: &Refutation, ground: GroundProgram, parts: &[Part]) -> Self {
        let sets: Vec<&[Option<AtomId>]> = refutation.demands.iter().map(|(_, atoms)| &atoms[..]).collect();
        let demands = Named::of(ground, parts, &sets);
        let sets: Vec<&[Option<AtomId>]> = refutation.places.iter().map(|(_, atoms)| &atoms[..]).collect();
        let places = Named::of(ground, parts, &sets);
        let counted = demands.order.iter().map(|&set| CountedDemand {
            values: demands.values[set].clone(),
            needs: refutation.demands[set].0,
        });
        let counted: Vec<CountedDemand> = counted.collect();
        let taken = places
            .order
            .iter()
            .map(|&set| CountedPlace { values: places.values[set].clone(), takes: refutation.places[set].0 });
        let taken: Vec<CountedPlace> = taken.collect();
        Counting {
            needed: counted.iter().map(|demand| demand.needs).sum(),
            available: taken.iter().map(|place| place.takes).sum(),
            demand_columns: demands.columns,
            demands: counted,
            place_columns: places.columns,
            fixed: places.fixed,
            places: taken,
        }
    }

    /// The sentence as a note.
    pub(crate) fn note(&self) -> Diagnostic {
        Diagnostic::new(Severity::Note, format!("counting: {self}"))
    }
}

/// A sentence without a full stop.
impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counting { needed, available, demands, places, .. } = self;
        let (subject, verb) = match (demands.len(), &self.demand_columns[..]) {
            (1, []) => ("one demand".to_owned(), "needs"),
            (count, []) => (format!("{count} demands"), "need"),
            (count, columns) => {
                let listed = list(demands.iter().map(|demand| &demand.values[..]));
                (
                    format!("{} ({listed})", of(count as i64, columns)),
                    if count == 1 { "needs" } else { "need" },
                )
            }
        };
        let each = match demands.first().map(|demand| demand.needs) {
            Some(each) if each > 1 && demands.len() > 1 && demands.iter().all(|it| it.needs == each) => {
                format!(", {each} each,")
            }
            _ => String::new(),
        };
        write!(f, "{subject}{each} {verb} ")?;
        let with: Vec<String> =
            self.fixed.iter().map(|(column, value)| format!("{column} {value}")).collect();
        let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) };
        let listed = list(places.iter().map(|place| &place.values[..]));
        let columns = &self.place_columns[..];
        let are = if *available == 1 { "is" } else { "are" };
        if columns.is_empty() {
            return write!(f, "{needed} places{with}, and there {are} {available}");
        }
        if places.iter().all(|place| place.takes == 1) {
            write!(f, "{}{with}, and there {are} {available}", of(*needed, columns))?;
            return if places.len() <= MOST_LISTED { write!(f, ": {listed}") } else { Ok(()) };
        }
        let has = if places.len() == 1 { "takes" } else { "take" };
        write!(
            f,
            "{needed} places{with}, and {} ({listed}) {has} {available}",
            of(places.len() as i64, columns)
        )?;
        match places[0].takes {
            each if places.len() > 1 && places.iter().all(|place| place.takes == each) => {
                write!(f, ", {each} each")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Predicate(name) | Column::Variable(name) => write!(f, "`{name}`"),
            Column::Argument(number, predicate) => write!(f, "argument {number} of `{predicate}`"),
        }
    }
}

/// A number of the values, or combinations of values, of columns.
fn of(count: i64, columns: &[Column]) -> String {
    let noun = match (columns, count) {
        ([Column::Predicate(name)], _) => return format!("{count} of `{name}`"),
        ([_], 1) => "value",
        ([_], _) => "values",
        ([_, _], 1) => "pair",
        ([_, _], _) => "pairs",
        (_, 1) => "combination",
        _ => "combinations",
    };
    let names: Vec<String> = columns.iter().map(Column::to_string).collect();
    format!("{count} {noun} of {}", joined(&names))
}

/// `a`, `a and b`, `a, b and c`.
fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The first of these rows of values, and how many there are more.
fn list<'v>(rows: impl ExactSizeIterator<Item = &'v [String]>) -> String {
    let count = rows.len();
    let shown = if count > MOST_LISTED { MOST_LISTED - 1 } else { count };
    let text = |row: &[String]| match row {
        _ if count == 1 => row.join(", "),
        [one] => one.clone(),
        row => format!("({})", row.join(", ")),
    };
    let mut texts: Vec<String> = rows.take(shown).map(text).collect();
    if count > shown {
        texts.push(format!("{} more", count - shown));
    }
    joined(&texts)
}
