// The controller of the page: the answer set that is shown, and what is chosen.

// The predicates that drawings are made of. Where there is a drawing, their tables are hidden at first.
const DRAWN = new Set(["node/1", "node/2", "edge/1", "edge/2", "attr/4", "graph/1", "graph/2", "cell/3",
  "bar/3", "bar/4", "bar/5"]);

const answers = data.answers;
const tables = new Tables(byId("tables"));
let shown = 0;
// The number of the answer set to compare with; -1 for the one before.
let other = -1;
// The size of drawings; null fits them to the page.
let zoom = null;
// How much longer a unit of time is than usual, in charts.
let stretch = 1;
let byTime = false;
// How the other answer set is shown in tables: not at all (`alone`), by what went, or beside.
let form = "alone";

// ---- The answer set

// Whether several answer sets are optimal, and numbered among themselves.
const areSeveral = answers.filter(({ optimal }) => optimal).length > 1;

// Returns the title of an answer set.
function titleOf({ call, number, costs, consequences, optimal }) {
  const step = answers[answers.length - 1].call > 1 ? `Step ${call}, ` : "";
  const end = costs.length ? ` – costs ${costTexts({ call, costs }).join(", ")}` : consequences ? ` – ${consequences[0]} known, ${consequences[1]} open` : "";
  return `${step}${consequences ? "Approximation" : optimal && areSeveral ? "Optimal" : "Answer"} ${number}${end}`;
}

const stepper = new Stepper(byId("stepper"), "answer set", answers.map(titleOf), show);

function show(at) {
  shown = at;
  const answer = answers[shown];
  say(answer);
  showDrawings(answer);
  showPredicates(answer);
  showTables();
  if (!byId("bounds").hidden) showPlot();
}

function say(answer) {
  const values = answer.atoms.filter((number) => isValue(data.atoms[number])).length;
  const parts = [counted(answer.atoms.length - values, "atom")];
  if (values > 0) parts.push(counted(values, "value"));
  if (answers.length > 1) parts.unshift(`${shown + 1} of ${answers.length}`);
  if (answers.length > 1) parts.push(`after ${answer.time < 1 ? `${Number((answer.time * 1000).toPrecision(2))} ms` : `${answer.time.toFixed(2)} s`}`);
  byId("status").replaceChildren(parts.join(" · "));
  if (answer.optimal) byId("status").append(" · ", element("strong", {}, "optimal"));
  showCosts(byId("costs"), answer);
}

const compared = () => (other >= 0 ? answers[other] : answers[shown - 1]);

function showTables() {
  const [from, to] = [compared(), answers[shown]];
  const isCompared = from && form !== "alone";
  document.querySelector("main").classList.toggle("beside", Boolean(isCompared) && form === "beside");
  tables.show(to, new Set(from ? without(to, from) : []), {
    went: isCompared ? without(from, to) : null,
    sides: isCompared && form === "beside" ? [from, to].map(titleOf) : null,
    onlyMarked: Boolean(from) && byId("only").checked,
  });
  for (const name of FORMS) byId(name).ariaPressed = name === form;
  if (byId("differences").hidden) return;
  byId("from").textContent = from ? `from ${titleOf(from)}` : "";
  byId("cost-changes").hidden = true;
  if (!from) {
    byId("changes").replaceChildren(element("p", { className: "nothing" }, "This is the first answer set."));
    return;
  }
  listCosts(byId("cost-changes"), from, to);
  listChanges(byId("changes"), from, to, tables.isOn);
}

const FORMS = ["alone", "changed", "beside"];

function showAs(name) {
  form = name;
  showTables();
}

function showPlot() {
  const open = (found) => {
    const at = answers.findIndex((answer) => answer.found === found);
    if (at >= 0) stepper.go(at);
  };
  drawPlot(byId("plot"), answers[shown], Number(byId("priority").value), byTime, open);
  byId("by-time").ariaPressed = byTime;
  byId("by-answer").ariaPressed = !byTime;
}

// ---- Drawings

function showDrawings(answer) {
  if (byId("drawings").hidden) return;
  const schedule = answer.bars.length > 0 ? element("figure", { className: "gantt" }) : null;
  const figures = [...answer.graphs.map(graphFigure), gridFigure(answer), schedule].filter(Boolean);
  const none = element("p", { className: "nothing" }, "Nothing is drawn of this answer set.");
  byId("view").replaceChildren(...(figures.length ? figures : [none]));
  resize();
}

function resize() {
  byId("view").classList.toggle("fit", zoom === null);
  for (const figure of byId("view").querySelectorAll("figure[data-width]")) {
    const svg = figure.querySelector("svg");
    // What fits is still kept within the height of the view.
    const scale = zoom ?? Math.min(1.6, innerHeight * .66 / figure.dataset.height);
    svg.style.width = `${figure.dataset.width * scale}px`;
    svg.style.height = zoom === null ? "" : `${figure.dataset.height * scale}px`;
  }
  const schedule = byId("view").querySelector(".gantt");
  if (schedule) showSchedule(schedule);
  byId("fit").ariaPressed = zoom === null && stretch === 1;
}

function showSchedule(figure) {
  const view = byId("view");
  const { scrollLeft, scrollTop } = view;
  const from = compared();
  const known = new Set(from?.bars);
  // What is higher than the view has a scroll bar beside it.
  const width = view.clientWidth - (chart.height > innerHeight * .6 && view.clientWidth === view.offsetWidth ? 16 : 0);
  const came = new Set(from ? answers[shown].bars.filter((number) => !known.has(number)) : []);
  stretch = fillChart(figure, answers[shown], came, width, stretch);
  view.scrollTo(scrollLeft, scrollTop);
}

function zoomBy(factor) {
  const view = byId("view");
  const svg = view.querySelector("figure[data-width] svg");
  if (svg) zoom = Math.max(.05, Math.min(8, (zoom ?? svg.clientWidth / svg.parentElement.dataset.width) * factor));
  stretch *= factor;
  // What is in the middle stays there.
  const middle = (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth;
  resize();
  view.scrollLeft = middle * view.scrollWidth - view.clientWidth / 2;
}

function fit() {
  zoom = null;
  stretch = 1;
  resize();
}

// ---- Predicates

function showPredicates(answer) {
  const counts = byPredicate(answer.atoms);
  for (const chip of byId("predicates").querySelectorAll("[data-predicate]")) {
    const predicate = Number(chip.dataset.predicate);
    const count = counts.get(predicate).length;
    chip.ariaPressed = tables.isOn.has(predicate);
    chip.classList.toggle("none", count === 0);
    chip.querySelector(".count").textContent = count;
  }
}

function choose(predicates) {
  tables.isOn = new Set(predicates);
  showPredicates(answers[shown]);
  showTables();
}

function makePredicates() {
  const all = data.predicates.map((_, predicate) => predicate);
  const isDrawn = (predicate) => !byId("drawings").hidden && DRAWN.has(nameOfPredicate(predicate));
  const first = all.filter((predicate) => !isDrawn(predicate));
  tables.isOn = new Set(first.length ? first : all);
  const chips = all.map((predicate) => {
    const chip = element("button", {}, `${nameOfPredicate(predicate)} `, element("span", { className: "count" }));
    chip.dataset.predicate = predicate;
    chip.addEventListener("click", () => {
      const isOn = new Set(tables.isOn);
      if (!isOn.delete(predicate)) isOn.add(predicate);
      choose(isOn);
    });
    return chip;
  });
  if (all.length > 2) {
    const every = element("button", { id: "every" }, "All");
    const none = element("button", { id: "none" }, "None");
    every.addEventListener("click", () => choose(all));
    none.addEventListener("click", () => choose([]));
    chips.push(every, none);
  }
  byId("predicates").replaceChildren(...chips);
}

// ---- User input

for (const [id, act] of Object.entries({
  "zoom-in": () => zoomBy(1.25), "zoom-out": () => zoomBy(.8), fit,
  "by-time": () => { byTime = true; showPlot(); }, "by-answer": () => { byTime = false; showPlot(); },
  ...Object.fromEntries(FORMS.map((name) => [name, () => showAs(name)])),
})) byId(id).addEventListener("click", act);
byId("only").addEventListener("change", showTables);
byId("other").addEventListener("change", () => { other = Number(byId("other").value); resize(); showTables(); });
byId("priority").addEventListener("change", showPlot);
byId("filter").addEventListener("input", () => {
  tables.filter = byId("filter").value.trim().toLowerCase();
  showTables();
});
addEventListener("resize", () => resize());
// The width of a chart is that of the view, which also changes when the page gets a scroll bar.
let width = 0;
new ResizeObserver(([{ target }]) => {
  if (target.offsetWidth !== width) resize();
  width = target.offsetWidth;
}).observe(byId("view"), { box: "border-box" });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => stepper.go(shown));

listenToKeys({ ...stepper.keys(), "+": () => zoomBy(1.25), "-": () => zoomBy(.8), 0: fit, "/": () => byId("filter").focus() });

// ---- The start

const NONE = {
  UNSATISFIABLE: "there is no answer set: groundplan explain, with the same files, names statements that conflict",
  UNKNOWN: "no answer set was found",
};

function begin() {
  const what = answers[0]?.consequences ? "approximation" : "answer set";
  describe(data.found ? counted(data.found, what) : NONE[data.verdict] ?? NONE.UNKNOWN);
  byId("stepper").hidden = answers.length === 0;
  document.querySelector("main").hidden = answers.length === 0;
  if (answers.length === 0) return;
  byId("drawings").hidden = !grid && !chart && answers.every(({ graphs }) => graphs.length === 0);
  byId("differences").hidden = byId("comparison").hidden = answers.length === 1;
  byId("bounds").hidden = !data.improves;
  byId("narrow").hidden = answers.length === 1 && byId("bounds").hidden;
  document.querySelector("main").classList.toggle("alone", byId("narrow").hidden);
  byId("other").append(new Option("the answer set before", -1), ...answers.map((answer, at) => new Option(titleOf(answer), at)));
  const levels = Math.max(...data.course.map(({ values }) => values.length), 0);
  byId("priority").append(...Array.from({ length: levels }, (_, at) => new Option(`priority ${data.calls[answers[answers.length - 1].call - 1]?.[at] ?? at + 1}`, at)));
  byId("priority").hidden = levels < 2;
  makePredicates();
  // The best answer set is the last one.
  stepper.go(data.improves || answers[0].consequences ? answers.length - 1 : 0);
}

begin();
