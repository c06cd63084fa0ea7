//! Libraries of SokoSolve, in the format of `.ssx` files.
//!
//! The root `SokobanLibrary` has `Details` about the whole, and a `Puzzle` element for each level. A puzzle may have
//! several maps, the first of which is the main one; each is read as a level. Squares are written in characters of their
//! own, or as in XSB.
//!
//! Source: the classes of <https://github.com/guylangston/SokoSolve> that read and write the format.

use roxmltree::Node;

use super::collection::{self, RawLevel};
use super::row;
use super::slc::{self, XmlSource};
use super::surrounding::{AttributedText, Entry, SurroundingText};
use super::{Collection, CollectionError};

/// Reads a library with this root element.
///
/// # Errors
///
/// When it has no maps, or a map has no rows or a row with an unknown character.
pub fn read(source: &XmlSource<'_>, root: Node<'_, '_>) -> Result<Collection, CollectionError> {
    let mut head = SurroundingText::default();
    take_details(root, "Details", &mut head);
    let (mut maps, mut levels) = (Vec::new(), Vec::new());
    let mut left = row::MOST_SQUARES;
    for puzzle in root.descendants().filter(|&node| slc::is_named(node, "Puzzle")) {
        for node in puzzle.descendants().filter(|&node| slc::is_named(node, "Map")) {
            let mut map = RawLevel::default();
            take_rows(source, node, &mut map, &mut left)?;
            take_details(puzzle, "PuzzleDescription", &mut map.surrounding);
            take_details(node, "MapDetails", &mut map.surrounding);
            let steps = node.descendants().filter(|&node| slc::is_named(node, "Steps"));
            map.solutions = steps.map(|steps| slc::solution(source, steps)).collect();
            levels.push(std::mem::take(&mut map.surrounding).interpret(Entry::is_title));
            maps.push(map);
        }
    }
    if maps.is_empty() {
        let message = "there is no element `Map` in a `Puzzle` of this library".to_owned();
        return Err(source.error(root.range().start, message));
    }
    let said = AttributedText { collection: head.interpret(Entry::is_collection), levels };
    Ok(collection::collection(said, maps))
}

/// Adds the description in the child with this name to `surrounding`.
fn take_details(node: Node<'_, '_>, name: &str, surrounding: &mut SurroundingText) {
    for details in node.children().filter(|&child| slc::is_named(child, name)) {
        slc::take_attributes(details, &[], surrounding);
        for child in details.children().filter(Node::is_element) {
            if slc::is_named(child, "Author") {
                for attribute in child.attributes().filter(|it| !it.value().trim().is_empty()) {
                    let is_name = attribute.name().eq_ignore_ascii_case("Name");
                    let key = if is_name { "Author" } else { attribute.name() };
                    surrounding.field(key, attribute.value().trim());
                }
            } else if slc::is_named(child, "Comments") {
                slc::text(child).trim().lines().for_each(|line| surrounding.comment(line));
            } else {
                slc::take_element(child, surrounding);
            }
        }
    }
}

/// Reads the rows of a map.
fn take_rows(
    source: &XmlSource<'_>,
    node: Node<'_, '_>,
    map: &mut RawLevel,
    left: &mut usize,
) -> Result<(), CollectionError> {
    let rows: Vec<Node<'_, '_>> = node.children().filter(|&child| slc::is_named(child, "Row")).collect();
    // A map has one sokoban, and `@` and `+` are no characters of SokoSolve's own.
    let is_xsb = rows.iter().any(|&row| slc::text(row).contains(['@', '+']));
    for row in rows {
        let (line, column) = source.start(row);
        let meant = |character| if is_xsb { character } else { square(character) };
        let void = |character| if character == '~' { ' ' } else { meant(character) };
        let text: String = slc::text(row).chars().map(void).collect();
        slc::take_rows(&text, line, column, map, left)?;
    }
    slc::trim(source, node, map, "Row")
}

/// The character of XSB for one of SokoSolve's own.
fn square(character: char) -> char {
    match character {
        '.' => ' ',
        'O' => '.',
        'X' => '$',
        '$' => '*',
        'P' => '@',
        '*' => '+',
        other => other,
    }
}
