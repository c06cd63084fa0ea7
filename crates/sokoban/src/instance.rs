//! A Sokoban Decision instance: facts read, and checked to be a warehouse floor with a chain of steps.
//!
//! Invariant: neighbours are mutual (`b` is right of `a` exactly when `a` is left of `b`), each cell has at most one in
//! each direction and is none of its own; the one sokoban stands on no box; the steps are one linear chain.

use groundplan::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use groundplan::facts;
use groundplan::symbol::{Name, Symbol, Symbols};
use groundplan::syntax::ast::{
    Facts, Head, LiteralKind, Rule, Sign, Signature, Statement, Term, UnaryOperator,
};
use groundplan::syntax::{parse, Parsed};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::chain;

/// A location's number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(pub u32);

impl Location {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where one can go from a cell; the order of [`Instance::neighbours`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the right.
    Right,
    /// To the left.
    Left,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Up, Direction::Down];

    /// The name, as in `push/4`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Left => "left",
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }

    /// By its name in `push/4`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// The letter that stands for a move, in lower case.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Direction::Right => 'r',
            Direction::Left => 'l',
            Direction::Up => 'u',
            Direction::Down => 'd',
        }
    }

    /// By its letter, in any case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())
    }

    /// The way back.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The terms of the facts.
    pub symbols: Symbols,
    /// The facts as they were given, for the encoding.
    pub facts: Facts,
    /// The terms that are locations.
    pub locations: IndexSet<Symbol, FxBuildHasher>,
    /// The neighbours of each location, by direction.
    pub neighbours: Vec<[Option<Location>; 4]>,
    /// Where boxes stand at the start, each location once.
    pub boxes: Vec<Location>,
    /// The storage locations, each once.
    pub storages: Vec<Location>,
    /// Where the sokoban stands at the start.
    pub sokoban: Location,
    /// The steps in their order; none if the instance leaves their number open.
    pub steps: Vec<Symbol>,
    /// What is odd about the text, but can be lived with.
    pub warnings: Diagnostics,
}

/// Why a text is no instance.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InstanceError(
    /// What is wrong, in the order of the text.
    pub Diagnostics,
);

/// The predicates of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Predicate {
    Right,
    Top,
    Box,
    Storage,
    Sokoban,
    Step,
    Next,
}

const PREDICATES: [(&str, u32, Predicate); 8] = [
    ("right", 2, Predicate::Right),
    ("top", 2, Predicate::Top),
    ("box", 1, Predicate::Box),
    ("solution", 1, Predicate::Storage),
    ("storage", 1, Predicate::Storage),
    ("sokoban", 1, Predicate::Sokoban),
    ("step", 1, Predicate::Step),
    ("next", 2, Predicate::Next),
];

impl Instance {
    /// Reads an instance from facts. `name` is what messages call the text.
    ///
    /// # Errors
    ///
    /// When the text is not facts, or the facts are no instance.
    pub fn read(name: &str, text: &str) -> Result<Instance, InstanceError> {
        let mut sources = Sources::new();
        let source = sources.add(name, text);
        let mut symbols = Symbols::new();
        let Parsed { program, mut diagnostics } = parse(&mut symbols, &sources, source);
        for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.help.is_none()) {
            diagnostic.help =
                Some("an instance is facts such as `right(a,b).` or `box(b).`, each with its dot".to_owned());
        }
        let mut facts = Facts::default();
        let mut parts = program.parts.into_iter();
        if let Some(base) = parts.next() {
            facts = base.facts;
            for statement in base.statements {
                add_statement(&statement, &mut facts, &mut symbols, &mut diagnostics);
            }
        }
        diagnostics.extend(parts.map(|part| no_directive(part.span)));
        if diagnostics.is_empty() {
            let whole = Span { source, start: 0, end: 0 };
            let reading = Reading::new(&symbols).read(&facts, &mut symbols, whole, &mut diagnostics);
            if let Some(reading) = reading.filter(|_| diagnostics.is_empty()) {
                return Ok(reading.instance(symbols, facts, sources));
            }
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        Err(InstanceError(Diagnostics::new(diagnostics, sources)))
    }

    /// The term of a location.
    #[must_use]
    pub fn term(&self, location: Location) -> Symbol {
        self.locations[location.index()]
    }

    /// The location next to another.
    #[must_use]
    pub fn neighbour(&self, location: Location, direction: Direction) -> Option<Location> {
        self.neighbours[location.index()][direction as usize]
    }
}

fn add_statement(
    statement: &Statement,
    facts: &mut Facts,
    symbols: &mut Symbols,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let refused = match statement {
        Statement::Rule(rule) => match fact(rule) {
            Some(atom) => {
                match (atom.pools.iter().flatten().find_map(arithmetic), facts::expand(atom, symbols)) {
                    (Some(span), _) => Diagnostic::error("an instance has no arithmetic", span)
                        .help("write the value in place of the operation"),
                    (None, Ok(expanded)) => {
                        for (signature, arguments) in expanded {
                            facts.push(signature, &arguments, rule.span);
                        }
                        return;
                    }
                    (None, Err(error)) => error,
                }
            }
            None => Diagnostic::error("an instance has facts only, and this is a rule", rule.span)
                .help("rules belong in the program given with `--encoding`"),
        },
        other => no_directive(other.span()),
    };
    diagnostics.push(refused);
}

/// Where a term has an operation; the `-` of a negative number or name is none.
fn arithmetic(term: &Term) -> Option<Span> {
    match term {
        Term::Symbol(..) | Term::Variable(..) | Term::Anonymous(_) | Term::Call(..) => None,
        Term::Function(_, pools, _) => pools.iter().flatten().find_map(arithmetic),
        Term::Tuple(terms, _) | Term::Pool(terms, _) => terms.iter().find_map(arithmetic),
        Term::Unary(UnaryOperator::Minus, operand, _) => arithmetic(operand),
        Term::Interval(lower, upper, _) => arithmetic(lower).or_else(|| arithmetic(upper)),
        Term::Unary(_, _, span) | Term::Binary(_, _, _, span) => Some(*span),
    }
}

fn no_directive(span: Span) -> Diagnostic {
    Diagnostic::error("an instance has facts only, and this is a directive", span)
        .help("directives belong in the program given with `--encoding`")
}

/// The atom of a rule that is a fact.
fn fact(rule: &Rule) -> Option<&groundplan::syntax::ast::Atom> {
    match &rule.head {
        Head::Literal(literal) if rule.body.is_empty() && literal.sign == Sign::Positive => {
            match &literal.kind {
                LiteralKind::Atom(atom) => Some(atom),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What has been understood of the facts so far.
struct Reading {
    names: FxHashMap<(Name, u32), Predicate>,
    locations: IndexSet<Symbol, FxBuildHasher>,
    neighbours: Vec<[Option<Location>; 4]>,
    boxes: IndexSet<Location, FxBuildHasher>,
    storages: IndexSet<Location, FxBuildHasher>,
    sokoban: Option<(Location, Span)>,
    steps: Vec<Symbol>,
    warnings: Vec<Diagnostic>,
}

impl Reading {
    fn new(symbols: &Symbols) -> Self {
        let names = PREDICATES
            .iter()
            .filter_map(|&(text, arity, predicate)| Some(((symbols.find_name(text)?, arity), predicate)));
        Reading {
            names: names.collect(),
            locations: IndexSet::default(),
            neighbours: Vec::new(),
            boxes: IndexSet::default(),
            storages: IndexSet::default(),
            sokoban: None,
            steps: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn predicate(&self, signature: Signature) -> Option<Predicate> {
        self.names.get(&(signature.name, signature.arity)).copied().filter(|_| !signature.negative)
    }

    fn location(&mut self, term: Symbol) -> Location {
        let (index, new) = self.locations.insert_full(term);
        if new {
            self.neighbours.push([None; 4]);
        }
        Location(index as u32)
    }

    fn read(
        mut self,
        facts: &Facts,
        symbols: &mut Symbols,
        whole: Span,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let mut foreign: FxHashSet<Signature> = FxHashSet::default();
        let mut standing: Vec<(&str, Location, Span)> = Vec::new();
        for fact in facts.iter() {
            let Some(predicate) = self.predicate(fact.signature) else {
                if foreign.insert(fact.signature) {
                    self.warnings.push(foreign_warning(fact.signature, fact.span, symbols));
                }
                continue;
            };
            match predicate {
                Predicate::Right | Predicate::Top => {
                    let [from, to] = [self.location(fact.arguments[0]), self.location(fact.arguments[1])];
                    let direction =
                        if predicate == Predicate::Right { Direction::Right } else { Direction::Up };
                    self.join(from, direction, to, fact.span, facts, symbols, diagnostics);
                }
                Predicate::Box => {
                    let location = self.location(fact.arguments[0]);
                    if self.boxes.insert(location) {
                        standing.push(("box", location, fact.span));
                    }
                }
                Predicate::Storage => {
                    let location = self.location(fact.arguments[0]);
                    if self.storages.insert(location) {
                        standing.push(("storage location", location, fact.span));
                    }
                }
                Predicate::Sokoban => {
                    let location = self.location(fact.arguments[0]);
                    match self.sokoban {
                        None => self.sokoban = Some((location, fact.span)),
                        Some((first, _)) if first == location => continue,
                        Some((_, first)) => diagnostics.push(
                            Diagnostic::error("there are two sokobans", fact.span)
                                .related(first, "the first one")
                                .help("an instance has exactly one `sokoban` fact"),
                        ),
                    }
                    standing.push(("sokoban", location, fact.span));
                }
                Predicate::Step | Predicate::Next => {}
            }
        }
        self.steps = self.chain(facts, symbols, diagnostics);
        if self.locations.is_empty() {
            diagnostics.push(Diagnostic::error("the instance has no location at all", whole).help(
                "an instance has facts such as `right(a,b).`, `box(b).`, `solution(c).`, `sokoban(a).`",
            ));
            return None;
        }
        match self.sokoban {
            None => diagnostics.push(
                Diagnostic::error("the instance has no sokoban", whole)
                    .help("add a fact such as `sokoban(a).` that says where it stands"),
            ),
            Some((location, span)) if self.boxes.contains(&location) => {
                let stands = standing.iter().find(|(what, place, _)| *what == "box" && *place == location);
                let mut error = Diagnostic::error("the sokoban stands on a box", span)
                    .help("put the sokoban or the box somewhere else");
                if let Some((.., place)) = stands {
                    error = error.related(*place, "the box is here");
                }
                diagnostics.push(error);
            }
            Some(_) => {}
        }
        if self.locations.len() > 1 {
            for (what, location, span) in standing {
                if self.neighbours[location.index()].iter().all(Option::is_none) {
                    let text = symbols.display(self.locations[location.index()]);
                    let message = format!("this {what} is on `{text}`, which has no neighbours");
                    self.warnings.push(
                        Diagnostic::warning(message, span)
                            .label("nothing leads here")
                            .help("is the name spelt right?"),
                    );
                }
            }
        }
        Some(self)
    }

    #[allow(clippy::too_many_arguments)] // a fact with all that a message about it needs
    fn join(
        &mut self,
        from: Location,
        direction: Direction,
        to: Location,
        span: Span,
        facts: &Facts,
        symbols: &Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let text = |location: Location| symbols.display(self.locations[location.index()]).to_string();
        let word = match direction {
            Direction::Right => ["right of", "left of"],
            _ => ["on top of", "below"],
        };
        if from == to {
            diagnostics.push(
                Diagnostic::error(format!("`{}` is {} itself", text(from), word[0]), span)
                    .help("a location is never its own neighbour"),
            );
            return;
        }
        for (cell, way, other, word) in
            [(from, direction, to, word[0]), (to, direction.opposite(), from, word[1])]
        {
            match self.neighbours[cell.index()][way as usize] {
                Some(known) if known != other => {
                    let message =
                        format!("`{}` and `{}` are both {word} `{}`", text(known), text(other), text(cell));
                    let mut error = Diagnostic::error(message, span)
                        .help("a location has at most one neighbour in each direction");
                    let pair = if way == direction { (cell, known) } else { (known, cell) };
                    if let Some(first) = self.find(facts, direction, pair, span) {
                        error = error.related(first, "the other one is here");
                    }
                    diagnostics.push(error);
                    return;
                }
                _ => self.neighbours[cell.index()][way as usize] = Some(other),
            }
        }
    }

    /// Where it says that the second location of the pair is right or on top of the first.
    fn find(
        &self,
        facts: &Facts,
        direction: Direction,
        pair: (Location, Location),
        before: Span,
    ) -> Option<Span> {
        let wanted = if direction == Direction::Right { Predicate::Right } else { Predicate::Top };
        let terms = [self.locations[pair.0.index()], self.locations[pair.1.index()]];
        let mut earlier = facts.iter().filter(|fact| fact.span < before);
        let found =
            earlier.find(|fact| self.predicate(fact.signature) == Some(wanted) && fact.arguments == terms);
        found.map(|fact| fact.span)
    }

    fn chain(&self, facts: &Facts, symbols: &Symbols, diagnostics: &mut Vec<Diagnostic>) -> Vec<Symbol> {
        let of = |wanted: Predicate| {
            facts.iter().filter(move |fact| self.predicate(fact.signature) == Some(wanted))
        };
        let steps = of(Predicate::Step).map(|fact| (fact.arguments[0], fact.span));
        let links = of(Predicate::Next).map(|fact| (fact.arguments[0], fact.arguments[1], fact.span));
        chain::order(steps, links, symbols).unwrap_or_else(|error| {
            diagnostics.push(*error);
            Vec::new()
        })
    }

    fn instance(self, symbols: Symbols, facts: Facts, sources: Sources) -> Instance {
        Instance {
            symbols,
            facts,
            locations: self.locations,
            neighbours: self.neighbours,
            boxes: self.boxes.into_iter().collect(),
            storages: self.storages.into_iter().collect(),
            sokoban: self.sokoban.expect("a reading without errors has a sokoban").0,
            steps: self.steps,
            warnings: Diagnostics::new(self.warnings, sources),
        }
    }
}

fn foreign_warning(signature: Signature, span: Span, symbols: &Symbols) -> Diagnostic {
    let name = symbols.text(signature.name);
    let sign = if signature.negative { "-" } else { "" };
    let message = format!("`{sign}{name}/{}` is not a predicate of an instance", signature.arity);
    let warning = Diagnostic::warning(message, span).label("has no meaning here");
    let known = PREDICATES.iter().find(|(known, ..)| *known == name && !signature.negative);
    match known {
        Some((_, arity, _)) => {
            let plural = if *arity == 1 { "" } else { "s" };
            warning.help(format!("`{name}` has {arity} argument{plural}"))
        }
        None => warning,
    }
}
