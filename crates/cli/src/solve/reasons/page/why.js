// The controller of the page about an atom: why it is true or false, and the answer set.

const source = data.files ? new Source(byId("texts")) : null;
const tables = new Tables(byId("tables"));
let tree = null;

// Shows the answer set; the atom in question is marked.
function show() {
  const asked = data.atoms.findIndex((atom) => atomText(atom) === data.why);
  tables.isOn = new Set(data.predicates.keys());
  tables.show(data.answer, new Set(asked < 0 ? [] : [asked]));
}

// ---- Other atoms

// Makes the lines of a printed reason, each indented as it is there.
const reasonLines = (lines) => lines.map((line) => {
  const text = line.trimStart();
  const made = element("div", {}, text);
  made.style.paddingLeft = `${(line.length - text.length) * 0.45}rem`;
  return made;
});

const otherNamed = new Map(data.others?.map((other) => [other[0], other]));

// Says why another atom is true or false.
function ask(name) {
  const [atom, holds, lines] = otherNamed.get(name);
  byId("other").hidden = false;
  byId("other-question").replaceChildren("Why is ", element("code", {}, atom), holds ? " true?" : " false?");
  byId("other-reason").replaceChildren(...reasonLines(lines));
  byId("asked").value = atom;
  byId("other").scrollIntoView({ block: "nearest" });
}

function makeQuestions() {
  byId("asking").hidden = otherNamed.size === 0;
  const group = (label, wanted) => element("optgroup", { label }, ...data.others.filter(([, holds]) => holds === wanted)
    .map(([atom]) => element("option", { value: atom }, atom)));
  const groups = [group("true in this answer set", true), group("false in it", false)].filter((it) => it.children.length > 0);
  byId("asked").append(element("option", { value: "" }, "choose an atom"), ...groups);
  if (data.unexplained > 0) byId("asking").append(` ${counted(data.unexplained, "atom")} more: ask for them with --why.`);
  byId("asked").addEventListener("change", () => { if (byId("asked").value) ask(byId("asked").value); });
  byId("tables").addEventListener("click", (event) => {
    const row = event.target.closest("[data-atom]");
    if (row && otherNamed.has(row.dataset.atom)) ask(row.dataset.atom);
  });
}

// ---- Keys in the tree

const lines = () => [...byId("tree").querySelectorAll("summary")].filter((line) => line.checkVisibility());

const MOVES = {
  ArrowDown: (line) => lines()[lines().indexOf(line) + 1],
  ArrowUp: (line) => lines()[lines().indexOf(line) - 1],
  ArrowRight: (line) => {
    const isOpen = line.parentElement.open;
    line.parentElement.open = true;
    return isOpen ? line.parentElement.querySelector(":scope > ul summary") : line;
  },
  ArrowLeft: (line) => {
    const isOpen = line.parentElement.open;
    line.parentElement.open = false;
    return isOpen ? line : line.parentElement.parentElement.closest("details")?.querySelector("summary");
  },
};

byId("tree").addEventListener("keydown", (event) => {
  const move = MOVES[event.key];
  if (!move || event.target.tagName !== "SUMMARY" || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  move(event.target)?.focus();
});

// ---- The start

function makeTree() {
  if (data.derivation) {
    tree = new Tree(byId("tree"), data.derivation, source);
    return;
  }
  const rules = data.rules.map((rule) => failedRule(source, rule));
  byId("tree").append(rules.length ? element("ul", {}, ...rules) : element("p", {}, ...prose(data.nothing)));
}

function toggleAll(isOpen) {
  if (tree) tree.toggle(isOpen);
  else for (const branch of byId("tree").querySelectorAll("details")) branch.open = isOpen;
}

// Opens the branches above the atom that the address names.
function goToAddress() {
  const [, atom] = location.hash.match(/^#atom-(\d+)$/) ?? [];
  if (tree && data.derivation[atom]) tree.reveal(Number(atom)).scrollIntoView({ block: "nearest" });
}

function begin() {
  describe(`${data.ended ? `${data.ended}: ` : ""}${data.remark}`);
  document.querySelector("main").hidden = !data.files;
  if (!data.files) return;
  byId("question").append("Why is ", element("code", {}, data.why), data.derivation ? " true?" : " false?");
  byId("assumed").hidden = data.assumed.length === 0;
  byId("assumed").append("Assumed: ", ...data.assumed.flatMap((literal, at) => [at ? ", " : "", element("code", {}, literal)]));
  byId("source").hidden = data.files.length === 0;
  makeTree();
  byId("contrast").append(...reasonLines(data.contrast));
  makeQuestions();
  source.mark(new Map(data.statements.map((_, statement) => [statement, ["in"]])));
  document.querySelector(".all").hidden = document.querySelector(".keys").hidden = !byId("tree").querySelector("details");
  byId("open").addEventListener("click", () => toggleAll(true));
  byId("close").addEventListener("click", () => toggleAll(false));
  byId("filter").addEventListener("input", () => {
    tables.filter = byId("filter").value.trim().toLowerCase();
    show();
  });
  byId("filter").hidden = !data.answer;
  if (data.answer) show();
  else byId("tables").append(element("p", { className: "nothing" }, "It does not fit on the page."));
  addEventListener("hashchange", goToAddress);
  goToAddress();
}

begin();
