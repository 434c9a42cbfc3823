// Whether a file can be written before the work begins whose outcome it is to hold; its folder is made where it is missing.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Why not, and what to write instead; undefined where it can. */
export function unwritable(path: string): string | undefined {
  if (existsSync(path))
    return statSync(path).isDirectory()
      ? `${path} is a folder; name a file in it, such as ${join(path, "report.xml")}`
      : notAllowed(path, path);
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory())
    return `${path} leads through ${folder}, which is a file; name a path in a folder, such as ${join(dirname(folder), basename(path))}`;
  return notAllowed(folder, path) ?? unmade(path, folder);
}

function notAllowed(place: string, path: string): string | undefined {
  try {
    accessSync(place, constants.W_OK);
    return undefined;
  } catch {
    return `${path} cannot be written, because you have no permission to write ${place}; name a path in a folder of your own`;
  }
}

/** Makes the file with its folders, and removes it again: some places refuse files despite write permission. */
function unmade(path: string, folder: string): string | undefined {
  const made: string[] = [];
  try {
    const target = targetOf(path);
    if (target !== undefined) return unwritable(target);
    for (const missing of foldersBetween(folder, path)) {
      mkdirSync(missing);
      made.unshift(missing);
    }
    closeSync(openSync(path, "wx"));
    rmSync(path);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return `${path} cannot be written, because ${reasons[code] ?? `nothing can be created in ${made[0] ?? folder}`}; name another path`;
  } finally {
    for (const one of made) rmdirSync(one);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENAMETOOLONG: "a name in it is too long",
  ELOOP: "links on it form a circle",
  EEXIST: "a link on it has no target",
};

/** Of a link whose end is not there yet. */
function targetOf(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink) return undefined;
  // A circle of links fails here.
  statSync(path, { throwIfNoEntry: false });
  return resolve(dirname(path), readlinkSync(path));
}

/** The outermost first. */
function foldersBetween(outer: string, path: string): readonly string[] {
  const folder = dirname(path);
  return folder === outer ? [] : [...foldersBetween(outer, folder), folder];
}
