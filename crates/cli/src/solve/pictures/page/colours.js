// Colours: Graphviz's notations as CSS, contrast, and colours for values.

const pen = document.createElement("canvas").getContext("2d");

// Returns a colour of Graphviz as CSS; null if it is none. Of a list, the first colour counts; numbered names such as
// `red3` become their base.
function cssColour(text) {
  if (!text) return null;
  const name = text.split(/[:;]/)[0].trim().toLowerCase();
  const hsv = name.match(/^([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)$/);
  if (hsv) {
    const [hue, saturation, value] = hsv.slice(1).map(Number);
    const lightness = value * (1 - saturation / 2);
    const spread = Math.min(lightness, 1 - lightness);
    return `hsl(${hue * 360} ${spread ? (value - lightness) / spread * 100 : 0}% ${lightness * 100}%)`;
  }
  return [name, name.replace(/[1-4]$/, "")].find((colour) => colour !== "inherit" && CSS.supports("color", colour)) ?? null;
}

// Returns the relative luminance of a colour, from 0 (black) to 1 (white).
function luminance(colour) {
  pen.fillStyle = "#000";
  pen.fillStyle = colour;
  pen.clearRect(0, 0, 1, 1);
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= .03928 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
  });
  return .2126 * red + .7152 * green + .0722 * blue;
}

const contrast = (one, other) => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + .05) / (low + .05);
};

// Returns black or white, whichever is easier to read on a colour.
const inkOn = (colour) => (luminance(colour) > .18 ? "#111" : "#fff");

// Returns a colour for lines and texts on the page; the page's own if the other could not be seen on it.
function lineColour(text) {
  const colour = cssColour(text);
  const panel = getComputedStyle(document.documentElement).getPropertyValue("--panel").trim();
  return colour && contrast(colour, panel) > 1.4 ? colour : "var(--ink)";
}

// Returns the colour of one of several values, far from those of the values beside it.
const valueColour = (index) => `hsl(${Math.round((212 + index * 137.508) % 360)} var(--tint))`;

// More integers than this are coloured from light to dark.
const MOST_COLOURS = 12;

// Returns the colours of values, in the order of the values: the colour that a value names, otherwise one for each.
function coloursOf(several) {
  const values = [...new Set(several)].sort(compareTerms);
  const integers = values.filter(isInteger).map(Number);
  const [least, most] = [integers[0], integers[integers.length - 1]];
  const isScale = (value) => integers.length > MOST_COLOURS && isInteger(value);
  return new Map(values.map((value, index) => {
    const named = cssColour(plainText(value));
    if (named) return [value, { fill: named, ink: inkOn(named) }];
    const fill = isScale(value) ? `color-mix(in oklab, var(--scale) ${Math.round(8 + (value - least) / (most - least) * 52)}%, var(--panel))`
      : valueColour(index);
    return [value, { fill, ink: "var(--ink)" }];
  }));
}
