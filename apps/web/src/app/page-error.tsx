import { CallFailed, CallRefused } from "@coralhub/contract";
import { ErrorState } from "@coralhub/ui";
import { useTakeOver } from "./document/take-over.ts";

/** A page that could not be shown: its code did not arrive, or it broke. */
export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  useTakeOver();
  const reference = error instanceof CallFailed || error instanceof CallRefused ? error.requestId : undefined;
  return (
    <ErrorState
      title="这个页面没能打开"
      reference={reference}
      onRetry={() => (reset && reference ? reset() : location.reload())}
    >
      可能是网络断了，或者页面刚刚更新。您的资金不受影响
    </ErrorState>
  );
}
