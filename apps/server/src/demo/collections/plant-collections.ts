import { accountParts, HOUSE_MERCHANT_ID, moneyText, parseMoney, paysAs, platformByCode } from "@coralhub/domain";
import { enterPastAccount } from "../../modules/accounts/index.ts";
import { enterPastIncomes, insertUnclaimed, unclaimedPosting, type IncomeHistory } from "../../modules/income/index.ts";
import { mayPlantHistory, plantHistory } from "../../modules/ledger/index.ts";
import type { Tx } from "../../platform/db.ts";
import { RAIL, SYSTEM, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import { SANDBOX_BANK, type SandboxStatements } from "../../rails/bank-statements/index.ts";
import { accountFor } from "../../rails/receiving-bank/index.ts";
import { idAt } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";
import { ANNOUNCED_AHEAD_MS, type PastIncome } from "../money/income-book.ts";
import type { MoneyPlan } from "../money/plans.ts";
import { DEMO_OPERATORS, stepBy } from "../operators.ts";
import { DEMO_HOLDER_NAMES, DEMO_STORES } from "../stores/stores.ts";
import {
  DEMO_COUNTRIES,
  DEMO_HOLDS,
  DEMO_IN_TRANSIT,
  DEMO_PLATFORMS,
  DEMO_TOLD,
  DEMO_UNCLAIMED,
} from "./collections.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The ids of a plan's incomes are counted above those of its postings. */
const INCOMES = 20_000_000;

type Deps = { lifecycles: Lifecycles };

/** The receiving accounts of a plan, opened a week after their owner registered. */
export async function enterAccounts(deps: Deps, tx: Tx, { merchantId, accounts }: MoneyPlan): Promise<void> {
  const owner = DEMO_MERCHANTS.find((merchant) => merchant.merchantId === merchantId)!;
  const appliedAt = new Date(Date.parse(owner.registered) + 6 * DAY_MS);
  const openedAt = new Date(appliedAt.getTime() + DAY_MS);
  for (const { currency, account: id } of accounts) {
    const country = DEMO_COUNTRIES[currency] ?? "US";
    const holderName = DEMO_HOLDER_NAMES[merchantId]!;
    const [store] = DEMO_STORES.filter((own) => own.accountId === id);
    await enterPastAccount(deps, tx, {
      ...accountFor(id, country, { currency, holderName }),
      merchantId,
      id,
      rail: SANDBOX_BANK,
      platform: store?.platform ?? "OTHER",
      currency,
      country,
      holderName: country === "HK" ? holderName.toUpperCase() : holderName,
      appliedAt,
      openedAt,
    });
  }
}

/** Every payment in the planted books, as the income list shows it: the same amounts, moments and references. */
export async function enterIncomes(
  deps: Deps,
  tx: Tx,
  { merchantId, tag }: MoneyPlan,
  incomes: readonly PastIncome[],
  now: Date,
): Promise<IncomeHistory[]> {
  const past = incomes.map((income) => pastIncome(merchantId, income, now));
  const coming = DEMO_IN_TRANSIT.filter((income) => income.merchantId === merchantId).map((income, n) => {
    const { account, payer, amount, currency, hoursAgo, inDays, reference } = income;
    const announcedAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const expectedAt = new Date(now.getTime() + inDays * DAY_MS);
    const id = idAt(announcedAt, INCOMES + tag * 100_000 + n);
    return announced(
      { merchantId, id, account, payer, amount: parseMoney(amount, currency), reference, announcedAt },
      expectedAt,
    );
  });
  const histories = withToldIds([...past, ...coming]);
  await enterPastIncomes(deps, tx, histories);
  return histories;
}

/** A message has to know the payment it speaks of, the latest; an earlier one of the same payer and amount keeps its own id. */
function withToldIds(histories: readonly IncomeHistory[]): IncomeHistory[] {
  const told = new Map(Object.entries(DEMO_TOLD));
  return histories
    .toReversed()
    .map((history) => {
      const of = `${history.payerName} ${moneyText(history.amount)}`;
      const id = told.get(of) ?? history.id;
      told.delete(of);
      return { ...history, id };
    })
    .toReversed();
}

type Announcement = Pick<IncomeHistory, "merchantId" | "id" | "amount" | "reference" | "announcedAt"> & {
  account: string;
  payer: string;
};
function announced({ account, payer, ...announcement }: Announcement, expectedAt: Date | null): IncomeHistory {
  return {
    ...announcement,
    ...whoseIs(announcement.merchantId, account, payer),
    accountId: account,
    payerName: payer,
    rail: SANDBOX_BANK,
    expectedAt,
    proposal: null,
    steps: [{ action: "announce", by: RAIL, at: announcement.announcedAt, note: payer }],
  };
}

const REASON = "付款方与店铺没有交易关系";
const operator = (role: "reviewer" | "finance") => DEMO_OPERATORS.find(({ roles }) => roles.includes(role))!;

function pastIncome(merchantId: string, income: PastIncome, now: Date): IncomeHistory {
  const { id, payer, reference, amount, arrivedAt, arrivalId, end } = income;
  const account = accountParts(income.account).owner!;
  const announcedAt = new Date(arrivedAt.getTime() - ANNOUNCED_AHEAD_MS);
  const history = announced({ merchantId, id, account, payer, amount, reference, announcedAt }, null);
  const steps: IncomeHistory["steps"][number][] = [
    ...history.steps,
    { action: "arrive", by: RAIL, at: arrivedAt, set: { arrivedAt, holdPostingId: arrivalId } },
  ];
  const held = end?.how === "credited" ? undefined : DEMO_HOLDS[payer];
  if (held) {
    steps.push({
      action: held.state === "abnormal" ? "flag" : "askEvidence",
      by: SYSTEM,
      at: arrivedAt,
      set: {
        hold: held.hold,
        holdNote: end ? null : held.note,
        evidenceDueAt: end ? null : new Date(now.getTime() + held.dueInDays * DAY_MS),
      },
      note: held.note,
    });
  }
  if (!end) return { ...history, steps };
  const { how, at, postingId: finalPostingId } = end;
  if (how === "credited") {
    return { ...history, steps: [...steps, { action: "credit", by: SYSTEM, at, set: { finalPostingId } }] };
  }
  const [proposer, decider] = [operator("reviewer"), operator("finance")];
  const set = { finalPostingId, decidedBy: decider.id };
  return {
    ...history,
    proposal: { what: "return", reason: REASON, by: proposer.id, name: proposer.name, at },
    steps: [...steps, { action: "giveBack", by: stepBy(decider), at, set, note: REASON }],
  };
}

/** The store of the account on the payer's platform; without one, another of its owner's. */
function whoseIs(merchantId: string, account: string, payer: string) {
  const own = DEMO_STORES.filter((store) => store.merchantId === merchantId && store.accountId !== null);
  const pays = (code: string) => (DEMO_PLATFORMS[payer] ? DEMO_PLATFORMS[payer] === code : paysAs(code, payer));
  const fitting = own.filter(({ platform }) => pays(platform));
  const store = fitting.find(({ accountId }) => accountId === account) ?? fitting[0];
  const platform = store?.platform ?? DEMO_PLATFORMS[payer] ?? null;
  return { storeId: store?.id ?? null, platform: platform !== null && platformByCode(platform) ? platform : null };
}

/** One payment for a number that is nobody's, in the books of the house and of the bank. */
export async function plantUnclaimed(tx: Tx, statements: SandboxStatements, now: Date): Promise<void> {
  if (!(await mayPlantHistory(tx, HOUSE_MERCHANT_ID))) return;
  const { reference, accountNumber, payerName, remittance, amount: text, currency, hoursAgo } = DEMO_UNCLAIMED;
  const amount = parseMoney(text, currency);
  const arrivedAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
  const [id, postingId] = [idAt(arrivedAt, INCOMES), idAt(arrivedAt, INCOMES + 1)];
  const posting = { ...unclaimedPosting({ id, rail: SANDBOX_BANK, reference, amount }, postingId), id: postingId };
  await plantHistory(tx, [{ at: arrivedAt, posting }]);
  await statements.book(tx, SANDBOX_BANK, { reference, amount, bookedAt: arrivedAt });
  const who = { payerName, payerCountry: null, payerAccount: null, remittance };
  await insertUnclaimed(tx, { id, rail: SANDBOX_BANK, reference, accountNumber, amount, ...who, arrivedAt, postingId });
}
