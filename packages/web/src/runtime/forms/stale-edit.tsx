// A user was faster: both versions side by side, and the reader decides field by field what is kept.
import { ownOf } from "../../words/own-of.ts";
import { Button, Radio } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { leadsToRows } from "../field-types/rows/type.ts";
import { ShowField } from "../fields/show-field.tsx";
import { useNames, type NamedReferences } from "../fields/use-names.ts";
import { useProduct } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import classes from "./stale-edit.module.css";

type StaleEditProps = {
  readonly entity: string;
  readonly now: WireRow;
  readonly mine: Readonly<Record<string, unknown>>;
  readonly onDecide: (kept: Readonly<Record<string, unknown>>) => void;
};

export function StaleEdit({ entity, now, mine, onDecide }: StaleEditProps) {
  const { application, say, word } = useProduct();
  const fields = Object.keys(mine);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={classes["box"]} aria-labelledby="stale-title">
      <h2 id="stale-title" ref={title} tabIndex={-1}>
        {say("stale")}
      </h2>
      <p className="quiet">{say("staleText")}</p>
      {fields.map((id) => {
        const field = application.entities[entity]?.fields[id];
        return (
          <Radio.Group
            key={id}
            label={word(field?.label ?? id)}
            value={theirs.has(id) ? "theirs" : "mine"}
            onChange={(value) =>
              setTheirs(
                (before) => new Set(value === "theirs" ? [...before, id] : [...before].filter((one) => one !== id)),
              )
            }
          >
            <div className={classes["versions"]}>
              <Radio
                value="theirs"
                label={
                  <Version title={say("theirs")}>{<ShowField entity={entity} path={[id]} row={now} whole />}</Version>
                }
              />
              <Radio
                value="mine"
                label={
                  <Version title={say("mine")}>
                    <Mine entity={entity} id={id} now={now} value={ownOf(mine, id) ?? null} />
                  </Version>
                }
              />
            </div>
          </Radio.Group>
        );
      })}
      <Button
        onClick={() => onDecide(Object.fromEntries(fields.filter((id) => !theirs.has(id)).map((id) => [id, mine[id]])))}
      >
        {say("goOn")}
      </Button>
    </section>
  );
}

type MineProps = {
  readonly entity: string;
  readonly id: string;
  readonly now: WireRow;
  readonly value: unknown;
};

function Mine({ entity, id, now, value }: MineProps) {
  const { application } = useProduct();
  const field = application.entities[entity]?.fields[id];
  const ids = Array.isArray(value) ? value.map(String) : value === null ? [] : [String(value)];
  if (field === undefined || ids.length === 0 || !leadsToRows(field.type))
    return <ShowField entity={entity} path={[id]} row={{ ...now, [id]: value }} whole />;
  return <Chosen entity={entity} field={field} ids={ids} rowId={String(now["id"])} />;
}

/** What was chosen is asked for by its name: the row as it is names others. */
function Chosen(named: NamedReferences) {
  const nameFor = useNames(named);
  return <>{named.ids.map((one) => nameFor(one)).join(", ")}</>;
}

const Version = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <>
    <span className="quiet">{title}</span>
    <span className="breaks" style={{ display: "block" }}>
      {children}
    </span>
  </>
);
