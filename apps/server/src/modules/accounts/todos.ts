import type { Todo } from "@coralhub/contract";
import { accountName, addressOf } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { listAccounts } from "./accounts-store.ts";

/** Accounts the bank has refused. */
export const accountTodos = async (db: Db, merchantId: string): Promise<Todo[]> =>
  (await listAccounts(db, merchantId))
    .filter(({ state }) => state === "refused")
    .map((account) => ({
      id: `account-${account.id}`,
      kind: "stores",
      title: `${accountName(account)}没有开通`,
      body: account.reason ?? "银行没有通过开户申请",
      amount: null,
      dueAt: null,
      action: { label: "重新申请", path: addressOf("accounts") },
    }));
