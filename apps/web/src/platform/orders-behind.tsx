import { orderEndpoints } from "@coralhub/contract";
import { addressOf, quotaUseLifecycle } from "@coralhub/domain";
import { Facts, Link, Notice, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { inTable, MoneyOf } from "./show.tsx";

const { quotaUse } = connect({ quotaUse: orderEndpoints.quotaUse });
const SHOWN = 12;

/** The orders behind a payment or an exchange into CNY; nothing where it needed none. */
export function OrdersBehind({ moveId }: { moveId: string }) {
  const { data, isError } = useQuery({ queryKey: ["orders", "use", moveId], queryFn: () => quotaUse({ id: moveId }) });
  if (isError) return <Notice tone="warning" title="没能取到背后的订单，请关闭后重试" />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="orders-behind">
      <h3 id="orders-behind" className="type-section payout-section">
        订单额度
      </h3>
      {data.map(({ id, amount, state, orders, behind }) => (
        <div key={id} className="payout-facts">
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
              ...behind.slice(0, SHOWN).map((order) => ({
                label: inTable(order.orderedAt),
                value: (
                  <>
                    <Link to={addressOf("orderList", { orderNumber: order.orderNumber })}>{order.orderNumber}</Link>{" "}
                    <MoneyOf value={order.amount} />
                  </>
                ),
              })),
              ...(orders > SHOWN ? [{ label: "其他", value: `另有 ${orders - SHOWN} 个订单` }] : []),
              ...(state === "reserved" ? [{ label: "订单", value: "付款完成后按下单时间先后使用" }] : []),
            ]}
          />
        </div>
      ))}
    </section>
  );
}
