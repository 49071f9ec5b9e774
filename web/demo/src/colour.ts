// The diverging colour scale: blue below zero, orange above, the page's own ground at zero. Blue and orange stay apart
// for every common kind of colour blindness, and both ends differ from the middle in lightness.

export type Theme = "light" | "dark";
export type Colour = readonly [red: number, green: number, blue: number];

interface Stop {
  readonly at: number;
  readonly colour: Colour;
}

const stops: Readonly<Record<Theme, readonly Stop[]>> = {
  light: [
    { at: -1, colour: [6, 46, 112] },
    { at: -0.55, colour: [45, 115, 200] },
    { at: -0.2, colour: [160, 198, 238] },
    { at: 0, colour: [246, 247, 248] },
    { at: 0.2, colour: [250, 205, 156] },
    { at: 0.55, colour: [222, 112, 22] },
    { at: 1, colour: [120, 44, 0] },
  ],
  dark: [
    { at: -1, colour: [178, 216, 255] },
    { at: -0.55, colour: [66, 138, 224] },
    { at: -0.2, colour: [32, 66, 112] },
    { at: 0, colour: [27, 31, 36] },
    { at: 0.2, colour: [98, 54, 18] },
    { at: 0.55, colour: [224, 124, 36] },
    { at: 1, colour: [255, 218, 176] },
  ],
};

/** The colour of a value from -1 to 1; values beyond take the colour of the end. */
export function divergingColour(value: number, theme: Theme): Colour {
  const scale = stops[theme];
  const at = Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
  const upper = scale.find((stop) => stop.at >= at);
  const lower = scale.findLast((stop) => stop.at <= at);
  if (upper === undefined || lower === undefined) throw new Error(`${value} is not on the scale`);
  const share = upper === lower ? 0 : (at - lower.at) / (upper.at - lower.at);
  const mixed = (channel: 0 | 1 | 2) =>
    Math.round(lower.colour[channel] + share * (upper.colour[channel] - lower.colour[channel]));
  return [mixed(0), mixed(1), mixed(2)];
}

export function cssColour([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** The WCAG relative luminance, 0 (black) to 1 (white). */
export function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Black or white, whichever is easier to read on `ground`. */
export function inkOn(ground: Colour): "#000" | "#fff" {
  // Contrast with white, 1.05 / (l + 0.05), equals that with black, (l + 0.05) / 0.05, at this luminance.
  return luminance(ground) > Math.sqrt(1.05 * 0.05) - 0.05 ? "#000" : "#fff";
}

const shades = 511;
const tables = new Map<Theme, Uint8ClampedArray>();

/** The scale in 511 steps of red, green, blue; zero is exactly in the middle. */
function table(theme: Theme): Uint8ClampedArray {
  const known = tables.get(theme);
  if (known !== undefined) return known;
  const made = new Uint8ClampedArray(shades * 3);
  for (let shade = 0; shade < shades; ++shade) {
    made.set(divergingColour((2 * shade) / (shades - 1) - 1, theme), shade * 3);
  }
  tables.set(theme, made);
  return made;
}

/** Values as pixels: red, green, blue, opaque. `limit` is the value that takes the colour of the end. */
export function toPixels(values: ArrayLike<number>, limit: number, theme: Theme): Uint8ClampedArray<ArrayBuffer> {
  const colours = table(theme);
  const pixels = new Uint8ClampedArray(values.length * 4);
  const middle = (shades - 1) / 2;
  for (let i = 0; i < values.length; ++i) {
    const share = Math.max(-1, Math.min(1, (values[i] ?? 0) / limit));
    const shade = Math.round(middle + share * middle) * 3;
    pixels[4 * i] = colours[shade] ?? 0;
    pixels[4 * i + 1] = colours[shade + 1] ?? 0;
    pixels[4 * i + 2] = colours[shade + 2] ?? 0;
    pixels[4 * i + 3] = 255;
  }
  return pixels;
}

/**
 * A round number that all but the largest hundredth of the values stay below: a few outliers would otherwise wash out
 * the rest, and a round number stays the same while somebody types.
 */
export function roundLimit(values: ArrayLike<number>): number {
  const sizes = Float32Array.from(values, Math.abs).sort();
  const most = sizes[Math.max(0, Math.ceil(sizes.length * 0.99) - 1)] ?? 0;
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most * 0.9999) ?? 10;
  return Number((step * power).toPrecision(2));
}
