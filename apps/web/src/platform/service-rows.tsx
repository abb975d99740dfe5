import type { Address, Money } from "@coralhub/domain";
import { EmptyState, ErrorState, Link, Panel, RowsSkeleton } from "@coralhub/ui";
import type { ReactNode } from "react";
import { MoneyOf } from "./show.tsx";
import "./service-page.css";

export type ServiceRow = {
  id: string;
  to: Address;
  title: ReactNode;
  note: ReactNode;
  amount: Money;
  state: ReactNode;
};
type Props = {
  title: string;
  /** Undefined while it is fetched. */
  rows: readonly ServiceRow[] | undefined;
  failed: boolean;
  retry: () => void;
  empty: { title: string; text: string };
};

/** What a merchant has of a service, newest first, each leading to its page. */
export function ServiceRows({ title, rows, failed, retry, empty }: Props) {
  return (
    <Panel title={title} flush>
      {rows ? (
        rows.length > 0 ? (
          <div className="service-scroll" role="region" aria-label={title} tabIndex={0}>
            <table className="service-table">
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">
                      <Link to={row.to}>{row.title}</Link>
                      <span className="service-note">{row.note}</span>
                    </th>
                    <td className="service-number">
                      <MoneyOf value={row.amount} />
                    </td>
                    <td>{row.state}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        )
      ) : failed ? (
        <ErrorState compact title={`没能取到${title}`} onRetry={retry} retrying={false} />
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Panel>
  );
}

/** The first page of a list, newest first. */
export const FIRST_ROWS = { pageNo: 1, pageSize: 50, order: "desc", filters: {} } as const;
