"use strict";
// The rules of the game on one level, and the engine's data about it. Squares are the numbers of locations. A position
// holds the squares of the boxes and of the sokoban. Nothing here draws.

// The offset of each direction, with opposite directions next to each other.
const SHIFT = { r: [1, 0], l: [-1, 0], u: [0, -1], d: [0, 1] };
const NAMES = { r: "right", l: "left", u: "up", d: "down" };
const AXES = [["r", "l"], ["u", "d"]];
const OPPOSITE = { r: "l", l: "r", u: "d", d: "u" };

class Level {
  constructor(data) {
    this.data = data;
    const at = new Map(data.squares.map((square, number) => [String(square), number]));
    // Indexed by square and direction: the neighbouring square, or undefined.
    this.next = data.squares.map(([x, y]) => Object.fromEntries(
      Object.entries(SHIFT).map(([letter, [dx, dy]]) => [letter, at.get(String([x + dx, y + dy]))])));
    // Indexed by square: the pairs of direction and neighbouring square.
    this.around = this.next.map((next) => Object.entries(next).filter(([, to]) => to !== undefined));
    this.numberAt = (x, y) => at.get(String([x, y]));
    this.storages = new Set(data.storages);
    this.dead = new Set(data.dead);
    this.surplus = data.boxes.length - data.storages.length;
    this.start = { boxes: data.boxes, sokoban: data.sokoban };
  }

  isSolved({ boxes }) {
    return boxes.filter((square) => this.storages.has(square)).length === this.storages.size;
  }

  // Returns the position after one move and the index of the pushed box, if any; null if the move is impossible.
  step({ boxes, sokoban }, letter) {
    const to = this.next[sokoban][letter];
    if (to === undefined) return null;
    const pushed = boxes.indexOf(to);
    if (pushed < 0) return { boxes, sokoban: to, pushed: null };
    const beyond = this.next[to][letter];
    if (beyond === undefined || boxes.includes(beyond)) return null;
    return { boxes: boxes.map((square, index) => index === pushed ? beyond : square), sokoban: to, pushed };
  }

  // Returns, indexed by square, the last letter of a shortest walk there that avoids `blocked`; undefined if it cannot
  // be reached.
  reach(from, blocked) {
    const last = new Array(this.next.length);
    last[from] = "";
    const open = [from];
    for (const square of open) {
      for (const [letter, to] of this.around[square]) {
        if (last[to] !== undefined || blocked.has(to)) continue;
        last[to] = letter;
        open.push(to);
      }
    }
    return last;
  }

  // Returns the letters of the walk to a square, given the result of `reach`.
  trail(reached, to) {
    const letters = [];
    for (let at = to, letter; (letter = reached[at]) !== ""; at = this.next[at][OPPOSITE[letter]]) letters.push(letter);
    return letters.reverse().join("");
  }

  // Returns the letters of a shortest walk to a square; null if there is none.
  walk({ boxes, sokoban }, to) {
    const reached = this.reach(sokoban, new Set(boxes));
    return reached[to] === undefined ? null : this.trail(reached, to);
  }

  // Returns the lost boxes: those on dead squares, and those in a frozen set that are not on storage, if there are more
  // of them than boxes to spare. A box is frozen if it is blocked on both axes: by a wall or a frozen box on one side,
  // or by dead squares on both sides. The engine's search prunes the same positions.
  lost({ boxes }) {
    const stuck = new Set(boxes);
    const isBlocked = (square, axis) => {
      const sides = axis.map((letter) => this.next[square][letter]);
      return sides.some((side) => side === undefined || stuck.has(side)) || sides.every((side) => this.dead.has(side));
    };
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      for (const square of stuck) if (!AXES.every((axis) => isBlocked(square, axis))) stuck.delete(square);
    }
    const frozen = [...stuck].filter((square) => !this.storages.has(square));
    return new Set([...boxes.filter((square) => this.dead.has(square)), ...(frozen.length > this.surplus ? frozen : [])]);
  }

  // Returns the least number of actions that solve the level from a position; null if it cannot be solved, undefined if
  // that is unknown. `pushing` is the direction of the last move if it was a push: continuing that push is not another
  // action.
  remaining(position, pushing) {
    this.table ??= readTable(this.data.remaining, this.data.boxes.length);
    if (!this.table) return this.lost(position).size > 0 || this.surplus < 0 ? null : undefined;
    let least = Infinity;
    for (let at = position; at; at = pushing ? this.step(at, pushing) : null) {
      least = Math.min(least, this.table.get(this.key(at)) ?? Infinity);
    }
    return least === Infinity ? null : least;
  }

  // Returns a key for a position; all positions that differ only by a walk have the same key.
  key({ boxes, sokoban }) {
    const region = this.reach(sokoban, new Set(boxes)).findIndex((letter) => letter !== undefined);
    return String.fromCharCode(...[...boxes].sort((one, other) => one - other), region);
  }
}

// Decodes the text that `table.rs` encodes: a map from each solvable configuration to its least number of actions.
// Returns false if there is no table.
function readTable(text, boxes) {
  if (text === null) return false;
  const number = (at) => {
    const code = text.charCodeAt(at);
    return code - (code < 0x3c ? 0x23 : code < 0x5c ? 0x24 : code < 0x7f ? 0x25 : 0x48);
  };
  const table = new Map();
  let key = "";
  for (let at = 0; at < text.length;) {
    key = key.slice(0, number(at++));
    while (key.length <= boxes) key += String.fromCharCode(number(at++));
    table.set(key, number(at++));
  }
  return table;
}

// A moment is a position, the letters that led to it, and their counts.
const beginning = (level) =>
  ({ ...level.start, letters: "", pushed: null, actions: 0, pushes: 0, moves: 0, changes: 0 });

// Returns the moment after one move; null if the move is impossible. A further push in the same direction is part of
// the same action.
function after(level, moment, letter) {
  const next = level.step(moment, letter);
  if (!next) return null;
  const { boxes, sokoban, pushed } = next;
  const isPush = pushed !== null;
  const sign = isPush ? letter.toUpperCase() : letter;
  return {
    boxes,
    sokoban,
    letters: moment.letters + sign,
    // The box that was pushed last; pushing another one counts as a change.
    pushed: isPush ? pushed : moment.pushed,
    actions: moment.actions + (isPush && !moment.letters.endsWith(sign) ? 1 : 0),
    pushes: moment.pushes + (isPush ? 1 : 0),
    moves: moment.moves + 1,
    changes: moment.changes + (isPush && pushed !== moment.pushed ? 1 : 0),
  };
}

// Returns the direction of the last move if it was a push, else null.
function pushing({ letters }) {
  const sign = letters.slice(-1);
  return sign === sign.toLowerCase() ? null : sign.toLowerCase();
}

// Returns the number of letters left after undoing a push: the last action, its walk, and all moves after it.
function beforePush(letters) {
  let at = letters.length;
  while (at > 0 && isWalk(letters[at - 1])) at--;
  for (const sign = letters[at - 1]; at > 0 && letters[at - 1] === sign;) at--;
  while (at > 0 && isWalk(letters[at - 1])) at--;
  return at;
}

// Returns the number of letters up to the end of the next action after the first `now` letters.
function afterPush(letters, now) {
  let at = now;
  while (at < letters.length && isWalk(letters[at])) at++;
  for (const sign = letters[at]; at < letters.length && letters[at] === sign;) at++;
  return at;
}

const isWalk = (letter) => letter === letter.toLowerCase();

// Returns a film of a plan: its moments, and the indices of those at which stepping stops. The stops are the start and
// the end of each action.
function filmOf(level, { actions, rest }) {
  const moments = [beginning(level)];
  const stops = [0];
  const add = (letters, action) => {
    const before = moments.length;
    for (const letter of letters) moments.push({ ...after(level, moments[moments.length - 1], letter), actions: action });
    // An action without moves still gets a moment.
    if (moments.length === before) moments.push({ ...moments[before - 1], actions: action });
    stops.push(moments.length - 1);
  };
  actions.forEach(({ walk, letter, pushes }, index) => add(walk + letter.repeat(pushes), index + 1));
  if (rest) add(rest, actions.length);
  return { moments, stops, now: 0 };
}
