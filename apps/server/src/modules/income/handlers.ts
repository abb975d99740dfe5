import {
  abnormalIncomeList,
  incomeDeskList,
  offlineDeskList,
  offlineTransferList,
  Refusal,
  unclaimedIncomeList,
  type incomeEndpoints,
} from "@coralhub/contract";
import type { Capability } from "../../platform/capability.ts";
import type { IncomeDeps } from "./deps.ts";
import { describeCase, describeIncome, readEvidence } from "./describe-income.ts";
import { askEvidence, creditByHand, decideProposal, propose } from "./desk/decide-income.ts";
import { decideUnclaimed, proposeOffline, proposeUnclaimed } from "./desk/resolve-unclaimed.ts";
import { setHidden, setPinned } from "./incomes-store.ts";
import { abnormalSource, deskSource, unclaimedSource } from "./lists-store.ts";
import {
  announceTransfer,
  cancelTransfer,
  describeTransfer,
  offlineAccount,
  uploadProof,
} from "./offline/announce-transfer.ts";
import { declineTransfer, describeOfflineCase, showProof } from "./offline/match-transfer.ts";
import { offlineDeskSource, offlineSource } from "./offline/offline-store.ts";
import { askReturn, claimIncome, supplementIncome, uploadEvidence } from "./supplement-income.ts";

const EVERYONE = { scope: "all" } as const;

type Handlers = Capability<typeof incomeEndpoints>["handlers"];

export function incomeHandlers(deps: IncomeDeps) {
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
  } satisfies Partial<Handlers>;
}

export const deskHandlers = (deps: IncomeDeps) =>
  ({
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
  }) satisfies Partial<Handlers>;

/** Transfers made at a bank's counter, announced and matched. */
export const offlineHandlers = (deps: IncomeDeps) =>
  ({
    offlineAccount: () => Promise.resolve(offlineAccount()),
    uploadOfflineProof: (ctx, input) => uploadProof(deps, ctx, input),
    submitOffline: (ctx, input) => announceTransfer(deps, ctx, input),
    offlineTransfers: ({ merchantId }, input) =>
      deps.lists.page({ ownerId: merchantId }, offlineTransferList, offlineSource, input),
    offlineTransfer: ({ merchantId }, { id }) => describeTransfer(deps, { merchantId, id }),
    cancelOffline: (ctx, { id }) => cancelTransfer(deps, ctx, id),
    offlineDesk: (_ctx, input) => deps.lists.page(EVERYONE, offlineDeskList, offlineDeskSource, input),
    offlineCase: (ctx, key) => describeOfflineCase(deps, ctx, key),
    offlineProof: (ctx, input) => showProof(deps, ctx, input),
    proposeOffline: (ctx, input) => proposeOffline(deps, ctx, input),
    declineOffline: (ctx, input) => declineTransfer(deps, ctx, input),
  }) satisfies Partial<Handlers>;
