// What there is to reach: a short server that sends the statements of Writ's data API, as the same role, in one packet,
// and does nothing else. The statements are Writ's own; everything between the network and them is these lines.
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { Pool } from "pg";
import { beginAs, statementsOn } from "./statements.ts";
import type { Sent } from "./target.ts";

const [, , databaseUrl = "", owner = "", connections = "8"] = process.argv;
const works = JSON.parse(process.env["WORKS"] ?? "{}") as Readonly<Record<string, Sent>>;
const pool = new Pool({
  connectionString: databaseUrl,
  max: Number(connections),
  pipeline: true,
} as ConstructorParameters<typeof Pool>[0]);
const statementOf = await pool.connect().then(async (client) => {
  const read = await statementsOn(client);
  client.release();
  return read;
});
const prepared = new Map(
  Object.entries(works).map(([name, sent]) => [
    name,
    { ...statementOf(sent, 0), body: sent.bodies?.[0], id: /[0-9a-f-]{36}/.exec(sent.paths[0] ?? "")?.[0] },
  ]),
);
const begin = beginAs(owner);
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
    client.query({ name: url.pathname, text: work.text, values: [...values] }),
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
