//! Warnings about atoms that no head derives: those of a predicate without a head, and those that no head of their predicate
//! unifies with.
//!
//! As in gringo, each occurrence counts, predicates with a ground fact are taken as defined whatever the arguments, and neither
//! projection to an atom nor a heuristic is a use of it.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::lint::{display, suggestion};
use super::patterns::{PatternReader, PredicateDefinitions};
use super::unify::{may_be_equal, Pattern, Start};
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::program::{Base, Domain, HIDDEN};
use crate::symbol::{Name, Symbols};
use crate::syntax::ast::{Atom, Head, LiteralKind, Part, Show, Sign, Signature, Statement, Term};
use crate::syntax::Print;

/// What is known beside the texts.
pub struct DerivedAtoms<'k> {
    /// The definitions of constants from outside.
    pub constants: &'k [(Name, Term)],
    /// All atoms. Predicates that have some are defined, even if no text derives them.
    pub base: &'k Base,
    /// The predicates that had atoms before the last grounding, so that no text needs to derive more.
    pub earlier: &'k FxHashSet<Signature>,
}

/// Returns the predicates that have atoms.
pub fn inhabited<'b>(base: &'b Base, symbols: &'b Symbols) -> impl Iterator<Item = Signature> + 'b {
    let domains = base.domains().map(|(_, domain)| domain).filter(|domain| !domain.is_empty());
    domains.map(Domain::signature).filter(|it| !symbols.text(it.name).starts_with(HIDDEN))
}

/// The heads that may derive atoms of a predicate.
#[derive(Default)]
struct Heads {
    ground: FxHashSet<Vec<Pattern>>,
    /// Those with variables, by the position and the begin of their first argument that begins in one way only. So few of them
    /// have to be tried for an atom.
    open: FxHashMap<Option<(usize, Start)>, FxHashSet<Vec<Pattern>>>,
    /// The positions in the keys of `open`.
    positions: BTreeSet<usize>,
}

impl Heads {
    fn add(&mut self, arguments: Vec<Pattern>, symbols: &Symbols) {
        if arguments.iter().all(Pattern::is_ground) {
            self.ground.insert(arguments);
        } else {
            let mut starts = arguments.iter().map(|argument| argument.start(symbols)).enumerate();
            let key = starts.find_map(|(position, start)| Some((position, start?)));
            self.positions.extend(key.iter().map(|(position, _)| position));
            self.open.entry(key).or_default().insert(arguments);
        }
    }

    /// Whether some head unifies with an atom.
    fn may_derive(&self, arguments: &[Pattern], symbols: &Symbols) -> bool {
        let matches = |head: &Vec<Pattern>| may_be_equal(head, arguments, symbols);
        let among =
            |key: Option<(usize, Start)>| self.open.get(&key).is_some_and(|it| it.iter().any(matches));
        let at = |position: usize| match arguments[position].start(symbols) {
            Some(start) => among(Some((position, start))),
            None => {
                let keyed = |key: &Option<(usize, Start)>| key.as_ref().is_some_and(|key| key.0 == position);
                self.open.iter().any(|(key, heads)| keyed(key) && heads.iter().any(matches))
            }
        };
        among(None)
            || self.positions.iter().any(|&position| at(position))
            || if arguments.iter().all(Pattern::is_ground) {
                self.ground.contains(arguments)
            } else {
                self.ground.iter().any(matches)
            }
    }
}

/// A use of an atom: its predicate and arguments.
struct Use<'p> {
    atom: &'p Atom,
    signature: Signature,
    arguments: Vec<Pattern>,
}

/// The atoms of a program.
#[derive(Default)]
struct Atoms<'p> {
    /// Predicates of which every atom is taken as derived.
    whole: FxHashSet<Signature>,
    heads: FxHashMap<Signature, Heads>,
    uses: Vec<Use<'p>>,
    /// Predicates that are shown, at the first place.
    shown: IndexMap<Signature, Span, FxBuildHasher>,
}

/// Returns warnings about atoms that no head derives, at each use, and about shown predicates without a head.
#[must_use]
pub fn underived(parts: &[Part], known: &DerivedAtoms, symbols: &Symbols) -> Vec<Diagnostic> {
    let Atoms { whole, heads, uses, shown } = Atoms::of(parts, known, symbols);
    let mut defined = whole.clone();
    defined.extend(heads.keys());
    defined.extend(inhabited(known.base, symbols));
    let mut warnings = Vec::new();
    let mut warned: FxHashSet<Span> = FxHashSet::default();
    for Use { atom, signature, arguments } in &uses {
        let taken = whole.contains(signature) || known.earlier.contains(signature);
        let is_defined = defined.contains(signature);
        let may_derive = |heads: &Heads| taken || heads.may_derive(arguments, symbols);
        if is_defined && heads.get(signature).is_none_or(may_derive) || !warned.insert(atom.span) {
            continue;
        }
        let name = display(*signature, symbols);
        let intended = format!("`#defined {name}.` says that this is intended");
        warnings.push(if is_defined {
            let message = format!("nothing derives `{}`", atom.display(symbols));
            Diagnostic::warning(message, atom.span)
                .help(format!("the rules for `{name}` derive other atoms only; {intended}"))
        } else {
            let meant = suggestion(*signature, &defined, symbols);
            let text = symbols.text(signature.name);
            let help = match meant {
                Some(meant) => format!("did you mean `{}`? {intended}", display(meant, symbols)),
                None if signature.arity == 0 && matches!(text, "true" | "false") => {
                    format!("did you mean `#{text}`? {intended}")
                }
                None => intended,
            };
            no_predicate(*signature, meant, atom.span, symbols).help(help)
        });
    }
    let used: FxHashSet<Signature> = uses.iter().map(|it| it.signature).collect();
    for (&signature, &span) in &shown {
        if !defined.contains(&signature) && !used.contains(&signature) {
            let meant = suggestion(signature, &defined, symbols);
            let help = match meant {
                Some(meant) => format!("did you mean `{}`?", display(meant, symbols)),
                None => "show a predicate that occurs in the program".to_owned(),
            };
            warnings.push(no_predicate(signature, meant, span, symbols).help(help));
        }
    }
    warnings.into_iter().map(|warning| warning.lint(Lint::Undefined)).collect()
}

impl<'p> Atoms<'p> {
    fn of(parts: &'p [Part], known: &DerivedAtoms, symbols: &Symbols) -> Self {
        let mut atoms = Atoms {
            whole: parts.iter().flat_map(|part| part.facts.signatures()).collect(),
            ..Atoms::default()
        };
        let definitions = PredicateDefinitions::of(parts, known.constants);
        for part in parts {
            for statement in &part.statements {
                atoms.add(statement, &mut PatternReader::new(&definitions, &part.parameters, symbols));
            }
        }
        atoms
    }

    fn add(&mut self, statement: &'p Statement, reader: &mut PatternReader) {
        match statement {
            Statement::Defined(signature, _) => {
                self.whole.insert(*signature);
            }
            Statement::Show(Show::Signature(signature, span)) => {
                self.shown.entry(*signature).or_insert(*span);
            }
            _ => {}
        }
        let unused = match statement {
            Statement::ProjectAtom(atom, ..) => Some(atom.span),
            Statement::Heuristic(heuristic) => Some(heuristic.atom.span),
            _ => None,
        };
        let is_fact = is_fact(statement);
        statement.atoms(&mut |atom, derives| {
            if !derives && unused == Some(atom.span) {
                return;
            }
            for arguments in reader.atom(atom) {
                let arity = u32::try_from(arguments.len()).expect("fewer than 2^32 arguments");
                let signature = Signature { name: atom.name, arity, negative: atom.negative };
                if !derives {
                    self.uses.push(Use { atom, signature, arguments });
                } else if is_fact && arguments.iter().all(Pattern::is_ground) {
                    self.whole.insert(signature);
                } else {
                    self.heads.entry(signature).or_default().add(arguments, reader.symbols());
                }
            }
        });
    }
}

/// Whether the statement is an atom alone.
fn is_fact(statement: &Statement) -> bool {
    let Statement::Rule(rule) = statement else { return false };
    let is_atom = |head: &Head| match head {
        Head::Literal(literal) => {
            literal.sign == Sign::Positive && matches!(literal.kind, LiteralKind::Atom(_))
        }
        _ => false,
    };
    rule.body.is_empty() && is_atom(&rule.head)
}

/// Returns the warning about a predicate that no head derives. A similar predicate corrects it if only the name differs.
fn no_predicate(signature: Signature, meant: Option<Signature>, span: Span, symbols: &Symbols) -> Diagnostic {
    let renamed = |meant: &Signature| Signature { name: meant.name, ..signature } == *meant;
    let corrected = meant.filter(renamed).map(|meant| symbols.text(meant.name));
    Diagnostic::warning(format!("nothing derives `{}`", display(signature, symbols)), span)
        .correction(symbols.text(signature.name), corrected.as_slice())
}
