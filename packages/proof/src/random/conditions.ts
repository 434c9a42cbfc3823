// Random conditions about rows: every value that may be empty is guarded, as the checker wants it.
import type { Draw } from "./draw.ts";
import { allRows, type Outline, type OutlineEntity, type OutlineField } from "./outline.ts";
import { valueCondition } from "./value-conditions.ts";

/** What may be named: rows under their names, and who asks. */
export type Place = {
  readonly rows: readonly { readonly text: string; readonly entity: string }[];
  readonly me: boolean;
  /** How many items of lists have a name already. */
  readonly items: number;
};

type NamedRow = Place["rows"][number];

export class RandomConditions {
  readonly #draw: Draw;
  readonly #outline: Outline;

  constructor(draw: Draw, outline: Outline) {
    this.#draw = draw;
    this.#outline = outline;
  }

  /** A condition about one of the rows, at most so deep. */
  condition(place: Place, depth: number): string {
    const { once, pick } = this.#draw;
    if (depth > 0 && once(3)) {
      const [left, right] = [this.condition(place, depth - 1), this.condition(place, depth - 1)];
      return pick([
        `(${left} and ${right})`,
        `(${left} or ${right})`,
        `(not ${left})`,
        `(${left} ? ${right} : ${this.condition(place, 0)})`,
      ]);
    }
    const row = pick(place.rows);
    const fields = this.#fieldsOf(row.entity);
    const result = fields.length > 0 && !once(6) ? this.#about(place, row, pick(fields), depth) : undefined;
    return result ?? this.#general(place, row, depth);
  }

  /** What can be said of any row. */
  #general(place: Place, row: NamedRow, depth: number): string {
    const { pick } = this.#draw;
    const options = [
      `(${row.text}.created_at ${pick(["<", ">"])} now - ${pick(["hours(30)", "days(2)", "days(9)"])})`,
      `(date(${row.text}.created_at) ${pick(["<", ">=", "=="])} today)`,
      `(${row.text}.created_by == null)`,
    ];
    if (place.me)
      options.push(
        `(${row.text}.created_by == me)`,
        `(${row.text}.created_by ${pick(["==", "!="])} me)`,
        ...this.#aboutMe(place),
      );
    if (row.entity === "User")
      options.push(`(size(${row.text}.name) ${pick(["<", ">="])} 4)`, ...this.#roleOf(row.text, place));
    const others = this.#outline.entities.filter(({ name }) => name !== "User");
    const other = pick(others);
    if (depth > 0 && place.items < 2) {
      const item = `x${place.items + 1}`;
      const inside = this.condition(
        { ...place, rows: [{ text: item, entity: other.name }, ...place.rows.slice(0, 1)], items: place.items + 1 },
        depth - 1,
      );
      options.push(`${allRows(other.name)}.${pick(["exists", "all", "exists_one"])}(${item}, ${inside})`);
    }
    return pick(options);
  }

  #aboutMe(place: Place): readonly string[] {
    const options = ["me.name.startsWith('A')", "(size(me.name) > 3)", ...this.#roleOf("me", place)];
    const level = this.#fieldsOf("User").find((one) => one.name === "Level");
    return level === undefined ? options : [...options, "(me.level != null and me.level > 3)"];
  }

  #roleOf(person: string, place: Place): readonly string[] {
    const plain = this.#outline.roles
      .filter((role) => role.within === undefined && !role.open)
      .map(({ name }) => `${person}.has_role('${name}')`);
    const team = place.rows.flatMap(({ text, entity }) =>
      entity === this.#outline.tenant
        ? [text]
        : this.#entityNamed(entity)?.parent === this.#outline.tenant && this.#outline.tenant !== undefined
          ? [`${text}.team`]
          : [],
    )[0];
    const within = this.#outline.roles.filter((role) => role.within !== undefined && role.via === undefined);
    return team === undefined
      ? plain
      : [...plain, ...within.map(({ name }) => `${person}.has_role('${name}', ${team})`)];
  }

  /** What can be said of one field of a row. */
  #about(place: Place, row: NamedRow, field: OutlineField, depth: number): string | undefined {
    const text = `${row.text}.${field.id}`;
    if (field.sort === "row") return this.#reference(place, row, field, text, depth);
    if (field.sort === "rows") return this.#list(place, row, field, text, depth);
    return valueCondition(this.#draw, row.text, field);
  }

  #reference(place: Place, row: NamedRow, field: OutlineField, text: string, depth: number): string {
    const { once, pick } = this.#draw;
    const target = field.target ?? "User";
    if (target === "User" && place.me && once(2)) return `(${text} ${pick(["==", "==", "!="])} me)`;
    if (target === "User" && once(4)) return `(${text} == ${row.text}.created_by)`;
    if (depth === 0 && !field.empty) return `(${text}.created_at ${pick(["<", ">"])} now - days(2))`;
    if (depth === 0) return `(${text} ${pick(["==", "!="])} null)`;
    const inside = this.condition({ ...place, rows: [{ text, entity: target }] }, depth - 1);
    if (!field.empty) return inside;
    return once(2) ? `(${text} != null and ${inside})` : `(${text} == null or ${inside})`;
  }

  #list(place: Place, row: NamedRow, field: OutlineField, text: string, depth: number): string {
    const { number, once, pick } = this.#draw;
    const target = field.target ?? "User";
    if (target === "User" && place.me && once(2)) return `(me ${pick(["in", "not in"])} ${text})`;
    if (depth === 0 || place.items > 1 || once(4)) return `(${text}.size() ${pick(["==", ">", "<="])} ${number(0, 2)})`;
    const item = `x${place.items + 1}`;
    const inner: Place = { ...place, rows: [{ text: item, entity: target }, row], items: place.items + 1 };
    const inside = this.condition({ ...inner, rows: inner.rows.slice(0, once(3) ? 2 : 1) }, depth - 1);
    const summed = this.#fieldsOf(target).find((one) => one.sort === "integer" && !one.empty);
    return pick([
      `${text}.exists(${item}, ${inside})`,
      `${text}.all(${item}, ${inside})`,
      `${text}.exists_one(${item}, ${inside})`,
      `(${text}.filter(${item}, ${inside}).size() ${pick([">", "<="])} 1)`,
      ...(summed === undefined ? [] : [`(${text}.map(${item}, ${item}.${summed.id}).sum() > 5)`]),
    ]);
  }

  #entityNamed(name: string): OutlineEntity | undefined {
    return this.#outline.entities.find((one) => one.name === name);
  }

  #fieldsOf(name: string): readonly OutlineField[] {
    return this.#entityNamed(name)?.fields ?? [];
  }
}
