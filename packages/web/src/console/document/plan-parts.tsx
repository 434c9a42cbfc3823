// Parts of a plan, wherever somebody looks at one before it is applied: what would be lost, each of which is named, what
// it says beyond its statements, and the statements.
import { Checkbox } from "@mantine/core";
import type { ClauseChangeView, PlannedStepView, StepView } from "@writ/server/response-types";
import classes from "./document.module.css";

type Named = ReadonlySet<string>;
/** `about`, `says`: in the document's words, where they are known. */
type Shown = StepView & Partial<Pick<PlannedStepView, "about" | "says">>;
type LossesProps = {
  readonly losses: readonly Shown[];
  readonly named: Named;
  readonly onName: (named: Named) => void;
};

export const addressesOf = (losses: readonly StepView[]): readonly string[] => [
  ...new Set(losses.map(({ address }) => address)),
];

export function Losses({ losses, named, onName }: LossesProps) {
  return (
    <ul className={classes["losses"]}>
      {addressesOf(losses).map((address) => (
        <li key={address}>
          <Checkbox
            checked={named.has(address)}
            onChange={({ currentTarget: { checked } }) =>
              onName(new Set([...named, address].filter((one) => checked || one !== address)))
            }
            label={`Lose the data of ${losses.find((one) => one.address === address)?.about ?? address}`}
          />
          <Steps steps={losses.filter((one) => one.address === address)} isNamed />
        </li>
      ))}
    </ul>
  );
}

type StepsProps = {
  readonly steps: readonly Shown[];
  /** Above it stands which clause it is. */
  readonly isNamed?: boolean;
};

export const Steps = ({ steps, isNamed = false }: StepsProps) =>
  (isNamed ? unlike(steps) : steps).map((step) => (
    <div key={`${step.address} ${step.what}`} className={classes["step"]}>
      <Step step={step} isNamed={isNamed} />
    </div>
  ));

/** Of one clause, what is said already is not said again: a field may be kept in more than one place. */
const unlike = (steps: readonly Shown[]): readonly Shown[] =>
  steps.filter(({ says }, index) => says === undefined || steps.findIndex((one) => one.says === says) === index);

function Step({
  step: { kind, what, about, says, risk },
  isNamed,
}: {
  readonly step: Shown;
  readonly isNamed: boolean;
}) {
  // What is told is said in the document's words already.
  const head = about === undefined || kind === "tell" ? what : isNamed ? "" : capital(about);
  if (risk === undefined) return head;
  return (
    <>
      {head}
      <span className="quiet breaks">
        {head === "" ? "" : ": "}
        {says ?? risk.words}
        {examplesOf(risk)}
        {risk.hint !== undefined && `. ${risk.hint}.`}
      </span>
    </>
  );
}

/** Ids of rows say nothing to people; what several rows share does. */
const examplesOf = ({ examples }: NonNullable<StepView["risk"]>): string => {
  const shown = examples.filter((one) => !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(one));
  return shown.length === 0 ? "" : ` (${shown.join(", ")})`;
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const mostChanges = 12;

/** What comes, goes and changes, clause by clause. */
export function Changes({ changes }: { readonly changes: readonly ClauseChangeView[] }) {
  if (changes.length === 0) return null;
  const rest = changes.slice(mostChanges);
  const line = ({ address, about, how }: ClauseChangeView) => (
    <li key={`${address} ${how}`}>
      {capital(about)} <span className="quiet">{how}</span>
    </li>
  );
  return (
    <>
      <ul className={classes["changes"]}>{changes.slice(0, mostChanges).map(line)}</ul>
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <ul className={classes["changes"]}>{rest.map(line)}</ul>
        </details>
      )}
    </>
  );
}

const verbs = { add: "add", change: "change", remove: "remove", data: "write", tell: "" } as const;

export function Statements({ steps }: { readonly steps: readonly StepView[] }) {
  return (
    <details>
      <summary>
        Statements for the database: {steps.length} {steps.length === 1 ? "step" : "steps"}
      </summary>
      <ul className={classes["plan"]}>
        {steps.map(({ address, kind, what, sql }) => (
          <li key={`${address} ${kind} ${what}`}>
            <strong>{address}</strong>: {verbs[kind]} {what}
            <pre className={classes["code"]}>{sql.join(";\n")}</pre>
          </li>
        ))}
      </ul>
    </details>
  );
}
