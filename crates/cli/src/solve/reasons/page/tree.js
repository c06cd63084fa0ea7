// The tree of a derivation. Each atom is justified at one place, its home; elsewhere a link leads there. A branch is filled when
// it is first opened.

// The number of levels of atoms in a tree. Deeper atoms follow as trees of their own, so that long chains stay readable.
const DEEPEST = 8;
// The number of atoms up to which all of them are open at first. Otherwise, the first levels of the first tree are, unless
// there are more atoms than this on one level.
const MOST_OPEN = 60;
const LEVELS_OPEN = 2;

const KINDS = {
  fact: "fact", rule: "", choice: "chosen", disjunction: "disjunction", external: "external, its value is true",
  given: "given without a statement", limit: "a bound of all variables", constraint: "", objective: "by the costs", value: "",
};
// Returns what kind of reason a support is.
const kindOf = ({ kind, least, greatest }) => (kind === "open" ? `left open, from ${least} to ${greatest}` : KINDS[kind]);

const equations = (values) => Object.entries(values).map(([name, value]) => `${name} = ${value}`).join(", ");

class Tree {
  constructor(parent, atoms, source) {
    this.atoms = atoms;
    this.source = source;
    // For each atom, its home: the atom above it and the number of its mention there, or null above a root.
    this.homes = new Array(atoms.length).fill(undefined);
    this.roots = [];
    this.place();
    parent.append(element("ul", {}, ...this.roots.map((root, at) => element("li", {}, this.branch(root, 0, at === 0)))));
  }

  // Whether one support without a body derives the atom.
  isLeaf(atom) {
    const { supports, other_supports: others, by_cases: byCases } = this.atoms[atom];
    return supports === null || (supports.length === 1 && supports[0].body.length === 0 && others === 0 && !byCases);
  }

  // Lists the atoms that the reasons of an atom mention, in order.
  mentions(atom) {
    const bodies = (this.atoms[atom].supports ?? []).flatMap(({ body }) => body);
    return bodies.flatMap((reason) => ("atom" in reason ? [reason.atom] : (reason.elements ?? []).flatMap(({ atoms }) => atoms)));
  }

  // Gives each atom its home, in the order in which the trees are read.
  place() {
    const later = [0];
    let unnamed = 0;
    for (let at = 0; at < later.length; at++) {
      this.placeTree(later[at], later);
      // An atom of a disjunction that only its head names comes last.
      while (at === later.length - 1 && unnamed < this.atoms.length) {
        if (this.homes[unnamed] === undefined && this.atoms[unnamed].by_cases) later.push(unnamed);
        unnamed += 1;
      }
    }
  }

  placeTree(root, later) {
    if (this.homes[root]) return;
    this.homes[root] = { above: null };
    this.roots.push(root);
    const waiting = [{ atom: root, depth: 0 }];
    while (waiting.length > 0) {
      const { atom, depth, home } = waiting.pop();
      if (home) {
        if (this.homes[atom] !== undefined) continue;
        if (depth >= DEEPEST && !this.isLeaf(atom)) {
          this.homes[atom] = null;
          later.push(atom);
          continue;
        }
        this.homes[atom] = home;
      }
      const below = this.mentions(atom).map((next, mention) => ({ atom: next, depth: depth + 1, home: { above: atom, mention } }));
      waiting.push(...below.reverse());
    }
  }

  // Makes what stands for an atom at one mention of it: its branch, or a link to it.
  item(atom, above, mention, depth, isOpen) {
    const home = this.homes[atom];
    if (home.above === above && home.mention === mention) return element("li", {}, this.branch(atom, depth, isOpen));
    const link = element("a", { href: `#atom-${atom}` }, element("code", {}, this.atoms[atom].atom));
    link.addEventListener("click", () => this.reveal(atom));
    return element("li", { className: "leaf" }, link, " ", element("span", { className: "kind" }, "see there"));
  }

  branch(atom, depth, isOpen) {
    const { atom: name, words, supports, by_cases: byCases } = this.atoms[atom];
    const kind = supports === null ? "its reasons are not on the page"
      : [supports[0] ? kindOf(supports[0]) : "", byCases ? "by a distinction of cases" : ""].filter(Boolean).join(", ");
    const said = words ? [element("span", { className: "words" }, words), " "] : [];
    const head = [element("code", {}, name), " ", ...said, element("span", { className: "kind" }, kind)];
    if (this.isLeaf(atom)) {
      const leaf = element("div", { className: "leaf", id: `atom-${atom}`, tabIndex: -1 }, ...head);
      if (supports?.[0].statement !== undefined) leaf.append(" ", this.source.link(supports[0].statement, placeOf(supports[0].statement)));
      return leaf;
    }
    const made = element("details", {}, element("summary", { id: `atom-${atom}` }, ...head));
    made.dataset.depth = depth;
    made.addEventListener("toggle", () => { if (made.open) this.fill(made, atom); });
    if (isOpen || this.atoms.length <= MOST_OPEN) this.open(made, atom);
    return made;
  }

  open(branch, atom) {
    this.fill(branch, atom);
    branch.open = true;
  }

  // Fills a branch with the supports of its atom.
  fill(branch, atom) {
    if (branch.children.length > 1) return;
    const { supports, other_supports: others } = this.atoms[atom];
    const depth = Number(branch.dataset.depth) + 1;
    const isOpen = depth < LEVELS_OPEN && this.mentions(atom).length <= MOST_OPEN;
    let mention = 0;
    const next = (below) => this.item(below, atom, mention++, depth, isOpen);
    for (const support of supports) {
      // A value is explained by its bounds alone.
      if (support.kind !== "value") branch.append(ruleLine(this.source, support, " ", ruleText(support)));
      branch.append(element("ul", {}, ...support.body.map((reason) => reasonItem(reason, next))));
    }
    const derives = others === 1 ? "instance derives" : "instances derive";
    if (others > 0) branch.append(element("div", { className: "reason" }, `and ${others} other ${derives} it (--instances)`));
  }

  // Opens what is above an atom, and its own branch. Returns its line.
  reveal(atom) {
    const path = this.isLeaf(atom) ? [] : [atom];
    for (let next = this.homes[atom].above; next !== null; next = this.homes[next].above) path.push(next);
    for (const next of path.reverse()) this.open(byId(`atom-${next}`).parentElement, next);
    return byId(`atom-${atom}`);
  }

  // Opens or closes all branches.
  toggle(isOpen) {
    const branches = [...this.atoms.keys()].filter((atom) => this.homes[atom] && !this.isLeaf(atom));
    for (const atom of branches) {
      if (isOpen) this.reveal(atom);
      else if (byId(`atom-${atom}`)) byId(`atom-${atom}`).parentElement.open = false;
    }
  }
}

// Makes the line of a rule: its place, its text and the values of its variables.
function ruleLine(source, { statement, words, values, ...kind }, ...text) {
  const line = element("div", { className: "rule" });
  if (words) line.append(element("div", { className: "words" }, words));
  if (statement === undefined) line.append(kind.kind ? kindOf(kind) : "");
  else line.append(source.link(statement, placeOf(statement)), ...text);
  const under = equations(values);
  if (under) line.append(" ", element("span", { className: "values" }, `with ${under}`));
  return line;
}

const ruleText = ({ statement }) => element("code", {}, statement === undefined ? "a rule" : data.statements[statement][3]);

// Makes the item of a literal; `next` makes that of an atom of the derivation.
function reasonItem(reason, next) {
  if ("atom" in reason) return next(reason.atom);
  const item = element("li", { className: "leaf" }, element("code", {}, reason.literal), " ", element("span", { className: "reason" }, ...prose(reason.reason)));
  if (!reason.elements) return item;
  const isAtom = ({ element: text, atoms }) => atoms.length === 1 && data.derivation[atoms[0]].atom === text;
  item.append(element("ul", {}, ...reason.elements.map((part) => (isAtom(part) ? next(part.atoms[0])
    : element("li", {}, element("code", {}, part.element), element("ul", {}, ...part.atoms.map(next)))))));
  return item;
}

// ---- False atoms

// Makes the branch of a rule that does not derive the atom.
function failedRule(source, { fails, ...rule }) {
  const parts = [element("summary", {}, ruleText(rule)), ruleLine(source, rule), element("ul", {}, ...failureItems(fails))];
  return element("li", {}, element("details", { open: true }, ...parts));
}

// Makes the items of what fails under some values.
function failureItems({ only, literal, reason, cases, omitted }) {
  const steps = only.map((step) => {
    const text = equations(step.values);
    return element("li", { className: "leaf" }, element("code", {}, step.literal), " ",
      element("span", { className: "reason" }, text ? `only with ${text}` : "it holds in one way only"));
  });
  if (!cases) {
    const code = literal === undefined ? [] : [element("code", {}, literal), " "];
    return [...steps, element("li", { className: "leaf" }, ...code, element("span", { className: "reason fails" }, ...prose(reason)))];
  }
  const items = cases.map(({ values, fails }) => element("li", {}, element("details", { open: cases.length <= MOST_OPEN },
    element("summary", {}, element("code", {}, equations(values))), element("ul", {}, ...failureItems(fails)))));
  if (omitted > 0) items.push(element("li", { className: "reason" }, `and ${omitted} more, which fail as well (--instances)`));
  const head = [element("code", {}, literal), " ", element("span", { className: "reason" }, `only in ${counted(cases.length + omitted, "case")}`)];
  return [...steps, element("li", {}, element("details", { open: true }, element("summary", {}, ...head), element("ul", {}, ...items)))];
}
