// What a document would change, and the button that deploys it: rows that would be lost are named first.
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeployLine, DeployPlanView, LostView, PlannedStepView } from "@writ/server/response-types";
import { useState, type ReactNode } from "react";
import { postJson, postLines } from "../api.ts";
import { Problems } from "../document/block.tsx";
import { addressesOf, capital, Changes, Losses, Statements, Steps } from "../document/plan-parts.tsx";
import { Faces } from "../faces.tsx";
import classes from "./deploy.module.css";

type DeployPlanProps = {
  readonly source: string;
  readonly from: string;
  /** The file that the server began with. */
  readonly file: string | undefined;
  readonly onEnd: () => void;
};

export function DeployPlan({ source, from, file, onEnd }: DeployPlanProps) {
  const [isDeployed, setIsDeployed] = useState(false);
  const looked = useQuery({
    queryKey: ["plan-deploy", source],
    queryFn: async () => postJson<DeployPlanView>("plan-deploy", { source }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <section className={classes["plan"]} aria-label="What it changes">
      <h2>{isDeployed ? `${capital(from)} is deployed` : `What ${from} changes`}</h2>
      <Faces of={looked}>
        {(plan) => (
          <>
            {plan.is === "mistakes" && (
              <>
                <p>
                  {plan.problems.every(({ severity }) => severity === "gap")
                    ? `It cannot be deployed: it has gaps, and the product has none. Say what is not shown in ${plan.problems.map(({ address }) => address).join(", ")}.`
                    : `It cannot be deployed: correct ${plan.problems.length === 1 ? "this" : `these ${plan.problems.length}`} first.`}{" "}
                  Nothing was changed.
                </p>
                <Problems problems={plan.problems} />
              </>
            )}
            {plan.is === "refused" && (
              <p role="alert" className="wrong">
                {plan.words}
              </p>
            )}
            {plan.is === "plan" ? (
              <Plan
                plan={plan}
                source={source}
                file={file}
                onEnd={onEnd}
                onLook={() => void looked.refetch()}
                onDeployed={() => setIsDeployed(true)}
              />
            ) : (
              <div className={classes["buttons"]}>
                <Button variant="default" onClick={onEnd}>
                  Choose another
                </Button>
              </div>
            )}
          </>
        )}
      </Faces>
    </section>
  );
}

type PlanProps = Pick<DeployPlanProps, "source" | "file" | "onEnd"> & {
  readonly plan: Extract<DeployPlanView, { readonly is: "plan" }>;
  readonly onLook: () => void;
  readonly onDeployed: () => void;
};

function Plan({ plan, source, file, onEnd, onLook, onDeployed }: PlanProps) {
  const { changes, steps, losses, blocks, missing, gone, isServed } = plan;
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set());
  const [lines, setLines] = useState<readonly DeployLine[]>([]);
  const queries = useQueryClient();
  const deploying = useMutation({
    mutationFn: async () => {
      setLines([]);
      return postLines<DeployLine>("deploy", { source, plan: plan.plan, drop: [...named] }, (line) => {
        setLines((before) => [...before, line]);
        if (line.is === "deployed") onDeployed();
      });
    },
    onSettled: async () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "plan-deploy" }),
  });
  const end = deploying.isPending ? undefined : lines.at(-1);
  if (end?.is === "deployed") return <Deployed file={file} onEnd={onEnd} />;
  const beyond = steps.filter((one) => !losses.includes(one) && !isAmong(one, [...losses, ...blocks]));
  const waits = steps.filter(({ seconds }) => seconds !== undefined);
  const isFree = addressesOf(losses).every((one) => named.has(one));
  return (
    <>
      {isServed && <p>It is what is served now.</p>}
      {!isServed && steps.length === 0 && <p>No data and no permissions change, only screens and words.</p>}
      <Changes changes={changes} />
      <Part title="Existing rows do not fit" steps={blocks} note="Correct these rows first." />
      {losses.length > 0 && (
        <>
          <h3>Data that would be lost</h3>
          <Losses losses={losses} named={named} onName={setNamed} />
        </>
      )}
      {gone.length > 0 && (
        <>
          <h3>Does not come back</h3>
          <p>A later document has removed {gone.map(lostWords).join(", ")}. These values stay lost.</p>
        </>
      )}
      <Part title="Permissions and rules" steps={beyond.filter(({ kind }) => kind === "tell")} />
      <Part title="Existing rows" steps={beyond.filter(({ kind, risk }) => kind !== "tell" && risk !== undefined)} />
      {waits.length > 0 && (
        <>
          <h3>Takes a while</h3>
          {waits.map(({ address, what, about, seconds }) => (
            <p key={`${address} ${what}`}>
              {capital(about)}: nothing can be saved there for about {seconds} seconds.
            </p>
          ))}
        </>
      )}
      {missing.length > 0 && (
        <>
          <h3>Missing on this server</h3>
          {missing.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </>
      )}
      {steps.length > 0 && <Statements steps={steps.filter(({ kind }) => kind !== "tell")} />}
      <div className={classes["buttons"]}>
        <Button
          disabled={isServed || !isFree || blocks.length > 0}
          loading={deploying.isPending}
          {...(losses.length > 0 ? { color: "red" } : {})}
          onClick={() => deploying.mutate()}
        >
          {losses.length > 0 ? "Deploy and lose data" : "Deploy"}
        </Button>
        <Button variant="default" disabled={deploying.isPending} onClick={onEnd}>
          {isServed ? "Close" : "Cancel"}
        </Button>
      </div>
      <div role="status">
        <Progress lines={lines} />
        {end?.is === "stopped" && (
          <p className="wrong">
            {end.words} Nothing was changed.{" "}
            <Button size="compact-sm" variant="default" onClick={onLook}>
              Look again
            </Button>
          </p>
        )}
        {deploying.error !== null && (
          <p className="wrong">{deploying.error.message} The list below shows whether it was deployed.</p>
        )}
      </div>
    </>
  );
}

/** The last word about each step that takes a while. */
function Progress({ lines }: { readonly lines: readonly DeployLine[] }) {
  const steps = new Map(lines.flatMap((line) => (line.is === "step" ? [[line.words, line.share] as const] : [])));
  return [...steps].map(([words, share]) => (
    <p key={words}>
      {words} … <progress value={share} aria-label={words} />
    </p>
  ));
}

export const lostWords = ({ about, rows }: LostView): string => `${about} (${rows} ${rows === 1 ? "row" : "rows"})`;

const isAmong = ({ address, what }: PlannedStepView, steps: readonly PlannedStepView[]): boolean =>
  steps.some((one) => one.address === address && one.what === what);

type PartProps = { readonly title: string; readonly steps: readonly PlannedStepView[]; readonly note?: ReactNode };

function Part({ title, steps, note }: PartProps) {
  if (steps.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {note !== undefined && <p>{note}</p>}
      <Steps steps={steps} />
    </>
  );
}

function Deployed({ file, onEnd }: Pick<DeployPlanProps, "file" | "onEnd">) {
  return (
    <div role="status">
      <p>
        <strong>Deployed.</strong> The product now runs this document. Open pages update by themselves.
      </p>
      <p>
        Replace <code>{file ?? "SPEC.md"}</code> with it as well. Until that file changes, the server starts with what
        was deployed here.
      </p>
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={onEnd}>
          Close
        </Button>
      </div>
    </div>
  );
}
