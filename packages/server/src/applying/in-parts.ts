// A statement that gives a value to every row of a large table, part by part, so that its progress can be said.
import type { ClientBase } from "pg";
import { rowsOf } from "./estimate.ts";

/** Of fewer rows nobody waits for the next word. */
const rowsInPart = 100_000;

/** The alias of the rows that it reads, which are the rows that it writes. */
const fillings = [
  {
    table: /^UPDATE (\S+) AS kept SET .* FROM \(SELECT .* AS _kept\) AS found /s,
    rows: "AS _kept) AS found",
    alias: "_kept",
  },
  { table: /^UPDATE (\S+) AS given SET .* WHERE /s, rows: undefined, alias: "given" },
] as const;

/** `onPart` is called with the share that is done. */
export async function runInParts(
  client: ClientBase,
  statement: string,
  onPart: (share: number) => void,
): Promise<void> {
  const filling = fillings.find(({ table }) => table.test(statement));
  const table = filling?.table.exec(statement)?.[1];
  const parts = table === undefined ? 1 : Math.ceil((await rowsOf(client, table)) / rowsInPart);
  if (filling === undefined || table === undefined || parts < 2) {
    await client.query(statement);
    return;
  }
  const { rows } = await client.query(
    "SELECT ceil(pg_relation_size($1::regclass) / current_setting('block_size')::numeric)::int AS pages",
    [table],
  );
  const pages = Number(rows[0]?.pages);
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part, part + 1].map((at) => Math.floor((pages * at) / parts));
    const within = `${filling.alias}.ctid >= '(${from},0)'::tid AND ${filling.alias}.ctid < '(${to},0)'::tid`;
    await client.query(
      filling.rows === undefined
        ? `${statement} AND ${within}`
        : statement.replace(filling.rows, () => `AS _kept WHERE ${within}) AS found`),
    );
    onPart((part + 1) / parts);
  }
}
