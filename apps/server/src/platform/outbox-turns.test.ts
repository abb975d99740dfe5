import type { LiveEvent } from "@coralhub/contract";
import { expect, test } from "vitest";
import type { Db } from "./db.ts";
import { takeTurns } from "./outbox-turns.ts";

/** Processes that hear each other at once, and a clock that stands until it is moved. */
function house() {
  const listeners = new Set<(event: LiveEvent) => void>();
  const state = { now: 0, connected: true };
  const live = {
    tell: (_db: unknown, _topic: string, event: LiveEvent) => listeners.forEach((listener) => listener(event)),
    subscribe(_topic: string, listener: (event: LiveEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connected: () => state.connected,
  };
  const process = (own: string, ...topics: string[]) =>
    takeTurns({ db: {} as Db, live, own, topics: () => topics, sparedMs: 2_500, now: () => state.now });
  return { state, process };
}

test("whoever hears that another found nothing more leaves his own look out, for a while", () => {
  const { state, process } = house();
  const [one, two] = [process("one", "mail"), process("two", "mail")];
  expect(two.anotherLooked()).toBe(false);
  one.nothingMore();
  expect(two.anotherLooked()).toBe(true);
  // What it said itself spares nobody his look: else nobody would look.
  expect(one.anotherLooked()).toBe(false);
  state.now += 2_500;
  expect(two.anotherLooked()).toBe(false);
  two.stop();
  one.nothingMore();
  expect(two.anotherLooked()).toBe(false);
});

test("a topic the other does not deliver, and news that may have been missed, are looked for by oneself", () => {
  const { state, process } = house();
  const [old, fresh] = [process("old", "mail"), process("fresh", "mail", "payouts")];
  old.nothingMore();
  expect(fresh.anotherLooked()).toBe(false);
  fresh.nothingMore();
  expect(old.anotherLooked()).toBe(true);
  state.connected = false;
  expect(old.anotherLooked()).toBe(false);
});
