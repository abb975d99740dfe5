import { CallFailed, CallRefused } from "@coralhub/contract";
import { ErrorState } from "@coralhub/ui";
import { problemText } from "../platform/refusal-fields.ts";

/** A page that could not be shown: its code did not arrive, its first question was not answered, or it broke. */
export function PageError({ error }: { error: unknown }) {
  const called = error instanceof CallFailed || error instanceof CallRefused;
  return (
    <ErrorState
      title="这个页面没能打开"
      onRetry={() => location.reload()}
      {...(called && error.requestId && { reference: error.requestId })}
    >
      {called ? problemText(error) : "可能是网络断了，或者页面刚刚更新"}
    </ErrorState>
  );
}
