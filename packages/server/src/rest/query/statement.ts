// A statement that is being written: its text, and the values that it is sent with. No value ever stands in the text.
import { quoteIdentifier } from "@writ/language/sql-quote";
import type { Value } from "../../postgres/connections/messages.ts";
import type { Name } from "../catalogue/catalogue.ts";

export type Values = {
  readonly add: (value: Value) => string;
  readonly list: readonly Value[];
};

export function newValues(): Values {
  const list: Value[] = [];
  return { add: (value) => `$${list.push(value)}`, list };
}

export const printName = ({ schema, name }: Name): string => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
