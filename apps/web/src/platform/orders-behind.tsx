import { orderEndpoints, type QuotaUseRow } from "@coralhub/contract";
import { addressOf, quotaUseLifecycle } from "@coralhub/domain";
import { Facts, Link, Notice, Pager, StateTag } from "@coralhub/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connect } from "./api.ts";
import { inTable, MoneyOf } from "./show.tsx";

const { quotaUse, quotaUseOrders } = connect({
  quotaUse: orderEndpoints.quotaUse,
  quotaUseOrders: orderEndpoints.quotaUseOrders,
});
const SHOWN = 10;
const FAILED = <Notice tone="warning" title="没能取到背后的订单，请关闭后重试" />;

/** The orders behind a payment or an exchange into CNY; nothing where it needed none. */
export function OrdersBehind({ moveId }: { moveId: string }) {
  const { data, isError } = useQuery({ queryKey: ["orders", "use", moveId], queryFn: () => quotaUse({ id: moveId }) });
  if (isError) return FAILED;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="orders-behind">
      <h3 id="orders-behind" className="type-section payout-section">
        订单额度
      </h3>
      {data.map((use) => (
        <UseOrders key={use.id} use={use} />
      ))}
    </section>
  );
}

/** All of them, however many: page by page, the oldest first, as they were used. */
function UseOrders({ use }: { use: QuotaUseRow }) {
  const { id: useId, amount, state, orders } = use;
  const [page, setPage] = useState<{ pageNo: number; cursor?: string | undefined }>({ pageNo: 1 });
  const { data, isError } = useQuery({
    queryKey: ["orders", "use", useId, state, page],
    queryFn: () => quotaUseOrders({ useId, ...page, pageSize: SHOWN, order: "asc" }),
    placeholderData: keepPreviousData,
    enabled: orders > 0,
  });
  return (
    <div className="payout-facts">
      <Facts
        facts={[
          {
            label: "额度",
            value: (
              <>
                <MoneyOf value={amount} /> <StateTag lifecycle={quotaUseLifecycle} state={state} />
              </>
            ),
          },
          ...(data?.records ?? []).map((order) => ({
            label: inTable(order.orderedAt),
            value: (
              <>
                <Link to={addressOf("orderList", { orderNumber: order.orderNumber })}>{order.orderNumber}</Link>{" "}
                <MoneyOf value={order.amount} />
              </>
            ),
          })),
          ...(state === "reserved" ? [{ label: "订单", value: "付款完成后按下单时间先后使用" }] : []),
        ]}
      />
      {isError && FAILED}
      {data && orders > SHOWN && (
        <Pager
          total={data.total}
          pageNo={page.pageNo}
          pageSize={SHOWN}
          {...(data.nextCursor !== undefined && { nextCursor: data.nextCursor })}
          unit="个"
          onPage={(pageNo, cursor) => setPage({ pageNo, cursor })}
        />
      )}
    </div>
  );
}
