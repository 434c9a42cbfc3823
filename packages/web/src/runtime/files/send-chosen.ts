// Files of a form as a call is given them: each with its name, its type and its bytes.
import type { ApplicationField } from "@writ/language/product";
import type { Chosen } from "./chosen-files.tsx";
import { pathsIn } from "../values/file-path.ts";

export async function withFiles(
  values: Readonly<Record<string, unknown>>,
  fields: readonly ApplicationField[],
  chosen: Chosen,
): Promise<Readonly<Record<string, unknown>>> {
  const sent: Record<string, unknown> = { ...values };
  for (const { id, type } of fields) {
    if (type.kind !== "files" || sent[id] === undefined || sent[id] === null) continue;
    const files = await Promise.all(pathsIn(sent[id]).map(async (path) => givenOf(chosen.get(path))));
    const there = files.filter((file) => file !== undefined);
    sent[id] = type.many ? there : (there[0] ?? null);
  }
  return sent;
}

async function givenOf(file: File | undefined) {
  if (file === undefined) return undefined;
  const read = new FileReader();
  const address = await new Promise<string>((resolve, reject) => {
    read.addEventListener("load", () => resolve(String(read.result)));
    read.addEventListener("error", () => reject(read.error ?? new Error(file.name)));
    read.readAsDataURL(file);
  });
  return { name: file.name, type: file.type, base64: address.slice(address.indexOf(",") + 1) };
}
