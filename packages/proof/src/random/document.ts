// A random document as people would write it: its sections as text, every clause in a row of its own.
import { workedOut } from "../field-types/drawn-fields.ts";
import { RandomConditions, type Place } from "./conditions.ts";
import { drawFrom, type Draw } from "./draw.ts";
import { effectRows } from "./effects.ts";
import { randomOutline } from "./entities.ts";
import { addMaterialized, screensText } from "./materialized.ts";
import { matrixOf } from "./matrix.ts";
import { table, type Parts } from "./parts.ts";
import { samplesText } from "./samples.ts";
import { identifier, type Outline, type OutlineEntity } from "./outline.ts";

export const allParts: Parts = {
  states: true,
  rules: true,
  effects: true,
  computed: true,
  fields: true,
  conditions: true,
  tenants: true,
};

export function randomDocument(seed: number, parts: Parts = allParts): string {
  const draw = drawFrom(seed);
  const outline = withoutParts(randomOutline(draw, parts.tenants), parts);
  const conditions = new RandomConditions(draw, outline);
  if (parts.computed) {
    addMaterialized(draw, outline);
    addComputed(draw, outline, conditions);
  }
  const codes: string[] = [];
  const code = (name: string): string => {
    if (!codes.includes(name)) codes.push(name);
    return name;
  };
  const states = statesText(draw, outline, conditions, parts, code);
  const rules = parts.rules ? rulesText(draw, outline, conditions, code) : "none.";
  const matrix = matrixOf(draw, outline, conditions, parts, code);
  const constants = constantsText(draw, outline, conditions, parts, code);
  const samples = samplesText(draw, outline, { rules, matrix });
  const sections = [
    "none.",
    parts.computed ? screensText(draw, outline) : "none.",
    [...outline.entities.map((entity) => entityText(entity)), samples].join("\n\n"),
    states,
    rules,
    matrix,
    "none.",
    codes.length === 0
      ? "none."
      : table(
          ["Code", "When", "Status", "Message"],
          codes.map((one) => [one, "it happens", "422", "It happens."]),
        ),
    constants,
  ];
  const titles = [
    "What the product does and for whom",
    "Screens and routes",
    "Entities and their fields",
    "States and transitions",
    "Validation rules",
    "Roles and permissions",
    "The calls it makes",
    "The error catalogue",
    "Business constants and limits",
  ];
  return `# Random ${seed}\n\n${titles.map((title, index) => `## ${index + 1}. ${title}\n\n${sections[index]}\n`).join("\n")}`;
}

function withoutParts(outline: Outline, parts: Parts): Outline {
  if (parts.states) return outline;
  const entities = outline.entities.map((one) => ({
    ...one,
    fields: one.fields.filter(({ sort }) => sort !== "state"),
  }));
  return { ...outline, entities };
}

function entityText({ name, owner, unique, fields }: OutlineEntity): string {
  const properties = [
    ...(owner === undefined ? [] : [`- Owner: ${owner}`]),
    ...unique.map((some) => `- Unique together: ${some.join(", ")}`),
  ];
  const rows = fields.map((field) => [field.name, field.type, field.required, field.default]);
  return [`### ${name}`, ...properties, "", table(["Field", "Type", "Required", "Default"], rows)].join("\n");
}

/** Computed fields read what stands before them, so they make no circle. */
function addComputed(draw: Draw, outline: Outline, conditions: RandomConditions): void {
  for (const entity of outline.entities) {
    if (draw.once(2)) continue;
    const place: Place = { rows: [{ text: entity.id, entity: entity.name }], me: false, items: 0 };
    entity.fields.push(workedOut("Worked out", conditions.condition(place, 2)));
  }
}

function statesText(
  draw: Draw,
  outline: Outline,
  conditions: RandomConditions,
  parts: Parts,
  code: (name: string) => string,
): string {
  const moving = outline.entities.filter(({ fields }) => fields.some(({ sort }) => sort === "state"));
  const machines = moving.map((entity) => {
    const place: Place = { rows: [{ text: entity.id, entity: entity.name }], me: false, items: 0 };
    const guard = () =>
      draw.once(2) ? [`\`${conditions.condition(place, 2)}\``, code(`${entity.id.toUpperCase()}_HELD`)] : ["", ""];
    const asked = entity.fields.find((field) => field.required === "no" && field.given && field.sort === "integer");
    const asks = asked !== undefined && draw.once(2) ? `${asked.name} (required)` : "";
    const rows = [
      ["Take", "New", "Open", "button", ...guard(), asks],
      ["Finish", draw.pick(["Open", "any", "New, Open", "any but New"]), "Done", "button", ...guard(), ""],
      ["Look again", "Open", "same", "button", ...guard(), ""],
      ...(draw.once(3) ? [["Finish", "New", "Open", "button", ...guard(), ""]] : []),
    ];
    return [
      `### ${entity.name}`,
      "",
      table(
        ["State", "Kind"],
        [
          ["New", "start"],
          ["Open", ""],
          ["Done", "end"],
        ],
      ),
      "",
      table(["Transition", "From", "To", "On", "Only if", "Otherwise", "Asks for"], rows),
    ].join("\n");
  });
  const acting = parts.effects ? outline.entities.filter(({ name }) => name !== "User") : [];
  const effects = acting.flatMap((entity) => effectRows(draw, outline, entity, conditions));
  const written =
    effects.length === 0
      ? []
      : [["### Effects", "", table(["For", "After", "On", "If", "Do", "With"], effects)].join("\n")];
  const shown = [...machines, ...written];
  return shown.length === 0 ? "none." : shown.join("\n\n");
}

function rulesText(draw: Draw, outline: Outline, conditions: RandomConditions, code: (name: string) => string): string {
  const rows = outline.entities.flatMap((entity) => {
    if (entity.name === "User" || draw.once(2)) return [];
    const place: Place = { rows: [{ text: entity.id, entity: entity.name }], me: false, items: 0 };
    const name = `${entity.name} is right`;
    const written = (must: string, label = name, on = "", when = "") => [
      label,
      entity.name,
      on,
      when,
      must,
      code(identifier(label).toUpperCase()),
    ];
    const choice = entity.fields.find((field) => field.sort === "choice" && field.given);
    const slug = entity.fields.find((field) => field.name === "Slug");
    const dates = entity.fields.filter((field) => field.sort === "date" && field.given);
    const [first] = dates;
    const own = entity.fields.find((field) => field.target === entity.name && field.sort === "row");
    return [
      written(
        `\`${conditions.condition(place, 2)}\``,
        name,
        draw.pick(["", "", "create", "update"]),
        draw.once(3) ? `\`${conditions.condition(place, 1)}\`` : "",
      ),
      ...(choice !== undefined && draw.once(3)
        ? [
            written(
              `\`old != null and (${entity.id}.${choice.id} == old.${choice.id} or ${conditions.condition(place, 1)})\``,
              `${entity.name} stays`,
              "update",
            ),
          ]
        : []),
      ...(slug !== undefined && draw.once(2) ? [written("unique: Slug", `${entity.name} is alone`)] : []),
      ...(own !== undefined && draw.once(2) ? [written(`no circle: ${own.name}`, `${entity.name} has no ring`)] : []),
      ...(first !== undefined && draw.once(3)
        ? [written(`no overlap: ${first.name} to ${first.name}`, `${entity.name} stands alone`)]
        : []),
    ];
  });
  return rows.length === 0 ? "none." : table(["Rule", "For", "On", "When", "Must hold", "Otherwise"], rows);
}

function constantsText(
  draw: Draw,
  { entities, timeZone }: Outline,
  conditions: RandomConditions,
  parts: Parts,
  code: (name: string) => string,
): string {
  const settings = table(
    ["Setting", "Value"],
    [
      ["Currency", "EUR"],
      ["Time zone", timeZone],
      ["Sign-in", "email and password"],
      ["Confirmed address", "yes"],
    ],
  );
  // What is counted has one reference to what it is counted for.
  const counted = entities.filter(
    ({ name, parent, fields }) =>
      name !== "Membership" && parent !== undefined && fields.filter(({ target }) => target === parent).length === 1,
  );
  const limits = parts.rules
    ? counted
        .filter(() => draw.once(2))
        .map((entity) => {
          const place: Place = { rows: [{ text: entity.id, entity: entity.name }], me: false, items: 0 };
          const when = draw.once(2) ? `\`${conditions.condition(place, 1)}\`` : "";
          const error = code(`${entity.id.toUpperCase()}_MANY`);
          return [`${entity.name} many`, `${draw.number(1, 3)} per ${entity.parent}`, entity.name, when, error];
        })
    : [];
  if (limits.length === 0) return settings;
  return `${settings}\n\n${table(["Limit", "Value", "Counts", "When", "Otherwise"], limits)}`;
}
