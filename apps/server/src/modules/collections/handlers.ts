import {
  abnormalIncomeList,
  incomeDeskList,
  receivingAccountList,
  Refusal,
  unclaimedIncomeList,
  type collectionsEndpoints,
} from "@coralhub/contract";
import type { Capability } from "../../platform/capability.ts";
import { hasStoreOn, listAccounts } from "./accounts-store.ts";
import { reapplyForAccount } from "./apply-for-account.ts";
import { listCharges } from "./charges-store.ts";
import type { CollectionsDeps } from "./deps.ts";
import {
  accountForCopying,
  describeAccount,
  describeAccountCase,
  describeAccounts,
  headOf,
} from "./describe-account.ts";
import { describeCase, describeIncome, readEvidence } from "./describe-income.ts";
import { askEvidence, creditByHand, decideProposal, propose } from "./desk/decide-income.ts";
import { moveReceivingAccount } from "./desk/move-account.ts";
import { decideUnclaimed, proposeUnclaimed } from "./desk/resolve-unclaimed.ts";
import { setHidden, setPinned } from "./incomes-store.ts";
import { abnormalSource, accountSource, deskSource, unclaimedSource } from "./lists-store.ts";
import { payCharge } from "./pay-charge.ts";
import { askReturn, claimIncome, supplementIncome, uploadEvidence } from "./supplement-income.ts";
import { recheckMerchant } from "./watch-incomes.ts";

const EVERYONE = { scope: "all" } as const;
const VENMO = "VENMO";

type Handlers = Capability<typeof collectionsEndpoints>["handlers"];
type Some<K extends keyof Handlers> = Pick<Handlers, K>;

export const accountHandlers = (
  deps: CollectionsDeps,
): Some<
  | "receivingAccounts"
  | "receivingAccount"
  | "reapplyReceivingAccount"
  | "accountIban"
  | "receiptsAccounts"
  | "accountCharges"
  | "accountOpeningPrice"
  | "payAccountCharge"
  | "containsVenmo"
> => {
  const { db } = deps.database;
  return {
    receivingAccounts: ({ merchantId }) => describeAccounts(deps, merchantId),
    receivingAccount: ({ merchantId }, { id }) => describeAccount(deps, { merchantId, id }),
    reapplyReceivingAccount: (ctx, input) => reapplyForAccount(deps, ctx, input),
    accountIban: ({ merchantId }, { id }) => accountForCopying(deps, { merchantId, id }),
    async receiptsAccounts({ merchantId }, { currency, country }) {
      const accounts = await listAccounts(db, merchantId);
      return accounts
        .filter(({ state }) => state === "open" || state === "applying")
        .filter((own) => (!currency || own.currency === currency) && (!country || own.country === country))
        .map(headOf);
    },
    accountCharges: ({ merchantId }) => listCharges(db, merchantId),
    async accountOpeningPrice(_ctx, { currency, country = "*" }) {
      const amount = { currency, minor: 0n };
      const { total } = await deps.ledger.prices.fee({ business: "account_opening", amount, corridor: country });
      return { price: total, free: total.minor === 0n };
    },
    payAccountCharge: (ctx, { chargeId }) => payCharge(deps, ctx, chargeId),
    containsVenmo: async ({ merchantId }) => ({ contain: await hasStoreOn(db, merchantId, VENMO) }),
  };
};

export const incomeHandlers = (
  deps: CollectionsDeps,
): Some<
  | "income"
  | "incomeEvidence"
  | "contractUpload"
  | "supplementIncome"
  | "hideIncomes"
  | "showIncomes"
  | "pinIncome"
  | "unpinIncome"
  | "abnormalIncomes"
  | "abnormalIncome"
  | "claimIncome"
  | "supplementAbnormal"
  | "askReturn"
> => {
  const { db } = deps.database;
  const known = (found: boolean): null => {
    if (!found) throw new Refusal("not_found");
    return null;
  };
  const hide = async (merchantId: string, ids: readonly string[], hidden: boolean) =>
    known((await setHidden(db, merchantId, ids, hidden)) > 0);
  return {
    income: ({ merchantId }, { id }) => describeIncome(deps, { merchantId, id }),
    incomeEvidence: (ctx, { id, fileId }) => readEvidence(deps, ctx, { merchantId: ctx.merchantId, id, fileId }),
    contractUpload: (ctx, input) => uploadEvidence(deps, ctx, input),
    supplementIncome: (ctx, input) => supplementIncome(deps, ctx, input),
    hideIncomes: ({ merchantId }, { ids }) => hide(merchantId, ids, true),
    showIncomes: ({ merchantId }, { ids }) => hide(merchantId, ids, false),
    pinIncome: async ({ merchantId, now }, { id }) => known(await setPinned(db, { merchantId, id }, now)),
    unpinIncome: async ({ merchantId }, { id }) => known(await setPinned(db, { merchantId, id }, null)),
    abnormalIncomes: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, abnormalIncomeList, abnormalSource, input),
    abnormalIncome: ({ merchantId }, { id }) => describeIncome(deps, { merchantId, id }),
    claimIncome: (ctx, input) => claimIncome(deps, ctx, input),
    supplementAbnormal: (ctx, input) => supplementIncome(deps, ctx, input),
    askReturn: (ctx, input) => askReturn(deps, ctx, input),
  };
};

export const deskHandlers = (
  deps: CollectionsDeps,
): Omit<
  Handlers,
  keyof ReturnType<typeof accountHandlers> | keyof ReturnType<typeof incomeHandlers> | "bankNotice"
> => ({
  incomeDesk: (_ctx, input) => deps.lists.page(EVERYONE, incomeDeskList, deskSource, input),
  incomeCase: (ctx, key) => describeCase(deps, ctx, key),
  incomeCaseDocument: (ctx, input) => readEvidence(deps, ctx, input),
  creditIncome: (ctx, input) => creditByHand(deps, ctx, input),
  askIncomeEvidence: (ctx, input) => askEvidence(deps, ctx, input),
  proposeCredit: (ctx, input) => propose(deps, ctx, "credit", input),
  proposeReturn: (ctx, input) => propose(deps, ctx, "return", input),
  decideIncome: (ctx, input) => decideProposal(deps, ctx, input),
  unclaimedIncomes: (_ctx, input) => deps.lists.page(EVERYONE, unclaimedIncomeList, unclaimedSource, input),
  proposeUnclaimed: (ctx, input) => proposeUnclaimed(deps, ctx, input),
  decideUnclaimed: (ctx, input) => decideUnclaimed(deps, ctx, input),
  receivingAccountDesk: (_ctx, input) => deps.lists.page(EVERYONE, receivingAccountList, accountSource, input),
  receivingAccountCase: (_ctx, key) => describeAccountCase(deps, key),
  freezeReceivingAccount: (ctx, input) => moveReceivingAccount(deps, ctx, "freeze", input),
  async unfreezeReceivingAccount(ctx, input) {
    await moveReceivingAccount(deps, ctx, "unfreeze", input);
    await recheckMerchant(deps, input.merchantId);
    return null;
  },
  closeReceivingAccount: (ctx, input) => moveReceivingAccount(deps, ctx, "close", input),
});
