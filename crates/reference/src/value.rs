//! Ground terms, in the order of the ASP-Core-2 standard as gringo extends it: `#inf`, integers, constants, strings, functions,
//! `#sup`.

use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

/// A ground term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Infimum,
    Number(i64),
    String(Rc<str>),
    Function(Rc<Function>),
    Supremum,
}

/// A constant, a function or a tuple.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function {
    /// Whether `-` stands before it.
    pub negative: bool,
    /// The name; empty for a tuple.
    pub name: Rc<str>,
    pub arguments: Vec<Value>,
}

impl Function {
    /// Functions are ordered by these.
    fn key(&self) -> (bool, usize, &str, &[Value]) {
        (self.negative, self.arguments.len(), &self.name, &self.arguments)
    }
}

impl Value {
    pub fn function(negative: bool, name: &Rc<str>, arguments: Vec<Value>) -> Value {
        Value::Function(Rc::new(Function { negative, name: name.clone(), arguments }))
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Infimum => 0,
            Value::Number(_) => 1,
            Value::Function(function) if function.arguments.is_empty() => 2,
            Value::String(_) => 3,
            Value::Function(_) => 4,
            Value::Supremum => 5,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank()).then_with(|| match (self, other) {
            (Value::Number(left), Value::Number(right)) => left.cmp(right),
            (Value::String(left), Value::String(right)) => left.cmp(right),
            (Value::Function(left), Value::Function(right)) => left.key().cmp(&right.key()),
            _ => Ordering::Equal,
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Infimum => f.write_str("#inf"),
            Value::Supremum => f.write_str("#sup"),
            Value::Number(number) => write!(f, "{number}"),
            Value::String(text) => {
                let text = text.replace('\\', "\\\\").replace('\n', "\\n").replace('"', "\\\"");
                write!(f, "\"{text}\"")
            }
            Value::Function(function) => {
                let Function { negative, name, arguments } = &**function;
                write!(f, "{}{name}", if *negative { "-" } else { "" })?;
                if arguments.is_empty() && !name.is_empty() {
                    return Ok(());
                }
                f.write_str("(")?;
                for (position, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if position == 0 { "" } else { "," })?;
                }
                // A tuple of one term is told from a term in parentheses by a comma.
                f.write_str(if name.is_empty() && arguments.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}
