// "Ann is also viewing this", "Ann is editing this": in the space below the heading that is there anyway, so that nothing moves.
import { useQuery } from "@tanstack/react-query";
import { useLookers } from "../../data/live/use-lookers.ts";
import { dataOf } from "../../data/rows.ts";
import { useProduct } from "../../product/product.tsx";
import { isWireRow, type WireRow } from "../../values/row.ts";
import classes from "./detail.module.css";

/** So many are named, and the rest counted. */
const mostNames = 3;

type LookersProps = { readonly entity: string; readonly row: WireRow; readonly isEditing?: boolean };

/** `isEditing`: the reader has changed something that is not saved. */
export function Lookers({ entity, row, isEditing = false }: LookersProps) {
  const { say, locale } = useProduct();
  const lookers = useLookers(entity, String(row["id"]), isEditing);
  const names = useNames(
    lookers.map(({ id }) => id),
    entity,
    row,
  );
  const editing = lookers.filter((one) => one.isEditing);
  // Other users need to know who edits: then those who only look are not listed.
  const [told, one, some, others] =
    editing.length > 0
      ? ([editing, "oneEdits", "someEdit", "othersEdit"] as const)
      : ([lookers, "oneLooks", "someLook", "othersLook"] as const);
  const named = told.flatMap(({ id }) => names.get(id) ?? []).slice(0, mostNames);
  const rest = told.length - named.length;
  const words = () => {
    if (told.length === 0) return "";
    if (named.length === 0) return say(others, { count: rest });
    const list = [...named, ...(rest > 0 ? [say("moreOthers", { count: rest })] : [])];
    const text = new Intl.ListFormat(locale).format(list);
    return list.length === 1 ? say(one, { name: text }) : say(some, { names: text });
  };
  return (
    <p role="status" className={`${classes["lookers"]} quiet`}>
      {words()}
    </p>
  );
}

/** A user may see a name by a reference to it on the row, or by the right to read accounts: not otherwise. */
function useNames(lookers: readonly string[], entity: string, row: WireRow): ReadonlyMap<string, string> {
  const { application, backend } = useProduct();
  const referred = Object.values(application.entities[entity]?.fields ?? {}).flatMap(({ id, type }) => {
    const one = type.kind === "reference" && type.entity === "user" ? row[`_${id}`] : undefined;
    return isWireRow(one) ? [one] : [];
  });
  const unknown = lookers.filter((id) => !referred.some((one) => one["id"] === id));
  const asked = useQuery({
    queryKey: ["lookers", unknown],
    queryFn: async () =>
      dataOf<readonly WireRow[]>(
        await backend
          .from("user")
          .select("id,name")
          .in("id", [...unknown]),
      ),
    enabled: unknown.length > 0 && application.entities["user"] !== undefined,
    staleTime: 60_000,
  });
  return new Map(
    [...referred, ...(asked.data ?? [])].flatMap(({ id, name }) =>
      typeof name === "string" && name !== "" ? [[String(id), name] as const] : [],
    ),
  );
}
