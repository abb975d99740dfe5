import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  addMoney,
  addressOf,
  holdCode,
  moneyOf,
  moneyText,
  type Currency,
} from "@coralhub/domain";
import type { BookAccount, ClosingBlocker } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";
import { countPendingOn } from "./adjustments-store.ts";
import { listClosedWithMoney, readBalance, readBalances } from "./entries-store.ts";

/** Order quota is counted like money but is none. */
const MONEY_KINDS = ACCOUNT_KIND_NAMES.filter((kind) => ACCOUNT_KINDS[kind].side === "merchant" && kind !== "quota");

/**
 * Nobody leaves money behind: an account is closed only when all of it, held money too, has gone to its owner, when
 * nobody is about to put any there, and when no quota is owed.
 */
export async function readClosingBlockers(db: Db, merchantId: string): Promise<ClosingBlocker[]> {
  const sums = new Map<Currency, bigint>();
  const owed: string[] = [];
  for (const { kind, balance } of await readBalances(db, merchantId, [...MONEY_KINDS, "house.quota_debt"])) {
    if (kind === "house.quota_debt") {
      if (balance.minor < 0n) owed.push(moneyText(moneyOf(balance.currency, -balance.minor)));
    } else if (balance.minor > 0n) sums.set(balance.currency, (sums.get(balance.currency) ?? 0n) + balance.minor);
  }
  const left = [...sums].map(([currency, minor]) => moneyText(moneyOf(currency, minor))).join("、");
  const pending = await countPendingOn(db, merchantId);
  return [
    ...(left === ""
      ? []
      : [{ reason: `账户里还有 ${left}，请先全部提现`, link: addressOf("payouts", { do: "withdraw" }) }]),
    ...(owed.length === 0
      ? []
      : [{ reason: `还欠订单额度 ${owed.join("、")}，请先补齐订单`, link: addressOf("orderManage") }]),
    ...(pending === 0 ? [] : [{ reason: `有 ${pending} 笔人工调账正在复核，复核完再注销`, link: null }]),
  ];
}

/** Whoever got something back after the account with us was closed: nobody signs in there any more to see it. */
export async function readLeftMoney(
  db: Db,
  after: string | null,
  limit: number,
): Promise<{ merchantId: string; left: string }[]> {
  const rows = await listClosedWithMoney(db, MONEY_KINDS, after, limit);
  return [...Map.groupBy(rows, ({ merchantId }) => merchantId)].map(([merchantId, own]) => ({
    merchantId,
    left: own.map(({ balance }) => moneyText(balance)).join("、"),
  }));
}

/** What is held is on its way out and may come back: it counts as if it lay there. */
export async function readMoneyOn(db: Db, { merchantId, code }: BookAccount): Promise<string[]> {
  const free = await readBalance(db, merchantId, code);
  const held = await readBalance(db, merchantId, holdCode(code));
  const pending = await countPendingOn(db, merchantId, code);
  const all = addMoney(free, held);
  return [
    ...(all.minor > 0n ? [`收款账户里还有 ${moneyText(all)}，请先转出`] : []),
    ...(pending > 0 ? [`有 ${pending} 笔人工调账正在复核，请等复核完`] : []),
  ];
}
