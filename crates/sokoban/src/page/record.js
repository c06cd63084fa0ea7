// The clock of the user's game, and the fewest moves and the fewest pushes with which the user has solved a level. The
// clock runs from the first move until the level is solved, while the page is in sight.

// Milliseconds between two looks at the clock.
const TICK = 250;

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function showRecord() {
  if (moment().moves === 0) film().seconds = 0;
  const best = progress.best(level());
  const fewest = best ? `; your fewest: ${counted(best.moves, "move")}, ${counted(best.pushes, "push")}` : "";
  byId("record").textContent = isPlan() ? "" : `Time ${minutes(film().seconds)}${fewest}`;
}

let looked = performance.now();
setInterval(() => {
  const passed = performance.now() - looked;
  looked += passed;
  if (!board || isPlan() || document.hidden || isOverview()) return;
  if (moment().moves === 0 || level().isSolved(moment())) return;
  film().seconds += passed / 1000;
  showRecord();
}, TICK);
