// The controller of the page about conflicts: the one that is shown, its statements, and how many conflicts have them.

// The statements that are listed until more are asked for.
const MOST_LISTED = 300;

const source = new Source(byId("texts"));
const { sets, loops } = data;
const areSeveral = sets.length > 1;

// The statements of each set, with the remarks on them.
const statementsOf = (notes) => {
  const remarks = new Map();
  for (const [statement, remark] of notes.flatMap(({ places }) => places)) {
    remarks.set(statement, [...(remarks.get(statement) ?? []), ...(remark ? [remark] : [])]);
  }
  return remarks;
};
const statements = sets.map(statementsOf);
const omitted = sets.map((notes) => notes.reduce((sum, note) => sum + note.omitted, 0));
// The number of sets that each statement is in.
const shares = new Map();
for (const remarks of statements) for (const statement of remarks.keys()) shares.set(statement, (shares.get(statement) ?? 0) + 1);
const inOrder = (numbers) => [...numbers].sort((one, other) => {
  const [a, b] = [data.statements[one], data.statements[other]];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
});

const sizeOf = (at) => counted(statements[at].size + omitted[at], "statement");
const stepper = new Stepper(byId("stepper"), "conflict", sets.map((_, at) => `Conflict ${at + 1} – ${sizeOf(at)}`), show);
let ofAll = false;
let isWhole = false;

function show(at) {
  if (areSeveral) byId("status").textContent = `${at + 1} of ${sets.length} · ${sizeOf(at)}`;
  showSource(at);
  showStatements(at);
  const list = byId("all");
  for (const [number, button] of list.querySelectorAll("button").entries()) button.ariaCurrent = number === at;
  // Only the list is scrolled, and not the page.
  const current = list.children[at];
  const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (above < 0 || above > list.clientHeight - current.clientHeight) list.scrollTop += above - list.clientHeight / 2;
}

function showSource(at) {
  const classes = new Map(data.statements.map((_, statement) => [statement, []]));
  for (const [statement, share] of shares) {
    const own = statements[at].has(statement) ? [data.repairs ? "out" : "in"] : ["other"];
    classes.set(statement, areSeveral && share === sets.length ? [...own, "every"] : own);
  }
  for (const [statement] of loops.flatMap(({ places }) => places)) classes.get(statement).push("loop");
  source.mark(classes);
}

// ---- The statements

function showStatements(at) {
  byId("of-this").ariaPressed = !ofAll;
  byId("of-all").ariaPressed = ofAll;
  byId("words").hidden = ofAll || data.words[at].length === 0;
  byId("words").replaceChildren(...data.words[at].map((line) => element("li", {}, ...prose(line))));
  const listed = ofAll
    ? inOrder(shares.keys()).sort((one, other) => shares.get(other) - shares.get(one))
    : inOrder(statements[at].keys());
  const first = isWhole ? listed : listed.slice(0, MOST_LISTED);
  const items = first.map((statement) => statementItem(statement, ofAll ? [] : statements[at].get(statement)));
  // Before the note with the statements stands what counting says.
  const main = sets[at].findIndex(({ places, omitted }) => places.length || omitted);
  const others = ofAll ? [] : sets[at].slice(main + 1);
  const counting = ofAll ? [] : sets[at].slice(0, Math.max(main, 0)).flatMap(({ message }) => prose(message));
  byId("counting").hidden = counting.length === 0;
  byId("counting").replaceChildren(...counting);
  const message = main < 0 ? [] : prose(sets[at][main].message);
  byId("message").replaceChildren(...(ofAll ? [shareText()] : message));
  if (!ofAll) items.push(...data.alternatives.map((line) => element("li", {}, line)));
  items.push(...others.map(({ message }) => element("li", {}, ...prose(message))));
  if (!ofAll && omitted[at]) items.push(element("li", {}, `and ${counted(omitted[at], "place")} without room on the page`));
  if (first.length < listed.length) items.push(element("li", {}, moreButton(listed.length)));
  byId("list").replaceChildren(...items);
  byId("list").tabIndex = items.length > 8 ? 0 : -1;
}

function moreButton(count) {
  const more = element("button", {}, `Show all ${count} statements`);
  more.addEventListener("click", () => { isWhole = true; show(stepper.at); });
  return more;
}

const shareText = () => {
  const every = [...shares.values()].filter((share) => share === sets.length).length;
  return `${counted(shares.size, "statement")}; ${every} of them in all ${sets.length} conflicts`;
};

function statementItem(statement, remarks) {
  const share = shares.get(statement);
  const line = element("div", { className: "line-of" }, source.link(statement, placeOf(statement)));
  if (areSeveral) {
    const every = share === sets.length;
    line.append(element("span", { className: every ? "share every" : "share" }, every ? `in all ${share}` : `in ${share} of ${sets.length}`));
  }
  const item = element("li", {}, line, element("code", { className: "text-of" }, data.statements[statement][3]));
  item.append(...remarks.map((remark) => element("div", { className: "label" }, ...prose(remark))));
  return item;
}

// ---- Odd loops

function loopParts({ message, places, help }) {
  const steps = places.map(([statement, remark]) => element("li", {}, ...prose(remark), " ", source.link(statement, placeOf(statement))));
  const parts = [element("h3", {}, ...prose(message)), element("ol", {}, ...steps)];
  if (help) parts.push(element("p", { className: "help" }, ...prose(help)));
  return parts;
}

// ---- The start

function makeLegend() {
  const kinds = [["in", areSeveral ? "in this conflict" : "in the conflict"], ["every", "in all conflicts"],
    ["other", "only in other conflicts"], ["loop", "in an odd loop"], ["out", "to leave out"]];
  const used = kinds.filter(([kind]) => byId("texts").querySelector(`.${kind}`) || (areSeveral && ["every", "other"].includes(kind)));
  byId("legend").replaceChildren(...used.map(([kind, meaning]) => element("span", { className: `mark ${kind}` }, meaning)));
}

function begin() {
  describe(`${data.ended ? `${data.ended}: ` : ""}${data.remark}`);
  byId("stepper").hidden = byId("conflicts").hidden = byId("keys").hidden = byId("scope").hidden = !areSeveral;
  document.querySelector("main").hidden = sets.length === 0;
  if (sets.length === 0) return;
  byId("source").hidden = data.files.length === 0;
  byId("loops").hidden = loops.length === 0;
  byId("loops").append(...loops.flatMap(loopParts));
  if (data.repairs) document.querySelector("#statements h2").textContent = "To leave out";
  byId("all").append(...sets.map((_, at) => {
    const button = element("button", {}, `Conflict ${at + 1}`, element("span", {}, sizeOf(at)));
    button.addEventListener("click", () => stepper.go(at));
    return element("li", {}, button);
  }));
  for (const [id, all] of [["of-this", false], ["of-all", true]]) {
    byId(id).addEventListener("click", () => { ofAll = all; show(stepper.at); });
  }
  if (areSeveral) listenToKeys(stepper.keys());
  stepper.go(0);
  makeLegend();
}

begin();
