// A piece of the document: prose as it is, what is executed set apart, with its marks and its problems in place.
import type { DocumentBlock, ProblemView } from "@writ/server/response-types";
import { createElement, type MouseEvent, type ReactNode } from "react";
import { Excerpt } from "../../kit/excerpt.tsx";
import { inline } from "./inline.tsx";
import classes from "./document.module.css";

export type BlockProps = {
  readonly block: DocumentBlock;
  readonly problems: readonly ProblemView[];
  /** The clause that is looked at. */
  readonly chosen: string | undefined;
  readonly onChoose: (clauses: readonly string[]) => void;
  /** What is known of clauses, and how choosing them is called; without it a mark stands for what they became. */
  readonly standing?: (clauses: readonly string[]) => ClauseResult;
};

export type ClauseResult = { readonly is: string; readonly sign: ReactNode; readonly words: string };

export function Block(props: BlockProps) {
  const { block, problems } = props;
  switch (block.kind) {
    case "heading":
      return (
        <>
          {createElement(
            `h${block.depth}`,
            {
              id: `line-${block.from}`,
              className: classes["heading"],
              "data-depth": block.depth,
              ...targetOf(block.clauses, props.onChoose),
            },
            block.children.map(inline),
            <Mark key="mark" {...props} clauses={block.clauses} name="heading" />,
          )}
          <Problems problems={within(problems, block)} />
        </>
      );
    case "table":
      return <Table {...props} block={block} />;
    case "list":
      return (
        <ul id={`line-${block.from}`} className={classes["list"]}>
          {block.items.map((item) => (
            <li
              key={item.from}
              id={item.from === block.from ? undefined : `line-${item.from}`}
              {...targetOf(item.clauses, props.onChoose)}
              data-chosen={isChosen(item.clauses, props.chosen)}
            >
              {item.children.map(inline)}
              <Mark {...props} clauses={item.clauses} name={`line ${item.from}`} />
              <Problems problems={within(problems, item)} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return (
        <div id={`line-${block.from}`} className={classes["prose"]} {...targetOf(block.clauses, props.onChoose)}>
          <pre className={classes["code"]}>{block.text}</pre>
          <Mark {...props} clauses={block.clauses} name={`line ${block.from}`} />
          <Problems problems={within(problems, block)} />
        </div>
      );
    case "comment":
      // Which notation it is in is said to programs alone.
      return /^<!-- writ \d+ -->$/.test(block.text.trim()) ? null : <p className={classes["comment"]}>{block.text}</p>;
    case "text":
      return (
        <div id={`line-${block.from}`} className={classes["prose"]}>
          {block.children.map(inline)}
          <Problems problems={within(problems, block)} />
        </div>
      );
  }
}

function Table(props: BlockProps & { readonly block: Extract<DocumentBlock, { kind: "table" }> }) {
  const { block, problems, chosen } = props;
  return (
    <div className={classes["wide"]} id={`line-${block.from}`}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
              <th key={index} scope="col">
                {cell.length === 0 ? <span className="only-read">column</span> : cell.map(inline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => {
            const result = within(problems, row);
            return [
              <tr
                key={row.from}
                id={`line-${row.from}`}
                {...targetOf(row.clauses, props.onChoose)}
                data-chosen={isChosen(row.clauses, chosen)}
                data-severity={worst(result)}
              >
                {row.cells.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells have no other name
                  <td key={index}>
                    {index === 0 && <Mark {...props} clauses={row.clauses} name={`line ${row.from}`} />}
                    {cell.map(inline)}
                  </td>
                ))}
              </tr>,
              result.length > 0 && (
                <tr key={`problems ${row.from}`}>
                  <td colSpan={Math.max(1, block.head.length)}>
                    <Problems problems={result} />
                  </td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
      <Problems
        problems={problems.filter(({ line }) => line >= block.from && line < (block.rows[0]?.from ?? block.to + 1))}
      />
    </div>
  );
}

type MarkProps = Pick<BlockProps, "chosen" | "onChoose" | "standing"> & {
  readonly clauses: readonly string[];
  readonly name: string;
};

/** A press anywhere on a clause chooses it; keys and screen readers have the mark. Texts can still be selected. */
function targetOf(clauses: readonly string[], choose: BlockProps["onChoose"]) {
  if (clauses.length === 0) return { "data-executed": false };
  const onClick = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest("a, button, [data-problem]") !== null;
    if (!isOwn && document.getSelection()?.isCollapsed !== false) choose(clauses);
  };
  return { "data-executed": true, onClick };
}

/** What a clause became is one press away. */
function Mark({ clauses, chosen, onChoose, name, standing }: MarkProps): ReactNode {
  const [first] = clauses;
  if (first === undefined) return null;
  const known = standing?.(clauses);
  return (
    <button
      type="button"
      data-step
      className={classes["mark"]}
      aria-pressed={isChosen(clauses, chosen)}
      data-standing={known?.is}
      aria-label={known === undefined ? `What ${first} became, ${name}` : `${first}, ${name}: ${known.words}`}
      title={known === undefined ? clauses.join(", ") : `${clauses.join(", ")}: ${known.words}`}
      onClick={() => onChoose(clauses)}
    >
      {known?.sign}
    </button>
  );
}

export function Problems({ problems }: { readonly problems: readonly ProblemView[] }) {
  return problems.map(({ code, severity, message, hint, line, column, excerpt }) => (
    <div
      key={`${line}:${column}:${code}`}
      className={classes["problem"]}
      data-severity={severity}
      data-problem
      tabIndex={-1}
    >
      <p>
        <strong>{severity === "gap" ? "not shown" : severity}</strong>{" "}
        <span className="quiet">
          {code} {line}:{column}
        </span>{" "}
        {message}
        {hint !== "" && <> {hint}</>}
      </p>
      {severity !== "gap" && <Excerpt {...excerpt} line={line} />}
    </div>
  ));
}

const within = (problems: readonly ProblemView[], { from, to }: { readonly from: number; readonly to: number }) =>
  problems.filter(({ line }) => line >= from && line <= to);

const worst = (problems: readonly ProblemView[]): string | undefined =>
  ["error", "warning", "gap"].find((one) => problems.some(({ severity }) => severity === one));

const isChosen = (clauses: readonly string[], chosen: string | undefined): boolean =>
  chosen !== undefined && clauses.includes(chosen);
