import { CallRefused, type RefusalName } from "@coralhub/contract";

export const isRefused = (error: unknown, ...names: RefusalName[]): error is CallRefused =>
  error instanceof CallRefused && error.reason !== undefined && names.includes(error.reason);

/** The server's words for the form; a broken line was announced already. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof CallRefused ? error.message : undefined;
