//! The language of gringo 5, as a grammar.
//!
//! Text that is no statement of it is an error, and so are terms that are nested deeper than [`DEEPEST`] or longer than
//! [`LONGEST`].

use std::cell::Cell;
use std::rc::Rc;

use peg::error::ParseError;
use peg::str::LineCol;

use crate::error::{Error, Place};
use crate::syntax::{
    Aggregate, Atom, Binary, BodyItem, Element, Function, Head, HeadForm, Literal, Placed, Relation,
    Statement, Term, Unary,
};
use crate::value::Value;

/// The deepest nesting of terms and comments.
const DEEPEST: usize = 200;
/// The most operators of a term.
const LONGEST: usize = 1000;

/// Constructs that the grammar recognises, and refuses.
const REFUSED: [&str; 5] = [DEEP, LONG, LIBRARY, NO_ATOM, NEGATIONS];
const DEEP: &str = "a term that is nested too deeply";
const LONG: &str = "a term that is too long";
const LIBRARY: &str = "the inclusion of a library";
const NO_ATOM: &str = "a term in the place of an atom";
const NEGATIONS: &str = "`not` more than twice";

/// Parses a text, which is number `text` among all of them.
///
/// # Errors
///
/// [`Error::Unsupported`] at the first text that is not known.
pub(crate) fn parse(source: &str, text: usize) -> Result<Vec<Placed>, Error> {
    let found = language::program(source, &Nesting::default()).map_err(|error| Error::Unsupported {
        construct: construct(source, &error),
        place: Place { text, line: error.location.line },
    })?;
    let (mut line, mut before) = (1, 0);
    let mut statements = Vec::new();
    for (start, found) in found {
        line += source[before..start].matches('\n').count();
        before = start;
        statements.extend(found.into_iter().map(|statement| (statement, Place { text, line })));
    }
    Ok(statements)
}

/// Parses a definition `name=term` of a constant.
///
/// # Errors
///
/// The reason why the text is none.
pub(crate) fn parse_constant(text: &str) -> Result<(Rc<str>, Term), String> {
    language::definition(text, &Nesting::default()).map_err(|error| construct(text, &error))
}

/// Parses a term that is the whole text.
///
/// # Errors
///
/// The reason why the text is none.
pub(crate) fn parse_term(text: &str) -> Result<Term, String> {
    language::only_term(text, &Nesting::default()).map_err(|error| construct(text, &error))
}

/// Names the construct at which parsing failed.
fn construct(source: &str, error: &ParseError<LineCol>) -> String {
    if let Some(refused) = error.expected.tokens().find(|token| REFUSED.contains(token)) {
        return refused.to_owned();
    }
    let rest = &source[error.location.offset..];
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'';
    let word = |start: usize| {
        let length = rest[start..].find(|letter| !is_letter(letter)).unwrap_or(rest.len() - start);
        &rest[..start + length]
    };
    match rest.chars().next() {
        None => "a statement without its end".to_owned(),
        Some('%') => "a comment without its end".to_owned(),
        Some('&') => "a theory atom".to_owned(),
        Some('@') => "an external function".to_owned(),
        Some('#') => format!("`{}`", word(1)),
        Some(letter) if is_letter(letter) => format!("`{}` at this place", word(0)),
        Some(letter) => format!("`{letter}` at this place"),
    }
}

/// The nesting of the term that is being parsed, and the operators of the outermost one so far.
#[derive(Default)]
struct Nesting {
    depth: Cell<usize>,
    operators: Cell<usize>,
}

impl Nesting {
    fn enter(&self) -> Result<(), &'static str> {
        if self.depth.get() == 0 {
            self.operators.set(0);
        }
        if self.depth.get() == DEEPEST {
            return Err(DEEP);
        }
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }

    fn leave<T>(&self, found: Option<T>) -> Result<T, &'static str> {
        self.depth.set(self.depth.get() - 1);
        found.ok_or("a term")
    }

    fn operator(&self) -> Result<(), &'static str> {
        self.operators.set(self.operators.get() + 1);
        if self.operators.get() <= LONGEST {
            Ok(())
        } else {
            Err(LONG)
        }
    }
}

peg::parser! {
    grammar language(nesting: &Nesting) for str {
        pub rule program() -> Vec<(usize, Vec<Statement>)>
            = _ statements:(start:position!() found:statement() { (start, found) })* { statements }
        pub rule definition() -> (Rc<str>, Term) = _ name:name() "=" _ value:term() { (name, value) }
        pub rule only_term() -> Term = _ term:term() { term }

        // Spaces, and comments, which nest. A line comment within another one hides its end, but `#!` begins none there.
        rule _() = quiet!{
            ([' ' | '\t' | '\r' | '\n' | '\u{feff}'] / comment() / line_comment() / "#!" [^ '\n']*)*
        }
        rule comment() = "%*" nested(<$((comment() / line_comment() / !"*%" [_])*)>) "*%"
        rule line_comment() = "%" !"*" [^ '\n']*
        rule nested<T>(inner: rule<T>) -> T = ({? nesting.enter() }) found:inner()? {? nesting.leave(found) }

        rule statement() -> Vec<Statement>
            = "#const" end() name:name() "=" _ value:term() dot() overrides:overrides() {
                vec![Statement::Const { name, value, overrides }]
            }
            / "#include" end() file:string() dot() { vec![Statement::Include(file)] }
            / "#include" end() "<" {? Err(LIBRARY) }
            / "#program" end() name:name() parameters:parameters() dot() {
                vec![Statement::Part { is_base: &*name == "base" && parameters.is_empty() }]
            }
            / "#external" end() atom:atom() body:where_body() dot() value:("[" _ value:term() "]" _ { value })? {
                let value = value.unwrap_or(Term::Function("false".into(), Vec::new()));
                vec![Statement::External(atom, body, value)]
            }
            / "#edge" end() edge:operand() body:where_body() dot() { vec![Statement::Edge { edge, body }] }
            / "#min" "im" ("ize" / "ise") end() parts:objective() { parts }
            / "#max" "im" ("ize" / "ise") end() parts:objective() { parts.into_iter().map(negated).collect() }
            / ("#show" / "#defined" / "#project") end() (skipped() / "]" _)* dot() { Vec::new() }
            / "#heuristic" end() (skipped() / "]" _)* dot() "[" _ skipped()* "]" _ { Vec::new() }
            / ":~" _ body:body()? dot() "[" _ weight:weight() "]" _ {
                vec![minimize(weight, body.unwrap_or_default())]
            }
            / head:(head:head() { head } / &":-" { Head::Disjunction(Vec::new()) })
                body:(":-" _ body:body()? { body })? dot() {
                vec![Statement::Rule(head, body.flatten().unwrap_or_default())]
            }
        rule end() = !letter() _
        rule dot() = "." !"." _
        rule colon() = ":" !['-' | '~'] _
        rule comma() = "," _
        rule semicolon() = ";" _
        rule overrides() -> bool
            = "[" _ "default" end() "]" _ { false } / "[" _ "override" end() "]" _ { true } / { false }
        rule parameters() -> Vec<Rc<str>> = "(" _ names:(name() ** comma()) ")" _ { names } / { Vec::new() }
        rule where_body() -> Vec<BodyItem>
            = body:(colon() body:body()? { body })? { body.flatten().unwrap_or_default() }
        rule objective() -> Vec<Statement>
            = "{" _ parts:(part() ** semicolon()) semicolon()? "}" _ dot() { parts }
        rule part() -> Statement = weight:weight() condition:condition()? {
            minimize(weight, condition.into_iter().flatten().map(BodyItem::Literal).collect())
        }
        rule weight() -> (Term, Term, Vec<Term>)
            = weight:term() priority:("@" _ term:term() { term })? tuple:(comma() term:term() { term })* {
                (weight, priority.unwrap_or(Term::Value(Value::Number(0))), tuple)
            }
        rule skipped() = (string() / ".." / [^ '.' | ']' | '"' | '%']) _

        rule head() -> Head
            = aggregate:aggregate(<head_element()>) { Head::Choice(aggregate) }
            / elements:(element() ++ (['|' | ';' | ','] _)) { Head::Disjunction(elements) }
        rule body() -> Vec<BodyItem> = body_literal() ++ ([';' | ','] _)
        rule body_literal() -> BodyItem
            = sign:sign() aggregate:aggregate(<body_element()>) { BodyItem::Aggregate(sign, aggregate) }
            / literal:literal() condition:condition()? {
                match condition {
                    Some(condition) => BodyItem::Conditional(Element { tuple: Vec::new(), literal, condition }),
                    None => BodyItem::Literal(literal),
                }
            }
        rule aggregate(weighed: rule<Element>) -> Aggregate
            = left:(term:term() relation:relation()? { (relation.unwrap_or(Relation::LessEqual).mirrored(), term) })?
            found:(function:function() "{" _ elements:(weighed() ** semicolon()) { (Some(function), elements) }
                / "{" _ elements:(element() ** semicolon()) { (None, elements) }) "}" _
            right:(relation:relation()? term:term() { (relation.unwrap_or(Relation::LessEqual), term) })? {
                let (function, elements) = found;
                Aggregate { function, elements, guards: left.into_iter().chain(right).collect() }
            }
        rule function() -> Function
            = "#count" end() { Function::Count }
            / "#sum+" _ { Function::SumPlus }
            / "#sum" end() { Function::Sum }
            / "#min" end() { Function::Min }
            / "#max" end() { Function::Max }
        rule head_element() -> Element
            = tuple:tuple() colon() element:element() { Element { tuple, ..element } }
        rule body_element() -> Element = tuple:tuple() condition:condition()? {
            let literal = Literal { sign: 0, kind: HeadForm::Truth(true) };
            Element { tuple, literal, condition: condition.unwrap_or_default() }
        }
        rule tuple() -> Vec<Term> = term() ++ comma() / &":" { Vec::new() }
        rule element() -> Element = literal:literal() condition:condition()? {
            Element { tuple: Vec::new(), literal, condition: condition.unwrap_or_default() }
        }
        rule condition() -> Vec<Literal> = colon() literals:(literal() ** comma()) { literals }

        rule sign() -> u8 = words:("not" end())* {?
            if words.len() < 3 { Ok(words.len() as u8) } else { Err(NEGATIONS) }
        }
        rule literal() -> Literal = sign:sign() kind:kind() { Literal { sign, kind } }
        rule kind() -> HeadForm
            = "#true" end() { HeadForm::Truth(true) }
            / "#false" end() { HeadForm::Truth(false) }
            / first:term() rest:(relation:relation() term:term() { (relation, term) })* {?
                match rest.is_empty() {
                    true => as_atom(first).map(HeadForm::Atom).ok_or(NO_ATOM),
                    false => Ok(HeadForm::Comparison(first, rest)),
                }
            }
        rule atom() -> Atom = term:term() {? as_atom(term).ok_or(NO_ATOM) }
        rule relation() -> Relation
            = ("==" / "=") _ { Relation::Equal }
            / ("!=" / "<>") _ { Relation::NotEqual }
            / "<=" _ { Relation::LessEqual }
            / "<" _ { Relation::Less }
            / ">=" _ { Relation::GreaterEqual }
            / ">" _ { Relation::Greater }

        rule term() -> Term = nested(<interval()>)
        rule interval() -> Term = first:operation() rest:(".." _ term:operation() { term })* {
            rest.into_iter().fold(first, |left, right| Term::Interval(Box::new(left), Box::new(right)))
        }
        // Operators that bind more strongly come later. All but the last bind to the left.
        rule operation() -> Term = precedence!{
            left:(@) "^" operator() right:@ { binary(Binary::Xor, left, right) }
            --
            left:(@) "?" operator() right:@ { binary(Binary::Or, left, right) }
            --
            left:(@) "&" operator() right:@ { binary(Binary::And, left, right) }
            --
            left:(@) "+" operator() right:@ { binary(Binary::Add, left, right) }
            left:(@) "-" operator() right:@ { binary(Binary::Subtract, left, right) }
            --
            left:(@) "*" !"*" operator() right:@ { binary(Binary::Multiply, left, right) }
            left:(@) "/" operator() right:@ { binary(Binary::Divide, left, right) }
            left:(@) "\\" operator() right:@ { binary(Binary::Modulo, left, right) }
            --
            left:@ "**" operator() right:(@) { binary(Binary::Power, left, right) }
            --
            operand:operand() { operand }
        }
        rule operator() = _ ({? nesting.operator() })
        rule operand() -> Term
            = number:number() { Term::Value(Value::Number(number)) }
            / text:string() { Term::Value(Value::String(text)) }
            / ("#infimum" / "#inf") end() { Term::Value(Value::Infimum) }
            / ("#supremum" / "#sup") end() { Term::Value(Value::Supremum) }
            / name:variable() { Term::Variable(name) }
            / "_" end() { Term::Anonymous }
            / "-" _ operand:nested(<operand()>) { unary(Unary::Minus, operand) }
            / "~" _ operand:nested(<operand()>) { unary(Unary::Complement, operand) }
            / "|" _ terms:(term() ++ semicolon()) "|" _ {
                pool(terms.into_iter().map(|term| unary(Unary::Absolute, term)).collect())
            }
            / "(" _ terms:(parenthesized() ++ semicolon()) ")" _ { pool(terms) }
            / name:name() lists:("(" _ lists:((term() ** comma()) ++ semicolon()) ")" _ { lists })? {
                let lists = lists.unwrap_or(vec![Vec::new()]);
                pool(lists.into_iter().map(|list| Term::Function(name.clone(), list)).collect())
            }
        rule parenthesized() -> Term
            = first:term() rest:(comma() term:term() { term })* last:$(comma()?) {
                match (rest.is_empty(), last) {
                    (true, "") => first,
                    _ => Term::Function("".into(), std::iter::once(first).chain(rest).collect()),
                }
            }
            / comma()? { Term::Function("".into(), Vec::new()) }

        rule letter() = quiet!{ ['\'' | 'A'..='Z' | 'a'..='z' | '0'..='9' | '_'] }
        rule name() -> Rc<str>
            = quiet!{ !("not" !letter()) name:$(['_' | '\'']* ['a'..='z'] letter()*) _ { name.into() } }
            / expected!("a name")
        rule variable() -> Rc<str>
            = quiet!{ name:$(['_' | '\'']* ['A'..='Z'] letter()*) _ { name.into() } } / expected!("a variable")
        rule number() -> i64
            = quiet!{ word:$(['0'..='9'] letter()*) _ {? number(word).ok_or("a number") } } / expected!("a number")
        rule string() -> Rc<str>
            = quiet!{ "\"" text:$(([^ '"' | '\\' | '\n'] / "\\" ['"' | '\\' | 'n'])*) "\"" _ { unescaped(text) } }
            / expected!("a string")
    }
}

fn minimize((weight, priority, tuple): (Term, Term, Vec<Term>), body: Vec<BodyItem>) -> Statement {
    Statement::Minimize { weight, priority, tuple, body }
}

/// Negates the weight of a part of an objective.
fn negated(part: Statement) -> Statement {
    match part {
        Statement::Minimize { weight, priority, tuple, body } => {
            minimize((unary(Unary::Minus, weight), priority, tuple), body)
        }
        other => other,
    }
}

fn unary(operator: Unary, operand: Term) -> Term {
    Term::Unary(operator, Box::new(operand))
}

fn binary(operator: Binary, left: Term, right: Term) -> Term {
    Term::Binary(operator, Box::new(left), Box::new(right))
}

fn pool(mut alternatives: Vec<Term>) -> Term {
    match alternatives.len() {
        1 => alternatives.remove(0),
        _ => Term::Pool(alternatives),
    }
}

fn number(word: &str) -> Option<i64> {
    match word.get(..2) {
        Some("0x") => i64::from_str_radix(&word[2..], 16).ok(),
        Some("0o") => i64::from_str_radix(&word[2..], 8).ok(),
        Some("0b") => i64::from_str_radix(&word[2..], 2).ok(),
        _ if word.len() > 1 && word.starts_with('0') => None,
        _ => word.parse().ok(),
    }
}

fn unescaped(text: &str) -> Rc<str> {
    // A backslash is first, so that none is read twice.
    let parts: Vec<String> =
        text.split("\\\\").map(|part| part.replace("\\n", "\n").replace("\\\"", "\"")).collect();
    parts.join("\\").into()
}

/// Reads a term as an atom.
fn as_atom(term: Term) -> Option<Atom> {
    match term {
        Term::Unary(Unary::Minus, operand) => {
            let atom = as_atom(*operand)?;
            (!atom.negative).then_some(Atom { negative: true, ..atom })
        }
        Term::Function(name, arguments) if !name.is_empty() => {
            Some(Atom { negative: false, name, pools: vec![arguments] })
        }
        Term::Pool(alternatives) => {
            let atoms: Option<Vec<Atom>> = alternatives.into_iter().map(as_atom).collect();
            let atoms = atoms?;
            let (negative, name) = (atoms[0].negative, atoms[0].name.clone());
            let same = atoms.iter().all(|atom| atom.negative == negative && atom.name == name);
            let pools = atoms.into_iter().flat_map(|atom| atom.pools).collect();
            same.then_some(Atom { negative, name, pools })
        }
        _ => None,
    }
}
