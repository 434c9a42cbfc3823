// What the console asks about rows.
import type { ConsoleOptions } from "../console.ts";
import type { ConsoleRoute } from "../routes.ts";
import type { TablesView } from "../operator-response-types.ts";
import { readSearch } from "./conditions.ts";
import { findRow, findRows, named } from "./find.ts";
import { tableNamed, tablesOf, viewOf, type Table } from "./tables.ts";
import { writeRow } from "./write.ts";

const tableIn = async ({ pool, writing }: ConsoleOptions, id: unknown): Promise<Table | undefined> =>
  pool.withConnection(async (client) => tableNamed(client, writing.state().served.compiled, String(id)));

const valuesIn = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};

export const rowRoutes: readonly ConsoleRoute[] = [
  [
    "GET",
    "tables",
    async ({ options: { pool, writing } }): Promise<TablesView> => {
      const { compiled } = writing.state().served;
      const { languages, timeZone, currency } = compiled.model.constants.settings;
      return {
        tables: (await pool.withConnection(async (client) => tablesOf(client, compiled))).map(viewOf),
        formats: {
          languages: languages.map(({ code }) => code),
          timeZone: timeZone?.name ?? "UTC",
          currency: currency === undefined ? null : { code: currency.code, minorUnits: currency.minorUnits },
        },
      };
    },
  ],
  [
    "GET",
    "rows",
    async ({ query, options }) => {
      const table = await tableIn(options, query.get("entity"));
      const page = Number(/^\d{1,6}$/.exec(query.get("page") ?? "")?.[0] ?? 0);
      return table && findRows(options, table, readSearch(query), page);
    },
  ],
  [
    "GET",
    "row",
    async ({ query, options }) => {
      const table = await tableIn(options, query.get("entity"));
      return table && findRow(options, table, query.get("row") ?? "");
    },
  ],
  [
    "GET",
    "row-names",
    async ({ query, options }) => {
      const table = await tableIn(options, query.get("entity"));
      return table && named(options.pool, table, query.get("text")?.trim() ?? "", query.get("row") ?? "");
    },
  ],
  [
    "POST",
    "row-create",
    async ({ body, options, user }) => {
      const table = await tableIn(options, body["entity"]);
      return table && writeRow(options.data, user, table, { act: "create", values: valuesIn(body["values"]) });
    },
  ],
  [
    "POST",
    "row-change",
    async ({ body, options, user }) => {
      const table = await tableIn(options, body["entity"]);
      const { row, seen } = body;
      const values = valuesIn(body["values"]);
      return (
        table && writeRow(options.data, user, table, { act: "change", id: String(row), values, seen: String(seen) })
      );
    },
  ],
  [
    "POST",
    "row-delete",
    async ({ body, options, user }) => {
      const table = await tableIn(options, body["entity"]);
      return table && writeRow(options.data, user, table, { act: "delete", id: String(body["row"]) });
    },
  ],
];
