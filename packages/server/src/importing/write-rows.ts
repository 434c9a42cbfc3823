// Rows into the database, by the statements of the data API: many at once, and in ever smaller parts where one is refused.
import type { ClientBase } from "pg";
import { sendPacket, type Statement } from "../postgres/connections/packet.ts";
import type { Catalogue } from "../rest/catalogue/catalogue.ts";
import { prepare } from "../rest/prepare.ts";
import { answerIn } from "../rest/query/run.ts";
import { readRequest } from "../rest/request/read-request.ts";
import type { DataRequest } from "../rest/request/request.ts";
import type { Caller, Service } from "../rest/service.ts";
import type { CellProblem, Words } from "./problems.ts";

export type RowToWrite = {
  readonly number: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The row that is changed; undefined: a new one. */
  readonly id: string | undefined;
};

export type Writer = {
  /** In a transaction of the caller. What is refused is told, and nothing of it stays. */
  readonly write: (rows: readonly RowToWrite[]) => Promise<readonly Refused[]>;
};
export type Refused = { readonly row: RowToWrite; readonly problems: readonly CellProblem[] };

type Options = {
  readonly client: ClientBase;
  readonly entity: string;
  readonly catalogue: Catalogue;
  readonly caller: Caller;
  readonly words: Words;
};

/** What is worked out when a transaction ends is worked out for these rows, and what it has written is forgotten. */
const settledAs = (role: string): readonly Statement[] => [
  { text: "SET CONSTRAINTS ALL IMMEDIATE", values: [] },
  { text: "SET CONSTRAINTS ALL DEFERRED", values: [] },
  { text: "SELECT set_config('writ.written', '', true), set_config('writ.signed', '', true)", values: [] },
  // Only the owner may.
  { text: "SELECT set_config('role', 'none', true)", values: [] },
  { text: "SELECT writ.give_numbers_back()", values: [] },
  { text: "SELECT set_config('role', $1, true)", values: [role] },
  { text: "RELEASE SAVEPOINT rows", values: [] },
];
const begun: Statement = { text: "SAVEPOINT rows", values: [] };
const takenBack = "ROLLBACK TO SAVEPOINT rows; RELEASE SAVEPOINT rows";

export const dataService = (catalogue: Catalogue): Service => ({
  catalogue: () => catalogue,
  schemas: ["public"],
  maxRows: undefined,
  aggregates: false,
  transactionEnd: "commit",
  preRequest: undefined,
  withConnection: async () => Promise.reject(new Error("an import has its own connection")),
});

export function writerOf({ client, entity, catalogue, caller, words }: Options): Writer {
  const service = dataService(catalogue);
  const writeAll = async (rows: readonly RowToWrite[]): Promise<readonly Refused[]> => {
    const [first, ...more] = rows;
    if (first === undefined) return [];
    const requests = requestsOf(entity, rows, service);
    try {
      const statements = requests.map((request) => prepare(request, service, catalogue).statement);
      const answers = await sendPacket(client, [begun, ...statements, ...settledAs(caller.role)], caller.role);
      // What is there and was not changed is nothing that this caller may change.
      const changed = rows.filter(({ id }) => id !== undefined);
      const unchanged = changed.filter((_row, at) => answerIn(answers[at + 1] ?? []).rows === "0");
      const forbidden = unchanged.length === 0 ? [] : [await words.of("FORBIDDEN", undefined)];
      return unchanged.map((row) => ({ row, problems: forbidden }));
    } catch (failure) {
      await client.query(takenBack);
      if (more.length === 0) {
        const [request] = requests;
        if (request === undefined) throw failure;
        return [{ row: first, problems: await words.ofRefusal(failure, request) }];
      }
      // Throws what no row is to blame for, before it is tried again row by row.
      for (const request of requests.slice(0, 1)) await words.ofRefusal(failure, request);
      const half = Math.ceil(rows.length / 2);
      return [...(await writeAll(rows.slice(0, half))), ...(await writeAll(rows.slice(half)))];
    }
  };
  return { write: writeAll };
}

/** One for each row that is changed, and one for all new ones: in that order. */
function requestsOf(entity: string, rows: readonly RowToWrite[], service: Service): readonly DataRequest[] {
  const changed = rows.filter(({ id }) => id !== undefined);
  const fresh = rows.filter(({ id }) => id === undefined);
  return [
    ...changed.map(({ id = "", values }) => request("PATCH", `id=eq.${id}&columns=${named([values])}`, values)),
    ...(fresh.length === 0
      ? []
      : [
          request(
            "POST",
            `columns=${named(fresh.map(({ values }) => values))}`,
            fresh.map(({ values }) => values),
          ),
        ]),
  ];

  function request(method: "POST" | "PATCH", query: string, body: unknown): DataRequest {
    const headers = new Headers({
      "content-type": "application/json",
      prefer: method === "POST" ? "return=minimal, missing=default" : "return=minimal",
    });
    return readRequest({ method, path: `/${entity}`, query, headers, body: JSON.stringify(body) }, service);
  }
}

/** Identifiers of the document: letters, digits and underscores. */
const named = (rows: readonly object[]): string => [...new Set(rows.flatMap((row) => Object.keys(row)))].join(",");
