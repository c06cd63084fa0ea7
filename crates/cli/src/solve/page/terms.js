// The atoms and terms in the data of the page: `predicates` are triples of name, arity and whether the last argument is the
// value of an integer variable, `atoms` pairs of the number of a predicate and the arguments.

const collator = new Intl.Collator("en", { numeric: true });
const isInteger = (text) => /^-?\d+$/.test(text);
// Compares texts of terms: integers by value, other texts with the numbers in them by value.
const compareTerms = (one, other) =>
  (isInteger(one) && isInteger(other) ? Number(one) - Number(other) : collator.compare(one, other));

// Returns a term as text, a string without its quotes.
const plainText = (term) => (term.startsWith('"') ? term.slice(1, -1).replace(/\\(.)/g, (_, letter) => (letter === "n" ? " " : letter)) : term);

const isValue = ([predicate]) => data.predicates[predicate][2];

const nameOfPredicate = (predicate) => {
  const [name, arity, hasValue] = data.predicates[predicate];
  if (hasValue) return name ? `values of ${name}/${arity - 1}` : "values";
  return name ? `${name}/${arity}` : "other terms";
};

// Returns the text of an atom, a term or a value.
function atomText([predicate, row]) {
  const [name, , hasValue] = data.predicates[predicate];
  if (hasValue) return `${name ? `${name}(${row.slice(0, -1).join(",")})` : row[0]}=${row[row.length - 1]}`;
  return name ? name + (row.length ? `(${row.join(",")})` : "") : row[0];
}

// Returns the atoms of an answer set by predicate, in the order of the predicates.
function byPredicate(numbers) {
  const groups = new Map(data.predicates.map((_, predicate) => [predicate, []]));
  for (const number of numbers) groups.get(data.atoms[number][0]).push(number);
  return groups;
}
