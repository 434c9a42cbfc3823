// The roles of one person as their reader may change them: what can be given and taken, and the change itself.
import { useQueryClient } from "@tanstack/react-query";
import type { ApplicationRole } from "@writ/language/product";
import { useState, type RefObject } from "react";
import { wordsOf } from "../../kit/failure.tsx";
import { notify } from "../../kit/notify.ts";
import type { NamedRow } from "../data/choices.ts";
import { dataOf } from "../data/rows.ts";
import { useProduct } from "../product/product.tsx";
import { assignableBy } from "../product/rights.ts";
import { usePeopleSay } from "../product/use-people-say.ts";
import type { PersonOfRoles } from "./person-line.tsx";
import { assignableThings, type ThingNames } from "./things.ts";

export type RoleChange = {
  readonly kind: "assign_role" | "remove_role";
  readonly role: ApplicationRole;
  readonly thing?: NamedRow;
};

/** `trigger` takes the focus back where what was pressed is gone. */
export function useRoleChanges(shown: PersonOfRoles, things: ThingNames, trigger: RefObject<HTMLButtonElement | null>) {
  const product = useProduct();
  const { application, backend, person, say: sayCore, word } = product;
  const say = usePeopleSay();
  const queries = useQueryClient();
  const [isWorking, setIsWorking] = useState(false);
  const isOwn = shown.id === person?.id;
  const name = shown.name || shown.email || sayCore("somebody");
  const assignable = assignableBy(product);
  const roleOf = (id: string) => application.roles.find((role) => role.id === id) ?? unknownRole(id);
  const isIn = (role: string, thing: string) =>
    shown.in_things.some((one) => one.role === role && one.within === thing);
  /** Where it can still be given; undefined where that is any thing that the reader finds. */
  const thingsFor = (role: ApplicationRole) =>
    assignableThings(role, product)?.filter((thing) => !isIn(role.id, thing));
  const current: readonly RoleChange[] = [
    ...shown.roles.map((id) => ({ kind: "remove_role" as const, role: roleOf(id) })),
    ...shown.in_things.map(({ role: id, within }) => {
      const role = roleOf(id);
      return { kind: "remove_role" as const, role, thing: { id: within, name: things.nameOf(role, within) } };
    }),
  ];
  const labelOf = ({ role, thing }: RoleChange) => {
    const label = word(role.label);
    if (thing !== undefined) return `${label} · ${thing.name}`;
    return role.within === undefined ? label : `${label} · ${say("everywhere")}`;
  };
  const change = async (one: RoleChange) => {
    const { kind, role, thing } = one;
    setIsWorking(true);
    try {
      dataOf(await backend.rpc(kind, { user_id: shown.id, role: role.id, ...(thing && { within: thing.id }) }));
      notify(say(kind === "assign_role" ? "roleGiven" : "roleTaken", { name, role: labelOf(one) }));
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      notify(wordsOf(failure, sayCore), "wrong");
    } finally {
      setIsWorking(false);
    }
    await queries.invalidateQueries({ queryKey: isOwn ? ["standing"] : ["people"] });
    if (isOwn) await queries.invalidateQueries({ queryKey: ["people"] });
    // What was pressed could not be while it was done, or is gone with the role.
    if (document.activeElement === document.body) trigger.current?.focus();
  };
  return {
    name,
    isOwn,
    isWorking,
    /** The person's roles, each as what takes it. */
    current,
    /** Roles that can be given. */
    addable: assignable.filter(
      (role) => !shown.roles.includes(role.id) && (role.within === undefined || thingsFor(role)?.length !== 0),
    ),
    thingsFor,
    labelOf,
    isRemovable: ({ role, thing }: RoleChange) =>
      assignable.some(({ id }) => id === role.id) && (role.within === undefined || thing !== undefined),
    change,
  };
}

/** One that the document no longer knows, or that is not the reader's to know. */
const unknownRole = (id: string): ApplicationRole => ({
  id,
  label: id,
  heldBy: "some",
  byRows: false,
  within: undefined,
  assignedBy: [],
});
