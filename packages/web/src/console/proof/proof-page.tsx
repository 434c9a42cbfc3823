// The proof: the document with what is known of each clause on the left, the cases of the one that is chosen on the right.
import { useQuery } from "@tanstack/react-query";
import type { DocumentView, ProofView } from "@writ/server/response-types";
import { useCallback, useEffect, useMemo } from "react";
import { getJson } from "../api.ts";
import { Block } from "../document/block.tsx";
import documentClasses from "../document/document.module.css";
import { Faces } from "../faces.tsx";
import { addressOf, go, useRoute } from "../route.tsx";
import { CasesPanel } from "./cases-panel.tsx";
import classes from "./proof.module.css";
import { RunBar } from "./run-bar.tsx";
import { runningIn } from "./runs.ts";
import { clauseResult } from "./results.tsx";
import { Survivors } from "./survivors.tsx";

export function ProofPage() {
  const proof = useQuery({
    queryKey: ["proof"],
    queryFn: async () => getJson<ProofView>("proof"),
    refetchInterval: ({ state }) => (state.data !== undefined && runningIn(state.data) !== undefined ? 500 : false),
  });
  const told = useQuery({ queryKey: ["document"], queryFn: async () => getJson<DocumentView>("document") });
  return (
    <>
      <div className="page-head">
        <h1>Proof</h1>
      </div>
      <Faces of={proof}>
        {(proven) => (
          <>
            <RunBar proof={proven} />
            <Survivors mutants={proven.mutants} />
            <Faces of={told}>{(document_) => <Read told={document_} proof={proven} />}</Faces>
          </>
        )}
      </Faces>
    </>
  );
}

function Read({ told: { blocks, problems }, proof }: { readonly told: DocumentView; readonly proof: ProofView }) {
  const { search } = useRoute();
  const clause = search.get("clause") ?? undefined;
  const close = useCallback(() => go(addressOf("proof"), true), []);
  const standing = useMemo(() => {
    const { cases } = proof;
    return (clauses: readonly string[]) => clauseResult(clauses, cases);
  }, [proof]);
  const gaps = problems.filter(({ severity }) => severity === "gap");
  const place = clause === undefined ? undefined : placeWith(clause, blocks);
  const line = place?.from;
  useEffect(() => {
    if (line !== undefined) document.getElementById(`line-${line}`)?.scrollIntoView({ block: "nearest" });
  }, [line]);
  return (
    <div className={`${documentClasses["page"]} ${classes["page"]}`} data-split={clause !== undefined}>
      <article className={documentClasses["document"]} aria-label="The document">
        {blocks.map((block) => (
          <Block
            key={`${block.from} ${block.kind}`}
            block={block}
            problems={gaps}
            chosen={place?.clauses[0]}
            standing={standing}
            onChoose={([first]) => go(addressOf("proof", { clause: first ?? "" }), true)}
          />
        ))}
      </article>
      {clause !== undefined && (
        // `create, update` are two rights, and one line of the document.
        <CasesPanel
          key={clause}
          clauses={place?.clauses.includes(clause) ? place.clauses : [clause]}
          proof={proof}
          onClose={close}
        />
      )}
    </div>
  );
}

type Place = DocumentView["blocks"][number] | { readonly from: number; readonly clauses: readonly string[] };

/** The line of the document that states a clause, or the one that has it in a cell. */
function placeWith(clause: string, blocks: DocumentView["blocks"]): Place | undefined {
  const places: readonly Place[] = blocks.flatMap((one) => [
    one,
    ...("rows" in one ? one.rows : []),
    ...("items" in one ? one.items : []),
  ]);
  return (
    places.find(({ clauses }) => clauses.includes(clause)) ??
    places.findLast(({ clauses }) => clauses.some((one) => clause.startsWith(`${one}/`)))
  );
}
