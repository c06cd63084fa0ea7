// The scale and scroll position of the board, and the names of columns and rows, which stay visible while it is
// scrolled.

// If squares would be smaller than LEAST pixels to fit the board, they are too small to tap. They are drawn EASY pixels
// large instead, and the board scrolls.
const [LEAST, EASY] = [20, 24];
const [SMALLEST, LARGEST, FIRST_LARGEST] = [6, 128, 72];

// Returns the names of columns and rows: the common part of the names of their squares, such as `c3` and `r2` in
// `c3r2`, or just the numbers. Null if the names are not coordinates.
function coordinates({ names, squares }) {
  const parts = names.map((name) => /^([a-z_]*\d+)([a-z_]*\d+)$/i.exec(name) ?? /^\D*(\d+)\D+(\d+)\D*$/.exec(name));
  if (!parts.every((part) => part)) return null;
  const agree = (labels, at, label) => (labels.has(at) || labels.set(at, label)) && labels.get(at) === label;
  for (const [first, second] of [[1, 2], [2, 1]]) {
    const [columns, rows] = [new Map(), new Map()];
    const fits = squares.every(([x, y], square) =>
      agree(columns, x, parts[square][first]) && agree(rows, y, parts[square][second]));
    if (fits) return { columns, rows };
  }
  return null;
}

class View {
  constructor(level) {
    this.columns = level.data.columns;
    this.rows = level.data.rows.length;
    this.labels = coordinates(level.data);
    this.frame = byId("view");
    // Whether the user has zoomed; until then the board is scaled to fit.
    this.isOwn = false;
    const longest = (labels) => Math.max(...[...labels.values()].map((label) => label.length));
    const { columns, rows } = this.labels ?? {};
    this.margin = this.labels ? { x: 8 + 7 * longest(rows), y: 18 } : { x: 0, y: 0 };
    this.longest = this.labels ? longest(columns) : 0;
    this.resize();
  }

  // The largest size of squares for which the whole board is visible.
  get fitting() {
    const most = innerHeight * (matchMedia("(max-width: 44rem)").matches ? .4 : .56);
    const sides = [(this.frame.clientWidth - this.margin.x) / this.columns, (most - this.margin.y) / this.rows];
    return Math.max(1, Math.min(...sides, FIRST_LARGEST));
  }

  resize() {
    const { fitting } = this;
    if (this.isOwn) this.draw(this.size);
    else this.draw(fitting < LEAST ? EASY : fitting);
  }

  fit() {
    this.isOwn = true;
    this.draw(this.fitting);
  }

  // Zooms while keeping a point of the window fixed, or the centre if none is given.
  zoom(factor, { clientX, clientY } = {}) {
    const { frame, margin } = this;
    const edge = frame.getBoundingClientRect();
    const sheet = byId("board").getBoundingClientRect();
    const [x, y] = [clientX ?? edge.x + edge.width / 2, clientY ?? edge.y + edge.height / 2];
    const square = [(x - sheet.x) / this.size, (y - sheet.y) / this.size];
    this.isOwn = true;
    this.draw(Math.min(LARGEST, Math.max(Math.min(SMALLEST, this.fitting), this.size * factor)));
    frame.scrollLeft = square[0] * this.size + margin.x - (x - edge.x);
    frame.scrollTop = square[1] * this.size + margin.y - (y - edge.y);
  }

  draw(size) {
    this.size = size;
    const { margin, labels } = this;
    const [width, height] = [this.columns * size, this.rows * size];
    for (const [id, wide, high] of [["board", width, height], ["columns", width, margin.y], ["rows", margin.x, height]]) {
      byId(id).style.width = `${wide}px`;
      byId(id).style.height = `${high}px`;
      if (id !== "board") byId(id).replaceChildren();
    }
    byId("zoom-in").disabled = size >= LARGEST;
    byId("zoom-out").disabled = size <= Math.min(SMALLEST, this.fitting);
    if (!labels) return;
    // Where squares are small, only every second or third is labelled, or even fewer.
    const [across, down] = [(this.longest * 6.6 + 3) / size, 13 / size].map(Math.ceil);
    const label = (id, x, y, text) => { draw(byId(id), "text", { x, y }).textContent = text; };
    for (const [x, text] of labels.columns) if (x % across === 0) label("columns", (x + .5) * size, 12, text);
    for (const [y, text] of labels.rows) if (y % down === 0) label("rows", margin.x / 2, (y + .5) * size + 4, text);
  }

  // Scrolls a square into view, with a margin around it.
  follow([x, y]) {
    const { frame, margin, size } = this;
    const into = (scroll, extent, place, before) => {
      const around = Math.min(2 * size, Math.max(0, (extent - before - size) / 2));
      const [least, most] = [place + before + size + around - extent, place - around];
      return Math.min(Math.max(scroll, least), most);
    };
    frame.scrollLeft = into(frame.scrollLeft, frame.clientWidth, x * size, margin.x);
    frame.scrollTop = into(frame.scrollTop, frame.clientHeight, y * size, margin.y);
  }
}

// Pinching, or the wheel with Ctrl, zooms the board instead of the page.
function zoomByHand(frame, view) {
  let apart = null;
  const [distance, middle] = [
    ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    ([one, other]) => ({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }),
  ];
  frame.addEventListener("touchstart", ({ touches }) => { apart = touches.length === 2 ? distance(touches) : null; });
  frame.addEventListener("touchend", () => { apart = null; });
  frame.addEventListener("touchcancel", () => { apart = null; });
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !apart) return;
    event.preventDefault();
    const now = distance(event.touches);
    view().zoom(now / apart, middle(event.touches));
    apart = now;
  }, { passive: false });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    view().zoom(2 ** (-event.deltaY / 200), event);
  }, { passive: false });
}
