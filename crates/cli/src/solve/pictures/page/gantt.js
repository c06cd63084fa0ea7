// Schedules as Gantt charts: a row for each machine or person, and in it a bar for each task, from its start to its end. The
// rows are the same in all answer sets. Zooming changes the length of a unit of time alone, so that names stay readable.

const MOST_BARS = 5000;
const LANE = 30;
const BAR = 24;
const AXIS = 24;
const BAR_FONT = 13;
// The space to the left of the first bar and to the right of the last one.
const MARGIN = 12;
// A bar of the usual length has room for as much of its name.
const USUAL_WIDTH = 48;
const MOST_WIDTH = 60000;

const barOf = (number) => {
  const [row, task, start, length, value] = data.bars[number];
  return { number, row, task: plainText(task), start, end: start + length, length, value };
};

// Gives each bar of a row the first lane in which no other is in its way, and tells it of the next bar there. Returns the
// number of lanes.
function fillLanes(bars) {
  const lanes = [];
  // The diamond of a bar without a length reaches to both sides.
  const reach = ({ length }) => (length > 0 ? 0 : .5);
  for (const bar of bars.sort((one, other) => one.start - other.start || one.end - other.end || one.number - other.number)) {
    const free = lanes.findIndex((last) => last.end + reach(last) <= bar.start - reach(bar));
    bar.lane = free < 0 ? lanes.length : free;
    if (free >= 0) lanes[free].next = bar;
    lanes[bar.lane] = bar;
  }
  return lanes.length;
}

// Returns the bars of an answer set by their rows, with their lanes.
function barsByRow(answer) {
  const rows = new Map();
  for (const bar of answer.bars.map(barOf)) {
    if (!rows.has(bar.row)) rows.set(bar.row, []);
    rows.get(bar.row).push(bar);
  }
  for (const bars of rows.values()) bars.lanes = fillLanes(bars);
  return rows;
}

// Returns the first start and the last end of bars.
const spanOf = (bars) => bars.reduce(([low, high], { start, end }) => [Math.min(low, start), Math.max(high, end)], [Infinity, -Infinity]);

// Returns the rows, the colours and the time of all answer sets; null if there are no bars.
function makeChart() {
  if (data.bars.length === 0) return null;
  const lanes = new Map();
  for (const answer of data.answers) {
    for (const [row, bars] of barsByRow(answer)) lanes.set(row, Math.max(lanes.get(row) ?? 1, bars.lanes));
  }
  const rows = new Map();
  let top = 0;
  for (const name of [...lanes.keys()].sort(compareTerms)) {
    rows.set(name, { index: rows.size, name: plainText(name), top: top * LANE, height: lanes.get(name) * LANE });
    top += lanes.get(name);
  }
  const values = data.bars.map(([, , , , value]) => value).filter((value) => value !== null);
  return { rows, height: top * LANE, colours: coloursOf(values), span: spanOf(data.bars.map((_, number) => barOf(number))) };
}

const chart = makeChart();
const isBar = (number) => ["bar/3", "bar/4", "bar/5"].includes(nameOfPredicate(data.atoms[number][0]));

// Returns the end of a text that does not fit as "…", or nothing if hardly any of it would be left.
function shortened(text, width, font) {
  const [whole] = measure([text], font);
  if (whole <= width) return text;
  const count = Math.floor(text.length * width / whole) - 1;
  return count < 3 ? "" : `${text.slice(0, count)}…`;
}

// Draws the chart of an answer set into a figure, whose view has a width; `stretch` lengthens the units of time, as far as that
// is possible. Bars whose numbers are in `came` are marked. Returns by how much the units are longer.
function fillChart(figure, answer, came, width, stretch) {
  const rows = barsByRow(answer);
  const all = [...rows.values()].flat();
  figure.replaceChildren();
  figure.style.width = "";
  if (all.length > MOST_BARS) {
    figure.className = "gantt too-large";
    figure.textContent = `The schedule has ${all.length} bars: too many to draw.`;
    return 1;
  }
  // A schedule that is much shorter than another answer set's has an axis of its own.
  const own = spanOf(all);
  const [low, high] = (own[1] - own[0]) * 3 < chart.span[1] - chart.span[0] ? own : chart.span;
  const length = Math.max(1, high - low);
  const side = Math.ceil(Math.min(measure([...chart.rows.values()].map(({ name }) => name), BAR_FONT)[0] + 20, Math.max(110, width * .25)));
  const fitting = (width - side - 2 * MARGIN) / length;
  const wanted = all.filter((bar) => bar.length > 0).map((bar) => Math.min(USUAL_WIDTH, measure([bar.task], BAR_FONT)[0] + 10) / bar.length);
  const usual = wanted.sort((one, other) => one - other)[Math.floor(wanted.length / 2)] ?? 0;
  const readable = Math.max(fitting, Math.min(MOST_WIDTH / length, usual));
  const unit = Math.max(fitting, Math.min(MOST_WIDTH / length, readable * stretch));
  const plot = length * unit + 2 * MARGIN;
  const x = (time) => Number((MARGIN + (time - low) * unit).toFixed(2));
  figure.style.width = `${side + plot}px`;
  figure.style.gridTemplateColumns = `${side}px ${plot}px`;

  const marks = ticks(low, high, Math.max(2, plot / 80)).filter(Number.isInteger);
  figure.append(element("div", { className: "corner" }));
  const axis = draw(figure, "svg", { class: "axis", width: plot, height: AXIS, "aria-hidden": true });
  for (const at of marks) {
    // The first and the last number end where the axis does.
    const [half] = measure([String(at)], 12).map((width) => width / 2);
    const middle = Math.max(half + 1, Math.min(plot - half - 1, x(at)));
    draw(axis, "text", { x: middle, y: AXIS - 8, "text-anchor": "middle", "font-size": 12 }, at);
  }
  const names = draw(figure, "svg", { class: "names", width: side, height: chart.height, "aria-hidden": true });
  const label = `Schedule: ${counted(all.length, "bar")} in ${counted(rows.size, "row")}, from ${own[0]} to ${own[1]}`;
  const svg = draw(figure, "svg", { class: "bars", role: "img", "aria-label": label, width: plot, height: chart.height });
  for (const { index, name, top, height } of chart.rows.values()) {
    for (const [part, wide] of [[names, side], [svg, plot]]) {
      draw(part, "rect", { class: index % 2 ? "odd" : "even", x: 0, y: top, width: wide, height });
    }
    const text = draw(names, "text", { x: side - 8, y: top + height / 2, dy: ".35em", "text-anchor": "end", "font-size": BAR_FONT }, shortened(name, side - 14, BAR_FONT));
    draw(text, "title", {}, name);
  }
  draw(svg, "path", { class: "marks", d: marks.map((at) => `M${x(at)} 0V${chart.height}`).join("") });
  for (const [name, row] of chart.rows) {
    const bars = rows.get(name) ?? [];
    // How far each lane is in use, from the left on.
    const used = Array(bars.lanes ?? 0).fill(0);
    for (const bar of bars) {
      const group = drawBar(svg, bar, row, x, came.has(bar.number));
      used[bar.lane] = nameBar(group, bar, row, x, used[bar.lane], bar.next ? x(bar.next.start) : plot);
    }
  }
  addCaption(figure, answer);
  return unit / readable;
}

// Returns the colours of a bar: those of its value, or of its row.
const coloursOfBar = (bar, row) => (bar.value === null ? { fill: valueColour(row.index), ink: "var(--ink)" } : chart.colours.get(bar.value));

const topOf = (bar, row) => row.top + bar.lane * LANE + (LANE - BAR) / 2;

// Draws a bar without its name; what takes no time is a diamond.
function drawBar(svg, bar, row, x, isNew) {
  const group = draw(svg, "g", { class: isNew ? "bar came" : "bar" });
  const value = bar.value === null ? "" : `, ${plainText(bar.value)}`;
  draw(group, "title", {}, `${bar.task}${row.name === bar.task ? "" : ` on ${row.name}`}${value}\nstart ${bar.start}, end ${bar.end}, length ${bar.length}`);
  const [left, top] = [x(bar.start), topOf(bar, row)];
  const width = Math.max(2, x(bar.end) - left);
  const style = `fill:${coloursOfBar(bar, row).fill}`;
  if (bar.length > 0) draw(group, "rect", { x: left, y: top, width, height: BAR, rx: Math.min(4, width / 3), style });
  else draw(group, "path", { d: `M${left} ${top + 4}l8 8l-8 8l-8 -8z`, style });
  return group;
}

// Writes the name of a bar: in it, or behind or before it if it is wider than the bar and there is room, or shortened. The room
// begins at `from` and ends at `to`. Returns up to where it is in use then.
function nameBar(group, bar, row, x, from, to) {
  const half = bar.length > 0 ? 0 : 8;
  const [left, right] = [x(bar.start) - half, Math.max(x(bar.start) + 2, x(bar.end)) + half];
  const [width] = measure([bar.task], BAR_FONT);
  const write = (place, text) => text && draw(group, "text", { ...place, y: topOf(bar, row) + BAR / 2, dy: ".35em", "font-size": BAR_FONT }, text);
  const inner = bar.length > 0 ? right - left - 8 : 0;
  if (width > inner && width + 8 <= to - right) {
    write({ x: right + 4, style: "fill:var(--ink)" }, bar.task);
    return right + 4 + width;
  }
  if (width > inner && width + 8 <= left - from) write({ x: left - 4, "text-anchor": "end", style: "fill:var(--ink)" }, bar.task);
  else write({ x: (left + right) / 2, "text-anchor": "middle", style: `fill:${coloursOfBar(bar, row).ink}` }, shortened(bar.task, inner, BAR_FONT));
  return right;
}

// Adds what the colours mean, and how many atoms have no bar.
function addCaption(figure, answer) {
  const caption = element("figcaption", {});
  const values = [...chart.colours.keys()].filter((value) => !cssColour(plainText(value)));
  const integers = values.filter(isInteger);
  // Of integers from light to dark, the ends are enough.
  const isBetween = (value) => integers.length > MOST_COLOURS && integers.slice(1, -1).includes(value);
  for (const value of values.filter((value) => !isBetween(value))) {
    const square = element("i", {});
    square.style.background = chart.colours.get(value).fill;
    caption.append(element("span", {}, square, plainText(value)));
  }
  const missing = answer.atoms.filter(isBar).length - answer.bars.length;
  if (missing > 0) caption.append(element("span", {}, `${counted(missing, "bar")} without an integer start and length`));
  if (caption.hasChildNodes()) figure.append(caption);
}
