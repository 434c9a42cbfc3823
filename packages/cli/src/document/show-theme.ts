// The theme beside a document: `theme.json`, with the files that it names.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

export type ShownTheme = {
  /** The address of the style sheet; undefined where there is no theme. */
  readonly style: string | undefined;
  /** Of the picture that stands for the product in a browser's tab. */
  readonly icon: string | undefined;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly sources: readonly string[];
  readonly failures: readonly string[];
};

const name = "theme.json";
/** Every user who opens the product waits for them. */
const mostBytes = 500_000;

export async function showTheme(folder: string, address: string): Promise<ShownTheme> {
  const path = join(folder, name);
  // Where there is none yet, there may soon be one.
  if (!existsSync(path)) return { style: undefined, icon: undefined, files: new Map(), sources: [path], failures: [] };
  const { printTheme, readTheme } = await import("@writ/web/theming");
  const { value, problems } = readTheme(readFileSync(path, "utf8"));
  const failures = problems.map((problem) => `${name}: ${problem}`);
  const files = new Map<string, string | Uint8Array>();
  const sources = [path];
  const keep = (bytes: string | Uint8Array, ending: string): string => {
    const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
    files.set(`theme-${hash}${ending}`, bytes);
    return `${address}theme-${hash}${ending}`;
  };
  const fileAt = (file: string | undefined): string | undefined => {
    if (file === undefined) return undefined;
    const whole = join(folder, file);
    sources.push(whole);
    const result = statSync(whole, { throwIfNoEntry: false });
    if (result?.isFile() !== true) failures.push(`${name}: there is no file ${file}`);
    else if (result.size > mostBytes) failures.push(`${name}: ${file} has more than ${mostBytes / 1000} kB`);
    else return keep(readFileSync(whole), extname(file).toLowerCase());
    return undefined;
  };
  const font = value.font !== undefined && "file" in value.font ? fileAt(value.font.file) : undefined;
  const logo = fileAt(value.logo);
  const sheet = printTheme(value, { font, logo, darkLogo: fileAt(value.darkLogo) });
  return { style: keep(sheet, ".css"), icon: logo, files, sources, failures };
}
