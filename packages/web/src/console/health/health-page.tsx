// Health: whether the product is well, what needs attention, most important first, and the figures of now.
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { HealthItem, HealthView } from "@writ/server/response-types";
import { Faces } from "../faces.tsx";
import { pageNames, pages } from "../page-names.ts";
import { addressOf, RouteLink } from "../route.tsx";
import { figuresOf } from "./figures.ts";
import { useHealth } from "./use-health.ts";
import classes from "./health.module.css";

export function HealthPage() {
  return (
    <>
      <div className="page-head">
        <h1>Health</h1>
      </div>
      <Faces of={useHealth()}>
        {({ items, figures }) => (
          <>
            <Verdict items={items} />
            {items.length > 0 && (
              <ul className={classes["items"]} aria-label="What needs attention">
                {items.map((item) => (
                  <Item key={`${item.id} ${item.says}`} item={item} />
                ))}
              </ul>
            )}
            <Now figures={figures} />
          </>
        )}
      </Faces>
    </>
  );
}

function Verdict({ items }: { readonly items: HealthView["items"] }) {
  const critical = items.filter(({ severity }) => severity === "critical").length;
  const stage = critical > 0 ? "critical" : items.length > 0 ? "warning" : "well";
  const Icon = { critical: IconCircleX, warning: IconAlertTriangle, well: IconCircleCheck }[stage];
  const count = items.length === 1 ? "One thing needs" : `${items.length} things need`;
  const words = {
    critical: ["People cannot work, or soon cannot", `${count} attention, the most urgent first.`],
    warning: ["Needs attention", `The product works. ${count} attention during the next working hours.`],
    well: ["Everything works", "Nothing needs attention."],
  }[stage];
  return (
    <div className={classes["verdict"]} data-stage={stage} role="status">
      <Icon size={24} stroke={1.8} aria-hidden="true" />
      <div>
        <h2>{words[0]}</h2>
        <p className="quiet">{words[1]}</p>
      </div>
    </div>
  );
}

function Item({ item: { severity, says, todo, page, search = {}, alarm } }: { readonly item: HealthItem }) {
  const target = pages.find((one) => one === page);
  return (
    <li className={classes["item"]} data-stage={severity}>
      <div>
        <p>
          <span className={classes["severity"]}>{severity === "critical" ? "Critical" : "Warning"}</span>
        </p>
        <h3 className="breaks">{says}</h3>
        <p className="quiet breaks">{todo}</p>
        {alarm !== undefined && (
          <p className={classes["alarm"]}>
            <code>{alarm}</code> in docs/production/alarms.md
          </p>
        )}
      </div>
      {target !== undefined && (
        <RouteLink to={addressOf(target, search)} className={classes["open"]}>
          Open {pageNames[target].title}
        </RouteLink>
      )}
    </li>
  );
}

function Now({ figures }: { readonly figures: HealthView["figures"] }) {
  return (
    <section aria-labelledby="now">
      <h2 id="now" className={classes["part"]}>
        Now
      </h2>
      <dl className={classes["figures"]}>
        {figuresOf(figures).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong className="figures">{value}</strong>
              {note !== undefined && <span className="quiet">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
