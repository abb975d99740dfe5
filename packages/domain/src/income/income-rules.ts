import type { CertificationKind } from "../certification/certification.ts";
import type { Currency } from "../money/currencies.ts";
import { INCOME_HOLDS, type IncomeHold, type IncomeState } from "./incomes.ts";
import type { Money } from "../money/money.ts";
import { platformByCode } from "../platforms/catalogue.ts";
import type { ReceivingAccountState } from "../accounts/receiving-accounts.ts";
import { roundFigure } from "../money/round-figures.ts";

/** The most one payment may be before papers are asked for, in whole US dollars; other currencies by round figures. */
const SINGLE_LIMITS: Record<CertificationKind, number> = { person: 50_000, mainland: 500_000, hongkong: 1_000_000 };

export const singleLimit = <C extends Currency>(kind: CertificationKind, currency: C): Money<C> =>
  roundFigure(SINGLE_LIMITS[kind], currency);

const plain = (name: string): string =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const payersOf = (platformCode: string): readonly string[] => platformByCode(platformCode)?.payers ?? [];

/** The payer's name begins with one under which the platform pays. */
export function paysAs(platformCode: string, payerName: string): boolean {
  const name = plain(payerName);
  return payersOf(platformCode).some((payer) => `${name} `.startsWith(`${plain(payer)} `));
}

/** Platforms without names of their own (carriers, buyers) may be paid for by anybody. */
const isUsualPayer = (platformCode: string, payerName: string): boolean =>
  payersOf(platformCode).length === 0 || paysAs(platformCode, payerName);

/** The name a platform's payouts carry most often; the house's own word where anybody may pay. */
export const usualPayer = (platformCode: string): string => {
  const platform = platformByCode(platformCode);
  return platform?.payers[0] ?? `${platform?.routeKey.toUpperCase() ?? platformCode} BUYER`;
};

export type IncomeFacts = {
  amount: Money;
  payerName: string;
  account: ReceivingAccountState;
  /** Null: no certification that lets money move. */
  certifiedAs: CertificationKind | null;
  /** The bound stores that are paid into the account; the first one is the oldest. */
  stores: readonly { id: string; platform: string }[];
  /** The store the merchant has claimed it for. */
  claimedStoreId: string | null;
  payerListed: boolean;
  /** Two operators have found out whose it is: the merchant is not asked to prove that again. */
  assigned: boolean;
};
export type IncomeJudgement = {
  hold: IncomeHold | null;
  storeId: string | null;
  platform: string | null;
};

/** Whose it is and what holds it. The rules stand in the order in which they matter; one that only a person can lift first. */
export function judgeIncome(facts: IncomeFacts): IncomeJudgement {
  const { amount, payerName, stores, claimedStoreId, certifiedAs } = facts;
  const claimed = stores.find(({ id }) => id === claimedStoreId);
  const fitting = claimed ? [claimed] : stores.filter(({ platform }) => isUsualPayer(platform, payerName));
  const [store] = fitting;
  const platforms = new Set(fitting.map(({ platform }) => platform));
  const whose = {
    // Two stores of one platform share their payer: the platform is certain, the store is not.
    storeId: fitting.length === 1 ? store!.id : null,
    platform: platforms.size === 1 ? store!.platform : stores.length === 1 ? stores[0]!.platform : null,
  };
  const unusual = claimed ? !isUsualPayer(claimed.platform, payerName) : fitting.length === 0;
  const rules: [IncomeHold, boolean][] = [
    ["payerScreened", facts.payerListed],
    ["frozenAccount", facts.account !== "open"],
    ["certification", certifiedAs === null],
    ["noStore", stores.length === 0],
    ["payerMismatch", unusual && !facts.assigned],
    ["overLimit", certifiedAs !== null && amount.minor > singleLimit(certifiedAs, amount.currency).minor],
  ];
  return { ...whose, hold: rules.find(([, holds]) => holds)?.[0] ?? null };
}

/** Where a held amount waits: with the merchant for papers, or at the desk. */
export const heldState = (hold: IncomeHold): IncomeState & ("needsEvidence" | "abnormal") =>
  INCOME_HOLDS[hold].next === "operator" || hold === "payerMismatch" ? "abnormal" : "needsEvidence";
