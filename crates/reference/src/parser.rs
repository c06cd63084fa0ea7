//! Parses programs in the language of gringo 5.
//!
//! Everything that this parser does not know is an error, and so is text that is nested deeper than [`DEEPEST`].

use std::rc::Rc;

use crate::error::{Error, Place};
use crate::lexer::{tokens, Token};
use crate::syntax::{
    Atom, Binary, BodyLiteral, Conditional, Function, Guards, Head, Kind, Literal, Placed, Relation,
    Statement, Term, Unary,
};
use crate::value::Value;

/// The deepest nesting of terms.
const DEEPEST: usize = 200;

/// Parses a text, which is number `text` among all of them.
///
/// # Errors
///
/// [`Error::Unsupported`] at the first statement that is not known.
pub(crate) fn parse(source: &str, text: usize) -> Result<Vec<Placed>, Error> {
    let mut parser = Parser { tokens: tokens(source), next: 0, depth: 0 };
    let mut statements = Vec::new();
    while parser.peek() != Token::End {
        let place = Place { text, line: parser.tokens[parser.next].1 };
        let found = parser.statement().map_err(|construct| Error::Unsupported { construct, place })?;
        statements.extend(found.into_iter().map(|statement| (statement, place)));
    }
    Ok(statements)
}

/// Parses a definition `name=term` of a constant.
///
/// # Errors
///
/// The reason why the text is none.
pub(crate) fn parse_constant(text: &str) -> Result<(Rc<str>, Term), String> {
    let mut parser = Parser { tokens: tokens(text), next: 0, depth: 0 };
    let name = parser.identifier()?;
    parser.expect("=")?;
    let value = parser.term()?;
    match parser.peek() {
        Token::End => Ok((name, value)),
        _ => Err(parser.unexpected()),
    }
}

/// Parses a term that is the whole text.
///
/// # Errors
///
/// The reason why the text is none.
pub(crate) fn parse_term(text: &str) -> Result<Term, String> {
    let mut parser = Parser { tokens: tokens(text), next: 0, depth: 0 };
    let term = parser.term()?;
    match parser.peek() {
        Token::End => Ok(term),
        _ => Err(parser.unexpected()),
    }
}

struct Parser<'t> {
    tokens: Vec<(Token<'t>, usize)>,
    next: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        self.tokens[self.next].0
    }

    fn is_at(&self, sign: &str) -> bool {
        self.peek() == Token::Sign(sign)
    }

    /// Takes the next token if it is this sign.
    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is_at(sign);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.eat(sign) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    fn unexpected(&self) -> String {
        match self.peek() {
            Token::Unknown("%*") => "a comment without its end".to_owned(),
            Token::Unknown(text) => format!("the text `{text}`"),
            Token::Directive(word) => format!("`{word}`"),
            Token::Sign("&") => "a theory atom".to_owned(),
            Token::Sign("@") => "an external function".to_owned(),
            Token::Sign(sign) => format!("`{sign}` at this place"),
            Token::Identifier(name) | Token::Variable(name) => format!("`{name}` at this place"),
            Token::End => "a statement without its end".to_owned(),
            other => format!("{other:?} at this place"),
        }
    }

    fn identifier(&mut self) -> Result<Rc<str>, String> {
        match self.peek() {
            Token::Identifier(name) => {
                self.next += 1;
                Ok(name.into())
            }
            _ => Err(self.unexpected()),
        }
    }

    /// Parses items that are separated by one of the signs, until something else follows.
    fn list<T>(
        &mut self,
        separators: &[&str],
        item: impl Fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut items = vec![item(self)?];
        while separators.iter().any(|sign| self.eat(sign)) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn statement(&mut self) -> Result<Vec<Statement>, String> {
        match self.peek() {
            Token::Directive(word) if aggregate(word).is_none() && !is_operand(word) => {
                self.next += 1;
                self.directive(word)
            }
            Token::Sign(":-") => {
                self.next += 1;
                let body = if self.is_at(".") { Vec::new() } else { self.body()? };
                self.expect(".")?;
                Ok(vec![Statement::Rule(Head::Disjunction(Vec::new()), body)])
            }
            Token::Sign(":~") => {
                self.next += 1;
                let body = if self.is_at(".") { Vec::new() } else { self.body()? };
                self.expect(".")?;
                self.expect("[")?;
                let (weight, priority, tuple) = self.weight()?;
                self.expect("]")?;
                Ok(vec![Statement::Minimize { weight, priority, tuple, body }])
            }
            _ => {
                let head = self.head()?;
                let body = if self.eat(":-") && !self.is_at(".") { self.body()? } else { Vec::new() };
                self.expect(".")?;
                Ok(vec![Statement::Rule(head, body)])
            }
        }
    }

    fn directive(&mut self, word: &str) -> Result<Vec<Statement>, String> {
        let statement = match word {
            "#const" => {
                let name = self.identifier()?;
                self.expect("=")?;
                let value = self.term()?;
                self.expect(".")?;
                let mut overrides = false;
                if self.eat("[") {
                    overrides = match &*self.identifier()? {
                        "default" => false,
                        "override" => true,
                        other => return Err(format!("`[{other}]`")),
                    };
                    self.expect("]")?;
                }
                Statement::Const { name, value, overrides }
            }
            "#include" => {
                let Token::String(file) = self.peek() else {
                    return Err("the inclusion of a library".to_owned());
                };
                self.next += 1;
                self.expect(".")?;
                Statement::Include(unquoted(file).into())
            }
            "#program" => {
                let name = self.identifier()?;
                let mut has_parameters = false;
                if self.eat("(") && !self.eat(")") {
                    has_parameters = true;
                    self.list(&[","], Self::identifier)?;
                    self.expect(")")?;
                }
                self.expect(".")?;
                Statement::Part { is_base: &*name == "base" && !has_parameters }
            }
            "#external" => {
                let term = self.term()?;
                let atom = as_atom(term).ok_or("an external that is no atom")?;
                let body = if self.eat(":") && !self.is_at(".") { self.body()? } else { Vec::new() };
                self.expect(".")?;
                let value = if self.eat("[") {
                    let value = self.term()?;
                    self.expect("]")?;
                    value
                } else {
                    Term::Function("false".into(), Vec::new())
                };
                Statement::External(atom, body, value)
            }
            "#edge" => {
                let edge = self.operand()?;
                let body = if self.eat(":") && !self.is_at(".") { self.body()? } else { Vec::new() };
                self.expect(".")?;
                Statement::Edge { edge, body }
            }
            "#minimize" | "#minimise" | "#maximize" | "#maximise" => {
                return self.objective(word.starts_with("#max"))
            }
            "#show" | "#defined" | "#project" | "#heuristic" => {
                self.skip_statement()?;
                Statement::Idle
            }
            other => return Err(format!("`{other}`")),
        };
        Ok(vec![statement])
    }

    fn objective(&mut self, negate: bool) -> Result<Vec<Statement>, String> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.is_at("}") {
            let (weight, priority, tuple) = self.weight()?;
            let condition = self.condition()?;
            let body = condition.into_iter().map(BodyLiteral::Literal).collect();
            let weight = if negate { Term::Unary(Unary::Minus, Box::new(weight)) } else { weight };
            statements.push(Statement::Minimize { weight, priority, tuple, body });
            if !self.eat(";") {
                break;
            }
        }
        self.expect("}")?;
        self.expect(".")?;
        Ok(statements)
    }

    /// Skips a statement that does not change the answer sets, with the brackets that may follow it.
    fn skip_statement(&mut self) -> Result<(), String> {
        let is_heuristic = self.tokens[self.next - 1].0 == Token::Directive("#heuristic");
        while !self.eat(".") {
            if matches!(self.peek(), Token::End | Token::Unknown(_)) {
                return Err(self.unexpected());
            }
            self.next += 1;
        }
        if is_heuristic {
            self.expect("[")?;
            while !self.eat("]") {
                if matches!(self.peek(), Token::End | Token::Unknown(_)) {
                    return Err(self.unexpected());
                }
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Parses `W@P,T...`.
    fn weight(&mut self) -> Result<(Term, Term, Vec<Term>), String> {
        let weight = self.term()?;
        let priority = if self.eat("@") { self.term()? } else { Term::Value(Value::Number(0)) };
        let mut tuple = Vec::new();
        while self.eat(",") {
            tuple.push(self.term()?);
        }
        Ok((weight, priority, tuple))
    }

    fn head(&mut self) -> Result<Head, String> {
        let before = self.next;
        if let Some((function, left)) = self.aggregate_start()? {
            let head = match function {
                None => Head::Choice(self.conditionals()?, self.guards(left)?),
                Some(function) => {
                    let elements = self.elements(|parser| {
                        let tuple = parser.tuple()?;
                        parser.expect(":")?;
                        Ok((tuple, parser.conditional()?))
                    })?;
                    Head::Aggregate(function, elements, self.guards(left)?)
                }
            };
            return Ok(head);
        }
        self.next = before;
        Ok(Head::Disjunction(self.list(&[";", "|", ","], Self::conditional)?))
    }

    fn body(&mut self) -> Result<Vec<BodyLiteral>, String> {
        self.list(&[",", ";"], Self::body_literal)
    }

    fn body_literal(&mut self) -> Result<BodyLiteral, String> {
        let before = self.next;
        let sign = self.sign()?;
        if let Some((function, left)) = self.aggregate_start()? {
            return Ok(match function {
                None => BodyLiteral::Set(sign, self.conditionals()?, self.guards(left)?),
                Some(function) => {
                    let elements = self.elements(|parser| {
                        let tuple = if parser.is_at(":") { Vec::new() } else { parser.tuple()? };
                        Ok((tuple, parser.condition()?))
                    })?;
                    BodyLiteral::Aggregate(sign, function, elements, self.guards(left)?)
                }
            });
        }
        self.next = before;
        let literal = self.literal()?;
        if self.is_at(":") {
            let condition = self.condition()?;
            return Ok(BodyLiteral::Conditional(Conditional { literal, condition }));
        }
        Ok(BodyLiteral::Literal(literal))
    }

    /// Parses the start of an aggregate, up to its brace: an optional guard, and the function or nothing for a set. Returns
    /// `None` if this is no aggregate; the caller goes back.
    fn aggregate_start(&mut self) -> Result<Option<(Option<Function>, Guards)>, String> {
        let (mut guards, depth) = (Vec::new(), self.depth);
        let is_start = |parser: &Self| {
            parser.is_at("{") || matches!(parser.peek(), Token::Directive(word) if aggregate(word).is_some())
        };
        if !is_start(self) {
            let Ok(guard) = self.term() else {
                self.depth = depth;
                return Ok(None);
            };
            let relation = self.relation().unwrap_or(Relation::LessEqual);
            if !is_start(self) {
                return Ok(None);
            }
            guards.push((relation.mirrored(), guard));
        }
        let function = match self.peek() {
            Token::Directive(word) => {
                self.next += 1;
                aggregate(word)
            }
            _ => None,
        };
        self.expect("{")?;
        Ok(Some((function, guards)))
    }

    /// Parses the guard behind an aggregate.
    fn guards(&mut self, mut guards: Guards) -> Result<Guards, String> {
        match self.relation() {
            Some(relation) => guards.push((relation, self.term()?)),
            None if !matches!(self.peek(), Token::Sign("." | "," | ";" | ":-" | "]" | ":")) => {
                guards.push((Relation::LessEqual, self.term()?));
            }
            None => {}
        }
        Ok(guards)
    }

    /// Parses elements up to the closing brace.
    fn elements<T>(&mut self, element: impl Fn(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let elements = if self.is_at("}") { Vec::new() } else { self.list(&[";"], element)? };
        self.expect("}")?;
        Ok(elements)
    }

    fn conditionals(&mut self) -> Result<Vec<Conditional>, String> {
        self.elements(Self::conditional)
    }

    fn tuple(&mut self) -> Result<Vec<Term>, String> {
        if self.is_at(":") {
            return Ok(Vec::new());
        }
        self.list(&[","], Self::term)
    }

    fn conditional(&mut self) -> Result<Conditional, String> {
        Ok(Conditional { literal: self.literal()?, condition: self.condition()? })
    }

    /// Parses `: L, ...`, if there is a colon.
    fn condition(&mut self) -> Result<Vec<Literal>, String> {
        if !self.eat(":") || matches!(self.peek(), Token::Sign("." | ";" | "}" | ":-" | "|")) {
            return Ok(Vec::new());
        }
        self.list(&[","], Self::literal)
    }

    /// Parses `not`, any number of times.
    fn sign(&mut self) -> Result<u8, String> {
        let mut sign = 0;
        while self.peek() == Token::Identifier("not") {
            self.next += 1;
            sign += 1;
        }
        if sign > 2 {
            return Err("`not` more than twice".to_owned());
        }
        Ok(sign)
    }

    fn literal(&mut self) -> Result<Literal, String> {
        let sign = self.sign()?;
        let truth = match self.peek() {
            Token::Directive("#true") => Some(true),
            Token::Directive("#false") => Some(false),
            _ => None,
        };
        if let Some(value) = truth {
            self.next += 1;
            return Ok(Literal { sign, kind: Kind::Truth(value) });
        }
        let first = self.term()?;
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            rest.push((relation, self.term()?));
        }
        if rest.is_empty() {
            let atom = as_atom(first).ok_or("a term in the place of an atom")?;
            return Ok(Literal { sign, kind: Kind::Atom(atom) });
        }
        Ok(Literal { sign, kind: Kind::Comparison(first, rest) })
    }

    fn relation(&mut self) -> Option<Relation> {
        let Token::Sign(sign) = self.peek() else { return None };
        let relation = match sign {
            "=" | "==" => Relation::Equal,
            "!=" | "<>" => Relation::NotEqual,
            "<" => Relation::Less,
            "<=" => Relation::LessEqual,
            ">" => Relation::Greater,
            ">=" => Relation::GreaterEqual,
            _ => return None,
        };
        self.next += 1;
        Some(relation)
    }

    fn term(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("a term that is nested too deeply".to_owned());
        }
        let mut left = self.operation(0)?;
        while self.eat("..") {
            let right = self.operation(0)?;
            left = Term::Interval(Box::new(left), Box::new(right));
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Parses operators of at least this precedence. All bind to the left but `**`.
    fn operation(&mut self, least: u8) -> Result<Term, String> {
        let mut left = self.operand()?;
        let mut length = 0;
        while let Some((operator, precedence)) =
            self.operator().filter(|&(_, precedence)| precedence >= least)
        {
            self.next += 1;
            length += 1;
            if length > 50 * DEEPEST {
                return Err("a term that is too long".to_owned());
            }
            let right = self.operation(precedence + u8::from(operator != Binary::Power))?;
            left = Term::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(Binary, u8)> {
        let Token::Sign(sign) = self.peek() else { return None };
        Some(match sign {
            "^" => (Binary::Xor, 1),
            "?" => (Binary::Or, 2),
            "&" => (Binary::And, 3),
            "+" => (Binary::Add, 4),
            "-" => (Binary::Subtract, 4),
            "*" => (Binary::Multiply, 5),
            "/" => (Binary::Divide, 5),
            "\\" => (Binary::Modulo, 5),
            "**" => (Binary::Power, 6),
            _ => return None,
        })
    }

    fn operand(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("a term that is nested too deeply".to_owned());
        }
        let unary = |operator, operand| Term::Unary(operator, Box::new(operand));
        let token = self.peek();
        self.next += usize::from(token != Token::End);
        let term = match token {
            Token::Number(number) => Term::Value(Value::Number(number)),
            Token::String(text) => Term::Value(Value::String(unquoted(text).into())),
            Token::Variable(name) => Term::Variable(name.into()),
            Token::Anonymous => Term::Anonymous,
            Token::Directive("#inf" | "#infimum") => Term::Value(Value::Infimum),
            Token::Directive("#sup" | "#supremum") => Term::Value(Value::Supremum),
            Token::Sign("-") => unary(Unary::Minus, self.operand()?),
            Token::Sign("~") => unary(Unary::Complement, self.operand()?),
            Token::Sign("|") => {
                let alternatives = self.list(&[";"], Self::term)?;
                self.expect("|")?;
                pool(alternatives.into_iter().map(|term| unary(Unary::Absolute, term)).collect())
            }
            Token::Sign("(") => self.parentheses()?,
            Token::Identifier(name) if name != "not" => {
                let name: Rc<str> = name.into();
                if self.eat("(") {
                    let alternatives = self.list(&[";"], Self::arguments)?;
                    self.expect(")")?;
                    pool(alternatives.into_iter().map(|list| Term::Function(name.clone(), list)).collect())
                } else {
                    Term::Function(name, Vec::new())
                }
            }
            other => {
                self.next -= usize::from(other != Token::End);
                return Err(self.unexpected());
            }
        };
        self.depth -= 1;
        Ok(term)
    }

    fn arguments(&mut self) -> Result<Vec<Term>, String> {
        if self.is_at(")") || self.is_at(";") {
            return Ok(Vec::new());
        }
        self.list(&[","], Self::term)
    }

    /// Parses a tuple, a term in parentheses, or a pool of them.
    fn parentheses(&mut self) -> Result<Term, String> {
        let alternatives = self.list(&[";"], |parser| {
            let mut terms = Vec::new();
            let mut is_tuple = parser.is_at(")") || parser.is_at(";");
            while !parser.is_at(")") && !parser.is_at(";") {
                terms.push(parser.term()?);
                if !parser.eat(",") {
                    break;
                }
                is_tuple |= parser.is_at(")") || parser.is_at(";");
            }
            match terms.len() {
                1 if !is_tuple => Ok(terms.remove(0)),
                _ => Ok(Term::Function("".into(), terms)),
            }
        })?;
        self.expect(")")?;
        Ok(pool(alternatives))
    }
}

/// The text of a string.
fn unquoted(string: &str) -> String {
    let mut text = String::new();
    let mut letters = string[1..string.len() - 1].chars();
    while let Some(letter) = letters.next() {
        // The lexer has seen to it that something follows.
        let escaped = if letter == '\\' { letters.next() } else { None };
        text.push(match escaped {
            Some('n') => '\n',
            Some(other) => other,
            None => letter,
        });
    }
    text
}

fn pool(mut alternatives: Vec<Term>) -> Term {
    match alternatives.len() {
        1 => alternatives.remove(0),
        _ => Term::Pool(alternatives),
    }
}

/// Whether a word that begins with `#` is a truth constant or a term.
fn is_operand(word: &str) -> bool {
    matches!(word, "#true" | "#false" | "#inf" | "#infimum" | "#sup" | "#supremum")
}

fn aggregate(word: &str) -> Option<Function> {
    Some(match word {
        "#count" => Function::Count,
        "#sum" => Function::Sum,
        "#sum+" => Function::SumPlus,
        "#min" => Function::Min,
        "#max" => Function::Max,
        _ => return None,
    })
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
