// What the console is sent about the health of the product. Types alone: the web application reads them too.
export type HealthItem = {
  readonly id: string;
  readonly severity: "critical" | "warning";
  readonly says: string;
  readonly todo: string;
  /** Of the console, where the hand goes. */
  readonly page?: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Its entry in docs/production/alarms.md. */
  readonly alarm?: string;
};

export type HealthFigures = {
  readonly requestsPerMinute: number;
  /** Of the last five minutes; null where there were none. */
  readonly errorShare: number | null;
  readonly p95Seconds: number | null;
  readonly diskFreeBytes: number | null;
  readonly databaseBytes: number | null;
  readonly connections: { readonly used: number; readonly most: number } | null;
  readonly sockets: number;
  readonly memoryBytes: number;
  readonly uptimeSeconds: number;
  readonly processes: { readonly serving: number; readonly wanted: number };
  readonly version: string | null;
  readonly appliedAt: string | null;
};

/** What needs attention, most important first. */
export type HealthView = { readonly items: readonly HealthItem[]; readonly figures: HealthFigures };
