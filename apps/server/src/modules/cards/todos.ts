import type { Todo } from "@coralhub/contract";
import { addressOf, CARD_CURRENCY, moneyOf } from "@coralhub/domain";
import { findAccount } from "./account-store.ts";
import type { CardsDeps } from "./deps.ts";

/** What stops a merchant's cards right now. */
export async function cardTodos(deps: CardsDeps, merchantId: string): Promise<Todo[]> {
  const account = await findAccount(deps.database.hot, merchantId, CARD_CURRENCY);
  if (!account || account.owed === 0n) return [];
  return [
    {
      id: `card-owed-${account.id}`,
      kind: "review",
      title: "珊瑚卡清算超出余额，新的扣款会被拒",
      body: "充值卡钱包即自动结清",
      amount: moneyOf(CARD_CURRENCY, account.owed),
      dueAt: null,
      action: { label: "去充值", path: addressOf("fundCardWallet") },
    },
  ];
}
