// What follows from the plan and the table: whether a position can be solved, what to do next, and where a box can be
// brought. A solution is known by the positions that it goes through, each by its key: from any walk beside it, it goes on.

// So many configurations are looked at for a way back to what is known; more would be felt after a move.
const MOST_LOOKED_AT = 250;

class Knowledge {
  constructor(level) {
    this.level = level;
    // By key: the letters that solve the level from there, where the sokoban stands before them, and their actions.
    this.solutions = new Map();
    // What looking around has come to, by key; to learn more makes it void.
    this.found = new Map();
    const { plan } = level.data;
    if (plan?.solved) {
      const lines = plan.actions.map(({ walk, letter, pushes }) => walk + letter.toUpperCase().repeat(pushes));
      this.learn(lines.join("") + plan.rest);
    }
  }

  // Takes in letters that solve the level from its start; other letters are of no use.
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
      // A walk changes no key.
      if (isPush || key === null) key = this.level.key(positions[at]);
      const known = this.solutions.get(key);
      if (!known || actions <= known.actions) {
        this.solutions.set(key, { letters: letters.slice(at), sokoban: positions[at].sokoban, actions });
      }
    }
  }

  // A solution from a position: its actions and the letters of the first of them. Null if none is known.
  solution(position, pushing) {
    const key = this.level.key(position);
    const known = this.solutions.get(key);
    if (!known) return this.wayBack(position, key);
    const push = [...known.letters].findIndex((letter) => !isWalk(letter));
    if (push < 0) return { actions: 0, letters: "" };
    const from = [...known.letters.slice(0, push)].reduce((at, letter) => this.level.next[at][letter], known.sokoban);
    const walk = this.level.walk(position, from);
    const pushes = known.letters.slice(push, afterPush(known.letters, push)).toLowerCase();
    // To go on with the push just made is no further action.
    const goesOn = walk === "" && pushes[0] === pushing;
    return { actions: known.actions - (goesOn ? 1 : 0), letters: walk + pushes };
  }

  // The fewest actions that lead from a position to what is known, as far as one looks.
  wayBack(position, key) {
    if (this.solutions.size === 0) return null;
    // The walk depends on where in its region the sokoban stands.
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

  // All actions from a position: the letters of each, and where it leads.
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

  // The letters of an action that is best as far as one knows; null if none is known, or needed.
  hint(position, pushing) {
    const { level } = this;
    const remaining = level.remaining(position, pushing);
    if (remaining === undefined) return this.solution(position, pushing)?.letters || null;
    if (!remaining || level.isSolved(position)) return null;
    if (level.table.get(level.key(position)) !== remaining) {
      // It takes one action less if the push just made goes on.
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

// What an action and a push cost beside a move: more than all pushes, and than all moves, that are ever made at once.
const [ACTION, PUSH] = [1e10, 1e5];

// Where a box can be brought while the others stay, and the letters that do it: by square. A search over the box's place and
// the sokoban's side of it, for the fewest actions, of those for the fewest pushes, and of those for the fewest moves.
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
