import type { Tx } from "./db.ts";

/** An intent to tell the outside world something. `reference` is deterministic and known before the first call. */
export type OutboxEntry = { topic: string; reference: string; merchantId: string | null; payload: object };
/** `unknown` is never `failed`: the entry is asked about again before it is sent again. */
export type DeliveryOutcome = { result: "delivered" } | { result: "retry"; reason: string; afterSeconds?: number } | { result: "refused"; reason: string };
export type OutboxHandler = (entry: OutboxEntry & { id: string; attempt: number }) => Promise<DeliveryOutcome>;
export type Outbox = { enqueue(tx: Tx, entry: OutboxEntry): Promise<void>; register(topic: string, handler: OutboxHandler): void };
