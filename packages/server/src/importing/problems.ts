// What is wrong with a row, in the words of the document, by column.
import { DatabaseError, type ClientBase } from "pg";
import type { Catalogue } from "../rest/catalogue/catalogue.ts";
import type { Caller } from "../rest/handle.ts";
import type { DataRequest } from "../rest/request/request.ts";
import { databaseFailure, isOfMachine } from "../rest/respond/database-failure.ts";
import { wordsOf } from "../rest/respond/in-words.ts";
import { misfitsIn } from "../rest/respond/misfits.ts";
import { readConstraints } from "../applying/applied.ts";

export type CellProblem = {
  readonly code: string;
  /** Of the document; undefined where it is about the row as a whole. */
  readonly field: string | undefined;
  readonly message: string;
};

export type Words = {
  /** Of what PostgreSQL refused. Throws what no row is to blame for. */
  readonly ofRefusal: (error: unknown, request: DataRequest) => Promise<readonly CellProblem[]>;
  readonly of: (code: string, field: string | undefined, why?: string) => Promise<CellProblem>;
};

/** `client`: none whose transaction may have failed. */
export async function problemWords(client: ClientBase, catalogue: Catalogue, caller: Caller): Promise<Words> {
  const constraints = await readConstraints(client);
  const inWords = wordsOf(() => constraints, {
    withConnection: async (work) => work(client),
    renew: () => undefined,
    load: () => ({ size: 1, busy: 0, waiting: 0 }),
    end: async () => undefined,
  });
  const told = new Map<string, string>();
  const tell = async (code: string, field: string | undefined): Promise<string> => {
    const key = `${code} ${field ?? ""}`;
    const known = told.get(key);
    if (known !== undefined) return known;
    const { rows } = await client.query<{ told: { readonly message: string } }>(
      "SELECT writ.tell(one) AS told FROM jsonb_array_elements(writ.problem($1, $2, NULL)) AS one",
      [code, field ?? null],
    );
    const message = rows[0]?.told.message ?? code;
    told.set(key, message);
    return message;
  };
  return {
    of: async (code, field, why) => {
      const message = await tell(code, field);
      return { code, field, message: why === undefined ? message : `${message} ${why}` };
    },
    ofRefusal: async (error, request) => {
      if (!(error instanceof DatabaseError) || isOfMachine(error) || isPassing(error)) throw error;
      const { body } =
        (await inWords(error, caller, misfitsIn(request, error, catalogue))) ?? databaseFailure(error, caller.signedIn);
      const list = listOf(body.details);
      if (list.length === 0) return [{ code: body.code, field: undefined, message: body.message }];
      return list.map(({ code, field, message }) => ({
        code: typeof code === "string" ? code : body.code,
        field: typeof field === "string" ? field : undefined,
        message: typeof message === "string" ? message : body.message,
      }));
    },
  };
}

/** A deadlock or a lock, a lost connection, or a statement that was ended. */
const isPassing = ({ code = "" }: DatabaseError): boolean => /^(?:08|40|55|57)/.test(code);

function listOf(details: unknown): readonly Readonly<Record<string, unknown>>[] {
  try {
    const read: unknown = typeof details === "string" ? JSON.parse(details) : details;
    return Array.isArray(read) ? read.filter((one) => typeof one === "object" && one !== null) : [];
  } catch {
    return [];
  }
}
