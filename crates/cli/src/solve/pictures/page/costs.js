// Costs of answer sets by priority.

// Returns the costs of an answer set with their priorities, the highest one first. Without other priorities, it does not matter.
function costsOf({ call, costs }) {
  const priorities = data.calls[call - 1] ?? [];
  return costs.map((cost, at) => ({ cost, priority: costs.length > 1 ? priorities[at] ?? null : null }));
}

const costTexts = (answer) => costsOf(answer).map(({ cost, priority }) => (priority === null ? `${cost}` : `${cost}@${priority}`));

// Shows the costs of an answer set.
function showCosts(parent, answer) {
  const parts = costsOf(answer).map(({ cost, priority }) => element("span", priority === null ? {} : { title: `${cost} at priority ${priority}` },
    element("b", {}, cost), priority === null ? "" : `@${priority}`));
  parent.hidden = parts.length === 0;
  parent.replaceChildren("costs ", ...parts.flatMap((part, at) => [at ? " " : "", part]));
}

// More priorities than this are shown only where costs differ.
const MOST_PRIORITIES = 10;

// Lists by how much the costs of an answer set differ from another one's.
function listCosts(parent, from, to) {
  const [before, after] = [costsOf(from), costsOf(to)];
  // Steps may add priorities: then costs at the same place do not belong together.
  parent.hidden = before.length === 0 || before.some(({ priority }, at) => priority !== after[at]?.priority) || before.length !== after.length;
  if (parent.hidden) return;
  const all = after.map(({ cost, priority }, at) => ({ priority, old: before[at].cost, now: cost, by: cost - before[at].cost }));
  const shown = all.length > MOST_PRIORITIES ? all.filter(({ by }) => by !== 0) : all;
  const cell = (text, className = "") => element("td", { className }, text);
  const rows = shown.map(({ priority, old, now, by }) => element("tr", {},
    element("th", { scope: "row" }, priority === null ? "costs" : `priority ${priority}`), cell(old), cell("→"), cell(now),
    cell(by === 0 ? "same" : by > 0 ? `+${by}` : `−${-by}`, by === 0 ? "same" : by > 0 ? "worse" : "better")));
  const same = all.length - shown.length;
  parent.replaceChildren(element("table", { ariaLabel: "Costs" }, element("tbody", {}, ...rows)));
  if (same > 0) parent.append(element("p", { className: "nothing" }, `${counted(same, "cost")} of ${all.length}: the same`));
}
