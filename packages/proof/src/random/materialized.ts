// Values over other rows that a screen sorts or finds rows by, so that a database keeps them in columns.
import { sorts } from "../field-types/drawn.ts";
import type { Draw } from "./draw.ts";
import type { Outline, OutlineEntity, OutlineField } from "./outline.ts";
import { table } from "./parts.ts";

const label = "Counted";
const id = "counted";
const reachedLabel = "Reached";
const reachedId = "reached";

/** What one reads of the other makes no circle, because only the later of the two reads the earlier one. */
export function addMaterialized(draw: Draw, outline: Outline): void {
  const steps = [addCounted, addReached];
  for (const step of draw.once(2) ? steps : steps.toReversed()) step(draw, outline);
}

/** Only lists of later entities, or of its own, are counted: so counts of counts make no circle. */
function addCounted(draw: Draw, outline: Outline): void {
  outline.entities.toReversed().forEach((entity) => {
    const lists = entity.fields.filter((field) => field.sort === "rows" && field.type.startsWith("list of"));
    if (lists.length === 0 || draw.once(4)) return;
    const some = draw.some(lists, 2);
    const parts = (some.length === 0 ? lists.slice(0, 1) : some).map((list) => counted(draw, outline, entity, list));
    const own = entity.fields.find((field) => field.sort === "integer" && field.given);
    if (own !== undefined && draw.once(2)) {
      const value = `${entity.id}.${own.id}`;
      parts.push(own.empty ? `(${value} == null ? 0 : ${value})` : value);
    }
    entity.fields.push(whole(label, id, parts.join(" + ")));
  });
}

const whole = (name: string, own: string, value: string): OutlineField => ({
  name,
  id: own,
  type: `computed integer \`${value}\``,
  required: "",
  default: "",
  sort: "integer",
  empty: false,
  given: false,
  hidable: true,
});

/** What rows say that a row refers to, one step away or two. */
function addReached(draw: Draw, outline: Outline): void {
  for (const entity of outline.entities) {
    const references = entity.fields.filter(({ sort }) => sort === "row");
    if (references.length === 0 || draw.once(4)) continue;
    const parts = draw
      .some(references, 2)
      .flatMap((reference) => stepped(draw, outline, entity.id, reference, 2, entity.name));
    if (draw.once(4)) parts.push(`(${entity.id}.created_by == null ? 0 : size(${entity.id}.created_by.name))`);
    const own = entity.fields.find((field) => field.sort === "integer" && field.given && !field.empty);
    if (own !== undefined && draw.once(2)) parts.push(`${entity.id}.${own.id}`);
    if (parts.length > 0) entity.fields.push(whole(reachedLabel, reachedId, parts.join(" + ")));
  }
}

/** A number of the row to which `from` refers; nothing where there is nothing to read. */
function stepped(
  draw: Draw,
  outline: Outline,
  from: string,
  reference: OutlineField,
  steps: number,
  reader: string,
): readonly string[] {
  const row = `${from}.${reference.id}`;
  const target = outline.entities.find(({ name }) => name === reference.target);
  const values = (target?.fields ?? []).flatMap((field): readonly string[] => {
    const value = `${row}.${field.id}`;
    if (field.sort === "row") return steps > 1 ? stepped(draw, outline, row, field, steps - 1, reader) : [];
    // An own value of the same name may be what is being written here.
    const isOwn = field.name === reachedLabel || (field.name === label && target?.name === reader);
    return field.sort === "integer" && isOwn ? [] : sorts[field.sort].numbers(value, field, row);
  });
  if (values.length === 0) return [];
  const value = draw.pick(values);
  return [reference.empty ? `(${row} == null ? 0 : ${value})` : value];
}

function counted(draw: Draw, outline: Outline, entity: OutlineEntity, list: OutlineField): string {
  const text = `${entity.id}.${list.id}`;
  const target = outline.entities.find(({ name }) => name === list.target);
  const options = [
    `${text}.size()`,
    ...(target?.fields ?? []).flatMap((field): readonly string[] => {
      const value = `x.${field.id}`;
      if (field.sort === "rows")
        return field.type.startsWith("list of") ? [`${text}.map(x, ${value}.size()).sum()`] : [];
      if (field.sort === "row")
        return [
          ...(field.empty ? [`${text}.filter(x, ${value} != null).size()`] : []),
          ...stepped(draw, outline, "x", field, 1, entity.name).map((step) => `${text}.map(x, ${step}).sum()`),
        ];
      // What another rule of the same document works out may read this one.
      const isOwn = field.name === "Worked out" || (field.name === label && target === entity);
      return isOwn ? [] : sorts[field.sort].counts(text, value, field);
    }),
  ];
  return draw.pick(options);
}

/** A list for each entity with something to work out. */
export function screensText(draw: Draw, { entities }: Outline): string {
  const shown = entities.filter(({ fields }) => fields.some(isWorkedOut));
  if (shown.length === 0) return "none.";
  const rows = shown.map(({ name, id: route }) => [
    `All ${name}`,
    `\`/${route}\``,
    `list of ${name}`,
    "signed in",
    "yes",
  ]);
  const bodies = shown.map(({ name, id: own, fields }) => {
    const numbers = fields.filter(isNumber).map(({ name: one }) => one);
    const count = numbers.length > 0;
    const worked = fields.some((field) => field.name === "Worked out");
    const lines = [
      ...numbers.map((one, index) => {
        if (index > 0) return `- Filter by: ${one}`;
        return draw.pick([
          `- Sort: ${one}`,
          `- Sort: ${one} descending`,
          ...(numbers.length > 1 ? [] : [`- Filter by: ${one}`]),
        ]);
      }),
      ...(worked && !(count && draw.once(2)) ? [`- Where: \`${own}.worked_out\``] : []),
    ];
    return [`### All ${name}`, ...lines].join("\n");
  });
  return [table(["Screen", "Route", "Kind", "For", "Menu"], rows), ...bodies].join("\n\n");
}

const isNumber = ({ name }: OutlineField): boolean => name === label || name === reachedLabel;
const isWorkedOut = (field: OutlineField): boolean => isNumber(field) || field.name === "Worked out";
