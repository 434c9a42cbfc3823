// What the code of calls sees, as TypeScript: what it is given, rows as it reads and writes them, mails, services, problems.
import { kindOf } from "../clause/value-kinds.ts";
import type { Compiled } from "../compile.ts";
import type { Value } from "../clause/value.ts";
import { databaseOf } from "../database/database.ts";
import { designOf } from "../database/design-of.ts";
import type { Design } from "../plan/design.ts";
import type { DatabaseObject } from "../plan/objects.ts";
import type { Call, Mail } from "../sections/calls/model.ts";
import type { Entity } from "../sections/entities/model.ts";
import { isOpenFunction, shapeOf, typeOf } from "./client-types.ts";
import { key, parametersType } from "./parameter-types.ts";

/** The document has no errors. */
export function codeTypes(compiled: Compiled): string {
  const design = designOf(compiled);
  const objects = databaseOf(compiled);
  const { calls } = compiled.model.calls;
  const shapes = design.entities.map((entity) => ({ entity, shape: shapeOf(entity, objects, design) }));
  const line = (name: string, fields: readonly string[]) => `  ${key(name)}: { ${fields.join(" ")} };\n`;
  return `// Written by \`writ types --calls\` from "${compiled.model.title.replace(/\s+/g, " ")}". Run it again when the document changes.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** Rows as they are read. */
export type Rows = {
${shapes.map(({ entity, shape }) => line(entity.name.id, shape.row)).join("")}};

/** A row, or its id. */
export type Id = string | { readonly id: string };

/** What may be given where text is stored: a row of a reference, a moment. */
type Given<Values> = { [Name in keyof Values]: Values[Name] | (string extends Values[Name] ? { readonly id: string } | Date : never) };

type Store<Row, Insert, Update> = {
  read(row: Id): Promise<Row | undefined>;
  find(where?: Partial<Given<Row>>, how?: { order?: Order<Row> | Order<Row>[]; limit?: number }): Promise<Row[]>;
  create(values: Given<Insert>): Promise<Given<Insert> & { readonly id: string }>;
  set(row: Id, values: Given<Update>, expected?: Partial<Given<Row>>): Promise<void>;
  delete(row: Id): Promise<void>;
};
type Order<Row> = (keyof Row & string) | \`-\${keyof Row & string}\`;

export type Stores = {
${shapes.map(({ entity, shape }) => printStore(entity, shape.insert, shape.update, objects, design)).join("")}};

type Reached = Id | null | undefined;
export type Mails = {
${[...compiled.lookup.mails.values()].map((mail) => printMail(mail)).join("")}};

/** Of section 9: durations in milliseconds, sizes in bytes, percents as fractions. */
export type Constants = {
${[...compiled.lookup.constants.values()].map(({ name, value }) => (value === undefined ? "" : `  readonly ${key(name.id)}: ${constantType(value)};\n`)).join("")}};

export type Services = {
${calls
  .filter(({ kind }) => kind === "API")
  .map((call) => printService(call))
  .join("")}};

/** By call: what its code is given, may throw, and answers. */
export type Calls = {
${calls
  .filter(hasCode)
  .map((call) => printCall(call))
  .join("")}};

/** A call's code in a file of its own: \`export const call: Code<"name"> = async ({ input, db }) => { … };\` */
export type Code<Name extends keyof Calls> = (given: {
  readonly input: Calls[Name]["input"];
  /** Nobody where the system, a schedule or another program makes the call. */
  readonly me: { readonly id: string; readonly email: string | null } | null;
  readonly now: Date;
  readonly secrets: Readonly<Record<Calls[Name]["secrets"], string>>;
  readonly constants: Constants;
  readonly db: Stores;
  readonly system: Stores;
  readonly api: Services;
  readonly problem: (code: Calls[Name]["problems"]) => Error;
  readonly mail: <Name extends keyof Mails>(name: Name, given: { to: Reached | readonly Reached[]; row: Mails[Name] | string }) => Promise<void>;
}) => Promise<Calls[Name]["answer"]>;
`;
}

const hasCode = ({ kind, name }: Call): boolean =>
  (kind === "function" || kind === "schedule" || kind === "webhook in") && name.id !== "";

const constantType = (value: Value): string => kindOf(value).typeScript(value, key);

function printStore(
  entity: Entity,
  insert: readonly string[],
  update: readonly string[],
  objects: readonly DatabaseObject[],
  { compiled }: Design,
): string {
  const { id } = entity.name;
  const steps = [...(compiled.lookup.transitions.get(id)?.keys() ?? [])].flatMap((transition) => {
    const step = objects.filter(isOpenFunction).find(({ place }) => place.name === `${id}_${transition}`);
    if (step === undefined) return [];
    const asked = step.parameters.slice(1).map(({ name, type }) => `${key(name)}?: ${typeOf(type, undefined)} | null;`);
    return [`${key(transition)}(row: Id, given?: Given<{ ${asked.join(" ")} }>): Promise<void>;`];
  });
  const store = `Store<Rows[${JSON.stringify(id)}], { ${insert.join(" ")} }, { ${update.join(" ")} }>`;
  return `  ${key(id)}: ${store}${steps.length === 0 ? "" : ` & { ${steps.join(" ")} }`};\n`;
}

/** Under its identifier, and as section 7 writes it. Of one whose For is not shown no row is known. */
function printMail({ name: { id, label }, entity }: Mail): string {
  const row = entity.id === "" ? "never" : `Rows[${JSON.stringify(entity.id)}]`;
  return [...new Set([id, label])].map((name) => `  ${key(name)}: ${row};\n`).join("");
}

function printService({ name, in: given, out }: Call): string {
  const answer = out.length === 0 ? "null" : parametersType(out, "read");
  const isOptional = given.every(({ optional }) => optional);
  return `  ${key(name.id)}(given${isOptional ? "?" : ""}: Given<${parametersType(given, "wire")}>): Promise<${answer}>;\n`;
}

function printCall({ name, kind, in: given, out, secrets, errors }: Call): string {
  // The document does not name what another program sends.
  const input =
    kind === "webhook in" && given.length === 0
      ? "{ readonly [name: string]: any }"
      : `Readonly<${parametersType(given, "read")}>`;
  const answer = out.length === 0 ? "void" : parametersType(out, "told");
  const named = (names: readonly string[]) => names.map((one) => JSON.stringify(one)).join(" | ") || "never";
  return `  ${key(name.id)}: { input: ${input}; answer: ${answer}; secrets: ${named(secrets.map((one) => one.name))}; problems: ${named(errors.map((one) => one.label))} };\n`;
}
