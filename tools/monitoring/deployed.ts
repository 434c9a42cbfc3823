// The alarms and the board of `deploy/`, and which metrics they ask for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const project = join(import.meta.dirname, "../..");
export const rulesFile = join(project, "deploy/prometheus-rules.yml");

export type Alarm = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly link: string };
};

export type Panel = {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
};

export type Board = {
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly panels: readonly Panel[];
};

export function readAlarms(): readonly Alarm[] {
  const { groups } = parse(readFileSync(rulesFile, "utf8")) as {
    readonly groups: readonly { readonly rules: readonly Alarm[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export const readBoard = (): Board =>
  JSON.parse(readFileSync(join(project, "deploy/grafana-board.json"), "utf8")) as Board;

/** A series that a query asks for: its name, and what it says of labels. */
export type Selector = {
  readonly name: string;
  readonly labels: readonly { readonly label: string; readonly how: string; readonly value: string }[];
};

export const selectorsIn = (query: string): readonly Selector[] =>
  [...query.matchAll(/\b(writ_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", said = ""]) => ({
    name,
    labels: [...said.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = "", how = "", value = ""]) => ({
      label,
      how,
      value,
    })),
  }));
