import { fundsMergerList, Refusal, type ListInput } from "@coralhub/contract";
import { addMoney, moneyOf, subtractMoney, type Money } from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import { confirmPooling } from "./confirm-pooling.ts";
import type { PoolingDeps } from "./deps.ts";
import { findMerger, mergerSource, type Merger } from "./mergers-store.ts";
import { isPoolable, poolAccounts, previewPooling, type PoolAccountFacts, type Wish } from "./preview-pooling.ts";

/** Bringing the money of several receiving accounts together in one of them. */
export function createPooling(deps: PoolingDeps) {
  const { db } = deps.database;
  return {
    async poolingAccounts({ merchantId }: MerchantContext) {
      const [allowed, accounts] = await Promise.all([deps.isBigCustomer(merchantId), poolAccounts(deps, merchantId)]);
      const groups = Map.groupBy(accounts, ({ currency }) => currency);
      return {
        allowed,
        currencies: [...groups].map(([currency, own]) => ({
          currency,
          available: moneyOf(
            currency,
            own.filter(isPoolable).reduce((sum, { available }) => sum + available.minor, 0n),
          ),
          accounts: own.map(describeAccount),
        })),
      };
    },
    previewPooling: async (ctx: MerchantContext, wish: Wish) => describe(await previewPooling(deps, ctx, wish)),
    confirmPooling: (ctx: MerchantContext, { id }: { id: string }) => confirmPooling(deps, ctx, id),
    poolingRecords: ({ merchantId }: MerchantContext, input: ListInput) =>
      deps.lists.page({ ownerId: merchantId }, fundsMergerList, mergerSource, input),
    async poolingDetail({ merchantId }: MerchantContext, { id }: { id: string }) {
      const merger = await findMerger(db, { merchantId, id });
      if (!merger) throw new Refusal("not_found");
      return describe(merger);
    },
    exportPooling: async ({ merchantId }: MerchantContext, { filters }: Pick<ListInput, "filters">) =>
      deps.lists.export({ ownerId: merchantId }, fundsMergerList, mergerSource, filters),
  };
}

const describeAccount = (account: PoolAccountFacts) => ({
  id: account.id,
  cardNo: account.accountNumber,
  country: account.country,
  holderName: account.holderName,
  state: account.state,
  available: account.available,
  poolable: isPoolable(account),
});

type Part = { accountId: string; cardNo: string | null; before: Money };
const describe = ({ id, currency, total, state, target, lines, expiresAt, mergedAt }: Merger) => ({
  id,
  currency,
  total,
  state,
  expiresAt,
  mergedAt,
  target: part(target, total, addMoney(target.before, total)),
  lines: lines.map((line) => part(line, line.amount, subtractMoney(line.before, line.amount))),
});
const part = ({ accountId, cardNo, before }: Part, amount: Money, after: Money) => ({
  accountId,
  cardNo,
  before,
  amount,
  after,
});
