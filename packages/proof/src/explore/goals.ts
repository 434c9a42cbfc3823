// What people may want to do on a product: by the document, every kind of write, step, role and call.
import type { Call, Role } from "@writ/language/model";
import type { Program } from "../interpreter/world/world.ts";

/** What a user may want to do. */
export type Goal =
  | { readonly kind: "create"; readonly entity: string }
  | { readonly kind: "update"; readonly entity: string }
  | { readonly kind: "delete"; readonly entity: string }
  | { readonly kind: "transition"; readonly entity: string; readonly transition: string }
  | { readonly kind: "assign" | "remove"; readonly role: Role }
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "leave" };

export function goalsOf({ model, lookup }: Program): readonly Goal[] {
  return [
    { kind: "update", entity: "user" },
    { kind: "leave" },
    ...[...lookup.entities.keys()].flatMap((entity): readonly Goal[] =>
      entity === "user" ? [] : (["create", "update", "delete"] as const).map((kind) => ({ kind, entity })),
    ),
    // What happens by itself is no one's to call.
    ...[...lookup.transitions].flatMap(([entity, some]) =>
      [...some].flatMap(([transition, rows]): readonly Goal[] =>
        rows.some(({ on }) => on?.kind === "button") ? [{ kind: "transition", entity, transition }] : [],
      ),
    ),
    ...model.permissions.roles.flatMap((role): readonly Goal[] =>
      role.givenBy.some(({ kind }) => kind === "assigned by")
        ? (["assign", "remove"] as const).map((kind) => ({ kind, role }))
        : [],
    ),
    ...model.permissions.rights.flatMap((right): readonly Goal[] => {
      const call = right.action.kind === "call" ? lookup.calls.get(right.for.id) : undefined;
      return call === undefined || isCounted(model, call) ? [] : [{ kind: "call", call }];
    }),
  ];
}

/** What limits count of calls is counted by the server alone. */
export const isCounted = ({ constants }: Program["model"], { name }: Call): boolean =>
  constants.limits.some(({ counts }) => counts?.act === undefined && counts?.of.label === name.label);

export const leaving = "delete account";

export function nameOf(goal: Goal): string {
  switch (goal.kind) {
    case "call":
      return `call ${goal.call.name.id}`;
    case "leave":
      return leaving;
    case "assign":
    case "remove":
      return `${goal.kind} ${goal.role.name.id}`;
    default:
      return `${goal.kind === "transition" ? goal.transition : goal.kind} ${goal.entity}`;
  }
}
