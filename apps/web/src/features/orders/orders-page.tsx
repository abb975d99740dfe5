import { orderList, type OrderRow } from "@coralhub/contract";
import {
  addressOf,
  countryName,
  ORDER_REFUND_KINDS,
  orderRowLifecycle,
  platformName,
  toShanghaiTime,
} from "@coralhub/domain";
import { Facts, Link, ListPage, NameCell, Notice, RowsSkeleton, StateTag, useList, PlatformLogo } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { OrderTabs } from "./order-tabs.tsx";
import { orderQuery, ordersQuery } from "./orders-calls.ts";
import { orderedText, reasonsOf } from "./upload-report-page.tsx";
import "./orders.css";

/** /uploadPreIndex: every order, to be found by number, store, period and state. */
export function OrdersPage() {
  const list = useList(orderList, useUrlState());
  const rows = useQuery(ordersQuery(list.input));
  return (
    <ListPage
      spec={orderList}
      list={list}
      title="订单管理"
      intro="每个订单通过了没有、形成多少额度、对上哪笔收款"
      aside={<OrderTabs tab="orders" />}
      rowKey={(row) => row.id}
      unit="个"
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["orderNumber", "orderedAt", "goods", "amount", "granted", "state"]}
      roomyColumns={["goods"]}
      tile={(row) => <PlatformLogo platform={row.platform} size={32} />}
      cells={{
        orderNumber: (row) => (
          <NameCell
            tile={<PlatformLogo platform={row.platform} size={32} />}
            name={row.orderNumber ?? "没有订单号"}
            note={row.storeName ?? platformName(row.platform)}
          />
        ),
      }}
      drawer={{ title: (row) => row.orderNumber ?? "订单", body: (row) => <OrderDetail key={row.id} row={row} /> }}
      empty={{ title: "还没有订单", text: "同步店铺或上传订单文件后，订单会出现在这里" }}
    />
  );
}

function OrderDetail({ row }: { row: OrderRow }) {
  const { data, isError } = useQuery(orderQuery(row.id));
  return (
    <div className="order-form">
      <StateTag lifecycle={orderRowLifecycle} state={row.state} />
      {reasonsOf(row) !== "" && <Notice tone="danger" title={reasonsOf(row)} />}
      <Facts
        facts={[
          { label: "下单时间", value: orderedText(row) },
          { label: "商品", value: row.goods ?? "没有" },
          { label: "收货国家", value: row.country === null ? "没有" : countryName(row.country) },
          { label: "物流", value: [row.carrier, row.tracking].filter(Boolean).join(" ") || "没有" },
          ...(row.refunded && row.refunded.minor > 0n
            ? [{ label: "退款和拒付", value: <MoneyOf value={row.refunded} /> }]
            : []),
          { label: "材料", value: <Link to={addressOf("orderUpload", { id: row.uploadId })}>查看所在材料</Link> },
          ...(row.incomeId
            ? [{ label: "收款", value: <Link to={addressOf("orderMatch", { id: row.incomeId })}>查看关联的收款</Link> }]
            : []),
        ]}
      />
      {isError && <Notice tone="danger" title="没能取到使用记录，请关闭后重试" />}
      {!data && !isError && <RowsSkeleton rows={1} />}
      {data && data.refunds.length > 0 && (
        <Facts
          facts={data.refunds.map((refund) => ({
            label: `${ORDER_REFUND_KINDS[refund.kind]} ${refund.at ? toShanghaiTime(refund.at).slice(0, 10) : refund.reference}`,
            value: (
              <>
                <MoneyOf value={refund.amount} />{" "}
                <Link to={addressOf("orderUpload", { id: refund.uploadId })}>查看所在材料</Link>
              </>
            ),
          }))}
        />
      )}
      {data && data.uses.length > 0 && (
        <Facts
          facts={data.uses.map((use) => ({
            label: use.reference,
            value: (
              <>
                用了 <MoneyOf value={use.amount} />{" "}
                {use.kind === "payout" ? (
                  <Link to={addressOf("payouts", { open: use.id })}>查看付款</Link>
                ) : (
                  <Link to={addressOf("conversions", { open: use.id })}>查看换汇</Link>
                )}
              </>
            ),
          }))}
        />
      )}
    </div>
  );
}
