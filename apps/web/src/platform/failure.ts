import type { CallFailed, CallRefused } from "@coralhub/contract";
import type { ListFailure } from "@coralhub/ui";

/** What a list or page says when it could not be fetched, with the number to ask us by. */
export const failureOf = (error: Error): ListFailure => {
  const { requestId } = error as CallRefused | CallFailed;
  return { message: error.message, ...(requestId && { reference: requestId }) };
};
