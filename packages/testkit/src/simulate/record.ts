import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";

/** When the machines died: before a call came in, while it was under way, or when its answer was on the way back. */
export type Blow = "before" | "during" | "after";
/** One call as it was made: enough to read what happened, and to count what was tried. */
export type RecordedCall = {
  step: number;
  who: string;
  call: string;
  input: string;
  outcome: string;
  answer?: string;
  /** What the clock said when it was made. */
  at: number;
  /** Set where the machines died around it; one that died under way is told by whether anything had come of it. */
  blow?: Exclude<Blow, "during">;
};
/** What the house does by itself between calls; noted only where others act beside it. */
export const HOUSE = "house";
export const SETTLES = "settles";
export type CallRecord = {
  calls: RecordedCall[];
  note(call: RecordedCall): void;
};

const NAMES = new Map<Endpoint, string>(
  Object.entries(ALL_ENDPOINTS).flatMap(([capability, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, row]) => [row, `${capability}.${name}`] as const),
  ),
);
export const nameOfCall = (endpoint: Endpoint): string => NAMES.get(endpoint) ?? endpoint.path;
export const allCallNames = (): string[] => [...NAMES.values()];

const SHOWN = 300;
export const describeInput = (input: unknown): string => {
  const whole = JSON.stringify(input ?? null, (_key, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    return value instanceof Blob ? `<${value.size} bytes>` : value;
  });
  // Which port a listener of this process has is nobody's business.
  const text = whole.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

export function createRecord(): CallRecord {
  const calls: RecordedCall[] = [];
  return { calls, note: (call) => void calls.push(call) };
}
