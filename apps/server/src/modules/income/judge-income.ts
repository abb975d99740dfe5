import {
  incomeLifecycle,
  judgeIncome as judge,
  paysAs,
  type CertificationKind,
  type IncomeFacts,
  type IncomeHold,
  type IncomeJudgement,
} from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { listStores, lockAccount } from "../accounts/index.ts";
import type { IncomeDeps } from "./deps.ts";
import { findIncome, lockIncome, type Income, type IncomeKey } from "./incomes-store.ts";
import { wasAssigned } from "./unclaimed-store.ts";
import { creditIncome, feeOf, holdIncome } from "./settle-income.ts";

/**
 * The rules look at what has arrived and credit or hold it. Lists outside are asked before anything is locked; whoever
 * comes second finds it decided. Throws while a list does not answer: it stays under review and is looked at again.
 */
export async function judgeIncome(deps: IncomeDeps, key: IncomeKey): Promise<void> {
  const { db } = deps.database;
  const seen = await findIncome(db, key);
  if (seen?.state !== "reviewing" || seen.hold !== null) return;
  const [hit, certifiedAs, fee] = await Promise.all([
    screenPayer(deps, seen),
    deps.certifiedAs(key.merchantId),
    feeOf(deps, seen),
  ]);
  await deps.database.transaction(async (tx) => {
    const income = await lockIncome(tx, key);
    if (income?.state !== "reviewing" || income.hold !== null) return;
    const account = await lockAccount(tx, { merchantId: key.merchantId, id: income.accountId }, "share");
    const stores = (await listStores(tx, key.merchantId, { bound: true })).filter(
      ({ id, accountId }) => accountId === income.accountId || id === income.storeId,
    );
    const asked = { certifiedAs, hit };
    const { hold, storeId, platform } = judgePayment(deps, income, {
      account: account!.state,
      stores,
      asked,
      assigned: await wasAssigned(tx, income),
    });
    if (hold !== null) return holdIncome(deps, tx, income, hold, { storeId, platform });
    await creditIncome(deps, tx, income, { fee, by: SYSTEM, found: { storeId, platform } });
  });
}

/** What the house was asked about a payment before anything was locked. */
export type Asked = { certifiedAs: CertificationKind | null; hit: boolean };
type Judged = Pick<Income, "amount" | "payerName" | "storeId">;

export function judgePayment(
  { screening }: Pick<IncomeDeps, "screening">,
  { amount, payerName, storeId: claimedStoreId }: Judged,
  { account, stores, asked, assigned }: Pick<IncomeFacts, "account" | "stores" | "assigned"> & { asked: Asked },
): IncomeJudgement {
  // Where no list is connected a person looks, except at names under which a platform pays.
  const unlisted = screening.connected || stores.some((store) => paysAs(store.platform, payerName));
  const { certifiedAs, hit } = asked;
  const payerListed = hit || !unlisted;
  return judge({ amount, payerName, account, certifiedAs, stores, claimedStoreId, payerListed, assigned });
}

export const screenPayer = async (
  { screening }: Pick<IncomeDeps, "screening">,
  { payerName, payerCountry }: Pick<Income, "payerName" | "payerCountry">,
): Promise<boolean> => {
  const countries = payerCountry === null ? [] : [payerCountry];
  return (await screening.screen({ names: [payerName], countries })).length > 0;
};

/** What may have passed by itself, so that nobody has to ask for it. */
export const PASSING_HOLDS: readonly IncomeHold[] = ["frozenAccount", "certification", "noStore"];

/** Puts a held payment before the rules again if what held it is gone. */
export async function recheckIncome(deps: IncomeDeps, key: IncomeKey): Promise<boolean> {
  const certifiedAs = await deps.certifiedAs(key.merchantId);
  return deps.database.transaction(async (tx) => {
    const income = await lockIncome(tx, key);
    if (!income?.hold || !PASSING_HOLDS.includes(income.hold)) return false;
    // What becomes of it is a person's word now; a rejected proposal lets the clock look again.
    if (income.proposed !== null) return false;
    const account = await lockAccount(tx, { merchantId: key.merchantId, id: income.accountId }, "share");
    const stores = await listStores(tx, key.merchantId, { accountId: income.accountId, bound: true });
    const gone: Partial<Record<IncomeHold, boolean>> = {
      frozenAccount: account?.state === "open",
      certification: certifiedAs !== null,
      noStore: stores.length > 0,
    };
    if (!gone[income.hold]) return false;
    const at = deps.clock.now();
    const set = { hold: null, holdNote: null, evidenceDueAt: null };
    return deps.lifecycles.tryAdvance(tx, incomeLifecycle, key, "recheck", { by: SYSTEM, at, set });
  });
}
