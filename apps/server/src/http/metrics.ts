import { Gauge, Histogram } from "prom-client";
import type { Metrics } from "../platform/metrics.ts";
import type { Load } from "./load.ts";

export type CallMetrics = { observe(call: string, status: number, seconds: number): void };

/** How long calls take and how busy the process is, added to the process's registry. */
export function createCallMetrics(registry: Metrics, load: Load, openStreams: () => number): CallMetrics {
  const registers = [registry];
  const calls = new Histogram({
    name: "coralhub_http_request_seconds",
    help: "Time from the first byte of a request to the end of its answer",
    labelNames: ["call", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("coralhub_http_in_flight", "Requests being answered now", load.inFlight);
  gauge("coralhub_http_event_streams", "Open live-update streams", openStreams);
  gauge("coralhub_loop_delay_ms", "How late timers are", load.loopDelayMs);

  // The child of a label pair is made once and found without putting its key together on every call.
  type Observed = Map<number, { observe(value: number): void }>;
  const children = new Map<string, Observed>();
  return {
    observe(call, status, seconds) {
      let byStatus = children.get(call);
      if (!byStatus) children.set(call, (byStatus = new Map() as Observed));
      let child = byStatus.get(status);
      if (!child) byStatus.set(status, (child = calls.labels(call, String(status))));
      child.observe(seconds);
    },
  };
}
