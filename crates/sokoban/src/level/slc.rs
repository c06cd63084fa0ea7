//! Collections of levels as XML, in the format of `.slc` files.
//!
//! The root `SokobanLevels` has elements about the whole, such as `Title`, and a `LevelCollection` with a `Level`
//! element for each level. Its attributes give the title and author, and each `L` element is a row. Names of elements
//! and attributes are matched case-insensitively. Unknown elements and attributes become fields of these names. When
//! written, plans become `Solution` elements, comments `Comment`, and fields whose keys are not valid names `Field`;
//! other readers skip elements that they do not know.
//!
//! Source: the schema `SokobanLev.xsd` of <http://sourcecode.se/sokoban/>.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::Writer;
use roxmltree::{Document, Node, ParsingOptions};

use super::collection::{self, RawLevel};
use super::row::{self, LevelRow};
use super::surrounding::{AttributedText, Entry, SurroundingText};
use super::{ssx, Collection, CollectionError, Field, Level, Solution};

/// Whether a text is a collection in SLC or SSX, or at least XML that is not an HTML page.
pub fn is(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if !start.starts_with('<') {
        return false;
    }
    let start = start.to_ascii_lowercase();
    ["<sokobanlevels", "<levelcollection", "<sokobanlibrary"].iter().any(|name| start.contains(name))
        || start.starts_with("<?xml") && !start.contains("<html")
}

/// A document with the offsets of its lines.
pub struct XmlSource<'t> {
    text: &'t str,
    /// The offsets at which lines begin, from the second line on.
    breaks: Vec<usize>,
    /// The number of lines before the document.
    before: usize,
}

impl XmlSource<'_> {
    /// The line and column of an offset, from 1.
    fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.breaks.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).map_or(0, |at| self.breaks[at]);
        (self.before + line + 1, self.text[start..offset].chars().count() + 1)
    }

    /// The line and column of the text in an element, from 1.
    pub fn start(&self, node: Node<'_, '_>) -> (usize, usize) {
        self.place(node.first_child().map_or(node.range().start, |text| text.range().start))
    }

    /// The error at an offset.
    pub fn error(&self, offset: usize, message: String) -> CollectionError {
        let (line, column) = self.place(offset);
        CollectionError::Slc { message, line, column }
    }
}

/// Reads a collection.
///
/// # Errors
///
/// When the text is not XML, has no levels, or a level has no map.
pub fn read(text: &str) -> Result<Collection, CollectionError> {
    // Line ends are normalized, so that lines are counted as messages show them. XML forbids blank lines before the
    // prolog.
    let text = row::lines(text).collect::<Vec<_>>().join("\n");
    let start = text.trim_start();
    let before = text[..text.len() - start.len()].matches('\n').count();
    let breaks = start.match_indices('\n').map(|(at, _)| at + 1).collect();
    let source = XmlSource { text: start, breaks, before };
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(start, options).map_err(|error| no_xml(&source, &error))?;
    let root = document.root_element();
    if is_named(root, "SokobanLibrary") {
        return ssx::read(&source, root);
    }
    if !is_named(root, "SokobanLevels") && !is_named(root, "LevelCollection") {
        let name = root.tag_name().name();
        let message = format!(
            "the root of a collection of levels is `SokobanLevels` or `SokobanLibrary`, not `{name}`"
        );
        return Err(source.error(root.range().start, message));
    }
    let mut head = SurroundingText::default();
    for whole in root.descendants().filter(|&node| node == root || is_named(node, "LevelCollection")) {
        take_attributes(whole, &["MaxWidth", "MaxHeight"], &mut head);
        let about = |node: &Node<'_, '_>| !is_named(*node, "Level") && !is_named(*node, "LevelCollection");
        whole
            .children()
            .filter(Node::is_element)
            .filter(about)
            .for_each(|node| take_element(node, &mut head));
    }
    let (mut maps, mut levels) = (Vec::new(), Vec::new());
    let mut left = row::MOST_SQUARES;
    for node in root.descendants().filter(|&node| is_named(node, "Level")) {
        let mut map = level(&source, node, &mut left)?;
        levels.push(std::mem::take(&mut map.surrounding).interpret(Entry::is_title));
        maps.push(map);
    }
    if maps.is_empty() {
        return Err(
            source.error(root.range().start, "there is no element `Level` in this collection".to_owned())
        );
    }
    Ok(collection::collection(
        AttributedText { collection: head.interpret(Entry::is_collection), levels },
        maps,
    ))
}

/// The error for a text that is not XML.
fn no_xml(source: &XmlSource<'_>, error: &roxmltree::Error) -> CollectionError {
    let place = error.pos();
    // The position is reported separately.
    let message = error.to_string().replace(&format!(" at {place}"), "").replace("node", "element");
    let (line, column) = match error {
        // These errors have no position: something is missing at the end.
        roxmltree::Error::UnclosedRootNode | roxmltree::Error::UnexpectedEndOfStream => {
            source.place(source.text.trim_end().len())
        }
        _ => (source.before + place.row as usize, place.col as usize),
    };
    CollectionError::Slc { message: format!("this is no XML: {message}"), line, column }
}

/// Whether a node is an element with this name, ignoring case.
pub fn is_named(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name().eq_ignore_ascii_case(name)
}

/// Adds the attributes of an element to `surrounding`, except for the redundant sizes in `counted`.
pub fn take_attributes(node: Node<'_, '_>, counted: &[&str], surrounding: &mut SurroundingText) {
    for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
        let (name, value) = (attribute.name(), attribute.value().trim());
        if value.is_empty() || counted.iter().any(|counted| counted.eq_ignore_ascii_case(name)) {
            continue;
        }
        let is_title = is_named(node, "Level") && name.eq_ignore_ascii_case("Id");
        surrounding.field(if is_title { "Title" } else { name }, value);
    }
}

/// Adds the text of an element to `surrounding`, with one field per line.
pub fn take_element(node: Node<'_, '_>, surrounding: &mut SurroundingText) {
    let text = text(node);
    if is_named(node, "Comment") {
        return text.lines().for_each(|line| surrounding.comment(line));
    }
    let name = if is_named(node, "Field") { node.attribute("Name") } else { None };
    let name = name.unwrap_or(node.tag_name().name());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        surrounding.field(name, line);
    }
}

/// All text within an element.
pub fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Reads a level. `left` is the number of squares that run-length codes may still expand to.
fn level(source: &XmlSource<'_>, node: Node<'_, '_>, left: &mut usize) -> Result<RawLevel, CollectionError> {
    let mut map = RawLevel::default();
    take_attributes(node, &["Width", "Height"], &mut map.surrounding);
    let mut margins = Vec::new();
    for child in node.children().filter(Node::is_element) {
        if is_named(child, "L") {
            let (line, column) = source.start(child);
            let text = text(child);
            if !text.trim().is_empty() {
                margins.push(if text.contains('\n') { 0 } else { column - 1 });
            }
            take_rows(&text, line, column, &mut map, left)?;
        } else if is_named(child, "Solution") {
            map.solutions.push(solution(source, child));
        } else {
            take_element(child, &mut map.surrounding);
        }
    }
    trim(source, node, &mut map, "L")?;
    map.margin =
        margins.iter().min().copied().filter(|least| margins.iter().all(|it| it == least)).unwrap_or(0);
    Ok(map)
}

/// Reads the text of an element as a plan in letters.
pub fn solution(source: &XmlSource<'_>, node: Node<'_, '_>) -> Solution {
    let text = text(node);
    let blank = text.len() - text.trim_start().len();
    let line = source.start(node).0 + text[..blank].matches('\n').count();
    Solution { text: text.trim().to_owned(), line }
}

/// Removes blank rows around a map, which are not part of it. The rows are elements of this name in `node`.
///
/// # Errors
///
/// When no row is left.
pub fn trim(
    source: &XmlSource<'_>,
    node: Node<'_, '_>,
    map: &mut RawLevel,
    name: &str,
) -> Result<(), CollectionError> {
    let is_blank = |row: &LevelRow| row.indent == row.squares.len();
    let first = map.rows.iter().position(|row| !is_blank(row)).unwrap_or(map.rows.len());
    let last = map.rows.iter().rposition(|row| !is_blank(row)).map_or(first, |last| last + 1);
    map.rows = map.rows[first..last].to_vec();
    map.lines = map.lines[first..last].to_vec();
    if map.rows.is_empty() {
        let message = format!("this level has no rows: each is an element `{name}`");
        return Err(source.error(node.range().start, message));
    }
    Ok(())
}

/// Reads the text of an `L` element: one row, or several on separate lines.
pub fn take_rows(
    text: &str,
    line: usize,
    column: usize,
    map: &mut RawLevel,
    left: &mut usize,
) -> Result<(), CollectionError> {
    let text = text.replace('\u{a0}', " ");
    for (index, row) in text.split('\n').enumerate() {
        let (line, column) = (line + index, if index == 0 { column } else { 1 });
        match row::read(row, left) {
            Some(row::MapLine::Rows(rows)) => map.rows.extend(rows),
            Some(row::MapLine::TooWide) => return Err(CollectionError::TooWide { line }),
            Some(row::MapLine::TooMany) => return Err(CollectionError::TooMany { line }),
            None if row.trim().is_empty() => map.rows.push(LevelRow::default()),
            None => {
                let stranger = row.chars().enumerate().find(|&(_, character)| !row::is_known(character));
                let digit = row.chars().position(|character| character.is_ascii_digit()).unwrap_or(0);
                return Err(match stranger {
                    Some((at, character)) => CollectionError::stranger(character, line, column + at),
                    None => CollectionError::LooseNumber { line, column: column + digit },
                });
            }
        }
        map.lines.resize(map.rows.len(), line);
    }
    Ok(())
}

/// Writes a collection as SLC.
pub fn write(collection: &Collection) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory cannot fail, and the output is UTF-8.
    let written = write_collection(&mut writer, collection);
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8(writer.into_inner()).unwrap_or_default() + "\n"
}

fn write_collection(writer: &mut Writer<Vec<u8>>, collection: &Collection) -> io::Result<()> {
    let Collection { title, author, fields, comments, levels } = collection;
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let copyright = sole(fields, "Copyright");
    let size = |count: fn(&Level) -> usize| levels.iter().map(count).max().unwrap_or(0).to_string();
    let sizes = [("MaxWidth", size(Level::width)), ("MaxHeight", size(|level| level.rows.len()))];
    let attributes = copyright.map(|copyright| ("Copyright", copyright.to_owned())).into_iter().chain(sizes);
    writer.create_element("SokobanLevels").write_inner_content(|writer| {
        write_element(writer, "Title", title.as_deref().unwrap_or_default())?;
        write_element(writer, "Description", &all(fields, "Description"))?;
        write_element_of(writer, fields, &["Email", "Url"])?;
        if author.as_deref() != copyright {
            author.iter().try_for_each(|author| write_element(writer, "Author", author))?;
        }
        write_words(writer, fields, comments, &["Copyright", "Description", "Email", "Url"])?;
        element(writer, "LevelCollection", attributes).write_inner_content(|writer| {
            levels.iter().try_for_each(|level| write_level(writer, level, author.as_deref()))
        })?;
        Ok(())
    })?;
    Ok(())
}

/// Writes a level. `author` is the author of the collection.
fn write_level(writer: &mut Writer<Vec<u8>>, level: &Level, author: Option<&str>) -> io::Result<()> {
    let title = level.title.as_ref().map(|title| ("Id", title.clone()));
    let copyright = sole(&level.fields, "Copyright");
    let sizes = [("Width", level.width().to_string()), ("Height", level.rows.len().to_string())];
    let copyrights = copyright.map(|copyright| ("Copyright", copyright.to_owned()));
    let attributes = title.into_iter().chain(sizes).chain(copyrights);
    element(writer, "Level", attributes).write_inner_content(|writer| {
        level.map().lines().try_for_each(|row| write_element(writer, "L", row))?;
        if level.author.as_deref() != copyright.or(author) {
            level.author.iter().try_for_each(|author| write_element(writer, "Author", author))?;
        }
        write_words(writer, &level.fields, &level.comments, &["Copyright"])?;
        for solution in &level.solutions {
            let lines = solution.text.lines().map(str::trim).filter(|line| !line.is_empty());
            write_element(writer, "Solution", &lines.collect::<Vec<_>>().join("\n"))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Writes comments and fields, except for fields with keys in `written`.
fn write_words(
    writer: &mut Writer<Vec<u8>>,
    fields: &[Field],
    comments: &[String],
    written: &[&str],
) -> io::Result<()> {
    for (at, field) in fields.iter().enumerate() {
        let is_written =
            written.iter().any(|key| field.is(key) && !(*key == "Copyright" && sole(fields, key).is_none()));
        if is_written || fields[..at].iter().any(|before| before.is(&field.key)) {
            continue;
        }
        let value = all(fields, &field.key);
        if is_name(&field.key) {
            write_element(writer, &field.key, &value)?;
        } else {
            let name = [("Name", field.key.clone())].into_iter();
            element(writer, "Field", name).write_text_content(BytesText::new(&xml(&value)))?;
        }
    }
    if !comments.is_empty() {
        write_element(writer, "Comment", &comments.join("\n"))?;
    }
    Ok(())
}

/// Writes the fields with these keys, if there are any.
fn write_element_of(writer: &mut Writer<Vec<u8>>, fields: &[Field], keys: &[&str]) -> io::Result<()> {
    let mut written = keys.iter().filter(|key| fields.iter().any(|field| field.is(key)));
    written.try_for_each(|key| write_element(writer, key, &all(fields, key)))
}

fn write_element(writer: &mut Writer<Vec<u8>>, name: &str, text: &str) -> io::Result<()> {
    writer.create_element(name).write_text_content(BytesText::new(&xml(text)))?;
    Ok(())
}

fn element<'w>(
    writer: &'w mut Writer<Vec<u8>>,
    name: &'w str,
    attributes: impl Iterator<Item = (&'static str, String)>,
) -> quick_xml::writer::ElementWriter<'w, Vec<u8>> {
    let mut element = writer.create_element(name);
    for (key, value) in attributes {
        element = element.with_attribute((key, xml(&value).as_str()));
    }
    element
}

/// The values of all fields with a key, one per line.
fn all(fields: &[Field], key: &str) -> String {
    let values = fields.iter().filter(|field| field.is(key)).map(|field| field.value.as_str());
    values.collect::<Vec<_>>().join("\n")
}

/// The value of a key that exactly one field has.
fn sole<'f>(fields: &'f [Field], key: &str) -> Option<&'f str> {
    let mut values = fields.iter().filter(|field| field.is(key)).map(|field| field.value.as_str());
    values.next().filter(|_| values.next().is_none())
}

/// Whether a key is valid as the name of an element, and is not one with a meaning in the format.
fn is_name(key: &str) -> bool {
    let taken = ["SokobanLevels", "LevelCollection", "Level", "L", "Field", "Comment", "Solution"];
    key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        && !key.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml"))
        && !taken.iter().any(|name| name.eq_ignore_ascii_case(key))
}

/// A text without the characters that XML forbids.
fn xml(text: &str) -> String {
    let is_xml = |c: &char| !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_xml).collect()
}
