// What a copy holds once something was tried on it: all rows, and what is to be sent, by one question.
import type { Client } from "pg";
import type { Table } from "../agreement/backend.ts";
import type { Program } from "../interpreter/world/world.ts";
import type { Shape } from "../laying/shape.ts";
import { listsOfTables, readLists, tablesIn } from "../laying/tables.ts";
import { historyList, historyEntries, type HistoryEntry } from "./reading/history.ts";
import { sentFrom, sentIn, type Sent } from "./sent.ts";

export type Afterwards = {
  readonly tables: ReadonlyMap<string, Table>;
  readonly sent: readonly Sent[];
  readonly noted: readonly HistoryEntry[];
};

/** No entity is called so. */
const [sent, noted] = ["to be sent", "what is kept"] as const;

export function readerOfResults(owner: Client, program: Program, shape: Shape): () => Promise<Afterwards> {
  const history = historyList(program);
  const lists = new Map([
    ...listsOfTables(program, shape),
    [sent, sentFrom("writ.outbox")] as const,
    ...(history === undefined ? [] : [[noted, history] as const]),
  ]);
  return async () => {
    const result = await readLists(owner, lists);
    return {
      tables: tablesIn(result, program, shape),
      sent: sentIn(result.get(sent) ?? []),
      noted: historyEntries(result.get(noted)),
    };
  };
}
