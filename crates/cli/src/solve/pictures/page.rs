//! The web page of answer sets: what is collected for it while they are found, and how it is rendered.
//!
//! On the page, `costs.js` shows costs, `differences.js` compares two answer sets, `plot.js` draws the course of the bounds, and
//! `page.js` controls the rest. Drawings: `colours.js` reads colours, `stress.js` and `layered.js` place the nodes of a component, `graph.js` those of
//! a graph, `sketch.js` draws them, `grid.js` draws cells, and `gantt.js` the bars of a schedule.

use std::time::Duration;

use indexmap::IndexSet;
use serde_json::{json, Value};

use super::answer::{by_predicate, AnswerRow};
use super::bar::DrawnBar;
use super::course::Course;
use super::graph::{Attributes, DrawnEdge, DrawnGraph, DrawnNode};
use crate::solve::page::{Template, MOST_CHARACTERS, PIVOT, STEPPER, TABLES, TABLE_STYLE, TERMS};

/// The page without its answer sets.
const PAGE: Template = Template {
    body: include_str!("page/page.html"),
    styles: &[TABLE_STYLE, include_str!("page/page.css")],
    scripts: &[
        TERMS,
        include_str!("page/colours.js"),
        include_str!("page/stress.js"),
        include_str!("page/layered.js"),
        include_str!("page/graph.js"),
        include_str!("page/sketch.js"),
        include_str!("page/grid.js"),
        include_str!("page/gantt.js"),
        include_str!("page/plot.js"),
        PIVOT,
        TABLES,
        STEPPER,
        include_str!("page/costs.js"),
        include_str!("page/differences.js"),
        include_str!("page/page.js"),
    ],
};

/// The number of answer sets on a page.
pub const MOST_ANSWERS: u64 = 1000;

/// The characters that a row, a bar or part of a graph takes where it is repeated: its number.
const REPEATED: usize = 7;

/// The figures of an answer, beside its atoms.
#[derive(Clone, Debug)]
pub struct Head {
    /// The number of the solver call, from 1 on.
    pub call: u64,
    /// The number that is printed: that of the answer in its call, or among the optimal ones.
    pub number: u64,
    /// The number among all answers.
    pub found: u64,
    /// The time since the start.
    pub time: Duration,
    /// The costs by falling priority, if there is an objective, also one that the search ignores.
    pub costs: Vec<i64>,
    /// Whether it is proven optimal.
    pub optimal: bool,
    /// For consequences, the numbers of known and of open ones.
    pub consequences: Option<(usize, usize)>,
}

/// An answer, with all of its atoms, graphs and bars.
#[derive(Clone, Debug)]
pub struct DescribedPage {
    pub head: Head,
    pub rows: Vec<AnswerRow>,
    pub graphs: Vec<DrawnGraph>,
    pub bars: Vec<DrawnBar>,
}

/// The answers for a page. Atoms, bars and parts of graphs are stored once, and referred to by number.
#[derive(Debug, Default)]
pub struct Page {
    rows: IndexSet<AnswerRow>,
    nodes: IndexSet<DrawnNode>,
    edges: IndexSet<DrawnEdge>,
    bars: IndexSet<DrawnBar>,
    answers: Vec<Value>,
    size: usize,
    /// The last answer, if there was no room for it among the others, and it is wanted.
    last: Option<DescribedPage>,
    /// Whether an answer was left out, and with it all that come later.
    is_full: bool,
    /// The number of answers that were found.
    pub found: u64,
    pub course: Course,
    /// Whether each answer set is better than the one before, until one is proven optimal.
    pub improves: bool,
    /// The priorities of the objective, for each solver call.
    pub priorities: Vec<Vec<i64>>,
}

impl Page {
    /// Whether there is room for another answer.
    pub fn has_room(&self) -> bool {
        (self.answers.len() as u64) < MOST_ANSWERS && self.size < MOST_CHARACTERS && !self.is_full
    }

    /// Adds an answer. Without room for it, it is left out, or kept until the next one if it `replaces` those before. `None`
    /// is an answer that is too large.
    pub fn add(&mut self, answer: Option<DescribedPage>, replaces: bool) {
        let Some(answer) = answer else {
            self.is_full = true;
            self.last = None;
            return;
        };
        let bars = answer.bars.iter().map(|bar| bar.size() + REPEATED).sum::<usize>();
        let parts = answer.graphs.iter().map(DrawnGraph::size).sum::<usize>() + bars;
        let size = answer.rows.iter().map(|row| row.size() + REPEATED).sum::<usize>() + parts;
        if !self.has_room() || self.size + size > 2 * MOST_CHARACTERS {
            self.is_full = true;
            self.last = Some(answer).filter(|_| replaces);
            return;
        }
        let before = self.rows.len();
        let value = self.value(answer);
        let new: usize = self.rows[before..].iter().map(AnswerRow::size).sum();
        self.size += new + value["atoms"].as_array().map_or(0, Vec::len) * REPEATED + parts;
        self.answers.push(value);
    }

    /// Returns an answer as JSON. Its parts get numbers.
    fn value(&mut self, answer: DescribedPage) -> Value {
        let DescribedPage { head, rows, graphs, bars } = answer;
        let atoms: Vec<usize> = rows.into_iter().map(|row| self.rows.insert_full(row).0).collect();
        let graphs: Vec<Value> = graphs.iter().map(|graph| self.graph(graph)).collect();
        let bars: Vec<usize> = bars.into_iter().map(|bar| self.bars.insert_full(bar).0).collect();
        json!({
            "call": head.call,
            "number": head.number,
            "found": head.found,
            "time": head.time.as_secs_f64(),
            "costs": head.costs,
            "optimal": head.optimal,
            "consequences": head.consequences.map(|(known, open)| json!([known, open])),
            "atoms": atoms,
            "graphs": graphs,
            "bars": bars,
        })
    }

    /// Returns a graph as JSON: subgraphs become clusters of its nodes, and common attributes those of each element.
    fn graph(&mut self, graph: &DrawnGraph) -> Value {
        let mut parts = PageParts { page: self, nodes: Vec::new(), edges: Vec::new(), clusters: Vec::new() };
        parts.add(graph, &Attributes::new(), &Attributes::new());
        let PageParts { nodes, edges, clusters, .. } = parts;
        json!({
            "name": graph.name,
            "attributes": graph.attributes,
            "nodes": nodes,
            "edges": edges,
            "clusters": clusters,
        })
    }

    /// Says which answers are not on the page.
    pub fn cut(&self) -> Option<String> {
        let shown = self.answers.len() as u64 + u64::from(self.last.is_some());
        (shown < self.found).then(|| {
            let last = if self.last.is_some() { " and the last one" } else { "" };
            match self.answers.len() {
                0 if self.last.is_none() => "answer sets of this size do not fit on the page".to_owned(),
                first => {
                    format!("{shown} of {} answer sets are on the page: the first {first}{last}", self.found)
                }
            }
        })
    }

    /// Renders the page.
    pub fn render(&mut self, title: &str, verdict: &str, is_directed: bool) -> String {
        let cut = self.cut();
        if let Some(last) = self.last.take() {
            let last = self.value(last);
            self.answers.push(last);
        }
        if let Some(last) = self.answers.last_mut().filter(|_| self.improves && verdict == "OPTIMUM FOUND") {
            last["optimal"] = json!(true);
        }
        let (predicates, atoms) = by_predicate(self.rows.iter());
        let data = json!({
            "title": title,
            "verdict": verdict,
            "found": self.found,
            "cut": cut,
            "directed": is_directed,
            "improves": self.improves,
            "priorities": self.priorities.last(),
            "calls": self.priorities,
            "predicates": predicates,
            "atoms": atoms,
            "nodes": self.nodes.iter().map(|node| json!([node.id, node.attributes])).collect::<Vec<_>>(),
            "edges": self.edges.iter().map(|edge| json!([edge.from, edge.to, edge.attributes])).collect::<Vec<_>>(),
            "bars": self.bars.iter().map(|bar| json!([bar.row, bar.task, bar.start, bar.length, bar.value])).collect::<Vec<_>>(),
            "answers": self.answers,
            "course": self.course.json(),
        });
        PAGE.fill(title, &data)
    }
}

/// The parts of a graph with its subgraphs, while they get numbers.
struct PageParts<'a> {
    page: &'a mut Page,
    nodes: Vec<usize>,
    edges: Vec<usize>,
    clusters: Vec<Value>,
}

impl PageParts<'_> {
    /// Adds a graph inside of graphs that give all their nodes and edges these attributes.
    fn add(&mut self, graph: &DrawnGraph, of_nodes: &Attributes, of_edges: &Attributes) {
        let of_nodes = over(&graph.of_nodes, of_nodes);
        let of_edges = over(&graph.of_edges, of_edges);
        for node in &graph.nodes {
            let node = DrawnNode { id: node.id.clone(), attributes: over(&node.attributes, &of_nodes) };
            self.nodes.push(self.page.nodes.insert_full(node).0);
        }
        for edge in &graph.edges {
            let attributes = over(&edge.attributes, &of_edges);
            let edge = DrawnEdge { from: edge.from.clone(), to: edge.to.clone(), attributes };
            self.edges.push(self.page.edges.insert_full(edge).0);
        }
        for subgraph in &graph.subgraphs {
            let (first, place) = (self.nodes.len(), self.clusters.len());
            self.clusters.push(Value::Null);
            self.add(subgraph, &of_nodes, &of_edges);
            // Graphviz takes the name of a cluster for no label.
            self.clusters[place] = json!({ "attributes": subgraph.attributes, "nodes": self.nodes[first..] });
        }
    }
}

/// Returns attributes, with `common` ones where they have none of their own.
fn over(own: &Attributes, common: &Attributes) -> Attributes {
    let mut all = common.clone();
    all.extend(own.iter().map(|(name, value)| (name.clone(), value.clone())));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_has_a_place_of_its_own_if_it_is_wanted() {
        let answer = |number: u64| DescribedPage {
            head: Head {
                call: 1,
                number,
                found: number,
                time: Duration::ZERO,
                costs: Vec::new(),
                optimal: false,
                consequences: None,
            },
            rows: vec![AnswerRow {
                predicate: "p".to_owned(),
                arguments: vec![number.to_string()],
                has_value: false,
            }],
            graphs: Vec::new(),
            bars: Vec::new(),
        };
        let first = "1000 of 1002 answer sets are on the page: the first 1000";
        let last = "1001 of 1002 answer sets are on the page: the first 1000 and the last one";
        for (replaces, cut) in [(false, first), (true, last)] {
            let mut page = Page::default();
            for number in 1..=1002 {
                page.found += 1;
                page.add(Some(answer(number)), replaces);
            }
            assert_eq!(page.cut().as_deref(), Some(cut));
            assert_eq!(page.render("p.lp", "OPTIMUM FOUND", false).contains("[\"1002\"]"), replaces);
        }
        // One that is too large takes the place from those before, but not from the first ones.
        let mut page = Page { found: 2, ..Page::default() };
        page.add(Some(answer(1)), true);
        page.add(None, true);
        assert_eq!(page.cut().as_deref(), Some("1 of 2 answer sets are on the page: the first 1"));
    }
}
