// Differences between two answer sets: the atoms that came and those that went.

// The atoms of a predicate that are listed.
const MOST_LISTED = 200;

// Returns the atoms that are in one answer set and not in another.
function without(one, other) {
  const known = new Set(other.atoms);
  return one.atoms.filter((number) => !known.has(number));
}

// Lists the atoms that come and go from one answer set to another, of the predicates in `isOn`.
function listChanges(parent, from, to, isOn) {
  const [came, went] = [byPredicate(without(to, from)), byPredicate(without(from, to))];
  const lists = [];
  for (const predicate of came.keys()) {
    const changes = [...went.get(predicate).map((number) => [number, "went"]), ...came.get(predicate).map((number) => [number, "came"])];
    if (changes.length === 0 || !isOn.has(predicate)) continue;
    changes.sort(([one], [other]) => compareRows(0)(one, other));
    const items = changes.slice(0, MOST_LISTED).map(([number, what]) => element("li", { className: what },
      element("span", {}, atomText(data.atoms[number]))));
    if (changes.length > items.length) items.push(element("li", {}, `and ${changes.length - items.length} more`));
    const counts = `${nameOfPredicate(predicate)}: ${came.get(predicate).length} came, ${went.get(predicate).length} went`;
    lists.push(element("h3", {}, counts), element("ul", {}, ...items));
  }
  parent.replaceChildren(...(lists.length ? lists : [element("p", { className: "nothing" }, "None in the chosen predicates.")]));
}
