// Section 8 in the database: the words of every refusal, by language.
import { quoteText } from "../../expression/sql-quote.ts";
import type { Contribute } from "../../plan/design.ts";
import { builtInErrors } from "./model.ts";

/** Errors are rows: their words change without anything else being made anew. */
export const contribute: Contribute = ({ compiled }) => {
  const { errors } = compiled.model.errors;
  const stated = new Map(errors.map((error) => [error.code.label, error]));
  const all = new Map<string, { readonly status: number; readonly message: Readonly<Record<string, string>> }>();
  for (const [code, status] of builtInErrors) all.set(code, { status, message: {} });
  for (const [code, error] of stated) {
    const message = Object.fromEntries(
      [...error.message].map(([language, template]) => [
        language,
        template.parts.map((part) => (part.kind === "text" ? part.text : "")).join(""),
      ]),
    );
    all.set(code, { status: error.status ?? builtInErrors.get(code) ?? 500, message });
  }
  const rows = [...all].map(
    ([code, { status, message }]) => `(${quoteText(code)}, ${status}, ${quoteText(JSON.stringify(message))}::jsonb)`,
  );
  return {
    objects: [
      {
        kind: "data",
        name: "errors",
        sql: `DELETE FROM writ.error; INSERT INTO writ.error (code, status, message) VALUES ${rows.join(", ")}`,
        address: "8",
      },
    ],
  };
};
