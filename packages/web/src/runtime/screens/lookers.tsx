// "Ann is looking at this too": in the space below the heading that is there anyway, so that nothing moves.
import { useQuery } from "@tanstack/react-query";
import { useLookers } from "../data/live/use-lookers.ts";
import { dataOf } from "../data/rows.ts";
import { useProduct } from "../session/product.tsx";
import { isWireRow, type WireRow } from "../values/row.ts";
import classes from "./detail.module.css";

/** So many are named, and the rest counted. */
const mostNames = 3;

export function Lookers({ entity, row }: { readonly entity: string; readonly row: WireRow }) {
  const { say, locale } = useProduct();
  const lookers = useLookers(entity, String(row["id"]));
  const names = useNames(lookers, entity, row);
  const named = lookers.flatMap((id) => names.get(id) ?? []).slice(0, mostNames);
  const others = lookers.length - named.length;
  const words = () => {
    if (lookers.length === 0) return "";
    if (named.length === 0) return say("othersLook", { count: others });
    const list = [...named, ...(others > 0 ? [say("moreOthers", { count: others })] : [])];
    const text = new Intl.ListFormat(locale).format(list);
    return list.length === 1 ? say("oneLooks", { name: text }) : say("someLook", { names: text });
  };
  return (
    <p role="status" className={`${classes["lookers"]} quiet`}>
      {words()}
    </p>
  );
}

/** A name is known by a reference to it on the row, or by the right to read accounts: to nobody else. */
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
