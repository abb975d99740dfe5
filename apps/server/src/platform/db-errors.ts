/** What a failed statement says about trying again. */

/** The connection is gone or could not be made; says nothing about whether a statement already sent took effect. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code !== undefined && (CONNECTION_STATES.has(code) || code.startsWith("08"))) return true;
  return message !== undefined && CONNECTION_MESSAGES.test(message);
}

/** Written to a database that only reads: a standby, or a primary that has been replaced. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string } | null)?.code === "25006";

/** PostgreSQL undid the whole transaction because of its neighbours: the same transaction may pass next time. */
export const isConflict = (error: unknown): boolean =>
  ["40001", "40P01"].includes((error as { code?: string })?.code ?? "");

/** Said by our own functions: books or a card's limit have moved since they were looked at. */
export const isOvertaken = (error: unknown): boolean =>
  ["CL001", "CC001"].includes((error as { code?: string } | null)?.code ?? "");

/** The caller may try again later: answered as "busy", not as a fault of ours. */
export const retryable = (error: unknown): boolean =>
  isConnectionError(error) || isConflict(error) || isTimeout(error) || isOvertaken(error);

/** A statement, a lock or a free connection took too long: the database is busy, and trying at once would not help it. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === "57014" || code === "55P03" || message === "timeout exceeded when trying to connect";
}

/** What was to be written is no value of its column: it is none the next time either. */
export const isDataError = (error: unknown): boolean => /^22...$/.test((error as { code?: string } | null)?.code ?? "");

export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const { code, constraint: broken } = (error ?? {}) as { code?: string; constraint?: string };
  return code === "23505" && (constraint === undefined || constraint === broken);
};

const CONNECTION_STATES = new Set([
  "57P01", // terminated by an administrator
  "57P02", // crash shutdown
  "57P03", // still starting up
  "25006", // read-only: this was the primary, and another one is now
  "53300", // too many connections
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const CONNECTION_MESSAGES =
  /Connection terminated|not queryable|Client has encountered a connection error|connection has been discarded/i;
