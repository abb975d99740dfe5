import type { Todo } from "@coralhub/contract";
import { addressOf, INCOME_HOLD_NAMES, INCOME_HOLDS } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Db } from "../../platform/db.ts";
import { readUnsettled, type Unsettled } from "./income-totals-store.ts";

const MOST = 5;
/** What waits for the house must not hide what waits for its owner. */
const OWN = INCOME_HOLD_NAMES.filter((hold) => INCOME_HOLDS[hold].next === "merchant");

/** Home asks what is on its way and what is held at once: one look answers both. */
export const createUnsettled = (db: Db, clock: Clock) =>
  createCoalescer<string, Unsettled>({
    name: "unsettled incomes",
    async work(merchantIds) {
      const request = { now: clock.now(), holds: OWN, limit: MOST };
      const looks = new Map([...new Set(merchantIds)].map((id) => [id, readUnsettled(db, id, request)]));
      return Promise.all(merchantIds.map((merchantId) => looks.get(merchantId)!));
    },
  });

/** Held money the merchant can free. */
export const incomeTodos = ({ held }: Unsettled): Todo[] =>
  held.map(({ id, hold, payerName, amount, dueAt }) => {
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
