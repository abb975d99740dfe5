import { deskAddress, certificationLifecycle } from "@coralhub/domain";
import { EmptyState, Link, Panel, StateDot, tableTime, useDebounced } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { Button, Input, Table, type TableColumnsType } from "antd";
import { useEffect, useRef, useState } from "react";
import { operations } from "../../../platform/api.ts";
import { Page, QueryView } from "../../../platform/page.tsx";
import "./merchants.css";

type Row = Awaited<ReturnType<typeof operations.searchMerchants>>[number];

const COLUMNS: TableColumnsType<Row> = [
  {
    title: "商户",
    key: "name",
    render: (_, row) => (
      <>
        <div>
          <Link to={deskAddress("merchant", { id: row.id })}>{row.name || row.mobile || row.email}</Link>
        </div>
        <div className="second-line merchants-phone-only">{row.mobile}</div>
      </>
    ),
  },
  { title: "手机号", dataIndex: "mobile", responsive: ["md"] },
  { title: "邮箱", key: "email", responsive: ["lg"], render: (_, row) => row.email ?? "未绑定" },
  {
    title: "实名认证",
    key: "certification",
    render: (_, row) => <StateDot lifecycle={certificationLifecycle} state={row.certification} />,
  },
  { title: "注册时间", key: "createdAt", responsive: ["md"], render: (_, row) => tableTime(row.createdAt) },
];

/** The search text is in the address, so that it can be shared and the back button works. */
export function MerchantsPage() {
  const asked = useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get("text") ?? "" });
  const [text, setText] = useState(asked);
  const settled = useDebounced(text.trim(), 300);
  // What we wrote into the address ourselves must not come back and overwrite what is typed meanwhile.
  const written = useRef(asked);
  useEffect(() => {
    if (asked === written.current) return;
    written.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => {
    if (settled === written.current) return;
    written.current = settled;
    goTo(deskAddress("merchants", { text: settled }), { replace: true });
  }, [settled]);
  const found = useQuery({
    queryKey: ["merchants", asked],
    queryFn: () => operations.searchMerchants({ text: asked }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="商户">
      <Panel flush>
        <div className="merchants-search">
          <Input.Search
            allowClear
            size="small"
            maxLength={100}
            aria-label="查找商户"
            placeholder="手机号、名称、邮箱或编号"
            value={text}
            loading={found.isFetching}
            onChange={(event) => setText(event.target.value)}
          />
          <span className="second-line">{asked ? "" : "最近注册的商户"}</span>
        </div>
        <QueryView query={found} what="商户">
          {(rows) =>
            rows.length > 0 ? (
              <Table className="dense" rowKey="id" columns={COLUMNS} dataSource={rows} pagination={false} />
            ) : asked ? (
              <EmptyState
                drawing="filtered"
                title="没有找到这个商户"
                action={<Button onClick={() => setText("")}>清除查找</Button>}
              >
                手机号和编号要完整，名称可以只输入一部分
              </EmptyState>
            ) : (
              <EmptyState title="还没有商户">商户注册后会出现在这里</EmptyState>
            )
          }
        </QueryView>
      </Panel>
    </Page>
  );
}
