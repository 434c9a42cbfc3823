// Fields of random documents, one of every type, as the column Type says them.
import type { Draw } from "../random/draw.ts";
import type { OutlineField } from "../random/outline.ts";
import { sorts, type Sort } from "./drawn.ts";

const choiceLists = [
  ["low", "normal", "high"],
  ["red", "dark green", "blue"],
];

const identifierOf = (name: string): string => name.toLowerCase().replaceAll(" ", "_");

export function field(name: string, type: string, sort: Sort, more: Partial<OutlineField> = {}): OutlineField {
  const required = more.required ?? "no";
  return {
    name,
    id: identifierOf(name),
    type,
    required,
    default: "",
    sort,
    empty: required !== "yes" && !sorts[sort].isNeverEmpty,
    given: true,
    hidable: sort !== "state",
    ...more,
  };
}

/** Worked out by a condition. */
export const workedOut = (name: string, condition: string): OutlineField =>
  field(name, `computed yes/no \`${condition}\``, "yes/no", { required: "", given: false });

export function userFields(draw: Draw): OutlineField[] {
  return [
    ...draw.some(
      [
        field("Nickname", "text up to 20", "text"),
        field("Level", "integer 0 to 9", "integer"),
        field("Blocked", "yes/no", "yes/no", { required: "auto", default: "no" }),
      ],
      3,
    ),
  ];
}

/** Fields that hold a value of their own, each of another type. */
export function plainFields(draw: Draw, most: number): OutlineField[] {
  const codes = draw.pick(choiceLists);
  const all: readonly (() => OutlineField)[] = [
    () =>
      field("Title", `text up to ${draw.pick([5, 12, 40])}${draw.once(4) ? ", unique" : ""}`, "text", {
        required: "yes",
      }),
    () => field("Slug", "text up to 20 matching `^[a-z][a-z0-9-]*$`", "text"),
    () => field("Body", `${draw.pick(["long text", "Markdown text"])} up to 200`, "text", maybe(draw)),
    () => field("Weight", "number 0 to 99.5", "number", maybe(draw, "2.5")),
    () => field("Count", "integer 0 to 20", "integer", maybe(draw, "3")),
    () => field("Share", "percent 0 to 100", "percent", maybe(draw, "20 %")),
    () => field("Price", "money 0 to 500", "money", maybe(draw, "1.50 EUR")),
    () => field("Due on", "date", "date", maybe(draw, "`today + days(2)`")),
    () => field("Starts at", "datetime", "datetime", maybe(draw, "`now`")),
    () => field("Opens at", "time", "time", maybe(draw, "08:30")),
    () => field("Pause", "duration", "duration", maybe(draw, "2 hours")),
    () => field("Urgent", "yes/no", "yes/no", { default: draw.pick(["", "no", "yes"]) }),
    () => field("Closed", "yes/no", "yes/no", { required: draw.pick(["no", "auto"] as const), default: "no" }),
    () => field("Contact", "email", "text", maybe(draw)),
    () =>
      field("Priority", `one of: ${codes.join(", ")}`, "choice", {
        ...maybe(draw, codes[1]),
        codes: codes.map(identifierOf),
      }),
    () => field("Labels", `several of: ${codes.join(", ")}`, "choices", { codes: codes.map(identifierOf) }),
    () => field("Colour", `text up to 9, set once`, "text"),
    () => field("Code", "random code `A{000000}`", "other", { required: "", given: false, empty: false }),
  ];
  const [title, ...rest] = all;
  return [title, ...draw.some(rest, most)].flatMap((make) => (make === undefined ? [] : [make()]));
}

/** Required, or not, or set by the system from its default. */
function maybe(draw: Draw, written?: string): Partial<OutlineField> {
  const kind = draw.number(0, written === undefined ? 1 : 3);
  if (kind === 0) return { required: "yes", default: written !== undefined && draw.once(3) ? written : "" };
  if (kind === 3) return { required: "auto", default: written ?? "", empty: false };
  return { required: "no", default: kind === 2 ? (written ?? "") : "" };
}
