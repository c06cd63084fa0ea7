// Tables of atoms: one for each predicate, a column for each argument. Values of integer variables have one for each name. What
// came from another answer set is marked, and what went on request; `pivot.js` has another form of them.

// The rows that a table shows until more are asked for.
const MOST_ROWS = 300;
// A table with more rows scrolls in itself if it is higher than the window.
const MOST_ROWS_AT_ONCE = 40;

const compareRows = (column) => (one, other) => {
  const [a, b] = [data.atoms[one][1], data.atoms[other][1]];
  for (const at of [column, ...a.keys()]) {
    const order = compareTerms(a[at], b[at]);
    if (order !== 0) return order;
  }
  return 0;
};

// Returns the name of an argument: its number, or what it is.
function argumentName(predicate, at) {
  const [name, arity, hasValue] = data.predicates[predicate];
  return hasValue && at === arity - 1 ? "value" : hasValue && !name ? "variable" : `${at + 1}`;
}

// Makes the line that names the answer sets beside each other, `span` columns each; `before` columns belong to both.
function sideHeads(sides, span, before) {
  if (!sides) return [];
  const heads = sides.map((side) => element("th", { scope: "colgroup", colSpan: span, className: "side first" }, side));
  return [element("tr", {}, ...Array.from({ length: before }, () => element("td", { className: "corner" })), ...heads)];
}

class Tables {
  constructor(parent) {
    this.parent = parent;
    this.filter = "";
    // For each predicate, the column that its rows are sorted by, and the direction.
    this.sorted = new Map();
    // The predicates all of whose rows are shown.
    this.whole = new Set();
    this.isOn = new Set();
    // The predicates that are shown as pivots, and for each that has been, the positions of the arguments of rows and columns.
    this.pivots = new Set();
    this.axes = new Map();
  }

  // Shows the atoms of an answer set; those in `came` are marked. If there is `went`, these atoms of another answer set are shown as
  // well, and marked; if there is `sides`, both answer sets are beside each other, with these names. With `onlyMarked`, atoms
  // without a mark are hidden.
  show(answer, came, { went = null, sides = null, onlyMarked = false } = {}) {
    this.again = () => this.show(answer, came, { went, sides, onlyMarked });
    this.marks = new Map([...[...came].map((number) => [number, "came"]), ...(went ?? []).map((number) => [number, "went"])]);
    this.isCompared = went !== null;
    this.sides = sides;
    this.isPart = onlyMarked || this.filter !== "";
    const gone = byPredicate(went ?? []);
    const tables = [];
    for (const [predicate, present] of byPredicate(answer.atoms)) {
      const numbers = [...present, ...gone.get(predicate)];
      if (!this.isOn.has(predicate) || numbers.length === 0) continue;
      const rows = numbers.filter((number) => (!this.filter || atomText(data.atoms[number]).toLowerCase().includes(this.filter))
        && (!onlyMarked || this.marks.has(number)));
      if (rows.length > 0) tables.push(this.table(predicate, rows, present));
    }
    const nothing = this.isOn.size === 0 ? "No predicate is chosen." : onlyMarked ? "Nothing differs." : "No atoms.";
    const empty = element("p", { className: "nothing" }, nothing);
    this.replace(tables.length ? tables : [empty]);
  }

  // Replaces all tables; the control that has the focus keeps it.
  replace(made) {
    const focused = document.activeElement?.dataset.control;
    const hadFocus = this.parent.contains(document.activeElement);
    this.parent.replaceChildren(...made);
    if (hadFocus && focused) [...this.parent.querySelectorAll("[data-control]")].find((it) => it.dataset.control === focused)?.focus();
    // What scrolls can be reached with the keyboard.
    for (const rows of this.parent.querySelectorAll(".rows")) {
      if (rows.scrollWidth > rows.clientWidth || rows.scrollHeight > rows.clientHeight) rows.tabIndex = 0;
    }
  }

  // Makes the table of a predicate; `present` has all of its atoms in the answer set, also those that are not among the rows.
  table(predicate, rows, present) {
    const [, arity] = data.predicates[predicate];
    const title = element("h3", {}, nameOfPredicate(predicate), element("span", {}, arity === 0 ? "" : this.count(rows, present)));
    const head = element("div", { className: "top" }, title);
    const card = element("div", { className: "table" }, head);
    card.dataset.predicate = nameOfPredicate(predicate);
    if (arity === 0) {
      card.append(this.holds(rows[0]));
      return card;
    }
    if (isPivotable(predicate)) head.append(this.forms(predicate, present.length ? present : rows));
    const isPivot = this.pivots.has(predicate);
    const { table, below } = isPivot ? this.pivot(predicate, rows) : this.list(predicate, rows);
    const scroll = element("div", { className: table.tBodies[0].rows.length > MOST_ROWS_AT_ONCE ? "rows high" : "rows" }, table);
    scroll.ariaLabel = nameOfPredicate(predicate);
    if (isPivot) card.append(this.axisChoices(predicate));
    card.append(scroll, ...below);
    return card;
  }

  // Says how many atoms there are, and how many of them are rows.
  count(rows, present) {
    const marked = (mark) => rows.filter((number) => this.marks.get(number) === mark).length;
    const here = rows.length - marked("went");
    const count = here === present.length ? `${here}` : `${here} of ${present.length}`;
    return this.isCompared && marked("came") + marked("went") > 0 ? `${count}, +${marked("came")} −${marked("went")}` : count;
  }

  // Says that a proposition holds.
  holds(number) {
    const mark = this.marks.get(number) ?? "";
    const holds = element("div", { className: `holds ${mark}` }, mark === "went" ? "no longer holds" : "holds");
    holds.dataset.atom = atomText(data.atoms[number]);
    return holds;
  }

  list(predicate, rows) {
    const [, arity] = data.predicates[predicate];
    const { column = 0, down = false } = this.sorted.get(predicate) ?? {};
    rows.sort(compareRows(column));
    if (down) rows.reverse();
    const shown = this.whole.has(predicate) ? rows : rows.slice(0, MOST_ROWS);
    const numeric = Array.from({ length: arity }, (_, at) => shown.every((number) => isInteger(data.atoms[number][1][at])));
    const body = element("tbody", {}, ...shown.map((number) => this.row(number, numeric)));
    const heads = (this.sides ?? [""]).flatMap((_, side) => numeric.map((isNumber, at) => this.head(predicate, at, column, down, isNumber, side)));
    const table = element("table", { className: this.sides ? "sides" : "" }, element("thead", {}, ...sideHeads(this.sides, arity, 0), element("tr", {}, ...heads)), body);
    if (shown.length === rows.length) return { table, below: [] };
    const more = this.control(`${predicate} more`, element("button", { className: "more" }, `Show all ${rows.length} rows`));
    more.addEventListener("click", () => { this.whole.add(predicate); this.again(); });
    return { table, below: [more] };
  }

  row(number, numeric) {
    const mark = this.marks.get(number) ?? "";
    const side = (isIn) => data.atoms[number][1].map((text, at) => element("td", {
      className: `${numeric[at] ? "number" : ""} ${at === 0 ? "first" : ""} ${isIn ? "" : "blank"}`,
    }, isIn ? text : ""));
    const cells = this.sides ? [...side(mark !== "came"), ...side(mark !== "went")] : side(true);
    const row = element("tr", { className: mark }, ...cells);
    row.dataset.atom = atomText(data.atoms[number]);
    return row;
  }

  // Returns the head of a column, which sorts by it.
  head(predicate, at, column, down, isNumber, side) {
    const mark = at !== column ? "" : down ? " ↓" : " ↑";
    const title = argumentName(predicate, at);
    const button = element("button", { title: `Sort by ${title === `${at + 1}` ? `argument ${title}` : title}` }, `${title}${mark}`);
    button.addEventListener("click", () => {
      this.sorted.set(predicate, { column: at, down: at === column && !down });
      this.again();
    });
    this.control(`${predicate} sort ${side} ${at}`, button);
    const head = element("th", { scope: "col", className: `${isNumber ? "number" : ""} ${at === 0 ? "first" : ""}` }, button);
    if (at === column) head.ariaSort = down ? "descending" : "ascending";
    return head;
  }

  // ---- Pivots

  pivot(predicate, rows) {
    const { table, remark } = makePivot(predicate, rows, this.axes.get(predicate), this.marks, this.sides, this.isPart);
    return { table, below: remark ? [element("p", { className: "left-out" }, remark)] : [] };
  }

  // Makes the buttons that choose between a table and a pivot, whose axes suit these atoms at first.
  forms(predicate, numbers) {
    const isPivot = this.pivots.has(predicate);
    const button = (text, isOn, act) => {
      const made = element("button", { ariaPressed: isOn }, text);
      made.addEventListener("click", () => { act(); this.again(); });
      return this.control(`${predicate} ${text}`, made);
    };
    return element("div", { className: "modes", role: "group", ariaLabel: `Form of ${nameOfPredicate(predicate)}` },
      button("Table", !isPivot, () => this.pivots.delete(predicate)),
      button("Pivot", isPivot, () => {
        this.pivots.add(predicate);
        if (!this.axes.has(predicate)) this.axes.set(predicate, bestAxes(predicate, numbers));
      }));
  }

  // Makes the lists that choose the arguments of rows and columns. Choosing that of the other axis exchanges both.
  axisChoices(predicate) {
    const axes = this.axes.get(predicate);
    // Two arguments say more about a position than its number.
    const option = (_, at) => {
      const names = argumentsAt(atomsOf(predicate), at);
      return new Option(`${argumentName(predicate, at)}: ${names.slice(0, 2).join(", ")}${names.length > 2 ? ", …" : ""}`, at);
    };
    const list = (axis, opposite) => {
      const made = element("select", {}, ...Array.from({ length: data.predicates[predicate][1] }, option));
      made.value = axes[axis];
      made.addEventListener("change", () => {
        const at = Number(made.value);
        const other = axes[opposite] === at ? axes[axis] : axes[opposite];
        this.axes.set(predicate, { [axis]: at, [opposite]: other });
        this.again();
      });
      return element("label", {}, `${axis}s `, this.control(`${predicate} ${axis}`, made));
    };
    return element("div", { className: "axes" }, list("row", "column"), list("column", "row"));
  }

  // Names a control, so that it can be found again.
  control(name, made) {
    made.dataset.control = name;
    return made;
  }
}
