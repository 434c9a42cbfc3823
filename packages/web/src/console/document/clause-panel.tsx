// What a clause became: in words, as a screen, as objects of the database with their SQL.
import { useQuery } from "@tanstack/react-query";
import type { ExplainedClause } from "@writ/server/response-types";
import { useEffect, useRef } from "react";
import { getJson } from "../api.ts";
import { Faces } from "../faces.tsx";
import { addressOf, RouteLink } from "../route.tsx";
import classes from "./document.module.css";

type ClausePanelProps = {
  readonly address: string;
  /** Other clauses of the same row. */
  readonly others: readonly string[];
  readonly onClose: () => void;
};

export function ClausePanel({ address, others, onClose }: ClausePanelProps) {
  const clause = useQuery({
    queryKey: ["clause", address],
    queryFn: async () => getJson<ExplainedClause>("clause", { at: address }),
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
  return (
    <aside ref={frame} tabIndex={-1} className={classes["panel"]} aria-label={`What ${address} became`}>
      <header>
        <h2 className="breaks">{address}</h2>
        <button type="button" className={classes["close"]} onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
      </header>
      {others.length > 0 && (
        <p className={classes["others"]}>
          {others.map((one) => (
            <RouteLink key={one} to={addressOf("document", { clause: one })}>
              {one}
            </RouteLink>
          ))}
        </p>
      )}
      <Faces of={clause}>
        {({ sentences, objects, screen, line, text }) => (
          <>
            <p className="quiet">Line {line} of the served version</p>
            {sentences.length > 0 ? (
              <ul className={classes["sentences"]}>
                {sentences.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            ) : (
              <pre className={classes["code"]}>{text}</pre>
            )}
            {screen !== undefined && (
              <p>
                Screen <strong>{screen.name}</strong>{" "}
                {screen.path === undefined ? (
                  <code>{screen.route}</code>
                ) : (
                  <a href={screen.path} target="_blank" rel="noopener">
                    {screen.route}
                  </a>
                )}
              </p>
            )}
            <h3>{objects.length === 0 ? "No database objects" : "Database objects"}</h3>
            {objects.map(({ key, sql }) => (
              <details key={key} className={classes["object"]}>
                <summary className="breaks">{key}</summary>
                <pre className={classes["code"]}>{sql}</pre>
              </details>
            ))}
          </>
        )}
      </Faces>
    </aside>
  );
}
