// The tables of the document with their columns: a click writes the statement that reads one.
import { useQuery } from "@tanstack/react-query";
import type { TablesView } from "@writ/server/response-types";
import { getJson } from "../api.ts";
import classes from "./sql.module.css";

const fixed = ["id", "created_at", "updated_at"] as const;

export function Tables({ choose }: { readonly choose: (statement: string) => void }) {
  const tables = useQuery({ queryKey: ["tables"], queryFn: async () => getJson<TablesView>("tables") });
  return (
    <details className={classes["tables"]}>
      <summary>Tables and columns</summary>
      <ul>
        {tables.data?.tables.map(({ id, fields }) => (
          <li key={id}>
            <button type="button" onClick={() => choose(`select *\nfrom "${id}"\nlimit 100`)}>
              <code>{id}</code>
            </button>
            <code className="quiet breaks">
              {[...new Set([...fixed, ...fields.filter(({ isColumn }) => isColumn).map((field) => field.id)])].join(
                ", ",
              )}
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}
