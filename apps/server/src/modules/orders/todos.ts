import type { Todo } from "@coralhub/contract";
import { addressOf, moneyOf, moneyText } from "@coralhub/domain";
import type { OrdersDeps } from "./deps.ts";
import { readQuotas } from "./describe-quota.ts";
import { listShort } from "./matches-store.ts";

const MOST_EACH = 2;

/** Platforms' money that may not leave in CNY yet: the very income, with what it lacks. Nothing while the quota reaches for all. */
export async function orderTodos(deps: OrdersDeps, merchantId: string): Promise<Todo[]> {
  const short = (await readQuotas(deps, merchantId)).filter(({ missing }) => missing.minor > 0n);
  const todos = await Promise.all(
    short.map(async ({ currency, missing }) =>
      (await listShort(deps.database.hot, merchantId, currency, MOST_EACH)).map((fund): Todo => {
        const lacks = moneyOf(currency, fund.minor - fund.matchedMinor);
        return {
          id: `orders-${fund.id}`,
          kind: "orders",
          title: `${fund.storeName ?? fund.payerName} 的收款还缺订单`,
          body: `这笔缺 ${moneyText(lacks)} 的订单，${currency} 一共还差 ${moneyText(missing)}，补齐后可以结汇成人民币`,
          amount: moneyOf(currency, fund.minor),
          dueAt: null,
          action: { label: "补充订单", path: addressOf("orderMatch", { id: fund.id }) },
        };
      }),
    ),
  );
  return todos.flat();
}
