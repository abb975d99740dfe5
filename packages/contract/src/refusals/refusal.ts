/** One row of the refusal catalogue: a stable number, the HTTP status, and a Chinese text that says what to do. */
export type RefusalRow = { code: number; status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503; message: string };
export type RefusalTable = Record<string, RefusalRow>;

/** The words of a refusal; `{name}` in the catalogue is replaced by the value of that name. */
export const fillMessage = (message: string, values: Record<string, string | number>): string =>
  message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
