// What another document says otherwise, clause by clause, in the document's own words: `Ticket: field Due`, added.
import type { Compiled } from "../compile.ts";
import type { Clause } from "../clause/clause.ts";
import { clausesOf } from "../model/clauses.ts";

export type ExplainedChange = {
  readonly address: string;
  readonly about: string;
  readonly how: "added" | "changed" | "removed";
};

export type Edition = { readonly source: string; readonly compiled: Compiled };

/** What comes first, in the order of the new document; then what goes. */
export function explainChanges(before: Edition, after: Edition): readonly ExplainedChange[] {
  const [old, now] = [textsOf(before), textsOf(after)];
  const change = (address: string, how: ExplainedChange["how"], { compiled }: Edition): ExplainedChange => ({
    address,
    about: nameClause(address, compiled),
    how,
  });
  const title = before.compiled.model.title === after.compiled.model.title ? [] : [change("1/Title", "changed", after)];
  const changes = [
    ...title,
    ...[...now].flatMap(([address, text]) => {
      const previous = old.get(address);
      if (previous === text) return [];
      return [change(address, previous === undefined ? "added" : "changed", after)];
    }),
    ...[...old.keys()].filter((address) => !now.has(address)).map((address) => change(address, "removed", before)),
  ];
  const known = new Map(changes.map(({ address, how }) => [address, how]));
  return changes.filter((one) => !isPart(one, known));
}

/** What comes or goes with a whole entity, screen, row of rights or list of rows is not listed by itself. */
function isPart({ address, how }: ExplainedChange, known: ReadonlyMap<string, string>): boolean {
  const steps = address.split("/");
  const above = steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("/"));
  const [section = "", first = "", second = ""] = steps;
  const entity = section === "4" && first === "Effects" ? second : first;
  if (above.some((one) => known.get(one) === how)) return true;
  // A cell of a row that is another one.
  if (section === "6" && steps.length > 3 && known.has(steps.slice(0, 3).join("/"))) return true;
  return "456".includes(section) && known.get(`3/${entity}`) === how && how !== "changed";
}

const textsOf = ({ source, compiled: { model } }: Edition): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>([["1", bare(model.purpose)]]);
  for (const clause of clausesOf(model)) {
    const written = source.slice(clause.span.start, clause.span.end).replaceAll(/\s+/g, " ").trim();
    texts.set(clause.address, `${texts.get(clause.address) ?? ""}${written}${bare(clause)}`);
  }
  return texts;
};

/** What says where something stands, and not what it is. */
const places: ReadonlySet<string> = new Set(["span", "nameSpan", "start", "end", "map", "heading", "number", "status"]);

/** All that a clause holds but for its place and for the clauses in it, which are compared by themselves. */
function bare(whole: object): string {
  return JSON.stringify(whole, (key, value: unknown) => {
    if (places.has(key)) return undefined;
    if (typeof value === "bigint") return String(value);
    if (value instanceof Map) return [...value];
    if (Array.isArray(value)) return value.filter((one) => !isClause(one));
    return value !== whole && isClause(value) ? undefined : value;
  });
}

const isClause = (value: unknown): value is Clause =>
  typeof value === "object" && value !== null && "address" in value && "notShown" in value;

const lists = {
  role: ({ permissions }) => permissions.roles,
  condition: ({ permissions }) => permissions.conditions,
  call: ({ calls }) => calls.calls,
  mail: ({ calls }) => calls.mails,
  setting: ({ constants }) => constants.settings.clauses,
  constant: ({ constants }) => constants.constants,
  limit: ({ constants }) => constants.limits,
} satisfies Readonly<Record<string, (model: Compiled["model"]) => readonly { readonly address: string }[]>>;

/**
 * What a clause is called in a list: `entity Ticket`, `Ticket: field Due`. Where it is in none of the documents, as far as
 * its address tells.
 */
export function nameClause(address: string, ...documents: readonly Compiled[]): string {
  const [section = "", first = "", ...rest] = address.split("/");
  const [second = "", ...more] = rest;
  const last = rest.join(" / ");
  switch (section) {
    case "1":
      return first === "Title" ? "title" : "description";
    case "2":
      return second === "" ? `screen ${first}` : `screen ${first}: ${last}`;
    case "3":
      if (/^(?:Seed|Sample): /.test(first)) return second === "" ? first : `${first}, ${last}`;
      return second === "" ? `entity ${first}` : `${first}: field ${last}`;
    case "4":
      if (first === "Effects") return `${second}: effect ${more.join(" / ")}`;
      if (second === "State" && more.length > 0) return `${first}: state ${more.join(" / ")}`;
      return second === "" ? `states of ${first}` : `${first}: transition ${last}`;
    case "5":
      return second === "" ? `rules of ${first}` : `${first}: rule ${last}`;
    case "6":
      if (second !== "") return `${first}: permission ${second}${more.length > 0 ? ` for ${more.join(" / ")}` : ""}`;
      break;
    case "8":
      return `error ${first}`;
  }
  const kind = Object.entries(lists).find(([, list]) =>
    documents.some(({ model }) => list(model).some((one) => one.address === address)),
  )?.[0];
  return kind === undefined ? `section ${[section, first, ...rest].join(" / ")}` : `${kind} ${first}`;
}
