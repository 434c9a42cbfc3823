// A table of the console. On a phone each row is a card, whose cells say what their column is called; what is wider than the
// page scrolls by itself.
import type { CSSProperties, ReactNode } from "react";
import classes from "./console.module.css";

type TableProps = {
  readonly label: string;
  readonly heads: readonly string[];
  /** What is compared by its columns stays a table on a phone too. */
  readonly isMatrix?: boolean;
  readonly children: ReactNode;
};

export function Table({ label, heads, isMatrix = false, children }: TableProps) {
  // The sheet says of as many columns which of these stands before a cell.
  const names = Object.fromEntries(heads.map((head, index) => [`--head-${index + 1}`, JSON.stringify(head)]));
  const frame = isMatrix ? classes["wide"] : `${classes["wide"]} ${classes["cards"]}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached without a pointer.
    <div className={frame} tabIndex={0} role="region" aria-label={label}>
      <table className={classes["table"]} style={names as CSSProperties}>
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
