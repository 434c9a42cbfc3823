// The language of messages to a user: their own, the one that their client requests, or the document's first.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";

/**
 * Empty for the document's first language. `writ.spoken(text)` finds one of the document's in what a client requests.
 */
export function languageFunction(design: Design): DatabaseObject {
  const { model, lookup } = design.compiled;
  const codes = model.constants.settings.languages.map(({ code }) => code);
  const list = `ARRAY[${codes.map(quoteText).join(", ")}]::text[]`;
  const field = lookup.fields.get("user")?.get("language");
  const isKept = field?.type?.kind === "one of" || field?.type?.kind === "text";
  const table = printPlace(tableOf(design.layout, "user"));
  const own = `SELECT person.${quoteIdentifier(field?.name.id ?? "")} FROM ${table} AS person WHERE person.id = auth.uid()`;
  // Where the document has no field for it, people keep it with their account.
  const profile =
    "SELECT account.raw_user_meta_data ->> 'language' FROM auth.users AS account WHERE account.id = auth.uid()";
  const asked = [
    `writ.spoken((${isKept ? own : profile}), ${list})`,
    `writ.spoken(current_setting('writ.language', true), ${list})`,
    `writ.spoken(NULLIF(current_setting('request.headers', true), '')::jsonb ->> 'accept-language', ${list})`,
  ];
  return {
    kind: "function",
    place: innerPlace("language"),
    parameters: [],
    returns: "text",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body:
      codes.length < 2
        ? "SELECT ''::text"
        : `SELECT COALESCE(NULLIF(COALESCE(${asked.join(", ")}), ${quoteText(codes[0] ?? "")}), '')`,
    callers: [],
    address: "9/Languages",
  };
}
