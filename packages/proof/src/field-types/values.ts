// Kinds of values as texts: what comparisons write, what requests send, what reports say. Without an entry, a new kind does not compile.
import { dayText, timeText } from "../interpreter/values/time.ts";
import { quantity, type Value } from "../interpreter/values/value.ts";

type Kept = Extract<Value, { readonly kind: string }>;

type KindOfValue<One> = {
  /** The one form in which both sides of a comparison write it. */
  text(value: One): string;
  /** As a request sends it. */
  json(value: One): unknown;
  /** As a user would type it. */
  words(value: One): string;
};

const numeric: KindOfValue<Exclude<Kept, { readonly kind: "row" }>> = {
  text: plainNumber,
  json: (value) => Number(plainNumber(value)),
  words: plainNumber,
};

const iso = (at: number): string => new Date(at).toISOString();
const day = ({ day: at }: Extract<Kept, { readonly kind: "date" }>): string => dayText(at);
const time = ({ at }: Extract<Kept, { readonly kind: "time" }>): string => timeText(at);
const id = (value: Extract<Kept, { readonly kind: "row" }>): string => value.id;

const kinds: { readonly [Each in Kept["kind"]]: KindOfValue<Extract<Kept, { readonly kind: Each }>> } = {
  number: numeric,
  money: numeric,
  date: { text: day, json: day, words: day },
  datetime: { ...numeric, json: ({ at }) => iso(at), words: ({ at }) => iso(at) },
  time: { text: time, json: time, words: time },
  duration: { ...numeric, json: ({ milliseconds }) => Number(milliseconds) },
  row: { text: id, json: id, words: id },
};

export const kindOfValue = ({ kind }: Kept): KindOfValue<Kept> => kinds[kind] as KindOfValue<Kept>;

/** Without zeros at the end. */
function plainNumber(value: Kept): string {
  const { digits, scale } = quantity(value);
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const [whole, fraction] = [all.slice(0, all.length - scale), all.slice(all.length - scale).replace(/0+$/, "")];
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
