//! Syntax trees.

mod nodes;
mod reading;
mod sequences;
mod unpooling;

use groundplan_clingo::syntax::{Listener, Location, Node, Notice, Position, Reading, Value};
use groundplan_clingo::{Error, Result};

/// Who keeps what is told.
#[derive(Default)]
struct Told {
    nodes: Vec<Node>,
    notices: Vec<(Notice, String)>,
    ground_programs: Vec<String>,
}

impl Listener for &mut Told {
    type Error = Error;

    fn statement(&mut self, node: Node) -> Result<()> {
        self.nodes.push(node);
        Ok(())
    }

    fn notice(&mut self, notice: Notice, text: &str) -> Result<()> {
        self.notices.push((notice, text.to_owned()));
        Ok(())
    }

    fn ground_program(&mut self, name: &str, _text: &str) -> Result<bool> {
        self.ground_programs.push(name.to_owned());
        Ok(false)
    }
}

/// The statements of a text, behind the `#program base.` that each begins with.
fn statements(text: &str) -> Vec<Node> {
    let mut told = Told::default();
    Reading::new(&mut told).text("<string>", text).expect("it is a program");
    told.nodes.split_off(1)
}

/// The only statement of a text.
fn statement(text: &str) -> Node {
    let mut statements = statements(text);
    assert_eq!(statements.len(), 1);
    statements.remove(0)
}

/// The node that an attribute holds.
fn child(node: &Node, name: &str) -> Node {
    match node.get(name) {
        Ok(Value::Node(child)) => child,
        other => panic!("{name} is {other:?}"),
    }
}

fn texts(nodes: &[Node]) -> Vec<String> {
    nodes.iter().map(|node| node.text().expect("it can be printed")).collect()
}

fn place(column: usize) -> Location {
    let position = |column| Position { file: "made.lp".into(), line: 1, column };
    Location::new(position(column), position(column + 1))
}
