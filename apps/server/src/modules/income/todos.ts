import type { Todo } from "@coralhub/contract";
import { addressOf, INCOME_HOLDS, nextActorOf } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { listHeld } from "./income-totals-store.ts";

const MOST = 5;

/** Held money the merchant can free. */
export const incomeTodos = async (db: Db, merchantId: string): Promise<Todo[]> =>
  (await listHeld(db, merchantId, MOST))
    .filter(({ state, hold }) => nextActorOf(state, hold) === "merchant")
    .map(({ id, hold, payerName, amount, dueAt }) => {
      const { label, missing } = INCOME_HOLDS[hold];
      const path = hold === "certification" ? addressOf("certification") : addressOf("income", { open: id });
      return {
        id: `income-${id}`,
        kind: hold === "certification" ? "certification" : "review",
        title: `${payerName} 的款项暂扣：${label}`,
        body: `需要${missing}`,
        amount,
        dueAt,
        action: { label: "去处理", path },
      };
    });
