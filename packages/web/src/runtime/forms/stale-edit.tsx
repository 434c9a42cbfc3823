// Somebody was faster: both versions side by side, and the reader decides field by field what is kept.
import { Button, Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { readNamed } from "../data/choices.ts";
import { ShowField } from "../fields/show-field.tsx";
import { useProduct } from "../session/product.tsx";
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
                    <Mine entity={entity} id={id} now={now} value={mine[id] ?? null} />
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

/** What was chosen is asked for by its name: the row as it is names others. */
function Mine({ entity, id, now, value }: MineProps) {
  const product = useProduct();
  const field = product.application.entities[entity]?.fields[id];
  const isChosen = field?.type.kind === "reference" || field?.type.kind === "several";
  const ids = Array.isArray(value) ? value.map(String) : [String(value)];
  const rowId = String(now["id"]);
  const named = useQuery({
    queryKey: ["named", entity, id, rowId, ids],
    queryFn: async () => (field === undefined ? [] : readNamed(entity, field, rowId, ids, product)),
    enabled: isChosen && value !== null && ids.length > 0,
  });
  if (!isChosen || value === null || ids.length === 0)
    return <ShowField entity={entity} path={[id]} row={{ ...now, [id]: value }} whole />;
  return <>{ids.map((one) => named.data?.find((chosen) => chosen.id === one)?.name ?? "…").join(", ")}</>;
}

const Version = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <>
    <span className="quiet">{title}</span>
    <span className="breaks" style={{ display: "block" }}>
      {children}
    </span>
  </>
);
