import { ALL_ENDPOINTS, type Endpoint } from "@coralhub/contract";

/** One call as it was made: enough to read what happened, and to count what was tried. */
export type RecordedCall = { step: number; who: string; call: string; input: string; outcome: string; answer?: string };
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
  const text = JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    return value instanceof Blob ? `<${value.size} bytes>` : value;
  });
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

export function createRecord(): CallRecord {
  const calls: RecordedCall[] = [];
  return { calls, note: (call) => void calls.push(call) };
}
