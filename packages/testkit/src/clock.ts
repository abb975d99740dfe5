type Duration = { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number };
export type TestClock = { now(): Date; set(time: Date | string): void; advance(by: Duration): void };

/** Begins at noon in Shanghai on a working day, far from any boundary. */
const NOON = "2026-11-16T12:00:00+08:00";

const toMs = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Duration): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;

/** A clock that stands still until it is moved. */
export function createTestClock(start: Date | string = NOON): TestClock {
  let nowMs = new Date(start).getTime();
  return {
    now: () => new Date(nowMs),
    set: (time) => void (nowMs = new Date(time).getTime()),
    advance: (by) => void (nowMs += toMs(by)),
  };
}

/** A clock that runs, and can be moved as well: for whole servers, whose workers wait for time to pass. */
export function createRunningClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    set: (time) => void (aheadMs = new Date(time).getTime() - Date.now()),
    advance: (by) => void (aheadMs += toMs(by)),
  };
}
