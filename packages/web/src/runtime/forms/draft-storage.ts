// What was being written is kept in the browser until it is sent, so that a reload loses nothing.
import { ownOf } from "../../words/own-of.ts";
import { writingPrefixes } from "../data/leave.ts";
import type { Draft } from "../fields/draft.ts";

const prefix = writingPrefixes.draft;

export function readDraft(key: string | undefined): Draft {
  if (key === undefined) return {};
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? "{}");
    return typeof read === "object" && read !== null ? (read as Draft) : {};
  } catch {
    return {};
  }
}

/** Only what differs: what the row has anyway may have changed by the time that the draft is taken up. */
export function writeDraft(key: string | undefined, draft: Draft, initial: Draft): void {
  if (key === undefined) return;
  const changed = Object.entries(draft).filter(
    ([id, value]) => JSON.stringify(value) !== JSON.stringify(ownOf(initial, id) ?? (Array.isArray(value) ? [] : "")),
  );
  if (changed.length === 0) return clearDraft(key);
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(Object.fromEntries(changed)));
  } catch {
    // A browser without room keeps no draft; the form still works.
  }
}

/** Of one more of the rows that belong to another. */
export const keyBelow = (row: unknown, entity: string, person = ""): string => `${person}:${String(row)}:${entity}`;

/** Removes the drafts below a row that has been deleted. */
export function clearBelow(row: unknown, person = ""): void {
  const below = prefix + keyBelow(row, "", person);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(below)) sessionStorage.removeItem(key);
}

export function clearDraft(key: string | undefined): void {
  if (key === undefined) return;
  sessionStorage.removeItem(prefix + key);
  sessionStorage.removeItem(versionOf(key));
}

/** Of the row that a draft was begun from: a user who takes it up later does not write over what others have changed since. */
export function keepVersion(key: string, version: unknown): void {
  try {
    sessionStorage.setItem(versionOf(key), String(version));
  } catch {
    // Nor is the draft kept.
  }
}

/** Undefined where there is no draft. */
export const savedVersion = (key: string): string | undefined => sessionStorage.getItem(versionOf(key)) ?? undefined;

const versionOf = (key: string): string => `${prefix}${key}@version`;
