// From a row of the table of calls, and what stands under its heading, to a call.
import type { Part } from "../../../document/document.ts";
import { readProperties, type FoundProperties } from "../../../document/properties.ts";
import { cellOf, type FoundRow } from "../../../document/tables.ts";
import { codeOf, spanOf, splitText, trimText, type Text } from "../../../text/text.ts";
import { address } from "../../../clause/clause.ts";
import { defineName } from "../../../clause/define-name.ts";
import type { Name } from "../../../text/name.ts";
import { cellNotShown, partNotShown } from "../../../clause/problems.ts";
import { isMissing, readClause } from "../../../clause/read-clause.ts";
import type { Problem } from "../../../problem.ts";
import type { Call, CallColumn, CallKind, CallOn } from "../model.ts";
import { strayProperty } from "../problems.ts";
import { reportSecrets } from "../secrets.ts";
import { allProperties, callKinds, kindsOfCalls } from "./kinds.ts";
import { callIncomplete, unknownCallKind, unsignedWebhook, wrongOn, wrongProperty } from "./problems.ts";
import { readBody } from "./read-body.ts";
import { readCode } from "./read-code.ts";
import { readParameters } from "./read-parameters.ts";
import {
  readHosts,
  readRetries,
  readSecrets,
  readSends,
  readSignature,
  readTimeout,
  readTimestamp,
} from "./read-properties.ts";
import { readSchedule } from "./read-schedule.ts";

/** `part`: what stands under its heading, where it has one. */
export function readCall(row: FoundRow, part: Part | undefined, problems: Problem[]): Call {
  const written = cellOf(row, "Call");
  const name = defineName(written, address(7, written.text || "?"), problems);
  const clause = readClause<CallColumn>(row, address(7, name.label || "?"), problems);
  const at = (step: string) => `${clause.address}/${step}`;
  const kind = readKind(row, name.label, at("Kind"), problems);
  const bodyNotShown = part?.status.kind === "not shown";
  if (bodyNotShown && part.heading && "explanation" in part.status) {
    problems.push(
      partNotShown.at(
        { span: spanOf(part.heading), address: clause.address },
        "call",
        name.label,
        part.status.explanation,
      ),
    );
  }
  const properties = part && readProperties(part, allProperties, [], clause.address, problems);
  const notShown = (properties?.notShown ?? []).map(({ column, span }) => {
    problems.push(cellNotShown.at({ span, address: at(column) }));
    return column;
  });
  if (part && kind) checkTakes(part, kind, clause.address, problems);
  if (part) for (const { name: property, value } of part.properties) reportSecrets(value, at(property.text), problems);
  if (kind && !bodyNotShown) checkThere({ kind, name, address: clause.address }, properties, problems);
  const read = <Value>(
    property: string,
    reader: (value: Text, address: string, problems: Problem[]) => Value,
  ): Value | undefined => {
    const value = properties?.values.get(property)?.[0];
    return value && reader(value, at(property), problems);
  };
  return {
    ...clause,
    notShown: [...clause.notShown, ...notShown],
    name,
    kind,
    on: readOn(row, kind, name.label, at("On"), problems),
    code: readCode(row, part, kind, { name: name.label, address: at("Code"), bodyNotShown }, problems),
    errors: splitText(cellOf(row, "Errors"))
      .map((error) => codeOf(error) ?? error)
      .map((error) => ({ label: error.text, id: error.text, span: spanOf(error) })),
    in: read("In", readParameters) ?? [],
    out: read("Out", readParameters) ?? [],
    sends: read("Sends", readSends),
    body: read("Body", readBodyProperty),
    signature: read("Signature", readSignature),
    timestamp: read("Timestamp", readTimestamp),
    secrets: read("Secrets", readSecrets) ?? [],
    hosts: read("Hosts", readHosts) ?? [],
    timeoutMilliseconds: read("Timeout", readTimeout),
    retries: read("Retries", readRetries),
    bodyNotShown,
  };
}

function readKind(row: FoundRow, name: string, at: string, problems: Problem[]): CallKind | undefined {
  const cell = trimText(cellOf(row, "Kind"));
  const kind = callKinds.find((one) => one === cell.text);
  if (kind) return kind;
  if (cell.text !== "") problems.push(unknownCallKind.at({ span: spanOf(cell), address: at }, cell.text, callKinds));
  else if (isMissing(row, "Kind") && name !== "") {
    problems.push(
      callIncomplete.at({ span: spanOf(cell), address: at }, name, "kind", `Write one of: ${callKinds.join(", ")}.`),
    );
  }
  return undefined;
}

function checkTakes(part: Part, kind: CallKind, at: string, problems: Problem[]): void {
  const { properties } = kindsOfCalls[kind];
  for (const { name } of part.properties) {
    const property = allProperties.find((one) => one === name.text);
    if (property === undefined || properties.includes(property)) continue;
    problems.push(strayProperty.at({ span: spanOf(name), address: `${at}/${name.text}` }, name.text, kind, properties));
  }
}

/** What a call of its kind cannot be without: somewhere to send to, a way to know the sender. */
function checkThere(
  { kind, name, address: at }: { readonly kind: CallKind; readonly name: Name; readonly address: string },
  properties: FoundProperties | undefined,
  problems: Problem[],
): void {
  const has = (property: string) =>
    properties !== undefined &&
    (properties.values.has(property) || properties.notShown.some(({ column }) => column === property));
  const place = { span: name.span, address: at };
  if (!kindsOfCalls[kind].hasCode && !has("Sends")) {
    problems.push(
      callIncomplete.at(
        { ...place, address: `${at}/Sends` },
        name.label,
        "Sends",
        `Write under ### ${name.label}: - Sends: POST to secret \`NAME\``,
      ),
    );
  }
  if (kind === "webhook in" && !has("Signature"))
    problems.push(unsignedWebhook.at({ ...place, address: `${at}/Signature` }, name.label));
}

const onHints: Readonly<Record<CallKind, string>> = {
  function: "Write button or effect.",
  schedule: "Write when, such as every day at 07:30.",
  "webhook in": "Write its address, such as `POST /hooks/billing`.",
  "webhook out": "Write effect.",
  API: "Write effect, or leave it empty where only code calls it.",
};

function readOn(
  row: FoundRow,
  kind: CallKind | undefined,
  name: string,
  at: string,
  problems: Problem[],
): CallOn | undefined {
  const cell = trimText(cellOf(row, "On"));
  const span = spanOf(cell);
  if (cell.text === "") {
    if (kind && name !== "" && !kindsOfCalls[kind].onMayBeEmpty && isMissing(row, "On")) {
      problems.push(callIncomplete.at({ span, address: at }, name, "On", onHints[kind]));
    }
    return undefined;
  }
  const route = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(codeOf(cell)?.text ?? "");
  const isSchedule = kind === "schedule" && cell.text !== "button" && cell.text !== "effect" && !route;
  if (isSchedule) {
    const schedule = readSchedule(cell, at, problems);
    return schedule && { kind: "schedule", schedule, span };
  }
  const on: CallOn | undefined =
    cell.text === "button" || cell.text === "effect"
      ? { kind: cell.text, span }
      : route
        ? { kind: "route", method: route[1] ?? "", path: route[2] ?? "", span }
        : undefined;
  if (on && (!kind || kindsOfCalls[kind].on.includes(on.kind))) return on;
  if (kind) problems.push(wrongOn.at({ span, address: at }, cell.text, kind, onHints[kind]));
  return undefined;
}

function readBodyProperty(value: Text, at: string, problems: Problem[]): Call["body"] {
  const code = codeOf(value);
  if (code) return readBody(code, at, problems);
  problems.push(
    wrongProperty.at({ span: spanOf(value), address: at }, "a body stands in backticks", 'Write `{"name": value}`.'),
  );
  return undefined;
}
