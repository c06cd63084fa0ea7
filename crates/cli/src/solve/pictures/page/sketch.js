// Draws the nodes, edges and clusters of a graph at their places.

// Returns a figure of a graph.
function graphFigure(graph) {
  const figure = document.createElement("figure");
  const { places, routes, sizes, nodes, edges } = layoutOf(graph.name);
  if (!places) {
    figure.className = "too-large";
    figure.textContent = `The graph has ${nodes} nodes and ${edges} edges: too many to draw here. With --dot, Graphviz draws it.`;
    return figure;
  }
  const svg = draw(figure, "svg", { role: "img", "aria-label": nameOfGraph(graph) });
  const shown = new Map(graph.nodes.map((number) => [data.nodes[number][0], looks[number]]));
  const at = (id) => places.get(id);
  const box = extent([...places].map(([id, place]) => [place, sizes.get(id)]), [...routes.values()].flat());
  const loops = data.edges.filter(([from, to]) => from === to && places.has(from));
  for (const [id] of loops) box.top = Math.min(box.top, at(id)[1] - sizes.get(id)[1] / 2 - LOOP - 8);
  for (const cluster of graph.clusters) drawCluster(svg, cluster, at, box);
  const parallel = new Map();
  for (const number of graph.edges) {
    const [from, to] = data.edges[number];
    const key = [from, to].sort().join("\n");
    parallel.set(key, [...(parallel.get(key) ?? []), number]);
  }
  for (const numbers of parallel.values()) numbers.forEach((number, index) => {
    drawEdge(svg, data.edges[number], shown, at, routes, index - (numbers.length - 1) / 2);
  });
  for (const [id, look] of shown) drawNode(svg, look, at(id));
  const background = cssColour(graph.attributes.bgcolor);
  if (background && background !== "transparent") svg.style.background = background;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  svg.setAttribute("viewBox", `${box.left} ${box.top} ${width} ${height}`);
  figure.dataset.width = width;
  figure.dataset.height = height;
  if (nameOfGraph(graph)) {
    figure.append(Object.assign(document.createElement("figcaption"), { textContent: nameOfGraph(graph) }));
  }
  return figure;
}

const nameOfGraph = (graph) => (graph.attributes.label !== undefined
  ? linesOf(graph.attributes.label, graph.name).join(" ") : graph.name === "default" ? "" : graph.name);

// Returns the box around nodes and points.
function extent(nodes, points) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const reach = ([x, y], [width, height]) => {
    box.left = Math.min(box.left, x - width / 2);
    box.right = Math.max(box.right, x + width / 2);
    box.top = Math.min(box.top, y - height / 2);
    box.bottom = Math.max(box.bottom, y + height / 2);
  };
  nodes.forEach(([place, size]) => reach(place, [size[0] + 16, size[1] + 16]));
  points.forEach((place) => reach(place, [16, 16]));
  return box;
}

function dashes(style) {
  return style.has("dashed") ? "7 4" : style.has("dotted") ? "1.5 4" : undefined;
}

function drawLines(parent, lines, [x, y], font, attributes) {
  const text = draw(parent, "text", { x, y, "text-anchor": "middle", "font-size": font, "font-family": "system-ui, sans-serif", ...attributes });
  lines.forEach((line, at) => draw(text, "tspan", { x, y: y + (at - (lines.length - 1) / 2) * font * 1.25, dy: ".35em" }, line || " "));
  return text;
}

function drawNode(svg, look, [x, y]) {
  const { attributes, shape, width, height } = look;
  const style = styles(attributes);
  if (style.has("invis")) return;
  const group = draw(svg, "g", { class: "node" });
  draw(group, "title", {}, attributes.tooltip ?? look.id);
  const colour = attributes.color ? lineColour(attributes.color) : "var(--ink)";
  const filled = style.has("filled") || style.has("radial") || attributes.fillcolor !== undefined && shape !== "point";
  const fill = shape === "point" ? colour
    : filled ? cssColour(attributes.fillcolor) ?? cssColour(attributes.color) ?? "lightgrey" : undefined;
  const bare = ["plaintext", "plain", "none", "underline"].includes(shape);
  const line = {
    style: `fill:${fill ?? "var(--panel)"};stroke:${bare ? "none" : colour}`,
    "stroke-width": numberOf(attributes.penwidth, style.has("bold") ? 2.5 : 1.3),
    "stroke-dasharray": dashes(style),
  };
  const shapeOf = (by, more) => {
    const points = outline(shape, width + by, height + by);
    if (points.length === 48) return draw(group, "ellipse", { cx: x, cy: y, rx: (width + by) / 2, ry: (height + by) / 2, ...line, ...more });
    if (style.has("rounded") && points.length === 4) {
      return draw(group, "rect", { x: x - (width + by) / 2, y: y - (height + by) / 2, width: width + by, height: height + by, rx: 8, ...line, ...more });
    }
    return draw(group, "path", { d: `M${points.map(([px, py]) => `${x + px} ${y + py}`).join("L")}Z`, ...line, ...more });
  };
  const rings = numberOf(attributes.peripheries, /^double/.test(shape) ? 2 : shape === "tripleoctagon" ? 3 : 1);
  for (let ring = Math.min(rings, 5) - 1; ring > 0; ring--) shapeOf(ring * 8, {});
  if (!bare || fill) shapeOf(0, {});
  const ink = attributes.fontcolor ? (fill ? cssColour(attributes.fontcolor) ?? inkOn(fill) : lineColour(attributes.fontcolor))
    : fill && shape !== "point" ? inkOn(fill) : "var(--ink)";
  const lower = shape === "triangle" ? height * .15 : shape === "invtriangle" ? -height * .15 : 0;
  drawLines(group, look.lines, [x, y + lower], look.font, { style: `fill:${ink}` });
}

// Draws an edge; `aside` says how far it is from the middle of several between the same nodes.
function drawEdge(svg, [from, to, attributes], shown, at, routes, aside) {
  const style = styles(attributes);
  const [start, end] = [shown.get(from), shown.get(to)];
  if (style.has("invis") || !start || !end) return;
  const group = draw(svg, "g", { class: "edge" });
  draw(group, "title", {}, attributes.tooltip ?? `${from} ${data.directed ? "→" : "–"} ${to}`);
  const colour = attributes.color ? lineColour(attributes.color) : "var(--ink)";
  const width = numberOf(attributes.penwidth, style.has("bold") ? 2.8 : 1.4);
  const path = from === to ? loop(at(from), start, aside) : curve(at(from), start, at(to), end, routes.get(edgeKey(from, to)) ?? [], aside * (from < to ? 1 : -1));
  draw(group, "path", { d: path.d, style: `fill:none;stroke:${colour}`, "stroke-width": width, "stroke-dasharray": dashes(style) });
  const direction = attributes.dir ?? (data.directed ? "forward" : "none");
  const head = (place, towards) => draw(group, "path", { d: arrow(place, towards, 7 + width * 1.5), style: `fill:${colour}` });
  if (["forward", "both"].includes(direction) && attributes.arrowhead !== "none") head(path.end, path.beforeEnd);
  if (["back", "both"].includes(direction) && attributes.arrowtail !== "none") head(path.start, path.afterStart);
  if (attributes.label || attributes.xlabel) {
    const ink = attributes.fontcolor ? lineColour(attributes.fontcolor) : "var(--ink)";
    const lines = linesOf(attributes.label ?? attributes.xlabel, `${from}--${to}`);
    drawLines(group, lines, path.middle, numberOf(attributes.fontsize, 12), { class: "halo", style: `fill:${ink}` });
  }
}

// Returns a path from one node to another through the points of a route.
function curve(from, start, to, end, route, aside) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bend = [(-dy / length) * aside * 26, (dx / length) * aside * 26];
  if (route.length === 0 && aside === 0) {
    const [first, last] = [leave(from, start, to), leave(to, end, from)];
    const middle = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
    return { d: `M${first}L${last}`, start: first, end: last, afterStart: last, beforeEnd: first, middle };
  }
  const inner = (route.length ? route : [[from[0] + dx / 2, from[1] + dy / 2]]).map(([x, y]) => [x + bend[0], y + bend[1]]);
  if (route.length === 0) inner[0] = [inner[0][0] + bend[0], inner[0][1] + bend[1]];
  const points = [leave(from, start, inner[0]), ...inner, leave(to, end, inner[inner.length - 1])];
  let d = `M${points[0]}`;
  for (let at = 1; at < points.length - 1; at++) {
    const next = at === points.length - 2 ? points[at + 1] : [(points[at][0] + points[at + 1][0]) / 2, (points[at][1] + points[at + 1][1]) / 2];
    d += `Q${points[at]} ${next}`;
  }
  const middle = inner[Math.floor(inner.length / 2)];
  const last = points.length - 1;
  return {
    d, start: points[0], end: points[last], afterStart: points[1], beforeEnd: points[last - 1],
    middle: route.length ? middle : [middle[0] - bend[0], middle[1] - bend[1]],
  };
}

// The height of a loop above its node; for each further one, as much again.
const LOOP = 30;

// Returns a loop above a node.
function loop([x, y], look, aside) {
  const [side, top] = [Math.max(14, look.width * .35), y - look.height / 2 - LOOP * (1 + Math.abs(aside))];
  const [one, other] = [[x - side, top], [x + side, top]];
  const [start, end] = [leave([x, y], look, one), leave([x, y], look, other)];
  const middle = [x, (top * 3 + start[1]) / 4];
  return { d: `M${start}C${one} ${other} ${end}`, start, end, afterStart: one, beforeEnd: other, middle };
}

// Returns the head of an arrow whose tip is at a place, coming from another one.
function arrow([x, y], [fromX, fromY], size) {
  const angle = Math.atan2(y - fromY, x - fromX);
  const corner = (turn) => [x - size * Math.cos(angle + turn), y - size * Math.sin(angle + turn)];
  return `M${[x, y]}L${corner(.4)}L${corner(-.4)}Z`;
}

// Draws the box of a cluster around its nodes, and widens the drawing by it.
function drawCluster(svg, { attributes, nodes }, at, drawing) {
  if (nodes.length === 0) return;
  const box = extent(nodes.map((number) => [at(data.nodes[number][0]), [looks[number].width, looks[number].height]]), []);
  const lines = linesOf(attributes.label, "");
  box.top -= lines.length * FONT * 1.25;
  const style = styles(attributes);
  const fill = cssColour(attributes.fillcolor ?? attributes.bgcolor) ?? (style.has("filled") ? cssColour(attributes.color) : null);
  draw(svg, "rect", {
    x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, rx: style.has("rounded") ? 10 : 3,
    style: `fill:${fill ?? "var(--soft)"};stroke:${style.has("invis") ? "none" : attributes.color ? lineColour(attributes.color) : "var(--quiet)"}`,
    "stroke-dasharray": dashes(style),
  });
  if (lines.length) {
    const place = [(box.left + box.right) / 2, box.top + lines.length * FONT * .625 + 4];
    drawLines(svg, lines, place, 13, { style: `fill:${fill ? inkOn(fill) : "var(--ink)"}` });
  }
  drawing.left = Math.min(drawing.left, box.left - 2);
  drawing.top = Math.min(drawing.top, box.top - 2);
  drawing.right = Math.max(drawing.right, box.right + 2);
  drawing.bottom = Math.max(drawing.bottom, box.bottom + 2);
}
