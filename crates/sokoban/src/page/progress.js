// State that is kept over a reload: the game of each level, and the level and mode that were shown. A game is stored
// under a key made of its level, so every page with that level finds it. Its letters are replayed, so stored data can
// never break the rules. Blanks separate inputs.

const progress = {
  // Storage access throws in browsers without storage for local files.
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },

  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without storage, games are not kept.
    }
  },

  // Returns a key made of everything that defines the level.
  levelKey: ({ rows, squares, boxes, storages, sokoban }) => {
    const at = (numbers) => numbers.map((number) => squares[number].join()).sort().join(" ");
    return `groundplan level ${[rows.join("/"), at(boxes), at(storages), at([sokoban])].join("; ")}`;
  },

  pageKey: () => `groundplan page ${location.pathname}`,

  // Returns the stored game of a level, as far as its letters are valid; else a new one.
  game(level) {
    const moments = [beginning(level)];
    const stops = [0];
    const { letters, now, seconds } = this.read(this.levelKey(level.data)) ?? {};
    for (const letter of typeof letters === "string" ? letters.toLowerCase() : "") {
      if (letter === " ") {
        stops.push(moments.length - 1);
        continue;
      }
      const next = letter in SHIFT ? after(level, moments[moments.length - 1], letter) : null;
      if (!next) break;
      moments.push(next);
    }
    const last = moments.length - 1;
    stops.push(last);
    return {
      moments,
      stops: [...new Set(stops)],
      now: Number.isInteger(now) ? Math.max(0, Math.min(last, now)) : last,
      seconds: seconds >= 0 ? Number(seconds) : 0,
    };
  },

  keepGame(level, { moments, stops, now, seconds }) {
    const all = moments[moments.length - 1].letters;
    const letters = stops.slice(1).map((stop, index) => all.slice(stops[index], stop)).join(" ");
    this.write(this.levelKey(level.data), { letters, now, seconds });
  },

  bestKey(level) {
    return this.levelKey(level.data).replace("level", "best");
  },

  // Returns the fewest moves and the fewest pushes of the user's solutions of a level, each by itself; null if there are
  // none.
  best(level) {
    const { moves, pushes } = this.read(this.bestKey(level)) ?? {};
    return Number.isInteger(moves) && Number.isInteger(pushes) ? { moves, pushes } : null;
  },

  keepBest(level, { moves, pushes }) {
    const best = this.best(level) ?? { moves, pushes };
    this.write(this.bestKey(level), { moves: Math.min(moves, best.moves), pushes: Math.min(pushes, best.pushes) });
  },

  // Returns the index and mode of the level that was shown last. The level may have moved or disappeared since.
  shown(levels) {
    const { level, wanted } = this.read(this.pageKey()) ?? {};
    const index = levels.findIndex((other) => other && this.levelKey(other.data) === level);
    return { index, wanted: index >= 0 && wanted === "game" ? "game" : "plan" };
  },

  keepShown(level, wanted) {
    this.write(this.pageKey(), { level: this.levelKey(level.data), wanted });
  },
};
