// Whether a file can be written before the work begins whose outcome it is to hold; its folder is made where it is missing.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Why not, and what to write instead; undefined where it can. */
export function unwritable(path: string): string | undefined {
  if (existsSync(path))
    return statSync(path).isDirectory()
      ? `${path} is a folder: write the name of a file in it, such as ${join(path, "report.xml")}`
      : notAllowed(path, path);
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory())
    return `${path} leads through ${folder}, which is a file: write a path in a folder, such as ${join(dirname(folder), basename(path))}`;
  return notAllowed(folder, path);
}

function notAllowed(place: string, path: string): string | undefined {
  try {
    accessSync(place, constants.W_OK);
    return undefined;
  } catch {
    return `${path} cannot be written, because writing ${place} is not allowed: write a path in a folder of your own`;
  }
}
