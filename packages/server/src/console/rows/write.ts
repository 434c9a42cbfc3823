// What an operator writes: by the data API, past the rights of the document, under its types and rules, and in their name.
import type { Caller } from "../../rest/handle.ts";
import { answerAs, type DataService } from "../../rest/serve.ts";
import { Refusal } from "../answers.ts";
import type { RefusedRowView } from "../operator-response-types.ts";
import type { ConsoleUser } from "../operators/acts.ts";
import type { Table } from "./tables.ts";

export type RowWrite =
  | { readonly act: "create"; readonly values: Readonly<Record<string, unknown>> }
  | {
      readonly act: "change";
      readonly id: string;
      readonly values: Readonly<Record<string, unknown>>;
      /** When the row was changed that they have before them: another one's change is not written over. */
      readonly seen: string;
    }
  | { readonly act: "delete"; readonly id: string };

const verbs = { create: "Created a row", change: "Changed a row", delete: "Deleted a row" } as const;

/** The operator is the person who asks, and no right of theirs is looked at. */
export const operatorCaller = ({ person }: ConsoleUser, settings: Caller["settings"] = {}): Caller => ({
  role: "service_role",
  claims: { role: "service_role", ...(person === undefined ? {} : { sub: person }) },
  signedIn: true,
  settings: { "request.headers": "{}", "request.method": "", "request.path": "", ...settings },
});

export async function writeRow(
  service: DataService,
  user: ConsoleUser,
  table: Table,
  write: RowWrite,
): Promise<{ readonly id: string } | Refusal> {
  if (table.id === "user" && write.act !== "change")
    return refused(400, { code: "INVALID", message: "Accounts are made and deleted by their owners.", problems: [] });
  const writable = new Set(table.columns.filter(({ auto }) => !auto).map(({ id }) => id));
  const values = "values" in write ? write.values : {};
  const foreign = Object.keys(values).find((name) => !writable.has(name));
  if (foreign !== undefined || ("id" in write && !isId(write.id)))
    return refused(400, { code: "INVALID", message: "This cannot be written.", problems: [] });
  const names = Object.keys(values).map((name) => table.columns.find(({ id }) => id === name)?.label ?? name);
  const about = [`${table.label}${"id" in write ? ` ${write.id}` : ""}`, names.join(", ")].filter((one) => one !== "");
  const seen = write.act === "change" ? `&updated_at=eq.${encodeURIComponent(write.seen)}` : "";
  const caller = operatorCaller(user, {
    "writ.operator_name": user.name,
    "writ.operator_act": verbs[write.act],
    // By it their values are judged as a user's are, where the system's own are rounded.
    "writ.operator_entity": table.id,
    "writ.operator_about": about.join(": ").slice(0, 2000),
  });
  // Of one row: where none is there, nothing of the transaction stays.
  const headers = new Headers({
    accept: "application/vnd.pgrst.object+json",
    "content-type": "application/json",
    prefer: "return=representation",
  });
  const answer = await answerAs(
    {
      method: { create: "POST", change: "PATCH", delete: "DELETE" }[write.act],
      path: `/${table.id}`,
      query: "id" in write ? `select=id&id=eq.${write.id}${seen}` : "select=id",
      headers,
      body: write.act === "delete" ? "" : JSON.stringify(values),
    },
    caller,
    service,
    "writ.note_operator_act",
  );
  const told: unknown = answer.body === null ? undefined : JSON.parse(String(answer.body));
  if (answer.status === 406)
    return write.act === "change"
      ? refused(409, {
          code: "CONFLICT",
          message: "This row was changed or deleted after you opened it. Reload the page to see its current version.",
          problems: [],
        })
      : refused(404, { code: "NOT_FOUND", message: "This row no longer exists.", problems: [] });
  return answer.status >= 400 ? refused(answer.status, problemsIn(told)) : (told as { readonly id: string });
}

const refused = (status: number, told: RefusedRowView): Refusal => new Refusal(status, told);

/** All that is wrong at once, each at its field. */
function problemsIn(told: unknown): RefusedRowView {
  const { code, message, details } = told as Readonly<Record<string, unknown>>;
  const list = listOf(typeof details === "string" ? details : "");
  return {
    code: String(code),
    message: String(message),
    problems: list.map(({ field, message: words }) => ({
      field: typeof field === "string" ? field : null,
      message: String(words),
    })),
  };
}

function listOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
