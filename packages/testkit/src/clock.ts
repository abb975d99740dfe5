/** A clock that moves only when told to. */
export type TestClock = {
  now(): Date;
  set(time: Date | string): void;
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }): void;
};

/** Begins at noon in Shanghai on a working day, far from any boundary. */
const NOON = "2026-11-16T12:00:00+08:00";

export function createTestClock(start: Date | string = NOON): TestClock {
  let nowMs = new Date(start).getTime();
  return {
    now: () => new Date(nowMs),
    set: (time) => void (nowMs = new Date(time).getTime()),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) =>
      void (nowMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms),
  };
}
