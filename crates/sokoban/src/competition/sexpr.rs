//! A parser for the lists and names of PDDL. It is written by hand because crates for Lisp also read numbers, strings
//! and quotes, which PDDL does not have.

use std::ops::Range;

/// The deepest nesting that is accepted, so that recursion over the result is safe.
const DEPTH_LIMIT: usize = 64;

/// A name or a list, with its byte range in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PddlNode {
    /// A name in lower case, because PDDL ignores case.
    Name(String, Range<usize>),
    /// The nodes between two parentheses.
    List(Vec<PddlNode>, Range<usize>),
}

/// A syntax error: its byte range and its message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Broken {
    pub(super) range: Range<usize>,
    pub(super) message: String,
}

impl PddlNode {
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            PddlNode::Name(_, range) | PddlNode::List(_, range) => range.clone(),
        }
    }

    /// The name, if the node is one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            PddlNode::Name(name, _) => Some(name),
            PddlNode::List(..) => None,
        }
    }

    /// The nodes of the list, if the node is one.
    pub(super) fn list(&self) -> Option<&[PddlNode]> {
        match self {
            PddlNode::Name(..) => None,
            PddlNode::List(nodes, _) => Some(nodes),
        }
    }

    /// The name at the head of a list, and the nodes after it.
    pub(super) fn headed(&self) -> Option<(&str, &[PddlNode])> {
        let (head, rest) = self.list()?.split_first()?;
        Some((head.name()?, rest))
    }
}

/// Reads all nodes of a text.
pub(super) fn read(text: &str) -> Result<Vec<PddlNode>, Broken> {
    let mut open: Vec<(usize, Vec<PddlNode>)> = Vec::new();
    let mut top = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let start = at;
        at += letter.len_utf8();
        let broken = |range: Range<usize>, message: &str| Broken { range, message: message.to_owned() };
        let node = match letter {
            ';' => {
                at = text[start..].find('\n').map_or(text.len(), |end| start + end);
                continue;
            }
            _ if letter.is_whitespace() => continue,
            '(' if open.len() == DEPTH_LIMIT => return Err(broken(start..at, "lists are nested too deep")),
            '(' => {
                open.push((start, Vec::new()));
                continue;
            }
            ')' => match open.pop() {
                Some((begin, nodes)) => PddlNode::List(nodes, begin..at),
                None => return Err(broken(start..at, "this parenthesis closes no list")),
            },
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "();".contains(letter);
                at = text[start..].find(ends).map_or(text.len(), |end| start + end);
                PddlNode::Name(text[start..at].to_lowercase(), start..at)
            }
        };
        open.last_mut().map_or(&mut top, |(_, nodes)| nodes).push(node);
    }
    match open.pop() {
        Some((begin, _)) => {
            Err(Broken { range: begin..begin + 1, message: "this list is never closed".to_owned() })
        }
        None => Ok(top),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(nodes: &[PddlNode]) -> String {
        let words = nodes.iter().map(|node| match node {
            PddlNode::Name(name, _) => name.clone(),
            PddlNode::List(nodes, _) => format!("({})", shown(nodes)),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lists_names_and_comments_are_read() {
        let nodes = read("; a\n(Define (A-1 b);x)\n ()c)").map_err(|broken| broken.message);
        assert_eq!(nodes.map(|nodes| shown(&nodes)), Ok("(define (a-1 b) () c)".to_owned()));
    }

    #[test]
    fn what_is_not_closed_or_opened_is_shown() {
        let range = |text: &str| read(text).map_err(|broken| broken.range);
        assert_eq!(range("(a (b)").err(), Some(0..1));
        assert_eq!(range("(a))").err(), Some(3..4));
        assert_eq!(range(&"(".repeat(100_000)).err(), Some(64..65));
    }
}
