// The table of all levels of a page. A row opens its level. The fragment of the address has the number of the level that
// is shown, so that the browser's buttons lead back to the table and on again.

// The columns: a heading, what it means, and the key of the row's value. `least` is made of two values.
const COLUMNS = [
  ["No.", "Number in the collection", "level"], ["Title", "Title", "title"],
  ["Solvable", "Whether there is a plan", "solvable"], ["Least", "The least cost, or bounds on it", "least"],
  ["Lines", "Box lines of the plan", "lines"], ["Pushes", "Pushes of the plan", "pushes"],
  ["Moves", "Moves of the plan", "moves"], ["Boxes", "Boxes", "boxes"], ["Floor", "Squares of floor", "floor"],
  ["Dead", "Squares from which no box can be brought to storage", "dead"],
  ["Forced", "Pushes of the plan to which there is no alternative", "forced"],
  ["Difficulty", "Estimate for people: box changes and counterintuitive pushes of the plan", "difficulty"],
  ["Seconds", "Time taken", "seconds"],
];

// The choices beside the filter, each with a test of a row.
const isProven = ({ upper, lower, solvable }) => solvable === "no" || (upper !== null && upper === lower);
const CHOICES = {
  "All levels": () => true,
  "Solvable": ({ solvable }) => solvable === "yes",
  "Not solvable": ({ solvable }) => solvable === "no",
  "Not known": ({ solvable }) => solvable === "unknown",
  "Proven": isProven,
  "Not proven": (row) => !isProven(row),
};

const hasOverview = () => data.levels.length > 1 && data.levels.every(({ row }) => row);
const isOverview = () => document.body.dataset.view === "overview";
const fragmentOf = (index) => `#${data.levels[index].row.level}`;

// Returns the least cost of a row as text: a number, or bounds.
function least({ lower, upper }) {
  if (upper !== null && upper === lower) return upper;
  return lower === null ? "" : `${lower}–${upper ?? ""}`;
}

// Draws a level without anything that moves.
function drawThumbnail(svg, { boxes, sokoban, storages, ...level }) {
  drawRoom(svg, level);
  drawOn(svg, "storage", level, storages);
  drawOn(svg, "box", level, boxes).forEach((box, index) => box.classList.toggle("home", storages.includes(boxes[index])));
  drawOn(svg, "sokoban", level, [sokoban]);
}

// Draws thumbnails when they come into sight: a page may have thousands.
const thumbnails = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    thumbnails.unobserve(target);
    drawThumbnail(target, data.levels[target.dataset.index]);
  }
}, { rootMargin: "400px" });

function overviewRow({ row, summary, title }, index) {
  const line = document.createElement("tr");
  const cell = (name, content) => {
    const element = document.createElement(name);
    element.append(content);
    line.append(element);
    return element;
  };
  const picture = cell("td", "");
  if (levels[index]) {
    const svg = draw(picture, "svg", { class: "thumbnail", "aria-hidden": true });
    svg.dataset.index = index;
    thumbnails.observe(svg);
    line.addEventListener("click", () => { location.hash = fragmentOf(index); });
  }
  for (const [name, , key] of COLUMNS) {
    if (key !== "title") {
      const text = key === "least" ? least(row) : row[key] ?? "";
      const element = cell("td", String(text));
      element.dataset.label = name;
      if (key === "solvable") {
        element.className = row.solvable;
        const outcome = document.createElement("small");
        outcome.textContent = row.outcome;
        element.append(outcome);
      }
      if (key === "least") element.classList.toggle("proven", isProven(row));
      continue;
    }
    const link = document.createElement("a");
    link.textContent = row.title ?? `Level ${row.level}`;
    if (levels[index]) link.href = fragmentOf(index);
    cell("th", link).scope = "row";
  }
  line.title = summary;
  return { line, row, text: `${row.level} ${title} ${row.outcome}`.toLowerCase() };
}

// The rows, and by which column they are sorted: `order` is 1 upwards, -1 downwards.
let overviewRows = [];
const sorted = { key: "level", order: 1 };

function sortBy(key) {
  sorted.order = sorted.key === key ? -sorted.order : 1;
  sorted.key = key;
  const value = ({ row }) => {
    const known = key === "least" ? row.upper ?? row.lower : row[key];
    if (known === null) return null;
    return Number.isNaN(Number.parseFloat(known)) || key === "title" ? String(known) : Number.parseFloat(known);
  };
  const compare = (one, other) => (typeof one === "number" && typeof other === "number" ? one - other
    : String(one).localeCompare(String(other)));
  overviewRows.sort((one, other) => {
    const [first, second] = [value(one), value(other)];
    // Rows without a value come last, either way.
    if (first === null || second === null) return (first === null) - (second === null) || one.row.level - other.row.level;
    return sorted.order * compare(first, second) || one.row.level - other.row.level;
  });
  byId("rows-of-levels").append(...overviewRows.map(({ line }) => line));
  for (const head of document.querySelectorAll("#overview [data-key]")) {
    if (head.dataset.key === key) head.ariaSort = sorted.order === 1 ? "ascending" : "descending";
    else head.ariaSort = null;
  }
}

function filterRows() {
  const text = byId("filter").value.trim().toLowerCase();
  const isChosen = CHOICES[byId("choice").value];
  let count = 0;
  for (const { line, row, text: all } of overviewRows) {
    line.hidden = !(all.includes(text) && isChosen(row));
    count += line.hidden ? 0 : 1;
  }
  byId("count").textContent = `${count} of ${counted(overviewRows.length, "level")}`;
}

// Shows the level that the address names, or else the table.
function route() {
  const index = data.levels.findIndex((level, index) => levels[index] && fragmentOf(index) === location.hash);
  document.body.dataset.view = index < 0 ? "overview" : "level";
  if (index < 0) pause();
  else open(index);
}

function makeOverview() {
  const heads = COLUMNS.map(([name, meaning, key]) => {
    const head = document.createElement("th");
    const button = document.createElement("button");
    button.textContent = name;
    button.title = `${meaning}: sort`;
    button.addEventListener("click", () => sortBy(key));
    head.dataset.key = key;
    head.scope = "col";
    head.append(button);
    return head;
  });
  byId("columns-of-levels").append(document.createElement("td"), ...heads);
  overviewRows = data.levels.map(overviewRow);
  byId("rows-of-levels").append(...overviewRows.map(({ line }) => line));
  byId("choice").append(...Object.keys(CHOICES).map((name) => new Option(name)));
  byId("filter").addEventListener("input", filterRows);
  byId("choice").addEventListener("change", filterRows);
  filterRows();
  sorted.order = -1;
  sortBy("level");
  byId("all").addEventListener("click", () => { location.hash = ""; });
  addEventListener("hashchange", route);
  route();
}
