import type { Address } from "@coralhub/domain";
import { ErrorState, PageHeader, Panel } from "@coralhub/ui";
import { failureOf } from "./failure.ts";

type Props = {
  /** The page it would have been. */
  title: string;
  back: { label: string; to: Address };
  /** 「这笔存款」. */
  what: string;
  query: { error: Error; refetch: () => unknown; isFetching: boolean };
};

/** The page of one of many, where it could not be fetched: why, and another try. */
export function NotOpened({ title, back, what, query: { error, refetch, isFetching } }: Props) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <Panel>
        <ErrorState
          title={`没能打开${what}`}
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={failureOf(error).reference}
        >
          {error.message}
        </ErrorState>
      </Panel>
    </>
  );
}
