// Places nodes in layers, so that edges point one way.
// Sugiyama, Tagawa & Toda: Methods for Visual Understanding of Hierarchical System Structures, 1981: cycles are broken, nodes
// get layers by longest paths, long edges get a node in each layer, barycentres order the layers. Places within a layer are
// the nearest to the neighbours' mean that keep order and distance (isotonic regression).

const SWEEPS = 12;

// Returns the edges without loops, with some reversed so that there is no cycle. The third entry is the edge's number.
function acyclic(count, edges) {
  const next = Array.from({ length: count }, () => []);
  const entered = new Array(count).fill(0);
  edges.forEach(([from, to], number) => {
    if (from === to) return;
    next[from].push([to, number]);
    entered[to]++;
  });
  const state = new Array(count).fill(0);
  const forward = [];
  const roots = Array.from({ length: count }, (_, node) => node).sort((a, b) => Math.sign(entered[a]) - Math.sign(entered[b]) || a - b);
  for (const root of roots) {
    if (state[root]) continue;
    state[root] = 1;
    const path = [[root, 0]];
    while (path.length) {
      const top = path[path.length - 1];
      if (top[1] === next[top[0]].length) {
        state[top[0]] = 2;
        path.pop();
        continue;
      }
      const [to, number] = next[top[0]][top[1]++];
      forward.push(state[to] === 1 ? [to, top[0], number] : [top[0], to, number]);
      if (state[to] === 0) {
        state[to] = 1;
        path.push([to, 0]);
      }
    }
  }
  return forward;
}

// Returns the layer of each node: the longest path to it, and for a node without a path to it, just before its successors.
function layersOf(count, edges) {
  const layer = new Array(count).fill(0);
  const missing = new Array(count).fill(0);
  const next = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    next[from].push(to);
    missing[to]++;
  }
  const queue = [];
  const sources = [];
  missing.forEach((entries, node) => entries === 0 && (queue.push(node), sources.push(node)));
  for (const node of queue) {
    for (const to of next[node]) {
      layer[to] = Math.max(layer[to], layer[node] + 1);
      if (--missing[to] === 0) queue.push(to);
    }
  }
  for (const node of sources) if (next[node].length) layer[node] = Math.min(...next[node].map((to) => layer[to])) - 1;
  return layer;
}

// Returns how often edges between two ordered layers cross.
function crossings(upper, position, next) {
  const ends = upper.flatMap((node) => next[node].map((to) => position[to]).sort((a, b) => a - b));
  const most = ends.reduce((most, end) => Math.max(most, end), 0) + 1;
  const tree = new Array(most + 1).fill(0);
  let count = 0;
  ends.forEach((end, index) => {
    let before = 0;
    for (let at = end + 1; at > 0; at -= at & -at) before += tree[at];
    count += index - before;
    for (let at = end + 1; at <= most; at += at & -at) tree[at]++;
  });
  return count;
}

// Orders the nodes of each layer by the mean position of their neighbours, down and up, and keeps the order with the fewest
// crossings.
function order(layers, next, previous) {
  const position = [];
  const number = () => layers.forEach((layer) => layer.forEach((node, index) => { position[node] = index; }));
  const total = () => layers.reduce((sum, layer) => sum + crossings(layer, position, next), 0);
  const sortBy = (layer, beside) => {
    const mean = new Map(layer.map((node) => [node, beside[node].length === 0 ? position[node]
      : beside[node].reduce((sum, other) => sum + position[other], 0) / beside[node].length]));
    layer.sort((a, b) => mean.get(a) - mean.get(b) || position[a] - position[b]);
    layer.forEach((node, index) => { position[node] = index; });
  };
  number();
  let best = layers.map((layer) => [...layer]);
  let fewest = total();
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    if (sweep % 2 === 0) layers.forEach((layer) => sortBy(layer, previous));
    else [...layers].reverse().forEach((layer) => sortBy(layer, next));
    const count = total();
    if (count < fewest) [fewest, best] = [count, layers.map((layer) => [...layer])];
  }
  return best;
}

// Returns the increasing sequence with the least weighted squares of distances to the values: pool adjacent violators.
function isotonic(values, weights) {
  const blocks = [];
  values.forEach((value, index) => {
    blocks.push({ value, weight: weights[index], length: 1 });
    while (blocks.length > 1 && blocks[blocks.length - 2].value > blocks[blocks.length - 1].value) {
      const last = blocks.pop();
      const block = blocks[blocks.length - 1];
      const weight = block.weight + last.weight;
      block.value = (block.value * block.weight + last.value * last.weight) / weight;
      block.weight = weight;
      block.length += last.length;
    }
  });
  return blocks.flatMap(({ value, length }) => new Array(length).fill(value));
}

// Returns the horizontal centre of each node.
function across(layers, next, previous, widths, count) {
  const x = [];
  const offsets = layers.map((layer) => {
    let at = 0;
    return layer.map((node, index) => {
      if (index > 0) at += (widths[layer[index - 1]] + widths[node]) / 2 + (node < count ? 26 : 14);
      x[node] = at;
      return at;
    });
  });
  const settle = (index, beside) => {
    const layer = layers[index];
    const wanted = layer.map((node, at) => (beside[node].length === 0 ? x[node]
      : beside[node].reduce((sum, other) => sum + x[other], 0) / beside[node].length) - offsets[index][at]);
    const placed = isotonic(wanted, layer.map((node) => (node < count ? Math.max(.1, beside[node].length) : 4)));
    layer.forEach((node, at) => { x[node] = placed[at] + offsets[index][at]; });
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    if (sweep % 2 === 0) for (let index = 1; index < layers.length; index++) settle(index, previous);
    else for (let index = layers.length - 2; index >= 0; index--) settle(index, next);
  }
  return x;
}

// Puts a node of no size into each layer that an edge crosses. Returns the neighbours of all nodes in the layers below and
// above, and the added nodes of each edge.
function fillLayers(forward, layer, widths, heights) {
  const [next, previous] = [widths.map(() => []), widths.map(() => [])];
  const chains = [];
  for (const [from, to, number] of forward) {
    let last = from;
    chains[number] = [];
    for (let at = layer[from] + 1; at <= layer[to]; at++) {
      const node = at === layer[to] ? to : layer.push(at) - 1;
      if (node !== to) {
        next.push([]);
        previous.push([]);
        widths.push(2);
        heights.push(0);
        chains[number].push(node);
      }
      next[last].push(node);
      previous[node].push(last);
      last = node;
    }
  }
  return { next, previous, chains };
}

// Returns the centres of the nodes of a connected graph, and for each edge the points between its ends. `direction` is
// Graphviz's rankdir.
function layeredLayout(sizes, edges, direction) {
  const sideways = direction === "LR" || direction === "RL";
  const widths = sizes.map((size) => size[sideways ? 1 : 0]);
  const heights = sizes.map((size) => size[sideways ? 0 : 1]);
  const forward = acyclic(sizes.length, edges);
  const layer = layersOf(sizes.length, forward);
  const { next, previous, chains } = fillLayers(forward, layer, widths, heights);
  const least = Math.min(...layer);
  const layers = Array.from({ length: Math.max(...layer) - least + 1 }, () => []);
  layer.forEach((at, node) => layers[at - least].push(node));
  const ordered = order(layers, next, previous);
  const x = across(ordered, next, previous, widths, sizes.length);
  const y = [];
  let top = 0;
  for (const nodes of ordered) {
    const height = Math.max(...nodes.map((node) => heights[node]));
    nodes.forEach((node) => { y[node] = top + height / 2; });
    top += height + 46;
  }
  const flip = direction === "BT" || direction === "RL" ? -1 : 1;
  const place = (node) => (sideways ? [y[node] * flip, x[node]] : [x[node], y[node] * flip]);
  const isReversed = new Map(forward.map(([from, , number]) => [number, from !== edges[number][0]]));
  return {
    places: sizes.map((_, node) => place(node)),
    routes: edges.map((_, number) => {
      const points = (chains[number] ?? []).map(place);
      return isReversed.get(number) ? points.reverse() : points;
    }),
  };
}
