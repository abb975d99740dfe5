import { SLIDER } from "./draw-slider.ts";

export type TracePoint = readonly [milliseconds: number, x: number];

const LEAST_POINTS = 3;
const LEAST_MS = 60;
const MOST_MS = 120_000;
/** A hand drags or a key steps; only a script arrives in one leap. */
const LARGEST_LEAP = 0.85;

/** Whether the piece was let go at the hole. */
export const isInPlace = (x: number, answer: number): boolean => Math.abs(x - answer) <= SLIDER.tolerance;

/** Whether something like a person moved it there: it took a moment, it travelled, and it did not tick like a clock. */
export function isPlausibleTrace(trace: readonly TracePoint[], x: number): boolean {
  const first = trace[0];
  const last = trace.at(-1);
  if (!first || !last || trace.length < LEAST_POINTS) return false;
  const duration = last[0] - first[0];
  if (duration < LEAST_MS || duration > MOST_MS || Math.abs(last[1] - x) > SLIDER.tolerance) return false;
  const steps = trace.slice(1).map((point, i) => ({ ms: point[0] - trace[i]![0], px: point[1] - trace[i]![1] }));
  if (steps.some((step) => step.ms < 0)) return false;
  const distance = Math.abs(last[1] - first[1]);
  if (steps.some((step) => Math.abs(step.px) > Math.max(distance * LARGEST_LEAP, SLIDER.piece))) return false;
  const metronome = new Set(steps.map((step) => `${step.ms}/${step.px}`)).size === 1;
  return !(metronome && steps.length >= 8);
}
