// A theme file, as its author wrote it: JSON with a few known words. All its mistakes are reported at once.
import { readColour, type Colour } from "./colours.ts";

const colourNames = ["accent", "start", "middle", "end", "wrong"] as const;
export type ColourName = (typeof colourNames)[number];

export type Theme = {
  readonly colours: ReadonlyMap<ColourName, Colour>;
  /** In pixels. */
  readonly radius: number | undefined;
  /** A file beside the theme, or families that the reader's machine has. */
  readonly font: { readonly file: string } | { readonly families: string } | undefined;
  readonly logo: string | undefined;
  readonly darkLogo: string | undefined;
};

export type ReadTheme = { readonly value: Theme; readonly problems: readonly string[] };

const words = ["colours", "radius", "font", "logo", "logo dark"];
const widest = 16;

export function readTheme(text: string): ReadTheme {
  const problems: string[] = [];
  const given = parsed(text, problems);
  for (const word of Object.keys(given))
    if (!words.includes(word)) problems.push(`"${word}" is no word of a theme: ${words.join(", ")}`);
  const value = {
    colours: coloursIn(given["colours"], problems),
    radius: radiusIn(given["radius"], problems),
    font: fontIn(given["font"], problems),
    logo: fileIn("logo", given["logo"], ["svg", "png"], problems),
    darkLogo: fileIn("logo dark", given["logo dark"], ["svg", "png"], problems),
  };
  return { value, problems };
}

type Given = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string, problems: string[]): Given {
  try {
    const read: unknown = JSON.parse(text);
    if (isObject(read)) return read;
    problems.push('a theme is an object: { "colours": { "accent": "#0b7285" } }');
  } catch (failure) {
    problems.push(`it is not JSON: ${failure instanceof Error ? failure.message : ""}`);
  }
  return {};
}

function coloursIn(given: unknown, problems: string[]): Theme["colours"] {
  const result = new Map<ColourName, Colour>();
  if (given === undefined) return result;
  if (!isObject(given)) {
    problems.push('colours are an object: { "accent": "#0b7285" }');
    return result;
  }
  for (const [name, text] of Object.entries(given)) {
    const known = colourNames.find((one) => one === name);
    const colour = typeof text === "string" ? readColour(text) : undefined;
    if (known === undefined) problems.push(`"${name}" is no colour of a theme: ${colourNames.join(", ")}`);
    else if (colour === undefined) problems.push(`${name} is a colour like "#0b7285", not ${JSON.stringify(text)}`);
    else result.set(known, colour);
  }
  return result;
}

function radiusIn(given: unknown, problems: string[]): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "number" && Number.isInteger(given) && given >= 0 && given <= widest) return given;
  problems.push(`radius is a whole number of pixels from 0 to ${widest}, not ${JSON.stringify(given)}`);
  return undefined;
}

/** It goes into a style sheet, so nothing in it may end what it stands in. */
const families = /^[\w -]+(?:, ?[\w -]+)*$/;

function fontIn(given: unknown, problems: string[]): Theme["font"] {
  if (given === undefined) return undefined;
  if (typeof given === "string" && given.endsWith(".woff2")) {
    const file = fileIn("font", given, ["woff2"], problems);
    return file === undefined ? undefined : { file };
  }
  if (typeof given === "string" && families.test(given)) return { families: given };
  problems.push(
    `font is a file like "fonts/own.woff2", or families like "Georgia, serif", not ${JSON.stringify(given)}`,
  );
  return undefined;
}

function fileIn(word: string, given: unknown, endings: readonly string[], problems: string[]): string | undefined {
  if (given === undefined) return undefined;
  const isFile =
    typeof given === "string" &&
    /^[\w-][\w./ -]*$/.test(given) &&
    !given.split("/").includes("..") &&
    endings.some((ending) => given.toLowerCase().endsWith(`.${ending}`));
  if (isFile) return given;
  problems.push(`${word} is a file in the document's folder (${endings.join(", ")}), not ${JSON.stringify(given)}`);
  return undefined;
}
