// The course of the bounds of an objective as a plot: costs of answer sets fall, proven lower bounds rise.

const PLOT = { width: 360, height: 210, left: 52, right: 12, top: 12, bottom: 28 };

// Returns round numbers in a range, about `count` of them.
function ticks(low, high, count) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((times) => times * power >= raw) * power;
  const all = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step) all.push(Number(at.toPrecision(12)));
  return all;
}

// Returns the costs and lower bounds of a solver call at a priority, with their places on the horizontal axis.
function courseOf(call, priority, byTime) {
  const [upper, lower] = [[], []];
  const points = data.course.filter((point) => point.call === call);
  const before = (points.find(({ answer }) => answer !== null)?.answer ?? 1) - 1;
  let answers = 0;
  for (const point of points) {
    if (point.answer !== null) answers = point.answer - before;
    const x = byTime ? point.time : answers;
    if (point.answer !== null) upper.push({ x, y: point.values[priority], answer: point.answer });
    else if (priority < point.values.length) lower.push({ x, y: point.values[priority] });
  }
  return { upper: upper.filter(({ y }) => y !== undefined), lower };
}

// Returns a line that keeps each value until the next one, up to the end of the plot.
function steps(points, x, y, end) {
  if (points.length === 0) return "";
  const path = points.map((point, at) => (at === 0 ? `M${x(point.x)} ${y(point.y)}` : `H${x(point.x)}V${y(point.y)}`)).join("");
  return `${path}H${x(end)}`;
}

// Draws the plot; `answer` is the answer set that is shown, and `open` shows another one by its number among all.
function drawPlot(parent, answer, priority, byTime, open) {
  parent.replaceChildren();
  const { upper, lower } = courseOf(answer.call, priority, byTime);
  const isLast = answer.call === data.answers[data.answers.length - 1].call;
  const final = upper[upper.length - 1];
  if (isLast && data.answers[data.answers.length - 1].optimal && final) lower.push({ x: Math.max(...[...upper, ...lower].map(({ x }) => x)), y: final.y });
  const all = [...upper, ...lower];
  if (all.length === 0) return;
  const { width, height, left, right, top, bottom } = PLOT;
  const [begin, end] = [byTime ? 0 : Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [low, high] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const room = (high - low || 1) * .06;
  const x = (at) => Number((left + (at - begin) / (end - begin || 1) * (width - left - right)).toFixed(2));
  const y = (at) => Number((height - bottom - (at - low + room) / (high - low + 2 * room) * (height - top - bottom)).toFixed(2));
  const svg = draw(parent, "svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `Bounds: costs from ${upper[0]?.y ?? "none"} to ${final?.y ?? "none"}` });
  for (const at of ticks(low, high, 4).filter(Number.isInteger)) {
    draw(svg, "line", { class: "grid", x1: left, x2: width - right, y1: y(at), y2: y(at) });
    draw(svg, "text", { x: left - 6, y: y(at), dy: ".35em", "text-anchor": "end" }, at);
  }
  const [unit, times] = end < 1 ? ["ms", 1000] : ["s", 1];
  const marks = byTime ? ticks(begin * times, end * times, 4).map((at) => [at / times, `${at} ${unit}`])
    : ticks(begin, end, 5).filter(Number.isInteger).map((at) => [at, at]);
  for (const [at, text] of marks) {
    const anchor = x(at) > width - 40 ? "end" : "middle";
    draw(svg, "text", { x: x(at), y: height - 8, "text-anchor": anchor }, text);
  }
  draw(svg, "path", { class: "lower", d: steps(lower, x, y, end) });
  draw(svg, "path", { class: "upper", d: steps(upper, x, y, end) });
  for (const point of upper) {
    const dot = draw(svg, "circle", { cx: x(point.x), cy: y(point.y), r: upper.length > 30 ? 2.5 : 4, class: point.answer === answer.found ? "shown" : "" });
    draw(dot, "title", {}, `Answer set ${point.answer}: ${point.y}`);
    dot.addEventListener("click", () => open(point.answer));
  }
}
