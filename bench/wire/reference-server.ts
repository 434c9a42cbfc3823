// What there is to reach: a short server that sends the statements of Writ's data API, as the same role, in one packet,
// and does nothing else. The statements are Writ's own; everything between the network and them is these lines.
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { Pool } from "pg";
import { readCatalogue } from "../../packages/server/src/rest/catalogue/read-catalogue.ts";
import { prepare } from "../../packages/server/src/rest/prepare.ts";
import { readRequest } from "../../packages/server/src/rest/request/read-request.ts";
import type { Service } from "../../packages/server/src/rest/service.ts";
import type { Sent } from "./target.ts";

const [, , databaseUrl = "", owner = "", connections = "8"] = process.argv;
const works = JSON.parse(process.env["WORKS"] ?? "{}") as Readonly<Record<string, Sent>>;
const pool = new Pool({
  connectionString: databaseUrl,
  max: Number(connections),
  pipeline: true,
} as ConstructorParameters<typeof Pool>[0]);
const catalogue = await pool.connect().then(async (client) => {
  const read = await readCatalogue(client, ["public"]);
  client.release();
  return read;
});
const service = {
  catalogue: () => catalogue,
  schemas: ["public"],
  maxRows: 1000,
  aggregates: true,
  transactionEnd: "commit",
} as unknown as Service;

const prepared = new Map(
  Object.entries(works).map(([name, { method, paths, bodies, headers }]) => {
    const [path = "", query = ""] = (paths[0] ?? "").replace("/rest/v1", "").split(/\?(.*)/s);
    const get = (header: string) => headers[header] ?? null;
    const { statement } = prepare(
      readRequest({ method, path, query, headers: { get }, body: bodies?.[0] ?? "" }, service),
      service,
      catalogue,
    );
    return [name, { ...statement, body: bodies?.[0], id: /[0-9a-f-]{36}/.exec(paths[0] ?? "")?.[0] }] as const;
  }),
);

const claims = JSON.stringify({ role: "authenticated", sub: owner });
const begin = `BEGIN; SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true)`;
createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += String(part);
  const url = new URL(request.url ?? "", "http://x");
  const work = prepared.get(url.pathname.slice(1).replaceAll("-", " "));
  if (work === undefined) return void response.writeHead(404).end();
  const id = url.searchParams.get("id");
  const values = work.values.map((value) => (value === work.body ? body : value === work.id ? id : value));
  const client = await pool.connect();
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.cork();
  const sent = [
    client.query(begin),
    client.query({ name: url.pathname, text: work.text, values }),
    client.query("COMMIT"),
  ];
  stream.uncork();
  const outcomes = await Promise.allSettled(sent);
  client.release();
  const answered = outcomes[1];
  if (outcomes.some(({ status }) => status === "rejected") || answered?.status !== "fulfilled")
    return void response.writeHead(500).end();
  response.writeHead(200, { "Content-Type": "application/json" }).end(answered.value.rows[0]?.body ?? "");
}).listen(0, "127.0.0.1", function (this: { address: () => unknown }) {
  process.stdout.write(`${JSON.stringify(this.address())}\n`);
});
