import type { PostingHead } from "@coralhub/contract";
import { deskAddress, POSTING_REASONS } from "@coralhub/domain";
import { EmptyState, Link, Panel, tableTime } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { BooksTable } from "../../platform/books-table.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { postingPath } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import { ReferenceSearch } from "./ledger-tabs.tsx";
import "./entries.css";

const MOST_FOUND = 50;

/** Everything posted under one reference or key, over all merchants. */
export function SearchPage() {
  const reference = useRouterState({
    select: (state) => new URLSearchParams(state.location.searchStr).get("reference")?.trim() ?? "",
  });
  const found = useQuery({
    queryKey: ["ledger", "search", reference],
    queryFn: () => ledger.searchLedger({ reference }),
    enabled: reference !== "",
  });
  return (
    <Page
      title="查记账"
      about={<Link to={deskAddress("ledger")}>回到总账</Link>}
      actions={<ReferenceSearch key={reference} asked={reference} />}
    >
      <Panel title={reference ? `「${reference}」的记账` : "按参考号查记账"} flush>
        {reference === "" ? (
          <EmptyState title="请输入参考号或业务编号">订单号、付款编号、调账编号都可以，要完整</EmptyState>
        ) : (
          <QueryView
            query={found}
            what="记账"
            empty={{
              when: (rows) => rows.length === 0,
              title: "没有这个参考号的记账",
              text: "参考号要完整，大小写也要一致",
            }}
          >
            {(rows) => <Found rows={rows} />}
          </QueryView>
        )}
      </Panel>
    </Page>
  );
}

function Found({ rows }: { rows: readonly PostingHead[] }) {
  return (
    <>
      <BooksTable name="记账">
        <thead>
          <tr>
            <th scope="col">事由</th>
            <th scope="col">商户</th>
            <th scope="col">记账时间</th>
            <th scope="col" className="right wide-only">
              行数
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ merchantId, id, key, reason, postedAt, lines }) => (
            <tr key={id}>
              <td>
                <Link to={postingPath(merchantId, id)}>{POSTING_REASONS[reason]}</Link>
                <span className="second-line mono">{key}</span>
              </td>
              <td>
                <MerchantName merchantId={merchantId} />
              </td>
              <td>{tableTime(postedAt)}</td>
              <td className="right wide-only">{lines}</td>
            </tr>
          ))}
        </tbody>
      </BooksTable>
      {rows.length === MOST_FOUND && <p className="search-more second-line">只显示最近的 {MOST_FOUND} 笔</p>}
    </>
  );
}
