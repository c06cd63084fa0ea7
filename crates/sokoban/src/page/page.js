// The controller of the page: the shown level, its plan or the user's game, and the current moment.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
// A level without data is null; the page then only shows the reason.
const levels = data.levels.map((level) => level.rows && new Level(level));
const films = levels.map((level) => level && {
  plan: level.data.plan && filmOf(level, level.data.plan),
  game: progress.game(level),
});
// The knowledge about each level, created when the level is first shown.
const knowledge = [];

let shown = 0;
// The mode that was asked for, and the actual one: a level without a plan can only be played.
let wanted = "plan";
let mode = "plan";
let board = null;
let view = null;
let items = [];
let timer = null;
// The chosen box, the squares it can be pushed to, and the square that the keyboard points at.
let chosen = null;
// The letters of the hint that is shown.
let hinted = null;

const level = () => levels[shown];
const film = () => films[shown][mode];
const moment = () => film().moments[film().now];
const isPlan = () => mode === "plan";
const known = () => (knowledge[shown] ??= learnt());
const nameOf = (square) => level().data.names[square];

// Creates the knowledge about a level from its plan and from a game that solved it.
function learnt() {
  const all = new Knowledge(level());
  const { moments } = films[shown].game;
  all.learn(moments[moments.length - 1].letters);
  return all;
}

// ---- The level and the mode

function open(index) {
  pause();
  shown = index;
  if (document.body.dataset.view === "level") history.replaceState(null, "", fragmentOf(index));
  const { title, summary, plan } = level().data;
  byId("level").value = index;
  // On narrow screens the counts of the plan are left out, since they are shown below.
  const claims = plan ? /: no plan with|; |$/ : /: |; |$/;
  const [claim, end] = [claims, /; the plan has|$/].map((what) => summary.search(what));
  byId("clause").textContent = summary.slice(0, claim);
  byId("why").textContent = summary.slice(claim, end);
  byId("others").textContent = summary.slice(end);
  byId("board").setAttribute("aria-label", title);
  // The board comes last. Its boxes must be placed before anything reads the layout, or they would be animated from the
  // origin.
  view = new View(level());
  board = new Board(byId("board"), level());
  items = (plan?.actions ?? []).map(listItem);
  byId("plan").replaceChildren(...items);
  byId("see").disabled = !plan;
  byId("before").disabled = beside(-1) === undefined;
  byId("after").disabled = beside(1) === undefined;
  byId("mark-dead").hidden = level().dead.size === 0;
  turn(plan ? wanted : "game");
}

function turn(to) {
  pause();
  mode = to;
  document.body.dataset.mode = mode;
  byId("see").setAttribute("aria-pressed", isPlan());
  byId("try").setAttribute("aria-pressed", !isPlan());
  byId("heading").textContent = isPlan() ? "Plan" : "Your moves";
  // In an application, screen readers pass the arrow keys on to the page.
  byId("board").setAttribute("role", isPlan() ? "img" : "application");
  byId("board").tabIndex = isPlan() ? -1 : 0;
  progress.keepShown(level(), wanted);
  show(film().now);
}

// Returns the next level before or after the shown one; undefined if there is none.
const beside = (by) => {
  for (let index = shown + by; index in levels; index += by) if (levels[index]) return index;
  return undefined;
};

function listItem(action, index) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const span = (name, text) => {
    const element = document.createElement("span");
    element.className = name;
    element.textContent = text;
    return element;
  };
  const text = document.createElement("code");
  const letters = action.walk + action.letter.toUpperCase().repeat(action.pushes);
  text.append(action.text, span("letters", letters || "no move"));
  button.append(span("number", index + 1), text);
  button.addEventListener("click", () => go(film().stops[index + 1]));
  item.append(button);
  return item;
}

// ---- The moment

function show(at) {
  const { moments } = film();
  const last = moments.length - 1;
  film().now = Math.max(0, Math.min(last, at));
  const now = film().now;
  hinted = null;
  choose(null);
  board.place(moment(), isPlan() ? new Set() : level().lost(moment()));
  view.follow(board.corner(moment().sokoban));
  pointAt(null);
  highlight();
  // Only a plan has known totals.
  for (const what of ["actions", "pushes", "moves", "changes"]) {
    byId(what).textContent = moment()[what] + (isPlan() ? `/${moments[last][what]}` : "");
  }
  say(isPlan() ? ofPlan() : ofGame());
  showRecord();
  byId("start").disabled = byId("back").disabled = now === 0;
  for (const id of ["restart", "undo", "undo-move"]) byId(id).disabled = now === 0;
  for (const id of ["end", "forward", "redo", "redo-move"]) byId(id).disabled = now === last;
  byId("undo-push").disabled = moment().pushes === 0;
  byId("redo-push").disabled = moment().pushes === moments[last].pushes;
  byId("copy").disabled = letters() === "";
  byId("moves-made").textContent = isPlan() ? "" : letters() || "None yet.";
}

// Returns the letters to copy: the whole plan, or the moves of the game so far.
const letters = () => (isPlan() ? film().moments[film().moments.length - 1] : moment()).letters;

function say(text) {
  // A live region is read aloud on every write, so unchanged text is not written.
  if (byId("status").textContent !== text) byId("status").textContent = text;
}

function highlight() {
  const { moments, stops } = film();
  const action = isPlan() ? moment().actions : 0;
  items.forEach((item, index) => index + 1 === action
    ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current"));
  if (action === 0) {
    board.showAction();
    return;
  }
  const { walk, pushes, box } = level().data.plan.actions[action - 1];
  const [from, to] = [moments[stops[action - 1]], moments[stops[action]]];
  board.showAction(from.sokoban, walk, pushes > 0 && [from.boxes[box], to.boxes[box]]);
  // Scrolls the list only, not the page.
  const [item, plan] = [items[action - 1], byId("plan")];
  if (item.offsetTop < plan.scrollTop || item.offsetTop + item.offsetHeight > plan.scrollTop + plan.clientHeight) {
    plan.scrollTop = item.offsetTop - plan.clientHeight / 2;
  }
}

const counted = (count, what) => `${count} ${what}${count === 1 ? "" : what === "push" ? "es" : "s"}`;

function ofPlan() {
  const { moments, now } = film();
  const { actions, solved } = level().data.plan;
  // Moves after the last action change nothing.
  const isDone = now === moments.length - 1 ? solved : moment().actions === actions.length && level().isSolved(moment());
  if (isDone) return "Solved";
  return moment().actions === 0 ? "Start" : actions[moment().actions - 1].text;
}

function ofGame() {
  const { actions, pushes, moves } = moment();
  const remaining = level().remaining(moment(), pushing(moment()));
  if (level().isSolved(moment()) && moves > 0) {
    const { plan } = level().data;
    const fewest = !level().table ? (plan?.solved ? `; the plan has ${counted(plan.actions.length, "action")}` : "")
      : level().remaining(level().start) === actions ? "; no plan has fewer actions" : "";
    return `Solved: ${counted(actions, "action")}, ${counted(pushes, "push")}, ${counted(moves, "move")}${fewest}`;
  }
  if (remaining === null) {
    const reason = level().lost(moment()).size > 0 ? ": see the marked box" : "";
    return moves === 0 ? `This cannot be solved${reason}` : `No longer solvable${reason}`;
  }
  if (remaining === undefined) return ofSolution();
  return moves === 0 ? `Solvable in ${counted(remaining, "action")}` : `Solvable in ${remaining} more`;
}

// Describes a solution that is known without a table: an upper bound on the number of actions.
function ofSolution() {
  const solution = known().solution(moment(), pushing(moment()));
  if (!solution) return "Not known whether this can be solved";
  return moment().moves === 0 ? `Solvable: there is a plan with ${counted(solution.actions, "action")}`
    : `Solvable in at most ${solution.actions} more`;
}

// Shows the name of a square, or of the sokoban's square for null, and the names of the squares of lost boxes.
function pointAt(square) {
  const lost = isPlan() ? [] : [...level().lost(moment())].map(nameOf);
  const marked = lost.length > 0 ? `; lost: ${lost.join(", ")}` : "";
  byId("square").textContent = square === null ? `Sokoban at ${nameOf(moment().sokoban)}${marked}` : nameOf(square);
}

// ---- Playing a film

const interval = () => 1000 / byId("speed").value;

function pace() {
  byId("board").style.setProperty("--pace", `${Math.min(160, interval())}ms`);
}

// Plays up to a moment; `stride` returns the milliseconds per move.
function run(to, stride) {
  show(film().now + 1);
  timer = film().now < to ? setTimeout(run, stride(), to, stride) : null;
  byId("play").textContent = timer === null ? "Play" : "Pause";
}

function play() {
  const last = film().moments.length - 1;
  if (film().now === last) show(0);
  byId("play").textContent = "Pause";
  timer = setTimeout(run, interval(), last, interval);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  byId("play").textContent = "Play";
}

const toggle = () => (timer === null ? play() : pause());

// Stops playing and shows a moment.
function go(at) {
  pause();
  show(at);
  if (!isPlan()) progress.keepGame(level(), film());
}

const back = () => go(film().stops.findLast((stop) => stop < film().now) ?? 0);
const forward = () => go(film().stops.find((stop) => stop > film().now) ?? film().moments.length - 1);
const markDead = () => byId("mark-dead").setAttribute("aria-pressed", document.body.toggleAttribute("data-dead"));
const toStart = () => go(0);
const toEnd = () => go(film().moments.length - 1);

function faster(by) {
  byId("speed").value = Number(byId("speed").value) + by;
  pace();
}

// ---- The letters

async function copy() {
  let copied = false;
  try {
    await navigator.clipboard.writeText(letters());
    copied = true;
  } catch {
    // Browsers without the clipboard API for local files can still copy selected text.
    const area = document.createElement("textarea");
    area.value = letters();
    document.body.append(area);
    area.select();
    copied = document.execCommand("copy");
    area.remove();
    byId("copy").focus();
  }
  byId("copy").textContent = copied ? "Copied" : "Cannot copy";
  setTimeout(() => { byId("copy").textContent = "Copy letters"; }, 1500);
}

// ---- User input

const zoom = (factor) => {
  view.zoom(factor);
  view.follow(board.corner(moment().sokoban));
};
for (const [id, act] of Object.entries({
  see: () => turn(wanted = "plan"), try: () => turn(wanted = "game"), before: () => open(beside(-1)), after: () => open(beside(1)),
  play: toggle, back, forward, start: toStart, end: toEnd,
  undo, redo, "undo-move": undoMove, "redo-move": redoMove, "undo-push": undoPush, "redo-push": redoPush, restart, hint, copy,
  up: () => make("u"), down: () => make("d"), left: () => make("l"), right: () => make("r"),
  "zoom-in": () => zoom(1.25), "zoom-out": () => zoom(.8), fit: () => view.fit(), "mark-dead": markDead,
})) byId(id).addEventListener("click", act);
byId("speed").addEventListener("input", pace);
byId("board").addEventListener("click", (event) => {
  const square = board.squareAt(event);
  if (!isPlan() && square !== undefined) tap(square);
});
byId("board").addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") pointAt(board.squareAt(event) ?? null);
});
byId("board").addEventListener("pointerleave", () => pointAt(null));
zoomByHand(byId("view"), () => view);
addEventListener("resize", () => {
  if (!view) return;
  view.resize();
  view.follow(board.corner(moment().sokoban));
});

const chooser = byId("level");
let isByPointer = false;
chooser.addEventListener("pointerdown", () => { isByPointer = true; });
chooser.addEventListener("keydown", () => { isByPointer = false; });
chooser.addEventListener("change", () => {
  open(Number(chooser.value));
  // After a choice by pointer, the arrow keys should move the sokoban; a keyboard user continues choosing.
  if (isByPointer) chooser.blur();
});

const PLAN_KEYS = {
  " ": toggle, arrowright: forward, arrowleft: back, arrowup: () => faster(1), arrowdown: () => faster(-1),
  "+": () => faster(1), "-": () => faster(-1), home: toStart, end: toEnd, x: markDead,
};
const GAME_KEYS = {
  arrowright: () => steer("r"), arrowleft: () => steer("l"), arrowup: () => steer("u"), arrowdown: () => steer("d"),
  d: () => steer("r"), a: () => steer("l"), w: () => steer("u"), s: () => steer("d"),
  u: undo, z: undo, backspace: undo, y: redo, r: redo, ",": undoMove, ".": redoMove,
  "shift u": undoPush, "shift z": undoPush, "shift backspace": undoPush, "shift y": redoPush, "shift r": redoPush,
  b: () => chooseNext(1), "shift b": () => chooseNext(-1), enter: pushThere, h: hint, home: restart, escape: letGo,
  "+": () => zoom(1.25), "-": () => zoom(.8), 0: () => view.fit(), x: markDead,
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || isOverview()) return;
  const { tagName } = event.target;
  // Sliders and lists use these keys themselves, and space and Enter press the focused button.
  if (tagName === "INPUT" || tagName === "SELECT" || ([" ", "Enter"].includes(event.key) && tagName === "BUTTON")) return;
  let key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    // Undo and redo as in editors; all other combinations are left to the browser.
    if (isPlan() || !"zy".includes(key)) return;
    key = key === "z" && event.shiftKey ? "y" : key;
  } else if (event.shiftKey && !isPlan() && GAME_KEYS[`shift ${key}`]) key = `shift ${key}`;
  const act = (isPlan() ? PLAN_KEYS : GAME_KEYS)[key];
  if (!act) return;
  event.preventDefault();
  act();
});

chooser.append(...data.levels.map(({ title, summary, plan, unsolved }, index) => {
  const known = plan ? counted(plan.actions.length, "action") : !levels[index] ? "no level" : unsolved;
  const option = new Option(known ? `${title} – ${known}` : title, index);
  option.disabled = !levels[index];
  if (!levels[index]) option.title = summary;
  return option;
}));
byId("chooser").hidden = levels.length === 1;
pace();
const last = progress.shown(levels);
wanted = last.wanted;
const first = last.index >= 0 ? last.index : levels.findIndex((level) => level);
if (first >= 0) open(first);
else byId("clause").textContent = `There is no level to show: ${data.levels[0].summary}`;
byId("all").hidden = !hasOverview();
if (hasOverview()) makeOverview();
