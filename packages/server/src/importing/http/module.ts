// Imports of users: `POST /import/v1/<entity>`, with their rights, into what lists of the document offer.
import { compile, type Compiled } from "@writ/language";
import type { Foundation } from "../../foundation.ts";
import { nameOfCaller, readCaller } from "../../gate/caller.ts";
import type { Exchange } from "../../gate/exchange.ts";
import { headersOf } from "../../gate/headers-of.ts";
import { requestSettings } from "../../gate/request-settings.ts";
import { pathOf } from "../../gate/exchange.ts";
import { notFound } from "../../gate/router.ts";
import type { Route } from "../../gate/route-table.ts";
import { sendJson } from "../../gate/send-json.ts";
import type { ServerModule } from "../../module.ts";
import { noTable, type Failure } from "../../rest/failure.ts";
import type { Caller } from "../../rest/handle.ts";
import { answerAs, dataWire, tokenFailure, type DataService } from "../../rest/serve.ts";
import { importableFields } from "../importable.ts";
import { removeLeftBehind } from "./receive.ts";
import { Imports, type AnswerImport } from "./serve.ts";

const prefix = "/import/v1";

export type ImportModule = ServerModule & { readonly answer: AnswerImport };

export function importModule({ database, log, product }: Foundation, data: DataService): ImportModule {
  const imports = new Imports(database, product.owner, (failure) => log.failure(failure, { during: "import" }));
  const served = servedDocument(() => product.catalogue.beside().source);
  const answer: Route["answer"] = async (exchange, { entity = "" }) =>
    answerUser(exchange, { entity, served, imports, data });
  const wire = dataWire(data);
  return {
    name: "imports",
    answer: imports.answer,
    routes: [
      { method: "POST", path: `${prefix}/:entity`, answer, wire },
      { method: "*", path: `${prefix}/*`, answer: notFound },
    ],
    start: async () => removeLeftBehind(Date.now()),
    stop: async () => imports.stop(),
  };
}

/** Compiled once for each document that is applied. */
function servedDocument(source: () => string | undefined): () => Compiled | undefined {
  let last: { readonly source: string; readonly compiled: Compiled } | undefined;
  return () => {
    const now = source();
    if (now === undefined) return undefined;
    if (last?.source !== now) last = { source: now, compiled: compile(now) };
    return last.compiled;
  };
}

type Asked = {
  readonly entity: string;
  readonly served: () => Compiled | undefined;
  readonly imports: Imports;
  readonly data: DataService;
};

async function answerUser(exchange: Exchange, { entity, served, imports, data }: Asked): Promise<void> {
  const { request, address, memory } = exchange;
  memory.reserve(0);
  const entry = await readCaller(headersOf(request), data.checkToken);
  if ("refusal" in entry) return sendFailure(exchange, tokenFailure(entry.refusal));
  exchange.identify(nameOfCaller(entry.caller));
  if (entry.caller.role !== "authenticated") return sendFailure(exchange, onlyUsers(entry.caller.signedIn));
  const compiled = served();
  const settings = requestSettings(request, pathOf(request.url ?? ""), address);
  const roles = compiled && (await rolesFor({ ...entry.caller, settings }, compiled, data));
  // Of what no list offers them it is not said whether it is there.
  if (compiled === undefined || roles === undefined || importableFields(compiled, entity, roles) === undefined)
    return sendFailure(exchange, noTable("public", entity, undefined).failure);
  await imports.answer(exchange, {
    entity,
    caller: { ...entry.caller, settings },
    offered: (applied, of) => importableFields(applied, of, roles),
    isStill: async () => !("refusal" in (await readCaller(headersOf(request), data.checkToken))),
  });
}

/** As the database gives them at this moment; undefined where it does not say. */
async function rolesFor(
  caller: Caller,
  { model }: Compiled,
  data: DataService,
): Promise<readonly string[] | undefined> {
  if (model.permissions.roles.length === 0) return [];
  const asked = { method: "GET", path: "/rpc/my_roles", query: "", headers: { get: () => null }, body: "" };
  const { status, body } = await answerAs(asked, caller, data, undefined);
  if (status !== 200) return undefined;
  return (JSON.parse(String(body)) as readonly { readonly role: string }[]).map(({ role }) => role);
}

const onlyUsers = (signedIn: boolean): Failure => ({
  status: signedIn ? 403 : 401,
  body: {
    code: "FORBIDDEN",
    message: signedIn ? "The service key imports rows by the command writ import." : "Sign in to import rows.",
    details: null,
    hint: null,
  },
});

function sendFailure({ request, response }: Exchange, { status, body, headers = {} }: Failure): void {
  sendJson(response, status, body, headers);
  // What is still sent is read and thrown away.
  request.resume();
}
