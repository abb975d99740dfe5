import { orderUploadList, type OrderQuota, type OrderUploadRow } from "@coralhub/contract";
import { addressOf, orderUploadLifecycle, UPLOAD_WAYS, uploadPageOf } from "@coralhub/domain";
import {
  CurrencyTile,
  EmptyState,
  ErrorState,
  Link,
  ListPage,
  NameCell,
  Notice,
  Panel,
  PlatformLogo,
  Progress,
  StateDot,
  useList,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { OrderTabs } from "./order-tabs.tsx";
import { overviewQuery, uploadsQuery } from "./orders-calls.ts";
import "./orders.css";

/** /nav/orderManage: how much may leave in CNY, what is missing, and what was delivered. */
export function OrderCentrePage() {
  const list = useList(orderUploadList, useUrlState());
  const rows = useQuery(uploadsQuery(list.input));
  const overview = useQuery(overviewQuery);
  return (
    <ListPage
      spec={orderUploadList}
      list={list}
      title="订单管理"
      intro="平台款项的订单证明：上传、核对、更正都在这里"
      aside={<OrderTabs tab="uploads" />}
      actions={<AddButtons />}
      lead={<QuotaPanel />}
      leadComing={overview.isPending}
      rowKey={(row) => row.id}
      unit="份"
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["fileName", "createdAt", "rowsTotal", "rowsPassed", "rowsFailed", "state"]}
      roomyColumns={["rowsPassed"]}
      tile={(row) => <PlatformLogo platform={row.platform} size={32} />}
      cells={{ fileName: (row) => <FileCell row={row} />, state: (row) => <UploadState row={row} /> }}
      rowActions={(row) => (
        <Button type="link" onClick={() => goTo(addressOf("orderUpload", { id: row.id }))}>
          查看
        </Button>
      )}
      empty={{ title: "还没有订单材料", text: "授权店铺自动同步，或上传平台导出的订单文件", action: <AddButtons /> }}
    />
  );
}

function AddButtons() {
  return (
    <>
      <Button onClick={() => goTo(addressOf("uploadApi"))}>店铺同步</Button>
      <Button onClick={() => goTo(addressOf("uploadOffline"))}>线下订单</Button>
      <Button type="primary" onClick={() => goTo(addressOf("uploadElectronic"))}>
        上传订单
      </Button>
    </>
  );
}

const FileCell = ({ row }: { row: OrderUploadRow }) => (
  <NameCell
    tile={<PlatformLogo platform={row.platform} size={32} />}
    name={row.fileName}
    note={`${UPLOAD_WAYS[row.way].label}${row.storeName ? `，${row.storeName}` : ""}`}
  />
);

function UploadState({ row }: { row: OrderUploadRow }) {
  const note = row.state === "analysing" ? `${row.rowsDone}/${row.rowsTotal || "…"}` : undefined;
  return <StateDot lifecycle={orderUploadLifecycle} state={row.state} {...(note && { note })} />;
}

function QuotaPanel() {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  if (error) {
    return (
      <Panel title="订单额度">
        <ErrorState
          title="没能取到额度"
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={failureOf(error).reference}
        />
      </Panel>
    );
  }
  return (
    <Panel title="订单额度" intro="通过的订单按金额形成额度，每个订单只算一次">
      {data?.quotas.length === 0 && (
        <EmptyState title="还没有平台收款">收到平台款项或订单通过后，额度会出现在这里</EmptyState>
      )}
      <div className="quota-list">
        {data?.quotas.map((quota) => (
          <QuotaRow key={quota.currency} quota={quota} />
        ))}
      </div>
      {data?.analysing.map((row) => (
        <div key={row.id} className="quota-work">
          <span>正在分析 {row.fileName}</span>
          <Progress label={`${row.rowsDone} 个订单`} value={row.rowsDone} max={Math.max(row.rowsTotal, 1)} />
        </div>
      ))}
    </Panel>
  );
}

const uploadOf = ({ platformCode, storeId }: NonNullable<OrderQuota["upload"]>) =>
  addressOf(uploadPageOf(platformCode), { platform: platformCode, ...(storeId !== null && { store: storeId }) });

function QuotaRow({ quota }: { quota: OrderQuota }) {
  const { currency, available, reserved, used, debt, missing, upload } = quota;
  return (
    <section className="quota-row" aria-label={`${currency} 订单额度`}>
      <CurrencyTile currency={currency} />
      <dl className="quota-figures">
        <div>
          <dt>可用</dt>
          <dd>
            <MoneyOf value={available} />
          </dd>
        </div>
        <div>
          <dt>占用中</dt>
          <dd>
            <MoneyOf value={reserved} />
          </dd>
        </div>
        <div>
          <dt>已使用</dt>
          <dd>
            <MoneyOf value={used} />
          </dd>
        </div>
        {missing.minor > 0n && (
          <div className="quota-missing">
            <dt>收款还缺订单</dt>
            <dd>
              <MoneyOf value={missing} />
            </dd>
          </div>
        )}
      </dl>
      {missing.minor > 0n && (
        <span className="quota-ways">
          <Link to={addressOf("orderMatch")}>看是哪几笔收款</Link>
          {upload && <Link to={uploadOf(upload)}>补充订单</Link>}
        </span>
      )}
      {debt.minor > 0n && (
        <Notice tone="warning" title="退款后欠额度">
          <MoneyOf value={debt} />
          ，新通过的订单会先抵扣
        </Notice>
      )}
    </section>
  );
}
