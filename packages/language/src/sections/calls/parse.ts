// From the parts of section 7 to calls, each with what stands under its heading, and to mails.
import type { DocumentSection, Part } from "../../document/document.ts";
import { cellOf, readTables, type TableKind } from "../../document/tables.ts";
import { spanOf } from "../../text/text.ts";
import { address } from "../../clause/clause.ts";
import { reportSameNames } from "../../clause/define-name.ts";
import { readName, readReference } from "../../text/name.ts";
import { unknownHeading } from "../../clause/problems.ts";
import type { Problem, Read } from "../../problem.ts";
import { readCall } from "./calls/read-call.ts";
import { languageColumn, readMail } from "./mails/read-mail.ts";
import type { Call, Calls, Mail } from "./model.ts";
import { headingTwice } from "./problems.ts";

const kinds = {
  calls: { columns: ["Call*", "Kind*", "On*", "Code*", "Errors"] },
  mails: { columns: ["Mail*", "For*", "Subject*", "Text*"], extra: (header) => languageColumn.test(header) },
} satisfies Record<string, TableKind>;

export function parse(section: DocumentSection): Read<Calls> {
  const problems: Problem[] = [];
  const tables = section.parts.flatMap((part) => readTables(7, part, kinds, problems));
  const rows = tables.flatMap((table) => (table.kind === "calls" ? table.rows : []));
  const labels = rows.map((row) => readName(cellOf(row, "Call")).label);
  const parts = readParts(
    section,
    new Set(rows.flatMap((row) => keysOf(readName(cellOf(row, "Call"))))),
    labels,
    problems,
  );
  const calls = rows.map((row): Call => {
    const part = keysOf(readName(cellOf(row, "Call"))).flatMap((key) => parts.get(key) ?? [])[0];
    return readCall(row, part, problems);
  });
  const mails = tables.flatMap((table) =>
    table.kind === "mails" ? table.rows.map((row): Mail => readMail(row, problems)) : [],
  );
  for (const named of [calls, mails]) {
    reportSameNames(
      named.map((one) => one.name),
      (name) => address(7, name.label),
      problems,
    );
  }
  return { value: { number: 7, status: section.status, calls, mails }, problems };
}

const keysOf = ({ id, label }: { readonly id: string; readonly label: string }) =>
  [id, label].filter((key) => key !== "");

/** By the names in their headings. A second heading of the same name would never be read. */
function readParts(
  section: DocumentSection,
  known: ReadonlySet<string>,
  labels: readonly string[],
  problems: Problem[],
): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const part of section.parts) {
    const { heading } = part;
    if (!heading) continue;
    const reference = readReference(heading);
    const place = { span: spanOf(heading), address: address(7, heading.text) };
    const keys = keysOf(reference);
    const before = keys.map((key) => parts.get(key)?.heading).find((one) => one !== undefined);
    if (before) {
      problems.push(headingTwice.at(place, heading.text, spanOf(before)));
    } else if (keys.some((key) => known.has(key))) {
      for (const key of keys) parts.set(key, part);
    } else {
      problems.push(unknownHeading.at(place, heading.text, "call", labels));
    }
  }
  return parts;
}
