import type { Todo } from "@coralhub/contract";
import { addressOf, INCOME_HOLDS, nextActorOf } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { listAccounts } from "./accounts-store.ts";
import { listHeld } from "./standing-store.ts";
import { accountName } from "./tell-merchant.ts";

const MOST = 5;

/** Held money the merchant can free, and accounts the bank has refused. */
export async function collectionTodos(db: Db, merchantId: string): Promise<Todo[]> {
  const [held, accounts] = await Promise.all([listHeld(db, merchantId, MOST), listAccounts(db, merchantId)]);
  return [
    ...held
      .filter(({ state, hold }) => nextActorOf(state, hold) === "merchant")
      .map(({ id, hold, payerName, amount, dueAt }): Todo => {
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
      }),
    ...accounts
      .filter(({ state }) => state === "refused")
      .map((account): Todo => ({
        id: `account-${account.id}`,
        kind: "stores",
        title: `${accountName(account)}没有开通`,
        body: account.reason ?? "银行没有通过开户申请",
        amount: null,
        dueAt: null,
        action: { label: "重新申请", path: addressOf("accounts") },
      })),
  ];
}
