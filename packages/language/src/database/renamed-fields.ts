// A field or an entity that is gone while one like it has come was probably renamed: what to write so that its values stay.
import type { Compiled } from "../compile.ts";
import type { Name } from "../text/name.ts";
import type { Field, FieldType } from "../sections/entities/model.ts";
import type { Risk, Step } from "./step.ts";

/** Steps that would lose values, with the name that keeps them where exactly one thing has come that can be meant. */
export function withRenameHints(steps: readonly Step[], before: Compiled, after: Compiled): readonly Step[] {
  const hints = new Map([...entityHints(before, after), ...fieldHints(before, after)]);
  return steps.map((step) => {
    const hint = step.risk?.kind === "loses" ? hints.get(step.address) : undefined;
    return step.risk === undefined || hint === undefined ? step : { ...step, risk: { ...step.risk, ...hint } };
  });
}

type Hint = readonly [address: string, hint: Pick<Risk, "hint" | "rename">];

function fieldHints(before: Compiled, after: Compiled): readonly Hint[] {
  return [...before.lookup.fields].flatMap(([entity, old]) => {
    const now = after.lookup.fields.get(entity);
    if (now === undefined) return [];
    const gone = [...old].flatMap(([id, field]) => (now.has(id) ? [] : [field]));
    const come = [...now].flatMap(([id, field]) => (old.has(id) ? [] : [field]));
    return gone.flatMap((field): readonly Hint[] => {
      const like = ({ type }: Field) => field.type !== undefined && type !== undefined && isLike(field.type, type);
      const [only, other] = come.filter(like);
      const isOnly = gone.filter(like).length === 1;
      return only === undefined || other !== undefined || !isOnly ? [] : [[field.address, keeping(only, field)]];
    });
  });
}

/** Of the same kind, and leading to the same entity. */
const isLike = (one: FieldType, other: FieldType): boolean =>
  one.kind === other.kind &&
  ("entity" in one ? one.entity.id : "") === ("entity" in other ? other.entity.id : "") &&
  one.kind !== "computed";

function entityHints(before: Compiled, after: Compiled): readonly Hint[] {
  const gone = [...before.lookup.entities].flatMap(([id, entity]) => (after.lookup.entities.has(id) ? [] : [entity]));
  const come = [...after.lookup.entities].flatMap(([id, entity]) => (before.lookup.entities.has(id) ? [] : [entity]));
  const [old, another] = gone;
  const [now, more] = come;
  if (old === undefined || another !== undefined || now === undefined || more !== undefined) return [];
  const ids = new Set(now.fields.map(({ name }) => name.id));
  const isSame = old.fields.some(({ name }) => ids.has(name.id));
  return isSame ? [[old.address, keeping(now, old)]] : [];
}

type Named = { readonly name: Name; readonly address: string };

const keeping = (now: Named, old: Named): Pick<Risk, "hint" | "rename"> => ({
  hint: `If ${old.name.label} is called ${now.name.label} now, write ${now.name.label} (\`${old.name.id}\`) in its place, and nothing is lost`,
  rename: `${old.address}=${now.name.label}`,
});
