// Why what stands in the document is not what one sees: over the product, which goes on working, until it is mended.
import type { ProblemView, StepView, Unserved } from "@writ/server/response-types";
import { useEffect, useRef, useState } from "react";
import { Excerpt } from "../kit/excerpt.tsx";
import classes from "./overlay.module.css";

type OverlayProps = { readonly version: number; readonly unserved: Unserved | undefined };

/** The key by which it is reached and left: no screen and no browser uses it. */
const key = "F8";

export function Overlay({ version, unserved }: OverlayProps) {
  // New problems are shown, even if earlier ones were folded.
  const [foldedAt, setFoldedAt] = useState<number>();
  const isFolded = foldedAt === version;
  const frame = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const isThere = unserved !== undefined;
  useEffect(() => {
    if (!isThere) return undefined;
    const fold = () => {
      setFoldedAt(version);
      if (before.current instanceof HTMLElement) before.current.focus();
    };
    const press = (event: KeyboardEvent) => {
      const isInside = frame.current?.contains(document.activeElement) === true;
      if (event.key === "Escape" && isInside) fold();
      if (event.key !== key) return;
      event.preventDefault();
      if (isInside) return fold();
      before.current = document.activeElement;
      setFoldedAt(undefined);
      requestAnimationFrame(() => frame.current?.focus());
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isThere, version]);
  if (unserved === undefined) return null;
  const title = titleOf(unserved);
  if (isFolded)
    return (
      <button type="button" className={classes["badge"]} data-why={unserved.why} onClick={() => setFoldedAt(undefined)}>
        {title}
      </button>
    );
  return (
    <section ref={frame} tabIndex={-1} aria-label={title} className={classes["overlay"]} data-why={unserved.why}>
      <header className={classes["head"]}>
        <div role="status">
          <h2>{title}</h2>
        </div>
        <span className={classes["quiet"]}>You see the last valid version.</span>
        <button type="button" className={classes["fold"]} onClick={() => setFoldedAt(version)}>
          Minimize <kbd>{key}</kbd>
        </button>
      </header>
      <div className={classes["body"]}>
        <Why unserved={unserved} />
      </div>
    </section>
  );
}

function titleOf(unserved: Unserved): string {
  if (unserved.why === "asks") return "This edit would lose data";
  if (unserved.why === "stopped") return "This edit was not applied";
  const count = unserved.problems.length;
  return count === 1 ? "A mistake in the document" : `${count} mistakes in the document`;
}

function Why({ unserved }: { readonly unserved: Unserved }) {
  switch (unserved.why) {
    case "mistakes":
      return (
        <ol className={classes["problems"]}>
          {unserved.problems.map((problem) => (
            <OneProblem key={`${problem.line}:${problem.column}:${problem.code}`} problem={problem} />
          ))}
        </ol>
      );
    case "asks":
      return (
        <>
          <ul className={classes["problems"]}>
            {unserved.losses.map((step) => (
              <Loss key={`${step.address} ${step.what}`} step={step} />
            ))}
          </ul>
          <p className={classes["way"]}>
            Answer in the terminal or in <a href="/_/">the console</a>, or undo the edit.
          </p>
        </>
      );
    case "stopped":
      return <pre className={classes["words"]}>{unserved.words.join("\n")}</pre>;
  }
}

function OneProblem({ problem }: { readonly problem: ProblemView }) {
  const { file, line, column, code, address, message, hint, excerpt, related } = problem;
  const place = `${file}:${line}:${column}`;
  return (
    <li>
      <p className={classes["place"]}>
        <button type="button" title="Copy location" onClick={() => void navigator.clipboard.writeText(place)}>
          {place}
        </button>{" "}
        <strong>{code}</strong> {address}
      </p>
      <p>
        {message} {hint !== "" && <span className={classes["hint"]}>{hint}</span>}
      </p>
      <Excerpt {...excerpt} line={line} />
      {related.map((one) => (
        <p key={`${one.line}:${one.column}`} className={classes["place"]}>
          {one.line}:{one.column} {one.message}
        </p>
      ))}
    </li>
  );
}

function Loss({ step: { address, what, risk } }: { readonly step: StepView }) {
  return (
    <li>
      <p className={classes["place"]}>{address}</p>
      <p>
        {what}: {risk?.words}
        {risk !== undefined && risk.examples.length > 0 && ` (${risk.examples.join(", ")})`}
        {risk?.hint !== undefined && `. ${risk.hint}.`}
      </p>
    </li>
  );
}
