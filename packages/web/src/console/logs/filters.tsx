// How the log is filtered: by level, status, words, time taken, one request, and with our own noise or without it.
import { Button } from "@mantine/core";
import type { Choice } from "./choice.ts";
import shared from "../console.module.css";
import classes from "./logs.module.css";

type FiltersProps = { readonly choice: Choice; readonly choose: (change: Partial<Choice>) => void };

const statuses = { "2": "2xx success", "3": "3xx redirect", "4": "4xx refused", "5": "5xx failed" } as const;

export function Filters({ choice: { level, status, text, slow, noise, id }, choose }: FiltersProps) {
  return (
    <search className={`${shared["choices"]} ${classes["filters"]}`}>
      <label className={shared["choice"]}>
        Level
        <select value={level} onChange={({ target }) => choose({ level: target.value })}>
          <option value="">All levels</option>
          <option value="error">error</option>
          <option value="warning">warning</option>
          <option value="info">info</option>
        </select>
      </label>
      <label className={shared["choice"]}>
        Status
        <select value={status} onChange={({ target }) => choose({ status: target.value })}>
          <option value="">All</option>
          {Object.entries(statuses).map(([digit, label]) => (
            <option key={digit} value={digit}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className={shared["choice"]}>
        Search
        <input type="search" value={text} onChange={({ target }) => choose({ text: target.value })} />
      </label>
      <Box is={slow === "yes"} set={(is) => choose({ slow: is ? "yes" : "" })}>
        Longer than a second
      </Box>
      <Box is={noise === "yes"} set={(is) => choose({ noise: is ? "yes" : "" })}>
        With page files and health checks
      </Box>
      {id !== "" && (
        <p className={shared["choice"]}>
          Request
          <span className={shared["followed"]}>
            <code className="breaks">{id}</code>
            <Button size="xs" variant="default" onClick={() => choose({ id: "" })}>
              All requests
            </Button>
          </span>
        </p>
      )}
    </search>
  );
}

type BoxProps = { readonly is: boolean; readonly set: (is: boolean) => void; readonly children: string };

const Box = ({ is, set, children }: BoxProps) => (
  <label className={classes["box"]}>
    <input type="checkbox" checked={is} onChange={({ target }) => set(target.checked)} />
    {children}
  </label>
);
