import type { LiveEvent } from "@coralhub/contract";
import type { Tx, Db } from "./db.ts";

/** Tells every process (and through it every open page) that something changed. Delivered on commit. */
export type Live = {
  publish(tx: Tx | Db, topic: string, event: LiveEvent): Promise<void>;
  subscribe(topic: string, listener: (event: LiveEvent) => void): () => void;
};
