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
