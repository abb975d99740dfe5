import { CallRefused, type RefusalName } from "@coralhub/contract";
import { refusalCodes } from "virtual:calls";

export const isRefused = (error: unknown, name: RefusalName): error is CallRefused =>
  error instanceof CallRefused && error.code === refusalCodes[name];

/** What a form shows for a refused call: the server's words, and under a field where it names one. */
export type Problem = { message: string; fields: Record<string, string> };
/** A broken line was announced already; it leaves nothing to show in the form. */
export const problemOf = (error: unknown): Problem | null =>
  error instanceof CallRefused ? { message: error.message, fields: error.fields } : null;
