import { CallRefused } from "@coralhub/contract";
import { EmptyState, ErrorState, PageHeader, RowsSkeleton } from "@coralhub/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemText } from "./refusal-fields.ts";
import "./page.css";

type PageProps = { title: string; about?: ReactNode; actions?: ReactNode; beside?: ReactNode; children: ReactNode };

/** A page of the console: title, what it is about, at most one coral action, content. */
export function Page({ title, about, actions, beside, children }: PageProps) {
  return (
    <div className="desk">
      <PageHeader title={title} intro={about} aside={beside} actions={actions} />
      {children}
    </div>
  );
}

type QueryViewProps<T> = {
  query: UseQueryResult<T>;
  /** What is being read, for the words of the failure: 「没能取到设备」 */
  what: string;
  empty?: { when(data: T): boolean; title: string; text?: string; action?: ReactNode };
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
};

/** The four faces of something that is read: coming, failed, empty, there. Old data stays while it is read again. */
export function QueryView<T>({ query, what, empty, skeleton, children }: QueryViewProps<T>) {
  if (query.data !== undefined) {
    if (!empty?.when(query.data)) return children(query.data);
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  if (query.isPending) return skeleton ?? <RowsSkeleton rows={4} />;
  const reference = query.error instanceof CallRefused ? query.error.requestId : undefined;
  return (
    <ErrorState
      title={`没能取到${what}`}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      {...(reference && { reference })}
    >
      {problemText(query.error)}
    </ErrorState>
  );
}
