import {
  accountParts,
  HOUSE_MERCHANT_ID,
  moneyText,
  parseMoney,
  paysAs,
  platformByCode,
  type Money,
} from "@coralhub/domain";
import { plantAccount } from "../../modules/accounts/index.ts";
import {
  insertUnclaimed,
  plantIncomes,
  unclaimedPosting,
  type IncomePlant,
  type IncomeStep,
} from "../../modules/income/index.ts";
import type { PastActor } from "../../platform/lifecycle-store.ts";
import { mayPlantHistory, plantHistory } from "../../modules/ledger/index.ts";
import type { Tx } from "../../platform/db.ts";
import { SANDBOX_BANK, type SandboxStatements } from "../../rails/bank-statements/index.ts";
import { accountFor } from "../../rails/receiving-bank/index.ts";
import { idAt } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";
import { ANNOUNCED_AHEAD_MS, type PastIncome } from "../money/income-book.ts";
import type { MoneyPlan } from "../money/plans.ts";
import { DEMO_OPERATORS } from "../operators.ts";
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
/** The ids of a plan's incomes and events are counted above those of its postings. */
const INCOMES = 20_000_000;
const EVENTS = 40_000_000;
const ACCOUNTS = 60_000_000;

/** The receiving accounts of a plan, opened a week after their owner registered. */
export async function plantAccounts(tx: Tx, { merchantId, tag, accounts }: MoneyPlan): Promise<void> {
  const owner = DEMO_MERCHANTS.find((merchant) => merchant.merchantId === merchantId)!;
  const appliedAt = new Date(Date.parse(owner.registered) + 6 * DAY_MS);
  const openedAt = new Date(appliedAt.getTime() + DAY_MS);
  for (const [n, { currency, account: id }] of accounts.entries()) {
    const country = DEMO_COUNTRIES[currency] ?? "US";
    const holderName = DEMO_HOLDER_NAMES[merchantId]!;
    const [store] = DEMO_STORES.filter((own) => own.accountId === id);
    await plantAccount(tx, {
      ...accountFor(id, country, { currency, holderName }),
      merchantId,
      id,
      eventIds: [idAt(appliedAt, ACCOUNTS + tag * 100 + n), idAt(openedAt, ACCOUNTS + tag * 100 + n)],
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
export async function plantPastIncomes(
  tx: Tx,
  { merchantId, tag }: MoneyPlan,
  incomes: readonly PastIncome[],
  now: Date,
): Promise<IncomePlant[]> {
  const number = counter(tag);
  const past = incomes.map((income) => pastIncome(merchantId, income, number, now));
  const coming = DEMO_IN_TRANSIT.filter((income) => income.merchantId === merchantId).map((income) => {
    const { account, payer, amount, currency, hoursAgo, inDays, reference } = income;
    const announcedAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const expectedAt = new Date(now.getTime() + inDays * DAY_MS);
    const plain = { merchantId, account, payer, amount: parseMoney(amount, currency), reference };
    return { ...blankIncome(plain, announcedAt, number), expectedAt };
  });
  const plants = withToldIds([...past, ...coming]);
  await plantIncomes(tx, plants);
  return plants;
}

/** A message has to know the payment it speaks of, the latest; an earlier one of the same payer and amount keeps its own id. */
function withToldIds(plants: readonly IncomePlant[]): IncomePlant[] {
  const told = new Map(Object.entries(DEMO_TOLD));
  return plants
    .toReversed()
    .map((plant) => {
      const of = `${plant.payerName} ${moneyText(plant.amount)}`;
      const id = told.get(of) ?? plant.id;
      told.delete(of);
      return { ...plant, id };
    })
    .toReversed();
}

type Counter = (base: number, at: Date) => string;
function counter(tag: number): Counter {
  let n = 0;
  return (base, at) => idAt(at, base + tag * 100_000 + ++n);
}

type Plain = { merchantId: string; account: string; payer: string; amount: Money; reference: string };
function blankIncome(plain: Plain, announcedAt: Date, number: Counter): IncomePlant {
  const { merchantId, account, payer, amount, reference } = plain;
  const { platform, storeId } = whoseIs(merchantId, account, payer);
  return {
    merchantId,
    id: number(INCOMES, announcedAt),
    accountId: account,
    storeId,
    platform,
    payerName: payer,
    amount,
    rail: SANDBOX_BANK,
    reference,
    state: "announced",
    hold: null,
    holdNote: null,
    dueAt: null,
    announcedAt,
    expectedAt: null,
    arrivedAt: null,
    creditedAt: null,
    returnedAt: null,
    holdPostingId: null,
    finalPostingId: null,
    returned: null,
    events: [{ id: number(EVENTS, announcedAt), action: "announce", note: payer, at: announcedAt, actorKind: "rail" }],
  };
}

function pastIncome(merchantId: string, income: PastIncome, number: Counter, now: Date): IncomePlant {
  const { payer, reference, amount, arrivedAt, arrivalId, end } = income;
  const account = accountParts(income.account).owner!;
  const blank = blankIncome(
    { merchantId, account, payer, amount, reference },
    new Date(arrivedAt.getTime() - ANNOUNCED_AHEAD_MS),
    number,
  );
  const held = end?.how === "credited" ? undefined : DEMO_HOLDS[payer];
  const steps: [IncomeStep, Date, string | null, PastActor][] = [["arrive", arrivedAt, null, "rail"]];
  if (held) steps.push([held.state === "abnormal" ? "flag" : "askEvidence", arrivedAt, held.note, "system"]);
  if (end?.how === "credited") steps.push(["credit", end.at, null, "system"]);
  if (end?.how === "returned") steps.push(["giveBack", end.at, REASON, "operator"]);
  return {
    ...blank,
    id: income.id,
    state: end?.how ?? held?.state ?? "reviewing",
    hold: held?.hold ?? null,
    holdNote: end ? null : (held?.note ?? null),
    dueAt: end || !held ? null : new Date(now.getTime() + held.dueInDays * DAY_MS),
    arrivedAt,
    creditedAt: end?.how === "credited" ? end.at : null,
    returnedAt: end?.how === "returned" ? end.at : null,
    holdPostingId: arrivalId,
    finalPostingId: end?.postingId ?? null,
    returned: end?.how === "returned" ? returnedBy() : null,
    events: [
      ...blank.events,
      ...steps.map(([action, at, note, actorKind]) => ({ id: number(EVENTS, at), action, note, at, actorKind })),
    ],
  };
}

const REASON = "付款方与店铺没有交易关系";
function returnedBy(): NonNullable<IncomePlant["returned"]> {
  const who = (role: "reviewer" | "finance") => DEMO_OPERATORS.find(({ roles }) => roles.includes(role))!;
  const [proposer, decider] = [who("reviewer"), who("finance")];
  return { reason: REASON, proposedBy: proposer.id, proposedName: proposer.name, decidedBy: decider.id };
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
