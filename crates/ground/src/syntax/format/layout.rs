//! Lays a statement out in lines.
//!
//! The writer's line breaks before items of lists stay. Further breaks come where a line is longer than [`WIDTH`]: a line takes
//! as many items as fit (greedy filling), and what is left of it takes those of the writer's next line, too.
//!
//! The body of a rule goes to a new line, indented by [`INDENT`], if the rule is too long. If the writer has left its beginning
//! behind `:-`, its lines begin below the first literal. A break before a separator goes behind it. Each break that is made here
//! looks like one of the writer's, so a formatted text stays as it is.

use super::lines::LayoutLines;
use super::paddings::Paddings;
use super::pieces::Pieces;
use super::tree::{self, Item, LayoutNode, LayoutSize, List, ListKind};

/// The number of columns that a line may have.
pub(super) const WIDTH: usize = 100;

/// The indentation of what belongs to the line above.
const INDENT: usize = 4;

/// The gap before a word.
#[derive(Clone, Copy)]
enum Gap {
    Blanks(usize),
    Line(usize),
}

/// Appends a statement to the last line, with more blanks before pieces that are aligned.
pub(super) fn statement<'a>(
    pieces: &'a Pieces<'a>,
    nodes: &[LayoutNode],
    paddings: &Paddings,
    lines: &mut LayoutLines<'a>,
) {
    let base = lines.column();
    let mut layout = LineLayout { pieces, lines, paddings, body: base + INDENT };
    layout.nodes(
        nodes,
        Gap::Blanks(0),
        LinePlace { base, indent: base + INDENT, after: LayoutSize::default() },
    );
}

/// The place of nodes among others.
#[derive(Clone, Copy)]
struct LinePlace {
    /// The column where the item around them begins.
    base: usize,
    /// The indentation of lines that only a comment asks for.
    indent: usize,
    /// The size of what follows, up to a place where a line may end.
    after: LayoutSize,
}

struct LineLayout<'l, 'a> {
    pieces: &'a Pieces<'a>,
    lines: &'l mut LayoutLines<'a>,
    paddings: &'l Paddings,
    /// The indentation of the body.
    body: usize,
}

impl LineLayout<'_, '_> {
    /// Appends nodes, the first behind this gap.
    fn nodes(&mut self, nodes: &[LayoutNode], gap: Gap, place: LinePlace) {
        let behind = self.behind(nodes, place.after);
        for (index, node) in nodes.iter().enumerate() {
            match node {
                LayoutNode::Word { piece, .. } if index == 0 => self.word(*piece, gap, place.indent),
                LayoutNode::Word { piece, space } => {
                    self.word(*piece, Gap::Blanks(usize::from(*space)), place.indent);
                }
                LayoutNode::List(list) => self.list(list, gap, LinePlace { after: behind[index], ..place }),
            }
        }
    }

    /// For each node, the size of what follows it up to a place where a line may end.
    fn behind(&self, nodes: &[LayoutNode], after: LayoutSize) -> Vec<LayoutSize> {
        let mut sizes = vec![after; nodes.len()];
        for index in (1..nodes.len()).rev() {
            sizes[index - 1] = match &nodes[index] {
                LayoutNode::Word { .. } => {
                    LayoutSize::of_nodes(&nodes[index..=index], self.pieces, false).then(sizes[index])
                }
                LayoutNode::List(List { kind: ListKind::Body | ListKind::Weight, .. }) => LayoutSize::BREAK,
                LayoutNode::List(list) => match list.items.as_slice() {
                    [] | [_] => list.size.then(sizes[index]),
                    [first, ..] => LayoutSize::of(usize::from(list.kind.has_inner_space()))
                        .then(first.size)
                        .then(LayoutSize::BREAK),
                },
            };
        }
        sizes
    }

    /// Appends a piece with its comments.
    fn word(&mut self, piece: usize, gap: Gap, indent: usize) {
        let indent = if let Gap::Line(indent) = gap { indent } else { indent };
        let has_comments = !self.pieces.inner_comments(piece).is_empty();
        let begins_line = has_comments && self.lines.comments(piece, indent, 1);
        let text = self.pieces.text(piece);
        match gap {
            Gap::Blanks(space) if !begins_line => {
                let padding = self.paddings.before(piece);
                self.lines.push(tree::blanks(space, piece, self.pieces) + padding, text);
            }
            Gap::Blanks(_) | Gap::Line(_) => {
                self.lines.begin(usize::from(self.pieces.get(piece).breaks > 1), indent);
                self.lines.push(0, text);
            }
        }
    }

    /// Appends a list. `before` is the gap before its first item if nothing of the list stands before that.
    fn list(&mut self, list: &List, before: Gap, place: LinePlace) {
        let inner = usize::from(list.kind.has_inner_space());
        let opens = self.opens(list, place);
        let indent = match list.kind {
            ListKind::Head => place.base + INDENT,
            ListKind::Weight if opens => self.body,
            _ if opens => place.base + INDENT,
            _ => self.lines.column() + inner,
        };
        if matches!(list.kind, ListKind::Body | ListKind::Constraint) {
            self.body = indent;
        }
        // Whether a line of the writer was too long, so that its rest flows into the next line.
        let mut flows = false;
        for (index, item) in list.items.iter().enumerate() {
            let after = match list.close {
                _ if index + 1 < list.items.len() => LayoutSize::BREAK,
                None => place.after,
                Some(_) if opens => LayoutSize::BREAK,
                Some(_) => LayoutSize::of(inner + 1).then(place.after),
            };
            let gap = match index {
                0 if list.kind == ListKind::Head => before,
                0 if opens => Gap::Line(indent),
                0 => Gap::Blanks(inner),
                _ => self.gap(item, after, indent, &mut flows),
            };
            let base = match gap {
                Gap::Line(indent) => indent,
                Gap::Blanks(blanks) => self.lines.column() + blanks,
            };
            self.nodes(&item.nodes, gap, LinePlace { base, indent, after });
        }
        if let Some(close) = list.close {
            let blanks = if list.items.is_empty() { 0 } else { inner };
            self.word(close, if opens { Gap::Line(place.base) } else { Gap::Blanks(blanks) }, indent);
        }
    }

    /// The gap before an item that is not the first. `flows` is whether the line before was too long, and whether this one is.
    fn gap(&self, item: &Item, after: LayoutSize, indent: usize, flows: &mut bool) -> Gap {
        let space = usize::from(item.space);
        let end = self.lines.column() + space + item.size.then(after).first;
        let is_broken = item.is_broken && !(*flows && item.may_flow);
        *flows = !is_broken && end > WIDTH;
        if is_broken || *flows {
            Gap::Line(indent)
        } else {
            Gap::Blanks(space)
        }
    }

    /// Whether the first item goes to a new line.
    fn opens(&self, list: &List, place: LinePlace) -> bool {
        let Some(first) = list.items.first() else { return false };
        if list.kind == ListKind::Head {
            return false;
        }
        if first.is_broken {
            return true;
        }
        let column = self.lines.column() + usize::from(list.kind.has_inner_space());
        let is_unbroken = list.items.iter().all(|item| !item.is_broken);
        let end = self.lines.column() + list.size.then(place.after).first;
        if matches!(list.kind, ListKind::Body | ListKind::Weight) && is_unbroken && end > WIDTH {
            return true;
        }
        // Where lines would begin too far to the right for an item, they begin at the usual indentation.
        let has_room = |item: &Item, column: usize| column + item.size.whole <= WIDTH;
        let inner = place.base + INDENT;
        column > inner
            && list
                .items
                .iter()
                .any(|item| !item.size.is_broken && !has_room(item, column) && has_room(item, inner))
    }
}
