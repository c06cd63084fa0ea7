//! Reads an instance from facts, with diagnostics for facts that are not one.

use groundplan::diagnostic::{Diagnostic, Diagnostics, Span};
use groundplan::symbol::{Name, Symbol, Symbols};
use groundplan::syntax::ast::{Facts, Signature};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::chain;
use crate::facts::{self, FactText};
use crate::instance::{Instance, InstanceError};
use crate::location::{Direction, Location};

impl Instance {
    /// Reads an instance from facts. `name` is how messages refer to the text.
    ///
    /// # Errors
    ///
    /// When the text is not facts, or the facts do not describe an instance.
    pub fn read(name: &str, text: &str) -> Result<Instance, InstanceError> {
        instance(facts::read(name, text))
    }
}

/// Makes an instance of the facts of a text.
///
/// # Errors
///
/// When the facts do not describe an instance.
fn instance(text: FactText) -> Result<Instance, InstanceError> {
    let FactText { symbols, facts, sources, start, mut diagnostics, .. } = text;
    if diagnostics.is_empty() {
        let mut reader = InstanceReader::new(&symbols);
        reader.read(&facts, &symbols, start, &mut diagnostics);
        if let Some((sokoban, _)) = reader.sokoban.filter(|_| diagnostics.is_empty()) {
            return Ok(Instance {
                symbols,
                facts,
                locations: reader.locations,
                neighbours: reader.neighbours,
                boxes: reader.boxes.into_iter().collect(),
                storages: reader.storages.into_iter().collect(),
                sokoban,
                steps: reader.steps,
                warnings: Diagnostics::new(reader.warnings, sources),
            });
        }
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    Err(InstanceError(Diagnostics::new(diagnostics, sources)))
}

/// The predicates of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KnownPredicate {
    Right,
    Top,
    Box,
    Storage,
    Sokoban,
    Step,
    Next,
}

const PREDICATES: [(&str, u32, KnownPredicate); 8] = [
    ("right", 2, KnownPredicate::Right),
    ("top", 2, KnownPredicate::Top),
    ("box", 1, KnownPredicate::Box),
    ("solution", 1, KnownPredicate::Storage),
    ("storage", 1, KnownPredicate::Storage),
    ("sokoban", 1, KnownPredicate::Sokoban),
    ("step", 1, KnownPredicate::Step),
    ("next", 2, KnownPredicate::Next),
];

/// A box, a storage location or the sokoban: its location, and the position of its fact.
#[derive(Clone, Copy)]
struct PlacedThing {
    predicate: KnownPredicate,
    location: Location,
    span: Span,
}

/// The instance as far as its facts have been read.
struct InstanceReader {
    names: FxHashMap<(Name, u32), KnownPredicate>,
    locations: IndexSet<Symbol, FxBuildHasher>,
    neighbours: Vec<[Option<Location>; 4]>,
    boxes: IndexSet<Location, FxBuildHasher>,
    storages: IndexSet<Location, FxBuildHasher>,
    sokoban: Option<(Location, Span)>,
    steps: Vec<Symbol>,
    warnings: Vec<Diagnostic>,
}

impl InstanceReader {
    fn new(symbols: &Symbols) -> Self {
        let names = PREDICATES
            .iter()
            .filter_map(|&(text, arity, predicate)| Some(((symbols.find_name(text)?, arity), predicate)));
        InstanceReader {
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

    fn predicate(&self, signature: Signature) -> Option<KnownPredicate> {
        self.names.get(&(signature.name, signature.arity)).copied().filter(|_| !signature.negative)
    }

    fn location(&mut self, term: Symbol) -> Location {
        let (index, new) = self.locations.insert_full(term);
        if new {
            self.neighbours.push([None; 4]);
        }
        Location(index as u32)
    }

    /// Reads all facts, and appends errors to `diagnostics`.
    fn read(&mut self, facts: &Facts, symbols: &Symbols, start: Span, diagnostics: &mut Vec<Diagnostic>) {
        let mut foreign: FxHashSet<Signature> = FxHashSet::default();
        let mut standing: Vec<PlacedThing> = Vec::new();
        for fact in facts.iter() {
            let Some(predicate) = self.predicate(fact.signature) else {
                if foreign.insert(fact.signature) {
                    self.warnings.push(foreign_warning(fact.signature, fact.span, symbols));
                }
                continue;
            };
            match predicate {
                KnownPredicate::Right | KnownPredicate::Top => {
                    let [from, to] = [self.location(fact.arguments[0]), self.location(fact.arguments[1])];
                    let direction =
                        if predicate == KnownPredicate::Right { Direction::Right } else { Direction::Up };
                    if let Err(error) = self.join(from, direction, to, fact.span, facts, symbols) {
                        diagnostics.push(*error);
                    }
                }
                KnownPredicate::Box | KnownPredicate::Storage | KnownPredicate::Sokoban => {
                    let location = self.location(fact.arguments[0]);
                    match self.put(predicate, location, fact.span) {
                        Ok(true) => standing.push(PlacedThing { predicate, location, span: fact.span }),
                        Ok(false) => {}
                        Err(error) => diagnostics.push(*error),
                    }
                }
                KnownPredicate::Step | KnownPredicate::Next => {}
            }
        }
        self.steps = self.chain(facts, symbols, diagnostics);
        if self.locations.is_empty() {
            diagnostics.push(Diagnostic::error("the instance has no location at all", start).help(
                "an instance has facts such as `right(a,b).`, `box(b).`, `solution(c).`, `sokoban(a).`",
            ));
            return;
        }
        self.check_sokoban(&standing, start, diagnostics);
        self.warn_of_isolated(&standing, symbols);
    }

    /// Puts a box, a storage location or the sokoban on a location. Returns whether it was not there before.
    ///
    /// # Errors
    ///
    /// When it is a second sokoban.
    fn put(&mut self, what: KnownPredicate, location: Location, span: Span) -> Result<bool, Box<Diagnostic>> {
        match (what, self.sokoban) {
            (KnownPredicate::Box, _) => Ok(self.boxes.insert(location)),
            (KnownPredicate::Storage, _) => Ok(self.storages.insert(location)),
            (_, None) => {
                self.sokoban = Some((location, span));
                Ok(true)
            }
            (_, Some((first, _))) if first == location => Ok(false),
            (_, Some((_, first))) => Err(Box::new(
                Diagnostic::error("there are two sokobans", span)
                    .related(first, "the first one")
                    .help("an instance has exactly one `sokoban` fact"),
            )),
        }
    }

    /// Checks that there is a sokoban and that it does not stand on a box.
    fn check_sokoban(&self, standing: &[PlacedThing], start: Span, diagnostics: &mut Vec<Diagnostic>) {
        match self.sokoban {
            None => diagnostics.push(
                Diagnostic::error("the instance has no sokoban", start)
                    .help("add a fact such as `sokoban(a).` that says where it stands"),
            ),
            Some((location, span)) if self.boxes.contains(&location) => {
                let below =
                    standing.iter().find(|it| it.predicate == KnownPredicate::Box && it.location == location);
                let mut error = Diagnostic::error("the sokoban stands on a box", span)
                    .help("put the sokoban or the box somewhere else");
                if let Some(below) = below {
                    error = error.related(below.span, "the box is here");
                }
                diagnostics.push(error);
            }
            Some(_) => {}
        }
    }

    /// Warns of boxes, storage locations and a sokoban on locations without neighbours: the name may be misspelt.
    fn warn_of_isolated(&mut self, standing: &[PlacedThing], symbols: &Symbols) {
        if self.locations.len() == 1 {
            return;
        }
        for &PlacedThing { predicate, location, span } in standing {
            if self.neighbours[location.index()].iter().all(Option::is_none) {
                let what = match predicate {
                    KnownPredicate::Box => "box",
                    KnownPredicate::Storage => "storage location",
                    _ => "sokoban",
                };
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

    /// Makes two locations neighbours.
    ///
    /// # Errors
    ///
    /// When they are the same location, or one of them has another neighbour in that direction.
    fn join(
        &mut self,
        from: Location,
        direction: Direction,
        to: Location,
        span: Span,
        facts: &Facts,
        symbols: &Symbols,
    ) -> Result<(), Box<Diagnostic>> {
        let text = |location: Location| symbols.display(self.locations[location.index()]).to_string();
        let word = match direction {
            Direction::Right => ["right of", "left of"],
            _ => ["on top of", "below"],
        };
        if from == to {
            let error = Diagnostic::error(format!("`{}` is {} itself", text(from), word[0]), span);
            return Err(Box::new(error.help("a location is never its own neighbour")));
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
                    return Err(Box::new(error));
                }
                _ => self.neighbours[cell.index()][way as usize] = Some(other),
            }
        }
        Ok(())
    }

    /// The position of the earlier fact that puts the second location of the pair to the right of the first, or on top
    /// of it.
    fn find(
        &self,
        facts: &Facts,
        direction: Direction,
        pair: (Location, Location),
        before: Span,
    ) -> Option<Span> {
        let wanted = if direction == Direction::Right { KnownPredicate::Right } else { KnownPredicate::Top };
        let terms = [self.locations[pair.0.index()], self.locations[pair.1.index()]];
        let mut earlier = facts.iter().filter(|fact| fact.span < before);
        let found =
            earlier.find(|fact| self.predicate(fact.signature) == Some(wanted) && fact.arguments == terms);
        found.map(|fact| fact.span)
    }

    fn chain(&self, facts: &Facts, symbols: &Symbols, diagnostics: &mut Vec<Diagnostic>) -> Vec<Symbol> {
        let of = |wanted: KnownPredicate| {
            facts.iter().filter(move |fact| self.predicate(fact.signature) == Some(wanted))
        };
        let steps = of(KnownPredicate::Step).map(|fact| (fact.arguments[0], fact.span));
        let links = of(KnownPredicate::Next).map(|fact| (fact.arguments[0], fact.arguments[1], fact.span));
        chain::order(steps, links, symbols).unwrap_or_else(|error| {
            diagnostics.push(*error);
            Vec::new()
        })
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
