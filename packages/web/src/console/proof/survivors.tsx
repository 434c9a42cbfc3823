// Mutants that no case catches: what was changed, and the clause in the document that no one would miss.
import type { MutantView, ProofView } from "@writ/server/response-types";
import { addressOf, RouteLink } from "../route.tsx";
import classes from "./proof.module.css";

/** More of them are folded up, so that the document is near. */
const fewEnough = 5;

export function Survivors({ mutants: { survivors } }: { readonly mutants: ProofView["mutants"] }) {
  if (survivors.length === 0) return null;
  const count = survivors.length === 1 ? "One change" : `${survivors.length} changes`;
  return (
    <details className={classes["survivors"]} open={survivors.length <= fewEnough}>
      <summary>{count} that no case notices</summary>
      <ul aria-label="Mutants that survived">
        {survivors.map((one) => (
          <Survivor key={one.address} mutant={one} />
        ))}
      </ul>
    </details>
  );
}

function Survivor({ mutant: { clause, what, before, after, evidence } }: { readonly mutant: MutantView }) {
  return (
    <li>
      <p>
        <RouteLink to={addressOf("proof", { clause })}>{clause}</RouteLink> <span className="quiet">{what}</span>
      </p>
      <p className="breaks">
        <del>{before === "" ? "nothing" : before}</del> <span className="only-read">becomes</span>{" "}
        <ins>{after === "" ? "left out" : after}</ins>
      </p>
      <p className="quiet">{evidence}</p>
    </li>
  );
}
