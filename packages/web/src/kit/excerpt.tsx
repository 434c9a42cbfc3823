// A line of the document with carets under the words that are meant, as the command line prints it.
import classes from "./excerpt.module.css";

type ExcerptProps = {
  readonly line: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
};

export function Excerpt({ line, text, from, to }: ExcerptProps) {
  return (
    <pre className={classes["excerpt"]}>
      <span className={classes["line"]}>{line}</span>
      {text.slice(0, from)}
      <mark className={classes["marked"]}>{text.slice(from, to) || " "}</mark>
      {text.slice(Math.max(from, to))}
    </pre>
  );
}
