// Tables of atoms: one for each predicate, a column for each argument. Values of integer variables have one for each name.

// The rows that a table shows until more are asked for.
const MOST_ROWS = 300;

const compareRows = (column) => (one, other) => {
  const [a, b] = [data.atoms[one][1], data.atoms[other][1]];
  for (const at of [column, ...a.keys()]) {
    const order = compareTerms(a[at], b[at]);
    if (order !== 0) return order;
  }
  return 0;
};

class Tables {
  constructor(parent) {
    this.parent = parent;
    this.filter = "";
    // For each predicate, the column that its rows are sorted by, and the direction.
    this.sorted = new Map();
    // The predicates all of whose rows are shown.
    this.whole = new Set();
    this.isOn = new Set();
  }

  // Shows the atoms of an answer set; those in `came` are marked.
  show(answer, came) {
    const tables = [];
    for (const [predicate, numbers] of byPredicate(answer.atoms)) {
      if (!this.isOn.has(predicate) || numbers.length === 0) continue;
      const rows = numbers.filter((number) => !this.filter || atomText(data.atoms[number]).toLowerCase().includes(this.filter));
      if (rows.length > 0) tables.push(this.table(predicate, rows, numbers.length, came, () => this.show(answer, came)));
    }
    const empty = element("p", { className: "nothing" }, this.isOn.size === 0 ? "No predicate is chosen." : "No atoms.");
    this.parent.replaceChildren(...(tables.length ? tables : [empty]));
  }

  table(predicate, rows, total, came, again) {
    const [, arity] = data.predicates[predicate];
    const count = rows.length === total ? total : `${rows.length} of ${total}`;
    const title = element("h3", {}, nameOfPredicate(predicate), element("span", {}, arity === 0 ? "" : count));
    const card = element("div", { className: "table" }, title);
    card.dataset.predicate = nameOfPredicate(predicate);
    if (arity === 0) {
      const holds = element("div", { className: came.has(rows[0]) ? "holds came" : "holds" }, "holds");
      holds.dataset.atom = atomText(data.atoms[rows[0]]);
      card.append(holds);
      return card;
    }
    const { column = 0, down = false } = this.sorted.get(predicate) ?? {};
    rows.sort(compareRows(column));
    if (down) rows.reverse();
    const shown = this.whole.has(predicate) ? rows : rows.slice(0, MOST_ROWS);
    const numeric = Array.from({ length: arity }, (_, at) => shown.every((number) => isInteger(data.atoms[number][1][at])));
    const body = element("tbody", {}, ...shown.map((number) => this.row(number, numeric, came)));
    const heads = numeric.map((isNumber, at) => this.head(predicate, at, column, down, again, isNumber));
    const scroll = element("div", { className: "rows" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
    if (shown.length > 12) scroll.tabIndex = 0;
    scroll.ariaLabel = nameOfPredicate(predicate);
    card.append(scroll);
    if (shown.length < rows.length) {
      const more = element("button", { className: "more" }, `Show all ${rows.length} rows`);
      more.addEventListener("click", () => { this.whole.add(predicate); again(); });
      card.append(more);
    }
    return card;
  }

  row(number, numeric, came) {
    const cells = data.atoms[number][1].map((text, at) => element("td", { className: numeric[at] ? "number" : "" }, text));
    const row = element("tr", { className: came.has(number) ? "came" : "" }, ...cells);
    row.dataset.atom = atomText(data.atoms[number]);
    return row;
  }

  // Returns the head of a column, which sorts by it.
  head(predicate, at, column, down, again, isNumber) {
    const mark = at !== column ? "" : down ? " ↓" : " ↑";
    const [name, arity, hasValue] = data.predicates[predicate];
    const title = hasValue && at === arity - 1 ? "value" : hasValue && !name ? "variable" : `${at + 1}`;
    const button = element("button", { title: `Sort by ${title === `${at + 1}` ? `argument ${title}` : title}` }, `${title}${mark}`);
    button.addEventListener("click", () => {
      this.sorted.set(predicate, { column: at, down: at === column && !down });
      again();
    });
    const head = element("th", { scope: "col", className: isNumber ? "number" : "" }, button);
    if (at === column) head.ariaSort = down ? "descending" : "ascending";
    return head;
  }
}
