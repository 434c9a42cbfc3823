// Notes what an expression reads while it is checked; it decides where a rule may live and what must be locked.
import type { FieldSchema, Scope, ScopeName } from "../schema.ts";
import type { Reads, Typed } from "../typed.ts";

export type MutableReads = {
  -readonly [Key in keyof Reads]: Reads[Key] extends ReadonlySet<string> ? Set<string> : Reads[Key];
};

export const noReads = (): MutableReads => ({
  own: new Set(),
  others: new Set(),
  wholes: new Set(),
  constants: new Set(),
  roles: new Set(),
  old: false,
  me: false,
  clock: false,
  route: false,
  input: false,
});

/** The name of the clause's own row: the first row of the scope that stands under its entity's identifier. */
export function ownRowOf(scope: Scope): string | undefined {
  for (const [name, { type, source }] of scope.names) {
    if (source === "row" && type.kind === "row" && type.entity === name) return name;
  }
  return undefined;
}

export function noteName(reads: MutableReads, source: ScopeName["source"]): void {
  if (source === "now" || source === "today") reads.clock = true;
  else if (source !== "row") reads[source] = true;
}

export function noteField(
  reads: MutableReads,
  ownRow: string | undefined,
  of: Typed,
  entity: string,
  field: FieldSchema,
) {
  // The row before the change is the same row: its fields are own ones, seen earlier.
  const isOwn = of.node === "scope" && (of.source === "old" || (of.source === "row" && of.name === ownRow));
  if (isOwn) reads.own.add(field.id);
  else reads.others.add(`${entity}.${field.id}`);
  // Which rows a list holds is written on those rows.
  if (field.store.kind === "reverse") reads.others.add(`${field.store.entity}.${field.store.via}`);
}

/**
 * What is read when the computed fields among what is read are worked out too. `computed` gives the reads of a computed
 * field's own expression, and undefined for every other field.
 */
export function readsThrough(
  reads: Reads,
  entity: string | undefined,
  computed: (entity: string, field: string) => Reads | undefined,
): Reads {
  const all = noReads();
  const done = new Set<string>();
  const take = (from: Reads, of: string | undefined, isOwn: boolean) => {
    for (const field of from.own) {
      if (isOwn) all.own.add(field);
      else all.others.add(`${of ?? ""}.${field}`);
      follow(of ?? "", field, isOwn);
    }
    for (const path of from.others) {
      all.others.add(path);
      const [other = "", field = ""] = path.split(".");
      follow(other, field, false);
    }
    for (const name of ["wholes", "constants", "roles"] as const) for (const one of from[name]) all[name].add(one);
    for (const name of ["old", "me", "clock", "route", "input"] as const) all[name] ||= from[name];
  };
  const follow = (of: string, field: string, isOwn: boolean) => {
    const step = `${isOwn ? "own" : "other"} ${of}.${field}`;
    if (done.has(step)) return;
    done.add(step);
    const deeper = computed(of, field);
    if (deeper) take(deeper, of, isOwn);
  };
  take(reads, entity, true);
  return all;
}
