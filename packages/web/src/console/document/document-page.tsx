// The document, as people read it: the home of the console. Prose as prose, what is executed set apart, mistakes and gaps
// where they stand, and at the side what a clause became.
import { useQuery } from "@tanstack/react-query";
import type { DocumentView, StateView } from "@writ/server/response-types";
import { useCallback, useEffect } from "react";
import { getJson } from "../api.ts";
import { Faces } from "../faces.tsx";
import { addressOf, go, useRoute } from "../route.tsx";
import { Block } from "./block.tsx";
import { ClausePanel } from "./clause-panel.tsx";
import { textOf } from "./inline.tsx";
import { Question } from "./question.tsx";
import classes from "./document.module.css";

export function DocumentPage() {
  const told = useQuery({ queryKey: ["document"], queryFn: async () => getJson<DocumentView>("document") });
  const state = useQuery({ queryKey: ["state"], queryFn: async () => getJson<StateView>("state") });
  return <Faces of={told}>{(document_) => <Read told={document_} state={state.data} />}</Faces>;
}

type ReadProps = { readonly told: DocumentView; readonly state: StateView | undefined };

function Read({ told: { blocks, problems, question }, state }: ReadProps) {
  const { search } = useRoute();
  const clause = search.get("clause") ?? undefined;
  const line = search.get("line");
  const close = useCallback(() => go(addressOf("document"), true), []);
  useEffect(() => {
    const at = blocks
      .flatMap((one) => [one, ...("rows" in one ? one.rows : []), ...("items" in one ? one.items : [])])
      .findLast((one) =>
        line === null ? clause !== undefined && one.clauses.some((of) => isAt(clause, of)) : one.from <= Number(line),
      );
    if (at !== undefined) document.getElementById(`line-${at.from}`)?.scrollIntoView({ block: "center" });
    // Where one is led to, once: an edit does not lead there again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [line, clause]);
  const sections = blocks.filter((one) => one.kind === "heading" && one.depth === 2);
  const mistakes = problems.filter(({ severity }) => severity === "error").length;
  return (
    <div className={classes["page"]} data-split={clause !== undefined}>
      <nav aria-label="Sections" className={classes["map"]}>
        <ol>
          {sections.map((one, index) => {
            if (one.kind !== "heading") return null;
            const end = sections[index + 1]?.from ?? Infinity;
            const inside = problems.filter((problem) => problem.line >= one.from && problem.line < end);
            const of = (severity: string) => inside.filter((problem) => problem.severity === severity).length;
            return (
              <li key={one.from}>
                <a href={`#line-${one.from}`}>{textOf(one.children)}</a>
                {of("error") > 0 && (
                  <span className={classes["dot"]} data-severity="error" title={`${of("error")} mistakes`} />
                )}
                {of("warning") > 0 && (
                  <span className={classes["dot"]} data-severity="warning" title={`${of("warning")} warnings`} />
                )}
                {of("gap") > 0 && <span className={classes["dot"]} data-severity="gap" title={`${of("gap")} gaps`} />}
              </li>
            );
          })}
        </ol>
      </nav>
      <article className={classes["document"]}>
        {state?.unserved?.why === "mistakes" && (
          <p className={classes["notice"]} role="status" data-severity="error">
            {mistakes === 1 ? "One mistake keeps" : `${mistakes} mistakes keep`} this version from being served. The
            last valid version is served instead.
          </p>
        )}
        {state?.unserved?.why === "stopped" && (
          <div className={classes["notice"]} role="status" data-severity="error">
            This version was not applied. <pre className={classes["code"]}>{state.unserved.words.join("\n")}</pre>
          </div>
        )}
        {question !== undefined && <Question key={question.id} question={question} />}
        {blocks.map((block) => (
          <Block
            key={`${block.from} ${block.kind}`}
            block={block}
            problems={problems}
            chosen={clause}
            onChoose={([first]) => go(addressOf("document", { clause: first ?? "" }), true)}
          />
        ))}
      </article>
      {clause !== undefined && (
        <ClausePanel key={clause} address={clause} others={besideOf(clause, blocks)} onClose={close} />
      )}
    </div>
  );
}

const isAt = (clause: string, of: string): boolean => clause === of || clause.startsWith(`${of}/`);

/** What the same row states too: `create, update` are two rights. */
function besideOf(clause: string, blocks: DocumentView["blocks"]): readonly string[] {
  const places = blocks.flatMap((one) => [one, ...("rows" in one ? one.rows : [])]);
  return places.find(({ clauses }) => clauses.includes(clause))?.clauses.filter((one) => one !== clause) ?? [];
}
