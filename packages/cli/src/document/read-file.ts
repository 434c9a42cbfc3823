// Reads a document's file; one that cannot be read is a problem like any other, with a code and words.
import type { Problem } from "@writ/language";
import type { Console } from "../terminal/console.ts";
import { largestFile, notUtf8, tooLarge, unreadable } from "./problems.ts";

export type ReadFile = { readonly source: string; readonly problem: Problem | undefined };

export function readFile(path: string, console: Console): ReadFile {
  const place = { span: { start: 0, end: 0 }, address: "file" };
  let bytes: Uint8Array;
  try {
    bytes = console.read(path, largestFile);
  } catch (failure) {
    return { source: "", problem: unreadable.at(place, reasonOf(failure)) };
  }
  if (bytes.length > largestFile) return { source: "", problem: tooLarge.at(place) };
  try {
    return { source: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), problem: undefined };
  } catch {
    return { source: "", problem: notUtf8.at(place, firstBadByte(bytes)) };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you have no permission to read it",
  EPERM: "you have no permission to read it",
  ENOTDIR: "its path leads through a file",
  ELOOP: "its links form a circle",
  ENAMETOOLONG: "its name is too long",
  EEXIST: "something with this name already exists",
  ENOSPC: "there is no space left",
};

export function reasonOf(failure: unknown): string {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  return reasons[code] ?? (failure instanceof Error ? failure.message : String(failure));
}

/** Counted from 1, as editors do. Everything before it decodes, so halving the range finds it. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return bad;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    // A character cut in two at the end is no mistake yet.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
