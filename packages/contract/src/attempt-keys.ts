import { CallRefused } from "./call-errors.ts";
import type { CallOptions, Client } from "./client.ts";
import type { Endpoints } from "./endpoint.ts";

/**
 * One idempotency key per attempt: the same call with the same content keeps its key until it was answered,
 * so a retry after a broken line cannot take effect twice, and the next deliberate attempt gets a new one.
 */
export function createAttemptKeys(newKey: () => string) {
  const open = new Map<string, string>();
  const nameOf = (call: string, input: unknown): string =>
    `${call} ${JSON.stringify(input, (_name, value: unknown) => (typeof value === "bigint" ? `${value}n` : value))}`;
  return {
    keyFor(call: string, input: unknown): string {
      const name = nameOf(call, input);
      const key = open.get(name) ?? newKey();
      open.set(name, key);
      return key;
    },
    answered(call: string, input: unknown): void {
      open.delete(nameOf(call, input));
    },
    /** Whether an attempt that speaks of this id was made and is still without an answer. */
    isWaiting: (id: string): boolean => [...open.keys()].some((name) => name.includes(id)),
  };
}

/** A refusal says what became of the attempt. A busy server, a fault, or a first try still at work do not: the next one is the same. */
export const isDecided = (error: unknown): boolean =>
  error instanceof CallRefused && error.status < 500 && error.reason !== "idempotency.running";

export type AttemptKeys = ReturnType<typeof createAttemptKeys>;

/** The same calls, which keep their idempotency key on a retry. */
export function keepKeys<const E extends Endpoints>(
  endpoints: E,
  client: Client<E>,
  attempts: Pick<AttemptKeys, "keyFor" | "answered">,
): Client<E> {
  const wrapped = Object.entries(endpoints).map(([name, endpoint]) => {
    const call = client[name]!;
    if (!endpoint.idempotent) return [name, call];
    return [
      name,
      async (input: never, options: CallOptions = {}) => {
        const idempotencyKey = options.idempotencyKey ?? attempts.keyFor(endpoint.path, input);
        try {
          const answer = await call(input, { ...options, idempotencyKey });
          attempts.answered(endpoint.path, input);
          return answer;
        } catch (error) {
          if (isDecided(error)) attempts.answered(endpoint.path, input);
          throw error;
        }
      },
    ];
  });
  return Object.fromEntries(wrapped) as Client<E>;
}
