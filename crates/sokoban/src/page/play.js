// Playing by keys, by taps and by hints.

// Milliseconds per move of an animated walk.
const STRIDE = 45;

// Makes these moves after the shown moment, up to the first impossible one. Moves that were undone are dropped.
function make(moves) {
  settle();
  const { moments, stops, now } = film();
  const made = [];
  for (const letter of moves) {
    const next = after(level(), made[made.length - 1] ?? moments[now], letter);
    if (!next) break;
    made.push(next);
  }
  if (made.length === 0) return;
  moments.splice(now + 1, Infinity, ...made);
  const end = moments.length - 1;
  stops.splice(0, Infinity, ...stops.filter((stop) => stop < now), now, end);
  progress.keepGame(level(), { ...film(), now: end });
  if (level().isSolved(moments[end])) {
    known().learn(moments[end].letters);
    progress.keepBest(level(), moments[end]);
  }
  const isShort = made.length === 1 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isShort) show(end);
  else run(end, () => STRIDE);
}

// Ends a running animation at its last moment.
function settle() {
  if (timer !== null) go(film().moments.length - 1);
}

// Undo and redo by input, or by single moves.
const undo = () => { settle(); back(); };
const redo = () => { settle(); forward(); };
const undoMove = () => { settle(); go(film().now - 1); };
const redoMove = () => { settle(); go(film().now + 1); };
// Without a push to undo or redo, the moves of a walk are kept.
function undoPush() {
  settle();
  if (moment().pushes > 0) go(beforePush(moment().letters));
}
function redoPush() {
  settle();
  const { letters, pushes } = film().moments[film().moments.length - 1];
  if (moment().pushes < pushes) go(afterPush(letters, film().now));
}
const restart = () => { settle(); go(0); };

function choose(box) {
  chosen = box === null ? null : { box, ways: ways(level(), moment(), box), cursor: null };
  board.choose(box, chosen ? chosen.ways.keys() : []);
  board.pointAt(null);
}

// Handles a tap: on a box it chooses the box, on a marked square it pushes the box there, elsewhere it walks there.
function tap(square) {
  settle();
  const box = moment().boxes.indexOf(square);
  if (chosen?.ways.has(square)) make(chosen.ways.get(square));
  else if (box >= 0 && box !== chosen?.box) {
    choose(box);
    say(ofChosen());
  } else {
    letGo();
    make(level().walk(moment(), square) ?? "");
  }
}

function ofChosen() {
  const { box, ways } = chosen;
  const many = ways.size === 0 ? "cannot be pushed now" : `can be pushed to ${counted(ways.size, "square")}`;
  return `Box at ${nameOf(moment().boxes[box])}: ${many}`;
}

function letGo() {
  if (!chosen) return;
  choose(null);
  say(ofGame());
}

// Chooses the next box that can be pushed, for the keyboard; `by` is 1, or -1 for the one before.
function chooseNext(by) {
  settle();
  const { boxes } = moment();
  for (let tried = 1, box = chosen?.box ?? (by > 0 ? -1 : 0); tried <= boxes.length; tried++) {
    box = (box + by + boxes.length) % boxes.length;
    choose(box);
    if (chosen.ways.size > 0) break;
  }
  if (!chosen) return;
  // Enter should act on the board, not on a button that was pressed before.
  byId("board").focus();
  point(boxes[chosen.box]);
}

// Moves the keyboard's frame to a square.
function point(square) {
  chosen.cursor = square;
  board.pointAt(square);
  view.follow(board.corner(square));
  say(chosen.ways.has(square) ? `Push ${nameOf(moment().boxes[chosen.box])} to ${nameOf(square)}: Enter` : ofChosen());
}

// Makes a move. If a box is chosen by keyboard, moves the frame to the nearest marked square in that direction instead.
function steer(letter) {
  if (chosen?.cursor === null || !chosen) {
    make(letter);
    return;
  }
  const [x, y] = board.corner(chosen.cursor);
  const [dx, dy] = SHIFT[letter];
  let best = null;
  for (const square of [...chosen.ways.keys(), moment().boxes[chosen.box]]) {
    const [right, down] = [board.corner(square)[0] - x, board.corner(square)[1] - y];
    const [along, beside] = [right * dx + down * dy, Math.abs(right * dy) + Math.abs(down * dx)];
    if (along > 0 && (!best || along + 2 * beside < best.far)) best = { square, far: along + 2 * beside };
  }
  if (best) point(best.square);
}

function pushThere() {
  const letters = chosen?.ways.get(chosen.cursor);
  if (letters) make(letters);
}

// Returns where a square is in words, with the numbers at the edges of the board, or its name where there are none.
function spotOf(square) {
  const [, column, row] = /^c(\d+)r(\d+)$/.exec(nameOf(square)) ?? [];
  return row === undefined ? nameOf(square) : `column ${column}, row ${row}`;
}

// Shows a hint; when called again, plays it.
function hint() {
  settle();
  if (hinted) {
    make(hinted);
    return;
  }
  letGo();
  const letters = known().hint(moment(), pushing(moment()));
  if (!letters) {
    if (level().isSolved(moment())) {
      say(moment().moves > 0 ? `${ofGame()}: no hint is needed` : "Solved from the start: no hint is needed");
      return;
    }
    const isLost = level().remaining(moment(), pushing(moment())) === null;
    const why = isLost ? "this cannot be solved" : "no plan is known from here";
    say(`No hint: ${why}${moment().moves > 0 ? ", undo" : ""}`);
    return;
  }
  hinted = letters;
  const letter = letters.slice(-1);
  let end = moment();
  for (const move of letters) end = level().step(end, move);
  const box = moment().boxes.findIndex((square, index) => square !== end.boxes[index]);
  const [from, to] = [moment().boxes[box], end.boxes[box]];
  const pushes = Math.abs(board.corner(from)[0] - board.corner(to)[0]) + Math.abs(board.corner(from)[1] - board.corner(to)[1]);
  const walk = letters.slice(0, letters.length - pushes);
  board.choose(box, []);
  board.showAction(moment().sokoban, walk, [from, to]);
  say(`Hint: push the box at ${spotOf(from)} ${NAMES[letter]}: ${walk}${letter.toUpperCase().repeat(pushes)}`);
}
