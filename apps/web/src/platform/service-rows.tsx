import type { Address, Money } from "@coralhub/domain";
import { EmptyState, ErrorState, Link, Panel, RowsSkeleton } from "@coralhub/ui";
import { Pagination } from "antd";
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
  /** Where there may be more than one page of them. */
  pages?: { pageNo: number; total: number | undefined; open: (pageNo: number) => void };
};

/** What a merchant has of a service, newest first, each leading to its page. */
export function ServiceRows({ title, rows, failed, retry, empty, pages }: Props) {
  return (
    <Panel title={title} flush>
      {rows ? (
        rows.length > 0 ? (
          <div className="service-scroll" role="region" aria-label={title} tabIndex={0}>
            <table className="service-table service-rows">
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
      {pages && (pages.total ?? 0) > ROWS_ON_A_PAGE && (
        <Pagination
          className="service-pages"
          current={pages.pageNo}
          pageSize={ROWS_ON_A_PAGE}
          total={pages.total}
          showSizeChanger={false}
          onChange={pages.open}
        />
      )}
    </Panel>
  );
}

const ROWS_ON_A_PAGE = 20;
/** One page of a list, newest first. */
export const pageOf = (pageNo: number) => ({ pageNo, pageSize: ROWS_ON_A_PAGE, order: "desc", filters: {} }) as const;
