// The rows that a statement answers, under heads that stay in sight; keys reach what scrolls.
import classes from "./sql.module.css";

type Props = { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] };

const isNumber = (value: string | null): boolean => value !== null && /^-?\d+(?:\.\d+)?$/.test(value);

/** Beyond it a cell says that there is more. */
const longest = 500;

export function ResultTable({ columns, rows }: Props) {
  const numbers = columns.map(
    (_, at) => rows.length > 0 && rows.every((row) => row[at] === null || isNumber(row[at] ?? null)),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached without a pointer.
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label="Rows">
      <table className={classes["table"]}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- Two columns may have one name.
              <th key={at} scope="col" data-number={numbers[at]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key -- A row has no name, and no state.
            <tr key={line}>
              {row.map((value, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- As above.
                <td
                  key={at}
                  data-number={numbers[at]}
                  title={value !== null && value.length > 60 ? value.slice(0, 2000) : undefined}
                >
                  {value === null ? (
                    <span className="quiet">null</span>
                  ) : value.length > longest ? (
                    `${value.slice(0, longest)}…`
                  ) : (
                    value
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
