//! Printing of nodes in clingo's syntax. The text of a parsed node can be parsed again.

use std::fmt::Write;

use groundplan::syntax::aggregate::AggregateFunction;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::kind::Kind;
use super::node::{not_too_deep, Node};
use super::value::Value;

const RELATIONS: &[&str] = &[">", "<", "<=", ">=", "!=", "="];
const UNARY: &[&str] = &["-", "~", "|"];
const BINARY: &[&str] = &["^", "?", "&", "+", "-", "*", "/", "\\", "**"];
const SIGNS: &[&str] = &["", "not ", "not not "];
const BRACKETS: &[(&str, &str)] = &[("(", ")"), ("{", "}"), ("[", "]")];
const FIXITY: &[&str] = &["unary", "binary, left", "binary, right"];
const PLACES: &[&str] = &["head", "body", "any", "directive"];

/// Returns the text of a node.
pub fn text(node: &Node, py: Python<'_>) -> PyResult<String> {
    let mut text = String::new();
    write(node, py, &mut text)?;
    Ok(text)
}

/// Appends the text of a node.
pub fn write(node: &Node, py: Python<'_>, text: &mut String) -> PyResult<()> {
    let mut printer = Printer { py, text: std::mem::take(text), depth: 0 };
    let written = printer.node(node);
    *text = printer.text;
    written
}

struct Printer<'py> {
    py: Python<'py>,
    text: String,
    depth: u32,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.text += text;
    }

    /// Writes the spelling with this number.
    fn spelled(&mut self, spellings: &[&str], number: i64) -> PyResult<()> {
        let spelling = usize::try_from(number).ok().and_then(|index| spellings.get(index));
        let Some(spelling) = spelling else {
            return Err(PyValueError::new_err(format!(
                "{number} stands for none of {}",
                spellings.join(" ")
            )));
        };
        self.text += spelling;
        Ok(())
    }

    /// Writes all nodes of a value.
    fn each(&mut self, value: &Value) -> PyResult<()> {
        self.join("", value)
    }

    fn join(&mut self, separator: &str, value: &Value) -> PyResult<()> {
        let mut is_first = true;
        value.each(self.py, |child| {
            self.text += if is_first { "" } else { separator };
            is_first = false;
            self.node(&child.borrow())
        })
    }

    fn is_empty(&self, value: &Value) -> bool {
        value.len(self.py) == 0
    }

    fn node(&mut self, node: &Node) -> PyResult<()> {
        not_too_deep(self.depth)?;
        self.depth += 1;
        let printed = match node.kind {
            kind if kind.is_statement() => self.statement(kind, &node.values),
            kind if is_of_theories(kind) => self.theory(kind, &node.values),
            kind => self.plain(kind, &node.values),
        };
        self.depth -= 1;
        printed
    }

    /// Writes a node that is neither a statement nor specific to theories.
    fn plain(&mut self, kind: Kind, values: &[Value]) -> PyResult<()> {
        use Value::{Number, Symbol, Text};
        match (kind, values) {
            (Kind::Id | Kind::Variable, [Text(name)]) => self.push(name),
            (Kind::SymbolicTerm, [Symbol(term)]) => term.write(&mut self.text),
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

    fn tuple(&mut self, elements: &Value) -> PyResult<()> {
        self.push("(");
        self.join(",", elements)?;
        self.push(if elements.len(self.py) == 1 { ",)" } else { ")" });
        Ok(())
    }

    fn arguments(&mut self, arguments: &Value) -> PyResult<()> {
        if !self.is_empty(arguments) {
            self.push("(");
            self.join(",", arguments)?;
            self.push(")");
        }
        Ok(())
    }

    fn pool(&mut self, arguments: &Value) -> PyResult<()> {
        match arguments.len(self.py) {
            // An empty pool: a term without a value.
            0 => self.push("(1/0)"),
            1 => self.each(arguments)?,
            _ if self.is_pool_of_functions(arguments)? => self.pool_of_functions(arguments)?,
            _ => {
                self.push("(");
                self.join(";", arguments)?;
                self.push(")");
            }
        }
        Ok(())
    }

    /// Whether all arguments are functions with the same name, or all are tuples.
    fn is_pool_of_functions(&self, arguments: &Value) -> PyResult<bool> {
        let mut known = None;
        let mut same = true;
        arguments.each(self.py, |argument| {
            let argument = argument.borrow();
            let own = match (argument.kind, argument.values.as_slice()) {
                (Kind::Function, [Value::Text(name), _, Value::Number(external)]) => {
                    Some((name.clone(), *external))
                }
                _ => None,
            };
            same &= own.is_some() && (known.is_none() || known == own);
            known = own;
            Ok(())
        })?;
        Ok(same)
    }

    /// Writes the name once, and the lists of arguments separated by `;`.
    fn pool_of_functions(&mut self, functions: &Value) -> PyResult<()> {
        let mut is_first = true;
        functions.each(self.py, |function| {
            let function = function.borrow();
            let [Value::Text(name), arguments, Value::Number(external)] = function.values.as_slice() else {
                return Ok(());
            };
            if is_first {
                self.push(if *external == 0 { "" } else { "@" });
                self.push(name);
            }
            self.push(if is_first { "(" } else { ";" });
            is_first = false;
            self.join(",", arguments)?;
            self.push(if name.is_empty() && arguments.len(self.py) == 1 { "," } else { "" });
            Ok(())
        })?;
        self.push(")");
        Ok(())
    }

    fn aggregate(
        &mut self,
        left: &Value,
        function: Option<i64>,
        elements: &Value,
        right: &Value,
    ) -> PyResult<()> {
        left.each(self.py, |guard| {
            // In a left guard, the term precedes the relation.
            match guard.borrow().values.as_slice() {
                [Value::Number(relation), term] => {
                    self.each(term)?;
                    self.push(" ");
                    self.spelled(RELATIONS, *relation)?;
                    self.push(" ");
                    Ok(())
                }
                _ => Err(PyValueError::new_err("the guard of an aggregate is a Guard")),
            }
        })?;
        if let Some(function) = function {
            self.spelled(&AggregateFunction::ALL.map(AggregateFunction::text), function)?;
            self.push(" ");
        }
        self.braces(elements)?;
        self.each(right)
    }

    fn braces(&mut self, elements: &Value) -> PyResult<()> {
        if self.is_empty(elements) {
            self.push("{ }");
            return Ok(());
        }
        self.push("{ ");
        self.join("; ", elements)?;
        self.push(" }");
        Ok(())
    }

    /// Writes a colon and the condition, unless it is empty.
    fn under(&mut self, condition: &Value) -> PyResult<()> {
        if !self.is_empty(condition) {
            self.push(": ");
            self.join(", ", condition)?;
        }
        Ok(())
    }

    fn element(&mut self, terms: &Value, condition: &Value) -> PyResult<()> {
        if self.is_empty(terms) && self.is_empty(condition) {
            // clingo omits this colon, and cannot parse what it has printed.
            self.push(": ");
        }
        self.join(",", terms)?;
        self.under(condition)
    }

    fn statement(&mut self, kind: Kind, values: &[Value]) -> PyResult<()> {
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
                self.push(if self.is_empty(terms) { "" } else { "," });
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
                if !self.is_empty(parameters) {
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
    fn body(&mut self, before: &str, body: &Value) -> PyResult<()> {
        if !self.is_empty(body) {
            self.push(before);
            self.join("; ", body)?;
        }
        self.push(".");
        Ok(())
    }

    fn directive(&mut self, name: &str, what: &Value, body: &Value) -> PyResult<()> {
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
    fn theory(&mut self, kind: Kind, values: &[Value]) -> PyResult<()> {
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
                for operator in operators.texts(self.py)? {
                    self.push(&operator);
                    self.push(" ");
                }
                self.each(term)?;
            }
            (Kind::TheoryUnparsedTerm, [elements]) => {
                let alone = self.is_operand(elements)?;
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
                self.push(if self.is_empty(guard) { "" } else { " " });
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
                let operators = operators.texts(self.py)?.join(", ");
                let space = if operators.is_empty() { "" } else { " " };
                let _ = write!(self.text, "{{ {operators}{space}}}, {term}");
            }
            (Kind::TheoryAtomDefinition, [Number(place), Text(name), Number(arity), Text(term), guard]) => {
                let _ = write!(self.text, "&{name}/{arity}: {term}");
                self.push(if self.is_empty(guard) { "" } else { ", " });
                self.each(guard)?;
                self.push(", ");
                self.spelled(PLACES, *place)?;
            }
            _ => unreachable!("each kind has its values"),
        }
        Ok(())
    }

    /// Whether this is a single operand without operators.
    fn is_operand(&self, elements: &Value) -> PyResult<bool> {
        let only = if elements.len(self.py) == 1 { elements.at(self.py, 0)? } else { None };
        let Some(only) = only else { return Ok(false) };
        let only = only.borrow();
        match only.values.first() {
            Some(Value::Texts(operators)) => Ok(operators.list(self.py).is_empty()),
            _ => Ok(true),
        }
    }

    fn definition(&mut self, name: &str, terms: &Value, atoms: &Value) -> PyResult<()> {
        let _ = writeln!(self.text, "#theory {name} {{");
        let begin = self.text.len();
        self.join(";\n", terms)?;
        self.push(if self.is_empty(terms) || self.is_empty(atoms) { "" } else { ";\n" });
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
