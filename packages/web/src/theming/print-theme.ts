// A theme as a style sheet, which overrules the variables of the product's own look. No script is needed for it.
import { black, contrast, mix, printColour, readable, white, type Colour } from "./colours.ts";
import type { ColourName, Theme } from "./read-theme.ts";

/** Addresses of what a theme names. */
export type ThemeFiles = {
  readonly font: string | undefined;
  readonly logo: string | undefined;
  readonly darkLogo: string | undefined;
};

/** As the product's own look has them: kit/theme.ts. */
const page = { light: white, dark: [20, 22, 27] as Colour };
const towards = { light: black, dark: white };
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];

/** Stronger than what stands in the page itself, wherever that stands. */
const root = ":root:root:root";

export function printTheme(theme: Theme, files: ThemeFiles): string {
  const common: string[] = [];
  const bySchemes: Record<Scheme, string[]> = { light: [], dark: [] };
  const rules: string[] = [];
  const accent = theme.colours.get("accent");
  if (accent !== undefined) {
    common.push(...shades(accent).map((shade, index) => `--mantine-color-indigo-${index}: ${printColour(shade)}`));
    const on = printColour(contrast(accent, white) >= 4.5 ? white : black);
    rules.push(
      `${root} [data-variant="filled"] { --button-color: ${on} !important; --ai-color: ${on} !important; }`,
      `${root} { --checkbox-icon-color: ${on}; --radio-icon-color: ${on}; }`,
    );
  }
  for (const scheme of schemes) {
    const said = bySchemes[scheme];
    if (accent !== undefined) {
      const chosen = mix(accent, page[scheme], scheme === "light" ? 0.1 : 0.22);
      said.push(
        `--chosen: ${printColour(chosen)}`,
        `--accent: ${printColour(readable(accent, towards[scheme], [page[scheme], chosen]))}`,
      );
    }
    for (const name of ["start", "middle", "end"] as const) said.push(...stateOf(name, theme, scheme));
    const wrong = theme.colours.get("wrong");
    if (wrong !== undefined) {
      const text = printColour(readable(wrong, towards[scheme], [page[scheme]]));
      said.push(`--wrong: ${text}`, `--mantine-color-error: ${text}`);
    }
  }
  if (theme.radius !== undefined)
    common.push(`--radius: ${theme.radius}px`, `--mantine-radius-default: ${theme.radius}px`);
  if (files.font !== undefined) {
    rules.unshift(
      `@font-face { font-family: "Own"; src: url("${files.font}") format("woff2"); font-weight: 100 900; font-display: swap; }`,
    );
    common.push(
      '--mantine-font-family: "Own", system-ui, sans-serif',
      '--mantine-font-family-headings: "Own", system-ui, sans-serif',
    );
  } else if (theme.font !== undefined && "families" in theme.font) {
    const families = theme.font.families.split(",").map(named).join(", ");
    common.push(`--mantine-font-family: ${families}`, `--mantine-font-family-headings: ${families}`);
  }
  if (files.logo !== undefined) bySchemes.light.push(`--logo: url("${files.logo}")`);
  if (files.logo !== undefined)
    rules.push(
      `${root} .product-name::before { content: ""; display: inline-block; width: 24px; height: 24px; margin-right: 8px; vertical-align: middle; background: var(--logo) center / contain no-repeat; }`,
    );
  const darkLogo = files.darkLogo ?? files.logo;
  if (darkLogo !== undefined) bySchemes.dark.push(`--logo: url("${darkLogo}")`);
  return [
    ...rules.filter((rule) => rule.startsWith("@")),
    block(root, common),
    ...schemes.map((scheme) => block(`${root}[data-mantine-color-scheme="${scheme}"]`, bySchemes[scheme])),
    ...rules.filter((rule) => !rule.startsWith("@")),
  ]
    .filter((rule) => rule !== "")
    .join("\n");
}

const block = (selector: string, said: readonly string[]): string =>
  said.length === 0 ? "" : `${selector} {\n${said.map((one) => `  ${one};\n`).join("")}}`;

function stateOf(name: Exclude<ColourName, "accent" | "wrong">, theme: Theme, scheme: Scheme): readonly string[] {
  const colour = theme.colours.get(name);
  if (colour === undefined) return [];
  const back = mix(colour, page[scheme], scheme === "light" ? 0.12 : 0.25);
  const text = readable(colour, towards[scheme], [back, page[scheme]]);
  return [`--${name}: ${printColour(text)}`, `--${name}-back: ${printColour(back)}`];
}

/** Ten of one hue, from the lightest; the colour itself is the eighth, which buttons are filled with. */
function shades(colour: Colour): readonly Colour[] {
  const lighter = Array.from({ length: 7 }, (_, index) => mix(colour, white, 0.08 + (index * 0.84) / 7));
  return [...lighter, colour, mix(colour, black, 0.88), mix(colour, black, 0.76)];
}

const generic = ["serif", "sans-serif", "monospace", "system-ui", "ui-serif", "ui-sans-serif", "ui-rounded", "cursive"];

const named = (family: string): string => (generic.includes(family.trim()) ? family.trim() : `"${family.trim()}"`);
