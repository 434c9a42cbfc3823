// A batch of rows of a file, in a transaction that has begun.
import type { Statement } from "../postgres/connections/packet.ts";
import { sendPacket } from "../postgres/connections/packet.ts";
import { beginning } from "../rest/query/transaction.ts";
import { readRequest } from "../rest/request/read-request.ts";
import type { Converted } from "./convert.ts";
import type { CellProblem } from "./problems.ts";
import { mostOfBatch, type Importing } from "./report.ts";
import type { SourceRow } from "./source/table.ts";
import { dataService } from "./write-rows.ts";

export type Outcome = {
  /** What was not refused. */
  readonly written: readonly Converted[];
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly { readonly source: SourceRow; readonly problems: readonly CellProblem[] }[];
};

/** In the role of the caller, exactly as a request of the data API begins. */
export async function begin({ client, caller, table, first }: Importing): Promise<void> {
  const nothing = { tables: new Map(), relationships: new Map(), functions: new Map(), handlers: [] };
  const service = { ...dataService(nothing), preRequest: first };
  const raw = { method: "POST", path: `/${table.id}`, query: "", headers: new Headers(), body: "" };
  // Sequence numbers are taken for a batch at once.
  const settings = { ...caller.settings, "writ.number_block": String(mostOfBatch.rows) };
  const statements: readonly Statement[] = beginning(readRequest(raw, service), { ...caller, settings }, service, {
    readsOnly: false,
    isolated: [],
  });
  await sendPacket(client, statements, caller.role);
}

export async function writeBatch(importing: Importing, batch: readonly SourceRow[]): Promise<Outcome> {
  const { client, converter, writer } = importing;
  const written: Converted[] = [];
  const refused: Outcome["refused"][number][] = [];
  let created = 0;
  let updated = 0;
  for (let rest = batch; rest.length > 0;) {
    const now = await converter.convert(client, rest);
    rest = rest.slice(now.length);
    const good = now.filter(({ problems }) => problems.length === 0);
    const wrong = await writer.write(good.map(({ row }) => row));
    const byNumber = new Map(wrong.map(({ row, problems }) => [row.number, problems]));
    for (const one of now) {
      const { source, row, problems } = one;
      const why = problems.length > 0 ? problems : byNumber.get(row.number);
      if (why !== undefined) refused.push({ source, problems: why });
      else {
        written.push(one);
        if (row.id === undefined) created++;
        else updated++;
      }
    }
  }
  return { written, created, updated, refused };
}
