// Random conditions about rows: every value that may be empty is guarded, as the checker wants it.
import type { Draw } from "./draw.ts";
import { allRows, type Outline, type OutlineEntity, type OutlineField } from "./outline.ts";

/** What may be named: rows under their names, and who asks. */
export type Place = {
  readonly rows: readonly { readonly text: string; readonly entity: string }[];
  readonly me: boolean;
  /** How many items of lists have a name already. */
  readonly items: number;
};

export type Conditions = {
  /** A condition about one of the rows, at most so deep. */
  readonly condition: (place: Place, depth: number) => string;
};

const userFields: readonly OutlineField[] = [];

export function conditionsFor(draw: Draw, outline: Outline): Conditions {
  const { number, once, pick } = draw;
  const entityNamed = (name: string): OutlineEntity | undefined => outline.entities.find((one) => one.name === name);
  const fieldsOf = (name: string): readonly OutlineField[] => entityNamed(name)?.fields ?? userFields;

  function condition(place: Place, depth: number): string {
    if (depth > 0 && once(3)) {
      const [left, right] = [condition(place, depth - 1), condition(place, depth - 1)];
      return pick([
        `(${left} and ${right})`,
        `(${left} or ${right})`,
        `(not ${left})`,
        `(${left} ? ${right} : ${condition(place, 0)})`,
      ]);
    }
    const row = pick(place.rows);
    const fields = fieldsOf(row.entity);
    const found = fields.length > 0 && !once(6) ? about(place, row, pick(fields), depth) : undefined;
    return found ?? general(place, row, depth);
  }

  /** What can be said of any row. */
  function general(place: Place, row: Place["rows"][number], depth: number): string {
    const options = [
      `(${row.text}.created_at ${pick(["<", ">"])} now - ${pick(["hours(30)", "days(2)", "days(9)"])})`,
      `(date(${row.text}.created_at) ${pick(["<", ">=", "=="])} today)`,
      `(${row.text}.created_by == null)`,
    ];
    if (place.me)
      options.push(
        `(${row.text}.created_by == me)`,
        `(${row.text}.created_by ${pick(["==", "!="])} me)`,
        ...aboutMe(place),
      );
    if (row.entity === "User")
      options.push(`(size(${row.text}.name) ${pick(["<", ">="])} 4)`, ...roleOf(row.text, place));
    const others = outline.entities.filter(({ name }) => name !== "User");
    const other = pick(others);
    if (depth > 0 && place.items < 2) {
      const item = `x${place.items + 1}`;
      const inside = condition(
        { ...place, rows: [{ text: item, entity: other.name }, ...place.rows.slice(0, 1)], items: place.items + 1 },
        depth - 1,
      );
      options.push(`${allRows(other.name)}.${pick(["exists", "all", "exists_one"])}(${item}, ${inside})`);
    }
    return pick(options);
  }

  function aboutMe(place: Place): readonly string[] {
    const found = ["me.name.startsWith('A')", "(size(me.name) > 3)", ...roleOf("me", place)];
    const level = fieldsOf("User").find((one) => one.name === "Level");
    return level === undefined ? found : [...found, "(me.level != null and me.level > 3)"];
  }

  function roleOf(person: string, place: Place): readonly string[] {
    const plain = outline.roles
      .filter((role) => role.within === undefined && !role.open)
      .map(({ name }) => `${person}.has_role('${name}')`);
    const team = place.rows.flatMap(({ text, entity }) =>
      entity === outline.tenant
        ? [text]
        : entityNamed(entity)?.parent === outline.tenant && outline.tenant !== undefined
          ? [`${text}.team`]
          : [],
    )[0];
    const within = outline.roles.filter((role) => role.within !== undefined && role.via === undefined);
    return team === undefined
      ? plain
      : [...plain, ...within.map(({ name }) => `${person}.has_role('${name}', ${team})`)];
  }

  /** What can be said of one field of a row. */
  function about(place: Place, row: Place["rows"][number], field: OutlineField, depth: number): string | undefined {
    const text = `${row.text}.${field.id}`;
    const guarded = (says: string): string => {
      if (!field.empty) return `(${says})`;
      return once(2) ? `(${text} != null and ${says})` : `(${text} == null or ${says})`;
    };
    const order = () => pick(["<", "<=", ">", ">=", "==", "!="]);
    switch (field.sort) {
      case "yes/no":
        return once(2) ? text : `(not ${text})`;
      case "state":
        return pick([
          `(${text} == 'open')`,
          `(${text} in ['new', 'open'])`,
          `${row.text}.ended`,
          `(${text} != 'done')`,
        ]);
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
      case "row":
        return reference(place, row, field, text, depth);
      case "rows":
        return list(place, row, field, text, depth);
      default:
        return undefined;
    }
  }

  function reference(
    place: Place,
    row: Place["rows"][number],
    field: OutlineField,
    text: string,
    depth: number,
  ): string {
    const target = field.target ?? "User";
    if (target === "User" && place.me && once(2)) return `(${text} ${pick(["==", "==", "!="])} me)`;
    if (target === "User" && once(4)) return `(${text} == ${row.text}.created_by)`;
    if (depth === 0 && !field.empty) return `(${text}.created_at ${pick(["<", ">"])} now - days(2))`;
    if (depth === 0) return `(${text} ${pick(["==", "!="])} null)`;
    const inside = condition({ ...place, rows: [{ text, entity: target }] }, depth - 1);
    if (!field.empty) return inside;
    return once(2) ? `(${text} != null and ${inside})` : `(${text} == null or ${inside})`;
  }

  function list(place: Place, row: Place["rows"][number], field: OutlineField, text: string, depth: number): string {
    const target = field.target ?? "User";
    if (target === "User" && place.me && once(2)) return `(me ${pick(["in", "not in"])} ${text})`;
    if (depth === 0 || place.items > 1 || once(4)) return `(${text}.size() ${pick(["==", ">", "<="])} ${number(0, 2)})`;
    const item = `x${place.items + 1}`;
    const inner: Place = { ...place, rows: [{ text: item, entity: target }, row], items: place.items + 1 };
    const inside = condition({ ...inner, rows: inner.rows.slice(0, once(3) ? 2 : 1) }, depth - 1);
    const summed = fieldsOf(target).find((one) => one.sort === "integer" && !one.empty);
    return pick([
      `${text}.exists(${item}, ${inside})`,
      `${text}.all(${item}, ${inside})`,
      `${text}.exists_one(${item}, ${inside})`,
      `(${text}.filter(${item}, ${inside}).size() ${pick([">", "<="])} 1)`,
      ...(summed === undefined ? [] : [`(${text}.map(${item}, ${item}.${summed.id}).sum() > 5)`]),
    ]);
  }

  return { condition };
}
