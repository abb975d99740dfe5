import type { Address } from "@coralhub/domain";
import { PageSkeleton } from "@coralhub/ui";
import { NotOpened } from "./not-opened.tsx";

type Asked = { data: unknown; error: Error | null; refetch: () => unknown; isFetching: boolean };
type Props = {
  /** The page it will be. */
  title: string;
  back: { label: string; to: Address };
  /** 「充值」. */
  what: string;
  queries: readonly Asked[];
};

/** A page until all it asks for is there: its outline, or why it does not come and another try. */
export function WaitingPage({ title, back, what, queries }: Props) {
  const failed = queries.filter(
    (query): query is Asked & { error: Error } => query.data === undefined && query.error !== null,
  );
  const [first] = failed;
  if (!first) return <PageSkeleton />;
  const isFetching = failed.some((query) => query.isFetching);
  const refetch = () => failed.forEach((query) => void query.refetch());
  return <NotOpened title={title} back={back} what={what} query={{ error: first.error, refetch, isFetching }} />;
}
