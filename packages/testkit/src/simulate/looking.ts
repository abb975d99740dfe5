import type { CallInput, CallOutput, Endpoint } from "@coralhub/contract";
import type { Caller, Merchant } from "./simulation.ts";

/** Somebody who opens every page once while nothing moves: several laws look at home and at the same statement. */
export function lookingOnce(merchant: Merchant): Merchant {
  const seen = new Map<Endpoint, Map<string, Promise<unknown>>>();
  const once = <How extends keyof Caller>(how: How): Caller[How] =>
    (async <E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>) => {
      if (endpoint.method !== "GET") return merchant[how](endpoint, input);
      const looks = seen.get(endpoint) ?? new Map<string, Promise<unknown>>();
      seen.set(endpoint, looks);
      const key = `${how} ${JSON.stringify(input)}`;
      const look = looks.get(key) ?? merchant[how](endpoint, input);
      looks.set(key, look);
      return look as Promise<CallOutput<E["output"]>>;
    }) as Caller[How];
  return { ...merchant, call: once("call"), attempt: once("attempt") };
}
