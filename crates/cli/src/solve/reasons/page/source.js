// The source texts around the statements of the page, and links to these.

// Makes a text with `code` elements where it has backquotes.
const prose = (text) => text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));

const fileOf = (statement) => data.files[data.statements[statement][0]].name;
const placeOf = (statement) => `${fileOf(statement)}:${data.statements[statement][1]}`;

class Source {
  constructor(parent) {
    // For each statement, the elements that show it.
    this.marks = data.statements.map(() => []);
    parent.append(...data.files.map((file) => this.file(file)));
  }

  file({ name, count, lines }) {
    const shown = element("div", { className: "file" }, element("h3", {}, name));
    let next = 1;
    for (const [number, pieces] of lines) {
      if (number > next) shown.append(gap(next, number - 1));
      const text = element("code", { className: "text" }, ...pieces.map((piece) => this.piece(piece)));
      shown.append(element("div", { className: "line code" }, element("span", { className: "number" }, number), text));
      next = number + 1;
    }
    if (next <= count) shown.append(gap(next, count));
    return shown;
  }

  piece(piece) {
    if (typeof piece === "string") return piece;
    const [text, statements] = piece;
    const mark = element("span", { className: "mark" }, text);
    for (const statement of statements) {
      if (this.marks[statement].length === 0 && !mark.id) Object.assign(mark, { id: `statement-${statement}`, tabIndex: -1 });
      this.marks[statement].push(mark);
    }
    return mark;
  }

  // Gives the statements classes: `classes` has one or several for each number of a statement.
  mark(classes) {
    for (const mark of this.marks.flat()) mark.className = mark.classList.contains("here") ? "mark here" : "mark";
    for (const [statement, names] of classes) for (const mark of this.marks[statement]) mark.classList.add(...names);
  }

  // Marks the statement that was gone to.
  here(statement) {
    for (const mark of this.marks.flat()) mark.classList.remove("here");
    for (const mark of this.marks[statement] ?? []) mark.classList.add("here");
  }

  // Returns a link to a statement.
  link(statement, ...children) {
    const target = this.marks[statement][0];
    const link = element("a", { href: `#${target.id || target.parentElement.id}`, className: "place" }, ...children);
    link.addEventListener("click", () => this.here(statement));
    return link;
  }
}

const gap = (first, last) =>
  element("div", { className: "gap" }, first === last ? `line ${first}` : `lines ${first}–${last}`);
