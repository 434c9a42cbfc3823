// Random conditions about one value of a row, by the type of its field.
import type { Draw } from "./draw.ts";
import type { OutlineField } from "./outline.ts";

/** `row`: the name of the row. Undefined for fields that name other rows, and where nothing can be said. */
export function valueCondition({ number, once, pick }: Draw, row: string, field: OutlineField): string | undefined {
  const text = `${row}.${field.id}`;
  const guarded = (says: string): string => {
    if (!field.empty) return `(${says})`;
    return once(2) ? `(${text} != null and ${says})` : `(${text} == null or ${says})`;
  };
  const order = () => pick(["<", "<=", ">", ">=", "==", "!="]);
  switch (field.sort) {
    case "yes/no":
      return once(2) ? text : `(not ${text})`;
    case "state":
      return pick([`(${text} == 'open')`, `(${text} in ['new', 'open'])`, `${row}.ended`, `(${text} != 'done')`]);
    case "choice": {
      const codes = field.codes ?? [];
      return pick([
        `(${text} ${pick(["==", "!="])} '${pick(codes)}')`,
        `(${text} in ['${codes[0]}', '${codes[1]}'])`,
        `(${text} not in ['${pick(codes)}'])`,
      ]);
    }
    case "choices":
      return pick([`('${pick(field.codes ?? [])}' in ${text})`, `(size(${text}) ${order()} 1)`]);
    case "number":
      return guarded(`${text} ${order()} ${pick(["2.5", "10", "0.5"])}`);
    case "integer":
      return guarded(
        pick([
          `${text} ${order()} ${number(0, 9)}`,
          `${text} % 2 == 0`,
          `${text} * 2 + 1 > 7`,
          `div(${text}, 3, 1) > 1.3`,
          `max(${text}, 4) == 4`,
        ]),
      );
    case "percent":
      return guarded(`${text} ${order()} ${pick(["0.2", "0.5"])}`);
    case "money":
      return guarded(
        pick([`${text} ${order()} money(10)`, `${text} * 0.125 > money(1)`, `div(${text}, 3) ${order()} money(2)`]),
      );
    case "date":
      return guarded(
        pick([
          `${text} ${order()} today`,
          `${text} + days(3) > today`,
          `days_between(${text}, today) > 2`,
          `weekday(${text}) not in [6, 7]`,
          `today - ${text} < days(5)`,
        ]),
      );
    case "datetime":
      return guarded(
        pick([`${text} ${pick(["<", ">"])} now`, `now - ${text} > hours(30)`, `date(${text}) ${order()} today`]),
      );
    case "duration":
      return guarded(`${text} ${order()} hours(${number(1, 3)})`);
    case "text":
      return guarded(
        pick([
          `size(${text}) ${order()} 3`,
          `${text}.contains('a')`,
          `${text}.startsWith('b')`,
          `${text}.lowerAscii() == 'ab'`,
          `${text}.matches('^[a-c]+$')`,
          `${text} ${order()} 'b'`,
          `slug(${text}) == 'ab'`,
        ]),
      );
    default:
      return undefined;
  }
}
