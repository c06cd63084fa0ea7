// What the page shows when: a level, its plan or a game of one's own, and how far it has been played.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
// A level of the data may be none: then it says why and has nothing to show.
const levels = data.levels.map((level) => level.rows && new Level(level));
const films = levels.map((level) => level && {
  plan: level.data.plan && filmOf(level, level.data.plan),
  game: { moments: [beginning(level)], stops: [0], now: 0 },
});

let shown = 0;
// What was asked for, and what there is: a level without a plan can only be played.
let wanted = "plan";
let mode = "plan";
let board = null;
let items = [];
let timer = null;
// The box that was tapped, and where it can be pushed.
let chosen = null;

const level = () => levels[shown];
const film = () => films[shown][mode];
const moment = () => film().moments[film().now];
const isPlan = () => mode === "plan";

// ---- The level, and the way it is shown

function open(index) {
  pause();
  shown = index;
  const { title, summary, plan } = level().data;
  byId("level").value = index;
  // On a narrow screen the first clause has to do: reasons are left out, and the counts are below.
  const end = summary.search(/: no plan with|; |$/);
  byId("clause").textContent = summary.slice(0, end);
  byId("others").textContent = summary.slice(end);
  byId("board").setAttribute("aria-label", title);
  board = new Board(byId("board"), level());
  items = (plan?.actions ?? []).map(listItem);
  byId("plan").replaceChildren(...items);
  byId("see").disabled = !plan;
  byId("before").disabled = beside(-1) === undefined;
  byId("after").disabled = beside(1) === undefined;
  turn(plan ? wanted : "game");
}

function turn(to) {
  pause();
  mode = to;
  document.body.dataset.mode = mode;
  byId("see").setAttribute("aria-pressed", isPlan());
  byId("try").setAttribute("aria-pressed", !isPlan());
  byId("heading").textContent = isPlan() ? "Plan" : "Your moves";
  // Screen readers leave the arrows to what they are told is played on.
  byId("board").setAttribute("role", isPlan() ? "img" : "application");
  byId("board").tabIndex = isPlan() ? -1 : 0;
  show(film().now);
}

// The next level before or after this one; undefined if there is none.
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
  const { moments, stops } = film();
  const last = moments.length - 1;
  film().now = Math.max(0, Math.min(last, at));
  const now = film().now;
  choose(null);
  board.place(moment(), isPlan() ? new Set() : level().lost(moment()));
  highlight();
  // A plan knows what is to come; a game does not.
  for (const what of ["actions", "pushes", "moves", "changes"]) {
    byId(what).textContent = moment()[what] + (isPlan() ? `/${moments[last][what]}` : "");
  }
  say(isPlan() ? ofPlan() : ofGame());
  byId("start").disabled = byId("back").disabled = now === 0;
  byId("restart").disabled = byId("undo").disabled = now === 0;
  byId("end").disabled = byId("forward").disabled = byId("redo").disabled = now === last;
  byId("copy").disabled = letters() === "";
  byId("moves-made").textContent = isPlan() ? "" : letters() || "None yet.";
}

// The letters that the button copies: the whole plan, or what one has played.
const letters = () => (isPlan() ? film().moments[film().moments.length - 1] : moment()).letters;

function say(text) {
  // Said once: a live region is read whenever it is written.
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
  board.showAction(moments[stops[action - 1]], moments[stops[action]], level().data.plan.actions[action - 1]);
  // Scrolls the list alone, not the page.
  const [item, plan] = [items[action - 1], byId("plan")];
  if (item.offsetTop < plan.scrollTop || item.offsetTop + item.offsetHeight > plan.scrollTop + plan.clientHeight) {
    plan.scrollTop = item.offsetTop - plan.clientHeight / 2;
  }
}

const counted = (count, what) => `${count} ${what}${count === 1 ? "" : what === "push" ? "es" : "s"}`;

function ofPlan() {
  const { moments, now } = film();
  const { actions, solved } = level().data.plan;
  if (now === moments.length - 1 && solved) return "Solved";
  return moment().actions === 0 ? "Start" : actions[moment().actions - 1].text;
}

function ofGame() {
  const { letters: played, actions, pushes, moves } = moment();
  const sign = played.slice(-1);
  const remaining = level().remaining(moment(), sign !== sign.toLowerCase() ? sign.toLowerCase() : null);
  if (level().isSolved(moment()) && moves > 0) {
    const fewest = level().table && level().remaining(level().start) === actions ? "; no plan has fewer actions" : "";
    return `Solved: ${counted(actions, "action")}, ${counted(pushes, "push")}, ${counted(moves, "move")}${fewest}`;
  }
  if (remaining === null) {
    const reason = level().lost(moment()).size > 0 ? ": see the marked box" : "";
    return moves === 0 ? `This cannot be solved${reason}` : `No longer solvable${reason}`;
  }
  if (remaining === undefined) {
    return moves === 0 && level().data.plan?.solved ? "Solvable: there is a plan" : "Not known whether this can be solved";
  }
  return moves === 0 ? `Solvable in ${counted(remaining, "action")}` : `Solvable in ${remaining} more`;
}

// ---- Playing a film

const interval = () => 1000 / byId("speed").value;

function pace() {
  byId("board").style.setProperty("--pace", `${Math.min(160, interval())}ms`);
}

// Goes on by itself to a moment, so many milliseconds a move as `stride` says.
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

// Stops playing, and shows a moment.
function go(at) {
  pause();
  show(at);
}

const back = () => go(film().stops.findLast((stop) => stop < film().now) ?? 0);
const forward = () => go(film().stops.find((stop) => stop > film().now) ?? film().moments.length - 1);
const toStart = () => go(0);
const toEnd = () => go(film().moments.length - 1);

function faster(by) {
  byId("speed").value = Number(byId("speed").value) + by;
  pace();
}

// ---- Playing oneself

// Milliseconds for a move of a walk that is shown by itself.
const STRIDE = 45;

// Makes these moves after what is shown; what was undone is forgotten. Impossible moves are none.
function make(moves) {
  // Whatever is still under way has been made.
  if (timer !== null) go(film().moments.length - 1);
  const { moments, stops, now } = film();
  const made = [];
  for (const letter of moves) {
    const next = after(level(), made[made.length - 1] ?? moments[now], letter);
    if (!next) break;
    made.push(next);
  }
  if (made.length === 0) return;
  moments.splice(now + 1, Infinity, ...made);
  stops.splice(stops.findLastIndex((stop) => stop <= now) + 1, Infinity, moments.length - 1);
  const isShort = made.length === 1 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isShort) show(moments.length - 1);
  else run(moments.length - 1, () => STRIDE);
}

function choose(box) {
  chosen = box === null ? null : { box, lines: level().lines(moment(), box) };
  board.choose(box, chosen ? chosen.lines.keys() : []);
}

// A tap on a box chooses it, the next one says where to push it; a tap on the floor walks there.
function tap(square) {
  if (timer !== null) go(film().moments.length - 1);
  const box = moment().boxes.indexOf(square);
  if (chosen?.lines.has(square)) make(chosen.lines.get(square));
  else if (box >= 0 && box !== chosen?.box) choose(box);
  else {
    choose(null);
    make(level().walks(moment()).get(square) ?? "");
  }
}

// ---- The letters

async function copy() {
  let copied = false;
  try {
    await navigator.clipboard.writeText(letters());
    copied = true;
  } catch {
    // Browsers that keep the clipboard from files let selected text be copied.
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

// ---- What the user does

for (const [id, act] of Object.entries({
  see: () => turn(wanted = "plan"), try: () => turn(wanted = "game"), before: () => open(beside(-1)), after: () => open(beside(1)),
  play: toggle, back, forward, start: toStart, end: toEnd, undo: back, redo: forward, restart: toStart, copy,
})) byId(id).addEventListener("click", act);
byId("speed").addEventListener("input", pace);
byId("board").addEventListener("click", (event) => {
  const square = board.squareAt(event);
  if (!isPlan() && square !== undefined) tap(square);
});

const chooser = byId("level");
let isByPointer = false;
chooser.addEventListener("pointerdown", () => { isByPointer = true; });
chooser.addEventListener("keydown", () => { isByPointer = false; });
chooser.addEventListener("change", () => {
  open(Number(chooser.value));
  // Who uses the keyboard goes on choosing; for others the arrows are to move the sokoban.
  if (isByPointer) chooser.blur();
});

const PLAN_KEYS = {
  " ": toggle, arrowright: forward, arrowleft: back, arrowup: () => faster(1), arrowdown: () => faster(-1),
  "+": () => faster(1), "-": () => faster(-1), home: toStart, end: toEnd,
};
const GAME_KEYS = {
  arrowright: () => make("r"), arrowleft: () => make("l"), arrowup: () => make("u"), arrowdown: () => make("d"),
  d: () => make("r"), a: () => make("l"), w: () => make("u"), s: () => make("d"),
  u: back, z: back, backspace: back, y: forward, r: forward, home: toStart, escape: () => choose(null),
};
document.addEventListener("keydown", (event) => {
  if (event.altKey) return;
  const { tagName } = event.target;
  // A slider and a list have their own keys, and space presses the button that has the focus.
  if (tagName === "INPUT" || tagName === "SELECT" || (event.key === " " && tagName === "BUTTON")) return;
  let key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    // As editors have it; everything else is the browser's.
    if (isPlan() || !"zy".includes(key)) return;
    key = key === "z" && event.shiftKey ? "y" : key;
  }
  const act = (isPlan() ? PLAN_KEYS : GAME_KEYS)[key];
  if (!act) return;
  event.preventDefault();
  act();
});

chooser.append(...data.levels.map(({ title, summary, plan, sought }, index) => {
  const known = plan ? counted(plan.actions.length, "action") : !levels[index] ? "no level" : sought ? "no plan" : "";
  const option = new Option(known ? `${title} – ${known}` : title, index);
  option.disabled = !levels[index];
  if (!levels[index]) option.title = summary;
  return option;
}));
byId("chooser").hidden = levels.length === 1;
pace();
const first = levels.findIndex((level) => level);
if (first >= 0) open(first);
else byId("clause").textContent = `There is no level to show: ${data.levels[0].summary}`;
