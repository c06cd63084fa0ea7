//! Graphs in Graphviz's language, DOT: <https://graphviz.org/doc/info/lang.html>.

use std::fmt::Write;

use super::graph::{Attributes, DrawnGraph};

/// The attributes whose values may be HTML-like.
const LABELS: [&str; 4] = ["label", "xlabel", "headlabel", "taillabel"];

/// Returns a graph as text.
pub fn text(graph: &DrawnGraph, is_directed: bool) -> String {
    let (keyword, arrow) = if is_directed { ("digraph", "->") } else { ("graph", "--") };
    let mut out = format!("{keyword} {} {{\n", quoted(&graph.name));
    write_parts(&mut out, graph, arrow, 1);
    out + "}\n"
}

/// Writes attributes, nodes, subgraphs and edges. Graphviz draws a box around a subgraph whose name begins with `cluster`.
fn write_parts(out: &mut String, graph: &DrawnGraph, arrow: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let mut line = |text: String| writeln!(out, "{indent}{text}").expect("strings grow");
    for (element, attributes) in
        [("graph", &graph.attributes), ("node", &graph.of_nodes), ("edge", &graph.of_edges)]
    {
        if !attributes.is_empty() {
            line(format!("{element}{}", list(attributes)));
        }
    }
    for node in &graph.nodes {
        line(format!("{}{}", quoted(&node.id), list(&node.attributes)));
    }
    for subgraph in &graph.subgraphs {
        writeln!(out, "{indent}subgraph {} {{", quoted(&format!("cluster_{}", subgraph.name)))
            .expect("strings grow");
        write_parts(out, subgraph, arrow, depth + 1);
        writeln!(out, "{indent}}}").expect("strings grow");
    }
    for edge in &graph.edges {
        let ends = format!("{} {arrow} {}", quoted(&edge.from), quoted(&edge.to));
        writeln!(out, "{indent}{ends}{}", list(&edge.attributes)).expect("strings grow");
    }
}

/// Returns ` [name=value, …]`; nothing without attributes.
fn list(attributes: &Attributes) -> String {
    if attributes.is_empty() {
        return String::new();
    }
    let value = |name: &str, value: &str| match LABELS.contains(&name) && is_html(value) {
        true => value.to_owned(),
        false => quoted(value),
    };
    let items = attributes.iter().map(|(name, text)| format!("{}={}", quoted(name), value(name, text)));
    format!(" [{}]", items.collect::<Vec<_>>().join(", "))
}

/// Whether a value is HTML-like: in angle brackets, all of which are closed.
fn is_html(value: &str) -> bool {
    let mut depth = 0_i64;
    let closes_early = value.char_indices().any(|(at, letter)| {
        depth += i64::from(letter == '<') - i64::from(letter == '>');
        depth <= 0 && at + 1 < value.len()
    });
    value.starts_with('<') && !closes_early && depth == 0
}

/// Returns a text in quotes; a plain word as it is. Backslashes stay, since Graphviz reads `\n` and `\l` in labels, but for
/// one that would escape the closing quote.
fn quoted(text: &str) -> String {
    const KEYWORDS: [&str; 6] = ["node", "edge", "graph", "digraph", "subgraph", "strict"];
    let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(text));
    let is_number = !text.is_empty() && text.len() < 18 && text.bytes().all(|digit| digit.is_ascii_digit());
    if is_word || is_number {
        return text.to_owned();
    }
    let mut out = "\"".to_owned();
    let mut escapes = false;
    for letter in text.chars() {
        match letter {
            '"' => out += if escapes { "\\\\\"" } else { "\\\"" },
            '\n' => out += if escapes { "\\\\n" } else { "\\n" },
            letter => out.push(letter),
        }
        escapes = letter == '\\' && !escapes;
    }
    out + if escapes { "\\\"" } else { "\"" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_cannot_break_out() {
        for (text, expected) in [
            ("abc", "abc"),
            ("7", "7"),
            ("f(1,2)", "\"f(1,2)\""),
            ("Graph", "\"Graph\""),
            ("", "\"\""),
            ("a\"b", "\"a\\\"b\""),
            ("a\\", "\"a\\\\\""),
            ("a\\\"", "\"a\\\\\\\"\""),
            ("a\\nb", "\"a\\nb\""),
            ("a\nb", "\"a\\nb\""),
        ] {
            assert_eq!(quoted(text), expected, "{text}");
        }
        for (text, html) in [
            ("<b>", true),
            ("<<b>x</b>>", true),
            ("<b>x</b>", false),
            ("<", false),
            ("<a>]", false),
            ("x", false),
        ] {
            assert_eq!(is_html(text), html, "{text}");
        }
    }
}
