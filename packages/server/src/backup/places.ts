// Where backups may not go: into the product that they are of, whose folder goes away with it.
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { failure } from "../postgres/failure.ts";
import { nestedFolders } from "./problems.ts";

/** Also of what is not there yet. */
const realPath = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));

const isWithin = (inner: string, outer: string): boolean => !/^\.\.(?:[/\\]|$)|^[a-z]:/i.test(relative(outer, inner));

export function needApart(target: string, product: string): void {
  const [one, other] = [realPath(resolve(target)), realPath(resolve(product))];
  if (isWithin(one, other) || isWithin(other, one)) throw failure(nestedFolders, resolve(target), resolve(product));
}
