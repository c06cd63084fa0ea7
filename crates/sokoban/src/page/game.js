"use strict";
// The rules of the game on one level, and what the engine told about it. Squares are the numbers of locations; a position
// says where the boxes and the sokoban are. Nothing here draws.

// Opposite directions side by side, and the axes they are on.
const SHIFT = { r: [1, 0], l: [-1, 0], u: [0, -1], d: [0, 1] };
const NAMES = { r: "right", l: "left", u: "up", d: "down" };
const AXES = [["r", "l"], ["u", "d"]];
const OPPOSITE = { r: "l", l: "r", u: "d", d: "u" };

class Level {
  constructor(data) {
    this.data = data;
    const at = new Map(data.squares.map((square, number) => [String(square), number]));
    // By square and direction: the square there, if there is one.
    this.next = data.squares.map(([x, y]) => Object.fromEntries(
      Object.entries(SHIFT).map(([letter, [dx, dy]]) => [letter, at.get(String([x + dx, y + dy]))])));
    // The same, to go through.
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

  // The position one move on, and which box was pushed, if one was; none if the move is impossible.
  step({ boxes, sokoban }, letter) {
    const to = this.next[sokoban][letter];
    if (to === undefined) return null;
    const pushed = boxes.indexOf(to);
    if (pushed < 0) return { boxes, sokoban: to, pushed: null };
    const beyond = this.next[to][letter];
    if (beyond === undefined || boxes.includes(beyond)) return null;
    return { boxes: boxes.map((square, index) => index === pushed ? beyond : square), sokoban: to, pushed };
  }

  // By square, the last letter of a shortest walk to it, past what is in the way; undefined where the sokoban cannot walk.
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

  // The letters of the walk to a square that was reached.
  trail(reached, to) {
    const letters = [];
    for (let at = to, letter; (letter = reached[at]) !== ""; at = this.next[at][OPPOSITE[letter]]) letters.push(letter);
    return letters.reverse().join("");
  }

  // The letters of a shortest walk; null if there is none.
  walk({ boxes, sokoban }, to) {
    const reached = this.reach(sokoban, new Set(boxes));
    return reached[to] === undefined ? null : this.trail(reached, to);
  }

  // Which boxes will never be where they are needed: those on dead places; and those off storage in a set of boxes that
  // never move again, if they are too many. A box is in that set if it is blocked on both axes, by a wall or a box of the
  // set on one side or by dead places on both. This is what the engine's search leaves out.
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

  // In how many actions the level can be solved from here: a number; null if it cannot be solved; undefined if that is not
  // known. `pushing` is the direction of the push that has just been made, if the last move was one: to go on in it is no
  // further action.
  remaining(position, pushing) {
    this.table ??= readTable(this.data.remaining, this.data.boxes.length);
    if (!this.table) return this.lost(position).size > 0 || this.surplus < 0 ? null : undefined;
    let least = Infinity;
    for (let at = position; at; at = pushing ? this.step(at, pushing) : null) {
      least = Math.min(least, this.table.get(this.key(at)) ?? Infinity);
    }
    return least === Infinity ? null : least;
  }

  // Positions between which the sokoban can walk have the same key.
  key({ boxes, sokoban }) {
    const region = this.reach(sokoban, new Set(boxes)).findIndex((letter) => letter !== undefined);
    return String.fromCharCode(...[...boxes].sort((one, other) => one - other), region);
  }
}

// Reads what `table.rs` writes: from which configurations a level can be solved, and in how many actions. False if there is
// no table.
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

// A moment of a game: a position, the letters that led to it, and what can be counted on them.
const beginning = (level) =>
  ({ ...level.start, letters: "", pushed: null, actions: 0, pushes: 0, moves: 0, changes: 0 });

// The moment one move on; none if the move is impossible. To go on pushing in the same direction is the same action.
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
    // The box pushed last: to push another is a change.
    pushed: isPush ? pushed : moment.pushed,
    actions: moment.actions + (isPush && !moment.letters.endsWith(sign) ? 1 : 0),
    pushes: moment.pushes + (isPush ? 1 : 0),
    moves: moment.moves + 1,
    changes: moment.changes + (isPush && pushed !== moment.pushed ? 1 : 0),
  };
}

// The direction of the push that has just been made; null if the last move was none.
function pushing({ letters }) {
  const sign = letters.slice(-1);
  return sign === sign.toLowerCase() ? null : sign.toLowerCase();
}

// Where undoing a push leads: before the last action, and before the walk to it; past whatever was walked since.
function beforePush(letters) {
  let at = letters.length;
  while (at > 0 && isWalk(letters[at - 1])) at--;
  for (const sign = letters[at - 1]; at > 0 && letters[at - 1] === sign;) at--;
  while (at > 0 && isWalk(letters[at - 1])) at--;
  return at;
}

// Where doing a push again leads: the end of the next action after so many letters.
function afterPush(letters, now) {
  let at = now;
  while (at < letters.length && isWalk(letters[at])) at++;
  for (const sign = letters[at]; at < letters.length && letters[at] === sign;) at++;
  return at;
}

const isWalk = (letter) => letter === letter.toLowerCase();

// A film is its moments, and at which of them one stops when going through it: the ends of actions, or of what one did at
// once. The first is the start.
function filmOf(level, { actions, rest }) {
  const moments = [beginning(level)];
  const stops = [0];
  const add = (letters, action) => {
    const before = moments.length;
    for (const letter of letters) moments.push({ ...after(level, moments[moments.length - 1], letter), actions: action });
    // An action without any move still takes its moment.
    if (moments.length === before) moments.push({ ...moments[before - 1], actions: action });
    stops.push(moments.length - 1);
  };
  actions.forEach(({ walk, letter, pushes }, index) => add(walk + letter.repeat(pushes), index + 1));
  if (rest) add(rest, actions.length);
  return { moments, stops, now: 0 };
}
