/** Time is passed in: nothing in a module calls `new Date()`. */
export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };
