// What those ask who watch a product: whether it is there, its metrics, and what a document would change.
import { gathering } from "../bus/gather.ts";
import type { ProcessSlot } from "../bus/slot.ts";
import type { Foundation } from "../foundation.ts";
import type { ServerModule } from "../module.ts";
import type { Reading } from "../telemetry/metrics.ts";
import { gaugesOf, readyGauge, type Loads } from "./loads.ts";
import { machineGauges } from "./machine.ts";
import { metricsGuard } from "./may-watch.ts";
import { planRoute } from "./plan-route.ts";
import { operatingRoutes } from "./routes.ts";

export function operatingModule(foundation: Foundation, loads: Omit<Loads, "pool">): ServerModule {
  const { slot, metrics, product, sessions, environment, proxies, options } = foundation;
  const gauges = [...gaugesOf({ ...loads, pool: product.pool }), ...machineGauges(options.files)];
  const counted = gathering<null, Reading>(slot.bus, "metrics", () => metrics.read(gauges));
  return {
    name: "operating",
    routes: [
      ...operatingRoutes({
        readings: async () => [
          metrics.read([await readyGauge(product.isThere), ...gauges]),
          ...(await counted.ask(null)),
        ],
        processes: processCounts(slot),
        mayWatch: metricsGuard(environment["WRIT_METRICS_TOKEN"], proxies),
        isReady: product.isThere,
      }),
      planRoute({ owner: product.owner, checkToken: sessions.checkSession }),
    ],
  };
}

/** Undefined where there is one. */
const processCounts = ({ count, bus }: ProcessSlot) =>
  count === 1 ? undefined : () => ({ wanted: count, ready: 1 + bus.others().length });
