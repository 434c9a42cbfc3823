// Calls of section 7 in the console: what starts each, where it may connect, whether its secrets are there, and its last runs.
// Of a secret the response has its name and whether it is set, and nothing else.
import type { Call } from "@writ/language/model";
import type { ClientBase } from "pg";
import { codeOf } from "../functions/code.ts";
import { secretsNamedBy } from "../functions/missing-for-calls.ts";
import type { CallService } from "../functions/service.ts";
import type { AllProcesses, CallLoad } from "./all-processes.ts";
import type { CallView, FunctionsView } from "./response-types.ts";

type Waiting = { readonly name: string; readonly waiting: number; readonly givenUp: number };

export async function functionsOf(
  client: ClientBase,
  service: CallService,
  loadsOf: AllProcesses["calls"],
): Promise<FunctionsView> {
  const edition = service.edition();
  const calls = [...new Set(edition?.compiled.lookup.calls.values())];
  const { rows } = await client.query<Waiting>(
    `SELECT name, count(*) FILTER (WHERE due_at < 'infinity')::int AS waiting, count(*) FILTER (WHERE due_at = 'infinity')::int AS "givenUp"
     FROM (SELECT name, due_at FROM writ.outbox WHERE kind = 'call' AND done_at IS NULL LIMIT 10000) AS few GROUP BY name`,
  );
  const codes = calls.map((call) =>
    call.code === undefined || edition === undefined ? undefined : codeOf(call, edition),
  );
  const loads = await loadsOf(
    calls.map((call, index) => {
      const code = codes[index];
      return { call: call.name.id, version: typeof code === "object" ? code.version : undefined };
    }),
  );
  return {
    hasRuntime: service.runner?.isThere() === true,
    calls: calls.map((call, index): CallView => {
      const code = codes[index];
      const { last, count, failed, busy, idle } = loads[index] ?? noLoad;
      const left = rows.find(({ name }) => name === call.name.id);
      const isCode = typeof code === "object";
      return {
        id: call.name.id,
        label: call.name.label,
        kind: call.kind ?? "not shown",
        clause: call.address,
        startedBy: startOf(call),
        sendsTo: call.sends === undefined ? null : `${call.sends.method} ${targetOf(call.sends)}`,
        hosts: call.hosts.map(({ host }) => host),
        secrets: secretsNamedBy(call).map((name) => ({ name, isSet: (service.environment[name] ?? "") !== "" })),
        code: isCode ? { place: `${code.file}:${code.line}`, version: code.version.slice(0, 8) } : null,
        problem: typeof code === "string" ? code : null,
        processes: { busy, idle },
        waiting: left?.waiting ?? 0,
        givenUp: left?.givenUp ?? 0,
        runs: last.map(({ milliseconds = null, end = null, said = null, ...run }) => ({
          ...run,
          milliseconds,
          end,
          said,
        })),
        count,
        failed,
      };
    }),
  };
}

const noLoad: CallLoad = { last: [], count: 0, failed: 0, busy: 0, idle: 0 };

const targetOf = (sends: NonNullable<Call["sends"]>): string =>
  sends.to === "url" ? sends.url : `the address in ${sends.secret.name}`;

function startOf({ kind, on }: Call): string {
  if (on === undefined)
    return kind === "API" ? "code or an effect" : kind === "webhook out" ? "an effect" : "not shown";
  if (on.kind === "route") return `${on.method} ${on.path}`;
  return on.kind === "effect" ? "an effect" : `a ${on.kind}`;
}
