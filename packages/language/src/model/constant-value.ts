// The value of a constant as expressions know it: exact, and of one type.
import type { ConstantSchema, ConstantValue } from "../expression/schema.ts";
import type { Kind, Type } from "../expression/type.ts";
import type { Value } from "../clause/value.ts";

export function readConstant(value: Value, moneyScale: number): Pick<ConstantSchema, "type" | "value"> | undefined {
  const kind = (of: Kind, known: ConstantValue) => ({ type: { ...of, empty: false }, value: known });
  switch (value.kind) {
    case "number":
    case "percent":
      return kind({ kind: "number", scale: value.scale }, { kind: "number", digits: value.digits, scale: value.scale });
    case "size":
      return kind({ kind: "number", scale: 0 }, { kind: "number", digits: BigInt(value.bytes), scale: 0 });
    case "duration":
      return kind({ kind: "duration", days: value.days }, { kind: "duration", milliseconds: value.milliseconds });
    case "time":
      return kind({ kind: "time" }, { kind: "time", milliseconds: value.milliseconds });
    case "yes/no":
      return kind({ kind: "yes/no" }, { kind: "yes/no", value: value.value });
    case "money": {
      if (value.scale > moneyScale) return undefined;
      return kind({ kind: "money" }, { kind: "money", minor: value.digits * 10n ** BigInt(moneyScale - value.scale) });
    }
    case "table": {
      const entries = value.entries.map(
        ({ key, value: entry }) => [key.id || key.label, readConstant(entry, moneyScale)] as const,
      );
      const first = entries[0]?.[1];
      if (first === undefined || entries.some(([, entry]) => entry === undefined)) return undefined;
      const known = new Map(entries.flatMap(([key, entry]) => (entry ? [[key, entry.value] as const] : [])));
      return kind(
        {
          kind: "table",
          keys: [...known.keys()],
          of: commonType(entries.flatMap(([, entry]) => (entry ? [entry.type] : []))),
        },
        { kind: "table", entries: known },
      );
    }
  }
}

/** The type that holds all values of a table: the widest scale, whole days only if all are. */
function commonType(types: readonly Type[]): Type {
  const first = types[0] ?? { kind: "null", empty: true };
  if (first.kind === "number") {
    return {
      ...first,
      scale: types.reduce((most, type) => Math.max(most, type.kind === "number" ? type.scale : 0), 0),
    };
  }
  if (first.kind === "duration")
    return { ...first, days: types.every((type) => type.kind === "duration" && type.days) };
  return first;
}
