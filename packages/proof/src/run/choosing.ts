// What a field with `among` may be set to, as forms ask for it: all that there is to choose from, for a user who may set it alone.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Field } from "@writ/language/model";
import { choicesName } from "@writ/language/plan";
import { shownRow } from "../interpreter/effects/mail-values.ts";
import { ownReads } from "../interpreter/document/mentions.ts";
import { fieldId, fieldOf } from "../interpreter/document/names.ts";
import { mayRead, maySee } from "../interpreter/rights/reading.ts";
import { may, rightsFor, type Deed } from "../interpreter/rights/rights.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import { scopeOf } from "../interpreter/world/scope.ts";
import { isList, isRow } from "../interpreter/values/value.ts";
import { asItWas, findRow, type Row, type World } from "../interpreter/world/world.ts";
import type { Case } from "../plan/search/find.ts";

/** More are not shown at once. */
const most = 50;

/** Where a case is about giving such a field; nothing where the document leaves open who is shown it. */
export async function unlikeChoices(
  client: SupabaseClient,
  { scenario: { clause, deed }, situation: { world, me, attempt: tried }, outcome }: Case,
): Promise<readonly string[]> {
  if (!("values" in tried)) return [];
  const { entity, id } = tried;
  const row = findRow(world, entity, id);
  const unlike = [...tried.values.keys()].map(async (name) => {
    const field = fieldOf(world.program, entity, name);
    const among = field?.type?.kind === "reference" ? field.type.among?.tree : undefined;
    if (field === undefined || among === undefined) return [];
    const isGranted = rightsFor(world.program, entity, { kind: "set", field: name, on: "update" }).length > 0;
    const isAbout = isGranted ? deed.kind === "set" : clause.startsWith("6/");
    if (!isAbout && clause !== field.address) return [];
    // The choices for a row that is not stored yet depend on less than the row.
    if (row === undefined && ownReads(world.program, entity, among).size > 0) return [];
    const isTheirs = isSetBy(world, me, { entity, field, row, isDone: "done" in outcome });
    if (isTheirs === undefined) return [];
    const scope = scopeOf(world, null, row && { [entity]: asItWas(row) });
    const all = isTheirs ? world.program.evaluate(among, scope) : [];
    const seen = { ...scope, isSeen: (one: Row, of: string) => maySee(world, me, of, one) };
    const named = new Map((isList(all) ? all : []).filter(isRow).map((one) => [one.id, shownRow(one, seen)]));
    const expected = [...named].map(([choice, words]) => wordsOfChoice(choice, words));
    if (expected.length > most) return [];
    const answer = await client.rpc(choicesName(entity, field.name.id), row === undefined ? {} : { row_id: id });
    const shown = ((answer.data ?? []) as readonly { readonly id: string; readonly name: string }[]).map(
      // What is drawn by chance, such as a code, no one foresees.
      (one) => wordsOfChoice(one.id, named.has(one.id) && named.get(one.id) === undefined ? undefined : one.name),
    );
    return shown.toSorted().join() === expected.toSorted().join()
      ? []
      : [`choices of ${name}: ${answer.error?.message ?? JSON.stringify(shown)} and not ${JSON.stringify(expected)}`];
  });
  return (await Promise.all(unlike)).flat();
}

const wordsOfChoice = (id: string, words: string | null | undefined): string =>
  words === undefined ? id : `${id} ${words}`;

type Setting = {
  readonly entity: string;
  readonly field: Field;
  readonly row: Row | undefined;
  readonly isDone: boolean;
};

/** Undefined: they may set it, but not in this row or not now. */
function isSetBy(
  world: World,
  me: Case["situation"]["me"],
  { entity, field, row, isDone }: Setting,
): boolean | undefined {
  if (isDone) return true;
  const { program } = world;
  const { id } = field.name;
  const steps = [...(program.lookup.transitions.get(entity)?.values() ?? [])].flatMap((rows): readonly Deed[] =>
    rows.some(({ asks }) => asks.some((one) => fieldId(program, entity, one.field.id) === id)) && rows[0] !== undefined
      ? [{ kind: "transition", transition: rows[0].name }]
      : [],
  );
  const writes = (["create", "update"] as const).flatMap((on): readonly Deed[] => {
    const set: Deed = { kind: "set", field: id, on };
    if (rightsFor(program, entity, set).length > 0) return [set];
    return field.required === "auto" ? [] : [{ kind: on }];
  });
  const deeds = [...steps, ...writes];
  const roles = new Set(rolesOf(world, me).map(({ role }) => role));
  const isEver = deeds.some((deed) =>
    rightsFor(program, entity, deed).some(({ cells }) =>
      cells.some(({ role, grant }) => {
        const own = program.lookup.roles.get(role.id);
        return own !== undefined && roles.has(own) && grant !== undefined && grant.kind !== "no";
      }),
    ),
  );
  if (!isEver || me === null) return false;
  if (row === undefined) return undefined;
  const isReached = mayRead(world, me, entity, row);
  const isUpdated = may(world, me, entity, { kind: "update" }, row);
  return isReached && (isUpdated || steps.some((deed) => may(world, me, entity, deed, row))) ? undefined : false;
}
