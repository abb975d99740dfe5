import type { Query } from "@tanstack/react-query";
import { isWaiting } from "./api.ts";

/**
 * A price promised for a while under an id of its own. It is asked for again before the promise ends and for no other
 * reason: live events tell what happened, and a new price under the merchant's hand would turn the second press after a
 * broken line into a second payment. For the same reason it stays while the answer to its confirmation is unknown.
 */
export const promisedPrice = <T>(againMs: number, idOf: (price: T) => string) => ({
  staleTime: "static" as const,
  gcTime: 0,
  retry: false,
  // Whoever is away to read the code comes back to a price that still holds.
  refetchIntervalInBackground: true,
  refetchInterval: <K extends readonly unknown[]>({ state: { status, data } }: Query<T, Error, T, K>) =>
    status === "error" || (data !== undefined && isWaiting(idOf(data))) ? (false as const) : againMs,
});
