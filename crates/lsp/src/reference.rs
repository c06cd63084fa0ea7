//! The reference of the language: the section about the keyword at a position.
//!
//! The text is the page `docs/language.md`. A comment below a heading lists the keywords of its section, so that the page alone says
//! what belongs where. `^` stands before a keyword that begins its statement, `(` before one within parentheses; `name` is any name.

use std::ops::Range;

use crate::completion::is_in_string;
use crate::index::{IndexedKind, TextIndex};

/// The page.
const REFERENCE: &str = include_str!("../language.md");

// Where Git makes no symbolic links, the file has the path of the page instead of its text.
const _: () =
    assert!(REFERENCE.len() > 1000, "language.md is not the page, but a link that Git did not make");

/// Where the links of the page lead from.
const PAGES: &str = "https://github.com/groundplan/groundplan/blob/main/docs/";

/// The beginning and the end of the comment with keywords.
const KEYWORDS: (&str, &str) = ("<!-- keywords:", "-->");

/// Returns the bytes of the keyword at an offset, and the section about it as Markdown.
pub fn entry(text: &str, index: &TextIndex, offset: usize) -> Option<(Range<usize>, String)> {
    if index.is_comment(text, offset) || is_in_string(text, offset) || is_in_script(text, offset) {
        return None;
    }
    let of_word = word(text, offset).and_then(|(range, keyword)| Some((range, section(keyword)?)));
    let (range, section) = of_word.or_else(|| {
        let range = operator(text, offset)?;
        let section = section(&in_context(text, index, &range)?)?;
        Some((range, section))
    })?;
    Some((range, markdown(section)))
}

/// The sections of the page, each without the marks of its heading.
fn sections() -> impl Iterator<Item = &'static str> {
    REFERENCE.split("\n## ").flat_map(|chapter| chapter.split("\n### "))
}

/// The keywords of a section.
fn keywords(section: &str) -> impl Iterator<Item = &str> {
    let (begin, end) = KEYWORDS;
    let listed = section.lines().find_map(|line| line.strip_prefix(begin)?.strip_suffix(end));
    listed.unwrap_or_default().split_whitespace()
}

fn section(keyword: &str) -> Option<&'static str> {
    sections().find(|section| keywords(section).any(|known| known == keyword))
}

/// Returns a word at an offset with the sign that makes it a keyword, and the keyword.
fn word(text: &str, offset: usize) -> Option<(Range<usize>, &str)> {
    const SIGNS: [char; 3] = ['#', '&', '@'];
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'';
    let length = |rest: &str| rest.len() - rest.trim_start_matches(is_letter).len();
    let start = text[..offset].trim_end_matches(is_letter).len();
    let (start, name) = match text[..start].chars().next_back() {
        Some(sign) if SIGNS.contains(&sign) => (start - 1, start),
        _ if start == offset && text[offset..].starts_with(SIGNS) => (offset, offset + 1),
        _ => (start, start),
    };
    let mut end = name + length(&text[name..]);
    if &text[start..end] == "#sum" && text[end..].starts_with('+') {
        end += 1;
    }
    let is_name =
        text[name..end].trim_start_matches(['_', '\'']).starts_with(|first: char| first.is_ascii_lowercase());
    let keyword = &text[start..end];
    match keyword.chars().next()? {
        '@' if is_name => Some((start..end, "@name")),
        '&' if is_name && section(keyword).is_none() => Some((start..end, "&name")),
        '&' | '@' if !is_name => None,
        _ => Some((start..end, keyword)),
    }
}

/// Returns the bytes of the longest operator that contains an offset.
fn operator(text: &str, offset: usize) -> Option<Range<usize>> {
    let is_operator =
        |keyword: &&str| !keyword.contains(|letter: char| letter.is_alphanumeric() || letter == '_');
    let known = sections().flat_map(keywords).map(|keyword| keyword.trim_start_matches(['^', '(']));
    let places = known.filter(is_operator).flat_map(|keyword| {
        let first = (offset + 1).saturating_sub(keyword.len());
        (first..=offset).map(move |at| (keyword, at))
    });
    let found = places.filter(|&(keyword, at)| text.get(at..).is_some_and(|rest| rest.starts_with(keyword)));
    found.map(|(keyword, at)| at..at + keyword.len()).max_by_key(ExactSizeIterator::len)
}

/// Returns the keyword that an operator is where it stands; `None` if it is none there.
fn in_context(text: &str, index: &TextIndex, range: &Range<usize>) -> Option<String> {
    let statement = index.statements.iter().find(|statement| statement.range.contains(&range.start));
    let before = statement.map_or("", |statement| &text[statement.range.start..range.start]);
    let operator = &text[range.clone()];
    match (operator, open_bracket(before)) {
        (":-", _) if statement.is_some_and(|found| found.kind == IndexedKind::Constraint) => {
            Some("^:-".to_owned())
        }
        // Elsewhere it separates literals or elements.
        (";", bracket) => (bracket == Some('(')).then(|| "(;".to_owned()),
        // In `p/2` it is no division.
        ("/", None) if before.starts_with('#') && !before.contains('=') => None,
        // Within brackets they belong to elements, or stand for an absolute value.
        (":" | "|", Some(_)) => None,
        ("{", _) => (!is_set_of_other(before)).then(|| operator.to_owned()),
        // Otherwise it is a difference, or the sign of a number.
        ("-", _) => {
            let is_sign = |name: &Range<usize>| {
                name.start > range.start && text[range.end..name.start].trim().is_empty()
            };
            index.occurrences.iter().any(|found| is_sign(&found.name)).then(|| operator.to_owned())
        }
        _ => Some(operator.to_owned()),
    }
}

/// Whether braces behind a text belong to an aggregate or an atom of a theory.
fn is_set_of_other(before: &str) -> bool {
    let last = before.rsplit([',', ';', '.']).next().unwrap_or(before);
    last.contains(['#', '&'])
}

/// Returns the innermost bracket that a text leaves open.
fn open_bracket(before: &str) -> Option<char> {
    let mut open = Vec::new();
    let mut letters = before.chars();
    let mut in_string = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if in_string => drop(letters.next()),
            '"' => in_string = !in_string,
            '(' | '{' | '[' if !in_string => open.push(letter),
            ')' | '}' | ']' if !in_string => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// Whether an offset is within a script, which is in another language.
fn is_in_script(text: &str, offset: usize) -> bool {
    let behind = text[..offset].rfind("#script").map(|at| &text[at..offset]);
    behind.is_some_and(|script| script.contains(')') && !script.contains("#end"))
}

/// Returns a section as an editor shows it: with its title, without its keywords, and with links that lead to the pages.
fn markdown(section: &str) -> String {
    let lines = section.lines().filter(|line| !line.starts_with(KEYWORDS.0));
    let text = lines.collect::<Vec<_>>().join("\n").replace("\n\n\n", "\n\n");
    let mut parts = text.trim_end().split("](");
    let mut shown = format!("### {}", parts.next().unwrap_or_default());
    for part in parts {
        let target = part.split([')', '#']).next().unwrap_or_default();
        shown += "](";
        if target.is_empty() {
            shown += &format!("{PAGES}language.md");
        } else if target.ends_with(".md") && !target.contains(':') {
            shown += PAGES;
        }
        shown += part;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The titles of the entries at each place of a text, with the text of the keyword.
    fn entries(text: &str) -> Vec<(String, String)> {
        let index = TextIndex::of(text);
        let places = text.char_indices().filter_map(|(at, _)| entry(text, &index, at));
        let mut found: Vec<(Range<usize>, String)> = places.collect();
        found.dedup();
        let title =
            |text: &str| text.lines().next().unwrap_or_default().trim_start_matches("### ").to_owned();
        found.into_iter().map(|(range, entry)| (text[range].to_owned(), title(&entry))).collect()
    }

    #[test]
    fn each_keyword_has_its_section() {
        let text = "p(X+1;2) :- q(X..3), not -r(_), #sum+ { 1 : p } <= 2, X = @f(1).\n\
            { a : b } :- c. :- a : b; d. a | b. x(|1-2|). #show p/1. &diff { a-b } <= 6&3. &my { 1 } :- X != 2.\n\
            :~ a. [1]\n";
        let found = entries(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(keyword, title)| (keyword.as_str(), title.as_str())).collect();
        let expected = [
            ("+", "Arithmetic"),
            (";", "Pools"),
            (":-", "Rules"),
            ("..", "Intervals"),
            ("not", "Negation"),
            ("-", "Strong negation"),
            ("_", "Variables"),
            ("#sum+", "Aggregates in bodies"),
            ("<=", "Comparisons"),
            ("=", "Comparisons"),
            ("@f", "External functions"),
            ("{", "Choices"),
            (":-", "Rules"),
            (":-", "Constraints"),
            (":", "Conditional literals"),
            ("|", "Disjunctions"),
            ("#show", "`#show`"),
            ("&diff", "`&diff`"),
            ("<=", "Comparisons"),
            ("&", "Arithmetic"),
            ("&my", "`#theory`"),
            (":-", "Rules"),
            ("!=", "Comparisons"),
            (":~", "Objectives"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_strings_and_scripts_have_none() {
        let text = "% not :-\np(\"not\").\n#script (python)\nif not a: b = 1..2\n#end.\n";
        let found = entries(text);
        assert_eq!(
            found.iter().map(|(keyword, _)| keyword.as_str()).collect::<Vec<_>>(),
            ["#script", "#end"]
        );
    }

    #[test]
    fn each_keyword_that_is_completed_has_an_entry() {
        for (name, _) in crate::completion::WORDS {
            assert!(section(name).is_some(), "{name}");
        }
    }

    #[test]
    fn links_lead_to_the_pages() {
        let shown =
            markdown("T\n\n<!-- keywords: t -->\n\n[a](#b), [c](d.md#e), [f](https://g.md), `[1](2)`\n");
        let expected =
            format!("### T\n\n[a]({PAGES}language.md#b), [c]({PAGES}d.md#e), [f](https://g.md), `[1](2)`");
        assert_eq!(shown, expected);
    }
}
