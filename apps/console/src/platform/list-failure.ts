import { CallFailed, CallRefused } from "@coralhub/contract";
import type { ListFailure } from "@coralhub/ui";
import { problemText } from "./refusal-fields.ts";

/** Why a list could not be read, with the number to name to a colleague. */
export const listFailure = (error: unknown): ListFailure => ({
  message: problemText(error),
  ...((error instanceof CallRefused || error instanceof CallFailed) && error.requestId
    ? { reference: error.requestId }
    : {}),
});
