//! The layout tree of a statement: words, and lists whose items may stand on lines of their own.
//!
//! A list is a body, a condition, the elements of an aggregate, or arguments. Lines break only before an item of a list,
//! never between two words, unless a comment asks for it.

use super::pieces::Pieces;

/// A node of the tree.
#[derive(Debug)]
pub(super) enum LayoutNode {
    /// A piece, and whether a blank stands before it on the same line.
    Word {
        piece: usize,
        space: bool,
    },
    List(List),
}

/// The kind of a list, which says where its lines begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListKind {
    /// The alternatives of a head: nothing stands before the first.
    Head,
    /// The body of a rule with a head. It goes to a new line if it does not fit.
    Body,
    /// The body of a constraint: its lines begin below the first item.
    Constraint,
    /// A condition: its lines begin below the first item, too.
    Condition,
    /// Elements between braces with blanks inside.
    Braces,
    /// Arguments between parentheses without blanks.
    Arguments,
    /// Terms between other brackets without blanks.
    Tuple,
    /// The bracket behind the dot of a statement.
    Weight,
}

/// Items with their separators.
#[derive(Debug)]
pub(super) struct List {
    pub kind: ListKind,
    pub items: Vec<Item>,
    /// The closing bracket.
    pub close: Option<usize>,
    pub size: LayoutSize,
}

/// An item of a list, with the separator behind it.
#[derive(Debug)]
pub(super) struct Item {
    /// At least one.
    pub nodes: Vec<LayoutNode>,
    /// Whether the writer has begun a new line here.
    pub is_broken: bool,
    /// Whether that line break may go: no comment and no blank line is there.
    pub may_flow: bool,
    /// Whether a blank stands before it on the line of the item before.
    pub space: bool,
    /// The size without a blank before it.
    pub size: LayoutSize,
}

/// The number of columns that nodes take.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct LayoutSize {
    /// Up to the first line break that the writer or a comment asks for, or to the end.
    pub first: usize,
    /// Whether there is such a line break.
    pub is_broken: bool,
    /// On a single line.
    pub whole: usize,
}

impl ListKind {
    /// Whether a blank stands before the first item and before the closing bracket.
    pub fn has_inner_space(self) -> bool {
        !matches!(self, ListKind::Head | ListKind::Arguments | ListKind::Tuple)
    }
}

impl LayoutSize {
    /// A line break, or a place for one.
    pub const BREAK: LayoutSize = LayoutSize { first: 0, is_broken: true, whole: 0 };

    /// The size of text without a line break.
    pub fn of(columns: usize) -> Self {
        LayoutSize { first: columns, is_broken: false, whole: columns }
    }

    /// The size of two things in a row.
    pub fn then(self, next: LayoutSize) -> Self {
        let first = if self.is_broken { self.first } else { self.first + next.first };
        LayoutSize { first, is_broken: self.is_broken || next.is_broken, whole: self.whole + next.whole }
    }
}

impl Item {
    pub fn new(nodes: Vec<LayoutNode>, is_broken: bool, space: bool, pieces: &Pieces<'_>) -> Self {
        let size = LayoutSize::of_nodes(&nodes, pieces, true);
        let may_flow = match nodes.first() {
            Some(LayoutNode::Word { piece, .. }) => {
                pieces.inner_comments(*piece).is_empty() && pieces.get(*piece).breaks <= 1
            }
            _ => false,
        };
        Item { nodes, is_broken, may_flow, space, size }
    }
}

impl List {
    pub fn new(kind: ListKind, items: Vec<Item>, close: Option<usize>, pieces: &Pieces<'_>) -> Self {
        let inner = usize::from(kind.has_inner_space() && !items.is_empty());
        let mut size = LayoutSize::default();
        for (index, item) in items.iter().enumerate() {
            let space = if index == 0 { inner } else { usize::from(item.space) };
            size = size.then(if item.is_broken { LayoutSize::BREAK } else { LayoutSize::default() });
            size = size.then(LayoutSize::of(space)).then(item.size);
        }
        if let Some(close) = close {
            size = size.then(LayoutSize::of_word(close, inner, pieces));
        }
        List { kind, items, close, size }
    }
}

impl LayoutSize {
    /// The size of nodes in a row; `is_first` leaves a blank before them out.
    pub fn of_nodes(nodes: &[LayoutNode], pieces: &Pieces<'_>, is_first: bool) -> Self {
        let mut size = LayoutSize::default();
        for (index, node) in nodes.iter().enumerate() {
            size = size.then(match node {
                LayoutNode::Word { piece, space } => {
                    LayoutSize::of_word(*piece, usize::from(*space && !(is_first && index == 0)), pieces)
                }
                LayoutNode::List(list) => list.size,
            });
        }
        size
    }

    /// The size of a piece with the gap before it, which has so many blanks if it has no comments.
    fn of_word(piece: usize, space: usize, pieces: &Pieces<'_>) -> Self {
        let mut size = LayoutSize::default();
        for &comment in pieces.inner_comments(piece) {
            let text = pieces.comment(comment);
            if comment.is_line || comment.breaks > 0 || text.contains('\n') {
                size = size.then(LayoutSize::BREAK);
            }
            size = size.then(LayoutSize::of(1 + text.chars().count()));
        }
        if !pieces.inner_comments(piece).is_empty() && pieces.get(piece).breaks > 0 {
            size = size.then(LayoutSize::BREAK);
        }
        let space = blanks(space, piece, pieces);
        size.then(LayoutSize::of(space + pieces.text(piece).chars().count()))
    }
}

/// The number of blanks directly before a piece on a line. Behind a comment there is one at least, but for separators and
/// closing brackets.
pub(super) fn blanks(space: usize, piece: usize, pieces: &Pieces<'_>) -> usize {
    let is_close = matches!(pieces.text(piece), "," | ";" | "." | ")" | "]");
    if is_close || pieces.inner_comments(piece).is_empty() {
        space
    } else {
        space.max(1)
    }
}
