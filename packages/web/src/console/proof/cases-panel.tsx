// The cases of a clause with their evidence: who and what is there, what is tried, what should come of it, and what came.
import { useQuery } from "@tanstack/react-query";
import type { ProvenCase, ProofView, RowChangeView } from "@writ/server/response-types";
import { useEffect, useRef } from "react";
import { getJson } from "../api.ts";
import documentClasses from "../document/document.module.css";
import { Faces } from "../faces.tsx";
import { addressOf, RouteLink } from "../route.tsx";
import classes from "./proof.module.css";
import { casesOf, countsOf, signs } from "./results.tsx";

type CasesPanelProps = {
  readonly clauses: readonly string[];
  readonly proof: ProofView;
  readonly onClose: () => void;
};

export function CasesPanel({ clauses, proof, onClose }: CasesPanelProps) {
  const own = casesOf(clauses, proof.cases);
  // Asked again when one of them was tried.
  const tried = own.map(({ outcome }) => outcome).join();
  const told = useQuery({
    queryKey: ["proof-cases", clauses, proof.runs.cases.beganAt, proof.runs.screens.beganAt, tried],
    queryFn: async () =>
      (await Promise.all(clauses.map(async (at) => getJson<readonly ProvenCase[]>("proof-cases", { at })))).flat(),
    placeholderData: (before) => before,
  });
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    frame.current?.focus();
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      onClose();
      if (before instanceof HTMLElement) before.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [onClose]);
  const name = clauses.join(", ");
  return (
    <aside ref={frame} tabIndex={-1} className={documentClasses["panel"]} aria-label={`Cases of ${name}`}>
      <header>
        <h2 className="breaks">{name}</h2>
        <button type="button" className={documentClasses["close"]} onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
      </header>
      <p className="quiet">
        {countsOf(own)}. <RouteLink to={addressOf("document", { clause: clauses[0] ?? "" })}>View the clause</RouteLink>
      </p>
      <Faces of={told}>
        {(cases) => (
          <ol className={classes["cases"]}>
            {cases.map((one) => (
              <Case key={one.address} proven={one} isOpen={one.outcome === "failed"} />
            ))}
          </ol>
        )}
      </Faces>
    </aside>
  );
}

function Case({ proven, isOpen }: { readonly proven: ProvenCase; readonly isOpen: boolean }) {
  const { address, sentence, outcome, steps, expected, expectedRows, came, wrong, rows } = proven;
  const Sign = signs[outcome];
  const head = (
    <>
      <span className={classes["outcome"]} data-outcome={outcome}>
        <Sign size={14} aria-hidden="true" /> {outcome}
      </span>{" "}
      {sentence}
    </>
  );
  if (steps.length === 0)
    return (
      <li className={classes["case"]}>
        <p>{head}</p>
        {came !== "" && came !== outcome && <p className="quiet">{came}</p>}
      </li>
    );
  return (
    <li className={classes["case"]}>
      <details open={isOpen}>
        <summary>{head}</summary>
        <p className="quiet breaks">{address}</p>
        <h3>Steps</h3>
        <ol className={classes["steps"]}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <h3>Expected result</h3>
        <p>{expected}</p>
        <Rows rows={expectedRows} />
        {outcome !== "waiting" && (
          <>
            <h3>Actual result</h3>
            <p>{came}</p>
            {wrong.map((one) => (
              <p key={one} className="wrong">
                {one}
              </p>
            ))}
            {rows !== undefined && (
              <>
                <h3>Changed rows</h3>
                {rows.length === 0 ? <p>No row has changed.</p> : <Rows rows={rows} />}
              </>
            )}
          </>
        )}
      </details>
    </li>
  );
}

function Rows({ rows }: { readonly rows: readonly RowChangeView[] }) {
  return rows.map(({ entity, id, is, fields }) => (
    <div key={`${entity} ${id}`} className={classes["row"]}>
      <p className="breaks">
        {entity} {id} is {is}
      </p>
      {is !== "gone" && (
        <dl>
          {fields.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="breaks">
                {is === "changed" && (
                  <>
                    <del>{before ?? "empty"}</del>
                    <span className="only-read"> becomes </span>{" "}
                  </>
                )}
                {after ?? "empty"}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  ));
}
