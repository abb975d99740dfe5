import { createHash } from "node:crypto";
import type { Config } from "../../platform/config.ts";
import type { Clock } from "../../platform/clock.ts";

export type WaybillStanding = {
  standing: "delivered" | "underWay" | "unknown";
  shippedAt: Date | null;
  country: string | null;
};
/** Asks carriers whether a parcel was sent. */
export type Logistics = {
  look(waybill: {
    carrier: string | null;
    tracking: string;
    orderedAt: Date;
    country: string | null;
  }): Promise<WaybillStanding>;
};

const DAY_MS = 86_400_000;
const UNKNOWN: WaybillStanding = { standing: "unknown", shippedAt: null, country: null };

/** Without a tracking service nothing is known; the sandbox's carriers know every waybill but those that end in 000. */
export function createLogistics({ mode }: Pick<Config, "mode">, { clock }: { clock: Clock }): Logistics {
  return {
    async look({ tracking, orderedAt, country }) {
      if (mode !== "sandbox" || tracking.endsWith("000")) return UNKNOWN;
      const days = createHash("sha256").update(tracking).digest()[0]! % 4;
      const shippedAt = new Date(orderedAt.getTime() + (1 + days) * DAY_MS);
      if (shippedAt > clock.now()) return UNKNOWN;
      const isThere = clock.now().getTime() - shippedAt.getTime() > 12 * DAY_MS;
      return { standing: isThere ? "delivered" : "underWay", shippedAt, country };
    },
  };
}
