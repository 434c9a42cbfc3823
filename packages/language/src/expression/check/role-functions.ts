// `me.has_role('Agent')`: the one function that asks section 6.
import { decision } from "../kinds.ts";
import type { Tree } from "../tree.ts";
import type { Typed } from "../typed.ts";
import { fitting, take, type Call, type FunctionRule, type ParameterKind } from "./call.ts";
import { deciding, mention, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { unknownRole, wrongForm } from "./problems.ts";
import { labelOf } from "./words.ts";

const person: ParameterKind = { words: "a User", fits: (type) => type.kind === "row" && type.entity === "user" };

export const roleMethods = {
  has_role: {
    form: "user.has_role('Role')",
    counts: [1, 2],
    hint: "me.has_role('Role')",
    check: (call, outside) => {
      const here = deciding(outside);
      const of = take(call.of, person, call, here);
      const [name, thing] = call.args;
      const within = thing && here.whole.check(thing, here);
      if (name?.kind !== "text") {
        const said = "a role is written out in quotes, as section 6 names it";
        return name && report(here, wrongForm.at(placeOf(here, name), said));
      }
      const role = here.whole.schema.roles.get(name.value);
      if (!role) return report(here, unknownRole.at(placeOf(here, name), name.value, here.whole.schema.roles.keys()));
      here.whole.reads.roles.add(role.label);
      // Without its quotes.
      mention(here, "role", role.label, { start: name.start + 1, end: name.end - 1 });
      if (role.isOpen === true) return undefined;
      return of && checkWithin(call, of, role, thing, within, here);
    },
  },
} satisfies Record<string, FunctionRule>;

/** A role that is held within something has no meaning without it. */
function checkWithin(
  call: Call,
  of: Typed,
  role: { readonly label: string; readonly within: string | undefined },
  thing: Tree | undefined,
  within: Typed | undefined,
  here: CheckPoint,
): Typed | undefined {
  const holder = call.of ? textOf(here, call.of) : "me";
  if (role.within === undefined) {
    if (!thing) return typed(call, decision, { node: "has role", of, role: role.label, within: undefined });
    const said = `${role.label} is held everywhere, not within something:`;
    return report(here, wrongForm.at(placeOf(here, thing), said, `write ${holder}.has_role('${role.label}')`));
  }
  const entity = role.within;
  const label = labelOf(entity, here.whole.schema);
  if (!thing) {
    const said = `${role.label} is held within one ${label}:`;
    return report(
      here,
      wrongForm.at(placeOf(here, call), said, `say which, as in ${holder}.has_role('${role.label}', ${entity})`),
    );
  }
  const wanted: ParameterKind = {
    words: `one ${label}`,
    fits: (type) => type.kind === "row" && type.entity === entity,
  };
  const full = within && fitting(within, wanted, call, here);
  return full && typed(call, decision, { node: "has role", of, role: role.label, within: full });
}
