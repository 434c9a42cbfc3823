// A case as what a person would do to see it: who is there, what is there, what is tried, what should come of it.
import { textOf } from "../agreement/texts.ts";
import { kindOfValue } from "../field-types/values.ts";
import { anyAddress } from "../interpreter/rules/quotas.ts";
import { isList, isRow, type Value } from "../interpreter/values/value.ts";
import { rowsOf, valueOf, type Row, type World } from "../interpreter/world/world.ts";
import type { Case } from "../plan/search/find.ts";
import { nameOfFile, type FileUpload } from "../plan/samples/files.ts";
import { elapsedIn, type Attempt } from "../plan/situation/situation.ts";
import type { RequestAttempt } from "../plan/attempts/request-attempt.ts";
import type { RoundAttempt } from "../plan/attempts/schedule-attempt.ts";
import { isAboutRoles, type RoleAttempt } from "../plan/attempts/role-attempt.ts";
import type { SignInAttempt } from "../plan/attempts/sign-in-attempt.ts";
import { changedRows, tablesOf } from "./changed-rows.ts";

export function storyOf({ scenario, situation, outcome }: Case): readonly string[] {
  const { world, me, attempt: tried } = situation;
  const called = namesIn(world, tried);
  const who = me === null ? "A visitor who is not signed in" : called(me);
  return [
    `It is ${new Date(world.now).toISOString()}.`,
    ...world.assigned.map(
      ({ person, role, within }) =>
        `${called(person)} is ${role}${within === undefined ? "" : ` in ${called(within)}`}.`,
    ),
    ...[...world.rows.keys()].flatMap((entity) =>
      entity === "user" ? [] : rowsOf(world, entity).map((row) => rowWords(row, called)),
    ),
    ...[...Map.groupBy(world.requests, ({ limit, by, at }) => wordsOfCount(limit, called(by), at))].map(
      ([words, { length }]) => `${words}: ${length === 1 ? "once" : `${length} times`}.`,
    ),
    ...(tried.kind === "wait"
      ? waitWords(situation, outcome)
      : tried.kind === "come round"
        ? roundWords(tried, outcome)
        : [`${who}: ${attemptWords(tried, called)}${languageWords(scenario.told?.language)}.`, endWords(outcome)]),
  ];
}

const wordsOfCount = (limit: string, who: string, at: number): string =>
  `The limit ${limit} has counted for ${who === anyAddress ? "their address" : who} at ${new Date(at).toISOString()}`;

const languageWords = (language: string | undefined): string =>
  language === undefined || language === "" ? "" : `, in the language ${language}`;

function bringsWords({ bytes, inTruth }: Partial<FileUpload> = {}): string {
  if (bytes !== undefined) return `, with a file of ${bytes} bytes`;
  return inTruth === undefined ? "" : `, with a file that is ${inTruth} in truth`;
}

function endWords(outcome: Case["outcome"]): string {
  if (!("refused" in outcome)) return "It is done.";
  return `It is refused: ${outcome.refused.map(({ code, clause }) => `${code} (${clause})`).join(", ")}.`;
}

function waitWords(situation: Case["situation"], outcome: Case["outcome"]): readonly string[] {
  const elapsed = elapsedIn(situation);
  const past = elapsed?.world ?? situation.world;
  const isSame = changedRows(tablesOf(situation.world), tablesOf(past)).length === 0;
  return [
    `Time advances to ${new Date(elapsed?.at ?? situation.world.now).toISOString()}.`,
    "refused" in outcome ? endWords(outcome) : isSame ? "No row changes." : "Everything that is due happens.",
  ];
}

function roundWords({ call, stops }: RoundAttempt, outcome: Case["outcome"]): readonly string[] {
  const asked =
    "done" in outcome ? outcome.done.outbox.filter(({ kind, name }) => kind === "call" && name === call) : [];
  return [
    `Time advances to ${stops.map((at) => new Date(at).toISOString()).join(", then ")}.`,
    asked.length === 0
      ? `${call} is not called.`
      : `${call} is called ${asked.length === 1 ? "once" : `${asked.length} times`}.`,
  ];
}

export type NameOf = (id: string) => string;

/** People by their names, rows by their number among those of their entity; what is none of them is what it is. */
function namesIn(world: World, tried: Attempt): NameOf {
  const names = new Map<string, string>();
  for (const entity of world.rows.keys())
    for (const [index, row] of rowsOf(world, entity).entries())
      names.set(row.id, entity === "user" ? (textOf(valueOf(row, "name")) ?? row.id) : `${entity} ${index + 1}`);
  if (tried.kind === "create") names.set(tried.id, `${tried.entity} ${rowsOf(world, tried.entity).length + 1}`);
  return (id) => names.get(id) ?? id;
}

export function rowWords(row: Row, called: NameOf): string {
  const kept = new Set(["updated_at", "updated_by"]);
  const values = [...row.values].flatMap(([name, value]) =>
    kept.has(name) || value === null || value === "" ? [] : [`${name} = ${valueWords(value, called)}`],
  );
  // What is read back speaks of it by its id.
  return `There is ${called(row.id)} (${row.id}): ${values.join(", ")}.`;
}

export function attemptWords(
  tried: Exclude<Attempt, { readonly kind: "wait" | "come round" }>,
  called: NameOf,
): string {
  const about = called(tried.id) === tried.id ? `${tried.entity} ${tried.id}` : called(tried.id);
  if (isAboutRoles(tried)) return roleWords(tried, called(tried.id));
  if (tried.kind === "leave") return "deletes their account";
  if (tried.kind === "sign in") return signInWords(tried, called);
  if (tried.kind === "call") {
    const given = [tried.input === undefined ? "" : about, givenWords(tried.given, called)].filter((one) => one !== "");
    return `calls ${tried.call}${given.length === 0 ? "" : ` with ${given.join(", ")}`}`;
  }
  if (tried.kind === "request") return requestWords(tried, called);
  if (tried.kind === "read") return `reads ${about}`;
  if (tried.kind === "see") return `reads ${tried.field} of ${about}`;
  const values = "values" in tried ? [...tried.values] : [];
  const given = values.map(([name, value]) => `${name} = ${valueWords(value, called)}`).join(", ");
  const step = tried.kind === "transition" ? tried.transition : tried.kind;
  return `${step} ${about}${given === "" ? "" : `: ${given}`}${"brings" in tried ? bringsWords(tried.brings) : ""}`;
}

const givenWords = (given: RequestAttempt["given"], called: NameOf): string =>
  [...given].map(([name, value]) => `${name} = ${valueWords(value, called)}`).join(", ");

function requestWords({ method, path, signature, timestamp, given }: RequestAttempt, called: NameOf): string {
  const signed =
    signature === undefined
      ? "not signed"
      : `signed in ${signature.header} with ${signature.secret}${signature.over === "this body" ? "" : " for another body"}`;
  const sent =
    timestamp === undefined
      ? ""
      : `, ${timestamp.header} is ${Math.abs(timestamp.ahead)} milliseconds ${timestamp.ahead > 0 ? "ahead" : "ago"}`;
  const body = givenWords(given, called);
  return `${method} ${path}, ${signed}${sent}${body === "" ? "" : `, with ${body}`}`;
}

function signInWords({ way, isConfirmed, coming }: SignInAttempt, called: NameOf): string {
  const given = [...coming.values].flatMap(([name, value]) =>
    value === null || /_(at|by)$/.test(name) ? [] : [`${name} = ${valueWords(value, called)}`],
  );
  const before = way === "email and password" && !isConfirmed ? ", before the address is confirmed" : "";
  // With every way but a password, a user without an account is given one; a visitor is anonymous.
  const how =
    way === "anonymous"
      ? "enters as a visitor"
      : way === "email and password"
        ? `signs up with ${way}`
        : `signs in with ${way}`;
  return `${how}${before}: ${given.join(", ")}`;
}

function roleWords({ kind, role, entity }: RoleAttempt, name: string): string {
  switch (kind) {
    case "hold":
      return `lists their roles, including ${role} through ${entity}`;
    case "name":
      return `is not involved: the operator gives ${name} the role ${role}`;
    default:
      return kind === "assign" ? `gives ${name} the role ${role}` : `takes the role ${role} from ${name}`;
  }
}

/** As a user would type it; of a long text its beginning, and how long it is. */
export function valueWords(value: Value, called: NameOf): string {
  if (value === null) return "nothing";
  if (isList(value)) return `[${value.map((one) => valueWords(one, called)).join(", ")}]`;
  if (isRow(value)) return called(value.id);
  const text = typeof value === "object" ? kindOfValue(value).words(value) : String(value);
  const file = nameOfFile(text);
  if (file !== undefined) return `the file ${file}`;
  const [length, start] = [[...text].length, [...text].slice(0, 40).join("")];
  return length > 60 ? `${start}… (${length} characters)` : text === "" ? '""' : text;
}
