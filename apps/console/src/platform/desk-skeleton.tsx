import { PageHeader, RowsSkeleton } from "@coralhub/ui";

/** A desk before its question is known: rows of another one would only be taken away again. */
export const DeskSkeleton = ({ title, intro }: { title: string; intro?: string }) => (
  <div className="list-page">
    <PageHeader title={title} {...(intro !== undefined && { intro })} />
    <div className="list-panel">
      <RowsSkeleton rows={6} />
    </div>
  </div>
);
