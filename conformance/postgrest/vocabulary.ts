// The names that the specifications use without defining them: the test library's, the standard library's, their own helper's.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Response } from "./exchange.ts";
import { truth } from "./haskell/evaluate.ts";
import {
  action,
  applied,
  done,
  empty,
  functionOf,
  itemsOf,
  jsonText,
  jsonValue,
  just,
  listOf,
  nothing,
  NotRead,
  numberOf,
  textOf,
  toJson,
  tupleOf,
  unit,
  type Lazy,
  type Value,
} from "./haskell/value.ts";
import { matches } from "./judge.ts";
import { among, headerTest, lens } from "./operators.ts";
import { responseIn, responseValue } from "./response-value.ts";
import { pairs, type Stage } from "./stage.ts";
import { validated } from "./validate-description.ts";

/** The suite says that it does not hold yet. */
export class Pending extends Error {}

const one = (run: (given: Value) => Value): Value => functionOf(1, (given) => run(given()));
const two = (run: (first: Value, second: Value) => Value): Value =>
  functionOf(2, (first, second) => run(first(), second()));

const secret = "reallyreallyreallyreallyverysafe";

function token(claims: Value, key: string): string {
  const part = (text: string) => Buffer.from(text).toString("base64url");
  const signed = `${part('{"alg":"HS256"}')}.${part(textOf(claims))}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

function bytesOf(value: Value): Uint8Array {
  return typeof value === "object" && value.kind === "bytes" ? value.bytes : Buffer.from(textOf(value));
}

const inHeaders = (name: string, test: (value: string | undefined) => boolean): Value =>
  one((headers) => test(pairs(headers).find(([label]) => label.toLowerCase() === name)?.[1]));

const range = (value: Value): string => {
  if (typeof value !== "object" || value.kind !== "built") throw new NotRead("a range");
  const [first, last] = value.parts.map(String);
  if (value.name === "ByteRangeFromTo") return `${first}-${last}`;
  return value.name === "ByteRangeFrom" ? `${first}-` : `-${first}`;
};

const header = (name: string, value: string): Value => tupleOf(name, value);
const rangeUnit = header("Range-Unit", "items");
const same = one((value) => value);
const status = (code: number): Value => ({ kind: "built", name: "Status", parts: [code] });
const mediaType = (type: string) => headerTest("Content-Type", "only", `${type}; charset=utf-8`);

export function vocabulary(stage: Stage): ReadonlyMap<string, Lazy> {
  const ask = (method: string, path: Value, headers: Value, body: Value): Value =>
    action(async () => {
      const asked = { method, path: textOf(path), headers: pairs(headers), body: bytesOf(body) };
      return responseValue(await stage.ask(asked), method);
    });
  const each = two((list, run) =>
    action(async () => {
      for (const item of itemsOf(list)) await done(applied(run, () => item));
      return unit;
    }),
  );
  const labelled = (how: Stage["it"]): Value =>
    functionOf(2, (label, body) =>
      action(async () => {
        await how(textOf(label()), async () => void (await done(body())));
        return unit;
      }),
    );
  const when = (wanted: boolean): Value =>
    functionOf(2, (condition, body) => action(async () => (truth(condition()) === wanted ? done(body()) : unit)));
  const names: Readonly<Record<string, Value>> = {
    describe: labelled(stage.describe),
    context: labelled(stage.describe),
    it: labelled(stage.it),
    withConfig: functionOf(2, (config, body) =>
      action(async () => {
        const settings = config();
        if (typeof settings !== "object" || settings.kind !== "record") throw new NotRead("settings");
        await stage.configure(settings.fields, async () => void (await done(body())));
        return unit;
      }),
    ),
    pendingWith: one((why) =>
      action(() => {
        throw new Pending(textOf(why));
      }),
    ),
    baseCfg: { kind: "record", name: "AppConfig", fields: {} },
    parallel: same,
    request: functionOf(4, (method, path, headers, body) => ask(textOf(method()), path(), headers(), body())),
    get: one((path) => ask("GET", path, empty, empty)),
    delete: one((path) => ask("DELETE", path, empty, empty)),
    options: one((path) => ask("OPTIONS", path, empty, empty)),
    post: two((path, body) => ask("POST", path, empty, body)),
    put: two((path, body) => ask("PUT", path, empty, body)),
    patch: two((path, body) => ask("PATCH", path, empty, body)),
    validateOpenApiResponse: one((headers) => validated(stage, headers)),
    ...Object.fromEntries(
      ["Get", "Post", "Put", "Patch", "Delete", "Head", "Options"].map((name) => [`method${name}`, name.toUpperCase()]),
    ),
    hAccept: "Accept",
    hContentType: "Content-Type",
    hContentLength: "Content-Length",
    hLocation: "Location",
    hAuthorization: "Authorization",
    hRange: "Range",
    hContentEncoding: "Content-Encoding",
    hAcceptEncoding: "Accept-Encoding",
    ...Object.fromEntries(
      [200, 201, 204, 206, 300, 301, 400, 401, 403, 404, 405, 406, 409, 412, 415, 416, 500, 503].map((code) => [
        `status${code}`,
        status(code),
      ]),
    ),
    ok200: status(200),
    created201: status(201),
    noContent204: status(204),
    badRequest400: status(400),
    unauthorized401: status(401),
    forbidden403: status(403),
    notFound404: status(404),
    internalServerError500: status(500),
    planHdr: header("Accept", "application/vnd.pgrst.plan+json"),
    rangeUnit,
    rangeHdrs: one((value) => listOf([rangeUnit, header("Range", range(value))])),
    rangeHdrsWithCount: one((value) =>
      listOf([header("Prefer", "count=exact"), rangeUnit, header("Range", range(value))]),
    ),
    acceptHdrs: one((type) => listOf([header("Accept", textOf(type))])),
    authHeader: two((type, given) => header("Authorization", `${textOf(type)} ${textOf(given)}`)),
    authHeaderJWT: one((given) => header("Authorization", `Bearer ${textOf(given)}`)),
    generateSecret: secret,
    generateJWT: one((claims) => token(claims, secret)),
    generateJWTWithSecret: two((claims, key) => token(claims, textOf(key))),
    relativeSeconds: one((seconds) => action(() => Math.floor(Date.now() / 1000) + numberOf(seconds))),
    matchContentTypeJson: mediaType("application/json"),
    matchContentTypeSingular: mediaType("application/vnd.pgrst.object+json"),
    matchCTArrayStrip: mediaType("application/vnd.pgrst.array+json;nulls=stripped"),
    matchCTSingularStrip: mediaType("application/vnd.pgrst.object+json;nulls=stripped"),
    filterAndMatchCT: one((type) => headerTest("Content-Type", "only", textOf(type))),
    matchHeaderAbsent: one((name) => headerTest(textOf(name), "absent")),
    matchHeaderValuePresent: two((name, value) => headerTest(textOf(name), "contains", textOf(value))),
    matchHeaderValueMatches: two((name, value) => headerTest(textOf(name), "matches", textOf(value))),
    matchServerTimingHasTiming: one((name) => headerTest("Server-Timing", "matches", `${textOf(name)};dur=\\d+.\\d+`)),
    bodyEquals: same,
    simpleStatus: one((value) => status(responseIn(value).response.status)),
    simpleBody: one((value) => ({ kind: "bytes", bytes: responseIn(value).response.body })),
    simpleHeaders: one((value) => listOf(responseIn(value).response.headers.map(([name, text]) => header(name, text)))),
    planCost: one((value) => costOf(responseIn(value).response)),
    getInsertDataForTiobePlsTable: one((count) =>
      jsonValue(
        Array.from({ length: numberOf(count) + 1 }, (_, index) => ({ name: `Lang ${index + 20}`, rank: index + 20 })),
      ),
    ),
    readFixtureFile: one((name) => ({
      kind: "bytes",
      bytes: readFileSync(join(stage.suite, "fixtures", textOf(name))),
    })),
    notZeroContentLength: inHeaders("content-length", (value) => value !== undefined && value !== "0"),
    noProfileHeader: inHeaders("content-profile", (value) => value === undefined),
    noBlankHeader: one((headers) => pairs(headers).every(([name]) => name !== "")),
    matchHeader: functionOf(3, (name, pattern, headers) =>
      pairs(headers()).some(
        ([label, value]) => label.toLowerCase() === textOf(name()).toLowerCase() && matches(value, textOf(pattern())),
      ),
    ),
    isErrorFormat: one((body) => isErrorFormat(textOf(body))),
    isJust: one((value) => typeof value === "object" && value.kind === "built" && value.name === "Just"),
    isNothing: one((value) => typeof value === "object" && value.kind === "built" && value.name === "Nothing"),
    key: one((name) => lens(textOf(name))),
    nth: one((place) => lens(numberOf(place))),
    ...Object.fromEntries(
      ["Object", "Array", "String", "Number", "Integer", "Bool", "Value"].map((name) => [`_${name}`, lens()]),
    ),
    lookup: two((name, list) => {
      const found = pairs(list).find(([label]) => label.toLowerCase() === textOf(name).toLowerCase());
      return found === undefined ? nothing : just(found[1]);
    }),
    elem: two((item, list) => among(itemsOf(list), item)),
    isInfixOf: two((part, whole) => textOf(whole).includes(textOf(part))),
    not: one((value) => !truth(value)),
    take: two((count, text) => textOf(text).slice(0, numberOf(count))),
    splitOn: two((part, text) => listOf(textOf(text).split(textOf(part)))),
    length: one((value) => itemsOf(value).length),
    subtract: two((less, from) => numberOf(from) - numberOf(less)),
    filter: two((test, list) => listOf(itemsOf(list).filter((item) => truth(applied(test, () => item))))),
    map: two((run, list) => listOf(itemsOf(list).map((item) => applied(run, () => item)))),
    show: one((value) => String(numberOf(value))),
    encode: one((value) => jsonText(toJson(value))),
    const: functionOf(2, (value) => value()),
    pure: one((value) => action(() => value)),
    return: one((value) => action(() => value)),
    void: one((value) => value),
    when: when(true),
    unless: when(false),
    forM_: each,
    for_: each,
    mapM_: two((run, list) =>
      applied(
        applied(each, () => list),
        () => run,
      ),
    ),
    traverse_: two((run, list) =>
      applied(
        applied(each, () => list),
        () => run,
      ),
    ),
    replicateM_: two((count, work) =>
      action(async () => {
        for (let left = numberOf(count); left > 0; left--) await done(work);
        return unit;
      }),
    ),
    raceTest: two((count, work) =>
      action(async () => {
        await Promise.all(Array.from({ length: numberOf(count) }, async () => done(work)));
        return unit;
      }),
    ),
    mempty: empty,
    empty: "",
    docsVersion: "16",
    prettyVersion: "16",
    ...Object.fromEntries([13, 14, 15, 16, 17, 18, 19].map((version) => [`pgVersion${version}0`, version * 10])),
    ...Object.fromEntries(
      // Conversions between kinds of texts, which are one here.
      [
        "toS",
        "encodeUtf8",
        "decodeUtf8",
        "fromList",
        "toStrict",
        "fromStrict",
        "mk",
        "original",
        "liftIO",
        "identity",
        "id",
        "evaluate",
        "rightToMaybe",
        "parseSecret",
      ].map((name) => [name, same]),
    ),
    decodeLenient: one((text) => Buffer.from(textOf(text), "base64").toString("utf8")),
  };
  return new Map(Object.entries(names).map(([name, value]) => [name, () => value]));
}

function costOf({ body }: Response): number {
  const plans: readonly { readonly Plan?: { readonly "Total Cost"?: number } }[] = JSON.parse(body.toString("utf8"));
  return plans[0]?.Plan?.["Total Cost"] ?? Number.POSITIVE_INFINITY;
}

function isErrorFormat(text: string): boolean {
  const known = new Set(["message", "details", "hint", "code"]);
  const names = Object.keys(JSON.parse(text));
  return names.includes("message") && names.every((name) => known.has(name));
}
