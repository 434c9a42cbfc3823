// Values over other rows that a screen sorts or finds rows by, so that a database keeps them in columns.
import type { Draw } from "./draw.ts";
import type { Outline, OutlineEntity, OutlineField } from "./outline.ts";
import { table } from "./parts.ts";

const label = "Counted";
const id = "counted";

/** Only lists of later entities, or of its own, are counted: so counts of counts make no circle. */
export function addCounted(draw: Draw, outline: Outline): void {
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
    entity.fields.push({
      name: label,
      id,
      type: `computed integer \`${parts.join(" + ")}\``,
      required: "",
      default: "",
      sort: "integer",
      empty: false,
      given: false,
      hidable: true,
    });
  });
}

function counted(draw: Draw, outline: Outline, entity: OutlineEntity, list: OutlineField): string {
  const text = `${entity.id}.${list.id}`;
  const target = outline.entities.find(({ name }) => name === list.target);
  const options = [
    `${text}.size()`,
    ...(target?.fields ?? []).flatMap((field): readonly string[] => {
      const value = `x.${field.id}`;
      switch (field.sort) {
        case "yes/no":
          // What another rule of the same document works out may read this one.
          return field.name === "Worked out" ? [] : [`${text}.filter(x, ${value}).size()`];
        case "state":
          return [`${text}.filter(x, ${value} != 'done').size()`, `${text}.filter(x, not x.ended).size()`];
        case "integer":
          if (field.empty) return [`${text}.filter(x, ${value} != null and ${value} > 3).size()`];
          if (field.name === label && target === entity) return [];
          return [`${text}.map(x, ${value}).sum()`, `${text}.filter(x, ${value} > 1).size()`];
        case "rows":
          return field.type.startsWith("list of") ? [`${text}.map(x, ${value}.size()).sum()`] : [];
        case "row":
          return field.empty ? [`${text}.filter(x, ${value} != null).size()`] : [];
        default:
          return [];
      }
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
    const count = fields.some((field) => field.name === label);
    const worked = fields.some((field) => field.name === "Worked out");
    const lines = [
      ...(count ? [draw.pick([`- Sort: ${label}`, `- Sort: ${label} descending`, `- Filter by: ${label}`])] : []),
      ...(worked && !(count && draw.once(2)) ? [`- Where: \`${own}.worked_out\``] : []),
    ];
    return [`### All ${name}`, ...lines].join("\n");
  });
  return [table(["Screen", "Route", "Kind", "For", "Menu"], rows), ...bodies].join("\n\n");
}

const isWorkedOut = ({ name }: OutlineField): boolean => name === label || name === "Worked out";
