// Grids of `cell(X,Y,V)`: a square for each place with integers X (to the right) and Y (downwards), coloured by its value.

const MOST_SQUARES = 40000;

const cellPredicate = data.predicates.findIndex(([name, arity]) => name === "cell" && arity === 3);
const isCell = ([predicate, [x, y]]) => predicate === cellPredicate && isInteger(x) && isInteger(y);

// Returns the range of the squares and the colours of the values, of all answer sets.
function makeGrid() {
  const cells = data.atoms.filter(isCell).map(([, row]) => row);
  if (cells.length === 0) return null;
  const range = (axis) => cells.reduce(([low, high], cell) => [Math.min(low, cell[axis]), Math.max(high, cell[axis])], [Infinity, -Infinity]);
  const values = cells.map(([, , value]) => value);
  const colours = coloursOf(values);
  const [widest] = measure([...colours.keys()].map(plainText), 15);
  return { columns: range(0), rows: range(1), colours, side: Math.min(96, Math.max(30, widest + 14)) };
}

const grid = makeGrid();

// Returns a figure of the grid of an answer set; null if it has no cells.
function gridFigure(answer) {
  const cells = answer.atoms.map((number) => data.atoms[number]).filter(isCell).map(([, row]) => row);
  if (!grid || cells.length === 0) return null;
  const figure = document.createElement("figure");
  const { columns: [left, right], rows: [top, bottom], side } = grid;
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width * height > MOST_SQUARES) {
    figure.className = "too-large";
    figure.textContent = `The grid has ${width} columns and ${height} rows: too many squares to draw.`;
    return figure;
  }
  const margin = side * .6;
  const svg = draw(figure, "svg", { role: "img", "aria-label": "Grid", viewBox: `0 0 ${margin + width * side + 1} ${margin + height * side + 1}` });
  draw(svg, "rect", { x: margin, y: margin, width: width * side, height: height * side, style: "fill:var(--soft)" });
  const values = new Map();
  for (const [x, y, value] of cells) values.set(`${x},${y}`, [...(values.get(`${x},${y}`) ?? []), value]);
  for (const [place, several] of values) drawSquare(svg, place.split(",").map(Number), several, margin);
  let d = "";
  for (let x = 0; x <= width; x++) d += `M${margin + x * side} ${margin}v${height * side}`;
  for (let y = 0; y <= height; y++) d += `M${margin} ${margin + y * side}h${width * side}`;
  draw(svg, "path", { d, style: "fill:none;stroke:var(--quiet)", opacity: .45 });
  const name = (x, y, text) => draw(svg, "text", { x, y, dy: ".35em", "text-anchor": "middle", "font-size": 12, style: "fill:var(--quiet)" }, text);
  for (let x = 0; x < width; x++) name(margin + (x + .5) * side, margin / 2, left + x);
  for (let y = 0; y < height; y++) name(margin / 2, margin + (y + .5) * side, top + y);
  figure.dataset.width = margin + width * side + 1;
  figure.dataset.height = margin + height * side + 1;
  return figure;
}

function drawSquare(svg, [x, y], several, margin) {
  const { columns: [left], rows: [top], colours, side } = grid;
  const [px, py] = [margin + (x - left) * side, margin + (y - top) * side];
  const group = draw(svg, "g", { class: "cell" });
  draw(group, "title", {}, `cell(${x},${y},${several.join("; ")})`);
  const share = side / several.length;
  several.sort(compareTerms).forEach((value, index) => {
    const { fill, ink } = colours.get(value);
    draw(group, "rect", { x: px + index * share, y: py, width: share, height: side, style: `fill:${fill}` });
    const text = plainText(value);
    const [width] = measure([text], 15);
    const font = Math.max(7, Math.min(15, 15 * (share - 6) / width));
    const most = Math.max(1, Math.floor(text.length * (share - 6) / (width * font / 15)));
    draw(group, "text", {
      x: px + (index + .5) * share, y: py + side / 2, dy: ".35em", "text-anchor": "middle", "font-size": font, style: `fill:${ink}`,
    }, text.length > most ? `${text.slice(0, most - 1)}…` : text);
  });
}
