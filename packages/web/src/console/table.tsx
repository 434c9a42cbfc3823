// A table of the console: wider than a phone it scrolls by itself, and keys reach it there.
import type { ReactNode } from "react";
import classes from "./console.module.css";

type TableProps = { readonly label: string; readonly heads: readonly string[]; readonly children: ReactNode };

export function Table({ label, heads, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached without a pointer.
    <div className={classes["wide"]} tabIndex={0} role="region" aria-label={label}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
