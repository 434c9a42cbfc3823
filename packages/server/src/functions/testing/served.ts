// A fragment of a document that is served with its code, for tests of calls: what it printed, calls over the wire, and waiting.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "@writ/language";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import type { ServeOptions } from "../../serve.ts";
import type { StartProduct, TestProduct } from "../../testing/product.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

export type Answered = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
};

export type Served = TestProduct & {
  readonly source: string;
  /** The document; code in files stands beside it. */
  readonly file: string;
  readonly printed: readonly string[];
  readonly call: (name: string, given: unknown, token?: string) => Promise<Answered>;
  readonly ask: (path: string, init?: RequestInit) => Promise<Answered>;
  /** Until the question has an answer. */
  readonly rowOf: (sql: string) => Promise<Readonly<Record<string, unknown>>>;
};

export async function serveFragment(
  start: StartProduct,
  fragment: string,
  options: Partial<ServeOptions> = {},
): Promise<Served> {
  const { source } = completeDocument(fragment);
  const printed: string[] = [];
  const file = join(emptyFolder({ after: () => undefined }), "SPEC.md");
  writeFileSync(file, source);
  const product = await start(source, {
    document: { file, source, compiled: compile(source) },
    onPrint: (line) => void printed.push(line),
    ...options,
  });
  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const response = await fetch(`${product.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text), headers: response.headers };
  };
  return {
    ...product,
    source,
    file,
    printed,
    ask,
    call: async (name, given, token) =>
      ask(`/functions/v1/${name}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(given),
      }),
    rowOf: async (sql) => {
      const told = async () => {
        const waiting = await product.owner("SELECT * FROM writ.outbox");
        return `${sql}\n${JSON.stringify(waiting)}\n${printed.join("\n")}`;
      };
      return eventually(async () => (await product.owner(sql))[0], told);
    },
  };
}

export const codeOf = ({ status, body }: Answered): readonly unknown[] => [status, body["code"]];
