// Graphs of answer sets with Graphviz's attributes: what their nodes look like, and where they are. A graph has the same layout
// in all answer sets: that of all its nodes and edges in any of them, or with an objective of the edges in the best ones.

const SVG = "http://www.w3.org/2000/svg";
const MOST_NODES = 800;
const MOST_EDGES = 4000;
const INCH = 72;
const FONT = 14;

function draw(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const styles = (attributes) => new Set((attributes.style ?? "").split(",").map((word) => word.trim()));
const numberOf = (text, usual) => (Number.isFinite(parseFloat(text)) ? parseFloat(text) : usual);

// Returns the lines of a label. `\N` is the name of the element; of HTML-like labels only the text is shown.
function linesOf(label, name) {
  let text = label ?? "";
  if (/^<.*>$/s.test(text)) {
    const breaks = text.slice(1, -1).replace(/<br[^>]*>/gi, "\n");
    text = new DOMParser().parseFromString(breaks, "text/html").body.textContent;
  }
  return text.replaceAll("\\N", name).split(/\\[nlr]|\n/).map((line) => line.trim()).filter((line, at, all) => line || at < all.length - 1);
}

function measure(lines, size) {
  pen.font = `${size}px system-ui, sans-serif`;
  return [lines.reduce((most, line) => Math.max(most, pen.measureText(line).width), 0), lines.length * size * 1.25];
}

// Returns the outline of a shape as points around the origin; `width` and `height` are those of the box around it.
function outline(shape, width, height) {
  const [x, y] = [width / 2, height / 2];
  const around = (count, turn = 0) => Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI + turn;
    return [x * Math.cos(angle), y * Math.sin(angle)];
  });
  switch (shape) {
    case "box": case "rect": case "rectangle": case "square": case "plaintext": case "plain": case "none": case "underline":
    case "note": case "tab": case "folder": case "component": case "box3d": case "cylinder": case "record": case "Mrecord":
      return [[-x, -y], [x, -y], [x, y], [-x, y]];
    case "diamond": case "Mdiamond": return [[0, -y], [x, 0], [0, y], [-x, 0]];
    case "triangle": return [[0, -y], [x, y], [-x, y]];
    case "invtriangle": return [[-x, -y], [x, -y], [0, y]];
    case "trapezium": return [[-x * .6, -y], [x * .6, -y], [x, y], [-x, y]];
    case "parallelogram": return [[-x * .6, -y], [x, -y], [x * .6, y], [-x, y]];
    case "house": return [[0, -y], [x, -y * .3], [x, y], [-x, y], [-x, -y * .3]];
    case "pentagon": return around(5, -Math.PI / 2);
    case "hexagon": return around(6);
    case "septagon": return around(7, -Math.PI / 2);
    case "octagon": case "doubleoctagon": case "tripleoctagon": return around(8, Math.PI / 8);
    case "star": return around(10, -Math.PI / 2).map(([px, py], at) => (at % 2 ? [px * .45, py * .45] : [px, py]));
    default: return around(48);
  }
}

// Returns what a node looks like: its lines, font, outline and size.
function lookOf([id, attributes]) {
  const shape = attributes.shape ?? "ellipse";
  const font = numberOf(attributes.fontsize, FONT);
  const lines = shape === "point" ? [] : linesOf(attributes.label ?? id, id);
  const [textWidth, textHeight] = measure(lines, font);
  const isBox = outline(shape, 2, 2).length === 4 && !["diamond", "Mdiamond"].includes(shape);
  const room = isBox ? [18, 12] : ["diamond", "Mdiamond", "triangle", "invtriangle", "star"].includes(shape)
    ? [textWidth * .8 + 18, textHeight + 10] : [textWidth * .22 + 16, textHeight * .3 + 8];
  let width = Math.max(textWidth + room[0], numberOf(attributes.width, 0) * INCH, 34);
  let height = Math.max(textHeight + room[1], numberOf(attributes.height, 0) * INCH, 34);
  if (["circle", "doublecircle", "Mcircle", "square", "Msquare", "star"].includes(shape)) width = height = Math.max(width, height);
  if (shape === "point") width = height = Math.max(8, numberOf(attributes.width, 0) * INCH);
  return { id, attributes, shape, lines, font, width, height };
}

// Returns where the line from the middle of a shape towards a point leaves it.
function leave([x, y], look, [toX, toY]) {
  const points = outline(look.shape, look.width, look.height);
  const [dx, dy] = [toX - x, toY - y];
  let most = 0;
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length];
    const cross = dx * (by - ay) - dy * (bx - ax);
    if (Math.abs(cross) < 1e-9) return;
    const along = (ax * (by - ay) - ay * (bx - ax)) / cross;
    const side = (ax * dy - ay * dx) / cross;
    if (along > 0 && side >= -1e-6 && side <= 1 + 1e-6) most = Math.max(most, along);
  });
  return [x + dx * Math.min(1, most), y + dy * Math.min(1, most)];
}

// ---- Layout

const layouts = new Map();

// Returns the layout of all graphs of a name: places and sizes of nodes by name, and routes of edges by their key.
function layoutOf(name) {
  if (!layouts.has(name)) layouts.set(name, makeLayout(name));
  return layouts.get(name);
}

const edgeKey = (from, to) => JSON.stringify([from, to]);

// Returns all nodes and edges of the graphs of a name, the sizes of nodes being the largest ones.
function union(name) {
  const [sizes, ends, fixed, groups] = [new Map(), new Map(), new Map(), new Map()];
  let attributes = {};
  const last = data.answers[data.answers.length - 1];
  const isBest = (answer) => !data.improves || answer.optimal || answer === last;
  const graphs = data.answers.flatMap((answer) => answer.graphs.map((graph) => [graph, isBest(answer)]));
  for (const [graph, counts] of graphs) {
    if (graph.name !== name) continue;
    attributes = { ...attributes, ...graph.attributes };
    for (const number of graph.nodes) {
      const node = data.nodes[number];
      const { width, height } = looks[number];
      const before = sizes.get(node[0]) ?? [0, 0];
      sizes.set(node[0], [Math.max(width, before[0]), Math.max(height, before[1])]);
      const place = (node[1].pos ?? "").match(/^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/);
      if (place) fixed.set(node[0], [Number(place[1]) * INCH, -Number(place[2]) * INCH]);
    }
    for (const number of counts ? graph.edges : []) {
      const [from, to] = data.edges[number];
      ends.set(edgeKey(from, to), [from, to]);
    }
    for (const { nodes } of graph.clusters) groups.set(String(nodes), nodes.map((number) => data.nodes[number][0]));
  }
  return { sizes, ends: [...ends.values()], fixed, groups: [...groups.values()], attributes };
}

function makeLayout(name) {
  const { sizes, ends, fixed, groups, attributes } = union(name);
  if (sizes.size > MOST_NODES || ends.length > MOST_EDGES) return { nodes: sizes.size, edges: ends.length };
  if (fixed.size === sizes.size) return { places: fixed, routes: new Map(), sizes };
  const ids = [...sizes.keys()];
  const index = new Map(ids.map((id, at) => [id, at]));
  const edges = ends.map((pair) => pair.map((id) => index.get(id)));
  const isLayered = attributes.layout ? attributes.layout === "dot" : data.directed || attributes.rankdir;
  // Nodes of a cluster are kept together as if they were linked.
  const links = isLayered ? [] : groups.flatMap((group) => group.slice(1).map((id) => [index.get(group[0]), index.get(id)]));
  const parts = components(ids.length, [...edges, ...links]).map((nodes) => {
    const own = new Map(nodes.map((node, at) => [node, at]));
    const numbers = edges.flatMap(([from], number) => (own.has(from) ? [number] : []));
    const inner = numbers.map((number) => edges[number].map((node) => own.get(node)));
    const ofPart = nodes.map((node) => sizes.get(ids[node]));
    const more = links.filter(([from]) => own.has(from)).map((pair) => pair.map((node) => own.get(node)));
    const laid = isLayered ? layeredLayout(ofPart, inner, attributes.rankdir) : stressLayout(ofPart, [...inner, ...more]);
    return { nodes, numbers, sizes: ofPart, ...laid };
  });
  pack(parts);
  const [places, routes] = [new Map(), new Map()];
  for (const part of parts) {
    part.nodes.forEach((node, at) => places.set(ids[node], part.places[at]));
    part.numbers.forEach((number, at) => part.routes[at]?.length && routes.set(edgeKey(...ends[number]), part.routes[at]));
  }
  return { places, routes, sizes };
}

// Moves the parts of a layout beside and below each other, the highest ones first.
function pack(parts) {
  for (const part of parts) {
    const [low, high] = [[Infinity, Infinity], [-Infinity, -Infinity]];
    part.places.forEach((place, at) => [0, 1].forEach((axis) => {
      low[axis] = Math.min(low[axis], place[axis] - part.sizes[at][axis] / 2);
      high[axis] = Math.max(high[axis], place[axis] + part.sizes[at][axis] / 2);
    }));
    part.low = low;
    part.size = [high[0] - low[0] + 24, high[1] - low[1] + 24];
  }
  const area = parts.reduce((sum, { size }) => sum + size[0] * size[1], 0);
  const width = Math.max(Math.sqrt(area * 1.6), ...parts.map(({ size }) => size[0]));
  let [x, y, row] = [0, 0, 0];
  for (const part of [...parts].sort((a, b) => b.size[1] - a.size[1])) {
    if (x > 0 && x + part.size[0] > width) [x, y, row] = [0, y + row, 0];
    const by = [x - part.low[0], y - part.low[1]];
    const move = (place) => place.map((at, axis) => at + by[axis]);
    part.places = part.places.map(move);
    part.routes = part.routes.map((route) => route?.map(move));
    x += part.size[0];
    row = Math.max(row, part.size[1]);
  }
}

// What each node looks like.
const looks = data.nodes.map(lookOf);
