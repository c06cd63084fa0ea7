// What is kept over a reload: the game of each level, and which level was shown how. A game is kept by its level, so that
// it is there on every page of that level and on no other; its letters are played again, so that what is kept can never
// lead to where the rules do not. Blanks are between what was done at once.

const progress = {
  // Browsers that keep nothing for files throw.
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
      // It is played without.
    }
  },

  // The level by all that makes it one.
  levelKey: ({ rows, squares, boxes, storages, sokoban }) => {
    const at = (numbers) => numbers.map((number) => squares[number].join()).sort().join(" ");
    return `groundplan level ${[rows.join("/"), at(boxes), at(storages), at([sokoban])].join("; ")}`;
  },

  pageKey: () => `groundplan page ${location.pathname}`,

  // The game that was kept of a level, as far as it can be played; else one that begins.
  game(level) {
    const moments = [beginning(level)];
    const stops = [0];
    const { letters, now } = this.read(this.levelKey(level.data)) ?? {};
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
    return { moments, stops: [...new Set(stops)], now: Number.isInteger(now) ? Math.max(0, Math.min(last, now)) : last };
  },

  keepGame(level, { moments, stops, now }) {
    const all = moments[moments.length - 1].letters;
    const letters = stops.slice(1).map((stop, index) => all.slice(stops[index], stop)).join(" ");
    this.write(this.levelKey(level.data), { letters, now });
  },

  // Which level was shown, and as what; that level may be at another place now, or gone.
  shown(levels) {
    const { level, wanted } = this.read(this.pageKey()) ?? {};
    const index = levels.findIndex((other) => other && this.levelKey(other.data) === level);
    return { index, wanted: index >= 0 && wanted === "game" ? "game" : "plan" };
  },

  keepShown(level, wanted) {
    this.write(this.pageKey(), { level: this.levelKey(level.data), wanted });
  },
};
