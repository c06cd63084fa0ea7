// Steps through numbered things: buttons for the first, the one before, the next and the last, and a list to choose from.

const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z", before: "M12 3v10L4 8z", after: "M4 3v10l8-5z", last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

class Stepper {
  // `what` names a thing, such as "answer set"; `show` is called with the number of the one to show.
  constructor(parent, what, titles, show) {
    this.show = show;
    this.count = titles.length;
    this.at = 0;
    this.moves = { first: () => 0, before: () => this.at - 1, after: () => this.at + 1, last: () => this.count - 1 };
    const button = (id, title, key) => this.button(id, `The ${title}`, key);
    this.choice = element("select", { id: "choice", ariaLabel: what }, ...titles.map((title, at) => new Option(title, at)));
    this.choice.addEventListener("change", () => this.go(Number(this.choice.value)));
    this.steps = element("div", { className: "steps", hidden: this.count < 2 },
      button("first", `first ${what}`, "Home"), button("before", `${what} before`, "left arrow"), this.choice,
      button("after", `next ${what}`, "right arrow"), button("last", `last ${what}`, "End"));
    parent.prepend(this.steps);
  }

  button(id, label, key) {
    const made = element("button", { id, title: `${label} (${key})`, ariaLabel: label });
    made.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[id]}"/></svg>`;
    made.addEventListener("click", () => this.move(id));
    return made;
  }

  // Goes to the first, the one before, the next or the last.
  move(way) {
    this.go(this.moves[way]());
  }

  go(at) {
    if (this.count === 0) return;
    this.at = Math.max(0, Math.min(this.count - 1, at));
    this.choice.value = this.at;
    byId("first").disabled = byId("before").disabled = this.at === 0;
    byId("last").disabled = byId("after").disabled = this.at === this.count - 1;
    this.show(this.at);
  }

  // The keys that step.
  keys() {
    const by = (way) => () => this.move(way);
    return { ArrowLeft: by("before"), ArrowRight: by("after"), Home: by("first"), End: by("last") };
  }
}
