// Which roles gain or lose which rights: reported, because nothing in the data shows it.
import type { Compiled } from "../compile.ts";
import { grantText } from "../clause/grant.ts";
import type { Action, Right, RightCell } from "../sections/permissions/model.ts";
import type { Step } from "./step.ts";

export function compareRights(before: Compiled, after: Compiled): readonly Step[] {
  const old = cellsOf(before);
  const now = cellsOf(after);
  const steps: Step[] = [];
  for (const [key, { words, grant, address }] of now) {
    const previous = old.get(key)?.grant ?? "no";
    if (previous !== grant) steps.push(tell(sentence(words, previous, grant), address));
  }
  for (const [key, { words, grant, address }] of old) {
    if (!now.has(key) && grant !== "no") steps.push(tell(sentence(words, grant, "no"), address));
  }
  return steps;
}

type Cell = { readonly words: Words; readonly grant: string; readonly address: string };
type Words = { readonly role: string; readonly action: string };

const tell = (what: string, address: string): Step => ({ kind: "tell", what, address, sql: [] });

function sentence({ role, action }: Words, before: string, after: string): string {
  if (after === "no") return `${role} may no longer ${action}`;
  const where = after === "yes" ? "" : ` (${after})`;
  if (before === "no") return `${role} may now ${action}${where}`;
  return after === "yes"
    ? `${role} may now ${action} without a condition (${before} until now)`
    : `${role} may ${action}${where}, ${before} until now`;
}

/** Only changes of things in both documents are reported: a new thing is new to all users. */
function cellsOf(compiled: Compiled): ReadonlyMap<string, Cell> {
  const { model, lookup } = compiled;
  return new Map(
    model.permissions.rights.flatMap((right) =>
      right.cells.map((cell): readonly [string, Cell] => {
        const role = lookup.roles.get(cell.role.id)?.name ?? cell.role;
        const key = [right.for.id, actionWords(right), role.id].join("/");
        return [
          key,
          { words: { role: role.label, action: actionWords(right) }, grant: grantOf(cell), address: cell.address },
        ];
      }),
    ),
  );
}

const grantOf = ({ grant }: RightCell): string => (grant === undefined ? "no" : grantText(grant));

function actionWords({ action, for: about }: Right): string {
  switch (action.kind) {
    case "transition":
      return `do ${action.transition.label} on ${about.label}`;
    case "see":
      return `see ${action.field.label} of ${about.label}`;
    case "set":
      return `set ${action.field.label} of ${about.label}${settingOn(action)}`;
    default:
      return `${action.kind} ${about.label}`;
  }
}

const settingOn = ({ on }: Extract<Action, { kind: "set" }>): string => (on === undefined ? "" : ` on ${on}`);
