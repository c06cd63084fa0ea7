//! A parser for the nested lists of PDDL.
//!
//! Names are converted to lower case, because PDDL ignores case. A comment goes from `;` to the end of its line.

use crate::error::{Problem, ReadError};
use std::ops::Range;

/// The deepest nesting that is accepted.
const DEPTH_LIMIT: usize = 64;

/// A name or a list, with its byte range in the text.
pub(crate) enum SexprNode {
    Name(String, Range<usize>),
    List(Vec<SexprNode>, Range<usize>),
}

impl SexprNode {
    pub(crate) fn range(&self) -> Range<usize> {
        match self {
            SexprNode::Name(_, range) | SexprNode::List(_, range) => range.clone(),
        }
    }

    /// The name, if the node is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            SexprNode::Name(name, _) => Some(name),
            SexprNode::List(..) => None,
        }
    }

    /// The name at the head of a list, and the nodes after it.
    pub(crate) fn headed(&self) -> Option<(&str, &[SexprNode])> {
        let SexprNode::List(nodes, _) = self else { return None };
        let (head, rest) = nodes.split_first()?;
        Some((head.name()?, rest))
    }

    /// The error for this node where something else was expected.
    pub(crate) fn unexpected(&self, wanted: &'static str) -> ReadError {
        let found = match self {
            SexprNode::Name(name, _) => format!("`{}`", name.escape_debug()),
            SexprNode::List(..) => match self.headed() {
                Some((head, _)) => format!("`({} …)`", head.escape_debug()),
                None => String::from("a list"),
            },
        };
        ReadError::new(self.range(), Problem::Unexpected { wanted, found })
    }
}

/// The position of the next character that is neither blank nor in a comment; the end of the text if there is none.
pub(crate) fn skip(text: &str, mut at: usize) -> usize {
    loop {
        at = text[at..].find(|letter: char| !letter.is_whitespace()).map_or(text.len(), |blank| at + blank);
        if !text[at..].starts_with(';') {
            return at;
        }
        at = text[at..].find('\n').map_or(text.len(), |end| at + end);
    }
}

/// Reads the list that begins at a parenthesis. Returns the list and its end.
///
/// # Errors When it is not closed, or nested too deeply.
pub(crate) fn list(text: &str, start: usize) -> Result<(SexprNode, usize), ReadError> {
    let mut open: Vec<(usize, Vec<SexprNode>)> = Vec::new();
    let mut at = start;
    loop {
        at = skip(text, at);
        let begin = at;
        let Some(letter) = text[at..].chars().next() else {
            let opened = open.pop().map_or(start, |(opened, _)| opened);
            return Err(ReadError::new(opened..(opened + 1).min(text.len()), Problem::OpenList));
        };
        let node = match letter {
            '(' if open.len() == DEPTH_LIMIT => {
                return Err(ReadError::new(begin..begin + 1, Problem::TooDeep { limit: DEPTH_LIMIT }));
            }
            '(' => {
                at += 1;
                open.push((begin, Vec::new()));
                continue;
            }
            ')' => {
                at += 1;
                let Some((opened, nodes)) = open.pop() else {
                    return Err(ReadError::new(begin..at, Problem::CloseWithoutList));
                };
                SexprNode::List(nodes, opened..at)
            }
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "();".contains(letter);
                at = text[begin..].find(ends).map_or(text.len(), |end| begin + end);
                SexprNode::Name(text[begin..at].to_lowercase(), begin..at)
            }
        };
        match open.last_mut() {
            Some((_, nodes)) => nodes.push(node),
            None => return Ok((node, at)),
        }
    }
}
