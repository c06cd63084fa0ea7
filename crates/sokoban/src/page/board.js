// The drawing of a level. Boxes and sokoban are moved, never drawn again.

const SVG = "http://www.w3.org/2000/svg";
const draw = (parent, name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
};

// Draws a shape of the engine (`drawing.rs`) on the square at the origin.
const drawShape = (parent, name, attributes = {}) => {
  const group = draw(parent, "g", attributes);
  group.innerHTML = data.shapes[name];
  return group;
};

// Draws the walls and the floor of a level. The floor is drawn over the wall, so that the background does not show
// between them.
function drawRoom(svg, { columns, rows, wall, floor }) {
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows.length}`);
  draw(svg, "path", { d: wall, fill: "var(--wall)" });
  draw(svg, "path", { d: floor, fill: "var(--floor)" });
}

// Draws a shape on each of these squares.
function drawOn(svg, name, { squares }, places) {
  return places.map((place) => drawShape(svg, name, { transform: `translate(${squares[place]})` }));
}

class Board {
  constructor(svg, level) {
    this.svg = svg;
    this.level = level;
    svg.replaceChildren();
    const tip = draw(draw(svg, "defs", {}), "marker",
      { id: "tip", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto" });
    draw(tip, "path", { d: "M0 0L10 5L0 10z", fill: "var(--push)" });
    drawRoom(svg, level.data);
    const marks = draw(svg, "g", { id: "dead" });
    for (const square of level.dead) {
      const [x, y] = this.corner(square);
      draw(marks, "path", { d: `M${x + .4} ${y + .4}l.2 .2m0 -.2l-.2 .2`, stroke: "var(--quiet)", "stroke-width": .05 });
    }
    drawOn(svg, "storage", level.data, level.data.storages);
    this.walkLine = draw(svg, "polyline", { id: "walk", fill: "none", stroke: "var(--walk)", "stroke-width": .07,
      "stroke-dasharray": ".14 .12", "stroke-linejoin": "round" });
    this.boxes = level.data.boxes.map(() => drawShape(svg, "box", { class: "box" }));
    this.sokoban = drawShape(svg, "sokoban", { id: "sokoban" });
    this.pushLine = draw(svg, "line", { id: "push", stroke: "var(--push)", "stroke-width": .1, "marker-end": "url(#tip)",
      "stroke-linecap": "round" });
    this.targets = draw(svg, "g", { id: "targets" });
    this.cursor = draw(svg, "rect", { id: "cursor", width: .9, height: .9, rx: .12, fill: "none", stroke: "var(--man)",
      "stroke-width": .09 });
    this.pointAt(null);
  }

  corner(square) {
    return this.level.data.squares[square];
  }

  middle(square) {
    return this.corner(square).map((at) => at + .5);
  }

  // Moves the boxes and the sokoban to their squares, and marks the boxes in `lost`.
  place({ boxes, sokoban }, lost) {
    const move = (element, square) => {
      const [x, y] = this.corner(square);
      element.style.transform = `translate(${x}px, ${y}px)`;
    };
    move(this.sokoban, sokoban);
    boxes.forEach((square, index) => {
      const classes = this.boxes[index].classList;
      move(this.boxes[index], square);
      classes.toggle("home", this.level.storages.has(square));
      classes.toggle("lost", lost.has(square));
    });
  }

  // Shows the walk of an action from a square, and its push from one square to another. Hides them if they are not
  // given.
  showAction(sokoban, walk, push) {
    this.walkLine.style.display = walk === undefined ? "none" : "";
    this.pushLine.style.display = push ? "" : "none";
    if (walk === undefined) return;
    const path = [sokoban];
    for (const letter of walk) path.push(this.level.next[path[path.length - 1]][letter]);
    this.walkLine.setAttribute("points", path.map((square) => this.middle(square)).join(" "));
    if (!push) return;
    const [[x1, y1], [x2, y2]] = push.map((square) => this.middle(square));
    for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) this.pushLine.setAttribute(key, value);
  }

  // Draws a frame around the square that the keyboard points at; null hides the frame.
  pointAt(square) {
    this.cursor.style.display = square === null ? "none" : "";
    if (square === null) return;
    const [x, y] = this.corner(square);
    this.cursor.setAttribute("x", x + .05);
    this.cursor.setAttribute("y", y + .05);
  }

  // Marks a box and the squares it can be pushed to; a null box clears the marks.
  choose(box, squares) {
    this.boxes.forEach((element, index) => element.classList.toggle("chosen", index === box));
    this.targets.replaceChildren();
    for (const square of squares) {
      const [cx, cy] = this.middle(square);
      const colour = this.level.dead.has(square) ? "var(--quiet)" : "var(--push)";
      draw(this.targets, "circle", { cx, cy, r: .27, fill: "none", stroke: colour, "stroke-width": .07 });
    }
  }

  // Returns the square under a pointer; undefined outside of the floor.
  squareAt({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return this.level.numberAt(Math.floor(at.x), Math.floor(at.y));
  }
}
