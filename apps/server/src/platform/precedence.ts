import { setTimeout as sleep } from "node:timers/promises";

/** Money first: what nobody waits for asks before each of its pieces, and pauses while somebody's money moves. */
export type Precedence = {
  /** Somebody's money moves now. */
  moneyMoves(): void;
  /** At once where none has moved for a while; otherwise after a pause: what gives way gets on, too. */
  giveWay(): Promise<void>;
};
export type GiveWay = Precedence["giveWay"];

/** So long after the last of it the next is expected. */
const RECENT_MS = 100;
/** A piece of an export is 64 KiB: beside moving money some twenty-five thousand rows a second are left. */
const PAUSE_MS = 20;

export function createPrecedence({ recentMs = RECENT_MS, pauseMs = PAUSE_MS } = {}): Precedence {
  let last = -Infinity;
  return {
    moneyMoves: () => void (last = performance.now()),
    async giveWay() {
      if (performance.now() - last < recentMs) await sleep(pauseMs);
    },
  };
}

/** Where nothing has precedence: a process beside the product. */
export const inNobodysWay: GiveWay = () => Promise.resolve();
