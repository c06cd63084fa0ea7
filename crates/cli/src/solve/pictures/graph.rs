//! Graphs that an answer set shows by the predicates of clingraph: `node`, `edge`, `attr` and `graph`.
//!
//! Hahn, Sabuncu, Schaub & Stolzmann: Clingraph: A System for ASP-based Visualization, TPLP 2024. Beyond it, `edge(A,B)` is
//! an edge of the graph `default` if A and B are nodes. Of templates, only `{{variable}}` is replaced.

use std::collections::{BTreeMap, HashMap, HashSet};

use groundplan::symbol::{Symbol, SymbolView, Symbols};

use super::answer::NamedAnswer;

/// The graph of nodes and edges that name none.
const DEFAULT: &str = "default";

/// The depth to which subgraphs are nested; deeper ones are left out.
const MOST_DEPTH: usize = 32;

/// Graphviz's attributes of an element, by name.
pub type Attributes = BTreeMap<String, String>;

/// A graph or a subgraph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnGraph {
    pub name: String,
    pub attributes: Attributes,
    /// The attributes of all its nodes, unless a node has its own.
    pub of_nodes: Attributes,
    /// The attributes of all its edges.
    pub of_edges: Attributes,
    pub nodes: Vec<DrawnNode>,
    pub edges: Vec<DrawnEdge>,
    pub subgraphs: Vec<DrawnGraph>,
}

/// A node, with the attributes that are its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DrawnNode {
    pub id: String,
    pub attributes: Attributes,
}

/// An edge, with the attributes that are its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DrawnEdge {
    pub from: String,
    pub to: String,
    pub attributes: Attributes,
}

/// Returns the graphs of an answer set that have a node or an edge.
pub fn graphs(shown: &[NamedAnswer<'_>], symbols: &Symbols) -> Vec<DrawnGraph> {
    let elements = Elements::collect(shown, symbols);
    let roots = elements.parents.iter().filter(|(_, parent)| parent.is_none());
    let graphs = roots.map(|(name, _)| elements.graph(name, 0));
    graphs.map(with_all_nodes(&elements)).filter(|graph| !graph.is_empty()).collect()
}

/// The kinds of elements that have attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum DrawnKind {
    Graph,
    GraphNodes,
    GraphEdges,
    Node,
    Edge,
}

/// The written values of an attribute.
#[derive(Default)]
struct WrittenGraph {
    /// The value itself, a template if there are variables.
    text: String,
    /// The variables of the template, with their values.
    variables: BTreeMap<String, String>,
}

/// An edge as symbols: its identifier, which attributes refer to, and its ends.
struct EdgeEnds {
    id: Option<Symbol>,
    from: Symbol,
    to: Symbol,
}

/// The elements of all graphs, by the names of the graphs.
struct Elements<'e> {
    symbols: &'e Symbols,
    /// Each graph with its parent, in the order of the answer set.
    parents: Vec<(String, Option<String>)>,
    nodes: HashMap<String, Vec<Symbol>>,
    edges: HashMap<String, Vec<EdgeEnds>>,
    attributes: HashMap<(DrawnKind, Symbol), BTreeMap<String, WrittenGraph>>,
    /// The attributes of graphs, whose names need not be symbols: `default`.
    of_graphs: HashMap<(DrawnKind, String), BTreeMap<String, WrittenGraph>>,
}

impl<'e> Elements<'e> {
    fn collect(shown: &[NamedAnswer<'_>], symbols: &'e Symbols) -> Self {
        let mut elements = Elements {
            symbols,
            parents: vec![(DEFAULT.to_owned(), None)],
            nodes: HashMap::new(),
            edges: HashMap::new(),
            attributes: HashMap::new(),
            of_graphs: HashMap::new(),
        };
        let called = |name| shown.iter().filter(move |atom| atom.name == name).map(|atom| atom.arguments);
        called("graph").for_each(|arguments| elements.add_graph(arguments));
        let known: HashSet<String> = elements.parents.iter().map(|(name, _)| name.clone()).collect();
        let graph_of = |graph: Option<&Symbol>| {
            let name = graph.map_or_else(|| DEFAULT.to_owned(), |&graph| text(graph, symbols));
            known.contains(&name).then_some(name)
        };
        let mut ids = HashSet::new();
        for arguments in called("node") {
            let (&[id] | &[id, _]) = arguments else { continue };
            let Some(graph) = graph_of(arguments.get(1)) else { continue };
            ids.insert(id);
            elements.nodes.entry(graph).or_default().push(id);
        }
        for arguments in called("edge") {
            let of_graph = ends(arguments, symbols).zip(graph_of(arguments.get(1)));
            let plain = || Some((plain_ends(arguments, &ids, symbols)?, DEFAULT.to_owned()));
            if let Some((ends, graph)) = of_graph.or_else(plain) {
                elements.edges.entry(graph).or_default().push(ends);
            }
        }
        called("attr").for_each(|arguments| elements.add_attribute(arguments));
        elements
    }

    fn add_graph(&mut self, arguments: &[Symbol]) {
        let (name, parent) = match *arguments {
            [name] => (text(name, self.symbols), None),
            [name, parent] => (text(name, self.symbols), Some(text(parent, self.symbols))),
            _ => return,
        };
        match self.parents.iter_mut().find(|(known, _)| *known == name) {
            // The first parent counts, so that no graph is in two places.
            Some((_, known)) => *known = known.take().or(parent),
            None => self.parents.push((name, parent)),
        }
    }

    fn add_attribute(&mut self, arguments: &[Symbol]) {
        let &[kind, id, name, value] = arguments else { return };
        let kind = match text(kind, self.symbols).as_str() {
            "graph" => DrawnKind::Graph,
            "graph_nodes" => DrawnKind::GraphNodes,
            "graph_edges" => DrawnKind::GraphEdges,
            "node" => DrawnKind::Node,
            "edge" => DrawnKind::Edge,
            _ => return,
        };
        let (name, variable) = match self.symbols.view(name) {
            SymbolView::Function { name: None, arguments: &[name, ref variable @ ..], .. } => {
                let words: Vec<String> = variable.iter().map(|&word| text(word, self.symbols)).collect();
                (name, Some(words.join(".")))
            }
            _ => (name, None),
        };
        let (name, value) = (text(name, self.symbols), text(value, self.symbols));
        let attributes = match kind {
            DrawnKind::Node | DrawnKind::Edge => self.attributes.entry((kind, id)).or_default(),
            _ => self.of_graphs.entry((kind, text(id, self.symbols))).or_default(),
        };
        let written = attributes.entry(name).or_default();
        match variable {
            Some(variable) => {
                written.variables.insert(variable, value);
            }
            None => written.text += &value,
        }
    }

    /// Returns a graph with its subgraphs.
    fn graph(&self, name: &str, depth: usize) -> DrawnGraph {
        let of_graph =
            |kind| self.of_graphs.get(&(kind, name.to_owned())).map(attributes).unwrap_or_default();
        let nodes = self.nodes.get(name).into_iter().flatten();
        let edges = self.edges.get(name).into_iter().flatten();
        let children = self.parents.iter().filter(|(_, parent)| parent.as_deref() == Some(name));
        DrawnGraph {
            name: name.to_owned(),
            attributes: of_graph(DrawnKind::Graph),
            of_nodes: of_graph(DrawnKind::GraphNodes),
            of_edges: of_graph(DrawnKind::GraphEdges),
            nodes: nodes.map(|&id| self.node(id)).collect(),
            edges: edges.map(|ends| self.edge(ends)).collect(),
            subgraphs: match depth < MOST_DEPTH {
                true => children.map(|(child, _)| self.graph(child, depth + 1)).collect(),
                false => Vec::new(),
            },
        }
    }

    fn node(&self, id: Symbol) -> DrawnNode {
        let own = self.attributes.get(&(DrawnKind::Node, id));
        DrawnNode { id: text(id, self.symbols), attributes: own.map(attributes).unwrap_or_default() }
    }

    fn edge(&self, ends: &EdgeEnds) -> DrawnEdge {
        let own = ends.id.and_then(|id| self.attributes.get(&(DrawnKind::Edge, id)));
        DrawnEdge {
            from: text(ends.from, self.symbols),
            to: text(ends.to, self.symbols),
            attributes: own.map(attributes).unwrap_or_default(),
        }
    }
}

/// Adds the ends of edges that no `node` declares to the graph, as Graphviz does.
fn with_all_nodes<'a>(elements: &'a Elements<'_>) -> impl Fn(DrawnGraph) -> DrawnGraph + 'a {
    |mut graph| {
        let mut known: HashSet<String> = HashSet::new();
        graph.each(&mut |part| known.extend(part.nodes.iter().map(|node| node.id.clone())));
        let mut names = Vec::new();
        graph.each(&mut |part| names.push(part.name.clone()));
        let edges = names.iter().filter_map(|name| elements.edges.get(name)).flatten();
        for id in edges.flat_map(|ends| [ends.from, ends.to]) {
            if known.insert(text(id, elements.symbols)) {
                graph.nodes.push(elements.node(id));
            }
        }
        graph
    }
}

impl DrawnGraph {
    /// Calls `act` for the graph and all its subgraphs.
    pub fn each(&self, act: &mut dyn FnMut(&DrawnGraph)) {
        act(self);
        self.subgraphs.iter().for_each(|graph| graph.each(act));
    }

    fn is_empty(&self) -> bool {
        let mut is_empty = true;
        self.each(&mut |part| is_empty &= part.nodes.is_empty() && part.edges.is_empty());
        is_empty
    }

    /// The number of characters of names and attributes.
    pub fn size(&self) -> usize {
        let of = |attributes: &Attributes| {
            attributes.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>()
        };
        let mut size = 0;
        self.each(&mut |part| {
            size += part.nodes.iter().map(|node| node.id.len() + of(&node.attributes)).sum::<usize>();
            let edges = part.edges.iter();
            size += edges.map(|edge| edge.from.len() + edge.to.len() + of(&edge.attributes)).sum::<usize>();
        });
        size
    }
}

/// Returns the ends of `edge((A,B))`, `edge((A,B,N))` or one of these with a graph.
fn ends(arguments: &[Symbol], symbols: &Symbols) -> Option<EdgeEnds> {
    let (&[id] | &[id, _]) = arguments else { return None };
    match symbols.view(id) {
        SymbolView::Function { name: None, arguments: &[from, to] | &[from, to, _], .. } => {
            Some(EdgeEnds { id: Some(id), from, to })
        }
        _ => None,
    }
}

/// Returns the ends of `edge(A,B)`, if both are nodes.
fn plain_ends(arguments: &[Symbol], nodes: &HashSet<Symbol>, symbols: &Symbols) -> Option<EdgeEnds> {
    let &[from, to] = arguments else { return None };
    let id = symbols.find_function(None, &[from, to], false);
    (nodes.contains(&from) && nodes.contains(&to)).then_some(EdgeEnds { id, from, to })
}

/// Returns the values of attributes, with the variables of templates replaced.
fn attributes(written: &BTreeMap<String, WrittenGraph>) -> Attributes {
    let value = |written: &WrittenGraph| {
        if written.text.is_empty() {
            return written.variables.values().map(String::as_str).collect();
        }
        let mut text = written.text.clone();
        for (variable, value) in &written.variables {
            for place in [format!("{{{{{variable}}}}}"), format!("{{{{ {variable} }}}}")] {
                text = text.replace(&place, value);
            }
        }
        text
    };
    written.iter().map(|(name, written)| (name.clone(), value(written))).collect()
}

/// Returns a term as text, a string without its quotes.
fn text(symbol: Symbol, symbols: &Symbols) -> String {
    match symbols.view(symbol) {
        SymbolView::String(text) => text.to_owned(),
        _ => symbols.display(symbol).to_string(),
    }
}
