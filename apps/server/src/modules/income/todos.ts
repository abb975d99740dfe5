import type { Todo } from "@coralhub/contract";
import { addressOf, INCOME_HOLD_NAMES, INCOME_HOLDS } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { listHeld } from "./income-totals-store.ts";

const MOST = 5;
/** What waits for the house must not hide what waits for its owner. */
const OWN = INCOME_HOLD_NAMES.filter((hold) => INCOME_HOLDS[hold].next === "merchant");

/** Held money the merchant can free. */
export const incomeTodos = async (db: Db, merchantId: string): Promise<Todo[]> =>
  (await listHeld(db, merchantId, { holds: OWN, limit: MOST })).map(({ id, hold, payerName, amount, dueAt }) => {
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
