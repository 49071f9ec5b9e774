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

/** Which values take which colours: `middle` that of zero, `low` and `high` those of the ends. */
export interface Scale {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Zero in the middle, and as far below it as above. */
export function diverging(limit: number): Scale {
  return { low: -limit, middle: 0, high: limit };
}

/** Where a value stands on a scale: -1 at its low end, 0 in its middle, 1 at its high end. */
export function shareOf(value: number, { low, middle, high }: Scale): number {
  if (value >= middle) return Math.min(1, (value - middle) / (high - middle));
  return low < middle ? Math.max(-1, (value - middle) / (middle - low)) : 0;
}

const shades = 511;
const tables = new Map<Theme, Uint32Array>();

/** The scale in 511 steps, each as the four bytes of a pixel; zero is exactly in the middle. */
function table(theme: Theme): Uint32Array {
  const known = tables.get(theme);
  if (known !== undefined) return known;
  const bytes = new Uint8ClampedArray(shades * 4).fill(255);
  for (let shade = 0; shade < shades; ++shade) {
    bytes.set(divergingColour((2 * shade) / (shades - 1) - 1, theme), shade * 4);
  }
  const made = new Uint32Array(bytes.buffer);
  tables.set(theme, made);
  return made;
}

/** Values as pixels: red, green, blue, opaque. */
export function toPixels(values: ArrayLike<number>, scale: Scale, theme: Theme): Uint8ClampedArray<ArrayBuffer> {
  const colours = table(theme);
  const pixels = new Uint32Array(values.length);
  const middle = (shades - 1) / 2;
  for (let i = 0; i < values.length; ++i) {
    pixels[i] = colours[Math.round(middle + shareOf(values[i] ?? 0, scale) * middle)] ?? 0;
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/**
 * For cosines. Where all are far above zero, the scale begins below the least, or all would look the same; tenths stay
 * the same while somebody types.
 */
export function cosineScale(cosines: ArrayLike<number>): Scale {
  const least = new Float32Array(cosines).reduce((low, value) => Math.min(low, value), 1);
  const floor = Math.min(0.9, Math.floor(least * 10) / 10);
  return floor >= 0.1 ? { low: floor, middle: floor, high: 1 } : diverging(1);
}

/**
 * A round number that all but the largest hundredth of the values stay below: a few outliers would otherwise wash out
 * the rest, and a round number stays the same while somebody types.
 */
export function roundLimit(values: ArrayLike<number>): number {
  // Not Float32Array.from: calling Math.abs through it took half of all drawing.
  const sizes = new Float32Array(values);
  for (let i = 0; i < sizes.length; ++i) sizes[i] = Math.abs(sizes[i] ?? 0);
  sizes.sort();
  const most = sizes[Math.max(0, Math.ceil(sizes.length * 0.99) - 1)] ?? 0;
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most * 0.9999) ?? 10;
  return Number((step * power).toPrecision(2));
}
