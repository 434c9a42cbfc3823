// A call of the document, made as a user who is there.
import type { ApplicationCall, ApplicationField } from "@writ/language/product";
import { saveFile } from "../../kit/save-file.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import type { Backend } from "./backend.ts";
import { Refusal, refusalOf } from "../../words/refusal.ts";

/** What Out names, by its identifiers. */
export type CallAnswer = Readonly<Record<string, unknown>>;

/** What takes a row of this entity, where nothing else of the call does. */
export function inputFor(call: ApplicationCall, entity: string): ApplicationField | undefined {
  const [one, ...others] = call.in.filter(({ type }) => type.kind === "reference" && type.entity === entity);
  return others.length > 0 ? undefined : one;
}

/** Throws what was refused. */
export async function makeCall(
  call: ApplicationCall,
  values: Readonly<Record<string, unknown>>,
  backend: Backend,
): Promise<CallAnswer> {
  // Forms keep numbers as they were typed; calls are given numbers.
  const given = Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const type = call.in.find((one) => one.id === id)?.type;
      const isNumber = type !== undefined && fieldTypeOf(type).wire === "number";
      return [id, isNumber && typeof value === "string" ? Number(value) : value];
    }),
  );
  const answer = await backend
    .ask(`/functions/v1/${call.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
    })
    .catch(() => undefined);
  const said = answer?.status === 204 ? {} : await answer?.json().catch(() => undefined);
  if (answer?.ok === true) return said ?? {};
  // What was done twice may be worse than what was not done: a user who tries it again looks first.
  if (said === undefined && navigator.onLine) throw new Refusal("UNANSWERED", "", 0, []);
  throw refusalOf(said ?? { message: "" }, said === undefined ? 0 : (answer?.status ?? 0));
}

/** What is there to be read. */
export const shownOf = ({ out }: ApplicationCall, answer: CallAnswer): readonly ApplicationField[] =>
  out.filter(({ id, type }) => type.kind !== "files" && answer[id] !== null && answer[id] !== undefined);

type HandedOut = { readonly name: string; readonly type: string; readonly text?: string; readonly base64?: string };

/** Files that code hands out go to where the browser keeps files. */
export function saveFiles({ out }: ApplicationCall, answer: CallAnswer): void {
  for (const { id, type } of out) {
    if (type.kind !== "files") continue;
    for (const file of [answer[id]].flat() as readonly (HandedOut | null | undefined)[]) {
      if (!file) continue;
      const bytes = file.base64 && Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      saveFile(file.name, new Blob([bytes || (file.text ?? "")], { type: file.type }));
    }
  }
}
