// Pivots of predicates with three or more arguments: one argument names the rows, another one the columns, and the cells have
// what is left of the atoms.

// The rows and columns that a pivot has at most.
const MOST_PIVOT_ROWS = 300;
const MOST_PIVOT_COLUMNS = 100;
// An atom in a cell that has another one already counts as much as this many empty cells, when axes are chosen.
const CROWDED = 8;

let atomsByPredicate = null;
// Returns the atoms of a predicate in all answer sets.
const atomsOf = (predicate) => (atomsByPredicate ??= byPredicate([...data.atoms.keys()])).get(predicate);

const isPivotable = (predicate) => data.predicates[predicate][1] > 2;

// Returns the distinct arguments of atoms at a position, in order.
const argumentsAt = (numbers, at) => [...new Set(numbers.map((number) => data.atoms[number][1][at]))].sort(compareTerms);

// Returns the positions of the arguments that can be axes: not that of a value, and of one argument that is always the same
// only if there are too few others.
function axesAmong(predicate, counts) {
  const [, arity, hasValue] = data.predicates[predicate];
  const every = Array.from({ length: hasValue ? arity - 1 : arity }, (_, at) => at);
  const several = every.filter((at) => counts[at] > 1);
  return several.length > 1 ? several : every;
}

// Returns the positions of the arguments that make the best axes of a pivot. It has few empty cells, and few atoms in a cell: one
// in each if two arguments determine the others. The columns are those with fewer distinct arguments.
function bestAxes(predicate, numbers) {
  const arity = data.predicates[predicate][1];
  const distinct = Array.from({ length: arity }, (_, at) => argumentsAt(numbers, at).length);
  const axes = axesAmong(predicate, distinct);
  let best = null;
  for (const [index, one] of axes.entries()) {
    for (const two of axes.slice(index + 1)) {
      const used = new Set(numbers.map((number) => JSON.stringify([data.atoms[number][1][one], data.atoms[number][1][two]]))).size;
      const price = distinct[one] * distinct[two] + CROWDED * (numbers.length - used);
      const [row, column] = distinct[two] > distinct[one] ? [two, one] : [one, two];
      if (!best || price < best.price || (price === best.price && distinct[column] < distinct[best.column])) best = { price, row, column };
    }
  }
  return { row: best.row, column: best.column };
}

// Returns the names of the rows or columns: those of all answer sets, so that they stay where they are, unless most of them would
// be empty. If `isPart`, some atoms are hidden, and names without an atom are, too.
function namesOfAxis(predicate, numbers, at, isPart, most) {
  const here = argumentsAt(numbers, at);
  if (isPart) return here;
  const everywhere = argumentsAt(atomsOf(predicate), at);
  return everywhere.length > most || everywhere.length > 2 * here.length ? here : everywhere;
}

// Makes the pivot of atoms. `marks` has what came and what went, and `sides` names the answer sets beside each other, if there
// are two. Returns the table and a remark on what is not in it.
function makePivot(predicate, numbers, { row, column }, marks, sides, isPart) {
  const [allRows, allColumns] = [[row, MOST_PIVOT_ROWS], [column, MOST_PIVOT_COLUMNS]]
    .map(([at, most]) => namesOfAxis(predicate, numbers, at, isPart, most));
  const [rows, columns] = [allRows.slice(0, MOST_PIVOT_ROWS), allColumns.slice(0, MOST_PIVOT_COLUMNS)];
  const cells = new Map(rows.map((name) => [name, new Map()]));
  for (const number of numbers) {
    const [, terms] = data.atoms[number];
    const cellsOfRow = cells.get(terms[row]);
    if (!cellsOfRow) continue;
    if (!cellsOfRow.has(terms[column])) cellsOfRow.set(terms[column], []);
    cellsOfRow.get(terms[column]).push(number);
  }
  const isLeft = (at) => at !== row && at !== column;
  const rest = (number) => data.atoms[number][1].filter((_, at) => isLeft(at)).join(", ");
  const isNumber = numbers.every((number) => isInteger(rest(number)));
  const entry = (number) => {
    const made = element("div", { className: `entry ${marks.get(number) ?? ""}` }, rest(number));
    made.dataset.atom = atomText(data.atoms[number]);
    return made;
  };
  const cell = (several, isFirst) => element("td", { className: `${isNumber ? "number" : ""} ${isFirst ? "first" : ""}` }, ...several.map(entry));
  const groups = sides ? ["went", "came"].map((own) => (number) => [undefined, own].includes(marks.get(number))) : [() => true];
  const line = (name) => element("tr", {}, element("th", { scope: "row" }, name), ...groups.flatMap((isIn) =>
    columns.map((other, at) => cell((cells.get(name).get(other) ?? []).filter(isIn).sort(compareRows(0)), at === 0))));
  const corner = element("td", { className: "corner" }, `${argumentName(predicate, row)} ↓ ${argumentName(predicate, column)} →`);
  const heads = groups.flatMap(() => columns.map((name, at) => element("th", { scope: "col", className: at === 0 ? "first" : "" }, name)));
  const head = element("thead", {}, ...sideHeads(sides, columns.length, 1), element("tr", {}, corner, ...heads));
  const table = element("table", { className: "pivot" }, head, element("tbody", {}, ...rows.map(line)));
  const isCut = rows.length < allRows.length || columns.length < allColumns.length;
  const remark = isCut ? `${rows.length} of ${allRows.length} rows, ${columns.length} of ${allColumns.length} columns: filter for others` : "";
  return { table, remark };
}
