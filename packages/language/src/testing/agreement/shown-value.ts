// One text for each value, the same whether it comes from JavaScript or from SQL.
import type { Value } from "../../expression/data.ts";
import type { Type } from "../../expression/type.ts";

export function showJavaScript(value: Value, type: Type): string | null {
  if (value === null) return null;
  if (type.kind === "row" && typeof value === "object" && "id" in value) return value.id;
  if (type.kind === "list" && Array.isArray(value))
    return value
      .map((item) => showJavaScript(item, type.of))
      .sort()
      .join();
  return String(value);
}

/** SQL for a text that `readSql` understands, whatever the connection's settings are. */
export function showSql(sql: string, type: Type): string {
  switch (type.kind) {
    case "date":
      return `((${sql}) - date '1970-01-01')::text`;
    case "datetime":
      return `trim_scale(extract(epoch FROM ((${sql}) AT TIME ZONE 'UTC')) * 1000)::text`;
    case "time":
      return `trim_scale(extract(epoch FROM (${sql})) * 1000)::text`;
    case "list":
      return `array_to_json(${sql})::text`;
    default:
      return `(${sql})::text`;
  }
}

export function readSql(text: string | null, type: Type, moneyScale: number): string | null {
  if (text === null) return null;
  if (type.kind === "list") return (JSON.parse(text) as (string | null)[]).sort().join();
  if (type.kind !== "number" && type.kind !== "money" && type.kind !== "duration") return text;
  const scale = type.kind === "number" ? type.scale : type.kind === "money" ? moneyScale : 0;
  const [whole = "", fraction = ""] = text.split(".");
  // A digit beyond the scale that the checker promised would be a difference of its own.
  if (!/^-?\d+$/.test(whole) || /[1-9]/.test(fraction.slice(scale))) return `${text}, not of scale ${scale}`;
  return String(BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, "0")}`));
}
