// Where the time of a run goes: its stages, a table of its statements, and the source text with bars beside it.

const COLOURS = ["#6b7a90", "#8a6fc4", "#3b7dd8", "#2f9e8f", "#d08a2e", "#c4524a", "#b58fa8", "#9aa4b2"];

const COLUMNS = [
  ["seconds", "seconds"],
  ["instances", "instances"],
  ["candidates", "candidates"],
  ["literals", "literals"],
  ["bytes", "bytes"],
  ["clauses", "clauses"],
  ["propagations", "propagations"],
  ["conflicts", "conflicts"],
  ["reasons", "reasons"],
];

const percent = (part, whole) => (whole > 0 ? (100 * part) / whole : 0);
const number = (name, value) => (name === "seconds" ? value.toFixed(3) : value.toLocaleString("en"));

const source = new Source(byId("texts"));

// Shows the stages as one bar, and lists them.
function showStages() {
  byId("count").textContent = `${data.seconds.toFixed(3)} seconds`;
  byId("cut").hidden = data.cut === null;
  byId("cut").textContent = data.cut ?? "";
  const stages = Object.entries(data.stages);
  byId("parts").ariaLabel = stages.map(([name, time]) => `${name}: ${time} seconds`).join(", ");
  stages.forEach(([name, time], at) => {
    const share = percent(time, data.seconds);
    const part = element("span", { title: `${name}: ${share.toFixed(1)} %` });
    part.style.cssText = `width: ${share}%; background: ${COLOURS[at]}`;
    const colour = element("i", {});
    colour.style.background = COLOURS[at];
    const said = element("span", { className: "time" }, `${time.toFixed(3)} s, ${share.toFixed(1)} %`);
    byId("parts").append(part);
    byId("legend").append(element("li", {}, colour, element("span", {}, name), said));
  });
}

// The rows of the table: statements, atoms of several statements, and what belongs to none.
function rows() {
  const statements = data.costs.map((cost, index) => ({ cost, statement: data.marks[index], index }));
  const several = data.shared.map((cost) => ({ cost, several: cost.statements }));
  return [...statements, { cost: data.facts, label: "facts" }, ...several, { cost: data.others, label: "learned, of propagators, of the question; decisions" }];
}

function what({ cost, statement, several, label }) {
  const cell = element("td", {});
  const link = (index) => {
    const { line, file } = data.costs[index];
    const mark = data.marks[index];
    return mark === null ? `${file}:${line}` : source.link(mark, `${file}:${line}`);
  };
  if (several) {
    cell.append("atoms of ", ...several.flatMap((index, at) => (at ? [", ", link(index)] : [link(index)])));
  } else if (label) {
    cell.append(label);
  } else {
    const text = cost.text.replace(/\s+/g, " ");
    const place = `${cost.file}:${cost.line}:${cost.column}`;
    cell.append(statement === null ? place : source.link(statement, place));
    if (cost.projection) cell.append(element("span", { className: "quiet" }, " projection of"));
    cell.append(element("span", { className: "said" }, text.length > 160 ? `${text.slice(0, 160)}…` : text));
    if (cost.driver && cost.driver.candidates >= 1000) {
      const of = cost.driver.rows === null ? "" : `, which has ${counted(cost.driver.rows.toLocaleString("en"), "row")}`;
      const remark = `${cost.driver.candidates.toLocaleString("en")} of the candidates are for \`${cost.driver.literal}\`${of}`;
      cell.append(element("span", { className: "remark" }, ...prose(remark)));
    }
    if (cost.suggestion) cell.append(element("span", { className: "advice" }, ...prose(cost.suggestion)));
  }
  return cell;
}

// Shows the table, sorted by a column, and the bars of that column.
function show(sorted) {
  const total = (name) => all.reduce((sum, { cost }) => sum + (cost[name] ?? 0), 0);
  const totals = Object.fromEntries(COLUMNS.map(([name]) => [name, total(name)]));
  const used = COLUMNS.filter(([name]) => totals[name] > 0);
  const head = element("tr", {}, element("th", { scope: "col" }, element("button", { disabled: true }, "statement")));
  for (const [name, title] of used) {
    const button = element("button", { type: "button" }, title);
    button.addEventListener("click", () => show(name));
    const cell = element("th", { scope: "col" }, button);
    if (name === sorted) cell.ariaSort = "descending";
    head.append(cell);
  }
  const order = [...all].sort((one, other) => (other.cost[sorted] ?? 0) - (one.cost[sorted] ?? 0));
  const lines = order.map((row) => {
    const line = element("tr", {}, what(row));
    for (const [name] of used) {
      const value = row.cost[name];
      const cell = element("td", { className: "number" }, value === undefined ? "" : number(name, value));
      if (value) cell.style.setProperty("--share", `${percent(value, totals[name])}%`);
      line.append(cell);
    }
    return line;
  });
  byId("table").replaceChildren(element("thead", {}, head), element("tbody", {}, ...lines));
  bars(sorted, totals[sorted]);
}

// Shows in the margin of the source text which part each statement has of a column.
function bars(name, total) {
  const most = Math.max(...data.costs.map((cost) => cost[name] ?? 0), 0);
  for (const bar of document.querySelectorAll(".line .bar")) bar.replaceChildren();
  data.costs.forEach((cost, index) => {
    const mark = source.marks[data.marks[index]]?.[0];
    const bar = mark?.closest(".line")?.querySelector(".bar");
    if (!bar || !cost[name] || cost.projection) return;
    const share = percent(cost[name], total);
    const known = bar.firstChild;
    const width = percent(cost[name], most);
    if (known && Number.parseFloat(known.style.width) >= width) return;
    const made = element("i", { title: `${number(name, cost[name])} ${name}, ${share.toFixed(1)} %` });
    made.style.width = `${width}%`;
    bar.replaceChildren(made);
  });
}

const all = rows();
for (const line of document.querySelectorAll(".line")) line.prepend(element("span", { className: "bar" }));
showStages();
show("seconds");
