// Places nodes so that their distances are those in the graph, by stochastic gradient descent on the stress.
// Zheng, Pawar & Goodman: Graph Drawing by Stochastic Gradient Descent, TVCG 2018. The random numbers are the same each time.

const ROUNDS = 30;
// Small graphs are placed several times, and the best placement counts: pairs of nodes that may be placed in all.
const MOST_PAIRS = 20000;
const MOST_TRIES = 12;

// Returns a function that draws numbers from 0 to 1: a linear congruential generator.
function randomNumbers(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

// Returns the connected components of the nodes 0..count-1, each a list in increasing order.
function components(count, edges) {
  const root = Array.from({ length: count }, (_, node) => node);
  const find = (node) => {
    while (root[node] !== node) node = root[node] = root[root[node]];
    return node;
  };
  for (const [from, to] of edges) root[Math.max(find(from), find(to))] = Math.min(find(from), find(to));
  const parts = new Map();
  for (let node = 0; node < count; node++) {
    if (!parts.has(find(node))) parts.set(find(node), []);
    parts.get(find(node)).push(node);
  }
  return [...parts.values()];
}

// Returns all pairs of nodes of a connected graph with their distances, by breadth-first search.
function distances(count, edges) {
  const next = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    next[from].push(to);
    next[to].push(from);
  }
  const pairs = [];
  for (let start = 0; start < count; start++) {
    const distance = new Array(count).fill(-1);
    distance[start] = 0;
    const queue = [start];
    for (const node of queue) {
      for (const other of next[node]) {
        if (distance[other] >= 0) continue;
        distance[other] = distance[node] + 1;
        queue.push(other);
        if (other > start) pairs.push([start, other, distance[other]]);
      }
    }
  }
  return pairs;
}

// Returns positions of the nodes of a connected graph, where an edge has about length 1.
function leastStress(count, edges) {
  const pairs = distances(count, edges);
  const stress = (places) => pairs.reduce((sum, [one, other, distance]) => {
    const length = Math.hypot(places[one][0] - places[other][0], places[one][1] - places[other][1]);
    return sum + ((length - distance) / distance) ** 2;
  }, 0);
  const tries = Math.max(1, Math.min(MOST_TRIES, Math.floor(MOST_PAIRS / pairs.length)));
  let best = null;
  for (let seed = 1; seed <= tries; seed++) {
    const places = descend(count, [...pairs], randomNumbers(seed * 7919));
    const value = stress(places);
    if (!best || value < best.value - 1e-6) best = { places, value };
  }
  return best.places;
}

// Places nodes at random, then moves pairs of them towards their distances, by less in each round.
function descend(count, pairs, random) {
  const places = Array.from({ length: count }, () => [random(), random()]);
  const longest = pairs.reduce((most, [, , distance]) => Math.max(most, distance), 1);
  const decay = Math.log(longest ** 2 / .1) / (ROUNDS - 1);
  for (let round = 0; round < ROUNDS; round++) {
    const rate = longest ** 2 * Math.exp(-decay * round);
    for (let last = pairs.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [pairs[last], pairs[other]] = [pairs[other], pairs[last]];
    }
    for (const [one, other, distance] of pairs) {
      const [a, b] = [places[one], places[other]];
      const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
      const length = Math.hypot(dx, dy) || 1e-6;
      const move = Math.min(1, rate / distance ** 2) * (length - distance) / 2 / length;
      a[0] -= move * dx;
      a[1] -= move * dy;
      b[0] += move * dx;
      b[1] += move * dy;
    }
  }
  return places;
}

// Turns places so that they are spread most from left to right, and begin at the top left with the first node.
function level(places) {
  const middle = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const [xx, xy, yy] = places.reduce(([xx, xy, yy], [x, y]) => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    return [xx + dx * dx, xy + dx * dy, yy + dy * dy];
  }, [0, 0, 0]);
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const turned = places.map(([x, y]) => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    return [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
  });
  const [flipX, flipY] = [0, 1].map((axis) => (turned[0][axis] > 0 ? -1 : 1));
  return turned.map(([x, y]) => [x * flipX, y * flipY]);
}

// Moves nodes apart until none is over another; `sizes` are widths and heights.
function separate(places, sizes, gap) {
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (let one = 0; one < places.length; one++) {
      for (let other = one + 1; other < places.length; other++) {
        const [a, b] = [places[one], places[other]];
        const over = [0, 1].map((axis) => (sizes[one][axis] + sizes[other][axis]) / 2 + gap - Math.abs(a[axis] - b[axis]));
        if (over[0] <= 0 || over[1] <= 0) continue;
        const axis = over[0] < over[1] ? 0 : 1;
        const by = (over[axis] / 2 + .5) * (a[axis] < b[axis] ? 1 : -1);
        a[axis] -= by;
        b[axis] += by;
        moved = true;
      }
    }
    if (!moved) return;
  }
}

// Returns the centres of the nodes of a connected graph.
function stressLayout(sizes, edges) {
  if (sizes.length === 1) return { places: [[0, 0]], routes: [] };
  const widest = sizes.reduce((sum, [width, height]) => sum + Math.max(width, height), 0) / sizes.length;
  const places = level(leastStress(sizes.length, edges)).map((place) => place.map((at) => at * (widest + 52)));
  separate(places, sizes, 14);
  return { places, routes: [] };
}
