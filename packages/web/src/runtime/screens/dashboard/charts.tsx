// Three charts, drawn without a library: a dozen shapes that follow the colours of the page.
import type { ApplicationTile } from "@writ/language/product";
import { folded, type Group } from "./measure.ts";
import classes from "./dashboard.module.css";

type ChartProps = {
  readonly groups: readonly (Group & { readonly label: string })[];
  readonly show: (value: number) => string;
};

type FoldedProps = ChartProps & {
  readonly kind: ApplicationTile["measure"]["kind"];
  /** What so many others are called. */
  readonly others: (count: number) => string;
};

/** More bars than fit a window cannot be compared; the table has them all. */
const mostBars = 12;

/** Values below zero show only their numbers. The sum of the rest has no bar: it would dwarf all others. */
export function Bars({ groups, show, kind, others }: FoldedProps) {
  const { shown, rest } = folded(groups, kind, mostBars);
  const top = Math.max(1, ...shown.map(({ value }) => value));
  return (
    <dl className={classes["bars"]}>
      {shown.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <span className={classes["bar"]} style={{ width: `${Math.max(0.5, (Math.max(0, value) / top) * 100)}%` }} />
            <span className="figures">{show(value)}</span>
          </dd>
        </div>
      ))}
      {rest && (
        <div className={classes["rest"]}>
          <dt>{others(rest.count)}</dt>
          <dd className="figures">{rest.value === undefined ? "" : show(rest.value)}</dd>
        </div>
      )}
    </dl>
  );
}

const [width, height, margin] = [480, 160, 8];

type LineProps = ChartProps & { readonly label: string };

/** What has no date has no place in time, and stands below. */
export function Line({ groups, show, label }: LineProps) {
  const timed = groups.filter(({ key }) => key !== "");
  const [only] = timed;
  const untimed = groups.find(({ key }) => key === "");
  return (
    <figure className={classes["line"]}>
      {timed.length > 1 ? (
        <Course groups={timed} show={show} label={label} />
      ) : (
        // One point is no course: only its number is shown.
        only && (
          <p className={classes["only"]}>
            <span className={classes["number"]}>{show(only.value)}</span> <span className="quiet">{only.label}</span>
          </p>
        )
      )}
      {untimed && (
        <p className="quiet figures">
          {untimed.label}: {show(untimed.value)}
        </p>
      )}
    </figure>
  );
}

function Course({ groups, show, label }: LineProps) {
  const top = Math.max(1, ...groups.map(({ value }) => value));
  const bottom = Math.min(0, ...groups.map(({ value }) => value));
  const x = (index: number) => margin + (index / (groups.length - 1)) * (width - 2 * margin);
  const y = (value: number) => height - margin - ((value - bottom) / (top - bottom)) * (height - 2 * margin);
  const points = groups.map(({ value }, index) => `${x(index)},${y(value)}`).join(" ");
  const said = groups.map((group) => `${group.label}: ${show(group.value)}`).join(", ");
  return (
    <>
      <p className={`${classes["top"]} quiet figures`} aria-hidden="true">
        {show(top)}
      </p>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}. ${said}`}>
        <line x1={margin} x2={width - margin} y1={y(top)} y2={y(top)} className={classes["axis"]} />
        <line x1={margin} x2={width - margin} y1={y(0)} y2={y(0)} className={classes["axis"]} />
        <polyline points={points} className={classes["path"]} />
        {groups.map(({ key, value, label: name }, index) => (
          <circle key={key} cx={x(index)} cy={y(value)} r={groups.length > 60 ? 1.5 : 3.5} className={classes["point"]}>
            <title>
              {name}: {show(value)}
            </title>
          </circle>
        ))}
      </svg>
      <figcaption className="quiet figures">
        <span>{groups[0]?.label}</span>
        <span>{groups.at(-1)?.label}</span>
      </figcaption>
    </>
  );
}

const shades = 10;

/** As many as there are shades. What cannot be added up is not folded. */
export function Pie({ groups: given, show, kind, others }: FoldedProps) {
  const { shown, rest } = folded(given, kind, shades);
  const together =
    rest?.value === undefined ? [] : [{ key: "\u0000rest", label: others(rest.count), value: rest.value }];
  const groups = rest !== undefined && together.length === 0 ? given : [...shown, ...together];
  const sum = groups.reduce((all, { value }) => all + Math.max(0, value), 0);
  // A circle of this radius has a circumference of 100.
  const radius = 100 / (2 * Math.PI);
  const slices = groups.map((group, index) => {
    const before = groups.slice(0, index).reduce((all, { value }) => all + Math.max(0, value), 0);
    return {
      group,
      index,
      share: sum === 0 ? 0 : (Math.max(0, group.value) / sum) * 100,
      from: sum === 0 ? 0 : (before / sum) * 100,
    };
  });
  return (
    <div className={classes["pie"]}>
      <svg viewBox="0 0 42 42" aria-hidden="true">
        <circle cx="21" cy="21" r={radius} fill="none" strokeWidth="8" className={classes["ring"]} />
        {slices.map(({ group, index, share, from }) => (
          <circle
            key={group.key}
            cx="21"
            cy="21"
            r={radius}
            fill="none"
            strokeWidth="8"
            strokeDasharray={`${share} ${100 - share}`}
            strokeDashoffset={25 - from}
            data-shade={index % shades}
            className={classes["slice"]}
          />
        ))}
      </svg>
      <dl>
        {slices.map(({ group, index, share }) => (
          <div key={group.key}>
            <dt>
              <span data-shade={index % shades} className={classes["swatch"]} />
              {group.label}
            </dt>
            <dd className="figures">
              {show(group.value)} <span className="quiet">{Math.round(share)} %</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
