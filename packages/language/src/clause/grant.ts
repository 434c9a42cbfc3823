// Walks over grants.
import type { Reference } from "../text/name.ts";
import type { Grant } from "../sections/permissions/model.ts";

/** The conditions that a grant names. */
export function grantNames(grant: Grant): readonly Reference[] {
  switch (grant.kind) {
    case "condition":
      return [grant.name];
    case "not":
      return grantNames(grant.of);
    case "and":
    case "or":
      return [...grantNames(grant.left), ...grantNames(grant.right)];
    default:
      return [];
  }
}

/** Whether a grant says `own` somewhere. */
export function grantsOwn(grant: Grant): boolean {
  switch (grant.kind) {
    case "own":
      return true;
    case "not":
      return grantsOwn(grant.of);
    case "and":
    case "or":
      return grantsOwn(grant.left) || grantsOwn(grant.right);
    default:
      return false;
  }
}

/** As a cell of the matrix writes it. */
export function grantText(grant: Grant): string {
  switch (grant.kind) {
    case "condition":
      return grant.name.label;
    case "not":
      return `not ${grantText(grant.of)}`;
    case "and":
    case "or":
      return `${grantText(grant.left)} ${grant.kind} ${grantText(grant.right)}`;
    default:
      return grant.kind;
  }
}

/** A name that a cell of the matrix would take apart, or read as a word of its own. */
export const holdsJoiningWord = (label: string): boolean =>
  /(^|[^a-z])(and|or|not)([^a-z]|$)|^(yes|no|own)$/i.test(label);

/** What a cell of the matrix would make of such a name. */
export const splitAtJoiningWords = (label: string): readonly string[] =>
  label
    .split(/(?:^|\s+)(?:and|or|not)(?=\s|$)/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
