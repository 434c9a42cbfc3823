// Colours of a theme: how light they look, how well one is read on another, and a lighter or darker one of the same hue.

export type Colour = readonly [red: number, green: number, blue: number];

/** Six digits: what designers copy. */
export function readColour(text: string): Colour | undefined {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export const printColour = (colour: Colour): string =>
  `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** As WCAG measures it. */
const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** 1 to 21; texts need 4.5. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the first, the rest of the second; rounded, as it is printed. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share));
  return [part(0), part(1), part(2)];
}

export const white: Colour = [255, 255, 255];
export const black: Colour = [0, 0, 0];

const enough = 4.5;
const steps = 50;

/** The nearest to a colour, on the way to `towards`, that is read well on all of these. */
export function readable(colour: Colour, towards: Colour, on: readonly Colour[]): Colour {
  for (let step = 0; step <= steps; step++) {
    const tried = mix(towards, colour, step / steps);
    if (on.every((back) => contrast(tried, back) >= enough)) return tried;
  }
  return towards;
}
