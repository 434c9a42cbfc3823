// Which effects reach beyond rows of one's own: to rows and people that the interpreter knows nothing of.
import type { Effect, Guard, Recipient, Tree } from "@writ/language/model";
import { rowsOn } from "../interpreter/effects/effects.ts";
import { notRun } from "../interpreter/writes/leading-sets.ts";
import { partsOf } from "../interpreter/document/mentions.ts";
import { fieldOf } from "../interpreter/document/names.ts";
import type { Program, World } from "../interpreter/world/world.ts";

/** By clause. */
export type Outward = {
  /** What may go out to others. */
  readonly sent: readonly string[];
  /** What may write rows of others, or write own ones as those of others decide. */
  readonly reached: readonly string[];
};

/** Of what has been set off on the way to a world, in which no one else is. */
export function outwardOf({ program, ran }: World): Outward {
  const sent: string[] = [];
  const reached: string[] = [];
  for (const effect of program.model.states.effects) {
    const isFound = ran.has(rowsOn(effect.address)) && asksOthers(program, effect.on?.tree);
    const isAsked = ran.has(effect.address) || ran.has(notRun(effect.address));
    const isOpen = isFound || (isAsked && asksOthers(program, guardTree(program, effect.if)));
    if (!isOpen && !ran.has(effect.address)) continue;
    const action = effect.do;
    const isSent = action?.kind === "mail" || action?.kind === "notify" || action?.kind === "call";
    if (isSent && (isOpen || ("to" in action && isToOthers(program, action.to)))) sent.push(effect.address);
    if (!isSent && (isOpen || asksOthers(program, targetTree(effect)))) reached.push(effect.address);
  }
  return { sent, reached };
}

const targetTree = ({ do: action }: Effect): Tree | undefined =>
  action?.kind === "do" || action?.kind === "delete" ? action.on?.tree : undefined;

const guardTree = ({ lookup }: Program, guard: Guard | undefined): Tree | undefined =>
  guard?.kind === "condition" ? lookup.conditions.get(guard.name.id)?.holds?.tree : guard?.expression.tree;

/** The holder of a role in a thing of the proof got it there, and so from the proof itself. */
function isToOthers(program: Program, to: Recipient | undefined): boolean {
  if (to?.kind !== "role") return asksOthers(program, to?.expression.tree);
  const role = program.lookup.roles.get(to.role.id);
  return role?.within === undefined || !role.givenBy.every(({ kind }) => kind === "assigned by" || kind === "row");
}

/** Whether it speaks of all rows of an entity, or of the one that there is. Fields are known by name alone. */
function asksOthers(program: Program, tree: Tree | undefined, passed: ReadonlySet<string> = new Set()): boolean {
  if (tree === undefined) return false;
  // Both are named in PascalCase, as nothing else is.
  if (tree.kind === "name") return /^[A-Z]/.test(tree.name);
  if (tree.kind === "field" && !passed.has(tree.name)) {
    const inside = new Set(passed).add(tree.name);
    for (const entity of program.lookup.entities.keys()) {
      const type = fieldOf(program, entity, tree.name)?.type;
      if (type?.kind === "computed" && asksOthers(program, type.expression.tree, inside)) return true;
    }
  }
  return partsOf(tree).some((part) => asksOthers(program, part, passed));
}
