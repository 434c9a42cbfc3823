// Statements as spans: what was asked of which table, how long it took, and by which code it failed; never a value.
import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientBase, Submittable } from "pg";
import type { SpanAbout, Tracing } from "../../telemetry/tracing.ts";
import type { Statement } from "./packet.ts";

type Packet = Submittable & {
  readonly statements: readonly Statement[];
  handleCommandComplete: () => void;
  handleEmptyQuery: () => void;
  handleError: (failure: Error) => void;
};

/** Of a connection: before any work, whose trace it is a part of. */
export type TracedConnection = { readonly begin: () => Promise<void> };

/** Under this name the outbox finds the trace to which what it keeps belongs: `tables.sql` of the language. */
const setting = "SELECT set_config('writ.traceparent', $1, false)";

/** Whatever is asked on this connection from now on, in a span, is a part of that. */
export function traceConnection(client: ClientBase, tracing: Tracing, database: string): TracedConnection {
  const ask = client.query.bind(client) as (...asked: readonly unknown[]) => unknown;
  const about = (text: string): SpanAbout => aboutStatement(text, database);
  Object.assign(client, {
    query: (first: unknown, ...rest: readonly unknown[]) => {
      if (tracing.traceId() === undefined) return ask(first, ...rest);
      if (isPacket(first)) return ask(watched(first, tracing, about));
      const text = textOf(first);
      const began = performance.now();
      const asked = ask(first, ...rest);
      if (text === undefined || !(asked instanceof Promise)) return asked;
      const end = (failure?: unknown) => tracing.record(about(text), began, performance.now(), failure);
      asked.then(() => end(), end);
      return asked;
    },
  });
  let isSet = false;
  return {
    begin: async () => {
      const traceparent = tracing.traceparent();
      if (traceparent === undefined && !isSet) return;
      isSet = traceparent !== undefined;
      await ask(setting, [traceparent ?? ""]);
    },
  };
}

const isPacket = (asked: unknown): asked is Packet =>
  typeof asked === "object" && asked !== null && "submit" in asked && "statements" in asked;

const textOf = (asked: unknown): string | undefined =>
  typeof asked === "string"
    ? asked
    : typeof asked === "object" && asked !== null && "text" in asked && typeof asked.text === "string"
      ? asked.text
      : undefined;

/** PostgreSQL works on one after the other: each begins where the one before it has ended. */
function watched(packet: Packet, tracing: Tracing, about: (text: string) => SpanAbout): Packet {
  let began = performance.now();
  let at = 0;
  // The answers come in the span in which the connection was opened.
  const inside = AsyncLocalStorage.snapshot();
  const end = (failure?: unknown) => {
    const ended = performance.now();
    const statement = packet.statements[at++];
    if (statement !== undefined) inside(() => tracing.record(about(statement.text), began, ended, failure));
    began = ended;
  };
  return Object.assign(packet, {
    handleCommandComplete: after(packet.handleCommandComplete, () => end()),
    handleEmptyQuery: after(packet.handleEmptyQuery, () => end()),
    handleError: after(packet.handleError, end),
  });
}

const after =
  <Given extends readonly unknown[]>(first: (...given: Given) => void, then: (...given: Given) => void) =>
  (...given: Given): void => {
    first(...given);
    then(...given);
  };

/** Of a WITH, what it does; of everything else, its first word. */
const operations = /\b(INSERT|UPDATE|DELETE|MERGE)\s+(?:INTO\s|FROM\s|ONLY\s|")/;
/** In the schemas of a product alone: other names that stand at such a place may be chosen by a client. */
const named =
  /\b(?:FROM|INTO|UPDATE|JOIN|SELECT(?=\s+[\w".]+\())\s+"?(public|auth|storage|realtime|writ)"?\."?([a-z_][a-z0-9_]*)"?/i;

/** Without literals and names that are more than one word: a client chooses aliases, and may write anything in them. */
const withoutTexts = (text: string): string =>
  text.replaceAll(/'[^']*'|"[^"]*"/g, (quoted) => (/^"\w+"$/.test(quoted) ? quoted : '""'));

function aboutStatement(asked: string, database: string): SpanAbout {
  const text = withoutTexts(asked);
  const [first = ""] = /^[a-z]+/i.exec(text.trimStart()) ?? [];
  const word = first.toUpperCase();
  const operation = word === "WITH" ? (operations.exec(text)?.[1] ?? "SELECT") : word;
  const [, schema, name] = named.exec(text) ?? [];
  const summary = name === undefined ? operation : `${operation} ${schema}.${name}`;
  return {
    name: summary || "statement",
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.namespace": database,
      "db.operation.name": operation,
      "db.query.summary": summary,
    },
  };
}
