// What a transition asks for: that it is there, that it is one of the choices that are left, and whom it may name.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Expression } from "../../../expression/tree.ts";
import { amongReads } from "../../../plan/writing/among-reads.ts";
import { isBlankText } from "../../../plan/blank-text.ts";
import { decimalsOf, refersToRows } from "../../../field-types/index.ts";
import type { Design } from "../../../plan/design.ts";
import { bucketOf, filesIn, isFileType, type FileType } from "../../../plan/file-fields.ts";
import { jsonObject, typedOf } from "../../../plan/json.ts";
import { innerPlace, lockPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseAsk, Transition } from "./machines.ts";

/**
 * Statements that append to `problems`. `_asked` holds what was given, `given` the row with it, and `_person` whether a
 * person gives it: the system may name any row, a person only those that they may read, or those that are meant where the document says which.
 */
export function inputChecks(transition: Transition, design: Design): readonly string[] {
  return transition.asks.flatMap((ask) => {
    const value = `given.${quoteIdentifier(ask.id)}`;
    const key = quoteText(ask.id);
    const problem = (code: string) =>
      `problems := problems || writ.problem(${quoteText(code)}, ${key}, ${quoteText(`${transition.address}/Asks for`)});`;
    const isBlank = `jsonb_typeof(_asked -> ${key}) = 'string' AND (${isBlankText(`(_asked ->> ${key})`)})`;
    const missing = `COALESCE(_asked -> ${key}, 'null') IN ('null', '[]') OR ${isBlank}`;
    return [
      ...(ask.required ? [`IF ${missing} THEN ${problem("REQUIRED")} END IF;`] : []),
      ...choiceChecks(ask, value, problem("INVALID")),
      ...decimalChecks(ask, value, problem("INVALID"), design),
      ...personChecks(transition, ask, value, problem("INVALID"), design),
    ];
  });
}

/** Statements that check the chosen values again, once the rows that these depend on are locked. */
export function choicesAgain(transition: Transition, design: Design): readonly string[] {
  const { machine, asks, address } = transition;
  const bound = asks.filter(({ field }) => amongReads(machine.entity, field, design).length > 0);
  if (bound.length === 0) return [];
  return [
    `IF _person THEN PERFORM ${printPlace(lockPlace(machine.entity))}(ARRAY[given]); END IF;`,
    ...bound.flatMap((ask) => {
      const problem = `problems := problems || writ.problem('INVALID', ${quoteText(ask.id)}, ${quoteText(`${address}/Asks for`)});`;
      return personChecks(transition, ask, `given.${quoteIdentifier(ask.id)}`, problem, design);
    }),
  ];
}

function choiceChecks({ field, choices }: DatabaseAsk, value: string, problem: string): readonly string[] {
  if (choices === undefined) return [];
  const codes = `ARRAY[${choices.map(quoteText).join(", ")}]::text[]`;
  const fits = field.type?.kind === "several of" ? `${value} <@ ${codes}` : `${value} = ANY (${codes})`;
  return [
    `IF _asked ? ${quoteText(field.name.id)} AND ${value} IS NOT NULL AND (${fits}) IS NOT TRUE THEN ${problem} END IF;`,
  ];
}

/** The system's own numbers are rounded when they are stored; what a person gives is not changed without a word. */
function decimalChecks({ field }: DatabaseAsk, value: string, problem: string, design: Design): readonly string[] {
  const places = field.type && decimalsOf(field.type, design.compiled.schema.moneyScale);
  return places === undefined ? [] : [`IF _person AND ${value} <> round(${value}, ${places}) THEN ${problem} END IF;`];
}

function personChecks(
  { machine }: Transition,
  { field, id }: DatabaseAsk,
  value: string,
  problem: string,
  design: Design,
): readonly string[] {
  const { type } = field;
  if (isFileType(type)) return [fileCheck(machine, { field, id }, type, value, problem)];
  if (!refersToRows(type)) return [];
  const target = type.entity.id;
  const ids = type.kind === "several" ? value : `ARRAY[${value}]`;
  const may = `${printPlace(innerPlace("may", "read", target))}(_named)`;
  const readable = `ARRAY(SELECT _named.id FROM ${printPlace(tableOf(design.layout, target))} AS _named WHERE _named.id = ANY (${ids}) AND ${may})`;
  const among = type.kind === "belongs to" ? undefined : type.among;
  // A user who is asked sees the rows to choose from, whatever else they may read.
  const meant = among === undefined ? readable : amongSql(among, machine.entity, design);
  // A missing row, an unreadable row and a row that may not be chosen are reported alike.
  return [
    `IF _person AND _asked ? ${quoteText(id)} AND ${value} IS NOT NULL AND (${ids} <@ ${meant}) IS NOT TRUE THEN ${problem} END IF;`,
  ];
}

/** The rows of a list that is not shown are unknown. */
const amongSql = (among: Expression, entity: string, design: Design): string =>
  typedOf(among, design) === undefined
    ? "'{}'::uuid[]"
    : `(${design.print(among, "strict", { rows: { [entity]: "given" } })})`;

/** Only a file that the caller uploaded for this row: any other name could lead to a file of another user. */
function fileCheck(
  { entity, table }: Transition["machine"],
  { field, id }: Pick<DatabaseAsk, "field" | "id">,
  type: FileType,
  value: string,
  problem: string,
): string {
  const before = `(SELECT ${filesIn(`_kept.${quoteIdentifier(field.name.id)}`, type)} FROM ${table} AS _kept WHERE _kept.id = given.id)`;
  const areTheirs = `writ.are_files(${quoteText(bucketOf(entity, field.name.id))}, given.id, ${filesIn(value, type)}, ${before}, auth.uid())`;
  return `IF _person AND _asked ? ${quoteText(id)} AND ${value} IS NOT NULL AND NOT ${areTheirs} THEN ${problem} END IF;`;
}

/** What a client gave, as the inner functions take it. What is left out stays as it is. */
export const inputsJson = (transition: Transition): string =>
  `jsonb_strip_nulls(${jsonObject(transition.asks.map(({ id }, index) => [id, `to_jsonb($${index + 2})`]))})`;
