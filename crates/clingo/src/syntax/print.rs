//! Printing of nodes in clingo's syntax. The text of a parsed node can be parsed again.

use std::fmt::Write;
use std::sync::Arc;

use groundplan::syntax::aggregate::AggregateFunction;

use super::kind::Kind;
use super::node::{not_too_deep, Node};
use super::value::Value;
use crate::error::{Error, Result};

const RELATIONS: &[&str] = &[">", "<", "<=", ">=", "!=", "="];
const UNARY: &[&str] = &["-", "~", "|"];
const BINARY: &[&str] = &["^", "?", "&", "+", "-", "*", "/", "\\", "**"];
const SIGNS: &[&str] = &["", "not ", "not not "];
const BRACKETS: &[(&str, &str)] = &[("(", ")"), ("{", "}"), ("[", "]")];
const FIXITY: &[&str] = &["unary", "binary, left", "binary, right"];
const PLACES: &[&str] = &["head", "body", "any", "directive"];

impl Node {
    /// Returns the text of the node.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Value`] for a number that stands for nothing, and [`Error::Depth`] if the nodes nest too deeply.
    pub fn text(&self) -> Result<String> {
        let mut text = String::new();
        self.print(&mut text)?;
        Ok(text)
    }

    /// Appends the text of the node.
    pub(super) fn print(&self, text: &mut String) -> Result<()> {
        Printer { text, depth: 0 }.node(self)
    }
}

struct Printer<'t> {
    text: &'t mut String,
    depth: u32,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        *self.text += text;
    }

    /// Writes the spelling with this number.
    fn spelled(&mut self, spellings: &[&str], number: i64) -> Result<()> {
        let spelling = usize::try_from(number).ok().and_then(|index| spellings.get(index));
        let Some(spelling) = spelling else {
            return Err(Error::Value(format!("{number} stands for none of {}", spellings.join(" "))));
        };
        *self.text += spelling;
        Ok(())
    }

    /// Writes all nodes of a value.
    fn each(&mut self, value: &Value) -> Result<()> {
        self.join("", value)
    }

    fn join(&mut self, separator: &str, value: &Value) -> Result<()> {
        for (index, child) in value.nodes().iter().enumerate() {
            self.push(if index == 0 { "" } else { separator });
            self.node(child)?;
        }
        Ok(())
    }

    fn is_empty(value: &Value) -> bool {
        value.nodes().is_empty()
    }

    fn node(&mut self, node: &Node) -> Result<()> {
        not_too_deep(self.depth)?;
        self.depth += 1;
        let values = node.values();
        match node.kind() {
            kind if kind.is_statement() => self.statement(kind, &values),
            kind if is_of_theories(kind) => self.theory(kind, &values),
            kind => self.plain(kind, &values),
        }?;
        self.depth -= 1;
        Ok(())
    }

    /// Writes a node that is neither a statement nor specific to theories.
    fn plain(&mut self, kind: Kind, values: &[Value]) -> Result<()> {
        use Value::{Number, Symbol, Text};
        match (kind, values) {
            (Kind::Id | Kind::Variable, [Text(name)]) => self.push(name),
            (Kind::SymbolicTerm, [Symbol(term)]) => term.write(self.text),
            (Kind::UnaryOperation, [Number(operator), argument]) => {
                self.spelled(UNARY, *operator)?;
                self.each(argument)?;
                self.push(if *operator == 2 { "|" } else { "" });
            }
            (Kind::BinaryOperation, [Number(operator), left, right]) => {
                self.push("(");
                self.each(left)?;
                self.spelled(BINARY, *operator)?;
                self.each(right)?;
                self.push(")");
            }
            (Kind::Interval, [left, right]) => {
                self.push("(");
                self.each(left)?;
                self.push("..");
                self.each(right)?;
                self.push(")");
            }
            (Kind::Function, [Text(name), arguments, Number(external)]) => {
                self.push(if *external == 0 { "" } else { "@" });
                self.push(name);
                if name.is_empty() {
                    return self.tuple(arguments);
                }
                self.arguments(arguments)?;
            }
            (Kind::Pool, [arguments]) => self.pool(arguments)?,
            (Kind::BooleanConstant, [Number(value)]) => {
                self.push(if *value == 0 { "#false" } else { "#true" });
            }
            (Kind::SymbolicAtom, [symbol]) => self.each(symbol)?,
            (Kind::Comparison, [term, guards]) => {
                self.each(term)?;
                self.each(guards)?;
            }
            (Kind::Guard, [Number(relation), term]) => {
                self.push(" ");
                self.spelled(RELATIONS, *relation)?;
                self.push(" ");
                self.each(term)?;
            }
            (Kind::ConditionalLiteral, [literal, condition]) => {
                self.each(literal)?;
                self.under(condition)?;
            }
            (Kind::Literal, [Number(sign), atom]) => {
                self.spelled(SIGNS, *sign)?;
                self.each(atom)?;
            }
            (Kind::Disjunction, [elements]) => self.join("; ", elements)?,
            (Kind::Aggregate, [left, elements, right]) => self.aggregate(left, None, elements, right)?,
            (Kind::BodyAggregate | Kind::HeadAggregate, [left, Number(function), elements, right]) => {
                self.aggregate(left, Some(*function), elements, right)?;
            }
            (Kind::BodyAggregateElement, [terms, condition]) => self.element(terms, condition)?,
            (Kind::HeadAggregateElement, [terms, condition]) => {
                self.join(",", terms)?;
                self.push(": ");
                self.each(condition)?;
            }
            _ => unreachable!("each kind has its values"),
        }
        Ok(())
    }

    fn tuple(&mut self, elements: &Value) -> Result<()> {
        self.push("(");
        self.join(",", elements)?;
        self.push(if elements.nodes().len() == 1 { ",)" } else { ")" });
        Ok(())
    }

    fn arguments(&mut self, arguments: &Value) -> Result<()> {
        if !Self::is_empty(arguments) {
            self.push("(");
            self.join(",", arguments)?;
            self.push(")");
        }
        Ok(())
    }

    fn pool(&mut self, arguments: &Value) -> Result<()> {
        match arguments.nodes().len() {
            // An empty pool: a term without a value.
            0 => self.push("(1/0)"),
            1 => self.each(arguments)?,
            _ if is_pool_of_functions(arguments.nodes()) => self.pool_of_functions(arguments)?,
            _ => {
                self.push("(");
                self.join(";", arguments)?;
                self.push(")");
            }
        }
        Ok(())
    }

    /// Writes the name once, and the lists of arguments separated by `;`.
    fn pool_of_functions(&mut self, functions: &Value) -> Result<()> {
        for (index, function) in functions.nodes().iter().enumerate() {
            let values = function.values();
            let [Value::Text(name), arguments, Value::Number(external)] = &*values else { continue };
            if index == 0 {
                self.push(if *external == 0 { "" } else { "@" });
                self.push(name);
            }
            self.push(if index == 0 { "(" } else { ";" });
            self.join(",", arguments)?;
            self.push(if name.is_empty() && arguments.nodes().len() == 1 { "," } else { "" });
        }
        self.push(")");
        Ok(())
    }

    fn aggregate(
        &mut self,
        left: &Value,
        function: Option<i64>,
        elements: &Value,
        right: &Value,
    ) -> Result<()> {
        for guard in left.nodes() {
            // In a left guard, the term precedes the relation.
            match &*guard.values() {
                [Value::Number(relation), term] => {
                    self.each(term)?;
                    self.push(" ");
                    self.spelled(RELATIONS, *relation)?;
                    self.push(" ");
                }
                _ => return Err(Error::Value("the guard of an aggregate is a Guard".to_owned())),
            }
        }
        if let Some(function) = function {
            self.spelled(&AggregateFunction::ALL.map(AggregateFunction::text), function)?;
            self.push(" ");
        }
        self.braces(elements)?;
        self.each(right)
    }

    fn braces(&mut self, elements: &Value) -> Result<()> {
        if Self::is_empty(elements) {
            self.push("{ }");
            return Ok(());
        }
        self.push("{ ");
        self.join("; ", elements)?;
        self.push(" }");
        Ok(())
    }

    /// Writes a colon and the condition, unless it is empty.
    fn under(&mut self, condition: &Value) -> Result<()> {
        if !Self::is_empty(condition) {
            self.push(": ");
            self.join(", ", condition)?;
        }
        Ok(())
    }

    fn element(&mut self, terms: &Value, condition: &Value) -> Result<()> {
        if Self::is_empty(terms) && Self::is_empty(condition) {
            // clingo omits this colon, and cannot parse what it has printed.
            self.push(": ");
        }
        self.join(",", terms)?;
        self.under(condition)
    }

    fn statement(&mut self, kind: Kind, values: &[Value]) -> Result<()> {
        use Value::{Number, Text};
        match (kind, values) {
            (Kind::Rule, [head, body]) => {
                self.each(head)?;
                self.body(" :- ", body)?;
            }
            (Kind::Definition, [Text(name), value, Number(is_default)]) => {
                self.push("#const ");
                self.push(name);
                self.push(" = ");
                self.each(value)?;
                self.push(if *is_default == 0 { ". [override]" } else { "." });
            }
            (Kind::ShowSignature, [Text(name), ..]) if name.is_empty() => self.push("#show."),
            (Kind::ShowSignature, signature) => self.signature("#show ", signature),
            (Kind::ProjectSignature, signature) => self.signature("#project ", signature),
            (Kind::Defined, signature) => self.signature("#defined ", signature),
            (Kind::ShowTerm, [term, body]) => self.directive("#show ", term, body)?,
            (Kind::ProjectAtom, [atom, body]) => self.directive("#project ", atom, body)?,
            (Kind::Minimize, [weight, priority, terms, body]) => {
                self.push(":~ ");
                self.join("; ", body)?;
                self.push(". [");
                self.each(weight)?;
                self.push("@");
                self.each(priority)?;
                self.push(if Self::is_empty(terms) { "" } else { "," });
                self.join(",", terms)?;
                self.push("]");
            }
            (Kind::Script, [Text(name), Text(code)]) => {
                self.push("#script (");
                self.push(name);
                self.push(")");
                self.push(code);
                self.push("#end.");
            }
            (Kind::Program, [Text(name), parameters]) => {
                self.push("#program ");
                self.push(name);
                if !Self::is_empty(parameters) {
                    self.push("(");
                    self.join(", ", parameters)?;
                    self.push(")");
                }
                self.push(".");
            }
            (Kind::External, [atom, body, value]) => {
                self.directive("#external ", atom, body)?;
                self.push(" [");
                self.each(value)?;
                self.push("]");
            }
            (Kind::Edge, [from, to, body]) => {
                self.push("#edge (");
                self.each(from)?;
                self.push(",");
                self.each(to)?;
                self.push(")");
                self.body(" : ", body)?;
            }
            (Kind::Heuristic, [atom, body, bias, priority, modifier]) => {
                self.directive("#heuristic ", atom, body)?;
                self.push(" [");
                self.each(bias)?;
                self.push("@");
                self.each(priority)?;
                self.push(",");
                self.each(modifier)?;
                self.push("]");
            }
            (Kind::TheoryDefinition, [Text(name), terms, atoms]) => self.definition(name, terms, atoms)?,
            (Kind::Comment, [Text(text), _]) => self.push(text),
            _ => unreachable!("each kind has its values"),
        }
        Ok(())
    }

    /// Writes the body, unless it is empty, and the final dot.
    fn body(&mut self, before: &str, body: &Value) -> Result<()> {
        if !Self::is_empty(body) {
            self.push(before);
            self.join("; ", body)?;
        }
        self.push(".");
        Ok(())
    }

    fn directive(&mut self, name: &str, what: &Value, body: &Value) -> Result<()> {
        self.push(name);
        self.each(what)?;
        self.body(" : ", body)
    }

    fn signature(&mut self, directive: &str, values: &[Value]) {
        if let [Value::Text(name), Value::Number(arity), Value::Number(positive)] = values {
            self.push(directive);
            self.push(if *positive == 0 { "-" } else { "" });
            self.push(name);
            let _ = write!(self.text, "/{arity}.");
        }
    }

    /// Writes a node that is specific to theories.
    fn theory(&mut self, kind: Kind, values: &[Value]) -> Result<()> {
        use Value::{Number, Text, Texts};
        match (kind, values) {
            (Kind::TheorySequence, [Number(0), terms]) => self.tuple(terms)?,
            (Kind::TheorySequence, [Number(brackets), terms]) => {
                let (opening, closing): (Vec<&str>, Vec<&str>) = BRACKETS.iter().copied().unzip();
                self.spelled(&opening, *brackets)?;
                self.join(",", terms)?;
                self.spelled(&closing, *brackets)?;
            }
            (Kind::TheoryFunction, [Text(name), arguments]) => {
                self.push(name);
                self.arguments(arguments)?;
            }
            (Kind::TheoryUnparsedTermElement, [Texts(operators), term]) => {
                for operator in operators {
                    self.push(operator);
                    self.push(" ");
                }
                self.each(term)?;
            }
            (Kind::TheoryUnparsedTerm, [elements]) => {
                let alone = is_operand(elements.nodes());
                self.push(if alone { "" } else { "(" });
                self.join(" ", elements)?;
                self.push(if alone { "" } else { ")" });
            }
            (Kind::TheoryGuard, [Text(operator), term]) => {
                self.push(operator);
                self.push(" ");
                self.each(term)?;
            }
            (Kind::TheoryAtomElement, [terms, condition]) => self.element(terms, condition)?,
            (Kind::TheoryAtom, [term, elements, guard]) => {
                self.push("&");
                self.each(term)?;
                self.push(" ");
                self.braces(elements)?;
                self.push(if Self::is_empty(guard) { "" } else { " " });
                self.each(guard)?;
            }
            (Kind::TheoryOperatorDefinition, [Text(name), Number(priority), Number(fixity)]) => {
                let _ = write!(self.text, "{name} : {priority}, ");
                self.spelled(FIXITY, *fixity)?;
            }
            (Kind::TheoryTermDefinition, [Text(name), operators]) => {
                self.push(name);
                self.push(" {\n  ");
                self.join(";\n  ", operators)?;
                self.push("\n}");
            }
            (Kind::TheoryGuardDefinition, [Texts(operators), Text(term)]) => {
                let operators = operators.join(", ");
                let space = if operators.is_empty() { "" } else { " " };
                let _ = write!(self.text, "{{ {operators}{space}}}, {term}");
            }
            (Kind::TheoryAtomDefinition, [Number(place), Text(name), Number(arity), Text(term), guard]) => {
                let _ = write!(self.text, "&{name}/{arity}: {term}");
                self.push(if Self::is_empty(guard) { "" } else { ", " });
                self.each(guard)?;
                self.push(", ");
                self.spelled(PLACES, *place)?;
            }
            _ => unreachable!("each kind has its values"),
        }
        Ok(())
    }

    fn definition(&mut self, name: &str, terms: &Value, atoms: &Value) -> Result<()> {
        let _ = writeln!(self.text, "#theory {name} {{");
        let begin = self.text.len();
        self.join(";\n", terms)?;
        self.push(if Self::is_empty(terms) || Self::is_empty(atoms) { "" } else { ";\n" });
        self.join(";\n", atoms)?;
        let inner = self.text.split_off(begin);
        for line in inner.lines() {
            let _ = writeln!(self.text, "  {line}");
        }
        self.push("}.");
        Ok(())
    }
}

fn is_of_theories(kind: Kind) -> bool {
    (Kind::TheorySequence..=Kind::TheoryAtom).contains(&kind)
        || (Kind::TheoryOperatorDefinition..=Kind::TheoryAtomDefinition).contains(&kind)
}

/// Whether all arguments are functions with the same name, or all are tuples.
fn is_pool_of_functions(arguments: &[Node]) -> bool {
    let mut known = None;
    arguments.iter().all(|argument| {
        let values = argument.values();
        let own = match (argument.kind(), &*values) {
            (Kind::Function, [Value::Text(name), _, Value::Number(external)]) => {
                Some((Arc::clone(name), *external))
            }
            _ => None,
        };
        let is_alike = own.is_some() && (known.is_none() || known == own);
        known = own;
        is_alike
    })
}

/// Whether this is a single operand without operators.
fn is_operand(elements: &[Node]) -> bool {
    let [only] = elements else { return false };
    let values = only.values();
    !matches!(values.first(), Some(Value::Texts(operators)) if !operators.is_empty())
}
