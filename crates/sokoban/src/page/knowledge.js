// Hints and paths of boxes, from the plan and the table. A known solution is stored for each position on it, under the
// position's key, so that it also applies to positions that differ by a walk.

// The limit on configurations in a search for a known solution; a larger one would cause a noticeable delay.
const MOST_LOOKED_AT = 250;

class Knowledge {
  constructor(level) {
    this.level = level;
    // Keyed by position: the remaining letters of a solution, the square of the sokoban before them, and their actions.
    this.solutions = new Map();
    // Results of `lookAround`, keyed by position; cleared when a solution is added.
    this.found = new Map();
    const { plan } = level.data;
    if (plan?.solved) {
      const lines = plan.actions.map(({ walk, letter, pushes }) => walk + letter.toUpperCase().repeat(pushes));
      this.learn(lines.join("") + plan.rest);
    }
  }

  // Stores a solution from the start of the level; letters that do not solve it are ignored.
  learn(letters) {
    const positions = [this.level.start];
    for (const letter of letters) {
      const next = this.level.step(positions[positions.length - 1], letter.toLowerCase());
      if (!next) return;
      positions.push(next);
    }
    if (!this.level.isSolved(positions[positions.length - 1])) return;
    this.found.clear();
    let actions = 0;
    for (let at = letters.length, key = null; at >= 0; at--) {
      const isPush = at < letters.length && !isWalk(letters[at]);
      if (isPush && letters[at] !== letters[at + 1]) actions++;
      // A walk does not change the key.
      if (isPush || key === null) key = this.level.key(positions[at]);
      const known = this.solutions.get(key);
      if (!known || actions <= known.actions) {
        this.solutions.set(key, { letters: letters.slice(at), sokoban: positions[at].sokoban, actions });
      }
    }
  }

  // Returns a solution from a position: its number of actions, and the letters of its first action. Null if none is
  // known.
  solution(position, pushing) {
    const key = this.level.key(position);
    const known = this.solutions.get(key);
    if (!known) return this.wayBack(position, key);
    const push = [...known.letters].findIndex((letter) => !isWalk(letter));
    if (push < 0) return { actions: 0, letters: "" };
    const from = [...known.letters.slice(0, push)].reduce((at, letter) => this.level.next[at][letter], known.sokoban);
    const walk = this.level.walk(position, from);
    const pushes = known.letters.slice(push, afterPush(known.letters, push)).toLowerCase();
    // Continuing the last push is not another action.
    const goesOn = walk === "" && pushes[0] === pushing;
    return { actions: known.actions - (goesOn ? 1 : 0), letters: walk + pushes };
  }

  // Returns the solution with the fewest actions through a stored position, within the search limit.
  wayBack(position, key) {
    if (this.solutions.size === 0) return null;
    // The walk depends on the square of the sokoban, not only on its region.
    const here = `${key} ${position.sokoban}`;
    if (!this.found.has(here)) this.found.set(here, this.lookAround(position, key));
    return this.found.get(here);
  }

  lookAround(start, key) {
    const seen = new Set([key]);
    let best = null;
    const open = [{ position: start, actions: 0, letters: null }];
    for (const { position, actions, letters } of open) {
      if (best && actions + 1 >= best.actions) break;
      for (const { to, letters: action } of this.actions(position)) {
        const key = this.level.key(to);
        if (seen.has(key)) continue;
        if (seen.size === MOST_LOOKED_AT) return best;
        seen.add(key);
        const known = this.solutions.get(key);
        const total = actions + 1 + (known?.actions ?? 0);
        const first = letters ?? action;
        if (known && (!best || total < best.actions)) best = { actions: total, letters: first };
        else if (!known && this.level.lost(to).size === 0) open.push({ position: to, actions: actions + 1, letters: first });
      }
    }
    return best;
  }

  // Yields all actions from a position, with their letters and the position after each.
  *actions(position) {
    const { next } = this.level;
    const blocked = new Set(position.boxes);
    const reached = this.level.reach(position.sokoban, blocked);
    for (const [box, from] of position.boxes.entries()) {
      const moved = (to) => position.boxes.map((square, index) => index === box ? to : square);
      for (const letter of Object.keys(SHIFT)) {
        const side = next[from][OPPOSITE[letter]];
        if (reached[side] === undefined) continue;
        let letters = null;
        for (let at = from, to; (to = next[at][letter]) !== undefined && !blocked.has(to); at = to) {
          letters = (letters ?? this.level.trail(reached, side)) + letter;
          yield { letters, to: { boxes: moved(to), sokoban: at } };
        }
      }
    }
  }

  // Returns the letters of the best action known; null if none is known, or the level is solved.
  hint(position, pushing) {
    const { level } = this;
    const remaining = level.remaining(position, pushing);
    if (remaining === undefined) return this.solution(position, pushing)?.letters || null;
    if (remaining === null || level.isSolved(position)) return null;
    if (level.table.get(level.key(position)) !== remaining) {
      // Continuing the last push is one action less.
      let letters = "";
      for (let at = position; (at = level.step(at, pushing));) {
        letters += pushing;
        if (level.table.get(level.key(at)) === remaining) return letters;
      }
    }
    let best = null;
    for (const { to, letters } of this.actions(position)) {
      const isBetter = level.table.get(level.key(to)) === remaining - 1;
      if (isBetter && (best === null || letters.length < best.length)) best = letters;
    }
    return best;
  }
}

// The costs of an action and of a push, in moves. Each is larger than the sum of all smaller costs that can occur.
const [ACTION, PUSH] = [1e10, 1e5];

// Returns, keyed by square, the letters that bring a box there while the others stay. Dijkstra's algorithm over the
// box's square and the sokoban's side of it, minimizing actions, then pushes, then moves.
function ways(level, { boxes, sokoban }, box) {
  const others = new Set(boxes);
  others.delete(boxes[box]);
  const letters = new Map();
  const done = new Set();
  const open = new Map([["start", { place: boxes[box], sokoban, pushing: null, cost: 0, letters: "" }]]);
  while (open.size > 0) {
    let key = null;
    for (const [other, { cost }] of open) if (key === null || cost < open.get(key).cost) key = other;
    const state = open.get(key);
    open.delete(key);
    done.add(key);
    if (!letters.has(state.place)) letters.set(state.place, state.letters);
    others.add(state.place);
    const reached = level.reach(state.sokoban, others);
    others.delete(state.place);
    for (const letter of Object.keys(SHIFT)) {
      const [from, to] = [level.next[state.place][OPPOSITE[letter]], level.next[state.place][letter]];
      const key = `${to} ${letter}`;
      if (reached[from] === undefined || to === undefined || others.has(to) || done.has(key)) continue;
      const walk = level.trail(reached, from);
      const cost = state.cost + (letter === state.pushing ? 0 : ACTION) + PUSH + walk.length + 1;
      if (open.has(key) && open.get(key).cost <= cost) continue;
      open.set(key, { place: to, sokoban: state.place, pushing: letter, cost, letters: state.letters + walk + letter });
    }
  }
  letters.delete(boxes[box]);
  return letters;
}
